//===- nanguard-opt.cpp - Passes and pipelines on the command line --------===//
//
// MLIR's opt driver with the nanguard dialect, its passes and pipelines.
// Unlike mlir-opt it takes ops of dialects that it does not know, as models of
// other compilers hold them; --allow-unregistered-dialect=false refuses them.
//
//===----------------------------------------------------------------------===//

#include "nanguard/InitAll.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

/// MLIR's driver reads the flag from the command line only, so its default is
/// changed there.
static void allowUnregisteredDialectsByDefault() {
  constexpr llvm::StringLiteral name = "allow-unregistered-dialect";
  llvm::cl::Option *flag = llvm::cl::getRegisteredOptions().lookup(name);
  if (flag && flag->getNumOccurrences() == 0)
    flag->addOccurrence(/*pos=*/0, name, "true");
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
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
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, input, output, registry));
}
