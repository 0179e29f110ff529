//===- DeviceTest.cpp - The emulator through its C ABI --------------------===//
//
// Kernels written by hand, as the compiler would emit them.
//
//===----------------------------------------------------------------------===//

#include "nanguard/device.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace {

using Body = std::function<void(nanguard_sim_thread &)>;

class DeviceTest : public testing::Test {
protected:
  ~DeviceTest() override { nanguard_device_close(device); }

  void open(const char *spec) {
    ASSERT_EQ(nanguard_device_open(spec, &device), 0)
        << nanguard_device_last_error();
    nanguard_device_activate(device);
  }

  /// Launches `body` for each thread; the message of what went wrong.
  std::string launch(int64_t blocks, int64_t threads, const Body &body,
                     uint32_t shared = 0,
                     std::vector<nanguard_region> regions = {}) {
    nanguard_kernel kernel = {};
    kernel.struct_size = sizeof kernel;
    kernel.flags = NANGUARD_KERNEL_COOPERATIVE | NANGUARD_KERNEL_CHECKED;
    kernel.name = "k";
    kernel.shared_bytes = shared;
    kernel.body = [](void *thread, const int64_t *args) {
      auto *body = reinterpret_cast<const Body *>(args[0]);
      (*body)(*static_cast<nanguard_sim_thread *>(thread));
    };
    int64_t args[] = {reinterpret_cast<int64_t>(&body)};
    nanguard_device_launch(&kernel, blocks, 1, 1, threads, 1, 1, 0, args, 1,
                           regions.data(),
                           static_cast<int64_t>(regions.size()));
    return nanguard_device_synchronize(device) ? nanguard_device_last_error()
                                               : "";
  }

  nanguard_device *device = nullptr;
};

TEST_F(DeviceTest, RefusesWhatItDoesNotKnow) {
  for (const char *spec :
       {"", "gpu", "simulator", "sim:fast", "sim:seed=", "sim:seed=x",
        "sim:threads=-1", "sim:threads=99999", "sim:checks,,"}) {
    EXPECT_EQ(nanguard_device_open(spec, &device), -1) << spec;
    EXPECT_EQ(device, nullptr);
    EXPECT_NE(std::string(nanguard_device_last_error()), "");
  }
}

TEST_F(DeviceTest, MemoryIsAlignedAndNaN) {
  open("sim");
  auto *memory = static_cast<float *>(nanguard_device_alloc(12));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 256, 0u);
  EXPECT_TRUE(std::isnan(memory[2]));
  memory[2] = 1;
  nanguard_device_free(memory);
  memory = static_cast<float *>(nanguard_device_alloc(12));
  EXPECT_TRUE(std::isnan(memory[2]));
  nanguard_device_free(memory);
  int other;
  nanguard_device_free(&other);
  EXPECT_EQ(nanguard_device_synchronize(device), -1);
  EXPECT_EQ(nanguard_device_synchronize(device), 0);
}

TEST_F(DeviceTest, EveryThreadOfEveryBlockRunsOnce) {
  for (const char *spec :
       {"sim", "sim:threads=1", "sim:threads=3", "sim:checks"}) {
    open(spec);
    std::vector<int> seen(37 * 70);
    EXPECT_EQ(launch(37, 70,
                     [&](nanguard_sim_thread &t) {
                       EXPECT_EQ(t.ntid[0], 70u);
                       EXPECT_EQ(t.nctaid[0], 37u);
                       EXPECT_EQ(t.lane, t.tid[0] % 32);
                       EXPECT_EQ(t.warp, t.tid[0] / 32);
                       ++seen[t.ctaid[0] * 70 + t.tid[0]];
                     }),
              "");
    EXPECT_EQ(seen, std::vector<int>(seen.size(), 1)) << spec;
    nanguard_device_close(device);
    device = nullptr;
  }
}

TEST_F(DeviceTest, RefusesWhatNoGpuLaunches) {
  open("sim");
  auto nothing = [](nanguard_sim_thread &) {};
  EXPECT_NE(launch(0, 32, nothing).find("a grid of 0 blocks"),
            std::string::npos);
  EXPECT_NE(launch(1, 1025, nothing).find("a block of 1025 threads"),
            std::string::npos);
  EXPECT_NE(launch(1, 32, nothing, 49 << 10).find("static shared memory"),
            std::string::npos);
  EXPECT_EQ(launch(1, 1024, nothing, 48 << 10), "");
}

