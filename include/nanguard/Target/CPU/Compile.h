//===- Compile.h - MLIR module to host code -------------------------------===//
//
// The CPU target: lowers a guarded or plain module on tensors, splits it into
// one LLVM module a kernel, and makes objects of them on all cores.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_TARGET_CPU_COMPILE_H
#define NANGUARD_TARGET_CPU_COMPILE_H

#include "nanguard/Target/CPU/CompiledModel.h"

#include "mlir/IR/BuiltinOps.h"

namespace nanguard {

struct CPUCompileOptions {
  /// Objects are kept and found by content when set.
  bool useCache = true;
  /// Empty: $NANGUARD_CACHE_DIR, $XDG_CACHE_HOME/nanguard, ~/.cache/nanguard.
  std::string cacheDir;
  /// 0 … 3.
  unsigned optLevel = 3;
  /// Code generation threads; 0: all cores.
  unsigned threads = 0;
  /// Plain loops of scalars by stock passes only: slow, the reference that
  /// tests compare with.
  bool scalarLoops = false;
  /// Kernels run by their launch plans on the emulator of nanguard/device.h;
  /// with checks every access is watched.
  bool emulateKernels = false;
  bool checkAccesses = false;
  /// Kernels are PTX for this chip, launched by the CUDA driver; empty: not.
  std::string driverChip;
  /// On a device, a rescue's kernels look themselves whether there is anything
  /// to rescue, instead of the host, which would have to wait.
  bool gateRescue = false;
  /// One line on standard error for each phase.
  bool verbose = false;
};

/// Compiles `module` in place (it is lowered to the LLVM dialect). Functions
/// that are public and have tensor or scalar arguments get a wrapper. Errors of
/// passes go to the context's diagnostics too.
llvm::Expected<CompiledModel> compileForCPU(mlir::ModuleOp module,
                                            const CPUCompileOptions &options);

/// The key of a whole compile: text, options as the caller names them, this
/// build, this CPU.
std::string makeModelKey(llvm::StringRef text, llvm::StringRef options);
/// A compile that the cache knows whole; an empty optional when it does not.
std::optional<CompiledModel> findCachedModel(llvm::StringRef key,
                                             const CPUCompileOptions &options);
/// Remembers a compile. Failures are not errors: a cache is not needed.
void rememberModel(llvm::StringRef key, const CompiledModel &model,
                   const CPUCompileOptions &options);

/// Must be called once before anything else here: registers the host target.
void initializeCPUTarget();
/// Translation interfaces and extensions that compileForCPU needs.
void registerCPUTargetDialects(mlir::DialectRegistry &registry);

} // namespace nanguard

#endif // NANGUARD_TARGET_CPU_COMPILE_H
