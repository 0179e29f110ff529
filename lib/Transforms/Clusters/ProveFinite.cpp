//===- ProveFinite.cpp - nanguard-prove-finite ----------------------------===//
//
// What the range analysis shows to be finite needs no guard.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Analysis/RangeAnalysis.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Analysis/DataFlowFramework.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>

namespace nanguard {
#define GEN_PASS_DEF_PROVEFINITEPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

static constexpr double kPlusInf = std::numeric_limits<double>::infinity();

static void tell(Operation *op, const std::string &text) {
  remark::analysis(
      op->getLoc(),
      remark::RemarkOpts::name("ProvenFinite").category("nanguard"))
      << remark::add("{0}", text);
}

namespace {
struct ProveFinitePass : nanguard::impl::ProveFinitePassBase<ProveFinitePass> {
  using Base::Base;

  void runOnOperation() override {
    DataFlowSolver solver;
    dataflow::loadBaselineAnalyses(solver);
    solver.load<RangeAnalysis>();
    if (failed(solver.initializeAndRun(getOperation())))
      return signalPassFailure();
    auto rangeOf = [&](Value value) {
      const auto *lattice = solver.lookupState<RangeLattice>(value);
      return lattice ? lattice->getValue() : FloatRange();
    };
    // All answers first: the rewriting makes new values.
    SmallVector<std::pair<ClusterOp, std::string>> clusters;
    SmallVector<ScanOp> scans;
    SmallVector<ClipOp> clips;
    getOperation()->walk([&](Operation *op) {
      if (auto cluster = dyn_cast<ClusterOp>(op)) {
        if (auto ranges = finiteRanges(cluster, rangeOf))
          clusters.push_back({cluster, *ranges});
      } else if (auto scan = dyn_cast<ScanOp>(op)) {
        if (isNeedless(scan, rangeOf(scan.getInput())))
          scans.push_back(scan);
      } else if (auto clip = dyn_cast<ClipOp>(op)) {
        if (isNeedless(clip, rangeOf(clip.getInput())))
          clips.push_back(clip);
      }
    });
    for (ScanOp scan : scans) {
      scan.getResult().replaceAllUsesWith(scan.getAcc());
      scan.erase();
    }
    for (ClipOp clip : clips) {
      clip.getResult().replaceAllUsesWith(clip.getInput());
      clip.getCount().replaceAllUsesWith(clip.getCounter());
      clip.erase();
    }
    for (auto &[cluster, ranges] : clusters)
      dissolve(cluster, ranges);
  }

private:
  /// The ranges of all results, as text, if none can be NaN or infinite.
  static std::optional<std::string> finiteRanges(ClusterOp cluster,
                                                 RangeOf rangeOf) {
    SmallVector<std::string> texts;
    for (Value result : cluster.getResults()) {
      FloatRange range = rangeOf(result);
      if (!range.isFinite())
        return std::nullopt;
      texts.push_back(range.str());
    }
    return llvm::join(texts, ", ");
  }

  /// A NaN that arrives is reported here, too, so only what is finite whatever
  /// arrives needs no scan. Statistics are asked for, not needed.
  static bool isNeedless(ScanOp scan, const FloatRange &range) {
    bool good =
        range.isFinite() || (scan.getExpectInf() && range.known &&
                             !range.mayBeNaN && !(range.hi == kPlusInf));
    if (!good || scan.getMode() == ScanMode::Stats)
      return false;
    tell(scan, "no scan: the tensor is within " + range.str());
    return true;
  }

  /// NaN and Inf pass a clip as they are.
  static bool isNeedless(ClipOp clip, const FloatRange &range) {
    double bound = clip.getBound().convertToDouble();
    if (!range.known || range.finite > bound)
      return false;
    tell(clip, "no clip: no finite value of the tensor is beyond " +
                   llvm::formatv("{0}", range.finite).str());
    return true;
  }

  static void dissolve(ClusterOp cluster, const std::string &ranges) {
    tell(cluster, "no guard for " + stringifyKind(cluster.getKind()).str() +
                      ": its result is within " + ranges);
    auto text = StringAttr::get(cluster.getContext(), ranges);
    Region *body = cluster.getVariantRegion(Variant::Fused);
    for (Operation *op : cluster.inlineVariant(*body))
      if (isProducer(classify(op)))
        op->setAttr(kHarmlessAttr, text);
  }
};
} // namespace