TEST_F(DeviceTest, BarriersOrderABlockInEveryOrder) {
  for (int seed = 0; seed < 8; ++seed) {
    open(("sim:seed=" + std::to_string(seed)).c_str());
    std::vector<int> sums(3);
    EXPECT_EQ(launch(
                  3, 100,
                  [&](nanguard_sim_thread &t) {
                    auto *shared = static_cast<int *>(t.shared);
                    EXPECT_EQ(shared[t.tid[0]], -1);
                    shared[t.tid[0]] = static_cast<int>(t.tid[0]);
                    nanguard_sim_barrier(&t, 0, 0, "a");
                    if (t.tid[0] == 0)
                      sums[t.ctaid[0]] =
                          std::accumulate(shared, shared + 100, 0);
                  },
                  400),
              "");
    EXPECT_EQ(sums, std::vector<int>(3, 4950));
    nanguard_device_close(device);
    device = nullptr;
  }
}

TEST_F(DeviceTest, BarrierOfSomeWarpsAndItsReductions) {
  open("sim");
  int popc = 0, any = 0, all = 0;
  EXPECT_EQ(
      launch(1, 96,
             [&](nanguard_sim_thread &t) {
               if (t.warp < 2) {
                 int n = nanguard_sim_barrier_reduce(
                     &t, 1, 64, NANGUARD_SIM_POPC, t.tid[0] % 4 == 0, "a");
                 if (t.tid[0] == 63)
                   popc = n;
               }
               int a = nanguard_sim_barrier_reduce(&t, 0, 0, NANGUARD_SIM_OR,
                                                   t.tid[0] == 95, "b");
               int b = nanguard_sim_barrier_reduce(&t, 0, 0, NANGUARD_SIM_AND,
                                                   t.tid[0] != 95, "c");
               if (t.tid[0] == 0) {
                 any = a;
                 all = b;
               }
             }),
      "");
  EXPECT_EQ(popc, 16);
  EXPECT_EQ(any, 1);
  EXPECT_EQ(all, 0);
  EXPECT_NE(launch(1, 32,
                   [](nanguard_sim_thread &t) {
                     nanguard_sim_barrier(&t, 0, 33, "a");
                   })
                .find("not whole warps"),
            std::string::npos);
}

TEST_F(DeviceTest, ThreadsThatEndedDoNotHoldABarrierUp) {
  open("sim");
  int arrived = 0;
  EXPECT_EQ(launch(1, 64,
                   [&](nanguard_sim_thread &t) {
                     if (t.warp == 1)
                       return;
                     nanguard_sim_barrier(&t, 0, 0, "a");
                     ++arrived;
                   }),
            "");
  EXPECT_EQ(arrived, 32);
}

/// A shuffle's results of all lanes; 1000 more where it was out of range.
std::vector<int> shuffled(int kind, int offset, int clamp,
                          const std::function<std::string(const Body &)> &run) {
  std::vector<int> result(32);
  EXPECT_EQ(run([&](nanguard_sim_thread &t) {
              uint8_t valid;
              int v = nanguard_sim_shfl(&t, kind, -1, static_cast<int>(t.lane),
                                        offset, clamp, &valid, "s");
              result[t.lane] = v + (valid ? 0 : 1000);
            }),
            "");
  return result;
}

TEST_F(DeviceTest, ShufflesAsThePtxManualSays) {
  open("sim");
  auto run = [&](const Body &body) { return launch(1, 32, body); };
  auto lanes = [&](const std::function<int(int)> &of) {
    std::vector<int> all(32);
    for (int i = 0; i < 32; ++i)
      all[i] = of(i);
    return all;
  };
  EXPECT_EQ(shuffled(NANGUARD_SIM_BFLY, 5, 31, run),
            lanes([](int i) { return i ^ 5; }));
  EXPECT_EQ(shuffled(NANGUARD_SIM_UP, 3, 0, run),
            lanes([](int i) { return i < 3 ? i + 1000 : i - 3; }));
  EXPECT_EQ(shuffled(NANGUARD_SIM_DOWN, 3, 31, run),
            lanes([](int i) { return i > 28 ? i + 1000 : i + 3; }));
  EXPECT_EQ(shuffled(NANGUARD_SIM_IDX, 9, 31, run),
            lanes([](int) { return 9; }));
  // Segments of 8: mask 0x18, clamp 7.
  int segment = 0x18 << 8 | 7;
  EXPECT_EQ(shuffled(NANGUARD_SIM_IDX, 2, segment, run),
            lanes([](int i) { return i / 8 * 8 + 2; }));
  EXPECT_EQ(shuffled(NANGUARD_SIM_DOWN, 4, segment, run),
            lanes([](int i) { return i % 8 > 3 ? i + 1000 : i + 4; }));
}

