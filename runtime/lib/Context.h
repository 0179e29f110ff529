//===- Context.h - One stream of steps ----------------------------*- C++
//-*-===//
//
// A controller behind a lock, with its model kept alive and its events
// delivered outside of the lock.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_CONTEXT_H
#define NANGUARD_LIB_CONTEXT_H

#include "TierController.h"

#include <memory>
#include <mutex>

namespace nanguard {

class Context {
public:
  Context(std::shared_ptr<const Model> model, const Policy &policy,
          uint64_t id);

  size_t size() const { return model->ops.size(); }
  void setCallback(nanguard_event_callback callback, void *user);

  nanguard_error tiers(uint8_t *out, size_t n);
  uint64_t generation() const;
  nanguard_error stepEnd(const int64_t *report, size_t rows, size_t cols,
                         const nanguard_signals *signals);
  /// These take an op or -1 for all.
  nanguard_error force(int64_t op, int32_t form);
  nanguard_error pin(int64_t op);
  nanguard_error hostEvent(int32_t event, int64_t op);

  nanguard_error info(int64_t op, nanguard_op_info &info) const;
  void counters(nanguard_counters &counters) const;
  nanguard_error save(const char *path) const;
  nanguard_error restore(const char *path);

private:
  nanguard_error checkOp(int64_t op, bool allowAll) const;
  template <typename Action>
  nanguard_error forOps(int64_t op, Action action);

  std::shared_ptr<const Model> model;
  mutable std::mutex mutex;
  TierController controller;
  nanguard_event_callback callback = nullptr;
  void *user = nullptr;
};

} // namespace nanguard

#endif // NANGUARD_LIB_CONTEXT_H
