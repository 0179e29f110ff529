//===- Manifest.h - One guarded function, read from JSON ----------*- C++
//-*-===//
//
// What the controller needs of a manifest (docs/contract.md), with what it
// asks at every step worked out ahead. Immutable once made.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_MANIFEST_H
#define NANGUARD_LIB_MANIFEST_H

#include "nanguard/abi.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nanguard {

struct OpDesc {
  std::string kind;
  std::string path;
  std::string file;
  std::string dtypeName;
  int64_t line = 0;
  int64_t elements = -1;
  /// Last extent, 1 when unknown: tells the channel of a linear index.
  int64_t channels = 1;
  /// MAX_BITS of an infinity; INT64_MAX for types without one.
  int64_t infBits = INT64_MAX;
  unsigned mantissaBits = 0;
  double maxFinite = 0;
  uint8_t risk = 0;
  /// Deepest stage it has a form for: 0, 1 (safe) or 2 (unfused).
  uint8_t maxStage = 0;
  bool entry = false;
  bool clip = false;
  bool expectInf = false;
  /// Its values are gradients scaled by a loss scaler.
  bool lossScaled = false;
  /// An infinity of its wide value is a pole, not an overflow on the way.
  bool mayPole = false;
  // Entries: where the argument comes from.
  bool carried = false;
  bool peer = false;
  /// Ops, entries among them, whose outputs are this op's inputs.
  std::vector<uint32_t> inputs;
};

struct Model {
  std::string function;
  std::vector<OpDesc> ops;
  /// Hash of what a saved state depends on.
  uint64_t hash = 0;
};

/// False and `error`, which names the place, when `text` is no manifest of
/// ours. `function` may be empty when there is only one.
bool parseManifest(const std::string &text, const std::string &function,
                   Model &model, std::string &error);

} // namespace nanguard

#endif // NANGUARD_LIB_MANIFEST_H
