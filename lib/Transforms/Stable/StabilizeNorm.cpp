//===- StabilizeNorm.cpp - Means and variances ----------------------------===//
//
// Two passes instead of one, a mean that a constant row gives exactly, and the
// variance of a single sample.
//
//===----------------------------------------------------------------------===//

#include "BodyPattern.h"
#include "RowMeans.h"
#include "nanguard/Transforms/Variants.h"

#include <limits>

using namespace mlir;
using namespace nanguard;
using linalg::GenericOp;

namespace {
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

/// Whether `mean` divides by its row's length, whose number of elements is
/// `length`; null where that is known.
Value isMean(OpBuilder &b, Location loc, Inliner &in, const Mean &mean,
             Value length) {
  if (!mean.integer)
    return {};
  return testEquality(b, loc, length, in.inlined(*mean.integer));
}

/// `value` where `condition` holds or is null, else `other`.
Value onlyIf(OpBuilder &b, Location loc, Value condition, Value value,
             double other) {
  if (!condition)
    return value;
  return arith::SelectOp::create(b, loc, condition, value,
                                 constantFloat(b, loc, value.getType(), other));
}

/// variance_r1: E[x²] - E[x]² -> E[(x - E[x])²]: never negative, no
/// cancellation. Where the count turns out not to be the row's length, 0 is
/// subtracted from each x and E[x]² from the mean, as written.
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
    Value length;
    if (mean->integer)
      length = createCount(rewriter, loc, mean->sum);
    Value deviations =
        createDeviations(rewriter, loc, *mean, *squares, *x, length);
    Inliner in(rewriter, root, op);
    Value sum = in.addInput(deviations, squares->sum.toResult);
    rewriter.setInsertionPoint(op);
    Value result = scaleLike(rewriter, loc, in, *squares, sum);
    if (Value known = isMean(rewriter, loc, in, *mean, length)) {
      Value zero = constantFloat(rewriter, loc, result.getType(), 0.0);
      Value square =
          arith::SelectOp::create(rewriter, loc, known, zero, op.getRhs());
      result = arith::SubFOp::create(rewriter, loc, result, square);
    }
    rewriter.replaceOp(op, result);
    return success();
  }

  /// The sum of (x - mean)², shaped as the sum of squares was.
  static Value createDeviations(PatternRewriter &rewriter, Location loc,
                                const Mean &mean, const Mean &squares, Node x,
                                Value length) {
    return createReduction(
        rewriter, loc, squares.sum.op, squares.sum.index, 0.0,
        [&](OpBuilder &b, Location loc, Inliner &in, Value acc) -> Value {
          Value term = in.inlined(x);
          Value s = in.addInput(mean.sum.result(), squares.sum.resultMap());
          Value m = onlyIf(b, loc, isMean(b, loc, in, mean, length),
                           scaleLike(b, loc, in, mean, s), 0.0);
          Value d = arith::SubFOp::create(b, loc, term, m);
          Value d2 = arith::MulFOp::create(b, loc, d, d);
          return arith::AddFOp::create(b, loc, d2, acc);
        });
  }
};

/// norm_r1: x - mean(x) -> x - (mean + mean(x - mean)): the second term is the
/// first one's rounding, so a constant row gives exactly 0. Where the count
/// turns out not to be the row's length, or the rounding is not known because
/// the row's mean is infinite, -0 is added, which changes no number.
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
    Value length;
    if (mean->integer)
      length = createCount(rewriter, loc, mean->sum);
    Value rest = createRest(rewriter, loc, *mean);
    Inliner in(rewriter, root, op);
    Value sum = in.addInput(rest, mean->sum.toResult);
    rewriter.setInsertionPoint(op);
    Value rounding = scaleLike(rewriter, loc, in, *mean, sum);
    Value known = isFinite(rewriter, loc, rounding);
    if (Value whole = isMean(rewriter, loc, in, *mean, length))
      known = arith::AndIOp::create(rewriter, loc, whole, known);
    Value correction = onlyIf(rewriter, loc, known, rounding, -0.0);
    Value corrected =
        arith::AddFOp::create(rewriter, loc, op.getRhs(), correction);
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(1, corrected); });
    return success();
  }

  static Value isFinite(OpBuilder &b, Location loc, Value value) {
    Value size = math::AbsFOp::create(b, loc, value);
    Value inf = constantFloat(b, loc, value.getType(),
                              std::numeric_limits<double>::infinity());
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, size, inf);
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