TEST_F(DeviceTest, VotesMatchesElections) {
  open("sim");
  EXPECT_EQ(
      launch(
          1, 40,
          [](nanguard_sim_thread &t) {
            // The second warp has eight lanes; a mask may name the rest.
            int odd = t.lane & 1;
            uint32_t odds = t.warp ? 0xaau : 0xaaaaaaaau;
            EXPECT_EQ(nanguard_sim_vote(&t, NANGUARD_SIM_BALLOT, -1, odd, "a"),
                      static_cast<int32_t>(odds));
            EXPECT_EQ(nanguard_sim_vote(&t, NANGUARD_SIM_ANY, -1, 0, "b"), 0);
            EXPECT_EQ(nanguard_sim_vote(&t, NANGUARD_SIM_ALL, -1, 1, "c"), 1);
            EXPECT_EQ(nanguard_sim_vote(&t, NANGUARD_SIM_UNI, -1, odd, "d"), 0);
            EXPECT_EQ(nanguard_sim_vote(&t, NANGUARD_SIM_UNI, -1, 0, "e"), 1);
            uint32_t same = odd ? odds : odds >> 1;
            EXPECT_EQ(nanguard_sim_match(&t, -1, odd, nullptr, "f"),
                      static_cast<int32_t>(same));
            uint8_t all;
            EXPECT_EQ(nanguard_sim_match(&t, -1, odd, &all, "g"), 0);
            EXPECT_EQ(all, 0);
            EXPECT_EQ(nanguard_sim_elect(&t, -1, "h"), t.lane == 0);
          }),
      "");
}

TEST_F(DeviceTest, ReductionsOfAWarp) {
  open("sim");
  auto bits = [](float x) {
    int32_t b;
    std::memcpy(&b, &x, 4);
    return b;
  };
  float nan = std::nanf("");
  EXPECT_EQ(
      launch(1, 32,
             [&](nanguard_sim_thread &t) {
               int lane = static_cast<int>(t.lane);
               auto redux = [&](int kind, int value) {
                 return nanguard_sim_redux(&t, kind, -1, value, "r");
               };
               EXPECT_EQ(redux(NANGUARD_SIM_ADD, lane), 496);
               EXPECT_EQ(redux(NANGUARD_SIM_MIN, lane - 16), -16);
               EXPECT_EQ(redux(NANGUARD_SIM_MAX, lane - 16), 15);
               EXPECT_EQ(redux(NANGUARD_SIM_UMAX, lane - 16), -1);
               EXPECT_EQ(redux(NANGUARD_SIM_UMIN, lane - 16), 0);
               EXPECT_EQ(redux(NANGUARD_SIM_OR, 1 << lane), -1);
               EXPECT_EQ(redux(NANGUARD_SIM_AND, ~(1 << lane)), 0);
               EXPECT_EQ(redux(NANGUARD_SIM_XOR, lane == 3), 1);
               float x = lane == 7 ? nan : static_cast<float>(lane - 20);
               EXPECT_EQ(redux(NANGUARD_SIM_FMAX, bits(x)), bits(11));
               EXPECT_EQ(redux(NANGUARD_SIM_FMAX | NANGUARD_SIM_ABS, bits(x)),
                         bits(20));
               EXPECT_EQ(redux(NANGUARD_SIM_FMIN | NANGUARD_SIM_NAN, bits(x)),
                         0x7fffffff);
             }),
      "");
}

