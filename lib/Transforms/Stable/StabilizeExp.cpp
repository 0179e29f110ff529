//===- StabilizeExp.cpp - Functions of one exp(x) -------------------------===//
//
// Quotients of polynomials in exp(x), and their logarithms, by exp(-|x|): no
// intermediate overflows. NaN stays NaN.
//
//===----------------------------------------------------------------------===//

#include "BodyPattern.h"
#include "ExpPolynomial.h"
#include "nanguard/Transforms/Variants.h"

#include <cmath>

using namespace mlir;
using namespace nanguard;
using linalg::GenericOp;

namespace {
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

  /// x - x.
  Value zeroOrNaN() { return b.make<arith::SubFOp>(x, x); }

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

/// a * exp(k * x) / (b * exp(k * x)): all that is left is a / b.
bool cancels(const ExpQuotient &q) {
  return q.numerator.size() == 1 && q.denominator.size() == 1 &&
         q.numerator.begin()->first == q.denominator.begin()->first;
}

/// c * exp(k * x) in place of a quotient that is that, as the odds of a
/// sigmoid.
void reduce(ExpQuotient &q) {
  double degree = q.numerator.begin()->first - q.denominator.begin()->first;
  double factor = q.numerator.begin()->second / q.denominator.begin()->second;
  ExpPolynomial multiple;
  for (auto [k, number] : q.denominator)
    multiple[k + degree] = number * factor;
  if (degree != 0.0 && multiple == q.numerator)
    q = {{{degree, factor}}, {{0.0, 1.0}}, {}};
}

/// What is read of exp(-|x|) can't overflow; the patterns below write it.
bool canOverflow(std::optional<Node> base) {
  return base && Inliner::canInline(*base) && !base->resolve<math::AbsFOp>();
}

/// exp_quotient_r1: f * P / Q of exp(x) with both P and Q infinite where x is
/// large -> both divided by Q's largest term: sigmoid, SiLU, mish and their
/// derivatives as quotients of exponentials, the last step of which may be a
/// product: (f / Q) * P.
template <typename OpT>
struct QuotientOfExps : BodyPattern<OpT> {
  using BodyPattern<OpT>::BodyPattern;

  LogicalResult match(OpT op, GenericOp root,
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
    // NaN and Inf / Inf stay where nothing of x is left.
    if (cancels(*q))
      numerator = b.make<arith::AddFOp>(numerator, terms.zeroOrNaN());
    if (q->factor)
      numerator = b.make<arith::MulFOp>(b.read(*q->factor), numerator);
    Value denominator = terms.divided(q->denominator, top, bottom);
    rewriter.replaceOp(op, b.make<arith::DivFOp>(numerator, denominator));
    return success();
  }
};

bool isOnePower(const ExpPolynomial &p) {
  return p.size() == 1 && p.begin()->second == 1.0;
}

/// Whether the logarithm of `q` has all of x in it, and no pole.
bool hasLog(const std::optional<ExpQuotient> &q, std::optional<Node> base) {
  return q && !q->factor && canOverflow(base) && arePositive(q->numerator) &&
         arePositive(q->denominator) && !cancels(*q);
}

/// log(P / Q) by exp(-|x|).
Value logOf(Rebuild &b, ExpQuotient q, Node base) {
  reduce(q);
  DecayingTerms terms(b, base);
  Value result =
      terms.linear(q.numerator.rbegin()->first - q.denominator.rbegin()->first,
                   q.numerator.begin()->first - q.denominator.begin()->first);
  if (!isOnePower(q.numerator))
    result = b.make<arith::AddFOp>(result, terms.logDivided(q.numerator));
  if (!isOnePower(q.denominator))
    result = b.make<arith::SubFOp>(result, terms.logDivided(q.denominator));
  return result;
}

/// log_exp_r1: log(P / Q), log1p(P / Q) of exp(x) -> k * x + log1p(…) -
/// log1p(…), all else being of exp(-|x|): softplus, log-sigmoid, log-cosh,
/// logit. Finite for all finite x, with the limits that the function has at the
/// infinities.
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
    if (!hasLog(q, reader.getBase()))
      return rewriter.notifyMatchFailure(op, "not a logarithm of exponentials");
    Rebuild b(rewriter, root, op, {arg.resolved()});
    rewriter.replaceOp(op, logOf(b, *q, *reader.getBase()));
    return success();
  }
};

