//===- ApproximateMath.cpp - nanguard-approximate-math --------------------===//
//
// Polynomials for the functions that models spend time in: exp in f32, tanh and
// erf from upstream, logarithms and the other exponentials in f64. Upstream's
// exp flushes subnormal results and its log clamps subnormal arguments; a guard
// that distinguishes them can use neither.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/Common/Passes.h"
#include "nanguard/Conversion/Common/WideMath.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <cmath>
#include <limits>

namespace nanguard {
#define GEN_PASS_DEF_APPROXIMATEMATHPASS
#include "nanguard/Conversion/Common/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using nanguard::WideMath;

namespace {
/// exp(x) = 2^n * exp(r), x = n ln 2 + r, |r| <= ln 2 / 2.
struct ExpandExp : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &b) const override {
    Type type = op.getType();
    if (!getElementTypeOrSelf(type).isF32())
      return b.notifyMatchFailure(op, "f32 only");
    Location loc = op.getLoc();
    Type intType = b.getI32Type();
    if (auto shaped = dyn_cast<ShapedType>(type))
      intType = shaped.clone(intType);
    auto splat = [&](Type type, TypedAttr value) -> Value {
      TypedAttr attr = value;
      if (auto shaped = dyn_cast<ShapedType>(type))
        attr = DenseElementsAttr::get(shaped, Attribute(value));
      return arith::ConstantOp::create(b, loc, attr);
    };
    auto real = [&](float v) { return splat(type, b.getF32FloatAttr(v)); };
    auto integer = [&](int32_t v) {
      return splat(intType, b.getI32IntegerAttr(v));
    };
    auto fma = [&](Value x, Value y, Value z) -> Value {
      return math::FmaOp::create(b, loc, x, y, z);
    };
    // Past these the result is 0 or Inf; the clamps keep a NaN.
    Value x = arith::MaximumFOp::create(b, loc, op.getOperand(), real(-105.f));
    x = arith::MinimumFOp::create(b, loc, x, real(89.f));
    // Adding 1.5 * 2^23 rounds to an integer that stands in the low bits: no
    // float-to-integer cast, which would be poison for a NaN.
    Value magic = real(12582912.f);
    Value shifted = fma(x, real(1.44269504088896341f), magic);
    Value n = arith::SubFOp::create(b, loc, shifted, magic);
    Value nBits = arith::SubIOp::create(
        b, loc, arith::BitcastOp::create(b, loc, intType, shifted),
        arith::BitcastOp::create(b, loc, intType, magic));
    Value r = fma(n, real(-0.693359375f), x);
    r = fma(n, real(2.12194440e-4f), r);
    Value p = real(1.9875691500e-4f);
    for (float c : {1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f,
                    1.6666665459e-1f, 5.0000001201e-1f})
      p = fma(p, r, real(c));
    Value r2 = arith::MulFOp::create(b, loc, r, r);
    Value y = fma(p, r2, r);
    y = arith::AddFOp::create(b, loc, y, real(1.f));
    // Two factors: 2^n itself is out of range for subnormal results.
    Value half = arith::ShRSIOp::create(b, loc, nBits, integer(1));
    Value rest = arith::SubIOp::create(b, loc, nBits, half);
    for (Value part : {half, rest}) {
      Value biased = arith::AddIOp::create(b, loc, part, integer(127));
      Value bits = arith::ShLIOp::create(b, loc, biased, integer(23));
      Value scale = arith::BitcastOp::create(b, loc, type, bits);
      y = arith::MulFOp::create(b, loc, y, scale);
    }
    b.replaceOp(op, y);
    return success();
  }
};

constexpr double kPi = 3.14159265358979323846;

/// What f32 functions are computed in, so that the last cast rounds a value
/// that is right.
class WideSeries : public WideMath {
public:
  using WideMath::WideMath;

  /// ln(1 + f) for 1 + f in [sqrt(1/2), sqrt(2)): 2 atanh(f / (2 + f)).
  Value logOnePlus(Value f) {
    Value s = div(f, add(real(2), f));
    Value z = mul(s, s);
    Value series = polynomial(
        z, {2. / 15, 2. / 13, 2. / 11, 2. / 9, 2. / 7, 2. / 5, 2. / 3});
    return fma(mul(s, z), series, add(s, s));
  }