TEST_F(DeviceTest, AsynchronousCopiesLandAtTheirWait) {
  open("sim");
  std::vector<int> source(8);
  std::iota(source.begin(), source.end(), 1);
  EXPECT_EQ(launch(
                1, 1,
                [&](nanguard_sim_thread &t) {
                  auto *shared = static_cast<int *>(t.shared);
                  nanguard_sim_cp_async(&t, shared, source.data(), 16, 16, "a");
                  nanguard_sim_cp_async_commit(&t);
                  nanguard_sim_cp_async(&t, shared + 4, source.data() + 4, 16,
                                        8, "b");
                  nanguard_sim_cp_async_commit(&t);
                  EXPECT_EQ(shared[0], -1);
                  nanguard_sim_cp_async_wait(&t, 1);
                  EXPECT_EQ(shared[3], 4);
                  EXPECT_EQ(shared[4], -1);
                  nanguard_sim_cp_async_wait(&t, 0);
                  EXPECT_EQ(shared[5], 6);
                  // What the source does not give is zero.
                  EXPECT_EQ(shared[6], 0);
                  EXPECT_EQ(shared[7], 0);
                },
                32),
            "");
}

TEST_F(DeviceTest, MatricesGoThereAndBack) {
  open("sim");
  for (int num : {1, 2, 4})
    for (int transposed : {0, 1}) {
      std::vector<uint16_t> copied(num * 64);
      EXPECT_EQ(launch(
                    1, 32,
                    [&](nanguard_sim_thread &t) {
                      auto *from = static_cast<uint16_t *>(t.shared);
                      uint16_t *to = from + 256;
                      for (int i = 0; i < 8; ++i)
                        from[t.lane * 8 + i] =
                            static_cast<uint16_t>(t.lane * 8 + i);
                      nanguard_sim_barrier(&t, 0, 0, "w");
                      int32_t words[4];
                      nanguard_sim_ldmatrix(&t, from + t.lane * 8, num,
                                            transposed, words, "l");
                      if (!transposed) {
                        // Lane 5 holds elements 2 and 3 of row 1.
                        if (t.lane == 5)
                          EXPECT_EQ(words[0], 11 << 16 | 10);
                      } else if (t.lane == 5) {
                        // Elements 2 and 3 of column 1.
                        EXPECT_EQ(words[0], 25 << 16 | 17);
                      }
                      nanguard_sim_stmatrix(&t, to + t.lane * 8, num,
                                            transposed, words, "s");
                      nanguard_sim_barrier(&t, 0, 0, "r");
                      for (int i = 0; i < num * 2; ++i)
                        copied[t.lane * num * 2 + i] = to[t.lane * num * 2 + i];
                    },
                    1024),
                "");
      for (int i = 0; i < num * 64; ++i)
        EXPECT_EQ(copied[i], i) << num << transposed;
    }
}

/// A product by one warp against plain loops. Small integers are exact in all
/// types.
template <typename Put, typename Get>
void checkProduct(int m, int n, int k, int types, int bytes,
                  const std::function<std::string(const Body &)> &run, Put put,
                  Get get) {
  auto a = [](int i, int j) { return (i * 3 + j * 5) % 7 - (i + j) % 2; };
  auto b = [](int i, int j) { return (i * 2 + j) % 5; };
  auto c = [](int i, int j) { return (i + 2 * j) % 3; };
  int perWord = bytes < 4 ? 4 / bytes : 1;
  std::string error = run([&](nanguard_sim_thread &t) {
    int quad = static_cast<int>(t.lane) / 4, in = static_cast<int>(t.lane) % 4;
    alignas(8) char fa[64] = {}, fb[64] = {}, fc[64] = {}, fd[64] = {};
    for (int i = 0; i < m * k / 32; ++i) {
      int word = i / perWord, block = m == 16 ? word / 2 : word;
      int row = quad + (m == 16 && word % 2 ? 8 : 0);
      put(fa, i, a(row, in * perWord + i % perWord + block * 4 * perWord));
    }
    for (int i = 0; i < k * n / 32; ++i)
      put(fb, i,
          b(in * perWord + i % perWord + i / perWord * 4 * perWord, quad));
    for (int i = 0; i < m * n / 32; ++i)
      get(fc, i, true, c(quad + i / 2 * 8, in * 2 + i % 2));
    nanguard_sim_mma(&t, m << 16 | n << 8 | k, types, fa, fb, fc, fd, "m");
    for (int i = 0; i < m * n / 32; ++i) {
      int row = quad + i / 2 * 8, column = in * 2 + i % 2;
      int want = c(row, column);
      for (int j = 0; j < k; ++j)
        want += a(row, j) * b(j, column);
      EXPECT_EQ(get(fd, i, false, 0), want) << row << "," << column;
    }
  });
  EXPECT_EQ(error, "");
}

