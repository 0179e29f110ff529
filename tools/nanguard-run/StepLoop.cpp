//===- StepLoop.cpp - Runs a function step by step ------------------------===//
//
// Select tiers, invoke, copy the results out of the arena, give the report to
// the controller, feed carried results back. Arguments belong to this loop and
// are never written by the model.
//
//===----------------------------------------------------------------------===//

#include "StepLoop.h"

#include "TensorIO.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/MathExtras.h"

#include <chrono>
#include <csetjmp>
#include <cstring>
#include <set>
#include <utility>

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

bool nanguard::run::isBadRow(const int64_t *row, DType dtype) {
  int64_t status = row[NANGUARD_COL_STATUS];
  if (status & NANGUARD_STATUS_COUNTED)
    return row[NANGUARD_COL_NAN_COUNT] > 0 || row[NANGUARD_COL_INF_COUNT] > 0;
  if (!(status & NANGUARD_STATUS_SCANNED))
    return false;
  uint64_t inf = dtype == NANGUARD_F16    ? 0x7c00
                 : dtype == NANGUARD_BF16 ? 0x7f80
                 : dtype == NANGUARD_F32  ? 0x7f800000
                                          : 0x7ff0000000000000;
  return isFloat(dtype) &&
         static_cast<uint64_t>(row[NANGUARD_COL_MAX_BITS]) >= inf;
}

namespace {

/// Faults of the current step, as the runtime's hook applies them.
struct InjectState {
  const std::vector<Injection> *injections = nullptr;
  int64_t step = 0;
  /// Places (op, operand) that the code let in, and the first injection that
  /// struck beside its tensor.
  std::set<std::pair<int64_t, int64_t>> places;
  const Injection *outside = nullptr;
};

/// A failed assertion of the model leaves by here: generated code holds no
/// destructors, and its memory goes with the arena.
jmp_buf assertJump;
std::string assertMessage;

} // namespace

static void injectHook(void *user, int64_t op, int64_t operand, void *data,
                       int64_t elements, int32_t dtype, int32_t tier) {
  InjectState &state = *static_cast<InjectState *>(user);
  state.places.insert({op, operand});
  for (const Injection &injection : *state.injections) {
    bool fused = (tier & NANGUARD_TIER_FORM_MASK) <= NANGUARD_FORM_FUSED_BITS;
    if (llvm::is_contained(injection.ops, op) && injection.operand == operand &&
        state.step >= injection.firstStep && state.step <= injection.lastStep &&
        (fused || injection.allForms) &&
        !applyInjection(injection, data, elements, static_cast<DType>(dtype)))
      state.outside = &injection;
  }
}

/// A fault that went nowhere is no experiment.
static Error checkInjected(const InjectState &state) {
  if (state.outside)
    return createStringError("--inject: step " + Twine(state.step) + ", op " +
                             Twine(state.outside->ops.front()) + ": " +
                             (state.outside->index >= 0
                                  ? "index " + Twine(state.outside->index)
                                  : "row " + Twine(state.outside->row)) +
                             " is outside of the tensor");
  for (const Injection &injection : *state.injections)
    for (int64_t op : injection.ops)
      if (!state.places.count({op, injection.operand}))
        return createStringError(
            "--inject: the model was compiled without a way in for faults at "
            "op " +
            Twine(op) + ": give --inject to --emit too");
  return Error::success();
}

/// Bytes and alignment of a value in the results' struct.
static size_t resultSize(const ValueType &type) {
  return type.scalar ? itemSize(type.dtype) : 8 * (3 + 2 * type.shape.size());
}
static size_t resultAlign(const ValueType &type) {
  return type.scalar ? itemSize(type.dtype) : 8;
}

/// The memref descriptor of a dense tensor.
static std::vector<int64_t> makeDescriptor(HostTensor &tensor) {
  size_t rank = tensor.shape.size();
  std::vector<int64_t> fields(3 + 2 * rank);
  // An empty tensor still has a place.
  static int64_t nothing[8];
  void *data =
      tensor.bytes.empty() ? static_cast<void *>(nothing) : tensor.bytes.data();
  fields[0] = fields[1] = reinterpret_cast<int64_t>(data);
  int64_t stride = 1;
  for (size_t d = rank; d-- > 0;) {
    fields[3 + d] = tensor.shape[d];
    fields[3 + rank + d] = stride;
    stride *= tensor.shape[d];
  }
  return fields;
}

