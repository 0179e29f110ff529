//===- RepeatProducers.cpp - nanguard-repeat-producers --------------------===//
//
// A value that is read twice ends a cluster, so the gradient of a softmax does
// not see the softmax. Where a rule holds of a cluster together with cheap
// producers outside of it, its safe and unfused variants repeat those.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/Transforms/Variants.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

namespace nanguard {
#define GEN_PASS_DEF_REPEATPRODUCERSPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

/// Bounds what a variant may compute again.
static constexpr size_t kMaxRepeatedOps = 64;
/// Clusters on the way from a cluster to what is repeated.
static constexpr unsigned kMaxHops = 8;

static bool mayRepeat(Operation *op) {
  if (isWeight(op) || gathersByData(op) || !isMemoryEffectFree(op))
    return false;
  if (isCheapToRepeat(op) || isa<tensor::ExtractSliceOp>(op))
    return true;
  OpClass opClass = classify(op);
  return isa<linalg::LinalgOp>(op) &&
         (opClass == OpClass::Mover || opClass == OpClass::Harmless ||
          opClass == OpClass::Elementwise || opClass == OpClass::Reduction);
}

/// What makes a value of the function's block: one op, or ops of a cluster.
namespace {
struct Maker {
  ClusterOp cluster;
  SmallVector<Operation *> ops; ///< Operands first.
  llvm::SetVector<Value> reads; ///< Values of the function's block.
  bool isCheap() const { return llvm::all_of(ops, isCheapToRepeat); }
};
} // namespace

/// The maker of `value`, if all that it does may be repeated.
static std::optional<Maker> makerOf(Value value) {
  Operation *def = value.getDefiningOp();
  if (!def)
    return std::nullopt;
  Maker maker;
  maker.cluster = dyn_cast<ClusterOp>(def);
  if (!maker.cluster) {
    if (!mayRepeat(def))
      return std::nullopt;
    maker.ops.push_back(def);
    maker.reads = readValues(def);
    return maker;
  }
  // What a clip replaced is not what the ops compute.
  if (def->hasAttr(kClipAttr))
    return std::nullopt;
  Block &body = maker.cluster.getBodies().front().front();
  llvm::SetVector<Value> values;
  values.insert(body.getTerminator()->getOperand(
      cast<OpResult>(value).getResultNumber()));
  DenseSet<Operation *> slice;
  for (size_t i = 0; i < values.size(); ++i) {
    if (auto arg = dyn_cast<BlockArgument>(values[i])) {
      maker.reads.insert(maker.cluster.getInputs()[arg.getArgNumber()]);
      continue;
    }
    Operation *op = values[i].getDefiningOp();
    if (!mayRepeat(op))
      return std::nullopt;
    if (slice.insert(op).second)
      values.insert_range(readValues(op));
  }
  for (Operation &op : body)
    if (slice.contains(&op))
      maker.ops.push_back(&op);
  return maker;
}

namespace {
/// A cluster together with what makes some of its operands.
class Enlarged {
public:
  /// Looks through the operands in `through`, over `hops` clusters at most.
  Enlarged(ClusterOp cluster, const llvm::BitVector &through, unsigned hops)
      : cluster(cluster), through(through), inputs(cluster.getInputs()) {
    llvm::SetVector<Value> values;
    for (unsigned i : through.set_bits())
      values.insert(cluster.getInputs()[i]);
    DenseMap<Value, unsigned> distance;
    size_t count = 0;
    for (size_t i = 0; i < values.size(); ++i) {
      Value value = values[i];
      std::optional<Maker> maker = makerOf(value);
      unsigned far = distance.lookup(value) + (maker && maker->cluster);
      if (!maker || far > hops || count + maker->ops.size() > kMaxRepeatedOps)
        continue;
      count += maker->ops.size();
      repeatsWork |= !maker->isCheap();
      for (Value read : maker->reads)
        if (values.insert(read))
          distance[read] = far;
      makers.insert({value, std::move(*maker)});
    }
    for (Value value : values)
      if (!makers.contains(value) &&
          !llvm::is_contained(cluster.getInputs(), value))
        inputs.push_back(value);
  }

