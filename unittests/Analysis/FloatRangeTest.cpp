//===- FloatRangeTest.cpp - Interval arithmetic with NaN and Inf ----------===//
//
// Beside single cases: for all pairs of a set of ranges and points in them, the
// result of the operation on the points lies in the range of the operation.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Analysis/FloatRange.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <functional>
#include <limits>
#include <vector>

using namespace nanguard;

static constexpr double kInf = std::numeric_limits<double>::infinity();

static bool holds(const FloatRange &range, double x) {
  return std::isnan(x) ? range.mayBeNaN : range.contains(x);
}

TEST(FloatRange, OperationsHoldAllTheirResults) {
  const double points[] = {-kInf,  -1e308, -65504, -2,    -1e-308, -0.0, 0.0,
                           1e-308, 0.5,    3,      65504, 1e308,   kInf};
  std::vector<FloatRange> ranges;
  for (double lo : points)
    for (double hi : points)
      if (lo <= hi)
        ranges.push_back(FloatRange::of(lo, hi));
  auto check = [&](const char *name, auto rangeOp,
                   std::function<double(double, double)> op) {
    for (const FloatRange &a : ranges)
      for (const FloatRange &b : ranges)
        for (double x : points)
          for (double y : points)
            if (a.contains(x) && b.contains(y)) {
              FloatRange got = rangeOp(a, b);
              ASSERT_TRUE(holds(got, op(x, y)))
                  << x << ' ' << name << ' ' << y << " of " << a.str()
                  << " and " << b.str() << " is not in " << got.str();
            }
  };
  using Range = const FloatRange &;
  check("+", [](Range a, Range b) { return a + b; }, std::plus<>());
  check("-", [](Range a, Range b) { return a - b; }, std::minus<>());
  check("*", [](Range a, Range b) { return a * b; }, std::multiplies<>());
  check("/", [](Range a, Range b) { return a / b; }, std::divides<>());
}

TEST(FloatRange, OverflowIsANaNWhereThereIsNoInfinity) {
  mlir::MLIRContext context;
  mlir::Builder b(&context);
  const double points[] = {-kInf, -1e9, -448, -1, 0, 1, 240, 448, 1e9, kInf};
  for (mlir::FloatType type :
       {mlir::FloatType(mlir::Float8E4M3FNType::get(&context)),
        mlir::FloatType(mlir::Float8E4M3FNUZType::get(&context)),
        mlir::FloatType(mlir::Float8E5M2Type::get(&context)),
        mlir::FloatType(b.getF16Type())})
    for (double lo : points)
      for (double hi : points)
        for (double x : points) {
          if (!(lo <= x && x <= hi))
            continue;
          llvm::APFloat rounded(x);
          bool lost;
          for (auto *format :
               {&type.getFloatSemantics(), &llvm::APFloat::IEEEdouble()})
            rounded.convert(*format, llvm::APFloat::rmNearestTiesToEven, &lost);
          FloatRange got = FloatRange::of(lo, hi).roundTo(type);
          EXPECT_TRUE(holds(got, rounded.convertToDouble()))
              << x << " of [" << lo << ", " << hi << "] is not in "
              << got.str();
        }
}

TEST(FloatRange, FiniteValuesOfANarrowTypeStaySmall) {
  mlir::MLIRContext context;
  mlir::Builder b(&context);
  FloatRange half = FloatRange::any(b.getF16Type());
  EXPECT_TRUE(half.mayBeInf());
  EXPECT_EQ(half.finite, 65504);
  EXPECT_EQ(half.roundTo(b.getF32Type()).finite, 65504);
  EXPECT_EQ((-half).hull(FloatRange::of(0, 1)).finite, 65504);
  EXPECT_GT((half + half).finite, 65504);
  EXPECT_EQ((half + half).roundTo(b.getF16Type()).finite, 65504);
  EXPECT_EQ(FloatRange::of(-3, 2).finite, 3);
}

TEST(FloatRange, NaNStays) {
  FloatRange nan = FloatRange::of(0, 1, true), one = FloatRange::of(1, 1);
  EXPECT_TRUE((nan + one).mayBeNaN);
  EXPECT_TRUE((one * nan).mayBeNaN);
  EXPECT_TRUE((one / nan).mayBeNaN);
  EXPECT_TRUE((-nan).mayBeNaN);
  EXPECT_FALSE(nan.isFinite());
  EXPECT_FALSE(FloatRange().isFinite());
}

TEST(FloatRange, RoundingOverflows) {
  mlir::MLIRContext context;
  mlir::Builder b(&context);
  mlir::Type f16 = b.getF16Type();
  EXPECT_EQ(FloatRange::of(0, 65519).roundTo(f16).hi, 65504);
  EXPECT_EQ(FloatRange::of(0, 65520).roundTo(f16).hi, kInf);
  EXPECT_EQ(FloatRange::of(-1e9, 0).roundTo(f16).lo, -kInf);
  mlir::Type i8 = b.getI8Type(), i1 = b.getI1Type();
  EXPECT_EQ(FloatRange::any(i8), FloatRange::of(-128, 127));
  EXPECT_EQ(FloatRange::any(i1), FloatRange::of(-1, 0));
  EXPECT_TRUE(FloatRange::any(f16).mayBeNaN);
}

TEST(FloatRange, SumsKnowTheirLength) {
  mlir::MLIRContext context;
  mlir::Builder b(&context);
  mlir::Type f16 = b.getF16Type(), f32 = b.getF32Type();
  FloatRange zero = FloatRange::of(0, 0), unit = FloatRange::of(0, 1);
  EXPECT_TRUE(sumOf(zero, unit, 1000, f16).isFinite());
  EXPECT_TRUE(sumOf(zero, unit, 70000, f16).mayBeInf());
  EXPECT_TRUE(sumOf(zero, unit, 70000, f32).isFinite());
  EXPECT_FALSE(sumOf(zero, unit, -1, f32).isFinite());
  EXPECT_EQ(sumOf(unit, FloatRange::of(-5, 5), 0, f32).hi, 1);
  // Of both signs, beyond the type: Inf − Inf.
  FloatRange wild = sumOf(zero, FloatRange::of(-60000, 60000), 2, f16);
  EXPECT_TRUE(wild.mayBeNaN && wild.mayBeInf());
}

TEST(FloatRange, JoinsComeToAnEnd) {
  FloatRange range = FloatRange::of(0, 0);
  int changes = 0;
  for (double x = 1; x < 1e300; x *= 1.5) {
    FloatRange next = FloatRange::join(range, FloatRange::of(-x, x));
    changes += !(next == range);
    range = next;
  }
  EXPECT_LE(changes, 4);
  EXPECT_EQ(FloatRange::join(FloatRange(), range), range);
}
