//===- StripFastMath.cpp - nanguard-strip-fast-math -----------------------===//
//
// LLVM folds `x uno x` to false as soon as the compare, or the op that made x,
// carries nnan; so these flags leave the whole module, producers or not.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace nanguard {
#define GEN_PASS_DEF_STRIPFASTMATHPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

namespace {
struct StripFastMathPass
    : nanguard::impl::StripFastMathPassBase<StripFastMathPass> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk([](arith::ArithFastMathInterface op) {
      auto flags = op.getFastMathFlagsAttr();
      if (!flags)
        return;
      auto kept = flags.getValue() &
                  ~(arith::FastMathFlags::nnan | arith::FastMathFlags::ninf);
      if (kept != flags.getValue())
        op->setAttr(op.getFastMathAttrName(),
                    arith::FastMathFlagsAttr::get(op->getContext(), kept));
    });
  }
};
} // namespace
