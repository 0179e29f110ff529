//===- TierController.cpp - The only writer of tier state -----------------===//
//
// A step in which every row is plainly clean and no op has a past touches
// nothing but baselines; only then comes the root cause and the transition.
//
//===----------------------------------------------------------------------===//

#include "TierController.h"

#include "Signals.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

using namespace nanguard;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double asDouble(int64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

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

/// log2 of a value that may be 0: a constant tensor has no variance.
double exponentOf(double value) { return std::log2(std::max(value, 1e-300)); }

double meanSquareExponent(const int64_t *row) {
  double mean = asDouble(row[NANGUARD_COL_MEAN]);
  return exponentOf(mean * mean + asDouble(row[NANGUARD_COL_VAR]));
}

double varianceExponent(const int64_t *row) {
  return exponentOf(asDouble(row[NANGUARD_COL_VAR]));
}

bool isCounted(const int64_t *row) {
  return row[NANGUARD_COL_STATUS] &
         (NANGUARD_STATUS_COUNTED | NANGUARD_STATUS_STATS);
}

} // namespace

TierController::TierController(const Model &model, const Policy &policy,
                               uint64_t id)
    : model(model), policy(policy), id(id), states(model.ops.size()),
      tracks(model.ops.size()), baselines(model.ops.size()),
      facts(model.ops.size()), settled(model.ops.size()),
      tiers(model.ops.size()) {
  if (policy.statsEvery) {
    meanSquares.resize(model.ops.size());
    variances.resize(model.ops.size());
  }
}

//===----------------------------------------------------------------------===//
// Select
//===----------------------------------------------------------------------===//

uint8_t TierController::tier(uint32_t op) const {
  uint8_t byte = tierOfForm(op);
  bool scans = (byte & NANGUARD_TIER_FORM_MASK) != NANGUARD_FORM_FUSED;
  const OpDesc &desc = model.ops[op];
  // A rescue would hide an overflow from the loss scaler's own test.
  bool rescues =
      !desc.entry && desc.signal == SignalKind::None && !desc.lossScaled;
  return policy.rescueInStep && scans && rescues ? byte | NANGUARD_TIER_RESCUE
                                                 : byte;
}

uint8_t TierController::tierOfForm(uint32_t op) const {
  const OpDesc &desc = model.ops[op];
  bool watched = notNormal || watchLeft;
  if (desc.signal != SignalKind::None)
    return NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_STATS;
  if (desc.entry) {
    if (watched)
      return NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_COUNT;
    bool large = desc.elements > 0 &&
                 static_cast<uint64_t>(desc.elements) > policy.entryMaxElements;
    return large ? NANGUARD_FORM_FUSED : NANGUARD_FORM_FUSED_BITS;
  }
  if (int8_t form = tracks[op].forcedForm; form >= 0)
    return static_cast<uint8_t>(
        form | (form >= NANGUARD_FORM_SAFE ? NANGUARD_TIER_STATS : 0));
  uint8_t byte = tierOf(states[op]);
  if (policy.verifyShadow && states[op].state == State::Verify)
    byte |= NANGUARD_TIER_SHADOW;
  if (watchLeft && !(byte & NANGUARD_TIER_STATS))
    byte |= NANGUARD_TIER_COUNT;
  return byte;
}

void TierController::refresh() {
  for (uint32_t i = 0; i < tiers.size(); ++i)
    tiers[i] = tier(i);
  dirty = false;
}

void TierController::select(uint8_t *out) {
  if (dirty)
    refresh();
  std::memcpy(out, tiers.data(), tiers.size());
  ++selected;
  if (policy.statsEvery && selected % policy.statsEvery == 0) {
    for (uint32_t i = 0; i < tiers.size(); ++i)
      if ((out[i] & ~NANGUARD_TIER_RESCUE) == NANGUARD_FORM_FUSED_BITS &&
          !model.ops[i].entry)
        out[i] |= NANGUARD_TIER_STATS;
    return;
  }
  // Sampling is for good days only: a fault needs to see its neighbours.
  if (notNormal || watchLeft ||
      (policy.sampleEvery == 1 && policy.sampleContexts == 1))
    return;
  if (selected % policy.sampleEvery == id % policy.sampleEvery &&
      id % policy.sampleContexts == 0)
    return;
  for (uint32_t i = 0; i < tiers.size(); ++i)
    if ((out[i] & ~NANGUARD_TIER_RESCUE) == NANGUARD_FORM_FUSED_BITS &&
        tracks[i].forcedForm < 0 && model.ops[i].risk < policy.alwaysScanRisk)
      out[i] = NANGUARD_FORM_FUSED;
}

