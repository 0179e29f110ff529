//===- BreakerTest.cpp - One op over all requests -------------------------===//
//
// The breaker alone, then through a server: open, held, canary, closed.
//
//===----------------------------------------------------------------------===//

#include "Breaker.h"
#include "TestFolder.h"
#include "TestServer.h"

#include <gtest/gtest.h>

using namespace nanguard;
using namespace nanguard::test;

namespace {

Policy smallPolicy() {
  Policy p;
  p.breakerFaults = 2;
  p.breakerRequests = 5;
  p.breakerOpen = 3;
  p.breakerCanary = 10;
  return p;
}

TEST(Breaker, OpensOnFaultsOfDifferentRequestsInTheWindow) {
  Policy p = smallPolicy();
  Breaker b;
  EXPECT_FALSE(b.fault(1, 1, 1, p));
  EXPECT_FALSE(b.fault(1, 1, 1, p)) << "one request counts once";
  EXPECT_FALSE(b.fault(6, 1, 6, p)) << "request 1 has left the window";
  EXPECT_TRUE(b.fault(4, 1, 7, p)) << "late, but within it";
  EXPECT_EQ(b.phase(), Breaker::Phase::Open);
  p.breakerFaults = 0;
  Breaker never;
  for (uint64_t i = 1; i < 50; ++i)
    EXPECT_FALSE(never.fault(i, 1, i, p));
}

TEST(Breaker, OneCanaryAtATimeAndTheyAddUp) {
  Policy p = smallPolicy();
  Breaker b;
  b.fault(1, 1, 2, p);
  b.fault(2, 1, 2, p);
  for (uint64_t serial = 3; serial <= 5; ++serial) {
    EXPECT_EQ(b.begin(serial, p).stage, 1);
    EXPECT_EQ(b.phase(), Breaker::Phase::Open);
  }
  EXPECT_TRUE(b.begin(6, p).canary);
  EXPECT_FALSE(b.begin(7, p).canary);
  EXPECT_EQ(b.begin(8, p).stage, 1);
  EXPECT_FALSE(b.clean(6, 6, p));
  EXPECT_FALSE(b.clean(7, 99, p)) << "only the canary's steps count";
  b.end(6);
  EXPECT_TRUE(b.begin(9, p).canary);
  EXPECT_FALSE(b.clean(9, 3, p));
  EXPECT_TRUE(b.clean(9, 4, p));
  EXPECT_EQ(b.phase(), Breaker::Phase::Closed);
  EXPECT_EQ(b.begin(10, p).stage, 0);
}

TEST(Breaker, AFailedCanaryDoublesTheWait) {
  Policy p = smallPolicy();
  Breaker b;
  b.fault(1, 1, 2, p);
  b.fault(2, 1, 2, p);
  uint64_t serial = 2;
  for (uint64_t wait : {3, 6, 12}) {
    for (uint64_t i = 0; i < wait; ++i)
      ASSERT_FALSE(b.begin(++serial, p).canary) << "wait " << wait;
    ASSERT_TRUE(b.begin(++serial, p).canary) << "wait " << wait;
    b.failed(serial, serial, p);
    ASSERT_EQ(b.phase(), Breaker::Phase::Open);
  }
}

TEST(Breaker, TheDeeperStageWinsAndComesBackAStageAtATime) {
  Policy p = smallPolicy();
  Breaker b;
  b.fault(1, 1, 2, p);
  b.fault(2, 1, 2, p);
  b.fault(1, 2, 2, p);
  EXPECT_EQ(b.begin(3, p).stage, 2);
  b.begin(4, p);
  b.begin(5, p);
  ASSERT_TRUE(b.begin(6, p).canary);
  EXPECT_FALSE(b.clean(6, 10, p));
  EXPECT_EQ(b.stage(), 1);
  ASSERT_TRUE(b.begin(7, p).canary);
  EXPECT_TRUE(b.clean(7, 10, p));
}

constexpr const char *kServing =
    R"({"breaker": {"faults": 2, "open_requests": 2, "canary_steps": 60}})";

/// A request that meets a fault of the fused softmax, and is cured.
void faultyRequest(ServerBench &s) {
  nanguard_context *c = s.request();
  for (int i = 0; i < 4; ++i)
    s.step(c, FusedNan{kSoftmax});
  nanguard_context_destroy(c);
}

TEST(Breaker, NewRequestsStartSafeAndACanaryLeadsBack) {
  ServerBench s(kServing);
  faultyRequest(s);
  EXPECT_EQ(s.phase(kSoftmax), 0);
  faultyRequest(s);
  EXPECT_EQ(s.phase(kSoftmax), 1);
  EXPECT_EQ(s.phase(kMatmul), 0);

  // Held: safe from the first step, for as long as it lives.
  nanguard_context *held = s.request();
  EXPECT_EQ(s.info(held, kSoftmax).state, NANGUARD_STATE_SAFE_STAGE_1);
  EXPECT_EQ(s.tierOf(held, kSoftmax) & NANGUARD_TIER_FORM_MASK,
            NANGUARD_FORM_SAFE);
  EXPECT_EQ(s.info(held, kMatmul).state, NANGUARD_STATE_NORMAL);
  for (int i = 0; i < 100; ++i)
    s.step(held, FusedNan{kSoftmax});
  EXPECT_EQ(s.info(held, kSoftmax).state, NANGUARD_STATE_VERIFY);
  EXPECT_EQ(s.info(held, kSoftmax).bad_steps, 0u);

  nanguard_context_destroy(s.request());
  nanguard_context *canary = s.request();
  EXPECT_EQ(s.phase(kSoftmax), 2);
  EXPECT_EQ(s.info(canary, kSoftmax).state, NANGUARD_STATE_RECOVER);
  s.step(canary, FusedNan{kSoftmax});
  EXPECT_EQ(s.phase(kSoftmax), 1) << "the canary fell";
  nanguard_context_destroy(canary);

  for (int i = 0; i < 4; ++i)
    nanguard_context_destroy(s.request());
  // Two short canaries add up.
  for (int run = 0; run < 2; ++run) {
    canary = s.request();
    ASSERT_EQ(s.info(canary, kSoftmax).state, NANGUARD_STATE_RECOVER);
    for (int i = 0; i < 30; ++i)
      s.step(canary, [](Report &) {});
    nanguard_context_destroy(canary);
  }
  EXPECT_EQ(s.phase(kSoftmax), 0);
  // What was held is let go at its next select, and finds its own way back.
  s.step(held, [](Report &) {});
  EXPECT_EQ(s.info(held, kSoftmax).pinned, 0);
  for (int i = 0; i < 80; ++i)
    s.step(held, [](Report &) {});
  EXPECT_EQ(s.info(held, kSoftmax).state, NANGUARD_STATE_NORMAL);
  nanguard_context_destroy(held);
  EXPECT_EQ(s.phase(kSoftmax), 0) << "a held op that recovers is no fault";
}

TEST(Breaker, ACanaryThatNeverEndsIsReplaced) {
  ServerBench s(kServing);
  faultyRequest(s);
  faultyRequest(s);
  nanguard_context_destroy(s.request());
  nanguard_context_destroy(s.request());
  nanguard_context *lost = s.request(); // its client is gone
  ASSERT_EQ(s.info(lost, kSoftmax).state, NANGUARD_STATE_RECOVER);
  for (int i = 0; i < 20; ++i)
    s.step(lost, [](Report &) {});
  int safe = 0;
  while (s.phase(kSoftmax) == 2 && safe < 1000) {
    nanguard_context *request = s.request();
    safe += s.info(request, kSoftmax).state == NANGUARD_STATE_SAFE_STAGE_1;
    for (int i = 0; i < 50; ++i)
      s.step(request, [](Report &) {});
    nanguard_context_destroy(request);
  }
  EXPECT_EQ(s.phase(kSoftmax), 0);
  EXPECT_EQ(safe, 100) << "breaker.canary_requests";
  nanguard_context_destroy(lost);
}

TEST(Breaker, ALateCanaryThatFailsStillCounts) {
  Policy policy;
  policy.breakerOpen = 2;
  policy.breakerCanaryRequests = 5;
  Breaker breaker;
  for (uint64_t serial = 1; serial <= 3; ++serial)
    breaker.fault(serial, 1, serial, policy);
  ASSERT_EQ(breaker.phase(), Breaker::Phase::Open);
  uint64_t serial = 3;
  while (!breaker.begin(++serial, policy).canary)
    ;
  uint64_t late = serial;
  while (!breaker.begin(++serial, policy).canary)
    ;
  EXPECT_EQ(serial, late + 6);
  breaker.failed(late, serial, policy);
  EXPECT_EQ(breaker.phase(), Breaker::Phase::Open);
  breaker.failed(late, serial, policy);
  EXPECT_FALSE(breaker.begin(serial + 3, policy).canary) << "a doubled wait";
}

TEST(Breaker, AServersBreakersAreSavedAndDamageIsRefused) {
  Folder folder;
  {
    ServerBench s(kServing);
    faultyRequest(s);
    faultyRequest(s);
    ASSERT_EQ(s.phase(kSoftmax), 1);
    ASSERT_EQ(nanguard_server_save(s.server, folder.file().c_str()),
              NANGUARD_OK);
    EXPECT_EQ(nanguard_server_restore(s.server, folder.file().c_str()),
              NANGUARD_ERR_STATE);
  }
  ServerBench s(kServing);
  ASSERT_EQ(nanguard_server_restore(s.server, folder.file().c_str()),
            NANGUARD_OK)
      << nanguard_last_error();
  EXPECT_EQ(s.phase(kSoftmax), 1);
  EXPECT_EQ(s.phase(kMatmul), 0);
  nanguard_context *held = s.request();
  EXPECT_EQ(s.info(held, kSoftmax).state, NANGUARD_STATE_SAFE_STAGE_1);
  nanguard_context_destroy(held);

  std::string good = slurp(folder.file());
  ServerBench t(kServing);
  auto refused = [&](const std::string &bytes) {
    spill(folder.file(), bytes);
    return nanguard_server_restore(t.server, folder.file().c_str()) ==
           NANGUARD_ERR_CORRUPT;
  };
  for (size_t cut = 0; cut < good.size(); ++cut)
    ASSERT_TRUE(refused(good.substr(0, cut))) << "cut at " << cut;
  for (size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << bit % 8));
    ASSERT_TRUE(refused(bad)) << "bit " << bit;
  }
  ServerBench other;
  nanguard_context *context = other.request();
  nanguard_context_save(context, folder.file().c_str());
  nanguard_context_destroy(context);
  EXPECT_TRUE(refused(slurp(folder.file()))) << "another kind of file";
  EXPECT_EQ(nanguard_server_save(t.server, "/no/such/file"), NANGUARD_ERR_IO);
}

TEST(Breaker, AHostsPinOutlivesTheBreaker) {
  ServerBench s(kServing);
  faultyRequest(s);
  faultyRequest(s);
  nanguard_context *held = s.request();
  nanguard_context_pin(held, kSoftmax);
  nanguard_context_destroy(s.request());
  nanguard_context *canary = s.request();
  for (int i = 0; i < 60; ++i)
    s.step(canary, [](Report &) {});
  ASSERT_EQ(s.phase(kSoftmax), 0);
  for (int i = 0; i < 100; ++i)
    s.step(held, [](Report &) {});
  EXPECT_EQ(s.info(held, kSoftmax).pinned, 1);
  nanguard_context_destroy(held);
  nanguard_context_destroy(canary);
}

} // namespace
