//===- ScalarLoops.cpp - The plainest way to code -------------------------===//
//
// Bufferization and loops of scalars by stock passes: the reference that tests
// compare the tiled pipeline with, and what runs where that one cannot.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "nanguard/Conversion/Common/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void nanguard::cpu::buildScalarLoopPipeline(OpPassManager &pm) {
  pm.addPass(nanguard::createMarkPublicFuncsPass());
  pm.addPass(createCSEPass());
  // Bufferization takes switches that share an empty tensor for one buffer,
  // though both results are read later.
  pm.addPass(nanguard::createSplitDestinationsPass());
  pm.addNestedPass<func::FuncOp>(nanguard::createReplaceEmptyTensorsPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.allowReturnAllocsFromLoops = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addPass(nanguard::createExpandCopiesPass());
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  pm.addPass(nanguard::createLowerDynamicReshapesPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(nanguard::createExpandFloat8Pass());
  // libm has no rsqrt: 1 / sqrt, each rounded. It has no powi: products.
  math::MathExpandOpsPassOptions expand;
  expand.opMnemonics = {"rsqrt", "fpowi"};
  pm.addPass(math::createMathExpandOpsPass(expand));
  // Each narrow math op is widened, computed and rounded on its own; stock
  // math-extend-to-supported-types would tag its casts `contract`.
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createConvertMathToLLVMPass());
  FinalizeMemRefToLLVMConversionPassOptions memref;
  memref.useGenericFunctions = true;
  pm.addPass(createFinalizeMemRefToLLVMConversionPass(memref));
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}
