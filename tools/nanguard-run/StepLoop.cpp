//===- StepLoop.cpp - Runs a function step by step ------------------------===//
//
// Select tiers, invoke, copy the results out of the arena, give the report to
// the controller, feed carried results back. Arguments belong to this loop and
// are never written by the model.
//
//===----------------------------------------------------------------------===//

#include "StepLoop.h"

#include "FaultHook.h"
#include "Invocation.h"
#include "Range.h"
#include "TensorIO.h"

#include "nanguard/Support/ParseJSON.h"

#include "llvm/Support/FormatVariadic.h"

#include <optional>

using namespace llvm;
using namespace nanguard;
using namespace nanguard::run;

Expected<Carry> nanguard::run::parseCarry(const FunctionInfo &function,
                                          StringRef text) {
  auto [result, arg] = text.split(':');
  Carry carry;
  if (result.getAsInteger(10, carry.result) || arg.getAsInteger(10, carry.arg))
    return createStringError("--carry=" + text + ": wants RESULT:ARG");
  if (carry.result >= function.results.size() ||
      carry.arg >= function.args.size())
    return createStringError("--carry=" + text + ": function '" +
                             function.name + "' has " +
                             Twine(function.results.size()) + " results and " +
                             Twine(function.args.size()) + " arguments");
  const ValueType &from = function.results[carry.result];
  const ValueType &to = function.args[carry.arg];
  bool fits = from.dtype == to.dtype && from.shape.size() == to.shape.size() &&
              from.scalar == to.scalar;
  for (size_t d = 0; fits && d < from.shape.size(); ++d)
    fits = from.shape[d] == to.shape[d] || from.shape[d] < 0 || to.shape[d] < 0;
  if (!fits)
    return createStringError("--carry=" + text + ": result has type " +
                             from.str() + ", argument " + to.str());
  return carry;
}

Error nanguard::run::markCarried(std::string &manifest, StringRef function,
                                 ArrayRef<Carry> carries) {
  if (carries.empty())
    return Error::success();
  Expected<json::Value> root = parseJSON(manifest);
  if (!root)
    return root.takeError();
  for (json::Value &entry : *root->getAsObject()->getArray("functions")) {
    json::Object &object = *entry.getAsObject();
    if (object.getString("name") != function)
      continue;
    json::Array &args = *object.getArray("args");
    for (const Carry &carry : carries)
      args[carry.arg].getAsObject()->insert({"carry", true});
  }
  manifest = llvm::formatv("{0}", *root).str();
  return Error::success();
}

bool nanguard::run::isBadRow(const int64_t *row, const OpInfo &op) {
  constexpr int64_t kInf64 = 0x7ff0000000000000;
  int64_t status = row[NANGUARD_COL_STATUS];
  if ((status & NANGUARD_STATUS_COUNTED) &&
      row[NANGUARD_COL_NAN_COUNT] + row[NANGUARD_COL_INF_COUNT] > 0)
    return true;
  if ((status & NANGUARD_STATUS_INNER) &&
      row[NANGUARD_COL_INNER_BITS] >= kInf64)
    return true;
  return (status & NANGUARD_STATUS_SCANNED) && isFloat(op.dtype) &&
         row[NANGUARD_COL_MAX_BITS] >= infinityBits(op.dtype);
}

bool nanguard::run::hasMaximum(const int64_t *row) {
  int64_t status = row[NANGUARD_COL_STATUS];
  return (status & NANGUARD_STATUS_SCANNED) &&
         (!(status >> 8 & NANGUARD_TIER_FINITE) ||
          row[NANGUARD_COL_MAX_BITS] != 0);
}

static uint8_t fixedTier(const OpInfo &op, int form, bool counts) {
  if (op.isSignal())
    return NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_STATS;
  bool fused = (form & NANGUARD_TIER_FORM_MASK) <= NANGUARD_FORM_FUSED_BITS ||
               op.variants.empty();
  if (fused)
    return NANGUARD_FORM_FUSED_BITS | (counts ? NANGUARD_TIER_COUNT : 0) |
           (op.finite ? form & NANGUARD_TIER_FINITE : 0);
  return static_cast<uint8_t>(form) | NANGUARD_TIER_STATS;
}

