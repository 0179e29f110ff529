//===- Main.cpp - nanguard-run: compile, run, inject, report --------------===//

#include "History.h"
#include "Report.h"
#include "Sinks.h"
#include "TensorIO.h"

#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"
#include "nanguard/InitAll.h"
#include "nanguard/Pipelines/Pipelines.h"
#include "nanguard/Support/WriteFile.h"
#include "nanguard/Target/CPU/Compile.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

#include <algorithm>

using namespace llvm;
using namespace nanguard;
using namespace nanguard::run;

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
  static cl::opt<type> var(flag, cl::cat(category), __VA_ARGS__)
#define NG_LIST(var, flag, category, ...)                                      \
  static cl::list<std::string> var(flag, cl::cat(category), __VA_ARGS__)

static cl::opt<std::string> modelPath(cl::Positional, cl::Optional,
                                      cl::desc("MODEL.mlir|MODEL.so"),
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
NG_OPT(unsigned, optLevel, "O", modelOptions, cl::Prefix, cl::init(3),
       cl::desc("Optimisation level, 0 to 3"));
NG_OPT(unsigned, threads, "threads", modelOptions, cl::init(0),
       cl::desc("Threads of the compiler (0: all cores)"));
NG_OPT(bool, noCache, "no-cache", modelOptions,
       cl::desc("Neither read nor write the cache ($NANGUARD_CACHE_DIR, "
                "$XDG_CACHE_HOME/nanguard, ~/.cache/nanguard)"));
NG_OPT(std::string, emitKind, "emit", modelOptions,
       cl::desc("Write so (with a C header) or obj to -o instead of running"));
NG_OPT(std::string, emitPath, "o", modelOptions, cl::desc("File of --emit"));
NG_OPT(std::string, manifestPath, "manifest", modelOptions,
       cl::desc("Write the manifest's JSON to a file"));
NG_OPT(bool, listOps, "list-ops", modelOptions,
       cl::desc("List the guarded ops and stop"));
NG_OPT(bool, verboseFlag, "v", modelOptions,
       cl::desc("Say what compilation does"));

NG_LIST(inputs, "input", inputOptions,
        cl::desc("@x.npy, @all.npz, @w.safetensors (several arguments), "
                 "2x3xf16=1,2,…, f32=1, or random:SEED for all that remain; in "
                 "argument order"));
NG_LIST(outputs, "output", inputOptions,
        cl::desc("@y.npy: the last step's results, one flag a result"));
NG_LIST(expectedOutputs, "expected-output", inputOptions,
        cl::desc("@y.npy or inline, one flag a result; exit code 2 on a "
                 "mismatch"));
NG_OPT(double, relTolerance, "rtol", inputOptions, cl::init(1e-5),
       cl::desc("Relative tolerance"));
NG_OPT(double, absTolerance, "atol", inputOptions, cl::init(1e-8),
       cl::desc("Absolute tolerance"));
NG_OPT(bool, printResults, "print", inputOptions,
       cl::desc("Print the last step's results"));
NG_OPT(int64_t, steps, "steps", inputOptions, cl::init(1),
       cl::desc("Steps to run"));
NG_LIST(carries, "carry", inputOptions,
        cl::desc("RESULT:ARG: feed a result to the next step's argument"));

NG_OPT(std::string, tiersText, "tiers", guardOptions, cl::init("controller"),
       cl::desc("fused, safe, unfused, controller; ID=safe or PATH=safe for "
                "one op; separated by commas"));
NG_LIST(injects, "inject", guardOptions,
        cl::desc("op=ID|PATH,kind=nan|inf|-inf|add|scale|bitflip|set,value=V,"
                 "operand=K|argK|output,index=I|row=R,step=A[-B]|all,"
                 "forms=fused|all"));
NG_OPT(
    std::string, injectPoints, "inject-points", guardOptions,
    cl::desc("outputs: compile the points for a fault in any op's output, so "
             "that runs with other faults find the model in the cache"));
NG_OPT(std::string, policyText, "policy", guardOptions,
       cl::desc("Policy: a JSON file or a preset"));
NG_OPT(bool, rescue, "rescue", guardOptions,
       cl::desc("Run an op again in its safe form in the same step when its "
                "scan fires"));
NG_OPT(std::string, jsonPath, "json", guardOptions,
       cl::desc("One JSON object a step to a file (-: standard output)"));
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

namespace {
/// An error that its diagnostic has told already: the tool adds nothing.
struct ToldError : ErrorInfo<ToldError> {
  static char ID;
  void log(raw_ostream &os) const override { os << "told already"; }
  std::error_code convertToErrorCode() const override {
    return inconvertibleErrorCode();
  }
};
char ToldError::ID;
} // namespace

/// Runs passes that tell their own errors.
static Error runPasses(mlir::PassManager &pm, mlir::ModuleOp module) {
  if (mlir::failed(pm.run(module)))
    return make_error<ToldError>();
  return Error::success();
}

/// Reads --guard-options; what the tool decides itself is refused there.
static Error parseGuardOptions(GuardTiersOptions &options) {
  std::string message;
  raw_string_ostream os(message);
  if (mlir::failed(options.parseFromString(guardArgs, os))) {
    StringRef why = StringRef(message).trim();
    // A value of the wrong kind is told by the options' own parser.
    if (why.empty())
      return make_error<ToldError>();
    why.consume_front("<Pass-Options-Parser>: ");
    return createStringError("--guard-options=" + guardArgs + ": " + why);
  }
  if (options.target.getNumOccurrences() || options.chip.getNumOccurrences())
    return createStringError("--guard-options=" + guardArgs +
                             ": target and chip are nanguard-opt's alone");
  options.unguarded = options.unguarded || unguarded;
  if (std::string why = checkGuardTiersOptions(options); !why.empty())
    return createStringError("--guard-options=" + guardArgs + ": " + why);
  return Error::success();
}

/// A module that was guarded earlier may have been edited since: its manifest
/// must still be about its functions, or the tier vector is read beyond its
/// end.
static Error checkManifest(mlir::ModuleOp module, const Manifest &manifest) {
  for (const FunctionInfo &info : manifest.functions) {
    auto function = module.lookupSymbol<mlir::func::FuncOp>(info.name);
    auto tiers = mlir::RankedTensorType::get(
        {static_cast<int64_t>(info.ops.size())},
        mlir::IntegerType::get(module.getContext(), 8));
    if (!function || function.getNumArguments() != info.args.size() + 1 ||
        function.getArgumentTypes().back() != tiers)
      return createStringError(
          "the manifest names " + Twine(info.ops.size()) +
          " guarded ops of function '" + info.name +
          "', its tier vector has another length: guard the model anew");
  }
  return Error::success();
}

/// Guards the module unless it is, and puts a hook where a fault is named, and
/// nowhere else.
static Error guardModule(mlir::ModuleOp module,
                         const GuardTiersOptions &guard) {
  if (!module->hasAttr("nanguard.manifest")) {
    mlir::PassManager pm(module.getContext());
    buildGuardTiersPipeline(pm, guard);
    if (Error error = runPasses(pm, module))
      return error;
  }
  auto text = module->getAttrOfType<mlir::StringAttr>("nanguard.manifest");
  if (!text && (!injects.empty() || injectPoints.getNumOccurrences()))
    return createStringError(
        Twine(injects.empty() ? "--inject-points" : "--inject") +
        ": the model is not guarded");
  if (!text)
    return Error::success();
  auto manifest = parseManifest(text.getValue());
  if (!manifest)
    return manifest.takeError();
  if (Error error = checkManifest(module, *manifest))
    return error;
  if (injects.empty() && !injectPoints.getNumOccurrences())
    return Error::success();
  const FunctionInfo *function = manifest->find(functionName);
  if (!function)
    return createStringError("the model has no function '" + functionName +
                             "'");
  InstrumentInjectPassOptions points;
  points.function = functionName;
  for (const std::string &spec : injects) {
    auto injection = parseInjection(*function, spec);
    if (!injection)
      return injection.takeError();
    for (int64_t op : injection->ops)
      points.points.push_back(std::to_string(op) + ":" +
                              std::to_string(injection->operand));
  }
  if (injectPoints.getNumOccurrences())
    for (const OpInfo &op : function->ops)
      if (op.hasOutput())
        points.points.push_back(std::to_string(op.id) + ":-1");
  llvm::sort(points.points);
  points.points.erase(llvm::unique(points.points), points.points.end());
  mlir::PassManager pm(module.getContext());
  pm.addNestedPass<mlir::func::FuncOp>(createInstrumentInjectPass(points));
  return runPasses(pm, module);
}

/// What no kernel can be made of: ops of unknown dialects, and calls of
/// functions on tensors that the file only declares.
static Error checkCompilable(mlir::ModuleOp module) {
  auto located = [](mlir::Operation *op, const Twine &why) {
    mlir::emitError(op->getLoc()) << why;
    return make_error<ToldError>();
  };
  Error error = Error::success();
  module.walk([&](mlir::Operation *op) {
    if (!op->isRegistered()) {
      error = joinErrors(std::move(error),
                         located(op, "cannot compile '" +
                                         op->getName().getStringRef() +
                                         "': nanguard-run does not know its "
                                         "dialect"));
      return mlir::WalkResult::interrupt();
    }
    auto call = dyn_cast<mlir::func::CallOp>(op);
    auto callee =
        call ? module.lookupSymbol<mlir::func::FuncOp>(call.getCallee())
             : mlir::func::FuncOp();
    if (callee && callee.isExternal() &&
        llvm::any_of(callee.getFunctionType().getInputs(),
                     llvm::IsaPred<mlir::ShapedType>)) {
      error = joinErrors(std::move(error),
                         located(op, "cannot compile a call of '" +
                                         call.getCallee() +
                                         "': the file only declares it"));
      return mlir::WalkResult::interrupt();
    }
    return mlir::WalkResult::advance();
  });
  return error;
}

/// The first of the flags that stands on the command line, as it is written
/// there; empty when none does.
static std::string firstGiven(
    std::initializer_list<std::reference_wrapper<const cl::Option>> options) {
  for (const cl::Option &option : options)
    if (option.getNumOccurrences())
      return (option.ArgStr.size() == 1 ? "-" : "--") + option.ArgStr.str();
  return "";
}

/// Where the compiled code lets faults in: what of --inject the cache's key
/// depends on.
static Expected<std::string> describeInjectionPlaces() {
  SmallVector<std::string> places;
  if (injectPoints.getNumOccurrences())
    places.push_back(injectPoints);
  for (const std::string &spec : injects) {
    auto place = injectionPlace(spec);
    if (!place)
      return place.takeError();
    // Every output has its point already.
    if (!injectPoints.getNumOccurrences() ||
        !StringRef(*place).ends_with(":output"))
      places.push_back(std::move(*place));
  }
  llvm::sort(places);
  places.erase(llvm::unique(places), places.end());
  return llvm::join(places, ";");
}

static Expected<CompiledModel> compile(const CPUCompileOptions &options) {
  auto file = MemoryBuffer::getFile(modelPath);
  if (!file)
    return createStringError("cannot read '" + modelPath +
                             "': " + file.getError().message());
  GuardTiersOptions guard;
  if (Error error = parseGuardOptions(guard))
    return std::move(error);
  auto places = describeInjectionPlaces();
  if (!places)
    return places.takeError();
  std::string flags = "O" + std::to_string(optLevel) +
                      (asWritten   ? ";as-written"
                       : unguarded ? ";unguarded"
                                   : ";guarded") +
                      (scalarLoops ? ";loops" : "") + ";" + guardArgs + ";" +
                      functionName + ";" + *places;
  std::string key = makeModelKey((*file)->getBuffer(), flags);
  // Files that the passes write are written by each run.
  bool writesFiles = !guard.manifest.empty() || !guard.report.empty();
  if (!writesFiles)
    if (auto cached = findCachedModel(key, options))
      return std::move(*cached);

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  nanguard::registerAllDialects(registry);
  nanguard::registerAllExtensions(registry);
  registerCPUTargetDialects(registry);
  mlir::MLIRContext context(registry);
  // Told by checkCompilable, in this tool's words.
  context.allowUnregisteredDialects();
  context.printOpOnDiagnostic(false);
  SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*file), SMLoc());
  mlir::SourceMgrDiagnosticHandler handler(sources, &context);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>(sources, &context);
  if (!module)
    return make_error<ToldError>();
  if (Error error = checkCompilable(*module))
    return std::move(error);
  if ((*module)->hasAttr("nanguard.manifest"))
    if (std::string idle = firstGiven({guardArgs, unguarded, asWritten});
        !idle.empty())
      return createStringError(idle + ": the file is guarded already");
  if (!asWritten)
    if (Error error = guardModule(*module, guard))
      return std::move(error);
  auto model = compileForCPU(*module, options);
  if (model)
    rememberModel(key, *model, options);
  return model;
}

