//===- Manifest.cpp - Manifests from JSON ---------------------------------===//
//
// Reads and checks; each error carries the path of the value at fault.
//
//===----------------------------------------------------------------------===//

#include "Manifest.h"

#include "Json.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

using namespace nanguard;
using nlohmann::json;

namespace {

struct ManifestError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] void reject(const std::string &where, const std::string &what) {
  throw ManifestError("manifest: " + where + ": " + what);
}

/// A JSON value and its path, for messages.
struct Node {
  const json &value;
  std::string path;

  const json *find(const char *key) const {
    if (!value.is_object())
      reject(path, "expected an object");
    auto it = value.find(key);
    return it == value.end() || it->is_null() ? nullptr : &*it;
  }
  std::string at(const char *key) const { return path + "." + key; }

  std::string string(const char *key, bool needed = false) const {
    const json *v = find(key);
    if (!v && !needed)
      return "";
    if (!v || !v->is_string())
      reject(at(key), v ? "expected a string" : "missing");
    return v->get<std::string>();
  }
  int64_t integer(const char *key, int64_t otherwise) const {
    const json *v = find(key);
    if (!v)
      return otherwise;
    if (!v->is_number_integer())
      reject(at(key), "expected an integer");
    return v->get<int64_t>();
  }
  bool flag(const char *key) const {
    const json *v = find(key);
    if (v && !v->is_boolean())
      reject(at(key), "expected true or false");
    return v && v->get<bool>();
  }
  const json &array(const char *key) const {
    static const json empty = json::array();
    const json *v = find(key);
    if (!v)
      return empty;
    if (!v->is_array())
      reject(at(key), "expected an array");
    return *v;
  }
};

std::string element(const std::string &path, size_t i) {
  return path + "[" + std::to_string(i) + "]";
}

struct FloatType {
  const char *name;
  int64_t infBits;
  unsigned mantissaBits;
  double maxFinite;
  bool hasInfinity = true;
};
const FloatType kFloatTypes[] = {
    {"f16", 0x7C00, 10, 65504.0},
    {"bf16", 0x7F80, 7, 0x1.FEp127},
    {"f32", 0x7F800000, 23, 0x1.FFFFFEp127},
    {"f64", 0x7FF0000000000000, 52, 0x1.FFFFFFFFFFFFFp1023},
    // Of a format without infinities the pattern behind the largest number.
    {"f8E5M2", 0x7C, 2, 57344},
    {"f8E4M3", 0x78, 3, 240},
    {"f8E3M4", 0x70, 4, 15.5},
    {"f8E4M3FN", 0x7F, 3, 448, false},
    {"f8E5M2FNUZ", 0x80, 2, 57344, false},
    {"f8E4M3FNUZ", 0x80, 3, 240, false},
    {"f8E4M3B11FNUZ", 0x80, 3, 30, false},
};

/// FNV-1a, 64 bits.
struct Hash {
  uint64_t value = 0xcbf29ce484222325;

  void add(const std::string &text) {
    for (unsigned char c : text + '\n')
      value = (value ^ c) * 0x100000001b3;
  }
};

SignalKind readSignal(const Node &node) {
  std::string signal = node.string("signal", /*needed=*/true);
  if (signal == "loss")
    return SignalKind::Loss;
  if (signal == "grad")
    return SignalKind::Grad;
  if (signal == "loss_scale")
    return SignalKind::LossScale;
  reject(node.at("signal"), "unknown signal \"" + signal + "\"");
}

OpDesc readOp(const Node &node, size_t index) {
  OpDesc op;
  if (node.integer("id", -1) != static_cast<int64_t>(index))
    reject(node.at("id"), "expected " + std::to_string(index) +
                              " (ids count from 0 in order)");
  op.kind = node.string("kind", /*needed=*/true);
  op.entry = op.kind == "entry";
  op.path = node.string("path");
  op.file = node.string("file");
  op.line = node.integer("line", 0);
  op.elements = node.integer("elements", -1);
  int64_t risk = node.integer("risk", 0);
  if (risk < 0 || risk > 2)
    reject(node.at("risk"), "expected 0, 1 or 2");
  op.risk = static_cast<uint8_t>(risk);
  op.clip = node.flag("clip");
  op.expectMinusInf = node.flag("expect_inf");
  op.finite = node.flag("finite");
  op.lossScaled = node.flag("loss_scaled");
  if (op.kind == "signal")
    op.signal = readSignal(node);
  for (const json &step : node.array("steps"))
    op.steps.push_back(step.is_string() ? step.get<std::string>() : "");
  op.mayPole = hasPoles(op.kind);
  std::string dtype = node.string("dtype", /*needed=*/true);
  if (!setElementType(op, dtype))
    reject(node.at("dtype"), "unknown type \"" + dtype + "\"");
  const json &shape = node.array("shape");
  if (!shape.empty() && shape.back().is_number_integer())
    op.channels = std::max<int64_t>(1, shape.back().get<int64_t>());
  for (const json &variant : node.array("variants")) {
    if (op.entry || op.signal != SignalKind::None)
      break; // nothing to choose from, whatever is listed
    if (variant == "safe")
      op.maxStage = std::max<uint8_t>(op.maxStage, 1);
    else if (variant == "unfused")
      op.maxStage = 2;
    else if (variant != "fused")
      reject(node.at("variants"), "unknown variant " + variant.dump());
  }
  return op;
}