static Error runtimeError(StringRef what) {
  return createStringError(what + ": " + nanguard_last_error());
}

/// The results that flags name as signals, then those that the model marks.
static nanguard_signals readSignals(const RunOptions &options,
                                    const std::vector<HostTensor> &results,
                                    const nanguard_model *model,
                                    const std::vector<int64_t> &report) {
  nanguard_signals signals = {};
  signals.struct_size = sizeof signals;
  if (options.lossResult >= 0) {
    signals.loss = results[options.lossResult].get(0);
    signals.valid |= NANGUARD_SIGNAL_LOSS;
  }
  if (options.gradNormResult >= 0) {
    signals.grad_norm = results[options.gradNormResult].get(0);
    signals.valid |= NANGUARD_SIGNAL_GRAD_NORM;
  }
  if (model)
    (void)nanguard_model_signals(model, report.data(),
                                 nanguard_model_num_ops(model),
                                 NANGUARD_REPORT_COLUMNS, &signals);
  return signals;
}

/// Splits the report off a guarded function's results: a row an op, for a batch
/// summed up over its `requests`.
static Error takeReport(const FunctionInfo &function,
                        std::vector<HostTensor> &results,
                        std::vector<int64_t> &report,
                        std::vector<int64_t> &requests) {
  HostTensor last = std::move(results.back());
  results.pop_back();
  if (last.dtype != NANGUARD_I64 ||
      last.shape.size() != (function.batched ? 3 : 2) ||
      last.shape.back() != NANGUARD_REPORT_COLUMNS)
    return createStringError("the report has the wrong shape");
  std::vector<int64_t> &rows = function.batched ? requests : report;
  const auto *words = reinterpret_cast<const int64_t *>(last.bytes.data());
  rows.assign(words, words + last.numElements());
  if (!function.batched)
    return Error::success();
  size_t numOps = function.ops.size();
  report.resize(numOps * NANGUARD_REPORT_COLUMNS);
  if (nanguard_report_merge_requests(requests.data(), last.shape[0], numOps,
                                     NANGUARD_REPORT_COLUMNS, report.data()))
    return runtimeError("report");
  return Error::success();
}

/// Whether an op was bad in a form above its unfused one.
static bool hasDeeperForm(const FunctionInfo &function,
                          const StepRecord &record) {
  return llvm::any_of(function.ops, [&](const OpInfo &op) {
    return is_contained(op.variants, "unfused") &&
           (record.tiers[op.id] & NANGUARD_TIER_FORM_MASK) <
               NANGUARD_FORM_UNFUSED &&
           isBadRow(&record.report[op.id * NANGUARD_REPORT_COLUMNS], op);
  });
}

namespace {

/// One run: the model, its controller if it has one, and the step at hand.
class StepLoop {
public:
  StepLoop(const FunctionInfo &function, std::vector<HostTensor> args,
           const RunOptions &options)
      : function(function), options(options), args(std::move(args)),
        controlled(function.guarded && options.tiers.fallback < 0),
        faults(options.injections) {}
  ~StepLoop() {
    nanguard_context_destroy(context);
    nanguard_model_destroy(model);
  }
  StepLoop(const StepLoop &) = delete;
  StepLoop &operator=(const StepLoop &) = delete;

  Error open(LoadedModel &code);
  Error run(int64_t step, function_ref<Error(const StepRecord &)> observe);
  Error carry();
  std::vector<HostTensor> takeResults() { return std::move(results); }

private:
  Error openController();
  Error selectTiers();
  Error invoke();
  Error endStep();
  Error diagnose();
  void hear(const nanguard_event &event);
  const int64_t *rowOf(size_t op) const {
    return &record.report[op * NANGUARD_REPORT_COLUMNS];
  }

