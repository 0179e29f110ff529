//===- Manifest.cpp - What a compiled model says of itself ----------------===//

#include "Manifest.h"

#include "nanguard/Support/ParseJSON.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace nanguard::run;

std::string OpInfo::label() const {
  if (path.empty())
    return kind + "#" + std::to_string(id);
  return sharesPath ? path + "#" + std::to_string(id) : path;
}

const FunctionInfo *Manifest::find(StringRef name) const {
  auto it = llvm::find_if(functions, [&](const FunctionInfo &function) {
    return function.name == name;
  });
  return it == functions.end() ? nullptr : &*it;
}

static std::vector<int64_t> readInts(const json::Object &object,
                                     StringRef key) {
  std::vector<int64_t> values;
  if (const json::Array *array = object.getArray(key))
    for (const json::Value &value : *array)
      values.push_back(value.getAsInteger().value_or(-1));
  return values;
}

static Expected<std::vector<ValueType>> readTypes(const json::Object &object,
                                                  StringRef key) {
  std::vector<ValueType> types;
  if (const json::Array *array = object.getArray(key))
    for (const json::Value &value : *array) {
      const json::Object *entry = value.getAsObject();
      auto text = entry ? entry->getString("type") : std::nullopt;
      if (!text)
        return createStringError("an entry of '" + key + "' has no type");
      Expected<ValueType> type = parseValueType(*text);
      if (!type)
        return type.takeError();
      types.push_back(*type);
    }
  return types;
}

/// A field of each operand; -1 where there is none.
static std::vector<int64_t> readOperands(const json::Object &op,
                                         StringRef key) {
  std::vector<int64_t> values;
  if (const json::Array *operands = op.getArray("operands"))
    for (const json::Value &operand : *operands) {
      const json::Object *fields = operand.getAsObject();
      values.push_back(fields ? fields->getInteger(key).value_or(-1) : -1);
    }
  return values;
}

static Expected<OpInfo> readOp(const json::Object &object) {
  OpInfo op;
  op.id = object.getInteger("id").value_or(-1);
  op.kind = object.getString("kind").value_or("").str();
  op.path = object.getString("path").value_or("").str();
  op.file = object.getString("file").value_or("").str();
  op.line = object.getInteger("line").value_or(0);
  Expected<DType> dtype = parseDType(object.getString("dtype").value_or("f32"));
  if (!dtype)
    return dtype.takeError();
  op.dtype = *dtype;
  op.shape = readInts(object, "shape");
  op.finite = object.getBoolean("finite").value_or(false);
  op.lossScaled = object.getBoolean("loss_scaled").value_or(false);
  op.upstream = readInts(object, "upstream");
  op.args = readInts(object, "args");
  for (auto [key, to] :
       {std::pair("variants", &op.variants), std::pair("members", &op.members),
        std::pair("steps", &op.steps)})
    if (const json::Array *names = object.getArray(key))
      for (const json::Value &name : *names)
        to->push_back(name.getAsString().value_or("").str());
  // An operand of a type that cannot be named here cannot be injected into.
  if (auto operands = readTypes(object, "operands"))
    op.operands = std::move(*operands);
  else
    consumeError(operands.takeError());
  op.operandArgs = readOperands(object, "arg");
  op.operandOps = readOperands(object, "op");
  auto inner = readTypes(object, "inner");
  if (!inner)
    return inner.takeError();
  op.inner = std::move(*inner);
  return op;
}

/// "scf.for (m.py:4)" for each unguarded op that may make bad values.
static std::vector<std::string> readNotUnderstood(const json::Object &root) {
  std::vector<std::string> ops;
  const json::Array *unguarded = root.getArray("unguarded");
  if (!unguarded)
    return ops;
  for (const json::Value &item : *unguarded) {
    const json::Object *op = item.getAsObject();
    StringRef why = op ? op->getString("why").value_or("mover") : "mover";
    if (why == "mover" || why == "harmless")
      continue;
    std::string text = op->getString("op").value_or("").str();
    if (StringRef file = op->getString("file").value_or(""); !file.empty())
      text += (" (" + sys::path::filename(file) + ":" +
               Twine(op->getInteger("line").value_or(0)) + ")")
                  .str();
    ops.push_back(std::move(text));
  }
  return ops;
}

