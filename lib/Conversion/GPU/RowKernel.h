//===- RowKernel.h - One launch for rows or elements ------------*- C++ -*-===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_ROWKERNEL_H
#define NANGUARD_LIB_CONVERSION_GPU_ROWKERNEL_H

#include "DeviceOps.h"

namespace nanguard {

/// The values of a body's results for one element, as `args` are its arguments.
/// Where an argument is null, what needs it is left out; the other values are
/// in `mapping`. A gather reads the plan's buffers.
void cloneForElement(mlir::ImplicitLocOpBuilder &b, KernelPlan &plan,
                     mlir::linalg::GenericOp op,
                     llvm::ArrayRef<mlir::Value> args,
                     llvm::ArrayRef<mlir::Value> ivs, mlir::IRMapping &mapping);

/// A scalar that a kernel uses and the host does not know: computed in it.
mlir::Value deviceScalar(mlir::ImplicitLocOpBuilder &b, KernelPlan &plan,
                         mlir::Value value);

/// Launches a group of rows: one block, or some lanes of a warp, takes a row
/// and keeps it in registers; without reductions each thread takes elements.
void emitRowKernel(KernelPlan &plan, const KernelGroup &group);

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_ROWKERNEL_H
