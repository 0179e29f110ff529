//===- TransitionTest.cpp - The state x event matrix ----------------------===//
//
// Every cell: each state under each observation leads to the expected state
// and reason. Counters stand one short of their limit where a limit matters.
//
//===----------------------------------------------------------------------===//

#include "Transition.h"

#include <gtest/gtest.h>

using namespace nanguard;

namespace {

enum Event {
  Neutral,
  Clean,
  CleanOff, // clean, but not aligned with the baseline
  Hold,
  Inner,
  Exit,
  ExitClip,
  Pole,
  Domain,
  Signal,
  NumEvents
};

Observation observation(Event event) {
  Observation o;
  switch (event) {
  case Neutral:
    break;
  case Clean:
    o.grade = Grade::Clean;
    break;
  case CleanOff:
    o.grade = Grade::Clean;
    o.aligned = false;
    break;
  case Hold:
    o.grade = Grade::Hold;
    break;
  case Signal:
    o.grade = Grade::Clean;
    o.signalled = true;
    break;
  default:
    o.grade = Grade::Bad;
    o.fault = event == Inner    ? NANGUARD_FAULT_INNER
              : event == Pole   ? NANGUARD_FAULT_POLE
              : event == Domain ? NANGUARD_FAULT_DOMAIN
                                : NANGUARD_FAULT_EXIT;
    o.canClip = event == ExitClip;
    break;
  }
  return o;
}

struct Row {
  const char *name;
  OpState state;
  struct Cell {
    State state;
    int stage;
    Reason reason;
  } cells[NumEvents];
};

OpState make(State state, uint8_t stage = 0) {
  OpState s;
  s.state = state;
  s.stage = stage;
  s.lowered = state != State::Normal && state != State::Observe;
  return s;
}

OpState observeOnce() {
  OpState s = make(State::Observe);
  s.history = 1;
  return s;
}
OpState observeAlmostQuiet() {
  OpState s = make(State::Observe);
  s.streak = Policy().observeQuiet - 1;
  return s;
}
OpState stageAtLimit(State state) {
  OpState s = make(state);
  s.stageBad =
      state == State::Stage1 ? Policy().stage1MaxBad : Policy().stage2MaxBad;
  return s;
}
OpState almost(State state, uint8_t stage, uint32_t length) {
  OpState s = make(state, stage);
  s.count = length - 1;
  return s;
}

constexpr State N = State::Normal, O = State::Observe, S1 = State::Stage1,
                S2 = State::Stage2, V = State::Verify, R = State::Recover,
                H = State::Halt;
#define R_(x) NANGUARD_REASON_##x

const Row kMatrix[] = {
    // Neutral, Clean, CleanOff, Hold, Inner, Exit, ExitClip, Pole, Domain,
    // Signal
    {"NORMAL",
     make(N),
     {{N, 0, R_(NONE)},
      {N, 0, R_(NONE)},
      {N, 0, R_(NONE)},
      {N, 0, R_(NONE)},
      {O, 0, R_(SCAN_FIRED)},
      {O, 0, R_(SCAN_FIRED)},
      {O, 0, R_(SCAN_FIRED)},
      {O, 0, R_(SCAN_FIRED)},
      {O, 0, R_(SCAN_FIRED)},
      {O, 0, R_(SIGNALS_AGREE)}}},
    {"OBSERVE, nothing seen yet",
     make(O),
     {{O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)}}},
    {"OBSERVE, one bad step seen",
     observeOnce(),
     {{O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {S1, 0, R_(REPEATED)},
      {S1, 0, R_(REPEATED)},
      {S1, 0, R_(REPEATED)},
      {S1, 0, R_(REPEATED)},
      {S1, 0, R_(REPEATED)},
      {O, 0, R_(NONE)}}},
    {"OBSERVE, almost quiet",
     observeAlmostQuiet(),
     {{O, 0, R_(NONE)},
      {N, 0, R_(QUIET)},
      {N, 0, R_(QUIET)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)},
      {O, 0, R_(NONE)}}},
    {"SAFE_STAGE_1",
     make(S1),
     {{S1, 0, R_(NONE)},
      {V, 1, R_(FIRST_CLEAN)},
      {V, 1, R_(FIRST_CLEAN)},
      {S1, 0, R_(NONE)},
      {S1, 0, R_(NONE)},
      {N, 0, R_(UNCURABLE)},
      {S2, 0, R_(EXIT_CLIPPED)},
      {N, 0, R_(UNCURABLE)},
      {N, 0, R_(UNCURABLE)},
      {V, 1, R_(FIRST_CLEAN)}}},
    {"SAFE_STAGE_1, at its limit",
     stageAtLimit(S1),
     {{S1, 0, R_(NONE)},
      {V, 1, R_(FIRST_CLEAN)},
      {V, 1, R_(FIRST_CLEAN)},
      {S1, 0, R_(NONE)},
      {S2, 0, R_(STAGE_FAILED)},
      {N, 0, R_(UNCURABLE)},
      {S2, 0, R_(EXIT_CLIPPED)},
      {N, 0, R_(UNCURABLE)},
      {N, 0, R_(UNCURABLE)},
      {V, 1, R_(FIRST_CLEAN)}}},
    {"SAFE_STAGE_2",
     make(S2),
     {{S2, 0, R_(NONE)},
      {V, 2, R_(FIRST_CLEAN)},
      {V, 2, R_(FIRST_CLEAN)},
      {S2, 0, R_(NONE)},
      {S2, 0, R_(NONE)},
      {S1, 0, R_(UNCURABLE)},
      {S1, 0, R_(UNCURABLE)},
      {S1, 0, R_(UNCURABLE)},
      {S1, 0, R_(UNCURABLE)},
      {V, 2, R_(FIRST_CLEAN)}}},
    {"SAFE_STAGE_2, at its limit",
     stageAtLimit(S2),
     {{S2, 0, R_(NONE)},
      {V, 2, R_(FIRST_CLEAN)},
      {V, 2, R_(FIRST_CLEAN)},
      {S2, 0, R_(NONE)},
      {H, 0, R_(STAGE_FAILED)},
      {S1, 0, R_(UNCURABLE)},
      {S1, 0, R_(UNCURABLE)},
      {S1, 0, R_(UNCURABLE)},
      {S1, 0, R_(UNCURABLE)},
      {V, 2, R_(FIRST_CLEAN)}}},
    {"VERIFY of stage 1",
     make(V, 1),
     {{V, 1, R_(NONE)},
      {V, 1, R_(NONE)},
      {V, 1, R_(NONE)},
      {V, 1, R_(NONE)},
      {S1, 0, R_(VERIFY_FAILED)},
      {N, 0, R_(UNCURABLE)},
      {S2, 0, R_(EXIT_CLIPPED)},
      {N, 0, R_(UNCURABLE)},
      {N, 0, R_(UNCURABLE)},
      {V, 1, R_(NONE)}}},
    {"VERIFY of stage 2",
     make(V, 2),
     {{V, 2, R_(NONE)},
      {V, 2, R_(NONE)},
      {V, 2, R_(NONE)},
      {V, 2, R_(NONE)},
      {S2, 0, R_(VERIFY_FAILED)},
      {S1, 0, R_(UNCURABLE)},
      {S1, 0, R_(UNCURABLE)},
      {S1, 0, R_(UNCURABLE)},
      {S1, 0, R_(UNCURABLE)},
      {V, 2, R_(NONE)}}},
    {"VERIFY of stage 1, one step left",
     almost(V, 1, 20),
     {{V, 1, R_(NONE)},
      {R, 1, R_(VERIFIED)},
      {V, 1, R_(NONE)},
      {V, 1, R_(NONE)},
      {S1, 0, R_(VERIFY_FAILED)},
      {N, 0, R_(UNCURABLE)},
      {S2, 0, R_(EXIT_CLIPPED)},
      {N, 0, R_(UNCURABLE)},
      {N, 0, R_(UNCURABLE)},
      {R, 1, R_(VERIFIED)}}},
    {"RECOVER, safe trial of stage 2",
     almost(R, 2, 50),
     {{R, 2, R_(NONE)},
      {R, 1, R_(TRIAL_PASSED)},
      {R, 2, R_(NONE)},
      {R, 2, R_(NONE)},
      {S2, 0, R_(RELAPSE)},
      {N, 0, R_(UNCURABLE)},
      {S2, 0, R_(RELAPSE)},
      {N, 0, R_(UNCURABLE)},
      {N, 0, R_(UNCURABLE)},
      {R, 1, R_(TRIAL_PASSED)}}},
    {"RECOVER, fused trial",
     almost(R, 1, 50),
     {{R, 1, R_(NONE)},
      {N, 0, R_(RECOVERED)},
      {R, 1, R_(NONE)},
      {R, 1, R_(NONE)},
      {S1, 0, R_(RELAPSE)},
      {S1, 0, R_(RELAPSE)},
      {S1, 0, R_(RELAPSE)},
      {S1, 0, R_(RELAPSE)},
      {S1, 0, R_(RELAPSE)},
      {N, 0, R_(RECOVERED)}}},
    {"HALT",
     make(H),
     {{H, 0, R_(NONE)},
      {H, 0, R_(NONE)},
      {H, 0, R_(NONE)},
      {H, 0, R_(NONE)},
      {H, 0, R_(NONE)},
      {H, 0, R_(NONE)},
      {H, 0, R_(NONE)},
      {H, 0, R_(NONE)},
      {H, 0, R_(NONE)},
      {H, 0, R_(NONE)}}},
};

