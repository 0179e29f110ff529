//===- NanGuardTiling.cpp - TilingInterface of nanguard.scan --------------===//
//
// The slots' dimensions are parallel, the others a reduction into the same
// slot: a tile loop carries the slots, and each tile merges into its own.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace nanguard;

SmallVector<utils::IteratorType> ScanOp::getLoopIteratorTypes() {
  int64_t rank = cast<RankedTensorType>(getInput().getType()).getRank();
  int64_t kept = getMode() == ScanMode::Bits
                     ? cast<RankedTensorType>(getAcc().getType()).getRank()
                     : 0;
  SmallVector<utils::IteratorType> types(rank, utils::IteratorType::reduction);
  std::fill_n(types.begin(), kept, utils::IteratorType::parallel);
  return types;
}

SmallVector<Range> ScanOp::getIterationDomain(OpBuilder &builder) {
  SmallVector<Range> ranges;
  for (OpFoldResult size : tensor::getMixedSizes(builder, getLoc(), getInput()))
    ranges.push_back({builder.getIndexAttr(0), size, builder.getIndexAttr(1)});
  return ranges;
}

static Value sliceOf(OpBuilder &builder, Location loc, Value tensor,
                     ArrayRef<OpFoldResult> offsets,
                     ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(builder, loc, tensor, offsets, sizes,
                                        strides);
}

FailureOr<TilingResult>
ScanOp::getTiledImplementation(OpBuilder &builder,
                               ArrayRef<OpFoldResult> offsets,
                               ArrayRef<OpFoldResult> sizes) {
  // A count's first bad index is relative to the whole tensor.
  if (getMode() == ScanMode::Count)
    return failure();
  Value input = sliceOf(builder, getLoc(), getInput(), offsets, sizes);
  int64_t kept = cast<RankedTensorType>(getAcc().getType()).getRank();
  Value acc = getAcc();
  SmallVector<Operation *> slices{input.getDefiningOp()};
  if (getMode() == ScanMode::Bits && kept > 0) {
    acc = sliceOf(builder, getLoc(), acc, offsets.take_front(kept),
                  sizes.take_front(kept));
    slices.push_back(acc.getDefiningOp());
  }
  auto tiled = ScanOp::create(builder, getLoc(), acc.getType(), getModeAttr(),
                              getExpectInfAttr(), input, acc);
  return TilingResult{{tiled}, SmallVector<Value>(tiled->getResults()), slices};
}

LogicalResult ScanOp::getResultTilePosition(
    OpBuilder &builder, unsigned, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
    SmallVector<OpFoldResult> &resultSizes) {
  auto acc = cast<RankedTensorType>(getAcc().getType());
  if (getMode() == ScanMode::Bits) {
    resultOffsets.assign(offsets.begin(), offsets.begin() + acc.getRank());
    resultSizes.assign(sizes.begin(), sizes.begin() + acc.getRank());
    return success();
  }
  resultOffsets.assign(acc.getRank(), builder.getIndexAttr(0));
  resultSizes = getAsIndexOpFoldResult(getContext(), acc.getShape());
  return success();
}

LogicalResult ScanOp::generateScalarImplementation(OpBuilder &, Location,
                                                   ValueRange) {
  // Scans are lowered to linalg by nanguard-lower-scans, never to scalars.
  return failure();
}
