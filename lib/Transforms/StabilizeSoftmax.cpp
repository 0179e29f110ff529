//===- StabilizeSoftmax.cpp - Softmax and its logarithms ------------------===//
//
// The shift by the row maximum, wherever the model left it out. All of them
// keep NaN rows NaN, and a plain softmax of a row of -Inf stays NaN.
//
//===----------------------------------------------------------------------===//

#include "ScalarView.h"
#include "nanguard/Transforms/Variants.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <limits>

using namespace mlir;
using namespace nanguard;
using linalg::GenericOp;

static constexpr double kInf = std::numeric_limits<double>::infinity();

namespace {
/// exp(z) summed over rows.
struct ExpSum {
  Reduction sum;
  /// z, seen from the loops of the sum.
  Node z;
};

std::optional<ExpSum> matchExpSum(Node node) {
  std::optional<Reduction> sum = matchSum(node);
  std::optional<Node> exp =
      sum ? sum->element.resolve<math::ExpOp>() : std::nullopt;
  if (!exp || !Inliner::canInline(exp->operand(0)))
    return std::nullopt;
  return ExpSum{*sum, exp->operand(0)};
}

/// z is x - max(x) already.
bool isShifted(Node z, linalg::LinalgOp root) {
  std::optional<Node> sub = z.resolve<arith::SubFOp>();
  if (!sub)
    return false;
  // The maximum may have been made finite: select(…, 0, max).
  Node max = sub->operand(1);
  if (std::optional<Node> chosen = max.resolve<arith::SelectOp>())
    return isRowMaxOf(chosen->operand(1), sub->operand(0), root) ||
           isRowMaxOf(chosen->operand(2), sub->operand(0), root);
  return isRowMaxOf(max, sub->operand(0), root);
}

/// The maximum of z over the rows of the sum.
Value createRowMax(PatternRewriter &rewriter, Location loc, const ExpSum &s) {
  return createReduction(
      rewriter, loc, s.sum.op, s.sum.index, -kInf,
      [&](OpBuilder &b, Location loc, Inliner &in, Value acc) -> Value {
        Value z = in.inlined(s.z);
        return arith::MaximumFOp::create(b, loc, z, acc);
      });
}

/// exp(z - max) over all loops of the sum.
Value createShiftedExp(PatternRewriter &rewriter, Location loc, const ExpSum &s,
                       Value max) {
  Type element = getElementTypeOrSelf(max.getType());
  return createElementwise(
      rewriter, loc, s.sum.op, element,
      [&](OpBuilder &b, Location loc, Inliner &in, Value) -> Value {
        Value z = in.inlined(s.z);
        Value m = in.addInput(max, s.sum.resultMap());
        Value shifted = arith::SubFOp::create(b, loc, z, m);
        return math::ExpOp::create(b, loc, shifted);
      });
}

Value createRowSum(PatternRewriter &rewriter, Location loc, const ExpSum &s,
                   Value terms) {
  auto id = AffineMap::getMultiDimIdentityMap(s.z.map.getNumDims(),
                                              rewriter.getContext());
  return createReduction(
      rewriter, loc, s.sum.op, s.sum.index, 0.0,
      [&](OpBuilder &b, Location loc, Inliner &in, Value acc) -> Value {
        Value e = in.addInput(terms, id);
        return arith::AddFOp::create(b, loc, e, acc);
      });
}

/// exp(z) / sum(exp(z)) -> exp(z - max z) / sum(exp(z - max z)).
struct SoftmaxSubtractMax : OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    auto root = dyn_cast<GenericOp>(op->getParentOp());
    if (!root || !root.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not in a generic on tensors");
    std::optional<Node> exp = Node(op).operand(0).resolve<math::ExpOp>();
    std::optional<ExpSum> s = matchExpSum(Node(op).operand(1));
    if (!exp || !s)
      return rewriter.notifyMatchFailure(op, "not exp over a sum of exp");
    if (isShifted(exp->operand(0), root))
      return rewriter.notifyMatchFailure(op, "shifted by its maximum already");
    AffineMap loops = matchElement(s->sum, *exp, root);
    if (!loops)
      return rewriter.notifyMatchFailure(op, "the sum is of something else");
    Location loc = fuseLocs(getContext(),
                            {op.getLoc(), exp->getLoc(), s->sum.op.getLoc()});
    rewriter.setInsertionPoint(root);
    Value max = createRowMax(rewriter, loc, *s);
    Value terms = createShiftedExp(rewriter, loc, *s, max);
    Value sum = createRowSum(rewriter, loc, *s, terms);
    Inliner in(rewriter, root, op);
    Value num = in.addInput(terms, loops);
    Value den = in.addInput(sum, s->sum.toResult);
    rewriter.setInsertionPoint(op);
    rewriter.replaceOp(op, arith::DivFOp::create(rewriter, loc, num, den));
    return success();
  }
};

