//===- ArenaTest.cpp - The step arena -------------------------------------===//
//
// Alignment, reuse, growth, threads; and that a warm step asks the system for
// nothing.
//
//===----------------------------------------------------------------------===//

#include "nanguard/runtime.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

extern "C" {
void *_mlir_memref_to_llvm_alloc(size_t size);
void *_mlir_memref_to_llvm_aligned_alloc(size_t align, size_t size);
void _mlir_memref_to_llvm_free(void *ptr);
}

namespace {

nanguard_arena_stats stats(const nanguard_arena *arena) {
  nanguard_arena_stats s = {};
  s.struct_size = sizeof s;
  EXPECT_EQ(nanguard_arena_get_stats(arena, &s), NANGUARD_OK);
  return s;
}

struct ActiveArena {
  nanguard_arena *arena = nullptr;
  explicit ActiveArena(size_t reserve = 0) {
    nanguard_arena_create(reserve, &arena);
    nanguard_arena_activate(arena);
  }
  ~ActiveArena() {
    nanguard_arena_activate(nullptr);
    nanguard_arena_destroy(arena);
  }
};

void oneStep() {
  std::vector<void *> live;
  live.reserve(64);
  for (size_t i = 0; i < 64; ++i) {
    size_t size = (i * 7919) % 200000;
    void *p = nanguard_rt_alloc(size, size_t(64) << (i % 4));
    ASSERT_EQ(reinterpret_cast<uintptr_t>(p) % (size_t(64) << (i % 4)), 0u);
    std::memset(p, int(i), size);
    live.push_back(p);
    if (i % 3 == 2) {
      nanguard_rt_free(live[i - 1]);
      live[i - 1] = nullptr;
    }
  }
  for (void *p : live)
    nanguard_rt_free(p);
}

TEST(Arena, WarmStepCallsNoAllocator) {
  for (bool reset : {true, false}) {
    ActiveArena a;
    for (int step = 0; step < 3; ++step) {
      oneStep();
      if (reset)
        nanguard_arena_reset(a.arena);
    }
    uint64_t before = stats(a.arena).system_allocations;
    EXPECT_GT(before, 0u);
    for (int step = 0; step < 50; ++step) {
      oneStep();
      if (reset)
        nanguard_arena_reset(a.arena);
    }
    EXPECT_EQ(stats(a.arena).system_allocations, before);
    EXPECT_EQ(stats(a.arena).live_blocks, 0u);
    EXPECT_EQ(stats(a.arena).live_bytes, 0u);
  }
}

TEST(Arena, ReservedArenaIsWarmAtOnce) {
  ActiveArena a(64 << 20);
  EXPECT_EQ(stats(a.arena).system_allocations, 1u);
  oneStep();
  EXPECT_EQ(stats(a.arena).system_allocations, 1u);
}

TEST(Arena, ResultsThatStayUntilTheResetDoNotGrowIt) {
  ActiveArena a(2 << 20);
  for (int step = 0; step < 20; ++step) {
    for (int i = 0; i < 10; ++i)
      std::memset(nanguard_rt_alloc(100000, 64), 1, 100000);
    nanguard_arena_reset(a.arena);
  }
  EXPECT_EQ(stats(a.arena).system_allocations, 1u);
}

TEST(Arena, MlirNamesUseIt) {
  ActiveArena a;
  void *p = _mlir_memref_to_llvm_alloc(10);
  void *q = _mlir_memref_to_llvm_aligned_alloc(256, 10);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(p) % 64, 0u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(q) % 256, 0u);
  EXPECT_EQ(stats(nullptr).live_blocks, 2u);
  _mlir_memref_to_llvm_free(p);
  _mlir_memref_to_llvm_free(q);
  _mlir_memref_to_llvm_free(nullptr);
  EXPECT_EQ(stats(nullptr).live_blocks, 0u);
}

TEST(Arena, SizeZeroAndLargeBlocks) {
  ActiveArena a;
  void *p = nanguard_rt_alloc(0, 64);
  void *q = nanguard_rt_alloc(0, 64);
  EXPECT_NE(p, q);
  void *big = nanguard_rt_alloc(10 << 20, 4096);
  std::memset(big, 1, 10 << 20);
  nanguard_rt_free(p);
  nanguard_rt_free(q);
  nanguard_rt_free(big);
}

TEST(Arena, FallsBackToTheThreadsOwn) {
  nanguard_rt_free(nanguard_rt_alloc(100, 64));
  EXPECT_GT(stats(nullptr).reserved_bytes, 0u);
  EXPECT_EQ(nanguard_arena_reset(nullptr), NANGUARD_OK);
}

TEST(Arena, TakesItsMemoryWhereItIsTold) {
  struct Count {
    int taken = 0, given = 0;
  } count;
  nanguard_arena_source source = {sizeof source,
                                  [](size_t bytes, void *user) {
                                    ++static_cast<Count *>(user)->taken;
                                    return std::aligned_alloc(64, bytes);
                                  },
                                  [](void *memory, void *user) {
                                    ++static_cast<Count *>(user)->given;
                                    std::free(memory);
                                  },
                                  &count};
  nanguard_arena *arena;
  ASSERT_EQ(nanguard_arena_create_from(1000, &source, &arena), NANGUARD_OK);
  ASSERT_EQ(nanguard_arena_activate(arena), NANGUARD_OK);
  nanguard_rt_free(nanguard_rt_alloc(4 << 20, 64));
  EXPECT_EQ(count.taken, 2);
  nanguard_arena_activate(nullptr);
  ASSERT_EQ(nanguard_arena_destroy(arena), NANGUARD_OK);
  EXPECT_EQ(count.given, 2);
  source.release = nullptr;
  EXPECT_EQ(nanguard_arena_create_from(0, &source, &arena),
            NANGUARD_ERR_ARGUMENT);
  EXPECT_EQ(nanguard_arena_create_from(0, nullptr, &arena),
            NANGUARD_ERR_ARGUMENT);
}

