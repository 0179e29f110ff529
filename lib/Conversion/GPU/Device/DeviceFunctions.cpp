//===- DeviceFunctions.cpp - Functions of f64 that PTX lacks --------------===//
//
// Series and polynomials to f64's last place or two. Where one rounding would
// show (a logarithm that a power multiplies, the square in erfc's exponent, an
// angle near a multiple of a quarter turn) a number is carried as the sum of
// two. Constants in hexadecimal are minimax polynomials for the given range.
//
//===----------------------------------------------------------------------===//

#include "DeviceFunctions.h"

#include "nanguard/Conversion/Common/WideMath.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace nanguard;
using Predicate = arith::CmpFPredicate;

static constexpr double kInf = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
/// pi / 2, ln 2 and 1 / ln 2 with what rounding them loses.
static constexpr double kHalfPi[] = {0x1.921fb54442d18p+0,
                                     0x1.1a62633145c07p-54};
static constexpr double kLn2[] = {0x1.62e42fefa3800p-1, 0x1.ef35793c76730p-45};
static constexpr double kLog2E[] = {0x1.71547652b82fep+0,
                                    0x1.777d0ffda0d24p-56};
/// 2 / pi, 64 bits each, behind 64 bits before the point.
static constexpr uint64_t kTwoOverPi[] = {0,
                                          0xa2f9836e4e441529,
                                          0xfc2757d1f534ddc0,
                                          0xdb6295993c439041,
                                          0xfe5163abdebbc561,
                                          0xb7246e3a424dd2e0,
                                          0x06492eea09d1921c,
                                          0xfe1deb1cb129a73e,
                                          0xe88235f52ebb4484,
                                          0xe99c7026b45f7e41,
                                          0x3991d639835339f4,
                                          0x9c845f8bbdf9283b,
                                          0x1ff897ffde05980f,
                                          0xef2f118b5a0a6d1f,
                                          0x6d367ecf27cb09b7,
                                          0x4f463f669e5fea2d,
                                          0x7527bac7ebe5f17b,
                                          0x3d0739f78a5292ea,
                                          0x6bfb5fb11f8d5d08,
                                          0x56033046fc7b6bab};

namespace {
/// A number as the sum of two, the second within half a unit of the first.
struct Double {
  Value high, low;
};

class WideFunctions : public WideMath {
public:
  WideFunctions(OpBuilder &b, Location loc)
      : WideMath(b, loc, b.getF64Type()) {}

  Value exp(Value x) { return times2ToThe(x, real(0), /*minusOne=*/false); }
  Value exp2(Value x);
  Value expMinusOne(Value x);
  Value log(Value x, Value extra = nullptr);
  Value log2(Value x);
  Value log10(Value x);
  Value logOnePlus(Value x);
  Value pow(Value x, Value y);
  Value tanh(Value x);
  Value sinh(Value x);
  Value cosh(Value x);
  Value asinh(Value x);
  Value acosh(Value x);
  Value atanh(Value x);
  Value sin(Value x);
  Value cos(Value x);
  Value tan(Value x);
  Value atan(Value x);
  Value atan2(Value y, Value x);
  Value asin(Value x);
  Value acos(Value x);
  Value erf(Value x);
  Value erfc(Value x);
  Value cbrt(Value x);

private:
  Value withSign(Value x, Value sign) {
    return math::CopySignOp::create(b, loc, x, sign);
  }
  Value sqrt(Value x) { return math::SqrtOp::create(b, loc, x); }
  Value negate(Value x) { return arith::NegFOp::create(b, loc, x); }
  Value floor(Value x) { return math::FloorOp::create(b, loc, x); }
  /// x + y, |x| >= |y| or x = 0.
  Double sum(Value x, Value y) {
    Value high = add(x, y);
    return {high, add(sub(x, high), y)};
  }
  Double product(Value x, Value y) {
    Value high = mul(x, y);
    return {high, fma(x, y, negate(high))};
  }
  Double product(Double x, Double y) {
    Double p = product(x.high, y.high);
    p.low = fma(x.high, y.low, fma(x.low, y.high, p.low));
    return p;
  }
  Double constant(ArrayRef<double> parts) {
    return {real(parts[0]), real(parts[1])};
  }
  Value atTheEdge(Value x, Value y);
  Value times2ToThe(Value x, Value more, bool minusOne);
  Value scale(Value y, Value n);
  Value powerOfTwo(Double x);
  std::pair<Value, Double> logarithm(Value x, Value extra);
  Double logarithm2(Value x);
  Value arcTangent(Value t);
  Value scaledErfc(Value a);
  Value erfSeries(Value x);
  std::pair<Value, Double> quarterTurns(Value x);
  std::pair<Value, Double> reduceSmall(Value x);
  std::pair<Value, Double> reduceLarge(Value x);
  std::pair<Value, Value> sineAndCosine(Double r);
  Value sine(Value x, int64_t quarter);
  Value keepZero(Value x, Value y) {
    return select(Predicate::OEQ, x, real(0), x, y);
  }
};
} // namespace