/// complement_r1: 1 - P / Q of exp(x) -> c / R where Q - P is a single term:
/// 1 - sigmoid(x) is sigmoid(-x), not 0 where the sigmoid rounds to 1. R may
/// overflow, to a quotient of 0; logarithms and powers read the quotient.
struct OneMinusQuotient : BodyPattern<arith::SubFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::SubFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    if (!Node(op).operand(0).isConstant(1.0) ||
        !Node(op).operand(1).resolve<arith::DivFOp>())
      return rewriter.notifyMatchFailure(op, "not 1 less a quotient");
    ExpReader reader(root);
    std::optional<ExpQuotient> q = reader.read(Node(op));
    if (!q || q->factor || !reader.getBase() ||
        !Inliner::canInline(*reader.getBase()) || !arePositive(q->numerator) ||
        !arePositive(q->denominator) || q->numerator.size() != 1 ||
        q->denominator.size() < 2)
      return rewriter.notifyMatchFailure(op, "not a single exponential over a "
                                             "sum of them");
    Rebuild b(rewriter, root, op, {Node(op).operand(1).resolved()});
    Value x = b.read(*reader.getBase());
    auto [degree, number] = *q->numerator.begin();
    Value sum;
    for (auto [k, factor] : q->denominator) {
      Value term = b.number(factor);
      if (k != degree) {
        Value power = b.make<math::ExpOp>(
            k - degree == 1.0 ? x
                              : b.make<arith::MulFOp>(x, b.number(k - degree)));
        term = factor == 1.0 ? power : b.make<arith::MulFOp>(power, term);
      }
      sum = sum ? b.make<arith::AddFOp>(sum, term) : term;
    }
    rewriter.replaceOp(op, b.make<arith::DivFOp>(b.number(number), sum));
    return success();
  }
};

/// power_r1: pow(P / Q, c), sqrt(P / Q), rsqrt(P / Q) -> exp(c * log(P / Q))
/// where P / Q is too small for a normal number, or 0: a focal loss's
/// sigmoid(x)^-0.5 is finite, and what it is multiplied with makes it 0.
template <typename OpT>
struct PowerOfQuotient : BodyPattern<OpT> {
  using BodyPattern<OpT>::BodyPattern;

  LogicalResult match(OpT op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    if (isSelected(op))
      return rewriter.notifyMatchFailure(op, "chosen from already");
    double power = std::is_same_v<OpT, math::SqrtOp> ? 0.5 : -0.5;
    if constexpr (std::is_same_v<OpT, math::PowFOp>) {
      std::optional<APFloat> constant = Node(op).operand(1).constant();
      if (!constant || !constant->isFiniteNonZero())
        return rewriter.notifyMatchFailure(op, "no constant power");
      power = constant->convertToDouble();
    }
    ExpReader reader(root);
    Node base = Node(op).operand(0);
    std::optional<ExpQuotient> q = reader.read(base);
    if (!hasLog(q, reader.getBase()) || !base.resolve<arith::DivFOp>())
      return rewriter.notifyMatchFailure(op, "not of a quotient of exp");
    Value quotient = op->getOperand(0);
    Rebuild b(rewriter, root, op, {base.resolved()});
    Value log = logOf(b, *q, *reader.getBase());
    Value exact =
        b.make<math::ExpOp>(b.make<arith::MulFOp>(log, b.number(power)));
    APFloat least = APFloat::getSmallestNormalized(
        cast<FloatType>(b.type).getFloatSemantics());
    Value isSmall = b.make<arith::CmpFOp>(arith::CmpFPredicate::OLT, quotient,
                                          b.number(least.convertToDouble()));
    auto again = cast<OpT>(rewriter.clone(*op));
    rewriter.replaceOp(
        op, b.make<arith::SelectOp>(isSmall, exact, again->getResult(0)));
    return success();
  }
};

/// A sum of quotients: what each divides, by what, and with which sign.
struct SignedQuotient {
  Node number, divisor;
  bool negative;
};

bool collectQuotients(Node node, bool negative,
                      SmallVectorImpl<SignedQuotient> &quotients) {
  if (std::optional<Node> neg = node.resolve<arith::NegFOp>())
    return collectQuotients(neg->operand(0), !negative, quotients);
  if (std::optional<Node> div = node.resolve<arith::DivFOp>()) {
    quotients.push_back({div->operand(0), div->operand(1), negative});
    return quotients.size() <= 4;
  }
  std::optional<Node> sum = node.resolve<arith::AddFOp>();
  bool flips = !sum;
  if (!sum)
    sum = node.resolve<arith::SubFOp>();
  return sum && collectQuotients(sum->operand(0), negative, quotients) &&
         collectQuotients(sum->operand(1), negative != flips, quotients);
}

