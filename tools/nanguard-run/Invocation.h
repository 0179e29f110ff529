//===- Invocation.h - Calls of a compiled function ------------------------===//
#ifndef NANGUARD_TOOLS_RUN_INVOCATION_H
#define NANGUARD_TOOLS_RUN_INVOCATION_H

#include "Manifest.h"
#include "Tensor.h"

#include "nanguard/Target/CPU/CompiledModel.h"
#include "nanguard/device.h"
#include "nanguard/runtime.h"

namespace nanguard::run {

/// A function that can be called, its memory kept from call to call. Arguments
/// belong to the caller and are not written; results are copies. A device has
/// copies of the arguments: one whose bytes lie where they lay at the call
/// before is taken for unchanged, but for the small ones of integers.
class Invocation {
public:
  /// The last argument of a guarded function is its tier vector.
  static llvm::Expected<Invocation> create(LoadedModel &model,
                                           const FunctionInfo &function,
                                           std::vector<ValueType> args,
                                           std::vector<ValueType> results);

  /// `args` are as the function's types want them. An assertion of the model
  /// that fails is an error.
  llvm::Expected<std::vector<HostTensor>>
  run(llvm::ArrayRef<HostTensor *> args);
  /// How long the last call took, the copies apart: by the device's clock where
  /// that is asked for.
  double seconds() const { return lastSeconds; }

private:
  struct FreeOnDevice {
    void operator()(void *memory) const;
  };
  struct ReleaseFetch {
    void operator()(nanguard_fetch *fetch) const;
  };
  /// An argument's copy on the device.
  struct DeviceArg {
    std::unique_ptr<void, FreeOnDevice> memory;
    size_t bytes = 0;             ///< that it has room for
    const char *source = nullptr; ///< that it was copied from
  };

  /// Brings the copy up to date and gives its address.
  static void *placeOnDevice(DeviceArg &arg, const HostTensor &tensor,
                             const ValueType &type);

  /// Shows the device what each tier launches, before the first step.
  void rehearse(std::vector<void *> &params);

  struct DestroyArena {
    void operator()(nanguard_arena *arena) const {
      nanguard_arena_destroy(arena);
    }
  };

  LoadedModel::InvokeFn invoke = nullptr;
  std::vector<ValueType> argTypes, resultTypes;
  std::unique_ptr<nanguard_arena, DestroyArena> arena;
  std::vector<int64_t> resultMemory;
  std::vector<size_t> offsets;
  double lastSeconds = 0;
  bool guarded = false;
  std::vector<bool> finite; ///< ops with a form that asks for NaN and Inf alone
  bool rehearsed = false;
  bool onDevice = false; ///< memory is the active device's
  std::vector<DeviceArg> deviceArgs;
};

} // namespace nanguard::run

#endif // NANGUARD_TOOLS_RUN_INVOCATION_H