/// Fills all arguments, in order.
static Expected<std::vector<HostTensor>>
readInputs(const FunctionInfo &function) {
  std::vector<HostTensor> args;
  auto add = [&](HostTensor tensor, const Twine &what) -> Error {
    if (args.size() >= function.args.size())
      return createStringError(what + " is one input too many: function '" +
                               function.name + "' has " +
                               Twine(function.args.size()) + " arguments");
    auto arg = convertTo(std::move(tensor), function.args[args.size()]);
    if (!arg)
      return createStringError(what + " for argument " + Twine(args.size()) +
                               ": " + toString(arg.takeError()));
    args.push_back(std::move(*arg));
    return Error::success();
  };
  for (const std::string &text : inputs) {
    StringRef spec = text;
    if (spec.consume_front("random:")) {
      uint64_t seed;
      if (spec.getAsInteger(10, seed))
        return createStringError("--input=" + text + ": wants random:SEED");
      while (args.size() < function.args.size()) {
        const ValueType &type = function.args[args.size()];
        if (countElements(type.shape) < 0)
          return createStringError("--input=" + text + ": argument " +
                                   Twine(args.size()) + " has type " +
                                   type.str() + "; give it a tensor");
        HostTensor tensor = HostTensor::make(type.dtype, type.shape);
        fillRandom(tensor, seed * 1000003 + args.size());
        args.push_back(std::move(tensor));
      }
    } else if (spec.consume_front("@")) {
      auto tensors = readTensors(spec);
      if (!tensors)
        return tensors.takeError();
      for (NamedTensor &named : *tensors)
        if (Error error =
                add(std::move(named.tensor),
                    "'" + spec + "'" +
                        (named.name.empty() ? "" : " (" + named.name + ")")))
          return std::move(error);
    } else {
      auto tensor = parseInline(spec);
      if (!tensor)
        return createStringError("--input=" + text + ": " +
                                 toString(tensor.takeError()));
      if (Error error =
              add(std::move(*tensor), "input " + spec.split('=').first))
        return std::move(error);
    }
  }
  if (args.size() != function.args.size())
    return createStringError("function '" + function.name + "' has " +
                             Twine(function.args.size()) +
                             " arguments, --input gives " + Twine(args.size()));
  return args;
}

