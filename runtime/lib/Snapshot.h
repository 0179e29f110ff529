//===- Snapshot.h - Saving and restoring a controller -------------*- C++
//-*-===//
//
// A versioned, checksummed byte string of all that a controller remembers.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_SNAPSHOT_H
#define NANGUARD_LIB_SNAPSHOT_H

#include "TierController.h"

#include <string>

namespace nanguard {

std::string saveSnapshot(const TierController &controller);

/// Changes `controller` only if all of `bytes` is sound and of its model.
bool restoreSnapshot(const std::string &bytes, TierController &controller,
                     std::string &error);

} // namespace nanguard

#endif // NANGUARD_LIB_SNAPSHOT_H
