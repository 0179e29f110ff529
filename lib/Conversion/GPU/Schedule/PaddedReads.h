//===- PaddedReads.h - What reads padding, from where it pads ---*- C++ -*-===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_SCHEDULE_PADDEDREADS_H
#define NANGUARD_LIB_CONVERSION_GPU_SCHEDULE_PADDEDREADS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace nanguard {

/// The padding that `tensor` is, if a contraction's kernel can read what lies
/// in it and take the zeros around from nowhere; null otherwise.
mlir::tensor::PadOp matchPadding(mlir::Value tensor);

/// What else reads padding, element by element, gathers from what lies in it.
void readThroughPadding(mlir::func::FuncOp func);

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_SCHEDULE_PADDEDREADS_H
