//===- ServerTest.cpp - Lanes, batches, foreign rows, threads -------------===//
//
// One bad request moves to the degraded lane alone; rows of kernels that
// NanGuard did not compile reach the right request; many threads at once.
//
//===----------------------------------------------------------------------===//

#include "TestServer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

using namespace nanguard::test;

namespace {

bool told(const char *part) {
  return std::string(nanguard_last_error()).find(part) != std::string::npos;
}

TEST(Server, OnlyTheBadRequestChangesItsLane) {
  ServerBench s;
  std::vector<nanguard_context *> batch = {s.request(), s.request(),
                                           s.request()};
  for (int step = 1; step <= 4; ++step) {
    int32_t lanes[3];
    uint8_t tiers[2 * kOps];
    ASSERT_EQ(
        nanguard_server_select(s.server, batch.data(), 3, lanes, tiers, kOps),
        NANGUARD_OK);
    EXPECT_EQ(lanes[0], NANGUARD_LANE_NORMAL);
    EXPECT_EQ(lanes[2], NANGUARD_LANE_NORMAL);
    EXPECT_EQ(lanes[1],
              step == 1 ? NANGUARD_LANE_NORMAL : NANGUARD_LANE_DEGRADED);
    for (size_t op = 0; op < kOps; ++op)
      EXPECT_EQ(tiers[op], NANGUARD_FORM_FUSED_BITS);
    std::vector<int64_t> report;
    for (int i = 0; i < 3; ++i) {
      const uint8_t *lane = tiers + lanes[i] * kOps;
      Report r(std::vector<uint8_t>(lane, lane + kOps));
      if (i == 1)
        FusedNan{kSoftmax}(r);
      report.insert(report.end(), r.cells.begin(), r.cells.end());
    }
    ASSERT_EQ(nanguard_server_step_end(s.server, batch.data(), 3, report.data(),
                                       kOps, NANGUARD_REPORT_COLUMNS),
              NANGUARD_OK);
  }
  EXPECT_EQ(s.info(batch[1], kSoftmax).state, NANGUARD_STATE_VERIFY);
  EXPECT_EQ(s.info(batch[0], kSoftmax).state, NANGUARD_STATE_NORMAL);
  for (nanguard_context *c : batch)
    nanguard_context_destroy(c);
}

TEST(Server, RescueAloneDegradesNobody) {
  ServerBench s(R"({"rescue": {"in_step": 1}})");
  nanguard_context *c = s.request();
  int32_t lane = -1;
  uint8_t tiers[2 * kOps];
  ASSERT_EQ(nanguard_server_select(s.server, &c, 1, &lane, tiers, kOps),
            NANGUARD_OK);
  EXPECT_EQ(lane, NANGUARD_LANE_NORMAL);
  EXPECT_EQ(tiers[kSoftmax], NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_RESCUE);
  nanguard_context_destroy(c);
}

TEST(Server, ALaneLooksForTheMaximumThatOneRequestWants) {
  ServerBench s;
  nanguard_context *batch[2] = {s.request(), s.request()};
  int32_t lanes[2];
  uint8_t tiers[2 * kOps];
  for (int step = 1; step <= 25; ++step) {
    ASSERT_EQ(nanguard_server_select(s.server, batch, 1, lanes, tiers, kOps),
              NANGUARD_OK);
    Report r(std::vector<uint8_t>(tiers, tiers + kOps));
    ASSERT_EQ(nanguard_server_step_end(s.server, batch, 1, r.cells.data(), kOps,
                                       NANGUARD_REPORT_COLUMNS),
              NANGUARD_OK);
  }
  EXPECT_EQ(tiers[kLog], NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_FINITE);
  EXPECT_EQ(lanes[0], NANGUARD_LANE_NORMAL);
  // The other one knows no baseline as yet.
  ASSERT_EQ(nanguard_server_select(s.server, batch, 2, lanes, tiers, kOps),
            NANGUARD_OK);
  EXPECT_EQ(tiers[kLog], NANGUARD_FORM_FUSED_BITS);
  EXPECT_EQ(lanes[0], NANGUARD_LANE_NORMAL);
  EXPECT_EQ(lanes[1], NANGUARD_LANE_NORMAL);
  for (nanguard_context *c : batch)
    nanguard_context_destroy(c);
}

TEST(Server, TheDegradedLaneIsThePointwiseHighest) {
  ServerBench s;
  nanguard_context *batch[2] = {s.request(), s.request()};
  nanguard_context_force(batch[0], kMatmul, NANGUARD_FORM_SAFE);
  nanguard_context_force(batch[1], kMatmul, NANGUARD_FORM_UNFUSED);
  nanguard_context_force(batch[1], kSoftmax, NANGUARD_FORM_SAFE);
  int32_t lanes[2];
  uint8_t tiers[2 * kOps];
  ASSERT_EQ(nanguard_server_select(s.server, batch, 2, lanes, tiers, kOps),
            NANGUARD_OK);
  EXPECT_EQ(tiers[kOps + kMatmul], NANGUARD_FORM_UNFUSED | NANGUARD_TIER_STATS);
  EXPECT_EQ(tiers[kOps + kSoftmax], NANGUARD_FORM_SAFE | NANGUARD_TIER_STATS);
  EXPECT_EQ(tiers[kOps + kLog], NANGUARD_FORM_FUSED_BITS);
  EXPECT_EQ(tiers[kMatmul], 0) << "nobody is in the NORMAL lane";
  for (nanguard_context *c : batch)
    nanguard_context_destroy(c);
}

TEST(Server, MisuseIsRefusedAndCountsNothing) {
  ServerBench s, other;
  nanguard_context *a = s.request(), *foreign = other.request();
  nanguard_context *twice = nullptr;
  EXPECT_EQ(nanguard_server_context(s.server, 1, &twice),
            NANGUARD_ERR_ARGUMENT);
  EXPECT_TRUE(told("request 1 is live already"));
  EXPECT_EQ(twice, nullptr);
  int32_t lanes[2];
  uint8_t tiers[2 * kOps];
  nanguard_context *mixed[2] = {a, foreign}, *same[2] = {a, a};
  EXPECT_EQ(nanguard_server_select(s.server, mixed, 2, lanes, tiers, kOps),
            NANGUARD_ERR_ARGUMENT);
  EXPECT_TRUE(told("context 1 is not of this server"));
  EXPECT_EQ(nanguard_server_select(s.server, same, 2, lanes, tiers, kOps),
            NANGUARD_ERR_ARGUMENT);
  EXPECT_TRUE(told("named twice"));
  EXPECT_EQ(nanguard_server_select(s.server, &a, 1, lanes, tiers, kOps + 1),
            NANGUARD_ERR_LENGTH);
  int64_t report[kOps * NANGUARD_REPORT_COLUMNS] = {};
  EXPECT_EQ(nanguard_server_step_end(s.server, &a, 1, report, kOps, 3),
            NANGUARD_ERR_LENGTH);
  EXPECT_EQ(nanguard_context_generation(a), 0u);
  nanguard_context_destroy(a);
  // The id is free again.
  EXPECT_EQ(nanguard_server_context(s.server, 1, &twice), NANGUARD_OK);
  nanguard_context_destroy(twice);
  nanguard_context_destroy(foreign);
}

TEST(Server, ContextsOutliveTheirServer) {
  nanguard_context *c;
  {
    ServerBench s;
    c = s.request();
  }
  EXPECT_EQ(ServerBench::info(c, kSoftmax).state, NANGUARD_STATE_NORMAL);
  nanguard_context_destroy(c);
}

/// An embedding, a KV cache and an attention kernel that reads both.
nanguard_model *foreignModel() {
  nanguard_foreign_op ops[3] = {};
  const char *inputs[] = {"embedding", "cache"};
  for (nanguard_foreign_op &op : ops)
    op.struct_size = sizeof op;
  ops[0].name = "embedding";
  ops[0].flags = NANGUARD_FOREIGN_ENTRY;
  ops[1].name = "cache";
  ops[1].flags = NANGUARD_FOREIGN_ENTRY | NANGUARD_FOREIGN_CARRIED;
  ops[2].name = "attention";
  ops[2].kind = "attention";
  ops[2].flags = NANGUARD_FOREIGN_HAS_SAFE;
  ops[2].elements = 8;
  ops[2].risk = 2;
  ops[2].inputs = inputs;
  ops[2].num_inputs = 2;
  nanguard_model *model = nullptr;
  EXPECT_EQ(nanguard_model_create_foreign("decode", ops, 3, &model),
            NANGUARD_OK)
      << nanguard_last_error();
  return model;
}

nanguard_foreign_row row(const char *op, uint64_t request, int64_t bits,
                         uint32_t tier = NANGUARD_FORM_FUSED_BITS) {
  nanguard_foreign_row r = {};
  r.struct_size = sizeof r;
  r.op = op;
  r.request = request;
  r.tier = tier;
  r.max_bits = bits;
  r.nan_count = -1;
  r.first_bad = -1;
  r.inner = -1;
  return r;
}

TEST(Server, ForeignRowsReachTheirRequest) {
  nanguard_model *model = foreignModel();
  nanguard_server *server = nullptr;
  ASSERT_EQ(nanguard_server_create(model, nullptr, &server), NANGUARD_OK);
  nanguard_context *batch[2] = {};
  for (uint64_t id : {0, 1})
    nanguard_server_context(server, 70 + id, &batch[id]);
  int64_t op = -1;
  EXPECT_EQ(nanguard_model_find_op(model, "attention", &op), NANGUARD_OK);
  EXPECT_EQ(op, 2);
  EXPECT_EQ(nanguard_model_find_op(model, "mlp", &op), NANGUARD_ERR_ARGUMENT);

  auto step = [&](std::vector<nanguard_foreign_row> rows) {
    int32_t lanes[2];
    uint8_t tiers[6];
    nanguard_server_select(server, batch, 2, lanes, tiers, 3);
    return nanguard_server_step_end_foreign(server, batch, 2, rows.data(),
                                            rows.size());
  };
  // Two tiles of one request's attention, the second bad.
  ASSERT_EQ(
      step({row("attention", 71, kF16One), row("embedding", 71, kF16One),
            row("attention", 71, kF16Nan), row("attention", 70, kF16One)}),
      NANGUARD_OK);
  EXPECT_EQ(ServerBench::finding(batch[1]).verdict, NANGUARD_VERDICT_OPEN)
      << "nobody looked at its cache";
  EXPECT_EQ(ServerBench::finding(batch[1]).advice, NANGUARD_ADVICE_REDO);
  EXPECT_EQ(ServerBench::finding(batch[0]).verdict, NANGUARD_VERDICT_NONE);
  ASSERT_EQ(
      step({row("attention", 71, kF16Nan), row("cache", 71, kF16Nan),
            row("attention", 70, kF16Nan), row("embedding", 70, kF16Inf)}),
      NANGUARD_OK);
  EXPECT_EQ(ServerBench::finding(batch[1]).verdict,
            NANGUARD_VERDICT_STATE_POISONED);
  EXPECT_EQ(ServerBench::finding(batch[1]).advice, NANGUARD_ADVICE_RELOAD);
  EXPECT_EQ(ServerBench::finding(batch[0]).verdict, NANGUARD_VERDICT_DATA);
  EXPECT_EQ(ServerBench::finding(batch[0]).last_clean_step, 0u)
      << "nobody looked at its embedding in step 1";

  EXPECT_EQ(step({row("mlp", 71, 0)}), NANGUARD_ERR_ARGUMENT);
  EXPECT_TRUE(told("foreign row 0: no single op 'mlp' in 'decode'"));
  EXPECT_EQ(step({row("attention", 71, 0), row("attention", 99, 0)}),
            NANGUARD_ERR_ARGUMENT);
  EXPECT_TRUE(told("foreign row 1: request 99 is not in the batch"));
  EXPECT_EQ(ServerBench::finding(batch[1]).generation, 2u);
  for (nanguard_context *c : batch)
    nanguard_context_destroy(c);
  nanguard_server_destroy(server);
  nanguard_model_destroy(model);
}

TEST(Server, ForeignCountsAndFormsAreMerged) {
  nanguard_model *model = foreignModel();
  nanguard_server *server = nullptr;
  nanguard_server_create(model, nullptr, &server);
  nanguard_context *c = nullptr;
  nanguard_server_context(server, 1, &c);
  std::vector<nanguard_event> events;
  nanguard_context_set_event_callback(
      c,
      [](const nanguard_event *e, void *user) {
        static_cast<std::vector<nanguard_event> *>(user)->push_back(*e);
      },
      &events);
  int32_t lane;
  uint8_t tiers[6];
  nanguard_server_select(server, &c, 1, &lane, tiers, 3);
  nanguard_foreign_row rows[] = {row("attention", 1, kF16Nan),
                                 row("attention", 1, kF16One)};
  rows[0].nan_count = 2;
  rows[0].first_bad = 6;
  rows[0].tier = NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_COUNT;
  rows[1].nan_count = 1;
  rows[1].first_bad = 3;
  rows[1].tier = NANGUARD_FORM_SAFE | NANGUARD_TIER_COUNT;
  ASSERT_EQ(nanguard_server_step_end_foreign(server, &c, 1, rows, 2),
            NANGUARD_OK);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].nan_count, 3);
  EXPECT_EQ(events[0].first_bad, 3);
  EXPECT_EQ(events[0].tier,
            unsigned(NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_COUNT));
  nanguard_context_destroy(c);
  nanguard_server_destroy(server);
  nanguard_model_destroy(model);
}

