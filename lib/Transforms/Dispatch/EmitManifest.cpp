//===- EmitManifest.cpp - nanguard-emit-manifest --------------------------===//
//
// The manifest is a pure function of the guarded module: docs/contract.md has
// its form. Upstream ids come from the data flow through movers.
//
//===----------------------------------------------------------------------===//

#include "../Clusters/ValidRows.h"
#include "../Variants/WideTwins.h"

#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Support/WriteFile.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/abi.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <set>

namespace nanguard {
#define GEN_PASS_DEF_EMITMANIFESTPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

namespace {
/// Where a value comes from, seen through movers and unguarded ops.
struct Origins {
  std::set<int64_t> ops;
  std::set<int64_t> args;
};
} // namespace

static void collectOrigins(Value value, Origins &origins,
                           DenseSet<Value> &seen) {
  if (!seen.insert(value).second)
    return;
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    if (isa<func::FuncOp>(arg.getOwner()->getParentOp()))
      origins.args.insert(arg.getArgNumber());
    return;
  }
  Operation *op = value.getDefiningOp();
  if (auto dispatch = dyn_cast<DispatchOp>(op)) {
    origins.ops.insert(dispatch.getId());
    return;
  }
  for (Value operand : readValues(op))
    collectOrigins(operand, origins, seen);
}

static Origins originsOf(ValueRange values) {
  Origins origins;
  DenseSet<Value> seen;
  for (Value value : values)
    collectOrigins(value, origins, seen);
  return origins;
}

/// W of the unfused form's arithmetic.
static StringRef wideOf(Type element, unsigned most) {
  bool isNarrow = element.isF16() || element.getIntOrFloatBitWidth() == 8;
  return element.isF64() || (!isNarrow && most >= 64) ? "f64" : "f32";
}

static void writeOperand(llvm::json::OStream &json, unsigned index,
                         Value value) {
  Origins origins = originsOf(value);
  json.object([&] {
    json.attribute("name", llvm::formatv("operand{0}", index).str());
    json.attribute("type", print(value.getType()));
    json.attribute("op", origins.ops.size() == 1 ? *origins.ops.begin() : -1);
    json.attribute("arg",
                   origins.args.size() == 1 ? *origins.args.begin() : -1);
  });
}

/// "loss", "grad" or "loss_scale"; empty where the result has no such mark.
static StringRef signalOf(func::FuncOp func, unsigned result) {
  for (StringRef mark : kSignalAttrs)
    if (func.getResultAttr(result, mark))
      return mark.split('.').second;
  return "";
}

/// Ids of the ops that `dispatch` depends on.
static void collectUpstream(DispatchOp dispatch, ArrayRef<DispatchOp> ops,
                            std::set<int64_t> &ids) {
  for (int64_t id : originsOf(dispatch.getInputs()).ops)
    if (ids.insert(id).second)
      collectUpstream(ops[id], ops, ids);
}

/// Ids of the ops whose overflow is how a loss scaler finds its scale: they
/// lead to a gradient and not to the loss.
static std::set<int64_t> findLossScaled(func::FuncOp func,
                                        ArrayRef<DispatchOp> ops) {
  std::set<int64_t> toLoss, toGrad;
  bool hasLoss = false, hasScale = false;
  for (DispatchOp op : ops) {
    auto result = op->getAttrOfType<IntegerAttr>(kResultAttr);
    StringRef signal = result ? signalOf(func, result.getInt()) : "";
    hasLoss |= signal == "loss";
    hasScale |= signal == "loss_scale";
    if (signal == "loss")
      collectUpstream(op, ops, toLoss);
    else if (signal == "grad")
      collectUpstream(op, ops, toGrad);
  }
  if (!hasScale)
    return {};
  if (!hasLoss) {
    remark::missed(func.getLoc(),
                   remark::RemarkOpts::name("NoLoss").category("nanguard"))
        << remark::add(
               "'nanguard.loss_scale' without 'nanguard.loss': scaled "
               "gradients cannot be distinguished from the forward pass");
    return {};
  }
  std::set<int64_t> scaled;
  for (int64_t id : toGrad)
    if (!toLoss.count(id) && !isScanOnly(DispatchOp(ops[id]).getKind()))
      scaled.insert(id);
  return scaled;
}

