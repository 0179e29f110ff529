//===- Transition.h - The controller's pure core ------------------*- C++
//-*-===//
//
// One op, one step: (state, observation, policy) -> (state, reason). No clock,
// no thread, no I/O, no memory outside of its arguments.
//
//   NORMAL -> OBSERVE -> SAFE_STAGE_1 -> SAFE_STAGE_2 -> HALT
//     ^          ^            |  ^             |  ^
//     |          |            v  |             v  |
//     +-- RECOVER(fused) <- VERIFY(1)       VERIFY(2) -> RECOVER(safe)
//
// RECOVER of stage 2 tries the safe form and goes on as RECOVER of stage 1,
// which tries the fused one. The whole table is in docs/runtime.md.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_TRANSITION_H
#define NANGUARD_LIB_TRANSITION_H

#include "Policy.h"
#include "nanguard/runtime.h"

#include <cstdint>

namespace nanguard {

enum class State : uint8_t {
  Normal = NANGUARD_STATE_NORMAL,
  Observe = NANGUARD_STATE_OBSERVE,
  Stage1 = NANGUARD_STATE_SAFE_STAGE_1,
  Stage2 = NANGUARD_STATE_SAFE_STAGE_2,
  Verify = NANGUARD_STATE_VERIFY,
  Recover = NANGUARD_STATE_RECOVER,
  Halt = NANGUARD_STATE_HALT
};
constexpr unsigned kNumStates = 7;

using Fault = nanguard_fault;
using Reason = nanguard_reason;

/// What one step says about one op.
enum class Grade : uint8_t {
  /// Not scanned, empty, carried, or run in another form: no evidence.
  Neutral,
  Clean,
  /// Not clean, yet the output is finite: little headroom, a clip struck, or
  /// the fault still shows beside it.
  Hold,
  /// The fault appeared here.
  Bad,
  /// The output is bad, and so are inputs: no evidence until a deeper form has
  /// been asked whether it minds them.
  Carried
};
constexpr unsigned kNumGrades = 5;

struct Observation {
  Grade grade = Grade::Neutral;
  Fault fault = NANGUARD_FAULT_NONE; // when Bad
  /// The form's wide value says what kind the fault is. Where a safe form's
  /// type has no larger numbers than the output's, only the unfused form can
  /// tell.
  bool kindKnown = true;
  /// When Bad: no deeper form would say anything else.
  bool faultKnown = false;
  /// When Bad: an input that nobody looked at may be to blame.
  bool open = false;
  /// When Clean or Hold: inputs were bad, and this form did not mind.
  bool mindsNot = false;
  /// When Carried: the form that ran is a deeper one, or there is none.
  bool carries = false;
  /// The share of bad elements is above the policy's threshold.
  bool largeShare = false;
  /// When Hold: the fused form, run beside, is still bad, or an invariant is
  /// broken. Little headroom and a clip may be ordinary data.
  bool faultShows = false;
  /// The output's statistics agree with the baseline.
  bool aligned = true;
  /// Two sources of signals agree on this op.
  bool signalled = false;
  /// The unfused form clips at this op's exit.
  bool canClip = false;
  /// All readers can take the value that does not fit.
  bool canWiden = false;
  /// A clip or sanitiser struck in a fused form.
  bool clipped = false;
  /// Deepest stage that the op has a form for: 0, 1 or 2.
  uint8_t maxStage = 2;
  uint32_t fingerprint = 0;
};

/// Whether an op whose inputs are bad is at fault itself.
enum class Trial : uint8_t {
  None,
  /// In OBSERVE: its safe form runs for one step.
  Running,
  /// It carries what comes in; not asked again until it was clean.
  Carries
};

/// The whole memory of one op. Plain data: saved as it is, compared as a key
/// by the model check.
struct OpState {
  State state = State::Normal;
  /// Stage that VERIFY and RECOVER belong to (1, 2); 0 elsewhere.
  uint8_t stage = 0;
  /// The waits are 2^doublings times as long.
  uint8_t doublings = 0;
  bool pinned = false;
  /// Lowered at least once and not forgotten: the next time is a relapse.
  bool lowered = false;
  /// OBSERVE was entered by a bad step, not by signals.
  bool triggered = false;
  Trial trial = Trial::None;
  /// It was lowered by a trial: its fused form reads what it need not.
  bool mindsInputs = false;
  Fault uncurable = NANGUARD_FAULT_NONE;
  /// OBSERVE: its last steps, newest in bit 0.
  uint32_t history = 0;
  /// OBSERVE: steps seen. VERIFY, RECOVER: clean steps. NORMAL: clean steps
  /// towards forgetting.
  uint32_t count = 0;
  /// OBSERVE, VERIFY: clean steps in a row.
  uint32_t streak = 0;
  /// Bad steps in this stage, VERIFY's included.
  uint32_t stageBad = 0;
  /// Steps since `uncurable` was found.
  uint32_t uncurableAge = 0;
  uint32_t fingerprint = 0;
  /// Relapses with this fingerprint, and with any.
  uint32_t sameRelapses = 0;
  uint32_t relapses = 0;
  /// Steps with evidence since the op left NORMAL and OBSERVE, and how often
  /// that was reported.
  uint32_t heldFor = 0;
  uint8_t heldReports = 0;
};

struct Transition {
  OpState next;
  Reason reason = NANGUARD_REASON_NONE;
};

/// The transition function.
Transition advance(const OpState &state, const Observation &observation,
                   const Policy &policy);

/// What the host's events do to one op.
Transition applyHostEvent(const OpState &state, nanguard_host_event event);

/// Lowers to the safe stage and pins it there.
Transition applyPin(const OpState &state);

/// Where an op starts in a request that a breaker puts into `stage`: held there
/// until the breaker closes, or, as the canary, in the trial of the form above.
OpState startHeld(uint8_t stage);
OpState startTrial(uint8_t stage);

/// Form and scans of a state; sampling and forced forms are the controller's.
uint8_t tierOf(const OpState &state);

/// 0 fused, 1 safe, 2 unfused: how deep a tier byte's form is.
inline unsigned depthOf(uint8_t tier) {
  unsigned form = tier & NANGUARD_TIER_FORM_MASK;
  return form < NANGUARD_FORM_SAFE ? 0 : form - 1;
}

/// The byte that runs `depth`'s form under the closest look.
inline uint8_t tierOfDepth(unsigned depth) {
  return static_cast<uint8_t>((depth ? depth + 1 : NANGUARD_FORM_FUSED_BITS) |
                              NANGUARD_TIER_STATS);
}

/// The table of legal changes of state, the host's included.
bool isLegal(State from, State to);

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSITION_H