TEST(Server, ForeignModelsAreChecked) {
  nanguard_foreign_op op = {};
  op.struct_size = sizeof op;
  auto create = [&](const nanguard_foreign_op *ops, size_t n) {
    nanguard_model *model = nullptr;
    nanguard_error error = nanguard_model_create_foreign("f", ops, n, &model);
    EXPECT_EQ(model == nullptr, error != NANGUARD_OK);
    nanguard_model_destroy(model);
    return error;
  };
  EXPECT_EQ(create(&op, 1), NANGUARD_ERR_ARGUMENT);
  EXPECT_TRUE(told("foreign op 0: it has no name"));
  op.name = "a";
  EXPECT_EQ(create(&op, 1), NANGUARD_OK);
  op.dtype = 77;
  EXPECT_EQ(create(&op, 1), NANGUARD_ERR_ARGUMENT);
  EXPECT_TRUE(told("'a': no dtype 77"));
  op.dtype = NANGUARD_BF16;
  op.flags = NANGUARD_FOREIGN_HAS_UNFUSED;
  EXPECT_EQ(create(&op, 1), NANGUARD_ERR_ARGUMENT);
  op.flags = 0;
  nanguard_foreign_op twice[2] = {op, op};
  EXPECT_EQ(create(twice, 2), NANGUARD_ERR_ARGUMENT);
  EXPECT_TRUE(told("the name 'a' is taken"));
  const char *inputs[] = {"b"};
  op.inputs = inputs;
  op.num_inputs = 1;
  EXPECT_EQ(create(&op, 1), NANGUARD_ERR_ARGUMENT);
  EXPECT_TRUE(told("no op 'b', which it reads"));
}

