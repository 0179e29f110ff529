//===- LowerParallelCalls.cpp - nanguard-lower-parallel-calls -------------===//
//
// After the conversion to the LLVM dialect a call's operands are scalars and
// pointers: they travel in a struct on the caller's stack, which outlives the
// call.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/CPU/Passes.h"
#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"

#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

namespace nanguard {
#define GEN_PASS_DEF_LOWERPARALLELCALLSPASS
#include "nanguard/Conversion/CPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

static constexpr StringLiteral kParallelFor = "nanguard_rt_parallel_for";

namespace {
/// (from, to, captured…) becomes (pointer to the captured, from, to).
void takePacked(LLVM::LLVMFuncOp func, LLVM::LLVMStructType packed) {
  Block &entry = func.front();
  auto b = ImplicitLocOpBuilder::atBlockBegin(func.getLoc(), &entry);
  auto pointer = LLVM::LLVMPointerType::get(func.getContext());
  Value from = entry.insertArgument(0u, pointer, func.getLoc());
  for (auto [i, type] : llvm::enumerate(packed.getBody())) {
    Value address = LLVM::GEPOp::create(b, pointer, packed, from,
                                        ArrayRef<LLVM::GEPArg>{0, int32_t(i)});
    entry.getArgument(3 + i).replaceAllUsesWith(
        LLVM::LoadOp::create(b, type, address));
  }
  entry.eraseArguments(3, packed.getBody().size());
  func.setType(
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(func.getContext()),
                                  {pointer, b.getI64Type(), b.getI64Type()}));
  func.removeArgAttrsAttr();
}

/// Packs the captured operands and calls the runtime.
void callRuntime(LLVM::CallOp call, LLVM::LLVMFuncOp func,
                 LLVM::LLVMFuncOp runtime, LLVM::LLVMStructType packed) {
  ImplicitLocOpBuilder b(call.getLoc(), call);
  auto pointer = LLVM::LLVMPointerType::get(call.getContext());
  Value room;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(
        &call->getParentOfType<LLVM::LLVMFuncOp>().front());
    Value one = LLVM::ConstantOp::create(b, b.getI64Type(), 1);
    room = LLVM::AllocaOp::create(b, pointer, packed, one);
  }
  for (auto [i, value] : llvm::enumerate(call.getArgOperands().drop_front(2)))
    LLVM::StoreOp::create(
        b, value,
        LLVM::GEPOp::create(b, pointer, packed, room,
                            ArrayRef<LLVM::GEPArg>{0, int32_t(i)}));
  Value work = LLVM::ConstantOp::create(
      b, cast<IntegerAttr>(func->getAttr(nanguard::kWorkAttr)));
  Value body = LLVM::AddressOfOp::create(b, func);
  LLVM::CallOp::create(b, runtime,
                       ValueRange{body, room, call.getArgOperands()[1], work});
  call.erase();
}

struct LowerParallelCallsPass
    : nanguard::impl::LowerParallelCallsPassBase<LowerParallelCallsPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    SmallVector<LLVM::CallOp> calls;
    module.walk([&](LLVM::CallOp call) {
      std::optional<StringRef> callee = call.getCallee();
      auto func = callee ? symbols.lookup<LLVM::LLVMFuncOp>(*callee)
                         : LLVM::LLVMFuncOp();
      if (func && func->hasAttr(nanguard::kWorkAttr))
        calls.push_back(call);
    });
    if (calls.empty())
      return;
    OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    FailureOr<LLVM::LLVMFuncOp> runtime = LLVM::lookupOrCreateFn(
        b, module, kParallelFor,
        {pointer, pointer, b.getI64Type(), b.getI64Type()},
        LLVM::LLVMVoidType::get(&getContext()));
    if (failed(runtime))
      return signalPassFailure();
    for (LLVM::CallOp call : calls) {
      auto func = symbols.lookup<LLVM::LLVMFuncOp>(*call.getCallee());
      auto packed = LLVM::LLVMStructType::getLiteral(
          &getContext(),
          llvm::to_vector(call.getArgOperands().drop_front(2).getTypes()));
      callRuntime(call, func, *runtime, packed);
      takePacked(func, packed);
      func->removeAttr(nanguard::kWorkAttr);
    }
  }
};
} // namespace
