//===- WidenNarrowFloats.cpp - nanguard-widen-narrow-floats ---------------===//
//
// f32 carries sums, products, quotients and roots of f16, bf16 and 8 bits
// exactly enough that rounding its result once more is the correctly rounded
// narrow result.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/Common/Passes.h"
#include "nanguard/Support/FloatFormats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace nanguard {
#define GEN_PASS_DEF_WIDENNARROWFLOATSPASS
#include "nanguard/Conversion/Common/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

namespace {
bool isFloat8(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element && nanguard::isFloat8(element.getFloatSemantics());
}

bool isNarrow(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return element && (element.getWidth() == 16 || isFloat8(element));
}

Type withElement(Type type, Type element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(element);
  return element;
}

/// Ops that only move or retag bits, and the casts themselves. The sign of 8
/// bits is no bit of its own in each format.
bool keepsBits(Operation *op) {
  if (isa<arith::NegFOp, math::AbsFOp, math::CopySignOp>(op) &&
      isFloat8(op->getResult(0).getType()))
    return false;
  return isa<arith::ConstantOp, arith::BitcastOp, arith::SelectOp,
             arith::NegFOp, arith::ExtFOp, arith::TruncFOp, math::AbsFOp,
             math::CopySignOp>(op);
}

bool needsWidening(Operation *op) {
  if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
          op->getDialect()) ||
      keepsBits(op) || !OpTrait::hasElementwiseMappableTraits(op))
    return false;
  return llvm::any_of(op->getOperandTypes(), isNarrow) ||
         llvm::any_of(op->getResultTypes(), isNarrow);
}

/// An integer of 32 bits or more is not exact in f32: f64 rounds it once.
Type wideElement(OpBuilder &builder, Operation *op) {
  if (!isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return builder.getF32Type();
  unsigned width =
      getElementTypeOrSelf(op->getOperand(0)).getIntOrFloatBitWidth();
  return width <= 16 ? Type(builder.getF32Type()) : builder.getF64Type();
}

void widen(OpBuilder &builder, Operation *op) {
  builder.setInsertionPoint(op);
  Location loc = op->getLoc();
  Type wide = wideElement(builder, op);
  for (OpOperand &operand : op->getOpOperands())
    if (isNarrow(operand.get().getType()))
      operand.set(arith::ExtFOp::create(
          builder, loc, withElement(operand.get().getType(), wide),
          operand.get()));
  builder.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    Type narrow = result.getType();
    if (!isNarrow(narrow))
      continue;
    result.setType(withElement(narrow, wide));
    auto cast = arith::TruncFOp::create(builder, loc, narrow, result);
    result.replaceAllUsesExcept(cast, cast);
  }
}

struct WidenNarrowFloatsPass
    : nanguard::impl::WidenNarrowFloatsPassBase<WidenNarrowFloatsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (needsWidening(op))
        ops.push_back(op);
    });
    OpBuilder builder(&getContext());
    for (Operation *op : ops)
      widen(builder, op);
  }
};
} // namespace
