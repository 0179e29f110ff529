//===- Policy.h - The controller's configuration ----------------*- C++ -*-===//
//
// A plain struct of thresholds and lengths, all counted in steps, and its
// reading from JSON. The keys, their ranges and the JSON Schema come from one
// table (Policy.cpp), so that what is documented is what is enforced.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_POLICY_H
#define NANGUARD_LIB_POLICY_H

#include <cstdint>
#include <string>

namespace nanguard {

struct Policy {
  // NORMAL: which steps and contexts run the `bits` scan.
  uint32_t sampleEvery = 1;
  uint32_t sampleContexts = 1;
  /// Ops of at least this risk are scanned at every step; 3: none by risk.
  uint32_t alwaysScanRisk = 3;
  /// Where a kernel can leave the largest magnitude out of its scan, it is
  /// asked for at each n-th step once the baseline is known; 1: always.
  uint32_t maximumEvery = 16;
  /// Larger arguments (weights) are scanned only once something is wrong: every
  /// step, a whole MiniLM costs more than all of its other scans.
  uint64_t entryMaxElements = 1u << 16;

  // OBSERVE: bad in `observeBad` of its last `observeWindow` steps lowers.
  uint32_t observeBad = 2;
  uint32_t observeWindow = 6;
  uint32_t observeQuiet = 6;
  /// From this share of elements on, the bad step that led to OBSERVE counts
  /// as one of the `observeBad`.
  double observeShare = 1e-5;
  uint64_t observeMinCount = 1;

  uint32_t stage1MaxBad = 2;
  uint32_t stage2MaxBad = 3;
  uint32_t verifyClean = 20;
  /// 1: before a trial of the fused form it runs beside the safe one.
  uint32_t verifyShadow = 1;
  uint32_t recoverSafe = 50;
  uint32_t recoverFused = 50;
  /// Steps that an op is lowered before that is reported; 0: never.
  uint32_t heldSteps = 1000;

  // Relapses. The factor of the waits is 2^n, at most 2^maxDoublings.
  uint32_t maxDoublings = 6;
  /// Relapses with one fingerprint that pin the op; 0: never.
  uint32_t pinAfter = 3;
  /// Clean steps in NORMAL after which relapses are forgotten.
  uint32_t forgetSteps = 10000;
  /// Steps after which an uncurable op may be lowered once more.
  uint32_t recheckSteps = 1000;

  /// Clean in a safe form: at most the type's maximum / 2^headroomLog2.
  uint32_t headroomLog2 = 2;

  // Baselines of the largest magnitude, in powers of two.
  uint32_t baselineMinSamples = 20;
  double baselineTolerance = 3;
  uint32_t baselineRenew = 200;
  /// NORMAL takes statistics at each n-th step, so that VERIFY has mean square
  /// and variance to compare with; 0: never.
  uint32_t statsEvery = 0;

  /// 1: an op whose scan fires runs again in the safe form in the same step.
  uint32_t rescueInStep = 1;

  // Signals of the host.
  double signalSigma = 8;
  uint32_t signalWarmup = 50;
  uint32_t watchSteps = 10;
  /// Steps that a loss scaler may skip in `growthInterval` before its
  /// overflows count as faults.
  uint32_t maxSkips = 24;
  uint32_t growthInterval = 2000;

  // The breaker of an op over all requests of a server.
  /// Requests with a cured fault, of the last `breakerRequests`, that open it;
  /// 0: never.
  uint32_t breakerFaults = 3;
  uint32_t breakerRequests = 100;
  /// Requests that start safe before the first canary.
  uint32_t breakerOpen = 50;
  /// Clean steps of canaries, in all, that close it.
  uint32_t breakerCanary = 50;
  /// Requests that begin before another canary takes over.
  uint32_t breakerCanaryRequests = 100;
};

/// False and `error` when there is no preset of this name.
bool makePreset(const std::string &name, Policy &policy, std::string &error);

/// Reads `json` over the preset that it names (default: "default").
bool parsePolicy(const std::string &json, Policy &policy, std::string &error);

/// Sets the key `name`, "section.key"; false and `error` as parsePolicy does.
bool setPolicyKey(const std::string &name, double value, Policy &policy,
                  std::string &error);

/// The JSON Schema of what parsePolicy takes.
const std::string &policySchema();

} // namespace nanguard

#endif // NANGUARD_LIB_POLICY_H
