//===- InstrumentInject.cpp - nanguard-instrument-inject ------------------===//
//
// Fault injection points: a copy of a tensor goes through the host's hook.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/abi.h"

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

static constexpr StringLiteral kHook = "nanguard_rt_inject";

static std::optional<int32_t> dtypeOf(Type type) {
  if (type.isF16())
    return NANGUARD_F16;
  if (type.isBF16())
    return NANGUARD_BF16;
  if (type.isF32())
    return NANGUARD_F32;
  if (type.isF64())
    return NANGUARD_F64;
  if (type.isInteger(64))
    return NANGUARD_I64;
  if (type.isInteger(32))
    return NANGUARD_I32;
  return std::nullopt;
}

static void declareHook(func::FuncOp func) {
  auto module = func->getParentOfType<ModuleOp>();
  if (module.lookupSymbol(kHook))
    return;
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  Type i64 = b.getI64Type(), i32 = b.getI32Type();
  Type ptr = LLVM::LLVMPointerType::get(b.getContext());
  auto hook = func::FuncOp::create(
      b, func.getLoc(), kHook,
      b.getFunctionType({i64, i64, ptr, i64, i32, i32}, {}));
  hook.setPrivate();
}

/// The tensor after the hook saw a copy of it.
static Value throughHook(ImplicitLocOpBuilder &b, Value tensor, int64_t op,
                         int64_t operand, Value tier) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Value copy =
      bufferization::AllocTensorOp::create(b, type, ValueRange{}, tensor);
  auto memref = MemRefType::get(type.getShape(), type.getElementType());
  Value buffer = bufferization::ToBufferOp::create(b, memref, copy);
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(b, buffer);
  Value pointer = LLVM::IntToPtrOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext()),
      arith::IndexCastOp::create(b, b.getI64Type(), address).getResult());
  Value elements = arith::ConstantIndexOp::create(b, 1);
  for (int64_t i = 0; i < type.getRank(); ++i)
    elements =
        arith::MulIOp::create(b, elements, tensor::DimOp::create(b, tensor, i));
  auto i64 = [&](int64_t value) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  };
  Value dtype = arith::ConstantOp::create(
      b, b.getI32IntegerAttr(*dtypeOf(type.getElementType())));
  func::CallOp::create(
      b, kHook, TypeRange{},
      ValueRange{i64(op), i64(operand), pointer,
                 arith::IndexCastOp::create(b, b.getI64Type(), elements), dtype,
                 arith::ExtUIOp::create(b, b.getI32Type(), tier)});
  return bufferization::ToTensorOp::create(b, type, buffer, /*restrict=*/true,
                                           /*writable=*/true);
}

/// The row's largest pattern, taken anew from what the hook left behind.
static Value rescan(ImplicitLocOpBuilder &b, DispatchOp op, Value tensor,
                    Value report) {
  unsigned width =
      getElementTypeOrSelf(tensor.getType()).getIntOrFloatBitWidth();
  auto slot = RankedTensorType::get({}, b.getIntegerType(width));
  Value zero = arith::ConstantOp::create(
      b,
      DenseElementsAttr::get(slot, b.getIntegerAttr(slot.getElementType(), 0)));
  auto scan = ScanOp::create(
      b, slot, ScanModeAttr::get(b.getContext(), ScanMode::Bits),
      op.getExpectInf() ? b.getUnitAttr() : UnitAttr(), tensor, zero);
  Value bits = tensor::ExtractOp::create(b, scan.getResult(), ValueRange{});
  if (width < 64)
    bits = arith::ExtUIOp::create(b, b.getI64Type(), bits);
  Value id = arith::ConstantIndexOp::create(b, op.getId());
  SmallVector<Value> at{
      id, arith::ConstantIndexOp::create(b, NANGUARD_COL_MAX_BITS)};
  return tensor::InsertOp::create(b, bits, report, at);
}

namespace {
struct InstrumentInjectPass
    : nanguard::impl::InstrumentInjectPassBase<InstrumentInjectPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (points.empty() || func.getOps<DispatchOp>().empty())
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
    if (!type || !dtypeOf(type.getElementType()))
      return emitError(op.getLoc(), "can't inject into ") << target.getType();
    declareHook(func);
    ImplicitLocOpBuilder b(op.getLoc(), op);
    if (output)
      b.setInsertionPointAfter(op);
    Value tier = tensor::ExtractOp::create(
        b, op.getTiers(), ValueRange{arith::ConstantIndexOp::create(b, id)});
    if (!output) {
      op.getInputsMutable()[operand].set(
          throughHook(b, target, id, operand, tier));
      return success();
    }
    SmallVector<OpOperand *> uses = llvm::to_vector(
        llvm::map_range(target.getUses(), [](OpOperand &use) { return &use; }));
    SmallVector<OpOperand *> reportUses = llvm::to_vector(llvm::map_range(
        op.getNewReport().getUses(), [](OpOperand &use) { return &use; }));
    Value changed = throughHook(b, target, id, -1, tier);
    for (OpOperand *use : uses)
      use->set(changed);
    if (isFloatTensor(type)) {
      Value report = rescan(b, op, changed, op.getNewReport());
      for (OpOperand *use : reportUses)
        use->set(report);
    }
    return success();
  }
};
} // namespace
