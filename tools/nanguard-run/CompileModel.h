//===- CompileModel.h - From a model's file to code -----------------------===//
#ifndef NANGUARD_TOOLS_RUN_COMPILEMODEL_H
#define NANGUARD_TOOLS_RUN_COMPILEMODEL_H

#include "nanguard/Target/CPU/Compile.h"

#include "llvm/Support/MemoryBuffer.h"

namespace nanguard::run {

/// An error that its diagnostic has reported already: the tool adds nothing.
struct ToldError : llvm::ErrorInfo<ToldError> {
  static char ID;
  void log(llvm::raw_ostream &os) const override { os << "reported already"; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
};

/// The text of the model that the flags name; `-` is standard input.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> openModel();

/// Guards and compiles the file that the flags name, or finds it in the cache.
llvm::Expected<CompiledModel> compileModel(const CPUCompileOptions &options);

/// The manifest of the guarded model, which is not compiled; empty where
/// nothing is guarded.
llvm::Expected<std::string> readManifestOnly();

/// One op of the model by itself.
struct ClusterSlice {
  std::string text;      ///< Guarded MLIR of the op as `main`.
  CompiledModel cluster; ///< The same, compiled with the ways in for faults.
  CompiledModel probe; ///< The step up to the op; it returns what the op reads.
};
llvm::Expected<ClusterSlice> sliceCluster(int64_t op,
                                          const CPUCompileOptions &options);

/// Writes what --emit asks for.
llvm::Error emitModel(const CompiledModel &model);

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_COMPILEMODEL_H
