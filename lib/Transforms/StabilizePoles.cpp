//===- StabilizePoles.cpp - Products and differences of infinities --------===//
//
// A zero that means "not this one" (a target, a mask, a flag) times an infinity
// or a NaN, and an infinity minus itself in a running maximum.
//
//===----------------------------------------------------------------------===//

#include "BodyPattern.h"
#include "nanguard/Transforms/Variants.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"

#include <limits>

using namespace mlir;
using namespace nanguard;
using linalg::GenericOp;

static constexpr double kInf = std::numeric_limits<double>::infinity();

namespace {
/// Whether `node` is a log_softmax, z - log(sum(exp(z))), shifted or not.
bool isLogProbability(Node node) {
  std::optional<Node> sub = node.resolve<arith::SubFOp>();
  if (!sub)
    return false;
  auto isLogOfSum = [](Node term) {
    std::optional<Node> log = term.resolve<math::LogOp>();
    std::optional<Reduction> sum =
        log ? matchSum(log->operand(0)) : std::nullopt;
    return sum && resolveExp(sum->element);
  };
  return isLogOfSum(sub->operand(1)) ||
         matchEither<arith::AddFOp>(sub->operand(1), isLogOfSum) ||
         isLogProbability(sub->operand(0));
}

bool isLog(Node node) {
  return isLogProbability(node) || node.resolve<math::LogOp>() ||
         node.resolve<math::Log1pOp>() || node.resolve<math::Log2Op>() ||
         node.resolve<math::Log10Op>();
}

/// The logarithms that `node` is made of by sums, signs and constant factors;
/// false if anything else goes in.
bool collectLogs(Node node, SmallVectorImpl<Node> &logs) {
  if (isLog(node)) {
    logs.push_back(node.resolved());
    return true;
  }
  if (std::optional<Node> neg = node.resolve<arith::NegFOp>())
    return collectLogs(neg->operand(0), logs);
  auto scaled = matchEither<arith::MulFOp>(
      node, [](Node factor) { return factor.constant().has_value(); });
  if (scaled)
    return collectLogs(scaled->second, logs);
  std::optional<Node> div = node.resolve<arith::DivFOp>();
  if (div && div->operand(1).constant())
    return collectLogs(div->operand(0), logs);
  std::optional<Node> sum = node.resolve<arith::AddFOp>();
  if (!sum)
    sum = node.resolve<arith::SubFOp>();
  return sum && collectLogs(sum->operand(0), logs) &&
         collectLogs(sum->operand(1), logs);
}

/// A product that is 0 where a condition holds. Readers of the product read
/// the select instead.
void selectZero(Rebuild &b, Operation *product,
                llvm::function_ref<Value()> makeCondition) {
  b.rewriter.setInsertionPointAfter(product);
  Value condition = makeCondition();
  Value guarded =
      b.make<arith::SelectOp>(condition, b.number(0.0), product->getResult(0));
  b.rewriter.replaceAllUsesExcept(product->getResult(0), guarded,
                                  guarded.getDefiningOp());
}

/// Whether `condition` is made of comparisons, one of them with `x`.
bool compares(Value condition, Value x) {
  Operation *op = condition.getDefiningOp();
  if (isa_and_nonnull<arith::CmpFOp>(op))
    return llvm::is_contained(op->getOperands(), x);
  return isa_and_nonnull<arith::AndIOp, arith::OrIOp>(op) &&
         (compares(op->getOperand(0), x) || compares(op->getOperand(1), x));
}

/// A select on `factor` reads the product: the model, or a pattern, has seen to
/// it.
bool isGuarded(arith::MulFOp op, Value factor) {
  auto select = op->hasOneUse() ? dyn_cast<arith::SelectOp>(*op->user_begin())
                                : arith::SelectOp();
  return select && compares(select.getCondition(), factor);
}

Value isEqual(Rebuild &b, Value x, double number) {
  return b.make<arith::CmpFOp>(arith::CmpFPredicate::OEQ, x, b.number(number));
}

/// a * log(x) -> 0 where a is 0 and the logarithm infinite: a target or a
/// probability of 0 has no part in an entropy or cross-entropy. The log of a
/// negative number stays NaN.
struct ProductWithLog : BodyPattern<arith::MulFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      SmallVector<Node> logs, others;
      Node other = Node(op).operand(1 - i);
      if (other.constant() || !collectLogs(Node(op).operand(i), logs) ||
          collectLogs(other, others) || isGuarded(op, other.value) ||
          !llvm::all_of(logs, Inliner::canInline))
        continue;
      Rebuild b(rewriter, root, op, logs);
      Value factor = op->getOperand(1 - i), log = op->getOperand(i);
      SmallVector<Value> known = readLogs(b, logs);
      selectZero(b, op, [&]() -> Value {
        Value pole = logs.size() == 1
                         ? isEqual(b, b.make<math::AbsFOp>(log), kInf)
                         : areNumbers(b, known);
        if (std::optional<Node> div =
                logs.front().operand(0).resolve<arith::DivFOp>();
            div && logs.size() == 1 && !isLogProbability(logs.front()))
          pole = b.make<arith::OrIOp>(pole, isZeroOverZero(b, *div));
        return b.make<arith::AndIOp>(isEqual(b, factor, 0.0), pole);
      });
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no factor is a logarithm");
  }

  /// Where there are several, their sum may be Inf - Inf.
  static SmallVector<Value> readLogs(Rebuild &b, ArrayRef<Node> logs) {
    SmallVector<Value> values;
    if (logs.size() > 1)
      for (Node log : logs)
        values.push_back(b.read(log));
    return values;
  }

  static Value areNumbers(Rebuild &b, ArrayRef<Value> logs) {
    Value all;
    for (Value log : logs) {
      Value number = b.make<arith::CmpFOp>(arith::CmpFPredicate::ORD, log, log);
      all = all ? b.make<arith::AndIOp>(all, number) : number;
    }
    return all;
  }

  /// The log(p / q) of a divergence, p and q being 0.
  static Value isZeroOverZero(Rebuild &b, Node div) {
    return b.make<arith::AndIOp>(isEqual(b, b.read(div.operand(0)), 0.0),
                                 isEqual(b, b.read(div.operand(1)), 0.0));
  }
};

