//===- TierController.h - The only writer of tier state -----------*- C++
//-*-===//
//
// Holds the state of each op of one stream of steps, turns reports into
// observations for the pure transition function, and states into tier bytes.
// Knows generations: a report counts for an op only if it ran with tiers that
// were selected after the op's last change, and each generation counts once.
// Not locked; Context is.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_LIB_TIERCONTROLLER_H
#define NANGUARD_LIB_TIERCONTROLLER_H

#include "Manifest.h"
#include "RootCause.h"
#include "Transition.h"
#include "Window.h"

#include <cstdint>
#include <vector>

namespace nanguard {

inline bool isCounted(const int64_t *row) {
  return row[NANGUARD_COL_STATUS] &
         (NANGUARD_STATUS_COUNTED | NANGUARD_STATUS_STATS);
}

/// What is remembered of an op besides its state.
/// Whether an op's readers are to take its value as it was before its last
/// cast, while it runs in a form that has that value.
enum class Exit : uint8_t {
  None,
  /// Its output was infinite in a form that does not tell why, or bad because
  /// such a value came in.
  Suspected,
  /// Finite values did not fit.
  Known
};

struct OpTrack {
  /// First generation whose report counts.
  uint64_t since = 1;
  uint64_t badSteps = 0;
  uint64_t carriedSteps = 0;
  uint64_t lastBadStep = 0;
  int64_t cause = -1;
  uint32_t offBaseline = 0;
  nanguard_verdict verdict = NANGUARD_VERDICT_NONE;
  Fault fault = NANGUARD_FAULT_NONE;
  int8_t forcedForm = -1;
  /// The byte that its last bad step ran with.
  uint8_t badTier = 0;
  /// That step ran it again, with a finite output.
  bool rescued = false;
  /// An argument: all that read it in that step gave finite outputs.
  bool harmless = false;
  /// Its last scanned step was bad: a finding is reported once, not every step.
  bool told = false;
  Exit exit = Exit::None;
};

struct Totals {
  uint64_t steps = 0;
  uint64_t staleReports = 0;
  uint64_t badSteps = 0;
  uint64_t lastCleanStep = 0;
  uint64_t downgrades = 0;
  uint64_t upgrades = 0;
  uint64_t events = 0;
  uint64_t clips = 0;
};

/// The loss scaler's skipped steps in its current growth interval.
struct SkipBudget {
  uint64_t intervalStart = 0;
  uint32_t skips = 0;
};

/// The worst of one step.
struct StepFinding {
  uint64_t generation = 0;
  int64_t op = -1;
  int64_t cause = -1;
  nanguard_verdict verdict = NANGUARD_VERDICT_NONE;
  Fault fault = NANGUARD_FAULT_NONE;
  nanguard_advice advice = NANGUARD_ADVICE_GO_ON;
};

/// The last bad step as it was reported, for a replay to be held against.
struct KeptStep {
  uint64_t generation = 0;
  std::vector<int64_t> rows;
  nanguard_evidence replay = NANGUARD_EVIDENCE_NONE;
};

/// How a request starts with one op that a breaker holds.
struct OpStart {
  uint32_t op;
  uint8_t stage;
  bool canary;
};

class TierController {
public:
  TierController(const Model &model, const Policy &policy, uint64_t id);

  /// Fills `out` (one byte an op) and opens the next generation.
  void select(uint8_t *out);

  uint64_t generation() const { return selected; }

  /// True if a report of `generation` would count.
  bool isFresh(uint64_t generation) const {
    return generation > reported && generation <= selected;
  }
  void countStale() { ++totals.staleReports; }

  /// Puts ops where a breaker wants them; before the first select only.
  void start(const std::vector<OpStart> &starts,
             std::vector<nanguard_event> &events);

  /// Fills `out` for doing the last step over, the ops at fault one form
  /// deeper, and opens its generation. False when nothing deeper is left or
  /// reports are outstanding.
  bool redo(uint8_t *out);

  /// Takes the report of `generation`, which must be fresh.
  void report(const int64_t *rows, uint64_t generation,
              const nanguard_signals *signals,
              std::vector<nanguard_event> &events);

  void force(uint32_t op, int8_t form);
  void pin(uint32_t op, std::vector<nanguard_event> &events);
  void host(nanguard_host_event event, uint32_t op,
            std::vector<nanguard_event> &events);
  /// The part of a host event that is not about one op.
  void hostContext(nanguard_host_event event);
  /// The breaker that held `op` is closed.
  void release(uint32_t op, std::vector<nanguard_event> &events);

  const StepFinding &finding() const { return last; }
  const KeptStep &keptStep() const { return kept; }
  /// Holds a replay's report against the kept step's. True when bits differ,
  /// which is an event.
  bool compareReplay(const int64_t *rows, std::vector<nanguard_event> &events);
  void noteSelfCheck(nanguard_evidence result) { selfCheck = result; }
  nanguard_evidence selfCheckResult() const { return selfCheck; }
  uint64_t lastCleanStep() const { return totals.lastCleanStep; }

