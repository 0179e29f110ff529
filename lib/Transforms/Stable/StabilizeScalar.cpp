//===- StabilizeScalar.cpp - tanh, and sums of exp of several things ------===//
//
// Each pattern writes the function that a scalar expression computes so that no
// intermediate overflows. NaN stays NaN in all of them.
//
//===----------------------------------------------------------------------===//

#include "BodyPattern.h"
#include "nanguard/Transforms/Variants.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

#include <limits>

using namespace mlir;
using namespace nanguard;
using linalg::GenericOp;

namespace {
bool isOne(Node node) { return node.isConstant(1.0); }
bool isExp(Node node) { return node.resolve<math::ExpOp>().has_value(); }
Node expArg(Node node) { return node.resolve<math::ExpOp>()->operand(0); }

bool isNegationOf(Node a, Node b, GenericOp root) {
  if (std::optional<Node> neg = a.resolve<arith::NegFOp>())
    return sameExpr(neg->operand(0), b, root);
  auto mul =
      matchEither<arith::MulFOp>(a, [](Node n) { return n.isConstant(-1.0); });
  return mul && sameExpr(mul->second, b, root);
}

/// tanh_r1, tanh_r2, tanh_r3: (e^u - 1) / (e^u + 1), (1 - e^-u) / (1 + e^-u) ->
/// tanh(u / 2) and (e^x - e^-x) / (e^x + e^-x) -> tanh(x): 1 at +Inf, -1 at
/// -Inf.
struct TanhOfExps : BodyPattern<arith::DivFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::DivFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    std::optional<Node> sub = Node(op).operand(0).resolve<arith::SubFOp>();
    std::optional<Node> add = Node(op).operand(1).resolve<arith::AddFOp>();
    if (!sub || !add)
      return rewriter.notifyMatchFailure(op, "not a difference over a sum");
    Node a = sub->operand(0), b = sub->operand(1);
    bool same = (sameExpr(a, add->operand(0), root) &&
                 sameExpr(b, add->operand(1), root)) ||
                (sameExpr(a, add->operand(1), root) &&
                 sameExpr(b, add->operand(0), root));
    if (!same)
      return rewriter.notifyMatchFailure(op, "the terms differ");
    double factor = 0.5;
    std::optional<Node> u;
    if (isExp(a) && isOne(b)) {
      u = expArg(a);
    } else if (isOne(a) && isExp(b)) {
      u = expArg(b);
      factor = -0.5;
    } else if (isExp(a) && isExp(b) &&
               isNegationOf(expArg(b), expArg(a), root)) {
      u = expArg(a);
      factor = 1.0;
    } else if (isExp(a) && isExp(b) &&
               isNegationOf(expArg(a), expArg(b), root)) {
      u = expArg(b);
      factor = -1.0;
    }
    if (!u || !Inliner::canInline(*u))
      return rewriter.notifyMatchFailure(op, "not the exponentials of a tanh");
    Rebuild r(rewriter, root, op, {*sub, *add});
    Value arg = r.make<arith::MulFOp>(r.read(*u), r.number(factor));
    rewriter.replaceOp(op, r.make<math::TanhOp>(arg));
    return success();
  }
};