/// What the steps of the unfused form compute, as its status counts them.
static SmallVector<StringRef> stepsOf(DispatchOp op) {
  if (op.getForms().size() <= NANGUARD_FORM_UNFUSED)
    return {};
  auto kernel = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, cast<SymbolRefAttr>(op.getForms()[NANGUARD_FORM_UNFUSED]));
  auto steps = kernel ? kernel->getAttrOfType<ArrayAttr>(kStepsAttr) : nullptr;
  if (!steps)
    return {};
  return llvm::to_vector(steps.getAsValueRange<StringAttr>());
}

/// Whether the unfused form clips: where marked, or by clip=type.
static bool hasClip(DispatchOp op) {
  if (op->hasAttr(kClipAttr))
    return true;
  if (op.getForms().size() <= NANGUARD_FORM_UNFUSED)
    return false;
  auto kernel = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, cast<SymbolRefAttr>(op.getForms()[NANGUARD_FORM_UNFUSED]));
  return kernel && !kernel.getOps<ClipOp>().empty();
}

static void writeOp(llvm::json::OStream &json, DispatchOp op, StringRef signal,
                    bool lossScaled, unsigned wide) {
  bool scanOnly = isScanOnly(op.getKind());
  Value subject = scanOnly ? op.getInputs().front() : Value();
  for (Value result : op.getResults())
    if (!subject && isFloatTensor(result.getType()))
      subject = result;
  if (!subject)
    subject = op.getResults().front();
  auto type = cast<RankedTensorType>(subject.getType());
  SourceName name = sourceNameOf(op.getLoc());
  json.object([&] {
    json.attribute("id", static_cast<int64_t>(op.getId()));
    json.attribute("kind", stringifyKind(op.getKind()));
    json.attribute("path", op.getOpName());
    json.attribute("file", name.file);
    json.attribute("line", name.line);
    json.attributeArray("members", [&] {
      for (const std::string &path : modulePathsOf(op.getLoc()))
        json.value(path);
    });
    json.attribute("dtype", print(type.getElementType()));
    json.attribute("wide", wideOf(type.getElementType(), wide));
    json.attributeArray("shape", [&] {
      for (int64_t extent : type.getShape())
        json.value(ShapedType::isDynamic(extent) ? -1 : extent);
    });
    json.attribute("elements",
                   type.hasStaticShape() ? type.getNumElements() : -1);
    json.attribute("risk", riskOfKind(op.getKind()));
    json.attributeArray("variants", [&] {
      size_t forms = scanOnly ? 0 : op.getForms().size();
      if (forms > 0)
        json.value("fused");
      if (forms > NANGUARD_FORM_SAFE)
        json.value("safe");
      if (forms > NANGUARD_FORM_UNFUSED)
        json.value("unfused");
    });
    if (op.getFiniteAttr())
      json.attribute("finite", true);
    json.attribute("kernel",
                   cast<FlatSymbolRefAttr>(op.getForms()[0]).getValue());
    json.attributeArray("steps", [&] {
      for (StringRef step : stepsOf(op))
        json.value(step);
    });
    ValueRange inputs = op.getInputs().drop_back(countScanInputs(op));
    Origins origins = originsOf(inputs);
    json.attributeArray("upstream", [&] {
      for (int64_t id : origins.ops)
        json.value(id);
    });
    json.attributeArray("args", [&] {
      for (int64_t arg : origins.args)
        json.value(arg);
    });
    json.attributeArray("operands", [&] {
      for (auto [i, input] : llvm::enumerate(inputs))
        writeOperand(json, i, input);
    });
    json.attributeArray("inner", [&] {
      auto kernel = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
          op, cast<FlatSymbolRefAttr>(op.getForms()[0]));
      for (Value value : innerValues(kernel.front()))
        json.object([&] {
          json.attribute("op", value.getDefiningOp()->getName().getStringRef());
          json.attribute("type", print(value.getType()));
        });
    });
    if (std::set<int64_t> readers = wideReaders(op); !readers.empty())
      json.attributeArray("wide_readers", [&] {
        for (int64_t id : readers)
          json.value(id);
      });
    json.attribute("clip", hasClip(op));
    json.attribute("expect_inf", op.getExpectInf());
    if (lossScaled)
      json.attribute("loss_scaled", true);
    if (!signal.empty()) {
      json.attribute("signal", signal);
      json.attribute("result",
                     op->getAttrOfType<IntegerAttr>(kResultAttr).getInt());
    }
  });
}

