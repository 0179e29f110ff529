//===- Breaker.cpp - One op over all requests of a process ----------------===//

#include "Breaker.h"

#include <algorithm>

using namespace nanguard;

void Breaker::open(uint64_t newest, uint8_t stage) {
  phase_ = Phase::Open;
  stage_ = stage;
  openedAt = newest;
  canary = 0;
  cleanBefore = cleanNow = 0;
  faults.clear();
}

Breaker::Start Breaker::begin(uint64_t serial, const Policy &policy) {
  if (phase_ == Phase::Closed)
    return {};
  uint64_t wait = uint64_t(policy.breakerOpen) << doublings;
  if (phase_ == Phase::Open && serial - openedAt > wait)
    phase_ = Phase::Canary;
  // A request whose client is gone may never end.
  if (canary && serial - canary > policy.breakerCanaryRequests)
    end(canary);
  if (phase_ == Phase::Open || canary)
    return {stage_, false};
  canary = serial;
  return {stage_, true};
}

bool Breaker::fault(uint64_t serial, uint8_t stage, uint64_t newest,
                    const Policy &policy) {
  if (!policy.breakerFaults)
    return false;
  if (phase_ != Phase::Closed) {
    // An older request had to go deeper: so must the new ones.
    stage_ = std::max(stage_, stage);
    return false;
  }
  if (faults.empty() || faults.back() != serial)
    faults.push_back(serial);
  // Serials may come out of order: the window counts from the newest.
  std::sort(faults.begin(), faults.end());
  while (!faults.empty() &&
         faults.front() + policy.breakerRequests <= faults.back())
    faults.pop_front();
  faults.erase(std::unique(faults.begin(), faults.end()), faults.end());
  if (faults.size() < policy.breakerFaults)
    return false;
  open(newest, stage);
  return true;
}

bool Breaker::clean(uint64_t serial, uint32_t steps, const Policy &policy) {
  if (serial != canary || phase_ != Phase::Canary)
    return false;
  cleanNow = steps;
  if (uint64_t(cleanBefore) + cleanNow < policy.breakerCanary)
    return false;
  cleanBefore = cleanNow = 0;
  // A stage at a time, as an op of one context does.
  if (stage_ == 2) {
    stage_ = 1;
    canary = 0;
    return false;
  }
  *this = Breaker();
  return true;
}

void Breaker::failed(uint64_t serial, uint64_t newest, const Policy &policy) {
  // One that another has taken over from still counts when it fails.
  if (serial <= openedAt || phase_ != Phase::Canary)
    return;
  if (doublings < policy.maxDoublings)
    ++doublings;
  open(newest, stage_);
}

void Breaker::end(uint64_t serial) {
  if (serial != canary)
    return;
  cleanBefore += cleanNow;
  cleanNow = 0;
  canary = 0;
}

Breaker::Saved Breaker::save() const {
  return {phase_, stage_, doublings, openedAt, cleanBefore + cleanNow, faults};
}

bool Breaker::restore(const Saved &saved) {
  bool open = saved.phase != Phase::Closed;
  if (saved.phase > Phase::Canary || saved.stage > 2 ||
      open != (saved.stage != 0) || saved.doublings > 10)
    return false;
  phase_ = saved.phase;
  stage_ = saved.stage;
  doublings = saved.doublings;
  openedAt = saved.openedAt;
  canary = 0;
  cleanBefore = saved.clean;
  cleanNow = 0;
  faults = saved.faults;
  return true;
}
