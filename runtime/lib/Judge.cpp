//===- Judge.cpp - What a report says of each op --------------------------===//
//
// A step in which every row is plainly clean and no op has a past touches
// nothing but baselines; only then comes the root cause and the transition.
//
//===----------------------------------------------------------------------===//

#include "Bits.h"
#include "Signals.h"
#include "TierController.h"

#include <algorithm>
#include <cmath>

using namespace nanguard;

namespace {

/// log2 of a value that may be 0: a constant tensor has no variance.
double exponentOf(double value) { return std::log2(std::max(value, 1e-300)); }

double meanSquareExponent(const int64_t *row) {
  double mean = asDouble(row[NANGUARD_COL_MEAN]);
  return exponentOf(mean * mean + asDouble(row[NANGUARD_COL_VAR]));
}

double varianceExponent(const int64_t *row) {
  return exponentOf(asDouble(row[NANGUARD_COL_VAR]));
}

} // namespace

/// Settles the rows that need no second look: plainly clean, of an op without
/// a past, in a step without a jump that would ask for their headroom. True
/// when nothing else is left to look at.
bool TierController::takeCleanRows(const int64_t *rows) {
  bool all = !notPristine && !anyTold && !jumpNow;
  bool pasts = !all;
  allScanned = true;
  if (dirty)
    refresh();
  for (uint32_t i = 0; i < states.size();
       ++i, rows += NANGUARD_REPORT_COLUMNS) {
    settled[i] = model.hot[i].signal;
    if (settled[i])
      continue; // completeSignals has read it
    if ((rows[NANGUARD_COL_STATUS] & 0xff) == 0) {
      // No evidence, where a step without sampling has some.
      allScanned &= (tiers[i] & NANGUARD_TIER_FORM_MASK) == NANGUARD_FORM_FUSED;
      continue;
    }
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
  if (jumpNow)
    maximaLeft = policy.maximumEvery;
  else if (maximaLeft)
    --maximaLeft;

  if (!takeCleanRows(rows))
    judgeAll(rows, generation, signal, events);
  else if (allScanned)
    totals.lastCleanStep = generation;
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
    if (facts[i].clipped)
      totals.clips += static_cast<uint64_t>(row[NANGUARD_COL_CLIP_COUNT]);
  }
  noteWideExits(rows, model, facts);
  trackExits(rows);
  for (const RowFacts &f : facts)
    bad |= f.badOutput || f.badInner || f.dataFault;
  if (bad) {
    ++totals.badSteps;
    kept.generation = generation;
    kept.rows.assign(rows, rows + states.size() * NANGUARD_REPORT_COLUMNS);
    kept.replay = NANGUARD_EVIDENCE_NONE;
  } else if (allScanned && signal != SignalAnswer::NonFinite) {
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

/// Whose readers are to take the wide value. What carries it may not fit
/// either, and its readers must not wait for a bad step of their own.
void TierController::trackExits(const int64_t *rows) {
  if (!model.anyWide)
    return;
  for (uint32_t i = 0; i < states.size(); ++i) {
    const OpDesc &desc = model.ops[i];
    const RowFacts &f = facts[i];
    if (desc.wideReaders.empty() || !f.scanned)
      continue;
    const int64_t *row = rows + i * NANGUARD_REPORT_COLUMNS;
    bool carries = std::any_of(
        desc.inputs.begin(), desc.inputs.end(), [&](uint32_t input) {
          const std::vector<uint32_t> &readers = model.ops[input].wideReaders;
          return tracks[input].exit != Exit::None &&
                 std::find(readers.begin(), readers.end(), i) != readers.end();
        });
    Exit seen = tracks[i].exit;
    if (f.wideExit)
      seen = Exit::Known;
    else if (f.badOutput && seen == Exit::None &&
             (carries || row[NANGUARD_COL_MAX_BITS] == desc.infBits))
      seen = Exit::Suspected;
    else if (!f.badOutput && seen == Exit::Suspected)
      seen = Exit::None;
    dirty |= seen != tracks[i].exit;
    tracks[i].exit = seen;
  }
}

/// Only says whether the step is good now: its fault was counted when it was
/// first reported.
void TierController::reportRedo(const int64_t *rows, uint64_t generation) {
  for (uint32_t i = 0; i < states.size(); ++i)
    facts[i] =
        readRow(rows + i * NANGUARD_REPORT_COLUMNS, model.ops[i], policy);
  noteWideExits(rows, model, facts);
  for (uint32_t i = 0; i < states.size(); ++i) {
    const int64_t *row = rows + i * NANGUARD_REPORT_COLUMNS;
    if (facts[i].clipped)
      totals.clips += static_cast<uint64_t>(row[NANGUARD_COL_CLIP_COUNT]);
    if (!facts[i].badOutput && !facts[i].badInner && !facts[i].dataFault)
      continue;
    keepFinding(i, row, findCause(i, model, facts, /*watched=*/true),
                generation);
    considerFinding(i);
  }
}

void TierController::judge(uint32_t op, const int64_t *row, uint64_t generation,
                           std::vector<nanguard_event> &events) {
  // What the unfused form has shown of a fault holds for a safe form that
  // cannot.
  if (!facts[op].kindKnown && states[op].uncurable != NANGUARD_FAULT_NONE)
    facts[op].fault = states[op].uncurable;
  const RowFacts &f = facts[op];
  Finding finding;
  if (f.badOutput || f.badInner || f.dataFault) {
    // After its first bad step, all is scanned that can be.
    bool watched = states[op].state != State::Normal;
    finding = findCause(op, model, facts, watched);
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
  // The arguments are clean and no variant is: nothing else is left. But of an
  // argument that may hold infinities the scan cannot show that it is clean.
  if (transition.next.state == State::Halt &&
      tracks[op].verdict == NANGUARD_VERDICT_OP) {
    const std::vector<uint32_t> &inputs = model.ops[op].inputs;
    auto marked =
        std::find_if(inputs.begin(), inputs.end(), [&](uint32_t input) {
          return model.ops[input].mayHoldInf();
        });
    tracks[op].verdict = marked == inputs.end() ? NANGUARD_VERDICT_HARDWARE
                                                : NANGUARD_VERDICT_DATA;
    if (marked != inputs.end())
      tracks[op].cause = *marked;
  }
  if (tracks[op].lastBadStep == generation)
    considerFinding(op);
  apply(op, transition, generation, row, events);
}

Observation TierController::observe(uint32_t op, const int64_t *row,
                                    const Finding &finding,
                                    uint64_t generation) {
  const RowFacts &f = facts[op];
  const OpDesc &desc = model.ops[op];
  const OpTrack &t = tracks[op];
  Observation o;
  o.canClip = desc.clip;
  o.canWiden = !desc.wideReaders.empty();
  o.maxStage = desc.maxStage;
  // Gradients under a loss scaler overflow in skipped steps: its way to work.
  bool excused = desc.lossScaled && skipNow;
  if (!f.scanned || generation < t.since || excused)
    return o;
  unsigned ran = depthOf(static_cast<uint8_t>(row[NANGUARD_COL_STATUS] >> 8));
  unsigned wanted = depthOf(tierOf(states[op]));
  if (ran < wanted)
    return o; // a form that this state does not judge by
  bool own = finding.verdict == NANGUARD_VERDICT_OP ||
             finding.verdict == NANGUARD_VERDICT_OPEN;
  if ((f.badOutput || f.badInner) && !own) {
    // A value that did not fit is its maker's to cure.
    if (finding.cause >= 0 && facts[size_t(finding.cause)].wideExit)
      return o;
    bool canTry = desc.maxStage > 0 && t.forcedForm < 0 && !desc.lossScaled;
    if (finding.cause >= 0 && canTry)
      o.grade = Grade::Carried;
    o.carries = f.tried || ran > 0;
    o.fingerprint = fingerprintOf(row, desc);
    return o;
  }
  if (f.badOutput || f.badInner) {
    o.grade = Grade::Bad;
    o.fault = f.fault;
    o.kindKnown = f.kindKnown;
    o.faultKnown = f.faultKnown;
    o.open = finding.verdict == NANGUARD_VERDICT_OPEN;
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
  o.mindsNot = ran > 0 && readsBadInput(op, model, facts);
  o.faultShows = f.shadowBad || f.invariant || f.wideExit;
  bool hold = f.clipped || o.faultShows || (f.shortHeadroom && ran > 0);
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
  if (good)
    return true;
  // So many clean steps mean that the data has moved, not that it is bad.
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
