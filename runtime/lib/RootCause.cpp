//===- RootCause.cpp - Which op a fault appeared in -----------------------===//
//
// A fused form only says that something is wrong, which counts as *inner* until
// a deeper one has been asked. What does not fit shows in the wide value of a
// safe form, a pole or a domain fault by the step of the unfused form in which
// it was born.
//
//===----------------------------------------------------------------------===//

#include "RootCause.h"

#include "Bits.h"

#include <algorithm>
#include <cmath>

using namespace nanguard;

namespace {

constexpr int64_t kInf64 = 0x7FF0000000000000;

/// Of a type without infinities no pattern distinguishes a NaN from an
/// overflow.
bool isNanBits(int64_t bits, const OpDesc &op) {
  return op.hasInfinity && bits > op.infBits;
}

/// Whether a step of this name has poles: an infinity of another one is a value
/// that no type of ours holds.
bool isSingular(const std::string &step) {
  for (const char *word : {"divide", "log", "sqrt", "power", "atanh", "acosh",
                           "tan", "remf", "cbrt"})
    if (step.find(word) != std::string::npos)
      return true;
  return false;
}

/// A step that computes several things may make an infinity on its way to a
/// NaN.
bool mayOverflowInside(const std::string &step) {
  return step.find(',') != std::string::npos && !isSingular(step);
}

/// The kind of fault by the step of the unfused form in which it was born.
Fault kindByStep(int64_t status, const OpDesc &op, bool nan) {
  auto step = static_cast<size_t>(status >> NANGUARD_STATUS_STEP_SHIFT &
                                  NANGUARD_STATUS_STEP_MASK);
  if (step == 0 || step > op.steps.size())
    return NANGUARD_FAULT_INNER; // nothing that its arithmetic explains
  const std::string &name = op.steps[step - 1];
  int64_t born =
      status >> NANGUARD_STATUS_BORN_SHIFT & NANGUARD_STATUS_BORN_MASK;
  if (born ? born & NANGUARD_BORN_NAN : nan)
    return mayOverflowInside(name) ? NANGUARD_FAULT_INNER
                                   : NANGUARD_FAULT_DOMAIN;
  if (isSingular(name))
    return NANGUARD_FAULT_POLE;
  // It overflowed on the way where the output is a NaN, else it is that large.
  return nan ? NANGUARD_FAULT_INNER : NANGUARD_FAULT_EXIT;
}

/// The kind of a bad row that a safe or unfused form has left, in `wide` the
/// bits of its largest wide value.
Fault kindOf(const int64_t *row, const OpDesc &op, bool nan, bool wideKnown,
             bool unfusedRan) {
  int64_t status = row[NANGUARD_COL_STATUS];
  int64_t wide = row[NANGUARD_COL_INNER_BITS];
  // Where it was tried, a step of the unfused form shows more than a value.
  bool tried = status & NANGUARD_STATUS_TRIED;
  bool wideFinite =
      tried
          ? !(status >> NANGUARD_STATUS_STEP_SHIFT & NANGUARD_STATUS_STEP_MASK)
          : !wideKnown || wide < kInf64;
  // A NaN beside finite wide values was not made by the last cast.
  if (wideFinite)
    return row[NANGUARD_COL_EXIT_COUNT] > 0 && !nan ? NANGUARD_FAULT_EXIT
                                                    : NANGUARD_FAULT_INNER;
  if (!op.steps.empty())
    return unfusedRan ? kindByStep(status, op, nan) : NANGUARD_FAULT_INNER;
  if (!op.mayPole)
    return NANGUARD_FAULT_INNER; // overflow on the way: go wider
  return wide == kInf64 ? NANGUARD_FAULT_POLE : NANGUARD_FAULT_DOMAIN;
}

} // namespace

RowFacts nanguard::readRow(const int64_t *row, const OpDesc &op,
                           const Policy &policy) {
  RowFacts facts;
  int64_t status = row[NANGUARD_COL_STATUS];
  facts.dataFault = status & NANGUARD_STATUS_DATA;
  facts.shadowBad = status & NANGUARD_STATUS_SHADOW_BAD;
  // Of a batch, one request may be rescued and another one not.
  facts.tried = status & NANGUARD_STATUS_TRIED;
  facts.rescued = (status & NANGUARD_STATUS_RESCUED) && !facts.tried;
  facts.invariant = status & NANGUARD_STATUS_INVARIANT;
  facts.empty = status & NANGUARD_STATUS_EMPTY;
  if (facts.empty)
    return facts;
  bool counted = status & (NANGUARD_STATUS_COUNTED | NANGUARD_STATUS_STATS);
  bool scanned = status & NANGUARD_STATUS_SCANNED;
  bool inner = status & NANGUARD_STATUS_INNER;
  facts.scanned = counted || scanned || inner;
  facts.clipped = row[NANGUARD_COL_CLIP_COUNT] > 0;
  if (!facts.scanned)
    return facts;

  bool nan = false, inf = false;
  if (scanned) {
    int64_t bits = row[NANGUARD_COL_MAX_BITS];
    nan = isNanBits(bits, op);
    // Counts know which infinities were marked, the maximum does not.
    inf = !counted && !op.expectInf && bits >= op.infBits && !nan;
    int64_t limit =
        op.infBits - (int64_t(policy.headroomLog2) << op.mantissaBits) - 1;
    facts.nearOverflow = op.mantissaBits && bits < op.infBits && bits > limit;
  }
  if (counted) {
    (op.hasInfinity ? nan : inf) |= row[NANGUARD_COL_NAN_COUNT] > 0;
    inf |= row[NANGUARD_COL_INF_COUNT] > 0;
  }
  facts.badOutput = nan || inf;

  int64_t wide = row[NANGUARD_COL_INNER_BITS];
  if (inner && wide >= kInf64)
    facts.badInner = wide > kInf64 || !op.expectInf;

  uint8_t tier = static_cast<uint8_t>(status >> 8);
  bool safe = depthOf(tier) > 0;
  bool unfusedRan = facts.tried || depthOf(tier) == 2;
  if (facts.badOutput || facts.badInner) {
    facts.fault = safe || facts.tried ? kindOf(row, op, nan, inner, unfusedRan)
                                      : NANGUARD_FAULT_INNER;
    facts.faultKnown =
        facts.fault != NANGUARD_FAULT_INNER || unfusedRan || facts.rescued;
  }
  facts.kindKnown = !safe || inner || facts.faultKnown;
  // Without a wide value the output itself shows the headroom.
  if (safe && !inner)
    facts.shortHeadroom = facts.nearOverflow;
  if (safe && inner && op.mantissaBits && wide < kInf64)
    facts.shortHeadroom =
        asDouble(wide) > std::ldexp(op.maxFinite, -int(policy.headroomLog2));
  return facts;
}

