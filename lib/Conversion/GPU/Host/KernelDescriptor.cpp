//===- KernelDescriptor.cpp - Kernels as the device's runtime knows them --===//

#include "Emulation.h"

#include "nanguard/device.h"

#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"

using namespace mlir;
using namespace nanguard;
using namespace nanguard::emulation;

static LLVM::LLVMPointerType pointerType(MLIRContext *context) {
  return LLVM::LLVMPointerType::get(context);
}

Value emulation::constant(ImplicitLocOpBuilder &b, int64_t value,
                          unsigned width) {
  return LLVM::ConstantOp::create(
      b, b.getIntegerAttr(b.getIntegerType(width), value));
}

std::string emulation::descriptorName(StringRef module, StringRef kernel) {
  return (module + "_" + kernel + "_kernel").str();
}

Value emulation::stringConstant(ImplicitLocOpBuilder &b, StringRef name,
                                StringRef text) {
  auto module =
      b.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
  std::string zeroEnded = (text + StringRef("\0", 1)).str();
  auto type = LLVM::LLVMArrayType::get(b.getIntegerType(8), zeroEnded.size());
  auto global = LLVM::GlobalOp::create(
      top, b.getLoc(), type, /*isConstant=*/true, LLVM::Linkage::Internal, name,
      b.getStringAttr(zeroEnded));
  return LLVM::AddressOfOp::create(b, pointerType(b.getContext()),
                                   global.getSymName());
}

Value emulation::callRuntime(ImplicitLocOpBuilder &b, StringRef name,
                             Type result, ValueRange args) {
  auto module =
      b.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  Type returned = result ? result : LLVM::LLVMVoidType::get(b.getContext());
  // The names are the runtime's alone: no other signature is found.
  LLVM::LLVMFuncOp function = *LLVM::lookupOrCreateFn(
      b, module, name, SmallVector<Type>(args.getTypes()), returned);
  auto call = LLVM::CallOp::create(b, function, args);
  return result ? call.getResult() : Value();
}

void emulation::describeKernel(ModuleOp module, Location loc, StringRef name,
                               const KernelDescription &kernel) {
  OpBuilder top = OpBuilder::atBlockBegin(module.getBody());
  Type i32 = top.getI32Type(), ptr = pointerType(module.getContext());
  auto type = LLVM::LLVMStructType::getLiteral(
      module.getContext(), {i32, i32, ptr, ptr, ptr, i32, i32});
  auto global =
      LLVM::GlobalOp::create(top, loc, type, /*isConstant=*/true,
                             LLVM::Linkage::Internal, name, Attribute());
  Block *block = top.createBlock(&global.getInitializerRegion());
  auto b = ImplicitLocOpBuilder::atBlockEnd(loc, block);
  auto number = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(b, b.getI32IntegerAttr(value));
  };
  auto addressOf = [&](StringRef symbol) -> Value {
    return symbol.empty()
               ? LLVM::ZeroOp::create(b, ptr).getResult()
               : LLVM::AddressOfOp::create(b, ptr, symbol).getResult();
  };
  auto body = kernel.body;
  Value fields[] = {number(sizeof(nanguard_kernel)),
                    number(kernel.flags),
                    stringConstant(b, (name + "_name").str(), kernel.kernel),
                    kernel.text.empty()
                        ? addressOf(kernel.image)
                        : stringConstant(b, kernel.image, kernel.text),
                    addressOf(body ? body.getSymName() : ""),
                    number(kernel.sharedBytes),
                    number(0)};
  Value value = LLVM::PoisonOp::create(b, type);
  for (auto [i, field] : llvm::enumerate(fields))
    value = LLVM::InsertValueOp::create(b, value, field, i);
  LLVM::ReturnOp::create(b, value);
}
