//===- ReplaceEmptyTensors.cpp - nanguard-replace-empty-tensors -----------===//
//
// A part of a concatenation, and what is padded, become subviews of their
// destination, and a collapsed tensor a view of its source. MLIR's verifier
// refuses these views where they have no elements.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/Common/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace nanguard {
#define GEN_PASS_DEF_REPLACEEMPTYTENSORSPASS
#include "nanguard/Conversion/Common/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

static bool isEmpty(Value tensor) {
  return llvm::is_contained(cast<RankedTensorType>(tensor.getType()).getShape(),
                            0);
}

/// A tensor of the shape of \p op's result, whose elements nobody reads.
static FailureOr<Value> emptyLike(PatternRewriter &rewriter, Operation *op) {
  ReifiedRankedShapedTypeDims shape;
  if (failed(reifyResultShapes(rewriter, op, shape)))
    return rewriter.notifyMatchFailure(op, "the shape is not known");
  Type element = getElementTypeOrSelf(op->getResult(0));
  return tensor::EmptyOp::create(rewriter, op->getLoc(), shape[0], element)
      .getResult();
}

namespace {
struct DropEmptyParts : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> parts = llvm::filter_to_vector(
        op.getInputs(), [](Value part) { return !isEmpty(part); });
    if (parts.size() == op.getInputs().size())
      return rewriter.notifyMatchFailure(op, "no part is empty");
    if (!parts.empty()) {
      rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, op.getResultType(),
                                                    op.getDim(), parts);
      return success();
    }
    FailureOr<Value> empty = emptyLike(rewriter, op);
    if (failed(empty))
      return failure();
    rewriter.replaceOp(op, *empty);
    return success();
  }
};

struct FillPadding : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    Value padding = op.getConstantPaddingValue();
    if (!padding || !isEmpty(op.getSource()))
      return rewriter.notifyMatchFailure(op, "not a constant around nothing");
    FailureOr<Value> empty = emptyLike(rewriter, op);
    if (failed(empty))
      return failure();
    if (padding.getParentBlock() == op.getBody())
      padding = rewriter.clone(*padding.getDefiningOp())->getResult(0);
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, padding, *empty);
    return success();
  }
};

/// A dynamic extent times 0 is 0 for bufferization, and dynamic for the
/// verifier.
struct ReplaceEmptyCollapse : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    if (!isEmpty(op.getSrc()))
      return rewriter.notifyMatchFailure(op, "it has elements");
    FailureOr<Value> empty = emptyLike(rewriter, op);
    if (failed(empty))
      return failure();
    rewriter.replaceOp(op, *empty);
    return success();
  }
};

struct ReplaceEmptyTensorsPass
    : nanguard::impl::ReplaceEmptyTensorsPassBase<ReplaceEmptyTensorsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<DropEmptyParts, FillPadding, ReplaceEmptyCollapse>(
        &getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
