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
#include <unordered_map>
#include <vector>

namespace nanguard {

/// What a row that watches a marked result says.
enum class SignalKind : uint8_t { None, Loss, Grad, LossScale };

struct OpDesc {
  std::string kind;
  std::string path;
  std::string file;
  std::string dtypeName;
  /// What the steps of its unfused form compute.
  std::vector<std::string> steps;
  int64_t line = 0;
  int64_t elements = -1;
  /// Last extent, 1 when unknown: gives the channel of a linear index.
  int64_t channels = 1;
  /// MAX_BITS of an infinity; INT64_MAX for types without one.
  int64_t infBits = INT64_MAX;
  bool hasInfinity = true; // if not, what overflows becomes a NaN
  unsigned mantissaBits = 0;
  double maxFinite = 0;
  uint8_t risk = 0;
  /// Deepest stage it has a form for: 0, 1 (safe) or 2 (unfused).
  uint8_t maxStage = 0;
  bool entry = false;
  bool clip = false;
  /// A foreign op whose scan reports infinities that are no fault.
  bool expectInf = false;
  /// A mask's -Inf is expected; the scan leaves it out and reports +Inf.
  bool expectMinusInf = false;
  /// Has a form whose scan may leave the largest magnitude out.
  bool finite = false;
  /// An argument with marked infinities: no scan says that it is finite.
  bool mayHoldInf() const { return entry && (expectInf || expectMinusInf); }
  /// Its values are gradients scaled by a loss scaler.
  bool lossScaled = false;
  /// Not an op: a result whose row holds a signal.
  SignalKind signal = SignalKind::None;
  /// An infinity of its wide value is a pole, not an overflow on the way.
  bool mayPole = false;
  // Entries: where the argument comes from.
  bool carried = false;
  bool peer = false;
  /// Ops, entries among them, whose outputs are this op's inputs.
  std::vector<uint32_t> inputs;
  /// The readers of its output, if the safe form of each takes the value as it
  /// was before the last cast: what does not fit is cured by lowering them,
  /// too.
  std::vector<uint32_t> wideReaders;
  /// Of kind, path and the place among ops that share them: the same from one
  /// compilation to the next.
  uint64_t nameHash = 0;
};

/// The few bytes of an OpDesc that every step needs.
struct HotOp {
  int64_t infBits;
  uint8_t mantissaBits;
  bool signal;
};

struct Model {
  std::string function;
  std::vector<OpDesc> ops;
  /// What the clean path reads of each op, apart from the rest of it.
  std::vector<HotOp> hot;
  /// By path; kShared where several ops have it.
  std::unordered_map<std::string, uint32_t> idOfPath;
  static constexpr uint32_t kShared = UINT32_MAX;
  /// Some op has a form whose scan may leave the largest magnitude out.
  bool anyFinite = false;
  /// Some op has wide readers.
  bool anyWide = false;
  /// Ops that hold signals.
  std::vector<uint32_t> signals;
  /// Hash of what a saved state depends on.
  uint64_t hash = 0;

  /// Works out what follows from `function` and `ops`.
  void finish();
};

/// False when there is no such float or integer type.
bool setElementType(OpDesc &op, const std::string &dtype);

/// An infinity of the wide value of such an op is a pole, not an overflow.
bool hasPoles(const std::string &kind);

/// False and `error`, which names the place, when `text` is no manifest of
/// ours. `function` may be empty when there is only one.
bool parseManifest(const std::string &text, const std::string &function,
                   Model &model, std::string &error);

} // namespace nanguard

#endif // NANGUARD_LIB_MANIFEST_H
