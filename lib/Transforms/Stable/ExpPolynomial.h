//===- ExpPolynomial.h - Rational functions of exp(x) -----------*- C++ -*-===//
//
// Sigmoids, SiLUs, softplus, mish, log-cosh and their kin are quotients of sums
// of c * exp(k * x), or logarithms of such. Read as that, each has one stable
// form: divide by the largest term, so that only exp(-k * |x|) is computed.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_STABLE_EXPPOLYNOMIAL_H
#define NANGUARD_LIB_TRANSFORMS_STABLE_EXPPOLYNOMIAL_H

#include "ScalarView.h"

#include <map>

namespace nanguard {

/// A sum of c * exp(k * x): c by k. No c is 0.
using ExpPolynomial = std::map<double, double>;

/// factor * numerator / denominator, the polynomials being in one exp(x).
struct ExpQuotient {
  ExpPolynomial numerator, denominator;
  /// What the numerator is multiplied with, if anything.
  std::optional<Node> factor;
};

/// Reads scalar expressions as quotients in exp(x), x being whatever the first
/// exponential met is of.
class ExpReader {
public:
  /// `readsTanh`: tanh counts as a quotient, too.
  explicit ExpReader(mlir::linalg::LinalgOp root, bool readsTanh = false)
      : root(root), readsTanh(readsTanh) {}

  /// `node` as a quotient; nothing if it is none, or of two different x.
  std::optional<ExpQuotient> read(Node node) { return read(node, kMaxDepth); }
  /// 1 + `node`.
  std::optional<ExpQuotient> readOnePlus(Node node);
  /// The x of all that was read; nothing if no exponential was.
  std::optional<Node> getBase() const { return base; }

private:
  static constexpr int kMaxDepth = 12;

  std::optional<ExpQuotient> read(Node node, int depth);
  std::optional<ExpQuotient> readPower(Node exponent);
  std::optional<ExpQuotient> readTanh(Node x);
  std::optional<ExpQuotient> readBinary(Node node, int depth);

  mlir::linalg::LinalgOp root;
  bool readsTanh;
  std::optional<Node> base;
};

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_STABLE_EXPPOLYNOMIAL_H