/// The poles and the domain of a logarithm of `x`; NaN stays as it is.
Value WideFunctions::atTheEdge(Value x, Value y) {
  y = select(Predicate::UEQ, x, real(kInf), x, y);
  y = select(Predicate::OLT, x, real(0), real(kNaN), y);
  return select(Predicate::OEQ, x, real(0), real(-kInf), y);
}

/// y * 2^n. Two factors: 2^n itself is out of range for subnormal results.
Value WideFunctions::scale(Value y, Value n) {
  Value half = arith::ShRSIOp::create(b, loc, n, integer(1));
  Value rest = arith::SubIOp::create(b, loc, n, half);
  return mul(mul(y, power(half)), power(rest));
}

/// e^r - 1 - r over r^2, for |r| <= ln(2) / 2: the series ends where its next
/// term is below 2^-57.
static SmallVector<double> expSeries() {
  SmallVector<double> c;
  double factorial = 1;
  for (int k = 2; k <= 13; ++k)
    c.insert(c.begin(), 1 / (factorial *= k));
  return c;
}

/// e^(x + more), perhaps - 1; `more` is next to nothing beside x.
Value WideFunctions::times2ToThe(Value x, Value more, bool minusOne) {
  // Past these the result is 0, -1 or Inf; NaN goes through.
  Value in = select(Predicate::OLT, x, real(-746), real(-746), x);
  in = select(Predicate::OGT, in, real(710), real(710), in);
  auto [n, whole] = round(mul(in, real(kLog2E[0])));
  // n times the first part of ln 2 is exact.
  Value r = fma(n, real(-kLn2[0]), in);
  r = add(fma(n, real(-kLn2[1]), r), more);
  Value p = fma(mul(r, r), polynomial(r, expSeries()), r);
  if (!minusOne)
    return scale(add(p, real(1)), whole);
  // 2^(n-1), for 2^1024 is no number; near -1 the power does not matter.
  Value low = integer(-100);
  Value isLow =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, whole, low);
  Value half = power(plus(choose(isLow, low, whole), integer(-1)));
  Value y = fma(half, p, sub(half, real(0.5)));
  return add(y, y);
}

Value WideFunctions::expMinusOne(Value x) {
  return keepZero(x, times2ToThe(x, real(0), /*minusOne=*/true));
}

/// 2^x.
Value WideFunctions::powerOfTwo(Double x) {
  Value in = select(Predicate::OLT, x.high, real(-1100), real(-1100), x.high);
  in = select(Predicate::OGT, in, real(1100), real(1100), in);
  auto [n, whole] = round(in);
  // Of an infinite product the low part is NaN.
  Value inRange = compare(Predicate::OLT, abs(x.high), real(1100));
  Value r = add(sub(in, n), choose(inRange, x.low, real(0)));
  r = mul(r, real(1 / kLog2E[0]));
  Value p = fma(mul(r, r), polynomial(r, expSeries()), r);
  return scale(add(p, real(1)), whole);
}

Value WideFunctions::exp2(Value x) { return powerOfTwo({x, real(0)}); }