TEST(Server, ManyThreadsManyRequests) {
  ServerBench s(R"({"breaker": {"faults": 3, "open_requests": 4,
                                "canary_steps": 20}})");
  std::atomic<uint64_t> next{1000};
  std::atomic<int> wrong{0};
  std::atomic<bool> done{false};
  auto work = [&](int seed) {
    for (int r = 0; r < 60; ++r) {
      nanguard_context *c = nullptr;
      wrong += nanguard_server_context(s.server, next++, &c) != NANGUARD_OK;
      bool faulty = (r + seed) % 3 == 0;
      for (int step = 0; step < 25; ++step) {
        int32_t lane;
        uint8_t tiers[2 * kOps];
        wrong += nanguard_server_select(s.server, &c, 1, &lane, tiers, kOps) !=
                 NANGUARD_OK;
        const uint8_t *own = tiers + lane * kOps;
        Report report(std::vector<uint8_t>(own, own + kOps));
        if (faulty)
          FusedNan{kSoftmax}(report);
        wrong +=
            nanguard_server_step_end(s.server, &c, 1, report.cells.data(), kOps,
                                     NANGUARD_REPORT_COLUMNS) != NANGUARD_OK;
        // A good request is never touched by what others met, but for the
        // op that a breaker holds.
        if (!faulty)
          wrong += (own[kMatmul] & NANGUARD_TIER_FORM_MASK) >
                   NANGUARD_FORM_FUSED_BITS;
      }
      nanguard_context_destroy(c);
    }
  };
  std::thread watcher([&] {
    while (!done)
      wrong += s.phase(kSoftmax) < 0;
  });
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back(work, t);
  for (std::thread &t : threads)
    t.join();
  done = true;
  watcher.join();
  EXPECT_EQ(wrong, 0);
}

} // namespace