/// logaddexp_r1: log(exp(a) + exp(b)) -> max(a, b) + log1p(exp(-|a - b|)), with
/// a - b taken as 0 where a = b, be they infinite: -Inf for two of -Inf, +Inf
/// if one is.
struct LogAddExp : BodyPattern<math::LogOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(math::LogOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    std::optional<Node> add = Node(op).operand(0).resolve<arith::AddFOp>();
    if (!add || !isExp(add->operand(0)) || !isExp(add->operand(1)))
      return rewriter.notifyMatchFailure(op, "not log(exp(a) + exp(b))");
    Node a = expArg(add->operand(0)), b = expArg(add->operand(1));
    if (!Inliner::canInline(a) || !Inliner::canInline(b))
      return rewriter.notifyMatchFailure(op,
                                         "the arguments can't be read here");
    Rebuild r(rewriter, root, op, {*add});
    rewriter.replaceOp(op, create(r, a, b));
    return success();
  }

  static Value create(Rebuild &r, Node a, Node b) {
    Value x = r.read(a), y = r.read(b);
    Value diff = difference(r, x, y);
    Value tail =
        r.make<math::ExpOp>(r.make<arith::NegFOp>(r.make<math::AbsFOp>(diff)));
    return r.make<arith::AddFOp>(r.make<arith::MaximumFOp>(x, y),
                                 r.make<math::Log1pOp>(tail));
  }

  /// x - y, 0 where they are the same infinity.
  static Value difference(Rebuild &r, Value x, Value y) {
    Value equal = r.make<arith::CmpFOp>(arith::CmpFPredicate::OEQ, x, y);
    return r.make<arith::SelectOp>(equal, r.number(0.0),
                                   r.make<arith::SubFOp>(x, y));
  }
};

/// logaddexp_r2: max(a, b) + log1p(exp(-|a - b|)), as libraries write it -> the
/// same with a - b = 0 where a = b.
struct ShiftedLogAddExp : BodyPattern<arith::AddFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::AddFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      std::optional<Node> max = resolveMax(Node(op).operand(i));
      std::optional<Node> exp =
          max ? resolveTail(Node(op).operand(1 - i)) : std::nullopt;
      if (!exp)
        continue;
      Node a = max->operand(0), b = max->operand(1);
      // Where each of them drops a NaN, so does the sum.
      if (!isNegatedDistance(exp->operand(0), a, b, root) ||
          (!max->resolve<arith::MaximumFOp>() && dropsNaN(exp->operand(0))) ||
          !Inliner::canInline(a) || !Inliner::canInline(b))
        continue;
      Rebuild r(rewriter, root, op, {*max, *exp});
      rewriter.replaceOp(op, LogAddExp::create(r, a, b));
      return success();
    }
    return rewriter.notifyMatchFailure(op, "not a shifted log(exp a + exp b)");
  }

  static bool dropsNaN(Node distance) {
    std::optional<Node> sub = distance.resolve<arith::SubFOp>();
    return sub && !sub->operand(0).resolve<arith::MinimumFOp>() &&
           !sub->operand(1).resolve<arith::MaximumFOp>();
  }

  static std::optional<Node> resolveMax(Node node) {
    std::optional<Node> max = node.resolve<arith::MaximumFOp>();
    return max ? max : node.resolve<arith::MaxNumFOp>();
  }

  static std::optional<Node> resolveMin(Node node) {
    std::optional<Node> min = node.resolve<arith::MinimumFOp>();
    return min ? min : node.resolve<arith::MinNumFOp>();
  }

  /// The exp of log1p(exp(z)) or log(1 + exp(z)).
  static std::optional<Node> resolveTail(Node node) {
    if (std::optional<Node> log1p = node.resolve<math::Log1pOp>())
      return log1p->operand(0).resolve<math::ExpOp>();
    std::optional<Node> log = node.resolve<math::LogOp>();
    auto sum =
        log ? matchEither<arith::AddFOp>(log->operand(0), isOne) : std::nullopt;
    return sum ? sum->second.resolve<math::ExpOp>() : std::nullopt;
  }

  /// -|a - b|, or min(a, b) - max(a, b).
  static bool isNegatedDistance(Node node, Node a, Node b, GenericOp root) {
    auto areBoth = [&](Node op) {
      return (sameExpr(op.operand(0), a, root) &&
              sameExpr(op.operand(1), b, root)) ||
             (sameExpr(op.operand(0), b, root) &&
              sameExpr(op.operand(1), a, root));
    };
    if (std::optional<Node> neg = node.resolve<arith::NegFOp>()) {
      std::optional<Node> abs = neg->operand(0).resolve<math::AbsFOp>();
      std::optional<Node> sub =
          abs ? abs->operand(0).resolve<arith::SubFOp>() : std::nullopt;
      return sub && areBoth(*sub);
    }
    std::optional<Node> sub = node.resolve<arith::SubFOp>();
    std::optional<Node> min = sub ? resolveMin(sub->operand(0)) : std::nullopt;
    std::optional<Node> max = min ? resolveMax(sub->operand(1)) : std::nullopt;
    return max && areBoth(*min) && areBoth(*max);
  }
};

