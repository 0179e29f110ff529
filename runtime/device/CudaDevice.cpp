//===- CudaDevice.cpp - A GPU behind the CUDA driver ----------------------===//
//
// Kernels run in order on one stream. Memory is the GPU's alone, or managed
// where the host's code between launches works in it, after a wait. A fetch
// runs on a stream of the least priority behind an event, into pinned memory,
// and is asked for by another event: nothing waits for it.
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"
#include "Device.h"
#include "LaunchQueue.h"
#include "SwitchGraph.h"

#include "nanguard/chips.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

using namespace nanguard;
using namespace nanguard::cuda;

namespace {

struct Chip {
  const char *name;
  int major;
};
#define CHIP(NAME, MAJOR, FEATURES, SHARED) {NAME, MAJOR},
constexpr Chip kChips[] = {NANGUARD_CHIPS(CHIP)};
#undef CHIP

/// What stands behind `cuda:`.
struct Options {
  int number = 0;
  bool graphs = true;
  bool switches = false;
  bool times = false;
};

/// The GPU's context, which outlives all that is made in it.
struct PrimaryContext {
  ~PrimaryContext() {
    if (context)
      driver.releaseContext(device);
  }

  const Driver &driver;
  Device device = 0;
  Context context = nullptr;
};

/// Pinned memory, which is dear to get: what was given back is used again.
class PinnedPool {
public:
  explicit PinnedPool(const Driver &driver) : driver(driver) {}
  ~PinnedPool() {
    for (auto &[bytes, memory] : idle)
      driver.freePinned(memory);
  }

  Result take(void **memory, size_t bytes) {
    auto found = idle.lower_bound(bytes);
    if (found == idle.end() || found->first > 2 * bytes + 4096)
      return driver.allocPinned(memory, bytes, 0);
    *memory = found->second;
    idle.erase(found);
    return 0;
  }
  void give(void *memory, size_t bytes) { idle.emplace(bytes, memory); }

private:
  const Driver &driver;
  std::multimap<size_t, void *> idle;
};

class CudaDevice final : public nanguard_device {
public:
  CudaDevice(std::unique_ptr<Driver> driver, const Options &options)
      : driver(std::move(driver)), primary{*this->driver},
        pinned(*this->driver), wantsSwitches(options.switches),
        times(options.times), queue(*this->driver, options.graphs) {}
  ~CudaDevice() override;

  /// Context and streams; a message where that fails.
  std::string start(int number);
  void chooseChip(int number, int major);

  void *allocate(int64_t bytes) override;
  void *allocatePinned(int64_t bytes) override;
  void release(void *memory) override;
  void shareMemory(bool shared) override { managed = shared; }
  void upload(void *to, const void *from, int64_t bytes) override;
  void read(void *to, const void *from, int64_t bytes) override;
  void *constant(const void *array, int64_t bytes) override;
  void forgetConstants() override;
  void beginStep(const void *tiers, bool rehearsal) override;
  void endStep() override;
  bool wantsRehearsal() const override { return switches != nullptr; }
  void beginOp(int64_t op, uint8_t tier) override;
  void endOp() override;
  void launch(const nanguard_kernel &kernel, const int64_t (&grid)[3],
              const int64_t (&block)[3], int64_t dynamicShared,
              const int64_t *args, int64_t numArgs,
              const nanguard_region *regions, int64_t numRegions) override;
  std::string synchronize() override;
  void wait() override;
  double elapsed() override;
  bool sharesMemory() const override { return false; }
  const char *chip() const override { return chipName; }
  std::unique_ptr<nanguard_fetch> fetch(const void *from, int64_t bytes,
                                        std::string &error) override;

private:
  struct Kernel {
    Function function = nullptr;
    int64_t dynamicShared = 48 << 10; ///< that it may have
  };

  /// False where the call failed; the first failure is kept.
  bool check(const char *function, Result result,
             const std::string &where = "");
  Kernel *kernelOf(const nanguard_kernel &kernel);
  Module moduleOf(const char *image, const std::string &where);
  /// Notes the time on the stream, where that is asked for: at the start and at
  /// the end of what is handed over.
  void stamp();
  /// Hands over what is launched so far.
  void flush();
  void copyUp(void *to, const void *from, int64_t bytes);

