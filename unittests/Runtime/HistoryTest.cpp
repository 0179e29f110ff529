//===- HistoryTest.cpp - Random histories against the invariants ----------===//
//
// Faults that come and go, outliers, steps that are sampled or idle, bad
// arguments, redo, save, restore and regime events, in an order that a seed
// gives. What must hold stands in docs/runtime.md.
//
//===----------------------------------------------------------------------===//

#include "TestFolder.h"
#include "TestModel.h"
#include "Transition.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

using namespace nanguard;
using namespace nanguard::test;

namespace {

/// Waits are short, so that a history sees all states.
const char *const kPolicies[] = {
    R"({"verify": {"clean_steps": 4}, "recover": {"safe_steps": 5, "fused_steps": 5},
        "backoff": {"max_doublings": 1, "pin_after": 0}, "baseline": {"min_samples": 8}})",
    R"({"preset": "training", "normal": {"sample_every": 7}, "verify": {"clean_steps": 4},
        "recover": {"safe_steps": 5, "fused_steps": 5},
        "backoff": {"max_doublings": 1, "pin_after": 0}, "baseline": {"min_samples": 8}})",
    R"({"verify": {"clean_steps": 4, "shadow": 1}, "rescue": {"in_step": 1},
        "recover": {"safe_steps": 5, "fused_steps": 5},
        "backoff": {"max_doublings": 1, "pin_after": 0}, "baseline": {"min_samples": 8}})",
};

/// A fault of one op: bad in forms above `cure`, 3: in all.
struct OwnFault {
  int64_t op = -1;
  unsigned cure = 1;
};

class History {
public:
  explicit History(unsigned seed)
      : random(seed), stream(kPolicies[seed % std::size(kPolicies)]) {}

  void run() {
    for (int phase = 0; phase < 4; ++phase) {
      OwnFault fault;
      if (draw(3))
        fault = {std::array{kMatmul, kSoftmax, kLog}[draw(3)], 1 + draw(3)};
      for (unsigned i = 0, length = 5 + draw(40); i < length; ++i)
        act(fault);
      if (fault.op >= 0)
        persists(fault);
      if (::testing::Test::HasFatalFailure())
        return;
    }
    comesBack();
  }

private:
  unsigned draw(unsigned n) { return unsigned(random() % n); }