/// A source's memory may be out of the host's reach: nothing is written there.
TEST(Arena, LeavesASourcesMemoryAlone) {
  constexpr size_t kBase = size_t(1) << 60;
  nanguard_arena_source source = {
      sizeof source,
      [](size_t, void *) { return reinterpret_cast<void *>(kBase); },
      [](void *, void *) {}, nullptr};
  nanguard_arena *arena;
  ASSERT_EQ(nanguard_arena_create_from(1 << 20, &source, &arena), NANGUARD_OK);
  ASSERT_EQ(nanguard_arena_activate(arena), NANGUARD_OK);
  auto offset = [](void *block) {
    return reinterpret_cast<uintptr_t>(block) - kBase;
  };
  void *a = nanguard_rt_alloc(100, 64), *b = nanguard_rt_alloc(5000, 256);
  EXPECT_EQ(offset(a), 0u);
  EXPECT_EQ(offset(b) % 256, 0u);
  // What is given back last first leaves no trace in later addresses.
  nanguard_rt_free(b);
  nanguard_rt_free(a);
  void *c = nanguard_rt_alloc(7000, 64), *d = nanguard_rt_alloc(1, 64);
  EXPECT_EQ(offset(c), 0u);
  EXPECT_GE(offset(d), 7000u);
  // In another order a block is kept for its like.
  nanguard_rt_free(c);
  EXPECT_EQ(nanguard_rt_alloc(7000, 64), c);
  EXPECT_EXIT(nanguard_rt_free(reinterpret_cast<void *>(kBase + 64)),
              testing::KilledBySignal(SIGABRT), "not from the step arena");
  EXPECT_EQ(nanguard_arena_reset(arena), NANGUARD_OK);
  EXPECT_EQ(offset(nanguard_rt_alloc(1, 64)), 0u);
  nanguard_arena_activate(nullptr);
  ASSERT_EQ(nanguard_arena_destroy(arena), NANGUARD_OK);
}

TEST(Arena, OneThreadAtATime) {
  ActiveArena a;
  EXPECT_EQ(nanguard_arena_destroy(a.arena), NANGUARD_ERR_STATE);
  std::thread([&] {
    EXPECT_EQ(nanguard_arena_activate(a.arena), NANGUARD_ERR_STATE);
    EXPECT_EQ(nanguard_arena_reset(a.arena), NANGUARD_ERR_STATE);
    EXPECT_NE(std::string(nanguard_last_error()).find("another thread"),
              std::string::npos);
  }).join();
}

TEST(Arena, BlocksMayBeFreedElsewhere) {
  ActiveArena a;
  std::vector<void *> blocks(1000);
  for (void *&p : blocks)
    p = nanguard_rt_alloc(64, 64);
  uint64_t before = stats(a.arena).system_allocations;
  auto freeHalf = [&](size_t first) {
    for (size_t i = first; i < blocks.size(); i += 2)
      nanguard_rt_free(blocks[i]);
  };
  std::thread one(freeHalf, 0), two(freeHalf, 1);
  one.join();
  two.join();
  for (size_t i = 0; i < blocks.size(); ++i)
    nanguard_rt_alloc(64, 64);
  EXPECT_EQ(stats(a.arena).system_allocations, before);
  EXPECT_EQ(stats(a.arena).live_blocks, blocks.size());
}

TEST(Arena, BlocksOutliveTheirThread) {
  void *p = nullptr;
  std::thread([&] { p = nanguard_rt_alloc(100, 64); }).join();
  std::memset(p, 1, 100);
  std::thread([&] { nanguard_rt_free(nanguard_rt_alloc(100, 64)); }).join();
  nanguard_rt_free(p);
}

TEST(ArenaDeathTest, DoubleFreeIsTold) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        void *p = nanguard_rt_alloc(100, 64);
        nanguard_rt_free(p);
        nanguard_rt_free(p);
      },
      "freed twice");
}

TEST(Inject, HookIsCalledAndMayBeAbsent) {
  float data[2] = {1, 2};
  nanguard_rt_inject(3, -1, data, 2, NANGUARD_F32, 1);
  EXPECT_EQ(data[1], 2);
  float value = 7;
  nanguard_set_inject_hook(
      [](void *user, int64_t op, int64_t operand, void *where, int64_t elements,
         int32_t dtype, int32_t tier) {
        EXPECT_EQ(op, 3);
        EXPECT_EQ(operand, -1);
        EXPECT_EQ(elements, 2);
        EXPECT_EQ(dtype, NANGUARD_F32);
        EXPECT_EQ(tier, 1);
        static_cast<float *>(where)[1] = *static_cast<float *>(user);
      },
      &value);
  nanguard_rt_inject(3, -1, data, 2, NANGUARD_F32, 1);
  nanguard_set_inject_hook(nullptr, nullptr);
  EXPECT_EQ(data[1], 7);
}

} // namespace