  /// e^r - 1 for |r| <= ln(2) / 2: the Taylor series to r^11.
  Value expMinusOne(Value r) {
    double factorial = 1;
    SmallVector<double> c;
    for (int i = 2; i <= 11; ++i)
      c.insert(c.begin(), 1 / (factorial *= i));
    return fma(mul(r, r), polynomial(r, c), r);
  }

  /// `x`, a widened f32, in quarter turns: the nearest whole number's low bits,
  /// and the rest in radians.
  std::pair<Value, Value> quarterTurns(Value x) {
    // One large angle sends its vector the long way.
    Value large = compare(arith::CmpFPredicate::OGT, abs(x), real(0x1p20));
    auto type = dyn_cast<VectorType>(large.getType());
    if (type && type.getRank() != 1)
      return reduceLarge(x);
    if (type)
      large =
          vector::ReductionOp::create(b, loc, vector::CombiningKind::OR, large);
    auto branch = scf::IfOp::create(b, loc, TypeRange{intType, realType}, large,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    auto [far, farRest] = reduceLarge(x);
    scf::YieldOp::create(b, loc, ValueRange{far, farRest});
    b.setInsertionPointToStart(branch.elseBlock());
    auto [near, nearRest] = reduceSmall(x);
    scf::YieldOp::create(b, loc, ValueRange{near, nearRest});
    return {branch.getResult(0), branch.getResult(1)};
  }

private:
  /// For |x| <= 2^20: pi / 2 in three parts, of which n times the first two,
  /// of 33 bits, is exact.
  std::pair<Value, Value> reduceSmall(Value x) {
    auto [n, whole] = round(mul(x, real(2 / kPi)));
    Value r = x;
    for (double part :
         {0x1921fb544p-32, 0x10b4611a6p-66, 0x1.3198a2e037073p-69})
      r = fma(n, real(-part), r);
    return {whole, r};
  }

  /// For any f32: 2 / pi in chunks of 26 bits, with which the products are
  /// exact. Of each only the part below four turns counts; the sum's whole part
  /// is taken out term by term, so that its rest keeps all bits.
  std::pair<Value, Value> reduceLarge(Value x) {
    Value turns = integer(0), rest = real(0);
    for (double chunk :
         {0x28be60dp-26, 0x2e4e441p-52, 0x14a7f09p-78, 0x357d1f5p-104,
          0xd37703p-130, 0x1b62959p-156, 0x24f10e4p-182, 0x41fe51p-208}) {
      Value p = mul(x, real(chunk));
      // 50 bits: from 2^53 on a multiple of 8.
      p = select(arith::CmpFPredicate::OLT, abs(p), real(0x1p53), p, real(0));
      Value fours = round(mul(p, real(0.25))).first;
      rest = add(rest, fma(fours, real(-4), p));
      auto [n, whole] = round(rest);
      rest = sub(rest, n);
      turns = arith::AddIOp::create(b, loc, turns, whole);
    }
    return {turns, mul(rest, real(kPi / 2))};
  }
};

constexpr double kLn2 = 0.69314718055994530942;
constexpr double kInf = std::numeric_limits<double>::infinity();
using Predicate = arith::CmpFPredicate;

/// An f32 function of one argument, computed in f64 and rounded once.
template <typename Op>
struct ExpandInF64 : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op, PatternRewriter &b) const override {
    Type type = op.getType();
    if (!getElementTypeOrSelf(type).isF32())
      return b.notifyMatchFailure(op, "f32 only");
    WideSeries m(b, op.getLoc(), type);
    Value y = compute(m, m.widen(op.getOperand()));
    b.replaceOpWithNewOp<arith::TruncFOp>(op, type, y);
    return success();
  }

  Value compute(WideSeries &m, Value x) const;
};

/// The poles and the domain of a logarithm of `x`; NaN stays as it is.
Value atTheEdge(WideSeries &m, Value x, Value y) {
  Value nan = m.real(std::numeric_limits<double>::quiet_NaN());
  y = m.select(Predicate::UEQ, x, m.real(kInf), x, y);
  y = m.select(Predicate::OLT, x, m.real(0), nan, y);
  return m.select(Predicate::OEQ, x, m.real(0), m.real(-kInf), y);
}

/// k * unit + ln(m) * scale: a logarithm to the base that they stand for.
Value logarithm(WideSeries &m, Value x, double unit, double scale) {
  auto [whole, k, mantissa] = m.split(x);
  Value ln = m.logOnePlus(m.sub(mantissa, m.real(1)));
  return atTheEdge(m, x, m.fma(k, m.real(unit), m.mul(ln, m.real(scale))));
}