  bool repeats() const { return repeatsWork; }

  /// A fresh cluster behind the original: repeated ops and the original's.
  ClusterOp build() {
    OpBuilder builder(cluster->getContext());
    IRMapping mapping;
    ClusterOp fresh = create(builder, cluster.getResultTypes(), mapping);
    Block &body = cluster.getBodies().front().front();
    IRMapping inner;
    for (auto [i, arg] : llvm::enumerate(body.getArguments()))
      inner.map(arg, through[i] ? emit(builder, cluster.getInputs()[i], mapping)
                                : fresh.getBodies().front().getArgument(i));
    for (Operation &op : body)
      builder.clone(op, inner);
    return fresh;
  }

  /// The repeated ops alone.
  ClusterOp buildRepeated() {
    SmallVector<Value> values;
    for (unsigned i : through.set_bits())
      if (makers.contains(cluster.getInputs()[i]))
        values.push_back(cluster.getInputs()[i]);
    OpBuilder builder(cluster->getContext());
    IRMapping mapping;
    ClusterOp fresh = create(builder, ValueRange(values).getTypes(), mapping);
    SmallVector<Value> results;
    for (Value value : values)
      results.push_back(emit(builder, value, mapping));
    YieldOp::create(builder, cluster.getLoc(), results);
    return fresh;
  }

private:
  /// An empty one with all inputs; values outside are mapped to its arguments.
  ClusterOp create(OpBuilder &builder, TypeRange types, IRMapping &mapping) {
    builder.setInsertionPointAfter(cluster);
    auto fresh = ClusterOp::create(builder, cluster.getLoc(), types,
                                   cluster.getKind(), inputs);
    Block *block = &fresh.getBodies().front().front();
    for (auto [value, arg] : llvm::zip(inputs, block->getArguments()))
      if (!makers.contains(value))
        mapping.map(value, arg);
    builder.setInsertionPointToEnd(block);
    return fresh;
  }

  /// The value inside that stands for `value` outside.
  Value emit(OpBuilder &builder, Value value, IRMapping &mapping) {
    if (Value known = mapping.lookupOrNull(value))
      return known;
    Maker &maker = makers.find(value)->second;
    IRMapping inner;
    for (Value read : maker.reads)
      inner.map(read, emit(builder, read, mapping));
    if (maker.cluster)
      for (auto [arg, input] :
           llvm::zip(maker.cluster.getBodies().front().getArguments(),
                     maker.cluster.getInputs()))
        if (Value known = inner.lookupOrNull(input))
          inner.map(arg, known);
    for (Operation *op : maker.ops)
      builder.clone(*op, inner);
    Value made = value;
    if (maker.cluster)
      made =
          maker.cluster.getBodies().front().front().getTerminator()->getOperand(
              cast<OpResult>(value).getResultNumber());
    mapping.map(value, inner.lookup(made));
    return mapping.lookup(value);
  }

  ClusterOp cluster;
  llvm::BitVector through;
  SmallVector<Value> inputs;
  llvm::MapVector<Value, Maker> makers;
  bool repeatsWork = false;
};

/// How often each rule holds, by its pattern's name.
using RuleCounts = std::map<StringRef, int>;

class RuleCounter : public RewriterBase::Listener {
public:
  void notifyPatternEnd(const Pattern &pattern, LogicalResult status) override {
    if (succeeded(status) &&
        llvm::is_contained(pattern.getDebugLabels(), kRuleLabel))
      ++counts[pattern.getDebugName()];
  }
  /// Counts the rules that hold of the fused variant of `cluster`, which goes.
  static RuleCounts take(ClusterOp cluster, unsigned maxWidth) {
    RuleCounter counter;
    Region &region = cluster.getBodies().front();
    FloatType wide = chooseWideType(region.front(), Variant::Safe, maxWidth);
    std::string reason;
    bool holds =
        (!wide || succeeded(widenBlock(region.front(), wide, reason))) &&
        succeeded(stabilizeRegion(region, &counter));
    cluster.erase();
    return holds ? counter.counts : RuleCounts();
  }

private:
  RuleCounts counts;
};

/// Decides for one cluster, and rewrites it.
class Repeater {
public:
  Repeater(ClusterOp cluster, unsigned maxWidth)
      : cluster(cluster), maxWidth(maxWidth) {}