/// exp(a) - exp(b), either of which may be 1 and then has no exponent.
struct ExpDifference {
  std::optional<Node> a, b;
};

/// Whether `node` is 1 or an exponential, whose exponent it gives.
bool readPower(Node node, std::optional<Node> &exponent) {
  if (isOne(node))
    return true;
  if (!isExp(node))
    return false;
  exponent = expArg(node);
  return Inliner::canInline(*exponent);
}

std::optional<ExpDifference> matchExpDifference(Node node) {
  ExpDifference found;
  if (std::optional<Node> neg = node.resolve<arith::NegFOp>()) {
    std::optional<ExpDifference> rest = matchExpDifference(neg->operand(0));
    return rest ? ExpDifference{rest->b, rest->a} : rest;
  }
  if (std::optional<Node> expm1 = node.resolve<math::ExpM1Op>()) {
    found.a = expm1->operand(0);
    return Inliner::canInline(*found.a) ? std::optional(found) : std::nullopt;
  }
  std::optional<Node> sub = node.resolve<arith::SubFOp>();
  if (!sub || !readPower(sub->operand(0), found.a) ||
      !readPower(sub->operand(1), found.b) || (!found.a && !found.b))
    return std::nullopt;
  return found;
}

/// log_exp_r2: log(exp(a) - exp(b)) -> a + log(1 - exp(t)), t = b - a, the
/// logarithm by expm1 near 0 and by log1p below -log 2: log(1 - exp(x)), the
/// inverse of softplus, and log(expm1(x)). -Inf where a = b, NaN where a < b.
template <typename OpT>
struct LogOfExpDifference : BodyPattern<OpT> {
  using BodyPattern<OpT>::BodyPattern;

  LogicalResult match(OpT op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    // As this pattern, or the model, writes it.
    if (isSelected(op))
      return rewriter.notifyMatchFailure(op, "chosen from already");
    Node arg = Node(op).operand(0);
    std::optional<ExpDifference> difference = matchTerms(arg);
    if (!difference)
      return rewriter.notifyMatchFailure(op, "not of a difference of exp");
    Rebuild r(rewriter, root, op, {arg.resolved()});
    auto read = [&](std::optional<Node> exponent) {
      return exponent ? r.read(*exponent) : r.number(0.0);
    };
    Value a = read(difference->a);
    Value t = LogAddExp::difference(r, read(difference->b), a);
    Value near =
        r.make<math::LogOp>(r.make<arith::NegFOp>(r.make<math::ExpM1Op>(t)));
    Value far =
        r.make<math::Log1pOp>(r.make<arith::NegFOp>(r.make<math::ExpOp>(t)));
    Value isNear = r.make<arith::CmpFOp>(arith::CmpFPredicate::OGT, t,
                                         r.number(-llvm::numbers::ln2));
    Value result = r.make<arith::SelectOp>(isNear, near, far);
    if (difference->a)
      result = r.make<arith::AddFOp>(a, result);
    rewriter.replaceOp(op, result);
    return success();
  }

  static std::optional<ExpDifference> matchTerms(Node arg) {
    if constexpr (std::is_same_v<OpT, math::LogOp>)
      return matchExpDifference(arg);
    ExpDifference found;
    std::optional<Node> neg = arg.resolve<arith::NegFOp>();
    if (!neg || !isExp(neg->operand(0)) || !readPower(neg->operand(0), found.b))
      return std::nullopt;
    return found;
  }
};

/// The z of a sum of two or more exp(z).
bool collectExponents(Node node, SmallVectorImpl<Node> &exponents) {
  if (isExp(node)) {
    exponents.push_back(expArg(node));
    return exponents.size() <= 8 && Inliner::canInline(exponents.back());
  }
  std::optional<Node> add = node.resolve<arith::AddFOp>();
  return add && collectExponents(add->operand(0), exponents) &&
         collectExponents(add->operand(1), exponents);
}

