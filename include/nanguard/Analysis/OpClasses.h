//===- OpClasses.h - What an op does to the numbers -------------*- C++ -*-===//
//
// Sorts tensor-level ops into producers, movers and the rest, and reads the
// framework's names from locations. Knows linalg, tensor and arith; whatever
// it does not know is opaque, which is the conservative answer.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_ANALYSIS_OPCLASSES_H
#define NANGUARD_ANALYSIS_OPCLASSES_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

#include <string>

namespace nanguard {

enum class OpClass {
  Mover,       ///< only moves or selects values: makes no new number
  Harmless,    ///< makes numbers, but none that is bad from good ones
  Elementwise, ///< producer, all loops parallel
  Reduction,   ///< producer, adds or multiplies along a dimension
  Contraction, ///< producer, a matrix product
  Convolution, ///< producer, a convolution or a sum over windows
  Opaque       ///< not understood, or not on tensors
};

/// Sorts `op`. Never fails.
OpClass classify(mlir::Operation *op);

/// "mover", "elementwise", … for remarks and reports.
llvm::StringRef nameOf(OpClass opClass);

inline bool isProducer(OpClass opClass) {
  return opClass == OpClass::Elementwise || opClass == OpClass::Reduction ||
         opClass == OpClass::Contraction || opClass == OpClass::Convolution;
}

/// A mover or a widening cast that costs less to repeat than to keep.
bool isCheapToRepeat(mlir::Operation *op);

/// A constant that is data, not structure: an array of more than a few
/// elements, a small table of 0, 1 and infinities (a mask, one-hot rows) apart.
/// Kernels take it as an operand, or no two layers would share one.
bool isWeight(mlir::Operation *op);

/// An index that the model computed from data, not from a loop's position.
bool isDataDependentIndex(mlir::Value index);

/// A linalg op that reads floats of a captured tensor at such an index.
bool gathersByData(mlir::Operation *op);

/// A tensor.pad whose padding is the constant 0 of floats (not −0).
bool padsWithZeros(mlir::Operation *op);

/// A reduction that keeps one of its inputs (max, min, and, or): its result is
/// no sum.
bool isSelectingReduction(mlir::Operation *op);

/// Whether the payload of `op` holds an op named `name` ("math.exp").
bool payloadHas(mlir::Operation *op, llvm::StringRef name);

/// Whether `op` holds or is a constant that is infinite (a mask's −Inf).
bool mentionsInfinity(mlir::Operation *op);

/// The framework's name of an op, as its location carries it.
struct SourceName {
  std::string path; ///< module path, "" where the file has none
  std::string file; ///< source file, "" where unknown
  unsigned line = 0;
};

/// The first name and the first file position found in `loc`.
SourceName sourceNameOf(mlir::Location loc);

/// All module paths in `loc`, in order, each once.
llvm::SmallVector<std::string> modulePathsOf(mlir::Location loc);

} // namespace nanguard

#endif // NANGUARD_ANALYSIS_OPCLASSES_H