/// Copies a result out of wherever its descriptor points.
static Expected<HostTensor> copyResult(const ValueType &type,
                                       const char *memory) {
  if (type.scalar) {
    HostTensor tensor = HostTensor::make(type.dtype, {});
    std::memcpy(tensor.bytes.data(), memory, itemSize(type.dtype));
    return tensor;
  }
  size_t rank = type.shape.size();
  std::vector<int64_t> fields(3 + 2 * rank);
  std::memcpy(fields.data(), memory, fields.size() * 8);
  std::vector<int64_t> shape(fields.begin() + 3, fields.begin() + 3 + rank);
  int64_t count = countElements(shape);
  if (count < 0 || count > (int64_t(1) << 40))
    return createStringError("a result has impossible extents");
  size_t item = itemSize(type.dtype);
  HostTensor tensor = HostTensor::make(type.dtype, shape);
  const char *data = reinterpret_cast<const char *>(fields[1]) +
                     fields[2] * static_cast<int64_t>(item);
  const int64_t *strides = fields.data() + 3 + rank;
  // Copy by innermost rows, which are dense nearly always.
  int64_t row = rank ? shape.back() : 1;
  bool dense = rank == 0 || strides[rank - 1] == 1;
  std::vector<int64_t> index(rank);
  for (int64_t done = 0; done < count; done += row) {
    int64_t at = 0;
    for (size_t d = 0; d + 1 < rank; ++d)
      at += index[d] * strides[d];
    char *to = tensor.bytes.data() + done * item;
    if (dense)
      std::memcpy(to, data + at * static_cast<int64_t>(item), row * item);
    else
      for (int64_t i = 0; i < row; ++i)
        std::memcpy(to + i * item,
                    data + (at + i * strides[rank - 1]) *
                               static_cast<int64_t>(item),
                    item);
    for (size_t d = rank > 0 ? rank - 1 : 0; d-- > 0 && ++index[d] == shape[d];)
      index[d] = 0;
  }
  return tensor;
}

