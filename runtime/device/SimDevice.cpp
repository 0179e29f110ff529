//===- SimDevice.cpp - The emulator as a device ---------------------------===//
//
// Blocks of a launch are spread over threads of the host, which stay for the
// next launch. The caller is one of them, and the only one where there is one
// block, or where the checks look.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Device.h"
#include "Sim.h"

#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>

using namespace nanguard;
using namespace nanguard::sim;

namespace {

struct Options {
  bool checks = false;
  uint64_t seed = 0;
  unsigned threads = 0;
};

/// A copy that is made at once.
struct Copy final : nanguard_fetch {
  Copy(const void *from, int64_t bytes)
      : bytes(static_cast<const char *>(from),
              static_cast<const char *>(from) + bytes) {}
  int32_t ready() override { return 1; }
  int32_t wait() override { return 0; }
  const void *data() const override { return bytes.data(); }

  std::vector<char> bytes;
};

class SimDevice final : public nanguard_device {
public:
  explicit SimDevice(const Options &options);
  ~SimDevice() override;

  void *allocate(int64_t bytes) override;
  void *allocatePinned(int64_t bytes) override { return allocate(bytes); }
  void release(void *memory) override;
  // All memory is the host's.
  void shareMemory(bool) override {}
  void upload(void *to, const void *from, int64_t bytes) override {
    std::memcpy(to, from, bytes);
  }
  void read(void *to, const void *from, int64_t bytes) override {
    std::memcpy(to, from, bytes);
  }
  void *constant(const void *array, int64_t) override {
    return const_cast<void *>(array);
  }
  void forgetConstants() override {}
  void beginStep(const void *, bool) override {}
  void endStep() override {}
  bool wantsRehearsal() const override { return false; }
  void beginOp(int64_t, uint8_t) override {}
  void endOp() override {}
  void launch(const nanguard_kernel &kernel, const int64_t (&grid)[3],
              const int64_t (&block)[3], int64_t dynamicShared,
              const int64_t *args, int64_t numArgs,
              const nanguard_region *regions, int64_t numRegions) override;
  std::string synchronize() override;
  // A launch ends before it returns.
  void wait() override {}
  double elapsed() override { return -1; }
  bool sharesMemory() const override { return true; }
  const char *chip() const override { return ""; }
  std::unique_ptr<nanguard_fetch> fetch(const void *from, int64_t bytes,
                                        std::string &error) override;

private:
  struct Worker {
    std::string error;
    Block block{error};
    std::thread thread; ///< none for the caller's
  };

  void run(Launch &launch);
  void serve(Worker &worker);
  static void work(Worker &worker, Launch &launch);
  void keepError(const std::string &message);

  Options options;
  std::string error;
  uint64_t launches = 0;
  std::vector<std::unique_ptr<Worker>> workers; ///< the caller's first
  /// Of live blocks, and blocks to use again, by size.
  std::unordered_map<void *, int64_t> sizes;
  std::unordered_multimap<int64_t, void *> idle;

  std::mutex mutex;
  std::condition_variable wake, rest;
  Launch *current = nullptr; ///< of `generation`, while workers may join
  uint64_t generation = 0;
  unsigned busy = 0;
  bool stopping = false;
};

} // namespace

SimDevice::SimDevice(const Options &options) : options(options) {
  unsigned count =
      options.threads ? options.threads : std::thread::hardware_concurrency();
  if (options.checks || count < 1)
    count = 1;
  for (unsigned i = 0; i < count; ++i)
    workers.push_back(std::make_unique<Worker>());
  for (unsigned i = 1; i < count; ++i)
    workers[i]->thread = std::thread([this, i] { serve(*workers[i]); });
}

SimDevice::~SimDevice() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    stopping = true;
  }
  wake.notify_all();
  for (auto &worker : workers)
    if (worker->thread.joinable())
      worker->thread.join();
  for (auto [memory, size] : sizes)
    std::free(memory);
  for (auto [size, memory] : idle)
    std::free(memory);
}

void *SimDevice::allocate(int64_t bytes) {
  constexpr int64_t kAlign = 256; // as the driver's
  if (bytes > INT64_MAX - kAlign)
    return nullptr;
  int64_t size = (bytes + kAlign - 1) / kAlign * kAlign;
  void *memory;
  if (auto found = idle.find(size); found != idle.end()) {
    memory = found->second;
    idle.erase(found);
  } else if (!(memory = std::aligned_alloc(kAlign, size))) {
    return nullptr;
  }
  std::memset(memory, kPoison, size);
  sizes[memory] = size;
  return memory;
}

void SimDevice::release(void *memory) {
  auto found = sizes.find(memory);
  if (found == sizes.end()) {
    keepError("freed what was not allocated on the device");
    return;
  }
  idle.emplace(found->second, memory);
  sizes.erase(found);
}

void SimDevice::keepError(const std::string &message) {
  if (error.empty())
    error = message;
}

std::string SimDevice::synchronize() { return std::exchange(error, ""); }

std::unique_ptr<nanguard_fetch> SimDevice::fetch(const void *from,
                                                 int64_t bytes, std::string &) {
  return std::make_unique<Copy>(from, bytes);
}

