//===- Context.cpp - One stream of steps ----------------------------------===//
//
// Checks what the host hands in, locks, and delivers events.
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include "Error.h"
#include "File.h"
#include "Recorder.h"
#include "Server.h"
#include "Snapshot.h"

#include <algorithm>
#include <cstring>

using namespace nanguard;

Context::Context(std::shared_ptr<const Model> model, const Policy &policy,
                 uint64_t id)
    : model(std::move(model)), name(id), controller(*this->model, policy, id) {}

Context::Context(std::shared_ptr<Server> owner, uint64_t id, const Birth &birth)
    : model(owner->model()), name(id), controller(*model, owner->policy(), id),
      server(std::move(owner)), serial(birth.serial), seenEpoch(birth.epoch) {
  std::vector<nanguard_event> events; // nobody listens yet
  controller.start(birth.starts, events);
  for (const OpStart &s : birth.starts)
    (s.canary ? canaries : held).push_back(s.op);
}

Context::~Context() {
  if (server)
    server->end(name, serial, canaries);
}

void Context::setCallback(nanguard_event_callback newCallback, void *newUser) {
  std::lock_guard<std::mutex> lock(mutex);
  callback = newCallback;
  user = newUser;
}

void Context::setRecorder(std::shared_ptr<Recorder> newRecorder) {
  std::lock_guard<std::mutex> lock(mutex);
  recorder = std::move(newRecorder);
}

void Context::setSelfCheck(nanguard_self_check check, void *newUser) {
  std::lock_guard<std::mutex> lock(mutex);
  selfCheck = check;
  selfCheckUser = newUser;
}

nanguard_error Context::checkTiers(size_t n) const {
  if (n == size())
    return NANGUARD_OK;
  return fail(NANGUARD_ERR_LENGTH, "tier vector of " + std::to_string(n) +
                                       " bytes: function '" + model->function +
                                       "' has " + std::to_string(size()) +
                                       " guarded ops");
}

nanguard_error nanguard::checkReportSize(const Model &model, size_t rows,
                                         size_t cols) {
  size_t ops = model.ops.size();
  if (rows == ops && cols == NANGUARD_REPORT_COLUMNS)
    return NANGUARD_OK;
  return fail(NANGUARD_ERR_LENGTH, "report of " + std::to_string(rows) + " x " +
                                       std::to_string(cols) + ": function '" +
                                       model.function + "' reports " +
                                       std::to_string(ops) + " x " +
                                       std::to_string(NANGUARD_REPORT_COLUMNS));
}

nanguard_error Context::checkReport(size_t rows, size_t cols) const {
  return checkReportSize(*model, rows, cols);
}

nanguard_error Context::tiers(uint8_t *out, size_t n) {
  if (nanguard_error error = checkTiers(n))
    return error;
  if (server)
    followBreakers();
  std::lock_guard<std::mutex> lock(mutex);
  controller.select(out);
  return NANGUARD_OK;
}

/// Lets go of ops whose breaker has closed since the last look.
void Context::followBreakers() {
  std::vector<uint32_t> ours;
  {
    std::lock_guard<std::mutex> lock(mutex);
    uint64_t epoch = server->epoch();
    if (held.empty() || seenEpoch == epoch)
      return;
    seenEpoch = epoch;
    ours = held;
  }
  std::vector<uint32_t> closed = server->closedOf(ours);
  std::vector<nanguard_event> events;
  {
    std::lock_guard<std::mutex> lock(mutex);
    for (uint32_t op : closed) {
      auto at = std::find(held.begin(), held.end(), op);
      if (at == held.end())
        continue; // the host has pinned it meanwhile
      held.erase(at);
      controller.release(op, events);
    }
  }
  deliver(events);
}

/// Calls the host, with no lock held.
void Context::deliver(std::vector<nanguard_event> &events) {
  if (events.empty())
    return;
  nanguard_event_callback call;
  nanguard_self_check check;
  void *callUser, *checkUser;
  std::shared_ptr<Recorder> records;
  {
    std::lock_guard<std::mutex> lock(mutex);
    call = callback;
    callUser = user;
    check = selfCheck;
    checkUser = selfCheckUser;
    records = recorder;
  }
  auto tell = [&](nanguard_event &event) {
    if (records)
      records->take(event);
    if (call)
      call(&event, callUser);
  };
  for (nanguard_event &event : events) {
    bool halted =
        event.to == NANGUARD_STATE_HALT && event.from != NANGUARD_STATE_HALT;
    if (check && (halted || event.reason == NANGUARD_REASON_REPLAY)) {
      event.self_check = check(&event, checkUser) ? NANGUARD_EVIDENCE_BAD
                                                  : NANGUARD_EVIDENCE_GOOD;
      if (event.self_check == NANGUARD_EVIDENCE_BAD)
        event.verdict = NANGUARD_VERDICT_HARDWARE;
      std::lock_guard<std::mutex> lock(mutex);
      controller.noteSelfCheck(
          static_cast<nanguard_evidence>(event.self_check));
    }
    bool known = records && records->recall(event);
    tell(event);
    if (!known)
      continue;
    nanguard_event warning = event;
    warning.from = warning.to;
    warning.reason = NANGUARD_REASON_KNOWN_FAULT;
    tell(warning);
  }
}

