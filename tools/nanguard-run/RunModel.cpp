//===- RunModel.cpp - The steps of a compiled model -----------------------===//

#include "RunModel.h"

#include "Bundle.h"
#include "Culprits.h"
#include "Flags.h"
#include "History.h"
#include "Report.h"
#include "Signals.h"

#include "nanguard/Support/WriteFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <csignal>

using namespace llvm;
using namespace nanguard;
using namespace nanguard::run;
using namespace nanguard::run::flags;

/// The result that a flag names as a signal, -1 without the flag.
static Expected<int> parseSignal(const FunctionInfo &function,
                                 const cl::opt<std::string> &flag) {
  if (!flag.getNumOccurrences())
    return -1;
  unsigned result;
  std::string text = "--" + flag.ArgStr.str() + "=" + flag;
  if (StringRef(flag).getAsInteger(10, result) ||
      result >= function.results.size())
    return createStringError(text + ": function '" + function.name + "' has " +
                             Twine(function.results.size()) +
                             " results, counted from 0");
  const ValueType &type = function.results[result];
  if (countElements(type.shape) != 1 || !isFloat(type.dtype))
    return createStringError(text + ": has type " + type.str() +
                             ", not that of one float");
  return static_cast<int>(result);
}

static Error checkSinks(const FunctionInfo &function, const TierSpec &tiers) {
  std::string idle =
      firstGiven({metricsPath, metricsListen, logPath, recordsPath});
  if (!idle.empty() && (!function.guarded || tiers.fallback >= 0))
    return createStringError(idle + " needs --tiers=controller");
  std::string table = firstGiven({checkFinite});
  if (!table.empty() && !function.guarded)
    return createStringError(table + ": the model is not guarded");
  return Error::success();
}

/// Tells of the first op of a step that is not.
static bool isFinite(const FunctionInfo &function, const StepRecord &record) {
  for (const OpInfo &op : function.ops) {
    if (!isBadRow(&record.report[op.id * NANGUARD_REPORT_COLUMNS], op))
      continue;
    errs() << "nanguard-run: not finite: step " << record.step << ", op "
           << op.id << " " << op.label() << '\n';
    return false;
  }
  return true;
}

/// Whether a step has a bad value, a fault or an event.
static bool isWorthTelling(const FunctionInfo &function,
                           const StepRecord &record) {
  return !record.events.empty() ||
         llvm::any_of(function.ops, [&](const OpInfo &op) {
           const int64_t *row = &record.report[op.id * NANGUARD_REPORT_COLUMNS];
           return isBadRow(row, op) ||
                  row[NANGUARD_COL_STATUS] & NANGUARD_STATUS_INVARIANT ||
                  verdictOn(function, record, op) != NANGUARD_VERDICT_NONE;
         });
}

static Expected<std::vector<Injection>>
parseInjections(const FunctionInfo &function,
                const std::vector<std::string> &texts) {
  std::vector<Injection> injections;
  for (const std::string &text : texts) {
    auto injection = parseInjection(function, text);
    if (!injection)
      return injection.takeError();
    if (injection->firstStep > steps)
      return createStringError("--inject=" + text + ": no step " +
                               Twine(injection->firstStep) +
                               ", --steps=" + Twine(steps));
    injections.push_back(std::move(*injection));
  }
  return injections;
}

/// A run for each fault of --inject-each, each from the same arguments; `tell`
/// hears which. Without one, just a run.
static Expected<std::vector<HostTensor>>
runEach(LoadedModel &model, const FunctionInfo &function,
        std::vector<HostTensor> args, RunOptions &options,
        ArrayRef<Injection> faults, function_ref<void(StringRef)> tell,
        function_ref<Error(const StepRecord &)> observe) {
  if (faults.empty())
    return runSteps(model, function, std::move(args), options, observe);
  for (size_t i = 0;; ++i) {
    tell(injectEach[i]);
    options.injections.push_back(faults[i]);
    auto results = runSteps(model, function, args, options, observe);
    options.injections.pop_back();
    if (!results || i + 1 == faults.size() || options.stopped())
      return results;
  }
}