  size_t size() const { return states.size(); }
  const OpState &state(uint32_t op) const { return states[op]; }
  const OpTrack &track(uint32_t op) const { return tracks[op]; }
  uint8_t tier(uint32_t op) const;
  /// Form and scans, without the rescue bit.
  uint8_t tierOfForm(uint32_t op) const;
  void fill(nanguard_counters &counters) const;

private:
  friend class SnapshotAccess;

  enum class SignalAnswer { Quiet, Jump, NonFinite };

  SignalAnswer takeSignals(const nanguard_signals &signals,
                           uint64_t generation);
  bool scalerSkips(const nanguard_signals &signals, uint64_t generation);
  bool takeCleanRows(const int64_t *rows);
  void judgeAll(const int64_t *rows, uint64_t generation, SignalAnswer signal,
                std::vector<nanguard_event> &events);
  void addToBaseline(uint32_t op, const int64_t *row) {
    constexpr int64_t kFinite = int64_t(NANGUARD_TIER_FINITE) << 8;
    if (model.hot[op].mantissaBits &&
        !(row[NANGUARD_COL_STATUS] & kFinite)) // no maximum
      baselines[op].add(static_cast<float>(row[NANGUARD_COL_MAX_BITS] >>
                                           model.hot[op].mantissaBits));
  }
  void leaveMaximaOut(uint8_t *out) const;
  void clearBaselines(uint32_t op);
  void addToStatistics(uint32_t op, const int64_t *row);
  void reportRedo(const int64_t *rows, uint64_t generation);
  void trackExits(const int64_t *rows);
  void considerFinding(uint32_t op);
  void startWatch(uint64_t generation, std::vector<nanguard_event> &events);
  void judge(uint32_t op, const int64_t *row, uint64_t generation,
             std::vector<nanguard_event> &events);
  /// What the op's bad row of a step says, for whoever asks later.
  void keepFinding(uint32_t op, const int64_t *row, const Finding &finding,
                   uint64_t generation);
  /// Whether every op that reads argument `entry` was scanned and finite.
  bool nobodyMinds(uint32_t entry) const;
  void noteBad(uint32_t op, const int64_t *row, const Finding &finding,
               uint64_t generation, std::vector<nanguard_event> &events);
  Observation observe(uint32_t op, const int64_t *row, const Finding &finding,
                      uint64_t generation);
  bool aligned(uint32_t op, const int64_t *row);
  void apply(uint32_t op, const Transition &transition, uint64_t generation,
             const int64_t *row, std::vector<nanguard_event> &events);
  nanguard_event makeEvent(int64_t op, uint64_t generation,
                           const int64_t *row) const;
  void push(const nanguard_event &event, std::vector<nanguard_event> &events);
  void refresh();
  void lowerReaders(std::vector<uint8_t> &bytes) const;
  void recount();
  bool isPristine(uint32_t op) const {
    const OpState &s = states[op];
    return s.state == State::Normal && !s.lowered &&
           s.uncurable == NANGUARD_FAULT_NONE && s.trial == Trial::None;
  }

  const Model &model;
  Policy policy;
  uint64_t id;
  std::vector<OpState> states;
  std::vector<OpTrack> tracks;
  std::vector<Baseline> baselines;
  std::vector<RowFacts> facts;
  /// Baselines of mean square and variance; empty unless the policy asks for
  /// statistics in NORMAL.
  std::vector<Baseline> meanSquares;
  std::vector<Baseline> variances;
  /// This step's rows that need no second look.
  std::vector<uint8_t> settled;
  /// Tier bytes of all ops, sampling apart; rebuilt when `dirty`.
  std::vector<uint8_t> tiers;
  bool dirty = true;
  uint64_t selected = 0;
  uint64_t reported = 0;
  uint32_t notNormal = 0;
  uint32_t notPristine = 0;
  uint32_t watchLeft = 0;
  /// Steps in which maxima are asked for since a signal jumped.
  uint32_t maximaLeft = 0;
  /// Some op's last scanned step was bad.
  bool anyTold = false;
  bool jumpNow = false;
  /// The step at hand has a row of all that a step without sampling scans.
  bool allScanned = false;
  bool skipNow = false;
  SpikeDetector loss;
  SpikeDetector gradNorm;
  SkipBudget budget;
  Totals totals;
  StepFinding last;
  KeptStep kept;
  nanguard_evidence selfCheck = NANGUARD_EVIDENCE_NONE;
  /// Tiers and generation of the last redo.
  std::vector<uint8_t> redoTiers;
  uint64_t redone = 0;
};

} // namespace nanguard

#endif // NANGUARD_LIB_TIERCONTROLLER_H
