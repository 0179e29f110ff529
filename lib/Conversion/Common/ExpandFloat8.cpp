//===- ExpandFloat8.cpp - nanguard-expand-float8 --------------------------===//
//
// LLVM has no floats of 8 bits. Widening shifts and rebiases the exponent; a
// subnormal number is its mantissa as an integer, scaled. Narrowing rounds the
// mantissa as an integer, and a subnormal result by an addition whose unit in
// the last place is the format's least number.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/Common/Passes.h"
#include "nanguard/Support/FloatFormats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <cmath>

namespace nanguard {
#define GEN_PASS_DEF_EXPANDFLOAT8PASS
#include "nanguard/Conversion/Common/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using Predicate = arith::CmpIPredicate;

static FloatType floatOf(Value value) {
  return cast<FloatType>(getElementTypeOrSelf(value.getType()));
}

static bool isFloat8(Value value) {
  return nanguard::isFloat8(floatOf(value).getFloatSemantics());
}

namespace {
/// Arithmetic on the bits of `shape`'s elements, an f32 or f64 and the f8.
class Emitter {
public:
  Emitter(OpBuilder &builder, Operation *op, FloatType narrow, FloatType wide)
      : b(op->getLoc(), builder), shape(op->getResult(0).getType()), wide(wide),
        word(b.getIntegerType(wide.getWidth())),
        format(narrow.getFloatSemantics()),
        shift(llvm::APFloat::semanticsPrecision(wide.getFloatSemantics()) -
              llvm::APFloat::semanticsPrecision(format)),
        mantissa(llvm::APFloat::semanticsPrecision(format) - 1),
        minExponent(llvm::APFloat::semanticsMinExponent(format)) {}

