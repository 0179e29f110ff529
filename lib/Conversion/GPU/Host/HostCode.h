//===- HostCode.h - What code between kernels does to memory ----*- C++ -*-===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_HOST_HOSTCODE_H
#define NANGUARD_LIB_CONVERSION_GPU_HOST_HOSTCODE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace nanguard {

/// Whether `op`, or one inside it, reads or writes a buffer itself; launches
/// and calls do not.
bool touchesMemory(mlir::Operation *op);

/// Whether `op` or one inside it launches a kernel or calls a function.
bool launchesOrCalls(mlir::Operation *op);

/// Notes which arguments of a public function, as it is before kernels take
/// their plans, the host may read while kernels run: small ones of integers
/// (NANGUARD_DEVICE_READABLE_BYTES) that nothing writes.
void markHostReadable(mlir::func::FuncOp func);

/// Whether `memref` is of such an argument, or a constant.
bool isHostReadable(mlir::Value memref);

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_HOST_HOSTCODE_H