static Error emit(const CompiledModel &model) {
  if (emitKind == "obj")
    return linkObject(model, emitPath);
  if (Error error = linkSharedLibrary(model, emitPath))
    return error;
  auto header = makeCHeader(model.manifest, sys::path::filename(emitPath));
  if (!header)
    return header.takeError();
  SmallString<128> path(emitPath);
  sys::path::replace_extension(path, "h");
  return writeFileAtomically(path, *header);
}

namespace {
struct DestroyPolicy {
  void operator()(nanguard_policy *policy) { nanguard_policy_destroy(policy); }
};
} // namespace
using OwnedPolicy = std::unique_ptr<nanguard_policy, DestroyPolicy>;

/// The policy of --policy and --rescue; none when neither is given.
static Expected<OwnedPolicy> readPolicy() {
  if (!policyText.getNumOccurrences() && !rescue)
    return nullptr;
  nanguard_policy *policy = nullptr;
  nanguard_error code;
  if (!policyText.getNumOccurrences()) {
    code = nanguard_policy_create_preset("default", &policy);
  } else if (sys::fs::exists(policyText)) {
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
  if (rescue && nanguard_policy_set(policy, "rescue.in_step", 1))
    return createStringError(StringRef("--rescue: ") + nanguard_last_error());
  return owned;
}

static Error checkFiles() {
  if (modelPath.empty())
    return createStringError("no model is named (--help)");
  for (const cl::opt<std::string> *file :
       {&emitPath, &manifestPath, &jsonPath, &reportPath, &tracePath,
        &metricsPath, &metricsListen, &logPath, &recordsPath})
    if (file->getNumOccurrences() && file->empty())
      return createStringError(firstGiven({*file}) + " names no file");
  for (const std::string &path : outputs)
    if (path.empty() || path == "@")
      return createStringError("--output=" + path + " names no file");
  return Error::success();
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
    std::string idle = firstGiven(
        {inputs,    outputs,     expectedOutputs, carries,        steps,
         tiersText, policyText,  jsonPath,        timeSteps,      printResults,
         listOps,   checkFinite, lossResult,      gradNormResult, reportPath,
         tracePath, metricsPath, metricsListen,   logPath,        recordsPath});
    if (!idle.empty())
      return createStringError("--emit runs nothing: " + idle +
                               " has no place beside it");
  } else if (emitPath.getNumOccurrences()) {
    return createStringError("-o needs --emit=so or --emit=obj");
  }
  std::string late =
      firstGiven({guardArgs, unguarded, asWritten, scalarLoops, optLevel});
  if (isLibrary && !late.empty())
    return createStringError("'" + modelPath + "' is compiled already: " +
                             late + " needs an .mlir file");
  if (asWritten && unguarded)
    return createStringError("--as-written and --unguarded: choose one");
  if (asWritten && guardArgs.getNumOccurrences())
    return createStringError("--as-written skips what --guard-options is for");
  return Error::success();
}