/// exp(t) * (t - x), as a divergence of logarithms has it -> 0 where t is -Inf:
/// what has no probability has no part in it, whatever x is, -Inf too. A NaN x
/// stays.
template <typename ExpT>
struct ProductWithExp : BodyPattern<arith::MulFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      std::optional<Node> exp = Node(op).operand(i).resolve<ExpT>();
      if (!exp)
        continue;
      Node t = exp->operand(0);
      SmallVector<Node> rest;
      if (!Inliner::canInline(t) || isGuarded(op, op->getOperand(i)) ||
          !isSumWith(Node(op).operand(1 - i), t, root, rest) ||
          !llvm::all_of(rest, Inliner::canInline))
        continue;
      Rebuild b(rewriter, root, op, {*exp});
      Value exponent = b.read(t);
      SmallVector<Value> others;
      for (Node other : rest)
        others.push_back(b.read(other));
      selectZero(b, op, [&] {
        // The comparison with the factor marks the product as guarded.
        Value condition = b.make<arith::AndIOp>(
            isEqual(b, op->getOperand(i), 0.0), isEqual(b, exponent, -kInf));
        for (Value other : others)
          condition = b.make<arith::AndIOp>(
              condition,
              b.make<arith::CmpFOp>(arith::CmpFPredicate::ORD, other, other));
        return condition;
      });
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no factor is exp of the other");
  }

  /// Whether `node` is t, or a sum or difference with t, but for signs and
  /// constant factors; `rest` gets what else is in it.
  static bool isSumWith(Node node, Node t, linalg::LinalgOp root,
                        SmallVectorImpl<Node> &rest, int depth = 4) {
    if (sameExpr(node, t, root))
      return true;
    if (depth == 0)
      return false;
    if (std::optional<Node> neg = node.resolve<arith::NegFOp>())
      return isSumWith(neg->operand(0), t, root, rest, depth - 1);
    auto scaled = matchEither<arith::MulFOp>(
        node, [](Node factor) { return factor.constant().has_value(); });
    if (scaled)
      return isSumWith(scaled->second, t, root, rest, depth - 1);
    std::optional<Node> sum = node.resolve<arith::SubFOp>();
    if (!sum)
      sum = node.resolve<arith::AddFOp>();
    for (unsigned i : {0, 1})
      if (sum && isSumWith(sum->operand(i), t, root, rest, depth - 1)) {
        rest.push_back(sum->operand(1 - i));
        return true;
      }
    return false;
  }
};

