//===- DeviceFunctions.h - Functions of f64 that PTX lacks ------*- C++ -*-===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_DEVICE_DEVICEFUNCTIONS_H
#define NANGUARD_LIB_CONVERSION_GPU_DEVICE_DEVICEFUNCTIONS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"

namespace nanguard {

/// The function that `op`, of the math dialect, computes, of the f64 numbers
/// `args`, within the bounds of docs/numerics.md. Null if it is none of those.
mlir::Value emitWideFunction(mlir::OpBuilder &b, mlir::Operation *op,
                             mlir::ValueRange args);

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_DEVICE_DEVICEFUNCTIONS_H
