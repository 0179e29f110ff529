//===- HostCode.cpp - What code between kernels does to memory ------------===//

#include "HostCode.h"

#include "nanguard/device.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

static bool holds(Operation *root, llvm::function_ref<bool(Operation *)> what) {
  return root
      ->walk([&](Operation *op) {
        return what(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

bool nanguard::touchesMemory(Operation *root) {
  return holds(root, [](Operation *op) {
    bool onMemory =
        llvm::any_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>);
    bool harmless =
        isMemoryEffectFree(op) || isa<ViewLikeOpInterface>(op) ||
        isa<memref::DeallocOp, gpu::LaunchFuncOp, func::CallOp, func::ReturnOp>(
            op);
    return onMemory && !harmless;
  });
}

bool nanguard::launchesOrCalls(Operation *root) {
  return holds(root, llvm::IsaPred<gpu::LaunchFuncOp, func::CallOp>);
}

/// On a function: the numbers of its arguments that the host reads.
static constexpr StringLiteral kReadableAttr = "nanguard.host_readable";

/// Whether nothing but reads is made of the buffer and its views.
static bool isOnlyRead(Value memref, ModuleOp module) {
  return llvm::all_of(memref.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<memref::LoadOp, memref::DimOp, vector::TransferReadOp,
            vector::LoadOp>(user))
      return true;
    if (isa<ViewLikeOpInterface>(user))
      return isOnlyRead(user->getResult(0), module);
    if (auto copy = dyn_cast<memref::CopyOp>(user))
      return copy.getTarget() != memref;
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(user))
      return linalgOp.isDpsInput(&use);
    auto call = dyn_cast<func::CallOp>(user);
    auto callee = call ? module.lookupSymbol<func::FuncOp>(call.getCallee())
                       : func::FuncOp();
    return callee && !callee.isExternal() &&
           isOnlyRead(callee.getArgument(use.getOperandNumber()), module);
  });
}

void nanguard::markHostReadable(func::FuncOp func) {
  if (!func.isPublic() || func.isExternal())
    return;
  SmallVector<int64_t> readable;
  for (BlockArgument arg : func.getArguments()) {
    auto type = dyn_cast<MemRefType>(arg.getType());
    if (!type || !type.hasStaticShape() || !type.getElementType().isInteger())
      continue;
    int64_t bytes =
        type.getNumElements() * ((type.getElementTypeBitWidth() + 7) / 8);
    if (bytes <= NANGUARD_DEVICE_READABLE_BYTES &&
        isOnlyRead(arg, func->getParentOfType<ModuleOp>()))
      readable.push_back(arg.getArgNumber());
  }
  func->setAttr(kReadableAttr,
                DenseI64ArrayAttr::get(func.getContext(), readable));
}

bool nanguard::isHostReadable(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  if (memref.getDefiningOp<memref::GetGlobalOp>())
    return true;
  auto arg = dyn_cast<BlockArgument>(memref);
  auto func =
      arg ? dyn_cast<func::FuncOp>(arg.getOwner()->getParentOp()) : nullptr;
  auto readable =
      func ? func->getAttrOfType<DenseI64ArrayAttr>(kReadableAttr) : nullptr;
  return readable &&
         llvm::is_contained(readable.asArrayRef(), arg.getArgNumber());
}
