//===- EvidenceTest.cpp - What lowers an op, and what does not ------------===//
//
// Ops whose inputs are bad, values that no form changes, steps that were not
// scanned, and a form that is asked in shadow before it is given back.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include <gtest/gtest.h>

#include <limits>

using namespace nanguard::test;

namespace {

unsigned formOf(Report &r, int64_t op) {
  return r.row(op)[NANGUARD_COL_STATUS] >> 8 & NANGUARD_TIER_FORM_MASK;
}

/// The argument is bad in each step; the matmul minds that where it is fused.
void unwrittenSlot(Report &r) {
  r.nan(kEntry);
  if (formOf(r, kMatmul) < NANGUARD_FORM_SAFE)
    r.nan(kMatmul);
}

/// `status` stands in the row of a bad `op`, and what its unfused form says.
auto bad(int64_t op, int64_t status, int64_t step = 0, int64_t born = 0) {
  return [=](Report &r) {
    r.nan(op);
    r.row(op)[NANGUARD_COL_STATUS] |= status |
                                      step << NANGUARD_STATUS_STEP_SHIFT |
                                      born << NANGUARD_STATUS_BORN_SHIFT;
  };
}

nanguard_finding found(const Stream &s) {
  nanguard_finding finding = {};
  finding.struct_size = sizeof finding;
  nanguard_context_finding(s.context, &finding);
  return finding;
}

TEST(Evidence, AnOpThatReadsWhatItNeedNotIsLowered) {
  Stream s;
  s.step(unwrittenSlot);
  EXPECT_EQ(found(s).verdict, NANGUARD_VERDICT_DATA);
  EXPECT_EQ(found(s).advice, NANGUARD_ADVICE_DROP_INPUT);
  EXPECT_EQ(s.form(kMatmul), unsigned(NANGUARD_FORM_SAFE)) << "one trial";
  s.step(unwrittenSlot);
  EXPECT_EQ(s.state(kMatmul), NANGUARD_STATE_SAFE_STAGE_1);
  EXPECT_EQ(found(s).advice, NANGUARD_ADVICE_GO_ON) << "nobody minds";
  for (int i = 0; i < 30; ++i)
    s.step(unwrittenSlot);
  EXPECT_EQ(s.form(kMatmul), unsigned(NANGUARD_FORM_SAFE));
  EXPECT_EQ(s.info(kMatmul).relapses, 1u) << "its fused trial";
}

TEST(Evidence, WhatCarriesIsTriedOnceAnEpisode) {
  Stream s;
  auto carried = [](Report &r) {
    r.nan(kEntry);
    r.nan(kMatmul);
  };
  for (int i = 0; i < 50; ++i) {
    s.step(carried);
    EXPECT_EQ(s.form(kMatmul) == NANGUARD_FORM_SAFE, i == 0);
  }
  EXPECT_EQ(s.state(kMatmul), NANGUARD_STATE_NORMAL);
  EXPECT_EQ(s.info(kMatmul).bad_steps, 0u);
  s.clean();
  s.step(carried);
  EXPECT_EQ(s.form(kMatmul), unsigned(NANGUARD_FORM_SAFE)) << "a new episode";
  // Inputs that are good again decide nothing.
  s.clean();
  EXPECT_EQ(s.form(kMatmul), unsigned(NANGUARD_FORM_FUSED_BITS));
  s.clean(6);
  EXPECT_EQ(s.state(kMatmul), NANGUARD_STATE_NORMAL);
  EXPECT_EQ(s.counters().downgrades, 2u) << "two trials";
}

TEST(Evidence, ARescueDecidesInTheStep) {
  Stream s;
  s.step([](Report &r) {
    r.nan(kEntry);
    bad(kMatmul, NANGUARD_STATUS_RESCUED)(r);
    bad(kLog, NANGUARD_STATUS_TRIED)(r);
    r.nan(kCache);
    bad(kSoftmax, NANGUARD_STATUS_TRIED)(r);
  });
  EXPECT_EQ(s.info(kMatmul).verdict, NANGUARD_VERDICT_OP);
  EXPECT_EQ(s.state(kMatmul), NANGUARD_STATE_OBSERVE);
  EXPECT_EQ(s.info(kSoftmax).verdict, NANGUARD_VERDICT_STATE_POISONED);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_NORMAL) << "no trial is needed";
  EXPECT_EQ(s.info(kLog).verdict, NANGUARD_VERDICT_CARRIED);
  EXPECT_EQ(s.state(kLog), NANGUARD_STATE_NORMAL);
}

