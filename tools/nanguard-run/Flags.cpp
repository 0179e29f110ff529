//===- Flags.cpp - The command line of nanguard-run -----------------------===//

#include "Flags.h"

#include "nanguard/Support/WriteFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace nanguard::run;
using namespace nanguard::run::flags;

/// libLLVM registers hundreds of flags of its own, `threads` among them; the
/// tool's flags, initialised after this, are all that it takes.
[[maybe_unused]] static const bool clearedOptions = [] {
  SmallVector<cl::Option *> others;
  for (auto &entry : cl::getRegisteredOptions())
    if (!entry.first.starts_with("help") && entry.first != "version")
      others.push_back(entry.second);
  for (cl::Option *option : others)
    option->removeArgument();
  return true;
}();

static cl::OptionCategory modelOptions("Model and compilation");
static cl::OptionCategory inputOptions("Inputs and outputs");
static cl::OptionCategory guardOptions("Tiers, faults, reports");
static cl::OptionCategory watchOptions("Signals, pages, metrics, records");

#define NG_OPT(type, var, flag, category, ...)                                 \
  cl::opt<type> nanguard::run::flags::var(flag, cl::cat(category), __VA_ARGS__)
#define NG_LIST(var, flag, category, ...)                                      \
  cl::list<std::string> nanguard::run::flags::var(flag, cl::cat(category),     \
                                                  __VA_ARGS__)

cl::opt<std::string>
    nanguard::run::flags::modelPath(cl::Positional, cl::Optional,
                                    cl::desc("MODEL.mlir|MODEL.so|-"),
                                    cl::cat(modelOptions));
NG_OPT(std::string, functionName, "function", modelOptions, cl::init("main"),
       cl::desc("Function to run"));
NG_OPT(bool, unguarded, "unguarded", modelOptions,
       cl::desc("The same kernels without tiers, scans and report"));
NG_OPT(bool, asWritten, "as-written", modelOptions,
       cl::desc("Skip NanGuard's own passes: the model as the file has it"));
NG_OPT(std::string, guardArgs, "guard-options", modelOptions,
       cl::desc("Options of --guard-tiers, e.g. \"fused=fast\""));
NG_OPT(bool, scalarLoops, "scalar-loops", modelOptions,
       cl::desc("Plain scalar loops: slow reference code"));
NG_OPT(std::string, deviceText, "device", modelOptions, cl::init("cpu"),
       cl::desc("Where kernels run: cpu; sim[:checks,seed=N,threads=N], the "
                "emulator of a GPU; cuda[:NUMBER,graphs=off,switch,time]"));
NG_OPT(unsigned, optLevel, "O", modelOptions, cl::Prefix, cl::init(3),
       cl::desc("Optimisation level, 0 to 3"));
NG_OPT(unsigned, threads, "threads", modelOptions, cl::init(0),
       cl::desc("Threads of the compiler and of kernels on the CPU; 0: "
                "$NANGUARD_THREADS for kernels, else all cores"));
NG_OPT(bool, noCache, "no-cache", modelOptions,
       cl::desc("Neither read nor write the cache ($NANGUARD_CACHE_DIR, "
                "$XDG_CACHE_HOME/nanguard, ~/.cache/nanguard)"));
NG_OPT(std::string, emitKind, "emit", modelOptions,
       cl::desc("Write so (with a C header) or obj to -o instead of running"));
NG_OPT(std::string, emitPath, "o", modelOptions, cl::desc("File of --emit"));
NG_OPT(
    std::string, emitPrefix, "emit-prefix", modelOptions,
    cl::desc("What --emit's symbols begin with in place of nanguard, so that "
             "a program can hold several models"));
NG_OPT(std::string, manifestPath, "manifest", modelOptions,
       cl::desc("Write the manifest's JSON to a file"));
NG_OPT(bool, listOps, "list-ops", modelOptions,
       cl::desc("List the guarded ops and stop"));
NG_OPT(bool, verboseFlag, "v", modelOptions,
       cl::desc("Say what compilation does"));

NG_LIST(
    inputs, "input", inputOptions,
    cl::desc("@x.npy, @all.npz, @w.safetensors (several arguments), "
             "2x3xf16=1,2,…, 2x3xf16=random:SEED, f32=1, or random:SEED for "
             "all that remain; in argument order"));