static Error writePages(const History &history) {
  if (!reportPath.empty())
    if (Error error = writeFileAtomically(reportPath, formatHtml(history)))
      return error;
  if (!tracePath.empty())
    if (Error error = writeFileAtomically(tracePath, formatTrace(history)))
      return error;
  return Error::success();
}

/// Whether a source was guarded, although nothing in `function` can go wrong:
/// each tier is then the model as written.
static bool hasNothingToGuard(const FunctionInfo &function) {
  return !function.guarded && !unguarded && !asWritten &&
         !StringRef(modelPath).ends_with(".so");
}

/// The function of --function.
Expected<const FunctionInfo *>
nanguard::run::findFunction(const Manifest &manifest) {
  if (const FunctionInfo *function = manifest.find(functionName))
    return function;
  std::string names;
  for (const FunctionInfo &other : manifest.functions)
    names += " " + other.name;
  return createStringError("the model has no function '" + functionName +
                           "'; it has:" + names);
}

Expected<int> nanguard::run::runModel(LoadedModel &model,
                                      const Manifest &manifest,
                                      const CPUCompileOptions &compileOptions,
                                      Prepared prepared) {
  auto found = findFunction(manifest);
  if (!found)
    return found.takeError();
  const FunctionInfo *function = *found;
  for (size_t count : {outputs.size(), expectedOutputs.size()})
    if (count > function->results.size())
      return createStringError("function '" + functionName + "' has " +
                               Twine(function->results.size()) +
                               " results, flags name " + Twine(count));
  RunOptions options;
  options.steps = steps;
  options.manifestText = model.getManifest();
  std::string idle =
      hasNothingToGuard(*function)
          ? firstGiven({injects, injectEach})
          : firstGiven({tiersText, policyText, injects, injectEach, rescue});
  if (!function->guarded && !idle.empty())
    return createStringError(idle + ": the model is not guarded");
  auto tiers = parseTiers(*function, tiersText);
  if (!tiers)
    return tiers.takeError();
  options.tiers = std::move(*tiers);
  if (policyText.getNumOccurrences() && options.tiers.fallback >= 0)
    return createStringError("--policy needs --tiers=controller");
  options.rescue = rescue;
  options.counts = !jsonPath.empty() || checkFinite || !allFaults().empty();
  auto injections = parseInjections(*function, injects);
  if (!injections)
    return injections.takeError();
  options.injections = std::move(*injections);
  auto faults = parseInjections(*function, injectEach);
  if (!faults)
    return faults.takeError();
  for (const std::string &text : carries) {
    auto carry = parseCarry(*function, text);
    if (!carry)
      return carry.takeError();
    if (llvm::any_of(options.carries, [&](const Carry &other) {
          return other.arg == carry->arg;
        }))
      return createStringError("--carry=" + text + ": argument " +
                               Twine(carry->arg) + " is carried to twice");
    options.carries.push_back(*carry);
  }
  if (Error error =
          markCarried(options.manifestText, functionName, options.carries))
    return std::move(error);
  auto loss = parseSignal(*function, lossResult);
  if (!loss)
    return loss.takeError();
  auto gradNorm = parseSignal(*function, gradNormResult);
  if (!gradNorm)
    return gradNorm.takeError();
  options.lossResult = *loss;
  options.gradNormResult = *gradNorm;
  if (Error error = checkSinks(*function, options.tiers))
    return std::move(error);
  options.policy = prepared.policy.get();
  auto args = bindInputs(*function, std::move(prepared.values.inputs),
                         options.stepInputs);
  if (!args)
    return args.takeError();
  for (const StepInput &input : options.stepInputs)
    if (llvm::any_of(options.carries, [&](const Carry &carry) {
          return carry.arg == input.arg;
        }))
      return createStringError("argument " + Twine(input.arg) +
                               " has an entry a step and is carried to");

  Bundler bundler(*function, options.injections, compileOptions);
  prepared.sinks.writeBundle =
      [&](const nanguard_event &event, StringRef folder,
          ArrayRef<HostTensor> inputs, ArrayRef<uint8_t> bytes) {
        return bundler.write(event, folder, inputs, bytes);
      };
  Sinks sinks(std::move(prepared.sinks));
  if (Error error = sinks.open(*function, options.manifestText))
    return std::move(error);
  options.listener = {
      [&](nanguard_context *context, const std::vector<HostTensor> &inputs) {
        sinks.start(context, inputs);
      },
      [&](ArrayRef<uint8_t> bytes) { sinks.selected(bytes); },
      [&](const nanguard_event &event) { sinks.event(event); }};
  History history(*function);
  history.model = modelPath == "-" ? "standard input"
                                   : sys::path::filename(modelPath).str();
  bool remember = !reportPath.empty() || !tracePath.empty();
  bool allFinite = true;

  std::string jsonText;
  raw_string_ostream jsonFile(jsonText);
  raw_ostream &jsonLines =
      jsonPath == "-" ? outs() : static_cast<raw_ostream &>(jsonFile);
  std::vector<double> times;
  bool table = function->guarded && !quiet && jsonPath != "-";
  SignalWatch signals;
  options.stopped = [&] { return signals.received() != 0; };
  Culprits culprits(*function);
  if (table && !manifest.notUnderstood.empty())
    errs() << "nanguard-run: note: " << manifest.notUnderstood.size()
           << " not understood and not guarded: "
           << join(ArrayRef(manifest.notUnderstood).take_front(4), ", ")
           << (manifest.notUnderstood.size() > 4 ? ", …" : "")
           << " (nanguard-opt --guard-report)\n";
  if (table)
    printTableHeader(outs());
  auto observe = [&](const StepRecord &record) -> Error {
    times.push_back(record.seconds);
    sinks.step();
    if (remember)
      history.add(record);
    if (checkFinite && allFinite)
      allFinite = isFinite(*function, record);
    if (table) {
      printTableRow(outs(), *function, record);
      culprits.add(record);
    }
    if (!jsonPath.empty() &&
        (!jsonBadSteps || isWorthTelling(*function, record)))
      jsonLines << formatJsonLine(*function, record) << '\n';
    return Error::success();
  };
  auto tell = [&](StringRef fault) {
    if (table)
      outs() << "inject " << fault << '\n';
    if (!jsonPath.empty())
      jsonLines << json::Value(json::Object{{"inject", fault}}) << '\n';
  };
  auto results = runEach(model, *function, std::move(*args), options, *faults,
                         tell, observe);
  Error failure = Error::success();
  if (!results) {
    history.failure = toString(results.takeError());
    failure = createStringError(history.failure);
  }
  // What was seen before a failure is worth keeping.
  failure = joinErrors(std::move(failure), sinks.close());
  failure = joinErrors(std::move(failure), writePages(history));
  if (!jsonPath.empty() && jsonPath != "-")
    failure =
        joinErrors(std::move(failure), writeFileAtomically(jsonPath, jsonText));
  if (failure)
    return std::move(failure);
  if (table)
    culprits.print(outs());
  if (int signal = signals.received()) {
    if (signal != SIGPIPE)
      errs() << "nanguard-run: stopped by "
             << (signal == SIGINT ? "SIGINT" : "SIGTERM") << '\n';
    return 128 + signal;
  }
  if (!function->guarded && !quiet && jsonPath != "-" && outputs.empty() &&
      !printResults && !timeSteps && expectedOutputs.empty())
    outs() << "ran " << steps << (steps == 1 ? " step" : " steps")
           << " without guards, so there is no table; --print shows the "
              "results\n";
  if (timeSteps) {
    std::nth_element(times.begin(), times.begin() + times.size() / 2,
                     times.end());
    outs() << format("step: %.3f ms (median of %zu)\n",
                     times[times.size() / 2] * 1e3, times.size());
  }
  auto code = finish(*results, std::move(prepared.values.expectedOutputs));
  return code && *code == 0 && !allFinite ? 2 : std::move(code);
}
