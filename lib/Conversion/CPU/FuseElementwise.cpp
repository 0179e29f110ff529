//===- FuseElementwise.cpp - nanguard-fuse-elementwise --------------------===//
//
// Upstream's elementwise fusion, bounded by who reads a value how often.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/CPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace nanguard {
#define GEN_PASS_DEF_FUSEELEMENTWISEPASS
#include "nanguard/Conversion/CPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// A matmul takes its operands' transposes in as a generic op only.
static void generalize(func::FuncOp func) {
  IRRewriter rewriter(func.getContext());
  SmallVector<linalg::LinalgOp> ops;
  func.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp, linalg::FillOp>(op.getOperation()))
      ops.push_back(op);
  });
  for (linalg::LinalgOp op : ops) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
}

/// Casts between [1, 12, 32, 32] and [12, 32, 32] would keep the steps of an
/// attention apart: they cancel once all compute in the lower rank.
static void dropUnitDims(func::FuncOp func) {
  linalg::ControlDropUnitDims control;
  RewritePatternSet patterns(func.getContext());
  linalg::populateFoldUnitExtentDimsPatterns(patterns, control);
  walkAndApplyPatterns(func, std::move(patterns));
  RewritePatternSet cleanup(func.getContext());
  linalg::populateFoldUnitExtentDimsCanonicalizationPatterns(cleanup, control);
  (void)applyPatternsGreedily(func, std::move(cleanup));
}

void nanguard::generalizeAndDropUnitDims(func::FuncOp func) {
  generalize(func);
  dropUnitDims(func);
}

namespace {
bool isContraction(linalg::LinalgOp op) {
  return linalg::isaContractionOpInterface(op) ||
         (op.getNumReductionLoops() > 0 && op.getNumDpsInputs() >= 2);
}

/// Only moves or widens: nothing is lost when it runs again at each read.
bool isMover(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && llvm::all_of(generic.getRegion().front(), [](Operation &o) {
           return isa<arith::ExtFOp, linalg::YieldOp>(o);
         });
}

bool isReadOnce(OpResult result) {
  return llvm::all_of(result.getUses(), [&](OpOperand &use) {
    return use.getOwner() == *result.getUsers().begin();
  });
}

bool shouldFuse(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!producer || !consumer)
    return false;
  if (isContraction(consumer))
    return isMover(producer);
  return isReadOnce(cast<OpResult>(operand->get())) || isMover(producer);
}

struct FuseElementwisePass
    : nanguard::impl::FuseElementwisePassBase<FuseElementwisePass> {
  using Base::Base;

  void runOnOperation() override {
    auto form = getOperation()->getAttrOfType<StringAttr>("nanguard.form");
    if (form && form.getValue() == "unfused")
      return;
    nanguard::generalizeAndDropUnitDims(getOperation());
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseOpsFusionPatterns(patterns, shouldFuse);
    // A widening in front of a reshape comes behind it, next to its reader.
    linalg::populateFoldReshapeOpsByExpansionPatterns(
        patterns, [](OpOperand *operand) {
          Operation *producer = operand->get().getDefiningOp();
          return producer && isMover(producer) &&
                 isa<tensor::ExpandShapeOp>(operand->getOwner());
        });
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    linalg::GenericOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      getOperation()->emitRemark("elementwise fusion did not come to an end");
  }
};
} // namespace
