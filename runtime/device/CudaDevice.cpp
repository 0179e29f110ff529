//===- CudaDevice.cpp - A GPU behind the CUDA driver ----------------------===//
//
// Kernels run in order on one stream. Memory is managed: the host's code
// between launches works in it, after a wait. A fetch runs on a stream of the
// least priority behind an event, into pinned memory, and is asked for by
// another event: nothing waits for it.
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"
#include "Device.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

using namespace nanguard;
using namespace nanguard::cuda;

namespace {

class CudaDevice final : public nanguard_device {
public:
  explicit CudaDevice(std::unique_ptr<Driver> driver)
      : driver(std::move(driver)) {}
  ~CudaDevice() override;

  /// Context and streams; a message where that fails.
  std::string start(int number);

  void *allocate(int64_t bytes) override;
  void release(void *memory) override;
  void launch(const nanguard_kernel &kernel, const int64_t (&grid)[3],
              const int64_t (&block)[3], int64_t dynamicShared,
              const int64_t *args, int64_t numArgs,
              const nanguard_region *regions, int64_t numRegions) override;
  std::string synchronize() override;
  void wait() override;
  bool sharesMemory() const override { return false; }
  const char *chip() const override { return chipName; }
  std::unique_ptr<nanguard_fetch> fetch(const void *from, int64_t bytes,
                                        std::string &error) override;

private:
  /// False where the call failed; the first failure is kept.
  bool check(const char *function, Result result,
             const std::string &where = "");
  Function functionOf(const nanguard_kernel &kernel);
  Module moduleOf(const char *image, const std::string &where);

  std::unique_ptr<Driver> driver;
  Device device = 0;
  Context context = nullptr;
  Stream stream = nullptr, fetches = nullptr;
  const char *chipName = "";
  std::string error;
  bool pending = false; ///< launches that nobody waited for
  std::map<const char *, Module> modules;
  std::map<const nanguard_kernel *, Function> functions;
};

/// Pinned memory that a copy is under way to.
class PinnedCopy final : public nanguard_fetch {
public:
  explicit PinnedCopy(Driver &driver) : driver(driver) {}
  ~PinnedCopy() override {
    if (done) {
      driver.synchronizeEvent(done);
      driver.destroyEvent(done);
    }
    if (memory)
      driver.freePinned(memory);
  }

  /// Behind what is on `work` so far, on `stream`.
  std::string start(const void *from, int64_t bytes, Stream work,
                    Stream stream) {
    Event before = nullptr;
    std::string error;
    auto failed = [&](const char *function, Result result) {
      error = driver.describe(function, result);
      return result != 0;
    };
    if (failed("cuMemHostAlloc", driver.allocPinned(&memory, bytes, 0)) ||
        failed("cuEventCreate", driver.createEvent(&before, kDisableTiming)))
      return error;
    (void)(failed("cuEventRecord", driver.recordEvent(before, work)) ||
           failed("cuStreamWaitEvent", driver.waitEvent(stream, before, 0)) ||
           failed("cuMemcpyDtoHAsync",
                  driver.copyToHost(memory, reinterpret_cast<uintptr_t>(from),
                                    bytes, stream)) ||
           failed("cuEventCreate", driver.createEvent(&done, kDisableTiming)) ||
           failed("cuEventRecord", driver.recordEvent(done, stream)));
    // The driver keeps it as long as it is waited for.
    driver.destroyEvent(before);
    return error;
  }

  int32_t ready() override {
    Result result = driver.queryEvent(done);
    return result == 0 ? 1 : result == kNotReady ? 0 : -1;
  }
  const void *data() const override { return memory; }

private:
  Driver &driver;
  void *memory = nullptr;
  Event done = nullptr;
};

} // namespace

std::string CudaDevice::start(int number) {
  int count = 0, major = 0, least = 0, greatest = 0;
  check("cuInit", driver->init(0)) &&
      check("cuDeviceGetCount", driver->deviceCount(&count));
  if (error.empty() && number >= count)
    return "no GPU " + std::to_string(number) + ": the driver has " +
           std::to_string(count);
  if (error.empty())
    check("cuDeviceGet", driver->device(&device, number)) &&
        check("cuDeviceGetAttribute",
              driver->attribute(&major, kComputeMajor, device)) &&
        check("cuDevicePrimaryCtxRetain",
              driver->retainContext(&context, device)) &&
        check("cuCtxSetCurrent", driver->setContext(context)) &&
        check("cuCtxGetStreamPriorityRange",
              driver->priorities(&least, &greatest)) &&
        check("cuStreamCreateWithPriority",
              driver->createStream(&stream, kNonBlocking, greatest)) &&
        check("cuStreamCreateWithPriority",
              driver->createStream(&fetches, kNonBlocking, least));
  if (!error.empty())
    return std::exchange(error, "");
  if (major < 8)
    return "GPU " + std::to_string(number) + " has compute capability " +
           std::to_string(major) + ".x, below 8.0";
  chipName = major == 8 ? "sm_80" : major == 9 ? "sm_90" : "sm_100";
  return "";
}