  const FunctionInfo &function;
  const RunOptions &options;
  std::vector<HostTensor> args, results;
  HostTensor tiers;
  bool controlled;
  nanguard_model *model = nullptr;
  nanguard_context *context = nullptr;
  std::optional<Invocation> invocation;
  FaultHook faults;
  StepRecord record;
};

} // namespace

Error StepLoop::open(LoadedModel &code) {
  auto numOps = static_cast<int64_t>(function.ops.size());
  std::vector<ValueType> argTypes = function.args;
  std::vector<ValueType> resultTypes = function.results;
  if (function.guarded) {
    argTypes.push_back({NANGUARD_I8, /*scalar=*/false, {numOps}});
    ValueType report{NANGUARD_I64,
                     /*scalar=*/false,
                     {numOps, NANGUARD_REPORT_COLUMNS}};
    if (function.batched)
      report.shape.insert(report.shape.begin(), -1);
    resultTypes.push_back(std::move(report));
    tiers = HostTensor::make(NANGUARD_I8, {numOps});
  }
  auto made = Invocation::create(code, function, std::move(argTypes),
                                 std::move(resultTypes));
  if (!made)
    return made.takeError();
  invocation = std::move(*made);
  if (function.guarded &&
      nanguard_model_create_from_manifest(options.manifestText.c_str(),
                                          function.name.c_str(), &model))
    return runtimeError("manifest");
  return controlled ? openController() : Error::success();
}

Error StepLoop::openController() {
  if (nanguard_context_create(model, options.policy, 0, &context))
    return runtimeError("controller");
  if (nanguard_model_num_ops(model) != function.ops.size())
    return createStringError("tier vector of the wrong length");
  for (auto [op, form] : options.tiers.perOp)
    if (nanguard_context_force(context, op, form))
      return runtimeError("--tiers");
  record.reasons.resize(function.ops.size());
  nanguard_context_set_event_callback(
      context,
      [](const nanguard_event *event, void *loop) {
        static_cast<StepLoop *>(loop)->hear(*event);
      },
      this);
  if (options.listener.start)
    options.listener.start(context, args);
  return Error::success();
}

void StepLoop::hear(const nanguard_event &event) {
  std::string text(nanguard_event_to_json(&event, nullptr, 0) + 1, '\0');
  nanguard_event_to_json(&event, text.data(), text.size());
  text.pop_back();
  record.events.push_back(std::move(text));
  if (event.op >= 0 && event.from != event.to)
    record.reasons[event.op] = event.reason;
  if (options.listener.event)
    options.listener.event(event);
}

Error StepLoop::run(int64_t step,
                    function_ref<Error(const StepRecord &)> observe) {
  Range range("step " + std::to_string(step));
  record.step = step;
  for (const StepInput &input : options.stepInputs)
    args[input.arg] = input.values[step - 1];
  faults.setStep(step);
  record.events.clear();
  if (Error error = selectTiers())
    return error;
  if (Error error = invoke())
    return error;
  if (Error error = faults.check())
    return error;
  record.signals = readSignals(options, results, model, record.report);
  if (controlled) {
    if (Error error = endStep())
      return error;
  } else if (function.guarded) {
    if (Error error = diagnose())
      return error;
  }
  return observe(record);
}

Error StepLoop::selectTiers() {
  size_t numOps = function.ops.size();
  record.tiers.assign(numOps, 0);
  if (controlled) {
    if (nanguard_context_tiers(context, record.tiers.data(), numOps))
      return runtimeError("controller");
  } else if (function.guarded) {
    for (size_t i = 0; i < numOps; ++i)
      record.tiers[i] =
          fixedTier(function.ops[i], options.tiers.fallback, options.counts);
    for (auto [op, form] : options.tiers.perOp)
      record.tiers[op] = fixedTier(function.ops[op], form, options.counts);
    // A loss scaler has to see what a rescue would cure.
    for (const OpInfo &op : function.ops)
      if (options.rescue && !op.lossScaled)
        record.tiers[op.id] |= NANGUARD_TIER_RESCUE;
  }
  if (options.listener.selected)
    options.listener.selected(record.tiers);
  return Error::success();
}

