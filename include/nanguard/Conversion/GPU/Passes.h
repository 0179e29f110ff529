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

/// The module that holds the kernels for the GPU.
inline constexpr llvm::StringLiteral kDeviceModuleName = "nvptx";

/// On a form (i64): bits of its row's STATUS that whoever runs the plan adds,
/// and no kernel stores. A printed plan has them as `report_status`.
inline constexpr llvm::StringLiteral kToldStatusAttr = "nanguard.told_status";

/// On a fused kernel function whose float results are all f16 or bf16.
inline constexpr llvm::StringLiteral kHalfResultsAttr = "nanguard.half_results";

/// On an op whose subnormal result may be 0.
inline constexpr llvm::StringLiteral kFlushesAttr = "nanguard.flushes";

/// On a form that runs only where a row of the report is bad: the form that it
/// runs then, and from which bits on the row is.
inline constexpr llvm::StringLiteral kGatedFormAttr = "nanguard.gates";
inline constexpr llvm::StringLiteral kGateAttr = "nanguard.gate";

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
                      llvm::cl::desc("Tell the emulator of every access"),
                      llvm::cl::init(false)};
};

/// Tensors to the LLVM dialect of the host, as buildCPULoweringPipeline, with
/// the kernels in the form for the GPU, run by their launch plans on the
/// emulator. A kernel that has none runs on the host.
void buildEmulationPipeline(mlir::OpPassManager &pm,
                            const EmulationOptions &options);

/// Registers the pipelines as `nanguard-lower-to-nvptx` and
/// `nanguard-lower-to-emulator`.
void registerGPUPipelines();
} // namespace nanguard

#endif // NANGUARD_CONVERSION_GPU_PASSES_H
