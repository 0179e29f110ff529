//===- Collectives.cpp - Barriers, shuffles, votes, reductions ------------===//

#include "Checks.h"
#include "Sim.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace nanguard;
using namespace nanguard::sim;

using Lanes = Thread *[kWarpSize];

static float asFloat(int64_t value) {
  auto bits = static_cast<int32_t>(value);
  float result;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}

static int32_t asBits(float value) {
  int32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

void nanguard_sim_barrier(nanguard_sim_thread *thread, int32_t id,
                          int32_t threads, const char *site) {
  nanguard_sim_barrier_reduce(thread, id, threads, NANGUARD_SIM_OR, 0, site);
}

int32_t nanguard_sim_barrier_reduce(nanguard_sim_thread *thread, int32_t id,
                                    int32_t threads, int32_t reduction,
                                    int32_t predicate, const char *site) {
  Thread &self = threadOf(thread);
  return self.owner->meetBlock(self, id, threads, reduction, predicate != 0,
                               site);
}

void nanguard_sim_warp_barrier(nanguard_sim_thread *thread, int32_t mask,
                               const char *site) {
  Thread &self = threadOf(thread);
  Lanes lanes;
  if (!self.owner->meetWarp(self, Meeting::Barrier, mask, site, lanes))
    return;
  for (Thread *other : lanes)
    if (other)
      ++other->warpEpoch;
  self.owner->release(self, lanes);
}

/// The lane that `lane` reads from, and whether it is in range.
static unsigned sourceLane(unsigned lane, int32_t kind, int32_t offset,
                           int32_t clamp, bool &inRange) {
  int b = offset & 31;
  int segment = clamp >> 8 & 31;
  int own = static_cast<int>(lane);
  int high = (own & segment) | (clamp & 31 & ~segment);
  int from = own;
  switch (kind) {
  case NANGUARD_SIM_UP:
    from = own - b;
    break;
  case NANGUARD_SIM_DOWN:
    from = own + b;
    break;
  case NANGUARD_SIM_BFLY:
    from = own ^ b;
    break;
  case NANGUARD_SIM_IDX:
    from = (own & segment) | (b & ~segment);
    break;
  }
  inRange = kind == NANGUARD_SIM_UP ? from >= high : from <= high;
  return static_cast<unsigned>(inRange ? from : own);
}

int32_t nanguard_sim_shfl(nanguard_sim_thread *thread, int32_t kind,
                          int32_t mask, int32_t value, int32_t offset,
                          int32_t clamp, uint8_t *valid, const char *site) {
  Thread &self = threadOf(thread);
  bool inRange;
  unsigned from = sourceLane(self.lane, kind, offset, clamp, inRange);
  if (valid)
    *valid = inRange;
  self.value = value;
  self.result = from;
  Lanes lanes;
  if (self.owner->meetWarp(self, Meeting::Shuffle, mask, site, lanes)) {
    for (Thread *other : lanes) {
      if (!other)
        continue;
      Thread *source = lanes[other->result];
      if (!source && self.owner->getLaunch().checks) {
        std::string what = "shfl.sync reads lane " +
                           std::to_string(other->result) +
                           ", which takes no part";
        self.owner->fail(*other, std::move(what), site);
      }
      // Undefined: what no number of the kernel is.
      other->result = source ? source->value : -1;
    }
    self.owner->release(self, lanes);
  }
  return static_cast<int32_t>(self.result);
}

int32_t nanguard_sim_vote(nanguard_sim_thread *thread, int32_t kind,
                          int32_t mask, int32_t predicate, const char *site) {
  Thread &self = threadOf(thread);
  self.value = predicate & 1;
  Lanes lanes;
  if (self.owner->meetWarp(self, Meeting::Vote, mask, site, lanes)) {
    uint32_t present = 0, yes = 0;
    for (Thread *other : lanes)
      if (other) {
        present |= 1u << other->lane;
        yes |= static_cast<uint32_t>(other->value) << other->lane;
      }
    for (Thread *other : lanes)
      if (other)
        other->result = kind == NANGUARD_SIM_ANY   ? yes != 0
                        : kind == NANGUARD_SIM_ALL ? yes == present
                        : kind == NANGUARD_SIM_UNI ? yes == present || yes == 0
                                                   : static_cast<int64_t>(yes);
    self.owner->release(self, lanes);
  }
  return static_cast<int32_t>(self.result);
}

static int32_t reduceFloat(int32_t kind, int32_t a, int32_t b) {
  float x = asFloat(a), y = asFloat(b);
  if (std::isnan(x) || std::isnan(y)) {
    if (kind & NANGUARD_SIM_NAN)
      return 0x7fffffff;
    return std::isnan(x) ? b : a;
  }
  bool less = x < y || (x == y && std::signbit(x));
  return less == ((kind & 63) == NANGUARD_SIM_FMIN) ? a : b;
}

static int32_t reduce(int32_t kind, int32_t a, int32_t b) {
  auto ua = static_cast<uint32_t>(a), ub = static_cast<uint32_t>(b);
  switch (kind & 63) {
  case NANGUARD_SIM_ADD:
    return static_cast<int32_t>(ua + ub);
  case NANGUARD_SIM_AND:
    return a & b;
  case NANGUARD_SIM_OR:
    return a | b;
  case NANGUARD_SIM_XOR:
    return a ^ b;
  case NANGUARD_SIM_MAX:
    return std::max(a, b);
  case NANGUARD_SIM_MIN:
    return std::min(a, b);
  case NANGUARD_SIM_UMAX:
    return static_cast<int32_t>(std::max(ua, ub));
  case NANGUARD_SIM_UMIN:
    return static_cast<int32_t>(std::min(ua, ub));
  default:
    return reduceFloat(kind, a, b);
  }
}

int32_t nanguard_sim_redux(nanguard_sim_thread *thread, int32_t kind,
                           int32_t mask, int32_t value, const char *site) {
  Thread &self = threadOf(thread);
  self.value =
      kind & NANGUARD_SIM_ABS ? asBits(std::fabs(asFloat(value))) : value;
  Lanes lanes;
  if (self.owner->meetWarp(self, Meeting::Reduce, mask, site, lanes)) {
    bool first = true;
    int32_t total = 0;
    for (Thread *other : lanes)
      if (other) {
        auto mine = static_cast<int32_t>(other->value);
        total = first ? mine : reduce(kind, total, mine);
        first = false;
      }
    for (Thread *other : lanes)
      if (other)
        other->result = total;
    self.owner->release(self, lanes);
  }
  return static_cast<int32_t>(self.result);
}

int32_t nanguard_sim_match(nanguard_sim_thread *thread, int32_t mask,
                           int64_t value, uint8_t *all, const char *site) {
  Thread &self = threadOf(thread);
  self.value = value;
  Lanes lanes;
  if (self.owner->meetWarp(self, Meeting::Match, mask, site, lanes)) {
    uint32_t present = 0;
    for (Thread *other : lanes)
      if (other)
        present |= 1u << other->lane;
    for (Thread *mine : lanes) {
      if (!mine)
        continue;
      uint32_t equal = 0;
      for (Thread *other : lanes)
        if (other && other->value == mine->value)
          equal |= 1u << other->lane;
      mine->result = equal;
      mine->valid = equal == present;
    }
    self.owner->release(self, lanes);
  }
  if (!all)
    return static_cast<int32_t>(self.result);
  *all = self.valid;
  return self.valid ? static_cast<int32_t>(self.result) : 0;
}

int32_t nanguard_sim_elect(nanguard_sim_thread *thread, int32_t mask,
                           const char *site) {
  Thread &self = threadOf(thread);
  Lanes lanes;
  if (self.owner->meetWarp(self, Meeting::Elect, mask, site, lanes)) {
    bool elected = false;
    for (Thread *other : lanes)
      if (other) {
        other->result = !elected;
        elected = true;
      }
    self.owner->release(self, lanes);
  }
  return static_cast<int32_t>(self.result);
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

void nanguard_sim_cp_async(nanguard_sim_thread *thread, void *to,
                           const void *from, int32_t bytes,
                           int32_t source_bytes, const char *site) {
  Thread &self = threadOf(thread);
  source_bytes = std::clamp(source_bytes, 0, bytes);
  if (Checks *checks = self.owner->getLaunch().checks) {
    if (source_bytes)
      checks->access(self, {from, source_bytes, bytes, from, -1},
                     NANGUARD_SIM_LOAD, site);
    // It may land at any time from now on.
    checks->access(self, {to, bytes, bytes, to, -1}, NANGUARD_SIM_STORE, site);
    checks->forget(to, bytes);
  }
  self.copies.push_back({to, from, bytes, source_bytes, site});
}

void nanguard_sim_cp_async_commit(nanguard_sim_thread *thread) {
  Thread &self = threadOf(thread);
  self.groups.push_back(self.copies.size());
}

void sim::finishCopies(Thread &thread, size_t groups) {
  if (thread.groups.size() <= groups)
    return;
  size_t finished = thread.groups.size() - groups;
  size_t end = thread.groups[finished - 1];
  Checks *checks = thread.owner->getLaunch().checks;
  for (size_t i = 0; i < end; ++i) {
    const AsyncCopy &copy = thread.copies[i];
    if (checks)
      checks->access(thread, {copy.to, copy.bytes, copy.bytes, copy.to, -1},
                     NANGUARD_SIM_STORE, copy.site);
    std::memcpy(copy.to, copy.from, copy.sourceBytes);
    std::memset(static_cast<char *>(copy.to) + copy.sourceBytes, 0,
                copy.bytes - copy.sourceBytes);
  }
  thread.copies.erase(thread.copies.begin(), thread.copies.begin() + end);
  thread.groups.erase(thread.groups.begin(), thread.groups.begin() + finished);
  for (size_t &group : thread.groups)
    group -= end;
}

void nanguard_sim_cp_async_wait(nanguard_sim_thread *thread, int32_t groups) {
  finishCopies(threadOf(thread), static_cast<size_t>(std::max(groups, 0)));
}

void nanguard_sim_check(nanguard_sim_thread *thread, const void *address,
                        int64_t bytes, int64_t align, int32_t access,
                        const void *base, int64_t extent, const char *site) {
  Thread &self = threadOf(thread);
  if (Checks *checks = self.owner->getLaunch().checks)
    checks->access(self, {address, bytes, align, base, extent}, access, site);
}
