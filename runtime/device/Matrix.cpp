//===- Matrix.cpp - ldmatrix, stmatrix, mma.sync --------------------------===//
//
// The lane that comes last does the work of its warp, in the fragment layouts
// of the PTX manual. Products are exact and summed in f64 with one rounding at
// the end: a tensor core's order is nowhere promised.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Sim.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace nanguard;
using namespace nanguard::sim;

using Lanes = Thread *[kWarpSize];

/// All 32 lanes, or the launch fails.
static bool meetWhole(Thread &self, Meeting meeting, const char *site,
                      Lanes &lanes) {
  if (!self.owner->meetWarp(self, meeting, ~0u, site, lanes))
    return false;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    if (!lanes[lane]) {
      std::string what = std::string(nameOf(meeting)) + " without lane " +
                         std::to_string(lane);
      self.owner->fail(self, std::move(what), site);
    }
  return true;
}

static void checkRow(Thread &lane, int32_t kind, const char *site) {
  const void *row = kind == NANGUARD_SIM_LOAD ? lane.in[0] : lane.out;
  if (Checks *checks = lane.owner->getLaunch().checks)
    checks->access(lane, {row, 16, 16, row, -1}, kind, site);
}

/// The word of matrix `m` that a lane holds, in rows of 8 elements of 16 bits;
/// `get(row, column)` is a reference to an element.
template <typename Get>
static void forEachElement(unsigned lane, bool transposed, Get get) {
  for (unsigned half = 0; half < 2; ++half) {
    unsigned row = lane / 4, column = lane % 4 * 2 + half;
    if (transposed)
      std::swap(row, column);
    get(row, column, half);
  }
}

void nanguard_sim_ldmatrix(nanguard_sim_thread *thread, const void *row,
                           int32_t num, int32_t transposed, int32_t *result,
                           const char *site) {
  Thread &self = threadOf(thread);
  self.in[0] = row;
  self.out = result;
  Lanes lanes;
  if (!meetWhole(self, Meeting::LoadMatrix, site, lanes))
    return;
  for (int i = 0; i < num * 8; ++i)
    checkRow(*lanes[i], NANGUARD_SIM_LOAD, site);
  for (Thread *lane : lanes)
    for (int m = 0; m < num; ++m)
      forEachElement(
          lane->lane, transposed,
          [&](unsigned r, unsigned column, unsigned half) {
            auto *from =
                static_cast<const char *>(lanes[m * 8 + r]->in[0]) + column * 2;
            auto *to = static_cast<char *>(lane->out) + m * 4 + half * 2;
            std::memcpy(to, from, 2);
          });
  self.owner->release(self, lanes);
}

