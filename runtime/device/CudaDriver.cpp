//===- CudaDriver.cpp - Opens the CUDA driver at run time -----------------===//

#include "CudaDriver.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace nanguard::cuda;

std::unique_ptr<Driver> Driver::open(std::string &error) {
  const char *named = std::getenv("NANGUARD_LIBCUDA");
  void *library = dlopen(named ? named : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    error = std::string("no NVIDIA driver on this machine: ") + dlerror();
    return nullptr;
  }
  std::unique_ptr<Driver> driver(new Driver(library));
  const char *missing = nullptr;
#define NANGUARD_CUDA_FIND(symbol, name, parameters)                           \
  driver->name =                                                               \
      reinterpret_cast<Result(*) parameters>(dlsym(library, #symbol));         \
  if (!driver->name)                                                           \
    missing = #symbol;
  NANGUARD_CUDA_FUNCTIONS(NANGUARD_CUDA_FIND)
#undef NANGUARD_CUDA_FIND
#define NANGUARD_CUDA_FIND(symbol, name, parameters)                           \
  driver->name =                                                               \
      reinterpret_cast<Result(*) parameters>(dlsym(library, #symbol));
  NANGUARD_CUDA_NEW_FUNCTIONS(NANGUARD_CUDA_FIND)
#undef NANGUARD_CUDA_FIND
  driver->takeKernel = reinterpret_cast<decltype(driver->takeKernel)>(
      dlsym(library, "nanguard_stand_in_kernel"));
  if (driver->takeKernel && !driver->takeKernel(nullptr, nullptr))
    driver->takeKernel = nullptr;
  if (!missing)
    return driver;
  error = std::string("the NVIDIA driver is too old: it has no ") + missing;
  return nullptr;
}

Driver::~Driver() { dlclose(library); }

std::string Driver::describe(const char *function, Result result) const {
  if (result == 0)
    return "";
  const char *text = nullptr;
  if (errorString(result, &text) || !text)
    text = "unknown error";
  return std::string(function) + ": " + text + " (" + std::to_string(result) +
         ")";
}
