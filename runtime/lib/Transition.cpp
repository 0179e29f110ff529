//===- Transition.cpp - The controller's pure core ------------------------===//
//
// One function a state. Waits double by shifting; counters saturate, so that
// an op that waits for years does not wrap around into recovery.
//
//===----------------------------------------------------------------------===//

#include "Transition.h"

#include <algorithm>

using namespace nanguard;

namespace {

constexpr uint32_t kSaturated = 1u << 30;

void bump(uint32_t &counter) {
  if (counter < kSaturated)
    ++counter;
}

uint32_t wait(uint32_t steps, const OpState &s) { return steps << s.doublings; }

void enter(OpState &s, State state, uint8_t stage = 0) {
  s.state = state;
  s.stage = stage;
  s.history = 0;
  s.count = 0;
  s.streak = 0;
  s.triggered = false;
  s.trial = Trial::None;
}

unsigned bitsSet(uint32_t word) {
  unsigned n = 0;
  for (; word; word &= word - 1)
    ++n;
  return n;
}

void relapse(OpState &s, uint32_t fingerprint, const Policy &policy) {
  if (s.doublings < policy.maxDoublings)
    ++s.doublings;
  bump(s.relapses);
  if (s.fingerprint != fingerprint) {
    s.fingerprint = fingerprint;
    s.sameRelapses = 0;
  }
  bump(s.sameRelapses);
  if (policy.pinAfter && s.sameRelapses >= policy.pinAfter)
    s.pinned = true;
}

Reason enterStage(OpState &s, uint8_t stage, Reason reason) {
  enter(s, stage == 1 ? State::Stage1 : State::Stage2);
  s.stageBad = 0;
  return reason;
}

/// No variant cures it: back towards the watch, one stage at a time.
Reason giveUp(OpState &s, Fault fault, unsigned depth) {
  bool known = s.uncurable == fault;
  s.uncurable = fault;
  s.uncurableAge = 0;
  s.stageBad = 0;
  // A pin holds the safe tier whether it helps or not.
  if (s.pinned) {
    if (depth == 1 && s.state == State::Recover)
      return enterStage(s, 2, NANGUARD_REASON_UNCURABLE);
    return known ? NANGUARD_REASON_NONE
                 : enterStage(s, depth, NANGUARD_REASON_UNCURABLE);
  }
  // Being lowered for nothing is no reason to pin.
  s.sameRelapses = 0;
  if (depth == 2)
    return enterStage(s, 1, NANGUARD_REASON_UNCURABLE);
  enter(s, State::Normal);
  return NANGUARD_REASON_UNCURABLE;
}

/// Faults that a deeper stage does not cure either.
bool isUncurable(const Observation &o) {
  switch (o.fault) {
  case NANGUARD_FAULT_POLE:
  case NANGUARD_FAULT_DOMAIN:
    return true;
  case NANGUARD_FAULT_EXIT:
    return !o.canWiden && (!o.canClip || o.maxStage < 2);
  default:
    return false;
  }
}

/// A bad step of a fused form that says nothing about the fault, or nothing
/// new: it was given up, and is looked at again after `recheckSteps`.
bool isGivenUp(const OpState &s, const Observation &o) {
  return s.uncurable != NANGUARD_FAULT_NONE &&
         (!o.faultKnown || o.fault == s.uncurable);
}

/// A bad step of a fused form.
Reason giveUpInFused(OpState &s, Fault fault) {
  bool known = s.uncurable == fault;
  s.uncurable = fault;
  s.uncurableAge = 0;
  bool changes = s.state != State::Normal;
  if (changes)
    enter(s, State::Normal);
  return known && !changes ? NANGUARD_REASON_NONE : NANGUARD_REASON_UNCURABLE;
}

/// A bad step while `stage`'s form runs, in the stage itself or in VERIFY.
Reason badInStage(OpState &s, uint8_t stage, const Observation &o,
                  const Policy &policy, Reason otherwise) {
  if (stage == 1 && !o.kindKnown && o.maxStage >= 2)
    return s.uncurable != NANGUARD_FAULT_NONE
               ? giveUp(s, s.uncurable, stage)
               : enterStage(s, 2, NANGUARD_REASON_STAGE_FAILED);
  // An exit fault that stage 2's clip lets through is not cured by it.
  bool isExit = o.fault == NANGUARD_FAULT_EXIT;
  if (isUncurable(o) || (stage == 2 && isExit && !o.canWiden))
    return giveUp(s, o.fault, stage);
  // On its way back from a deeper form, which knew.
  if (stage == 1 && !s.pinned && isGivenUp(s, o))
    return giveUp(s, s.uncurable, stage);
  if (isExit && !o.canWiden)
    return enterStage(s, 2, NANGUARD_REASON_EXIT_CLIPPED);

  bump(s.stageBad);
  uint32_t limit = stage == 1 ? policy.stage1MaxBad : policy.stage2MaxBad;
  if (s.stageBad > limit) {
    if (isExit) // the readers don't take what they could
      return giveUp(s, o.fault, stage);
    if (stage == 1 && o.maxStage >= 2)
      return enterStage(s, 2, NANGUARD_REASON_STAGE_FAILED);
    enter(s, State::Halt);
    return NANGUARD_REASON_STAGE_FAILED;
  }
  uint32_t bad = s.stageBad;
  if (otherwise == NANGUARD_REASON_NONE)
    return otherwise;
  enterStage(s, stage, otherwise);
  s.stageBad = bad;
  return otherwise;
}

/// What is known to carry is asked again once it was clean.
void endTrialWhenClean(OpState &s, const Observation &o) {
  if (o.grade != Grade::Carried)
    s.trial = Trial::None;
}

Reason inNormal(OpState &s, const Observation &o, const Policy &policy) {
  if (o.grade == Grade::Carried) {
    if (o.carries || s.trial == Trial::Carries)
      return NANGUARD_REASON_NONE;
    enter(s, State::Observe);
    s.trial = Trial::Running;
    return NANGUARD_REASON_TRIAL;
  }
  endTrialWhenClean(s, o);
  if (o.grade == Grade::Bad) {
    if (o.faultKnown && isUncurable(o))
      return giveUpInFused(s, o.fault);
    if (isGivenUp(s, o))
      return NANGUARD_REASON_NONE;
    enter(s, State::Observe);
    s.triggered = !o.open;
    return NANGUARD_REASON_SCAN_FIRED;
  }
  if (o.clipped) {
    enter(s, State::Observe);
    return NANGUARD_REASON_CLIP;
  }
  if (o.signalled) {
    enter(s, State::Observe);
    return NANGUARD_REASON_SIGNALS_AGREE;
  }
  if (o.grade == Grade::Clean && s.lowered) {
    bump(s.count);
    if (s.count >= policy.forgetSteps) {
      s.lowered = false;
      s.doublings = 0;
      s.sameRelapses = 0;
      s.count = 0;
    }
  }
  return NANGUARD_REASON_NONE;
}

/// Lowers an op that is at fault, from OBSERVE.
Reason lower(OpState &s, const Observation &o, const Policy &policy,
             Reason reason) {
  if (s.lowered)
    relapse(s, o.fingerprint, policy);
  else
    s.fingerprint = o.fingerprint;
  s.lowered = true;
  return enterStage(s, 1, reason);
}

/// OBSERVE, its safe form running on inputs that were bad.
Reason inTrial(OpState &s, const Observation &o, const Policy &policy) {
  if (o.grade == Grade::Carried) {
    enter(s, State::Normal);
    s.trial = Trial::Carries;
    return NANGUARD_REASON_TRIAL;
  }
  s.trial = Trial::None;
  if (!o.mindsNot)
    return NANGUARD_REASON_NONE;
  s.mindsInputs = true;
  return lower(s, o, policy, NANGUARD_REASON_REPEATED);
}

Reason inObserve(OpState &s, const Observation &o, const Policy &policy) {
  if (s.trial == Trial::Running && o.grade != Grade::Bad)
    return inTrial(s, o, policy);
  if (o.grade == Grade::Carried) {
    if (!o.carries && s.trial == Trial::None)
      s.trial = Trial::Running;
    return s.trial == Trial::Running ? NANGUARD_REASON_TRIAL
                                     : NANGUARD_REASON_NONE;
  }
  endTrialWhenClean(s, o);
  bool bad = o.grade == Grade::Bad;
  if (bad && o.faultKnown && isUncurable(o))
    return giveUpInFused(s, o.fault);
  uint32_t mask =
      policy.observeWindow >= 32 ? ~0u : (1u << policy.observeWindow) - 1;
  s.history = (s.history << 1 | bad) & mask;
  bump(s.count);
  // The bad step that led here ages out like any other.
  if (s.count >= policy.observeWindow)
    s.triggered = false;
  if (bad) {
    s.streak = 0;
    if (isGivenUp(s, o) || o.maxStage == 0)
      return NANGUARD_REASON_NONE;
    unsigned seen = bitsSet(s.history) + (o.largeShare && s.triggered);
    if (seen < policy.observeBad)
      return NANGUARD_REASON_NONE;
    return lower(s, o, policy, NANGUARD_REASON_REPEATED);
  }
  if (o.grade == Grade::Hold || o.clipped || o.signalled) {
    s.streak = 0;
    return NANGUARD_REASON_NONE;
  }
  bump(s.streak);
  if (s.streak < policy.observeQuiet)
    return NANGUARD_REASON_NONE;
  enter(s, State::Normal);
  return NANGUARD_REASON_QUIET;
}

Reason inStage(OpState &s, uint8_t stage, const Observation &o,
               const Policy &policy) {
  if (o.grade == Grade::Bad)
    return badInStage(s, stage, o, policy, NANGUARD_REASON_NONE);
  if (o.grade != Grade::Clean)
    return NANGUARD_REASON_NONE;
  enter(s, State::Verify, stage);
  return NANGUARD_REASON_FIRST_CLEAN;
}

/// Ordinary outliers must not hold an op for ever: where they are rarer than
/// one step in five, the count still gets to its end.
void setBack(OpState &s, const Observation &o) {
  constexpr uint32_t kCostOfHold = 4;
  s.count = o.faultShows ? 0 : s.count - std::min(s.count, kCostOfHold);
}

Reason inVerify(OpState &s, const Observation &o, const Policy &policy) {
  if (o.grade == Grade::Bad)
    return badInStage(s, s.stage, o, policy, NANGUARD_REASON_VERIFY_FAILED);
  if (o.grade == Grade::Hold) {
    setBack(s, o);
    s.streak = 0;
    return NANGUARD_REASON_NONE;
  }
  if (!o.aligned)
    return NANGUARD_REASON_NONE;
  bump(s.count);
  bump(s.streak);
  // A stage that has been clean this long has cured what was counted.
  if (s.streak >= policy.verifyClean)
    s.stageBad = 0;
  if (s.pinned || s.count < wait(policy.verifyClean, s))
    return NANGUARD_REASON_NONE;
  enter(s, State::Recover, s.stage);
  s.stageBad = 0;
  return NANGUARD_REASON_VERIFIED;
}

Reason inRecover(OpState &s, const Observation &o, const Policy &policy) {
  if (o.grade == Grade::Bad || o.grade == Grade::Carried) {
    // Only the safe trial shows the kind; the fused one says just "bad".
    if (s.stage == 2 && isUncurable(o))
      return giveUp(s, o.fault, 1);
    uint8_t stage = s.stage;
    relapse(s, o.fingerprint, policy);
    return enterStage(s, stage, NANGUARD_REASON_RELAPSE);
  }
  if (o.grade == Grade::Hold)
    setBack(s, o);
  if (o.grade == Grade::Hold || !o.aligned)
    return NANGUARD_REASON_NONE;
  bump(s.count);
  if (s.stage == 2) {
    if (s.count < wait(policy.recoverSafe, s))
      return NANGUARD_REASON_NONE;
    enter(s, State::Recover, 1);
    return NANGUARD_REASON_TRIAL_PASSED;
  }
  if (s.count < wait(policy.recoverFused, s))
    return NANGUARD_REASON_NONE;
  enter(s, State::Normal);
  s.mindsInputs = false;
  return NANGUARD_REASON_RECOVERED;
}

/// Reports an op that is lowered for long, each time after twice the steps.
Reason watchHeld(OpState &s, const Policy &policy, Reason otherwise) {
  bool low = s.state != State::Normal && s.state != State::Observe &&
             s.state != State::Halt && !s.pinned;
  if (!low || !policy.heldSteps) {
    s.heldFor = 0;
    s.heldReports = 0;
    return otherwise;
  }
  bump(s.heldFor);
  bool changes = otherwise != NANGUARD_REASON_NONE;
  if (changes || s.heldFor >> s.heldReports < wait(policy.heldSteps, s))
    return otherwise;
  ++s.heldReports;
  return NANGUARD_REASON_HELD;
}

} // namespace

