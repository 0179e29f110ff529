//===- Main.cpp - nanguard-run: compile, run, inject, report --------------===//

#include "CompileModel.h"
#include "Flags.h"
#include "Report.h"
#include "RunModel.h"

#include "nanguard/InitAll.h"
#include "nanguard/Support/WriteFile.h"
#include "nanguard/device.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"

#include <csignal>

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
  if (outs().error() == std::errc::broken_pipe) {
    // Whoever read it has seen enough.
    outs().clear_error();
    return 128 + SIGPIPE;
  }
  if (outs().has_error()) {
    errs() << "nanguard-run: error: cannot write standard output: "
           << outs().error().message() << '\n';
    outs().clear_error();
    status = 1;
  }
  return status;
}
