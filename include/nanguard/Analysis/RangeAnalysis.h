//===- RangeAnalysis.h - What the numbers of a model can be -----*- C++ -*-===//
//
// A forward data-flow analysis over values, tensors included: the range of a
// tensor is that of its elements. Function arguments may be anything.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_ANALYSIS_RANGEANALYSIS_H
#define NANGUARD_ANALYSIS_RANGEANALYSIS_H

#include "nanguard/Analysis/FloatRange.h"

#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/IR/Operation.h"

namespace nanguard {

/// The range that is known of a value so far.
using RangeOf = llvm::function_ref<FloatRange(mlir::Value)>;

/// The ranges of `op`'s results from those of the values that it reads; what is
/// not understood may be anything. Results are unknown where an input is.
llvm::SmallVector<FloatRange> inferRanges(mlir::Operation *op, RangeOf rangeOf);

class RangeLattice : public mlir::dataflow::Lattice<FloatRange> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RangeLattice)
  using Lattice::Lattice;
};

/// The analysis, for a solver that also holds upstream's baseline analyses.
class RangeAnalysis
    : public mlir::dataflow::SparseForwardDataFlowAnalysis<RangeLattice> {
public:
  using SparseForwardDataFlowAnalysis::SparseForwardDataFlowAnalysis;

  mlir::LogicalResult
  visitOperation(mlir::Operation *op,
                 llvm::ArrayRef<const RangeLattice *> operands,
                 llvm::ArrayRef<RangeLattice *> results) override;
  void setToEntryState(RangeLattice *lattice) override;
};

} // namespace nanguard

#endif // NANGUARD_ANALYSIS_RANGEANALYSIS_H
