//===- EmulateApproximations.cpp - PTX's approximations, exactly ----------===//
//
// By the names that PTX gives them, as intrinsics, as inline assembly of one
// instruction, or as NVVM's own op.
//
//===----------------------------------------------------------------------===//

#include "../Host/Emulation.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace nanguard;
using namespace nanguard::emulation;

static bool isApproximation(StringRef opcode) {
  return llvm::is_contained({"ex2", "lg2", "sqrt", "rcp", "rsqrt", "sin", "cos",
                             "tanh", "fma", "fmax", "max", "fmin", "min"},
                            opcode.split('.').first);
}

static Value approximate(ImplicitLocOpBuilder &b, StringRef opcode,
                         ValueRange x) {
  StringRef name = opcode.split('.').first;
  Type type = x.front().getType();
  auto reciprocal = [&](Value value) -> Value {
    TypedAttr one = b.getFloatAttr(getElementTypeOrSelf(type), 1.0);
    if (auto vector = dyn_cast<VectorType>(type))
      one = DenseElementsAttr::get(vector, Attribute(one));
    return LLVM::FDivOp::create(b, LLVM::ConstantOp::create(b, type, one),
                                value);
  };
  if (name == "ex2")
    return LLVM::Exp2Op::create(b, x[0]);
  if (name == "lg2")
    return LLVM::Log2Op::create(b, x[0]);
  if (name == "sqrt")
    return LLVM::SqrtOp::create(b, x[0]);
  if (name == "rcp")
    return reciprocal(x[0]);
  if (name == "rsqrt")
    return reciprocal(LLVM::SqrtOp::create(b, x[0]));
  if (name == "sin")
    return LLVM::SinOp::create(b, x[0]);
  if (name == "cos")
    return LLVM::CosOp::create(b, x[0]);
  if (name == "tanh")
    return LLVM::TanhOp::create(b, x[0]);
  if (name == "fma")
    return LLVM::FMAOp::create(b, x[0], x[1], x[2]);
  bool nan = opcode.contains(".nan") || opcode.contains(".NaN");
  if (name.ends_with("max"))
    return nan ? LLVM::MaximumOp::create(b, x[0], x[1]).getResult()
               : LLVM::MaxNumOp::create(b, x[0], x[1]).getResult();
  return nan ? LLVM::MinimumOp::create(b, x[0], x[1]).getResult()
             : LLVM::MinNumOp::create(b, x[0], x[1]).getResult();
}

/// "ex2.approx.f32" of "ex2.approx.f32 $0, $1;"; empty where it is more than
/// one instruction on all operands in order.
static StringRef opcodeOf(StringRef ptx, unsigned numArgs) {
  auto [opcode, rest] = ptx.trim().split(' ');
  if (!rest.consume_back(";"))
    return "";
  SmallVector<StringRef> registers;
  rest.split(registers, ',');
  if (registers.size() != numArgs + 1)
    return "";
  for (auto [i, name] : llvm::enumerate(registers))
    if (name.trim() != ("$" + Twine(i)).str())
      return "";
  return isApproximation(opcode) ? opcode : "";
}

StringRef emulation::approximationOf(Operation *op) {
  if (op->getNumResults() != 1)
    return "";
  if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op)) {
    StringRef name = call.getIntrin();
    return name.consume_front("llvm.nvvm.") && isApproximation(name) ? name
                                                                     : "";
  }
  if (auto text = dyn_cast<NVVM::InlinePtxOp>(op))
    return text.getPredicate() || !text.getReadWriteArgs().empty()
               ? ""
               : opcodeOf(text.getPtxCode(), op->getNumOperands());
  if (auto text = dyn_cast<LLVM::InlineAsmOp>(op))
    return opcodeOf(text.getAsmString(), op->getNumOperands());
  return isa<NVVM::RcpApproxFtzF32Op>(op) ? "rcp.approx.ftz.f" : "";
}

/// Two f16 values may travel in a register of 32 bits.
void emulation::rewriteApproximation(ImplicitLocOpBuilder &b, Operation *op,
                                     StringRef opcode) {
  Type type = op->getResult(0).getType(), packed = type;
  if (type.isInteger(32) && opcode.ends_with("f16x2"))
    packed = VectorType::get(
        2, opcode.ends_with("bf16x2") ? Type(b.getBF16Type()) : b.getF16Type());
  SmallVector<Value> args;
  for (Value arg : op->getOperands())
    args.push_back(arg.getType() == packed
                       ? arg
                       : LLVM::BitcastOp::create(b, packed, arg).getResult());
  Value result = approximate(b, opcode, args);
  if (packed != type)
    result = LLVM::BitcastOp::create(b, type, result);
  op->getResult(0).replaceAllUsesWith(result);
}
