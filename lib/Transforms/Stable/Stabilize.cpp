//===- Stabilize.cpp - nanguard-stabilize ---------------------------------===//
//
// Runs the recognisers of Stabilize*.cpp. Named elementwise ops become generics
// first, so that a pattern has one form to rewrite; contractions stay named.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Transforms/Passes.h"
#include "nanguard/Transforms/Variants.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace nanguard {
#define GEN_PASS_DEF_STABILIZEPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

static void generalizeElementwise(Region &region) {
  SmallVector<linalg::LinalgOp> named;
  region.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp, linalg::FillOp, linalg::TransposeOp,
             linalg::BroadcastOp>(op.getOperation()) &&
        !linalg::isaContractionOpInterface(op) &&
        !linalg::isaConvolutionOpInterface(op) && op.hasPureTensorSemantics())
      named.push_back(op);
  });
  IRRewriter rewriter(region.getContext());
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
}

/// Merges equal ops of a block: two patterns may both have asked for the same
/// maximum. The public CSE works on an op, here the fused variant beside it.
static void mergeEqualOps(Block &block) {
  llvm::DenseMap<unsigned, SmallVector<Operation *>> seen;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (op.getNumResults() == 0 || !isMemoryEffectFree(&op))
      continue;
    unsigned hash = OperationEquivalence::computeHash(
        &op, OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
    SmallVector<Operation *> &same = seen[hash];
    auto *known = llvm::find_if(same, [&](Operation *other) {
      return OperationEquivalence::isEquivalentTo(
          &op, other, OperationEquivalence::IgnoreLocations);
    });
    // An exit cast belongs to its result alone.
    if (known != same.end() && !getExitCast(op.getResult(0))) {
      op.replaceAllUsesWith(*known);
      op.erase();
    } else {
      same.push_back(&op);
    }
  }
}

/// Moves the exit casts back to the end of the block, where other ops may have
/// been put behind them.
static void sinkExitCasts(Block &block) {
  Operation *terminator = block.getTerminator();
  for (Value operand : terminator->getOperands())
    if (linalg::GenericOp cast = getExitCast(operand);
        cast && cast->getBlock() == &block && cast->hasOneUse())
      cast->moveBefore(terminator);
}

void nanguard::populateStabilizePatterns(RewritePatternSet &patterns) {
  populateStabilizeSpellingPatterns(patterns);
  populateStabilizeExpPatterns(patterns);
  populateStabilizeScalarPatterns(patterns);
  populateStabilizePolesPatterns(patterns);
  populateStabilizeMasksPatterns(patterns);
  populateStabilizeSoftmaxPatterns(patterns);
  populateStabilizeNormPatterns(patterns);
  populateStabilizeAttentionPatterns(patterns);
  populateStabilizeDomainPatterns(patterns);
}

/// Rewrites for each op that a region has: no known model takes more than one.
/// A pattern that matched what it makes would go on for ever.
static constexpr int64_t kMaxRewritesPerOp = 8;

LogicalResult nanguard::stabilizeRegion(Region &region,
                                        RewriterBase::Listener *listener) {
  if (!region.hasOneBlock())
    return success();
  generalizeElementwise(region);
  int64_t ops = 0;
  region.walk([&](Operation *) { ++ops; });
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  config.setMaxNumRewrites(kMaxRewritesPerOp * (ops + 1));
  config.setListener(listener);
  RewritePatternSet early(region.getContext());
  populateEarlyExpPatterns(early);
  populateEarlyPolesPatterns(early);
  RewritePatternSet patterns(region.getContext());
  populateStabilizePatterns(patterns);
  RewritePatternSet rest(region.getContext());
  populateMaskedContractionPatterns(rest);
  populateProductOfExpsPatterns(rest);
  populateExactSpellingPatterns(rest);
  for (RewritePatternSet *set : {&early, &patterns, &rest}) {
    for (std::unique_ptr<RewritePattern> &rule : set->getNativePatterns())
      rule->addDebugLabels(kRuleLabel);
    // What a rewrite no longer reads would keep the old form alive.
    linalg::populateEraseUnusedOperandsAndResultsPatterns(*set);
    if (failed(applyPatternsGreedily(region, std::move(*set), config)))
      return failure();
  }
  mergeEqualOps(region.front());
  sinkExitCasts(region.front());
  return success();
}

namespace {
struct StabilizePass : nanguard::impl::StabilizePassBase<StabilizePass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal())
      return;
    IRMapping mapping;
    Region asWritten;
    func.getBody().cloneInto(&asWritten, mapping);
    if (succeeded(stabilizeRegion(func.getBody())))
      return;
    func.getBody().takeBody(asWritten);
    remark::missed(func.getLoc(),
                   remark::RemarkOpts::name("Stabilize").category("nanguard"))
        << "kept as written: the rules come to no end";
  }
};
} // namespace
