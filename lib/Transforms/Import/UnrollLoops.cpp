//===- UnrollLoops.cpp - nanguard-unroll-loops ----------------------------===//
//
// A report has one row an op, and a guarded op stands in the function's block:
// a short loop over a model's ops becomes straight-line code, each iteration
// with rows of its own.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace nanguard {
#define GEN_PASS_DEF_UNROLLLOOPSPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

/// A loop outside of any op's payload whose body makes numbers.
static bool holdsProducers(scf::ForOp loop) {
  if (loop->getParentOfType<linalg::LinalgOp>())
    return false;
  return loop
      .walk([](Operation *op) {
        return isProducer(classify(op)) ? WalkResult::interrupt()
                                        : WalkResult::advance();
      })
      .wasInterrupted();
}

static int64_t countOps(scf::ForOp loop) {
  int64_t count = 0;
  for (Operation &op : loop.getBody()->without_terminator())
    count += !op.hasTrait<OpTrait::ConstantLike>();
  return count;
}

/// The induction variables' arithmetic, which is all that became constant.
static void foldIndices(func::FuncOp func) {
  OpBuilder b(func.getContext());
  func.walk([&](Operation *op) {
    if (!isa<arith::AddIOp, arith::MulIOp>(op) ||
        !op->getResult(0).getType().isIndex())
      return;
    b.setInsertionPoint(op);
    SmallVector<Value> folded;
    if (failed(b.tryFold(op, folded)) || folded.empty())
      return;
    op->getResult(0).replaceAllUsesWith(folded.front());
    op->erase();
  });
}

namespace {
struct UnrollLoopsPass : nanguard::impl::UnrollLoopsPassBase<UnrollLoopsPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isPrivate() || func.isDeclaration())
      return;
    bool unrolled = false;
    // Inner loops first: what they become counts in the outer one.
    SmallVector<scf::ForOp> loops;
    func.walk<WalkOrder::PostOrder>([&](scf::ForOp loop) {
      if (holdsProducers(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      unrolled |= unroll(loop);
    if (unrolled)
      foldIndices(func);
  }

private:
  bool unroll(scf::ForOp loop) {
    std::optional<APInt> turns = loop.getStaticTripCount();
    Location loc = loop.getLoc();
    if (!turns || turns->ugt(limit) ||
        int64_t(turns->getZExtValue()) * countOps(loop) > limit) {
      remark::missed(loc, remark::RemarkOpts::name("Loop").category("nanguard"))
          << (turns ? "a loop of too many ops in all is left as it is"
                    : "a loop of an unknown number of turns is left as it is");
      return false;
    }
    if (failed(loopUnrollFull(loop)))
      return false;
    remark::passed(loc, remark::RemarkOpts::name("Loop").category("nanguard"))
        << "unrolled " + std::to_string(turns->getZExtValue()) + " turns";
    return true;
  }
};
} // namespace
