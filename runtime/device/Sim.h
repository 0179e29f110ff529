//===- Sim.h - Parts of the emulator ----------------------------*- C++ -*-===//
//
// A worker (a thread of the host) runs one block at a time. Each thread of the
// block is a fiber; one that waits for others hands over to a ready one, drawn
// at random. What they wait for is counted where they arrive: there is no
// scheduler beside them.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_RUNTIME_DEVICE_SIM_H
#define NANGUARD_RUNTIME_DEVICE_SIM_H

#include "Fiber.h"

#include "nanguard/device.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace nanguard::sim {

class Block;
class Checks;

inline constexpr unsigned kWarpSize = 32;
inline constexpr unsigned kBarriers = 16;
inline constexpr unsigned kMaxThreads = 1024;
/// Unwritten memory: NaN as f16, bf16, f32 and f64.
inline constexpr int kPoison = 0xff;

/// One launch, shared by its workers.
struct Launch {
  const nanguard_kernel *kernel;
  uint32_t grid[3], block[3];
  uint32_t sharedBytes;
  const int64_t *args;
  const nanguard_region *regions;
  size_t numRegions;
  uint64_t seed;
  std::atomic<uint64_t> nextBlock{0};
  std::atomic<bool> failed{false};
  Checks *checks = nullptr; ///< null: unchecked

  bool cooperative() const {
    return kernel->flags & NANGUARD_KERNEL_COOPERATIVE;
  }
  unsigned threadsPerBlock() const { return block[0] * block[1] * block[2]; }
  uint64_t numBlocks() const { return uint64_t(grid[0]) * grid[1] * grid[2]; }
};

/// What lanes of a warp meet at.
enum class Meeting : uint8_t {
  None,
  Barrier,
  Shuffle,
  Vote,
  Reduce,
  Match,
  Elect,
  LoadMatrix,
  StoreMatrix,
  Multiply
};
const char *nameOf(Meeting meeting);

struct AsyncCopy {
  void *to;
  const void *from;
  int32_t bytes, sourceBytes;
  const char *site;
};

struct Thread : nanguard_sim_thread {
  Block *owner = nullptr;
  Fiber fiber;
  bool done = false;
  /// Where it waits; null: it runs or is ready.
  const char *waitsAt = nullptr;
  int waitsAtBarrier = -1;
  Meeting meeting = Meeting::None;
  uint32_t mask = 0;
  /// What it brought, and what it takes away.
  int64_t value = 0, result = 0;
  const void *in[3] = {};
  void *out = nullptr;
  bool valid = false;
  /// Asynchronous copies, and where each committed group ends among them.
  std::vector<AsyncCopy> copies;
  std::vector<size_t> groups;
  /// Times that it was ordered with its warp.
  uint32_t warpEpoch = 0;

  unsigned linear() const { return warp * kWarpSize + lane; }
};

/// The threads that one worker runs, block after block.
class Block {
public:
  explicit Block(std::string &error) : error(error) {}

  /// Runs block `number` of the launch. False: it failed, `error` says how.
  bool run(Launch &launch, uint64_t number);

  Launch &getLaunch() const { return *launch; }
  /// Times that all threads of the block were ordered.
  uint32_t getEpoch() const { return epoch; }
  Thread &getThread(unsigned index) const { return *threads[index]; }
  unsigned getNumThreads() const { return numThreads; }

  /// Arrives at a barrier of the block; gives the reduction's value.
  int32_t meetBlock(Thread &thread, unsigned id, unsigned expected,
                    int32_t reduction, bool predicate, const char *site);
  /// Arrives at a meeting of the lanes in `mask`. True for the last one, which
  /// works for all of `lanes` and calls `release`; the others find their result
  /// where they return.
  bool meetWarp(Thread &thread, Meeting meeting, uint32_t mask,
                const char *site, Thread *(&lanes)[kWarpSize]);
  void release(Thread &last, Thread *(&lanes)[kWarpSize]);

  /// Ends the launch with a message about this thread, whose frames are never
  /// left: no object of the caller's may own memory but `what`.
  [[noreturn]] void fail(Thread &thread, std::string &&what, const char *site);

private:
  struct Barrier {
    unsigned arrived = 0, expected = 0;
    const char *site = nullptr;
    int32_t popc = 0;
    bool all = true, any = false;
    std::vector<Thread *> waiting;

    void reset() {
      arrived = expected = 0;
      popc = 0;
      all = true;
      any = false;
      waiting.clear();
    }
  };

  static void enter(void *thread);
  void prepare(uint64_t number);
  void place(Thread &thread, unsigned index, uint64_t number);
  void wait(Thread &thread);
  void finish(Thread &thread);
  void completeBarriers();
  void openBarrier(Barrier &barrier);
  [[noreturn]] void giveUp();
  Thread *draw();
  std::string describe(const Thread &thread) const;
  std::string describeDeadlock() const;

  std::string &error;
  Launch *launch = nullptr;
  std::vector<std::unique_ptr<Thread>> threads;
  std::vector<Thread *> ready;
  Barrier barriers[kBarriers];
  std::vector<char> sharedMemory;
  Fiber host;
  unsigned numThreads = 0, alive = 0;
  uint32_t epoch = 0;
  uint64_t random = 1;
};

inline Thread &threadOf(nanguard_sim_thread *thread) {
  return *static_cast<Thread *>(thread);
}

/// Finishes the copies of all groups but the last `groups`.
void finishCopies(Thread &thread, size_t groups);

} // namespace nanguard::sim

#endif // NANGUARD_RUNTIME_DEVICE_SIM_H
