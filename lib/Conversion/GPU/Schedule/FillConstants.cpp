//===- FillConstants.cpp - nanguard-fill-constants ------------------------===//
//
// Splat constants of tensors, as accumulators start from, become fills.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/GPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace nanguard {
#define GEN_PASS_DEF_FILLCONSTANTSPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

namespace {
struct FillConstantsPass
    : nanguard::impl::FillConstantsPassBase<FillConstantsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<arith::ConstantOp> constants;
    getOperation().walk([&](arith::ConstantOp op) {
      if (isa<SplatElementsAttr>(op.getValue()) &&
          isa<RankedTensorType>(op.getType()))
        constants.push_back(op);
    });
    for (arith::ConstantOp op : constants) {
      OpBuilder builder(op);
      Location loc = op.getLoc();
      auto type = cast<RankedTensorType>(op.getType());
      auto splat = cast<SplatElementsAttr>(op.getValue());
      Value scalar = arith::ConstantOp::create(
          builder, loc, cast<TypedAttr>(splat.getSplatValue<Attribute>()));
      Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                            type.getElementType());
      Value fill =
          linalg::FillOp::create(builder, loc, scalar, empty).getResult(0);
      op.replaceAllUsesWith(fill);
      op.erase();
    }
  }
};
} // namespace