CudaDevice::~CudaDevice() {
  if (stream)
    driver->synchronize(stream);
  if (fetches)
    driver->synchronize(fetches);
  for (auto [image, module] : modules)
    driver->unloadModule(module);
  for (Stream each : {stream, fetches})
    if (each)
      driver->destroyStream(each);
  if (context)
    driver->releaseContext(device);
}

bool CudaDevice::check(const char *function, Result result,
                       const std::string &where) {
  if (result && error.empty())
    error = where + driver->describe(function, result);
  return result == 0;
}

void *CudaDevice::allocate(int64_t bytes) {
  DevicePointer memory = 0;
  if (!check("cuMemAllocManaged",
             driver->allocManaged(&memory, static_cast<size_t>(bytes),
                                  kAttachGlobal)))
    return nullptr;
  return reinterpret_cast<void *>(static_cast<uintptr_t>(memory));
}

void CudaDevice::release(void *memory) {
  wait();
  check("cuMemFree", driver->freeMemory(reinterpret_cast<uintptr_t>(memory)));
}

/// PTX is compiled for the chip here; the log says what is wrong with it.
Module CudaDevice::moduleOf(const char *image, const std::string &where) {
  auto [found, isNew] = modules.try_emplace(image, nullptr);
  if (!isNew)
    return found->second;
  std::vector<char> log(8192);
  int options[] = {kErrorLogBuffer, kErrorLogBufferSize};
  void *values[] = {log.data(), reinterpret_cast<void *>(log.size())};
  Result result = driver->loadModule(&found->second, image, 2, options, values);
  if (check("cuModuleLoadDataEx", result, where))
    return found->second;
  log.back() = '\0';
  if (log[0])
    error += ": " + std::string(log.data());
  modules.erase(found);
  return nullptr;
}

Function CudaDevice::functionOf(const nanguard_kernel &kernel) {
  auto [found, isNew] = functions.try_emplace(&kernel, nullptr);
  if (!isNew)
    return found->second;
  std::string where = "kernel @" + std::string(kernel.name) + ": ";
  Function function = nullptr;
  if (!kernel.image) {
    if (error.empty())
      error = where + "there is no PTX of it";
  } else if (Module module = moduleOf(kernel.image, where)) {
    check("cuModuleGetFunction",
          driver->function(&function, module, kernel.name), where);
  }
  if (!function)
    functions.erase(found);
  else
    found->second = function;
  return function;
}

void CudaDevice::launch(const nanguard_kernel &kernel, const int64_t (&grid)[3],
                        const int64_t (&block)[3], int64_t dynamicShared,
                        const int64_t *args, int64_t numArgs,
                        const nanguard_region *, int64_t) {
  constexpr int64_t kSharedWithoutAsking = 48 << 10;
  if (!error.empty())
    return;
  Function function = functionOf(kernel);
  if (!function)
    return;
  std::string where = "kernel @" + std::string(kernel.name) + ": ";
  if (dynamicShared > kSharedWithoutAsking &&
      !check("cuFuncSetAttribute",
             driver->setAttribute(function, kMaxDynamicShared,
                                  static_cast<int>(dynamicShared)),
             where))
    return;
  // The driver takes an argument's size from the kernel, and reads the low
  // bytes of its slot.
  std::vector<void *> pointers;
  for (int64_t i = 0; i < numArgs; ++i)
    pointers.push_back(const_cast<int64_t *>(args + i));
  pending = true;
  check("cuLaunchKernel",
        driver->launch(
            function, static_cast<unsigned>(grid[0]),
            static_cast<unsigned>(grid[1]), static_cast<unsigned>(grid[2]),
            static_cast<unsigned>(block[0]), static_cast<unsigned>(block[1]),
            static_cast<unsigned>(block[2]),
            static_cast<unsigned>(dynamicShared), stream, pointers.data(),
            nullptr),
        where);
}

void CudaDevice::wait() {
  if (std::exchange(pending, false))
    check("cuStreamSynchronize", driver->synchronize(stream));
}

std::string CudaDevice::synchronize() {
  wait();
  return std::exchange(error, "");
}

std::unique_ptr<nanguard_fetch>
CudaDevice::fetch(const void *from, int64_t bytes, std::string &why) {
  auto copy = std::make_unique<PinnedCopy>(*driver);
  why = copy->start(from, bytes, stream, fetches);
  if (why.empty())
    return copy;
  // The copy may be under way to memory that goes now.
  driver->synchronize(fetches);
  return nullptr;
}

std::unique_ptr<nanguard_device> nanguard::openCuda(const std::string &options,
                                                    std::string &error) {
  int number = 0;
  for (char c : options) {
    if (c < '0' || c > '9' || number > 1000) {
      error = "cuda:" + options + ": wants the number of a GPU";
      return nullptr;
    }
    number = number * 10 + (c - '0');
  }
  std::unique_ptr<Driver> driver = Driver::open(error);
  if (!driver)
    return nullptr;
  auto device = std::make_unique<CudaDevice>(std::move(driver));
  error = device->start(number);
  if (!error.empty())
    return nullptr;
  return device;
}
