//===- LowerToGPU.cpp - nanguard-lower-to-nvptx ---------------------------===//
//
// Kernels on tensors are copied to a module of their own, fused, bufferized,
// mapped to threads and translated to PTX by LLVM's NVPTX backend.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Pipelines/LowerToGPU.h"
#include "nanguard/Conversion/Common/Passes.h"
#include "nanguard/Conversion/GPU/Chips.h"
#include "nanguard/Conversion/GPU/Passes.h"
#include "nanguard/Pipelines/LowerToLLVM.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

/// A gpu.module to the NVVM dialect. Roots become LLVM's intrinsics first, or
/// they would be calls of libdevice.
static void addDeviceLowering(OpPassManager &pm) {
  pm.addPass(nanguard::createAlignSharedMemoryPass());
  pm.addPass(memref::createFoldMemRefAliasOpsPass());
  pm.addPass(nanguard::createLowerDynamicReshapesPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(nanguard::createNarrowIndicesPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertNVGPUToNVVMPass());
  pm.addPass(createConvertGpuOpsToNVVMOps());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(nanguard::createAnnotateBranchesPass());
}

/// Functions on buffers to launches and device code in the NVVM dialect.
static void addBufferLowering(OpPassManager &kernels, StringRef chip) {
  kernels.addPass(createLinalgGeneralizeNamedOpsPass());
  kernels.addPass(nanguard::createWidenNarrowFloatsPass());
  kernels.addPass(nanguard::createExpandFloat8Pass());
  kernels.addNestedPass<func::FuncOp>(
      nanguard::createApproximateInHalvesPass());
  // Functions of f64 before the CPU's forms of them, roots in f32's forms
  // after.
  kernels.addPass(nanguard::createExpandDeviceMathPass());
  kernels.addPass(nanguard::createApproximateMathPass());
  kernels.addPass(nanguard::createExpandDeviceMathPass());
  kernels.addPass(nanguard::createMapToThreadsPass());
  kernels.addNestedPass<func::FuncOp>(nanguard::createGateLaunchesPass());
  // What threads combine by.
  kernels.addPass(nanguard::createExpandDeviceMathPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createGpuLaunchSinkIndexComputationsPass());
  kernels.addPass(createGpuKernelOutliningPass());
  GpuNVVMAttachTargetOptions target;
  target.chip = chip.str();
  target.features = nanguard::getPTXFeatures(chip).str();
  kernels.addPass(createGpuNVVMAttachTarget(target));
  addDeviceLowering(kernels.nest<gpu::GPUModuleOp>());
}

/// Kernels in a module of their own, to the NVVM dialect; gives the pass
/// manager of that module.
static OpPassManager &addKernelLowering(OpPassManager &pm, StringRef chip) {
  pm.addPass(nanguard::createCheckTypesPass());
  nanguard::SplitKernelsPassOptions split;
  split.chip = chip.str();
  pm.addPass(nanguard::createSplitKernelsPass(split));
  OpPassManager &kernels = pm.nest<ModuleOp>();
  kernels.addPass(nanguard::createClampGathersPass());
  kernels.addNestedPass<func::FuncOp>(nanguard::createFuseElementwisePass());
  kernels.addPass(nanguard::createLowerScansPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addNestedPass<func::FuncOp>(nanguard::createFillConstantsPass());
  kernels.addPass(nanguard::createScheduleKernelsPass());
  nanguard::addBufferizationPasses(kernels);
  addBufferLowering(kernels, chip);
  return kernels;
}

/// Device code to PTX.
static void addBinaries(OpPassManager &kernels) {
  GpuModuleToBinaryPassOptions binary;
  binary.compilationTarget = "isa";
  kernels.addPass(createGpuModuleToBinaryPass(binary));
  kernels.addPass(nanguard::createDropTimingsPass());
}

/// The host's side of launches, in the CPU's pipeline; `finish` gives kernels
/// in the NVVM dialect the form in which they are run.
static void addHostLowering(OpPassManager &pm, StringRef chip,
                            llvm::function_ref<void(OpPassManager &)> finish) {
  nanguard::CPULoweringHooks hooks;
  hooks.afterBufferization = [&](OpPassManager &pm) {
    pm.addPass(nanguard::createAdoptPlansPass());
    pm.addPass(nanguard::createOutlineHostCodePass());
    OpPassManager &between = pm.nest<ModuleOp>();
    addBufferLowering(between, chip);
    finish(between);
    pm.addPass(nanguard::createAdoptPlansPass());
  };
  hooks.planWholeArena = true;
  hooks.beforeLLVM = [](OpPassManager &pm) {
    pm.addPass(nanguard::createLowerLaunchesPass());
  };
  nanguard::buildCPULoweringPipeline(pm, nanguard::CPULoweringOptions(), hooks);
}

void nanguard::buildGPULoweringPipeline(OpPassManager &pm,
                                        const GPULoweringOptions &options) {
  addBinaries(addKernelLowering(pm, options.chip));
}

void nanguard::buildEmulationPipeline(OpPassManager &pm,
                                      const EmulationOptions &options) {
  EmulateKernelsPassOptions emulate;
  emulate.checks = options.checks;
  auto finish = [&](OpPassManager &kernels) {
    kernels.addPass(createEmulateKernelsPass(emulate));
  };
  pm.addPass(createHoistConstantsPass());
  finish(addKernelLowering(pm, options.chip));
  addHostLowering(pm, options.chip, finish);
}

void nanguard::buildDriverPipeline(OpPassManager &pm,
                                   const GPULoweringOptions &options) {
  pm.addPass(createHoistConstantsPass());
  addBinaries(addKernelLowering(pm, options.chip));
  addHostLowering(pm, options.chip, addBinaries);
}

void nanguard::registerGPUPipelines() {
  PassPipelineRegistration<GPULoweringOptions>(
      "nanguard-lower-to-nvptx",
      "Adds the PTX of a module's kernels, as module @nvptx",
      buildGPULoweringPipeline);
  PassPipelineRegistration<EmulationOptions>(
      "nanguard-lower-to-emulator",
      "Lowers a module to the LLVM dialect, its kernels as the emulator runs "
      "them",
      buildEmulationPipeline);
  PassPipelineRegistration<GPULoweringOptions>(
      "nanguard-lower-to-driver",
      "Lowers a module to the LLVM dialect, its kernels as PTX that the CUDA "
      "driver launches",
      buildDriverPipeline);
}
