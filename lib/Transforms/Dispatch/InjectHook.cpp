//===- InjectHook.cpp - Calls of the host's fault injector ----------------===//

#include "InjectHook.h"

#include "nanguard/abi.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

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
  if (isa<Float8E5M2Type>(type))
    return NANGUARD_F8E5M2;
  if (isa<Float8E4M3Type>(type))
    return NANGUARD_F8E4M3;
  if (isa<Float8E3M4Type>(type))
    return NANGUARD_F8E3M4;
  if (isa<Float8E4M3FNType>(type))
    return NANGUARD_F8E4M3FN;
  if (isa<Float8E5M2FNUZType>(type))
    return NANGUARD_F8E5M2FNUZ;
  if (isa<Float8E4M3FNUZType>(type))
    return NANGUARD_F8E4M3FNUZ;
  if (isa<Float8E4M3B11FNUZType>(type))
    return NANGUARD_F8E4M3B11FNUZ;
  if (type.isInteger(64))
    return NANGUARD_I64;
  if (type.isInteger(32))
    return NANGUARD_I32;
  return std::nullopt;
}

bool nanguard::canInject(Type element) { return dtypeOf(element).has_value(); }

void nanguard::declareInjectHook(func::FuncOp func) {
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

Value nanguard::throughInjectHook(ImplicitLocOpBuilder &b, Value tensor,
                                  int64_t op, int64_t operand, Value tier) {
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

Value nanguard::beforeInjectHook(Value tensor) {
  auto struck = tensor.getDefiningOp<bufferization::ToTensorOp>();
  auto buffer =
      struck ? struck.getBuffer().getDefiningOp<bufferization::ToBufferOp>()
             : bufferization::ToBufferOp();
  auto copy =
      buffer ? buffer.getTensor().getDefiningOp<bufferization::AllocTensorOp>()
             : bufferization::AllocTensorOp();
  return copy ? copy.getCopy() : Value();
}
