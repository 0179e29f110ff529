//===- consumer.cpp - A host compiler outside of NanGuard's tree ----------===//
//
// Registers NanGuard, guards the module named on the command line, by the
// pipeline's name as a host's own driver would, and prints it.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"
#include "nanguard/InitAll.h"
#include "nanguard/runtime.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

int main(int argc, char **argv) {
  if (argc != 3) {
    llvm::errs() << "usage: consumer MODEL.mlir PIPELINE\n";
    return 2;
  }
  mlir::DialectRegistry registry;
  nanguard::registerAllDialects(registry);
  nanguard::registerAllExtensions(registry);
  nanguard::registerAllPasses();
  nanguard::registerAllPipelines();

  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  mlir::PassManager pm(&context);
  if (!module || mlir::failed(mlir::parsePassPipeline(argv[2], pm)) ||
      mlir::failed(pm.run(*module)))
    return 1;
  module->print(llvm::outs());
  // The runtime of the same package.
  if (nanguard_abi_check(NANGUARD_ABI_VERSION) != 0)
    return 1;
  return 0;
}