void nanguard_sim_stmatrix(nanguard_sim_thread *thread, void *row, int32_t num,
                           int32_t transposed, const int32_t *values,
                           const char *site) {
  Thread &self = threadOf(thread);
  self.in[0] = values;
  self.out = row;
  Lanes lanes;
  if (!meetWhole(self, Meeting::StoreMatrix, site, lanes))
    return;
  for (int i = 0; i < num * 8; ++i)
    checkRow(*lanes[i], NANGUARD_SIM_STORE, site);
  for (Thread *lane : lanes)
    for (int m = 0; m < num; ++m)
      forEachElement(lane->lane, transposed,
                     [&](unsigned r, unsigned column, unsigned half) {
                       auto *to = static_cast<char *>(lanes[m * 8 + r]->out) +
                                  column * 2;
                       auto *from = static_cast<const char *>(lane->in[0]) +
                                    m * 4 + half * 2;
                       std::memcpy(to, from, 2);
                     });
  self.owner->release(self, lanes);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

template <typename To, typename From>
static To castBits(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

static float halfToFloat(uint16_t half) {
  uint32_t magnitude = half & 0x7fffu, sign = (half & 0x8000u) << 16;
  // Scaling by 2^112 moves the exponent, subnormals included.
  float scaled = castBits<float>(magnitude << 13) * 0x1p112f;
  if (magnitude >= 0x7c00)
    return castBits<float>(sign | 0x7f800000u | (magnitude & 0x3ff) << 13);
  return castBits<float>(sign | castBits<uint32_t>(scaled));
}

static uint16_t doubleToHalf(double value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  double magnitude = std::fabs(value);
  if (std::isnan(value))
    return 0x7fff;
  if (magnitude >= 65520)
    return sign | 0x7c00;
  int exponent;
  std::frexp(magnitude, &exponent);
  // In units of the last place: 11 bits, fewer below 2^-14.
  int unit = std::max(exponent - 11, -24);
  auto units =
      static_cast<uint32_t>(std::nearbyint(std::ldexp(magnitude, -unit)));
  if (magnitude == 0 || units == 0)
    return sign;
  if (unit == -24 && units < 1024)
    return sign | static_cast<uint16_t>(units);
  if (units == 2048) {
    units = 1024;
    ++unit;
  }
  return sign | static_cast<uint16_t>((unit + 25) << 10 | (units - 1024));
}

static unsigned bytesOf(int type) {
  switch (type) {
  case NANGUARD_SIM_F16:
  case NANGUARD_SIM_BF16:
    return 2;
  case NANGUARD_SIM_F64:
    return 8;
  case NANGUARD_SIM_S8:
  case NANGUARD_SIM_U8:
    return 1;
  default:
    return 4;
  }
}

static double read(const void *registers, unsigned index, int type) {
  const char *at = static_cast<const char *>(registers) + index * bytesOf(type);
  uint32_t word = 0;
  double real;
  switch (type) {
  case NANGUARD_SIM_F64:
    std::memcpy(&real, at, 8);
    return real;
  case NANGUARD_SIM_S8:
    return *reinterpret_cast<const int8_t *>(at);
  default:
    std::memcpy(&word, at, bytesOf(type));
  }
  switch (type) {
  case NANGUARD_SIM_F16:
    return halfToFloat(static_cast<uint16_t>(word));
  case NANGUARD_SIM_BF16:
    return castBits<float>(word << 16);
  case NANGUARD_SIM_TF32:
    // The hardware reads 19 bits.
    return castBits<float>(word & 0xffffe000u);
  case NANGUARD_SIM_F32:
    return castBits<float>(word);
  case NANGUARD_SIM_S32:
    return static_cast<int32_t>(word);
  default:
    return word;
  }
}

static void write(void *registers, unsigned index, int type, double value) {
  char *at = static_cast<char *>(registers) + index * bytesOf(type);
  float single;
  uint16_t half;
  int64_t wide;
  switch (type) {
  case NANGUARD_SIM_F16:
    half = doubleToHalf(value);
    std::memcpy(at, &half, 2);
    return;
  case NANGUARD_SIM_F64:
    std::memcpy(at, &value, 8);
    return;
  case NANGUARD_SIM_S32 | NANGUARD_SIM_SATURATE:
    value = std::min(std::max(value, -2147483648.0), 2147483647.0);
    [[fallthrough]];
  case NANGUARD_SIM_S32:
    wide = static_cast<int64_t>(value);
    std::memcpy(at, &wide, 4);
    return;
  default:
    single = static_cast<float>(value);
    std::memcpy(at, &single, 4);
  }
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

void nanguard_sim_mma(nanguard_sim_thread *thread, int32_t shape, int32_t types,
                      const void *a, const void *b, const void *c, void *d,
                      const char *site) {
  constexpr unsigned kMaxM = 16, kMaxN = 8, kMaxK = 32;
  Thread &self = threadOf(thread);
  self.in[0] = a;
  self.in[1] = b;
  self.in[2] = c;
  self.out = d;
  Lanes lanes;
  if (!meetWhole(self, Meeting::Multiply, site, lanes))
    return;
  unsigned rows = shape >> 16 & 0xff, columns = shape >> 8 & 0xff,
           depth = shape & 0xff;
  int aType = types & 0xff, bType = types >> 8 & 0xff,
      cType = types >> 16 & 0xff, dType = types >> 24 & 0xff;
  double left[kMaxM][kMaxK], right[kMaxK][kMaxN], sum[kMaxM][kMaxN];
  // Elements of a register: a lane's columns of A (and rows of B) come in such
  // groups, four lanes side by side.
  unsigned group = std::max(4 / bytesOf(aType), 1u);
  unsigned perLaneA = rows * depth / kWarpSize;
  unsigned perLaneB = depth * columns / kWarpSize;
  unsigned perLaneC = rows * columns / kWarpSize;
  for (Thread *lane : lanes) {
    unsigned quad = lane->lane / 4, inQuad = lane->lane % 4;
    auto column = [&](unsigned i, unsigned block) {
      return inQuad * group + i % group + block * 4 * group;
    };
    for (unsigned i = 0; i < perLaneA; ++i) {
      unsigned word = i / group;
      bool tall = rows == 16;
      left[quad + (tall && word % 2 ? 8 : 0)]
          [column(i, tall ? word / 2 : word)] = read(lane->in[0], i, aType);
    }
    for (unsigned i = 0; i < perLaneB; ++i)
      right[column(i, i / group)][quad] = read(lane->in[1], i, bType);
    for (unsigned i = 0; i < perLaneC; ++i)
      sum[quad + i / 2 * 8][inQuad * 2 + i % 2] = read(lane->in[2], i, cType);
  }
  for (unsigned i = 0; i < rows; ++i)
    for (unsigned k = 0; k < depth; ++k)
      for (unsigned j = 0; j < kMaxN; ++j)
        sum[i][j] += left[i][k] * right[k][j];
  for (Thread *lane : lanes) {
    unsigned quad = lane->lane / 4, inQuad = lane->lane % 4;
    for (unsigned i = 0; i < perLaneC; ++i)
      write(lane->out, i, dType, sum[quad + i / 2 * 8][inQuad * 2 + i % 2]);
  }
  self.owner->release(self, lanes);
}
