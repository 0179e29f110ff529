//===- FormClusters.cpp - nanguard-form-clusters --------------------------===//
//
// Walks each block from its end; each producer that no cluster holds yet is
// the root of a new one, which grows towards the operands over edges that
// nobody else reads. What may be drawn in is what one kernel can hold: one
// contraction with its epilogue (two for attention), and a normalisation of at
// most two dependent sums.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"

namespace nanguard {
#define GEN_PASS_DEF_FORMCLUSTERSPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

/// More ops than any known chain has; bounds the cost of odd inputs.
static constexpr size_t kMaxClusterOps = 96;
/// Dependent sums in one normalisation (mean, then variance).
static constexpr int kMaxSumDepth = 1;

static bool isContractionLike(OpClass opClass) {
  return opClass == OpClass::Contraction || opClass == OpClass::Convolution;
}

/// Whether operand `index` of `op` is repeated along some loop.
static bool isBroadcastOperand(linalg::LinalgOp op, OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  return !map.isProjectedPermutation() ||
         map.getNumResults() < op.getNumLoops();
}

/// x * c with a constant c: may stand in a contraction's prologue.
static bool isConstantScaling(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || classify(op) != OpClass::Elementwise ||
      generic.getNumDpsInputs() != 1 || !payloadHas(op, "arith.mulf"))
    return false;
  return llvm::all_of(*generic.getBody(), [](Operation &inner) {
    return isa<linalg::YieldOp, arith::MulFOp, arith::TruncFOp, arith::ExtFOp,
               arith::ConstantOp, linalg::IndexOp>(inner);
  });
}

/// float(i1): a flag hides what it is multiplied with, so the contraction has
/// to see it. May stand in its prologue.
static bool makesFlags(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && generic.getNumReductionLoops() == 0 &&
         llvm::any_of(generic.getBody()->getOps<arith::UIToFPOp>(),
                      [](arith::UIToFPOp cast) {
                        return cast.getIn().getType().isInteger(1);
                      });
}

/// Whether `op` asks whether a number has overflowed; -Inf is a mask's.
static bool testsForOverflow(Operation *op) {
  return isa<math::IsInfOp, math::IsFiniteOp>(op) ||
         (isa<arith::CmpFOp>(op) &&
          llvm::any_of(op->getOperands(), [](Value operand) {
            return matchPattern(operand, m_PosInfFloat());
          }));
}

/// Whether `op` asks for one of the kinds of numbers that are not finite.
static bool testsForNonFinite(Operation *op) {
  if (testsForOverflow(op) || isa<math::IsNaNOp>(op))
    return true;
  auto compare = dyn_cast<arith::CmpFOp>(op);
  return compare && (compare.getLhs() == compare.getRhs() ||
                     matchPattern(compare.getLhs(), m_NegInfFloat()) ||
                     matchPattern(compare.getRhs(), m_NegInfFloat()));
}

/// Whether all that is done with `scalar` is to test it; `forOverflow` is set
/// if one test is for that.
static bool isOnlyTested(Value scalar, bool &forOverflow) {
  return llvm::all_of(scalar.getUsers(), [&](Operation *user) {
    forOverflow |= testsForOverflow(user);
    return testsForNonFinite(user) ||
           (isa<math::AbsFOp, arith::NegFOp, arith::ExtFOp>(user) &&
            isOnlyTested(user->getResult(0), forOverflow));
  });
}

/// test_r1: what is only tested for an overflow, as by a loss scaler, is tested
/// as the model's type holds it, so that it must not stay wide up to the test.
static bool testsOperandForOverflow(OpOperand &operand) {
  auto op = dyn_cast<linalg::GenericOp>(operand.getOwner());
  bool forOverflow = false;
  return op &&
         isOnlyTested(op.getMatchingBlockArgument(&operand), forOverflow) &&
         forOverflow;
}

/// Whether all that reads `value` are convolutions, as what they multiply.
static bool isReadByConvolutions(Value value) {
  return llvm::all_of(value.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<tensor::ExpandShapeOp>(user))
      return isReadByConvolutions(user->getResult(0));
    auto op = dyn_cast<linalg::LinalgOp>(user);
    return op && op.isDpsInput(&use) && classify(op) == OpClass::Convolution;
  });
}

