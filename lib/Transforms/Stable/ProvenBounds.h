//===- ProvenBounds.h - Bounds of exact values ------------------*- C++ -*-===//
//
// Expressions that only rounding takes past a bound: by the inequality of
// Cauchy and Schwarz a cosine is within [-1, 1], and a squared distance is not
// negative. What is not shown to be one may be past the bound by its inputs.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_STABLE_PROVENBOUNDS_H
#define NANGUARD_LIB_TRANSFORMS_STABLE_PROVENBOUNDS_H

#include "ScalarView.h"

namespace nanguard {

/// Whether `node` is the inner product of two vectors over their lengths.
bool isCosine(Node node, mlir::linalg::LinalgOp root);

/// Whether `node` is a sum that can't be negative: k - c · cos or k - c · cos²
/// with |c| <= k, |x|² + |y|² - 2 x·y, or Σx² - (Σx)² / n.
bool isNonNegativeSum(Node node, mlir::linalg::LinalgOp root);

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_STABLE_PROVENBOUNDS_H
