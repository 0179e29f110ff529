//===- nanguard-opt.cpp - Passes and pipelines on the command line --------===//
//
// MLIR's opt driver with the nanguard dialect, its passes and pipelines.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<nanguard::NanGuardDialect>();
  mlir::registerAllPasses();
  nanguard::registerNanGuardTransformsPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "NanGuard: guarded variants for MLIR models\n", registry));
}
