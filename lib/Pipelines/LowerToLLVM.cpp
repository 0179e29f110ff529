//===- LowerToLLVM.cpp - nanguard-lower-to-llvm ---------------------------===//
//
// The CPU pipeline: kernels on tensors are scheduled, scans lowered, buffers
// assigned, loops vectorised, and all of it turned into the LLVM dialect.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Pipelines/LowerToLLVM.h"
#include "nanguard/Conversion/CPU/Passes.h"
#include "nanguard/Conversion/Common/Passes.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void nanguard::addBufferizationPasses(OpPassManager &pm) {
  pm.addNestedPass<func::FuncOp>(createReplaceEmptyTensorsPass());
  pm.addNestedPass<func::FuncOp>(createTieResultsPass());
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  // A loop may carry a tensor that each iteration makes anew.
  bufferize.allowReturnAllocsFromLoops = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  // A tile that is copied onto itself goes, and a loop's result is seen to be
  // the argument that it wrote.
  pm.addPass(createCSEPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(bufferization::createDropEquivalentBufferResultsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

/// Everything that is left to the LLVM dialect.
static void addFinalLowering(OpPassManager &pm) {
  pm.addPass(memref::createFoldMemRefAliasOpsPass());
  pm.addPass(nanguard::createLowerDynamicReshapesPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(nanguard::createWidenNarrowFloatsPass());
  pm.addPass(nanguard::createExpandFloat8Pass());
  pm.addPass(nanguard::createApproximateMathPass());
  // AVX2 has no f32 -> bf16 cast, and LLVM's library call for it is missing.
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  pm.addPass(arith::createArithExpandOpsPass(expand));
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createSCFToControlFlowPass());
  FinalizeMemRefToLLVMConversionPassOptions memref;
  memref.useGenericFunctions = true;
  pm.addPass(createFinalizeMemRefToLLVMConversionPass(memref));
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(nanguard::createLowerParallelCallsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void nanguard::buildCPULoweringPipeline(OpPassManager &pm,
                                        const CPULoweringOptions &options,
                                        const CPULoweringHooks &hooks) {
  pm.addPass(createCheckTypesPass());
  pm.addPass(createClampGathersPass());
  if (options.schedule) {
    pm.addNestedPass<func::FuncOp>(createFuseElementwisePass());
    // A scan sees through the last reshape, so that it can be the nest's root.
    pm.addPass(createCanonicalizerPass());
    pm.addNestedPass<func::FuncOp>(createTieResultsPass());
    pm.addNestedPass<func::FuncOp>(createTileKernelsPass());
  }
  pm.addPass(createLowerScansPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // After CSE, which would merge them again.
  pm.addPass(createSplitDestinationsPass());
  pm.addPass(createMarkPublicFuncsPass());
  addBufferizationPasses(pm);
  if (hooks.afterBufferization)
    hooks.afterBufferization(pm);
  pm.addPass(createExpandCopiesPass());
  if (options.schedule)
    pm.addPass(createVectorizeLoopsPass({options.vectorBits}));
  else
    pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  // Before buffers are hoisted out of loops: those of a parallel one are not
  // its iterations' to share.
  if (options.schedule && !hooks.afterBufferization)
    pm.addPass(createOutlineParallelLoopsPass());
  pm.addNestedPass<func::FuncOp>(bufferization::createBufferHoistingPass());
  pm.addNestedPass<func::FuncOp>(bufferization::createBufferLoopHoistingPass());
  PlanArenaPassOptions arena;
  arena.whole = hooks.planWholeArena;
  pm.addPass(createPlanArenaPass(arena));
  pm.addNestedPass<func::FuncOp>(createFreeKernelBuffersPass());
  if (hooks.beforeLLVM)
    hooks.beforeLLVM(pm);
  addFinalLowering(pm);
  StripAttributesPassOptions strip;
  strip.typed = true;
  pm.addPass(createStripAttributesPass(strip));
}

void nanguard::registerCPUPipelines() {
  PassPipelineRegistration<CPULoweringOptions>(
      "nanguard-lower-to-llvm",
      "Lowers a module with dispatched kernels to the LLVM dialect",
      [](OpPassManager &pm, const CPULoweringOptions &options) {
        buildCPULoweringPipeline(pm, options);
      });
}