TEST(Transition, Matrix) {
  for (const Row &row : kMatrix)
    for (int e = 0; e < NumEvents; ++e) {
      SCOPED_TRACE(std::string(row.name) + ", event " + std::to_string(e));
      Transition t =
          advance(row.state, observation(static_cast<Event>(e)), Policy());
      EXPECT_EQ(int(t.next.state), int(row.cells[e].state));
      EXPECT_EQ(t.next.stage, row.cells[e].stage);
      EXPECT_EQ(t.reason, row.cells[e].reason);
      EXPECT_TRUE(isLegal(row.state.state, t.next.state));
    }
}

TEST(Transition, HostMatrix) {
  for (const Row &row : kMatrix) {
    SCOPED_TRACE(row.name);
    State from = row.state.state;
    State reload =
        applyHostEvent(row.state, NANGUARD_HOST_CHECKPOINT_RELOAD).next.state;
    EXPECT_EQ(int(reload), int(from == H ? S2 : from));
    EXPECT_TRUE(isLegal(from, reload));
    EXPECT_EQ(int(applyHostEvent(row.state, NANGUARD_HOST_REGIME).next.state),
              int(from));
    OpState pinned = applyPin(row.state).next;
    EXPECT_TRUE(pinned.pinned);
    EXPECT_GT(depthOf(tierOf(pinned)), 0u);
    EXPECT_TRUE(isLegal(from, pinned.state));
    EXPECT_FALSE(applyHostEvent(pinned, NANGUARD_HOST_LIFT_PIN).next.pinned);
  }
}

