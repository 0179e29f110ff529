//===- InstrumentInject.cpp - nanguard-instrument-inject ------------------===//
//
// Fault injection points: a copy of a tensor goes through the host's hook. An
// operand's copy is made here; an output's by the lowering of the dispatch,
// which scans what the hook leaves behind.
//
//===----------------------------------------------------------------------===//

#include "InjectHook.h"

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace nanguard {
#define GEN_PASS_DEF_INSTRUMENTINJECTPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

namespace {
struct InstrumentInjectPass
    : nanguard::impl::InstrumentInjectPassBase<InstrumentInjectPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (points.empty() || func.getOps<DispatchOp>().empty() ||
        (!function.empty() && func.getName() != function))
      return;
    for (const std::string &point : points) {
      auto [idText, operandText] = StringRef(point).split(':');
      int64_t id, operand;
      if (idText.getAsInteger(10, id) ||
          operandText.getAsInteger(10, operand)) {
        emitError(func.getLoc(), "'") << point << "' is not ID:OPERAND";
        return signalPassFailure();
      }
      if (failed(instrument(func, id, operand)))
        return signalPassFailure();
    }
  }

private:
  LogicalResult instrument(func::FuncOp func, int64_t id, int64_t operand) {
    DispatchOp op;
    for (auto dispatch : func.getOps<DispatchOp>())
      if (static_cast<int64_t>(dispatch.getId()) == id)
        op = dispatch;
    if (!op)
      return emitError(func.getLoc(), "no guarded op ")
             << id << " to inject into";
    bool output = operand < 0;
    if (output ? op.getResults().empty()
               : operand >= static_cast<int64_t>(op.getInputs().size()))
      return emitError(op.getLoc(), "op ")
             << id << " has no operand " << operand;
    Value target = output ? op.getResults().front() : op.getInputs()[operand];
    auto type = dyn_cast<RankedTensorType>(target.getType());
    if (!type || !canInject(type.getElementType()))
      return emitError(op.getLoc(), "can't inject into ") << target.getType();
    declareInjectHook(func);
    if (output) {
      op->setAttr(kInjectOutputAttr, UnitAttr::get(&getContext()));
      return success();
    }
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Value tier = tensor::ExtractOp::create(
        b, op.getTiers(), ValueRange{arith::ConstantIndexOp::create(b, id)});
    op.getInputsMutable()[operand].set(
        throughInjectHook(b, target, id, operand, tier));
    return success();
  }
};
} // namespace
