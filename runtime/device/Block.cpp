//===- Block.cpp - A block of emulated threads ----------------------------===//

#include "Checks.h"
#include "Sim.h"

#include <algorithm>
#include <cstring>

using namespace nanguard;
using namespace nanguard::sim;

const char *sim::nameOf(Meeting meeting) {
  switch (meeting) {
  case Meeting::None:
    return "nothing";
  case Meeting::Barrier:
    return "bar.warp.sync";
  case Meeting::Shuffle:
    return "shfl.sync";
  case Meeting::Vote:
    return "vote.sync";
  case Meeting::Reduce:
    return "redux.sync";
  case Meeting::Match:
    return "match.sync";
  case Meeting::Elect:
    return "elect.sync";
  case Meeting::LoadMatrix:
    return "ldmatrix";
  case Meeting::StoreMatrix:
    return "stmatrix";
  case Meeting::Multiply:
    return "mma.sync";
  }
  return "?";
}

bool Block::run(Launch &theLaunch, uint64_t number) {
  launch = &theLaunch;
  prepare(number);
  if (!launch->cooperative()) {
    place(*threads[0], 0, number);
    launch->kernel->body(threads[0].get(), launch->args);
    return true;
  }
  for (unsigned i = 0; i < numThreads; ++i) {
    place(*threads[i], i, number);
    threads[i]->fiber.start(&Block::enter, threads[i].get());
    ready.push_back(threads[i].get());
  }
  Fiber::switchTo(host, draw()->fiber);
  return !launch->failed.load(std::memory_order_relaxed);
}

void Block::prepare(uint64_t number) {
  numThreads = alive = launch->threadsPerBlock();
  while (threads.size() < numThreads) {
    threads.push_back(std::make_unique<Thread>());
    threads.back()->owner = this;
  }
  // Room to align: a kernel may ask for lines of 128 bytes.
  if (sharedMemory.size() < launch->sharedBytes + 128)
    sharedMemory.resize(launch->sharedBytes + 128);
  ready.clear();
  for (Barrier &barrier : barriers)
    barrier.reset();
  epoch = 0;
  // Any odd number: the blocks' orders differ, and a zero would stay zero.
  random = ((launch->seed + 1) * 0x9e3779b97f4a7c15 + number * 2 + 1) | 1;
  auto address = reinterpret_cast<uintptr_t>(sharedMemory.data());
  auto *shared = reinterpret_cast<char *>((address + 127) / 128 * 128);
  std::memset(shared, kPoison, launch->sharedBytes);
  if (launch->checks)
    launch->checks->startBlock(shared, launch->sharedBytes);
  for (unsigned i = 0; i < numThreads; ++i)
    threads[i]->shared = shared;
}

void Block::place(Thread &thread, unsigned index, uint64_t number) {
  unsigned rest = index;
  for (unsigned i = 0; i < 3; ++i) {
    thread.ntid[i] = launch->block[i];
    thread.nctaid[i] = launch->grid[i];
    thread.tid[i] = rest % launch->block[i];
    rest /= launch->block[i];
    thread.ctaid[i] = static_cast<uint32_t>(number % launch->grid[i]);
    number /= launch->grid[i];
  }
  thread.lane = index % kWarpSize;
  thread.warp = index / kWarpSize;
  thread.shared_bytes = launch->sharedBytes;
  thread.done = false;
  thread.waitsAt = nullptr;
  thread.waitsAtBarrier = -1;
  thread.meeting = Meeting::None;
  thread.warpEpoch = 0;
  thread.copies.clear();
  thread.groups.clear();
}

void Block::enter(void *opaque) {
  Fiber::arrived();
  Thread &thread = *static_cast<Thread *>(opaque);
  Block &block = *thread.owner;
  block.launch->kernel->body(&thread, block.launch->args);
  thread.groups.push_back(thread.copies.size());
  finishCopies(thread, 0);
  block.finish(thread);
}