NG_LIST(inputSteps, "input-steps", inputOptions,
        cl::desc("@batches.npy: as --input, and the first dimension counts "
                 "steps; --steps is its extent unless it is given"));
NG_LIST(outputs, "output", inputOptions,
        cl::desc("@y.npy: the last step's results, one flag a result"));
NG_LIST(expectedOutputs, "expected-output", inputOptions,
        cl::desc("@y.npy or inline, one flag a result; exit code 2 on a "
                 "mismatch"));
NG_OPT(double, relTolerance, "rtol", inputOptions, cl::init(1e-5),
       cl::desc("Relative tolerance of --expected-output"));
NG_OPT(double, absTolerance, "atol", inputOptions, cl::init(1e-8),
       cl::desc("Absolute tolerance of --expected-output"));
NG_OPT(bool, printResults, "print", inputOptions,
       cl::desc("Print the last step's results"));
NG_OPT(int64_t, steps, "steps", inputOptions, cl::init(1),
       cl::desc("Steps to run"));
NG_LIST(carries, "carry", inputOptions,
        cl::desc("RESULT:ARG: feed a result to the next step's argument"));

NG_OPT(std::string, tiersText, "tiers", guardOptions, cl::init("controller"),
       cl::desc("fused, finite (fused, and on a GPU its scan for NaN and Inf "
                "alone), safe, unfused, controller; ID=safe, PATH=safe or "
                "PATH#ID=safe for one op; separated by commas"));
NG_LIST(injects, "inject", guardOptions,
        cl::desc("op=ID|PATH,at=output|input:K|arg:K|weight:K|inner:K|kv:K,"
                 "kind=nan|inf|-inf|add|scale|bitflip|set,value=V,index=I|"
                 "random:SEED|row=R,step=A[-B]|all,forms=fused|all"));
NG_LIST(injectEach, "inject-each", guardOptions,
        cl::desc("As --inject, but a run of all steps of its own, from the "
                 "same inputs; compiled once for all of them"));
NG_OPT(
    std::string, injectPoints, "inject-points", guardOptions,
    cl::desc("outputs: compile the points for a fault in any op's output, so "
             "that runs with other faults find the model in the cache"));
NG_OPT(std::string, policyText, "policy", guardOptions,
       cl::desc("Policy: a JSON file, or a preset (default, training, "
                "inference, debug)"));
NG_OPT(bool, rescue, "rescue", guardOptions,
       cl::desc("Run an op again in its safe form in the same step when its "
                "scan fires"));
NG_OPT(std::string, jsonPath, "json", guardOptions,
       cl::desc("One JSON object a step to a file (-: standard output)"));
NG_OPT(bool, jsonBadSteps, "json-bad-steps", guardOptions,
       cl::desc("With --json: only steps with a bad value, a fault or an "
                "event"));
NG_OPT(bool, checkFinite, "check-finite", guardOptions,
       cl::desc("Exit code 2 when a scan saw a NaN or an unmarked Inf"));
NG_OPT(std::string, lossResult, "loss", watchOptions,
       cl::desc("RESULT that is the loss: a signal for the controller"));
NG_OPT(std::string, gradNormResult, "grad-norm", watchOptions,
       cl::desc("RESULT that is the gradient norm: a signal, too"));
NG_OPT(std::string, reportPath, "report", watchOptions,
       cl::desc("Write the run as one HTML page"));
NG_OPT(std::string, tracePath, "trace", watchOptions,
       cl::desc("Write the run as trace events for Perfetto"));
NG_OPT(std::string, metricsPath, "metrics", watchOptions,
       cl::desc("Write nanguard_… metrics in Prometheus' text format"));
NG_OPT(std::string, metricsListen, "metrics-listen", watchOptions,
       cl::desc("HOST:PORT: serve /metrics while the run lasts"));
NG_OPT(std::string, logPath, "log", watchOptions,
       cl::desc("Log events as JSON lines to a file (-: standard error)"));
NG_OPT(std::string, recordsPath, "records", watchOptions,
       cl::desc("Folder for records, known faults and replay bundles"));
NG_OPT(bool, policySchema, "policy-schema", watchOptions,
       cl::desc("Print the JSON Schema of policies and stop"));
