//===- VectorizeLoops.cpp - nanguard-vectorize-loops ----------------------===//
//
// Each linalg op on buffers becomes loops: a contraction register tiles, what
// runs along contiguous memory vector loops, the rest scalar loops.
//
//===----------------------------------------------------------------------===//

#include "VectorLoops.h"
#include "nanguard/Conversion/CPU/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace nanguard {
#define GEN_PASS_DEF_VECTORIZELOOPSPASS
#include "nanguard/Conversion/CPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

namespace {
struct VectorizeLoopsPass
    : nanguard::impl::VectorizeLoopsPassBase<VectorizeLoopsPass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops)
      if (failed(lower(rewriter, op)))
        return signalPassFailure();
  }

  LogicalResult lower(RewriterBase &rewriter, linalg::LinalgOp op) {
    rewriter.setInsertionPoint(op);
    auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
    if (!generic) {
      auto made = linalg::generalizeNamedOp(rewriter, op);
      if (failed(made))
        return op->emitOpError("cannot be written as linalg.generic");
      generic = *made;
    }
    if (succeeded(nanguard::lowerContraction(rewriter, generic, vectorBits)) ||
        succeeded(nanguard::vectorizeGeneric(rewriter, generic)))
      return success();
    rewriter.setInsertionPoint(generic);
    if (failed(linalg::linalgOpToLoops(rewriter, generic)))
      return generic->emitOpError("cannot be lowered to loops");
    rewriter.eraseOp(generic);
    return success();
  }
};
} // namespace
