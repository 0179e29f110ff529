//===- AdoptPlans.cpp - nanguard-adopt-plans ------------------------------===//
//
// A kernel function on buffers exists twice: as the host computes it and as
// the launch plan in module @nvptx. Where both take the same arguments, the
// plan replaces the host's body.
//
//===----------------------------------------------------------------------===//

#include "HostCode.h"

#include "nanguard/Conversion/GPU/Passes.h"
#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace nanguard {
#define GEN_PASS_DEF_ADOPTPLANSPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// On a function that a former run decided on.
static constexpr StringLiteral kPlacedAttr = "nanguard.placed";

/// A step's memory is the arena's, whichever device works in it.
static void useHostBuffers(func::FuncOp func) {
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) {
    if (isa<gpu::AllocOp, gpu::DeallocOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    OpBuilder b(op);
    // Kernels give all buffers back at their end.
    if (auto alloc = dyn_cast<gpu::AllocOp>(op))
      alloc.getMemref().replaceAllUsesWith(memref::AllocOp::create(
          b, op->getLoc(), alloc.getType(), alloc.getDynamicSizes(),
          alloc.getSymbolOperands()));
    op->erase();
  }
}

namespace {
struct AdoptPlansPass : nanguard::impl::AdoptPlansPassBase<AdoptPlansPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto device = module.lookupSymbol<ModuleOp>(nanguard::kDeviceModuleName);
    if (!device)
      return;
    for (auto func : module.getOps<func::FuncOp>())
      if (!func->hasAttr(nanguard::kFormAttr) && !func->hasAttr(kPlacedAttr)) {
        nanguard::markHostReadable(func);
        func->setAttr(kPlacedAttr, UnitAttr::get(&getContext()));
      }
    for (auto func : module.getOps<func::FuncOp>())
      if (func->hasAttr(nanguard::kFormAttr) && !func.isExternal() &&
          !func->hasAttr(kPlacedAttr))
        adopt(func, device.lookupSymbol<func::FuncOp>(func.getName()));
    // What is left there are kernels, their descriptors and declarations.
    for (Operation &op : llvm::make_early_inc_range(*device.getBody())) {
      auto symbol = dyn_cast<SymbolOpInterface>(op);
      if (isa<func::FuncOp>(op) ||
          (symbol && module.lookupSymbol(symbol.getNameAttr())))
        continue;
      op.moveBefore(device);
    }
    device.erase();
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                    UnitAttr::get(&getContext()));
  }

private:
  void adopt(func::FuncOp func, func::FuncOp plan) {
    func->setAttr(kPlacedAttr, UnitAttr::get(&getContext()));
    if (plan && plan.getFunctionType() == func.getFunctionType()) {
      func.getBody().takeBody(plan.getBody());
      plan.erase();
      useHostBuffers(func);
      return;
    }
    auto remark = emitRemark(func.getLoc(), "@");
    remark << func.getName() << " runs on the host: ";
    if (plan)
      remark << "its plan takes " << plan.getFunctionType() << ", not "
             << func.getFunctionType();
    else
      remark << "it has no launch plan";
  }
};
} // namespace