Transition nanguard::advance(const OpState &state, const Observation &o,
                             const Policy &policy) {
  Transition t{state, NANGUARD_REASON_NONE};
  OpState &s = t.next;
  bool asksTrial = s.state == State::Normal || s.state == State::Observe ||
                   (s.state == State::Recover && s.stage == 1 &&
                    s.mindsInputs && !o.carries);
  if (o.grade == Grade::Neutral || (o.grade == Grade::Carried && !asksTrial))
    return t; // no evidence, no change
  if (s.uncurable != NANGUARD_FAULT_NONE) {
    bump(s.uncurableAge);
    if (s.uncurableAge >= wait(policy.recheckSteps, s)) {
      s.uncurable = NANGUARD_FAULT_NONE;
      s.uncurableAge = 0;
    }
  }
  switch (s.state) {
  case State::Normal:
    t.reason = inNormal(s, o, policy);
    break;
  case State::Observe:
    t.reason = inObserve(s, o, policy);
    break;
  case State::Stage1:
    t.reason = inStage(s, 1, o, policy);
    break;
  case State::Stage2:
    t.reason = inStage(s, 2, o, policy);
    break;
  case State::Verify:
    t.reason = inVerify(s, o, policy);
    break;
  case State::Recover:
    t.reason = inRecover(s, o, policy);
    break;
  case State::Halt:
    break; // only the host decides
  }
  t.reason = watchHeld(s, policy, t.reason);
  return t;
}

