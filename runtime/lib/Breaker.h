//===- Breaker.h - One op over all requests of a process ----------*- C++
//-*-===//
//
// Requests are shorter than recovery, so what one learns the next must know:
//
//   Closed --(k faults in m requests)--> Open --(n requests)--> Canary
//     ^                                   ^                       |
//     |                                   +------ it fails -------+
//     +------------- clean for its length -----------------------+
//
// Open starts new requests in the stage that cured the fault; Canary too, but
// for one request at a time, which tries the form above. Pure and counted in
// requests, as Transition.h is in steps.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_BREAKER_H
#define NANGUARD_LIB_BREAKER_H

#include "Policy.h"

#include <cstdint>
#include <deque>

namespace nanguard {

class Breaker {
public:
  enum class Phase : uint8_t { Closed, Open, Canary };

  /// How a request starts with this op.
  struct Start {
    /// 0: as usual; 1, 2: the safe stage.
    uint8_t stage = 0;
    /// It is the canary: it tries the form above `stage`.
    bool canary = false;
  };

  /// A request begins; `serial` counts them from 1.
  Start begin(uint64_t serial, const Policy &policy);

  /// A fault of request `serial` was cured in `stage`; `newest` is the last
  /// request that began. True when it opened the breaker.
  bool fault(uint64_t serial, uint8_t stage, uint64_t newest,
             const Policy &policy);

  /// The canary has run `steps` clean steps so far. True when that closed the
  /// breaker.
  bool clean(uint64_t serial, uint32_t steps, const Policy &policy);

  /// A canary's trial went bad.
  void failed(uint64_t serial, uint64_t newest, const Policy &policy);

  /// A request is over; a canary leaves its clean steps to the next one.
  void end(uint64_t serial);

  /// What outlives the process: all but the canary, whose clean steps count.
  struct Saved {
    Phase phase = Phase::Closed;
    uint8_t stage = 0;
    uint8_t doublings = 0;
    uint64_t openedAt = 0;
    uint32_t clean = 0;
    std::deque<uint64_t> faults;
  };
  Saved save() const;
  /// False for what no breaker saves.
  bool restore(const Saved &saved);

  Phase phase() const { return phase_; }
  uint8_t stage() const { return stage_; }

private:
  void open(uint64_t newest, uint8_t stage);

  Phase phase_ = Phase::Closed;
  uint8_t stage_ = 0;
  uint8_t doublings = 0;
  uint64_t openedAt = 0;
  /// The request that tries now, 0: none.
  uint64_t canary = 0;
  uint32_t cleanBefore = 0;
  uint32_t cleanNow = 0;
  /// Requests with a cured fault, oldest first, `breakerFaults` at most.
  std::deque<uint64_t> faults;
};

} // namespace nanguard

#endif // NANGUARD_LIB_BREAKER_H
