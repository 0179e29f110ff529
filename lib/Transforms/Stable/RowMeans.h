//===- RowMeans.h - Sums over their row's length ----------------*- C++ -*-===//
//
// Which sums are means, proven or to be tested at run time.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_STABLE_ROWMEANS_H
#define NANGUARD_LIB_TRANSFORMS_STABLE_ROWMEANS_H

#include "ScalarView.h"

namespace nanguard {

/// Whether `node` is `number` as it is rounded by its own type or by one of
/// those that the model hands to the block of `root` or takes from it.
bool isRoundedByModel(Node node, double number, mlir::linalg::LinalgOp root);

/// Whether `factor` is 1 / count as a type of the model rounds it, and of no
/// other count.
bool isReciprocalOfCount(Node factor, int64_t count,
                         mlir::linalg::LinalgOp root);

/// A mean over rows: sum / count, or sum * (1 / count).
struct Mean {
  Reduction sum;
  /// The op that divides, and whether it multiplies by a reciprocal.
  Node scaled;
  /// The divisor or factor.
  Node count;
  /// Of a divisor that is known at run time only, the integer that it is made
  /// of: a mean only where that is the row's length.
  std::optional<Node> integer;
};
/// Matches a sum over its row's length, as a constant, or over an integer that
/// must be compared with the length at run time.
std::optional<Mean> matchMean(Node node);
bool isRowMeanOf(Node node, Node x, mlir::linalg::LinalgOp root);

/// The mean of a mean + mean(x + -mean), which norm_r1 makes; else `node`.
Node withoutCorrection(Node node);

/// How many elements each row of `reduction` has, as an index.
mlir::Value createCount(mlir::OpBuilder &b, mlir::Location loc,
                        const Reduction &reduction);
/// Whether an index is equal to an integer; null where they are one extent.
mlir::Value testEquality(mlir::OpBuilder &b, mlir::Location loc,
                         mlir::Value count, mlir::Value integer);

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_STABLE_ROWMEANS_H