/// Whether a result that is kept from step to step goes back to argument `arg`:
/// to the one that the mark names, else to that of its type.
static bool isCommittedTo(func::FuncOp func, unsigned arg) {
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i) {
    Attribute mark = func.getResultAttr(i, kCommitAttr);
    auto number = dyn_cast_or_null<IntegerAttr>(mark);
    if (number
            ? number.getInt() == arg
            : mark && func.getResultTypes()[i] == func.getArgumentTypes()[arg])
      return true;
  }
  return false;
}

/// Types and marks of the function as it was before guarding.
static void writeSignature(llvm::json::OStream &json, func::FuncOp func) {
  json.attributeArray("args", [&] {
    for (unsigned i = 0, e = func.getNumArguments() - 1; i < e; ++i)
      json.object([&] {
        json.attribute("index", i);
        json.attribute("type", print(func.getArgumentTypes()[i]));
        json.attribute("path", sourceNameOf(func.getArgument(i).getLoc()).path);
        auto is = [&](StringRef mark) {
          return func.getArgAttr(i, mark) != nullptr;
        };
        json.attribute("kv_cache", is(kKvCacheAttr));
        if (is(kCarryAttr) || isCommittedTo(func, i))
          json.attribute("carry", true);
        if (is(kPeerAttr))
          json.attribute("peer", true);
      });
  });
  json.attributeArray("results", [&] {
    for (unsigned i = 0, e = func.getNumResults() - 1; i < e; ++i)
      json.object([&] {
        json.attribute("index", i);
        json.attribute("type", print(func.getResultTypes()[i]));
        json.attribute("commit", func.getResultAttr(i, kCommitAttr) != nullptr);
      });
  });
}

static SmallVector<DispatchOp> dispatchesOf(func::FuncOp func) {
  return SmallVector<DispatchOp>(func.getOps<DispatchOp>());
}

static bool isUnguardedOfNote(Operation &op) {
  return !isa<DispatchOp>(op) && !op.hasTrait<OpTrait::IsTerminator>() &&
         !op.hasTrait<OpTrait::ConstantLike>();
}

static void writeManifest(llvm::json::OStream &json, ModuleOp module,
                          unsigned wide) {
  json.object([&] {
    json.attribute("abi", NANGUARD_ABI_VERSION);
    json.attribute("columns", NANGUARD_REPORT_COLUMNS);
    json.attributeArray("functions", [&] {
      for (auto func : module.getOps<func::FuncOp>()) {
        SmallVector<DispatchOp> ops = dispatchesOf(func);
        if (ops.empty())
          continue;
        json.object([&] {
          json.attribute("name", func.getSymName());
          writeSignature(json, func);
          if (auto batch = func->getAttrOfType<DenseI64ArrayAttr>(kBatchAttr))
            json.attributeObject("batch", [&] {
              json.attribute("arg", batch[0]);
              json.attribute("dim", batch[1]);
            });
          json.attributeArray("ops", [&] {
            std::set<int64_t> lossScaled = findLossScaled(func, ops);
            for (DispatchOp op : ops) {
              auto result = op->getAttrOfType<IntegerAttr>(kResultAttr);
              writeOp(json, op, result ? signalOf(func, result.getInt()) : "",
                      lossScaled.count(op.getId()), wide);
            }
          });
        });
      }
    });
    json.attributeArray("unguarded", [&] {
      for (auto func : module.getOps<func::FuncOp>()) {
        if (dispatchesOf(func).empty())
          continue;
        for (Operation &op : func.getBody().front()) {
          if (!isUnguardedOfNote(op))
            continue;
          SourceName name = sourceNameOf(op.getLoc());
          json.object([&] {
            json.attribute("op", op.getName().getStringRef());
            json.attribute("file", name.file);
            json.attribute("line", name.line);
            json.attribute("why", op.hasAttr(kHarmlessAttr)
                                      ? "harmless"
                                      : nameOf(classify(&op)));
          });
        }
      }
    });
  });
}

/// "fused safe unfused", or what an entry has instead of variants.
static std::string describeForms(DispatchOp op) {
  if (isScanOnly(op.getKind()))
    return "scanned";
  std::string text = "fused";
  if (op.getForms().size() > NANGUARD_FORM_SAFE)
    text += " safe";
  if (op.getForms().size() > NANGUARD_FORM_UNFUSED)
    text += " unfused";
  return text;
}