/// Whether `node` is computed from `x`.
bool dependsOn(Node node, Node x, GenericOp root, int depth = 8) {
  if (sameExpr(node, x, root))
    return true;
  Node found = node.resolved();
  Operation *op = found.leaf ? nullptr : found.getOp();
  if (!op || depth == 0 || !getBodyOwner(found.value))
    return false;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (dependsOn(found.operand(i), x, root, depth - 1))
      return true;
  return false;
}

/// The argument of a gate, which is 0 where that is -Inf: 1 + erf(y),
/// 1 + tanh(y), 1 / (1 + exp(-y)), times a constant.
std::optional<Node> matchGate(Node node) {
  auto isOne = [](Node term) { return term.isConstant(1.0); };
  node = withoutScale(node);
  if (auto sum = matchEither<arith::AddFOp>(node, isOne)) {
    std::optional<Node> rise = sum->second.resolve<math::ErfOp>();
    if (!rise)
      rise = sum->second.resolve<math::TanhOp>();
    return rise ? std::optional(rise->operand(0)) : std::nullopt;
  }
  std::optional<Node> div = node.resolve<arith::DivFOp>();
  auto sum = div && isOne(div->operand(0))
                 ? matchEither<arith::AddFOp>(div->operand(1), isOne)
                 : std::nullopt;
  std::optional<Node> exp =
      sum ? sum->second.resolve<math::ExpOp>() : std::nullopt;
  return exp ? std::optional(exp->operand(0)) : std::nullopt;
}

/// x * gate(x) -> 0 where x is -Inf and the gate 0: the limit of a GELU or a
/// SiLU.
struct ProductWithGate : BodyPattern<arith::MulFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      Node x = withoutScale(Node(op).operand(i));
      std::optional<Node> argument = matchGate(Node(op).operand(1 - i));
      Value gate = op->getOperand(1 - i);
      if (!argument || x.constant() || isGuarded(op, gate) ||
          !dependsOn(*argument, x, root))
        continue;
      Rebuild b(rewriter, root, op, {Node(op).operand(1 - i).resolved()});
      selectZero(b, op, [&] {
        return b.make<arith::AndIOp>(isEqual(b, op->getOperand(i), -kInf),
                                     isEqual(b, gate, 0.0));
      });
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no gate of the other factor");
  }
};

/// x / (1 + exp(-x)) -> 0 where x is -Inf and the divisor Inf.
struct QuotientByGate : BodyPattern<arith::DivFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::DivFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    auto sum = matchEither<arith::AddFOp>(
        Node(op).operand(1), [](Node term) { return term.isConstant(1.0); });
    std::optional<Node> exp =
        sum ? sum->second.resolve<math::ExpOp>() : std::nullopt;
    Node x = withoutScale(Node(op).operand(0));
    if (!exp || x.constant() || !dependsOn(exp->operand(0), x, root) ||
        isSelected(op))
      return rewriter.notifyMatchFailure(op, "not x / (1 + exp(-x))");
    Rebuild b(rewriter, root, op, {*exp});
    selectZero(b, op, [&] {
      return b.make<arith::AndIOp>(isEqual(b, op.getLhs(), -kInf),
                                   isEqual(b, op.getRhs(), kInf));
    });
    return success();
  }
};

/// x * Inf with a constant infinity -> 0 where x is 0: (1 - keep) * -Inf is how
/// a mask is written that hides where keep is 0 and nothing else.
struct ProductWithInfinity : BodyPattern<arith::MulFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      std::optional<APFloat> factor = Node(op).operand(i).constant();
      Value x = op->getOperand(1 - i);
      if (!factor || !factor->isInfinity() || isGuarded(op, x))
        continue;
      Rebuild b(rewriter, root, op, {});
      selectZero(b, op, [&] { return isEqual(b, x, 0.0); });
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no factor is an infinity");
  }
};

bool isZerosAndOnes(Node node) {
  DenseFPElementsAttr dense;
  return node.leaf && matchPattern(node.value, m_Constant(&dense)) &&
         !dense.isSplat() &&
         llvm::all_of(dense.getValues<APFloat>(), [](const APFloat &x) {
           return x.isZero() || x.isExactlyValue(1.0);
         });
}

} // namespace

