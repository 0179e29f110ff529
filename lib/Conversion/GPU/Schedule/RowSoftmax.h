//===- RowSoftmax.h - A softmax by rows as it is written out ----*- C++ -*-===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_SCHEDULE_ROWSOFTMAX_H
#define NANGUARD_LIB_CONVERSION_GPU_SCHEDULE_ROWSOFTMAX_H

#include "KernelGroups.h"

namespace nanguard {

/// The input that `value`, an argument of the op's body, stands for.
mlir::Value inputOf(mlir::linalg::GenericOp op, mlir::Value value);

/// A sum or maximum in f32 or f64 from its neutral element; its one combiner.
std::optional<Combiner> matchRowReduction(mlir::linalg::GenericOp op,
                                          mlir::arith::AtomicRMWKind kind);

/// exp(x - m) for the row's m.
bool isExponential(mlir::linalg::GenericOp op, mlir::Value maximum);

/// e / l, perhaps cast.
bool isQuotient(mlir::linalg::GenericOp op, mlir::Value e, mlir::Value l);

/// The l of e / l cast to f16 or bf16, where e = exp(x - max x) and l = sum e:
/// e is at most 1, and so is 1 / l, which is the row's largest quotient; or
/// all of them are NaN. Null where it is anything else.
mlir::Value matchSoftmaxSum(mlir::linalg::GenericOp quotient);

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_SCHEDULE_ROWSOFTMAX_H
