//===- Context.cpp - One stream of steps ----------------------------------===//
//
// Checks what the host hands in, locks, and delivers events.
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include "Error.h"
#include "Snapshot.h"

#include <cstring>

using namespace nanguard;

Context::Context(std::shared_ptr<const Model> model, const Policy &policy,
                 uint64_t id)
    : model(std::move(model)), controller(*this->model, policy, id) {}

void Context::setCallback(nanguard_event_callback newCallback, void *newUser) {
  std::lock_guard<std::mutex> lock(mutex);
  callback = newCallback;
  user = newUser;
}

nanguard_error Context::tiers(uint8_t *out, size_t n) {
  if (n != size())
    return fail(NANGUARD_ERR_LENGTH,
                "tier vector of " + std::to_string(n) + " bytes: function '" +
                    model->function + "' has " + std::to_string(size()) +
                    " guarded ops");
  std::lock_guard<std::mutex> lock(mutex);
  controller.select(out);
  return NANGUARD_OK;
}

uint64_t Context::generation() const {
  std::lock_guard<std::mutex> lock(mutex);
  return controller.generation();
}

nanguard_error Context::stepEnd(const int64_t *report, size_t rows, size_t cols,
                                const nanguard_signals *signals) {
  if (rows != size() || cols != NANGUARD_REPORT_COLUMNS)
    return fail(NANGUARD_ERR_LENGTH,
                "report of " + std::to_string(rows) + " x " +
                    std::to_string(cols) + ": function '" + model->function +
                    "' reports " + std::to_string(size()) + " x " +
                    std::to_string(NANGUARD_REPORT_COLUMNS));
  std::vector<nanguard_event> events;
  nanguard_event_callback call;
  void *data;
  {
    std::lock_guard<std::mutex> lock(mutex);
    uint64_t generation = signals ? signals->generation : 0;
    if (!generation)
      generation = controller.generation();
    if (generation > controller.generation())
      return fail(NANGUARD_ERR_ARGUMENT,
                  "report of generation " + std::to_string(generation) +
                      ", which no select has opened yet");
    if (!controller.isFresh(generation)) {
      controller.countStale();
      return fail(NANGUARD_ERR_STALE,
                  generation ? "generation " + std::to_string(generation) +
                                   " or a later one was reported before; not "
                                   "counted again"
                             : "no step was selected yet");
    }
    controller.report(report, generation, signals, events);
    call = callback;
    data = user;
  }
  if (call)
    for (const nanguard_event &event : events)
      call(&event, data);
  return NANGUARD_OK;
}

nanguard_error Context::checkOp(int64_t op, bool allowAll) const {
  if ((op == -1 && allowAll) || (op >= 0 && op < static_cast<int64_t>(size())))
    return NANGUARD_OK;
  return fail(NANGUARD_ERR_ARGUMENT,
              "no op " + std::to_string(op) + ": function '" + model->function +
                  "' has " + std::to_string(size()) + " guarded ops");
}

/// Runs `action` under the lock for one op or all, then delivers its events.
template <typename Action>
nanguard_error Context::forOps(int64_t op, Action action) {
  if (nanguard_error error = checkOp(op, /*allowAll=*/true))
    return error;
  std::vector<nanguard_event> events;
  nanguard_event_callback call;
  void *data;
  {
    std::lock_guard<std::mutex> lock(mutex);
    uint32_t first = op < 0 ? 0 : static_cast<uint32_t>(op);
    uint32_t last = op < 0 ? static_cast<uint32_t>(size()) : first + 1;
    for (uint32_t i = first; i < last; ++i)
      action(i, events);
    call = callback;
    data = user;
  }
  if (call)
    for (const nanguard_event &event : events)
      call(&event, data);
  return NANGUARD_OK;
}

nanguard_error Context::force(int64_t op, int32_t form) {
  if (form < -1 || form >= NANGUARD_FORM_COUNT)
    return fail(NANGUARD_ERR_ARGUMENT, "no form " + std::to_string(form));
  return forOps(op, [&](uint32_t i, std::vector<nanguard_event> &) {
    controller.force(i, static_cast<int8_t>(form));
  });
}

nanguard_error Context::pin(int64_t op) {
  return forOps(op, [&](uint32_t i, std::vector<nanguard_event> &events) {
    controller.pin(i, events);
  });
}

nanguard_error Context::hostEvent(int32_t event, int64_t op) {
  if (event < NANGUARD_HOST_REGIME || event > NANGUARD_HOST_LIFT_PIN)
    return fail(NANGUARD_ERR_ARGUMENT,
                "no host event " + std::to_string(event));
  auto kind = static_cast<nanguard_host_event>(event);
  bool told = false;
  return forOps(op, [&](uint32_t i, std::vector<nanguard_event> &events) {
    if (!told)
      controller.hostContext(kind);
    told = true;
    controller.host(kind, i, events);
  });
}

nanguard_error Context::info(int64_t op, nanguard_op_info &info) const {
  if (nanguard_error error = checkOp(op, /*allowAll=*/false))
    return error;
  std::lock_guard<std::mutex> lock(mutex);
  auto index = static_cast<uint32_t>(op);
  const OpState &s = controller.state(index);
  const OpTrack &t = controller.track(index);
  info.state = static_cast<int32_t>(s.state);
  info.stage = s.stage;
  info.verdict = t.verdict;
  info.fault = t.fault;
  info.uncurable = s.uncurable;
  info.pinned = s.pinned;
  info.forced_form = t.forcedForm;
  info.tier = controller.tier(index);
  std::memset(info.reserved, 0, sizeof info.reserved);
  info.relapses = s.relapses;
  info.wait_factor = 1u << s.doublings;
  info.bad_steps = t.badSteps;
  info.carried_steps = t.carriedSteps;
  info.last_bad_step = t.lastBadStep;
  info.cause = t.cause;
  return NANGUARD_OK;
}

void Context::counters(nanguard_counters &counters) const {
  std::lock_guard<std::mutex> lock(mutex);
  controller.fill(counters);
}

nanguard_error Context::save(const char *path) const {
  std::string bytes, error;
  {
    std::lock_guard<std::mutex> lock(mutex);
    bytes = saveSnapshot(controller);
  }
  if (!writeFileAtomically(path, bytes, error))
    return fail(NANGUARD_ERR_IO, error);
  return NANGUARD_OK;
}

nanguard_error Context::restore(const char *path) {
  std::string bytes, error;
  if (!readFile(path, bytes, error))
    return fail(NANGUARD_ERR_IO, error);
  std::lock_guard<std::mutex> lock(mutex);
  if (!restoreSnapshot(bytes, controller, error))
    return fail(NANGUARD_ERR_CORRUPT, std::string(path) + ": " + error +
                                          "; delete it to start fresh");
  return NANGUARD_OK;
}