/// "model.py:12", "" where the file is unknown.
static std::string describePlace(const SourceName &name) {
  if (name.file.empty())
    return "";
  return llvm::formatv("{0}:{1}", name.file, name.line);
}

/// The report's word for an op without a dispatch.
static std::string describeUnguarded(Operation *op) {
  if (op->hasAttr(kHarmlessAttr))
    return "proven harmless";
  OpClass opClass = classify(op);
  if (opClass == OpClass::Mover)
    return "mover";
  if (opClass == OpClass::Harmless)
    return "proven harmless";
  if (isProducer(opClass))
    return ("not understood (" + nameOf(opClass) + ")").str();
  return "not understood";
}

/// One row an op, guarded or not, and the sum of each sort.
static void writeTable(raw_ostream &os, func::FuncOp func) {
  constexpr const char *row = "{0,5} {1,-20} {2,-24} {3}\n";
  os << "guard report of @" << func.getSymName() << "\n"
     << llvm::formatv(row, "id", "guarded how", "op", "module path, place");
  std::map<std::string, unsigned> sums;
  auto add = [&](Twine id, const std::string &how, Twine op, StringRef path,
                 Location loc) {
    SourceName name = sourceNameOf(loc);
    std::string where = (path.empty() ? StringRef(name.path) : path).str();
    std::string place = describePlace(name);
    if (!where.empty() && !place.empty())
      where += " ";
    std::string line =
        llvm::formatv(row, id.str(), how, op.str(), where + place);
    os << StringRef(line).rtrim() << "\n";
  };
  llvm::StringMap<unsigned> named;
  for (DispatchOp op : dispatchesOf(func))
    ++named[op.getOpName()];
  for (DispatchOp op : dispatchesOf(func)) {
    // As nanguard-run has it: with the id where ops share a module.
    StringRef path = op.getOpName();
    std::string label =
        path.empty() ? stringifyKind(op.getKind()).str() : path.str();
    if (path.empty() || named[path] > 1)
      label += "#" + std::to_string(op.getId());
    add(Twine(op.getId()), describeForms(op), stringifyKind(op.getKind()),
        label, op.getLoc());
    ++sums["guarded"];
  }
  for (Block &block : func.getBody())
    for (Operation &op : block)
      if (isUnguardedOfNote(op)) {
        std::string how = describeUnguarded(&op);
        add("-", how, op.getName().getStringRef(), "", op.getLoc());
        ++sums[StringRef(how).starts_with("not") ? "not understood" : how];
      }
  os << llvm::formatv("{0} guarded, {1} mover, {2} proven harmless, {3} not "
                      "understood\n",
                      sums["guarded"], sums["mover"], sums["proven harmless"],
                      sums["not understood"]);
}

static void writeTables(raw_ostream &os, ModuleOp module) {
  for (auto func : module.getOps<func::FuncOp>())
    if (func.isPublic() && !func.isExternal())
      writeTable(os, func);
}

namespace {
struct EmitManifestPass
    : nanguard::impl::EmitManifestPassBase<EmitManifestPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool guarded = false;
    module->walk([&](DispatchOp) { guarded = true; });
    if (!guarded)
      remark::missed(
          module.getLoc(),
          remark::RemarkOpts::name("NotGuarded").category("nanguard"))
          << remark::add("nothing to guard: no float arguments, no producers");
    std::string text;
    {
      llvm::raw_string_ostream os(text);
      llvm::json::OStream json(os);
      writeManifest(json, module, wide);
    }
    if (guarded)
      module->setAttr(kManifestAttr, StringAttr::get(&getContext(), text));
    if (!output.empty() && failed(write(output, text + "\n")))
      return signalPassFailure();
    std::string table;
    llvm::raw_string_ostream os(table);
    if (!report.empty())
      writeTables(os, module);
    if (!report.empty() && failed(write(report, table)))
      return signalPassFailure();
  }

private:
  LogicalResult write(StringRef path, StringRef text) {
    if (path == "-") // standard output is the module's
      llvm::errs() << text;
    else if (llvm::Error error = writeFileAtomically(path, text))
      return emitError(getOperation().getLoc())
             << llvm::toString(std::move(error));
    return success();
  }
};
} // namespace
