//===- StabilizeDomain.cpp - Arguments that rounding moves ----------------===//
//
// Arguments that belong to a function's domain, and that the wide type's
// rounding moves out of it: the cosine of a vector with itself, a difference of
// squares that are equal, x + sqrt(x² + 1) for a large negative x. And a limit
// at infinity: x over 1 + |x|.
//
//===----------------------------------------------------------------------===//

#include "BodyPattern.h"
#include "ProvenBounds.h"
#include "nanguard/Transforms/Variants.h"

#include <limits>

using namespace mlir;
using namespace nanguard;
using linalg::GenericOp;

namespace {
/// How far rounding may move a number of `type`, as a part of it: half of its
/// digits. A sum of n products is off by less for n up to 2^12 in f32, and 2^26
/// in f64, in whatever order it is added up.
std::optional<double> roundingOf(Type type) {
  if (type.isF32())
    return 0x1p-12;
  if (type.isF64())
    return 0x1p-26;
  return std::nullopt;
}

Value compare(Rebuild &b, arith::CmpFPredicate how, Value x, Value y) {
  return b.make<arith::CmpFOp>(how, x, y);
}

/// The difference in `node`, scaled by a constant or not: a - b, or a sum with
/// a term that is negated.
std::optional<Node> matchDifference(Node node) {
  node = withoutScale(node);
  if (std::optional<Node> sub = node.resolve<arith::SubFOp>())
    return sub;
  auto isNegated = [](Node term) {
    if (term.resolve<arith::NegFOp>())
      return true;
    return matchEither<arith::MulFOp>(term,
                                      [](Node factor) {
                                        std::optional<APFloat> number =
                                            factor.constant();
                                        return number && number->isNegative();
                                      })
        .has_value();
  };
  if (matchEither<arith::AddFOp>(node, isNegated))
    return node.resolve<arith::AddFOp>();
  return std::nullopt;
}

/// domain_r1: sqrt(a - b) -> 0 where a - b, which is not negative in exact
/// arithmetic, is so by no more than a's rounding: 1 - cos², |x|² + |y|² - 2
/// x·y, a variance. Any other difference, b² - 4ac, is negative as its inputs
/// are: NaN.
struct RootOfDifference : BodyPattern<math::SqrtOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(math::SqrtOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    std::optional<Node> difference = matchDifference(Node(op).operand(0));
    std::optional<double> rounding = roundingOf(op.getType());
    if (!difference || !rounding || !Inliner::canInline(*difference))
      return rewriter.notifyMatchFailure(op, "not the root of a difference");
    if (!isNonNegativeSum(Node(op).operand(0), root))
      return rewriter.notifyMatchFailure(op, "may be negative by its inputs");
    Rebuild b(rewriter, root, op, {*difference});
    Value size = b.make<math::AbsFOp>(b.read(difference->operand(0)));
    Value least = b.make<arith::MulFOp>(size, b.number(*rounding));
    Value found = b.make<math::AbsFOp>(b.read(*difference));
    Value lost = b.make<arith::AndIOp>(
        compare(b, arith::CmpFPredicate::OLT, op.getOperand(), b.number(0.0)),
        compare(b, arith::CmpFPredicate::OLE, found, least));
    Value argument =
        b.make<arith::SelectOp>(lost, b.number(0.0), op.getOperand());
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, argument); });
    return success();
  }
};

/// log_erf_r1: log(c (1 ± erf(x))) -> log(c erfc(∓x)): the sum is 0 where
/// erf(x) rounds to -1, far before its logarithm overflows.
struct LogOfNormalTail : BodyPattern<math::LogOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(math::LogOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    Node arg = Node(op).operand(0);
    double factor = 1.0;
    auto scaled = matchEither<arith::MulFOp>(
        arg, [](Node c) { return c.constant().has_value(); });
    if (scaled) {
      factor = scaled->first.constant()->convertToDouble();
      arg = scaled->second;
    }
    auto sum = matchEither<arith::AddFOp>(
        arg, [](Node one) { return one.isConstant(1.0); });
    std::optional<Node> sub = arg.resolve<arith::SubFOp>();
    std::optional<Node> erf = sum ? sum->second.resolve<math::ErfOp>()
                              : sub && sub->operand(0).isConstant(1.0)
                                  ? sub->operand(1).resolve<math::ErfOp>()
                                  : std::nullopt;
    if (!erf || !Inliner::canInline(erf->operand(0)))
      return rewriter.notifyMatchFailure(op, "not log(1 + erf(x))");
    Rebuild b(rewriter, root, op, {arg.resolved(), *erf});
    Value x = b.read(erf->operand(0));
    Value tail = b.make<math::ErfcOp>(sum ? b.make<arith::NegFOp>(x) : x);
    if (factor != 1.0)
      tail = b.make<arith::MulFOp>(tail, b.number(factor));
    rewriter.replaceOpWithNewOp<math::LogOp>(op, tail);
    return success();
  }
};

