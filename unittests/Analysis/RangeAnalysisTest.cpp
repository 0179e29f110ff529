//===- RangeAnalysisTest.cpp - Ranges of what a function returns ----------===//
//
// What the transfer functions must not promise, and what they may.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Analysis/RangeAnalysis.h"
#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"

#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <limits>

using namespace mlir;
using namespace nanguard;

static constexpr double kInf = std::numeric_limits<double>::infinity();

/// The range of what `body`, a function of %x: f32, %i: i32 and %h: f16,
/// returns as %r.
static FloatRange rangeOf(StringRef body, StringRef type = "f32") {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, func::FuncDialect, math::MathDialect,
                      NanGuardDialect>();
  std::string text = ("func.func @f(%x: f32, %i: i32, %h: f16) -> " + type +
                      " {\n" + body + "\nreturn %r : " + type + "\n}")
                         .str();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return FloatRange();
  DataFlowSolver solver;
  dataflow::loadBaselineAnalyses(solver);
  solver.load<RangeAnalysis>();
  if (failed(solver.initializeAndRun(*module)))
    return FloatRange();
  FloatRange range;
  module->walk([&](func::ReturnOp ret) {
    range = solver.lookupState<RangeLattice>(ret.getOperand(0))->getValue();
  });
  return range;
}

/// %u: in [0, 1], or NaN.
static const std::string kUnit = "%zero = arith.constant 0.0 : f32\n"
                                 "%one = arith.constant 1.0 : f32\n"
                                 "%lower = arith.maximumf %x, %zero : f32\n"
                                 "%u = arith.minimumf %lower, %one : f32\n";
/// %u: in [0, 1]: a NaN is dropped.
static const std::string kNumber = "%zero = arith.constant 0.0 : f32\n"
                                   "%one = arith.constant 1.0 : f32\n"
                                   "%lower = arith.maxnumf %x, %zero : f32\n"
                                   "%u = arith.minnumf %lower, %one : f32\n";

TEST(RangeAnalysis, InfinitiesOfOneSignMakeANaN) {
  EXPECT_TRUE(rangeOf("%r = arith.subf %x, %x : f32").mayBeNaN);
  EXPECT_TRUE(rangeOf(kNumber + "%r = arith.mulf %x, %u : f32").mayBeNaN);
  EXPECT_TRUE(rangeOf(kNumber + "%a = arith.divf %one, %u : f32\n"
                                "%r = arith.subf %a, %a : f32")
                  .mayBeNaN);
  EXPECT_TRUE(rangeOf(kNumber + "%r = arith.divf %u, %u : f32").mayBeNaN);
  // The square of a number is none of 0 and Inf.
  EXPECT_TRUE(rangeOf(kNumber + "%a = arith.divf %one, %u : f32\n"
                                "%b = math.absf %a : f32\n"
                                "%r = arith.mulf %b, %zero : f32")
                  .mayBeNaN);
}

TEST(RangeAnalysis, ExtremaKeepOrDropANaN) {
  EXPECT_TRUE(rangeOf(kUnit + "%r = arith.addf %u, %zero : f32").mayBeNaN);
  EXPECT_FALSE(rangeOf(kNumber + "%r = arith.addf %u, %zero : f32").mayBeNaN);
  // The dropped NaN gives the other operand, which may be outside.
  FloatRange r = rangeOf(kUnit + "%nine = arith.constant 9.0 : f32\n"
                                 "%r = arith.minnumf %u, %nine : f32");
  EXPECT_FALSE(r.mayBeNaN);
  EXPECT_TRUE(r.contains(9));
  EXPECT_TRUE(rangeOf("%r = arith.minnumf %x, %x : f32").mayBeNaN);
}

