//===- EmulateChecks.cpp - Every access is reported to the emulator -------===//
//
// Loads, stores and atomics are reported with the object that their address
// comes from, so that one buffer's neighbour is not taken for it.
//
//===----------------------------------------------------------------------===//

#include "../Host/Emulation.h"

#include "nanguard/device.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace nanguard;
using namespace nanguard::emulation;

int64_t emulation::bytesOf(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * bytesOf(vector.getElementType());
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(type))
    return array.getNumElements() * bytesOf(array.getElementType());
  if (auto record = dyn_cast<LLVM::LLVMStructType>(type)) {
    int64_t bytes = 0;
    for (Type part : record.getBody())
      bytes += bytesOf(part);
    return bytes;
  }
  return type.isIntOrFloat() ? (type.getIntOrFloatBitWidth() + 7) / 8 : 8;
}

static void check(KernelThread &thread, const SharedLayout &shared,
                  Operation *op, Value address, Type type, uint64_t align,
                  int32_t access) {
  Value base = address;
  while (true) {
    auto step = base.getDefiningOp<LLVM::GEPOp>();
    if (!step || step.getBase() == thread.sharedBase())
      break;
    base = step.getBase();
  }
  // The thread's own, and constants.
  if (base == thread.getValue() ||
      isa_and_nonnull<LLVM::AllocaOp, LLVM::AddressOfOp>(base.getDefiningOp()))
    return;
  ImplicitLocOpBuilder b(op->getLoc(), op);
  int64_t extent = -1;
  if (auto array = base.getDefiningOp<LLVM::GEPOp>())
    for (auto [name, offset] : shared.offsets)
      if (array.getRawConstantIndices() ==
              ArrayRef<int32_t>{static_cast<int32_t>(offset)} &&
          shared.sizes.lookup(name))
        extent = shared.sizes.lookup(name);
  int64_t bytes = bytesOf(type);
  int64_t alignment = align ? static_cast<int64_t>(align) : bytes;
  callRuntime(b, "nanguard_sim_check", Type(),
              {thread.getValue(), address, constant(b, bytes, 64),
               constant(b, alignment, 64), constant(b, access), base,
               constant(b, extent, 64), thread.site(b, op)});
}

void emulation::insertChecks(KernelThread &thread, const SharedLayout &shared) {
  LLVM::LLVMFuncOp func = thread.getFunction();
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) {
    if (isa<LLVM::LoadOp, LLVM::StoreOp, LLVM::AtomicRMWOp,
            LLVM::AtomicCmpXchgOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops)
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](LLVM::LoadOp load) {
          check(thread, shared, op, load.getAddr(), load.getType(),
                load.getAlignment().value_or(0), NANGUARD_SIM_LOAD);
        })
        .Case([&](LLVM::StoreOp store) {
          check(thread, shared, op, store.getAddr(), store.getValue().getType(),
                store.getAlignment().value_or(0), NANGUARD_SIM_STORE);
        })
        .Case([&](LLVM::AtomicRMWOp atomic) {
          check(thread, shared, op, atomic.getPtr(), atomic.getVal().getType(),
                0, NANGUARD_SIM_ATOMIC);
        })
        .Case([&](LLVM::AtomicCmpXchgOp atomic) {
          check(thread, shared, op, atomic.getPtr(), atomic.getVal().getType(),
                0, NANGUARD_SIM_ATOMIC);
        });
}