/// ln(x + extra) as k ln 2 + a number near 0. `extra` is below x's last place.
std::pair<Value, Double> WideFunctions::logarithm(Value x, Value extra) {
  // Subnormal numbers are scaled up.
  Value isSmall = compare(Predicate::OLT, x, real(0x1p-1022));
  Value normal = choose(isSmall, mul(x, real(0x1p54)), x);
  auto [whole, k, m] = split(normal);
  k = choose(isSmall, sub(k, real(54)), k);
  // ln(1 + f) = 2 atanh(s), s = f / (2 + f).
  Double f = {sub(m, real(1)), real(0)};
  if (extra)
    f.low = mul(m, div(extra, x));
  Value d = add(real(2), f.high);
  Value dLow = add(sub(f.high, sub(d, real(2))), f.low);
  Double s;
  s.high = div(f.high, d);
  Value rest = add(fma(negate(s.high), d, f.high), f.low);
  s.low = div(fma(negate(s.high), dLow, rest), d);
  // 2 s + s^3 (2/3 + z q(z)), z = s^2 < 0.0295.
  Double z = product(s, s);
  Double cube = product(s, z);
  Value q = mul(z.high,
                polynomial(z.high, {0x1.0c044ccf380aap-3, 0x1.0fbe84f5caccap-3,
                                    0x1.3b1c35fbecd93p-3, 0x1.745cf90196560p-3,
                                    0x1.c71c720160332p-3, 0x1.2492492476c8bp-2,
                                    0x1.9999999999a38p-2}));
  Double series = sum(real(2. / 3), q);
  series.low = add(series.low, real(0x1.5555555555555p-55));
  Double term = product(cube, series);
  Double y = sum(add(s.high, s.high), term.high);
  y.low = add(add(y.low, term.low), add(s.low, s.low));
  return {k, y};
}

Value WideFunctions::log(Value x, Value extra) {
  auto [k, y] = logarithm(x, extra);
  Double all = sum(mul(k, real(kLn2[0])), y.high);
  Value low = add(all.low, fma(k, real(kLn2[1]), y.low));
  return atTheEdge(x, add(all.high, low));
}

Double WideFunctions::logarithm2(Value x) {
  auto [k, y] = logarithm(x, nullptr);
  Double scaled = product(y, constant(kLog2E));
  Double all = sum(k, scaled.high);
  return sum(all.high, add(all.low, scaled.low));
}

Value WideFunctions::log2(Value x) { return atTheEdge(x, logarithm2(x).high); }

Value WideFunctions::log10(Value x) {
  auto [k, y] = logarithm(x, nullptr);
  Double scaled =
      product(y, constant({0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57}));
  // log10 2 in two parts: k times the first is exact.
  Double all = sum(mul(k, real(0x1.34413509f7000p-2)), scaled.high);
  Value low = fma(k, real(0x1.3fde623e2566bp-43), add(all.low, scaled.low));
  return atTheEdge(x, add(all.high, low));
}

Value WideFunctions::logOnePlus(Value x) {
  Value one = real(1), u = add(one, x);
  // What the sum has lost.
  Value part = sub(u, one);
  Value lost = add(sub(one, sub(u, part)), sub(x, part));
  return select(Predicate::OLT, abs(x), real(0x1p-54), x, log(u, lost));
}

/// 2^(y log2 |x|), with C's special cases (C17 F.10.4.4).
Value WideFunctions::pow(Value x, Value y) {
  Value zero = real(0), one = real(1), size = abs(x);
  Double base = logarithm2(size);
  base.high = atTheEdge(size, base.high);
  Double exponent = product(y, base.high);
  exponent.low = fma(y, base.low, exponent.low);
  // 1^Inf is no product of 0 and Inf.
  Value isOne =
      both(compare(Predicate::OEQ, size, one), compare(Predicate::ORD, y, y));
  exponent.high = choose(isOne, zero, exponent.high);
  exponent.low = choose(isOne, zero, exponent.low);
  Value power = powerOfTwo(exponent);
  // An infinity is even.
  Value half = mul(y, real(0.5));
  Value isWhole = compare(Predicate::OEQ, floor(y), y);
  Value isOdd = both(isWhole, compare(Predicate::ONE, floor(half), half));
  power = choose(isOdd, withSign(power, x), power);
  Value isNegative = both(compare(Predicate::OLT, x, zero),
                          compare(Predicate::OLT, size, real(kInf)));
  power = choose(isNegative, choose(isWhole, power, real(kNaN)), power);
  // Whatever the other one is, NaN too.
  power = select(Predicate::OEQ, x, one, one, power);
  return select(Predicate::OEQ, y, zero, one, power);
}

Value WideFunctions::tanh(Value x) {
  Value t = expMinusOne(mul(abs(x), real(-2)));
  return withSign(div(negate(t), add(t, real(2))), x);
}

Value WideFunctions::sinh(Value x) {
  Value a = abs(x), t = expMinusOne(a);
  Value y = mul(real(0.5), add(t, div(t, add(t, real(1)))));
  // e^a may be out of range where its half is not.
  Value root = exp(mul(a, real(0.5)));
  Value large = mul(mul(root, real(0.5)), root);
  return withSign(select(Predicate::OGT, a, real(40), large, y), x);
}

