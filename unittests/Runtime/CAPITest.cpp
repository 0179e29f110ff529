//===- CAPITest.cpp - Errors of the C API, and the C twin -----------------===//
//
// Each misuse gives one clear error and changes nothing; a hand-written C
// model runs through a fault and back.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace nanguard::test;

extern "C" void twin_softmax(const float *in, float *out, int64_t n,
                             uint8_t tier, int64_t *row);

namespace {

bool told(const char *part) {
  return std::string(nanguard_last_error()).find(part) != std::string::npos;
}

std::string replaced(std::string text, const std::string &from,
                     const std::string &to) {
  return text.replace(text.find(from), from.size(), to);
}

nanguard_error load(const std::string &json, const char *function = "main") {
  nanguard_model *model = nullptr;
  nanguard_error error =
      nanguard_model_create_from_manifest(json.c_str(), function, &model);
  EXPECT_EQ(error == NANGUARD_OK, model != nullptr);
  nanguard_model_destroy(model);
  return error;
}

TEST(CAPI, AbiCheckSaysWhatToRebuild) {
  EXPECT_EQ(nanguard_abi_check(NANGUARD_ABI_VERSION), NANGUARD_OK);
  EXPECT_EQ(nanguard_abi_check(NANGUARD_ABI_VERSION + 1), NANGUARD_ERR_ABI);
  EXPECT_TRUE(told("rebuild the runtime"));
  EXPECT_EQ(nanguard_abi_check(0), NANGUARD_ERR_ABI);
  EXPECT_TRUE(told("rebuild the model"));
}

TEST(CAPI, ManifestErrorsNameThePlace) {
  std::string good = manifest();
  EXPECT_EQ(load(good), NANGUARD_OK);
  EXPECT_EQ(load("{"), NANGUARD_ERR_PARSE);
  EXPECT_TRUE(told("not JSON"));
  EXPECT_EQ(load("[]"), NANGUARD_ERR_PARSE);
  EXPECT_EQ(load(replaced(good, "\"abi\": 1", "\"abi\": 9")), NANGUARD_ERR_ABI);
  EXPECT_TRUE(told("abi: is 9"));
  EXPECT_EQ(load(replaced(good, "\"columns\": 12", "\"columns\": 3")),
            NANGUARD_ERR_PARSE);
  EXPECT_EQ(load(good, "other"), NANGUARD_ERR_PARSE);
  EXPECT_TRUE(told("no function \"other\"; known: main"));
  EXPECT_EQ(load(replaced(good, "\"dtype\": \"f16\"", "\"dtype\": \"q9\"")),
            NANGUARD_ERR_PARSE);
  EXPECT_TRUE(told("functions[0].ops[0].dtype: unknown type \"q9\""));
  EXPECT_EQ(load(replaced(good, "\"upstream\": [2]", "\"upstream\": [9]")),
            NANGUARD_ERR_PARSE);
  EXPECT_TRUE(told("ops[3].upstream: no op 9"));
  EXPECT_EQ(load(replaced(good, "\"id\": 1", "\"id\": 4")), NANGUARD_ERR_PARSE);
  EXPECT_EQ(load(replaced(good, "\"risk\": 2", "\"risk\": \"x\"")),
            NANGUARD_ERR_PARSE);
  EXPECT_TRUE(told("ops[2].risk: expected an integer"));
}

TEST(CAPI, OpsAreDescribed) {
  Stream s;
  nanguard_op_desc d = {};
  d.struct_size = sizeof d;
  EXPECT_EQ(nanguard_model_num_ops(s.model), kOps);
  EXPECT_EQ(nanguard_model_op(s.model, kSoftmax, &d), NANGUARD_OK);
  EXPECT_STREQ(d.path, "layer.softmax");
  EXPECT_EQ(d.line, 4);
  EXPECT_EQ(nanguard_model_op(s.model, 99, &d), NANGUARD_ERR_ARGUMENT);
  nanguard_model_op(s.model, kEntry, &d);
  EXPECT_STREQ(d.path, "x");
}

TEST(CAPI, WrongLengthsAreRefused) {
  Stream s;
  uint8_t tiers[kOps + 1];
  EXPECT_EQ(nanguard_context_tiers(s.context, tiers, kOps + 1),
            NANGUARD_ERR_LENGTH);
  EXPECT_TRUE(told("tier vector of 6 bytes: function 'main' has 5"));
  EXPECT_EQ(nanguard_context_generation(s.context), 0u);
  EXPECT_EQ(nanguard_context_tiers(s.context, tiers, kOps), NANGUARD_OK);
  std::vector<int64_t> report(kOps * 13);
  EXPECT_EQ(
      nanguard_context_step_end(s.context, report.data(), kOps, 13, nullptr),
      NANGUARD_ERR_LENGTH);
  EXPECT_TRUE(told("report of 5 x 13"));
  EXPECT_EQ(nanguard_context_step_end(s.context, report.data(), 4, 12, nullptr),
            NANGUARD_ERR_LENGTH);
  EXPECT_EQ(s.counters().steps, 0u);
}

TEST(CAPI, NullAndUnknownArgumentsAreRefused) {
  Stream s;
  nanguard_signals unset = {};
  int64_t report[kOps * 12] = {};
  EXPECT_EQ(nanguard_context_tiers(nullptr, nullptr, 0), NANGUARD_ERR_ARGUMENT);
  EXPECT_EQ(nanguard_context_step_end(s.context, report, kOps, 12, &unset),
            NANGUARD_ERR_ARGUMENT);
  EXPECT_TRUE(told("struct_size"));
  EXPECT_EQ(nanguard_context_force(s.context, 77, 0), NANGUARD_ERR_ARGUMENT);
  EXPECT_EQ(nanguard_context_force(s.context, 0, 9), NANGUARD_ERR_ARGUMENT);
  EXPECT_EQ(nanguard_context_host_event(s.context, 9, -1),
            NANGUARD_ERR_ARGUMENT);
  EXPECT_EQ(nanguard_context_pin(s.context, -2), NANGUARD_ERR_ARGUMENT);
  nanguard_context_destroy(nullptr);
  nanguard_model_destroy(nullptr);
  nanguard_policy_destroy(nullptr);
}

TEST(CAPI, NamesOfEverything) {
  EXPECT_STREQ(nanguard_state_name(NANGUARD_STATE_HALT), "HALT");
  EXPECT_STREQ(nanguard_verdict_name(NANGUARD_VERDICT_HARDWARE), "hardware");
  EXPECT_STREQ(nanguard_fault_name(NANGUARD_FAULT_DOMAIN), "domain");
  EXPECT_STREQ(nanguard_reason_name(NANGUARD_REASON_CLIP), "clip");
  EXPECT_STREQ(nanguard_error_name(NANGUARD_ERR_STALE), "stale report");
  EXPECT_STREQ(nanguard_state_name(-1), "unknown");
  EXPECT_STREQ(nanguard_reason_name(99), "unknown");
}

TEST(CAPI, EventsAreJsonLines) {
  Stream s;
  s.step(FusedNan{kSoftmax});
  ASSERT_EQ(s.events.size(), 1u);
  char line[1024];
  size_t n = nanguard_event_to_json(&s.events[0], line, sizeof line);
  EXPECT_EQ(n, strlen(line));
  EXPECT_NE(strstr(line, "\"path\":\"layer.softmax\""), nullptr);
  EXPECT_NE(strstr(line, "\"to\":\"OBSERVE\""), nullptr);
  EXPECT_NE(strstr(line, "\"magnitude\":null,\"nonfinite\":\"nan\""), nullptr);
  EXPECT_NE(strstr(line, "\"headroom\":null"), nullptr);
  s.events[0].magnitude = HUGE_VAL;
  nanguard_event_to_json(&s.events[0], line, sizeof line);
  EXPECT_NE(strstr(line, "\"magnitude\":null,\"nonfinite\":\"inf\""), nullptr);
  s.events[0].magnitude = 2.5;
  nanguard_event_to_json(&s.events[0], line, sizeof line);
  EXPECT_NE(strstr(line, "\"magnitude\":2.5,\"nonfinite\":\"\""), nullptr);
  // Nothing was scanned: no NaN was seen.
  s.events[0].magnitude = NAN;
  s.events[0].verdict = NANGUARD_VERDICT_NONE;
  n = nanguard_event_to_json(&s.events[0], line, sizeof line);
  EXPECT_NE(strstr(line, "\"magnitude\":null,\"nonfinite\":\"\""), nullptr);
  char cut[8];
  EXPECT_EQ(nanguard_event_to_json(&s.events[0], cut, sizeof cut), n);
  EXPECT_EQ(strlen(cut), 7u);
}

TEST(CAPI, TwinIsLoweredAndComesBack) {
  const char *json = R"({"abi": 1, "columns": 12, "functions": [{
    "name": "f", "ops": [{"id": 0, "kind": "softmax", "dtype": "f32",
    "elements": 4, "variants": ["fused", "safe", "unfused"]}]}]})";
  nanguard_model *model = nullptr;
  nanguard_context *context = nullptr;
  ASSERT_EQ(nanguard_model_create_from_manifest(json, nullptr, &model),
            NANGUARD_OK);
  ASSERT_EQ(nanguard_context_create(model, nullptr, 0, &context), NANGUARD_OK);
  const float bad[4] = {100, 90, 80, 70}, good[4] = {1, 2, 3, 4};
  int lastBad = 0, steps = 0;
  nanguard_op_info info = {};
  info.struct_size = sizeof info;
  do {
    uint8_t tier;
    int64_t row[NANGUARD_REPORT_COLUMNS];
    float out[4];
    ++steps;
    ASSERT_EQ(nanguard_context_tiers(context, &tier, 1), NANGUARD_OK);
    twin_softmax(steps < 10 ? bad : good, out, 4, tier, row);
    if (!(out[0] + out[1] + out[2] + out[3] > 0.99f))
      lastBad = steps;
    ASSERT_EQ(nanguard_context_step_end(context, row, 1,
                                        NANGUARD_REPORT_COLUMNS, nullptr),
              NANGUARD_OK);
    nanguard_context_op_info(context, 0, &info);
  } while (info.state != NANGUARD_STATE_NORMAL && steps < 200);
  EXPECT_LE(lastBad, 3);
  EXPECT_EQ(info.state, NANGUARD_STATE_NORMAL);
  // To OBSERVE 1, to stage 1 at most 2, one clean, 20 and 50.
  EXPECT_LE(steps, 1 + 2 + 1 + 20 + 50);
  nanguard_context_destroy(context);
  nanguard_model_destroy(model);
}

} // namespace
