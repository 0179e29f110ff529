//===- InvariantTest.cpp - What holds over every order of things ----------===//
//
// Late reports in all interleavings, and long clean runs with all that looks
// bad and is not: padding, masks, a loss scaler at work.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

using namespace nanguard::test;

namespace {

/// Runs one order of selects (bit 1) and reports (bit 0); the step `faulty` is
/// bad, or each step from it on. Gives the number of times that the softmax
/// was lowered, or -1 where the order makes no sense.
int run(unsigned order, unsigned length, unsigned inFlight, uint64_t faulty,
        bool persistent) {
  Stream s;
  std::vector<std::vector<uint8_t>> ran(1);
  uint64_t reported = 0;
  auto report = [&](uint64_t generation) {
    Report r(ran[generation]);
    if (generation == faulty || (persistent && generation > faulty))
      FusedNan{kSoftmax}(r);
    nanguard_signals signals = {};
    signals.struct_size = sizeof signals;
    signals.generation = generation;
    return nanguard_context_step_end(s.context, r.cells.data(), kOps,
                                     NANGUARD_REPORT_COLUMNS, &signals);
  };
  for (unsigned i = 0; i < length; ++i) {
    if (order >> i & 1) {
      if (ran.size() - 1 - reported >= inFlight)
        return -1;
      ran.emplace_back(kOps);
      nanguard_context_tiers(s.context, ran.back().data(), kOps);
      continue;
    }
    if (reported + 1 >= ran.size())
      return -1;
    EXPECT_EQ(report(++reported), NANGUARD_OK);
    EXPECT_EQ(report(reported), NANGUARD_ERR_STALE) << "counted twice";
  }
  return int(s.counters().downgrades);
}

TEST(Invariant, ALateFaultIsCountedOnceInEveryOrder) {
  unsigned orders = 0;
  for (unsigned order = 0; order < 1u << 12; ++order)
    for (uint64_t faulty = 1; faulty <= 3; ++faulty) {
      int lowered = run(order, 12, 4, faulty, /*persistent=*/false);
      orders += lowered >= 0;
      ASSERT_LE(lowered, 0) << "order " << order << ", step " << faulty;
    }
  EXPECT_GT(orders, 1000u);
}

TEST(Invariant, APersistentFaultIsLoweredOnceInEveryOrder) {
  for (unsigned order = 0; order < 1u << 12; ++order)
    ASSERT_LE(run(order, 12, 4, 1, /*persistent=*/true), 1)
        << "order " << order;
}

nanguard_foreign_op op(const char *name, uint32_t flags,
                       const char *const *inputs = nullptr) {
  nanguard_foreign_op op = {};
  op.struct_size = sizeof op;
  op.name = name;
  op.kind = "matmul";
  op.flags = flags;
  op.elements = 64;
  op.risk = 2;
  op.inputs = inputs;
  op.num_inputs = inputs ? 1 : 0;
  return op;
}

/// Ten thousand clean steps, with everything in them that a careless guard
/// takes for a fault.
TEST(Invariant, NoFalseDowngradeInTenThousandCleanSteps) {
  constexpr uint32_t kForms =
      NANGUARD_FOREIGN_HAS_SAFE | NANGUARD_FOREIGN_HAS_UNFUSED;
  enum { Input, Scores, Expert, Gradient, Count };
  const char *input[] = {"input"}, *scores[] = {"scores"};
  nanguard_foreign_op ops[Count] = {
      op("input", NANGUARD_FOREIGN_ENTRY),
      op("scores", kForms | NANGUARD_FOREIGN_EXPECT_INF, input),
      op("expert", kForms, scores),
      op("gradient", kForms | NANGUARD_FOREIGN_LOSS_SCALED, scores)};
  nanguard_model *model = nullptr;
  nanguard_context *context = nullptr;
  ASSERT_EQ(nanguard_model_create_foreign("train", ops, Count, &model),
            NANGUARD_OK)
      << nanguard_last_error();
  ASSERT_EQ(nanguard_context_create(model, nullptr, 0, &context), NANGUARD_OK);

  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform;
  std::normal_distribution<double> noise;
  double scale = 65536 * 16; // begins too large, as scalers do
  int good = 0, skips = 0;
  for (int step = 1; step <= 10000; ++step) {
    std::vector<uint8_t> tiers(Count);
    nanguard_context_tiers(context, tiers.data(), Count);
    Report r(tiers);
    for (size_t i = 0; i < Count; ++i)
      r.row(i)[NANGUARD_COL_MAX_BITS] =
          kF16One + int64_t(400 * uniform(random)); // 1 to 1.4
    r.inf(Scores);                                  // the mask
    if (uniform(random) < 0.2) { // all padding: what it holds is nothing
      r.nan(Expert);
      r.row(Expert)[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_EMPTY;
    }
    nanguard_signals signals = {};
    signals.struct_size = sizeof signals;
    signals.valid = NANGUARD_SIGNAL_LOSS | NANGUARD_SIGNAL_GRAD_NORM |
                    NANGUARD_SIGNAL_GRAD_NONFINITE_SHARE |
                    NANGUARD_SIGNAL_LOSS_SCALE;
    signals.loss = 8 * std::exp(-step / 3000.0) + 0.1 * noise(random) + 1;
    signals.grad_norm = std::exp(0.3 * noise(random));
    signals.loss_scale = scale;
    bool overflow = scale > 65536 * 1.5;
    if (overflow) {
      r.nan(Gradient, 3);
      signals.step_skipped = 1;
      signals.grad_norm = std::numeric_limits<double>::infinity();
      signals.grad_nonfinite_share = 0.01;
      scale /= 2;
      good = 0;
      ++skips;
    } else if (++good == 2000) {
      scale *= 2;
      good = 0;
    }
    ASSERT_EQ(nanguard_context_step_end(context, r.cells.data(), Count,
                                        NANGUARD_REPORT_COLUMNS, &signals),
              NANGUARD_OK);
  }
  nanguard_counters counters = {};
  counters.struct_size = sizeof counters;
  nanguard_context_counters(context, &counters);
  EXPECT_GE(skips, 7) << "the scaler was not at work";
  EXPECT_EQ(counters.downgrades, 0u);
  EXPECT_EQ(counters.ops_watched, 0u);
  nanguard_context_destroy(context);
  nanguard_model_destroy(model);
}

} // namespace
