//===- Main.cpp - nanguard-run: compile, run, inject, report --------------===//

#include "Bundle.h"
#include "CompileModel.h"
#include "Flags.h"
#include "History.h"
#include "Report.h"
#include "Sinks.h"
#include "TensorIO.h"
#include "Values.h"

#include "nanguard/InitAll.h"
#include "nanguard/Support/WriteFile.h"
#include "nanguard/device.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace llvm;
using namespace nanguard;
using namespace nanguard::run;
using namespace nanguard::run::flags;

namespace {
struct CloseDevice {
  void operator()(nanguard_device *device) { nanguard_device_close(device); }
};
} // namespace
using OwnedDevice = std::unique_ptr<nanguard_device, CloseDevice>;

/// The device of --device, made the active one; none for the CPU.
static Expected<OwnedDevice> openDevice() {
  if (!usesDevice())
    return nullptr;
  nanguard_device *device = nullptr;
  if (nanguard_device_open(deviceText.c_str(), &device))
    return createStringError("--device=" + deviceText + ": " +
                             nanguard_device_last_error());
  nanguard_device_activate(device);
  return OwnedDevice(device);
}

namespace {
struct DestroyPolicy {
  void operator()(nanguard_policy *policy) { nanguard_policy_destroy(policy); }
};
} // namespace
using OwnedPolicy = std::unique_ptr<nanguard_policy, DestroyPolicy>;

/// No preset has such a name.
static bool looksLikeFile(StringRef text) {
  return text.contains('/') || text.ends_with(".json");
}

/// The policy of --policy and --rescue; none when neither is given.
static Expected<OwnedPolicy> readPolicy() {
  // There a rescue is asked for, since the host would wait for each op.
  bool without = usesDevice() && !rescue;
  if (!policyText.getNumOccurrences() && !rescue.getNumOccurrences() &&
      !without)
    return nullptr;
  nanguard_policy *policy = nullptr;
  nanguard_error code;
  bool isPreset = true;
  if (!policyText.getNumOccurrences()) {
    code = nanguard_policy_create_preset("default", &policy);
  } else if (sys::fs::exists(policyText) || looksLikeFile(policyText)) {
    isPreset = false;
    auto file = MemoryBuffer::getFile(policyText);
    if (!file)
      return createStringError("--policy=" + policyText + ": cannot read it: " +
                               file.getError().message());
    code = nanguard_policy_create_from_json((*file)->getBuffer().str().c_str(),
                                            &policy);
  } else {
    code = nanguard_policy_create_preset(policyText.c_str(), &policy);
  }
  if (code)
    return createStringError("--policy=" + policyText + ": " +
                             nanguard_last_error());
  OwnedPolicy owned(policy);
  bool refused = rescue.getNumOccurrences() && !rescue;
  if ((without && isPreset) || refused)
    nanguard_policy_set(policy, "rescue.in_step", 0);
  if (rescue && nanguard_policy_set(policy, "rescue.in_step", 1))
    return createStringError(StringRef("--rescue: ") + nanguard_last_error());
  return owned;
}

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
    if (!results || i + 1 == faults.size())
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

/// What flags name, read before the model is compiled.
namespace {
struct Prepared {
  OwnedPolicy policy;
  FlagValues values;
  SinkOptions sinks;
};
} // namespace

static Expected<Prepared> prepare() {
  Prepared made;
  made.sinks = {metricsPath, metricsListen, logPath, recordsPath, {}};
  if (Error error = Sinks::check(made.sinks))
    return std::move(error);
  auto policy = readPolicy();
  if (!policy)
    return policy.takeError();
  made.policy = std::move(*policy);
  auto values = readValues();
  if (!values)
    return values.takeError();
  made.values = std::move(*values);
  return made;
}

/// The function of --function.
static Expected<const FunctionInfo *> findFunction(const Manifest &manifest) {
  if (const FunctionInfo *function = manifest.find(functionName))
    return function;
  std::string names;
  for (const FunctionInfo &other : manifest.functions)
    names += " " + other.name;
  return createStringError("the model has no function '" + functionName +
                           "'; it has:" + names);
}

