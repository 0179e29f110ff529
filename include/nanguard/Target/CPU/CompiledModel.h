//===- CompiledModel.h - A model as objects, a manifest, a loaded code ----===//
//
// What compileForCPU gives: relocatable objects of the host and the manifest
// that names functions, arguments and guarded ops. It can be loaded into this
// process, linked to a shared library, or written out as one object.
//
//===----------------------------------------------------------------------===//
#ifndef NANGUARD_TARGET_CPU_COMPILEDMODEL_H
#define NANGUARD_TARGET_CPU_COMPILEDMODEL_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace nanguard {

/// How long the parts of a compile took, and what the cache gave.
struct CompileStats {
  double loweringSeconds = 0;
  double codegenSeconds = 0;
  unsigned objects = 0;
  unsigned cachedObjects = 0;
  bool wholeModelCached = false;
};

/// A large array of the model: the code names it, the bytes lie elsewhere.
struct Weight {
  std::string symbol;
  uint64_t offset = 0, size = 0;
};

struct CompiledModel {
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects;
  /// Parallel to `objects`; keys of the object cache.
  std::vector<std::string> objectKeys;
  std::vector<Weight> weights;
  /// The bytes of all weights; null without any. Code that was loaded shares
  /// it.
  std::shared_ptr<llvm::MemoryBuffer> weightData;
  std::string manifest;
  CompileStats stats;
};

/// Generated code in this process. Symbols die with it.
class LoadedModel {
public:
  /// `nanguard_invoke_FUNC`.
  using InvokeFn = void (*)(void **params);

  virtual ~LoadedModel();
  /// The address of an exported symbol.
  virtual llvm::Expected<void *> lookup(llvm::StringRef symbol) = 0;
  /// The wrapper of a function, or an error that names it.
  llvm::Expected<InvokeFn> lookupFunction(llvm::StringRef function);
  const std::string &getManifest() const { return manifest; }
  /// What a step takes from the arena, buffers of run-time size apart.
  uint64_t getArenaBytes() const { return arenaBytes; }
  /// Whether code between kernels, or in their place, works in a step's memory:
  /// it must be the host's as well as the device's. True of code that was made
  /// for no device.
  bool needsHostAccess();

protected:
  /// Reads what stands beside the code; refuses what this build cannot run.
  llvm::Error readData(llvm::StringRef what);

private:
  std::string manifest;
  uint64_t arenaBytes = 0;
};

/// Loads objects by LLJIT; checks the ABI version.
llvm::Expected<std::unique_ptr<LoadedModel>>
loadCompiledModel(const CompiledModel &model);

/// Loads a library made by linkSharedLibrary; refuses another ABI version.
llvm::Expected<std::unique_ptr<LoadedModel>>
loadModelLibrary(llvm::StringRef path);

/// Links the objects to a shared library with `cc` or `ld.lld`, whichever is
/// there; written beside `path` and renamed. It needs the runtime's library by
/// name, and that of devices if it calls it, where this process has them as
/// libraries. `prefix`, if any, takes the place of `nanguard` in the symbols.
llvm::Error linkSharedLibrary(const CompiledModel &model, llvm::StringRef path,
                              llvm::StringRef prefix = "");

/// Links the objects to one relocatable object.
llvm::Error linkObject(const CompiledModel &model, llvm::StringRef path,
                       llvm::StringRef prefix = "");

/// The C header that goes with it: symbols, argument order, shapes, types.
llvm::Expected<std::string> makeCHeader(llvm::StringRef manifest,
                                        llvm::StringRef libraryName,
                                        llvm::StringRef prefix = "");

/// Called when an assertion of the model fails. It must not return. Default:
/// a message and abort().
using AssertHandler = void (*)(const char *message);
void setModelAssertHandler(AssertHandler handler);

} // namespace nanguard

#endif // NANGUARD_TARGET_CPU_COMPILEDMODEL_H