  std::unique_ptr<Driver> driver;
  PrimaryContext primary;
  Stream stream = nullptr, fetches = nullptr;
  const char *chipName = "";
  std::string error;
  bool managed = true;
  bool pending = false; ///< work that nobody waited for
  PinnedPool pinned;
  bool wantsSwitches, times;
  std::vector<Event> stamps; ///< starts and ends by turns
  LaunchQueue queue;
  /// With `cuda:switch`: a step as one graph, while it is gathered.
  std::unique_ptr<SwitchGraph> switches;
  const void *tiers = nullptr;
  bool inStep = false, rehearses = false;
  std::map<const char *, Module> modules;
  std::map<const nanguard_kernel *, Kernel> kernels;
  std::map<void *, size_t> pinnedSizes; ///< of what allocatePinned gave
  std::map<const void *, void *> constants;
};

/// Pinned memory that a copy is under way to.
class PinnedCopy final : public nanguard_fetch {
public:
  PinnedCopy(Driver &driver, PinnedPool &pool, size_t bytes)
      : driver(driver), pool(pool), bytes(bytes) {}
  ~PinnedCopy() override {
    if (done) {
      driver.synchronizeEvent(done);
      driver.destroyEvent(done);
    }
    if (memory)
      pool.give(memory, bytes);
  }