Expected<Manifest> nanguard::run::parseManifest(StringRef text) {
  Expected<json::Value> value = nanguard::parseJSON(text);
  if (!value)
    return createStringError("the model's manifest is no JSON: " +
                             toString(value.takeError()));
  const json::Object *root = value->getAsObject();
  const json::Array *functions = root ? root->getArray("functions") : nullptr;
  if (!functions)
    return createStringError("the model's manifest lists no functions");
  int64_t abi = root->getInteger("abi").value_or(-1);
  if (abi != NANGUARD_ABI_VERSION)
    return createStringError("the model's manifest has ABI version " +
                             std::to_string(abi) + ", this program has " +
                             std::to_string(NANGUARD_ABI_VERSION) +
                             ": rebuild the model");
  if (root->getInteger("columns").value_or(NANGUARD_REPORT_COLUMNS) !=
      NANGUARD_REPORT_COLUMNS)
    return createStringError("the model's reports have another width than this "
                             "program's: rebuild the model");
  Manifest manifest;
  manifest.notUnderstood = readNotUnderstood(*root);
  for (const json::Value &entry : *functions) {
    const json::Object *object = entry.getAsObject();
    if (!object || !object->getString("name"))
      return createStringError("the model's manifest is damaged");
    FunctionInfo &function = manifest.functions.emplace_back();
    function.name = object->getString("name")->str();
    function.guarded = object->getBoolean("guarded").value_or(true);
    function.batched = object->getObject("batch") != nullptr;
    auto args = readTypes(*object, "args");
    if (!args)
      return args.takeError();
    auto results = readTypes(*object, "results");
    if (!results)
      return results.takeError();
    function.args = std::move(*args);
    function.results = std::move(*results);
    if (const json::Array *marks = object->getArray("args"))
      for (const json::Value &arg : *marks)
        function.isCache.push_back(
            arg.getAsObject()->getBoolean("kv_cache").value_or(false));
    if (const json::Array *ops = object->getArray("ops"))
      for (const json::Value &item : *ops) {
        const json::Object *op = item.getAsObject();
        if (!op)
          return createStringError("the model's manifest is damaged");
        Expected<OpInfo> info = readOp(*op);
        if (!info)
          return info.takeError();
        if (info->id != static_cast<int64_t>(function.ops.size()))
          return createStringError("op ids of the manifest are out of order");
        function.ops.push_back(std::move(*info));
      }
    StringMap<unsigned> named;
    for (const OpInfo &op : function.ops)
      ++named[op.path];
    for (OpInfo &op : function.ops)
      op.sharesPath = named[op.path] > 1;
  }
  return manifest;
}

Expected<std::vector<int64_t>>
nanguard::run::resolveOps(const FunctionInfo &function, StringRef name) {
  if (name.empty())
    return createStringError("names no op (an id or a module path)");
  int64_t id;
  if (!name.getAsInteger(10, id)) {
    if (id < 0 || id >= static_cast<int64_t>(function.ops.size()))
      return createStringError(
          "no op " + name + ": function '" + function.name + "' has " +
          std::to_string(function.ops.size()) + " guarded ops (--list-ops)");
    return std::vector<int64_t>{id};
  }
  StringRef label, idText;
  std::tie(label, idText) = name.rsplit('#');
  auto isLabel = [&](const OpInfo &op) {
    return op.path == label || op.kind == label ||
           is_contained(op.members, label);
  };
  std::vector<int64_t> ids;
  for (const OpInfo &op : function.ops)
    if (op.path == name || (std::to_string(op.id) == idText && isLabel(op)))
      ids.push_back(op.id);
  // A module that went into a cluster is guarded under another's name.
  if (ids.empty())
    for (const OpInfo &op : function.ops)
      if (is_contained(op.members, name))
        ids.push_back(op.id);
  if (!ids.empty())
    return ids;
  SmallVector<std::string> offers;
  for (const OpInfo &op : function.ops)
    if (isLabel(op))
      offers.push_back((label + "#" + Twine(op.id)).str());
  constexpr size_t most = 8;
  if (offers.size() > most) {
    offers.resize(most);
    offers.push_back("…");
  }
  std::string hint =
      offers.empty() ? "" : "; one of " + llvm::join(offers, ", ");
  // A typing error, no other name.
  unsigned best = std::clamp<unsigned>(name.size() / 4, 1, 4) + 1;
  for (const OpInfo &op : function.ops) {
    unsigned distance = StringRef(op.path).edit_distance(name, true, best);
    if (offers.empty() && !op.path.empty() && distance < best) {
      best = distance;
      hint = "; did you mean '" + op.path + "'?";
    }
  }
  return createStringError("no guarded op is called '" + name + "'" +
                           (hint.empty() ? " (--list-ops)" : hint));
}

static int parseForm(StringRef text) {
  return StringSwitch<int>(text)
      .Case("controller", -1)
      .Case("fused", NANGUARD_FORM_FUSED_BITS)
      .Case("finite", NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_FINITE)
      .Case("safe", NANGUARD_FORM_SAFE)
      .Case("unfused", NANGUARD_FORM_UNFUSED)
      .Default(-2);
}

Expected<TierSpec> nanguard::run::parseTiers(const FunctionInfo &function,
                                             StringRef text) {
  TierSpec spec;
  auto invalid = [&](const Twine &why) {
    return createStringError("--tiers=" + text + ": " + why);
  };
  bool hasDefault = false;
  for (StringRef part : split(text, ',')) {
    part = part.trim();
    auto [name, formText] = part.rsplit('=');
    bool isDefault = !part.contains('=');
    int form = parseForm(isDefault ? name : formText);
    if (form == -2)
      return invalid("unknown tier '" + (isDefault ? name : formText) +
                     "' (fused, finite, safe, unfused, controller)");
    if (isDefault) {
      if (hasDefault)
        return invalid("two tiers for all ops");
      hasDefault = true;
      spec.fallback = form;
      continue;
    }
    if (form < 0)
      return invalid("the controller chooses for all ops or for none");
    auto ids = resolveOps(function, name);
    if (!ids)
      return invalid(toString(ids.takeError()));
    bool known = (form & NANGUARD_TIER_FORM_MASK) <= NANGUARD_FORM_FUSED_BITS;
    for (int64_t id : *ids) {
      known |= is_contained(function.ops[id].variants, formText);
      spec.perOp.push_back({id, form});
    }
    if (!known)
      return invalid("'" + name + "' has no " + formText + " variant");
  }
  return spec;
}
