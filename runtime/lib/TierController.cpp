//===- TierController.cpp - The only writer of tier state -----------------===//
//
// States become tier bytes, transitions become states, and the host has its
// say. Judge.cpp reads reports, Findings.cpp makes findings of them.
//
//===----------------------------------------------------------------------===//

#include "TierController.h"

#include <algorithm>

using namespace nanguard;

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

/// Whether the byte of NORMAL asks for the fused form with its own scan alone.
static bool scansFused(uint8_t tier) {
  return (tier & ~(NANGUARD_TIER_RESCUE | NANGUARD_TIER_FINITE)) ==
         NANGUARD_FORM_FUSED_BITS;
}

/// Whether the next way up is to the fused form, which a shadow run asks before
/// any reader has its output.
static bool triesFusedNext(const OpState &s) {
  return (s.state == State::Verify && s.stage == 1) ||
         (s.state == State::Recover && s.stage == 2);
}

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
  if (policy.verifyShadow && triesFusedNext(states[op]))
    byte |= NANGUARD_TIER_SHADOW;
  if (watchLeft && !(byte & NANGUARD_TIER_STATS))
    byte |= NANGUARD_TIER_COUNT;
  return byte;
}

void TierController::refresh() {
  for (uint32_t i = 0; i < tiers.size(); ++i)
    tiers[i] = tier(i);
  lowerReaders(tiers);
  for (uint32_t i = 0; i < tiers.size(); ++i)
    if (depthOf(tiers[i]) == 0 && states[i].state == State::Normal)
      tracks[i].exit = Exit::None;
  dirty = false;
}

/// The safe form for fused readers of what did not fit, as long as its maker
/// runs in a form that hands it on. A reader comes behind its maker.
void TierController::lowerReaders(std::vector<uint8_t> &bytes) const {
  if (!model.anyWide)
    return;
  for (uint32_t i = 0; i < bytes.size(); ++i) {
    if (depthOf(bytes[i]) == 0 || tracks[i].exit == Exit::None)
      continue;
    for (uint32_t reader : model.ops[i].wideReaders)
      if (depthOf(bytes[reader]) == 0 && tracks[reader].forcedForm < 0)
        bytes[reader] = NANGUARD_FORM_SAFE | NANGUARD_TIER_STATS |
                        (bytes[reader] & NANGUARD_TIER_RESCUE);
  }
}

/// What a maximum is for, a baseline and a signal's explanation, needs it now
/// and then only; a NaN or Inf is found without. Of the steps that scan, each
/// n-th looks for it: counted by all steps, sampling could miss every one.
void TierController::leaveMaximaOut(uint8_t *out) const {
  if (!model.anyFinite || notNormal || watchLeft || maximaLeft ||
      selected / policy.sampleEvery % policy.maximumEvery == 0)
    return;
  for (uint32_t i = 0; i < tiers.size(); ++i)
    if (model.ops[i].finite && tracks[i].forcedForm < 0 &&
        baselines[i].samples >= policy.baselineMinSamples && scansFused(out[i]))
      out[i] |= NANGUARD_TIER_FINITE;
}

void TierController::select(uint8_t *out) {
  if (dirty)
    refresh();
  std::copy(tiers.begin(), tiers.end(), out);
  ++selected;
  if (policy.statsEvery && selected % policy.statsEvery == 0) {
    for (uint32_t i = 0; i < tiers.size(); ++i)
      if (scansFused(out[i]) && !model.ops[i].entry)
        out[i] |= NANGUARD_TIER_STATS;
    return;
  }
  leaveMaximaOut(out);
  // Sampling is for good days only: a fault needs to see its neighbours.
  if (notNormal || watchLeft ||
      (policy.sampleEvery == 1 && policy.sampleContexts == 1))
    return;
  if (selected % policy.sampleEvery == id % policy.sampleEvery &&
      id % policy.sampleContexts == 0)
    return;
  for (uint32_t i = 0; i < tiers.size(); ++i)
    if (scansFused(out[i]) && tracks[i].forcedForm < 0 &&
        model.ops[i].risk < policy.alwaysScanRisk)
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
    bool atFault =
        t.verdict == NANGUARD_VERDICT_OP || t.verdict == NANGUARD_VERDICT_OPEN;
    if (t.lastBadStep != reported || !atFault || t.rescued)
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
  lowerReaders(wanted);
  redoTiers = std::move(wanted);
  std::copy(redoTiers.begin(), redoTiers.end(), out);
  redone = ++selected;
  return true;
}

//===----------------------------------------------------------------------===//
// Changes
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
  bool changed = before.state != after.state || before.stage != after.stage ||
                 tierOf(before) != tierOf(after);
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
