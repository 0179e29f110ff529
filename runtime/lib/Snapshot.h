//===- Snapshot.h - Saving and restoring a controller -------------*- C++
//-*-===//
//
// Versioned, checksummed byte strings of all that a controller and a server
// remember.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_SNAPSHOT_H
#define NANGUARD_LIB_SNAPSHOT_H

#include "Breaker.h"
#include "TierController.h"

#include <string>
#include <vector>

namespace nanguard {

std::string saveSnapshot(const TierController &controller);

/// Changes `controller` only if all of `bytes` is sound and of its model.
bool restoreSnapshot(const std::string &bytes, TierController &controller,
                     std::string &error);

/// The same for a server: its breakers and how many requests it has seen.
std::string saveBreakers(const Model &model, uint64_t serials,
                         const std::vector<Breaker> &breakers);
bool restoreBreakers(const std::string &bytes, const Model &model,
                     uint64_t &serials, std::vector<Breaker> &breakers,
                     std::string &error);

} // namespace nanguard

#endif // NANGUARD_LIB_SNAPSHOT_H