/// Zeros around what a convolution reads, which a kernel need not write.
static bool padsConvolution(Operation *op) {
  return padsWithZeros(op) && isReadByConvolutions(op->getResult(0));
}

namespace {

/// The op of a softmax that divides by the sum of exponentials, found from the
/// value that a contraction reads; nullptr if there is none.
class SoftmaxFinder {
public:
  static bool reaches(Value value) { return SoftmaxFinder().visit(value, 0); }

  /// Whether `value`, which a contraction reads, is an exponential by whose sum
  /// `op` divides: the attention that divides at the end.
  static bool isDividedLaterBy(Value value, Operation *op) {
    auto division = dyn_cast<linalg::LinalgOp>(op);
    Operation *exp = throughMovers(value);
    if (!division || !exp || !payloadHas(op, "arith.divf") ||
        (!payloadHas(exp, "math.exp") && !payloadHas(exp, "math.exp2")))
      return false;
    return llvm::any_of(division.getDpsInputOperands(), [&](OpOperand *input) {
      Operation *sum = throughMovers(input->get());
      return sum && classify(sum) == OpClass::Reduction &&
             llvm::any_of(sum->getOperands(), [&](Value operand) {
               return throughMovers(operand) == exp;
             });
    });
  }

private:
  static constexpr int kMaxDepth = 12;

  bool visit(Value value, int depth) {
    Operation *op = value.getDefiningOp();
    if (!op || depth > kMaxDepth || !value.hasOneUse())
      return false;
    OpClass opClass = classify(op);
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
        linalgOp && opClass == OpClass::Elementwise && dividesBySum(linalgOp))
      return true;
    bool passes = opClass == OpClass::Mover || onlyScales(op);
    return passes && llvm::any_of(readValues(op), [&](Value operand) {
             return visit(operand, depth + 1);
           });
  }

  /// What makes `value`, seen through casts, reshapes and broadcasts.
  static Operation *throughMovers(Value value) {
    Operation *op = value.getDefiningOp();
    for (int depth = 0; op && depth < kMaxDepth; ++depth) {
      bool moves = isCheapToRepeat(op) && op->getNumOperands() > 0;
      auto generic = dyn_cast<linalg::GenericOp>(op);
      bool narrows =
          generic && generic.getNumDpsInputs() == 1 &&
          generic.getNumReductionLoops() == 0 &&
          llvm::all_of(*generic.getBody(), [](Operation &inner) {
            return isa<linalg::YieldOp, arith::TruncFOp, arith::ExtFOp>(inner);
          });
      if (!moves && !narrows)
        return op;
      op = op->getOperand(0).getDefiningOp();
    }
    return op;
  }

  /// Casts, selections and products, as of a dropout, after the softmax.
  static bool onlyScales(Operation *op) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    return generic && generic.getNumReductionLoops() == 0 &&
           llvm::all_of(*generic.getBody(), [](Operation &inner) {
             return isa<linalg::YieldOp, arith::TruncFOp, arith::ExtFOp,
                        arith::SelectOp, arith::CmpFOp, arith::MulFOp,
                        arith::UIToFPOp, arith::ConstantOp>(inner);
           });
  }

  static bool dividesBySum(linalg::LinalgOp op) {
    if (!payloadHas(op, "arith.divf") && !payloadHas(op, "arith.mulf"))
      return false;
    return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
      return operand.getOperandNumber() < op.getNumDpsInputs() &&
             isBroadcastOperand(op, operand) &&
             comesFromSumOfExp(operand.get(), 0, /*inSum=*/false);
    });
  }

  static bool comesFromSumOfExp(Value value, int depth, bool inSum) {
    Operation *op = value.getDefiningOp();
    if (!op || depth > kMaxDepth)
      return false;
    OpClass opClass = classify(op);
    if (opClass == OpClass::Opaque || isContractionLike(opClass))
      return false;
    inSum |= opClass == OpClass::Reduction;
    if (inSum && (payloadHas(op, "math.exp") || payloadHas(op, "math.exp2")))
      return true;
    return llvm::any_of(readValues(op), [&](Value operand) {
      return comesFromSumOfExp(operand, depth + 1, inSum);
    });
  }
};