Thread *Block::draw() {
  random ^= random << 13;
  random ^= random >> 7;
  random ^= random << 17;
  size_t index = static_cast<size_t>((random >> 33) % ready.size());
  Thread *thread = ready[index];
  ready[index] = ready.back();
  ready.pop_back();
  return thread;
}

/// Hands over until what the thread waits for is there.
void Block::wait(Thread &thread) {
  if (ready.empty())
    giveUp();
  Thread *next = draw();
  if (next != &thread)
    Fiber::switchTo(thread.fiber, next->fiber);
}

/// The end of a thread: the fiber is not run again.
void Block::finish(Thread &thread) {
  thread.done = true;
  --alive;
  if (launch->checks)
    for (Barrier &barrier : barriers)
      for (Thread *other : barrier.waiting)
        if (other->warp == thread.warp) {
          std::string what = "ends while " + describe(*other) +
                             " of its warp waits at a barrier";
          fail(thread, std::move(what), barrier.site);
        }
  if (alive == 0)
    Fiber::switchTo(thread.fiber, host);
  completeBarriers();
  if (ready.empty())
    giveUp();
  Fiber::switchTo(thread.fiber, draw()->fiber);
}

void Block::giveUp() {
  if (!launch->failed.exchange(true))
    error = "kernel @" + std::string(launch->kernel->name) + ", " +
            describeDeadlock();
  Fiber unused;
  Fiber::switchTo(unused, host);
  __builtin_unreachable();
}

void Block::fail(Thread &thread, std::string &&what, const char *site) {
  // The others may be anywhere; none of them runs again.
  if (!launch->failed.exchange(true))
    error = "kernel @" + std::string(launch->kernel->name) + ", " +
            describe(thread) + ": " + what + (site ? ": " : "") +
            (site ? site : "");
  std::string().swap(what);
  Fiber::switchTo(thread.fiber, host);
  __builtin_unreachable();
}

static std::string triple(const uint32_t (&values)[3]) {
  return "(" + std::to_string(values[0]) + "," + std::to_string(values[1]) +
         "," + std::to_string(values[2]) + ")";
}

std::string Block::describe(const Thread &thread) const {
  return "block " + triple(thread.ctaid) + ", thread " + triple(thread.tid);
}

/// Who waits where: the first thread of each place.
std::string Block::describeDeadlock() const {
  std::string text = "block " + triple(threads[0]->ctaid) +
                     ": threads wait for others that never come";
  std::vector<std::pair<const char *, unsigned>> seen;
  for (unsigned i = 0; i < numThreads; ++i) {
    const Thread &thread = *threads[i];
    if (thread.done)
      continue;
    auto found = std::find_if(seen.begin(), seen.end(), [&](auto &entry) {
      return entry.first == thread.waitsAt;
    });
    if (found != seen.end())
      ++found->second;
    else
      seen.push_back({thread.waitsAt, 1});
  }
  for (auto [site, count] : seen) {
    const Thread *first = nullptr;
    for (unsigned i = 0; i < numThreads && !first; ++i)
      if (!threads[i]->done && threads[i]->waitsAt == site)
        first = threads[i].get();
    text += "; thread " + triple(first->tid);
    if (count > 1)
      text += " and " + std::to_string(count - 1) + " more";
    text += " at " + (first->waitsAtBarrier >= 0
                          ? "barrier " + std::to_string(first->waitsAtBarrier)
                          : std::string(nameOf(first->meeting)));
    text += std::string(": ") + site;
  }
  unsigned ended = numThreads - alive;
  if (ended)
    text += "; " + std::to_string(ended) + (ended == 1 ? " has" : " have") +
            " ended";
  return text;
}

//===----------------------------------------------------------------------===//
// Meetings
//===----------------------------------------------------------------------===//