void TierController::start(const std::vector<OpStart> &starts,
                           std::vector<nanguard_event> &events) {
  for (const OpStart &s : starts)
    apply(s.op,
          {s.canary ? startTrial(s.stage) : startHeld(s.stage),
           NANGUARD_REASON_BREAKER},
          selected, nullptr, events);
}

bool TierController::redo(uint8_t *out) {
  if (!reported || selected != reported)
    return false;
  if (dirty)
    refresh();
  // A redo of a redo keeps what the first one lowered.
  std::vector<uint8_t> wanted = redone == reported ? redoTiers : tiers;
  bool deeper = false;
  for (uint32_t i = 0; i < tiers.size(); ++i) {
    const OpTrack &t = tracks[i];
    if (t.lastBadStep != reported || t.verdict != NANGUARD_VERDICT_OP ||
        t.rescued)
      continue;
    unsigned depth = depthOf(t.badTier) + 1;
    if (depth > model.ops[i].maxStage)
      continue;
    depth = std::max(depth, depthOf(wanted[i]));
    wanted[i] = tierOfDepth(depth);
    deeper = true;
  }
  if (!deeper)
    return false;
  redoTiers = std::move(wanted);
  std::memcpy(out, redoTiers.data(), redoTiers.size());
  redone = ++selected;
  return true;
}

//===----------------------------------------------------------------------===//
// Report
//===----------------------------------------------------------------------===//

/// Settles the rows that need no second look: plainly clean, of an op without
/// a past, in a step without a jump that would ask for their headroom. True
/// when nothing else is left to look at.
bool TierController::takeCleanRows(const int64_t *rows) {
  bool all = !notPristine && !anyTold && !jumpNow;
  bool pasts = !all;
  for (uint32_t i = 0; i < states.size();
       ++i, rows += NANGUARD_REPORT_COLUMNS) {
    settled[i] = model.hot[i].signal;
    if (settled[i])
      continue; // completeSignals has read it
    if ((rows[NANGUARD_COL_STATUS] & 0xff) == 0)
      continue; // not scanned: no evidence
    if (!isPlainlyClean(rows, model.hot[i].infBits)) {
      all = false;
      continue;
    }
    if (pasts && (jumpNow || !isPristine(i) || tracks[i].told))
      continue;
    settled[i] = true;
    addToBaseline(i, rows);
  }
  return all;
}

void TierController::report(const int64_t *rows, uint64_t generation,
                            const nanguard_signals *signals,
                            std::vector<nanguard_event> &events) {
  reported = generation;
  last = {};
  last.generation = generation;
  if (generation == redone) {
    reportRedo(rows, generation);
    return;
  }
  ++totals.steps;
  nanguard_signals known = {};
  known.struct_size = sizeof known;
  if (signals)
    known = *signals;
  completeSignals(model, rows, known);
  SignalAnswer signal = takeSignals(known, generation);
  jumpNow = signal != SignalAnswer::Quiet;

  if (takeCleanRows(rows))
    totals.lastCleanStep = generation;
  else
    judgeAll(rows, generation, signal, events);
  if (watchLeft && --watchLeft == 0)
    dirty = true;
}

