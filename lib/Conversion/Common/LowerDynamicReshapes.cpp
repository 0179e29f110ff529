//===- LowerDynamicReshapes.cpp - nanguard-lower-dynamic-reshapes ---------===//
//
// memref-expand-strided-metadata derives the one unknown extent of a group from
// the source's and crashes where a group has two: `view(batch, seq, …)` of a
// model with both dynamic. The extents stand on the op; the strides follow.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/Common/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace nanguard {
#define GEN_PASS_DEF_LOWERDYNAMICRESHAPESPASS
#include "nanguard/Conversion/Common/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// Whether some group of `op` has more than one extent of run time.
static bool hasSeveralUnknown(memref::ExpandShapeOp op) {
  return llvm::any_of(op.getReassociationIndices(), [&](auto &group) {
    return llvm::count_if(group, [&](int64_t dim) {
             return op.getResultType().isDynamicDim(dim);
           }) > 1;
  });
}

/// Within a group the innermost dimension has the source's stride, each other
/// that of its neighbour times the neighbour's extent.
static void lowerExpand(memref::ExpandShapeOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  MemRefType type = op.getResultType();
  auto [known, knownOffset] = type.getStridesAndOffset();
  auto source = memref::ExtractStridedMetadataOp::create(b, op.getSrc());
  auto asValue = [&](OpFoldResult size) -> Value {
    if (auto value = dyn_cast<Value>(size))
      return value;
    return arith::ConstantIndexOp::create(b, *getConstantIntValue(size));
  };
  auto foldable = [&](int64_t constant, Value value) -> OpFoldResult {
    if (ShapedType::isDynamic(constant))
      return value;
    return b.getIndexAttr(constant);
  };
  SmallVector<OpFoldResult> sizes = getMixedValues(
      op.getStaticOutputShape(), op.getOutputShape(), b.getContext());
  SmallVector<OpFoldResult> strides(type.getRank());
  for (auto [from, group] : llvm::enumerate(op.getReassociationIndices())) {
    Value stride = source.getStrides()[from];
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = foldable(known[dim], stride);
      stride = arith::MulIOp::create(b, stride, asValue(sizes[dim]));
    }
  }
  op.replaceAllUsesWith(memref::ReinterpretCastOp::create(
                            b, type, source.getBaseBuffer(),
                            foldable(knownOffset, source.getOffset()), sizes,
                            strides)
                            .getResult());
  op.erase();
}

namespace {
struct LowerDynamicReshapesPass
    : nanguard::impl::LowerDynamicReshapesPassBase<LowerDynamicReshapesPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<memref::ExpandShapeOp> ops;
    getOperation()->walk([&](memref::ExpandShapeOp op) {
      if (hasSeveralUnknown(op))
        ops.push_back(op);
    });
    llvm::for_each(ops, lowerExpand);
  }
};
} // namespace
