//===- Injection.cpp - Faults by op, place, kind and step -----------------===//

#include "Manifest.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace llvm;
using namespace nanguard::run;

static Error invalid(StringRef text, const Twine &why) {
  return createStringError("--inject=" + text + ": " + why);
}

Expected<std::string> nanguard::run::injectionPlace(StringRef text) {
  std::string op, place = "output";
  for (StringRef part : split(text, ',')) {
    auto [key, value] = part.trim().split('=');
    if (key == "op")
      op = value.str();
    else if (key == "operand" || key == "at")
      place = value.str();
  }
  if (op.empty())
    return invalid(text, "names no op (op=ID or op=PATH)");
  return op + ":" + place;
}

/// The operands of an op that `keep` accepts.
template <typename Keep>
static SmallVector<int64_t> operandsOf(const OpInfo &op, Keep keep) {
  SmallVector<int64_t> kept;
  for (size_t i = 0; i < op.operandArgs.size(); ++i)
    if (keep(op.operandArgs[i], op.operandOps[i]))
      kept.push_back(i);
  return kept;
}

/// The place that `at=` names in one op: output, input:K, arg:K, weight:K,
/// inner:K or kv:K, K counted from 0, 0 where it is left out.
static Expected<int64_t> resolvePlace(StringRef text,
                                      const FunctionInfo &function,
                                      const OpInfo &op, StringRef at) {
  auto [what, numberText] = at.split(':');
  int64_t number = 0;
  if (at.contains(':') && (numberText.getAsInteger(10, number) || number < 0))
    return invalid(text, "bad value '" + at + "' for at");
  SmallVector<int64_t> choice;
  if (what == "output" && !at.contains(':'))
    return -1;
  if (what == "inner") {
    if (number >= static_cast<int64_t>(op.inner.size()))
      return invalid(text, "op " + Twine(op.id) + " has " +
                               Twine(op.inner.size()) +
                               " intermediate tensors");
    return -2 - number;
  }
  auto isArg = [](int64_t arg, int64_t maker) { return arg >= 0 && maker < 0; };
  auto isCache = [&](int64_t arg, int64_t maker) {
    return (isArg(arg, maker) &&
            arg < static_cast<int64_t>(function.isCache.size()) &&
            function.isCache[arg]) ||
           (maker >= 0 && function.ops[maker].kind == "kv_write");
  };
  if (what == "input") {
    choice = operandsOf(op, [](int64_t, int64_t) { return true; });
  } else if (what == "arg") {
    choice =
        operandsOf(op, [&](int64_t arg, int64_t) { return arg == number; });
    if (choice.empty())
      return invalid(text, "no operand comes from argument " + Twine(number));
    return choice.front();
  } else if (what == "weight") {
    // An argument that is read as it came, and is no cache.
    choice = operandsOf(op, [&](int64_t arg, int64_t maker) {
      return isArg(arg, maker) && !isCache(arg, maker);
    });
  } else if (what == "kv") {
    choice = operandsOf(op, isCache);
  } else {
    return invalid(text, "at=" + at +
                             ": wants output, input:K, arg:K, weight:K, "
                             "inner:K or kv:K");
  }
  if (number >= static_cast<int64_t>(choice.size()))
    return invalid(text, "op " + Twine(op.id) + " has " + Twine(choice.size()) +
                             " operands" +
                             (what == "weight" ? " that are weights"
                              : what == "kv"   ? " that are KV caches"
                                               : ""));
  return choice[number];
}

/// Whether the value suits the kind and the element type that it strikes.
static Error checkValue(StringRef text, const Injection &injection,
                        bool hasValue, DType dtype) {
  const std::string &kind = injection.kind;
  bool needsValue =
      kind == "add" || kind == "scale" || kind == "set" || kind == "bitflip";
  if (needsValue != hasValue)
    return invalid(text, "kind " + kind +
                             (needsValue ? " needs" : " takes no") + " value=");
  double value = injection.value;
  if (kind == "bitflip") {
    int64_t bits = 8 * itemSize(dtype);
    if (!(value >= 0 && value < bits && value == std::floor(value)))
      return invalid(text, "value= of a bitflip is a bit of " +
                               dtypeName(dtype) + ", 0 to " + Twine(bits - 1));
    return Error::success();
  }
  bool finite = needsValue && std::isfinite(value);
  if (!isFloat(dtype) && !finite)
    return invalid(text, "no " + dtypeName(dtype) + " is " +
                             (needsValue ? "infinite or NaN" : kind));
  return Error::success();
}

