//===- EmitManifest.cpp - nanguard-emit-manifest --------------------------===//
//
// The manifest is a pure function of the guarded module: docs/contract.md has
// its form. Upstream ids come from the data flow through movers.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/abi.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ToolOutputFile.h"

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
  llvm::SetVector<Value> operands(llvm::from_range, op->getOperands());
  getUsedValuesDefinedAbove(op->getRegions(), operands);
  for (Value operand : operands)
    collectOrigins(operand, origins, seen);
}

static Origins originsOf(ValueRange values) {
  Origins origins;
  DenseSet<Value> seen;
  for (Value value : values)
    collectOrigins(value, origins, seen);
  return origins;
}

/// W of the safe arithmetic: f32 for f16, f64 else.
static StringRef wideOf(Type element) {
  return element.isF16() ? "f32" : "f64";
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

static void writeOp(llvm::json::OStream &json, DispatchOp op) {
  bool entry = op.getKind() == Kind::Entry;
  Value subject = entry ? op.getInputs().front() : Value();
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
    json.attribute("wide", wideOf(type.getElementType()));
    json.attributeArray("shape", [&] {
      for (int64_t extent : type.getShape())
        json.value(ShapedType::isDynamic(extent) ? -1 : extent);
    });
    json.attribute("elements",
                   type.hasStaticShape() ? type.getNumElements() : -1);
    json.attribute("risk", riskOfKind(op.getKind()));
    json.attributeArray("variants", [&] {
      size_t forms = entry ? 0 : op.getForms().size();
      if (forms > 0)
        json.value("fused");
      if (forms > NANGUARD_FORM_SAFE)
        json.value("safe");
      if (forms > NANGUARD_FORM_UNFUSED)
        json.value("unfused");
    });
    json.attribute("kernel",
                   cast<FlatSymbolRefAttr>(op.getForms()[0]).getValue());
    Origins origins = originsOf(op.getInputs());
    json.attributeArray("upstream", [&] {
      for (int64_t id : origins.ops)
        json.value(id);
    });
    json.attributeArray("args", [&] {
      for (int64_t arg : origins.args)
        json.value(arg);
    });
    json.attributeArray("operands", [&] {
      for (auto [i, input] : llvm::enumerate(op.getInputs()))
        writeOperand(json, i, input);
    });
    json.attribute("clip", op->hasAttr(kClipAttr));
    json.attribute("expect_inf", op.getExpectInf());
  });
}

/// Types and marks of the function as it was before guarding.
static void writeSignature(llvm::json::OStream &json, func::FuncOp func) {
  json.attributeArray("args", [&] {
    for (unsigned i = 0, e = func.getNumArguments() - 1; i < e; ++i)
      json.object([&] {
        json.attribute("index", i);
        json.attribute("type", print(func.getArgumentTypes()[i]));
        json.attribute("path", sourceNameOf(func.getArgument(i).getLoc()).path);
        json.attribute("kv_cache", func.getArgAttr(i, kKvCacheAttr) != nullptr);
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

static void writeManifest(llvm::json::OStream &json, ModuleOp module) {
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
          json.attributeArray("ops", [&] {
            for (DispatchOp op : ops)
              writeOp(json, op);
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
            json.attribute("why", nameOf(classify(&op)));
          });
        }
      }
    });
  });
}

/// One row a guarded op, then a count for each way of not being guarded.
static void writeTable(raw_ostream &os, ModuleOp module) {
  for (auto func : module.getOps<func::FuncOp>()) {
    SmallVector<DispatchOp> ops = dispatchesOf(func);
    if (ops.empty())
      continue;
    os << "guard report of @" << func.getSymName() << "\n";
    os << llvm::formatv("{0,5} {1,-12} {2,-8} {3,-24} {4}\n", "id", "kind",
                        "forms", "kernel", "module path");
    for (DispatchOp op : ops) {
      SourceName name = sourceNameOf(op.getLoc());
      std::string where = op.getOpName().str();
      if (!name.file.empty())
        where += llvm::formatv(" {0}:{1}", name.file, name.line).str();
      os << llvm::formatv("{0,5} {1,-12} {2,-8} {3,-24} {4}\n", op.getId(),
                          stringifyKind(op.getKind()), op.getForms().size(),
                          cast<FlatSymbolRefAttr>(op.getForms()[0]).getValue(),
                          where);
    }
    std::map<std::pair<std::string, std::string>, unsigned> rest;
    for (Operation &op : func.getBody().front())
      if (isUnguardedOfNote(op))
        ++rest[{nameOf(classify(&op)).str(),
                op.getName().getStringRef().str()}];
    os << "not guarded:\n";
    for (auto &[key, count] : rest) {
      StringRef why = key.first == "mover"      ? "mover"
                      : key.first == "harmless" ? "proven harmless"
                                                : "not understood";
      os << llvm::formatv("{0,5} {1,-16} {2}\n", count, why, key.second);
    }
  }
}

namespace {
struct EmitManifestPass
    : nanguard::impl::EmitManifestPassBase<EmitManifestPass> {
  using Base::Base;

  void runOnOperation() override {
    bool guarded = false;
    getOperation()->walk([&](DispatchOp) { guarded = true; });
    if (!guarded) {
      remark::missed(
          getOperation().getLoc(),
          remark::RemarkOpts::name("NotGuarded").category("nanguard"))
          << remark::add("nothing to guard: no float arguments, no producers");
      return;
    }
    std::string text;
    {
      llvm::raw_string_ostream os(text);
      llvm::json::OStream json(os);
      writeManifest(json, getOperation());
    }
    getOperation()->setAttr(kManifestAttr,
                            StringAttr::get(&getContext(), text));
    if (!output.empty() &&
        failed(write(output, [&](raw_ostream &os) { os << text << "\n"; })))
      return signalPassFailure();
    if (report == "-")
      writeTable(llvm::errs(), getOperation());
    else if (!report.empty() && failed(write(report, [&](raw_ostream &os) {
               writeTable(os, getOperation());
             })))
      return signalPassFailure();
  }

private:
  /// Writes to a temporary beside `path` and renames it.
  LogicalResult write(StringRef path,
                      llvm::function_ref<void(raw_ostream &)> fn) {
    llvm::Error error = llvm::writeToOutput(path, [&](raw_ostream &os) {
      fn(os);
      return llvm::Error::success();
    });
    if (!error)
      return success();
    getOperation().emitError("cannot write '")
        << path << "': " << llvm::toString(std::move(error));
    return failure();
  }
};
} // namespace
