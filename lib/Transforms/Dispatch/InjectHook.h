//===- InjectHook.h - Calls of the host's fault injector --------*- C++ -*-===//
//
// What nanguard-instrument-inject puts before a dispatch, and
// nanguard-lower-dispatch behind one.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_DISPATCH_INJECTHOOK_H
#define NANGUARD_LIB_TRANSFORMS_DISPATCH_INJECTHOOK_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace nanguard {

/// Dispatch attribute: its first result goes through the hook.
constexpr llvm::StringLiteral kInjectOutputAttr = "nanguard.inject_output";

/// Whether the hook knows the element type.
bool canInject(mlir::Type element);

/// Declares the hook in the function's module, once.
void declareInjectHook(mlir::func::FuncOp func);

/// What `tensor`, a result of throughInjectHook, is a copy of; null for others.
mlir::Value beforeInjectHook(mlir::Value tensor);

/// The tensor after the hook saw a copy of it; operand -1 is the output.
mlir::Value throughInjectHook(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                              int64_t op, int64_t operand, mlir::Value tier);

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_DISPATCH_INJECTHOOK_H
