//===- CudaTest.cpp - The CUDA device against a driver that writes down ---===//

#include "nanguard/device.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>
#include <string>

namespace {

class CudaTest : public testing::Test {
protected:
  CudaTest() {
    setenv("NANGUARD_LIBCUDA", NANGUARD_FAKE_CUDA, 1);
    // The device opens the same library.
    void *library = dlopen(NANGUARD_FAKE_CUDA, RTLD_NOW);
    log = reinterpret_cast<const char *(*)()>(dlsym(library, "fake_cuda_log"));
    reset = reinterpret_cast<void (*)(int)>(dlsym(library, "fake_cuda_reset"));
    progress =
        reinterpret_cast<void (*)()>(dlsym(library, "fake_cuda_progress"));
    live = reinterpret_cast<int (*)()>(dlsym(library, "fake_cuda_live"));
    reset(9);
  }
  ~CudaTest() override {
    nanguard_device_close(device);
    EXPECT_EQ(live(), 0);
    unsetenv("NANGUARD_LIBCUDA");
  }

  void open() {
    ASSERT_EQ(nanguard_device_open("cuda", &device), 0)
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
               "cuda:x: wants the number of a GPU");
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
    open();
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
                      "launch add_2 (3,2,1) (64,1,1) shared 0 on 0\n"
                      "function more_2\n"
                      "attribute more_2 8 102400\n"
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
  reset(9);
  nanguard_fetch *fetch;
  ASSERT_EQ(nanguard_device_fetch(device, memory, 16, &fetch), 0);
  EXPECT_EQ(nanguard_fetch_ready(fetch), 0);
  // An event of the work, waited for by the other stream; then a second event.
  EXPECT_STREQ(log(), "record on 0\n"
                      "wait on 1\n"
                      "copy 16 bytes on 1\n"
                      "record on 1\n");
  progress();
  EXPECT_EQ(nanguard_fetch_ready(fetch), 1);
  EXPECT_EQ(static_cast<const int *>(nanguard_fetch_data(fetch))[2], 4);
  nanguard_fetch_release(fetch);
  // A fetch that is dropped early does not leave a copy to freed memory.
  ASSERT_EQ(nanguard_device_fetch(device, memory, 16, &fetch), 0);
  nanguard_fetch_release(fetch);
  nanguard_device_free(memory);
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