static Error writeManifest(const std::string &manifest) {
  if (manifestPath.empty())
    return Error::success();
  return writeFileAtomically(manifestPath, manifest + "\n");
}

/// --list-ops, of a manifest's text.
static Expected<int> list(const std::string &text) {
  auto manifest = parseManifest(text);
  if (!manifest)
    return manifest.takeError();
  if (Error error = writeManifest(text))
    return std::move(error);
  auto function = findFunction(*manifest);
  if (!function)
    return function.takeError();
  printOps(outs(), **function);
  return 0;
}

static Expected<int> runModel(LoadedModel &model, const Manifest &manifest,
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
  auto args = bindInputs(*function, std::move(prepared.values.inputs));
  if (!args)
    return args.takeError();

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
    if (table)
      printTableRow(outs(), *function, record);
    if (!jsonPath.empty())
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

static Expected<int> runTool() {
  if (policySchema) {
    outs() << nanguard_policy_schema() << '\n';
    return 0;
  }
  if (Error error = checkFlags())
    return std::move(error);
  auto prepared = prepare();
  if (!prepared)
    return prepared.takeError();
  // Nothing is compiled for a list. What is not guarded has no manifest yet.
  if (listOps && !unguarded && !asWritten &&
      !StringRef(modelPath).ends_with(".so")) {
    auto text = readManifestOnly();
    if (!text)
      return text.takeError();
    if (!text->empty())
      return list(*text);
  }
  initializeCPUTarget();
  CPUCompileOptions options;
  options.useCache = !noCache;
  options.optLevel = optLevel;
  options.threads = threads;
  nanguard_set_threads(threads); // in range: checkFlags
  options.scalarLoops = scalarLoops;
  options.verbose = verboseFlag;
  // Before the model is compiled: a device that is not there costs no time.
  auto device = openDevice();
  if (!device)
    return device.takeError();
  if (*device)
    options.driverChip = nanguard_device_chip(device->get());
  options.emulateKernels = *device && options.driverChip.empty();
  options.checkAccesses = StringRef(deviceText).contains("checks");
  options.gateRescue = *device && rescue;
  std::unique_ptr<LoadedModel> model;
  CompiledModel compiled;
  if (StringRef(modelPath).ends_with(".so")) {
    auto loaded = loadModelLibrary(modelPath);
    if (!loaded)
      return loaded.takeError();
    model = std::move(*loaded);
  } else {
    auto result = compileModel(options);
    if (!result)
      return result.takeError();
    compiled = std::move(*result);
    if (!emitKind.empty()) {
      if (Error error = emitModel(compiled))
        return std::move(error);
      if (Error error = writeManifest(compiled.manifest))
        return std::move(error);
      return 0;
    }
    auto loaded = loadCompiledModel(compiled);
    if (!loaded)
      return loaded.takeError();
    model = std::move(*loaded);
  }
  if (listOps)
    return list(model->getManifest());
  auto manifest = parseManifest(model->getManifest());
  if (!manifest)
    return manifest.takeError();
  if (Error error = writeManifest(model->getManifest()))
    return std::move(error);
  return runModel(*model, *manifest, options, std::move(*prepared));
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  nanguard::registerAllPasses();
  nanguard::registerAllPipelines();
  parseFlags(argc, argv);
  Expected<int> code = runTool();
  int status = 1;
  if (code)
    status = *code;
  else
    handleAllErrors(
        code.takeError(), [](const ToldError &) {},
        [](const ErrorInfoBase &error) {
          errs() << "nanguard-run: error: " << error.message() << '\n';
        });
  // A full disk behind standard output is an error, not an abort.
  outs().flush();
  if (outs().has_error()) {
    errs() << "nanguard-run: error: cannot write standard output: "
           << outs().error().message() << '\n';
    outs().clear_error();
    status = 1;
  }
  return status;
}
