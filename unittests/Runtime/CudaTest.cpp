//===- CudaTest.cpp - The CUDA device against a driver that writes down ---===//

#include "nanguard/device.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>

namespace {

class CudaTest : public testing::Test {
protected:
  CudaTest() {
    setenv("NANGUARD_LIBCUDA", NANGUARD_FAKE_CUDA, 1);
    unsetenv("FAKE_CUDA_EMULATE");
    // The device opens the same library.
    void *library = dlopen(NANGUARD_FAKE_CUDA, RTLD_NOW);
    log = reinterpret_cast<const char *(*)()>(dlsym(library, "fake_cuda_log"));
    reset = reinterpret_cast<void (*)(int)>(dlsym(library, "fake_cuda_reset"));
    progress =
        reinterpret_cast<void (*)()>(dlsym(library, "fake_cuda_progress"));
    live = reinterpret_cast<int (*)()>(dlsym(library, "fake_cuda_live"));
    setVersion =
        reinterpret_cast<void (*)(int)>(dlsym(library, "fake_cuda_version"));
    failGraphs = reinterpret_cast<void (*)(int)>(
        dlsym(library, "fake_cuda_fail_graphs"));
    reset(9);
  }
  ~CudaTest() override {
    nanguard_device_close(device);
    EXPECT_EQ(live(), 0);
    unsetenv("NANGUARD_LIBCUDA");
  }

  void open(const char *spec = "cuda") {
    ASSERT_EQ(nanguard_device_open(spec, &device), 0)
        << nanguard_device_last_error();
    nanguard_device_activate(device);
  }

  static nanguard_kernel kernel(const char *name, const char *image) {
    nanguard_kernel kernel = {};
    kernel.struct_size = sizeof kernel;
    kernel.name = name;
    kernel.image = image;
    return kernel;
  }

  static void launch(const nanguard_kernel &kernel, int *memory, int value,
                     int64_t shared = 0) {
    int64_t args[] = {reinterpret_cast<int64_t>(memory), value};
    nanguard_device_launch(&kernel, 3, 2, 1, 64, 1, 1, shared, args, 2, nullptr,
                           0);
  }

