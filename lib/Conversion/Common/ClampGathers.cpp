//===- ClampGathers.cpp - nanguard-clamp-gathers --------------------------===//
//
// Exporters guard each gather by a cf.assert. No value stops a guarded model,
// so the assert goes and the index is held inside the tensor.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Conversion/Common/Passes.h"
#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace nanguard {
#define GEN_PASS_DEF_CLAMPGATHERSPASS
#include "nanguard/Conversion/Common/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

namespace {
void clampIndices(OpBuilder &builder, tensor::ExtractOp op) {
  builder.setInsertionPoint(op);
  Location loc = op.getLoc();
  for (auto [i, operand] : llvm::enumerate(op.getIndicesMutable())) {
    Value index = operand.get();
    if (!isDataDependentIndex(index))
      continue;
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value dim = tensor::DimOp::create(builder, loc, op.getTensor(), i);
    Value last = arith::SubIOp::create(builder, loc, dim, one);
    Value low = arith::MaxSIOp::create(builder, loc, index, zero);
    operand.set(arith::MinSIOp::create(builder, loc, low, last));
  }
}

/// An assertion that the data decide, not the shapes: no reason to stop.
bool isAboutData(cf::AssertOp op) {
  if (op->hasAttr(kShapeAttr))
    return false;
  if (op->getParentOfType<linalg::LinalgOp>())
    return true;
  SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.filter = [](Operation *def) { return !isa<tensor::DimOp>(def); };
  options.inclusive = true;
  (void)getBackwardSlice(op.getArg(), &slice, options);
  return llvm::any_of(slice, llvm::IsaPred<tensor::ExtractOp>);
}

struct ClampGathersPass
    : nanguard::impl::ClampGathersPassBase<ClampGathersPass> {
  using Base::Base;

  void runOnOperation() override {
    OpBuilder builder(&getContext());
    getOperation()->walk([&](Operation *op) {
      if (auto extract = dyn_cast<tensor::ExtractOp>(op))
        clampIndices(builder, extract);
      else if (auto assertion = dyn_cast<cf::AssertOp>(op);
               assertion && isAboutData(assertion))
        op->erase();
    });
  }
};
} // namespace
