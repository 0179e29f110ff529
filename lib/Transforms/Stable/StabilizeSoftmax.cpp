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
/// Powers of e or 2 summed over rows.
struct ExpSum {
  Reduction sum;
  /// The exponent, seen from the loops of the sum.
  Node z;
  /// The base's natural logarithm: 1 for exp.
  double logBase;
};

double logOfBase(Node exp) {
  return isa<math::Exp2Op>(exp.getOp()) ? llvm::numbers::ln2 : 1.0;
}

/// The base of `s` to the power `x`.
Value createPower(OpBuilder &b, Location loc, const ExpSum &s, Value x) {
  if (s.logBase == 1.0)
    return math::ExpOp::create(b, loc, x);
  return math::Exp2Op::create(b, loc, x);
}

/// x as an exponent of e.
Value toNatural(OpBuilder &b, Location loc, const ExpSum &s, Value x) {
  if (s.logBase == 1.0)
    return x;
  Value factor = constantFloat(b, loc, x.getType(), s.logBase);
  return arith::MulFOp::create(b, loc, x, factor);
}

std::optional<ExpSum> matchExpSum(Node node) {
  std::optional<Reduction> sum = matchSum(node);
  std::optional<Node> exp = sum ? resolveExp(sum->element) : std::nullopt;
  if (!exp || !Inliner::canInline(exp->operand(0)))
    return std::nullopt;
  return ExpSum{*sum, exp->operand(0), logOfBase(*exp)};
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
        return createPower(b, loc, s, shifted);
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

/// `max` with 0 for the infinities.
Value finite(PatternRewriter &rewriter, Location loc, Value max) {
  auto id = rewriter.getMultiDimIdentityMap(
      cast<RankedTensorType>(max.getType()).getRank());
  return createElementwise(
      rewriter, loc, max,
      [&](OpBuilder &b, Location loc, Inliner &in, Value) -> Value {
        Value m = in.addInput(max, id);
        Value size = math::AbsFOp::create(b, loc, m);
        Value inf = constantFloat(b, loc, m.getType(), kInf);
        Value isInf =
            arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, size, inf);
        Value zero = constantFloat(b, loc, m.getType(), 0.0);
        return arith::SelectOp::create(b, loc, isInf, zero, m);
      });
}

/// softmax_r1: exp(z) / sum(exp(z)) -> exp(z - max z) / sum(exp(z - max z)).
struct SoftmaxSubtractMax : OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    auto root = dyn_cast<GenericOp>(op->getParentOp());
    if (!root || !root.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not in a generic on tensors");
    std::optional<Node> exp = resolveExp(Node(op).operand(0));
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

/// log_softmax_r1: log(exp(d) / sum(exp(d))) -> d - log(sum(exp(d))). A
/// probability that underflows has a finite logarithm.
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
    std::optional<Node> exp = resolveExp(div->operand(0));
    std::optional<ExpSum> s = matchExpSum(div->operand(1));
    if (!exp || !s || !matchElement(s->sum, *exp, root))
      return rewriter.notifyMatchFailure(op, "not the log of a softmax");
    // d - log(sum) of plain scores would be d - (max d + log(…)), which keeps
    // only the digits of the score that the logarithm leaves.
    if (!isShifted(exp->operand(0), root))
      return rewriter.notifyMatchFailure(op, "softmax_r1 comes first");
    if (!Inliner::canInline(exp->operand(0)))
      return rewriter.notifyMatchFailure(op, "the score can't be read here");
    Location loc =
        fuseLocs(getContext(), {op.getLoc(), div->getLoc(), exp->getLoc()});
    Inliner in(rewriter, root, op);
    Value d = in.inlined(exp->operand(0));
    Value sum = in.addInput(s->sum.result(), s->sum.toResult);
    rewriter.setInsertionPoint(op);
    Value log = math::LogOp::create(rewriter, loc, sum);
    rewriter.replaceOp(
        op, arith::SubFOp::create(rewriter, loc,
                                  toNatural(rewriter, loc, *s, d), log));
    return success();
  }
};