Value WideFunctions::cosh(Value x) {
  Value root = exp(mul(abs(x), real(0.5)));
  Value square = mul(root, root);
  return add(mul(mul(root, real(0.5)), root), div(real(0.5), square));
}

Value WideFunctions::asinh(Value x) {
  Value a = abs(x), one = real(1);
  Value isLarge = compare(Predicate::OGT, a, real(0x1p28));
  Value in = choose(isLarge, one, a), square = mul(in, in);
  Value root = sqrt(add(square, one));
  Value y = logOnePlus(add(in, div(square, add(root, one))));
  Value large = add(log(a), real(kLn2[0] + kLn2[1]));
  return withSign(choose(isLarge, large, y), x);
}

Value WideFunctions::acosh(Value x) {
  Value one = real(1);
  Value isLarge = compare(Predicate::OGT, x, real(0x1p28));
  Value t = sub(choose(isLarge, one, x), one);
  Value y = logOnePlus(add(t, sqrt(fma(t, t, add(t, t)))));
  Value large = add(log(x), real(kLn2[0] + kLn2[1]));
  y = choose(isLarge, large, y);
  return select(Predicate::OLT, x, one, real(kNaN), y);
}

Value WideFunctions::atanh(Value x) {
  Value a = abs(x), t = div(add(a, a), sub(real(1), a));
  return withSign(mul(real(0.5), logOnePlus(t)), x);
}

/// For |x| <= 2^20: pi / 2 in four parts, of which n times the first three, of
/// 33 bits, is exact.
std::pair<Value, Double> WideFunctions::reduceSmall(Value x) {
  auto [n, whole] = round(mul(x, real(1 / kHalfPi[0])));
  Double r = {fma(n, real(-0x1.921fb544p+0), x), real(0)};
  for (double part :
       {0x1.0b4611a6p-34, 0x1.3198a2ep-69, 0x1.b839a252049c1p-104}) {
    Value term = mul(n, real(-part)), high = add(r.high, term);
    // Near a multiple of pi / 2 either may be the larger.
    Value back = sub(high, r.high);
    Value lost = add(sub(r.high, sub(high, back)), sub(term, back));
    r = {high, add(r.low, lost)};
  }
  return {whole, sum(r.high, r.low)};
}

/// For |x| > 2^20: its 53 bits times those 192 bits of 2 / pi that count.
std::pair<Value, Double> WideFunctions::reduceLarge(Value x) {
  Type word = b.getI64Type();
  auto shiftRight = [&](Value v, Value by) -> Value {
    return arith::ShRUIOp::create(b, loc, v, by);
  };
  // |x| = mantissa * 2^e: the first e - 2 bits of 2 / pi make whole turns.
  Value pattern = both(bits(x), integer(std::numeric_limits<int64_t>::max()));
  Value exponent = shiftRight(pattern, integer(52));
  Value mantissa = arith::OrIOp::create(
      b, loc, both(pattern, integer((int64_t(1) << 52) - 1)),
      integer(int64_t(1) << 52));
  Value at = plus(exponent, integer(64 - 2 - 1075));
  Value index = shiftRight(at, integer(6)), bit = both(at, integer(63));
  SmallVector<Value> words;
  for (size_t j = 0; j < 4; ++j) {
    Value chosen = integer(kTwoOverPi[j]);
    for (size_t i = 1; i + j < std::size(kTwoOverPi); ++i) {
      Value is = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, index,
                                       integer(i));
      chosen = choose(is, integer(kTwoOverPi[i + j]), chosen);
    }
    words.push_back(chosen);
  }
  // Shifted by less than 64: by 63 - bit and 1, as a shift by 64 is none.
  SmallVector<Value> window;
  Value other = arith::SubIOp::create(b, loc, integer(63), bit);
  for (size_t j = 0; j < 3; ++j) {
    Value up = arith::ShLIOp::create(b, loc, words[j], bit);
    Value down = shiftRight(shiftRight(words[j + 1], integer(1)), other);
    window.push_back(arith::OrIOp::create(b, loc, up, down));
  }
  // The product's upper 128 bits, of 192 that start at 4 quarter turns.
  auto last =
      arith::MulUIExtendedOp::create(b, loc, word, word, window[2], mantissa);
  auto middle =
      arith::MulUIExtendedOp::create(b, loc, word, word, window[1], mantissa);
  auto addCarry = [&](Value p, Value q) {
    auto both =
        arith::AddUIExtendedOp::create(b, loc, word, b.getI1Type(), p, q);
    return std::pair<Value, Value>(both.getSum(), both.getOverflow());
  };
  auto [low, carry] = addCarry(middle.getLow(), last.getHigh());
  Value high = arith::MulIOp::create(b, loc, window[0], mantissa);
  high = plus(high, middle.getHigh());
  high = plus(high, arith::ExtUIOp::create(b, loc, word, carry));
  // The nearest whole number of quarter turns, and what is left of one.
  Value turns = shiftRight(plus(high, integer(int64_t(1) << 61)), integer(62));
  Value fraction = arith::ShLIOp::create(b, loc, high, integer(2));
  fraction =
      arith::OrIOp::create(b, loc, fraction, shiftRight(low, integer(62)));
  Value tail = shiftRight(shiftLeft(low, 2), integer(1));
  Type real64 = b.getF64Type();
  auto toReal = [&](Value v) -> Value {
    return arith::SIToFPOp::create(b, loc, real64, v);
  };
  Value upper = arith::AndIOp::create(b, loc, fraction, integer(-1024));
  Value lower = both(fraction, integer(1023));
  Double r =
      sum(mul(toReal(upper), real(0x1p-64)),
          fma(toReal(tail), real(0x1p-127), mul(toReal(lower), real(0x1p-64))));
  r = sum(r.high, r.low);
  r = product(r, constant(kHalfPi));
  r = sum(r.high, r.low);
  // sin(-x) = -sin(x): so are the turns and the rest.
  Value isMinus = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                        bits(x), integer(0));
  turns =
      choose(isMinus, arith::SubIOp::create(b, loc, integer(0), turns), turns);
  return {turns,
          {choose(isMinus, negate(r.high), r.high),
           choose(isMinus, negate(r.low), r.low)}};
}