/// variance_r2: sum((x - mean)²) / 0 over rows of one sample -> the sum itself,
/// which is 0 (NaN for a NaN or an infinite sample). Over dynamic rows, 0 / 0
/// where the length turns out to be 1. A plain sum / 0 is left alone.
struct UnbiasedVarianceOfOneSample : BodyPattern<arith::DivFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::DivFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    Node divisor = Node(op).operand(1);
    std::optional<Reduction> sum = matchSum(Node(op).operand(0));
    bool single = sum && divisor.isConstant(0.0) && hasOneElement(sum->op);
    if (!single && (!sum || countElements(*sum) || !isCountMinusOne(divisor)))
      return rewriter.notifyMatchFailure(op, "not a division by n - 1 = 0");
    if (isSelected(op))
      return rewriter.notifyMatchFailure(op, "guarded already");
    std::optional<Node> d = matchSquare(sum->element, sum->op);
    std::optional<Node> sub = d ? d->resolve<arith::SubFOp>() : std::nullopt;
    if (!sub || !isRowMeanOf(sub->operand(1), sub->operand(0), sum->op))
      return rewriter.notifyMatchFailure(op, "not a sum of squared deviations");
    if (single) {
      rewriter.replaceOp(op, op.getLhs());
      return success();
    }
    rewriter.setInsertionPoint(root);
    Value length = createCount(rewriter, op.getLoc(), *sum);
    Value one = arith::ConstantIndexOp::create(rewriter, op.getLoc(), 1);
    Value isOne = arith::CmpIOp::create(rewriter, op.getLoc(),
                                        arith::CmpIPredicate::eq, length, one);
    Rebuild b(rewriter, root, op, {divisor.resolved()});
    auto isZero = [&](Value value) {
      return b.make<arith::CmpFOp>(arith::CmpFPredicate::OEQ, value,
                                   b.number(0.0));
    };
    Value zeros =
        b.make<arith::AndIOp>(isZero(op.getLhs()), isZero(op.getRhs()));
    Value empty = b.make<arith::AndIOp>(isOne, zeros);
    Value quotient = b.make<arith::DivFOp>(op.getLhs(), op.getRhs());
    rewriter.replaceOp(op,
                       b.make<arith::SelectOp>(empty, op.getLhs(), quotient));
    return success();
  }

  static bool isCountMinusOne(Node node) {
    std::optional<Node> sub = node.resolve<arith::SubFOp>();
    return sub && sub->operand(1).isConstant(1.0) &&
           (sub->operand(0).resolve<arith::SIToFPOp>() ||
            sub->operand(0).resolve<arith::UIToFPOp>());
  }
};

/// What `node` is the root or, with `reciprocal`, the reciprocal root of; as a
/// power, too, which is how exporters write a vector's norm.
std::optional<Node> matchRoot(Node node, bool reciprocal = false) {
  std::optional<Node> root =
      reciprocal ? node.resolve<math::RsqrtOp>() : node.resolve<math::SqrtOp>();
  if (!root)
    if (std::optional<Node> pow = node.resolve<math::PowFOp>();
        pow && pow->operand(1).isConstant(reciprocal ? -0.5 : 0.5))
      root = pow;
  return root ? std::optional(root->operand(0)) : std::nullopt;
}

/// The row whose squares `node` adds up, up to a constant factor; the element
/// is x.
std::optional<Reduction> matchSumOfSquares(Node node) {
  std::optional<Reduction> sum = matchSum(withoutScale(node));
  std::optional<Node> x =
      sum ? matchSquare(sum->element, sum->op) : std::nullopt;
  if (!x)
    return std::nullopt;
  sum->element = *x;
  return sum;
}

/// The row whose length `node` is, up to a constant factor: the root of a sum
/// of squares, a sum of magnitudes or the largest magnitude; the element is x.
std::optional<Reduction> matchLength(Node node) {
  node = withoutScale(node);
  if (std::optional<Reduction> max = matchAbsMax(node))
    return max;
  if (std::optional<Node> squares = matchRoot(node))
    return matchSumOfSquares(*squares);
  std::optional<Reduction> sum = matchSum(node);
  std::optional<Node> abs =
      sum ? sum->element.resolve<math::AbsFOp>() : std::nullopt;
  if (!abs)
    return std::nullopt;
  sum->element = abs->operand(0);
  return sum;
}