void TierController::judgeAll(const int64_t *rows, uint64_t generation,
                              SignalAnswer signal,
                              std::vector<nanguard_event> &events) {
  bool bad = false;
  for (uint32_t i = 0; i < states.size(); ++i) {
    const int64_t *row = rows + i * NANGUARD_REPORT_COLUMNS;
    if (settled[i]) {
      facts[i] = RowFacts();
      facts[i].scanned = true;
      continue;
    }
    facts[i] = readRow(row, model.ops[i], policy);
    bad |= facts[i].badOutput || facts[i].badInner || facts[i].dataFault;
    if (facts[i].clipped)
      totals.clips += static_cast<uint64_t>(row[NANGUARD_COL_CLIP_COUNT]);
  }
  if (bad) {
    ++totals.badSteps;
    kept.generation = generation;
    kept.rows.assign(rows, rows + states.size() * NANGUARD_REPORT_COLUMNS);
    kept.replay = NANGUARD_EVIDENCE_NONE;
  } else if (signal != SignalAnswer::NonFinite) {
    totals.lastCleanStep = generation;
  }
  if (signal == SignalAnswer::NonFinite && !bad)
    startWatch(generation, events);
  anyTold = false;
  for (uint32_t i = 0; i < states.size(); ++i) {
    const int64_t *row = rows + i * NANGUARD_REPORT_COLUMNS;
    if (!settled[i])
      judge(i, row, generation, events);
    anyTold |= tracks[i].told;
  }
}

/// Only says whether the step is good now: its fault was counted when it was
/// first reported.
void TierController::reportRedo(const int64_t *rows, uint64_t generation) {
  for (uint32_t i = 0; i < states.size(); ++i)
    facts[i] =
        readRow(rows + i * NANGUARD_REPORT_COLUMNS, model.ops[i], policy);
  for (uint32_t i = 0; i < states.size(); ++i) {
    const int64_t *row = rows + i * NANGUARD_REPORT_COLUMNS;
    if (facts[i].clipped)
      totals.clips += static_cast<uint64_t>(row[NANGUARD_COL_CLIP_COUNT]);
    if (!facts[i].badOutput && !facts[i].badInner && !facts[i].dataFault)
      continue;
    keepFinding(i, row, findCause(i, model, facts), generation);
    considerFinding(i);
  }
}

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
    return NANGUARD_ADVICE_RELOAD;
  case NANGUARD_VERDICT_DATA:
    return NANGUARD_ADVICE_DROP_INPUT;
  case NANGUARD_VERDICT_PEER:
    return NANGUARD_ADVICE_ASK_PEER;
  case NANGUARD_VERDICT_OP:
    break;
  default:
    return NANGUARD_ADVICE_GO_ON;
  }
  if (track.rescued)
    return NANGUARD_ADVICE_GO_ON;
  if (fault == NANGUARD_FAULT_POLE || fault == NANGUARD_FAULT_DOMAIN)
    return NANGUARD_ADVICE_REFUSE;
  if (fault == NANGUARD_FAULT_EXIT && !op.clip)
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

void TierController::judge(uint32_t op, const int64_t *row, uint64_t generation,
                           std::vector<nanguard_event> &events) {
  const RowFacts &f = facts[op];
  Finding finding;
  if (f.badOutput || f.badInner || f.dataFault) {
    finding = findCause(op, model, facts);
    noteBad(op, row, finding, generation, events);
  } else if (f.scanned) {
    tracks[op].told = false;
  }
  if (model.ops[op].entry) {
    if (tracks[op].lastBadStep == generation)
      considerFinding(op);
    return; // nothing to lower
  }
  Observation o = observe(op, row, finding, generation);
  if (o.grade == Grade::Bad) {
    baselines[op].dropBatch();
    if (!meanSquares.empty()) {
      meanSquares[op].dropBatch();
      variances[op].dropBatch();
    }
  }
  if (o.grade == Grade::Clean && states[op].state == State::Normal) {
    addToBaseline(op, row);
    addToStatistics(op, row);
  }
  Transition transition = advance(states[op], o, policy);
  // The arguments are clean and no variant is: nothing else is left.
  if (transition.next.state == State::Halt &&
      tracks[op].verdict == NANGUARD_VERDICT_OP)
    tracks[op].verdict = NANGUARD_VERDICT_HARDWARE;
  if (tracks[op].lastBadStep == generation)
    considerFinding(op);
  apply(op, transition, generation, row, events);
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
}