uint16_t halfOf(int value) {
  // Small integers: scale to the implicit one.
  uint16_t sign = value < 0 ? 0x8000 : 0;
  int magnitude = std::abs(value), exponent = 0;
  if (magnitude == 0)
    return 0;
  while ((magnitude >> (exponent + 1)) != 0)
    ++exponent;
  return static_cast<uint16_t>(sign | (exponent + 15) << 10 |
                               ((magnitude << (10 - exponent)) & 0x3ff));
}

int intOf(uint16_t half) {
  int exponent = (half >> 10 & 31) - 15;
  if ((half & 0x7fff) == 0)
    return 0;
  double value = std::ldexp(1024 + (half & 0x3ff), exponent - 10);
  return static_cast<int>(half & 0x8000 ? -value : value);
}

TEST_F(DeviceTest, ProductsOfEveryTypeAndShape) {
  open("sim");
  auto run = [&](const Body &body) { return launch(1, 32, body); };
  auto putter = [](auto convert) {
    return [=](char *at, int i, int value) {
      auto x = convert(value);
      std::memcpy(at + i * sizeof x, &x, sizeof x);
    };
  };
  auto f16 = putter(halfOf);
  auto bf16 = putter([](int v) {
    auto x = static_cast<float>(v);
    uint32_t bits;
    std::memcpy(&bits, &x, 4);
    return static_cast<uint16_t>(bits >> 16);
  });
  auto f32 = putter([](int v) { return static_cast<float>(v); });
  auto f64 = putter([](int v) { return static_cast<double>(v); });
  auto s8 = putter([](int v) { return static_cast<int8_t>(v); });
  auto real = [](char *at, int i, bool put, int value) {
    float x = static_cast<float>(value);
    if (put)
      std::memcpy(at + i * 4, &x, 4);
    std::memcpy(&x, at + i * 4, 4);
    return static_cast<int>(x);
  };
  auto half = [](char *at, int i, bool put, int value) {
    uint16_t x = halfOf(value);
    if (put)
      std::memcpy(at + i * 2, &x, 2);
    std::memcpy(&x, at + i * 2, 2);
    return intOf(x);
  };
  auto wide = [](char *at, int i, bool put, int value) {
    double x = value;
    if (put)
      std::memcpy(at + i * 8, &x, 8);
    std::memcpy(&x, at + i * 8, 8);
    return static_cast<int>(x);
  };
  auto integer = [](char *at, int i, bool put, int value) {
    if (put)
      std::memcpy(at + i * 4, &value, 4);
    std::memcpy(&value, at + i * 4, 4);
    return value;
  };
  auto types = [](int ab, int cd) {
    return ab | ab << 8 | cd << 16 | cd << 24;
  };
  for (int k : {8, 16}) {
    checkProduct(16, 8, k, types(NANGUARD_SIM_F16, NANGUARD_SIM_F32), 2, run,
                 f16, real);
    checkProduct(16, 8, k, types(NANGUARD_SIM_F16, NANGUARD_SIM_F16), 2, run,
                 f16, half);
    checkProduct(16, 8, k, types(NANGUARD_SIM_BF16, NANGUARD_SIM_F32), 2, run,
                 bf16, real);
  }
  for (int k : {4, 8})
    checkProduct(16, 8, k, types(NANGUARD_SIM_TF32, NANGUARD_SIM_F32), 4, run,
                 f32, real);
  checkProduct(8, 8, 4, types(NANGUARD_SIM_F64, NANGUARD_SIM_F64), 8, run, f64,
               wide);
  for (int k : {16, 32})
    checkProduct(16, 8, k, types(NANGUARD_SIM_S8, NANGUARD_SIM_S32), 1, run, s8,
                 integer);
  checkProduct(8, 8, 16, types(NANGUARD_SIM_S8, NANGUARD_SIM_S32), 1, run, s8,
               integer);
}

