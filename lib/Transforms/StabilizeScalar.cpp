//===- StabilizeScalar.cpp - Functions written as quotients of exp --------===//
//
// Each pattern writes the function that a scalar expression computes so that no
// intermediate overflows. NaN stays NaN in all of them.
//
//===----------------------------------------------------------------------===//

#include "BodyPattern.h"
#include "ExpPolynomial.h"
#include "nanguard/Transforms/Variants.h"

#include <cmath>
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

/// (e^u - 1) / (e^u + 1), (1 - e^-u) / (1 + e^-u) -> tanh(u / 2) and
/// (e^x - e^-x) / (e^x + e^-x) -> tanh(x): 1 at +Inf, -1 at -Inf.
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

/// Builds terms c * exp(-k * |x|), which are at most c.
class DecayingTerms {
public:
  DecayingTerms(Rebuild &b, Node base) : b(b), x(b.read(base)) {
    size = b.make<math::AbsFOp>(x);
    positive =
        b.make<arith::CmpFOp>(arith::CmpFPredicate::OGE, x, b.number(0.0));
  }

  /// `whenPositive` for x >= 0, else `otherwise`.
  Value choose(Value whenPositive, Value otherwise) {
    if (whenPositive == otherwise)
      return whenPositive;
    return b.make<arith::SelectOp>(positive, whenPositive, otherwise);
  }

  /// p / exp(k * x), with k = `top` for x >= 0 and `bottom` otherwise: the
  /// degrees of the largest terms.
  Value divided(const ExpPolynomial &p, double top, double bottom) {
    ExpPolynomial right, left;
    for (auto [degree, number] : p) {
      right[top - degree] = number;
      left[degree - bottom] = number;
    }
    if (right == left)
      return sum(right);
    Value whenPositive = sum(right);
    return choose(whenPositive, sum(left));
  }

  /// log(p / exp(k * x)), k as above.
  Value logDivided(const ExpPolynomial &p) {
    double first = p.rbegin()->second, last = p.begin()->second;
    ExpPolynomial right, left;
    for (auto [degree, number] : p) {
      if (degree != p.rbegin()->first)
        right[p.rbegin()->first - degree] = number / first;
      if (degree != p.begin()->first)
        left[degree - p.begin()->first] = number / last;
    }
    Value tail = right.empty() ? Value()
                 : right == left
                     ? b.make<math::Log1pOp>(sum(right))
                     : b.make<math::Log1pOp>(choose(sum(right), sum(left)));
    if (first == 1.0 && last == 1.0)
      return tail ? tail : b.number(0.0);
    Value lead = choose(b.number(std::log(first)),
                        first == last ? b.number(std::log(first))
                                      : b.number(std::log(last)));
    return tail ? b.make<arith::AddFOp>(tail, lead) : lead;
  }

  /// k * x with k = `top` for x >= 0 and `bottom` otherwise; 0 for k = 0,
  /// whatever x is.
  Value linear(double top, double bottom) {
    Value whenPositive = multiple(top);
    return top == bottom ? whenPositive
                         : choose(whenPositive, multiple(bottom));
  }

private:
  Value multiple(double k) {
    return k == 0.0   ? b.number(0.0)
           : k == 1.0 ? x
                      : b.make<arith::MulFOp>(x, b.number(k));
  }

  Value sum(const ExpPolynomial &terms) {
    Value total;
    for (auto [degree, number] : terms) {
      Value term = degree == 0.0 ? b.number(number) : power(degree);
      if (degree != 0.0 && number != 1.0)
        term = b.make<arith::MulFOp>(term, b.number(number));
      total = total ? b.make<arith::AddFOp>(total, term) : term;
    }
    return total;
  }

  /// exp(-degree * |x|).
  Value power(double degree) {
    Value &known = powers[degree];
    if (known)
      return known;
    if (auto half = powers.find(degree / 2); half != powers.end())
      return known = b.make<arith::MulFOp>(half->second, half->second);
    Value exponent = degree == 1.0
                         ? b.make<arith::NegFOp>(size)
                         : b.make<arith::MulFOp>(size, b.number(-degree));
    return known = b.make<math::ExpOp>(exponent);
  }

  Rebuild &b;
  Value x, size, positive;
  std::map<double, Value> powers;
};

bool arePositive(const ExpPolynomial &p) {
  return !p.empty() &&
         llvm::all_of(p, [](const auto &term) { return term.second > 0.0; });
}

/// What is read of exp(-|x|) can't overflow; the patterns below write it.
bool canOverflow(std::optional<Node> base) {
  return base && Inliner::canInline(*base) && !base->resolve<math::AbsFOp>();
}

