//===- Signals.cpp - What loss and gradients say --------------------------===//
//
// A marked result has a row of statistics in the report, from which loss,
// gradient norm, non-finite share and loss scale follow. Signals raise the
// watch, never a tier.
//
//===----------------------------------------------------------------------===//

#include "Signals.h"

#include "Bits.h"
#include "TierController.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace nanguard;

namespace {

/// Sums over the gradients of one step.
struct Gradients {
  double squares = 0;
  double nonFinite = 0;
  double elements = 0;
  bool any = false;
  /// A dynamic one has no norm: its statistics are means.
  bool known = true;

  void add(const int64_t *row, const OpDesc &op) {
    any = true;
    double bad =
        double(row[NANGUARD_COL_NAN_COUNT] + row[NANGUARD_COL_INF_COUNT]);
    nonFinite += bad;
    if (op.elements < 0) {
      known = false;
      return;
    }
    double finite = double(op.elements) - bad;
    elements += double(op.elements);
    if (!(finite > 0))
      return;
    double mean = asDouble(row[NANGUARD_COL_MEAN]);
    double square = mean * mean + asDouble(row[NANGUARD_COL_VAR]);
    // Squares of large f64 values overflow, their magnitudes do not.
    double least = asDouble(row[NANGUARD_COL_MIN]);
    double most = asDouble(row[NANGUARD_COL_MAX]);
    squares += finite * (std::isfinite(square) ? square : 0);
    if (!std::isfinite(square))
      largest = std::max({largest, std::fabs(least), std::fabs(most)});
  }

  double norm() const { return std::max(std::sqrt(squares), largest); }
  double share() const {
    // Of an unknown number of elements some are bad, or none is.
    return elements > 0 && known ? nonFinite / elements : nonFinite > 0;
  }

private:
  /// Of gradients whose squares overflow, a lower bound of the norm.
  double largest = 0;
};

} // namespace

void nanguard::completeSignals(const Model &model, const int64_t *rows,
                               nanguard_signals &signals) {
  Gradients gradients;
  bool hadScale = signals.valid & NANGUARD_SIGNAL_LOSS_SCALE;
  auto put = [&](nanguard_signal_field field, double nanguard_signals::*member,
                 double value) {
    if (signals.valid & field)
      return; // the host knows better
    signals.valid |= field;
    signals.*member = value;
  };
  for (uint32_t i : model.signals) {
    const int64_t *row = rows + i * NANGUARD_REPORT_COLUMNS;
    const OpDesc &op = model.ops[i];
    if (!(row[NANGUARD_COL_STATUS] & NANGUARD_STATUS_STATS))
      continue;
    if (op.signal == SignalKind::Grad) {
      gradients.add(row, op);
      continue;
    }
    bool finite =
        row[NANGUARD_COL_NAN_COUNT] + row[NANGUARD_COL_INF_COUNT] == 0;
    double mean = asDouble(row[NANGUARD_COL_MEAN]);
    // A result without elements has no mean, and says nothing.
    if (std::isnan(mean) && row[NANGUARD_COL_MAX_BITS] == 0)
      continue;
    double value = finite ? mean : std::numeric_limits<double>::quiet_NaN();
    if (op.signal == SignalKind::Loss)
      put(NANGUARD_SIGNAL_LOSS, &nanguard_signals::loss, value);
    else
      put(NANGUARD_SIGNAL_LOSS_SCALE, &nanguard_signals::loss_scale, value);
  }
  if (gradients.any) {
    put(NANGUARD_SIGNAL_GRAD_NONFINITE_SHARE,
        &nanguard_signals::grad_nonfinite_share, gradients.share());
    if (gradients.known)
      put(NANGUARD_SIGNAL_GRAD_NORM, &nanguard_signals::grad_norm,
          gradients.nonFinite > 0 ? std::numeric_limits<double>::quiet_NaN()
                                  : gradients.norm());
  }
  // A scaler skips exactly the steps whose gradients are not finite.
  if (!hadScale && (signals.valid & NANGUARD_SIGNAL_LOSS_SCALE))
    signals.step_skipped |= gradients.nonFinite > 0;
}

bool TierController::scalerSkips(const nanguard_signals &signals,
                                 uint64_t generation) {
  if (!(signals.valid & NANGUARD_SIGNAL_LOSS_SCALE) || !signals.step_skipped)
    return false;
  if (generation - budget.intervalStart >= policy.growthInterval)
    budget = {generation, 0};
  ++budget.skips;
  // At scale 1 an overflow is the model's own.
  return signals.loss_scale > 1 && budget.skips <= policy.maxSkips;
}

TierController::SignalAnswer
TierController::takeSignals(const nanguard_signals &signals,
                            uint64_t generation) {
  skipNow = false;
  if (!signals.valid)
    return SignalAnswer::Quiet;
  skipNow = scalerSkips(signals, generation);
  // Loss, gradient norm and share are one source: the worst of them speaks.
  SignalAnswer worst = SignalAnswer::Quiet;
  auto take = [&](SpikeDetector::Answer answer) {
    SignalAnswer mapped = answer == SpikeDetector::NonFinite
                              ? SignalAnswer::NonFinite
                          : answer == SpikeDetector::Jump ? SignalAnswer::Jump
                                                          : SignalAnswer::Quiet;
    worst = std::max(worst, mapped);
  };
  if (signals.valid & NANGUARD_SIGNAL_LOSS)
    take(loss.add(signals.loss, policy.signalSigma, policy.signalWarmup));
  if (skipNow)
    return worst;
  if (signals.valid & NANGUARD_SIGNAL_GRAD_NORM)
    take(gradNorm.add(signals.grad_norm, policy.signalSigma,
                      policy.signalWarmup));
  if ((signals.valid & NANGUARD_SIGNAL_GRAD_NONFINITE_SHARE) &&
      !(signals.grad_nonfinite_share <= 0))
    worst = SignalAnswer::NonFinite;
  return worst;
}

void TierController::startWatch(uint64_t generation,
                                std::vector<nanguard_event> &events) {
  if (!policy.watchSteps)
    return;
  if (!watchLeft) {
    nanguard_event event = makeEvent(-1, generation, nullptr);
    event.reason = NANGUARD_REASON_WATCH;
    push(event, events);
    dirty = true;
  }
  watchLeft = policy.watchSteps + 1; // this step's own end takes one
}
