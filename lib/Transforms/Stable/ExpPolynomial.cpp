//===- ExpPolynomial.cpp - Rational functions of exp(x) -------------------===//
//
// Arithmetic on quotients of polynomials in exp(x), and reading them from
// scalar expressions.
//
//===----------------------------------------------------------------------===//

#include "ExpPolynomial.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

using namespace mlir;
using namespace nanguard;

/// No function known has more terms; bounds what products grow to.
static constexpr size_t kMaxTerms = 6;

static ExpPolynomial add(const ExpPolynomial &a, const ExpPolynomial &b,
                         double sign) {
  ExpPolynomial sum = a;
  for (auto [degree, number] : b)
    if ((sum[degree] += sign * number) == 0.0)
      sum.erase(degree);
  return sum;
}

static ExpPolynomial multiply(const ExpPolynomial &a, const ExpPolynomial &b) {
  ExpPolynomial product;
  for (auto [degree, number] : a)
    for (auto [other, factor] : b)
      product[degree + other] += number * factor;
  for (auto it = product.begin(); it != product.end();)
    it = it->second == 0.0 ? product.erase(it) : std::next(it);
  return product;
}

static bool isFinite(const ExpPolynomial &p) {
  return llvm::all_of(p, [](const auto &term) {
    return std::isfinite(term.first) && std::isfinite(term.second);
  });
}

static std::optional<ExpQuotient> sum(const ExpQuotient &a,
                                      const ExpQuotient &b, double sign) {
  if (a.factor || b.factor)
    return std::nullopt;
  if (a.denominator == b.denominator)
    return ExpQuotient{add(a.numerator, b.numerator, sign), a.denominator, {}};
  return ExpQuotient{add(multiply(a.numerator, b.denominator),
                         multiply(b.numerator, a.denominator), sign),
                     multiply(a.denominator, b.denominator),
                     {}};
}

static std::optional<ExpQuotient> product(const ExpQuotient &a,
                                          const ExpQuotient &b) {
  if (a.factor && b.factor)
    return std::nullopt;
  return ExpQuotient{multiply(a.numerator, b.numerator),
                     multiply(a.denominator, b.denominator),
                     a.factor ? a.factor : b.factor};
}

static std::optional<ExpQuotient> quotient(const ExpQuotient &a,
                                           const ExpQuotient &b) {
  if (b.factor)
    return std::nullopt;
  if (a.denominator == b.denominator)
    return ExpQuotient{a.numerator, b.numerator, a.factor};
  return ExpQuotient{multiply(a.numerator, b.denominator),
                     multiply(a.denominator, b.numerator), a.factor};
}

static ExpQuotient number(double value) {
  ExpQuotient result{{}, {{0.0, 1.0}}, {}};
  if (value != 0.0)
    result.numerator[0.0] = value;
  return result;
}

/// exp(exponent), the exponent being x times a constant.
std::optional<ExpQuotient> ExpReader::readPower(Node exponent) {
  double degree = 1.0;
  while (true) {
    if (std::optional<Node> neg = exponent.resolve<arith::NegFOp>()) {
      exponent = neg->operand(0);
      degree = -degree;
      continue;
    }
    std::optional<Node> sum = exponent.resolve<arith::AddFOp>();
    if (sum && sameExpr(sum->operand(0), sum->operand(1), root)) {
      exponent = sum->operand(0);
      degree *= 2.0;
      continue;
    }
    std::optional<Node> mul = exponent.resolve<arith::MulFOp>();
    unsigned constant = mul && mul->operand(0).constant() ? 0 : 1;
    std::optional<APFloat> factor =
        mul ? mul->operand(constant).constant() : std::nullopt;
    if (!factor || !factor->isFiniteNonZero())
      break;
    exponent = mul->operand(1 - constant);
    degree *= factor->convertToDouble();
  }
  if (!std::isfinite(degree) || (base && !sameExpr(*base, exponent, root)))
    return std::nullopt;
  base = base ? base : exponent;
  return ExpQuotient{{{degree, 1.0}}, {{0.0, 1.0}}, {}};
}

/// (e^2x - 1) / (e^2x + 1).
std::optional<ExpQuotient> ExpReader::readTanh(Node x) {
  std::optional<ExpQuotient> power = readPower(x);
  if (!power)
    return std::nullopt;
  ExpPolynomial square = multiply(power->numerator, power->numerator);
  ExpPolynomial one{{0.0, 1.0}};
  return ExpQuotient{add(square, one, -1.0), add(square, one, 1.0), {}};
}

std::optional<ExpQuotient> ExpReader::readOnePlus(Node node) {
  std::optional<ExpQuotient> rest = read(node);
  return rest ? sum(number(1.0), *rest, 1.0) : std::nullopt;
}

std::optional<ExpQuotient> ExpReader::readBinary(Node node, int depth) {
  std::optional<ExpQuotient> a = read(node.operand(0), depth);
  std::optional<ExpQuotient> b = a ? read(node.operand(1), depth) : a;
  if (!a || !b)
    return std::nullopt;
  std::optional<ExpQuotient> result;
  if (isa<arith::AddFOp>(node.getOp()))
    result = sum(*a, *b, 1.0);
  else if (isa<arith::SubFOp>(node.getOp()))
    result = sum(*a, *b, -1.0);
  else if (isa<arith::MulFOp>(node.getOp()))
    result = product(*a, *b);
  else
    result = quotient(*a, *b);
  if (!result || result->numerator.size() > kMaxTerms ||
      result->denominator.size() > kMaxTerms || result->denominator.empty() ||
      !isFinite(result->numerator) || !isFinite(result->denominator))
    return std::nullopt;
  return result;
}

std::optional<ExpQuotient> ExpReader::read(Node node, int depth) {
  if (depth == 0)
    return std::nullopt;
  if (std::optional<APFloat> constant = node.constant()) {
    if (!constant->isFinite())
      return std::nullopt;
    return number(constant->convertToDouble());
  }
  if (std::optional<Node> exp = node.resolve<math::ExpOp>())
    return readPower(exp->operand(0));
  if (std::optional<Node> tanh = node.resolve<math::TanhOp>();
      tanh && readsTanh)
    return readTanh(tanh->operand(0));
  if (std::optional<Node> neg = node.resolve<arith::NegFOp>()) {
    std::optional<ExpQuotient> positive = read(neg->operand(0), depth - 1);
    return positive ? product(*positive, number(-1.0)) : std::nullopt;
  }
  Node resolved = node.resolved();
  Operation *op = resolved.leaf ? nullptr : resolved.getOp();
  std::optional<Node> known = base;
  if (isa_and_nonnull<arith::AddFOp, arith::SubFOp, arith::MulFOp,
                      arith::DivFOp>(op)) {
    if (std::optional<ExpQuotient> result = readBinary(resolved, depth - 1))
      return result;
    base = known;
  }
  ExpQuotient other = number(1.0);
  other.factor = node;
  return other;
}