/// The rows whose lengths are multiplied in `node`.
SmallVector<Reduction> matchLengths(Node node) {
  std::optional<Node> root = matchRoot(withoutScale(node));
  std::optional<Node> product =
      root ? root->resolve<arith::MulFOp>()
           : withoutScale(node).resolve<arith::MulFOp>();
  SmallVector<Reduction> lengths;
  auto match = product && root ? matchSumOfSquares : matchLength;
  for (unsigned i : {0, 1}) {
    if (!product && i)
      break;
    if (std::optional<Reduction> length =
            match(product ? product->operand(i) : node))
      lengths.push_back(*length);
  }
  return lengths;
}

/// Whether `node` is 0 where `length` is: the row's element, a product with it,
/// or a sum of such products.
bool vanishesWith(Node node, const Reduction &length, linalg::LinalgOp root) {
  node = withoutScale(node);
  if (matchElement(length, node, root))
    return true;
  if (std::optional<Node> product = node.resolve<arith::MulFOp>())
    return vanishesWith(product->operand(0), length, root) ||
           vanishesWith(product->operand(1), length, root);
  std::optional<Reduction> sum = matchSum(node);
  std::optional<Node> term =
      sum ? sum->element.resolve<arith::MulFOp>() : std::nullopt;
  return term && sameRows(*sum, length) &&
         (sameExpr(term->operand(0), length.element, sum->op) ||
          sameExpr(term->operand(1), length.element, sum->op));
}

/// The x, y, … of the root of x² + y² + …, up to a constant factor.
SmallVector<Node> matchComponents(Node length, linalg::LinalgOp root) {
  std::optional<Node> squares = matchRoot(withoutScale(length));
  SmallVector<Node> terms, components;
  if (squares)
    terms.push_back(*squares);
  while (!terms.empty() && components.size() < 8) {
    Node term = withoutScale(terms.pop_back_val());
    if (std::optional<Node> sum = term.resolve<arith::AddFOp>())
      terms.append({sum->operand(1), sum->operand(0)});
    else if (std::optional<Node> x = matchSquare(term, root))
      components.push_back(*x);
    else
      return {};
  }
  return components;
}

/// Whether `node` is one of those whose squares add up to that of `length`, or
/// a product with one.
bool vanishesWithLength(Node node, Node length, linalg::LinalgOp root) {
  node = withoutScale(node);
  if (llvm::any_of(matchComponents(length, root),
                   [&](Node x) { return sameExpr(node, x, root); }))
    return true;
  std::optional<Node> product = node.resolve<arith::MulFOp>();
  return product && (vanishesWithLength(product->operand(0), length, root) ||
                     vanishesWithLength(product->operand(1), length, root));
}

/// `op`, a quotient or a product, with 0 where both its operands say that a row
/// is all zeros.
void selectZeroRow(PatternRewriter &rewriter, Operation *op, Value x,
                   Value length, double lengthOfZeros) {
  rewriter.setInsertionPointAfter(op);
  Location loc = op->getLoc();
  auto equals = [&](Value value, double number) -> Value {
    return arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::OEQ, value,
        constantFloat(rewriter, loc, value.getType(), number));
  };
  Value empty = arith::AndIOp::create(rewriter, loc, equals(x, 0.0),
                                      equals(length, lengthOfZeros));
  Value zero = constantFloat(rewriter, loc, x.getType(), 0.0);
  Value guarded =
      arith::SelectOp::create(rewriter, loc, empty, zero, op->getResult(0));
  rewriter.replaceAllUsesExcept(op->getResult(0), guarded,
                                guarded.getDefiningOp());
}

