//===- RanksTest.cpp - Four ranks in one process --------------------------===//
//
// Threads stand for ranks: what one sees, all act on, and act on alike.
//
//===----------------------------------------------------------------------===//

#include "nanguard/ranks.h"
#include "Half.h"
#include "TestModel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <condition_variable>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>

using namespace nanguard::test;

namespace {

constexpr int kRanks = 4;

/// A collective of threads: the last to come combines, all take the result.
class Meeting {
public:
  template <typename T, typename Combine>
  void reduce(T *data, size_t n, Combine combine) {
    std::unique_lock<std::mutex> lock(mutex);
    if (arrived == 0)
      words.assign(n * sizeof(T), 0), first = true;
    auto *sum = reinterpret_cast<T *>(words.data());
    for (size_t i = 0; i < n; ++i)
      sum[i] = first ? data[i] : combine(sum[i], data[i]);
    first = false;
    ++collectives;
    uint64_t round = rounds;
    if (++arrived == kRanks) {
      arrived = 0;
      ++rounds;
      result = words;
      done.notify_all();
    } else {
      done.wait(lock, [&] { return rounds != round; });
    }
    std::memcpy(data, result.data(), n * sizeof(T));
  }
  int collectives = 0;

private:
  std::mutex mutex;
  std::condition_variable done;
  std::vector<char> words, result;
  bool first = true;
  int arrived = 0;
  uint64_t rounds = 0;
};

nanguard_comm commOf(Meeting &meeting, int rank) {
  nanguard_comm comm = {};
  comm.struct_size = sizeof comm;
  comm.self = &meeting;
  comm.rank = rank;
  comm.size = kRanks;
  comm.max_i64 = [](void *self, int64_t *data, size_t n) {
    static_cast<Meeting *>(self)->reduce(
        data, n, [](int64_t a, int64_t b) { return std::max(a, b); });
    return NANGUARD_OK;
  };
  comm.sum_f32 = [](void *self, float *data, size_t n) {
    static_cast<Meeting *>(self)->reduce(data, n, std::plus<float>());
    return NANGUARD_OK;
  };
  comm.sum_f64 = [](void *self, double *data, size_t n) {
    static_cast<Meeting *>(self)->reduce(data, n, std::plus<double>());
    return NANGUARD_OK;
  };
  comm.message = [](void *) { return "the meeting is off"; };
  return comm;
}

void onRanks(const std::function<void(int)> &body) {
  std::vector<std::thread> threads;
  for (int rank = 0; rank < kRanks; ++rank)
    threads.emplace_back(body, rank);
  for (std::thread &thread : threads)
    thread.join();
}

TEST(Ranks, AFaultOfOneLowersAllAlike) {
  Meeting meeting;
  std::vector<std::vector<std::vector<uint8_t>>> tiers(kRanks);
  std::vector<int> states(kRanks);
  std::vector<int32_t> blamed(kRanks, -1);
  onRanks([&](int rank) {
    nanguard_comm comm = commOf(meeting, rank);
    Stream s;
    for (int step = 1; step <= 40; ++step) {
      nanguard_context_tiers(s.context, s.tiers.data(), kOps);
      tiers[rank].push_back(s.tiers);
      Report report(s.tiers);
      // Magnitudes differ: so would baselines that were not joined.
      report.row(kLog)[NANGUARD_COL_MAX_BITS] = kF16One + rank * 1024;
      if (rank == 2 && step >= 10 && step < 20)
        FusedNan{kSoftmax}(report);
      nanguard_signals signals = {};
      signals.struct_size = sizeof signals;
      int32_t bad = -1;
      nanguard_error error = nanguard_context_join_ranks(
          s.context, &comm, report.cells.data(), kOps, NANGUARD_REPORT_COLUMNS,
          &signals, &bad);
      if (error)
        return;
      if (step == 10)
        blamed[rank] = bad;
      nanguard_context_step_end(s.context, report.cells.data(), kOps,
                                NANGUARD_REPORT_COLUMNS, &signals);
    }
    states[rank] = s.state(kSoftmax);
  });
  for (int rank = 0; rank < kRanks; ++rank) {
    EXPECT_EQ(tiers[rank].size(), 40u);
    EXPECT_EQ(tiers[rank], tiers[0]);
    EXPECT_EQ(states[rank], NANGUARD_STATE_RECOVER);
    EXPECT_EQ(blamed[rank], 2);
  }
}

TEST(Ranks, RowsAreJoinedColumnByColumn) {
  Meeting meeting;
  std::vector<std::vector<int64_t>> joined(kRanks);
  onRanks([&](int rank) {
    nanguard_comm comm = commOf(meeting, rank);
    Stream s;
    std::vector<uint8_t> tiers(kOps, NANGUARD_FORM_SAFE | NANGUARD_TIER_STATS);
    Report report(tiers);
    int64_t *row = report.row(kSoftmax);
    row[NANGUARD_COL_NAN_COUNT] = rank == 1 ? 3 : 0;
    row[NANGUARD_COL_FIRST_BAD] = rank == 1 ? 7 : -1;
    row[NANGUARD_COL_CLIP_COUNT] = rank;
    row[NANGUARD_COL_MIN] = bitsOf(-1.5 * rank);
    row[NANGUARD_COL_MAX] = bitsOf(rank - 2.5);
    row[NANGUARD_COL_MEAN] = bitsOf(rank == 3 ? NAN : -1);
    int64_t *idle = report.row(kMatmul);
    if (rank != 0) { // an expert without a token, but for one rank
      report.nan(kMatmul);
      idle[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_EMPTY;
    }
    if (rank == 3)
      report.row(kLog)[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_DATA;
    report.row(kEntry)[NANGUARD_COL_STATUS] |= NANGUARD_STATUS_EMPTY;
    nanguard_context_join_ranks(s.context, &comm, report.cells.data(), kOps,
                                NANGUARD_REPORT_COLUMNS, nullptr, nullptr);
    joined[rank] = report.cells;
  });
  for (int rank = 1; rank < kRanks; ++rank)
    for (size_t op = 1; op < kOps; ++op)
      for (size_t c = 0; c < NANGUARD_REPORT_COLUMNS; ++c)
        ASSERT_EQ(joined[rank][op * NANGUARD_REPORT_COLUMNS + c],
                  joined[0][op * NANGUARD_REPORT_COLUMNS + c])
            << "op " << op << ", column " << c;
  const int64_t *row = &joined[0][kSoftmax * NANGUARD_REPORT_COLUMNS];
  EXPECT_EQ(row[NANGUARD_COL_NAN_COUNT], 3);
  EXPECT_EQ(row[NANGUARD_COL_FIRST_BAD], 7);
  EXPECT_EQ(row[NANGUARD_COL_CLIP_COUNT], 3);
  EXPECT_EQ(row[NANGUARD_COL_MIN], bitsOf(-4.5));
  EXPECT_EQ(row[NANGUARD_COL_MAX], bitsOf(0.5));
  double mean;
  std::memcpy(&mean, &row[NANGUARD_COL_MEAN], sizeof mean);
  EXPECT_TRUE(std::isnan(mean));
  const int64_t *expert = &joined[0][kMatmul * NANGUARD_REPORT_COLUMNS];
  EXPECT_FALSE(expert[NANGUARD_COL_STATUS] & NANGUARD_STATUS_EMPTY);
  EXPECT_EQ(expert[NANGUARD_COL_MAX_BITS], kF16One) << "padding is nothing";
  EXPECT_TRUE(joined[0][kLog * NANGUARD_REPORT_COLUMNS] & NANGUARD_STATUS_DATA);
  EXPECT_TRUE(joined[0][kEntry * NANGUARD_REPORT_COLUMNS] &
              NANGUARD_STATUS_EMPTY);
}

TEST(Ranks, SignalsKeepTheirNaNAndACleanStepIsOneCollective) {
  Meeting meeting;
  std::vector<nanguard_signals> joined(kRanks);
  onRanks([&](int rank) {
    nanguard_comm comm = commOf(meeting, rank);
    Stream s;
    std::vector<uint8_t> tiers(kOps, NANGUARD_FORM_FUSED_BITS);
    Report report(tiers);
    nanguard_signals &signals = joined[rank];
    signals = {};
    signals.struct_size = sizeof signals;
    signals.valid =
        NANGUARD_SIGNAL_LOSS | (rank == 1 ? NANGUARD_SIGNAL_GRAD_NORM : 0u);
    signals.loss = rank - 7.0;
    signals.grad_norm = std::nan("");
    signals.step_skipped = rank == 3;
    nanguard_context_join_ranks(s.context, &comm, report.cells.data(), kOps,
                                NANGUARD_REPORT_COLUMNS, &signals, nullptr);
  });
  for (const nanguard_signals &signals : joined) {
    EXPECT_EQ(signals.loss, -4.0);
    EXPECT_EQ(signals.valid,
              unsigned(NANGUARD_SIGNAL_LOSS | NANGUARD_SIGNAL_GRAD_NORM));
    EXPECT_TRUE(std::isnan(signals.grad_norm));
    EXPECT_EQ(signals.step_skipped, 1u);
  }
  EXPECT_EQ(meeting.collectives, kRanks);
}

TEST(Ranks, DifferentTiersAreAnErrorOnEachRank) {
  Meeting meeting;
  std::vector<nanguard_error> errors(kRanks);
  onRanks([&](int rank) {
    nanguard_comm comm = commOf(meeting, rank);
    Stream s;
    std::vector<uint8_t> tiers(kOps, NANGUARD_FORM_FUSED_BITS);
    if (rank == 1)
      tiers[kLog] = NANGUARD_FORM_SAFE;
    Report report(tiers);
    errors[rank] =
        nanguard_context_join_ranks(s.context, &comm, report.cells.data(), kOps,
                                    NANGUARD_REPORT_COLUMNS, nullptr, nullptr);
    EXPECT_NE(std::string(nanguard_last_error()).find("different tiers"),
              std::string::npos);
  });
  EXPECT_EQ(errors, std::vector<nanguard_error>(kRanks, NANGUARD_ERR_STATE));
}

TEST(Ranks, GradientsAreMaskedAndTheScalerStillSees) {
  for (int32_t mask : {NANGUARD_MASK_ZERO, NANGUARD_MASK_MEAN}) {
    Meeting meeting;
    std::vector<std::vector<float>> sums(kRanks);
    std::vector<nanguard_masked_sum> results(kRanks);
    onRanks([&](int rank) {
      nanguard_comm comm = commOf(meeting, rank);
      sums[rank] = {1, 2, 3};
      if (rank == 2)
        sums[rank] = {NAN, 2, INFINITY};
      results[rank] = {};
      results[rank].struct_size = sizeof results[rank];
      EXPECT_EQ(nanguard_masked_all_reduce(&comm, sums[rank].data(), 3,
                                           NANGUARD_F32, mask, &results[rank]),
                NANGUARD_OK);
    });
    float own = mask == NANGUARD_MASK_MEAN ? 2 : 0;
    for (int rank = 0; rank < kRanks; ++rank) {
      EXPECT_EQ(sums[rank], (std::vector<float>{3 + own, 8, 9 + own}));
      EXPECT_EQ(results[rank].masked, 2);
      EXPECT_EQ(results[rank].masked_here, rank == 2 ? 2 : 0);
      EXPECT_EQ(results[rank].first_rank, 2);
      EXPECT_EQ(results[rank].found_nonfinite, 1);
      EXPECT_EQ(results[rank].overflowed, 0);
    }
  }
}

TEST(Ranks, HalvesAreSummedWideAndRoundedOnce) {
  for (int32_t dtype : {NANGUARD_F16, NANGUARD_BF16}) {
    bool isF16 = dtype == NANGUARD_F16;
    uint16_t one = isF16 ? 0x3C00 : 0x3F80;
    uint16_t large = isF16 ? 0x7BFF : 0x7F7F; // the largest
    uint16_t big = isF16 ? 0x6800 : 0x4380;   // 2048, 256: 1 is half a step
    uint16_t nan = 0x7FFF;
    Meeting meeting;
    std::vector<std::vector<uint16_t>> sums(kRanks);
    std::vector<nanguard_masked_sum> results(kRanks);
    onRanks([&](int rank) {
      nanguard_comm comm = commOf(meeting, rank);
      sums[rank] = {rank ? one : big, rank == 1 ? nan : one,
                    rank == 3 ? large : uint16_t(0)};
      if (rank == 2)
        sums[rank][2] = one;
      results[rank] = {};
      results[rank].struct_size = sizeof results[rank];
      EXPECT_EQ(nanguard_masked_all_reduce(&comm, sums[rank].data(), 3, dtype,
                                           NANGUARD_MASK_ZERO, &results[rank]),
                NANGUARD_OK);
    });
    for (int rank = 0; rank < kRanks; ++rank) {
      // 3 more in one rounding: up to 4; one by one they would vanish.
      EXPECT_EQ(sums[rank][0], isF16 ? 0x6802 : 0x4382);
      EXPECT_EQ(sums[rank][1], isF16 ? 0x4200 : 0x4040); // 3 of 4
      EXPECT_EQ(sums[rank][2], large);
      EXPECT_EQ(results[rank].masked, 1);
      EXPECT_EQ(results[rank].first_rank, 1);
      EXPECT_EQ(results[rank].overflowed, 0);
      EXPECT_EQ(results[rank].found_nonfinite, 1);
    }
  }
}

TEST(Ranks, AHalfSumThatOnlyTheFloatHoldsOverflows) {
  Meeting meeting;
  std::vector<nanguard_masked_sum> results(kRanks);
  onRanks([&](int rank) {
    nanguard_comm comm = commOf(meeting, rank);
    uint16_t data = 0x7000; // 8192, and 4 of them
    results[rank] = {};
    results[rank].struct_size = sizeof results[rank];
    nanguard_masked_all_reduce(&comm, &data, 1, NANGUARD_F16,
                               NANGUARD_MASK_ZERO, &results[rank]);
    EXPECT_EQ(data, 0x7800); // 32768
    data = 0x7800;
    EXPECT_EQ(results[rank].found_nonfinite, 0);
    nanguard_masked_all_reduce(&comm, &data, 1, NANGUARD_F16,
                               NANGUARD_MASK_ZERO, &results[rank]);
    EXPECT_EQ(data, 0x7C00);
  });
  for (const nanguard_masked_sum &result : results) {
    EXPECT_EQ(result.masked, 0);
    EXPECT_EQ(result.overflowed, 1);
    EXPECT_EQ(result.found_nonfinite, 1);
  }
}

TEST(Ranks, EveryHalfKeepsItsValue) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    auto half = static_cast<uint16_t>(bits);
    if ((half & 0x7FFF) <= 0x7C00)
      EXPECT_EQ(nanguard::Float16::narrow(nanguard::Float16::widen(half)),
                half);
    if ((half & 0x7FFF) <= 0x7F80)
      EXPECT_EQ(nanguard::BFloat16::narrow(nanguard::BFloat16::widen(half)),
                half);
  }
  EXPECT_EQ(nanguard::Float16::widen(0x0001), 0x1p-24f);
  EXPECT_EQ(nanguard::Float16::narrow(65519), 0x7BFF);
  EXPECT_EQ(nanguard::Float16::narrow(-65520), 0xFC00);
  EXPECT_EQ(nanguard::Float16::narrow(0x1.8p-25f), 0x0001);
  EXPECT_EQ(nanguard::Float16::narrow(0x1p-25f), 0x0000) << "a tie, to even";
  EXPECT_EQ(nanguard::BFloat16::narrow(0x1.01p0f), 0x3F80) << "a tie, to even";
  EXPECT_TRUE(
      std::isnan(nanguard::Float16::widen(nanguard::Float16::narrow(NAN))));
  EXPECT_TRUE(
      std::isnan(nanguard::BFloat16::widen(nanguard::BFloat16::narrow(NAN))));
}

TEST(Ranks, ASumThatOverflowsIsTold) {
  Meeting meeting;
  std::vector<nanguard_masked_sum> results(kRanks);
  onRanks([&](int rank) {
    nanguard_comm comm = commOf(meeting, rank);
    double data[2] = {std::numeric_limits<double>::max(), 1};
    results[rank] = {};
    results[rank].struct_size = sizeof results[rank];
    nanguard_masked_all_reduce(&comm, data, 2, NANGUARD_F64, NANGUARD_MASK_ZERO,
                               &results[rank]);
    EXPECT_EQ(data[1], kRanks);
  });
  for (const nanguard_masked_sum &result : results) {
    EXPECT_EQ(result.masked, 0);
    EXPECT_EQ(result.first_rank, -1);
    EXPECT_EQ(result.overflowed, 1);
    EXPECT_EQ(result.found_nonfinite, 1);
  }
}

TEST(Ranks, AFailedCollectiveChangesNothing) {
  Meeting meeting;
  nanguard_comm comm = commOf(meeting, 1);
  comm.max_i64 = [](void *, int64_t *words, size_t n) {
    std::fill(words, words + n, 77);
    return NANGUARD_ERR_IO;
  };
  Stream s;
  Report report(std::vector<uint8_t>(kOps, NANGUARD_FORM_FUSED_BITS));
  std::vector<int64_t> before = report.cells;
  EXPECT_EQ(nanguard_context_join_ranks(s.context, &comm, report.cells.data(),
                                        kOps, NANGUARD_REPORT_COLUMNS, nullptr,
                                        nullptr),
            NANGUARD_ERR_IO);
  EXPECT_STREQ(nanguard_last_error(),
               "joining reports on rank 1 of 4: the meeting is off");
  EXPECT_EQ(report.cells, before);
  int16_t half = 0;
  nanguard_masked_sum sum = {};
  sum.struct_size = sizeof sum;
  EXPECT_EQ(nanguard_masked_all_reduce(&comm, &half, 1, NANGUARD_I16,
                                       NANGUARD_MASK_ZERO, &sum),
            NANGUARD_ERR_ARGUMENT);
  EXPECT_EQ(nanguard_masked_all_reduce(&comm, &half, 1, NANGUARD_F32, 9, &sum),
            NANGUARD_ERR_ARGUMENT);
}

} // namespace