TEST(RangeAnalysis, SelectsByComparisons) {
  // Unordered or not: what a NaN comes to.
  auto chosen = [](const char *predicate, const char *choices) {
    return rangeOf(std::string("%ten = arith.constant 10.0 : f32\n"
                               "%c = arith.cmpf ") +
                   predicate + ", %x, %ten : f32\n%r = arith.select %c, " +
                   choices + " : f32");
  };
  EXPECT_FALSE(chosen("olt", "%x, %ten").mayBeNaN);
  EXPECT_TRUE(chosen("ult", "%x, %ten").mayBeNaN);
  EXPECT_TRUE(chosen("olt", "%ten, %x").mayBeNaN);
  EXPECT_FALSE(chosen("ult", "%ten, %x").mayBeNaN);
  EXPECT_EQ(chosen("olt", "%x, %ten").lo, -kInf);
  EXPECT_LE(chosen("olt", "%x, %ten").hi, 10);
}

TEST(RangeAnalysis, IntegersWrapAndOverflow) {
  EXPECT_TRUE(rangeOf("%r = arith.sitofp %i : i32 to f16", "f16").mayBeInf());
  EXPECT_FALSE(rangeOf("%r = arith.sitofp %i : i32 to f32").mayBeInf());
  // −1 read as unsigned.
  FloatRange r = rangeOf("%r = arith.uitofp %i : i32 to f32");
  EXPECT_GE(r.hi, 4294967295.0);
  EXPECT_GE(r.lo, 0);
  FloatRange sum = rangeOf("%r = arith.addi %i, %i : i32", "i32");
  EXPECT_EQ(sum.lo, -2147483648.0);
  FloatRange flag = rangeOf("%c = arith.cmpf oeq, %x, %x : f32\n"
                            "%r = arith.uitofp %c : i1 to f32");
  EXPECT_EQ(flag.lo, 0);
  EXPECT_EQ(flag.hi, 1);
}

TEST(RangeAnalysis, CastsOverflowAsTheirTypeDoes) {
  const std::string large = kNumber + "%k = arith.constant 65520.0 : f32\n"
                                      "%w = arith.mulf %u, %k : f32\n";
  EXPECT_TRUE(
      rangeOf(large + "%r = arith.truncf %w : f32 to f16", "f16").mayBeInf());
  const std::string half = kNumber + "%k = arith.constant 65505.0 : f32\n"
                                     "%w = arith.mulf %u, %k : f32\n";
  EXPECT_TRUE(
      rangeOf(half + "%r = arith.truncf %w : f32 to f16", "f16").isFinite());
  EXPECT_FALSE(rangeOf(half + "%r = arith.truncf %w upward : f32 to f16", "f16")
                   .isFinite());
  // 448 is the largest of f8E4M3FN, beyond is NaN.
  EXPECT_FALSE(
      rangeOf(half + "%r = arith.truncf %w : f32 to f8E4M3FN", "f8E4M3FN")
          .isFinite());
}

TEST(RangeAnalysis, SubnormalNumbersMayBeFlushed) {
  EXPECT_FALSE(rangeOf(kNumber + "%n = arith.negf %u : f32\n"
                                 "%k = arith.constant 100.0 : f32\n"
                                 "%a = arith.mulf %n, %k : f32\n"
                                 "%e = math.exp %a : f32\n"
                                 "%r = arith.divf %one, %e : f32")
                   .isFinite());
  EXPECT_TRUE(rangeOf(kNumber + "%n = arith.negf %u : f32\n"
                                "%e = math.exp %n : f32\n"
                                "%r = arith.divf %one, %e : f32")
                  .isFinite());
}

TEST(RangeAnalysis, DomainsAndPoles) {
  EXPECT_TRUE(rangeOf(kNumber + "%r = math.log %u : f32").mayBeInf());
  EXPECT_FALSE(rangeOf(kNumber + "%r = math.log %u : f32").mayBeNaN);
  EXPECT_TRUE(rangeOf(kNumber + "%r = math.log1p %u : f32").isFinite());
  EXPECT_TRUE(rangeOf(kNumber + "%a = arith.subf %u, %one : f32\n"
                                "%r = math.sqrt %a : f32")
                  .mayBeNaN);
  EXPECT_TRUE(rangeOf(kNumber + "%r = math.rsqrt %u : f32").mayBeInf());
  EXPECT_TRUE(rangeOf("%r = math.cos %x : f32").mayBeNaN);
  EXPECT_TRUE(rangeOf(kNumber + "%r = math.cos %u : f32").isFinite());
}
