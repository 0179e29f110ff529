//===- GuardTiers.cpp - The guard-tiers pipeline --------------------------===//
//
// raise, form clusters, annotate, generate variants, outline, place scans,
// emit the manifest; then as far down as the target asks.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/Common/Passes.h"
#include "nanguard/Conversion/GPU/Chips.h"
#include "nanguard/Pipelines/LowerToGPU.h"
#include "nanguard/Pipelines/LowerToLLVM.h"
#include "nanguard/Pipelines/Pipelines.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

/// "NAME=VALUE: " and the values that are known.
static std::string checkValue(StringRef name, StringRef value,
                              ArrayRef<StringRef> known) {
  if (llvm::is_contained(known, value))
    return "";
  return (name + "=" + value + ": wants " + llvm::join(known, ", ")).str();
}

std::string nanguard::checkGuardTiersOptions(const GuardTiersOptions &options) {
  for (std::string why :
       {checkValue("target", options.target,
                   {"nanguard", "upstream", "cpu", "nvptx"}),
        checkValue("fused", options.fused, {"as-written", "fast"}),
        checkValue("edges", options.edges, {"narrow", "auto", "wide"}),
        checkValue("wide", std::to_string(options.wide), {"32", "64"}),
        checkValue("clip", options.clip, {"marked", "type"})})
    if (!why.empty())
      return why;
  bool nvptx = options.target == "nvptx";
  if (nvptx && getPTXFeatures(options.chip).empty())
    return "chip=" + options.chip + ": known are " + listChips();
  if (!nvptx && options.chip.getNumOccurrences())
    return "chip needs target=nvptx";
  if (options.batchDim.getNumOccurrences() && options.batchDim < 0)
    return "batch-dim wants a dimension from 0 on";
  if (!options.batchArgs.empty() && options.batchDim < 0)
    return "batch-args needs batch-dim";
  if (options.hotPath && options.target != "nanguard" &&
      options.target != "upstream")
    return "hot-path is for other compilers, not target=" + options.target;
  if (options.edges != "narrow" && options.fixed.empty())
    return "edges needs fixed";
  if (!options.widen.empty() && options.edges != "auto")
    return "widen needs edges=auto";
  // What the last signature and the written file would not show.
  StringRef bare = !options.fixed.empty() ? "fixed"
                   : options.unguarded    ? "unguarded"
                                          : "";
  if (bare.empty())
    return "";
  if (!options.inject.empty())
    return (bare + " leaves nothing to inject into").str();
  if (options.batchDim.getNumOccurrences())
    return (bare + " leaves no report for batch-dim").str();
  if (options.hotPath)
    return (bare + " leaves no tiers for hot-path").str();
  if (!options.manifest.empty() || !options.report.empty())
    return (bare + " leaves nothing for manifest and report").str();
  if (bare == "fixed" && options.unguarded)
    return "fixed and unguarded: choose one";
  if (bare == "fixed" && (nvptx || options.target == "cpu"))
    return "fixed gives upstream dialects, not target=" + options.target;
  return "";
}

