//===- Widen.cpp - nanguard-widen -----------------------------------------===//
//
// Moves the arithmetic of a block to the wide type of its narrowest one, with
// casts at the entry and at the exits only.
//
//===----------------------------------------------------------------------===//

#include "Retype.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/Transforms/Variants.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace nanguard {
#define GEN_PASS_DEF_WIDENPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// Computes with floats, rather than casting, choosing or moving them.
static bool isArithmetic(Operation *op) {
  if (isa<linalg::SoftmaxOp>(op))
    return true;
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
         !isa<arith::ConstantOp, arith::ExtFOp, arith::TruncFOp,
              arith::SelectOp, arith::NegFOp>(op);
}

/// Rounds an f64 that the model computes to less than f32 holds. By way of f32
/// it would be rounded twice.
static bool isCastPastF32(Operation *op) {
  auto cast = dyn_cast<arith::TruncFOp>(op);
  return cast && getElementTypeOrSelf(cast.getIn()).isF64() &&
         getElementTypeOrSelf(cast.getOut()).getIntOrFloatBitWidth() < 32 &&
         !matchPattern(cast.getIn(), m_Constant());
}

FloatType nanguard::chooseWideType(Block &block, Variant variant,
                                   unsigned maxWidth) {
  bool f16 = false, bf16 = false, f32 = false, castPastF32 = false;
  auto note = [&](TypeRange types) {
    for (Type type : types) {
      Type element = getElementTypeOrSelf(type);
      f16 |= element.isF16() ||
             (isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8);
      bf16 |= element.isBF16();
      f32 |= element.isF32();
    }
  };
  note(block.getTerminator()->getOperandTypes());
  block.walk([&](Operation *op) {
    castPastF32 |= isCastPastF32(op);
    if (op->getDialect() && isArithmetic(op)) {
      note(op->getOperandTypes());
      note(op->getResultTypes());
    }
  });
  if (!f16 && !bf16 && !f32)
    return {};
  MLIRContext *context = block.getParentOp()->getContext();
  if (castPastF32)
    return Float64Type::get(context);
  // What overflows f32 in bf16 and f32 models is for the second stage.
  if (variant == Variant::Unfused && (bf16 || !f16) && maxWidth >= 64)
    return Float64Type::get(context);
  return Float32Type::get(context);
}

FloatType nanguard::narrowestResultType(Block &block) {
  FloatType narrowest;
  for (Type type : block.getTerminator()->getOperandTypes())
    if (auto f = dyn_cast<FloatType>(getElementTypeOrSelf(type)))
      if (!narrowest || f.getWidth() < narrowest.getWidth())
        narrowest = f;
  return narrowest;
}

LogicalResult nanguard::widenBlock(Block &block, FloatType wide,
                                   std::string &reason) {
  if (failed(checkRetypable(block, reason)))
    return failure();
  retypeBlock(block, [&](FloatType type) -> Type {
    return type.getWidth() < wide.getWidth() ? wide : type;
  });
  return success();
}

linalg::GenericOp nanguard::getExitCast(Value value) {
  auto generic = value.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumDpsInputs() != 1 ||
      generic.getNumResults() != 1)
    return {};
  Block *body = generic.getBody();
  auto cast = dyn_cast<arith::TruncFOp>(body->front());
  if (!cast || cast.getIn() != body->getArgument(0) ||
      body->getTerminator()->getOperand(0) != cast.getOut() ||
      !llvm::all_of(generic.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return {};
  return generic;
}

namespace {
struct WidenPass : nanguard::impl::WidenPassBase<WidenPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal() || !func.getBody().hasOneBlock())
      return;
    Block &block = func.getBody().front();
    FloatType type = nanguard::chooseWideType(
        block, safe ? nanguard::Variant::Safe : nanguard::Variant::Unfused,
        wide);
    if (!type)
      return;
    std::string reason;
    if (failed(nanguard::widenBlock(block, type, reason)))
      remark::missed(func.getLoc(),
                     remark::RemarkOpts::name("Widen").category("nanguard"))
          << reason;
  }
};
} // namespace
