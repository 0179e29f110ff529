//===- SignalsTest.cpp - Signals that the compiled step computes ----------===//
//
// Rows of marked results become loss, gradient norm, share and scale, and a
// loss scaler's overflows are told from faults.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include "nanguard/ranks.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace nanguard::test;

namespace {

constexpr size_t kRows = 7;
enum Row { X, Forward, Backward, Loss, GradA, GradB, Scale };

std::string trainingManifest(const std::string &signal = "loss") {
  auto op = [](int id, const std::string &rest) {
    return "{\"id\": " + std::to_string(id) + ", \"dtype\": \"f32\", " + rest +
           "}";
  };
  std::string variants = "\"variants\": [\"fused\", \"safe\", \"unfused\"]";
  return "{\"abi\": 1, \"columns\": 12, \"functions\": [{\"name\": \"step\", "
         "\"args\": [{\"index\": 0}], \"results\": [], \"ops\": [" +
         op(0, "\"kind\": \"entry\", \"elements\": 4, \"args\": [0]") + ", " +
         op(1, "\"kind\": \"matmul\", \"elements\": 4, \"args\": [0], " +
                   variants) +
         ", " +
         op(2, "\"kind\": \"matmul\", \"elements\": 4, \"upstream\": [1], "
               "\"loss_scaled\": true, " +
                   variants) +
         ", " +
         op(3, "\"kind\": \"signal\", \"elements\": 1, \"signal\": \"" +
                   signal + "\", \"result\": 0") +
         ", " +
         op(4, "\"kind\": \"signal\", \"elements\": 4, \"signal\": \"grad\"") +
         ", " +
         op(5, "\"kind\": \"signal\", \"elements\": 9, \"signal\": \"grad\"") +
         ", " +
         op(6, "\"kind\": \"signal\", \"elements\": 1, "
               "\"signal\": \"loss_scale\"") +
         "]}]}";
}

constexpr int64_t kF32One = 0x3F800000, kF32Inf = 0x7F800000;

/// A model with signals, one context, and the rows of its next step.
struct Training {
  nanguard_model *model = nullptr;
  nanguard_context *context = nullptr;
  std::vector<uint8_t> tiers = std::vector<uint8_t>(kRows);
  std::vector<int64_t> rows;

  explicit Training(const char *policyJson = "{}") {
    nanguard_policy *policy = nullptr;
    EXPECT_FALSE(nanguard_model_create_from_manifest(trainingManifest().c_str(),
                                                     nullptr, &model))
        << nanguard_last_error();
    policy = makePolicy(policyJson);
    nanguard_context_create(model, policy, 0, &context);
    nanguard_policy_destroy(policy);
  }
  ~Training() {
    nanguard_context_destroy(context);
    nanguard_model_destroy(model);
  }
  Training(const Training &) = delete;
  Training &operator=(const Training &) = delete;