Transition nanguard::applyHostEvent(const OpState &state,
                                    nanguard_host_event event) {
  Transition t{state, NANGUARD_REASON_NONE};
  OpState &s = t.next;
  switch (event) {
  case NANGUARD_HOST_REGIME:
    // What was clean before the change says nothing about after it.
    s.history = 0;
    s.count = 0;
    s.streak = 0;
    break;
  case NANGUARD_HOST_CHECKPOINT_RELOAD:
    if (s.state == State::Halt)
      enter(s, State::Stage2);
    else
      enter(s, s.state, s.stage);
    s.stageBad = 0;
    t.reason = NANGUARD_REASON_HOST;
    break;
  case NANGUARD_HOST_LIFT_PIN:
    s.pinned = false;
    s.doublings = 0;
    s.sameRelapses = 0;
    t.reason = NANGUARD_REASON_HOST;
    break;
  }
  return t;
}

Transition nanguard::applyPin(const OpState &state) {
  Transition t{state, NANGUARD_REASON_HOST};
  OpState &s = t.next;
  s.pinned = true;
  s.lowered = true;
  s.trial = Trial::None;
  bool fused = depthOf(tierOf(s)) == 0;
  if (fused)
    enterStage(s, 1, NANGUARD_REASON_HOST);
  else if (s.state == State::Recover) // the safe trial of stage 2
    enterStage(s, 2, NANGUARD_REASON_HOST);
  return t;
}

