//===- StabilizeNorm.cpp - Means and variances ----------------------------===//
//
// Two passes instead of one, a mean that a constant row gives exactly, and the
// variance of a single sample.
//
//===----------------------------------------------------------------------===//

#include "BodyPattern.h"
#include "nanguard/Transforms/Variants.h"

using namespace mlir;
using namespace nanguard;
using linalg::GenericOp;

namespace {
/// The u of u * u or pow(u, 2).
std::optional<Node> matchSquare(Node node, linalg::LinalgOp root) {
  if (std::optional<Node> mul = node.resolve<arith::MulFOp>())
    if (sameExpr(mul->operand(0), mul->operand(1), root))
      return mul->operand(0);
  if (std::optional<Node> pow = node.resolve<math::PowFOp>())
    if (pow->operand(1).isConstant(2.0))
      return pow->operand(0);
  return std::nullopt;
}

/// Whether the count of `mean` can be read in the loops of another op.
bool canScaleLike(const Mean &mean) {
  return mean.count.constant() || isInvariant(mean.count.resolved());
}

/// sum / count the way that `mean` does it.
Value scaleLike(OpBuilder &b, Location loc, Inliner &in, const Mean &mean,
                Value sum) {
  std::optional<APFloat> number = mean.count.constant();
  Value count =
      number ? constantFloat(b, loc, sum.getType(), number->convertToDouble())
             : in.inlined(mean.count.resolved());
  if (isa<arith::DivFOp>(mean.scaled.getOp()))
    return arith::DivFOp::create(b, loc, sum, count);
  return arith::MulFOp::create(b, loc, sum, count);
}

/// E[x²] - E[x]² -> E[(x - E[x])²]: never negative, no cancellation.
struct TwoPassVariance : OpRewritePattern<arith::SubFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SubFOp op,
                                PatternRewriter &rewriter) const override {
    auto root = dyn_cast<GenericOp>(op->getParentOp());
    if (!root || !root.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not in a generic on tensors");
    std::optional<Node> square = matchSquare(Node(op).operand(1), root);
    std::optional<Mean> mean = square ? matchMean(*square) : std::nullopt;
    std::optional<Mean> squares = matchMean(Node(op).operand(0));
    if (!mean || !squares)
      return rewriter.notifyMatchFailure(op, "not E[x²] - E[x]²");
    std::optional<Node> x = matchSquare(squares->sum.element, squares->sum.op);
    if (!x || !sameRows(mean->sum, squares->sum) ||
        !sameExpr(mean->sum.element, *x, squares->sum.op) ||
        !sameExpr(mean->count, squares->count, root))
      return rewriter.notifyMatchFailure(op, "the means are of two things");
    if (!Inliner::canInline(*x) || !canScaleLike(*mean) ||
        !canScaleLike(*squares))
      return rewriter.notifyMatchFailure(op, "a term can't be read here");
    Location loc =
        fuseLocs(getContext(), {op.getLoc(), squares->sum.op.getLoc(),
                                mean->sum.op.getLoc()});
    rewriter.setInsertionPoint(root);
    Value deviations = createDeviations(rewriter, loc, *mean, *squares, *x);
    Inliner in(rewriter, root, op);
    Value sum = in.addInput(deviations, squares->sum.toResult);
    rewriter.setInsertionPoint(op);
    rewriter.replaceOp(op, scaleLike(rewriter, loc, in, *squares, sum));
    return success();
  }

  /// The sum of (x - mean)², shaped as the sum of squares was.
  static Value createDeviations(PatternRewriter &rewriter, Location loc,
                                const Mean &mean, const Mean &squares, Node x) {
    return createReduction(
        rewriter, loc, squares.sum.op, squares.sum.index, 0.0,
        [&](OpBuilder &b, Location loc, Inliner &in, Value acc) -> Value {
          Value term = in.inlined(x);
          Value s = in.addInput(mean.sum.result(), squares.sum.resultMap());
          Value m = scaleLike(b, loc, in, mean, s);
          Value d = arith::SubFOp::create(b, loc, term, m);
          Value d2 = arith::MulFOp::create(b, loc, d, d);
          return arith::AddFOp::create(b, loc, d2, acc);
        });
  }
};