  nanguard_device *device = nullptr;
  const char *(*log)();
  void (*reset)(int);
  void (*progress)();
  int (*live)();
  void (*failGraphs)(int);
  void (*setVersion)(int);
};

TEST_F(CudaTest, SaysWhyThereIsNone) {
  setenv("NANGUARD_LIBCUDA", "/nowhere/libcuda.so.1", 1);
  EXPECT_EQ(nanguard_device_open("cuda", &device), -1);
  EXPECT_EQ(std::string(nanguard_device_last_error())
                .find("no NVIDIA driver on this machine: "),
            0u);
  setenv("NANGUARD_LIBCUDA", "libm.so.6", 1);
  EXPECT_EQ(nanguard_device_open("cuda", &device), -1);
  EXPECT_EQ(std::string(nanguard_device_last_error())
                .find("the NVIDIA driver is too old: it has no cu"),
            0u);
  setenv("NANGUARD_LIBCUDA", NANGUARD_FAKE_CUDA, 1);
  EXPECT_EQ(nanguard_device_open("cuda:1", &device), -1);
  EXPECT_STREQ(nanguard_device_last_error(), "no GPU 1: the driver has 1");
  EXPECT_EQ(nanguard_device_open("cuda:x", &device), -1);
  EXPECT_STREQ(nanguard_device_last_error(),
               "cuda:x: 'x': wants the number of a GPU, graphs=off, switch or "
               "time");
  reset(7);
  EXPECT_EQ(nanguard_device_open("cuda", &device), -1);
  EXPECT_STREQ(nanguard_device_last_error(),
               "GPU 0 has compute capability 7.x, below 8.0");
}

TEST_F(CudaTest, NamesTheChipToCompileFor) {
  for (auto [major, chip] :
       {std::pair(8, "sm_80"), std::pair(9, "sm_90"), std::pair(10, "sm_100"),
        std::pair(12, "sm_100")}) {
    reset(major);
    testing::internal::CaptureStderr();
    open();
    std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(said, major == 12 ? "nanguard: GPU 0 has compute capability "
                                  "12.x; its kernels are compiled for sm_100\n"
                                : "");
    EXPECT_STREQ(nanguard_device_chip(device), chip);
    EXPECT_FALSE(nanguard_device_shares_memory(device));
    nanguard_device_close(device);
    device = nullptr;
  }
}

TEST_F(CudaTest, LaunchesInOrderAndWaitsOnce) {
  open();
  auto *memory = static_cast<int *>(nanguard_device_alloc(16));
  nanguard_kernel add = kernel("add_2", "an image with add_2 and more_2");
  nanguard_kernel more = kernel("more_2", add.image);
  launch(add, memory, 5);
  launch(more, memory, 7, 100 << 10);
  launch(add, memory, 1);
  EXPECT_EQ(memory[3], 0);
  nanguard_device_wait();
  nanguard_device_wait();
  EXPECT_EQ(memory[3], 13);
  EXPECT_EQ(nanguard_device_synchronize(device), 0);
  // A module is loaded once for all of its kernels, a function looked up once.
  EXPECT_STREQ(log(), "stream 0 priority -5\n"
                      "stream 1 priority 0\n"
                      "module\n"
                      "function add_2\n"
                      "function more_2\n"
                      "attribute more_2 8 102400\n"
                      "launch add_2 (3,2,1) (64,1,1) shared 0 on 0\n"
                      "launch more_2 (3,2,1) (64,1,1) shared 102400 on 0\n"
                      "launch add_2 (3,2,1) (64,1,1) shared 0 on 0\n"
                      "synchronize 0\n");
  nanguard_device_free(memory);
}

TEST_F(CudaTest, FetchesBesideTheWorkWithoutWaiting) {
  open();
  auto *memory = static_cast<int *>(nanguard_device_alloc(16));
  nanguard_kernel add = kernel("add_2", "add_2");
  launch(add, memory, 4);
  nanguard_device_upload(memory, std::array<int, 4>{1, 1, 1, 1}.data(), 16);
  launch(add, memory, 4);
  reset(9);
  nanguard_fetch *fetch;
  ASSERT_EQ(nanguard_device_fetch(device, memory, 16, &fetch), 0);
  EXPECT_EQ(nanguard_fetch_ready(fetch), 0);
  // An event of the work, waited for by the other stream; then a second event.
  EXPECT_STREQ(log(), "launch add_2 (3,2,1) (64,1,1) shared 0 on 0\n"
                      "record on 0\n"
                      "wait on 1\n"
                      "copy 16 bytes on 1\n"
                      "record on 1\n");
  progress();
  EXPECT_EQ(nanguard_fetch_ready(fetch), 1);
  EXPECT_EQ(static_cast<const int *>(nanguard_fetch_data(fetch))[2], 5);
  nanguard_fetch_release(fetch);
  // A fetch that is dropped early does not leave a copy to freed memory.
  ASSERT_EQ(nanguard_device_fetch(device, memory, 16, &fetch), 0);
  nanguard_fetch_release(fetch);
  // One that is waited for is no wait for the work's stream.
  reset(9);
  ASSERT_EQ(nanguard_device_fetch(nullptr, memory, 16, &fetch), 0);
  EXPECT_EQ(nanguard_fetch_wait(fetch), 0);
  EXPECT_EQ(static_cast<const int *>(nanguard_fetch_data(fetch))[2], 5);
  nanguard_fetch_release(fetch);
  EXPECT_EQ(std::string(log()).find("synchronize"), std::string::npos);
  nanguard_device_free(memory);
}

TEST_F(CudaTest, ReadsAndWritesMemoryOfItsOwn) {
  open();
  nanguard_device_share_memory(nullptr, 0);
  auto *memory = static_cast<int *>(nanguard_device_alloc(16));
  // A signal, or what a sanitizer makes of it.
  EXPECT_DEATH(memory[0] = 1, "");
  static const int array[4] = {1, 2, 3, 4};
  void *copy = nanguard_device_constant(array, sizeof array);
  EXPECT_EQ(nanguard_device_constant(array, sizeof array), copy);
  int read[4] = {};
  nanguard_device_read(read, copy, sizeof read);
  EXPECT_EQ(read[2], 3);
  nanguard_device_upload(memory, array, sizeof array);
  launch(kernel("add_2", "add_2"), memory, 5);
  nanguard_device_read(read, memory + 1, 4);
  EXPECT_EQ(read[0], 7);
  nanguard_device_forget_constants(nullptr);
  EXPECT_EQ(std::string(log()).find("upload", std::string(log()).rfind("read")),
            std::string::npos)
      << log();
  // A kernel reads pinned memory, and the host writes it.
  auto *pinned = static_cast<int *>(nanguard_device_alloc_pinned(16));
  pinned[1] = 1;
  launch(kernel("add_2", "add_2"), pinned, 5);
  nanguard_device_wait();
  EXPECT_EQ(pinned[1], 6);
  nanguard_device_free(pinned);
  nanguard_device_free(memory);
}

TEST_F(CudaTest, ReplaysASequenceAsAGraph) {
  open();
  auto *memory = static_cast<int *>(nanguard_device_alloc(32));
  nanguard_kernel add = kernel("add_2", "add_2 and more_2");
  nanguard_kernel more = kernel("more_2", add.image);
  auto step = [&](int value) {
    reset(9);
    launch(add, memory, 1);
    launch(more, memory, value);
    nanguard_device_wait();
  };
  step(10);
  EXPECT_EQ(std::string(log()).find("node"), std::string::npos);
  EXPECT_EQ(memory[0], 11);
  // Once more: now it is worth a graph.
  step(10);
  EXPECT_STREQ(log(), "node add_2 (3,2,1) (64,1,1) shared 0\n"
                      "node more_2 (3,2,1) (64,1,1) shared 0\n"
                      "instantiate 2 nodes\n"
                      "graph of 2 on 0\n"
                      "synchronize 0\n");
  EXPECT_EQ(memory[0], 22);
  step(10);
  EXPECT_STREQ(log(), "graph of 2 on 0\nsynchronize 0\n");
  EXPECT_EQ(memory[0], 33);
  // Another argument replaces one node's, and stays.
  for (int again = 0; again < 2; ++again) {
    step(100);
    EXPECT_STREQ(log(), again ? "graph of 2 on 0\nsynchronize 0\n"
                              : "set more_2 (3,2,1) (64,1,1) shared 0\n"
                                "graph of 2 on 0\nsynchronize 0\n");
  }
  EXPECT_EQ(memory[0], 235);
  // Another order is another graph; the first one is still there.
  for (int again = 0; again < 2; ++again) {
    reset(9);
    launch(more, memory, 1);
    launch(add, memory, 1);
    nanguard_device_wait();
  }
  EXPECT_NE(std::string(log()).find("instantiate 2 nodes"), std::string::npos);
  step(100);
  EXPECT_STREQ(log(), "graph of 2 on 0\nsynchronize 0\n");
  // One launch alone needs none.
  for (int again = 0; again < 3; ++again) {
    reset(9);
    launch(add, memory, 1);
    nanguard_device_wait();
    EXPECT_STREQ(log(), "launch add_2 (3,2,1) (64,1,1) shared 0 on 0\n"
                        "synchronize 0\n");
  }
  nanguard_device_free(memory);
}

TEST_F(CudaTest, ForgetsTheGraphThatIsLongestUnused) {
  open();
  auto *memory = static_cast<int *>(nanguard_device_alloc(16));
  nanguard_kernel add = kernel("add_2", "add_2 and more_2");
  nanguard_kernel more = kernel("more_2", add.image);
  // A sequence for each of the numbers' bits.
  auto run = [&](int number) {
    for (int bit = 0; bit < 6; ++bit)
      launch(number >> bit & 1 ? add : more, memory, 1);
    nanguard_device_wait();
  };
  for (int number = 0; number < 40; ++number)
    for (int times = 0; times < 2; ++times)
      run(number);
  int before = live();
  reset(9);
  run(39);
  EXPECT_EQ(std::string(log()).find("graph of 6"), 0u) << log();
  reset(9);
  run(0);
  EXPECT_EQ(std::string(log()).find("launch"), 0u) << log();
  EXPECT_EQ(live(), before - 2);
  EXPECT_EQ(memory[0], 6 * 82);
  nanguard_device_free(memory);
}

TEST_F(CudaTest, TellsTheTimeByEvents) {
  open("cuda:time");
  auto *memory = static_cast<int *>(nanguard_device_alloc(16));
  for (int i = 0; i < 2; ++i) {
    launch(kernel("add_2", "add_2"), memory, 1);
    nanguard_device_wait();
  }
  // The driver of this test says a quarter of a millisecond for each pair.
  EXPECT_DOUBLE_EQ(nanguard_device_elapsed(nullptr), 0.0005);
  EXPECT_DOUBLE_EQ(nanguard_device_elapsed(nullptr), 0);
  nanguard_device_free(memory);
  nanguard_device_close(device);
  open("cuda");
  EXPECT_LT(nanguard_device_elapsed(nullptr), 0);
}

TEST_F(CudaTest, LaunchesOneByOneWithoutGraphs) {
  auto run = [&] {
    auto *memory = static_cast<int *>(nanguard_device_alloc(16));
    nanguard_kernel add = kernel("add_2", "add_2");
    for (int step = 0; step < 3; ++step) {
      launch(add, memory, 1);
      launch(add, memory, 1);
      nanguard_device_wait();
    }
    EXPECT_EQ(memory[0], 6);
    EXPECT_EQ(std::string(log()).find("graph of"), std::string::npos);
    EXPECT_EQ(nanguard_device_synchronize(device), 0);
    nanguard_device_free(memory);
  };
  open("cuda:0,graphs=off");
  run();
  EXPECT_EQ(std::string(log()).find("node"), std::string::npos);
  nanguard_device_close(device);
  // A driver that can't is no error, and told once.
  open("cuda:graphs=on");
  failGraphs(1);
  testing::internal::CaptureStderr();
  run();
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "nanguard: no CUDA graphs: cuGraphInstantiateWithFlags: an error "
            "(1); kernels are launched one by one\n");
}

