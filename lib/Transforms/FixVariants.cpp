//===- FixVariants.cpp - nanguard-fix-variants ----------------------------===//
//
// Inlines the chosen variant of each cluster: a repaired model with the
// signature it had.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

namespace nanguard {
#define GEN_PASS_DEF_FIXVARIANTSPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

namespace {
/// One entry of the option, and whether it named a cluster.
struct Choice {
  std::string name; ///< id, module path or NAME#ID, "" for all
  Variant variant;
  bool used = false;
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
    SmallVector<std::pair<ClusterOp, Region *>> plan;
    for (ClusterOp cluster : clusters)
      plan.push_back({cluster, chosenRegion(cluster, kernels, choices)});
    for (const Choice &choice : choices)
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
    for (auto [cluster, region] : plan)
      cluster.inlineVariant(*region);
  }

private:
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