/// normalize_r1: x / |x| and x·y / (|x| |y|) -> 0 for a row of zeros, whose
/// length is 0 as well: what the eps or the test of a library's normalisation
/// gives.
struct NormalizedZeroRow : BodyPattern<arith::DivFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::DivFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    if (isSelected(op))
      return rewriter.notifyMatchFailure(op, "guarded already");
    Node x = Node(op).operand(0);
    if (!vanishesWithLength(x, Node(op).operand(1), root) &&
        llvm::none_of(matchLengths(Node(op).operand(1)),
                      [&](const Reduction &length) {
                        return vanishesWith(x, length, root);
                      }))
      return rewriter.notifyMatchFailure(op, "not over the length of its row");
    selectZeroRow(rewriter, op, op.getLhs(), op.getRhs(), 0.0);
    return success();
  }
};

/// rsqrt(sum(x²)).
struct ReciprocalLength {
  Node square;
  Reduction squares;
};

std::optional<ReciprocalLength> matchReciprocalLength(Node node) {
  std::optional<Node> square = matchRoot(node, /*reciprocal=*/true);
  std::optional<Reduction> squares =
      square ? matchSumOfSquares(*square) : std::nullopt;
  if (!squares)
    return std::nullopt;
  return ReciprocalLength{*square, *squares};
}

/// b / length or b * rsqrt(length²), the length being that of rows.
struct OverLength {
  /// What is 0 for a row of zeros, and what is divided by it.
  Node length, number;
  SmallVector<Reduction> rows;
};

std::optional<OverLength> matchOverLength(Node node) {
  if (std::optional<Node> div = node.resolve<arith::DivFOp>())
    return OverLength{div->operand(1), div->operand(0),
                      matchLengths(div->operand(1))};
  std::optional<Node> mul = node.resolve<arith::MulFOp>();
  for (unsigned i : {0, 1}) {
    std::optional<ReciprocalLength> length =
        mul ? matchReciprocalLength(mul->operand(i)) : std::nullopt;
    if (length)
      return OverLength{length->square, mul->operand(1 - i), {length->squares}};
  }
  return std::nullopt;
}

/// normalize_r1: x * (b / |x|) -> 0 for a row of zeros and a finite b: a norm's
/// gradient, a weight norm.
struct ZeroRowTimesQuotient : BodyPattern<arith::MulFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    if (isSelected(op))
      return rewriter.notifyMatchFailure(op, "guarded already");
    for (unsigned i : {0, 1}) {
      std::optional<OverLength> quotient = matchOverLength(Node(op).operand(i));
      Node x = Node(op).operand(1 - i);
      if (!quotient || !Inliner::canInline(quotient->length) ||
          !Inliner::canInline(quotient->number) ||
          (!vanishesWithLength(x, quotient->length, root) &&
           llvm::none_of(quotient->rows, [&](const Reduction &length) {
             return vanishesWith(x, length, root);
           })))
        continue;
      Rebuild b(rewriter, root, op, {Node(op).operand(i).resolved()});
      Value size = b.make<math::AbsFOp>(b.read(quotient->number));
      Value isFinite = b.make<arith::CmpFOp>(
          arith::CmpFPredicate::OLT, size,
          b.number(std::numeric_limits<double>::infinity()));
      // Where b is not finite, x itself says what the product is.
      Value length = b.make<arith::SelectOp>(isFinite, b.read(quotient->length),
                                             b.number(1.0));
      selectZeroRow(rewriter, op, op->getOperand(1 - i), length, 0.0);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no factor is over a row's length");
  }
};

/// normalize_r1: x * rsqrt(sum(x²)) -> 0 for a row of zeros.
struct ScaledZeroRow : BodyPattern<arith::MulFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    if (isSelected(op))
      return rewriter.notifyMatchFailure(op, "guarded already");
    for (unsigned i : {0, 1}) {
      std::optional<ReciprocalLength> length =
          matchReciprocalLength(Node(op).operand(i));
      if (!length ||
          !vanishesWith(Node(op).operand(1 - i), length->squares, root))
        continue;
      selectZeroRow(rewriter, op, op->getOperand(1 - i), op->getOperand(i),
                    std::numeric_limits<double>::infinity());
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no factor is 1 / length of a row");
  }
};
} // namespace

void nanguard::populateStabilizeNormPatterns(RewritePatternSet &patterns) {
  patterns
      .add<TwoPassVariance, CorrectMeanRounding, UnbiasedVarianceOfOneSample,
           NormalizedZeroRow, ZeroRowTimesQuotient, ScaledZeroRow>(
          patterns.getContext());
}