uint64_t Context::generation() const {
  std::lock_guard<std::mutex> lock(mutex);
  return controller.generation();
}

nanguard_error Context::stepEnd(const int64_t *report, size_t rows, size_t cols,
                                const nanguard_signals *signals) {
  if (nanguard_error error = checkReport(rows, cols))
    return error;
  std::vector<nanguard_event> events;
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
  }
  if (server)
    tellServer(events);
  deliver(events);
  return NANGUARD_OK;
}

/// Cured faults open breakers, canaries close them.
void Context::tellServer(const std::vector<nanguard_event> &events) {
  std::vector<BreakerNote> notes;
  {
    std::lock_guard<std::mutex> lock(mutex);
    for (const nanguard_event &event : events) {
      auto op = static_cast<uint32_t>(event.op);
      bool cured = event.reason == NANGUARD_REASON_FIRST_CLEAN ||
                   event.reason == NANGUARD_REASON_EXIT_CLIPPED;
      // A held op is clean from the start: that cured nothing.
      if (event.op < 0 || !cured || !controller.track(op).badSteps)
        continue;
      bool deep = event.from == NANGUARD_STATE_SAFE_STAGE_2 ||
                  event.to == NANGUARD_STATE_SAFE_STAGE_2;
      notes.push_back({op, BreakerNote::Cured, deep ? 2u : 1u});
    }
    for (auto at = canaries.begin(); at != canaries.end();) {
      const OpState &s = controller.state(*at);
      bool trying = s.state == State::Recover || s.state == State::Normal;
      if (trying)
        notes.push_back({*at, BreakerNote::Clean,
                         s.state == State::Normal ? UINT32_MAX : s.count});
      else
        notes.push_back({*at, BreakerNote::Failed, 0});
      at = trying ? at + 1 : canaries.erase(at);
    }
  }
  if (!notes.empty())
    server->note(serial, notes);
}

nanguard_error Context::redo(uint8_t *out, size_t n) {
  if (nanguard_error error = checkTiers(n))
    return error;
  std::lock_guard<std::mutex> lock(mutex);
  if (controller.redo(out))
    return NANGUARD_OK;
  const StepFinding &found = controller.finding();
  if (controller.generation() != found.generation)
    return fail(NANGUARD_ERR_STATE, "redo: reports are outstanding");
  return fail(NANGUARD_ERR_STATE,
              std::string("redo: no deeper form can cure the last step "
                          "(verdict ") +
                  nanguard_verdict_name(found.verdict) + ")");
}

nanguard_error Context::replayTiers(uint8_t *out, size_t n,
                                    uint64_t &generation) const {
  if (nanguard_error error = checkTiers(n))
    return error;
  std::lock_guard<std::mutex> lock(mutex);
  const KeptStep &kept = controller.keptStep();
  if (kept.rows.empty())
    return fail(NANGUARD_ERR_STATE, "replay: no step was bad yet");
  for (size_t i = 0; i < n; ++i)
    out[i] = static_cast<uint8_t>(
        kept.rows[i * NANGUARD_REPORT_COLUMNS + NANGUARD_COL_STATUS] >> 8);
  generation = kept.generation;
  return NANGUARD_OK;
}

nanguard_error Context::compareReplay(const int64_t *report, size_t rows,
                                      size_t cols, bool &differs) {
  if (nanguard_error error = checkReport(rows, cols))
    return error;
  std::vector<nanguard_event> events;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (controller.keptStep().rows.empty())
      return fail(NANGUARD_ERR_STATE, "replay: no step was bad yet");
    differs = controller.compareReplay(report, events);
  }
  deliver(events);
  return NANGUARD_OK;
}

void Context::finding(nanguard_finding &f) const {
  std::lock_guard<std::mutex> lock(mutex);
  const StepFinding &found = controller.finding();
  f.generation = found.generation;
  f.verdict = found.verdict;
  f.fault = found.fault;
  f.advice = found.advice;
  f.self_check = controller.selfCheckResult();
  const KeptStep &kept = controller.keptStep();
  f.replay = kept.generation == found.generation ? kept.replay
                                                 : NANGUARD_EVIDENCE_NONE;
  f.op = found.op;
  f.cause = found.cause;
  f.last_clean_step = controller.lastCleanStep();
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
  {
    std::lock_guard<std::mutex> lock(mutex);
    uint32_t first = op < 0 ? 0 : static_cast<uint32_t>(op);
    uint32_t last = op < 0 ? static_cast<uint32_t>(size()) : first + 1;
    for (uint32_t i = first; i < last; ++i)
      action(i, events);
  }
  deliver(events);
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
    // From now on the host's, not the breaker's to lift.
    held.erase(std::remove(held.begin(), held.end(), i), held.end());
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
