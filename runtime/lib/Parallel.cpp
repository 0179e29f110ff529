//===- Parallel.cpp - Kernels on several threads --------------------------===//
//
// Generated code hands in a range of iterations that may run in any order. It
// is cut into as many parts as threads are worth waking. What an iteration
// computes does not depend on the cut, so the bits are those of one thread.
//
//===----------------------------------------------------------------------===//

#include "Error.h"

#include "nanguard/abi.h"

#ifdef NANGUARD_HAVE_PTHREADPOOL
#include <pthreadpool.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>

// ThreadSanitizer does not see the pool order a region's memory, because the
// pool's library is built without it.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#include <sanitizer/tsan_interface.h>
#define NANGUARD_TSAN_ACQUIRE(address) __tsan_acquire(address)
#define NANGUARD_TSAN_RELEASE(address) __tsan_release(address)
#endif
#endif
#ifndef NANGUARD_TSAN_ACQUIRE
#define NANGUARD_TSAN_ACQUIRE(address) (void)0
#define NANGUARD_TSAN_RELEASE(address) (void)0
#endif

using namespace nanguard;

namespace {
/// Vector operations that a part has at least: some ten microseconds, twice
/// what it takes to wake a thread.
constexpr int64_t kLeastWork = 30000;
constexpr unsigned kMostThreads = 1024;

#ifdef NANGUARD_HAVE_PTHREADPOOL
struct DestroyPool {
  void operator()(pthreadpool *pool) const { pthreadpool_destroy(pool); }
};
using Pool = std::unique_ptr<pthreadpool, DestroyPool>;
#endif

/// Held shared by whoever runs iterations, alone by whoever changes it.
struct Threads {
  std::shared_mutex mutex;
  unsigned count = 0; // 0: not decided yet
  nanguard_parallel_hook hook = nullptr;
  void *user = nullptr;
#ifdef NANGUARD_HAVE_PTHREADPOOL
  Pool pool;
#endif

  static Threads &get() {
    // Never destroyed: a kernel may run while the process ends.
    static Threads *threads = new Threads;
    return *threads;
  }
};

unsigned defaultCount() {
  if (const char *text = std::getenv("NANGUARD_THREADS")) {
    char *end = nullptr;
    unsigned long value = std::strtoul(text, &end, 10);
    if (end != text && *end == 0 && value > 0 && value <= kMostThreads)
      return static_cast<unsigned>(value);
  }
  return std::max(1u, std::thread::hardware_concurrency());
}

void decide(Threads &threads, unsigned count) {
  threads.count = count ? count : defaultCount();
#ifdef NANGUARD_HAVE_PTHREADPOOL
  threads.pool.reset();
#endif
}

/// Threads are started by the first kernel that is worth them, and never where
/// the host has its own.
bool needsPool([[maybe_unused]] const Threads &threads) {
#ifdef NANGUARD_HAVE_PTHREADPOOL
  return !threads.pool && !threads.hook && threads.count > 1;
#else
  return false;
#endif
}
void startPool([[maybe_unused]] Threads &threads) {
#ifdef NANGUARD_HAVE_PTHREADPOOL
  std::unique_lock<std::shared_mutex> alone(threads.mutex);
  if (!needsPool(threads))
    return;
  threads.pool.reset(pthreadpool_create(threads.count));
  if (!threads.pool) // no memory, no threads: on the caller's
    threads.count = 1;
#endif
}

/// One call of nanguard_rt_parallel_for.
struct Region {
  nanguard_parallel_body body;
  void *args;
  int64_t iterations;
  int64_t parts;

  static void run(void *context, size_t part) {
    auto *region = static_cast<Region *>(context);
    NANGUARD_TSAN_ACQUIRE(region);
    auto bound = [&](int64_t i) {
      // Without the product iterations * i, which could overflow.
      int64_t share = region->iterations / region->parts;
      int64_t rest = region->iterations % region->parts;
      return share * i + std::min(i, rest);
    };
    auto i = static_cast<int64_t>(part);
    region->body(region->args, bound(i), bound(i + 1));
    NANGUARD_TSAN_RELEASE(region);
  }
};
} // namespace

NANGUARD_API void nanguard_rt_parallel_for(nanguard_parallel_body body,
                                           void *args, int64_t iterations,
                                           int64_t work) {
  if (iterations <= 0)
    return;
  Threads &threads = Threads::get();
  // Parts that are worth a thread, were there enough of these.
  int64_t least = std::max<int64_t>(1, kLeastWork / std::max<int64_t>(work, 1));
  int64_t worth = std::max<int64_t>(1, iterations / least);
  if (worth == 1)
    return body(args, 0, iterations);
  std::shared_lock<std::shared_mutex> lock(threads.mutex);
  while (threads.count == 0 || needsPool(threads)) {
    lock.unlock();
    nanguard_get_threads();
    startPool(threads);
    lock.lock();
  }
  Region region{body, args, iterations,
                std::min<int64_t>(threads.count, worth)};
  auto parts = static_cast<size_t>(region.parts);
  if (parts > 1 && threads.hook)
    return threads.hook(threads.user, Region::run, &region, parts);
#ifdef NANGUARD_HAVE_PTHREADPOOL
  if (parts > 1 && threads.pool) {
    NANGUARD_TSAN_RELEASE(&region);
    pthreadpool_parallelize_1d(threads.pool.get(), Region::run, &region, parts,
                               /*flags=*/0);
    NANGUARD_TSAN_ACQUIRE(&region);
    return;
  }
#endif
  body(args, 0, iterations);
}

NANGUARD_API nanguard_error nanguard_set_threads(uint32_t count) {
  if (count > kMostThreads)
    return fail(NANGUARD_ERR_ARGUMENT,
                "at most " + std::to_string(kMostThreads) + " threads");
  Threads &threads = Threads::get();
  std::unique_lock<std::shared_mutex> alone(threads.mutex);
  decide(threads, count);
  return NANGUARD_OK;
}

NANGUARD_API uint32_t nanguard_get_threads(void) {
  Threads &threads = Threads::get();
  std::unique_lock<std::shared_mutex> alone(threads.mutex);
  if (threads.count == 0)
    decide(threads, 0);
  return threads.count;
}

NANGUARD_API void nanguard_set_parallel_hook(nanguard_parallel_hook hook,
                                             void *user) {
  Threads &threads = Threads::get();
  std::unique_lock<std::shared_mutex> alone(threads.mutex);
  threads.hook = hook;
  threads.user = user;
}
