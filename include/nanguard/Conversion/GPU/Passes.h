//===- Passes.h - NanGuard's GPU lowering -----------------------*- C++ -*-===//
//
// Declares the passes of lib/Conversion/GPU and the pipeline that adds PTX of
// a module's kernels to it.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_CONVERSION_GPU_PASSES_H
#define NANGUARD_CONVERSION_GPU_PASSES_H

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassOptions.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>

namespace nanguard {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "nanguard/Conversion/GPU/Passes.h.inc" // IWYU pragma: keep

struct GPULoweringOptions
    : public mlir::PassPipelineOptions<GPULoweringOptions> {
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("sm_80, sm_90 or sm_100"),
                           llvm::cl::init("sm_90")};
};

/// LLVM's target features (the PTX version) for a chip; empty if NanGuard does
/// not know it.
llvm::StringRef getPTXFeatures(llvm::StringRef chip);

/// Adds `module @nvptx` to a module with outlined kernels: for each kernel a
/// function that launches it and a gpu.binary with its PTX.
void buildGPULoweringPipeline(mlir::OpPassManager &pm,
                              const GPULoweringOptions &options);

/// Registers the pipeline as `nanguard-lower-to-nvptx`.
void registerGPUPipelines();
} // namespace nanguard

#endif // NANGUARD_CONVERSION_GPU_PASSES_H