/// A step of one op between two kernels of its own: tier 1 adds 10, tier 2 adds
/// 100, tier 3 nothing.
class CudaSwitchTest : public CudaTest {
protected:
  void open(const char *spec = "cuda:switch") {
    CudaTest::open(spec);
    memory = static_cast<int *>(nanguard_device_alloc(32));
    tiers = static_cast<uint8_t *>(nanguard_device_alloc_pinned(4));
    reset(9);
  }
  ~CudaSwitchTest() override {
    if (tiers)
      nanguard_device_free(tiers);
    if (memory)
      nanguard_device_free(memory);
  }

  void step(uint8_t tier, int flags = 0, bool looks = false) {
    tiers[3] = tier;
    nanguard_device_begin_step(nullptr, tiers, flags);
    launch(add, memory, 1);
    nanguard_device_begin_op(3, tier);
    if (tier == 1)
      launch(more, memory, value);
    if (looks)
      nanguard_device_read(&seen, memory, 4);
    if (tier == 2) {
      launch(add, memory, 40);
      launch(add, memory, 60);
    }
    nanguard_device_end_op();
    launch(add, memory, 1);
    nanguard_device_end_step(nullptr);
  }

  int *memory = nullptr;
  uint8_t *tiers = nullptr;
  int value = 10, seen = 0;
  nanguard_kernel add = kernel("add_2", "add_2 and more_2");
  nanguard_kernel more = kernel("more_2", add.image);
};