template <>
Value ExpandInF64<math::LogOp>::compute(WideSeries &m, Value x) const {
  return logarithm(m, x, kLn2, 1);
}
template <>
Value ExpandInF64<math::Log2Op>::compute(WideSeries &m, Value x) const {
  return logarithm(m, x, 1, 1 / kLn2);
}
template <>
Value ExpandInF64<math::Log10Op>::compute(WideSeries &m, Value x) const {
  return logarithm(m, x, 0.30102999566398119521, 0.43429448190325182765);
}

template <>
Value ExpandInF64<math::Log1pOp>::compute(WideSeries &m, Value x) const {
  Value u = m.add(m.real(1), x);
  auto [whole, k, mantissa] = m.split(u);
  // Near 0 the sum has lost x's low bits, which are the answer.
  Value f =
      m.select(Predicate::OEQ, k, m.real(0), x, m.sub(mantissa, m.real(1)));
  Value y = atTheEdge(m, u, m.fma(k, m.real(kLn2), m.logOnePlus(f)));
  return m.select(Predicate::OEQ, x, m.real(0), x, y); // -0 stays -0
}

template <>
Value ExpandInF64<math::ExpM1Op>::compute(WideSeries &m, Value x) const {
  // The f32 result is -1 or Inf past these; NaN goes through.
  Value in = m.select(Predicate::OGT, x, m.real(100), m.real(100), x);
  in = m.select(Predicate::OLT, in, m.real(-100), m.real(-100), in);
  auto [n, whole] = m.round(m.mul(in, m.real(1 / kLn2)));
  // ln(2) in two parts (fdlibm's): n times the first is exact.
  Value r = m.fma(n, m.real(-6.93147180369123816490e-01), in);
  r = m.fma(n, m.real(-1.90821492927058770002e-10), r);
  Value scale = m.power(whole);
  Value y = m.fma(scale, m.expMinusOne(r), m.sub(scale, m.real(1)));
  return m.select(Predicate::OEQ, x, m.real(0), x, y); // -0 stays -0
}

/// log1p and expm1 of an f64, by a logarithm and an exponential of u that are
/// corrected for what rounding u has lost (Kahan). Upstream's lowering is
/// log(1 + x) and exp(x) - 1.
template <typename Op>
struct CorrectRounding : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op, PatternRewriter &b) const override {
    if (!getElementTypeOrSelf(op.getType()).isF64())
      return b.notifyMatchFailure(op, "f64 only");
    WideSeries m(b, op.getLoc(), op.getType());
    b.replaceOp(op, compute(m, b, op));
    return success();
  }

  Value compute(WideSeries &m, PatternRewriter &b, Op op) const;
};

template <>
Value CorrectRounding<math::Log1pOp>::compute(WideSeries &m, PatternRewriter &b,
                                              math::Log1pOp op) const {
  Value x = op.getOperand(), u = m.add(m.real(1), x);
  Value log = math::LogOp::create(b, op.getLoc(), u);
  Value y = m.mul(log, m.div(x, m.sub(u, m.real(1))));
  y = m.select(Predicate::OEQ, u, m.real(kInf), u, y);
  return m.select(Predicate::OEQ, u, m.real(1), x, y);
}

template <>
Value CorrectRounding<math::ExpM1Op>::compute(WideSeries &m, PatternRewriter &b,
                                              math::ExpM1Op op) const {
  Value x = op.getOperand();
  Value u = math::ExpOp::create(b, op.getLoc(), x);
  Value rest = m.sub(u, m.real(1));
  Value log = math::LogOp::create(b, op.getLoc(), u);
  Value y = m.mul(rest, m.div(x, log));
  y = m.select(Predicate::OEQ, u, m.real(kInf), u, y);
  y = m.select(Predicate::OEQ, rest, m.real(-1), rest, y);
  return m.select(Predicate::OEQ, u, m.real(1), x, y);
}

/// 2^x, Inf or 0 where f32 has no number for it.
Value powerOfTwo(WideSeries &m, Value x) {
  Value in = m.select(Predicate::OGT, x, m.real(200), m.real(200), x);
  in = m.select(Predicate::OLT, in, m.real(-200), m.real(-200), in);
  auto [n, whole] = m.round(in);
  Value p = m.expMinusOne(m.mul(m.sub(in, n), m.real(kLn2)));
  Value scale = m.power(whole);
  return m.fma(scale, p, scale);
}

