//===- Pipeline.cpp - nanguard-lower-to-nvptx -----------------------------===//
//
// Kernels on tensors are copied to a module of their own, fused, bufferized,
// mapped to threads and translated to PTX by LLVM's NVPTX backend.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/CPU/Passes.h"
#include "nanguard/Conversion/GPU/Passes.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

llvm::StringRef nanguard::getPTXFeatures(llvm::StringRef chip) {
  return llvm::StringSwitch<llvm::StringRef>(chip)
      .Cases({"sm_80", "sm_90"}, "+ptx80")
      .Case("sm_100", "+ptx86")
      .Default("");
}

/// A gpu.module to the NVVM dialect. Roots become LLVM's intrinsics first, or
/// they would be calls of libdevice.
static void addDeviceLowering(OpPassManager &pm) {
  pm.addPass(nanguard::createAlignSharedMemoryPass());
  pm.addPass(memref::createFoldMemRefAliasOpsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertNVGPUToNVVMPass());
  pm.addPass(createConvertGpuOpsToNVVMOps());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void nanguard::buildGPULoweringPipeline(OpPassManager &pm,
                                        const GPULoweringOptions &options) {
  SplitKernelsPassOptions split;
  split.chip = options.chip;
  pm.addPass(createSplitKernelsPass(split));
  OpPassManager &kernels = pm.nest<ModuleOp>();
  kernels.addPass(createClampGathersPass());
  kernels.addNestedPass<func::FuncOp>(createFuseElementwisePass());
  kernels.addPass(createLowerScansPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addNestedPass<func::FuncOp>(createFillConstantsPass());
  kernels.addPass(createScheduleKernelsPass());
  addBufferizationPasses(kernels);
  kernels.addPass(createLinalgGeneralizeNamedOpsPass());
  kernels.addPass(createWidenNarrowFloatsPass());
  kernels.addPass(createApproximateMathPass());
  kernels.addPass(createExpandDeviceMathPass());
  // A power is expanded to an exp of its own.
  kernels.addPass(createApproximateMathPass());
  kernels.addPass(createMapToThreadsPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createGpuLaunchSinkIndexComputationsPass());
  kernels.addPass(createGpuKernelOutliningPass());
  GpuNVVMAttachTargetOptions target;
  target.chip = options.chip;
  target.features = getPTXFeatures(options.chip).str();
  kernels.addPass(createGpuNVVMAttachTarget(target));
  addDeviceLowering(kernels.nest<gpu::GPUModuleOp>());
  GpuModuleToBinaryPassOptions binary;
  binary.compilationTarget = "isa";
  kernels.addPass(createGpuModuleToBinaryPass(binary));
}

void nanguard::registerGPUPipelines() {
  PassPipelineRegistration<GPULoweringOptions>(
      "nanguard-lower-to-nvptx",
      "Adds the PTX of a module's kernels, as module @nvptx",
      buildGPULoweringPipeline);
}