TEST(Transition, TiersOfStates) {
  EXPECT_EQ(tierOf(make(N)), NANGUARD_FORM_FUSED_BITS);
  EXPECT_EQ(tierOf(make(O)), NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_COUNT);
  EXPECT_EQ(tierOf(make(S1)), NANGUARD_FORM_SAFE | NANGUARD_TIER_STATS);
  EXPECT_EQ(tierOf(make(S2)), NANGUARD_FORM_UNFUSED | NANGUARD_TIER_STATS);
  EXPECT_EQ(tierOf(make(V, 1)), NANGUARD_FORM_SAFE | NANGUARD_TIER_STATS);
  EXPECT_EQ(tierOf(make(V, 2)), NANGUARD_FORM_UNFUSED | NANGUARD_TIER_STATS);
  EXPECT_EQ(tierOf(make(R, 2)), NANGUARD_FORM_SAFE | NANGUARD_TIER_STATS);
  EXPECT_EQ(tierOf(make(R, 1)), NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_STATS);
  EXPECT_EQ(tierOf(make(H)), NANGUARD_FORM_UNFUSED | NANGUARD_TIER_STATS);
}

TEST(Transition, ShareShortensTheWaitButNeedsASecondBadStep) {
  Observation o = observation(Inner);
  o.largeShare = true;
  Transition first = advance(make(N), o, Policy());
  EXPECT_EQ(int(first.next.state), int(O));
  EXPECT_EQ(int(advance(first.next, o, Policy()).next.state), int(S1));
  // Entered by signals: this is the first bad step.
  EXPECT_EQ(int(advance(make(O), o, Policy()).next.state), int(O));
}

