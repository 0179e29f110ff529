//===- ModelCheckTest.cpp - Exhaustive search over the real function ------===//
//
// All states that one op can reach under every observation, with a small
// policy so that the search ends; the invariants are asked on every edge, and
// bounds by running persistent faults from every reachable state.
//
//===----------------------------------------------------------------------===//

#include "Transition.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <set>
#include <tuple>
#include <vector>

using namespace nanguard;

namespace {

Policy smallPolicy() {
  Policy p;
  p.observeWindow = 3;
  p.observeQuiet = 3;
  p.stage1MaxBad = 1;
  p.stage2MaxBad = 1;
  p.verifyClean = 2;
  p.recoverSafe = 2;
  p.recoverFused = 2;
  p.maxDoublings = 1;
  p.pinAfter = 2;
  p.forgetSteps = 2;
  p.recheckSteps = 3;
  p.heldSteps = 0; // a count without a limit
  return p;
}

auto key(const OpState &s) {
  return std::make_tuple(s.state, s.stage, s.doublings, s.pinned, s.lowered,
                         s.triggered, s.trial, s.mindsInputs, s.uncurable,
                         s.history, s.count, s.streak, s.stageBad,
                         s.uncurableAge, s.fingerprint, s.sameRelapses);
}

struct ByKey {
  bool operator()(const OpState &a, const OpState &b) const {
    return key(a) < key(b);
  }
};

/// Counters without a limit are cut where they no longer matter.
OpState fold(OpState s, const Policy &p) {
  s.relapses = 0;
  s.sameRelapses = std::min(s.sameRelapses, p.pinAfter);
  if (s.pinned || s.state == State::Observe)
    s.count = std::min(s.count, 8u);
  if (s.state == State::Verify)
    s.streak = std::min(s.streak, p.verifyClean);
  return s;
}

std::vector<Observation> allObservations() {
  std::vector<Observation> all;
  for (unsigned g = 0; g < kNumGrades; ++g)
    for (bool flag : {false, true}) {
      Observation o;
      o.grade = static_cast<Grade>(g);
      if (o.grade == Grade::Bad) {
        for (int fault = NANGUARD_FAULT_INNER; fault <= NANGUARD_FAULT_DOMAIN;
             ++fault)
          for (uint32_t fingerprint : {1u, 2u}) {
            o.fault = static_cast<Fault>(fault);
            o.canClip = o.largeShare = o.faultKnown = flag;
            o.fingerprint = fingerprint;
            all.push_back(o);
          }
        continue;
      }
      if (o.grade == Grade::Carried) {
        o.carries = flag;
        o.fingerprint = 1;
        all.push_back(o);
        continue;
      }
      o.mindsNot = flag;
      o.aligned = !flag;
      all.push_back(o);
      o.aligned = true;
      o.signalled = o.faultShows = flag;
      all.push_back(o);
    }
  return all;
}

using States = std::set<OpState, ByKey>;

const States &reachable() {
  static const States states = [] {
    Policy policy = smallPolicy();
    States seen;
    std::deque<OpState> queue{OpState()};
    seen.insert(OpState());
    auto visit = [&](const OpState &next) {
      OpState folded = fold(next, policy);
      if (seen.insert(folded).second)
        queue.push_back(folded);
    };
    std::vector<Observation> observations = allObservations();
    while (!queue.empty()) {
      OpState s = queue.front();
      queue.pop_front();
      for (const Observation &o : observations)
        visit(advance(s, o, policy).next);
      visit(applyHostEvent(s, NANGUARD_HOST_CHECKPOINT_RELOAD).next);
      visit(applyHostEvent(s, NANGUARD_HOST_REGIME).next);
      visit(applyHostEvent(s, NANGUARD_HOST_LIFT_PIN).next);
      visit(applyPin(s).next);
    }
    return seen;
  }();
  return states;
}

TEST(ModelCheck, EdgesAreLegalAndClimbOneStageAtMost) {
  Policy policy = smallPolicy();
  std::vector<Observation> observations = allObservations();
  size_t edges = 0;
  for (const OpState &s : reachable())
    for (const Observation &o : observations) {
      Transition t = advance(s, o, policy);
      ++edges;
      unsigned from = depthOf(tierOf(s)), to = depthOf(tierOf(t.next));
      ASSERT_TRUE(isLegal(s.state, t.next.state))
          << int(s.state) << " -> " << int(t.next.state);
      ASSERT_LE(from, to + 1) << "two stages up at once";
      ASSERT_LE(to, from + 1) << "two stages down at once";
      if (o.grade == Grade::Neutral) {
        ASSERT_EQ(key(t.next), key(s)) << "no evidence, yet a change";
      }
      if (to > from) {
        ASSERT_TRUE(o.grade == Grade::Bad ||
                    (o.grade == Grade::Carried && !o.carries))
            << "lowered without a bad step";
      }
      if (s.pinned) {
        ASSERT_GE(to, from > 0 ? 1u : 0u) << "a pin was not kept";
      }
      if (s.state == State::Halt) {
        ASSERT_EQ(t.next.state, State::Halt) << "only the host leaves HALT";
      }
      bool staged =
          t.next.state == State::Verify || t.next.state == State::Recover;
      ASSERT_EQ(staged, t.next.stage != 0);
    }
  std::printf("%zu states, %zu edges\n", reachable().size(), edges);
  EXPECT_GT(reachable().size(), 1000u);
}

/// Runs `fault` (bad in fused, in safe, in unfused) from `s`.
Observation under(const OpState &s, const bool (&bad)[3]) {
  Observation o;
  o.fault = NANGUARD_FAULT_INNER;
  o.fingerprint = 1;
  o.grade = bad[depthOf(tierOf(s))] ? Grade::Bad : Grade::Clean;
  return o;
}

TEST(ModelCheck, PersistentInnerFaultReachesACleanFormOrHalt) {
  Policy policy = smallPolicy();
  const bool faults[][3] = {
      {true, false, false}, {true, true, false}, {true, true, true}};
  // One recheck of an uncurable mark, OBSERVE, and both stages.
  const int bound = 2 * int(policy.recheckSteps) + int(policy.observeBad) + 1 +
                    int(policy.stage1MaxBad) + int(policy.stage2MaxBad) + 4;
  for (const auto &fault : faults)
    for (OpState s : reachable()) {
      int steps = 0;
      while (s.state != State::Halt && fault[depthOf(tierOf(s))]) {
        s = advance(s, under(s, fault), policy).next;
        ASSERT_LE(++steps, bound) << "state " << int(s.state);
      }
    }
}

TEST(ModelCheck, NoDeadlockOnceTheFaultIsGone) {
  Policy policy = smallPolicy();
  const bool none[3] = {false, false, false};
  for (OpState s : reachable()) {
    if (s.state == State::Halt || s.pinned)
      continue;
    int steps = 0;
    while (s.state != State::Normal) {
      s = advance(s, under(s, none), policy).next;
      ASSERT_LE(++steps, 40) << "stuck in state " << int(s.state);
    }
  }
}

/// Steps of evidence until NORMAL from `s`, each `period`-th of them `outlier`.
int stepsToNormal(OpState s, const Observation &outlier, int period,
                  const Policy &policy) {
  Observation clean;
  clean.grade = Grade::Clean;
  int steps = 0;
  while (s.state != State::Normal && steps < 1000000)
    s = advance(s, ++steps % period ? clean : outlier, policy).next;
  return steps;
}

TEST(ModelCheck, OrdinaryOutliersDelayRecoveryByAConstantFactor) {
  Observation offBaseline, shortHeadroom;
  offBaseline.grade = Grade::Clean;
  offBaseline.aligned = false;
  shortHeadroom.grade = Grade::Hold;
  Policy policy;
  for (uint8_t doublings : {0, 3, 6})
    for (State start : {State::Stage1, State::Stage2}) {
      OpState s;
      s.state = start;
      s.lowered = true;
      s.doublings = doublings;
      int undisturbed = stepsToNormal(s, {}, 1 << 30, policy);
      for (int period : {6, 7, 15, 20, 1000}) {
        EXPECT_LE(stepsToNormal(s, offBaseline, period, policy),
                  undisturbed * 6 / 5 + 3)
            << period;
        EXPECT_LE(stepsToNormal(s, shortHeadroom, period, policy),
                  6 * undisturbed + 18)
            << period;
      }
      EXPECT_LE(stepsToNormal(s, offBaseline, 2, policy), 2 * undisturbed + 3);
    }
}

TEST(ModelCheck, AFaultThatShowsNeverRecovers) {
  Observation shows;
  shows.grade = Grade::Hold;
  shows.faultShows = true;
  OpState s;
  s.state = State::Stage1;
  Policy policy;
  EXPECT_EQ(stepsToNormal(s, shows, policy.verifyClean, policy), 1000000);
}

TEST(ModelCheck, AnOpThatIsHeldIsReportedAtDoublingTimes) {
  Policy policy;
  Observation shows;
  shows.grade = Grade::Hold;
  shows.faultShows = true;
  Observation clean;
  clean.grade = Grade::Clean;
  OpState s;
  s.state = State::Stage1;
  std::vector<int> reports;
  for (int step = 1; step <= 10000; ++step) {
    Transition t = advance(s, step % 2 ? clean : shows, policy);
    if (t.reason == NANGUARD_REASON_HELD)
      reports.push_back(step);
    s = t.next;
  }
  EXPECT_EQ(reports, (std::vector<int>{1000, 2000, 4000, 8000}));
  // Recovery that nothing delays is never reported, however long the wait.
  for (uint8_t doublings = 0; doublings <= 10; ++doublings) {
    OpState op;
    op.state = State::Stage2;
    op.doublings = doublings;
    while (op.state != State::Normal) {
      Transition t = advance(op, clean, policy);
      ASSERT_NE(t.reason, NANGUARD_REASON_HELD);
      op = t.next;
    }
    EXPECT_EQ(op.heldFor, 0u);
  }
}

TEST(ModelCheck, TransientFaultNeverLeavesObserve) {
  for (bool share : {false, true}) {
    OpState s;
    Policy policy;
    for (int i = 0; i < 200; ++i) {
      Observation o;
      o.grade = i % 20 == 10 ? Grade::Bad : Grade::Clean;
      o.fault = NANGUARD_FAULT_INNER;
      o.largeShare = share;
      s = advance(s, o, policy).next;
      ASSERT_TRUE(s.state == State::Normal || s.state == State::Observe);
    }
  }
}

TEST(ModelCheck, IntermittentFaultIsLowered) {
  for (int period = 1; period <= 5; ++period) {
    OpState s;
    Policy policy;
    int i = 0;
    for (; depthOf(tierOf(s)) == 0; ++i) {
      Observation o;
      o.grade = i % period == 0 ? Grade::Bad : Grade::Clean;
      o.fault = NANGUARD_FAULT_INNER;
      s = advance(s, o, policy).next;
      ASSERT_LT(i, 3 * period + 1) << "period " << period;
    }
  }
}

/// Changes of form in `steps` steps under `isBad(step, depth)`.
int changes(int steps, const Policy &policy,
            const std::function<bool(int, unsigned)> &isBad) {
  OpState s;
  int n = 0;
  for (int i = 0; i < steps; ++i) {
    Observation o;
    o.grade = isBad(i, depthOf(tierOf(s))) ? Grade::Bad : Grade::Clean;
    o.fault = NANGUARD_FAULT_INNER;
    o.fingerprint = static_cast<uint32_t>(i); // never pinned
    OpState next = advance(s, o, policy).next;
    n += depthOf(tierOf(next)) != depthOf(tierOf(s));
    s = next;
  }
  return n;
}

TEST(ModelCheck, RelapsesChangeTheTierLogarithmicallyOften) {
  Policy policy;
  policy.maxDoublings = 10;
  auto always = [](int, unsigned depth) { return depth == 0; };
  auto bursts = [](int i, unsigned depth) { return depth == 0 && i % 211 < 4; };
  int n = 20;
  for (int doubled = 1; doubled <= 9; ++doubled, n *= 2) {
    int bound = 2 * doubled + 3;
    EXPECT_LE(changes(n, policy, always), bound) << n << " steps";
    EXPECT_LE(changes(n, policy, bursts), bound) << n << " steps";
  }
  // Stage 1 does not help: two forms to climb, still a constant a doubling.
  auto deep = [](int, unsigned depth) { return depth < 2; };
  EXPECT_LE(changes(20 << 9, policy, deep), 4 * 10 + 4);
}

TEST(ModelCheck, UncurableFaultDoesNotFlap) {
  Policy policy;
  OpState s;
  int n = 0;
  for (int i = 0; i < 64000; ++i) {
    Observation o;
    o.grade = Grade::Bad;
    o.fingerprint = 1;
    o.fault = depthOf(tierOf(s)) ? NANGUARD_FAULT_POLE : NANGUARD_FAULT_INNER;
    OpState next = advance(s, o, policy).next;
    n += depthOf(tierOf(next)) != depthOf(tierOf(s));
    s = next;
    ASSERT_FALSE(s.pinned);
  }
  EXPECT_LE(n, 14);
}

} // namespace
