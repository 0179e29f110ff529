//===- AnnotateBranches.cpp - nanguard-annotate-branches ------------------===//
//
// What an scf.for says about unrolling comes with its back edge as far as the
// LLVM dialect, but as an attribute that no translation reads: LLVM would
// unroll a main loop that fills the registers already.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/GPU/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace nanguard {
#define GEN_PASS_DEF_ANNOTATEBRANCHESPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// As convert-scf-to-cf hands it on.
static constexpr StringLiteral kLoopAnnotation = "llvm.loop_annotation";

namespace {
struct AnnotateBranchesPass
    : nanguard::impl::AnnotateBranchesPassBase<AnnotateBranchesPass> {
  using Base::Base;

  void runOnOperation() override {
    getOperation().walk([](LLVM::BrOp branch) {
      auto said =
          branch->getAttrOfType<LLVM::LoopAnnotationAttr>(kLoopAnnotation);
      if (!said)
        return;
      branch->removeAttr(kLoopAnnotation);
      branch.setLoopAnnotationAttr(said);
    });
  }
};
} // namespace