  void run() {
    llvm::BitVector through(cluster.getInputs().size());
    for (auto [i, input] : llvm::enumerate(cluster.getInputs()))
      through[i] = makerOf(input).has_value();
    if (through.none() || !Enlarged(cluster, through, kMaxHops).repeats())
      return;
    OpBuilder builder(cluster);
    alone =
        RuleCounter::take(cast<ClusterOp>(builder.clone(*cluster)), maxWidth);
    RuleCounts most = countGained(through, kMaxHops);
    if (most.empty())
      return;
    unsigned hops = 1;
    while (hops < kMaxHops && !hasAll(countGained(through, hops), most))
      ++hops;
    for (int i = through.find_first(); i >= 0; i = through.find_next(i)) {
      through.reset(i);
      if (through.none() || !hasAll(countGained(through, hops), most))
        through.set(i);
    }
    ClusterOp fresh = replace(Enlarged(cluster, through, hops));
    remark::passed(
        fresh.getLoc(),
        remark::RemarkOpts::name("ProducersRepeated").category("nanguard"))
        << "safe and unfused repeat what makes operands, for " +
               llvm::join(llvm::make_first_range(most), ", ");
  }

private:
  /// How often rules hold of both together, beyond each alone.
  RuleCounts countGained(const llvm::BitVector &through, unsigned hops) {
    RuleCounts gained;
    Enlarged enlarged(cluster, through, hops);
    if (!enlarged.repeats())
      return gained;
    RuleCounts apart = RuleCounter::take(enlarged.buildRepeated(), maxWidth);
    for (auto [rule, count] : alone)
      apart[rule] += count;
    for (auto [rule, count] : RuleCounter::take(enlarged.build(), maxWidth))
      if (int more = count - apart[rule]; more > 0)
        gained[rule.split("(anonymous namespace)::").second] = more;
    return gained;
  }

  static bool hasAll(const RuleCounts &gained, const RuleCounts &most) {
    return llvm::all_of(most, [&](const auto &rule) {
      auto found = gained.find(rule.first);
      return found != gained.end() && found->second >= rule.second;
    });
  }

  ClusterOp replace(Enlarged enlarged) {
    IRRewriter rewriter(cluster->getContext());
    ClusterOp fresh = generateVariants(rewriter, enlarged.build(),
                                       /*fast=*/false, maxWidth);
    Region &fused = fresh.getBodies().front();
    unsigned own = cluster.getInputs().size();
    fused.takeBody(cluster.getBodies().front());
    for (Value input : fresh.getInputs().drop_front(own))
      fused.addArgument(input.getType(), input.getLoc());
    for (unsigned i = fresh.getInputs().size(); i-- > own;) {
      if (llvm::any_of(fresh.getBodies(), [&](Region &body) {
            return !body.getArgument(i).use_empty();
          }))
        continue;
      for (Region &body : fresh.getBodies())
        body.eraseArgument(i);
      fresh->eraseOperand(i);
    }
    for (NamedAttribute attr : cluster->getDiscardableAttrs())
      fresh->setDiscardableAttr(attr.getName(), attr.getValue());
    cluster->replaceAllUsesWith(fresh->getResults());
    cluster.erase();
    return fresh;
  }

  ClusterOp cluster;
  unsigned maxWidth;
  RuleCounts alone;
};

struct RepeatProducersPass
    : nanguard::impl::RepeatProducersPassBase<RepeatProducersPass> {
  using Base::Base;

  void runOnOperation() override {
    for (Block &block : getOperation().getBody())
      for (ClusterOp cluster : llvm::to_vector(block.getOps<ClusterOp>()))
        Repeater(cluster, wide).run();
  }
};
} // namespace