/// What no GPU would launch; "" else.
static std::string checkLaunch(const nanguard_kernel &kernel,
                               const int64_t (&grid)[3],
                               const int64_t (&block)[3],
                               int64_t dynamicShared) {
  // The smallest of what sm_80, sm_90 and sm_100 take.
  constexpr int64_t kMaxGrid[3] = {2147483647, 65535, 65535};
  constexpr int64_t kMaxBlock[3] = {1024, 1024, 64};
  constexpr int64_t kMaxStatic = 48 << 10, kMaxShared = 163 << 10;
  std::string name = "kernel @" + std::string(kernel.name) + ": ";
  if (!kernel.body)
    return name + "the emulator has no code for it";
  int64_t threads = 1;
  for (unsigned i = 0; i < 3; ++i) {
    if (grid[i] < 1 || grid[i] > kMaxGrid[i])
      return name + "a grid of " + std::to_string(grid[i]) + " blocks along " +
             "xyz"[i] + ", at least 1 and at most " +
             std::to_string(kMaxGrid[i]);
    if (block[i] < 1 || block[i] > kMaxBlock[i])
      return name + "a block of " + std::to_string(block[i]) +
             " threads along " + "xyz"[i] + ", at least 1 and at most " +
             std::to_string(kMaxBlock[i]);
    threads *= block[i];
  }
  if (threads > kMaxThreads)
    return name + "a block of " + std::to_string(threads) +
           " threads, at most " + std::to_string(kMaxThreads);
  if (kernel.shared_bytes > kMaxStatic)
    return name + std::to_string(kernel.shared_bytes) +
           " bytes of static shared memory, at most " +
           std::to_string(kMaxStatic);
  if (dynamicShared < 0 || dynamicShared + kernel.shared_bytes > kMaxShared)
    return name + std::to_string(dynamicShared + kernel.shared_bytes) +
           " bytes of shared memory, at most " + std::to_string(kMaxShared);
  return "";
}

void SimDevice::launch(const nanguard_kernel &kernel, const int64_t (&grid)[3],
                       const int64_t (&block)[3], int64_t dynamicShared,
                       const int64_t *args, int64_t,
                       const nanguard_region *regions, int64_t numRegions) {
  if (!error.empty())
    return;
  error = checkLaunch(kernel, grid, block, dynamicShared);
  if (!error.empty())
    return;
  Launch launch;
  launch.kernel = &kernel;
  for (unsigned i = 0; i < 3; ++i) {
    launch.grid[i] = static_cast<uint32_t>(grid[i]);
    launch.block[i] = static_cast<uint32_t>(block[i]);
  }
  launch.sharedBytes =
      static_cast<uint32_t>(kernel.shared_bytes + dynamicShared);
  launch.args = args;
  launch.regions = regions;
  launch.numRegions = static_cast<size_t>(numRegions);
  launch.seed = options.seed + launches++;
  if (!options.checks || !(kernel.flags & NANGUARD_KERNEL_CHECKED)) {
    run(launch);
    return;
  }
  Checks checks(launch);
  launch.checks = &checks;
  run(launch);
}

void SimDevice::work(Worker &worker, Launch &launch) {
  uint64_t count = launch.numBlocks();
  while (!launch.failed.load(std::memory_order_relaxed)) {
    uint64_t number = launch.nextBlock.fetch_add(1, std::memory_order_relaxed);
    if (number >= count || !worker.block.run(launch, number))
      return;
  }
}

void SimDevice::run(Launch &launch) {
  Worker &mine = *workers.front();
  if (workers.size() == 1 || launch.numBlocks() == 1) {
    work(mine, launch);
  } else {
    {
      std::lock_guard<std::mutex> lock(mutex);
      current = &launch;
      ++generation;
    }
    wake.notify_all();
    work(mine, launch);
    std::unique_lock<std::mutex> lock(mutex);
    // Nobody joins any more; who did is waited for.
    current = nullptr;
    rest.wait(lock, [&] { return busy == 0; });
  }
  for (auto &worker : workers)
    if (!worker->error.empty())
      keepError(std::exchange(worker->error, ""));
}

void SimDevice::serve(Worker &worker) {
  uint64_t seen = 0;
  std::unique_lock<std::mutex> lock(mutex);
  while (true) {
    wake.wait(lock,
              [&] { return stopping || (current && generation != seen); });
    if (stopping)
      return;
    seen = generation;
    Launch *launch = current;
    ++busy;
    lock.unlock();
    work(worker, *launch);
    lock.lock();
    if (--busy == 0)
      rest.notify_all();
  }
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

static bool readNumber(const std::string &text, uint64_t &value) {
  if (text.empty() || text.size() > 18)
    return false;
  value = 0;
  for (char c : text) {
    if (c < '0' || c > '9')
      return false;
    value = value * 10 + static_cast<uint64_t>(c - '0');
  }
  return true;
}

std::unique_ptr<nanguard_device> nanguard::openSim(const std::string &text,
                                                   std::string &error) {
  Options options;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(',', at), text.size());
    std::string part = text.substr(at, end - at);
    at = end + 1;
    uint64_t number;
    if (part == "checks") {
      options.checks = true;
    } else if (part.rfind("seed=", 0) == 0 &&
               readNumber(part.substr(5), number)) {
      options.seed = number;
    } else if (part.rfind("threads=", 0) == 0 &&
               readNumber(part.substr(8), number) && number <= 1024) {
      options.threads = static_cast<unsigned>(number);
    } else {
      error =
          "sim:" + text + ": '" + part + "': wants checks, seed=N or threads=N";
      return nullptr;
    }
  }
  return std::make_unique<SimDevice>(options);
}
