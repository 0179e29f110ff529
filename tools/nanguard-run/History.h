//===- History.h - What a whole run looked like ---------------------------===//
//
// Kept for the report and the trace: totals a step, and of each op only where
// its state or form changed.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_TOOLS_RUN_HISTORY_H
#define NANGUARD_TOOLS_RUN_HISTORY_H

#include "StepLoop.h"

#include "llvm/Support/JSON.h"

namespace nanguard::run {

struct StepTotals {
  int64_t step = 0;
  double seconds = 0;
  double loss = 0, gradNorm = 0; ///< NaN where the run has none.
  int64_t nans = 0, infs = 0;
  /// Some bad op only said that there are some, not how many.
  bool uncounted = false;
  int64_t badOps = 0;
  /// Powers of two up to overflow, of the op that is nearest; NaN: unknown.
  double headroom = 0;
};

/// From `first` on.
struct Stretch {
  int64_t first = 0;
  int32_t state = -1; ///< -1: no controller
  uint8_t tier = 0;
};

struct OpHistory {
  std::vector<Stretch> stretches;
  std::vector<int64_t> badSteps;
  /// Whether some of them was laid to this op, rather than handed on to it.
  bool blamed = false;
};

struct History {
  explicit History(const FunctionInfo &function)
      : function(&function), ops(function.ops.size()) {}

  const FunctionInfo *function;
  std::string model;
  /// What ended the run before its last step; empty if nothing did.
  std::string failure;
  bool hasLoss = false, hasGradNorm = false;
  std::vector<StepTotals> steps;
  std::vector<OpHistory> ops;
  std::vector<llvm::json::Object> events;

  void add(const StepRecord &record);
};

/// "NORMAL", or the form where there is no controller.
std::string stretchName(const Stretch &stretch);

/// One self-contained page.
std::string formatHtml(const History &history);
/// Chrome's trace events, which Perfetto opens.
std::string formatTrace(const History &history);

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_HISTORY_H
