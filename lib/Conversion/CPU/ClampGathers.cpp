//===- ClampGathers.cpp - nanguard-clamp-gathers --------------------------===//
//
// Exporters guard each gather by a cf.assert. A guarded model never aborts, so
// the assert goes and the index is held inside the tensor.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/CPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace nanguard {
#define GEN_PASS_DEF_CLAMPGATHERSPASS
#include "nanguard/Conversion/CPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

namespace {
/// An index that the model computed from data, not from the loop's position.
bool isDataDependent(Value index) {
  Operation *def = index.getDefiningOp();
  return def && !isa<linalg::IndexOp, arith::ConstantOp>(def);
}

void clampIndices(OpBuilder &builder, tensor::ExtractOp op) {
  builder.setInsertionPoint(op);
  Location loc = op.getLoc();
  for (auto [i, operand] : llvm::enumerate(op.getIndicesMutable())) {
    Value index = operand.get();
    if (!isDataDependent(index))
      continue;
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value dim = tensor::DimOp::create(builder, loc, op.getTensor(), i);
    Value last = arith::SubIOp::create(builder, loc, dim, one);
    Value low = arith::MaxSIOp::create(builder, loc, index, zero);
    operand.set(arith::MinSIOp::create(builder, loc, low, last));
  }
}

struct ClampGathersPass
    : nanguard::impl::ClampGathersPassBase<ClampGathersPass> {
  using Base::Base;

  void runOnOperation() override {
    OpBuilder builder(&getContext());
    getOperation()->walk([&](Operation *op) {
      if (auto extract = dyn_cast<tensor::ExtractOp>(op))
        clampIndices(builder, extract);
      else if (isa<cf::AssertOp>(op))
        op->erase();
    });
  }
};
} // namespace