  /// A row of op `i` that a fault strikes, as generated code would leave it.
  void strike(Report &r, const OwnFault &fault) {
    int64_t *row = r.row(fault.op);
    int64_t tier = row[NANGUARD_COL_STATUS] >> 8;
    unsigned depth = depthOf(uint8_t(tier));
    if (depth >= fault.cure) {
      if (tier & NANGUARD_TIER_SHADOW)
        row[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_SHADOW_BAD;
      return;
    }
    r.nan(fault.op);
    if (tier & NANGUARD_TIER_RESCUE && depth < 2)
      row[NANGUARD_COL_STATUS] |=
          fault.cure < 3 ? NANGUARD_STATUS_RESCUED : NANGUARD_STATUS_TRIED;
  }

  bool isClean(Report &r) {
    for (size_t op = 0; op < kOps; ++op) {
      int64_t status = r.row(op)[NANGUARD_COL_STATUS] & 0xff;
      if (!status || r.row(op)[NANGUARD_COL_MAX_BITS] >= kF16Inf)
        return false;
    }
    return true;
  }

  void act(const OwnFault &fault) {
    switch (draw(60)) {
    case 0:
      return save();
    case 1:
      return restore();
    case 2:
      nanguard_context_host_event(stream.context, NANGUARD_HOST_REGIME, -1);
      return;
    case 3:
      return redo(fault);
    default:
      return step(fault, draw(15) == 0, draw(20) == 0, draw(30) == 0);
    }
  }

  void step(const OwnFault &fault, bool outlier, bool idle, bool badArgument) {
    unsigned before[kOps];
    for (size_t op = 0; op < kOps; ++op)
      before[op] = depthOf(stream.info(int64_t(op)).tier);
    size_t told = stream.events.size();
    bool clean = false;
    ASSERT_EQ(stream.step([&](Report &r) {
      if (outlier)
        r.row(kSoftmax)[NANGUARD_COL_MAX_BITS] = 0x5800;
      if (badArgument) {
        r.nan(kEntry);
        for (int64_t op : {kMatmul, kSoftmax, kLog}) {
          r.nan(op);
          if (r.row(op)[NANGUARD_COL_STATUS] >> 8 & NANGUARD_TIER_RESCUE)
            r.row(op)[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_TRIED;
        }
      } else if (fault.op >= 0) {
        strike(r, fault);
      }
      if (idle && !badArgument && fault.op != kLog)
        r.row(kLog)[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_EMPTY;
      clean = isClean(r);
    }),
              NANGUARD_OK);
    restored = false;
    uint64_t now = nanguard_context_generation(stream.context);
    if (clean)
      lastClean = now;
    ASSERT_EQ(stream.counters().last_clean_step, lastClean);
    for (size_t op = 0; op < kOps; ++op) {
      unsigned depth = depthOf(stream.info(int64_t(op)).tier);
      ASSERT_LE(depth, before[op] + 1);
      ASSERT_LE(before[op], depth + 1);
      bool mayFall = int64_t(op) == fault.op || badArgument;
      ASSERT_TRUE(depth <= before[op] || mayFall) << "op " << op;
    }
    for (size_t i = told; i < stream.events.size(); ++i)
      ASSERT_TRUE(
          isLegal(State(stream.events[i].from), State(stream.events[i].to)))
          << stream.events[i].from << " -> " << stream.events[i].to;
  }

  void redo(const OwnFault &fault) {
    nanguard_counters was = stream.counters();
    std::vector<nanguard_op_info> infos;
    for (size_t op = 0; op < kOps; ++op)
      infos.push_back(stream.info(int64_t(op)));
    std::vector<uint8_t> ran = stream.tiers;
    if (nanguard_context_redo(stream.context, stream.tiers.data(), kOps))
      return;
    Report r(stream.tiers);
    bool deeper = false;
    for (size_t op = 0; op < kOps; ++op)
      deeper |= depthOf(stream.tiers[op]) > depthOf(ran[op]);
    ASSERT_TRUE(deeper || restored);
    if (fault.op >= 0)
      strike(r, fault);
    ASSERT_EQ(nanguard_context_step_end(stream.context, r.cells.data(), kOps,
                                        NANGUARD_REPORT_COLUMNS, nullptr),
              NANGUARD_OK);
    nanguard_counters is = stream.counters();
    ASSERT_EQ(is.steps, was.steps);
    ASSERT_EQ(is.bad_steps, was.bad_steps);
    for (size_t op = 0; op < kOps; ++op) {
      nanguard_op_info info = stream.info(int64_t(op));
      ASSERT_EQ(info.state, infos[op].state) << "a redo moved a tier";
      ASSERT_EQ(info.bad_steps, infos[op].bad_steps);
    }
  }

  void save() {
    ASSERT_EQ(nanguard_context_save(stream.context, folder.file().c_str()),
              NANGUARD_OK);
    saved = true;
    savedLastClean = lastClean;
    savedCounters = stream.counters();
    savedInfos.clear();
    for (size_t op = 0; op < kOps; ++op)
      savedInfos.push_back(stream.info(int64_t(op)));
  }

  void restore() {
    if (!saved)
      return;
    ASSERT_EQ(nanguard_context_restore(stream.context, folder.file().c_str()),
              NANGUARD_OK)
        << nanguard_last_error();
    restored = true;
    lastClean = savedLastClean;
    nanguard_counters counters = stream.counters();
    ASSERT_EQ(std::memcmp(&counters, &savedCounters, sizeof counters), 0);
    for (size_t op = 0; op < kOps; ++op) {
      nanguard_op_info info = stream.info(int64_t(op));
      ASSERT_EQ(std::memcmp(&info, &savedInfos[op], sizeof info), 0);
    }
  }

  /// A fault that stays reaches a form that cures it, or HALT, and no reader
  /// has it again.
  void persists(const OwnFault &fault) {
    for (int i = 0; i < 40; ++i)
      step(fault, /*outlier=*/i % 15 == 7, false, false);
    nanguard_op_info info = stream.info(fault.op);
    if (info.state == NANGUARD_STATE_HALT) {
      // One that HALT took in, in a phase before, is the host's.
      nanguard_context_host_event(stream.context,
                                  NANGUARD_HOST_CHECKPOINT_RELOAD, fault.op);
      return;
    }
    ASSERT_LT(fault.cure, 3u) << "no form cures it, and no HALT";
    ASSERT_TRUE(info.state == NANGUARD_STATE_RECOVER ||
                depthOf(info.tier) >= fault.cure)
        << "state " << info.state << ", cured by " << fault.cure;
  }

  /// Without faults all ops are NORMAL again, outliers or not.
  void comesBack() {
    nanguard_context_host_event(stream.context, NANGUARD_HOST_CHECKPOINT_RELOAD,
                                -1);
    for (int i = 0; i < 300; ++i)
      step({}, /*outlier=*/i % 15 == 14, /*idle=*/i % 9 == 0, false);
    for (int64_t op : {kMatmul, kSoftmax, kLog})
      ASSERT_EQ(stream.state(op), NANGUARD_STATE_NORMAL);
  }

  std::mt19937 random;
  Stream stream;
  Folder folder;
  uint64_t lastClean = 0;
  bool saved = false;
  /// No step since: the last tiers are those of another timeline.
  bool restored = false;
  uint64_t savedLastClean = 0;
  nanguard_counters savedCounters = {};
  std::vector<nanguard_op_info> savedInfos;
};

TEST(History, InvariantsHoldInRandomHistories) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    History(seed).run();
    if (HasFatalFailure())
      return;
  }
}

} // namespace
