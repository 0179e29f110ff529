//===- GenerateVariants.cpp - nanguard-generate-variants ------------------===//
//
// Adds the safe and the unfused variant to each cluster. Both are the
// stabilised form, safe in f32, unfused in the widest type; how far their steps
// are fused is the schedule's business.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/Transforms/Variants.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"

namespace nanguard {
#define GEN_PASS_DEF_GENERATEVARIANTSPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

static void remarkMissed(ClusterOp op, const std::string &reason) {
  remark::missed(op.getLoc(),
                 remark::RemarkOpts::name("Variant").category("nanguard"))
      << "kept as written: " + reason;
}

/// Fills `to` with the stabilised form of `from` for `variant`; as written if
/// it has none.
static void makeStable(ClusterOp op, Region &from, Region &to, Variant variant,
                       unsigned maxWidth) {
  IRMapping mapping;
  from.cloneInto(&to, mapping);
  FloatType wide = chooseWideType(to.front(), variant, maxWidth);
  std::string reason;
  if (wide && failed(widenBlock(to.front(), wide, reason))) {
    if (variant == Variant::Safe)
      remarkMissed(op, reason);
    return;
  }
  if (succeeded(stabilizeRegion(to)))
    return;
  to.getBlocks().clear();
  IRMapping again;
  from.cloneInto(&to, again);
  if (variant == Variant::Safe)
    remarkMissed(op, "the rules come to no end");
}

ClusterOp nanguard::generateVariants(RewriterBase &rewriter, ClusterOp op,
                                     bool fast, unsigned maxWidth) {
  for (Variant variant : {Variant::Safe, Variant::Unfused}) {
    if (op.getVariantRegion(variant))
      continue;
    op = ClusterOp::withVariant(rewriter, op, variant);
    Region &fused = *op.getVariantRegion(Variant::Fused);
    makeStable(op, fused, *op.getVariantRegion(variant), variant, maxWidth);
  }
  Block &fused = op.getVariantRegion(Variant::Fused)->front();
  FloatType narrow = narrowestResultType(fused);
  std::string reason;
  if (fast && narrow && failed(narrowBlock(fused, narrow, reason)))
    remarkMissed(op, reason);
  return op;
}

namespace {
struct GenerateVariantsPass
    : nanguard::impl::GenerateVariantsPassBase<GenerateVariantsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<ClusterOp> clusters;
    // A twin shares the variants of the cluster that it equals.
    getOperation()->walk([&](ClusterOp op) {
      if (!op->hasAttr(kSameAsAttr))
        clusters.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (ClusterOp op : clusters)
      generateVariants(rewriter, op, fused == FusedForm::Fast, wide);
  }
};
} // namespace
