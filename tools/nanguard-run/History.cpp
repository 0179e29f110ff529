//===- History.cpp - What a whole run looked like -------------------------===//

#include "History.h"

#include "Report.h"

#include <cmath>

using namespace llvm;
using namespace nanguard::run;

static double headroomOf(const int64_t *row, const OpInfo &op) {
  if (!hasMaximum(row) || !isFloat(op.dtype) || isBadRow(row, op))
    return NAN;
  double magnitude = loadElement(&row[NANGUARD_COL_MAX_BITS], 0, op.dtype);
  return magnitude > 0 && std::isfinite(magnitude)
             ? std::log2(maxFinite(op.dtype) / magnitude)
             : NAN;
}

void History::add(const StepRecord &record) {
  StepTotals totals;
  totals.step = record.step;
  totals.seconds = record.seconds;
  totals.loss = record.signals.loss;
  totals.gradNorm = record.signals.grad_norm;
  totals.headroom = NAN;
  hasLoss |= (record.signals.valid & NANGUARD_SIGNAL_LOSS) != 0;
  hasGradNorm |= (record.signals.valid & NANGUARD_SIGNAL_GRAD_NORM) != 0;
  for (const OpInfo &op : function->ops) {
    if (!function->guarded)
      break; // no report to read
    if (op.isSignal())
      continue; // it repeats what an op made
    const int64_t *row = &record.report[op.id * NANGUARD_REPORT_COLUMNS];
    bool counted = row[NANGUARD_COL_STATUS] & NANGUARD_STATUS_COUNTED;
    if (counted) {
      totals.nans += row[NANGUARD_COL_NAN_COUNT];
      totals.infs += row[NANGUARD_COL_INF_COUNT];
    }
    OpHistory &past = ops[op.id];
    if (isBadRow(row, op)) {
      ++totals.badOps;
      totals.uncounted |= !counted;
      past.badSteps.push_back(record.step);
      past.blamed |= record.verdicts.empty() ||
                     record.verdicts[op.id] != NANGUARD_VERDICT_CARRIED;
    }
    double headroom = headroomOf(row, op);
    if (!(totals.headroom <= headroom) && !std::isnan(headroom))
      totals.headroom = headroom;
    if (op.variants.empty())
      continue;
    int32_t state = record.states.empty() ? -1 : record.states[op.id];
    uint8_t tier = record.tiers[op.id];
    bool same = !past.stretches.empty() &&
                past.stretches.back().state == state &&
                (state >= 0 || past.stretches.back().tier == tier);
    if (!same)
      past.stretches.push_back({record.step, state, tier});
  }
  steps.push_back(totals);
  for (const std::string &text : record.events) {
    if (auto value = json::parse(text))
      events.push_back(std::move(*value->getAsObject()));
    else
      consumeError(value.takeError());
  }
}

std::string nanguard::run::stretchName(const Stretch &stretch) {
  if (stretch.state >= 0)
    return nanguard_state_name(stretch.state);
  return formName(stretch.tier).str();
}