TEST(Evidence, AValueThatEveryFormGivesIsSaidOnce) {
  // The softmax' fourth step divides: 0/0 of finite inputs.
  for (bool rescue : {true, false}) {
    Stream s;
    std::string evidence;
    for (int i = 0; i < 900; ++i) {
      s.step([&](Report &r) {
        bool told = rescue || formOf(r, kSoftmax) == NANGUARD_FORM_UNFUSED;
        bad(kSoftmax, rescue ? NANGUARD_STATUS_TRIED : 0, told ? 4 : 0,
            NANGUARD_BORN_NAN)(r);
        if (formOf(r, kSoftmax) >= NANGUARD_FORM_SAFE)
          r.row(kSoftmax)[NANGUARD_COL_INNER_BITS] =
              bitsOf(std::numeric_limits<double>::quiet_NaN());
      });
      ASSERT_NE(s.state(kSoftmax), NANGUARD_STATE_HALT);
    }
    EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_NORMAL);
    EXPECT_EQ(s.info(kSoftmax).uncurable, NANGUARD_FAULT_DOMAIN);
    if (!rescue)
      continue;
    ASSERT_EQ(s.events.size(), 1u);
    const nanguard_event &e = s.events[0];
    EXPECT_EQ(e.reason, NANGUARD_REASON_UNCURABLE);
    EXPECT_STREQ(e.bad_step_name, "divide");
    char text[256];
    nanguard_event_evidence(&e, text, sizeof text);
    EXPECT_NE(std::string(text).find("(divide): 0/0"), std::string::npos)
        << text;
  }
}

TEST(Evidence, AnotherFaultBesideARightInfinityIsStillCured) {
  Stream s;
  for (int i = 0; i < 5; ++i)
    s.step(bad(kSoftmax, NANGUARD_STATUS_TRIED, 4, NANGUARD_BORN_NAN));
  ASSERT_EQ(s.info(kSoftmax).uncurable, NANGUARD_FAULT_DOMAIN);
  for (int i = 0; i < 4; ++i)
    s.step([](Report &r) {
      if (formOf(r, kSoftmax) < NANGUARD_FORM_SAFE)
        bad(kSoftmax, NANGUARD_STATUS_RESCUED)(r);
    });
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_VERIFY);
}

TEST(Evidence, AFaultThatNoArithmeticExplainsHalts) {
  // An overflow in exp, and a NaN that no step of the unfused form made.
  for (int step : {2, 0}) {
    Stream s;
    for (int i = 0; i < 20; ++i)
      s.step(bad(kSoftmax, NANGUARD_STATUS_TRIED, step, step ? 1 : 0));
    EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_HALT) << step;
  }
}

TEST(Evidence, SampledScansDoNotAccuse) {
  for (bool poisoned : {true, false}) {
    Stream s(R"({"preset": "training"})");
    auto fault = [&](Report &r) {
      r.nan(kSoftmax);
      if (poisoned)
        r.nan(kCache);
    };
    s.clean(10);
    s.step(fault);
    EXPECT_EQ(found(s).verdict, NANGUARD_VERDICT_OPEN);
    EXPECT_STREQ(nanguard_verdict_name(found(s).verdict), "op?");
    EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_OBSERVE);
    EXPECT_EQ(s.info(kSoftmax).bad_steps, 0u);
    s.step(fault);
    EXPECT_EQ(found(s).verdict,
              poisoned ? NANGUARD_VERDICT_STATE_POISONED : NANGUARD_VERDICT_OP);
    EXPECT_EQ(s.info(kSoftmax).bad_steps, poisoned ? 0u : 1u);
    s.step(fault);
    EXPECT_EQ(s.form(kSoftmax), poisoned ? unsigned(NANGUARD_FORM_FUSED_BITS)
                                         : unsigned(NANGUARD_FORM_SAFE));
  }
}

TEST(Evidence, AShadowRunComesBeforeAFusedTrial) {
  Stream s(R"({"verify": {"shadow": 1}, "rescue": {"in_step": 0}})");
  auto persistent = [](Report &r) {
    int64_t *row = r.row(kSoftmax);
    if (formOf(r, kSoftmax) < NANGUARD_FORM_SAFE)
      r.nan(kSoftmax);
    else if (row[NANGUARD_COL_STATUS] >> 8 & NANGUARD_TIER_SHADOW)
      row[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_SHADOW_BAD;
  };
  for (int i = 0; i < 2; ++i)
    s.step(persistent);
  for (int i = 0; i < 500; ++i) {
    s.step(persistent);
    ASSERT_GE(s.form(kSoftmax), unsigned(NANGUARD_FORM_SAFE))
        << "its readers had it again";
  }
  s.clean(20 + 50);
  EXPECT_EQ(s.state(kSoftmax), NANGUARD_STATE_NORMAL);
}

TEST(Evidence, PresetsRescueWhatAReaderWouldSee) {
  for (const char *preset : {"default", "inference", "training", "debug"}) {
    nanguard_policy *policy = nullptr;
    nanguard_policy_create_preset(preset, &policy);
    Stream s;
    nanguard_context *context = nullptr;
    nanguard_context_create(s.model, policy, 0, &context);
    uint8_t tiers[kOps];
    nanguard_context_tiers(context, tiers, kOps);
    bool rescues = *preset == 'i' || std::strcmp(preset, "default") == 0;
    EXPECT_EQ((tiers[kSoftmax] & NANGUARD_TIER_RESCUE) != 0, rescues) << preset;
    nanguard_context_destroy(context);
    nanguard_policy_destroy(policy);
  }
}

} // namespace