/// Refuses flags that say nothing or contradict one another, before any work.
static Error checkFlags() {
  if (injectPoints.getNumOccurrences() && injectPoints != "outputs")
    return createStringError("--inject-points=" + injectPoints +
                             ": expected outputs");
  for (auto *check : {checkFiles, checkNumbers, checkCombinations})
    if (Error error = check())
      return error;
  return Error::success();
}

/// Writes, prints and compares; gives the exit code.
static Expected<int> finish(const FunctionInfo &function,
                            const std::vector<HostTensor> &results) {
  for (auto [i, path] : llvm::enumerate(outputs)) {
    StringRef file = path;
    file.consume_front("@");
    if (Error error = writeFileAtomically(file, formatNpy(results[i])))
      return std::move(error);
  }
  if (printResults)
    for (const HostTensor &result : results)
      printTensor(outs(), result);
  int code = 0;
  for (auto [i, text] : llvm::enumerate(expectedOutputs)) {
    StringRef spec = text;
    Expected<HostTensor> expected = HostTensor();
    if (spec.consume_front("@")) {
      auto tensors = readTensors(spec);
      if (!tensors)
        return tensors.takeError();
      if (tensors->size() != 1)
        return createStringError("--expected-output=" + text +
                                 ": wants one tensor");
      expected = std::move(tensors->front().tensor);
    } else {
      expected = parseInline(spec);
    }
    if (!expected)
      return createStringError("--expected-output=" + text + ": " +
                               toString(expected.takeError()));
    if (expected->raw16 && results[i].dtype == NANGUARD_BF16)
      expected->dtype = NANGUARD_BF16;
    std::string wrong =
        compareTensors(results[i], *expected, relTolerance, absTolerance);
    if (wrong.empty())
      continue;
    errs() << "nanguard-run: mismatch: result " << i << ": " << wrong << '\n';
    code = 2;
  }
  return code;
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

/// The line that runs the model with the faults of one step, and nothing of
/// what depends on the folder that it runs in.
static std::string replayCommand(const FunctionInfo &function, int64_t step) {
  auto quote = [](StringRef text) {
    std::string out = "'";
    for (char c : text)
      out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
  };
  SmallString<128> path(modelPath);
  (void)sys::fs::make_absolute(path);
  std::string line =
      "nanguard-run " + quote(path) + " --function=" + quote(functionName);
  if (guardArgs.getNumOccurrences())
    line += " --guard-options=" + quote(guardArgs);
  for (const std::string &text : injects) {
    auto injection = parseInjection(function, text);
    if (!injection) {
      consumeError(injection.takeError());
      continue; // it was parsed before the run
    }
    if (step < injection->firstStep || step > injection->lastStep)
      continue;
    SmallVector<StringRef> parts;
    for (StringRef part : split(text, ','))
      if (!part.trim().starts_with("step="))
        parts.push_back(part);
    line += " --inject=" + quote(llvm::join(parts, ","));
  }
  return line;
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
    if (!isBadRow(&record.report[op.id * NANGUARD_REPORT_COLUMNS], op.dtype))
      continue;
    errs() << "nanguard-run: not finite: step " << record.step << ", op "
           << op.id << " " << op.label() << '\n';
    return false;
  }
  return true;
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

static Expected<int> runModel(LoadedModel &model, const Manifest &manifest) {
  const FunctionInfo *function = manifest.find(functionName);
  if (!function) {
    std::string names;
    for (const FunctionInfo &other : manifest.functions)
      names += " " + other.name;
    return createStringError("the model has no function '" + functionName +
                             "'; it has:" + names);
  }
  if (listOps) {
    printOps(outs(), *function);
    return 0;
  }
  for (size_t count : {outputs.size(), expectedOutputs.size()})
    if (count > function->results.size())
      return createStringError("function '" + functionName + "' has " +
                               Twine(function->results.size()) +
                               " results, flags name " + Twine(count));
  RunOptions options;
  options.steps = steps;
  options.manifestText = model.getManifest();
  std::string idle = firstGiven({tiersText, policyText, injects, rescue});
  if (!function->guarded && !idle.empty())
    return createStringError(idle + ": the model is not guarded");
  auto tiers = parseTiers(*function, tiersText);
  if (!tiers)
    return tiers.takeError();
  options.tiers = std::move(*tiers);
  if (policyText.getNumOccurrences() && options.tiers.fallback >= 0)
    return createStringError("--policy needs --tiers=controller");
  options.rescue = rescue;
  options.counts = !jsonPath.empty() || !injects.empty();
  for (const std::string &text : injects) {
    auto injection = parseInjection(*function, text);
    if (!injection)
      return injection.takeError();
    if (injection->firstStep > steps)
      return createStringError("--inject=" + text + ": no step " +
                               Twine(injection->firstStep) +
                               ", --steps=" + Twine(steps));
    options.injections.push_back(std::move(*injection));
  }
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
  auto policy = readPolicy();
  if (!policy)
    return policy.takeError();
  options.policy = policy->get();
  auto args = readInputs(*function);
  if (!args)
    return args.takeError();

  Sinks sinks({metricsPath, metricsListen, logPath, recordsPath,
               [&](int64_t step) { return replayCommand(*function, step); }});
  if (Error error = sinks.open(*function, options.manifestText))
    return std::move(error);
  options.listener = {
      [&](nanguard_context *context, const std::vector<HostTensor> &inputs) {
        sinks.start(context, inputs);
      },
      [&](ArrayRef<uint8_t> bytes) { sinks.selected(bytes); },
      [&](const nanguard_event &event) { sinks.event(event); }};
  History history;
  history.function = function;
  history.model = sys::path::filename(modelPath).str();
  bool remember = !reportPath.empty() || !tracePath.empty();
  bool allFinite = true;

  std::string json;
  std::vector<double> times;
  bool table = function->guarded && !quiet && jsonPath != "-";
  if (table)
    printTableHeader(outs());
  auto results = runSteps(model, *function, std::move(*args), options,
                          [&](const StepRecord &record) -> Error {
                            times.push_back(record.seconds);
                            sinks.step();
                            if (remember)
                              history.add(record);
                            if (checkFinite && allFinite)
                              allFinite = isFinite(*function, record);
                            if (table)
                              printTableRow(outs(), *function, record);
                            if (jsonPath == "-")
                              outs()
                                  << formatJsonLine(*function, record) << '\n';
                            else if (!jsonPath.empty())
                              json += formatJsonLine(*function, record) + "\n";
                            return Error::success();
                          });
  // What was seen before a failure is worth keeping.
  Error pages = joinErrors(sinks.close(), writePages(history));
  if (pages) {
    if (!results)
      consumeError(results.takeError());
    return std::move(pages);
  }
  if (!jsonPath.empty() && jsonPath != "-")
    if (Error error = writeFileAtomically(jsonPath, json)) {
      if (!results)
        consumeError(results.takeError());
      return std::move(error);
    }
  if (!results)
    return results.takeError();
  if (timeSteps) {
    std::nth_element(times.begin(), times.begin() + times.size() / 2,
                     times.end());
    outs() << format("step: %.3f ms (median of %zu)\n",
                     times[times.size() / 2] * 1e3, times.size());
  }
  auto code = finish(*function, *results);
  return code && *code == 0 && !allFinite ? 2 : std::move(code);
}

static Error writeManifest(const std::string &manifest) {
  if (manifestPath.empty())
    return Error::success();
  return writeFileAtomically(manifestPath, manifest + "\n");
}

static Expected<int> runTool() {
  if (policySchema) {
    outs() << nanguard_policy_schema() << '\n';
    return 0;
  }
  if (Error error = checkFlags())
    return std::move(error);
  initializeCPUTarget();
  CPUCompileOptions options;
  options.useCache = !noCache;
  options.optLevel = optLevel;
  options.threads = threads;
  options.scalarLoops = scalarLoops;
  options.verbose = verboseFlag;
  std::unique_ptr<LoadedModel> model;
  CompiledModel compiled;
  if (StringRef(modelPath).ends_with(".so")) {
    auto loaded = loadModelLibrary(modelPath);
    if (!loaded)
      return loaded.takeError();
    model = std::move(*loaded);
  } else {
    auto result = compile(options);
    if (!result)
      return result.takeError();
    compiled = std::move(*result);
    if (!emitKind.empty()) {
      if (Error error = emit(compiled))
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
  auto manifest = parseManifest(model->getManifest());
  if (!manifest)
    return manifest.takeError();
  if (Error error = writeManifest(model->getManifest()))
    return std::move(error);
  return runModel(*model, *manifest);
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  nanguard::registerAllPasses();
  nanguard::registerAllPipelines();
  cl::HideUnrelatedOptions(
      {&modelOptions, &inputOptions, &guardOptions, &watchOptions});
  cl::ParseCommandLineOptions(
      argc, argv,
      "NanGuard: runs a model step by step, guarded or as written\n");
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
