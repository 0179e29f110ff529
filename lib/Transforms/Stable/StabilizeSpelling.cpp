//===- StabilizeSpelling.cpp - Other spellings ----------------------------===//
//
// The same formula in the form that the other patterns know: reciprocals that
// are multiplied with, powers of two, means by a rounded factor.
//
//===----------------------------------------------------------------------===//

#include "BodyPattern.h"
#include "RowMeans.h"
#include "nanguard/Transforms/Variants.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace nanguard;
using linalg::GenericOp;

namespace {
/// quotient_r1: a * (1 / s) -> a / s, as TOSA and fast-math importers write a
/// quotient: one rounding less, and no Inf where 1 / s does not fit.
struct ProductWithReciprocal : BodyPattern<arith::MulFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      std::optional<Node> div = Node(op).operand(i).resolve<arith::DivFOp>();
      if (!div || !div->operand(0).isConstant(1.0) ||
          div->operand(1).constant() || !Inliner::canInline(div->operand(1)))
        continue;
      Rebuild b(rewriter, root, op, {*div});
      Value divisor = b.read(div->operand(1));
      rewriter.replaceOp(op,
                         b.make<arith::DivFOp>(op->getOperand(1 - i), divisor));
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no factor is a reciprocal");
  }
};

/// mean_r1: sum * c -> sum / n, where c is 1 / n as the model's type rounds it:
/// in the wide type the mean of a constant row is off by that rounding.
struct SumTimesRoundedReciprocal : BodyPattern<arith::MulFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      Node factor = Node(op).operand(1 - i);
      std::optional<Reduction> sum = matchSum(Node(op).operand(i));
      std::optional<int64_t> count = sum ? countElements(*sum) : std::nullopt;
      if (!count || llvm::isPowerOf2_64(*count) ||
          !isReciprocalOfCount(factor, *count, root))
        continue;
      Rebuild b(rewriter, root, op, {Node(op).operand(i).resolved()});
      rewriter.replaceOp(op, b.make<arith::DivFOp>(op->getOperand(i),
                                                   b.number(double(*count))));
      return success();
    }
    return rewriter.notifyMatchFailure(op, "not a sum times 1 / n");
  }
};

/// mean_r2: sum / Inf -> sum / n for rows so long that n is Inf in the model's
/// type.
struct SumOverInfiniteCount : BodyPattern<arith::DivFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::DivFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    std::optional<APFloat> divisor = Node(op).operand(1).constant();
    std::optional<Reduction> sum = matchSum(Node(op).operand(0));
    std::optional<int64_t> count = sum ? countElements(*sum) : std::nullopt;
    if (!divisor || !divisor->isPosInfinity() || !count ||
        !isRoundedByModel(Node(op).operand(1), double(*count), root))
      return rewriter.notifyMatchFailure(op, "not a sum over n = Inf");
    Rebuild b(rewriter, root, op, {Node(op).operand(0).resolved()});
    rewriter.replaceOp(
        op, b.make<arith::DivFOp>(op.getLhs(), b.number(double(*count))));
    return success();
  }
};

/// exp2_r1: exp2(x * log2(e)) -> exp(x).
struct Exp2OfScaled : BodyPattern<math::Exp2Op> {
  using BodyPattern::BodyPattern;

  LogicalResult match(math::Exp2Op op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    auto mul = matchEither<arith::MulFOp>(Node(op).operand(0), [](Node factor) {
      return factor.isRoundedConstant(llvm::numbers::log2e);
    });
    if (!mul || !Inliner::canInline(mul->second))
      return rewriter.notifyMatchFailure(op, "not exp2(x * log2(e))");
    Rebuild b(rewriter, root, op, {Node(op).operand(0).resolved()});
    rewriter.replaceOp(op, b.make<math::ExpOp>(b.read(mul->second)));
    return success();
  }
};

/// expm1_r1: exp(x) - 1 -> expm1(x), 1 - exp(x) -> -expm1(x): exact near 0,
/// where the difference is all rounding.
struct ExpMinusOne : BodyPattern<arith::SubFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::SubFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      std::optional<Node> exp = Node(op).operand(i).resolve<math::ExpOp>();
      if (!exp || !Node(op).operand(1 - i).isConstant(1.0) ||
          !Inliner::canInline(exp->operand(0)))
        continue;
      Rebuild b(rewriter, root, op, {*exp});
      Value result = b.make<math::ExpM1Op>(b.read(exp->operand(0)));
      if (i == 1)
        result = b.make<arith::NegFOp>(result);
      rewriter.replaceOp(op, result);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "not exp(x) - 1");
  }
};

/// log1p_r1: log(1 + x) -> log1p(x).
struct LogOfOnePlus : BodyPattern<math::LogOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(math::LogOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    auto sum = matchEither<arith::AddFOp>(
        Node(op).operand(0), [](Node term) { return term.isConstant(1.0); });
    if (!sum || !Inliner::canInline(sum->second))
      return rewriter.notifyMatchFailure(op, "not log(1 + x)");
    Rebuild b(rewriter, root, op, {Node(op).operand(0).resolved()});
    rewriter.replaceOp(op, b.make<math::Log1pOp>(b.read(sum->second)));
    return success();
  }
};
} // namespace

void nanguard::populateExactSpellingPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpMinusOne, LogOfOnePlus>(patterns.getContext());
}

void nanguard::populateStabilizeSpellingPatterns(RewritePatternSet &patterns) {
  patterns.add<ProductWithReciprocal, SumTimesRoundedReciprocal,
               SumOverInfiniteCount, Exp2OfScaled>(patterns.getContext());
}
