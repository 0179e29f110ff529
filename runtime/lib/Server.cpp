//===- Server.cpp - Many requests over one model --------------------------===//

#include "Server.h"

#include "Error.h"
#include "File.h"
#include "Snapshot.h"

#include <algorithm>
#include <string>

using namespace nanguard;

Server::Server(std::shared_ptr<const Model> model, const Policy &policy)
    : model_(std::move(model)), policy_(policy), breakers(model_->ops.size()) {}

bool Server::begin(uint64_t id, Birth &birth) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!live.insert(id).second)
    return false;
  birth.serial = ++serials;
  birth.epoch = epoch();
  if (!notClosed)
    return true;
  for (uint32_t op = 0; op < breakers.size(); ++op) {
    Breaker::Start start = breakers[op].begin(birth.serial, policy_);
    uint8_t stage = std::min(start.stage, model_->ops[op].maxStage);
    if (stage)
      birth.starts.push_back({op, stage, start.canary});
  }
  return true;
}

void Server::end(uint64_t id, uint64_t serial,
                 const std::vector<uint32_t> &canaries) {
  std::lock_guard<std::mutex> lock(mutex);
  live.erase(id);
  for (uint32_t op : canaries)
    breakers[op].end(serial);
}

void Server::note(uint64_t serial, const std::vector<BreakerNote> &notes) {
  std::lock_guard<std::mutex> lock(mutex);
  for (const BreakerNote &note : notes) {
    Breaker &breaker = breakers[note.op];
    switch (note.kind) {
    case BreakerNote::Cured:
      notClosed += breaker.fault(serial, static_cast<uint8_t>(note.value),
                                 serials, policy_);
      break;
    case BreakerNote::Failed:
      breaker.failed(serial, serials, policy_);
      break;
    case BreakerNote::Clean:
      if (!breaker.clean(serial, note.value, policy_))
        break;
      --notClosed;
      epoch_.fetch_add(1, std::memory_order_release);
      break;
    }
  }
}

std::vector<uint32_t> Server::closedOf(const std::vector<uint32_t> &ops) const {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<uint32_t> closed;
  for (uint32_t op : ops)
    if (breakers[op].phase() == Breaker::Phase::Closed)
      closed.push_back(op);
  return closed;
}

void Server::breaker(uint32_t op, nanguard_breaker_info &info) const {
  std::lock_guard<std::mutex> lock(mutex);
  info.phase = static_cast<int32_t>(breakers[op].phase());
  info.stage = breakers[op].stage();
}

nanguard_error Server::save(const char *path) const {
  std::string bytes, error;
  {
    std::lock_guard<std::mutex> lock(mutex);
    bytes = saveBreakers(*model_, serials, breakers);
  }
  if (!writeFileAtomically(path, bytes, error))
    return fail(NANGUARD_ERR_IO, error);
  return NANGUARD_OK;
}

nanguard_error Server::restore(const char *path) {
  std::string bytes, error;
  if (!readFile(path, bytes, error))
    return fail(NANGUARD_ERR_IO, error);
  std::lock_guard<std::mutex> lock(mutex);
  if (serials)
    return fail(NANGUARD_ERR_STATE,
                "a server is restored before its first request");
  if (!restoreBreakers(bytes, *model_, serials, breakers, error))
    return fail(NANGUARD_ERR_CORRUPT, std::string(path) + ": " + error +
                                          "; delete it to start fresh");
  notClosed = static_cast<uint32_t>(std::count_if(
      breakers.begin(), breakers.end(), [](const Breaker &breaker) {
        return breaker.phase() != Breaker::Phase::Closed;
      }));
  return NANGUARD_OK;
}