/// The sum of exp(z - m) over what `exponents` are read as, m being their
/// largest, or 0 where that is infinite.
struct ShiftedSum {
  ShiftedSum(Rebuild &b, ArrayRef<Node> exponents) {
    SmallVector<Value> read;
    for (Node z : exponents)
      read.push_back(b.read(z));
    Value max = read.front();
    for (Value z : ArrayRef(read).drop_front())
      max = b.make<arith::MaximumFOp>(max, z);
    Value infinite = b.make<arith::CmpFOp>(
        arith::CmpFPredicate::OEQ, b.make<math::AbsFOp>(max),
        b.number(std::numeric_limits<double>::infinity()));
    shift = b.make<arith::SelectOp>(infinite, b.number(0.0), max);
    for (Value z : read)
      terms.push_back(b.make<math::ExpOp>(b.make<arith::SubFOp>(z, shift)));
    sum = terms.front();
    for (Value term : ArrayRef(terms).drop_front())
      sum = b.make<arith::AddFOp>(sum, term);
  }

  Value shift, sum;
  SmallVector<Value> terms;
};

/// logaddexp_r1: log(exp(a) + exp(b) + exp(c) + …) -> m + log(sum of exp(z -
/// m)).
struct LogOfExpSum : BodyPattern<math::LogOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(math::LogOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    SmallVector<Node> exponents;
    Node arg = Node(op).operand(0);
    if (!collectExponents(arg, exponents) || exponents.size() < 3 ||
        isShifted(exponents))
      return rewriter.notifyMatchFailure(op, "not the log of a sum of exp");
    Rebuild b(rewriter, root, op, {arg.resolved()});
    ShiftedSum shifted(b, exponents);
    rewriter.replaceOp(
        op,
        b.make<arith::AddFOp>(shifted.shift, b.make<math::LogOp>(shifted.sum)));
    return success();
  }

  /// The exponents are differences already, as this pattern writes them.
  static bool isShifted(ArrayRef<Node> exponents) {
    return llvm::all_of(exponents, [](Node z) {
      return z.resolve<arith::SubFOp>().has_value();
    });
  }
};

/// softmax_r3: exp(a) / (exp(a) + exp(b) + …) -> the same with a - m, b - m, …:
/// a softmax whose row stands in several tensors.
struct SoftmaxOfTensors : BodyPattern<arith::DivFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::DivFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    SmallVector<Node> exponents;
    Node top = Node(op).operand(0), sum = Node(op).operand(1);
    if (!isExp(top) || !collectExponents(sum, exponents) ||
        exponents.size() < 2 || LogOfExpSum::isShifted(exponents))
      return rewriter.notifyMatchFailure(op, "not exp over a sum of exp");
    auto *found = llvm::find_if(
        exponents, [&](Node z) { return sameExpr(z, expArg(top), root); });
    if (found == exponents.end())
      return rewriter.notifyMatchFailure(op, "the sum is of other things");
    Rebuild b(rewriter, root, op, {top.resolved(), sum.resolved()});
    ShiftedSum shifted(b, exponents);
    rewriter.replaceOp(
        op, b.make<arith::DivFOp>(shifted.terms[found - exponents.begin()],
                                  shifted.sum));
    return success();
  }
};

/// A product's factors: the exponents of exponentials, and the others.
struct Factors {
  SmallVector<Node> exponents, others;
};

/// Reads `node` as a product; false if it is too long or can't be read.
bool collectFactors(Node node, Factors &factors) {
  if (isExp(node)) {
    factors.exponents.push_back(expArg(node));
    return Inliner::canInline(factors.exponents.back());
  }
  if (std::optional<Node> mul = node.resolve<arith::MulFOp>())
    return collectFactors(mul->operand(0), factors) &&
           collectFactors(mul->operand(1), factors);
  factors.others.push_back(node);
  return factors.others.size() <= 8 && Inliner::canInline(node);
}

