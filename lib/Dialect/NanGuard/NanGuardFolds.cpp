//===- NanGuardFolds.cpp - Folds and canonicalisations --------------------===//
//
// A scan of nothing, a clip that can't strike, a sanitiser of a constant:
// folded where the answer is known; unused operands of a cluster go.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;
using namespace nanguard;

/// A scan of a tensor without elements sees nothing.
OpFoldResult ScanOp::fold(FoldAdaptor) {
  auto type = cast<RankedTensorType>(getInput().getType());
  if (llvm::is_contained(type.getShape(), 0))
    return getAcc();
  return {};
}

namespace {
/// A maximum over all elements does not depend on the tensor's shape.
struct ScanBeforeReshape : OpRewritePattern<ScanOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ScanOp op,
                                PatternRewriter &rewriter) const override {
    Operation *cast = op.getInput().getDefiningOp();
    if (op.getMode() != ScanMode::Bits ||
        llvm::cast<RankedTensorType>(op.getAcc().getType()).getRank() != 0 ||
        !isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(cast))
      return rewriter.notifyMatchFailure(op, "not over all of a reshape");
    rewriter.modifyOpInPlace(
        op, [&] { op.getInputMutable().set(cast->getOperand(0)); });
    return success();
  }
};
} // namespace

void ScanOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<ScanBeforeReshape>(context);
}

/// `value` as the nearest number of `type`, in f64.
static double roundTo(FloatType type, APFloat value) {
  bool losesInfo;
  value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

/// A clip never strikes when no finite value of the type exceeds its bound,
/// when none of a constant does, or when a tighter clip came before.
LogicalResult ClipOp::fold(FoldAdaptor adaptor,
                           SmallVectorImpl<OpFoldResult> &results) {
  auto type = cast<FloatType>(getElementTypeOrSelf(getInput().getType()));
  double bound = getBound().convertToDouble();
  auto within = [&](const APFloat &x) {
    return !x.isFinite() || std::abs(x.convertToDouble()) <= bound;
  };
  bool idle = within(APFloat::getLargest(type.getFloatSemantics()));
  if (auto dense = dyn_cast_or_null<DenseFPElementsAttr>(adaptor.getInput()))
    idle |= llvm::all_of(dense.getValues<APFloat>(), within);
  if (auto inner = getInput().getDefiningOp<ClipOp>())
    idle |= roundTo(type, inner.getBound()) <= bound;
  if (!idle)
    return failure();
  results.assign({getInput(), getCounter()});
  return success();
}

/// Finite constants need no sanitising.
LogicalResult SanitiseOp::fold(FoldAdaptor adaptor,
                               SmallVectorImpl<OpFoldResult> &results) {
  auto dense = dyn_cast_or_null<DenseFPElementsAttr>(adaptor.getUpdate());
  if (!dense || !llvm::all_of(dense.getValues<APFloat>(),
                              [](const APFloat &x) { return x.isFinite(); }))
    return failure();
  results.assign({getUpdate(), getCounter()});
  return success();
}

namespace {
/// Drops operands that no variant reads, and all but the first of equal ones.
struct DropUnusedClusterInputs : OpRewritePattern<ClusterOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ClusterOp op,
                                PatternRewriter &rewriter) const override {
    BitVector drop(op.getInputs().size());
    SmallVector<std::pair<unsigned, unsigned>> duplicates;
    for (auto [i, input] : llvm::enumerate(op.getInputs())) {
      if (llvm::all_of(op.getBodies(), [i = i](Region &region) {
            return region.getArgument(i).use_empty();
          })) {
        drop.set(i);
        continue;
      }
      unsigned first = std::distance(op.getInputs().begin(),
                                     llvm::find(op.getInputs(), input));
      if (first == i)
        continue;
      duplicates.push_back({first, i});
      drop.set(i);
    }
    if (drop.none())
      return rewriter.notifyMatchFailure(op,
                                         "all operands are read, and differ");
    // An operand that is the first of equal ones stays, read or not before.
    for (auto [first, later] : duplicates)
      drop.reset(first);
    rewriter.modifyOpInPlace(op, [&] {
      for (Region &region : op.getBodies()) {
        for (auto [first, later] : duplicates)
          region.getArgument(later).replaceAllUsesWith(
              region.getArgument(first));
        region.front().eraseArguments(drop);
      }
      op->eraseOperands(drop);
    });
    return success();
  }
};
} // namespace

void ClusterOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<DropUnusedClusterInputs>(context);
}
