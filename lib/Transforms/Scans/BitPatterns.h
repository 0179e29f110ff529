//===- BitPatterns.h - Float tests on integers ------------------*- C++ -*-===//
//
// Tests for NaN and Inf that no fast-math flag can delete: on the bit pattern
// without its sign, Inf is one number and every NaN a larger one
// (FloatFormats.h).
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_SCANS_BITPATTERNS_H
#define NANGUARD_LIB_TRANSFORMS_SCANS_BITPATTERNS_H

#include "nanguard/Support/FloatFormats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace nanguard {

/// Bit patterns of one float type, and tests on them.
struct Bits {
  Bits(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type element)
      : builder(builder), loc(loc), type(mlir::cast<mlir::FloatType>(element)),
        intType(builder.getIntegerType(type.getWidth())) {}

  mlir::Value constant(const llvm::APInt &value) {
    return mlir::arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(intType, value));
  }
  mlir::Value zero() { return constant(llvm::APInt::getZero(type.getWidth())); }
  mlir::Value sign() {
    return constant(llvm::APInt::getSignMask(type.getWidth()));
  }
  mlir::Value infinity() {
    return constant(infinityPattern(type.getFloatSemantics()));
  }
  mlir::Value minusInfinity() {
    return constant(
        llvm::APFloat::getInf(type.getFloatSemantics(), /*Negative=*/true)
            .bitcastToAPInt());
  }
  mlir::Value of(mlir::Value x) {
    return mlir::arith::BitcastOp::create(builder, loc, intType, x);
  }
  mlir::Value toFloat(mlir::Value bits) {
    return mlir::arith::BitcastOp::create(builder, loc, type, bits);
  }
  mlir::Value magnitude(mlir::Value bits) {
    mlir::Value mask =
        constant(llvm::APInt::getSignedMaxValue(type.getWidth()));
    mlir::Value m = mlir::arith::AndIOp::create(builder, loc, bits, mask);
    if (hasInfinity(type.getFloatSemantics()))
      return m;
    llvm::APInt nan = onlyNaN(type.getFloatSemantics());
    mlir::Value isNaN = compare(mlir::arith::CmpIPredicate::eq,
                                nan.isSignMask() ? bits : m, constant(nan));
    return mlir::arith::SelectOp::create(
        builder, loc, isNaN, constant(llvm::APInt::getAllOnes(type.getWidth())),
        m);
  }
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value a,
                      mlir::Value b) {
    return mlir::arith::CmpIOp::create(builder, loc, predicate, a, b);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::FloatType type;
  mlir::IntegerType intType;
};

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_SCANS_BITPATTERNS_H