/// A cluster while it grows.
class Grower {
public:
  explicit Grower(Operation *root) : root(root) {
    add(root, {});
    bool changed = true;
    while (changed) {
      changed = false;
      for (size_t i = 0; i < ops.size(); ++i)
        for (Value operand : readValues(ops.getArrayRef()[i].first))
          changed |= tryAbsorb(operand.getDefiningOp());
    }
  }

  /// The cluster's ops, operands first, in the order in which a walk from the
  /// root meets them: the same for equal clusters wherever they stand.
  SmallVector<Operation *> sortedOps() const {
    SmallVector<Operation *> sorted;
    DenseSet<Operation *> seen;
    visit(root, sorted, seen);
    return sorted;
  }
  bool contains(Operation *op) const { return ops.contains(op); }
  bool isAttention() const { return attention && contractions.size() == 2; }
  ArrayRef<Operation *> getContractions() const { return contractions; }
  Operation *getRoot() const { return root; }

private:
  /// Where an op stands in the cluster.
  struct Place {
    int stage = 0;              ///< contractions between it and the root
    int sums = 0;               ///< sums between it and the root
    bool probabilities = false; ///< on the softmax side of an attention
  };

  void visit(Operation *op, SmallVectorImpl<Operation *> &sorted,
             DenseSet<Operation *> &seen) const {
    if (!op || !ops.contains(op) || !seen.insert(op).second)
      return;
    for (Value operand : readValues(op))
      visit(operand.getDefiningOp(), sorted, seen);
    sorted.push_back(op);
  }

  void add(Operation *op, Place place) {
    ops.insert({op, place});
    if (!isContractionLike(classify(op)))
      return;
    contractions.push_back(op);
    if (contractions.size() == 1 && place.stage == 0)
      for (OpOperand &operand : op->getOpOperands())
        if (SoftmaxFinder::reaches(operand.get()) ||
            llvm::any_of(ops, [&](auto &member) {
              return SoftmaxFinder::isDividedLaterBy(operand.get(),
                                                     member.first);
            })) {
          attention = true;
          probabilityOperand = operand.get();
        }
  }

  /// The op of the cluster's block that holds `user`.
  Operation *inBlock(Operation *user) const {
    return root->getBlock()->findAncestorOpInBlock(*user);
  }

  bool usedOnlyInside(Operation *op) const {
    return llvm::all_of(op->getUsers(), [&](Operation *user) {
      return ops.contains(inBlock(user));
    });
  }

  Place placeOf(Operation *op) const {
    Place place;
    for (OpOperand &use : op->getUses()) {
      Operation *user = inBlock(use.getOwner());
      auto it = ops.find(user);
      if (it == ops.end())
        continue;
      OpClass userClass = classify(user);
      // Where its accumulator starts is no operand that it multiplies.
      auto accumulates = dyn_cast<DestinationStyleOpInterface>(user);
      bool crosses = isContractionLike(userClass) &&
                     !(accumulates && accumulates.isDpsInit(&use));
      place.stage = std::max(place.stage, it->second.stage + crosses);
      place.sums = std::max(place.sums, it->second.sums +
                                            (userClass == OpClass::Reduction));
      place.probabilities |= crosses && it->second.stage == 0
                                 ? use.get() == probabilityOperand
                                 : it->second.probabilities;
    }
    return place;
  }

