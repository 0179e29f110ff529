//===- StabilizeSpelling.cpp - Other spellings ----------------------------===//
//
// The same formula in the form that the other patterns know: reciprocals that
// are multiplied with, powers of two, means by a rounded factor.
//
//===----------------------------------------------------------------------===//

#include "BodyPattern.h"
#include "nanguard/Transforms/Variants.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace nanguard;
using linalg::GenericOp;

namespace {
/// a * (1 / s) -> a / s, as TOSA and fast-math importers write a quotient: one
/// rounding less, and no Inf where 1 / s does not fit.
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

/// sum * c -> sum / n, where c is 1 / n as the model's type rounds it: in the
/// wide type the mean of a constant row is off by that rounding.
struct SumTimesRoundedReciprocal : BodyPattern<arith::MulFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      Node factor = Node(op).operand(1 - i);
      std::optional<Reduction> sum = matchSum(Node(op).operand(i));
      std::optional<int64_t> count = sum ? countElements(*sum) : std::nullopt;
      if (!count || *count == 0 || llvm::isPowerOf2_64(*count) ||
          !factor.isRoundedConstant(1.0 / double(*count)))
        continue;
      Rebuild b(rewriter, root, op, {Node(op).operand(i).resolved()});
      rewriter.replaceOp(op, b.make<arith::DivFOp>(op->getOperand(i),
                                                   b.number(double(*count))));
      return success();
    }
    return rewriter.notifyMatchFailure(op, "not a sum times 1 / n");
  }
};

/// exp2(x * log2(e)) -> exp(x).
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
} // namespace

void nanguard::populateStabilizeSpellingPatterns(RewritePatternSet &patterns) {
  patterns.add<ProductWithReciprocal, SumTimesRoundedReciprocal, Exp2OfScaled>(
      patterns.getContext());
}
