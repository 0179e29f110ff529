//===- VerdictTest.cpp - Verdicts, their evidence, what to do -------------===//
//
// op, data, state poisoned, peer, hardware; redo and replay.
//
//===----------------------------------------------------------------------===//

#include "TestServer.h"

#include <gtest/gtest.h>

using namespace nanguard::test;

namespace {

nanguard_finding found(const Stream &s) {
  return ServerBench::finding(s.context);
}

std::string evidence(const nanguard_event &e) {
  char text[256];
  nanguard_event_evidence(&e, text, sizeof text);
  return text;
}

TEST(Verdict, FindingOfEachStep) {
  Stream s;
  s.clean(2);
  EXPECT_EQ(found(s).verdict, NANGUARD_VERDICT_NONE);
  EXPECT_EQ(found(s).generation, 2u);
  s.step(FusedNan{kSoftmax});
  EXPECT_EQ(found(s).verdict, NANGUARD_VERDICT_OP);
  EXPECT_EQ(found(s).op, kSoftmax);
  EXPECT_EQ(found(s).advice, NANGUARD_ADVICE_REDO);
  EXPECT_EQ(found(s).last_clean_step, 2u);
  s.clean();
  EXPECT_EQ(found(s).verdict, NANGUARD_VERDICT_NONE);
  // A bad argument explains more than an op that appears beside it.
  s.step([](Report &r) {
    r.nan(kEntry);
    r.nan(kMatmul);
    r.nan(kLog);
  });
  EXPECT_EQ(found(s).verdict, NANGUARD_VERDICT_DATA);
  EXPECT_EQ(found(s).op, kEntry);
  EXPECT_EQ(found(s).advice, NANGUARD_ADVICE_DROP_INPUT);
  s.step([](Report &r) {
    r.nan(kCache);
    r.nan(kSoftmax);
  });
  EXPECT_EQ(found(s).verdict, NANGUARD_VERDICT_STATE_POISONED);
  EXPECT_EQ(found(s).advice, NANGUARD_ADVICE_RELOAD);
  EXPECT_EQ(found(s).last_clean_step, 4u);
}

TEST(Verdict, EvidenceIsASentence) {
  Stream s;
  s.clean(3);
  s.step(FusedNan{kSoftmax});
  s.step(FusedNan{kSoftmax});
  EXPECT_EQ(evidence(s.events[1]),
            "all 2 inputs were finite; its output held 1 NaN and 0 Inf of 32, "
            "the first at [5], in the fused form");
  EXPECT_EQ(s.events[1].advice, NANGUARD_ADVICE_REDO);
  EXPECT_STREQ(s.events[1].dtype, "f16");
  s.events.clear();
  s.step([](Report &r) { r.nan(kCache); });
  ASSERT_EQ(s.events.size(), 2u); // and the softmax's way to VERIFY
  EXPECT_EQ(evidence(s.events[0]),
            "carried state 'cache' held it; the last clean step was 3");
  EXPECT_STREQ(s.events[0].cause_path, "cache");
  nanguard_event none = {};
  none.struct_size = sizeof none;
  EXPECT_EQ(evidence(none), "");
  none.verdict = NANGUARD_VERDICT_CARRIED; // strings of a host may be NULL
  EXPECT_EQ(evidence(none), "came in from argument or op 0");
}

TEST(Verdict, TheStepOfTheUnfusedFormIsNamed) {
  Stream s;
  auto inExp = [](Report &r) {
    r.nan(kSoftmax);
    r.row(kSoftmax)[NANGUARD_COL_STATUS] |= int64_t(2)
                                            << NANGUARD_STATUS_STEP_SHIFT;
  };
  s.clean(2);
  s.step(inExp);
  ASSERT_FALSE(s.events.empty());
  EXPECT_EQ(s.events.back().bad_step, 2);
  EXPECT_STREQ(s.events.back().bad_step_name, "exp");
  EXPECT_NE(evidence(s.events.back()).find("born in step 2 (exp)"),
            std::string::npos);
  // A step that the manifest does not name is not told.
  s.events.clear();
  s.step([](Report &r) {
    r.nan(kMatmul);
    r.row(kMatmul)[NANGUARD_COL_STATUS] |= int64_t(9)
                                           << NANGUARD_STATUS_STEP_SHIFT;
  });
  ASSERT_FALSE(s.events.empty());
  EXPECT_EQ(s.events.back().bad_step, 0);
}

TEST(Verdict, ABrokenInvariantIsNotClean) {
  Stream s;
  s.clean(2);
  s.step(FusedNan{kSoftmax});
  s.step(FusedNan{kSoftmax});
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_SAFE_STAGE_1);
  auto broken = [](Report &r) {
    r.row(kSoftmax)[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_INVARIANT;
  };
  for (int i = 0; i < 6; ++i)
    s.step(broken);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_SAFE_STAGE_1);
  s.clean();
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_VERIFY);
}

