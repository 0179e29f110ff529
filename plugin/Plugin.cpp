//===- Plugin.cpp - NanGuard as a plugin of a stock mlir-opt --------------===//
//
// The two entry points that mlir-opt 22.1 looks for in the libraries given by
// --load-dialect-plugin and --load-pass-plugin. mlir-opt reads its flags before
// it loads a plugin, so passes are named by --pass-pipeline.
//
//===----------------------------------------------------------------------===//

#include "nanguard/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

static constexpr const char *kVersion = "v" NANGUARD_VERSION;

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "NanGuard", kVersion,
          [](mlir::DialectRegistry *registry) {
            nanguard::registerAllDialects(*registry);
            nanguard::registerAllExtensions(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "NanGuard", kVersion, [] {
            nanguard::registerAllPasses();
            nanguard::registerAllPipelines();
          }};
}