std::optional<Flag> nanguard::matchFlag(Node node) {
  node = node.resolved();
  if (isZerosAndOnes(node))
    return Flag{node, false};
  Operation *op = node.leaf ? nullptr : node.getOp();
  if (!op)
    return std::nullopt;
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return matchFlag(node.operand(0));
  if (isa<arith::UIToFPOp, arith::SIToFPOp>(op)) {
    Node flag = node.operand(0);
    if (std::optional<Node> wide = flag.resolve<arith::ExtUIOp>())
      flag = wide->operand(0);
    else if (isa<arith::SIToFPOp>(op))
      return std::nullopt;
    if (flag.value.getType().isInteger(1))
      return Flag{flag, false};
  }
  if (isa<arith::SelectOp>(op))
    for (bool negated : {false, true})
      if (node.operand(negated ? 2 : 1).isConstant(1.0) &&
          node.operand(negated ? 1 : 2).isConstant(0.0))
        return Flag{node.operand(0), negated};
  if (isa<arith::SubFOp>(op) && node.operand(0).isConstant(1.0))
    if (std::optional<Flag> flag = matchFlag(node.operand(1)))
      return Flag{flag->condition, !flag->negated};
  return std::nullopt;
}

namespace {
/// x * flag -> select(flag, x, 0): what a flag hides is not read.
struct ProductWithFlag : BodyPattern<arith::MulFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      std::optional<Flag> flag = matchFlag(Node(op).operand(i));
      if (!flag || !Inliner::canInline(flag->condition))
        continue;
      Rebuild b(rewriter, root, op, {Node(op).operand(i).resolved()});
      Value x = op->getOperand(1 - i), zero = b.number(0.0);
      Value condition = b.read(flag->condition);
      bool negated = flag->negated;
      if (isa<FloatType>(condition.getType())) {
        condition = isEqual(b, condition, 0.0);
        negated = !negated;
      }
      rewriter.replaceOp(op,
                         b.make<arith::SelectOp>(condition, negated ? zero : x,
                                                 negated ? x : zero));
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no factor is a flag");
  }
};

/// A named contraction with a flag (a one-hot row, a triangle of ones) -> a
/// generic, in whose body ProductWithFlag sees the product.
struct ContractionWithFlag : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (isa<GenericOp>(op.getOperation()) || !op.hasPureTensorSemantics() ||
        !linalg::isaContractionOpInterface(op))
      return rewriter.notifyMatchFailure(op, "not a named contraction");
    auto isFlag = [&](Value input) {
      auto type = cast<RankedTensorType>(input.getType());
      auto id = rewriter.getMultiDimIdentityMap(type.getRank());
      std::optional<Flag> flag = matchFlag(Node::element(input, id));
      return flag && Inliner::canInline(flag->condition);
    };
    if (llvm::none_of(op.getDpsInputs(), isFlag))
      return rewriter.notifyMatchFailure(op, "no operand is a flag");
    return linalg::generalizeNamedOp(rewriter, op);
  }
};

/// exp(u - m) with a running maximum m = max(u, v) -> 0 where both are -Inf:
/// nothing has been seen yet, so nothing is to be rescaled.
template <typename ExpT>
struct RunningMaximum : BodyPattern<ExpT> {
  using BodyPattern<ExpT>::BodyPattern;

  LogicalResult match(ExpT op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    std::optional<Node> sub =
        Node(op).operand(0).template resolve<arith::SubFOp>();
    if (!sub)
      return rewriter.notifyMatchFailure(op, "not exp of a difference");
    Node u = sub->operand(0), m = sub->operand(1);
    auto has = [&](Node seen) {
      return sameExpr(seen, u, root) || isRowMaxOf(seen, u, root);
    };
    if ((!matchEither<arith::MaximumFOp>(m, has) &&
         !matchEither<arith::MaxNumFOp>(m, has)) ||
        !Inliner::canInline(u) || !Inliner::canInline(m))
      return rewriter.notifyMatchFailure(op, "no running maximum");
    Rebuild b(rewriter, root, op, {*sub});
    Value max = b.read(m);
    Value known =
        b.make<arith::SelectOp>(isEqual(b, max, -kInf), b.number(0.0), max);
    rewriter.replaceOp(op,
                       b.make<ExpT>(b.make<arith::SubFOp>(b.read(u), known)));
    return success();
  }
};
} // namespace

void nanguard::populateStabilizePolesPatterns(RewritePatternSet &patterns) {
  patterns
      .add<ProductWithLog, ProductWithExp<math::ExpOp>,
           ProductWithExp<math::Exp2Op>, ProductWithInfinity, ProductWithFlag,
           ContractionWithFlag, ProductWithGate, QuotientByGate,
           RunningMaximum<math::ExpOp>, RunningMaximum<math::Exp2Op>>(
          patterns.getContext());
}