NG_OPT(bool, quiet, "quiet", guardOptions, cl::desc("No table of steps"));
NG_OPT(bool, timeSteps, "time", guardOptions,
       cl::desc("Print the median time of a step"));

/// The first of the flags that stands on the command line, as it is written
/// there; empty when none does.
std::string nanguard::run::firstGiven(
    std::initializer_list<std::reference_wrapper<const cl::Option>> options) {
  for (const cl::Option &option : options)
    if (option.getNumOccurrences())
      return (option.ArgStr.size() == 1 ? "-" : "--") + option.ArgStr.str();
  return "";
}

/// Nothing that is written takes the place of the model or of another output;
/// a pipe or a device may get several. Where nothing can be written, the model
/// is not compiled and run first.
static Error checkWritten() {
  std::vector<std::string> written;
  for (const cl::opt<std::string> *file :
       {&emitPath, &manifestPath, &jsonPath, &reportPath, &tracePath,
        &metricsPath, &logPath})
    if (!file->empty() && *file != "-")
      written.push_back(*file);
  for (const std::string &path : outputs)
    written.push_back(StringRef(path).ltrim('@').str());
  if (emitKind == "so") {
    SmallString<128> header(emitPath.getValue());
    sys::path::replace_extension(header, "h");
    written.push_back(header.str().str());
  }
  for (const std::string &path : written)
    if (path != logPath) // its folders are made
      if (Error error = nanguard::checkWritable(path))
        return error;
  llvm::erase_if(written, [](const std::string &path) {
    return sys::fs::exists(path) && !sys::fs::is_regular_file(path);
  });
  for (size_t i = 0; i < written.size(); ++i) {
    if (written[i] == modelPath || sys::fs::equivalent(written[i], modelPath))
      return createStringError("'" + written[i] +
                               "' is the model: it would be overwritten");
    for (size_t j = 0; j < i; ++j)
      if (written[i] == written[j])
        return createStringError("'" + written[i] + "' would be written twice");
  }
  return Error::success();
}

static Error checkFiles() {
  if (modelPath.empty())
    return createStringError("no model is named (--help)");
  for (const cl::opt<std::string> *file :
       {&emitPath, &manifestPath, &jsonPath, &reportPath, &tracePath,
        &metricsPath, &metricsListen, &logPath, &recordsPath})
    if (file->getNumOccurrences() && file->empty())
      return createStringError(firstGiven({*file}) + " names no file");
  for (const cl::opt<std::string> *file :
       {&emitPath, &manifestPath, &reportPath, &tracePath, &metricsPath})
    if (*file == "-")
      return createStringError(firstGiven({*file}) +
                               " writes a file, not standard output");
  for (const std::string &path : outputs)
    if (path.empty() || path == "@")
      return createStringError("--output=" + path + " names no file");
  return checkWritten();
}

static Error checkNumbers() {
  if (optLevel > 3)
    return createStringError("-O" + Twine(optLevel) + ": wants 0 to 3");
  if (threads > 1024)
    return createStringError("--threads=" + Twine(threads) + ": at most 1024");
  if (steps < 1)
    return createStringError("--steps must be at least 1");
  for (const cl::opt<double> *tolerance : {&relTolerance, &absTolerance})
    if (!(*tolerance >= 0))
      return createStringError(firstGiven({*tolerance}) +
                               " must not be negative");
  return Error::success();
}

/// The first flag that only a run has a use for.
static std::string firstRunFlag() {
  return firstGiven({inputs,      inputSteps,  outputs,        expectedOutputs,
                     carries,     steps,       tiersText,      policyText,
                     rescue,      jsonPath,    timeSteps,      printResults,
                     checkFinite, lossResult,  gradNormResult, reportPath,
                     tracePath,   metricsPath, metricsListen,  logPath,
                     recordsPath});
}

