//===- StepLoop.h - Runs a function step by step --------------------------===//
#ifndef NANGUARD_TOOLS_RUN_STEPLOOP_H
#define NANGUARD_TOOLS_RUN_STEPLOOP_H

#include "Manifest.h"

#include "nanguard/Target/CPU/CompiledModel.h"
#include "nanguard/runtime.h"

#include "llvm/ADT/FunctionExtras.h"

#include <functional>

namespace nanguard::run {

struct Carry {
  unsigned result, arg;
};
llvm::Expected<Carry> parseCarry(const FunctionInfo &function,
                                 llvm::StringRef text);
/// Marks the arguments of `function` that results are fed back to as carried
/// state: a NaN in one is no fault of the data.
llvm::Error markCarried(std::string &manifest, llvm::StringRef function,
                        llvm::ArrayRef<Carry> carries);

/// What one step left behind.
struct StepRecord {
  int64_t step = 0;
  double seconds = 0;
  std::vector<uint8_t> tiers;
  std::vector<int64_t> report; ///< ops × NANGUARD_REPORT_COLUMNS
  /// requests × ops × NANGUARD_REPORT_COLUMNS where the model tells requests
  /// apart; `report` is their sum then.
  std::vector<int64_t> requests;
  std::vector<std::string> events; ///< JSON objects
  /// By op; but for faults empty without a controller. A reason is that of the
  /// op's state.
  std::vector<int32_t> states, verdicts, faults, reasons;
  /// What results and the report's rows of marked ones say.
  nanguard_signals signals = {};
};

/// Who else follows a run, in the order of a step.
struct RunListener {
  std::function<void(nanguard_context *, const std::vector<HostTensor> &args)>
      start;
  std::function<void(llvm::ArrayRef<uint8_t> tiers)> selected;
  std::function<void(const nanguard_event &)> event;
};

/// An argument with a value of its own in each step.
struct StepInput {
  unsigned arg = 0;
  std::vector<HostTensor> values; ///< As many as steps, or more.
};

struct RunOptions {
  int64_t steps = 1;
  TierSpec tiers;
  /// Fixed fused tiers count exactly too.
  bool counts = false;
  /// Fixed tiers ask for in-step rescue; the controller does by its policy.
  bool rescue = false;
  std::vector<Injection> injections;
  std::vector<Carry> carries;
  std::vector<StepInput> stepInputs;
  /// The manifest's text and a policy for the controller; policy may be null.
  std::string manifestText;
  const nanguard_policy *policy = nullptr;
  /// Results of one number that the controller takes for signals; -1: none.
  int lossResult = -1, gradNormResult = -1;
  RunListener listener;
  /// Asked after each step: whether to end the run.
  std::function<bool()> stopped;
};

/// Runs all steps; `observe` sees each one. Gives the last step's results.
llvm::Expected<std::vector<HostTensor>>
runSteps(LoadedModel &model, const FunctionInfo &function,
         std::vector<HostTensor> args, const RunOptions &options,
         llvm::function_ref<llvm::Error(const StepRecord &)> observe);

/// True if the report's entry holds a NaN or an unmarked Inf, in the output or
/// an inner value: what the runtime calls bad, counted or not.
bool isBadRow(const int64_t *row, const OpInfo &op);
/// Whether MAX_BITS says how large the largest magnitude is: not where a scan
/// for NaN and Inf alone found none.
bool hasMaximum(const int64_t *row);

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_STEPLOOP_H