template <>
Value ExpandInF64<math::Exp2Op>::compute(WideSeries &m, Value x) const {
  return powerOfTwo(m, x);
}

/// sin(x) for `quarter` 0, cos(x) for 1.
Value sine(WideSeries &m, Value x, int64_t quarter) {
  auto [turns, r] = m.quarterTurns(x);
  Value r2 = m.mul(r, r);
  Value sin =
      m.fma(m.mul(r, r2),
            m.polynomial(r2, {1. / 6227020800, -1. / 39916800, 1. / 362880,
                              -1. / 5040, 1. / 120, -1. / 6}),
            r);
  Value cos =
      m.polynomial(r2, {-1. / 87178291200, 1. / 479001600, -1. / 3628800,
                        1. / 40320, -1. / 720, 1. / 24, -1. / 2, 1.});
  turns = m.plus(turns, m.integer(quarter));
  Value y = m.choose(m.hasBit(turns, 0), cos, sin);
  // Bit 1 says on which half of the turn it is.
  y = m.flipSign(y, m.shiftLeft(turns, 62));
  return m.select(Predicate::OLT, m.abs(x), m.real(kInf), y,
                  m.real(std::numeric_limits<double>::quiet_NaN()));
}

template <>
Value ExpandInF64<math::SinOp>::compute(WideSeries &m, Value x) const {
  return m.select(Predicate::OEQ, x, m.real(0), x, sine(m, x, 0)); // -0 is -0
}
template <>
Value ExpandInF64<math::CosOp>::compute(WideSeries &m, Value x) const {
  return sine(m, x, 1);
}

/// x^y as 2^(y log2 |x|), with C's special cases (C17 F.10.4.4).
struct ExpandPower : OpRewritePattern<math::PowFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::PowFOp op,
                                PatternRewriter &b) const override {
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return b.notifyMatchFailure(op, "f32 only");
    WideSeries m(b, op.getLoc(), op.getType());
    Value x = m.widen(op.getLhs()), y = m.widen(op.getRhs());
    Value zero = m.real(0), one = m.real(1), size = m.abs(x);
    // 1^Inf is no product of 0 and Inf.
    Value isOne = m.both(m.compare(Predicate::OEQ, size, one),
                         m.compare(Predicate::ORD, y, y));
    Value exponent =
        m.choose(isOne, zero, m.mul(y, logarithm(m, size, 1, 1 / kLn2)));
    Value power = powerOfTwo(m, exponent);
    // From 2^24 on every f32 is even; an infinity counts as even too.
    Value inReach = m.select(Predicate::OLT, m.abs(y), m.real(0x1p24), y, zero);
    auto [n, whole] = m.round(inReach);
    Value isWhole = m.compare(Predicate::OEQ, n, inReach);
    Value isOdd = m.both(isWhole, m.hasBit(whole, 0));
    // The sign of x, that of -0 too, is the result's for an odd exponent.
    power = m.choose(isOdd, m.flipSign(power, m.bits(x)), power);
    Value isNegative = m.both(m.compare(Predicate::OLT, x, zero),
                              m.compare(Predicate::OLT, size, m.real(kInf)));
    Value nan = m.real(std::numeric_limits<double>::quiet_NaN());
    power = m.choose(isNegative, m.choose(isWhole, power, nan), power);
    // Whatever the other one is, NaN too.
    power = m.select(Predicate::OEQ, x, one, one, power);
    power = m.select(Predicate::OEQ, y, zero, one, power);
    b.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), power);
    return success();
  }
};

/// x^n for a whole constant n: products in f64, which neither overflow nor
/// lose a bit that f32 has.
struct ExpandWholePower : OpRewritePattern<math::PowFOp> {
  explicit ExpandWholePower(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(math::PowFOp op,
                                PatternRewriter &b) const override {
    FloatAttr value;
    DenseFPElementsAttr dense;
    double exponent;
    if (matchPattern(op.getRhs(), m_Constant(&value)))
      exponent = value.getValueAsDouble();
    else if (matchPattern(op.getRhs(), m_Constant(&dense)) && dense.isSplat())
      exponent = dense.getSplatValue<APFloat>().convertToDouble();
    else
      return b.notifyMatchFailure(op, "the exponent is no constant");
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return b.notifyMatchFailure(op, "f32 only");
    // The eighth power of f32's largest value fits f64.
    if (std::trunc(exponent) != exponent || std::abs(exponent) > 8 ||
        exponent == 0)
      return b.notifyMatchFailure(op, "the exponent is not whole and small");
    WideSeries m(b, op.getLoc(), op.getType());
    Value x = m.widen(op.getLhs()), y = x;
    for (int i = 1; i < std::abs(exponent); ++i)
      y = m.mul(y, x);
    if (exponent < 0)
      y = m.div(m.real(1), y);
    b.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), y);
    return success();
  }
};

