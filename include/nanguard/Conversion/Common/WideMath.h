//===- WideMath.h - Writing f64 arithmetic ----------------------*- C++ -*-===//
#ifndef NANGUARD_CONVERSION_COMMON_WIDEMATH_H
#define NANGUARD_CONVERSION_COMMON_WIDEMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>
#include <tuple>
#include <utility>

namespace nanguard {

/// f64 arithmetic on a scalar or on a vector's lanes.
class WideMath {
public:
  WideMath(mlir::OpBuilder &b, mlir::Location loc, mlir::Type like)
      : b(b), loc(loc), realType(b.getF64Type()), intType(b.getI64Type()) {
    if (auto shaped = mlir::dyn_cast<mlir::ShapedType>(like)) {
      realType = shaped.clone(realType);
      intType = shaped.clone(intType);
    }
  }

  mlir::Value real(double value) {
    return splat(realType, b.getF64FloatAttr(value));
  }
  mlir::Value integer(int64_t value) {
    return splat(intType, b.getI64IntegerAttr(value));
  }
  mlir::Value widen(mlir::Value x) {
    return mlir::arith::ExtFOp::create(b, loc, realType, x);
  }
  mlir::Value bits(mlir::Value x) {
    return mlir::arith::BitcastOp::create(b, loc, intType, x);
  }
  mlir::Value fromBits(mlir::Value x) {
    return mlir::arith::BitcastOp::create(b, loc, realType, x);
  }
  mlir::Value fma(mlir::Value x, mlir::Value y, mlir::Value z) {
    return mlir::math::FmaOp::create(b, loc, x, y, z);
  }
  mlir::Value add(mlir::Value x, mlir::Value y) {
    return mlir::arith::AddFOp::create(b, loc, x, y);
  }
  mlir::Value sub(mlir::Value x, mlir::Value y) {
    return mlir::arith::SubFOp::create(b, loc, x, y);
  }
  mlir::Value mul(mlir::Value x, mlir::Value y) {
    return mlir::arith::MulFOp::create(b, loc, x, y);
  }
  mlir::Value div(mlir::Value x, mlir::Value y) {
    return mlir::arith::DivFOp::create(b, loc, x, y);
  }
  mlir::Value select(mlir::arith::CmpFPredicate predicate, mlir::Value x,
                     mlir::Value y, mlir::Value yes, mlir::Value no) {
    mlir::Value flag = mlir::arith::CmpFOp::create(b, loc, predicate, x, y);
    return mlir::arith::SelectOp::create(b, loc, flag, yes, no);
  }

  mlir::Value plus(mlir::Value x, mlir::Value y) {
    return mlir::arith::AddIOp::create(b, loc, x, y);
  }
  mlir::Value shiftLeft(mlir::Value x, int64_t by) {
    return mlir::arith::ShLIOp::create(b, loc, x, integer(by));
  }
  mlir::Value abs(mlir::Value x) {
    return mlir::math::AbsFOp::create(b, loc, x);
  }
  mlir::Value both(mlir::Value x, mlir::Value y) {
    return mlir::arith::AndIOp::create(b, loc, x, y);
  }
  mlir::Value choose(mlir::Value flag, mlir::Value yes, mlir::Value no) {
    return mlir::arith::SelectOp::create(b, loc, flag, yes, no);
  }
  mlir::Value compare(mlir::arith::CmpFPredicate predicate, mlir::Value x,
                      mlir::Value y) {
    return mlir::arith::CmpFOp::create(b, loc, predicate, x, y);
  }
  /// Whether bit `bit` of an integer is set.
  mlir::Value hasBit(mlir::Value x, int64_t bit) {
    return mlir::arith::CmpIOp::create(b, loc, mlir::arith::CmpIPredicate::ne,
                                       both(x, integer(int64_t(1) << bit)),
                                       integer(0));
  }
  /// `x` with its sign changed where the integer `mask` has the highest bit.
  mlir::Value flipSign(mlir::Value x, mlir::Value mask) {
    return fromBits(mlir::arith::XOrIOp::create(
        b, loc, bits(x),
        both(mask, integer(std::numeric_limits<int64_t>::min()))));
  }

  /// c[0] x^n + c[1] x^(n-1) + … + c[n].
  mlir::Value polynomial(mlir::Value x, llvm::ArrayRef<double> c) {
    mlir::Value sum = real(c.front());
    for (double next : c.drop_front())
      sum = fma(sum, x, real(next));
    return sum;
  }

  /// `x`, of magnitude below 2^51, rounded to an integer: as f64, and in the
  /// low bits of a pattern that differs from kMagic's by it.
  std::pair<mlir::Value, mlir::Value> round(mlir::Value x) {
    mlir::Value shifted = add(x, real(kMagic));
    mlir::Value n = sub(shifted, real(kMagic));
    mlir::Value whole =
        mlir::arith::SubIOp::create(b, loc, bits(shifted), bits(real(kMagic)));
    return {n, whole};
  }

  /// 2^n for a whole n of -1022 … 1023.
  mlir::Value power(mlir::Value n) {
    mlir::Value biased = mlir::arith::AddIOp::create(b, loc, n, integer(1023));
    return fromBits(mlir::arith::ShLIOp::create(b, loc, biased, integer(52)));
  }

  /// x = 2^k * m with m in [sqrt(1/2), sqrt(2)): k as a bit pattern's whole
  /// number and as f64, and m.
  std::tuple<mlir::Value, mlir::Value, mlir::Value> split(mlir::Value x) {
    mlir::Value half = integer(0x3fe6a09e667f3bcd); // sqrt(1/2)
    mlir::Value shift = integer(52);
    mlir::Value above = mlir::arith::SubIOp::create(b, loc, bits(x), half);
    mlir::Value k = mlir::arith::ShRSIOp::create(b, loc, above, shift);
    mlir::Value m = mlir::arith::SubIOp::create(
        b, loc, bits(x), mlir::arith::ShLIOp::create(b, loc, k, shift));
    // k lies in the low bits of a number whose unit is 1.
    mlir::Value shifted = plus(k, bits(real(kMagic)));
    return {k, sub(fromBits(shifted), real(kMagic)), fromBits(m)};
  }

protected:
  static constexpr double kMagic = 6755399441055744.; // 1.5 * 2^52

  mlir::Value splat(mlir::Type type, mlir::TypedAttr value) {
    mlir::TypedAttr attr = value;
    if (auto shaped = mlir::dyn_cast<mlir::ShapedType>(type))
      attr = mlir::DenseElementsAttr::get(shaped, mlir::Attribute(value));
    return mlir::arith::ConstantOp::create(b, loc, attr);
  }

  mlir::OpBuilder &b;
  mlir::Location loc;
  mlir::Type realType, intType;
};

} // namespace nanguard

#endif // NANGUARD_CONVERSION_COMMON_WIDEMATH_H
