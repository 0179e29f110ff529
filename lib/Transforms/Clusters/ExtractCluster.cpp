//===- ExtractCluster.cpp - nanguard-extract-cluster ----------------------===//
//
// A fault that is to be studied alone: the cluster as a model of its own, and
// the step cut off where the cluster begins, to see what it read.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/abi.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

namespace nanguard {
#define GEN_PASS_DEF_EXTRACTCLUSTERPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

/// A destination that only says how large the result is.
static bool isShapeOnly(Value init) {
  auto empty = init.getDefiningOp<tensor::EmptyOp>();
  return empty && empty.getDynamicSizes().empty();
}

/// Everything that decides what the dispatch computes, its tier apart.
static SmallVector<Value> valuesRead(DispatchOp op) {
  SmallVector<Value> values(op.getInputs());
  llvm::copy_if(op.getOwnInits(), std::back_inserter(values),
                [](Value init) { return !isShapeOnly(init); });
  return values;
}

/// The function returns `values`; what only its results needed goes.
static void returnOnly(func::FuncOp func, ArrayRef<Value> values) {
  Block &block = func.front();
  block.getTerminator()->setOperands(values);
  func.setType(FunctionType::get(func.getContext(), func.getArgumentTypes(),
                                 ValueRange(values).getTypes()));
  func.removeResAttrsAttr();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

/// @name(values…, tiers: 1) -> (results…, report: 1 row): the dispatch alone.
static void wrap(func::FuncOp func, DispatchOp op, ArrayRef<Value> values) {
  MLIRContext *context = func.getContext();
  SmallVector<Type> inputs(ValueRange(values).getTypes());
  inputs.push_back(RankedTensorType::get({1}, IntegerType::get(context, 8)));
  auto reportType = RankedTensorType::get({1, NANGUARD_REPORT_COLUMNS},
                                          IntegerType::get(context, 64));
  SmallVector<Type> results(op.getOwnResults().getTypes());
  results.push_back(reportType);
  OpBuilder outside(func);
  auto alone =
      func::FuncOp::create(outside, op.getLoc(), func.getSymName(),
                           FunctionType::get(context, inputs, results));
  Block *block = alone.addEntryBlock();
  ImplicitLocOpBuilder b =
      ImplicitLocOpBuilder::atBlockBegin(op.getLoc(), block);
  IRMapping mapping;
  for (auto [value, arg] : llvm::zip(values, block->getArguments())) {
    mapping.map(value, arg);
    arg.setLoc(value.getLoc());
  }
  for (Value init : op.getOwnInits())
    if (isShapeOnly(init))
      b.clone(*init.getDefiningOp(), mapping);
  ArrayRef<int64_t> wide = op.getWideResults().value_or(ArrayRef<int64_t>());
  for (auto [result, twin] :
       llvm::zip(wide, op.getInits().take_back(wide.size())))
    mapping.map(
        twin, tensor::EmptyOp::create(
                  b,
                  tensor::getMixedSizes(b, b.getLoc(),
                                        mapping.lookup(op.getInits()[result])),
                  getElementTypeOrSelf(twin.getType()))
                  .getResult());
  Value zero = arith::ConstantOp::create(b, b.getI64IntegerAttr(0));
  Value empty =
      tensor::EmptyOp::create(b, reportType.getShape(), b.getI64Type());
  mapping.map(op.getReport(),
              linalg::FillOp::create(b, zero, empty).getResult(0));
  mapping.map(op.getTiers(), block->getArguments().back());
  auto clone = cast<DispatchOp>(b.clone(*op, mapping));
  clone.setId(0);
  clone.getNewReport().setType(reportType);
  SmallVector<Value> returned(clone.getOwnResults());
  returned.push_back(clone.getNewReport());
  func::ReturnOp::create(b, returned);
}

/// Functions that nothing calls any more.
static void eraseUncalled(ModuleOp module, StringRef kept) {
  for (bool changed = true; changed;) {
    changed = false;
    SymbolTable symbols(module);
    for (auto func : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (func.getSymName() != kept &&
          SymbolTable::symbolKnownUseEmpty(func, module)) {
        func.erase();
        changed = true;
      }
  }
}

namespace {
struct ExtractClusterPass
    : nanguard::impl::ExtractClusterPassBase<ExtractClusterPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto func = module.lookupSymbol<func::FuncOp>(function);
    if (!func || func.isExternal()) {
      emitError(shortLocOf(module), "no function '") << function << "'";
      return signalPassFailure();
    }
    auto ops = func.getOps<DispatchOp>();
    auto found = llvm::find_if(ops, [&](DispatchOp op) {
      return op.getId() == id && !isScanOnly(op.getKind());
    });
    if (found == ops.end()) {
      emitError(func.getLoc(), "no guarded op ")
          << id.getValue() << " that could stand alone";
      return signalPassFailure();
    }
    DispatchOp op = *found;
    SmallVector<Value> values = valuesRead(op);
    if (operands) {
      returnOnly(func, values);
    } else {
      wrap(func, op, values);
      func.erase();
    }
    module->removeAttr(kManifestAttr);
    eraseUncalled(module, function);
  }
};
} // namespace