/// f * P / Q of exp(x) with both P and Q infinite where x is large -> both
/// divided by Q's largest term: sigmoid, SiLU, mish and their derivatives as
/// quotients of exponentials.
struct QuotientOfExps : BodyPattern<arith::DivFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::DivFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    ExpReader reader(root);
    std::optional<ExpQuotient> q = reader.read(Node(op));
    if (!q || !canOverflow(reader.getBase()) || q->numerator.empty() ||
        !arePositive(q->denominator) ||
        (q->factor && !Inliner::canInline(*q->factor)))
      return rewriter.notifyMatchFailure(op, "not a quotient of exponentials");
    double top = q->denominator.rbegin()->first;
    double bottom = q->denominator.begin()->first;
    double first = q->numerator.rbegin()->first;
    double last = q->numerator.begin()->first;
    if (first > top || last < bottom)
      return rewriter.notifyMatchFailure(op, "grows like an exponential");
    if (first <= 0.0 && last >= 0.0)
      return rewriter.notifyMatchFailure(op, "the numerator stays finite");
    Rebuild b(rewriter, root, op,
              {Node(op).operand(0).resolved(), Node(op).operand(1).resolved()});
    DecayingTerms terms(b, *reader.getBase());
    Value numerator = terms.divided(q->numerator, top, bottom);
    if (q->factor)
      numerator = b.make<arith::MulFOp>(b.read(*q->factor), numerator);
    Value denominator = terms.divided(q->denominator, top, bottom);
    rewriter.replaceOp(op, b.make<arith::DivFOp>(numerator, denominator));
    return success();
  }
};

/// log(P / Q), log1p(P / Q) of exp(x) -> k * x + log1p(…) - log1p(…), all else
/// being of exp(-|x|): softplus, log-sigmoid, log-cosh, logit. Finite for all
/// finite x, with the limits that the function has at the infinities.
template <typename OpT>
struct LogOfExps : BodyPattern<OpT> {
  using BodyPattern<OpT>::BodyPattern;

  LogicalResult match(OpT op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    ExpReader reader(root, /*readsTanh=*/true);
    Node arg = Node(op).operand(0);
    std::optional<ExpQuotient> q = std::is_same_v<OpT, math::LogOp>
                                       ? reader.read(arg)
                                       : reader.readOnePlus(arg);
    if (!q || q->factor || !canOverflow(reader.getBase()) ||
        !arePositive(q->numerator) || !arePositive(q->denominator))
      return rewriter.notifyMatchFailure(op, "not a logarithm of exponentials");
    Rebuild b(rewriter, root, op, {arg.resolved()});
    DecayingTerms terms(b, *reader.getBase());
    auto difference = [](const auto &p, const auto &q) {
      return p.first - q.first;
    };
    Value result = terms.linear(
        difference(*q->numerator.rbegin(), *q->denominator.rbegin()),
        difference(*q->numerator.begin(), *q->denominator.begin()));
    if (!isOnePower(q->numerator))
      result = b.make<arith::AddFOp>(result, terms.logDivided(q->numerator));
    if (!isOnePower(q->denominator))
      result = b.make<arith::SubFOp>(result, terms.logDivided(q->denominator));
    rewriter.replaceOp(op, result);
    return success();
  }

  static bool isOnePower(const ExpPolynomial &p) {
    return p.size() == 1 && p.begin()->second == 1.0;
  }
};

/// log(exp(a) + exp(b)) -> max(a, b) + log1p(exp(-|a - b|)), with a - b taken
/// as 0 where a = b, be they infinite: -Inf for two of -Inf, +Inf if one is.
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
    Value x = r.read(a), y = r.read(b);
    Value equal = r.make<arith::CmpFOp>(arith::CmpFPredicate::OEQ, x, y);
    Value diff = r.make<arith::SelectOp>(equal, r.number(0.0),
                                         r.make<arith::SubFOp>(x, y));
    Value tail =
        r.make<math::ExpOp>(r.make<arith::NegFOp>(r.make<math::AbsFOp>(diff)));
    rewriter.replaceOp(op,
                       r.make<arith::AddFOp>(r.make<arith::MaximumFOp>(x, y),
                                             r.make<math::Log1pOp>(tail)));
    return success();
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

/// log(exp(a) + exp(b) + exp(c) + …) -> m + log(sum of exp(z - m)).
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

/// exp(a) / (exp(a) + exp(b) + …) -> the same with a - m, b - m, …: a softmax
/// whose row stands in several tensors.
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
} // namespace

void nanguard::populateStabilizeScalarPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<QuotientOfExps, LogOfExps<math::LogOp>, LogOfExps<math::Log1pOp>,
               LogAddExp, LogOfExpSum, SoftmaxOfTensors>(context);
  // More exact near 0 than the general quotient.
  patterns.add<TanhOfExps>(context, /*benefit=*/2);
}