/// `x` in quarter turns: the nearest whole number's low bits, and the rest in
/// radians.
std::pair<Value, Double> WideFunctions::quarterTurns(Value x) {
  Type real64 = b.getF64Type();
  Value large = compare(Predicate::OGT, abs(x), real(0x1p20));
  auto branch =
      scf::IfOp::create(b, loc, TypeRange{b.getI64Type(), real64, real64},
                        large, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  auto [far, farRest] = reduceLarge(x);
  scf::YieldOp::create(b, loc, ValueRange{far, farRest.high, farRest.low});
  b.setInsertionPointToStart(branch.elseBlock());
  auto [near, nearRest] = reduceSmall(x);
  scf::YieldOp::create(b, loc, ValueRange{near, nearRest.high, nearRest.low});
  return {branch.getResult(0), {branch.getResult(1), branch.getResult(2)}};
}

/// Of |r| <= pi / 4.
std::pair<Value, Value> WideFunctions::sineAndCosine(Double r) {
  Value z = mul(r.high, r.high);
  SmallVector<double> sines, cosines; // the highest power of z first
  double factorial = 1;
  for (int k = 2; k <= 17; ++k) {
    factorial *= k;
    SmallVector<double> &terms = k % 2 == 0 ? cosines : sines;
    terms.insert(terms.begin(), (k / 2 % 2 == 0 ? 1 : -1) / factorial);
  }
  // r + r^3 (-1/6 + …) + low cos r
  Value half = mul(z, real(0.5));
  Value low = fma(negate(half), r.low, r.low);
  Value sin = add(r.high, fma(mul(r.high, z), polynomial(z, sines), low));
  // 1 - z / 2, with what it loses, + z^2 (1/24 - …) - r low
  Value one = real(1), w = sub(one, half);
  Value rest = fma(mul(z, z), polynomial(z, ArrayRef(cosines).drop_back()),
                   negate(mul(r.high, r.low)));
  Value cos = add(w, add(sub(sub(one, w), half), rest));
  return {sin, cos};
}

/// sin(x) for `quarter` 0, cos(x) for 1.
Value WideFunctions::sine(Value x, int64_t quarter) {
  auto [turns, r] = quarterTurns(x);
  auto [sin, cos] = sineAndCosine(r);
  turns = plus(turns, integer(quarter));
  Value y = choose(hasBit(turns, 0), cos, sin);
  // Bit 1 says on which half of the turn it is.
  y = flipSign(y, shiftLeft(turns, 62));
  return select(Predicate::OLT, abs(x), real(kInf), y, real(kNaN));
}

Value WideFunctions::sin(Value x) { return keepZero(x, sine(x, 0)); }

Value WideFunctions::cos(Value x) { return sine(x, 1); }

Value WideFunctions::tan(Value x) {
  auto [turns, r] = quarterTurns(x);
  auto [sin, cos] = sineAndCosine(r);
  Value isOdd = hasBit(turns, 0);
  Value y = div(choose(isOdd, negate(cos), sin), choose(isOdd, sin, cos));
  y = select(Predicate::OLT, abs(x), real(kInf), y, real(kNaN));
  return keepZero(x, y);
}

/// atan(t) for 0 <= t <= 1. From tan(pi / 8) on by that of (t - 1) / (t + 1).
Value WideFunctions::arcTangent(Value t) {
  Value isLarge = compare(Predicate::OGT, t, real(0.41421356237309503));
  Value one = real(1);
  Value u = choose(isLarge, div(sub(t, one), add(t, one)), t);
  Value z = mul(u, u);
  Value series = polynomial(
      z, {0x1.ef2d08f328606p-7, -0x1.117ecb14b28afp-5, 0x1.709767ed8c5cdp-5,
          -0x1.ab667d35b4e26p-5, 0x1.e16e10d6a2b27p-5, -0x1.110c397b8303bp-4,
          0x1.3b1369c745e29p-4, -0x1.745d147febbc6p-4, 0x1.c71c71b55dca2p-4,
          -0x1.249249247068dp-3, 0x1.9999999999564p-3, -0x1.5555555555554p-2});
  Value y = fma(mul(u, z), series, u);
  Value large = add(real(kHalfPi[0] / 2), add(y, real(kHalfPi[1] / 2)));
  return choose(isLarge, large, y);
}

Value WideFunctions::atan(Value x) { return atan2(x, real(1)); }

Value WideFunctions::atan2(Value y, Value x) {
  Value ax = abs(x), ay = abs(y);
  Value isSteep = compare(Predicate::OGT, ay, ax);
  Value small = choose(isSteep, ax, ay), large = choose(isSteep, ay, ax);
  // Two zeros are a slope of 0, two infinities one of 1.
  Value t = select(Predicate::OEQ, large, real(0), small, div(small, large));
  t = select(Predicate::OEQ, small, real(kInf), real(1), t);
  Value a = arcTangent(t);
  Value fromHalf = add(sub(real(kHalfPi[0]), a), real(kHalfPi[1]));
  a = choose(isSteep, fromHalf, a);
  Value isLeft = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                       bits(x), integer(0));
  Value fromPi = add(sub(real(2 * kHalfPi[0]), a), real(2 * kHalfPi[1]));
  a = withSign(choose(isLeft, fromPi, a), y);
  return select(Predicate::UNO, x, y, real(kNaN), a);
}

