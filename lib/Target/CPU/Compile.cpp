//===- Compile.cpp - The CPU target's way from MLIR to objects ------------===//

#include "Internal.h"

#include "nanguard/Conversion/Common/Passes.h"
#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"
#include "nanguard/Pipelines/LowerToGPU.h"
#include "nanguard/Pipelines/LowerToLLVM.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace nanguard;
using namespace nanguard::cpu;
using llvm::createStringError;
using llvm::Expected;

void nanguard::registerCPUTargetDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllToLLVMIRTranslations(registry);
}

static double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Facts about arguments are not needed once dispatches are calls; on
/// memrefs they would not verify, and LLVM knows none of them.
static void stripArgumentFacts(mlir::ModuleOp module) {
  auto strip = [](mlir::DictionaryAttr attrs, auto remove) {
    for (mlir::NamedAttribute attr :
         attrs ? attrs.getValue() : llvm::ArrayRef<mlir::NamedAttribute>())
      if (attr.getName().strref().starts_with("nanguard."))
        remove(attr.getName());
  };
  for (auto func : module.getOps<mlir::func::FuncOp>()) {
    for (unsigned i = 0; i < func.getNumArguments(); ++i)
      strip(func.getArgAttrDict(i),
            [&](mlir::StringAttr name) { func.removeArgAttr(i, name); });
    for (unsigned i = 0; i < func.getNumResults(); ++i)
      strip(func.getResultAttrDict(i),
            [&](mlir::StringAttr name) { func.removeResultAttr(i, name); });
  }
}

static llvm::Error lower(mlir::ModuleOp module,
                         const CPUCompileOptions &options) {
  mlir::PassManager pm(module.getContext());
  (void)mlir::applyPassManagerCLOptions(pm);
  mlir::PassManager dispatch(module.getContext());
  LowerDispatchPassOptions rows;
  rows.rowsInBuffer = rows.rescue = true;
  rows.forDevice = options.emulateKernels || !options.driverChip.empty();
  rows.gateRescue = rows.forDevice && options.gateRescue;
  LowerToLinalgPassOptions linalg;
  linalg.aggregates = true;
  dispatch.addPass(createCheckTypesPass());
  dispatch.addPass(createLowerTMTensorPass());
  dispatch.addPass(createLowerToLinalgPass(linalg));
  dispatch.addPass(createCheckShapesPass());
  dispatch.addPass(createLowerDispatchPass(rows));
  if (mlir::failed(dispatch.run(module)))
    return createStringError("lowering of dispatches failed");
  stripArgumentFacts(module);
  if (options.scalarLoops) {
    pm.addPass(createLowerScansPass());
    buildScalarLoopPipeline(pm);
  } else if (!options.driverChip.empty()) {
    GPULoweringOptions driver;
    driver.chip = options.driverChip;
    buildDriverPipeline(pm, driver);
  } else if (options.emulateKernels) {
    EmulationOptions emulation;
    emulation.checks = options.checkAccesses;
    buildEmulationPipeline(pm, emulation);
  } else {
    CPULoweringOptions lowering;
    lowering.vectorBits = getHostVectorBits();
    buildCPULoweringPipeline(pm, lowering);
  }
  if (mlir::failed(pm.run(module)))
    return createStringError("lowering to CPU code failed");
  return llvm::Error::success();
}

Expected<CompiledModel>
nanguard::compileForCPU(mlir::ModuleOp module,
                        const CPUCompileOptions &options) {
  CompiledModel model;
  auto signatures = collectSignatures(module);
  if (!signatures)
    return signatures.takeError();
  if (auto manifest = module->getAttrOfType<mlir::StringAttr>(kManifestAttr))
    model.manifest = manifest.str();
  else
    model.manifest = makePlainManifest(*signatures);

  double start = now();
  if (llvm::Error error = lower(module, options))
    return std::move(error);
  takeWeights(module, model);
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code =
      mlir::translateModuleToLLVMIR(module, context, "nanguard");
  if (!code)
    return createStringError("translation to LLVM IR failed");
  if (llvm::Error error = addWrappers(*code, *signatures))
    return std::move(error);
  std::vector<llvm::SmallString<0>> parts = splitModule(*code);
  auto helpers = makeHelperModule(context);
  if (!helpers)
    return helpers.takeError();
  auto arenaBytes =
      module->getAttrOfType<mlir::IntegerAttr>("nanguard.arena_bytes");
  std::optional<bool> hostAccess;
  if (options.emulateKernels || !options.driverChip.empty())
    hostAccess = module->hasAttr("nanguard.host_access");
  std::unique_ptr<llvm::Module> data =
      makeDataModule(context, model.manifest,
                     arenaBytes ? arenaBytes.getInt() : 0, hostAccess);
  for (llvm::Module *extra : {helpers->get(), data.get()}) {
    llvm::raw_svector_ostream os(parts.emplace_back());
    llvm::WriteBitcodeToFile(*extra, os);
  }
  model.stats.loweringSeconds = now() - start;

  start = now();
  if (llvm::Error error = emitObjects(parts, options, model))
    return std::move(error);
  model.stats.codegenSeconds = now() - start;
  if (options.verbose)
    llvm::errs() << llvm::formatv(
        "nanguard: lowered in {0:f2} s, code in {1:f2} s: {2} objects, {3} "
        "from the cache\n",
        model.stats.loweringSeconds, model.stats.codegenSeconds,
        model.stats.objects, model.stats.cachedObjects);
  return model;
}
