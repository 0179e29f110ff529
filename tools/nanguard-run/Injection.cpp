//===- Injection.cpp - Faults by op, place, kind and step -----------------===//

#include "Manifest.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace llvm;
using namespace nanguard::run;

static Error invalid(StringRef text, const Twine &why) {
  return createStringError("--inject=" + text + ": " + why);
}

Expected<std::string> nanguard::run::injectionPlace(StringRef text) {
  std::string op, operand = "output";
  for (StringRef part : split(text, ',')) {
    auto [key, value] = part.trim().split('=');
    if (key == "op")
      op = value.str();
    else if (key == "operand")
      operand = value.str();
  }
  if (op.empty())
    return invalid(text, "names no op (op=ID or op=PATH)");
  return op + ":" + operand;
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
  int64_t operandArg = -1;
  StringSet<> seen;
  for (StringRef part : split(text, ',')) {
    auto [key, value] = part.trim().split('=');
    auto number = [&](StringRef digits, int64_t &out, int64_t least = 0) {
      return !digits.getAsInteger(10, out) && out >= least;
    };
    // Two places or two elements contradict each other as two kinds do.
    StringRef slot = key == "output" ? "operand" : key == "row" ? "index" : key;
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
    } else if (key == "operand") {
      // argK: the operand that comes from argument K of the function.
      StringRef digits = value;
      if (digits.consume_front("arg"))
        good = number(digits, operandArg);
      else
        good = number(digits, injection.operand);
    } else if (key == "output") {
      good = value.empty();
      injection.operand = -1;
    } else if (key == "index") {
      good = number(value, injection.index);
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
      return invalid(text, "unknown key '" + key +
                               "' (op, kind, value, operand, output, index, "
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
  if (operandArg >= 0) {
    const std::vector<int64_t> &sources =
        function.ops[injection.ops.front()].operandArgs;
    auto it = llvm::find(sources, operandArg);
    if (it == sources.end())
      return invalid(text,
                     "no operand comes from argument " + Twine(operandArg));
    injection.operand = it - sources.begin();
  }
  for (int64_t id : injection.ops) {
    const OpInfo &op = function.ops[id];
    ArrayRef<int64_t> shape = op.shape;
    DType dtype = op.dtype;
    if (injection.operand < 0 && !op.hasOutput())
      return invalid(text, "op " + Twine(id) + " looks at " +
                               (op.isSignal() ? "a result" : "an argument") +
                               " and has no output: operand=0 is what it "
                               "looks at");
    if (injection.operand >= 0) {
      if (injection.operand >= static_cast<int64_t>(op.operands.size()))
        return invalid(text, "op " + Twine(id) + " has " +
                                 Twine(op.operands.size()) + " operands");
      shape = op.operands[injection.operand].shape;
      dtype = op.operands[injection.operand].dtype;
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
  if (injection.index >= 0) {
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