/// The tensors whose elements a sum adds (or, with `negative`, subtracts).
void collectSummands(Node node, bool negative,
                     DenseSet<std::pair<Value, int>> &summands) {
  node = node.resolved();
  Operation *op = node.leaf ? nullptr : node.getOp();
  if (isa_and_nonnull<arith::AddFOp, arith::SubFOp>(op)) {
    collectSummands(node.operand(0), negative, summands);
    bool flips = isa<arith::SubFOp>(op);
    collectSummands(node.operand(1), negative != flips, summands);
  } else if (isa_and_nonnull<arith::NegFOp>(op)) {
    collectSummands(node.operand(0), !negative, summands);
  } else {
    summands.insert({node.value, negative});
  }
}

/// exp(a) and exp(b), of which one is large where the other is small: a and b
/// hold the same sums (of logarithms of a decay), but for the sign.
bool belongTogether(Node a, Node b) {
  DenseSet<std::pair<Value, int>> added, subtracted;
  collectSummands(a, /*negative=*/false, added);
  collectSummands(b, /*negative=*/true, subtracted);
  return llvm::any_of(
      added, [&](auto summand) { return subtracted.contains(summand); });
}

/// Reads x * y as (others) * exp(a) * exp(b), one exponential in each.
std::optional<Factors> matchTwoExps(Node x, Node y) {
  Factors factors;
  if (!collectFactors(x, factors) || factors.exponents.size() != 1 ||
      !collectFactors(y, factors) || factors.exponents.size() != 2 ||
      !belongTogether(factors.exponents[0], factors.exponents[1]))
    return std::nullopt;
  return factors;
}

/// exp_sum_r1: exp(a) * exp(b), with other factors or not, a and b holding one
/// sum with opposite signs -> exp(a + b): not 0 * Inf where a decay is strong.
struct ProductOfExps : BodyPattern<arith::MulFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    std::optional<Factors> factors =
        matchTwoExps(Node(op).operand(0), Node(op).operand(1));
    if (!factors)
      return rewriter.notifyMatchFailure(op, "not exp(a) * exp(-b)");
    Rebuild b(rewriter, root, op, factors->exponents);
    Value product = b.make<math::ExpOp>(b.make<arith::AddFOp>(
        b.read(factors->exponents[0]), b.read(factors->exponents[1])));
    for (Node factor : factors->others)
      product = b.make<arith::MulFOp>(product, b.read(factor));
    rewriter.replaceOp(op, product);
    return success();
  }
};

/// exp_sum_r1: a named contraction of such -> a generic, in whose body
/// ProductOfExps sees the product.
struct ContractionOfExps : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (isa<GenericOp>(op.getOperation()) || !op.hasPureTensorSemantics() ||
        !linalg::isaContractionOpInterface(op) || op.getNumDpsInputs() != 2)
      return rewriter.notifyMatchFailure(op, "not a named contraction");
    auto element = [&](unsigned i) {
      return Node::element(op.getDpsInputs()[i],
                           op.getMatchingIndexingMap(op.getDpsInputOperand(i)));
    };
    if (!matchTwoExps(element(0), element(1)))
      return rewriter.notifyMatchFailure(op, "not of exp(a) and exp(-b)");
    return linalg::generalizeNamedOp(rewriter, op);
  }
};
} // namespace

void nanguard::populateProductOfExpsPatterns(RewritePatternSet &patterns) {
  patterns.add<ProductOfExps, ContractionOfExps>(patterns.getContext());
}

void nanguard::populateStabilizeScalarPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns
      .add<LogAddExp, ShiftedLogAddExp, LogOfExpDifference<math::LogOp>,
           LogOfExpDifference<math::Log1pOp>, LogOfExpSum, SoftmaxOfTensors>(
          context);
  // More exact near 0 than the general quotient.
  patterns.add<TanhOfExps>(context, /*benefit=*/2);
}