/// Flags beside which others have no meaning.
static Error checkCombinations() {
  bool isLibrary = StringRef(modelPath).ends_with(".so");
  if (emitKind.getNumOccurrences()) {
    if (isLibrary)
      return createStringError("--emit needs an .mlir file");
    if (emitKind != "so" && emitKind != "obj")
      return createStringError("--emit=" + emitKind + ": wants so or obj");
    if (emitPath.empty())
      return createStringError("--emit needs -o FILE");
    StringRef prefix = emitPrefix;
    bool isName =
        llvm::all_of(prefix, [](char c) { return isAlnum(c) || c == '_'; });
    if (emitPrefix.getNumOccurrences() &&
        (prefix.empty() || !isName || isDigit(prefix[0])))
      return createStringError("--emit-prefix=" + prefix +
                               ": wants a name as C has them");
    std::string idle = firstRunFlag();
    if (idle.empty())
      idle = firstGiven({listOps});
    if (!idle.empty())
      return createStringError("--emit runs nothing: " + idle +
                               " has no place beside it");
  } else if (std::string alone = firstGiven({emitPath, emitPrefix});
             !alone.empty()) {
    return createStringError(alone + " needs --emit=so or --emit=obj");
  }
  if (std::string idle = firstRunFlag(); listOps && !idle.empty())
    return createStringError("--list-ops runs nothing: " + idle +
                             " has no place beside it");
  std::string late =
      firstGiven({guardArgs, unguarded, asWritten, scalarLoops, optLevel});
  if (isLibrary && !late.empty())
    return createStringError("'" + modelPath + "' is compiled already: " +
                             late + " needs an .mlir file");
  std::string ofOneRun =
      firstGiven({outputs, expectedOutputs, printResults, timeSteps, reportPath,
                  tracePath, metricsPath, metricsListen, logPath, recordsPath});
  if (injectEach.getNumOccurrences() && !ofOneRun.empty())
    return createStringError("--inject-each makes several runs: " + ofOneRun +
                             " is about one");
  if (usesDevice())
    if (std::string idle = firstGiven({asWritten, scalarLoops}); !idle.empty())
      return createStringError(idle +
                               " makes no kernels for --device=" + deviceText);
  if (jsonBadSteps && jsonPath.empty())
    return createStringError("--json-bad-steps needs --json");
  if (asWritten && unguarded)
    return createStringError("--as-written and --unguarded: choose one");
  std::string ofScans = firstGiven({reportPath, tracePath, jsonPath});
  if (std::string plain = firstGiven({asWritten, unguarded});
      !plain.empty() && !ofScans.empty())
    return createStringError(plain + " has no scans: " + ofScans +
                             " has nothing to tell");
  if (asWritten && guardArgs.getNumOccurrences())
    return createStringError("--as-written skips what --guard-options is for");
  return Error::success();
}

std::vector<std::string> nanguard::run::allFaults() {
  std::vector<std::string> all(injects.begin(), injects.end());
  all.insert(all.end(), injectEach.begin(), injectEach.end());
  return all;
}

bool nanguard::run::usesDevice() { return deviceText != "cpu"; }

Error nanguard::run::checkFlags() {
  if (injectPoints.getNumOccurrences() && injectPoints != "outputs")
    return createStringError("--inject-points=" + injectPoints +
                             ": expected outputs");
  for (auto *check : {checkFiles, checkNumbers, checkCombinations})
    if (Error error = check())
      return error;
  return Error::success();
}

/// Has --help say what a flag is without being given.
template <typename T>
static void tellDefault(cl::opt<T> &flag) {
  static BumpPtrAllocator memory;
  std::string value;
  raw_string_ostream os(value);
  if constexpr (std::is_floating_point_v<T>)
    os << format("%g", flag.getValue());
  else
    os << flag.getValue();
  flag.setDescription(
      StringSaver(memory).save(flag.HelpStr + " (default: " + value + ")"));
}

void nanguard::run::parseFlags(int argc, char **argv) {
  for (cl::opt<std::string> *flag : {&functionName, &deviceText, &tiersText})
    tellDefault(*flag);
  for (cl::opt<double> *flag : {&relTolerance, &absTolerance})
    tellDefault(*flag);
  for (cl::opt<unsigned> *flag : {&optLevel, &threads})
    tellDefault(*flag);
  tellDefault(steps);
  cl::HideUnrelatedOptions(
      {&modelOptions, &inputOptions, &guardOptions, &watchOptions});
  cl::ParseCommandLineOptions(
      argc, argv,
      "NanGuard: runs a model step by step, guarded or as written; the model "
      "- is MLIR on standard input\n");
}