void Block::openBarrier(Barrier &barrier) {
  // Memory is ordered among all threads only where all of them wait.
  if (barrier.expected == 0 || barrier.expected == numThreads)
    ++epoch;
  for (Thread *thread : barrier.waiting) {
    thread->waitsAt = nullptr;
    thread->waitsAtBarrier = -1;
    thread->value = barrier.popc;
    thread->result = barrier.all | barrier.any << 1;
    ready.push_back(thread);
  }
  barrier.reset();
}

/// Ended threads count as arrived.
void Block::completeBarriers() {
  for (Barrier &barrier : barriers)
    if (barrier.arrived &&
        barrier.arrived >= (barrier.expected ? barrier.expected : alive))
      openBarrier(barrier);
}

int32_t Block::meetBlock(Thread &thread, unsigned id, unsigned expected,
                         int32_t reduction, bool predicate, const char *site) {
  if (id >= kBarriers) {
    std::string what = "there is no barrier " + std::to_string(id);
    fail(thread, std::move(what), site);
  }
  if (expected % kWarpSize) {
    std::string what = "a barrier of " + std::to_string(expected) +
                       " threads: not whole warps";
    fail(thread, std::move(what), site);
  }
  Barrier &barrier = barriers[id];
  if (barrier.arrived && barrier.site != site && launch->checks) {
    std::string what =
        "divergent barrier: " + describe(*barrier.waiting.front()) +
        " waits at another one, " + barrier.site;
    fail(thread, std::move(what), site);
  }
  if (launch->checks)
    for (unsigned i = thread.warp * kWarpSize,
                  e = std::min(i + kWarpSize, numThreads);
         i < e; ++i)
      if (threads[i]->done) {
        std::string what = "waits at a barrier, and " + describe(*threads[i]) +
                           " of its warp has ended";
        fail(thread, std::move(what), site);
      }
  barrier.site = site;
  barrier.expected = expected;
  ++barrier.arrived;
  barrier.popc += predicate;
  barrier.all &= predicate;
  barrier.any |= predicate;
  barrier.waiting.push_back(&thread);
  thread.waitsAt = site;
  thread.waitsAtBarrier = static_cast<int>(id);
  completeBarriers();
  wait(thread);
  switch (reduction) {
  case NANGUARD_SIM_POPC:
    return static_cast<int32_t>(thread.value);
  case NANGUARD_SIM_AND:
    return thread.result & 1;
  default:
    return static_cast<int32_t>(thread.result >> 1);
  }
}

bool Block::meetWarp(Thread &thread, Meeting meeting, uint32_t mask,
                     const char *site, Thread *(&lanes)[kWarpSize]) {
  if (!(mask >> thread.lane & 1)) {
    std::string what =
        std::string(nameOf(meeting)) + " by a lane that its mask leaves out";
    fail(thread, std::move(what), site);
  }
  unsigned first = thread.warp * kWarpSize;
  thread.meeting = meeting;
  thread.mask = mask;
  thread.waitsAt = site;
  bool complete = true;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    lanes[lane] = nullptr;
    if (!(mask >> lane & 1) || first + lane >= numThreads)
      continue;
    Thread &other = *threads[first + lane];
    if (other.done)
      continue;
    if (other.meeting != meeting || other.mask != mask) {
      complete = false;
      break;
    }
    lanes[lane] = &other;
  }
  if (!complete) {
    wait(thread);
    return false;
  }
  if (launch->checks)
    for (Thread *other : lanes)
      if (other && other->waitsAt != site) {
        std::string what = "divergent " + std::string(nameOf(meeting)) + ": " +
                           describe(*other) + " waits at another one, " +
                           other->waitsAt;
        fail(thread, std::move(what), site);
      }
  return true;
}

void Block::release(Thread &last, Thread *(&lanes)[kWarpSize]) {
  for (Thread *thread : lanes) {
    if (!thread)
      continue;
    thread->meeting = Meeting::None;
    thread->waitsAt = nullptr;
    if (thread != &last)
      ready.push_back(thread);
  }
}