TEST(Verdict, HeadroomIsTold) {
  Stream s;
  s.step([](Report &r) {
    r.row(kMatmul)[NANGUARD_COL_MAX_BITS] = 0x7800; // 32768
    r.row(kMatmul)[NANGUARD_COL_CLIP_COUNT] = 1;
  });
  ASSERT_EQ(s.events.size(), 1u);
  EXPECT_NEAR(s.events[0].headroom, 1, 0.001);
}

TEST(Verdict, RedoCuresTheStepAndCountsNothing) {
  Stream s;
  s.clean(5);
  s.step(FusedNan{kSoftmax});
  nanguard_counters before = s.counters();
  uint8_t tiers[kOps];
  auto redo = [&](auto damage) {
    nanguard_error error = nanguard_context_redo(s.context, tiers, kOps);
    if (error)
      return error;
    Report report(std::vector<uint8_t>(tiers, tiers + kOps));
    damage(report);
    return nanguard_context_step_end(s.context, report.cells.data(), kOps,
                                     NANGUARD_REPORT_COLUMNS, nullptr);
  };
  ASSERT_EQ(redo(FusedNan{kSoftmax}), NANGUARD_OK);
  EXPECT_EQ(tiers[kSoftmax], NANGUARD_FORM_SAFE | NANGUARD_TIER_STATS);
  EXPECT_EQ(tiers[kMatmul], NANGUARD_FORM_FUSED_BITS);
  EXPECT_EQ(found(s).verdict, NANGUARD_VERDICT_NONE);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_OBSERVE);
  EXPECT_EQ(s.counters().steps, before.steps);
  EXPECT_EQ(s.counters().bad_steps, before.bad_steps);
  EXPECT_EQ(redo(FusedNan{kSoftmax}), NANGUARD_ERR_STATE) << "nothing is bad";

  // A fault that the safe form does not cure goes on to the next, then ends.
  auto always = [](Report &r) { r.nan(kSoftmax); };
  Stream t;
  t.step(always);
  for (int form : {NANGUARD_FORM_SAFE, NANGUARD_FORM_UNFUSED}) {
    ASSERT_EQ(nanguard_context_redo(t.context, tiers, kOps), NANGUARD_OK);
    EXPECT_EQ(tiers[kSoftmax] & NANGUARD_TIER_FORM_MASK, form);
    Report report(std::vector<uint8_t>(tiers, tiers + kOps));
    always(report);
    nanguard_context_step_end(t.context, report.cells.data(), kOps,
                              NANGUARD_REPORT_COLUMNS, nullptr);
    EXPECT_EQ(found(t).verdict, NANGUARD_VERDICT_OP);
  }
  EXPECT_EQ(found(t).advice, NANGUARD_ADVICE_REFUSE);
  EXPECT_EQ(nanguard_context_redo(t.context, tiers, kOps), NANGUARD_ERR_STATE);
  EXPECT_NE(std::string(nanguard_last_error()).find("no deeper form"),
            std::string::npos);
  EXPECT_EQ(t.info(kSoftmax).bad_steps, 1u);
}