/// `node` without a constant factor or divisor, and that factor.
std::pair<Node, double> withoutFactor(Node node) {
  std::optional<Node> op = node.resolve<arith::DivFOp>();
  bool divides = op.has_value();
  if (!op)
    op = node.resolve<arith::MulFOp>();
  std::optional<APFloat> number = op ? op->operand(1).constant() : std::nullopt;
  if (!number || !number->isFiniteNonZero() || number->isNegative())
    return {node, 1.0};
  double factor = number->convertToDouble();
  return {op->operand(0), divides ? 1.0 / factor : factor};
}

/// logsumexp_r1: log(sum(exp z)) -> m + log(sum(exp(z - m))), m the row
/// maximum; 0 instead of an infinite m, so that a row of -Inf gives -Inf and
/// one with +Inf gives +Inf.
struct LogSumExpSubtractMax : OpRewritePattern<math::LogOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::LogOp op,
                                PatternRewriter &rewriter) const override {
    auto root = dyn_cast<GenericOp>(op->getParentOp());
    if (!root || !root.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not in a generic on tensors");
    auto [arg, factor] = withoutFactor(Node(op).operand(0));
    std::optional<ExpSum> s = matchExpSum(arg);
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
    if (factor != 1.0)
      total = arith::MulFOp::create(
          rewriter, loc, total,
          constantFloat(rewriter, loc, total.getType(), factor));
    Value log = math::LogOp::create(rewriter, loc, total);
    rewriter.replaceOp(
        op, arith::AddFOp::create(rewriter, loc,
                                  toNatural(rewriter, loc, *s, m), log));
    return success();
  }
};

/// logsumexp_r2: m + log(sum(exp(z - m))), m the row maximum as the model
/// subtracts it -> the same with 0 for an infinite m, as above.
struct ShiftedLogSumExp : OpRewritePattern<arith::AddFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::AddFOp op,
                                PatternRewriter &rewriter) const override {
    auto root = dyn_cast<GenericOp>(op->getParentOp());
    if (!root || !root.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not in a generic on tensors");
    for (unsigned i : {0, 1}) {
      std::optional<Node> log = Node(op).operand(i).resolve<math::LogOp>();
      std::optional<ExpSum> s =
          log ? matchExpSum(log->operand(0)) : std::nullopt;
      std::optional<Reduction> max = matchMax(Node(op).operand(1 - i));
      if (s && max && s->logBase == 1.0 && isSumShiftedBy(*s, *max)) {
        rewrite(rewriter, op, root, *log, *s, *max);
        return success();
      }
    }
    return rewriter.notifyMatchFailure(op, "not m + log(sum(exp(z - m)))");
  }

  /// Both run over the same rows, and the sum is of exp(z - max).
  static bool isSumShiftedBy(const ExpSum &s, const Reduction &max) {
    std::optional<Node> sub = s.z.resolve<arith::SubFOp>();
    std::optional<Reduction> shift =
        sub ? matchMax(sub->operand(1)) : std::nullopt;
    return shift && shift->result() == max.result() &&
           matchElement(*shift, sub->operand(0), s.sum.op) &&
           sameRows(max, s.sum);
  }

  static void rewrite(PatternRewriter &rewriter, arith::AddFOp op,
                      GenericOp root, Node log, const ExpSum &s,
                      const Reduction &max) {
    Location loc = fuseLocs(rewriter.getContext(), {op.getLoc(), log.getLoc()});
    rewriter.setInsertionPoint(root);
    Node x = s.z.resolved().operand(0);
    ExpSum unshifted{s.sum, x, s.logBase};
    Value shift = finite(rewriter, loc, createRowMax(rewriter, loc, unshifted));
    Value terms = createShiftedExp(rewriter, loc, unshifted, shift);
    Value sum = createRowSum(rewriter, loc, unshifted, terms);
    Inliner in(rewriter, root, op);
    Value m = in.addInput(shift, s.sum.toResult);
    Value total = in.addInput(sum, s.sum.toResult);
    rewriter.setInsertionPoint(op);
    Value newLog = math::LogOp::create(rewriter, loc, total);
    rewriter.replaceOp(op, arith::AddFOp::create(rewriter, loc, m, newLog));
  }
};

/// softmax_r2: linalg.softmax -> max, exp of the difference, sum, quotient. The
/// stock decomposition starts its maximum at NaN and drops NaN on the way.
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
               LogSumExpSubtractMax, ShiftedLogSumExp>(patterns.getContext());
}
