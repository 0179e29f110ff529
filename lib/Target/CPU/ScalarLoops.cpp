//===- ScalarLoops.cpp - The plainest way to code -------------------------===//
//
// Bufferization and loops of scalars by stock passes: the reference that tests
// compare the tiled pipeline with, and what runs where that one cannot.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "nanguard/Conversion/CPU/Passes.h"

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

namespace {

/// Arguments are read-only, and named ops that no loop lowering knows
/// (softmax) become those that it does.
struct PrepareForLoops
    : public PassWrapper<PrepareForLoops, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrepareForLoops)
  StringRef getArgument() const override { return "prepare-for-loops"; }

  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (func.isExternal() || !func.isPublic())
        continue;
      for (unsigned i = 0; i < func.getNumArguments(); ++i)
        if (isa<TensorType>(func.getArgument(i).getType()))
          func.setArgAttr(i, "bufferization.writable",
                          BoolAttr::get(&getContext(), false));
    }
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::AggregatedOpInterface> aggregates;
    getOperation().walk(
        [&](linalg::AggregatedOpInterface op) { aggregates.push_back(op); });
    for (linalg::AggregatedOpInterface op : aggregates) {
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
      if (succeeded(parts))
        rewriter.replaceOp(op, *parts);
    }
  }
};

} // namespace

void nanguard::cpu::buildScalarLoopPipeline(OpPassManager &pm) {
  pm.addPass(std::make_unique<PrepareForLoops>());
  pm.addPass(createCSEPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.allowReturnAllocsFromLoops = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  pm.addPass(nanguard::createLowerDynamicReshapesPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createSCFToControlFlowPass());
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
