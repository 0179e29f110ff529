//===- Pipelines.h - The guard-tiers pipeline -------------------*- C++ -*-===//
//
// Declares the pipeline that turns a model into a guarded model, with the
// options of `nanguard-opt --guard-tiers`.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_PIPELINES_PIPELINES_H
#define NANGUARD_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

#include <string>

namespace nanguard {

struct GuardTiersOptions : public mlir::PassPipelineOptions<GuardTiersOptions> {
  Option<std::string> target{
      *this, "target",
      llvm::cl::desc("How far to lower: nanguard (default; dispatches and "
                     "scans), upstream (upstream dialects only), cpu (the LLVM "
                     "dialect), nvptx (PTX, see chip)"),
      llvm::cl::init("nanguard")};
  Option<std::string> chip{*this, "chip",
                           llvm::cl::desc("GPU for target=nvptx"),
                           llvm::cl::init("sm_90")};
  ListOption<std::string> fixed{
      *this, "fixed",
      llvm::cl::desc("Repair without a runtime: a variant, or ID=variant and "
                     "module.path=variant entries; keeps the signature")};
  Option<std::string> fused{
      *this, "fused",
      llvm::cl::desc("The fused variant: as-written, or fast (arithmetic in "
                     "the narrow type, no maximum subtracted)"),
      llvm::cl::init("as-written")};
  Option<std::string> edges{
      *this, "edges",
      llvm::cl::desc("Which edges between safe and unfused variants carry the "
                     "wide value in a model repaired by fixed: narrow (none), "
                     "auto (those that widen names, else those of f16), wide "
                     "(all)"),
      llvm::cl::init("narrow")};
  ListOption<std::string> widen{
      *this, "widen",
      llvm::cl::desc("Names of the ops whose edges edges=auto widens")};
  Option<unsigned> wide{
      *this, "wide",
      llvm::cl::desc("Bits of the widest type that the safe and unfused "
                     "variants move arithmetic to: 64, or 32 for targets "
                     "without f64"),
      llvm::cl::init(64)};
  Option<std::string> clip{
      *this, "clip",
      llvm::cl::desc(
          "Clips in the unfused variant: marked (where nanguard.clip "
          "gives a bound) or type (every output)"),
      llvm::cl::init("marked")};
  ListOption<unsigned> kvCache{*this, "kv-cache",
                               llvm::cl::desc("Argument indices of KV caches")};
  Option<int64_t> batchDim{
      *this, "batch-dim",
      llvm::cl::desc("Dimension of the arguments that holds the requests of a "
                     "batch: the report has rows for each request"),
      llvm::cl::init(-1)};
  ListOption<unsigned> batchArgs{
      *this, "batch-args",
      llvm::cl::desc("Argument indices that hold requests, for batch-dim")};
  Option<bool> hotPath{
      *this, "hot-path",
      llvm::cl::desc("The body twice, under a test whether every tier is "
                     "NORMAL: the first copy holds no switch (target=nanguard "
                     "or upstream)"),
      llvm::cl::init(false)};
  ListOption<std::string> inject{
      *this, "inject",
      llvm::cl::desc("Fault injection points, ID:OPERAND (-1: output)")};
  Option<bool> finiteScans{
      *this, "finite-scans",
      llvm::cl::desc("A form more, whose scan may find NaN and Inf without the "
                     "largest magnitude: for GPUs (target=nvptx has it "
                     "always)"),
      llvm::cl::init(false)};
  Option<bool> unguarded{
      *this, "unguarded",
      llvm::cl::desc("The same kernels without tiers, scans and report"),
      llvm::cl::init(false)};
  Option<std::string> manifest{
      *this, "manifest",
      llvm::cl::desc("File for the manifest (JSON), - for "
                     "standard error"),
      llvm::cl::init("")};
  Option<std::string> report{
      *this, "report",
      llvm::cl::desc("File for the coverage table, - for standard error"),
      llvm::cl::init("")};
};

/// What is wrong with the options: a value that no pass knows, or one that
/// another makes meaningless; empty when they are fine.
std::string checkGuardTiersOptions(const GuardTiersOptions &options);

/// Adds the guard pipeline's passes for a `builtin.module`; the options are
/// fine.
void buildGuardTiersPipeline(mlir::OpPassManager &pm,
                             const GuardTiersOptions &options);

/// Registers it as `guard-tiers`.
void registerGuardTiersPipeline();

} // namespace nanguard

#endif // NANGUARD_PIPELINES_PIPELINES_H
