//===- PolicyTest.cpp - Policies from JSON --------------------------------===//
//
// Every error names its key; the schema lists what the reader takes.
//
//===----------------------------------------------------------------------===//

#include "Policy.h"
#include "nanguard/runtime.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

using namespace nanguard;

namespace {

std::string errorOf(const char *json) {
  Policy policy;
  std::string error;
  EXPECT_FALSE(parsePolicy(json, policy, error)) << json;
  return error;
}

bool has(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

TEST(Policy, ReadsOverItsPreset) {
  Policy policy;
  std::string error;
  ASSERT_TRUE(parsePolicy(
      R"({"preset": "training", "verify": {"clean_steps": 5}})", policy, error))
      << error;
  EXPECT_EQ(policy.verifyClean, 5u);
  EXPECT_EQ(policy.sampleEvery, 50u);
  EXPECT_EQ(policy.recoverFused, 50u);
}

TEST(Policy, ErrorsNameTheKey) {
  EXPECT_TRUE(has(errorOf("{"), "not JSON"));
  std::string deep = "{\"verify\":" + std::string(200000, '[');
  EXPECT_EQ(errorOf(deep.c_str()), "policy nests too deep");
  EXPECT_TRUE(has(errorOf("[]"), "expected a JSON object"));
  EXPECT_TRUE(has(errorOf(R"({"verifi": {}})"), "'verifi'"));
  EXPECT_TRUE(has(errorOf(R"({"verify": 3})"), "'verify'"));
  EXPECT_TRUE(has(errorOf(R"({"verify": {"steps": 3}})"), "'verify.steps'"));
  EXPECT_TRUE(has(errorOf(R"({"verify": {"clean_steps": "3"}})"),
                  "'verify.clean_steps': expected an integer"));
  EXPECT_TRUE(has(errorOf(R"({"verify": {"clean_steps": 2.5}})"),
                  "'verify.clean_steps': expected an integer"));
  EXPECT_TRUE(has(errorOf(R"({"verify": {"clean_steps": 0}})"),
                  "'verify.clean_steps': 0 is not within"));
  EXPECT_TRUE(
      has(errorOf(R"({"observe": {"bad_steps": 1}})"), "'observe.bad_steps'"));
  EXPECT_TRUE(has(errorOf(R"({"observe": {"bad_steps": 9}})"),
                  "more than 'observe.window'"));
  EXPECT_TRUE(has(errorOf(R"({"preset": "x"})"), "'x'"));
  EXPECT_TRUE(has(errorOf(R"({"preset": 1})"), "'preset'"));
  EXPECT_TRUE(
      has(errorOf(R"({"verify": {"clean_steps": 1, "clean_steps": 2}})"),
          "'verify.clean_steps' is given twice"));
  for (const char *number : {"1e999", "-1e999"})
    EXPECT_TRUE(has(errorOf((R"({"verify": {"shadow": 1, "clean_steps": )" +
                             std::string(number) + "}}")
                                .c_str()),
                    "'verify.clean_steps': the number is out of range"));
}

TEST(Policy, WholeNumbersMayBeWrittenAsFloats) {
  Policy policy;
  std::string error;
  ASSERT_TRUE(parsePolicy(
      R"({"verify": {"clean_steps": 5.0}, "normal": {"sample_every": 1e3}})",
      policy, error))
      << error;
  EXPECT_EQ(policy.verifyClean, 5u);
  EXPECT_EQ(policy.sampleEvery, 1000u);
}

TEST(Policy, TheShippedSchemaIsFresh) {
  std::ifstream file(NANGUARD_POLICY_SCHEMA);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, policySchema() + "\n") << "run utils/update_docs.sh";
}

TEST(Policy, SetsOneKeyOrChangesNothing) {
  Policy policy;
  std::string error;
  EXPECT_TRUE(setPolicyKey("rescue.in_step", 1, policy, error)) << error;
  EXPECT_EQ(policy.rescueInStep, 1u);
  EXPECT_FALSE(setPolicyKey("rescue.in_step", 2, policy, error));
  EXPECT_TRUE(has(error, "rescue.in_step"));
  EXPECT_FALSE(setPolicyKey("rescue", 1, policy, error));
  EXPECT_TRUE(has(error, "unknown policy key 'rescue'"));
  // More bad steps than the window holds.
  EXPECT_FALSE(setPolicyKey("observe.bad_steps", 30, policy, error));
  EXPECT_EQ(policy.observeBad, Policy().observeBad);
}

TEST(Policy, PresetsAndSchema) {
  for (const char *name : {"default", "training", "inference", "debug"}) {
    nanguard_policy *policy = nullptr;
    EXPECT_EQ(nanguard_policy_create_preset(name, &policy), NANGUARD_OK);
    nanguard_policy_destroy(policy);
  }
  nanguard_policy *policy = nullptr;
  EXPECT_EQ(nanguard_policy_create_preset("none", &policy),
            NANGUARD_ERR_ARGUMENT);
  EXPECT_EQ(policy, nullptr);
  std::string schema = nanguard_policy_schema();
  EXPECT_TRUE(has(schema, "\"clean_steps\""));
  EXPECT_TRUE(has(schema, "\"additionalProperties\": false"));
}

} // namespace
