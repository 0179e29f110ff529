//===- FloatRange.h - What a number can be ----------------------*- C++ -*-===//
//
// The value of the range analysis: an interval of the extended reals and
// whether the number may be a NaN. A bound that is infinite says that the
// number may be. Both zeros are 0. Integers are numbers in the same sense,
// read as signed.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_ANALYSIS_FLOATRANGE_H
#define NANGUARD_ANALYSIS_FLOATRANGE_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace nanguard {

struct FloatRange {
  double lo = 0, hi = 0;
  bool mayBeNaN = false;
  /// No finite value is larger than this, by magnitude: what is left of a
  /// narrow type's range where the number may be infinite too.
  double finite = 0;
  /// False: nothing is known yet, the state before the analysis ran.
  bool known = false;

  static FloatRange of(double lo, double hi, bool mayBeNaN = false) {
    return {lo, hi, mayBeNaN, std::max(std::abs(lo), std::abs(hi)),
            /*known=*/true};
  }
  /// Any value of a float type, or of an integer type read as signed.
  static FloatRange any(mlir::Type element);

  bool mayBeInf() const { return std::isinf(lo) || std::isinf(hi); }
  bool isFinite() const { return known && !mayBeNaN && !mayBeInf(); }
  bool contains(double x) const { return lo <= x && x <= hi; }
  std::string str() const;

  bool operator==(const FloatRange &other) const {
    return known == other.known &&
           (!known || (lo == other.lo && hi == other.hi &&
                       finite == other.finite && mayBeNaN == other.mayBeNaN));
  }

  /// The smallest range that holds both.
  FloatRange hull(const FloatRange &other) const;
  /// The hull, for values that come round in loops: a bound that grows goes on
  /// to the next of a few steps, so that it grows a few times only.
  static FloatRange join(const FloatRange &a, const FloatRange &b);
  void print(llvm::raw_ostream &os) const { os << str(); }

  /// What is left of it after rounding to the type: what overflows is infinite.
  FloatRange roundTo(mlir::Type element) const;
};

FloatRange operator-(const FloatRange &x);
FloatRange operator+(const FloatRange &a, const FloatRange &b);
FloatRange operator-(const FloatRange &a, const FloatRange &b);
FloatRange operator*(const FloatRange &a, const FloatRange &b);
FloatRange operator/(const FloatRange &a, const FloatRange &b);

/// The sum of a start and of `count` values of `x` (-1: nobody knows how many),
/// rounded to the type after each addition.
FloatRange sumOf(const FloatRange &start, const FloatRange &x, int64_t count,
                 mlir::Type element);

} // namespace nanguard

#endif // NANGUARD_ANALYSIS_FLOATRANGE_H