Value WideFunctions::asin(Value x) {
  Value one = real(1);
  Value y = atan2(x, sqrt(mul(sub(one, x), add(one, x))));
  return keepZero(x, y);
}

Value WideFunctions::acos(Value x) {
  Value one = real(1);
  return mul(real(2), atan2(sqrt(sub(one, x)), sqrt(add(one, x))));
}

/// erfc(a), a >= 0: exp(-a^2) times a polynomial over 1 + 2a.
Value WideFunctions::scaledErfc(Value a) {
  // From 28 on erfc is 0.
  Value in = select(Predicate::OGT, a, real(28), real(28), a);
  Value t = div(sub(in, real(4)), add(in, real(4)));
  Value p = polynomial(
      t,
      {-0x1.f47207b168acdp-30, -0x1.d5bb4c6d5b92dp-27, -0x1.09198a32cd9a9p-27,
       0x1.ef6c0c38d1a2bp-24,  0x1.0d535fce28f99p-24,  -0x1.c05fc977974eap-21,
       0x1.4392983419eddp-22,  0x1.7fb88e391a9fep-18,  -0x1.78a43458cca4bp-17,
       -0x1.996ad056e530bp-16, 0x1.3be0b393ee921p-13,  -0x1.a1de7c6e9ac9cp-13,
       -0x1.8d4a9dc0d22f3p-11, 0x1.49c671893963fp-8,   -0x1.0962388367b2fp-6,
       0x1.3079edfa1033fp-5,   -0x1.0fb06dfe46987p-4,  0x1.7fee004df6263p-4,
       -0x1.9ddb23c3e98a6p-4,  0x1.16ecefcfa6077p-4,   0x1.f7f5df66fd951p-7,
       -0x1.1df1ad154a29cp-3,  0x1.3ba5916e9fd7fp+0});
  Double square = product(in, in);
  Value e = times2ToThe(negate(square.high), negate(square.low),
                        /*minusOne=*/false);
  return mul(e, div(p, fma(in, real(2), real(1))));
}

