//===- FloatRange.cpp - What a number can be ------------------------------===//
//
// Interval arithmetic in double. Bounds are moved outwards by an ulp after each
// operation, so that rounding here never makes a range too small.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Analysis/FloatRange.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Format.h"

#include <algorithm>
#include <limits>

using namespace mlir;
using namespace nanguard;

static constexpr double kInf = std::numeric_limits<double>::infinity();

static double largestOf(FloatType type) {
  llvm::APFloat largest = llvm::APFloat::getLargest(type.getFloatSemantics());
  bool losesInfo;
  largest.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return largest.convertToDouble();
}

FloatRange FloatRange::any(Type element) {
  if (auto type = dyn_cast<FloatType>(element)) {
    FloatRange range = of(-kInf, kInf, /*mayBeNaN=*/true);
    if (type.getWidth() <= 64)
      range.finite = largestOf(type);
    return range;
  }
  unsigned width = isa<IndexType>(element) ? 64
                   : element.isInteger()   ? element.getIntOrFloatBitWidth()
                                           : 0;
  if (width == 0)
    return of(-kInf, kInf, /*mayBeNaN=*/true);
  double bound = std::ldexp(1.0, width - 1);
  // Beyond 2^53 the largest integer is no double: its power of two is above.
  return of(-bound, width > 53 ? bound : bound - 1);
}

std::string FloatRange::str() const {
  if (!known)
    return "unknown";
  std::string text;
  llvm::raw_string_ostream(text)
      << '[' << llvm::format("%g", lo) << ", " << llvm::format("%g", hi) << ']'
      << (mayBeNaN ? " or NaN" : "");
  return text;
}

FloatRange FloatRange::hull(const FloatRange &other) const {
  if (!known || !other.known)
    return known ? *this : other;
  FloatRange both = of(std::min(lo, other.lo), std::max(hi, other.hi),
                       mayBeNaN || other.mayBeNaN);
  both.finite = std::max(finite, other.finite);
  return both;
}

FloatRange FloatRange::join(const FloatRange &a, const FloatRange &b) {
  FloatRange both = a.hull(b);
  if (!a.known || !b.known)
    return both;
  constexpr double steps[] = {0, 1, 65504, kInf};
  if (both.finite > a.finite)
    both.finite = *llvm::lower_bound(steps, both.finite);
  if (both.lo < a.lo)
    for (double step : steps)
      if (both.lo >= -step) {
        both.lo = -step;
        break;
      }
  if (both.hi > a.hi)
    for (double step : steps)
      if (both.hi <= step) {
        both.hi = step;
        break;
      }
  return both;
}