static uint8_t fixedTier(const OpInfo &op, int form, bool counts) {
  if (op.isSignal())
    return NANGUARD_FORM_FUSED_BITS | NANGUARD_TIER_STATS;
  bool fused = form <= NANGUARD_FORM_FUSED_BITS || op.variants.empty();
  if (fused)
    return NANGUARD_FORM_FUSED_BITS | (counts ? NANGUARD_TIER_COUNT : 0);
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

/// Whether an op that has a safe form was bad in a fused one.
static bool badInFusedForm(const FunctionInfo &function,
                           const StepRecord &record) {
  return llvm::any_of(function.ops, [&](const OpInfo &op) {
    return is_contained(op.variants, "safe") &&
           (record.tiers[op.id] & NANGUARD_TIER_FORM_MASK) <
               NANGUARD_FORM_SAFE &&
           isBadRow(&record.report[op.id * NANGUARD_REPORT_COLUMNS], op.dtype);
  });
}

Expected<std::vector<HostTensor>>
nanguard::run::runSteps(LoadedModel &model, const FunctionInfo &function,
                        std::vector<HostTensor> args, const RunOptions &options,
                        function_ref<Error(const StepRecord &)> observe) {
  auto invoke = model.lookupFunction(function.name);
  if (!invoke)
    return invoke.takeError();

  size_t numOps = function.ops.size();
  bool controller = function.guarded && options.tiers.fallback < 0;
  nanguard_model *rtModel = nullptr;
  nanguard_context *context = nullptr;
  nanguard_arena *arena = nullptr;
  StepRecord record;
  std::pair<StepRecord *, const RunOptions *> hearer(&record, &options);
  llvm::scope_exit cleanUp([&] {
    nanguard_set_inject_hook(nullptr, nullptr);
    nanguard_context_destroy(context);
    nanguard_model_destroy(rtModel);
    nanguard_arena_activate(nullptr);
    nanguard_arena_destroy(arena);
    setModelAssertHandler(nullptr);
  });
  if (nanguard_arena_create(model.getArenaBytes(), &arena) ||
      nanguard_arena_activate(arena))
    return runtimeError("arena");
  if (function.guarded &&
      nanguard_model_create_from_manifest(options.manifestText.c_str(),
                                          function.name.c_str(), &rtModel))
    return runtimeError("manifest");
  if (controller) {
    if (nanguard_context_create(rtModel, options.policy, 0, &context))
      return runtimeError("controller");
    if (nanguard_model_num_ops(rtModel) != numOps)
      return createStringError("tier vector of the wrong length");
    for (auto [op, form] : options.tiers.perOp)
      if (nanguard_context_force(context, op, form))
        return runtimeError("--tiers");
    nanguard_context_set_event_callback(
        context,
        [](const nanguard_event *event, void *user) {
          auto &[record, options] = *static_cast<decltype(hearer) *>(user);
          std::string text(nanguard_event_to_json(event, nullptr, 0) + 1, '\0');
          nanguard_event_to_json(event, text.data(), text.size());
          text.pop_back();
          record->events.push_back(std::move(text));
          if (options->listener.event)
            options->listener.event(*event);
        },
        &hearer);
    if (options.listener.start)
      options.listener.start(context, args);
  }

  std::vector<ValueType> resultTypes = function.results;
  if (function.guarded) {
    ValueType report;
    report.dtype = NANGUARD_I64;
    report.shape = {static_cast<int64_t>(numOps), NANGUARD_REPORT_COLUMNS};
    resultTypes.push_back(report);
  }
  std::vector<size_t> offsets;
  size_t size = 0;
  for (const ValueType &type : resultTypes) {
    size = alignTo(size, resultAlign(type));
    offsets.push_back(size);
    size += resultSize(type);
  }
  std::vector<int64_t> resultMemory(size / 8 + 1);

  InjectState inject;
  inject.injections = &options.injections;
  if (!options.injections.empty())
    nanguard_set_inject_hook(injectHook, &inject);
  setModelAssertHandler([](const char *message) {
    assertMessage = message;
    longjmp(assertJump, 1);
  });

  std::vector<HostTensor> results;
  for (int64_t step = 1; step <= options.steps; ++step) {
    inject.step = record.step = step;
    record.events.clear();
    record.tiers.assign(numOps, 0);
    if (controller) {
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
    HostTensor tiers =
        HostTensor::make(NANGUARD_I8, {static_cast<int64_t>(numOps)});
    std::copy(record.tiers.begin(), record.tiers.end(), tiers.bytes.begin());

    std::vector<std::vector<int64_t>> descriptors;
    std::vector<void *> params = {resultMemory.data()};
    for (size_t i = 0; i < args.size(); ++i)
      if (!function.args[i].scalar)
        descriptors.push_back(makeDescriptor(args[i]));
    if (function.guarded)
      descriptors.push_back(makeDescriptor(tiers));
    size_t next = 0;
    for (size_t i = 0; i < args.size(); ++i)
      params.push_back(function.args[i].scalar
                           ? static_cast<void *>(args[i].bytes.data())
                           : descriptors[next++].data());
    if (function.guarded)
      params.push_back(descriptors[next].data());

    auto start = std::chrono::steady_clock::now();
    if (setjmp(assertJump))
      return createStringError(
          "step " + Twine(step) +
          ": an assertion of the model failed: " + assertMessage);
    (*invoke)(params.data());
    record.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
    if (Error error = checkInjected(inject))
      return std::move(error);

    results.clear();
    const char *memory = reinterpret_cast<const char *>(resultMemory.data());
    for (size_t i = 0; i < resultTypes.size(); ++i) {
      auto tensor = copyResult(resultTypes[i], memory + offsets[i]);
      if (!tensor)
        return tensor.takeError();
      results.push_back(std::move(*tensor));
    }
    nanguard_arena_reset(arena);
    if (function.guarded) {
      HostTensor report = std::move(results.back());
      results.pop_back();
      if (report.bytes.size() != numOps * NANGUARD_REPORT_COLUMNS * 8)
        return createStringError("the report has the wrong shape");
      record.report.resize(numOps * NANGUARD_REPORT_COLUMNS);
      std::memcpy(record.report.data(), report.bytes.data(),
                  report.bytes.size());
    }
    record.signals = readSignals(options, results, rtModel, record.report);
    if (controller) {
      if (nanguard_context_step_end(context, record.report.data(), numOps,
                                    NANGUARD_REPORT_COLUMNS, &record.signals))
        return runtimeError("controller");
      record.states.resize(numOps);
      record.verdicts.resize(numOps);
      for (size_t i = 0; i < numOps; ++i) {
        nanguard_op_info info = {};
        info.struct_size = sizeof(info);
        if (nanguard_context_op_info(context, i, &info))
          return runtimeError("controller");
        record.states[i] = info.state;
        bool now = info.last_bad_step == static_cast<uint64_t>(step) ||
                   isBadRow(&record.report[i * NANGUARD_REPORT_COLUMNS],
                            function.ops[i].dtype);
        record.verdicts[i] = now ? info.verdict : NANGUARD_VERDICT_NONE;
      }
    }
    record.diagnosis.clear();
    if (!controller && function.guarded && badInFusedForm(function, record)) {
      // Nothing is written but results and report: the step can be run again.
      for (size_t i = 0; i < numOps; ++i)
        if (is_contained(function.ops[i].variants, "safe"))
          tiers.bytes[i] = NANGUARD_FORM_SAFE;
      (*invoke)(params.data());
      auto report = copyResult(resultTypes.back(), memory + offsets.back());
      if (!report)
        return report.takeError();
      nanguard_arena_reset(arena);
      record.diagnosis.resize(numOps * NANGUARD_REPORT_COLUMNS);
      std::memcpy(record.diagnosis.data(), report->bytes.data(),
                  report->bytes.size());
    }
    if (Error error = observe(record))
      return std::move(error);
    if (step < options.steps)
      for (const Carry &carry : options.carries) {
        auto arg = convertTo(results[carry.result], function.args[carry.arg]);
        if (!arg)
          return createStringError("carried result " + Twine(carry.result) +
                                   ": " + toString(arg.takeError()));
        args[carry.arg] = std::move(*arg);
      }
  }
  return results;
}
