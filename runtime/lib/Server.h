//===- Server.h - Many requests over one model --------------------*- C++
//-*-===//
//
// What requests share: a breaker for each op, and the ids that are taken. Each
// request's tiers are its context's own. Locks are never nested: a context
// lets go of its lock before it comes here.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_SERVER_H
#define NANGUARD_LIB_SERVER_H

#include "Breaker.h"
#include "TierController.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

namespace nanguard {

/// What a server says to a new request.
struct Birth {
  /// Requests count from 1.
  uint64_t serial = 0;
  /// Breakers that had closed by then.
  uint64_t epoch = 0;
  std::vector<OpStart> starts;
};

/// What a step of one request means to a breaker.
struct BreakerNote {
  enum Kind { Cured, Clean, Failed };
  uint32_t op;
  Kind kind;
  /// Cured: the stage. Clean: the canary's clean steps so far.
  uint32_t value;
};

class Server {
public:
  Server(std::shared_ptr<const Model> model, const Policy &policy);

  const std::shared_ptr<const Model> &model() const { return model_; }
  const Policy &policy() const { return policy_; }

  /// False when `id` is taken.
  bool begin(uint64_t id, Birth &birth);
  void end(uint64_t id, uint64_t serial, const std::vector<uint32_t> &canaries);
  void note(uint64_t serial, const std::vector<BreakerNote> &notes);

  /// Counts the breakers that have closed.
  uint64_t epoch() const { return epoch_.load(std::memory_order_acquire); }
  std::vector<uint32_t> closedOf(const std::vector<uint32_t> &ops) const;
  void breaker(uint32_t op, nanguard_breaker_info &info) const;

  nanguard_error save(const char *path) const;
  /// Before the first request only.
  nanguard_error restore(const char *path);

private:
  std::shared_ptr<const Model> model_;
  Policy policy_;
  mutable std::mutex mutex;
  std::vector<Breaker> breakers;
  std::unordered_set<uint64_t> live;
  uint64_t serials = 0;
  uint32_t notClosed = 0;
  std::atomic<uint64_t> epoch_{0};
};

} // namespace nanguard

#endif // NANGUARD_LIB_SERVER_H