  /// The bits of `x`, an f8, as those of the wide number.
  Value extend(Value x);
  /// The bits of `x`, a wide number, as those of the f8.
  Value truncate(Value x);

private:
  Type like(Type element) const {
    auto shaped = dyn_cast<ShapedType>(shape);
    return shaped ? Type(shaped.clone(element)) : element;
  }
  Value constant(TypedAttr attr) {
    Type type = like(attr.getType());
    if (auto shaped = dyn_cast<ShapedType>(type))
      attr = DenseElementsAttr::get(shaped, Attribute(attr));
    return arith::ConstantOp::create(b, attr);
  }
  Value integer(const APInt &value) {
    return constant(b.getIntegerAttr(word, value.zextOrTrunc(word.getWidth())));
  }
  Value integer(uint64_t value) {
    return integer(APInt(word.getWidth(), value));
  }
  Value power(int exponent) {
    return constant(b.getFloatAttr(wide, std::ldexp(1.0, exponent)));
  }
  APInt bitsOfPower(int exponent) {
    return b.getFloatAttr(wide, std::ldexp(1.0, exponent))
        .getValue()
        .bitcastToAPInt();
  }
  Value cast(Value value, Type element) {
    return arith::BitcastOp::create(b, like(element), value);
  }
  Value compare(Predicate predicate, Value x, Value y) {
    return arith::CmpIOp::create(b, predicate, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  APInt infinity() {
    return llvm::APFloat::getInf(wide.getFloatSemantics()).bitcastToAPInt();
  }
  APInt quietNaN() {
    return llvm::APFloat::getQNaN(wide.getFloatSemantics()).bitcastToAPInt();
  }

  ImplicitLocOpBuilder b;
  Type shape;
  FloatType wide;
  IntegerType word;
  const llvm::fltSemantics &format;
  unsigned shift, mantissa;
  int minExponent;
};
} // namespace

Value Emitter::extend(Value x) {
  Value bits = arith::ExtUIOp::create(b, like(word), cast(x, b.getI8Type()));
  Value m = arith::AndIOp::create(b, bits, integer(0x7f));
  // The exponent of 1 in the format is minExponent.
  APInt rebias = bitsOfPower(minExponent) -
                 (APInt(word.getWidth(), 1) << (shift + mantissa));
  Value moved = arith::ShLIOp::create(b, m, integer(shift));
  Value normal = arith::AddIOp::create(b, moved, integer(rebias));
  Value small =
      arith::MulFOp::create(b, arith::SIToFPOp::create(b, like(wide), m),
                            power(minExponent - int(mantissa)));
  Value isSmall = compare(Predicate::ult, m, integer(1u << mantissa));
  Value result = select(isSmall, cast(small, word), normal);
  if (nanguard::hasInfinity(format)) {
    Value inf = integer(nanguard::infinityPattern(format));
    Value special = arith::OrIOp::create(b, moved, integer(infinity()));
    Value quiet = arith::OrIOp::create(b, moved, integer(quietNaN()));
    special = select(compare(Predicate::ugt, m, inf), quiet, special);
    result = select(compare(Predicate::uge, m, inf), special, result);
  } else {
    APInt nan = nanguard::onlyNaN(format);
    Value isNaN =
        compare(Predicate::eq, nan.isSignMask() ? bits : m, integer(nan));
    result = select(isNaN, integer(quietNaN()), result);
  }
  Value sign = arith::AndIOp::create(b, bits, integer(0x80));
  sign = arith::ShLIOp::create(b, sign, integer(word.getWidth() - 8));
  return cast(arith::OrIOp::create(b, result, sign), wide);
}

Value Emitter::truncate(Value x) {
  Value bits = cast(x, word);
  Value m = arith::AndIOp::create(
      b, bits, integer(APInt::getSignedMaxValue(word.getWidth())));
  // To nearest, ties to even: a carry out of the mantissa is the next exponent.
  Value odd = arith::ShRUIOp::create(b, m, integer(shift));
  odd = arith::AndIOp::create(b, odd, integer(1));
  Value rounded =
      arith::AddIOp::create(b, m, integer((uint64_t(1) << (shift - 1)) - 1));
  rounded = arith::AddIOp::create(b, rounded, odd);
  APInt least = bitsOfPower(minExponent);
  Value normal = arith::SubIOp::create(
      b, arith::ShRUIOp::create(b, rounded, integer(shift)),
      integer(least.lshr(shift) - (uint64_t(1) << mantissa)));
  int unit = minExponent + int(shift);
  Value small =
      cast(arith::AddFOp::create(b, cast(m, wide), power(unit)), word);
  small = arith::SubIOp::create(b, small, integer(bitsOfPower(unit)));
  Value result =
      select(compare(Predicate::ult, m, integer(least)), small, normal);
  APInt nan = nanguard::hasInfinity(format)
                  ? llvm::APFloat::getQNaN(format).bitcastToAPInt()
                  : nanguard::onlyNaN(format);
  APInt over =
      nanguard::hasInfinity(format) ? nanguard::infinityPattern(format) : nan;
  Value largest = integer(llvm::APFloat::getLargest(format).bitcastToAPInt());
  result =
      select(compare(Predicate::ugt, result, largest), integer(over), result);
  result = select(compare(Predicate::ugt, m, integer(infinity())), integer(nan),
                  result);
  Value sign = arith::ShRUIOp::create(b, bits, integer(word.getWidth() - 8));
  sign = arith::AndIOp::create(b, sign, integer(0x80));
  Value both = arith::OrIOp::create(b, result, sign);
  if (nan.isSignMask()) // -0 would be the NaN
    both = select(compare(Predicate::eq, result, integer(0)), result, both);
  return arith::TruncIOp::create(b, like(b.getI8Type()), both);
}

static Type withElement(Type type, Type element) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? Type(shaped.clone(element)) : element;
}

static void expandExt(OpBuilder &builder, arith::ExtFOp op) {
  builder.setInsertionPoint(op);
  Value value = Emitter(builder, op, floatOf(op.getIn()), builder.getF32Type())
                    .extend(op.getIn());
  unsigned width = floatOf(op.getOut()).getWidth();
  if (width > 32)
    value = arith::ExtFOp::create(builder, op.getLoc(), op.getType(), value);
  else if (width < 32) // exact
    value = arith::TruncFOp::create(builder, op.getLoc(), op.getType(), value);
  op.replaceAllUsesWith(value);
  op.erase();
}

static void expandTrunc(OpBuilder &builder, arith::TruncFOp op) {
  builder.setInsertionPoint(op);
  Value value = op.getIn();
  FloatType wide = floatOf(value);
  if (wide.getWidth() < 32) {
    wide = builder.getF32Type();
    value = arith::ExtFOp::create(builder, op.getLoc(),
                                  withElement(value.getType(), wide), value);
  }
  Value bits = Emitter(builder, op, floatOf(op.getOut()), wide).truncate(value);
  op.replaceAllUsesWith(
      arith::BitcastOp::create(builder, op.getLoc(), op.getType(), bits)
          .getResult());
  op.erase();
}

namespace {
struct ExpandFloat8Pass
    : nanguard::impl::ExpandFloat8PassBase<ExpandFloat8Pass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      auto trunc = dyn_cast<arith::TruncFOp>(op);
      if ((isa<arith::ExtFOp>(op) && isFloat8(op->getOperand(0))) ||
          (trunc && isFloat8(trunc.getOut()) &&
           (!trunc.getRoundingmode() ||
            *trunc.getRoundingmode() == arith::RoundingMode::to_nearest_even)))
        ops.push_back(op);
    });
    OpBuilder builder(&getContext());
    for (Operation *op : ops) {
      if (auto ext = dyn_cast<arith::ExtFOp>(op))
        expandExt(builder, ext);
      else
        expandTrunc(builder, cast<arith::TruncFOp>(op));
    }
  }
};
} // namespace
