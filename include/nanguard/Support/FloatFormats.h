//===- FloatFormats.h - Which bit patterns are not finite -------*- C++ -*-===//
//
// A scan keeps a maximum of magnitudes, on which an infinity is one number and
// a NaN a larger one. Formats differ:
//
//   format           infinity  NaN          largest  magnitude
//   IEEE-like, E5M2  yes       several      …        bits without the sign
//   f8E4M3FN         none      S.1111.111   448      NaN becomes 0xff
//   f8…FNUZ          none      -0 (0x80)    …        NaN becomes 0xff
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_SUPPORT_FLOATFORMATS_H
#define NANGUARD_SUPPORT_FLOATFORMATS_H

#include "llvm/ADT/APFloat.h"

namespace nanguard {

/// 8 bits with a sign and a zero; E8M0 has neither.
inline bool isFloat8(const llvm::fltSemantics &format) {
  return llvm::APFloat::semanticsSizeInBits(format) == 8 &&
         llvm::APFloat::semanticsHasZero(format);
}

inline bool hasInfinity(const llvm::fltSemantics &format) {
  return llvm::APFloat::semanticsHasInf(format);
}

/// The only NaN of a format without infinities, without its sign if it has one.
inline llvm::APInt onlyNaN(const llvm::fltSemantics &format) {
  llvm::APInt nan = llvm::APFloat::getNaN(format).bitcastToAPInt();
  if (!nan.isSignMask())
    nan.clearSignBit();
  return nan;
}

/// The magnitude of an infinity; of a format that has none, what follows the
/// largest finite number. From it on a value is not finite.
inline llvm::APInt infinityPattern(const llvm::fltSemantics &format) {
  return hasInfinity(format)
             ? llvm::APFloat::getInf(format).bitcastToAPInt()
             : llvm::APFloat::getLargest(format).bitcastToAPInt() + 1;
}

} // namespace nanguard

#endif // NANGUARD_SUPPORT_FLOATFORMATS_H