TEST(Transition, TheUnfusedFormTellsWhatASafeOneCannot) {
  Observation unknown = observation(Inner);
  unknown.kindKnown = false;
  Transition second = advance(make(S1), unknown, Policy());
  EXPECT_EQ(int(second.next.state), int(S2));
  // It is a pole: given up, and not lowered again by the safe form's silence.
  OpState told = advance(second.next, observation(Pole), Policy()).next;
  EXPECT_EQ(int(told.state), int(S1));
  OpState watched = advance(told, unknown, Policy()).next;
  EXPECT_EQ(int(watched.state), int(N));
  EXPECT_EQ(int(advance(watched, unknown, Policy()).next.state), int(N));
  // Without an unfused form the wait is the safe one's.
  unknown.maxStage = 1;
  EXPECT_EQ(int(advance(make(S1), unknown, Policy()).next.state), int(S1));
}

TEST(Transition, OpsWithoutFormsAreOnlyWatched) {
  Observation o = observation(Inner);
  o.maxStage = 0;
  EXPECT_EQ(int(advance(observeOnce(), o, Policy()).next.state), int(O));
  o.maxStage = 1;
  EXPECT_EQ(int(advance(stageAtLimit(S1), o, Policy()).next.state), int(H));
}

TEST(Transition, ThirdRelapseWithOneFingerprintPins) {
  Policy policy;
  OpState s = make(R, 1);
  for (uint32_t i = 1; i <= policy.pinAfter; ++i) {
    Observation o = observation(Inner);
    o.fingerprint = 7;
    s = advance(s, o, policy).next;
    EXPECT_EQ(s.doublings, i);
    EXPECT_EQ(s.pinned, i == policy.pinAfter);
    s.state = R;
    s.stage = 1;
  }
  // Pinned: clean steps in VERIFY lead nowhere.
  s.state = V;
  for (int i = 0; i < 10000; ++i)
    s = advance(s, observation(Clean), policy).next;
  EXPECT_EQ(int(s.state), int(V));
  s = applyHostEvent(s, NANGUARD_HOST_LIFT_PIN).next;
  s = advance(s, observation(Clean), policy).next;
  EXPECT_EQ(int(s.state), int(R));
}

TEST(Transition, OtherFingerprintsDoNotPin) {
  OpState s = make(R, 1);
  for (uint32_t i = 0; i < 9; ++i) {
    Observation o = observation(Inner);
    o.fingerprint = i % 2;
    s = advance(s, o, Policy()).next;
    s.state = R;
    s.stage = 1;
  }
  EXPECT_FALSE(s.pinned);
  EXPECT_EQ(s.doublings, Policy().maxDoublings);
}

} // namespace
