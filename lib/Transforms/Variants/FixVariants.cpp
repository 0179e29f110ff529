//===- FixVariants.cpp - nanguard-fix-variants ----------------------------===//
//
// Inlines the chosen variant of each cluster: a repaired model with the
// signature it had. Edges between them can stay wide.
//
//===----------------------------------------------------------------------===//

#include "ClipBound.h"
#include "WideEdges.h"
#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/Transforms/Variants.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

namespace nanguard {
#define GEN_PASS_DEF_FIXVARIANTSPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

namespace {
/// One entry of the options, and whether it named a cluster.
struct Choice {
  std::string name; ///< id, module path or NAME#ID, "" for all
  Variant variant;
  bool used = false;
};

/// The last cast of a result of an op that `widen` names, after inlining.
struct NamedEdge {
  std::string name;
  linalg::GenericOp exit;
};
} // namespace

/// Whether the cluster is of the module `name`, or of one below it.
static bool isOf(ClusterOp cluster, StringRef name) {
  return llvm::any_of(modulePathsOf(cluster.getLoc()), [&](StringRef path) {
    return path.consume_front(name) && (path.empty() || path.starts_with("."));
  });
}

/// Whether `name` is a module of the cluster or its kind: what stands before
/// the id in tables.
static bool isLabel(ClusterOp cluster, StringRef name) {
  return isOf(cluster, name) || stringifyKind(cluster.getKind()) == name;
}

/// An id, a module path, a path below the one named, or `NAME#ID`.
static bool names(const Choice &choice, ClusterOp cluster) {
  StringRef name = choice.name;
  if (name.empty() || isOf(cluster, name))
    return true;
  if (!cluster.getId())
    return false;
  auto [label, id] = name.rsplit('#');
  return name == llvm::utostr(*cluster.getId()) ||
         (id == llvm::utostr(*cluster.getId()) && isLabel(cluster, label));
}

/// For a name that is no op's: those of its module or kind, or where they are
/// listed.
static std::string offerIds(StringRef name, ArrayRef<ClusterOp> clusters) {
  StringRef label = name.rsplit('#').first;
  SmallVector<std::string> offers;
  for (ClusterOp cluster : clusters) {
    if (!cluster.getId() || !isLabel(cluster, label))
      continue;
    std::string offer = (label + "#" + Twine(*cluster.getId())).str();
    if (!llvm::is_contained(offers, offer)) // each function has an op 1
      offers.push_back(offer);
  }
  constexpr size_t most = 8;
  if (offers.size() > most) {
    offers.resize(most);
    offers.push_back("…");
  }
  return offers.empty() ? " (--guard-tiers --guard-report lists them)"
                        : ": one of " + llvm::join(offers, ", ");
}

/// Clips what the unfused `variant` of `cluster` hands out, before the last
/// cast where there is one.
static void placeClip(ClusterOp cluster, Region &variant, ClipMode mode) {
  Operation *yield = variant.front().getTerminator();
  Value output = firstFloatTensor(yield->getOperands());
  if (!output)
    return;
  linalg::GenericOp exit = getExitCast(output);
  // Without a wide value an Inf may be a pole's: only a marked bound clips.
  FloatAttr bound =
      clipBoundOf(cluster, cast<FloatType>(getElementTypeOrSelf(output)),
                  exit ? mode : ClipMode::Marked);
  if (!bound)
    return;
  ImplicitLocOpBuilder b(output.getLoc(), exit ? exit : yield);
  Value counter = arith::ConstantOp::create(
      b, DenseElementsAttr::get(RankedTensorType::get({}, b.getI64Type()),
                                b.getI64IntegerAttr(0)));
  Value input = exit ? exit.getDpsInputs()[0] : output;
  Value clipped = ClipOp::create(b, input.getType(), counter.getType(), input,
                                 counter, bound)
                      .getResult();
  (exit ? exit.getOperation() : yield)->replaceUsesOfWith(input, clipped);
}

/// What an exit casts, before a clip, which is for those who read the narrow
/// value.
static Twins twinsOf(linalg::GenericOp exit) {
  Value wide = exit.getDpsInputs()[0];
  if (auto clip = wide.getDefiningOp<ClipOp>())
    wide = clip.getInput();
  return {exit.getResult(0), wide};
}

namespace {
struct FixVariantsPass : nanguard::impl::FixVariantsPassBase<FixVariantsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Choice> choices;
    for (const std::string &entry : choice) {
      auto [name, value] = StringRef(entry).rsplit('=');
      bool forAll = !StringRef(entry).contains('=');
      if (forAll)
        std::swap(name, value);
      std::optional<Variant> variant = symbolizeVariant(value);
      if (!variant) {
        emitError(getOperation().getLoc(), "unknown variant '")
            << value << "' in '" << entry << "': fused, safe or unfused";
        return signalPassFailure();
      }
      if (!forAll && name.empty()) {
        emitError(getOperation().getLoc(), "'")
            << entry << "' names no op: ID=variant or module.path=variant";
        return signalPassFailure();
      }
      choices.push_back({name.str(), *variant});
    }
    // Equal clusters share the first one's variants, whichever function of the
    // module it stands in.
    SmallVector<ClusterOp> clusters;
    DenseMap<Attribute, ClusterOp> kernels;
    getOperation().walk([&](ClusterOp cluster) {
      clusters.push_back(cluster);
      if (Attribute kernel = cluster->getAttr(kKernelAttr))
        kernels[kernel] = cluster;
    });
    SmallVector<Choice> widened;
    for (const std::string &name : widen)
      widened.push_back({name, Variant::Safe});
    SmallVector<std::pair<ClusterOp, Region *>> plan;
    for (ClusterOp cluster : clusters) {
      plan.push_back({cluster, chosenRegion(cluster, kernels, choices)});
      markUsed(cluster, widened);
    }
    for (const Choice &choice : llvm::concat<Choice>(choices, widened))
      if (!choice.used && !choice.name.empty()) {
        emitError(getOperation().getLoc(), "'")
            << choice.name << "' names no guarded op"
            << offerIds(choice.name, clusters);
        return signalPassFailure();
      }
    // Representatives last: the others copy from them.
    llvm::stable_sort(plan, [](const auto &a, const auto &b) {
      return a.first->hasAttr(kSameAsAttr) > b.first->hasAttr(kSameAsAttr);
    });
    DenseSet<Region *> clipped;
    for (auto [cluster, region] : plan)
      if (variantOf(*region) == Variant::Unfused &&
          clipped.insert(region).second)
        placeClip(cluster, *region, clip);
    inlineAll(plan, widened);
  }

private:
  static Variant variantOf(Region &region) {
    auto cluster = cast<ClusterOp>(region.getParentOp());
    return cast<VariantAttr>(cluster.getVariants()[region.getRegionNumber()])
        .getValue();
  }

