//===- Half.h - f16 and bf16 as floats ----------------------------*- C++
//-*-===//
//
// Compilers differ in what they call a half: here they are bit patterns.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_HALF_H
#define NANGUARD_LIB_HALF_H

#include <cmath>
#include <cstdint>
#include <cstring>

namespace nanguard {

inline float floatOfBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline uint32_t bitsOfFloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// Drops the low `count` bits, to the nearest, ties to even.
inline uint32_t roundBits(uint32_t bits, unsigned count) {
  uint32_t half = (1u << (count - 1)) - 1, odd = bits >> count & 1;
  return (bits + half + odd) >> count;
}

struct BFloat16 {
  static float widen(uint16_t half) {
    return floatOfBits(uint32_t(half) << 16);
  }
  static uint16_t narrow(float value) {
    if (std::isnan(value))
      return 0x7FC0;
    return static_cast<uint16_t>(roundBits(bitsOfFloat(value), 16));
  }
};

struct Float16 {
  static float widen(uint16_t half) {
    uint32_t sign = uint32_t(half & 0x8000) << 16;
    uint32_t magnitude = half & 0x7FFF;
    if (magnitude >= 0x7C00)
      return floatOfBits(sign | 0x7F800000 | (magnitude & 0x3FF) << 13);
    // Exact for subnormals too: the bias is moved by a product.
    float value = floatOfBits(magnitude << 13) * 0x1p112f;
    return sign ? -value : value;
  }
  static uint16_t narrow(float value) {
    if (std::isnan(value))
      return 0x7E00;
    uint32_t sign = bitsOfFloat(value) >> 16 & 0x8000;
    float magnitude = std::fabs(value);
    if (magnitude >= 65520) // rounds past the largest
      return static_cast<uint16_t>(sign | 0x7C00);
    // Below the smallest normal, steps are of one size.
    uint32_t bits =
        magnitude < 0x1p-14f
            ? static_cast<uint32_t>(std::nearbyint(magnitude * 0x1p24f))
            : roundBits(bitsOfFloat(magnitude) - (112u << 23), 13);
    return static_cast<uint16_t>(sign | bits);
  }
};

} // namespace nanguard

#endif // NANGUARD_LIB_HALF_H