/// x - mean(x) -> x - (mean + mean(x - mean)): the second term is the first
/// one's rounding, so a constant row gives exactly 0.
struct CorrectMeanRounding : OpRewritePattern<arith::SubFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SubFOp op,
                                PatternRewriter &rewriter) const override {
    auto root = dyn_cast<GenericOp>(op->getParentOp());
    if (!root || !root.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not in a generic on tensors");
    Node x = Node(op).operand(0);
    std::optional<Mean> mean = matchMean(Node(op).operand(1));
    if (!mean || !matchElement(mean->sum, x, root))
      return rewriter.notifyMatchFailure(op, "not x - mean(x)");
    // A sum of widened values is exact for any row that fits a machine.
    if (mean->sum.element.resolve<arith::ExtFOp>() &&
        mean->sum.element.value.getType().isF64())
      return rewriter.notifyMatchFailure(op, "the mean is exact");
    if (!Inliner::canInline(mean->sum.element) || !canScaleLike(*mean))
      return rewriter.notifyMatchFailure(op, "a term can't be read here");
    Location loc = fuseLocs(getContext(), {op.getLoc(), mean->sum.op.getLoc()});
    rewriter.setInsertionPoint(root);
    Value rest = createRest(rewriter, loc, *mean);
    Inliner in(rewriter, root, op);
    Value sum = in.addInput(rest, mean->sum.toResult);
    rewriter.setInsertionPoint(op);
    Value correction = scaleLike(rewriter, loc, in, *mean, sum);
    Value corrected =
        arith::AddFOp::create(rewriter, loc, op.getRhs(), correction);
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(1, corrected); });
    return success();
  }

  /// The sum of x - mean; written x + -mean, which this pattern leaves alone.
  static Value createRest(PatternRewriter &rewriter, Location loc,
                          const Mean &mean) {
    return createReduction(
        rewriter, loc, mean.sum.op, mean.sum.index, 0.0,
        [&](OpBuilder &b, Location loc, Inliner &in, Value acc) -> Value {
          Value term = in.inlined(mean.sum.element);
          Value s = in.addInput(mean.sum.result(), mean.sum.resultMap());
          Value m = scaleLike(b, loc, in, mean, s);
          Value neg = arith::NegFOp::create(b, loc, m);
          Value d = arith::AddFOp::create(b, loc, term, neg);
          return arith::AddFOp::create(b, loc, d, acc);
        });
  }
};

/// sum((x - mean)²) / 0 over rows of one sample -> the sum itself, which is 0
/// (NaN for a NaN or an infinite sample). A plain sum / 0 is left alone.
struct UnbiasedVarianceOfOneSample : OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    auto root = dyn_cast<GenericOp>(op->getParentOp());
    if (!root || !Node(op).operand(1).isConstant(0.0))
      return rewriter.notifyMatchFailure(op, "not a division by 0");
    std::optional<Reduction> sum = matchSum(Node(op).operand(0));
    if (!sum || !hasOneElement(sum->op))
      return rewriter.notifyMatchFailure(op, "not a sum over one sample");
    std::optional<Node> d = matchSquare(sum->element, sum->op);
    std::optional<Node> sub = d ? d->resolve<arith::SubFOp>() : std::nullopt;
    if (!sub || !isRowMeanOf(sub->operand(1), sub->operand(0), sum->op))
      return rewriter.notifyMatchFailure(op, "not a sum of squared deviations");
    rewriter.replaceOp(op, op.getLhs());
    return success();
  }
};
/// `node` without constant factors and divisors.
Node withoutScale(Node node) {
  while (true) {
    std::optional<Node> op = node.resolve<arith::DivFOp>();
    if (!op)
      op = node.resolve<arith::MulFOp>();
    if (!op)
      return node;
    unsigned scale =
        isa<arith::MulFOp>(op->getOp()) && op->operand(0).constant() ? 0 : 1;
    std::optional<APFloat> number = op->operand(scale).constant();
    if (!number || !number->isFiniteNonZero())
      return node;
    node = op->operand(1 - scale);
  }
}

/// The row whose length `node` is, up to a constant factor: the root of a sum
/// of squares, a sum of magnitudes or the largest magnitude; the element is x.
std::optional<Reduction> matchLength(Node node) {
  node = withoutScale(node);
  if (std::optional<Reduction> max = matchAbsMax(node))
    return max;
  std::optional<Node> root = node.resolve<math::SqrtOp>();
  std::optional<Reduction> sum =
      matchSum(root ? withoutScale(root->operand(0)) : node);
  if (!sum)
    return std::nullopt;
  std::optional<Node> x =
      root ? matchSquare(sum->element, sum->op) : std::nullopt;
  if (std::optional<Node> abs = sum->element.resolve<math::AbsFOp>();
      abs && !root)
    x = abs->operand(0);
  if (!x)
    return std::nullopt;
  sum->element = *x;
  return sum;
}

/// x / |x| -> 0 for a row of zeros, whose length is 0 as well: what the eps or
/// the test of a library's normalisation gives.
struct NormalizedZeroRow : BodyPattern<arith::DivFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::DivFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    if (op->hasOneUse() && isa<arith::SelectOp>(*op->user_begin()))
      return rewriter.notifyMatchFailure(op, "guarded already");
    std::optional<Reduction> length = matchLength(Node(op).operand(1));
    if (!length ||
        !matchElement(*length, withoutScale(Node(op).operand(0)), root))
      return rewriter.notifyMatchFailure(op,
                                         "not x over the length of its row");
    Rebuild b(rewriter, root, op, {Node(op).operand(1).resolved()});
    Value zero = b.number(0.0);
    auto isZero = [&](Value x) -> Value {
      return b.make<arith::CmpFOp>(arith::CmpFPredicate::OEQ, x, zero);
    };
    Value empty =
        b.make<arith::AndIOp>(isZero(op.getLhs()), isZero(op.getRhs()));
    Value quotient = b.make<arith::DivFOp>(op.getLhs(), op.getRhs());
    rewriter.replaceOp(op, b.make<arith::SelectOp>(empty, zero, quotient));
    return success();
  }
};
} // namespace

void nanguard::populateStabilizeNormPatterns(RewritePatternSet &patterns) {
  patterns.add<TwoPassVariance, CorrectMeanRounding,
               UnbiasedVarianceOfOneSample, NormalizedZeroRow>(
      patterns.getContext());
}