TEST(Verdict, ARescuedStepIsGoodAndCounted) {
  Stream s(R"({"rescue": {"in_step": 1}})");
  s.clean(3);
  auto rescued = [](Report &r) {
    FusedNan{kSoftmax}(r);
    r.row(kSoftmax)[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_RESCUED;
  };
  s.step(rescued);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_OBSERVE);
  EXPECT_EQ(found(s).verdict, NANGUARD_VERDICT_OP);
  EXPECT_EQ(found(s).advice, NANGUARD_ADVICE_GO_ON);
  uint8_t tiers[kOps];
  EXPECT_EQ(nanguard_context_redo(s.context, tiers, kOps), NANGUARD_ERR_STATE);
  EXPECT_NE(evidence(s.events[0]).find("finite one in the same step"),
            std::string::npos);
}

TEST(Verdict, RedoNeedsAnOpAtFaultAndNoStepInFlight) {
  Stream s;
  uint8_t tiers[kOps];
  EXPECT_EQ(nanguard_context_redo(s.context, tiers, kOps), NANGUARD_ERR_STATE);
  s.step([](Report &r) {
    r.nan(kEntry);
    r.nan(kMatmul);
  });
  EXPECT_EQ(nanguard_context_redo(s.context, tiers, kOps), NANGUARD_ERR_STATE);
  EXPECT_NE(std::string(nanguard_last_error()).find("verdict data"),
            std::string::npos);
  s.step(FusedNan{kSoftmax});
  nanguard_context_tiers(s.context, tiers, kOps);
  EXPECT_EQ(nanguard_context_redo(s.context, tiers, kOps), NANGUARD_ERR_STATE);
  EXPECT_NE(std::string(nanguard_last_error()).find("outstanding"),
            std::string::npos);
}

TEST(Verdict, AReplayThatDiffersIsHardware) {
  Stream s;
  uint8_t tiers[kOps];
  uint64_t generation = 0;
  EXPECT_EQ(nanguard_context_replay_tiers(s.context, tiers, kOps, &generation),
            NANGUARD_ERR_STATE);
  s.clean(2);
  s.step([](Report &r) { r.nan(kSoftmax); });
  std::vector<uint8_t> ran = s.tiers;
  s.clean(2);
  ASSERT_EQ(nanguard_context_replay_tiers(s.context, tiers, kOps, &generation),
            NANGUARD_OK);
  EXPECT_EQ(generation, 3u);
  EXPECT_EQ(std::vector<uint8_t>(tiers, tiers + kOps), ran);

  Report same(ran);
  same.nan(kSoftmax);
  int32_t differs = -1;
  size_t told = s.events.size();
  ASSERT_EQ(nanguard_context_compare_replay(s.context, same.cells.data(), kOps,
                                            NANGUARD_REPORT_COLUMNS, &differs),
            NANGUARD_OK);
  EXPECT_EQ(differs, 0);
  EXPECT_EQ(s.events.size(), told);

  int checks = 0;
  nanguard_context_set_self_check(
      s.context,
      [](const nanguard_event *, void *user) {
        ++*static_cast<int *>(user);
        return 1;
      },
      &checks);
  Report other(ran); // this time it is clean
  ASSERT_EQ(nanguard_context_compare_replay(s.context, other.cells.data(), kOps,
                                            NANGUARD_REPORT_COLUMNS, &differs),
            NANGUARD_OK);
  EXPECT_EQ(differs, 1);
  EXPECT_EQ(checks, 1);
  ASSERT_EQ(s.events.size(), told + 1);
  const nanguard_event &e = s.events.back();
  EXPECT_EQ(e.verdict, NANGUARD_VERDICT_HARDWARE);
  EXPECT_EQ(e.op, kSoftmax);
  EXPECT_EQ(e.step, 3u);
  EXPECT_EQ(e.reason, NANGUARD_REASON_REPLAY);
  EXPECT_EQ(evidence(e), "the same step with the same tiers gave other bits; "
                         "the host's self-check failed; the last clean step "
                         "was 5");
  EXPECT_EQ(found(s).advice, NANGUARD_ADVICE_CHECK_HARDWARE);
}