static double roundBound(double bound, const llvm::fltSemantics &semantics) {
  llvm::APFloat value(bound);
  bool losesInfo;
  value.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

FloatRange FloatRange::roundTo(Type element) const {
  auto type = dyn_cast<FloatType>(element);
  if (!known || !type || type.getWidth() > 64)
    return *this;
  // Types of 8 bits and fewer may lack infinities, signs or zeros.
  if (type.getWidth() < 16)
    return any(element);
  FloatRange range = of(roundBound(lo, type.getFloatSemantics()),
                        roundBound(hi, type.getFloatSemantics()), mayBeNaN);
  // A subnormal number may be flushed to 0.
  double normal = llvm::APFloat::getSmallestNormalized(type.getFloatSemantics())
                      .convertToDouble();
  if (range.lo > 0 && range.lo < normal)
    range.lo = 0;
  if (range.hi < 0 && range.hi > -normal)
    range.hi = 0;
  range.finite = std::min({range.finite, largestOf(type),
                           roundBound(finite, type.getFloatSemantics())});
  return range;
}

/// Bounds that were computed in double, moved outwards. Zeros stay: no product
/// or sum of finite doubles at a zero bound is inexact.
static FloatRange outward(double lo, double hi, bool mayBeNaN) {
  if (lo != 0)
    lo = std::nextafter(lo, -kInf);
  if (hi != 0)
    hi = std::nextafter(hi, kInf);
  return FloatRange::of(lo, hi, mayBeNaN);
}

FloatRange nanguard::operator-(const FloatRange &x) {
  FloatRange range = FloatRange::of(-x.hi, -x.lo, x.mayBeNaN);
  range.finite = x.finite;
  return range;
}

FloatRange nanguard::operator+(const FloatRange &a, const FloatRange &b) {
  bool opposite =
      (a.hi == kInf && b.lo == -kInf) || (a.lo == -kInf && b.hi == kInf);
  // A bound of Inf − Inf is a NaN, reported apart; the rest may be anything.
  double lo = a.lo + b.lo, hi = a.hi + b.hi;
  return outward(std::isnan(lo) ? -kInf : lo, std::isnan(hi) ? kInf : hi,
                 a.mayBeNaN || b.mayBeNaN || opposite);
}

FloatRange nanguard::operator-(const FloatRange &a, const FloatRange &b) {
  return a + -b;
}

FloatRange nanguard::operator*(const FloatRange &a, const FloatRange &b) {
  bool zeroTimesInf =
      (a.contains(0) && b.mayBeInf()) || (b.contains(0) && a.mayBeInf());
  double lo = kInf, hi = -kInf;
  for (double x : {a.lo, a.hi})
    for (double y : {b.lo, b.hi}) {
      double product = x == 0 || y == 0 ? 0 : x * y;
      lo = std::min(lo, product);
      hi = std::max(hi, product);
    }
  return outward(lo, hi, a.mayBeNaN || b.mayBeNaN || zeroTimesInf);
}

FloatRange nanguard::operator/(const FloatRange &a, const FloatRange &b) {
  bool mayBeNaN = a.mayBeNaN || b.mayBeNaN ||
                  (a.contains(0) && b.contains(0)) ||
                  (a.mayBeInf() && b.mayBeInf());
  // The zero may be either: so may the sign of the Inf.
  if (b.contains(0))
    return FloatRange::of(-kInf, kInf, mayBeNaN);
  double lo = kInf, hi = -kInf;
  for (double x : {a.lo, a.hi})
    for (double y : {b.lo, b.hi}) {
      double quotient = x / y;
      if (std::isnan(quotient))
        quotient = x > 0 == y > 0 ? kInf : -kInf;
      lo = std::min(lo, quotient);
      hi = std::max(hi, quotient);
    }
  // An infinite divisor brings quotients down to 0.
  if (b.mayBeInf()) {
    lo = std::min(lo, 0.0);
    hi = std::max(hi, 0.0);
  }
  return outward(lo, hi, mayBeNaN);
}

FloatRange nanguard::sumOf(const FloatRange &start, const FloatRange &x,
                           int64_t count, Type element) {
  auto type = dyn_cast<FloatType>(element);
  if (count < 0 || !type || !start.known || !x.known)
    return FloatRange::any(element);
  // Each addition adds half an ulp of what is there at most.
  unsigned digits = llvm::APFloat::semanticsPrecision(type.getFloatSemantics());
  double growth = static_cast<double>(count) * std::ldexp(1.0, -int(digits));
  if (growth > 30)
    return FloatRange::any(element);
  FloatRange sum = FloatRange::of(0, static_cast<double>(count)) * x + start;
  // No terms: the start alone; and every partial sum must fit, too.
  sum = sum.hull(start);
  double factor = std::exp(growth);
  FloatRange total =
      FloatRange::of(std::min(0.0, sum.lo) * factor,
                     std::max(0.0, sum.hi) * factor, sum.mayBeNaN)
          .roundTo(element);
  // Partial sums of either sign may meet as opposite infinities.
  total.mayBeNaN |= total.lo == -kInf && total.hi == kInf;
  return total;
}