TEST_F(CudaSwitchTest, ChoosesOnTheDevice) {
  open();
  EXPECT_TRUE(nanguard_device_wants_rehearsal(nullptr));
  for (uint8_t tier : {1, 2})
    step(tier, NANGUARD_STEP_REHEARSAL);
  EXPECT_STREQ(log(), "module\nfunction add_2\nfunction more_2\n");
  reset(9);
  step(1);
  // The chooser, then one switch between what is launched in any case.
  EXPECT_STREQ(log(), "module\n"
                      "function nanguard_choose\n"
                      "node nanguard_choose (1,1,1) (128,1,1) shared 0\n"
                      "node add_2 (3,2,1) (64,1,1) shared 0\n"
                      "switch over 2\n"
                      "node more_2 (3,2,1) (64,1,1) shared 0\n"
                      "node add_2 (3,2,1) (64,1,1) shared 0\n"
                      "node add_2 (3,2,1) (64,1,1) shared 0\n"
                      "node add_2 (3,2,1) (64,1,1) shared 0\n"
                      "instantiate 4 nodes\n"
                      "upload 272 bytes on 0\n"
                      "graph of 4 on 0\n");
  nanguard_device_wait();
  EXPECT_EQ(memory[0], 12);
  // Other tiers, the same graph.
  reset(9);
  for (uint8_t tier : {2, 1, 2}) {
    step(tier);
    nanguard_device_wait();
  }
  EXPECT_STREQ(log(), "graph of 4 on 0\nsynchronize 0\n"
                      "graph of 4 on 0\nsynchronize 0\n"
                      "graph of 4 on 0\nsynchronize 0\n");
  EXPECT_EQ(memory[0], 12 + 102 + 12 + 102);
  // The device reads the tiers, not the host.
  step(1);
  tiers[3] = 2;
  nanguard_device_wait();
  EXPECT_EQ(memory[0], 228 + 102);
  // A byte that was not seen yet is learned.
  reset(9);
  step(3);
  EXPECT_NE(std::string(log()).find("switch over 3"), std::string::npos);
  nanguard_device_wait();
  EXPECT_EQ(memory[0], 330 + 2);
}

