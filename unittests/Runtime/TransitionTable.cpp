//===- TransitionTable.cpp - The transition function as a table -----------===//
//
// Every state that an op can reach by clean and bad steps, by the real
// function, as C arrays for the model in test/Model. The policy is small, so
// that the search ends; its window is the default one.
//
//===----------------------------------------------------------------------===//

#include "Transition.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <tuple>
#include <vector>

using namespace nanguard;

namespace {

Policy smallPolicy() {
  Policy p;
  p.stage1MaxBad = 2;
  p.stage2MaxBad = 3;
  p.verifyClean = 3;
  p.recoverSafe = 2;
  p.recoverFused = 2;
  p.maxDoublings = 2;
  p.pinAfter = 0; // a pin waits for a person
  p.forgetSteps = 4;
  p.heldSteps = 0; // a count without a limit
  return p;
}

/// Counters without a limit, cut where they no longer matter.
OpState fold(OpState s, const Policy &p) {
  s.relapses = s.sameRelapses = 0;
  if (s.state == State::Observe)
    s.count = std::min(s.count, p.observeWindow);
  if (s.state == State::Verify)
    s.streak = std::min(s.streak, p.verifyClean);
  return s;
}

auto key(const OpState &s) {
  return std::make_tuple(s.state, s.stage, s.doublings, s.lowered, s.triggered,
                         s.history, s.count, s.streak, s.stageBad,
                         s.fingerprint);
}

struct ByKey {
  bool operator()(const OpState &a, const OpState &b) const {
    return key(a) < key(b);
  }
};

template <typename Get>
void print(const char *name, const std::vector<OpState> &states, Get get) {
  std::printf("static const short %s[] = {", name);
  for (size_t i = 0; i < states.size(); ++i)
    std::printf("%s%d", i ? (i % 20 ? "," : ",\n") : "", get(i));
  std::printf("};\n");
}

} // namespace

int main() {
  Policy policy = smallPolicy();
  std::vector<OpState> states{OpState()};
  std::map<OpState, int, ByKey> numbers{{OpState(), 0}};
  std::vector<std::array<int, 2>> next;
  for (size_t i = 0; i < states.size(); ++i) {
    next.emplace_back();
    for (int bad = 0; bad < 2; ++bad) {
      Observation o;
      o.grade = bad ? Grade::Bad : Grade::Clean;
      o.fault = bad ? NANGUARD_FAULT_INNER : NANGUARD_FAULT_NONE;
      o.fingerprint = bad;
      OpState to = fold(advance(states[i], o, policy).next, policy);
      auto [place, isNew] =
          numbers.emplace(to, static_cast<int>(states.size()));
      if (isNew)
        states.push_back(to);
      next[i][static_cast<size_t>(bad)] = place->second;
    }
  }
  std::printf("/* %zu states */\n", states.size());
  print("afterClean", states, [&](size_t i) { return next[i][0]; });
  print("afterBad", states, [&](size_t i) { return next[i][1]; });
  print("formOf", states,
        [&](size_t i) { return static_cast<int>(depthOf(tierOf(states[i]))); });
  print("stateOf", states,
        [&](size_t i) { return static_cast<int>(states[i].state); });
}
