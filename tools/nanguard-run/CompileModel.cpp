//===- CompileModel.cpp - From a model's file to code ---------------------===//

#include "CompileModel.h"

#include "Flags.h"
#include "Manifest.h"

#include "nanguard/Conversion/Common/Passes.h"
#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"
#include "nanguard/InitAll.h"
#include "nanguard/Pipelines/Pipelines.h"
#include "nanguard/Support/ForeignDialects.h"
#include "nanguard/Support/WriteFile.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace nanguard;
using namespace nanguard::run;
using namespace nanguard::run::flags;

char ToldError::ID;

/// Runs passes that report their own errors.
static Error runPasses(mlir::PassManager &pm, mlir::ModuleOp module) {
  if (mlir::failed(pm.run(module)))
    return make_error<ToldError>();
  return Error::success();
}

Expected<std::unique_ptr<MemoryBuffer>> nanguard::run::openModel() {
  // Standard input is read once, a replay bundle asks again.
  static std::unique_ptr<MemoryBuffer> standardInput;
  if (standardInput)
    return MemoryBuffer::getMemBuffer(*standardInput);
  auto file = MemoryBuffer::getFileOrSTDIN(modelPath);
  if (!file)
    return createStringError("cannot read '" + modelPath +
                             "': " + file.getError().message());
  if (modelPath != "-")
    return std::move(*file);
  standardInput = std::move(*file);
  return MemoryBuffer::getMemBuffer(*standardInput);
}