TEST_F(CudaSwitchTest, NeverDoesWhatTheStepDidNot) {
  open();
  for (uint8_t tier : {1, 2})
    step(tier, NANGUARD_STEP_REHEARSAL);
  step(1);
  nanguard_device_wait();
  // Another argument in a body, or before the op: the graph is made anew.
  value = 20;
  step(1);
  nanguard_device_wait();
  EXPECT_EQ(memory[0], 12 + 22);
  memory += 4;
  step(2);
  nanguard_device_wait();
  EXPECT_EQ(memory[0], 102);
  step(1);
  nanguard_device_wait();
  EXPECT_EQ(memory[0], 102 + 22);
  memory -= 4;
  // A value that the host asks for in the step is that of a plain launch.
  reset(9);
  step(2, 0, /*looks=*/true);
  nanguard_device_wait();
  EXPECT_EQ(seen, 35);
  EXPECT_EQ(memory[0], 34 + 102);
  EXPECT_EQ(std::string(log()).find("graph of"), std::string::npos);
}

TEST_F(CudaSwitchTest, GoesOnWithoutWhereTheDriverFails) {
  open();
  failGraphs(1);
  testing::internal::CaptureStderr();
  for (int i = 0; i < 2; ++i)
    step(1);
  nanguard_device_wait();
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "nanguard: no graph with switches: cuGraphInstantiateWithFlags: an "
            "error (1)\n");
  EXPECT_EQ(memory[0], 24);
  EXPECT_FALSE(nanguard_device_wants_rehearsal(nullptr));
}

TEST_F(CudaSwitchTest, WantsANewDriver) {
  setVersion(12040);
  EXPECT_EQ(nanguard_device_open("cuda:0,switch", &device), -1);
  EXPECT_STREQ(nanguard_device_last_error(),
               "switch wants a driver for CUDA 12.8, this one is for 12.4");
  setVersion(12080);
  CudaTest::open("cuda");
  EXPECT_FALSE(nanguard_device_wants_rehearsal(nullptr));
}

TEST_F(CudaTest, KeepsTheFirstError) {
  open();
  int memory[4] = {};
  launch(kernel("add_2", "wrong add_2"), memory, 1);
  launch(kernel("add_2", nullptr), memory, 1);
  EXPECT_EQ(nanguard_device_synchronize(device), -1);
  EXPECT_STREQ(
      nanguard_device_last_error(),
      "kernel @add_2: cuModuleLoadDataEx: a PTX JIT compilation failed "
      "(218): line 1: wrong");
  launch(kernel("add_2", nullptr), memory, 1);
  EXPECT_EQ(nanguard_device_synchronize(device), -1);
  EXPECT_STREQ(nanguard_device_last_error(),
               "kernel @add_2: there is no PTX of it");
  launch(kernel("add_2", "other_2"), memory, 1);
  EXPECT_EQ(nanguard_device_synchronize(device), -1);
  EXPECT_STREQ(nanguard_device_last_error(),
               "kernel @add_2: cuModuleGetFunction: named symbol not found "
               "(500)");
  EXPECT_EQ(nanguard_device_synchronize(device), 0);
}

} // namespace