/// log(exp(d) / sum(exp(d))) -> d - log(sum(exp(d))). A probability that
/// underflows has a finite logarithm.
struct LogOfSoftmax : OpRewritePattern<math::LogOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::LogOp op,
                                PatternRewriter &rewriter) const override {
    auto root = dyn_cast<GenericOp>(op->getParentOp());
    if (!root || !root.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not in a generic on tensors");
    std::optional<Node> div = Node(op).operand(0).resolve<arith::DivFOp>();
    if (!div)
      return rewriter.notifyMatchFailure(op, "not the log of a quotient");
    std::optional<Node> exp = div->operand(0).resolve<math::ExpOp>();
    std::optional<ExpSum> s = matchExpSum(div->operand(1));
    if (!exp || !s || !matchElement(s->sum, *exp, root))
      return rewriter.notifyMatchFailure(op, "not the log of a softmax");
    if (!Inliner::canInline(exp->operand(0)))
      return rewriter.notifyMatchFailure(op, "the score can't be read here");
    Location loc =
        fuseLocs(getContext(), {op.getLoc(), div->getLoc(), exp->getLoc()});
    Inliner in(rewriter, root, op);
    Value d = in.inlined(exp->operand(0));
    Value sum = in.addInput(s->sum.result(), s->sum.toResult);
    rewriter.setInsertionPoint(op);
    Value log = math::LogOp::create(rewriter, loc, sum);
    rewriter.replaceOp(op, arith::SubFOp::create(rewriter, loc, d, log));
    return success();
  }
};

/// log(sum(exp z)) -> m + log(sum(exp(z - m))), m the row maximum; 0 instead of
/// an infinite m, so that a row of -Inf gives -Inf and one with +Inf gives
/// +Inf.
struct LogSumExpSubtractMax : OpRewritePattern<math::LogOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::LogOp op,
                                PatternRewriter &rewriter) const override {
    auto root = dyn_cast<GenericOp>(op->getParentOp());
    if (!root || !root.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not in a generic on tensors");
    std::optional<ExpSum> s = matchExpSum(Node(op).operand(0));
    if (!s)
      return rewriter.notifyMatchFailure(op, "not the log of a sum of exp");
    if (isShifted(s->z, s->sum.op))
      return rewriter.notifyMatchFailure(op, "shifted by its maximum already");
    Location loc = fuseLocs(getContext(), {op.getLoc(), s->sum.op.getLoc()});
    rewriter.setInsertionPoint(root);
    Value max = finite(rewriter, loc, createRowMax(rewriter, loc, *s));
    Value terms = createShiftedExp(rewriter, loc, *s, max);
    Value sum = createRowSum(rewriter, loc, *s, terms);
    Inliner in(rewriter, root, op);
    Value m = in.addInput(max, s->sum.toResult);
    Value total = in.addInput(sum, s->sum.toResult);
    rewriter.setInsertionPoint(op);
    Value log = math::LogOp::create(rewriter, loc, total);
    rewriter.replaceOp(op, arith::AddFOp::create(rewriter, loc, m, log));
    return success();
  }

  /// `max` with 0 for the infinities.
  static Value finite(PatternRewriter &rewriter, Location loc, Value max) {
    auto id = rewriter.getMultiDimIdentityMap(
        cast<RankedTensorType>(max.getType()).getRank());
    return createElementwise(
        rewriter, loc, max,
        [&](OpBuilder &b, Location loc, Inliner &in, Value) -> Value {
          Value m = in.addInput(max, id);
          Value size = math::AbsFOp::create(b, loc, m);
          Value inf = constantFloat(b, loc, m.getType(), kInf);
          Value isInf = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ,
                                              size, inf);
          Value zero = constantFloat(b, loc, m.getType(), 0.0);
          return arith::SelectOp::create(b, loc, isInf, zero, m);
        });
  }
};

/// linalg.softmax -> max, exp of the difference, sum, quotient. The stock
/// decomposition starts its maximum at NaN and drops NaN on the way.
struct DecomposeSoftmax : OpRewritePattern<linalg::SoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::SoftmaxOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not on tensors");
    Location loc = op.getLoc();
    Value x = op.getInput();
    auto type = cast<RankedTensorType>(x.getType());
    int64_t rank = type.getRank(), dim = op.getDimension();
    AffineMap id = rewriter.getMultiDimIdentityMap(rank);
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, x);
    sizes.erase(sizes.begin() + dim);
    Value row =
        tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
    SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
    loops[dim] = utils::IteratorType::reduction;
    // The sum of exp(x); SoftmaxSubtractMax sees to the rest.
    Value zero = constantFloat(rewriter, loc, type.getElementType(), 0.0);
    Value init = linalg::FillOp::create(rewriter, loc, zero, row).getResult(0);
    Value exps = createElementwise(
        rewriter, loc, x,
        [&](OpBuilder &b, Location loc, Inliner &in, Value) -> Value {
          return math::ExpOp::create(b, loc, in.addInput(x, id));
        });
    AffineMap rowMap = id.dropResult(dim);
    auto sum = GenericOp::create(
        rewriter, loc, init.getType(), exps, init, ArrayRef{id, rowMap}, loops,
        [](OpBuilder &b, Location loc, ValueRange args) {
          Value r = arith::AddFOp::create(b, loc, args[0], args[1]);
          linalg::YieldOp::create(b, loc, r);
        });
    rewriter.replaceOp(
        op, createElementwise(
                rewriter, loc, x,
                [&](OpBuilder &b, Location loc, Inliner &in, Value) -> Value {
                  Value e = in.addInput(exps, id);
                  Value s = in.addInput(sum.getResult(0), rowMap);
                  return arith::DivFOp::create(b, loc, e, s);
                }));
    return success();
  }
};
} // namespace

void nanguard::populateStabilizeSoftmaxPatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeSoftmax, SoftmaxSubtractMax, LogOfSoftmax,
               LogSumExpSubtractMax>(patterns.getContext());
}
