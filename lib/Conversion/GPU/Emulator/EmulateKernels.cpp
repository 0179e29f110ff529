//===- EmulateKernels.cpp - nanguard-emulate-kernels ----------------------===//
//
// The device functions that go to NVPTX, as functions of the host: the same
// ops after the same passes, with the device's own as calls of the emulator.
//
//===----------------------------------------------------------------------===//

#include "../Host/Emulation.h"

#include "nanguard/Conversion/GPU/Passes.h"
#include "nanguard/device.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

#include <cstddef>

namespace nanguard {
#define GEN_PASS_DEF_EMULATEKERNELSPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard::emulation;

static int64_t roundUp(int64_t value, int64_t align) {
  return (value + align - 1) / align * align;
}

/// The shared arrays that a kernel names one after another, the dynamic one
/// last.
static SharedLayout layOutShared(gpu::GPUModuleOp module,
                                 LLVM::LLVMFuncOp kernel) {
  constexpr int64_t kLine = 128;
  llvm::SmallPtrSet<Attribute, 8> named;
  kernel.walk([&](LLVM::AddressOfOp op) {
    named.insert(op.getGlobalNameAttr().getAttr());
  });
  SharedLayout layout;
  DataLayout types(module->getParentOfType<ModuleOp>());
  SmallVector<Attribute> dynamic;
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    if (global.getAddrSpace() != NVVM::NVVMMemorySpace::Shared ||
        !named.contains(global.getSymNameAttr()))
      continue;
    int64_t bytes = types.getTypeSize(global.getType()).getFixedValue();
    layout.sizes[global.getSymNameAttr()] = bytes;
    if (bytes == 0) {
      dynamic.push_back(global.getSymNameAttr());
      continue;
    }
    int64_t align =
        std::max<int64_t>(global.getAlignment().value_or(0),
                          types.getTypeABIAlignment(global.getType()));
    layout.bytes = roundUp(layout.bytes, align);
    layout.offsets[global.getSymNameAttr()] = layout.bytes;
    layout.bytes += bytes;
  }
  if (!dynamic.empty())
    layout.bytes = roundUp(layout.bytes, kLine);
  for (Attribute name : dynamic)
    layout.offsets[name] = layout.bytes;
  return layout;
}

namespace {
struct EmulateKernelsPass
    : nanguard::impl::EmulateKernelsPassBase<EmulateKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    ptr = LLVM::LLVMPointerType::get(&getContext());
    i64 = IntegerType::get(&getContext(), 64);
    SmallVector<gpu::GPUModuleOp> modules(
        getOperation().getOps<gpu::GPUModuleOp>());
    for (gpu::GPUModuleOp module : modules) {
      takeConstants(module);
      SmallVector<LLVM::LLVMFuncOp> kernels;
      for (auto func : module.getOps<LLVM::LLVMFuncOp>())
        if (func->hasAttr(gpu::GPUDialect::getKernelFuncAttrName()) ||
            func->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
          kernels.push_back(func);
      for (LLVM::LLVMFuncOp kernel : kernels)
        emulate(module, kernel);
    }
    dropPlans();
  }

private:
  /// Constant arrays of device code lie in the host's memory then.
  void takeConstants(gpu::GPUModuleOp module) {
    OpBuilder top = OpBuilder::atBlockBegin(getOperation().getBody());
    SymbolTable inner(module), outer(getOperation());
    for (auto global : llvm::to_vector(module.getOps<LLVM::GlobalOp>())) {
      if (global.getAddrSpace() == NVVM::NVVMMemorySpace::Shared)
        continue;
      StringAttr name = StringAttr::get(&getContext(), module.getName() + "_" +
                                                           global.getSymName());
      if (failed(inner.rename(global, name)))
        return signalPassFailure();
      auto copy = cast<LLVM::GlobalOp>(top.clone(*global));
      copy.setAddrSpace(0);
      outer.insert(copy);
    }
  }

  void emulate(gpu::GPUModuleOp module, LLVM::LLVMFuncOp kernel) {
    if (Operation *unknown = findUnknownOp(kernel)) {
      emitRemark(unknown->getLoc(), "@")
          << kernel.getName()
          << " is not emulated: " << unknown->getName().getStringRef()
          << " is not known";
      unknownKernels.insert(kernel);
      return;
    }
    // A loop over a block's threads has no order to draw and no fibers to stop.
    bool cooperative = checks || isCooperative(kernel);
    std::string name = (module.getName() + "_" + kernel.getName()).str();
    LLVM::LLVMFuncOp thread = makeThread(kernel, name + "_thread");
    SharedLayout shared = layOutShared(module, kernel);
    emulateOps(thread, shared, checks);
    LLVM::LLVMFuncOp body = makeBody(thread, name, cooperative);
    int64_t flags = (cooperative ? NANGUARD_KERNEL_COOPERATIVE : 0) |
                    (checks ? NANGUARD_KERNEL_CHECKED : 0);
    describeKernel(getOperation(), kernel.getLoc(),
                   descriptorName(module.getName(), kernel.getName()),
                   {kernel.getName(), "", "", body, flags, shared.bytes});
  }