/// math.isnan, isinf and isfinite as comparisons, which never trap. Stock
/// lowering has no vector form of them, nor a scalar one for isinf.
template <typename OpT>
struct ExpandTest : OpRewritePattern<OpT> {
  ExpandTest(MLIRContext *context, arith::CmpFPredicate predicate)
      : OpRewritePattern<OpT>(context), predicate(predicate) {}

  LogicalResult matchAndRewrite(OpT op, PatternRewriter &b) const override {
    Value x = op.getOperand(), limit = x;
    if (predicate != arith::CmpFPredicate::UNO) {
      Type type = x.getType();
      auto element = cast<FloatType>(getElementTypeOrSelf(type));
      TypedAttr inf =
          b.getFloatAttr(element, APFloat::getInf(element.getFloatSemantics()));
      if (auto shaped = dyn_cast<ShapedType>(type))
        inf = DenseElementsAttr::get(shaped, Attribute(inf));
      limit = arith::ConstantOp::create(b, op.getLoc(), inf);
      x = math::AbsFOp::create(b, op.getLoc(), x);
    }
    b.replaceOpWithNewOp<arith::CmpFOp>(op, predicate, x, limit);
    return success();
  }

private:
  arith::CmpFPredicate predicate;
};

/// x ^ n as powf, which knows integers: llvm.powi takes no vector of exponents,
/// and no i64.
struct ExpandFPowI : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &b) const override {
    Value exponent =
        arith::SIToFPOp::create(b, op.getLoc(), op.getType(), op.getRhs());
    b.replaceOpWithNewOp<math::PowFOp>(op, op.getLhs(), exponent);
    return success();
  }
};

struct ApproximateMathPass
    : nanguard::impl::ApproximateMathPassBase<ApproximateMathPass> {
  using Base::Base;

  void runOnOperation() override {
    keepZerosSign();
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandExp, ExpandInF64<math::LogOp>, ExpandInF64<math::Log2Op>,
                 ExpandInF64<math::Log10Op>, ExpandInF64<math::Log1pOp>,
                 ExpandInF64<math::ExpM1Op>, ExpandInF64<math::Exp2Op>,
                 ExpandInF64<math::SinOp>, ExpandInF64<math::CosOp>,
                 CorrectRounding<math::Log1pOp>, CorrectRounding<math::ExpM1Op>,
                 ExpandWholePower, ExpandPower, ExpandFPowI>(&getContext());
    patterns.add<ExpandTest<math::IsNaNOp>>(&getContext(),
                                            arith::CmpFPredicate::UNO);
    patterns.add<ExpandTest<math::IsInfOp>>(&getContext(),
                                            arith::CmpFPredicate::OEQ);
    patterns.add<ExpandTest<math::IsFiniteOp>>(&getContext(),
                                               arith::CmpFPredicate::OLT);
    populateMathPolynomialApproximationPatterns(patterns, [](StringRef name) {
      return name == math::TanhOp::getOperationName() ||
             name == math::ErfOp::getOperationName();
    });
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
  }

private:
  /// Upstream's erf makes +0 of -0.
  void keepZerosSign() {
    SmallVector<math::ErfOp> ops;
    getOperation()->walk([&](math::ErfOp op) {
      if (getElementTypeOrSelf(op.getType()).isF32())
        ops.push_back(op);
    });
    for (math::ErfOp op : ops) {
      OpBuilder b(op->getContext());
      b.setInsertionPointAfter(op);
      Value x = op.getOperand();
      Value zero =
          arith::ConstantOp::create(b, op.getLoc(), b.getZeroAttr(x.getType()));
      Value isZero =
          arith::CmpFOp::create(b, op.getLoc(), Predicate::OEQ, x, zero);
      Value kept =
          arith::SelectOp::create(b, op.getLoc(), isZero, x, op.getResult());
      op.getResult().replaceAllUsesExcept(kept, kept.getDefiningOp());
    }
  }
};
} // namespace