  /// Whether one of `names` is the cluster's.
  static bool markUsed(ClusterOp cluster, MutableArrayRef<Choice> wanted) {
    bool any = false;
    for (Choice &choice : wanted)
      if (names(choice, cluster))
        any = choice.used = true;
    return any;
  }

  void inlineAll(ArrayRef<std::pair<ClusterOp, Region *>> plan,
                 MutableArrayRef<Choice> widened) {
    SmallVector<linalg::GenericOp> exits;
    SmallVector<Operation *> readers;
    SmallVector<NamedEdge> named;
    for (auto [cluster, region] : plan) {
      bool isWide = variantOf(*region) != Variant::Fused;
      bool isNamed = markUsed(cluster, widened);
      std::string name = sourceNameOf(cluster.getLoc()).path;
      SmallVector<Operation *> ops = cluster.inlineVariant(*region);
      if (!isWide || edges == EdgeWidth::Narrow)
        continue;
      llvm::append_range(readers, ops);
      for (Operation *op : ops) {
        linalg::GenericOp exit =
            op->getNumResults() ? getExitCast(op->getResult(0)) : nullptr;
        if (!exit)
          continue;
        if (isNamed)
          named.push_back({name, exit});
        bool isF16 = getElementTypeOrSelf(exit.getResult(0)).isF16();
        if (edges == EdgeWidth::Wide || isNamed || (widened.empty() && isF16))
          exits.push_back(exit);
      }
    }
    widenEdges(llvm::map_to_vector(exits, twinsOf), readers);
    for (NamedEdge &edge : named)
      if (auto readers = readersOf(edge.exit.getResult(0)); !readers.empty())
        remark::missed(
            edge.exit.getLoc(),
            remark::RemarkOpts::name("NarrowEdge").category("nanguard"))
            << remark::add(
                   "the edge of {0} stays narrow for {1}", edge.name,
                   readers[0]->getOwner()->getName().getStringRef().str());
  }

  Region *chosenRegion(ClusterOp cluster,
                       const DenseMap<Attribute, ClusterOp> &kernels,
                       MutableArrayRef<Choice> choices) {
    Variant variant = Variant::Fused;
    for (Choice &choice : choices)
      if (names(choice, cluster)) {
        variant = choice.variant;
        choice.used = true;
      }
    ClusterOp source = cluster;
    if (Attribute same = cluster->getAttr(kSameAsAttr))
      if (ClusterOp known = kernels.lookup(same))
        source = known;
    if (Region *region = source.getVariantRegion(variant))
      return region;
    remark::missed(cluster.getLoc(),
                   remark::RemarkOpts::name("NoVariant").category("nanguard"))
        << remark::add("no {0} variant: left as written",
                       stringifyVariant(variant).str());
    return &cluster.getBodies().front();
  }
};
} // namespace