/// Runs the step under `record.tiers`; its report stands in the record then.
Error StepLoop::invoke() {
  std::vector<HostTensor *> pointers;
  for (HostTensor &arg : args)
    pointers.push_back(&arg);
  if (function.guarded) {
    llvm::copy(record.tiers, tiers.bytes.begin());
    pointers.push_back(&tiers);
  }
  Range range("model");
  auto all = invocation->run(pointers);
  if (!all)
    return createStringError("step " + Twine(record.step) + ": " +
                             toString(all.takeError()));
  record.seconds = invocation->seconds();
  results = std::move(*all);
  return function.guarded
             ? takeReport(function, results, record.report, record.requests)
             : Error::success();
}

Error StepLoop::endStep() {
  Range range("controller");
  size_t numOps = function.ops.size();
  if (nanguard_context_step_end(context, record.report.data(), numOps,
                                NANGUARD_REPORT_COLUMNS, &record.signals))
    return runtimeError("controller");
  record.states.resize(numOps);
  record.verdicts.resize(numOps);
  record.faults.resize(numOps);
  for (size_t i = 0; i < numOps; ++i) {
    nanguard_op_info info = {};
    info.struct_size = sizeof(info);
    if (nanguard_context_op_info(context, i, &info))
      return runtimeError("controller");
    record.states[i] = info.state;
    bool now = info.last_bad_step == static_cast<uint64_t>(record.step) ||
               isBadRow(rowOf(i), function.ops[i]);
    record.verdicts[i] = now ? info.verdict : NANGUARD_VERDICT_NONE;
    record.faults[i] = now ? info.fault : NANGUARD_FAULT_NONE;
  }
  return Error::success();
}

/// The kinds of faults, as the unfused forms show them on the same inputs.
/// Nothing is written but results and report: the step can be run again.
Error StepLoop::diagnose() {
  std::vector<int64_t> diagnosis = record.report, requests;
  if (hasDeeperForm(function, record)) {
    std::vector<HostTensor *> pointers;
    for (HostTensor &arg : args)
      pointers.push_back(&arg);
    for (const OpInfo &op : function.ops)
      if (is_contained(op.variants, "unfused"))
        tiers.bytes[op.id] = NANGUARD_FORM_UNFUSED;
    pointers.push_back(&tiers);
    auto all = invocation->run(pointers);
    if (!all)
      return all.takeError();
    if (Error error = takeReport(function, *all, diagnosis, requests))
      return error;
  }
  record.faults.resize(function.ops.size());
  for (const OpInfo &op : function.ops)
    record.faults[op.id] = nanguard_model_row_fault(
        model, op.id, &diagnosis[op.id * NANGUARD_REPORT_COLUMNS]);
  return Error::success();
}

Error StepLoop::carry() {
  for (const Carry &carry : options.carries) {
    auto arg = convertTo(results[carry.result], function.args[carry.arg]);
    if (!arg)
      return createStringError("carried result " + Twine(carry.result) + ": " +
                               toString(arg.takeError()));
    args[carry.arg] = std::move(*arg);
  }
  return Error::success();
}

Expected<std::vector<HostTensor>>
nanguard::run::runSteps(LoadedModel &model, const FunctionInfo &function,
                        std::vector<HostTensor> args, const RunOptions &options,
                        function_ref<Error(const StepRecord &)> observe) {
  StepLoop loop(function, std::move(args), options);
  if (Error error = loop.open(model))
    return std::move(error);
  for (int64_t step = 1; step <= options.steps; ++step) {
    if (Error error = loop.run(step, observe))
      return std::move(error);
    if (step == options.steps || (options.stopped && options.stopped()))
      break;
    if (Error error = loop.carry())
      return std::move(error);
  }
  return loop.takeResults();
}
