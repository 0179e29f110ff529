//===- Findings.cpp - Who is at fault, and how it is reported -------------===//
//
// Keeps what a bad row says, weighs the findings of a step against each other,
// and fills events.
//
//===----------------------------------------------------------------------===//

#include "Bits.h"
#include "TierController.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace nanguard;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// The value of MAX_BITS.
double magnitudeOf(int64_t bits, const OpDesc &op) {
  if (!op.mantissaBits || bits > op.infBits)
    return kNan;
  if (bits == op.infBits)
    return std::numeric_limits<double>::infinity();
  int64_t fraction = bits & ((int64_t(1) << op.mantissaBits) - 1);
  int exponent = static_cast<int>(bits >> op.mantissaBits);
  int bias = static_cast<int>(op.infBits >> op.mantissaBits) / 2;
  if (exponent == 0)
    return std::ldexp(double(fraction), 1 - bias - int(op.mantissaBits));
  return std::ldexp(double(fraction + (int64_t(1) << op.mantissaBits)),
                    exponent - bias - int(op.mantissaBits));
}

} // namespace

namespace {

/// What explains most comes first: a bad argument makes ops look bad.
int weightOf(nanguard_verdict verdict) {
  switch (verdict) {
  case NANGUARD_VERDICT_HARDWARE:
    return 5;
  case NANGUARD_VERDICT_STATE_POISONED:
    return 4;
  case NANGUARD_VERDICT_DATA:
    return 3;
  case NANGUARD_VERDICT_PEER:
    return 2;
  case NANGUARD_VERDICT_OP:
  case NANGUARD_VERDICT_OPEN:
    return 1;
  default:
    return 0;
  }
}

nanguard_advice adviceOf(const OpTrack &track, const OpDesc &op) {
  Fault fault = track.fault;
  switch (track.verdict) {
  case NANGUARD_VERDICT_HARDWARE:
    return NANGUARD_ADVICE_CHECK_HARDWARE;
  case NANGUARD_VERDICT_STATE_POISONED:
    return track.harmless ? NANGUARD_ADVICE_GO_ON : NANGUARD_ADVICE_RELOAD;
  case NANGUARD_VERDICT_DATA:
    return track.harmless ? NANGUARD_ADVICE_GO_ON : NANGUARD_ADVICE_DROP_INPUT;
  case NANGUARD_VERDICT_PEER:
    return NANGUARD_ADVICE_ASK_PEER;
  case NANGUARD_VERDICT_OP:
  case NANGUARD_VERDICT_OPEN:
    break;
  default:
    return NANGUARD_ADVICE_GO_ON;
  }
  if (track.rescued)
    return NANGUARD_ADVICE_GO_ON;
  if (fault == NANGUARD_FAULT_POLE || fault == NANGUARD_FAULT_DOMAIN)
    return NANGUARD_ADVICE_REFUSE;
  if (fault == NANGUARD_FAULT_EXIT && !op.clip && op.wideReaders.empty())
    return NANGUARD_ADVICE_WIDEN;
  return depthOf(track.badTier) < op.maxStage ? NANGUARD_ADVICE_REDO
                                              : NANGUARD_ADVICE_REFUSE;
}

} // namespace

void TierController::considerFinding(uint32_t op) {
  const OpTrack &t = tracks[op];
  if (weightOf(t.verdict) <= weightOf(last.verdict))
    return;
  last.op = op;
  last.cause = t.cause;
  last.verdict = t.verdict;
  last.fault = t.fault;
  last.advice = adviceOf(t, model.ops[op]);
}

void TierController::keepFinding(uint32_t op, const int64_t *row,
                                 const Finding &finding, uint64_t generation) {
  OpTrack &t = tracks[op];
  t.verdict = finding.verdict;
  t.cause = finding.cause;
  t.fault = facts[op].fault;
  t.lastBadStep = generation;
  t.badTier = static_cast<uint8_t>(row[NANGUARD_COL_STATUS] >> 8);
  t.rescued = facts[op].rescued;
  t.harmless = model.ops[op].entry && nobodyMinds(op);
}

bool TierController::nobodyMinds(uint32_t entry) const {
  bool anyReader = false;
  for (uint32_t i = 0; i < states.size(); ++i) {
    const std::vector<uint32_t> &inputs = model.ops[i].inputs;
    if (std::find(inputs.begin(), inputs.end(), entry) == inputs.end())
      continue;
    const RowFacts &f = facts[i];
    bool bad = (f.badOutput || f.badInner) && !f.rescued;
    if (bad || !(f.scanned || f.empty))
      return false;
    anyReader = true;
  }
  return anyReader;
}

void TierController::noteBad(uint32_t op, const int64_t *row,
                             const Finding &finding, uint64_t generation,
                             std::vector<nanguard_event> &events) {
  keepFinding(op, row, finding, generation);
  OpTrack &t = tracks[op];
  if (finding.verdict != NANGUARD_VERDICT_OPEN)
    ++(finding.verdict == NANGUARD_VERDICT_OP ||
               finding.cause == static_cast<int64_t>(op)
           ? t.badSteps
           : t.carriedSteps);
  // Arguments and indices move no tier, so nothing else would report them.
  bool tell = !t.told && (model.ops[op].entry || facts[op].dataFault);
  t.told = true;
  if (!tell)
    return;
  nanguard_event event = makeEvent(op, generation, row);
  event.reason = NANGUARD_REASON_INPUT_FAULT;
  push(event, events);
}

