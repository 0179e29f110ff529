//===- Culprits.cpp - What a run that was not clean comes to --------------===//

#include "Culprits.h"

#include "Report.h"

using namespace llvm;
using namespace nanguard::run;

/// Lines that people read to the end.
static constexpr size_t mostLines = 8;

/// Whether an index of the op was outside of its tensor, or padding was read.
static bool isOutside(const StepRecord &record, const OpInfo &op) {
  return record.report[op.id * NANGUARD_REPORT_COLUMNS + NANGUARD_COL_STATUS] &
         NANGUARD_STATUS_DATA;
}

void Culprits::add(const StepRecord &record) {
  for (const OpInfo &op : function.ops) {
    int32_t verdict = verdictOn(function, record, op);
    bool isSkipped = op.lossScaled && record.signals.step_skipped;
    // The argument itself is told.
    bool readsBadArgument = verdict == NANGUARD_VERDICT_DATA &&
                            op.kind != "entry" && !isOutside(record, op);
    if (verdict == NANGUARD_VERDICT_NONE ||
        verdict == NANGUARD_VERDICT_CARRIED || isSkipped || readsBadArgument)
      continue;
    Culprit &culprit = culprits[op.id];
    if (!culprit.firstStep)
      culprit.firstStep = record.step;
    culprit.lastStep = record.step;
    // An open verdict is settled by a later step, not the other way around.
    if (verdict != NANGUARD_VERDICT_OPEN || !culprit.verdict)
      culprit.verdict = verdict;
    const int64_t *row = &record.report[op.id * NANGUARD_REPORT_COLUMNS];
    // A rescue that clips has cured what did not fit.
    if (row[NANGUARD_COL_EXIT_COUNT] + row[NANGUARD_COL_CLIP_COUNT] > 0)
      culprit.fault = NANGUARD_FAULT_EXIT;
    if (!record.faults.empty())
      culprit.fault = std::max(culprit.fault, record.faults[op.id]);
    if (StringRef step = badStepOf(function, record, op); !step.empty())
      culprit.innerStep = step;
  }
}

static std::string adviceOn(const OpInfo &op, int32_t fault) {
  switch (fault) {
  case NANGUARD_FAULT_EXIT:
    return "the value itself does not fit " + dtypeName(op.dtype).str() +
           ": keep it in a wider type (--guard-tiers=\"fixed=safe edges=auto "
           "widen=" +
           op.path + "\") or scale it down";
  case NANGUARD_FAULT_POLE:
    return "a division by 0 or a logarithm of 0: add an epsilon to the "
           "divisor, or clamp the argument";
  case NANGUARD_FAULT_DOMAIN:
    return "an argument outside of the function's domain, as the root of a "
           "negative number or Inf - Inf: clamp the argument";
  case NANGUARD_FAULT_INNER:
    return "a value on the way is NaN or leaves " + dtypeName(op.dtype).str() +
           ", the result fits: use the safe form, which the controller does "
           "and --guard-tiers=fixed=safe keeps";
  default:
    return "its inputs are finite and no form of it was seen to be: look at "
           "the magnitudes of its inputs (--report)";
  }
}

static std::string adviceOn(const OpInfo &op, int32_t verdict, int32_t fault) {
  std::string arg = op.args.empty()
                        ? "an argument"
                        : "argument " + std::to_string(op.args.front());
  switch (verdict) {
  case NANGUARD_VERDICT_DATA:
    return op.kind == "entry"
               ? arg + " holds NaN or Inf: drop or clean this input"
               : "an index lies outside of its tensor, or padding is read: "
                 "check the input";
  case NANGUARD_VERDICT_STATE_POISONED:
    return arg + " is carried from step to step and holds NaN or Inf: go back "
                 "to a clean state";
  case NANGUARD_VERDICT_PEER:
    return arg + " comes from another rank, which made the NaN or Inf: look "
                 "there";
  case NANGUARD_VERDICT_HARDWARE:
    return "every form is bad on finite arguments: check the hardware, and "
           "run the step again";
  case NANGUARD_VERDICT_OPEN:
    return adviceOn(op, fault) + " (not all of its inputs were scanned)";
  default:
    return adviceOn(op, fault);
  }
}

void Culprits::print(raw_ostream &os) const {
  size_t lines = 0;
  for (const auto &[id, culprit] : culprits) {
    if (++lines > mostLines)
      continue;
    const OpInfo &op = function.ops[id];
    os << op.label() << " (" << op.kind << "), ";
    if (culprit.firstStep == culprit.lastStep)
      os << "step " << culprit.firstStep;
    else
      os << "steps " << culprit.firstStep << " to " << culprit.lastStep;
    if (!culprit.innerStep.empty())
      os << ", in its " << culprit.innerStep;
    os << ": " << adviceOn(op, culprit.verdict, culprit.fault) << '\n';
  }
  if (lines > mostLines)
    os << "and " << lines - mostLines << " more (--json, --report)\n";
}