  /// Behind what is on `work` so far, on `stream`.
  std::string start(const void *from, Stream work, Stream stream) {
    Event before = nullptr;
    std::string error;
    auto failed = [&](const char *function, Result result) {
      error = driver.describe(function, result);
      return result != 0;
    };
    if (failed("cuMemHostAlloc", pool.take(&memory, bytes)) ||
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
  int32_t wait() override { return driver.synchronizeEvent(done) ? -1 : 0; }
  const void *data() const override { return memory; }

private:
  Driver &driver;
  PinnedPool &pool;
  size_t bytes;
  void *memory = nullptr;
  Event done = nullptr;
};

} // namespace

/// The newest chip that is no newer than the GPU.
void CudaDevice::chooseChip(int number, int major) {
  for (const Chip &chip : kChips)
    if (chip.major <= major)
      chipName = chip.name;
  if (major > std::end(kChips)[-1].major)
    std::fprintf(stderr,
                 "nanguard: GPU %d has compute capability %d.x; its kernels "
                 "are compiled for %s\n",
                 number, major, chipName);
}

std::string CudaDevice::start(int number) {
  int count = 0, major = 0, least = 0, greatest = 0;
  check("cuInit", driver->init(0)) &&
      check("cuDeviceGetCount", driver->deviceCount(&count));
  if (error.empty() && number >= count)
    return "no GPU " + std::to_string(number) + ": the driver has " +
           std::to_string(count);
  if (error.empty())
    check("cuDeviceGet", driver->device(&primary.device, number)) &&
        check("cuDeviceGetAttribute",
              driver->attribute(&major, kComputeMajor, primary.device)) &&
        check("cuDevicePrimaryCtxRetain",
              driver->retainContext(&primary.context, primary.device)) &&
        check("cuCtxSetCurrent", driver->setContext(primary.context)) &&
        check("cuCtxGetStreamPriorityRange",
              driver->priorities(&least, &greatest)) &&
        check("cuStreamCreateWithPriority",
              driver->createStream(&stream, kNonBlocking, greatest)) &&
        check("cuStreamCreateWithPriority",
              driver->createStream(&fetches, kNonBlocking, least));
  if (!error.empty())
    return std::exchange(error, "");
  if (major < kChips[0].major)
    return "GPU " + std::to_string(number) + " has compute capability " +
           std::to_string(major) + ".x, below " +
           std::to_string(kChips[0].major) + ".0";
  int version = 0;
  if (!check("cuDriverGetVersion", driver->version(&version)))
    return std::exchange(error, "");
  bool hasSwitches = version >= kSwitchVersion && driver->createHandle &&
                     driver->addConditionalNode;
  if (wantsSwitches && !hasSwitches)
    return "switch wants a driver for CUDA 12.8, this one is for " +
           std::to_string(version / 1000) + "." +
           std::to_string(version % 1000 / 10);
  if (wantsSwitches)
    switches = std::make_unique<SwitchGraph>(*driver, primary.context);
  if (!driver->takeKernel)
    chooseChip(number, major);
  return "";
}

CudaDevice::~CudaDevice() {
  for (Stream each : {stream, fetches})
    if (each)
      driver->synchronize(each);
  for (Event event : stamps)
    driver->destroyEvent(event);
  for (auto [array, copy] : constants)
    driver->freeMemory(reinterpret_cast<uintptr_t>(copy));
  for (auto [image, module] : modules)
    driver->unloadModule(module);
  for (Stream each : {stream, fetches})
    if (each)
      driver->destroyStream(each);
}

bool CudaDevice::check(const char *function, Result result,
                       const std::string &where) {
  if (result && error.empty())
    error = where + driver->describe(function, result);
  return result == 0;
}

void *CudaDevice::allocate(int64_t bytes) {
  DevicePointer memory = 0;
  auto size = static_cast<size_t>(bytes);
  bool made = managed
                  ? check("cuMemAllocManaged",
                          driver->allocManaged(&memory, size, kAttachGlobal))
                  : check("cuMemAlloc", driver->alloc(&memory, size));
  return made ? reinterpret_cast<void *>(static_cast<uintptr_t>(memory))
              : nullptr;
}

/// One address space: a GPU finds pinned memory where the host does.
void *CudaDevice::allocatePinned(int64_t bytes) {
  void *memory = nullptr;
  auto size = static_cast<size_t>(bytes);
  if (!check("cuMemHostAlloc", pinned.take(&memory, size)))
    return nullptr;
  pinnedSizes[memory] = size;
  return memory;
}

void CudaDevice::release(void *memory) {
  wait();
  auto found = pinnedSizes.find(memory);
  if (found == pinnedSizes.end()) {
    check("cuMemFree", driver->freeMemory(reinterpret_cast<uintptr_t>(memory)));
    return;
  }
  pinned.give(memory, found->second);
  pinnedSizes.erase(found);
}

void CudaDevice::upload(void *to, const void *from, int64_t bytes) {
  flush();
  copyUp(to, from, bytes);
}

void CudaDevice::copyUp(void *to, const void *from, int64_t bytes) {
  pending = true;
  // The driver has a copy of pageable memory when this returns.
  check("cuMemcpyHtoDAsync",
        driver->copyToDevice(reinterpret_cast<uintptr_t>(to), from,
                             static_cast<size_t>(bytes), stream));
}

void CudaDevice::read(void *to, const void *from, int64_t bytes) {
  wait();
  auto size = static_cast<size_t>(bytes);
  if (rehearses || !error.empty() ||
      !check("cuMemcpyDtoH", driver->copyToHostNow(
                                 to, reinterpret_cast<uintptr_t>(from), size)))
    std::memset(to, 0, size);
}

void *CudaDevice::constant(const void *array, int64_t bytes) {
  void *&copy = constants[array];
  // Nothing that is launched already knows the new memory.
  if (!copy && (copy = allocate(bytes < 1 ? 1 : bytes)) && bytes > 0)
    copyUp(copy, array, bytes);
  return copy;
}

void CudaDevice::forgetConstants() {
  for (auto [array, copy] : constants)
    release(copy);
  constants.clear();
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

CudaDevice::Kernel *CudaDevice::kernelOf(const nanguard_kernel &kernel) {
  auto [found, isNew] = kernels.try_emplace(&kernel);
  if (!isNew)
    return &found->second;
  std::string where = "kernel @" + std::string(kernel.name) + ": ";
  Function &function = found->second.function;
  if (!kernel.image) {
    bool taken = driver->takeKernel && driver->takeKernel(&function, &kernel);
    if (!taken && error.empty())
      error = where + "there is no PTX of it";
  } else if (Module module = moduleOf(kernel.image, where)) {
    check("cuModuleGetFunction",
          driver->function(&function, module, kernel.name), where);
  }
  if (function)
    return &found->second;
  kernels.erase(found);
  return nullptr;
}

void CudaDevice::launch(const nanguard_kernel &kernel, const int64_t (&grid)[3],
                        const int64_t (&block)[3], int64_t dynamicShared,
                        const int64_t *args, int64_t numArgs,
                        const nanguard_region *, int64_t) {
  if (!error.empty())
    return;
  Kernel *known = kernelOf(kernel);
  if (!known)
    return;
  if (dynamicShared > known->dynamicShared) {
    if (!check("cuFuncSetAttribute",
               driver->setAttribute(known->function, kMaxDynamicShared,
                                    static_cast<int>(dynamicShared)),
               "kernel @" + std::string(kernel.name) + ": "))
      return;
    known->dynamicShared = dynamicShared;
  }
  Launch launch = {};
  launch.function = known->function;
  launch.name = kernel.name;
  for (unsigned i = 0; i < 3; ++i) {
    launch.grid[i] = static_cast<unsigned>(grid[i]);
    launch.block[i] = static_cast<unsigned>(block[i]);
  }
  launch.shared = static_cast<unsigned>(dynamicShared);
  launch.numArgs = static_cast<size_t>(numArgs);
  if (inStep)
    switches->add(launch, args);
  if (!rehearses)
    queue.add(launch, args);
}

void CudaDevice::beginStep(const void *tierVector, bool rehearsal) {
  if (!switches)
    return;
  flush();
  switches->begin();
  tiers = tierVector;
  inStep = true;
  rehearses = rehearsal;
}

void CudaDevice::beginOp(int64_t op, uint8_t tier) {
  if (inStep)
    switches->beginOp(op, tier);
}

void CudaDevice::endOp() {
  if (inStep)
    switches->endOp();
}

void CudaDevice::endStep() {
  if (!inStep)
    return;
  inStep = false;
  if (std::exchange(rehearses, false)) {
    switches->learn();
    return;
  }
  std::string why;
  if (!error.empty() || queue.empty())
    return;
  stamp();
  bool launched = switches->launch(tiers, stream, why);
  stamp();
  if (launched) {
    queue.clear();
    pending = true;
    return;
  }
  if (why.empty())
    return;
  std::fprintf(stderr, "nanguard: no graph with switches: %s\n", why.c_str());
  switches.reset();
}

void CudaDevice::flush() {
  // A value is asked for, or copied up, in the middle of the step.
  if (inStep)
    switches->breakOff();
  if (queue.empty())
    return;
  if (!error.empty()) {
    queue.clear();
    return;
  }
  pending = true;
  stamp();
  error = queue.flush(stream);
  stamp();
}

void CudaDevice::stamp() {
  Event event = nullptr;
  if (!times ||
      !check("cuEventCreate", driver->createEvent(&event, kWithTiming)))
    return;
  stamps.push_back(event);
  check("cuEventRecord", driver->recordEvent(event, stream));
}

double CudaDevice::elapsed() {
  if (!times)
    return -1;
  double seconds = 0;
  for (size_t i = 0; i + 1 < stamps.size(); i += 2) {
    float milliseconds = 0;
    if (check("cuEventElapsedTime",
              driver->elapsed(&milliseconds, stamps[i], stamps[i + 1])))
      seconds += 1e-3 * milliseconds;
  }
  for (Event event : stamps)
    driver->destroyEvent(event);
  stamps.clear();
  return seconds;
}

void CudaDevice::wait() {
  flush();
  if (std::exchange(pending, false))
    check("cuStreamSynchronize", driver->synchronize(stream));
}

std::string CudaDevice::synchronize() {
  wait();
  return std::exchange(error, "");
}

std::unique_ptr<nanguard_fetch>
CudaDevice::fetch(const void *from, int64_t bytes, std::string &why) {
  flush();
  auto copy =
      std::make_unique<PinnedCopy>(*driver, pinned, static_cast<size_t>(bytes));
  why = copy->start(from, stream, fetches);
  if (why.empty())
    return copy;
  // The copy may be under way to memory that goes now.
  driver->synchronize(fetches);
  return nullptr;
}

/// NUMBER and `graphs=off`, in any order; a message for anything else.
static std::string readOptions(const std::string &text, Options &options) {
  std::string all = "cuda:" + text + ": ";
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(',', at), text.size());
    std::string part = text.substr(at, end - at);
    at = end + 1;
    if (part == "graphs=off" || part == "graphs=on") {
      options.graphs = part == "graphs=on";
      continue;
    }
    if (part == "switch" || part == "time") {
      (part == "time" ? options.times : options.switches) = true;
      continue;
    }
    options.number = 0;
    for (char c : part) {
      if (c < '0' || c > '9' || options.number > 1000)
        return all + "'" + part +
               "': wants the number of a GPU, graphs=off, switch or "
               "time";
      options.number = options.number * 10 + (c - '0');
    }
  }
  return "";
}

std::unique_ptr<nanguard_device> nanguard::openCuda(const std::string &text,
                                                    std::string &error) {
  Options options;
  error = readOptions(text, options);
  if (!error.empty())
    return nullptr;
  std::unique_ptr<Driver> driver = Driver::open(error);
  if (!driver)
    return nullptr;
  auto device = std::make_unique<CudaDevice>(std::move(driver), options);
  error = device->start(options.number);
  if (!error.empty())
    return nullptr;
  return device;
}