Expected<Injection> nanguard::run::parseInjection(const FunctionInfo &function,
                                                  StringRef text) {
  Injection injection;
  if (auto place = injectionPlace(text); !place)
    return place.takeError();
  bool hasValue = false;
  std::string place = "output";
  StringSet<> seen;
  for (StringRef part : split(text, ',')) {
    auto [key, value] = part.trim().split('=');
    auto number = [&](StringRef digits, int64_t &out, int64_t least = 0) {
      return !digits.getAsInteger(10, out) && out >= least;
    };
    // Two places or two elements contradict each other as two kinds do.
    StringRef slot = key == "output" || key == "at" ? "operand"
                     : key == "row"                 ? "index"
                                                    : key;
    if (!seen.insert(slot).second)
      return invalid(text, "'" + key + "' contradicts what stands before it");
    bool good = true;
    if (key == "op") {
      auto ids = resolveOps(function, value);
      if (!ids)
        return invalid(text, toString(ids.takeError()));
      injection.ops = std::move(*ids);
    } else if (key == "kind") {
      injection.kind = value.str();
    } else if (key == "value") {
      char *end = nullptr;
      std::string copy = value.str();
      injection.value = std::strtod(copy.c_str(), &end);
      good = hasValue = !copy.empty() && *end == '\0';
    } else if (key == "at") {
      place = value.str();
    } else if (key == "operand") {
      // argK: the operand that comes from argument K of the function.
      StringRef digits = value;
      int64_t ignored;
      place = (digits.consume_front("arg") ? "arg:" : "input:") + digits.str();
      good = number(digits, ignored);
    } else if (key == "output") {
      good = value.empty();
    } else if (key == "index") {
      StringRef seed = value;
      injection.random = seed.consume_front("random:");
      good = injection.random ? !seed.getAsInteger(10, injection.seed)
                              : number(value, injection.index);
    } else if (key == "row") {
      good = number(value, injection.row);
    } else if (key == "step") {
      // Steps count from 1.
      if (value != "all") {
        auto [first, last] = value.split('-');
        good = number(first, injection.firstStep, 1);
        injection.lastStep = injection.firstStep;
        if (good && value.contains('-'))
          good = number(last, injection.lastStep, injection.firstStep);
      }
    } else if (key == "forms") {
      good = value == "all" || value == "fused";
      injection.allForms = value == "all";
    } else {
      return invalid(text,
                     "unknown key '" + key +
                         "' (op, at, kind, value, operand, output, index, "
                         "row, step, forms)");
    }
    if (!good)
      return invalid(text, "bad value '" + value + "' for " + key);
  }
  static constexpr StringLiteral kinds[] = {"nan",   "inf",     "-inf", "add",
                                            "scale", "bitflip", "set"};
  if (!is_contained(kinds, injection.kind))
    return invalid(text, "kind must be nan, inf, -inf, add, scale, bitflip or "
                         "set");
  for (int64_t id : injection.ops) {
    const OpInfo &op = function.ops[id];
    ArrayRef<int64_t> shape = op.shape;
    DType dtype = op.dtype;
    auto at = resolvePlace(text, function, op, place);
    if (!at)
      return at.takeError();
    if (id != injection.ops.front() && *at != injection.operand)
      return invalid(text, "at=" + place +
                               " is another operand in each of the ops: name "
                               "one op");
    injection.operand = *at;
    if (injection.operand < -1 && injection.allForms)
      return invalid(text, "intermediate tensors are those of the fused form");
    if (injection.operand >= static_cast<int64_t>(op.operands.size()))
      return invalid(text, "op " + Twine(id) +
                               " has operands of types that "
                               "take no faults");
    if (injection.operand == -1 && !op.hasOutput())
      return invalid(text, "op " + Twine(id) + " looks at " +
                               (op.isSignal() ? "a result" : "an argument") +
                               " and has no output: operand=0 is what it "
                               "looks at");
    if (injection.operand != -1) {
      const ValueType &type = injection.operand < -1
                                  ? op.inner[-2 - injection.operand]
                                  : op.operands[injection.operand];
      shape = type.shape;
      dtype = type.dtype;
    }
    if (Error error = checkValue(text, injection, hasValue, dtype))
      return std::move(error);
    injection.rowLength = shape.empty() ? 1 : shape.back();
    int64_t count = countElements(shape);
    if (injection.row >= 0 && injection.rowLength < 0)
      return invalid(text, "row= needs a static last dimension; use index=");
    if (count >= 0 && (injection.index >= count ||
                       (injection.row >= 0 &&
                        (injection.row + 1) * injection.rowLength > count)))
      return invalid(text, "is outside of the tensor");
  }
  return injection;
}

bool nanguard::run::applyInjection(const Injection &injection, void *data,
                                   int64_t elements, DType dtype) {
  int64_t begin = 0, end = elements;
  if (injection.random && elements > 0) {
    begin = std::mt19937_64(injection.seed)() % elements;
    end = begin + 1;
  } else if (injection.index >= 0) {
    begin = injection.index;
    end = begin + 1;
  } else if (injection.row >= 0) {
    begin = injection.row * injection.rowLength;
    end = begin + injection.rowLength;
  }
  if (end > elements)
    return false;
  for (int64_t i = begin; i < end; ++i) {
    if (injection.kind == "bitflip") {
      // Little-endian: bit k of the element is bit k % 8 of byte k / 8.
      unsigned bit =
          static_cast<unsigned>(injection.value) % (8 * itemSize(dtype));
      static_cast<char *>(data)[i * itemSize(dtype) + bit / 8] ^=
          static_cast<char>(1 << (bit % 8));
      continue;
    }
    double old = loadElement(data, i, dtype);
    double value = injection.value;
    if (injection.kind == "nan")
      value = std::nan("");
    else if (injection.kind == "inf")
      value = std::numeric_limits<double>::infinity();
    else if (injection.kind == "-inf")
      value = -std::numeric_limits<double>::infinity();
    else if (injection.kind == "add")
      value += old;
    else if (injection.kind == "scale")
      value *= old;
    storeElement(data, i, dtype, value);
  }
  return true;
}