  /// A copy with the thread as first argument.
  LLVM::LLVMFuncOp makeThread(LLVM::LLVMFuncOp kernel, StringRef name) {
    OpBuilder bottom = OpBuilder::atBlockEnd(getOperation().getBody());
    SmallVector<Type> types = {ptr};
    llvm::append_range(types, kernel.getArgumentTypes());
    auto func = LLVM::LLVMFuncOp::create(
        bottom, kernel.getLoc(), name,
        LLVM::LLVMFunctionType::get(kernel.getFunctionType().getReturnType(),
                                    types),
        LLVM::Linkage::Internal);
    func.setPassthroughAttr(bottom.getStrArrayAttr({"alwaysinline"}));
    IRMapping mapping;
    kernel.getBody().cloneInto(&func.getBody(), mapping);
    func.front().insertArgument(0u, ptr, kernel.getLoc());
    return func;
  }

  /// name(thread, args): one thread, or all threads of its block.
  LLVM::LLVMFuncOp makeBody(LLVM::LLVMFuncOp thread, StringRef name,
                            bool cooperative) {
    OpBuilder bottom = OpBuilder::atBlockEnd(getOperation().getBody());
    auto func = LLVM::LLVMFuncOp::create(
        bottom, thread.getLoc(), name,
        LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(&getContext()),
                                    {ptr, ptr}),
        LLVM::Linkage::Internal);
    Block *block = func.addEntryBlock(bottom);
    auto b = ImplicitLocOpBuilder::atBlockEnd(thread.getLoc(), block);
    SmallVector<Value> args = {block->getArgument(0)};
    for (auto [i, type] :
         llvm::enumerate(thread.getArgumentTypes().drop_front())) {
      Value slot =
          LLVM::GEPOp::create(b, ptr, i64, block->getArgument(1),
                              ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
      args.push_back(LLVM::LoadOp::create(b, type, slot));
    }
    if (cooperative)
      LLVM::CallOp::create(b, thread, args);
    else
      loopOverThreads(b, thread, args);
    LLVM::ReturnOp::create(b, ValueRange{});
    return func;
  }

  /// A thread of the loop's own, which LLVM keeps in registers.
  void loopOverThreads(ImplicitLocOpBuilder &b, LLVM::LLVMFuncOp thread,
                       SmallVector<Value> args) {
    Type i32 = b.getI32Type(), i8 = b.getI8Type();
    auto at = [&](Value base, size_t offset) -> Value {
      return LLVM::GEPOp::create(
          b, ptr, i8, base,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
    };
    Value size = LLVM::ConstantOp::create(
        b, b.getI64IntegerAttr(sizeof(nanguard_sim_thread)));
    Value own = LLVM::AllocaOp::create(b, ptr, i8, size, /*alignment=*/16);
    for (size_t offset = 0; offset < sizeof(nanguard_sim_thread); offset += 8)
      LLVM::StoreOp::create(b,
                            LLVM::LoadOp::create(b, i64, at(args[0], offset)),
                            at(own, offset));
    Value zero = arith::ConstantOp::create(b, b.getI32IntegerAttr(0));
    Value one = arith::ConstantOp::create(b, b.getI32IntegerAttr(1));
    for (int axis = 2; axis >= 0; --axis) {
      Value count = LLVM::LoadOp::create(
          b, i32, at(own, offsetof(nanguard_sim_thread, ntid) + 4 * axis));
      auto loop = scf::ForOp::create(b, zero, count, one);
      b.setInsertionPointToStart(loop.getBody());
      LLVM::StoreOp::create(
          b, loop.getInductionVar(),
          at(own, offsetof(nanguard_sim_thread, tid) + 4 * axis));
    }
    args[0] = own;
    LLVM::CallOp::create(b, thread, args);
    b.setInsertionPointToEnd(&b.getInsertionBlock()
                                  ->getParentOp()
                                  ->getParentOfType<LLVM::LLVMFuncOp>()
                                  .front());
  }

  /// A plan with a kernel that is not emulated goes; the host has the function
  /// on tensors.
  void dropPlans() {
    SymbolTableCollection symbols;
    for (auto func :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      bool unknown = false;
      func.walk([&](gpu::LaunchFuncOp op) {
        unknown |= unknownKernels.contains(
            symbols.lookupNearestSymbolFrom(op, op.getKernel()));
      });
      if (!unknown)
        continue;
      emitRemark(func.getLoc(), "@") << func.getName() << " stays on the host";
      func.erase();
    }
  }

  LLVM::LLVMPointerType ptr;
  Type i64;
  llvm::SmallPtrSet<Operation *, 8> unknownKernels;
};
} // namespace