TEST_F(DeviceTest, ProductsRoundOnceAndKeepNaNAndInf) {
  open("sim");
  int types = NANGUARD_SIM_F16 | NANGUARD_SIM_F16 << 8 |
              NANGUARD_SIM_F16 << 16 | NANGUARD_SIM_F16 << 24;
  struct {
    uint16_t a, b, c, want;
  } cases[] = {
      {0x7bff, 0x4000, 0, 0x7c00},      // 65504 * 2 overflows
      {0x0001, 0x3c00, 0, 0x0001},      // the least subnormal
      {0x0001, 0x3800, 0, 0x0000},      // half of it, a tie to even
      {0x7c00, 0x0000, 0, 0x7fff},      // Inf * 0
      {0x3c00, 0x3c00, 0x6800, 0x6800}, // 2048 + 1, a tie to even
      {0x4200, 0x3c00, 0x6800, 0x6802}, // 2048 + 3, a tie to even: 2052
      {0x8000, 0x3c00, 0x8000, 0x0000}, // zeros' signs: other terms are +0
  };
  for (auto [a, b, c, want] : cases)
    EXPECT_EQ(
        launch(1, 32,
               [&, a = a, b = b, c = c, want = want](nanguard_sim_thread &t) {
                 uint16_t fa[8] = {}, fb[4] = {}, fc[4] = {}, fd[4];
                 if (t.lane == 0) {
                   fa[0] = a;
                   fb[0] = b;
                   fc[0] = c;
                 }
                 nanguard_sim_mma(&t, 16 << 16 | 8 << 8 | 16, types, fa, fb, fc,
                                  fd, "m");
                 if (t.lane == 0)
                   EXPECT_EQ(fd[0], want) << std::hex << a << " " << b;
               }),
        "");
}

TEST_F(DeviceTest, SaysWhoWaitsForWhom) {
  open("sim");
  std::string error = launch(2, 64, [](nanguard_sim_thread &t) {
    if (t.tid[0] < 16)
      nanguard_sim_shfl(&t, NANGUARD_SIM_BFLY, -1, 0, 1, 31, nullptr, "here");
    else
      nanguard_sim_barrier(&t, 0, 0, "there");
  });
  EXPECT_NE(error.find(",0,0): threads wait for others that never come"),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("thread (0,0,0) and 15 more at shfl.sync: here"),
            std::string::npos)
      << error;
  EXPECT_NE(error.find("thread (16,0,0) and 47 more at barrier 0: there"),
            std::string::npos)
      << error;
  // The next launch is not disturbed.
  EXPECT_EQ(launch(1, 64,
                   [](nanguard_sim_thread &t) {
                     nanguard_sim_barrier(&t, 0, 0, "a");
                   }),
            "");
  error = launch(
      1, 16,
      [](nanguard_sim_thread &t) {
        int32_t words[1];
        nanguard_sim_ldmatrix(&t, t.shared, 1, 0, words, "here");
      },
      16);
  EXPECT_NE(error.find("ldmatrix without lane 16: here"), std::string::npos)
      << error;
  error = launch(1, 32, [](nanguard_sim_thread &t) {
    nanguard_sim_vote(&t, NANGUARD_SIM_ANY, 0xff, 1, "here");
  });
  EXPECT_NE(error.find("by a lane that its mask leaves out"), std::string::npos)
      << error;
}

TEST_F(DeviceTest, WarpBarriersOrderMemory) {
  open("sim:checks");
  auto touch = [](nanguard_sim_thread &t, unsigned index, int32_t access) {
    auto *shared = static_cast<int *>(t.shared);
    nanguard_sim_check(&t, shared + index, 4, 4, access, t.shared, -1, "x");
  };
  EXPECT_EQ(launch(
                1, 32,
                [&](nanguard_sim_thread &t) {
                  touch(t, t.lane, NANGUARD_SIM_STORE);
                  nanguard_sim_warp_barrier(&t, -1, "w");
                  touch(t, 31 - t.lane, NANGUARD_SIM_LOAD);
                },
                128),
            "");
  std::string error = launch(
      1, 64,
      [&](nanguard_sim_thread &t) {
        touch(t, t.tid[0], NANGUARD_SIM_STORE);
        nanguard_sim_warp_barrier(&t, -1, "w");
        touch(t, 63 - t.tid[0], NANGUARD_SIM_LOAD);
      },
      256);
  EXPECT_TRUE(error.find("race:") != std::string::npos ||
              error.find("nobody has written") != std::string::npos)
      << error;
  // Atomics race with no other atomic, and with no read.
  EXPECT_EQ(launch(
                1, 64,
                [&](nanguard_sim_thread &t) {
                  if (t.tid[0] == 0)
                    touch(t, 0, NANGUARD_SIM_STORE);
                  nanguard_sim_barrier(&t, 0, 0, "b");
                  touch(t, 0, NANGUARD_SIM_ATOMIC);
                },
                4),
            "");
}

} // namespace
