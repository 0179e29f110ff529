//===- ParallelTest.cpp - Kernels on several threads ----------------------===//
//
// Each iteration runs once, whatever the number of threads, the work and the
// pool; two callers may be at work at the same time.
//
//===----------------------------------------------------------------------===//

#include "nanguard/abi.h"
#include "nanguard/runtime.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Counts {
  explicit Counts(int64_t iterations) : seen(iterations) {}
  std::vector<std::atomic<int>> seen;
  std::atomic<int> parts{0};

  static void run(void *args, int64_t from, int64_t to) {
    auto *counts = static_cast<Counts *>(args);
    ++counts->parts;
    for (int64_t i = from; i < to; ++i)
      ++counts->seen[i];
  }
  bool allOnce() const {
    for (const std::atomic<int> &count : seen)
      if (count != 1)
        return false;
    return true;
  }
};

constexpr int64_t kHeavy = 1 << 20;

TEST(Parallel, EachIterationRunsOnce) {
  for (uint32_t threads : {1u, 2u, 3u, 64u}) {
    ASSERT_EQ(nanguard_set_threads(threads), NANGUARD_OK);
    EXPECT_EQ(nanguard_get_threads(), threads);
    for (int64_t iterations : {0, 1, 2, 3, 5, 63, 64, 65, 1000}) {
      for (int64_t work : {int64_t(0), int64_t(1), int64_t(100), kHeavy}) {
        Counts counts(iterations);
        nanguard_rt_parallel_for(Counts::run, &counts, iterations, work);
        EXPECT_TRUE(counts.allOnce()) << threads << " " << iterations;
        EXPECT_LE(counts.parts, static_cast<int>(threads));
      }
    }
  }
  nanguard_set_threads(0);
}

TEST(Parallel, LittleWorkStaysOnOneThread) {
  nanguard_set_threads(8);
  Counts counts(1000);
  nanguard_rt_parallel_for(Counts::run, &counts, 1000, 2);
  EXPECT_EQ(counts.parts, 1);
  nanguard_set_threads(0);
}

TEST(Parallel, HugeNumbersDoNotOverflow) {
  nanguard_set_threads(4);
  static std::atomic<int64_t> total;
  total = 0;
  auto body = [](void *, int64_t from, int64_t to) { total += to - from; };
  nanguard_rt_parallel_for(body, nullptr, std::numeric_limits<int64_t>::max(),
                           std::numeric_limits<int64_t>::max());
  EXPECT_EQ(total, std::numeric_limits<int64_t>::max());
  nanguard_set_threads(0);
}

TEST(Parallel, TooManyThreadsAreRefused) {
  EXPECT_EQ(nanguard_set_threads(1025), NANGUARD_ERR_ARGUMENT);
  EXPECT_NE(std::string(nanguard_last_error()).find("1024"), std::string::npos);
}

TEST(Parallel, TheEnvironmentNamesTheNumber) {
  setenv("NANGUARD_THREADS", "3", 1);
  nanguard_set_threads(0);
  EXPECT_EQ(nanguard_get_threads(), 3u);
  for (const char *bad : {"", "0", "-1", "x", "3x", "99999999999999999999"}) {
    setenv("NANGUARD_THREADS", bad, 1);
    nanguard_set_threads(0);
    EXPECT_GE(nanguard_get_threads(), 1u) << bad;
    EXPECT_NE(nanguard_get_threads(), 3u) << bad;
  }
  unsetenv("NANGUARD_THREADS");
  nanguard_set_threads(0);
}

TEST(Parallel, TheHostsPoolRunsTheParts) {
  nanguard_set_threads(4);
  size_t asked = 0;
  auto hook = [](void *user, void (*task)(void *, size_t), void *context,
                 size_t count) {
    *static_cast<size_t *>(user) = count;
    for (size_t i = count; i-- > 0;)
      task(context, i);
  };
  nanguard_set_parallel_hook(hook, &asked);
  Counts counts(10);
  nanguard_rt_parallel_for(Counts::run, &counts, 10, kHeavy);
  nanguard_set_parallel_hook(nullptr, nullptr);
  EXPECT_EQ(asked, 4u);
  EXPECT_EQ(counts.parts, 4);
  EXPECT_TRUE(counts.allOnce());
  nanguard_set_threads(0);
}

TEST(Parallel, TwoCallersAtATime) {
  nanguard_set_threads(2);
  std::vector<std::thread> callers;
  std::atomic<bool> good{true};
  for (int caller = 0; caller < 4; ++caller)
    callers.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        Counts counts(37);
        nanguard_rt_parallel_for(Counts::run, &counts, 37, kHeavy);
        good = good && counts.allOnce();
      }
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_TRUE(good);
  nanguard_set_threads(0);
}

} // namespace