const json &pickFunction(const Node &root, const std::string &function,
                         std::string &path) {
  const json &functions = root.array("functions");
  if (functions.empty())
    reject("functions", "missing or empty");
  if (function.empty() && functions.size() > 1)
    reject("functions", "holds " + std::to_string(functions.size()) +
                            " functions: name one");
  std::string names;
  for (size_t i = 0; i < functions.size(); ++i) {
    path = element("functions", i);
    std::string name = Node{functions[i], path}.string("name", true);
    if (function.empty() || name == function)
      return functions[i];
    names += (i ? ", " : "") + name;
  }
  reject("functions", "no function \"" + function + "\"; known: " + names);
}

void read(const json &document, const std::string &function, Model &model) {
  Node root{document, "(root)"};
  if (int64_t abi = root.integer("abi", -1); abi != NANGUARD_ABI_VERSION)
    reject("abi", "is " + (abi < 0 ? "missing" : std::to_string(abi)) +
                      ", this runtime speaks " +
                      std::to_string(NANGUARD_ABI_VERSION) +
                      ": rebuild the model or the runtime");
  if (root.integer("columns", -1) != NANGUARD_REPORT_COLUMNS)
    reject("columns", "expected " + std::to_string(NANGUARD_REPORT_COLUMNS));

  std::string path;
  const json &picked = pickFunction(root, function, path);
  Node main{picked, path};
  model.function = main.string("name", true);

  const json &ops = main.array("ops");
  std::unordered_map<int64_t, uint32_t> entryOfArg;
  for (size_t i = 0; i < ops.size(); ++i) {
    Node node{ops[i], element(main.at("ops"), i)};
    model.ops.push_back(readOp(node, i));
    if (!model.ops.back().entry)
      continue;
    for (const json &arg : node.array("args"))
      if (arg.is_number_integer())
        entryOfArg[arg.get<int64_t>()] = static_cast<uint32_t>(i);
  }

  for (size_t i = 0; i < ops.size(); ++i) {
    Node node{ops[i], element(main.at("ops"), i)};
    OpDesc &op = model.ops[i];
    for (const json &id : node.array("upstream")) {
      if (!id.is_number_integer() || id.get<int64_t>() < 0 ||
          id.get<int64_t>() >= static_cast<int64_t>(ops.size()))
        reject(node.at("upstream"), "no op " + id.dump());
      op.inputs.push_back(id.get<uint32_t>());
    }
    for (const json &id : node.array("wide_readers")) {
      // In the order in which they run, a reader comes behind its maker.
      if (!id.is_number_integer() ||
          id.get<int64_t>() <= static_cast<int64_t>(i) ||
          id.get<int64_t>() >= static_cast<int64_t>(ops.size()) ||
          model.ops[id.get<size_t>()].maxStage == 0)
        reject(node.at("wide_readers"),
               "no later op with a safe form: " + id.dump());
      op.wideReaders.push_back(id.get<uint32_t>());
    }
    for (const json &arg : node.array("args")) {
      if (!arg.is_number_integer())
        reject(node.at("args"), "expected integers");
      auto entry = entryOfArg.find(arg.get<int64_t>());
      // An argument without an entry (an integer, say) is never bad.
      if (entry != entryOfArg.end() && entry->second != i)
        op.inputs.push_back(entry->second);
    }
  }

  const json &args = main.array("args");
  for (size_t i = 0; i < args.size(); ++i) {
    Node node{args[i], element(main.at("args"), i)};
    auto entry = entryOfArg.find(node.integer("index", -1));
    if (entry == entryOfArg.end())
      continue;
    OpDesc &op = model.ops[entry->second];
    op.carried = node.flag("kv_cache") || node.flag("carry");
    op.peer = node.flag("peer");
    if (op.path.empty())
      op.path = node.string("path");
  }
  model.finish();
}

} // namespace

bool nanguard::setElementType(OpDesc &op, const std::string &name) {
  op.dtypeName = name;
  for (const FloatType &type : kFloatTypes)
    if (name == type.name) {
      op.infBits = type.infBits;
      op.mantissaBits = type.mantissaBits;
      op.maxFinite = type.maxFinite;
      op.hasInfinity = type.hasInfinity;
      return true;
    }
  return name == "index" ||
         (name.size() > 1 && (name[0] == 'i' || name[0] == 'u') &&
          name.find_first_not_of("0123456789si") == std::string::npos);
}

bool nanguard::hasPoles(const std::string &kind) {
  for (const char *tame : {"attention", "softmax", "log_softmax", "logsumexp",
                           "norm", "matmul", "conv", "kv_write", "entry"})
    if (kind == tame)
      return false;
  return true;
}

void Model::finish() {
  Hash whole;
  whole.add(function);
  std::unordered_map<std::string, unsigned> twins;
  for (uint32_t i = 0; i < ops.size(); ++i) {
    OpDesc &op = ops[i];
    for (const std::string &part :
         {op.kind, op.path, op.dtypeName, std::to_string(op.elements)})
      whole.add(part);
    Hash name;
    name.add(op.kind);
    name.add(op.path);
    name.add(std::to_string(twins[op.kind + '\n' + op.path]++));
    op.nameHash = name.value;
    bool signal = op.signal != SignalKind::None;
    hot.push_back({op.infBits, static_cast<uint8_t>(op.mantissaBits), signal});
    anyFinite |= op.finite;
    anyWide |= !op.wideReaders.empty();
    if (signal)
      signals.push_back(i);
    auto [place, isNew] = idOfPath.emplace(op.path, i);
    if (!isNew)
      place->second = kShared;
  }
  hash = whole.value;
}

bool nanguard::parseManifest(const std::string &text,
                             const std::string &function, Model &model,
                             std::string &error) {
  try {
    read(parseJson(text), function, model);
    return true;
  } catch (const json::exception &e) {
    error = std::string("manifest is not JSON: ") + e.what();
  } catch (const ManifestError &e) {
    error = e.what();
  }
  return false;
}
