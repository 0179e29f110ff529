//===- Bits.h - Doubles in a report's columns ---------------------*- C++
//-*-===//
#ifndef NANGUARD_LIB_BITS_H
#define NANGUARD_LIB_BITS_H

#include <cstdint>
#include <cstring>

namespace nanguard {

inline double asDouble(int64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline int64_t asBits(double value) {
  int64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

} // namespace nanguard

#endif // NANGUARD_LIB_BITS_H