void collectProduct(Node node, SmallVectorImpl<Node> &factors) {
  std::optional<Node> mul = node.resolve<arith::MulFOp>();
  if (!mul || factors.size() > 8)
    return factors.push_back(node);
  collectProduct(mul->operand(0), factors);
  collectProduct(mul->operand(1), factors);
}

/// sigmoid_grad_r1: (a / p + b / q) * p * q -> a * q + b * p where p or q is 0,
/// each of them a quotient P / Q of exp(x), which is 0 by rounding only: the
/// gradient of a cross entropy of sigmoids.
struct QuotientTimesDivisor : BodyPattern<arith::MulFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    if (isSelected(op))
      return rewriter.notifyMatchFailure(op, "chosen from already");
    SmallVector<Node> factors;
    collectProduct(Node(op), factors);
    for (auto [i, sum] : llvm::enumerate(factors)) {
      SmallVector<SignedQuotient> quotients;
      if (!collectQuotients(sum, /*negative=*/false, quotients))
        continue;
      SmallVector<Node> rest(factors);
      rest.erase(rest.begin() + i);
      if (!llvm::all_of(quotients,
                        [&](const SignedQuotient &term) {
                          return Inliner::canInline(term.number) &&
                                 isPositive(term.divisor, root) &&
                                 findFactor(rest, term.divisor, root);
                        }) ||
          !llvm::all_of(rest, Inliner::canInline))
        continue;
      distribute(op, root, rewriter, sum, quotients, rest);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no divisor is a factor");
  }

  /// Whether `node` is P / Q with positive coefficients.
  static bool isPositive(Node node, GenericOp root) {
    ExpReader reader(root);
    std::optional<ExpQuotient> q = reader.read(node);
    return q && !q->factor && reader.getBase() &&
           Inliner::canInline(*reader.getBase()) &&
           node.resolve<arith::DivFOp>() && arePositive(q->numerator) &&
           arePositive(q->denominator);
  }

  static const Node *findFactor(ArrayRef<Node> factors, Node divisor,
                                GenericOp root) {
    const Node *found = llvm::find_if(
        factors, [&](Node n) { return sameExpr(n, divisor, root); });
    return found == factors.end() ? nullptr : found;
  }

  static void distribute(arith::MulFOp op, GenericOp root,
                         PatternRewriter &rewriter, Node sum,
                         ArrayRef<SignedQuotient> quotients,
                         ArrayRef<Node> rest) {
    Rebuild b(rewriter, root, op, {sum.resolved()});
    Value total = b.number(0.0), isZero;
    for (const SignedQuotient &term : quotients) {
      const Node *divisor = findFactor(rest, term.divisor, root);
      Value product = b.read(term.number);
      for (const Node &factor : rest)
        if (&factor != divisor)
          product = b.make<arith::MulFOp>(product, b.read(factor));
      total = term.negative ? Value(b.make<arith::SubFOp>(total, product))
                            : Value(b.make<arith::AddFOp>(total, product));
      Value zero = isEqual(b, b.read(*divisor), 0.0);
      isZero = isZero ? b.make<arith::OrIOp>(isZero, zero) : zero;
    }
    Value written = b.make<arith::MulFOp>(op.getLhs(), op.getRhs());
    rewriter.replaceOp(op, b.make<arith::SelectOp>(isZero, total, written));
  }
};
} // namespace

void nanguard::populateStabilizeExpPatterns(RewritePatternSet &patterns) {
  patterns.add<QuotientOfExps<arith::DivFOp>, QuotientOfExps<arith::MulFOp>,
               LogOfExps<math::LogOp>, LogOfExps<math::Log1pOp>>(
      patterns.getContext());
}

void nanguard::populateEarlyExpPatterns(RewritePatternSet &patterns) {
  patterns.add<OneMinusQuotient, PowerOfQuotient<math::PowFOp>,
               PowerOfQuotient<math::SqrtOp>, PowerOfQuotient<math::RsqrtOp>,
               QuotientTimesDivisor>(patterns.getContext());
}
