//===- FreeKernelBuffers.cpp - nanguard-free-kernel-buffers ---------------===//
//
// A kernel that returns nothing gives its buffers back, last taken first: the
// next kernel of the step then works in the same, still cached, memory.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/Common/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace nanguard {
#define GEN_PASS_DEF_FREEKERNELBUFFERSPASS
#include "nanguard/Conversion/Common/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

namespace {
struct FreeKernelBuffersPass
    : nanguard::impl::FreeKernelBuffersPassBase<FreeKernelBuffersPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func.isPrivate() || func.isExternal() || func.getNumResults() != 0 ||
        !func.getBody().hasOneBlock())
      return;
    SmallVector<memref::AllocOp> allocs(func.front().getOps<memref::AllocOp>());
    OpBuilder builder(func.front().getTerminator());
    for (memref::AllocOp alloc : llvm::reverse(allocs))
      memref::DeallocOp::create(builder, alloc.getLoc(), alloc);
  }
};
} // namespace