/// softsign_r1: x / (c + |x|), c > 0: 1 with x's sign where x is infinite, not
/// Inf / Inf.
struct Softsign : BodyPattern<arith::DivFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::DivFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    // As this pattern, or the model, writes it.
    if (isSelected(op))
      return rewriter.notifyMatchFailure(op, "chosen from already");
    auto sum = matchEither<arith::AddFOp>(Node(op).operand(1), [](Node c) {
      std::optional<APFloat> number = c.constant();
      return number && number->isFiniteNonZero() && !number->isNegative();
    });
    std::optional<Node> size =
        sum ? sum->second.resolve<math::AbsFOp>() : std::nullopt;
    if (!size || !sameExpr(size->operand(0), Node(op).operand(0), root))
      return rewriter.notifyMatchFailure(op, "not x / (c + |x|)");
    Rebuild b(rewriter, root, op, {*size});
    Value x = op.getLhs();
    Value isInfinite =
        compare(b, arith::CmpFPredicate::OEQ, b.make<math::AbsFOp>(x),
                b.number(std::numeric_limits<double>::infinity()));
    Value limit = b.make<arith::SelectOp>(
        compare(b, arith::CmpFPredicate::OGT, x, b.number(0.0)), b.number(1.0),
        b.number(-1.0));
    Value quotient = b.make<arith::DivFOp>(x, op.getRhs());
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isInfinite, limit,
                                                 quotient);
    return success();
  }
};

/// domain_r2: acos(x), asin(x) of a cosine x, the inner product of two vectors
/// over their lengths -> of 1 with x's sign where |x| is above 1 by no more
/// than rounding.
template <typename OpT>
struct ArcOfCosine : BodyPattern<OpT> {
  using BodyPattern<OpT>::BodyPattern;

  LogicalResult match(OpT op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    std::optional<double> rounding = roundingOf(op.getType());
    if (!rounding || op.getOperand().template getDefiningOp<arith::SelectOp>())
      return rewriter.notifyMatchFailure(op, "nothing is rounded");
    if (!isCosine(Node(op).operand(0), root))
      return rewriter.notifyMatchFailure(op, "not shown to be a cosine");
    Rebuild b(rewriter, root, op, {});
    Value x = op.getOperand(), one = b.number(1.0);
    Value size = b.make<math::AbsFOp>(x);
    Value past = b.make<arith::AndIOp>(
        compare(b, arith::CmpFPredicate::OGT, size, one),
        compare(b, arith::CmpFPredicate::OLE, size, b.number(1.0 + *rounding)));
    Value argument =
        b.make<arith::SelectOp>(past, b.make<math::CopySignOp>(one, x), x);
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, argument); });
    return success();
  }
};

/// asinh_r1: log(x + sqrt(x² + 1)) -> asinh(x) by |x|: log |x| + log(1 + sqrt(1
/// + 1/x²)) from 1 on, where the square overflows, and log1p(|x| + …) below,
/// where the sum rounds to 1. The sum with a negative x is 0 otherwise.
struct InverseHyperbolicSine : BodyPattern<math::LogOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(math::LogOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    Node arg = Node(op).operand(0);
    auto sum = matchEither<arith::AddFOp>(
        arg, [&](Node term) { return rootedNumber(term, root).has_value(); });
    std::optional<Node> x = sum ? rootedNumber(sum->first, root) : std::nullopt;
    if (!x || !sameExpr(*x, sum->second, root) || !Inliner::canInline(*x))
      return rewriter.notifyMatchFailure(op, "not log(x + sqrt(x² + 1))");
    Rebuild b(rewriter, root, op, {arg.resolved(), sum->first.resolved()});
    Value number = b.read(*x), one = b.number(1.0);
    Value size = b.make<math::AbsFOp>(number);
    Value large = b.make<arith::MaximumFOp>(size, one);
    Value inverse = b.make<arith::DivFOp>(one, large);
    Value whenLarge = b.make<arith::AddFOp>(
        b.make<math::LogOp>(large),
        b.make<math::Log1pOp>(rootOfOnePlusSquare(b, inverse)));
    Value small = b.make<arith::MinimumFOp>(size, one);
    Value rest = b.make<arith::DivFOp>(
        b.make<arith::MulFOp>(small, small),
        b.make<arith::AddFOp>(rootOfOnePlusSquare(b, small), one));
    Value whenSmall = b.make<math::Log1pOp>(b.make<arith::AddFOp>(small, rest));
    Value isLarge = compare(b, arith::CmpFPredicate::OGE, size, one);
    Value result = b.make<arith::SelectOp>(isLarge, whenLarge, whenSmall);
    rewriter.replaceOpWithNewOp<math::CopySignOp>(op, result, number);
    return success();
  }

  /// The x of sqrt(x² + 1).
  static std::optional<Node> rootedNumber(Node node, GenericOp root) {
    std::optional<Node> sqrt = node.resolve<math::SqrtOp>();
    if (!sqrt)
      return std::nullopt;
    auto sum = matchEither<arith::AddFOp>(
        sqrt->operand(0), [](Node term) { return term.isConstant(1.0); });
    return sum ? matchSquare(sum->second, root) : std::nullopt;
  }

  static Value rootOfOnePlusSquare(Rebuild &b, Value x) {
    Value square = b.make<arith::MulFOp>(x, x);
    return b.make<math::SqrtOp>(b.make<arith::AddFOp>(square, b.number(1.0)));
  }
};
} // namespace

void nanguard::populateStabilizeDomainPatterns(RewritePatternSet &patterns) {
  patterns.add<RootOfDifference, ArcOfCosine<math::AcosOp>,
               ArcOfCosine<math::AsinOp>, LogOfNormalTail,
               InverseHyperbolicSine, Softsign>(patterns.getContext());
}