/// Whether a safe or unfused form of the op ran, if by a rescue.
static bool ranWide(const int64_t *row, const RowFacts &facts) {
  return depthOf(static_cast<uint8_t>(row[NANGUARD_COL_STATUS] >> 8)) > 0 ||
         facts.rescued || facts.tried;
}

void nanguard::noteWideExits(const int64_t *rows, const Model &model,
                             std::vector<RowFacts> &facts) {
  if (!model.anyWide)
    return;
  auto rowOf = [&](uint32_t id) { return rows + id * NANGUARD_REPORT_COLUMNS; };
  for (uint32_t id = 0; id < facts.size(); ++id) {
    RowFacts &f = facts[id];
    const std::vector<uint32_t> &readers = model.ops[id].wideReaders;
    if (readers.empty() || f.badInner || f.fault != NANGUARD_FAULT_EXIT)
      continue;
    f.wideExit = true;
    bool lowered =
        depthOf(static_cast<uint8_t>(rowOf(id)[NANGUARD_COL_STATUS] >> 8)) > 0;
    if (lowered &&
        std::all_of(readers.begin(), readers.end(), [&](uint32_t reader) {
          return ranWide(rowOf(reader), facts[reader]);
        }))
      f.badOutput = false;
  }
}

/// Whether what is wrong with op `id` is that `input` did not fit its type.
static bool isWideReader(uint32_t id, uint32_t input, const Model &model,
                         const std::vector<RowFacts> &facts) {
  const std::vector<uint32_t> &readers = model.ops[input].wideReaders;
  return facts[input].wideExit &&
         std::find(readers.begin(), readers.end(), id) != readers.end();
}

Finding nanguard::findCause(uint32_t id, const Model &model,
                            const std::vector<RowFacts> &facts, bool watched) {
  const OpDesc &op = model.ops[id];
  auto ofEntry = [&](const OpDesc &entry) {
    if (entry.peer)
      return NANGUARD_VERDICT_PEER;
    return entry.carried ? NANGUARD_VERDICT_STATE_POISONED
                         : NANGUARD_VERDICT_DATA;
  };
  if (op.entry)
    return {ofEntry(op), static_cast<int64_t>(id)};

  for (uint32_t input : op.inputs)
    if (facts[input].badOutput && isWideReader(id, input, model, facts))
      return {NANGUARD_VERDICT_CARRIED, static_cast<int64_t>(input)};
  // It read what it need not: a deeper form gave a finite output of the same
  // inputs.
  if (facts[id].rescued)
    return {NANGUARD_VERDICT_OP, static_cast<int64_t>(id)};
  // An argument explains more than an op that carries: ask for it first.
  for (uint32_t input : op.inputs)
    if (model.ops[input].entry && facts[input].badOutput)
      return {ofEntry(model.ops[input]), static_cast<int64_t>(input)};
  bool allSeen = true;
  for (uint32_t input : op.inputs) {
    if (input == id)
      continue;
    if (facts[input].badOutput && !facts[input].rescued)
      return {NANGUARD_VERDICT_CARRIED, static_cast<int64_t>(input)};
    allSeen &= facts[input].scanned || facts[input].empty;
  }
  if (facts[id].dataFault)
    return {NANGUARD_VERDICT_DATA, -1};
  return {allSeen || watched ? NANGUARD_VERDICT_OP : NANGUARD_VERDICT_OPEN,
          static_cast<int64_t>(id)};
}

bool nanguard::readsBadInput(uint32_t id, const Model &model,
                             const std::vector<RowFacts> &facts) {
  for (uint32_t input : model.ops[id].inputs)
    if (input != id && facts[input].badOutput && !facts[input].rescued &&
        !isWideReader(id, input, model, facts))
      return true;
  return false;
}

uint32_t nanguard::fingerprintOf(const int64_t *row, const OpDesc &op) {
  int64_t status = row[NANGUARD_COL_STATUS];
  int64_t channel = -1;
  if (status & (NANGUARD_STATUS_COUNTED | NANGUARD_STATUS_STATS)) {
    int64_t first = row[NANGUARD_COL_FIRST_BAD];
    if (first >= 0)
      channel = first % op.channels;
  }
  int64_t bits = row[NANGUARD_COL_MAX_BITS];
  int64_t magnitude = bits > op.infBits ? 2 : bits == op.infBits ? 1 : 0;
  uint32_t hash = 2166136261u;
  for (int64_t part :
       {static_cast<int64_t>(op.nameHash), op.elements, channel, magnitude})
    for (int shift = 0; shift < 64; shift += 8)
      hash = (hash ^ static_cast<uint8_t>(part >> shift)) * 16777619u;
  return hash ? hash : 1; // 0 says that there is none
}