void TierController::noteBad(uint32_t op, const int64_t *row,
                             const Finding &finding, uint64_t generation,
                             std::vector<nanguard_event> &events) {
  keepFinding(op, row, finding, generation);
  OpTrack &t = tracks[op];
  bool appeared = finding.verdict == NANGUARD_VERDICT_OP ||
                  finding.cause == static_cast<int64_t>(op);
  appeared ? ++t.badSteps : ++t.carriedSteps;
  // Arguments and indices move no tier, so nobody else would tell of them.
  bool tell = !t.told && (model.ops[op].entry || facts[op].dataFault);
  t.told = true;
  if (!tell)
    return;
  nanguard_event event = makeEvent(op, generation, row);
  event.reason = NANGUARD_REASON_INPUT_FAULT;
  push(event, events);
}

Observation TierController::observe(uint32_t op, const int64_t *row,
                                    const Finding &finding,
                                    uint64_t generation) {
  const RowFacts &f = facts[op];
  const OpDesc &desc = model.ops[op];
  const OpTrack &t = tracks[op];
  Observation o;
  o.canClip = desc.clip;
  o.maxStage = desc.maxStage;
  // Gradients under a loss scaler overflow in skipped steps: its way to work.
  bool excused = desc.lossScaled && skipNow;
  if (!f.scanned || generation < t.since || excused)
    return o;
  unsigned ran = depthOf(static_cast<uint8_t>(row[NANGUARD_COL_STATUS] >> 8));
  unsigned wanted = depthOf(tierOf(states[op]));
  if (ran < wanted)
    return o; // a form that this state does not judge by
  if (f.badOutput || f.badInner) {
    if (finding.verdict != NANGUARD_VERDICT_OP)
      return o;
    o.grade = Grade::Bad;
    o.fault = f.fault;
    o.fingerprint = fingerprintOf(row, desc);
    if (isCounted(row) && desc.elements > 0) {
      double bad = double(row[NANGUARD_COL_NAN_COUNT]) +
                   double(row[NANGUARD_COL_INF_COUNT]);
      o.largeShare = bad >= double(policy.observeMinCount) &&
                     bad >= policy.observeShare * double(desc.elements);
    }
    return o;
  }
  if (ran > wanted)
    return o; // clean in a deeper form says nothing about this one
  o.clipped = f.clipped && ran == 0;
  o.signalled = jumpNow && f.nearOverflow;
  bool hold =
      f.clipped || f.shadowBad || f.invariant || (f.shortHeadroom && ran > 0);
  o.grade = hold ? Grade::Hold : Grade::Clean;
  if (o.grade == Grade::Clean)
    o.aligned = aligned(op, row);
  return o;
}

bool TierController::aligned(uint32_t op, const int64_t *row) {
  State state = states[op].state;
  const OpDesc &desc = model.ops[op];
  if ((state != State::Verify && state != State::Recover) ||
      !desc.mantissaBits ||
      !(row[NANGUARD_COL_STATUS] & NANGUARD_STATUS_SCANNED))
    return true;
  // Loss and gradients must be back in their history, too.
  if (jumpNow)
    return false;
  OpTrack &t = tracks[op];
  auto agrees = [&](const Baseline &baseline, double exponent) {
    return baseline.agrees(static_cast<float>(exponent),
                           policy.baselineMinSamples, policy.baselineTolerance);
  };
  bool good =
      agrees(baselines[op], static_cast<double>(row[NANGUARD_COL_MAX_BITS] >>
                                                desc.mantissaBits));
  if (!meanSquares.empty() &&
      (row[NANGUARD_COL_STATUS] & NANGUARD_STATUS_STATS))
    good = good && agrees(meanSquares[op], meanSquareExponent(row)) &&
           agrees(variances[op], varianceExponent(row));
  if (good) {
    t.offBaseline = 0;
    return true;
  }
  // Clean for this long means that the data has moved, not that it is bad.
  if (++t.offBaseline < policy.baselineRenew)
    return false;
  t.offBaseline = 0;
  clearBaselines(op);
  return true;
}

void TierController::addToStatistics(uint32_t op, const int64_t *row) {
  if (meanSquares.empty() ||
      !(row[NANGUARD_COL_STATUS] & NANGUARD_STATUS_STATS))
    return;
  meanSquares[op].add(static_cast<float>(meanSquareExponent(row)));
  variances[op].add(static_cast<float>(varianceExponent(row)));
}