  /// A broadcast operand that comes from a sum which can't be drawn in would
  /// cut a normalisation in two.
  bool needsUnreachableSum(Operation *op, int sums) const {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp)
      return false;
    for (OpOperand *input : linalgOp.getDpsInputOperands())
      if (isBroadcastOperand(linalgOp, *input) &&
          sumsBehind(input->get(), op) + sums > kMaxSumDepth + 1)
        return true;
    return false;
  }

  /// The longest chain of sums among the ops behind `value` that this cluster
  /// could draw in: elementwise ops and sums whose readers are all inside, or
  /// among themselves, or `from`.
  int sumsBehind(Value value, Operation *from) const {
    SetVector<Operation *> slice;
    SmallVector<Value> worklist{value};
    while (!worklist.empty() && slice.size() < kMaxClusterOps) {
      Operation *op = worklist.pop_back_val().getDefiningOp();
      if (!op || op->getBlock() != root->getBlock() || ops.contains(op))
        continue;
      OpClass opClass = classify(op);
      if (opClass == OpClass::Opaque || isContractionLike(opClass) ||
          !slice.insert(op))
        continue;
      llvm::append_range(worklist, readValues(op));
    }
    bool changed = true;
    while (changed)
      changed = slice.remove_if([&](Operation *op) {
        return !isCheapToRepeat(op) &&
               llvm::any_of(op->getUsers(), [&](Operation *user) {
                 Operation *reader = inBlock(user);
                 return reader != from && !slice.contains(reader) &&
                        !ops.contains(reader);
               });
      });
    return longestChain(value.getDefiningOp(), slice);
  }

  static int longestChain(Operation *op, const SetVector<Operation *> &slice) {
    if (!op || !slice.contains(op))
      return 0;
    int most = 0;
    for (Value operand : readValues(op))
      most = std::max(most, longestChain(operand.getDefiningOp(), slice));
    return most + (classify(op) == OpClass::Reduction);
  }

  bool tryAbsorb(Operation *op) {
    if (!op || ops.contains(op) || op->getBlock() != root->getBlock() ||
        ops.size() >= kMaxClusterOps)
      return false;
    // A dynamic destination's sizes stay outside, with the destination.
    if (isa<tensor::EmptyOp>(op) && op->getNumOperands() > 0 &&
        llvm::is_contained(destinationsOf(root), op->getResult(0)))
      return false;
    if (!mayAbsorb(op))
      return false;
    add(op, placeOf(op));
    return true;
  }

  /// What the root writes into, seen through a fill.
  static SmallVector<Value> destinationsOf(Operation *op) {
    SmallVector<Value> values;
    if (auto dps = dyn_cast<DestinationStyleOpInterface>(op))
      for (Value init : dps.getDpsInits()) {
        auto fill = init.getDefiningOp<linalg::FillOp>();
        values.push_back(fill ? fill.getDpsInits()[0] : init);
      }
    return values;
  }

  bool mayAbsorb(Operation *op) const {
    if (isWeight(op))
      return false;
    if (isCheapToRepeat(op))
      return true;
    OpClass opClass = classify(op);
    if (opClass == OpClass::Opaque || !usedOnlyInside(op) ||
        llvm::any_of(op->getUses(), testsOperandForOverflow))
      return false;
    // Without TilingInterface or with a shape of their own: edges.
    if (!isa<linalg::LinalgOp, tensor::ExtractSliceOp, tensor::ReshapeOp>(op) &&
        !padsConvolution(op))
      return false;
    Place place = placeOf(op);
    if (opClass == OpClass::Mover || opClass == OpClass::Harmless)
      return place.stage == 0 || opClass == OpClass::Mover ||
             place.probabilities || makesFlags(op);
    bool softmaxSide = place.stage == 1 && place.probabilities && attention;
    if (isContractionLike(opClass))
      return contractions.empty() ? place.stage == 0
                                  : softmaxSide && contractions.size() == 1 &&
                                        opClass == OpClass::Contraction;
    if (place.stage > 0 && !softmaxSide)
      return isConstantScaling(op);
    if (opClass == OpClass::Reduction)
      return place.sums <= kMaxSumDepth;
    return !needsUnreachableSum(op, place.sums);
  }

  Operation *root;
  llvm::MapVector<Operation *, Place> ops;
  SmallVector<Operation *> contractions;
  bool attention = false;
  Value probabilityOperand;
};

} // namespace

//===----------------------------------------------------------------------===//
// What a cluster is called
//===----------------------------------------------------------------------===//

static bool anyPayloadHas(ArrayRef<Operation *> ops,
                          std::initializer_list<StringRef> names) {
  return llvm::any_of(ops, [&](Operation *op) {
    return llvm::any_of(names,
                        [&](StringRef name) { return payloadHas(op, name); });
  });
}

/// Functions of one number that are steep or have poles.
static const std::initializer_list<StringRef> kActivations = {
    "math.exp",  "math.exp2", "math.log",  "math.log1p",
    "math.erf",  "math.tanh", "math.sin",  "math.cos",
    "math.powf", "math.sqrt", "math.rsqrt"};