  int64_t *row(size_t op) { return &rows[op * NANGUARD_REPORT_COLUMNS]; }
  void stats(size_t op, double mean, double variance, int64_t infs = 0) {
    int64_t *r = row(op);
    r[NANGUARD_COL_MAX_BITS] = infs ? kF32Inf : kF32One;
    r[NANGUARD_COL_INF_COUNT] = infs;
    r[NANGUARD_COL_MEAN] = bitsOf(mean);
    r[NANGUARD_COL_VAR] = bitsOf(variance);
  }
  void select() {
    nanguard_context_tiers(context, tiers.data(), kRows);
    rows = Report(tiers).cells;
    for (size_t i = 0; i < kRows; ++i)
      row(i)[NANGUARD_COL_MAX_BITS] = kF32One;
    stats(Loss, 2.5, 0);
    stats(GradA, 3, 0);
    stats(GradB, 0, 12);
    stats(Scale, 1024, 0);
  }
  nanguard_error end() {
    return nanguard_context_step_end(context, rows.data(), kRows,
                                     NANGUARD_REPORT_COLUMNS, nullptr);
  }
  nanguard_signals signals() {
    nanguard_signals s = {};
    s.struct_size = sizeof s;
    EXPECT_FALSE(nanguard_model_signals(model, rows.data(), kRows,
                                        NANGUARD_REPORT_COLUMNS, &s));
    return s;
  }
  int state(int64_t op) const {
    nanguard_op_info info = {};
    info.struct_size = sizeof info;
    nanguard_context_op_info(context, op, &info);
    return info.state;
  }
  nanguard_counters counters() const {
    nanguard_counters c = {};
    c.struct_size = sizeof c;
    nanguard_context_counters(context, &c);
    return c;
  }
  /// The gradients overflow in the backward pass.
  void overflow() {
    row(Backward)[NANGUARD_COL_MAX_BITS] = kF32Inf;
    row(Backward)[NANGUARD_COL_INF_COUNT] = 2;
    stats(GradA, 3, 0, /*infs=*/2);
  }
};

TEST(Signals, RowsOfMarkedResultsAreRead) {
  Training t;
  t.select();
  for (size_t op : {Loss, GradA, GradB, Scale})
    EXPECT_EQ(t.tiers[op], NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_STATS);
  nanguard_signals s = t.signals();
  EXPECT_EQ(s.valid, 15u);
  EXPECT_EQ(s.loss, 2.5);
  EXPECT_DOUBLE_EQ(s.grad_norm, std::sqrt(4 * 9 + 9 * 12));
  EXPECT_EQ(s.grad_nonfinite_share, 0);
  EXPECT_EQ(s.loss_scale, 1024);
  EXPECT_EQ(s.step_skipped, 0u);
  t.overflow();
  s = t.signals();
  EXPECT_TRUE(std::isnan(s.grad_norm));
  EXPECT_DOUBLE_EQ(s.grad_nonfinite_share, 2.0 / 13);
  EXPECT_EQ(s.step_skipped, 1u);
}

TEST(Signals, ALossWithoutElementsSaysNothing) {
  Training t;
  t.select();
  t.stats(Loss, NAN, NAN);
  t.row(Loss)[NANGUARD_COL_MAX_BITS] = 0;
  EXPECT_FALSE(t.signals().valid & NANGUARD_SIGNAL_LOSS);
  t.row(Loss)[NANGUARD_COL_MAX_BITS] = kF32Inf;
  t.row(Loss)[NANGUARD_COL_INF_COUNT] = 1;
  EXPECT_TRUE(std::isnan(t.signals().loss));
}

TEST(Signals, TheHostsOwnComeFirst) {
  Training t;
  t.select();
  t.overflow();
  nanguard_signals s = {};
  s.struct_size = sizeof s;
  s.valid = NANGUARD_SIGNAL_LOSS | NANGUARD_SIGNAL_LOSS_SCALE;
  s.loss = 7;
  s.loss_scale = 2;
  ASSERT_FALSE(nanguard_model_signals(t.model, t.rows.data(), kRows,
                                      NANGUARD_REPORT_COLUMNS, &s));
  EXPECT_EQ(s.valid, 15u);
  EXPECT_EQ(s.loss, 7);
  EXPECT_EQ(s.loss_scale, 2);
  EXPECT_EQ(s.step_skipped, 0u) << "who gives the scale says what it did";
}

TEST(Signals, SquaresThatOverflowStillHaveANorm) {
  Training t;
  t.select();
  t.stats(GradA, 1e200, INFINITY);
  t.row(GradA)[NANGUARD_COL_MIN] = bitsOf(-2e200);
  t.row(GradA)[NANGUARD_COL_MAX] = bitsOf(1e200);
  EXPECT_EQ(t.signals().grad_norm, 2e200);
}

TEST(Signals, NoRowIsAnOpAtFault) {
  Training t;
  for (int i = 0; i < 5; ++i) {
    t.select();
    t.stats(Loss, NAN, 0, /*infs=*/1);
    EXPECT_FALSE(t.end());
  }
  EXPECT_EQ(t.state(Loss), NANGUARD_STATE_NORMAL);
  EXPECT_EQ(t.counters().bad_steps, 0u);
  EXPECT_EQ(t.counters().last_clean_step, 0u) << "a NaN loss is not clean";
  t.select();
  EXPECT_TRUE(t.tiers[Forward] & NANGUARD_TIER_COUNT) << "scans count now";
}

TEST(Signals, ALossScalersSkipsLowerNothing) {
  Training t(R"({"rescue": {"in_step": 1}})");
  for (int i = 0; i < 200; ++i) {
    t.select();
    EXPECT_TRUE(t.tiers[Forward] & NANGUARD_TIER_RESCUE);
    EXPECT_FALSE(t.tiers[Backward] & NANGUARD_TIER_RESCUE)
        << "a rescue would hide the overflow from the scaler";
    if (i % 20 < 2)
      t.overflow();
    t.end();
    ASSERT_EQ(t.state(Backward), NANGUARD_STATE_NORMAL) << "step " << i;
  }
  EXPECT_EQ(t.counters().downgrades, 0u);
  // The same overflow with nothing left to scale down is a fault.
  for (int i = 0; i < 2; ++i) {
    t.select();
    t.overflow();
    t.stats(Scale, 1, 0);
    t.end();
  }
  EXPECT_EQ(t.state(Backward), NANGUARD_STATE_SAFE_STAGE_1);
}

TEST(Signals, ARowThatIsUnknownIsRefused) {
  nanguard_model *model = nullptr;
  EXPECT_EQ(nanguard_model_create_from_manifest(
                trainingManifest("lost").c_str(), nullptr, &model),
            NANGUARD_ERR_PARSE);
  EXPECT_STREQ(nanguard_last_error(),
               "manifest: functions[0].ops[3].signal: unknown signal "
               "\"lost\"");
}

TEST(Signals, RanksJoinThem) {
  Training t;
  t.select();
  nanguard_comm comm = {};
  comm.struct_size = sizeof comm;
  comm.size = 2;
  // The other rank has a larger loss.
  comm.max_i64 = [](void *, int64_t *words, size_t) {
    words[4] = std::max(words[4], bitsOf(9.0));
    return NANGUARD_OK;
  };
  EXPECT_EQ(nanguard_context_join_ranks(t.context, &comm, t.rows.data(), kRows,
                                        NANGUARD_REPORT_COLUMNS, nullptr,
                                        nullptr),
            NANGUARD_ERR_ARGUMENT);
  nanguard_signals s = {};
  s.struct_size = sizeof s;
  ASSERT_FALSE(nanguard_context_join_ranks(t.context, &comm, t.rows.data(),
                                           kRows, NANGUARD_REPORT_COLUMNS, &s,
                                           nullptr));
  EXPECT_EQ(s.loss, 9.0);
  EXPECT_EQ(s.loss_scale, 1024);
  nanguard_signals again = t.signals();
  EXPECT_EQ(again.valid, 0u) << "a rank's own rows count no more";
}

TEST(Signals, TheyKeepNoRequestFromTheNormalLane) {
  Training t;
  int32_t lane = -1;
  nanguard_server *server = nullptr;
  nanguard_context *request = nullptr;
  ASSERT_FALSE(nanguard_server_create(t.model, nullptr, &server));
  ASSERT_FALSE(nanguard_server_context(server, 1, &request));
  std::vector<uint8_t> lanes(2 * kRows);
  ASSERT_FALSE(
      nanguard_server_select(server, &request, 1, &lane, lanes.data(), kRows));
  EXPECT_EQ(lane, NANGUARD_LANE_NORMAL);
  nanguard_context_destroy(request);
  nanguard_server_destroy(server);
}

} // namespace