TEST(Verdict, HaltAsksTheHostsSelfCheck) {
  Stream s;
  int checks = 0;
  nanguard_context_set_self_check(
      s.context,
      [](const nanguard_event *e, void *user) {
        EXPECT_EQ(e->to, NANGUARD_STATE_HALT);
        ++*static_cast<int *>(user);
        return 0;
      },
      &checks);
  for (int i = 0; i < 20; ++i)
    s.step([](Report &r) { r.nan(kSoftmax); });
  EXPECT_EQ(checks, 1);
  EXPECT_EQ(s.events.back().self_check, NANGUARD_EVIDENCE_GOOD);
  EXPECT_EQ(evidence(s.events.back()),
            "the arguments are finite and every form is bad; the host's "
            "self-check passed; no step was clean before");
  EXPECT_EQ(found(s).verdict, NANGUARD_VERDICT_HARDWARE);
  EXPECT_EQ(found(s).advice, NANGUARD_ADVICE_CHECK_HARDWARE);
  EXPECT_EQ(found(s).self_check, NANGUARD_EVIDENCE_GOOD);
}

TEST(Verdict, WhatNoFormCuresIsSaidSo) {
  Stream s;
  nanguard_context_force(s.context, -1, NANGUARD_FORM_SAFE);
  s.step([](Report &r) {
    r.inf(kSoftmax);
    r.row(kSoftmax)[NANGUARD_COL_EXIT_COUNT] = 1;
    r.row(kSoftmax)[NANGUARD_COL_INNER_BITS] = bitsOf(70000);
  });
  EXPECT_EQ(found(s).fault, NANGUARD_FAULT_EXIT);
  EXPECT_EQ(found(s).advice, NANGUARD_ADVICE_WIDEN);
  s.step([](Report &r) {
    r.nan(kLog);
    r.row(kLog)[NANGUARD_COL_INNER_BITS] = bitsOf(__builtin_nan(""));
  });
  EXPECT_EQ(found(s).fault, NANGUARD_FAULT_DOMAIN);
  EXPECT_EQ(found(s).advice, NANGUARD_ADVICE_REFUSE);
}

TEST(Verdict, VerifyComparesMeanSquareAndVariance) {
  const char *policy = R"({"baseline": {"stats_every": 2, "min_samples": 8}})";
  auto moments = [](double mean, double variance) {
    return [=](Report &r) {
      int64_t *row = r.row(kSoftmax);
      if (!(row[NANGUARD_COL_STATUS] & NANGUARD_STATUS_STATS))
        return;
      row[NANGUARD_COL_MEAN] = bitsOf(mean);
      row[NANGUARD_COL_VAR] = bitsOf(variance);
    };
  };
  for (double spread : {1.0, 100.0}) {
    Stream s(policy);
    for (int i = 0; i < 100; ++i)
      s.step(moments(0.5, 1));
    s.step(FusedNan{kSoftmax});
    s.step(FusedNan{kSoftmax});
    for (int i = 0; i < 25; ++i)
      s.step(moments(0.5, spread));
    EXPECT_EQ(s.state(kSoftmax),
              spread == 1.0 ? NANGUARD_STATE_RECOVER : NANGUARD_STATE_VERIFY);
  }
}

TEST(Verdict, VerifyWaitsForTheGradientNorm) {
  Stream s;
  auto signals = [](double norm) {
    nanguard_signals signals = {};
    signals.struct_size = sizeof signals;
    signals.valid = NANGUARD_SIGNAL_GRAD_NORM;
    signals.grad_norm = norm;
    return signals;
  };
  nanguard_signals calm = signals(1), jump = signals(1000);
  for (int i = 0; i < 60; ++i)
    s.step([](Report &) {}, &calm);
  s.step(FusedNan{kSoftmax}, &calm);
  s.step(FusedNan{kSoftmax}, &calm);
  for (int i = 0; i < 15; ++i)
    s.step([](Report &) {}, &calm);
  for (int i = 0; i < 3; ++i)
    s.step([](Report &) {}, &jump);
  for (int i = 0; i < 5; ++i)
    s.step([](Report &) {}, &calm);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_VERIFY);
  for (int i = 0; i < 10; ++i)
    s.step([](Report &) {}, &calm);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_RECOVER);
}

} // namespace