void nanguard::buildGuardTiersPipeline(OpPassManager &pm,
                                       const GuardTiersOptions &options) {
  if (options.target == "cpu" || options.target == "nvptx")
    pm.addPass(createCheckTypesPass());
  // A check survives only where no flag says that it can't be needed.
  pm.addPass(createStripFastMathPass());
  pm.addPass(createLowerTMTensorPass());
  pm.addPass(createRaisePass());
  pm.addPass(createInlineCallsPass());
  pm.addNestedPass<func::FuncOp>(createUnrollLoopsPass());
  pm.addNestedPass<func::FuncOp>(createSimplifyShapesPass());
  // Sizes in terms of the arguments' sizes, or a tensor.dim is a reader that
  // keeps an edge out of its cluster.
  pm.addPass(memref::createResolveRankedShapeTypeResultDimsPass());
  GuardKvCachePassOptions kv;
  kv.args.assign(options.kvCache.begin(), options.kvCache.end());
  pm.addNestedPass<func::FuncOp>(createGuardKvCachePass(kv));
  pm.addNestedPass<func::FuncOp>(createFormClustersPass());
  pm.addPass(createProveFinitePass());
  if (!options.unguarded) {
    RepeatProducersPassOptions repeat;
    repeat.wide = options.wide;
    pm.addNestedPass<func::FuncOp>(createRepeatProducersPass(repeat));
  }
  if (options.fixed.empty() && !options.unguarded) {
    MarkRowsPassOptions rows;
    rows.batchDim = options.batchDim;
    rows.batchArgs.assign(options.batchArgs.begin(), options.batchArgs.end());
    pm.addNestedPass<func::FuncOp>(createMarkRowsPass(rows));
  }
  pm.addPass(createAnnotatePass());
  GenerateVariantsPassOptions variants;
  variants.fused =
      options.fused == "fast" ? FusedForm::Fast : FusedForm::AsWritten;
  variants.wide = options.wide;
  // Unguarded kernels need the variants only where fused is not as written.
  if (!options.unguarded || variants.fused == FusedForm::Fast)
    pm.addPass(createGenerateVariantsPass(variants));
  ClipMode clip = options.clip == "type" ? ClipMode::Type : ClipMode::Marked;
  if (!options.fixed.empty()) {
    FixVariantsPassOptions fix;
    fix.choice.assign(options.fixed.begin(), options.fixed.end());
    fix.widen.assign(options.widen.begin(), options.widen.end());
    fix.edges = options.edges == "wide"   ? EdgeWidth::Wide
                : options.edges == "auto" ? EdgeWidth::Auto
                                          : EdgeWidth::Narrow;
    fix.clip = clip;
    pm.addPass(createFixVariantsPass(fix));
    pm.addPass(createLowerScansPass());
    pm.addPass(createCSEPass());
    pm.addPass(createStripAttributesPass());
    return;
  }
  OutlinePassOptions outline;
  outline.unguarded = options.unguarded;
  bool forDevice = options.finiteScans || options.target == "nvptx";
  // Faults are let into the forms that every target has.
  outline.finiteScans = forDevice && options.inject.empty();
  // On a device the kernels know whether a rescue ran, and the host does not.
  outline.wideEdges = !forDevice;
  pm.addPass(createOutlinePass(outline));
  PlaceScansPassOptions scans;
  scans.clip = clip;
  pm.addNestedPass<func::FuncOp>(createPlaceScansPass(scans));
  pm.addNestedPass<func::FuncOp>(createPlaceStepScansPass());
  pm.addNestedPass<func::FuncOp>(createCheckInvariantsPass());
  pm.addPass(createProveFinitePass());
  EmitManifestPassOptions manifest;
  manifest.output = options.manifest;
  manifest.report = options.report;
  manifest.wide = options.wide;
  if (!options.unguarded)
    pm.addPass(createEmitManifestPass(manifest));
  pm.addNestedPass<func::FuncOp>(createGateCommitsPass());
  InstrumentInjectPassOptions inject;
  inject.points.assign(options.inject.begin(), options.inject.end());
  pm.addPass(createInstrumentInjectPass(inject));
  if (options.hotPath)
    pm.addNestedPass<func::FuncOp>(createSplitHotPathPass());
  if (options.target == "nanguard")
    return;
  if (options.target == "cpu") {
    LowerToLinalgPassOptions linalg;
    linalg.aggregates = true;
    pm.addPass(createLowerToLinalgPass(linalg));
    pm.addPass(createCheckShapesPass());
  }
  LowerDispatchPassOptions dispatch;
  dispatch.rowsInBuffer = dispatch.rescue = options.target == "cpu";
  dispatch.tellStatus = options.target == "nvptx";
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
  registerPassPipeline(
      "guard-tiers",
      "Guards a model: every op that can make a NaN or Inf in its variants, "
      "with scans, a tier vector and a report",
      [](OpPassManager &pm, StringRef text,
         function_ref<LogicalResult(const Twine &)> fail) -> LogicalResult {
        GuardTiersOptions options;
        if (failed(options.parseFromString(text)))
          return failure();
        if (std::string why = checkGuardTiersOptions(options); !why.empty())
          return fail("guard-tiers: " + why);
        buildGuardTiersPipeline(pm, options);
        return success();
      },
      [](function_ref<void(const detail::PassOptions &)> handler) {
        handler(GuardTiersOptions());
      });
}
