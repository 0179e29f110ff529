//===- nanguard-opt.cpp - Passes and pipelines on the command line --------===//
//
// MLIR's opt driver with the nanguard dialect, its passes and pipelines.
// Unlike mlir-opt it takes ops of dialects that it does not know, as models of
// other compilers hold them; --allow-unregistered-dialect=false refuses them.
// Its output is a whole file or none.
//
//===----------------------------------------------------------------------===//

#include "nanguard/InitAll.h"
#include "nanguard/Support/WriteFile.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

static cl::opt<std::string> guardReport(
    "guard-report", cl::ValueOptional,
    cl::desc("Write the coverage table of --guard-tiers to a file (standard "
             "error without one): each op guarded how, mover, proven harmless, "
             "or not understood"));
static cl::opt<std::string> guardManifest(
    "guard-manifest",
    cl::desc(
        "Write the manifest of --guard-tiers to a file (-: standard error)"));

/// MLIR's driver reads the flag from the command line only, so its default is
/// changed there.
static void allowUnregisteredDialectsByDefault() {
  constexpr StringLiteral name = "allow-unregistered-dialect";
  cl::Option *flag = cl::getRegisteredOptions().lookup(name);
  if (flag && flag->getNumOccurrences() == 0)
    flag->addOccurrence(/*pos=*/0, name, "true");
}

/// Hands --guard-report and --guard-manifest to the pass that writes them,
/// whichever way it came into the pipeline.
static LogicalResult directReports(mlir::OpPassManager &pm) {
  std::string options;
  if (guardReport.getNumOccurrences())
    options += "report={" +
               (guardReport.empty() ? "-" : guardReport.getValue()) + "} ";
  if (guardManifest.getNumOccurrences())
    options += "output={" + guardManifest + "}";
  if (options.empty())
    return success();
  auto fail = [](const Twine &message) {
    errs() << "nanguard-opt: error: " << message << '\n';
    return failure();
  };
  if (guardManifest.getNumOccurrences() && guardManifest.empty())
    return fail("--guard-manifest names no file");
  for (mlir::Pass &pass : pm)
    if (pass.getArgument() == "nanguard-emit-manifest")
      return pass.initializeOptions(options, fail);
  return fail("--guard-report and --guard-manifest need a pipeline that writes "
              "a manifest: --guard-tiers, neither fixed nor unguarded");
}

static int fail(Error error) {
  errs() << "nanguard-opt: error: " << toString(std::move(error)) << '\n';
  return 1;
}

/// What cannot be written is reported before any work.
static Error checkOutputs(StringRef output) {
  for (StringRef path :
       {output, StringRef(guardManifest), StringRef(guardReport)})
    if (!path.empty() && path != "-")
      if (Error error = nanguard::checkWritable(path))
        return error;
  return Error::success();
}

static int finish(StringRef path, StringRef text) {
  Error error = Error::success();
  if (path != "-") {
    error = nanguard::writeFileAtomically(path, text);
  } else {
    outs() << text;
    outs().flush();
    if (outs().has_error())
      error = createStringError("cannot write standard output: " +
                                outs().error().message());
    outs().clear_error();
  }
  return error ? fail(std::move(error)) : 0;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  nanguard::registerAllDialects(registry);
  nanguard::registerAllExtensions(registry);
  nanguard::registerAllPasses();
  nanguard::registerAllPipelines();
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "NanGuard: guarded variants for MLIR models\n", registry);
  allowUnregisteredDialectsByDefault();

  mlir::MlirOptMainConfig options =
      mlir::MlirOptMainConfig::createFromCLOptions();
  if (options.shouldShowDialects() || options.shouldListPasses())
    return mlir::asMainReturnCode(
        mlir::MlirOptMain(argc, argv, input, output, registry));
  if (Error error = checkOutputs(output))
    return fail(std::move(error));
  std::string message;
  std::unique_ptr<MemoryBuffer> file = mlir::openInputFile(input, &message);
  if (!file)
    return fail(createStringError(message));
  mlir::MlirOptMainConfig config = options;
  config.setPassPipelineSetupFn([&](mlir::PassManager &pm) {
    return success(succeeded(options.setupPassPipeline(pm)) &&
                   succeeded(directReports(pm)));
  });
  std::string text;
  raw_string_ostream os(text);
  if (failed(mlir::MlirOptMain(os, std::move(file), registry, config)))
    return 1;
  return finish(output, text);
}
