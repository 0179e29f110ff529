//===- Reruns.h - What an op runs besides its tier's form -------*- C++ -*-===//
//
// The parts of nanguard-lower-dispatch that run an op again: rescues where its
// scan fires, and shadows of a form that is not trusted yet.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_DISPATCH_RERUNS_H
#define NANGUARD_LIB_TRANSFORMS_DISPATCH_RERUNS_H

#include "../Variants/WideTwins.h"

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

namespace nanguard {

/// Lets the host's faults into `output`; the row, with what they left behind
/// there scanned anew.
mlir::Value injectIntoOutput(mlir::ImplicitLocOpBuilder &b, DispatchOp op,
                             mlir::Value tier, mlir::Value &output,
                             mlir::Value row);

/// For ops with a safe and an unfused form, with rows in a buffer.
class Reruns {
public:
  /// `gates`: kernels look at the row themselves whether they are to run.
  Reruns(mlir::SymbolTable &symbols, WideCalls &wideCalls, bool gates)
      : symbols(symbols), wideCalls(wideCalls), gates(gates) {}

  /// i1: the byte asks for a rescue, and the scan saw something in `watched`.
  static mlir::Value isRescued(mlir::ImplicitLocOpBuilder &b, mlir::Value tier,
                               mlir::Value watched, mlir::Value row);

  /// In-step rescue: where the scan saw a NaN or Inf and the byte asks for it,
  /// the op runs again in the safe form, and in the unfused one if that is bad
  /// too, into the same outputs. Nobody has read them yet, and the inputs are
  /// whole: nothing is written in place. The row keeps what the first run's
  /// scan saw, so that the step still counts as bad.
  mlir::Value rescue(mlir::ImplicitLocOpBuilder &b, DispatchOp op,
                     mlir::Value tier, llvm::SmallVector<mlir::Value> &values,
                     mlir::Value row);

  /// The fused form on the same inputs, beside a safe one: whether its fault is
  /// still there; nothing of its result is passed on.
  mlir::Value shadow(mlir::ImplicitLocOpBuilder &b, DispatchOp op,
                     mlir::Value tier, llvm::ArrayRef<mlir::Value> values,
                     mlir::Value row);

private:
  mlir::func::FuncOp gated(mlir::SymbolRefAttr form, mlir::FloatType type);
  mlir::Value runGated(mlir::ImplicitLocOpBuilder &b, DispatchOp op,
                       mlir::Value asked,
                       llvm::SmallVector<mlir::Value> &values, mlir::Value row,
                       mlir::FloatType type);

  mlir::SymbolTable &symbols;
  WideCalls &wideCalls;
  bool gates;
  llvm::DenseMap<mlir::Attribute, mlir::func::FuncOp> gatedForms;
};

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_DISPATCH_RERUNS_H
