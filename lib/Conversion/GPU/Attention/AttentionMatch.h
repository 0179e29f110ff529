//===- AttentionMatch.h - softmax(QK)V as it is written out -----*- C++ -*-===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_ATTENTION_ATTENTIONMATCH_H
#define NANGUARD_LIB_CONVERSION_GPU_ATTENTION_ATTENTIONMATCH_H

#include "../Schedule/Kernels.h"

namespace nanguard {

/// Where an operand of a contraction comes from: an element of `tensor` at
/// `map` of the contraction's loops, on which `steps` are done.
struct Source {
  mlir::Value tensor;
  mlir::AffineMap map;
  llvm::SmallVector<mlir::linalg::GenericOp> steps;
};

/// The ops of an attention, in the order in which they run.
struct Attention {
  mlir::linalg::GenericOp scores, maximum, exponential, sum, quotient, output;
  Contraction scoresOf, outputOf;
  Source queries, keys, values;
  /// Where a score is -Inf, the row of values is not read.
  bool masked = false;
  /// A row of -Inf has weights of 0, not of NaN.
  bool zeroRows = false;
  /// Of the weights, for a scan; may be null.
  mlir::linalg::GenericOp weightSum;
};

std::optional<Attention> matchAttention(const AttentionGroups &groups);

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_ATTENTION_ATTENTIONMATCH_H