static Kind kindOf(const Grower &grower, ArrayRef<Operation *> ops) {
  auto has = [&](OpClass opClass) {
    return llvm::any_of(ops,
                        [&](Operation *op) { return classify(op) == opClass; });
  };
  bool sums = has(OpClass::Reduction);
  bool exps = anyPayloadHas(ops, {"math.exp", "math.exp2"});
  bool logs = anyPayloadHas(ops, {"math.log", "math.log1p"});
  bool divides = anyPayloadHas(ops, {"arith.divf"});
  bool roots = anyPayloadHas(ops, {"math.rsqrt", "math.sqrt"});
  if (grower.isAttention())
    return Kind::Attention;
  if (sums && exps)
    return logs ? Kind::LogSoftmax
                : (divides ? Kind::Softmax : Kind::Reduction);
  if (sums && roots)
    return Kind::Norm;
  if (has(OpClass::Contraction))
    return Kind::Matmul;
  if (has(OpClass::Convolution))
    return Kind::Conv;
  if (sums)
    return Kind::Reduction;
  if (anyPayloadHas(ops, kActivations))
    return Kind::Activation;
  bool arithmetic =
      anyPayloadHas(ops, {"arith.addf", "arith.subf", "arith.mulf",
                          "arith.divf", "math.fma", "math.fpowi"});
  if (llvm::any_of(
          ops, [](Operation *op) { return payloadHas(op, "tensor.extract"); }))
    return Kind::Embedding;
  return arithmetic ? Kind::Elementwise : Kind::Cast;
}

/// What the op at risk in a cluster of `kind` holds.
static std::initializer_list<StringRef> tellingPayload(Kind kind) {
  static const std::initializer_list<StringRef> exps = {"math.exp",
                                                        "math.exp2"};
  static const std::initializer_list<StringRef> roots = {"math.rsqrt",
                                                         "math.sqrt"};
  if (kind == Kind::Softmax || kind == Kind::LogSoftmax)
    return exps;
  if (kind == Kind::Norm)
    return roots;
  if (kind == Kind::Activation)
    return kActivations;
  return {};
}

/// The op whose source position names the cluster, the producer at risk: the
/// contraction of a matmul, the last one of an attention, what makes a softmax,
/// a norm or an activation one, else the first producer.
static Operation *namingOp(const Grower &grower, Kind kind,
                           ArrayRef<Operation *> ops) {
  if (kind == Kind::Matmul || kind == Kind::Conv || kind == Kind::Attention)
    return grower.getContractions().front();
  std::initializer_list<StringRef> names = tellingPayload(kind);
  for (Operation *op : ops)
    if (isProducer(classify(op)) &&
        (names.size() == 0 || anyPayloadHas(op, names)))
      return op;
  return grower.getRoot();
}

/// Locations of all ops, the naming op's first; ids and reports read them.
static Location locationOf(Operation *first, ArrayRef<Operation *> ops) {
  SetVector<Location> locs;
  locs.insert(first->getLoc());
  for (Operation *op : ops)
    if (!isCheapToRepeat(op))
      locs.insert(op->getLoc());
  SmallVector<Location> known;
  for (Location loc : locs)
    if (!isa<UnknownLoc>(loc))
      known.push_back(loc);
  return known.empty() ? first->getLoc()
                       : FusedLoc::get(first->getContext(), known);
}

//===----------------------------------------------------------------------===//
// Building the op
//===----------------------------------------------------------------------===//

/// Replaces the root's results by those of a cluster that holds copies of
/// `ops`. The copies' originals die with their uses.
static ClusterOp buildCluster(const Grower &grower) {
  Operation *root = grower.getRoot();
  SmallVector<Operation *> ops = grower.sortedOps();
  SetVector<Value> inputs;
  for (Operation *op : ops)
    for (Value operand : readValues(op))
      if (!operand.getDefiningOp() || !grower.contains(operand.getDefiningOp()))
        inputs.insert(operand);

  SmallVector<Value> yielded;
  for (OpResult result : root->getResults())
    if (!result.use_empty())
      yielded.push_back(result);

  Kind kind = kindOf(grower, ops);
  OpBuilder builder(root);
  auto cluster = ClusterOp::create(
      builder, locationOf(namingOp(grower, kind, ops), ops),
      ValueRange(yielded).getTypes(), kind, inputs.getArrayRef());
  Block *block = &cluster.getBodies().front().front();

  IRMapping mapping;
  mapping.map(inputs.getArrayRef(), block->getArguments());
  OpBuilder inner(root->getContext());
  inner.setInsertionPointToEnd(block);
  for (Operation *op : ops)
    inner.clone(*op, mapping);
  SmallVector<Value> results;
  for (Value value : yielded)
    results.push_back(mapping.lookup(value));
  YieldOp::create(inner, root->getLoc(), results);

  for (Operation *op : ops)
    if (Attribute bound = op->getAttr(kClipAttr))
      cluster->setAttr(kClipAttr, bound);
  for (auto [from, to] : llvm::zip(yielded, cluster.getResults()))
    from.replaceAllUsesWith(to);
  return cluster;
}

