//===- StabilizePoles.cpp - Products and differences of infinities --------===//
//
// A zero that means "not this one" (a target, a probability) times an infinity,
// a part of a sum that is 0, and an infinity minus itself in a running maximum.
//
//===----------------------------------------------------------------------===//

#include "BodyPattern.h"
#include "nanguard/Transforms/Variants.h"

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

/// xlogy_r1: a * log(x) -> 0 where a is 0 and the logarithm infinite: a target
/// or a probability of 0 has no part in an entropy or cross-entropy. The log of
/// a negative number stays NaN.
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

/// exp_product_r1: exp(t) * (t - x), as a divergence of logarithms has it, or
/// a softmax's exp(t) / sum(exp(t)) for exp(t) -> 0 where t is -Inf: what has
/// no probability has no part in it, whatever x is, -Inf too. A NaN x stays.
struct ProductWithExp : BodyPattern<arith::MulFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      std::optional<Node> exp = resolveExp(Node(op).operand(i));
      if (!exp)
        exp = matchSoftmax(Node(op).operand(i));
      if (!exp)
        continue;
      Node t = exp->operand(0), other = Node(op).operand(1 - i);
      SmallVector<Node> rest;
      if (!Inliner::canInline(t) || isGuarded(op, op->getOperand(i)) ||
          !isSumWithScore(other, t, root, rest) ||
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

  /// Whether `node` has t in its sum, or the score that t is shifted from.
  static bool isSumWithScore(Node node, Node t, linalg::LinalgOp root,
                             SmallVectorImpl<Node> &rest) {
    if (isSumWith(node, t, root, rest))
      return true;
    std::optional<Node> sub = t.resolve<arith::SubFOp>();
    return sub && isSumWith(node, sub->operand(0), root, rest);
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

/// Whether `node` is a polynomial in `x`, with whatever coefficients: where
/// that goes to -Inf as x does, it goes no slower than x.
bool isPolynomialIn(Node node, Node x, GenericOp root, int depth = 8) {
  if (sameExpr(node, x, root))
    return true;
  if (depth-- == 0)
    return false;
  if (std::optional<Node> neg = node.resolve<arith::NegFOp>())
    return isPolynomialIn(neg->operand(0), x, root, depth);
  if (std::optional<Node> pow = node.resolve<math::PowFOp>()) {
    std::optional<APFloat> power = pow->operand(1).constant();
    return power && power->convertToDouble() >= 1.0 &&
           isPolynomialIn(pow->operand(0), x, root, depth);
  }
  if (std::optional<Node> div = node.resolve<arith::DivFOp>())
    return isPolynomialIn(div->operand(0), x, root, depth);
  for (unsigned i : {0, 1}) {
    auto within = [&](std::optional<Node> op) {
      return op && isPolynomialIn(op->operand(i), x, root, depth);
    };
    if (within(node.resolve<arith::MulFOp>()) ||
        within(node.resolve<arith::AddFOp>()) ||
        within(node.resolve<arith::SubFOp>()))
      return true;
  }
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

/// gate_r1: x * gate(x) -> 0 where x is -Inf and the gate 0: the limit of a
/// GELU or a SiLU.
struct ProductWithGate : BodyPattern<arith::MulFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      Node x = withoutScale(Node(op).operand(i));
      std::optional<Node> argument = matchGate(Node(op).operand(1 - i));
      Value gate = op->getOperand(1 - i);
      if (!argument || x.constant() || isGuarded(op, gate) ||
          !isPolynomialIn(*argument, x, root))
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

/// gate_r1: x / (1 + exp(-x)) -> 0 where x is -Inf and the divisor Inf.
struct QuotientByGate : BodyPattern<arith::DivFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::DivFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    auto sum = matchEither<arith::AddFOp>(
        Node(op).operand(1), [](Node term) { return term.isConstant(1.0); });
    std::optional<Node> exp =
        sum ? sum->second.resolve<math::ExpOp>() : std::nullopt;
    Node x = withoutScale(Node(op).operand(0));
    if (!exp || x.constant() || !isPolynomialIn(exp->operand(0), x, root) ||
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

/// running_max_r1: exp(u - m) with a running maximum m = max(u, v) -> 0 where
/// both are -Inf: nothing has been seen yet, so nothing is to be rescaled.
template <typename ExpT>
struct RunningMaximum : BodyPattern<ExpT> {
  using BodyPattern<ExpT>::BodyPattern;

  LogicalResult match(ExpT op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    std::optional<Node> sub =
        Node(op).operand(0).template resolve<arith::SubFOp>();
    std::optional<std::pair<Node, Node>> max =
        sub ? matchLarger(sub->operand(1)) : std::nullopt;
    if (!max)
      return rewriter.notifyMatchFailure(op, "no running maximum");
    Node u = sub->operand(0), m = sub->operand(1);
    auto has = [&](Node seen) {
      return sameExpr(seen, u, root) || isRowMaxOf(seen, u, root);
    };
    if ((!has(max->first) && !has(max->second)) || !Inliner::canInline(u) ||
        !Inliner::canInline(max->first) || !Inliner::canInline(max->second))
      return rewriter.notifyMatchFailure(op, "not of what is exponentiated");
    Rebuild b(rewriter, root, op, {*sub});
    Value larger = b.read(m), empty = isEqual(b, larger, -kInf);
    if (!m.resolve<arith::MaximumFOp>()) // which drops no NaN
      empty = b.make<arith::AndIOp>(isEqual(b, b.read(max->first), -kInf),
                                    isEqual(b, b.read(max->second), -kInf));
    Value known = b.make<arith::SelectOp>(empty, b.number(0.0), larger);
    rewriter.replaceOp(op,
                       b.make<ExpT>(b.make<arith::SubFOp>(b.read(u), known)));
    return success();
  }
};

/// The terms of a sum of two or more in one body.
bool collectTerms(Node node, SmallVectorImpl<Node> &terms) {
  std::optional<Node> add = node.resolve<arith::AddFOp>();
  if (!add) {
    terms.push_back(node);
    return terms.size() <= 8;
  }
  return collectTerms(add->operand(0), terms) &&
         collectTerms(add->operand(1), terms);
}

/// Whether `node` is nowhere negative by its making, and 0 at a number. A
/// square or an exponential may be 0 because it is too small.
bool isNonNegative(Node node) {
  auto isZero = [](Node n) { return n.isConstant(0.0); };
  return node.resolve<math::AbsFOp>() || node.resolve<math::SqrtOp>() ||
         matchEither<arith::MaximumFOp>(node, isZero) ||
         matchEither<arith::MaxNumFOp>(node, isZero);
}

/// What `node` is the maximum of.
void collectCandidates(Node node, SmallVectorImpl<Node> &candidates) {
  std::optional<std::pair<Node, Node>> max = matchLarger(node);
  if (!max || candidates.size() > 8) {
    candidates.push_back(node);
    return;
  }
  collectCandidates(max->first, candidates);
  collectCandidates(max->second, candidates);
}

/// Whether `terms` are exponentials of u - m, m the largest u or, where that is
/// infinite, 0: one of them is 1, or all are 0.
bool areShiftedExps(ArrayRef<Node> terms, GenericOp root) {
  SmallVector<Node> known;
  std::optional<Node> shift;
  for (Node term : terms) {
    std::optional<Node> exp = resolveExp(term);
    std::optional<Node> sub =
        exp ? exp->operand(0).resolve<arith::SubFOp>() : std::nullopt;
    if (!sub || (shift && !sameExpr(*shift, sub->operand(1), root)))
      return false;
    shift = sub->operand(1);
    known.push_back(sub->operand(0));
  }
  std::optional<Node> select = shift->resolve<arith::SelectOp>();
  if (!select || !select->operand(1).isConstant(0.0))
    return false;
  SmallVector<Node> candidates;
  collectCandidates(select->operand(2), candidates);
  return llvm::all_of(candidates, [&](Node u) {
    return llvm::any_of(known,
                        [&](Node other) { return sameExpr(u, other, root); });
  });
}

/// part_r1: a / (a + b + …), no term negative by its making -> 0 where all are
/// 0: the weight of an attention state that is as empty as the others.
struct PartOfSum : BodyPattern<arith::DivFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::DivFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    if (isSelected(op))
      return rewriter.notifyMatchFailure(op, "chosen from already");
    Node part = Node(op).operand(0), whole = Node(op).operand(1);
    if (!isWhole(whole, part, root))
      return rewriter.notifyMatchFailure(op, "not a part of its sum");
    Rebuild b(rewriter, root, op, {whole.resolved()});
    selectZero(b, op, [&] { return isEqual(b, op.getRhs(), 0.0); });
    return success();
  }

  /// A sum of terms, or of a row, that has `part` in it. The exponentials of a
  /// row are a softmax, which says itself what an empty one is.
  static bool isWhole(Node whole, Node part, GenericOp root) {
    if (std::optional<Reduction> sum = matchSum(whole))
      return isNonNegative(part) && matchElement(*sum, part, root);
    SmallVector<Node> terms;
    return collectTerms(whole, terms) && terms.size() > 1 &&
           (llvm::all_of(terms, isNonNegative) ||
            areShiftedExps(terms, root)) &&
           llvm::any_of(terms, [&](Node n) { return sameExpr(n, part, root); });
  }
};
} // namespace

void nanguard::populateStabilizePolesPatterns(RewritePatternSet &patterns) {
  patterns.add<ProductWithLog, ProductWithExp, ProductWithGate, QuotientByGate,
               PartOfSum>(patterns.getContext());
}

void nanguard::populateEarlyPolesPatterns(RewritePatternSet &patterns) {
  patterns.add<RunningMaximum<math::ExpOp>, RunningMaximum<math::Exp2Op>>(
      patterns.getContext());
}