void TierController::clearBaselines(uint32_t op) {
  baselines[op].clear();
  if (meanSquares.empty())
    return;
  meanSquares[op].clear();
  variances[op].clear();
}

//===----------------------------------------------------------------------===//
// Changes and events
//===----------------------------------------------------------------------===//

void TierController::apply(uint32_t op, const Transition &transition,
                           uint64_t generation, const int64_t *row,
                           std::vector<nanguard_event> &events) {
  OpState before = states[op];
  bool wasPristine = isPristine(op);
  states[op] = transition.next;
  const OpState &after = states[op];
  notPristine += int(wasPristine) - int(isPristine(op));
  notNormal +=
      int(before.state == State::Normal) - int(after.state == State::Normal);
  bool changed = before.state != after.state || before.stage != after.stage;
  if (changed) {
    unsigned from = depthOf(tierOf(before)), to = depthOf(tierOf(after));
    totals.downgrades += to > from;
    totals.upgrades += to < from;
    // Steps that were selected already run with the old tiers.
    tracks[op].since = selected + 1;
    tracks[op].offBaseline = 0;
    dirty = true;
  }
  if (transition.reason == NANGUARD_REASON_NONE && !changed)
    return;
  nanguard_event event = makeEvent(op, generation, row);
  event.from = static_cast<int32_t>(before.state);
  event.reason = transition.reason;
  push(event, events);
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
    if (t.verdict == NANGUARD_VERDICT_OP && step > 0 &&
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
      e.inputs_scanned += facts[input].scanned;
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

//===----------------------------------------------------------------------===//
// The host
//===----------------------------------------------------------------------===//

void TierController::force(uint32_t op, int8_t form) {
  if (tracks[op].forcedForm == form)
    return;
  tracks[op].forcedForm = form;
  tracks[op].since = selected + 1;
  dirty = true;
}

void TierController::pin(uint32_t op, std::vector<nanguard_event> &events) {
  if (model.ops[op].maxStage > 0)
    apply(op, applyPin(states[op]), selected, nullptr, events);
}

void TierController::host(nanguard_host_event event, uint32_t op,
                          std::vector<nanguard_event> &events) {
  if (event != NANGUARD_HOST_LIFT_PIN) {
    clearBaselines(op);
    tracks[op].offBaseline = 0;
    tracks[op].since = selected + 1;
  }
  Transition transition = applyHostEvent(states[op], event);
  // Only what changes an op is worth a record.
  if (transition.next.state == states[op].state &&
      transition.next.pinned == states[op].pinned)
    transition.reason = NANGUARD_REASON_NONE;
  apply(op, transition, selected, nullptr, events);
}

void TierController::release(uint32_t op, std::vector<nanguard_event> &events) {
  Transition transition = applyHostEvent(states[op], NANGUARD_HOST_LIFT_PIN);
  transition.reason = NANGUARD_REASON_BREAKER;
  apply(op, transition, selected, nullptr, events);
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

void TierController::hostContext(nanguard_host_event event) {
  if (event == NANGUARD_HOST_LIFT_PIN)
    return;
  loss.clear();
  gradNorm.clear();
  budget = {selected, 0};
}

void TierController::fill(nanguard_counters &c) const {
  c.steps = totals.steps;
  c.stale_reports = totals.staleReports;
  c.bad_steps = totals.badSteps;
  c.last_clean_step = totals.lastCleanStep;
  c.downgrades = totals.downgrades;
  c.upgrades = totals.upgrades;
  c.events = totals.events;
  c.clips = totals.clips;
  c.ops_watched = c.ops_lowered = c.ops_halted = c.ops_pinned = 0;
  for (const OpState &s : states) {
    c.ops_watched += s.state == State::Observe;
    c.ops_lowered += depthOf(tierOf(s)) > 0;
    c.ops_halted += s.state == State::Halt;
    c.ops_pinned += s.pinned;
  }
}

void TierController::recount() {
  notNormal = notPristine = 0;
  anyTold = false;
  for (uint32_t i = 0; i < states.size(); ++i) {
    notNormal += states[i].state != State::Normal;
    notPristine += !isPristine(i);
    anyTold |= tracks[i].told;
    tracks[i].since = selected + 1;
  }
  dirty = true;
}