bool TierController::compareReplay(const int64_t *rows,
                                   std::vector<nanguard_event> &events) {
  auto [own, theirs] = std::mismatch(kept.rows.begin(), kept.rows.end(), rows);
  (void)theirs;
  if (own == kept.rows.end()) {
    kept.replay = NANGUARD_EVIDENCE_GOOD;
    return false;
  }
  kept.replay = NANGUARD_EVIDENCE_BAD;
  // Ops stand in the order in which they run: the first to differ is the one.
  auto op = static_cast<uint32_t>((own - kept.rows.begin()) /
                                  NANGUARD_REPORT_COLUMNS);
  // The facts at hand may be those of a later step.
  for (uint32_t i = 0; i < states.size(); ++i)
    facts[i] = readRow(kept.rows.data() + i * NANGUARD_REPORT_COLUMNS,
                       model.ops[i], policy);
  OpTrack &t = tracks[op];
  t.verdict = NANGUARD_VERDICT_HARDWARE;
  t.cause = op;
  t.lastBadStep = kept.generation;
  last = {};
  last.generation = kept.generation;
  considerFinding(op);
  nanguard_event event = makeEvent(
      op, kept.generation, kept.rows.data() + op * NANGUARD_REPORT_COLUMNS);
  event.reason = NANGUARD_REASON_REPLAY;
  push(event, events);
  return true;
}

nanguard_event TierController::makeEvent(int64_t op, uint64_t generation,
                                         const int64_t *row) const {
  nanguard_event e = {};
  e.struct_size = sizeof e;
  e.context = id;
  e.step = generation;
  e.op = op;
  e.path = e.kind = e.file = e.cause_path = e.dtype = "";
  e.cause = e.elements = -1;
  e.headroom = kNan;
  e.nan_count = e.inf_count = e.first_bad = -1;
  e.magnitude = e.inner = e.min = e.max = kNan;
  e.last_clean_step = totals.lastCleanStep;
  if (op < 0)
    return e;
  const OpDesc &desc = model.ops[op];
  const OpTrack &t = tracks[op];
  e.path = desc.path.c_str();
  e.kind = desc.kind.c_str();
  e.file = desc.file.c_str();
  e.line = desc.line;
  e.dtype = desc.dtypeName.c_str();
  e.elements = desc.elements;
  e.from = e.to = static_cast<int32_t>(states[op].state);
  if (t.lastBadStep == generation && t.verdict != NANGUARD_VERDICT_NONE) {
    e.verdict = t.verdict;
    e.fault = t.fault;
    e.cause = t.cause;
    if (e.cause >= 0)
      e.cause_path = model.ops[static_cast<size_t>(e.cause)].path.c_str();
    e.advice = adviceOf(t, desc);
    e.rescued = t.rescued;
    size_t step =
        row ? size_t(row[NANGUARD_COL_STATUS] >> NANGUARD_STATUS_STEP_SHIFT &
                     NANGUARD_STATUS_STEP_MASK)
            : 0;
    if (weightOf(t.verdict) == weightOf(NANGUARD_VERDICT_OP) && step > 0 &&
        step <= desc.steps.size()) {
      e.bad_step = static_cast<int32_t>(step);
      e.bad_step_name = desc.steps[step - 1].c_str();
    }
    if (t.verdict == NANGUARD_VERDICT_HARDWARE)
      e.self_check = selfCheck;
    if (kept.generation == generation)
      e.replay = kept.replay;
    if (row)
      e.fingerprint = fingerprintOf(row, desc);
    e.inputs = static_cast<uint32_t>(desc.inputs.size());
    for (uint32_t input : desc.inputs)
      e.inputs_scanned +=
          facts[input].scanned && !model.ops[input].mayHoldInf();
  }
  if (!row)
    return e;
  int64_t status = row[NANGUARD_COL_STATUS];
  e.tier = static_cast<uint8_t>(status >> 8);
  if (status & NANGUARD_STATUS_SCANNED)
    e.magnitude = magnitudeOf(row[NANGUARD_COL_MAX_BITS], desc);
  if (std::isfinite(e.magnitude) && e.magnitude > 0 && desc.maxFinite > 0)
    e.headroom = std::log2(desc.maxFinite / e.magnitude);
  if (isCounted(row)) {
    e.nan_count = row[NANGUARD_COL_NAN_COUNT];
    e.inf_count = row[NANGUARD_COL_INF_COUNT];
    e.first_bad = row[NANGUARD_COL_FIRST_BAD];
  }
  e.exit_count = row[NANGUARD_COL_EXIT_COUNT];
  e.clip_count = row[NANGUARD_COL_CLIP_COUNT];
  if (status & NANGUARD_STATUS_INNER)
    e.inner = asDouble(row[NANGUARD_COL_INNER_BITS]);
  if (status & NANGUARD_STATUS_STATS) {
    e.min = asDouble(row[NANGUARD_COL_MIN]);
    e.max = asDouble(row[NANGUARD_COL_MAX]);
  }
  return e;
}

void TierController::push(const nanguard_event &event,
                          std::vector<nanguard_event> &events) {
  ++totals.events;
  events.push_back(event);
}
