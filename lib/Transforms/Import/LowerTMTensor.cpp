//===- LowerTMTensor.cpp - nanguard-lower-tm-tensor -----------------------===//
//
// Runs first: everything behind it knows linalg, tensor and scf only.
//
//===----------------------------------------------------------------------===//

#include "LowerTMTensor.h"

#include "nanguard/Dialect/TMTensor/TMTensorOps.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace nanguard {
#define GEN_PASS_DEF_LOWERTMTENSORPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

Value nanguard::cloneRegion(OpBuilder &b, Region &region, ValueRange args) {
  Block &block = region.front();
  IRMapping mapping;
  mapping.map(block.getArguments(), args);
  for (Operation &op : block.without_terminator())
    b.clone(op, mapping);
  return mapping.lookupOrDefault(block.getTerminator()->getOperand(0));
}

namespace {
struct LowerTMTensorPass
    : nanguard::impl::LowerTMTensorPassBase<LowerTMTensorPass> {
  using Base::Base;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    nanguard::populateLowerTMTensorScanPatterns(patterns);
    nanguard::populateLowerTMTensorScatterPatterns(patterns);
    nanguard::populateLowerTMTensorSortPatterns(patterns);
    nanguard::populateLowerTMTensorAttentionPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
