//===- Window.h - Averages that a fault cannot enter --------------*- C++
//-*-===//
//
// Baselines of an op's largest magnitude, and spike detectors for the host's
// signals. Both are plain data and pure: a value goes in, an answer comes out.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_WINDOW_H
#define NANGUARD_LIB_WINDOW_H

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace nanguard {

/// Baseline of an exponent. Values wait in a batch before they count: what a
/// fault's last clean steps left there is thrown away with it.
struct Baseline {
  static constexpr uint32_t kBatch = 8;

  float mean = 0;
  float deviation = 0;
  uint32_t samples = 0;
  float batchSum = 0;
  uint32_t batchSize = 0;

  void add(float exponent) {
    batchSum += exponent;
    if (++batchSize == kBatch)
      commit();
  }
  void dropBatch() {
    batchSum = 0;
    batchSize = 0;
  }
  void clear() { *this = Baseline(); }

  bool agrees(float exponent, uint32_t minSamples, double tolerance) const {
    if (samples < minSamples)
      return true;
    return std::fabs(exponent - mean) <=
           std::max<double>(tolerance, 4 * deviation);
  }

private:
  void commit() {
    float value = batchSum / kBatch;
    // The first batches weigh more, so that the start leaves no trace.
    float weight = 1.0f / std::min(16u, samples / kBatch + 1);
    deviation +=
        weight * (std::fabs(samples ? value - mean : 0.0f) - deviation);
    mean += weight * (value - mean);
    samples += kBatch;
    dropBatch();
  }
};

/// Jumps of a series (loss, gradient norm). Non-finite values are reported
/// first and never averaged; jumps enter clipped to the threshold.
struct SpikeDetector {
  enum Answer { Quiet, Jump, NonFinite };

  double mean = 0;
  double deviation = 0;
  uint32_t samples = 0;

  Answer add(double value, double sigma, uint32_t warmup) {
    if (!std::isfinite(value))
      return NonFinite;
    double distance = std::fabs(value - mean);
    // A flat series must not make every ripple a jump.
    double floor = std::max(1e-3 * std::fabs(mean), 1e-12);
    double limit = sigma * std::max(deviation, floor);
    bool known = samples >= std::max(warmup, 2u);
    bool jump = known && distance > limit;
    double taken = value;
    if (jump)
      taken = mean + (value > mean ? limit : -limit);
    double weight = 1.0 / std::min(32u, samples + 1);
    if (samples)
      deviation += weight * (std::fabs(taken - mean) - deviation);
    mean += weight * (taken - mean);
    ++samples;
    return jump ? Jump : Quiet;
  }
  void clear() { *this = SpikeDetector(); }
};

} // namespace nanguard

#endif // NANGUARD_LIB_WINDOW_H