/// Reads --guard-options; what the tool decides itself is refused there.
static Error parseGuardOptions(GuardTiersOptions &options) {
  std::string message;
  raw_string_ostream os(message);
  if (mlir::failed(options.parseFromString(guardArgs, os))) {
    StringRef why = StringRef(message).trim();
    // A value of the wrong kind is reported by the options' own parser.
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

/// Whether a type of the manifest is that of the function: values are passed as
/// the manifest says and read as the function does.
static bool isOfType(const ValueType &told, mlir::Type type) {
  std::string text;
  raw_string_ostream(text) << type;
  Expected<ValueType> own = parseValueType(text);
  if (!own) {
    consumeError(own.takeError());
    return false;
  }
  return told.dtype == own->dtype && told.scalar == own->scalar &&
         told.shape == own->shape;
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
    bool same = info.results.size() + 1 == function.getNumResults();
    for (auto [told, type] : zip(info.args, function.getArgumentTypes()))
      same &= isOfType(told, type);
    for (auto [told, type] : zip(info.results, function.getResultTypes()))
      same &= isOfType(told, type);
    if (!same)
      return createStringError("the manifest gives function '" + info.name +
                               "' other types than it has: guard the model "
                               "anew");
  }
  return Error::success();
}

/// Guards the module unless it is.
static Error guardModule(mlir::ModuleOp module,
                         const GuardTiersOptions &guard) {
  if (module->hasAttr(kManifestAttr))
    return Error::success();
  mlir::PassManager pm(module.getContext());
  pm.addPass(createCheckTypesPass());
  buildGuardTiersPipeline(pm, guard);
  return runPasses(pm, module);
}

/// The places of --inject and --inject-points in a guarded module, as
/// `OP:OPERAND`; refuses a manifest that is not about the module.
static Expected<std::vector<std::string>>
findInjectPoints(mlir::ModuleOp module) {
  std::vector<std::string> points;
  auto text = module->getAttrOfType<mlir::StringAttr>(kManifestAttr);
  std::vector<std::string> faults = allFaults();
  bool wanted = !faults.empty() || injectPoints.getNumOccurrences();
  if (!text && wanted)
    return createStringError(firstGiven({injects, injectEach, injectPoints}) +
                             ": the model is not guarded");
  if (!text)
    return points;
  auto manifest = parseManifest(text.getValue());
  if (!manifest)
    return manifest.takeError();
  if (Error error = checkManifest(module, *manifest))
    return std::move(error);
  if (!wanted)
    return points;
  const FunctionInfo *function = manifest->find(functionName);
  if (!function)
    return createStringError("the model has no function '" + functionName +
                             "'");
  for (const std::string &spec : faults) {
    auto injection = parseInjection(*function, spec);
    if (!injection)
      return injection.takeError();
    for (int64_t op : injection->ops)
      points.push_back(std::to_string(op) + ":" +
                       std::to_string(injection->operand));
  }
  if (injectPoints.getNumOccurrences())
    for (const OpInfo &op : function->ops)
      if (op.hasOutput())
        points.push_back(std::to_string(op.id) + ":-1");
  llvm::sort(points);
  points.erase(llvm::unique(points), points.end());
  return points;
}

/// Puts a hook where a fault is named, and nowhere else.
static Error instrument(mlir::ModuleOp module, ArrayRef<std::string> points) {
  if (points.empty())
    return Error::success();
  InstrumentInjectPassOptions options;
  options.function = functionName;
  options.points.assign(points.begin(), points.end());
  mlir::PassManager pm(module.getContext());
  pm.addPass(createInstrumentInjectPass(options));
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
      error = joinErrors(
          std::move(error),
          located(op, "cannot compile '" + op->getName().getStringRef() +
                          "': its dialect is not known here" +
                          howToAvoid(op->getName().getDialectNamespace())));
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

namespace {
/// A parsed file and all that it stands on.
class ModelSource {
public:
  static Expected<std::unique_ptr<ModelSource>>
  parse(std::unique_ptr<MemoryBuffer> file) {
    std::unique_ptr<ModelSource> made(new ModelSource);
    made->sources.AddNewSourceBuffer(std::move(file), SMLoc());
    made->module =
        mlir::parseSourceFile<mlir::ModuleOp>(made->sources, &made->context);
    if (!made->module) {
      if (StringRef advice = howToAvoid(made->unknownDialect); !advice.empty())
        errs() << "nanguard-run: the dialect '" << made->unknownDialect
               << "' is not known here" << advice << '\n';
      return make_error<ToldError>();
    }
    made->dropLargeText();
    if (Error error = checkCompilable(*made->module))
      return std::move(error);
    if ((*made->module)->hasAttr(kManifestAttr))
      if (std::string idle = firstGiven({guardArgs, unguarded, asWritten});
          !idle.empty())
        return createStringError(idle + ": the file is guarded already");
    return made;
  }
  mlir::ModuleOp get() { return *module; }

private:
  /// Weights as text are most of a large file; a diagnostic that quotes a line
  /// opens the file anew.
  void dropLargeText() {
    constexpr size_t large = 64 << 20;
    if (sources.getMemoryBuffer(sources.getMainFileID())->getBufferSize() <
        large)
      return;
    handler.reset();
    sources = SourceMgr();
    handler.emplace(sources, &context);
  }

  ModelSource() : context(dialects()) {
    handler.emplace(sources, &context);
    // Told by checkCompilable, in this tool's words.
    context.allowUnregisteredDialects();
    context.printOpOnDiagnostic(false);
    // "Dialect `x' not found for custom op 'x.y'"
    handlers.emplace(&context, [this](mlir::Diagnostic &diagnostic) {
      std::string text = diagnostic.str();
      StringRef op = StringRef(text).split("not found for custom op '").second;
      if (!op.empty())
        unknownDialect = op.split('.').first.str();
      return mlir::failure();
    });
  }
  static mlir::DialectRegistry dialects() {
    mlir::DialectRegistry registry;
    mlir::registerAllDialects(registry);
    mlir::registerAllExtensions(registry);
    nanguard::registerAllDialects(registry);
    nanguard::registerAllExtensions(registry);
    registerCPUTargetDialects(registry);
    return registry;
  }

  mlir::MLIRContext context;
  SourceMgr sources;
  std::optional<mlir::SourceMgrDiagnosticHandler> handler;
  std::optional<mlir::ScopedDiagnosticHandler> handlers;
  std::string unknownDialect; ///< That the parser stopped at.
  mlir::OwningOpRef<mlir::ModuleOp> module;
};
} // namespace

/// Where the compiled code lets faults in: what of --inject the cache's key
/// depends on.
static Expected<std::string> describeInjectionPlaces() {
  SmallVector<std::string> places;
  if (injectPoints.getNumOccurrences())
    places.push_back(injectPoints);
  for (const std::string &spec : allFaults()) {
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

Expected<CompiledModel>
nanguard::run::compileModel(const CPUCompileOptions &options) {
  auto file = openModel();
  if (!file)
    return file.takeError();
  GuardTiersOptions guard;
  if (Error error = parseGuardOptions(guard))
    return std::move(error);
  guard.finiteScans = guard.finiteScans || options.emulateKernels ||
                      !options.driverChip.empty();
  auto places = describeInjectionPlaces();
  if (!places)
    return places.takeError();
  std::string flags = "O" + std::to_string(optLevel) +
                      (options.checkAccesses    ? ";sim:checks"
                       : options.emulateKernels ? ";sim"
                                                : "") +
                      options.driverChip +
                      (options.gateRescue ? ";gate-rescue" : "") +
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

  auto source = ModelSource::parse(std::move(*file));
  if (!source)
    return source.takeError();
  mlir::ModuleOp module = (*source)->get();
  if (!asWritten) {
    if (Error error = guardModule(module, guard))
      return std::move(error);
    auto points = findInjectPoints(module);
    if (!points)
      return points.takeError();
    if (Error error = instrument(module, *points))
      return std::move(error);
  }
  auto model = compileForCPU(module, options);
  if (model)
    rememberModel(key, *model, options);
  return model;
}

Expected<std::string> nanguard::run::readManifestOnly() {
  auto file = openModel();
  if (!file)
    return file.takeError();
  GuardTiersOptions guard;
  if (Error error = parseGuardOptions(guard))
    return std::move(error);
  auto source = ModelSource::parse(std::move(*file));
  if (!source)
    return source.takeError();
  mlir::ModuleOp module = (*source)->get();
  if (Error error = guardModule(module, guard))
    return std::move(error);
  auto text = module->getAttrOfType<mlir::StringAttr>(kManifestAttr);
  return text ? text.str() : std::string();
}

Expected<ClusterSlice>
nanguard::run::sliceCluster(int64_t op, const CPUCompileOptions &options) {
  auto file = openModel();
  if (!file)
    return file.takeError();
  GuardTiersOptions guard;
  if (Error error = parseGuardOptions(guard))
    return std::move(error);
  auto source = ModelSource::parse(std::move(*file));
  if (!source)
    return source.takeError();
  mlir::ModuleOp module = (*source)->get();
  if (Error error = guardModule(module, guard))
    return std::move(error);
  auto points = findInjectPoints(module);
  if (!points)
    return points.takeError();

  ClusterSlice slice;
  ExtractClusterPassOptions extract;
  extract.id = op;
  extract.function = functionName;
  {
    mlir::OwningOpRef<mlir::ModuleOp> cluster = module.clone();
    mlir::PassManager pm(module.getContext());
    pm.addPass(createExtractClusterPass(extract));
    pm.addPass(createEmitManifestPass());
    if (Error error = runPasses(pm, *cluster))
      return std::move(error);
    raw_string_ostream os(slice.text);
    cluster->print(os, mlir::OpPrintingFlags().enableDebugInfo());
    // What strikes its operands is in the values that it read already.
    std::vector<std::string> own;
    std::string prefix = std::to_string(op) + ":-";
    for (StringRef point : *points)
      if (point.consume_front(prefix))
        own.push_back(("0:-" + point).str());
    if (Error error = instrument(*cluster, own))
      return std::move(error);
    auto compiled = compileForCPU(*cluster, options);
    if (!compiled)
      return compiled.takeError();
    slice.cluster = std::move(*compiled);
  }
  if (Error error = instrument(module, *points))
    return std::move(error);
  extract.operands = true;
  mlir::PassManager pm(module.getContext());
  pm.addPass(createExtractClusterPass(extract));
  if (Error error = runPasses(pm, module))
    return std::move(error);
  auto probe = compileForCPU(module, options);
  if (!probe)
    return probe.takeError();
  slice.probe = std::move(*probe);
  return slice;
}

Error nanguard::run::emitModel(const CompiledModel &model) {
  if (emitKind == "obj")
    return linkObject(model, emitPath, emitPrefix);
  if (Error error = linkSharedLibrary(model, emitPath, emitPrefix))
    return error;
  auto header =
      makeCHeader(model.manifest, sys::path::filename(emitPath), emitPrefix);
  if (!header)
    return header.takeError();
  SmallString<128> path(emitPath);
  sys::path::replace_extension(path, "h");
  return writeFileAtomically(path, *header);
}