/// erf(x), |x| <= 1.
Value WideFunctions::erfSeries(Value x) {
  return mul(
      x, polynomial(mul(x, x), {0x1.05ffd737fb32ep-34, -0x1.389d4f2641625p-30,
                                0x1.f7b4bf3b13964p-27, -0x1.5f1ecb6f0764cp-23,
                                0x1.b9df224ca4b97p-20, -0x1.f4d1e3183f7aep-17,
                                0x1.f9a321d5b8e1ep-14, -0x1.c02db3dac435fp-11,
                                0x1.565bcd0dbaa38p-8, -0x1.b82ce31284e00p-6,
                                0x1.ce2f21a042b30p-4, -0x1.812746b0379e6p-2,
                                0x1.20dd750429b6dp+0}));
}

Value WideFunctions::erfc(Value x) {
  Value y = scaledErfc(abs(x));
  y = select(Predicate::OLT, x, real(0), sub(real(2), y), y);
  Value small = sub(real(1), erfSeries(x));
  return select(Predicate::OLT, abs(x), real(0.5), small, y);
}

Value WideFunctions::erf(Value x) {
  Value a = abs(x), large = sub(real(1), scaledErfc(a));
  return select(Predicate::OLT, a, real(1), erfSeries(x), withSign(large, x));
}

/// By a logarithm, and a step of Newton's.
Value WideFunctions::cbrt(Value x) {
  Value isSmall = compare(Predicate::OLT, abs(x), real(0x1p-900));
  Value a = choose(isSmall, mul(abs(x), real(0x1p180)), abs(x));
  Value y = exp(mul(log(a), real(1. / 3)));
  Double square = product(y, y);
  Value rest = fma(negate(square.high), y, a);
  rest = fma(negate(square.low), y, rest);
  y = add(y, div(rest, mul(real(3), square.high)));
  y = withSign(choose(isSmall, mul(y, real(0x1p-60)), y), x);
  // 0, the infinities and NaN are their own.
  return keepZero(x, select(Predicate::OLT, abs(x), real(kInf), y, x));
}

Value nanguard::emitWideFunction(OpBuilder &b, Operation *op, ValueRange args) {
  WideFunctions f(b, op->getLoc());
  Value x = args[0];
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](math::ExpOp) { return f.exp(x); })
      .Case([&](math::Exp2Op) { return f.exp2(x); })
      .Case([&](math::ExpM1Op) { return f.expMinusOne(x); })
      .Case([&](math::LogOp) { return f.log(x); })
      .Case([&](math::Log2Op) { return f.log2(x); })
      .Case([&](math::Log10Op) { return f.log10(x); })
      .Case([&](math::Log1pOp) { return f.logOnePlus(x); })
      .Case([&](math::PowFOp) { return f.pow(x, args[1]); })
      .Case([&](math::TanhOp) { return f.tanh(x); })
      .Case([&](math::SinhOp) { return f.sinh(x); })
      .Case([&](math::CoshOp) { return f.cosh(x); })
      .Case([&](math::AsinhOp) { return f.asinh(x); })
      .Case([&](math::AcoshOp) { return f.acosh(x); })
      .Case([&](math::AtanhOp) { return f.atanh(x); })
      .Case([&](math::SinOp) { return f.sin(x); })
      .Case([&](math::CosOp) { return f.cos(x); })
      .Case([&](math::TanOp) { return f.tan(x); })
      .Case([&](math::AtanOp) { return f.atan(x); })
      .Case([&](math::Atan2Op) { return f.atan2(x, args[1]); })
      .Case([&](math::AsinOp) { return f.asin(x); })
      .Case([&](math::AcosOp) { return f.acos(x); })
      .Case([&](math::ErfOp) { return f.erf(x); })
      .Case([&](math::ErfcOp) { return f.erfc(x); })
      .Case([&](math::CbrtOp) { return f.cbrt(x); })
      .Default([](Operation *) { return Value(); });
}