/// A relu after a matmul belongs into its kernel although it makes no number,
/// and so does the choice between two branches: what a producer makes for the
/// branch that is not taken is no fault.
static bool endsAProducer(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || linalgOp.getNumReductionLoops() > 0 ||
      (classify(op) != OpClass::Harmless && !payloadHas(op, "arith.select")) ||
      llvm::none_of(op->getResultTypes(), [](Type type) {
        return isa<FloatType>(getElementTypeOrSelf(type));
      }))
    return false;
  for (Value input : linalgOp.getDpsInputs()) {
    Operation *source = input.getDefiningOp();
    while (source && isCheapToRepeat(source) && source->getNumOperands() > 0)
      source = source->getOperand(0).getDefiningOp();
    if (source && isProducer(classify(source)) && input.hasOneUse())
      return true;
  }
  return false;
}

static void remarkUnguarded(Operation *op) {
  OpClass opClass = classify(op);
  if (opClass != OpClass::Opaque || op->hasTrait<OpTrait::IsTerminator>() ||
      isa<ClusterOp>(op))
    return;
  remark::missed(op->getLoc(),
                 remark::RemarkOpts::name("NotGuarded").category("nanguard"))
      << remark::add("{0}: not understood, left as it is",
                     op->getName().getStringRef().str());
}

static bool hasEncoding(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getEncoding();
}

/// The first type of `func` that says how its elements are stored.
static Type findEncoded(func::FuncOp func) {
  Type found;
  func.walk([&](Operation *op) {
    for (TypeRange types :
         {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
      for (Type type : llvm::make_filter_range(types, hasEncoding))
        found = type;
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

namespace {
struct FormClustersPass
    : nanguard::impl::FormClustersPassBase<FormClustersPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isDeclaration() || func.isPrivate())
      return;
    if (!func.getBody().hasOneBlock()) {
      remark::missed(
          func.getLoc(),
          remark::RemarkOpts::name("NotGuarded").category("nanguard"))
          << remark::add("a function with branches is left as it is");
      return;
    }
    if (Type encoded = findEncoded(func)) {
      func.emitRemark("@") << func.getName() << " is left as it is: " << encoded
                           << " has an encoding";
      return;
    }
    Block &block = func.getBody().front();
    for (Operation *op = &block.back(); op;) {
      // A gather makes no number, but its indices may be wrong: where no
      // cluster took it in, it needs a row to say so.
      if (op->use_empty() || !(isProducer(classify(op)) || endsAProducer(op) ||
                               gathersByData(op))) {
        op = op->getPrevNode();
        continue;
      }
      Grower grower(op);
      SmallVector<Operation *> members = grower.sortedOps();
      ClusterOp cluster = buildCluster(grower);
      // The originals go at once, those with an assertion in the body too (the
      // copy has it): a dead reader would keep an edge out of the next cluster.
      for (Operation *member : llvm::reverse(members))
        if (member->use_empty())
          member->erase();
      remark::passed(
          cluster.getLoc(),
          remark::RemarkOpts::name("ClusterFormed").category("nanguard"))
          << remark::metric("Kind", stringifyKind(cluster.getKind()));
      op = cluster->getPrevNode();
    }
    for (Operation &op : block)
      remarkUnguarded(&op);
    if (block.getOps<ClusterOp>().empty())
      func.emitRemark("nothing to guard in @")
          << func.getName()
          << ": no op of it makes numbers that can become NaN or Inf";
  }
};
} // namespace
