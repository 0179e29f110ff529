//===- Internal.h - Parts of the CPU target -------------------------------===//
#ifndef NANGUARD_LIB_TARGET_CPU_INTERNAL_H
#define NANGUARD_LIB_TARGET_CPU_INTERNAL_H

#include "nanguard/Target/CPU/Compile.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <optional>

namespace nanguard::cpu {

/// Bumped when code generation changes in a way that the IR does not show.
inline constexpr llvm::StringLiteral kCodegenVersion = "nanguard-cpu-2";

/// One argument or result of a public function, as the tensor program had it.
struct ValueSignature {
  std::string type;  ///< As MLIR prints it.
  int64_t rank = -1; ///< -1: a scalar.
  bool dynamic = false;
};
struct FunctionSignature {
  std::string name;
  std::vector<ValueSignature> args;
  std::vector<ValueSignature> results;
};

/// The public functions with a body. An argument of a kind that a wrapper
/// cannot pass is an error.
llvm::Expected<std::vector<FunctionSignature>>
collectSignatures(mlir::ModuleOp module);
/// The manifest of a module without guarded ops.
std::string makePlainManifest(llvm::ArrayRef<FunctionSignature> functions);

/// Adds `nanguard_invoke_FUNC` for each signature to the translated module and
/// gives all functions names that cannot collide.
llvm::Error addWrappers(llvm::Module &module,
                        llvm::ArrayRef<FunctionSignature> functions);
/// A module with `nanguard_model_abi`, `nanguard_model_manifest`,
/// `nanguard_model_arena_bytes` and, of code for a device,
/// `nanguard_model_host_access`.
std::unique_ptr<llvm::Module> makeDataModule(llvm::LLVMContext &context,
                                             llvm::StringRef manifest,
                                             uint64_t arenaBytes,
                                             std::optional<bool> hostAccess);
/// Conversions that LLVM calls and old libgcc lack, weak and hidden.
llvm::Expected<std::unique_ptr<llvm::Module>>
makeHelperModule(llvm::LLVMContext &context);

/// Moves the large constant arrays of a module in the LLVM dialect to `model`;
/// they become declarations.
void takeWeights(mlir::ModuleOp module, CompiledModel &model);
/// An object that defines the weights of `model`.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
emitWeights(const CompiledModel &model);

/// Copies of the objects whose symbols nanguard_… are PREFIX_….
llvm::Expected<std::vector<std::unique_ptr<llvm::MemoryBuffer>>>
renameSymbols(llvm::ArrayRef<const llvm::MemoryBuffer *> objects,
              llvm::StringRef prefix);

/// Bitcode, one a defined function, in a fixed order.
std::vector<llvm::SmallString<0>> splitModule(llvm::Module &module);

/// Triple, CPU and features that objects are made for, as one string.
const std::string &getHostDescription();
/// Bits of this processor's vector registers.
unsigned getHostVectorBits();
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createHostMachine(unsigned optLevel);
/// Optimises and emits; by cache where it can.
llvm::Error emitObjects(llvm::ArrayRef<llvm::SmallString<0>> bitcode,
                        const CPUCompileOptions &options, CompiledModel &model);

/// The folder, made when missing; empty when there is none to be had.
std::string getCacheDir(const CPUCompileOptions &options);
std::unique_ptr<llvm::MemoryBuffer> readCacheEntry(llvm::StringRef dir,
                                                   llvm::StringRef name);
void writeCacheEntry(llvm::StringRef dir, llvm::StringRef name,
                     llvm::StringRef bytes);
std::string hashStrings(llvm::ArrayRef<llvm::StringRef> parts);

/// Stock passes only: loops of scalars.
void buildScalarLoopPipeline(mlir::OpPassManager &pm);

/// Called by generated code in place of abort and puts.
extern "C" void nanguard_model_abort();
extern "C" void nanguard_model_message(const char *message);

} // namespace nanguard::cpu

#endif // NANGUARD_LIB_TARGET_CPU_INTERNAL_H
