//===- LowerToLLVM.h - A module to the LLVM dialect -------------*- C++ -*-===//
//
// The pipeline that takes a module with dispatched kernels, on tensors, to the
// LLVM dialect. Every target's host code goes through it.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_PIPELINES_LOWERTOLLVM_H
#define NANGUARD_PIPELINES_LOWERTOLLVM_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

#include <functional>

namespace nanguard {
struct CPULoweringOptions
    : public mlir::PassPipelineOptions<CPULoweringOptions> {
  Option<bool> schedule{
      *this, "schedule",
      llvm::cl::desc("Tile and fuse kernels, and vectorise; else plain loops"),
      llvm::cl::init(true)};
  Option<unsigned> vectorBits{
      *this, "vector-bits",
      llvm::cl::desc("Bits of a vector register, for large contractions; the "
                     "results have the same bits with each"),
      llvm::cl::init(256)};
};

/// What another target adds to the CPU pipeline for kernels that run elsewhere.
struct CPULoweringHooks {
  /// Kernels are functions on buffers that return nothing.
  std::function<void(mlir::OpPassManager &)> afterBufferization;
  /// No buffer's address depends on the branches that a step takes.
  bool planWholeArena = false;
  /// Buffers have their places; the LLVM dialect comes next.
  std::function<void(mlir::OpPassManager &)> beforeLLVM;
};

/// Tensors to the LLVM dialect. Memory comes from `_mlir_memref_to_llvm_alloc`
/// and its family, which the runtime maps to the step's arena.
void buildCPULoweringPipeline(mlir::OpPassManager &pm,
                              const CPULoweringOptions &options,
                              const CPULoweringHooks &hooks = {});

/// Kernels on tensors to kernels on buffers: they write their outs, and what
/// is known to be one of these is no result. Both targets' pipelines do it.
void addBufferizationPasses(mlir::OpPassManager &pm);

/// Registers the pipeline as `nanguard-lower-to-llvm`.
void registerCPUPipelines();
} // namespace nanguard

#endif // NANGUARD_PIPELINES_LOWERTOLLVM_H
