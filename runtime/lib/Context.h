//===- Context.h - One stream of steps ----------------------------*- C++
//-*-===//
//
// A controller behind a lock, with its model kept alive and its events
// delivered outside of the lock; a request of a server, if it has one.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_CONTEXT_H
#define NANGUARD_LIB_CONTEXT_H

#include "TierController.h"

#include <memory>
#include <mutex>

namespace nanguard {

class Recorder;
class Server;
struct Birth;

/// Whether a report of this size is one of `model`.
nanguard_error checkReportSize(const Model &model, size_t rows, size_t cols);

class Context {
public:
  Context(std::shared_ptr<const Model> model, const Policy &policy,
          uint64_t id);
  /// A request of `server`, with ops where its breakers want them.
  Context(std::shared_ptr<Server> server, uint64_t id, const Birth &birth);
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  size_t size() const { return model->ops.size(); }
  uint64_t id() const { return name; }
  const Server *owner() const { return server.get(); }
  void setCallback(nanguard_event_callback callback, void *user);
  void setSelfCheck(nanguard_self_check check, void *user);
  void setRecorder(std::shared_ptr<Recorder> recorder);

  nanguard_error tiers(uint8_t *out, size_t n);
  uint64_t generation() const;
  nanguard_error stepEnd(const int64_t *report, size_t rows, size_t cols,
                         const nanguard_signals *signals);
  /// These take an op or -1 for all.
  nanguard_error force(int64_t op, int32_t form);
  nanguard_error pin(int64_t op);
  nanguard_error hostEvent(int32_t event, int64_t op);

  nanguard_error redo(uint8_t *out, size_t n);
  nanguard_error replayTiers(uint8_t *out, size_t n,
                             uint64_t &generation) const;
  nanguard_error compareReplay(const int64_t *report, size_t rows, size_t cols,
                               bool &differs);
  void finding(nanguard_finding &finding) const;

  nanguard_error checkReport(size_t rows, size_t cols) const;
  const Model &describedBy() const { return *model; }

  nanguard_error info(int64_t op, nanguard_op_info &info) const;
  void counters(nanguard_counters &counters) const;
  nanguard_error save(const char *path) const;
  nanguard_error restore(const char *path);

private:
  nanguard_error checkOp(int64_t op, bool allowAll) const;
  nanguard_error checkTiers(size_t n) const;
  template <typename Action>
  nanguard_error forOps(int64_t op, Action action);
  void deliver(std::vector<nanguard_event> &events);
  void followBreakers();
  void tellServer(const std::vector<nanguard_event> &events);

  std::shared_ptr<const Model> model;
  uint64_t name;
  mutable std::mutex mutex;
  TierController controller;
  nanguard_event_callback callback = nullptr;
  void *user = nullptr;
  nanguard_self_check selfCheck = nullptr;
  void *selfCheckUser = nullptr;
  std::shared_ptr<Recorder> recorder;

  std::shared_ptr<Server> server;
  uint64_t serial = 0;
  /// What the server's breakers did to this request; `held` shrinks as they
  /// close.
  std::vector<uint32_t> held;
  std::vector<uint32_t> canaries;
  uint64_t seenEpoch = 0;
};

} // namespace nanguard

#endif // NANGUARD_LIB_CONTEXT_H
