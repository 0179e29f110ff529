//===- GuardUtils.h - What the guard passes share ---------------*- C++ -*-===//
//
// Attribute names that live only between passes, and small type predicates.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_TRANSFORMS_GUARDUTILS_H
#define NANGUARD_TRANSFORMS_GUARDUTILS_H

#include "nanguard/Support/FloatFormats.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringRef.h"

namespace nanguard {

/// Cluster attribute: number of its distinct kernel.
constexpr llvm::StringLiteral kKernelAttr = "nanguard.kernel";
/// Cluster attribute: the distinct kernel that it repeats.
constexpr llvm::StringLiteral kSameAsAttr = "nanguard.same_as";
/// Attribute of a signal's dispatch: the result that it watches.
constexpr llvm::StringLiteral kResultAttr = "nanguard.result";
/// Attribute of an unfused kernel: what its steps compute, in words.
constexpr llvm::StringLiteral kStepsAttr = "nanguard.steps";

/// f16, bf16, f32, f64 or one of 8 bits: what scans and variants know.
inline bool isGuardedFloat(mlir::Type type) {
  auto element = mlir::dyn_cast<mlir::FloatType>(type);
  return element && (mlir::isa<mlir::Float16Type, mlir::BFloat16Type,
                               mlir::Float32Type, mlir::Float64Type>(element) ||
                     isFloat8(element.getFloatSemantics()));
}

/// What a scan reads: a ranked tensor of such floats. An encoding may say that
/// it is not stored element by element.
inline bool isFloatTensor(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  return tensor && !tensor.getEncoding() &&
         isGuardedFloat(tensor.getElementType());
}

/// The report's MAX_BITS of an infinity of `type`: from it on a row is bad.
inline int64_t infinityBits(mlir::FloatType type) {
  return infinityPattern(type.getFloatSemantics()).getZExtValue();
}

/// The first of `values` that a scan reads: what an op's report row is about.
inline mlir::Value firstFloatTensor(mlir::ValueRange values) {
  for (mlir::Value value : values)
    if (isFloatTensor(value.getType()))
      return value;
  return {};
}

/// The intermediate float tensors of a kernel function, in the order in which
/// faults name them: what its linalg ops make and do not return.
llvm::SmallVector<mlir::Value> innerValues(mlir::Block &kernel);

/// Where to point for a module that may be guarded: at its first op. Its own
/// line holds the manifest, and a diagnostic would quote it.
mlir::Location shortLocOf(mlir::ModuleOp module);

/// Operands of `op` and what its regions capture, in a stable order.
llvm::SetVector<mlir::Value> readValues(mlir::Operation *op);

} // namespace nanguard

#endif // NANGUARD_TRANSFORMS_GUARDUTILS_H
