//===- NarrowIndices.cpp - nanguard-narrow-indices ------------------------===//
//
// A GPU's registers have 32 bits: arithmetic on 64 takes two or three times the
// instructions. What grid, block and extents keep below 2^31 needs no more.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/GPU/Passes.h"

#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"

namespace nanguard {
#define GEN_PASS_DEF_NARROWINDICESPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// Known to be 0 to 2^31 - 1.
static bool fitsIn31Bits(DataFlowSolver &solver, Value value) {
  auto *known = solver.lookupState<dataflow::IntegerValueRangeLattice>(value);
  return known && !known->getValue().isUninitialized() &&
         known->getValue().getValue().umax().getActiveBits() <= 31;
}

/// An op on indices that gives the same in 32 bits as long as its operands and
/// its result fit. No shifts: their amount may be more than the width.
static bool isNarrowable(Operation *op) {
  return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivUIOp,
             arith::RemUIOp, arith::MinUIOp, arith::MaxUIOp, arith::CmpIOp>(
             op) &&
         op->getOperand(0).getType().isIndex();
}

/// `op` on 32 bits, between casts.
static void narrow(Operation *op) {
  OpBuilder b(op);
  Type word = b.getI32Type();
  IRMapping mapping;
  for (Value operand : op->getOperands())
    if (!mapping.contains(operand))
      mapping.map(operand,
                  arith::IndexCastUIOp::create(b, op->getLoc(), word, operand));
  Operation *copy = b.clone(*op, mapping);
  Value result = copy->getResult(0);
  if (result.getType().isIndex()) {
    result.setType(word);
    result =
        arith::IndexCastUIOp::create(b, op->getLoc(), b.getIndexType(), result);
  }
  op->replaceAllUsesWith(ValueRange{result});
  op->erase();
}

namespace {
struct NarrowIndicesPass
    : nanguard::impl::NarrowIndicesPassBase<NarrowIndicesPass> {
  using Base::Base;

  void runOnOperation() override {
    DataFlowSolver solver;
    dataflow::loadBaselineAnalyses(solver);
    solver.load<dataflow::IntegerRangeAnalysis>();
    if (failed(solver.initializeAndRun(getOperation())))
      return signalPassFailure();
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      auto fits = [&](Value value) {
        return !value.getType().isIndex() || fitsIn31Bits(solver, value);
      };
      if (isNarrowable(op) && llvm::all_of(op->getOperands(), fits) &&
          fits(op->getResult(0)))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      narrow(op);
  }
};
} // namespace
