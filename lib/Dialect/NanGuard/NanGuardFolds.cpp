//===- NanGuardFolds.cpp - Folds and canonicalisations --------------------===//
//
// A scan of nothing, a clip that can't strike, a sanitiser of a constant:
// folded where the answer is known; unused operands of a cluster go.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;

/// A scan of a tensor without elements sees nothing.
OpFoldResult ScanOp::fold(FoldAdaptor) {
  auto type = cast<RankedTensorType>(getInput().getType());
  if (llvm::is_contained(type.getShape(), 0))
    return getAcc();
  return {};
}

/// A bound that no finite value of the type exceeds never strikes.
LogicalResult ClipOp::fold(FoldAdaptor, SmallVectorImpl<OpFoldResult> &results) {
  auto type = cast<FloatType>(getElementTypeOrSelf(getInput().getType()));
  APFloat largest = APFloat::getLargest(type.getFloatSemantics());
  bool losesInfo;
  largest.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  if (getBound().convertToDouble() < largest.convertToDouble())
    return failure();
  results.assign({getInput(), getCounter()});
  return success();
}

/// Finite constants need no sanitising.
LogicalResult SanitiseOp::fold(FoldAdaptor adaptor,
                               SmallVectorImpl<OpFoldResult> &results) {
  auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getUpdate());
  if (!splat || !splat.getSplatValue<APFloat>().isFinite())
    return failure();
  results.assign({getUpdate(), getCounter()});
  return success();
}

namespace {
/// Drops operands that no variant reads, and duplicates.
struct DropUnusedClusterInputs : OpRewritePattern<ClusterOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ClusterOp op,
                                PatternRewriter &rewriter) const override {
    BitVector drop(op.getInputs().size());
    for (unsigned i = 0, e = op.getInputs().size(); i < e; ++i) {
      bool unused = llvm::all_of(op.getBodies(), [&](Region &region) {
        return region.getArgument(i).use_empty();
      });
      if (unused)
        drop.set(i);
    }
    if (drop.none())
      return rewriter.notifyMatchFailure(op, "all operands are read");
    rewriter.modifyOpInPlace(op, [&] {
      for (Region &region : op.getBodies())
        region.front().eraseArguments(drop);
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
