//===- LowerToGPU.h - Kernels to PTX ----------------------------*- C++ -*-===//
//
// The pipelines that compile a module's kernels for a GPU: as PTX beside the
// module, with host code for the CUDA driver, and for the emulator.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_PIPELINES_LOWERTOGPU_H
#define NANGUARD_PIPELINES_LOWERTOGPU_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

#include <string>

namespace nanguard {
struct GPULoweringOptions
    : public mlir::PassPipelineOptions<GPULoweringOptions> {
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("GPU that the kernels are for"),
                           llvm::cl::init("sm_90")};
};

/// Adds `module @nvptx` to a module with outlined kernels: for each kernel a
/// function that launches it and a gpu.binary with its PTX.
void buildGPULoweringPipeline(mlir::OpPassManager &pm,
                              const GPULoweringOptions &options);

struct EmulationOptions : public mlir::PassPipelineOptions<EmulationOptions> {
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("GPU that the kernels are for"),
                           llvm::cl::init("sm_90")};
  Option<bool> checks{*this, "checks",
                      llvm::cl::desc("Report every access to the emulator"),
                      llvm::cl::init(false)};
};

/// Tensors to the LLVM dialect of the host, as buildCPULoweringPipeline, with
/// the kernels in the form for the GPU, run by their launch plans on the
/// emulator. A kernel that has none runs on the host.
void buildEmulationPipeline(mlir::OpPassManager &pm,
                            const EmulationOptions &options);

/// Tensors to the LLVM dialect of the host, as buildEmulationPipeline, with the
/// kernels as PTX that nanguard/device.h hands to the driver. The host waits
/// for them where it reads or writes memory.
void buildDriverPipeline(mlir::OpPassManager &pm,
                         const GPULoweringOptions &options);

/// Registers the pipelines as `nanguard-lower-to-nvptx` and
/// `nanguard-lower-to-emulator`.
void registerGPUPipelines();
} // namespace nanguard

#endif // NANGUARD_PIPELINES_LOWERTOGPU_H