OpState nanguard::startHeld(uint8_t stage) {
  OpState s;
  s.lowered = true;
  s.pinned = true;
  enter(s, stage == 1 ? State::Stage1 : State::Stage2);
  return s;
}

OpState nanguard::startTrial(uint8_t stage) {
  OpState s;
  s.lowered = true;
  enter(s, State::Recover, stage);
  return s;
}

uint8_t nanguard::tierOf(const OpState &s) {
  switch (s.state) {
  case State::Normal:
    return NANGUARD_FORM_FUSED_BITS;
  case State::Observe:
    return s.trial == Trial::Running
               ? NANGUARD_FORM_SAFE | NANGUARD_TIER_STATS
               : NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_COUNT;
  case State::Stage1:
    return NANGUARD_FORM_SAFE | NANGUARD_TIER_STATS;
  case State::Stage2:
  case State::Halt:
    return NANGUARD_FORM_UNFUSED | NANGUARD_TIER_STATS;
  case State::Verify:
    return (s.stage == 1 ? NANGUARD_FORM_SAFE : NANGUARD_FORM_UNFUSED) |
           NANGUARD_TIER_STATS;
  case State::Recover:
    return (s.stage == 1 ? NANGUARD_FORM_FUSED_BITS : NANGUARD_FORM_SAFE) |
           NANGUARD_TIER_STATS;
  }
  return NANGUARD_FORM_FUSED_BITS;
}

bool nanguard::isLegal(State from, State to) {
  static constexpr uint8_t kTargets[kNumStates] = {
      // One bit a target: NORMAL 1, OBSERVE 2, STAGE_1 4, STAGE_2 8,
      // VERIFY 16, RECOVER 32, HALT 64.
      1 | 2 | 4,                // NORMAL (4: a pin)
      1 | 2 | 4,                // OBSERVE
      1 | 4 | 8 | 16 | 64,      // STAGE_1 (64: no unfused form)
      4 | 8 | 16 | 64,          // STAGE_2
      1 | 4 | 8 | 16 | 32 | 64, // VERIFY
      1 | 2 | 4 | 8 | 32,       // RECOVER
      8 | 64,                   // HALT (8: a reload)
  };
  return kTargets[static_cast<unsigned>(from)] >> static_cast<unsigned>(to) & 1;
}
