//===- GuardTiers.cpp - The guard-tiers pipeline --------------------------===//
//
// raise, form clusters, annotate, generate variants, outline, place scans,
// emit the manifest; then as far down as the target asks.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/CPU/Passes.h"
#include "nanguard/Conversion/GPU/Passes.h"
#include "nanguard/Pipelines/Pipelines.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void nanguard::buildGuardTiersPipeline(OpPassManager &pm,
                                       const GuardTiersOptions &options) {
  // A check survives only where no flag says that it can't be needed.
  pm.addPass(createStripFastMathPass());
  pm.addPass(createRaisePass());
  // Sizes in terms of the arguments' sizes, or a tensor.dim is a reader that
  // keeps an edge out of its cluster.
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  GuardKvCachePassOptions kv;
  kv.args.assign(options.kvCache.begin(), options.kvCache.end());
  pm.addNestedPass<func::FuncOp>(createGuardKvCachePass(kv));
  pm.addNestedPass<func::FuncOp>(createFormClustersPass());
  pm.addPass(createAnnotatePass());
  GenerateVariantsPassOptions variants;
  variants.fused =
      options.fused == "fast" ? FusedForm::Fast : FusedForm::AsWritten;
  // Unguarded kernels need the variants only where fused is not as written.
  if (!options.unguarded || variants.fused == FusedForm::Fast)
    pm.addPass(createGenerateVariantsPass(variants));
  if (!options.fixed.empty()) {
    FixVariantsPassOptions fix;
    fix.choice.assign(options.fixed.begin(), options.fixed.end());
    pm.addPass(createFixVariantsPass(fix));
    pm.addPass(createCSEPass());
    pm.addPass(createLowerScansPass());
    pm.addPass(createStripAttributesPass());
    return;
  }
  OutlinePassOptions outline;
  outline.unguarded = options.unguarded;
  pm.addPass(createOutlinePass(outline));
  PlaceScansPassOptions scans;
  scans.clip = options.clip;
  pm.addNestedPass<func::FuncOp>(createPlaceScansPass(scans));
  EmitManifestPassOptions manifest;
  manifest.output = options.manifest;
  manifest.report = options.report;
  if (!options.unguarded)
    pm.addPass(createEmitManifestPass(manifest));
  InstrumentInjectPassOptions inject;
  inject.points.assign(options.inject.begin(), options.inject.end());
  pm.addNestedPass<func::FuncOp>(createInstrumentInjectPass(inject));
  if (options.target == "nanguard")
    return;
  LowerDispatchPassOptions dispatch;
  dispatch.rowsInBuffer = options.target == "cpu";
  pm.addPass(createLowerDispatchPass(dispatch));
  if (options.target == "upstream") {
    pm.addPass(createLowerScansPass());
    pm.addPass(createStripAttributesPass());
  } else if (options.target == "cpu") {
    buildCPULoweringPipeline(pm, CPULoweringOptions());
  } else if (options.target == "nvptx") {
    GPULoweringOptions gpu;
    gpu.chip = options.chip.getValue();
    buildGPULoweringPipeline(pm, gpu);
    pm.addPass(createLowerScansPass());
    pm.addPass(createStripAttributesPass());
  }
}

void nanguard::registerGuardTiersPipeline() {
  PassPipelineRegistration<GuardTiersOptions>(
      "guard-tiers",
      "Guards a model: every op that can make a NaN or Inf in its variants, "
      "with scans, a tier vector and a report",
      buildGuardTiersPipeline);
}
