//===- Annotate.cpp - nanguard-annotate -----------------------------------===//
//
// Ids, equal clusters, expected infinities. Ids are the positions in the tier
// vector: entries of a function first, then clusters in the block's order.
//
//===----------------------------------------------------------------------===//

#include "ValidRows.h"

#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/SetVector.h"

namespace nanguard {
#define GEN_PASS_DEF_ANNOTATEPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

/// Whether `value` may rightly hold infinities: a mask, or made of one by
/// movers and unguarded ops.
static bool mayCarryInfinity(Value value, int depth = 0) {
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    auto func = dyn_cast<func::FuncOp>(arg.getOwner()->getParentOp());
    return func && func.getArgAttr(arg.getArgNumber(), kExpectInfAttr);
  }
  Operation *op = value.getDefiningOp();
  if (auto cluster = dyn_cast<ClusterOp>(op))
    return cluster.getExpectInf();
  if (depth > 16)
    return false;
  return mentionsInfinity(op) ||
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return isa<FloatType>(getElementTypeOrSelf(operand.getType())) &&
                  mayCarryInfinity(operand, depth + 1);
         });
}

/// Softmax and attention map -Inf to 0; the others pass it on.
static bool swallowsInfinity(Kind kind) {
  return kind == Kind::Softmax || kind == Kind::Attention ||
         kind == Kind::LogSoftmax || kind == Kind::KvWrite;
}

/// Whether what `operand` brings into the payload of its op comes to the
/// exponent of an exp there.
static bool reachesExponent(OpOperand &operand) {
  auto op = dyn_cast<linalg::LinalgOp>(operand.getOwner());
  if (!op)
    return false;
  llvm::SmallSetVector<Value, 8> values;
  values.insert(op.getMatchingBlockArgument(&operand));
  for (size_t i = 0; i < values.size(); ++i)
    for (Operation *user : values[i].getUsers()) {
      if (isa<math::ExpOp, math::Exp2Op>(user))
        return true;
      values.insert_range(user->getResults());
    }
  return false;
}

/// Whether -Inf in `use`, in a payload, is -Inf in the result of its user.
static bool keepsMask(OpOperand &use) {
  Operation *user = use.getOwner();
  unsigned index = use.getOperandNumber();
  if (isa<arith::MulFOp, arith::DivFOp>(user)) {
    APFloat scale(0.0);
    return matchPattern(user->getOperand(1 - index), m_ConstantFloat(&scale)) &&
           !scale.isNegative() && scale.isFiniteNonZero() &&
           (index == 0 || isa<arith::MulFOp>(user));
  }
  if (isa<arith::SubFOp>(user))
    return index == 0;
  if (isa<arith::SelectOp>(user))
    return index > 0;
  return isa<arith::AddFOp, arith::ExtFOp, arith::TruncFOp, arith::MaximumFOp,
             arith::MaxNumFOp, linalg::YieldOp>(user);
}

/// Whether -Inf in the operand `use` of an op is -Inf in its result, as a mask
/// that is added, selected or scaled by a constant.
static bool handsMaskOn(OpOperand &use) {
  auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!op)
    return classify(use.getOwner()) == OpClass::Mover || keepsMask(use);
  llvm::SmallSetVector<Value, 8> values;
  values.insert(op.getMatchingBlockArgument(&use));
  for (size_t i = 0; i < values.size(); ++i)
    for (OpOperand &inner : values[i].getUses()) {
      if (isa<linalg::YieldOp>(inner.getOwner()))
        return true;
      if (keepsMask(inner))
        values.insert_range(inner.getOwner()->getResults());
    }
  return false;
}

static bool handsAnythingOn(OpOperand &) { return true; }

/// Follows operand `index` through the body of `cluster`, through movers,
/// elementwise ops and maxima that hand on: whether `isEnd` holds of a use on
/// the way.
static bool comesTo(ClusterOp cluster, unsigned index,
                    function_ref<bool(OpOperand &)> isEnd,
                    function_ref<bool(OpOperand &)> handsOn = handsAnythingOn) {
  llvm::SmallSetVector<Value, 8> values;
  values.insert(cluster.getBodies().front().getArgument(index));
  for (size_t i = 0; i < values.size(); ++i)
    for (OpOperand &use : values[i].getUses()) {
      if (isEnd(use))
        return true;
      Operation *user = use.getOwner();
      OpClass opClass = classify(user);
      if (opClass == OpClass::Contraction || opClass == OpClass::Convolution ||
          (opClass == OpClass::Reduction && !isSelectingReduction(user)))
        continue;
      if (handsOn(use))
        values.insert_range(user->getResults());
    }
  return false;
}

/// Whether a softmax or attention reads its operand `index` as scores or as an
/// additive mask: -Inf becomes a weight of 0.
static bool readsAsScores(ClusterOp cluster, unsigned index) {
  return comesTo(cluster, index, [](OpOperand &use) {
    return isSelectingReduction(use.getOwner()) || reachesExponent(use);
  });
}

/// Whether a mask's -Inf in operand `index` is one in the result. A sum that
/// has swallowed one is no mask any more, nor is a product or a function of
/// one.
static bool handsOn(ClusterOp cluster, unsigned index) {
  return comesTo(
      cluster, index,
      [](OpOperand &use) { return isa<YieldOp>(use.getOwner()); }, handsMaskOn);
}

/// Whether some softmax reads `value` as scores, or what hands its -Inf on.
static bool comesToScores(Value value, int depth = 0) {
  return depth < 16 &&
         llvm::any_of(
             value.getUses(),
             [&](OpOperand &use) {
               auto isRead = [&](Value result) {
                 return comesToScores(result, depth + 1);
               };
               auto cluster = dyn_cast<ClusterOp>(use.getOwner());
               if (!cluster)
                 return handsMaskOn(use) &&
                        llvm::any_of(use.getOwner()->getResults(), isRead);
               unsigned index = use.getOperandNumber();
               if (swallowsInfinity(cluster.getKind()))
                 return cluster.getKind() != Kind::KvWrite &&
                        readsAsScores(cluster, index);
               return handsOn(cluster, index) &&
                      llvm::any_of(cluster.getResults(), isRead);
             });
}

/// Whether -Inf in any of the results is a mask's: the cluster itself writes it
/// there, or a softmax reads it. What stands beside a softmax keeps its guard.
static bool handsMaskOut(ClusterOp cluster) {
  auto yielded = cluster.getBodies().front().front().getTerminator();
  return llvm::all_of(
      llvm::zip(cluster.getResults(), yielded->getOperands()), [](auto pair) {
        auto [result, value] = pair;
        Operation *def = value.getDefiningOp();
        bool writes = def && classify(def) == OpClass::Mover &&
                      def->getNumRegions() > 0 && mentionsInfinity(def);
        return !isFloatTensor(result.getType()) || writes ||
               comesToScores(result);
      });
}

/// Whether `cluster` is given infinities that it may rightly hand on.
static bool takesInfinity(ClusterOp cluster) {
  for (auto [i, input] : llvm::enumerate(cluster.getInputs()))
    if (isFloatTensor(input.getType()) && mayCarryInfinity(input) &&
        handsOn(cluster, i))
      return true;
  return false;
}

/// Whether a masked score of the cluster leaves it as -Inf at its own place, as
/// a log_softmax has it: one of its operands, of the result's type, may hold
/// such.
static bool handsMasksOn(ClusterOp cluster) {
  if (cluster.getKind() != Kind::LogSoftmax)
    return false;
  return llvm::any_of(llvm::enumerate(cluster.getInputs()), [&](auto input) {
    return llvm::is_contained(cluster.getResultTypes(),
                              input.value().getType()) &&
           isFloatTensor(input.value().getType()) &&
           mayCarryInfinity(input.value()) &&
           readsAsScores(cluster, input.index());
  });
}

/// A float argument that a softmax reads as scores or mask may hold -Inf.
static void markMaskArguments(func::FuncOp func) {
  for (BlockArgument arg : func.getArguments())
    if (isFloatTensor(arg.getType()) && comesToScores(arg))
      func.setArgAttr(arg.getArgNumber(), kExpectInfAttr,
                      UnitAttr::get(func.getContext()));
}

static bool holdsInfinity(ClusterOp cluster) {
  bool found = false;
  cluster.getBodies().front().walk([&](Operation *op) {
    // The start of a maximum is -Inf and never seen.
    auto isMaximumStart = [&](Operation *fill) {
      return llvm::all_of(fill->getUsers(), isSelectingReduction);
    };
    if (classify(op) == OpClass::Mover && op->getNumResults() == 1 &&
        !op->use_empty() && op->getNumRegions() > 0 && mentionsInfinity(op) &&
        !isMaximumStart(op))
      found = true;
  });
  return found;
}

/// Same kind, operand types and bodies, names and positions apart.
static bool sameKernel(ClusterOp a, ClusterOp b) {
  return a.getVariants() == b.getVariants() && a.getKind() == b.getKind() &&
         a.getExpectInf() == b.getExpectInf() &&
         a->getAttr(kClipAttr) == b->getAttr(kClipAttr) &&
         a->getAttr(kValidDimsAttr) == b->getAttr(kValidDimsAttr) &&
         a->getAttr(kPaddingAttr) == b->getAttr(kPaddingAttr) &&
         a.getOperandTypes() == b.getOperandTypes() &&
         a.getResultTypes() == b.getResultTypes() &&
         llvm::all_of_zip(
             a.getBodies(), b.getBodies(), [](Region &left, Region &right) {
               return OperationEquivalence::isRegionEquivalentTo(
                   &left, &right, OperationEquivalence::IgnoreLocations);
             });
}

namespace {
struct AnnotatePass : nanguard::impl::AnnotatePassBase<AnnotatePass> {
  using Base::Base;

  void runOnOperation() override {
    // Distinct clusters of the module by a cheap key, then by comparison.
    llvm::MapVector<std::pair<unsigned, size_t>, SmallVector<ClusterOp>>
        distinct;
    int64_t nextKernel = 0;
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (func.isDeclaration() || !func.getBody().hasOneBlock())
        continue;
      auto clusters = func.getBody().front().getOps<ClusterOp>();
      if (clusters.empty())
        continue;
      markMaskArguments(func);
      int64_t id = llvm::count_if(func.getArgumentTypes(), isFloatTensor);
      for (ClusterOp cluster : clusters) {
        cluster.setId(id++);
        if (handsMasksOn(cluster) ||
            (!swallowsInfinity(cluster.getKind()) &&
             (holdsInfinity(cluster) || takesInfinity(cluster)) &&
             handsMaskOut(cluster)))
          cluster.setExpectInf(true);
        unsigned ops = std::distance(cluster.getBodies().front().op_begin(),
                                     cluster.getBodies().front().op_end());
        auto &known = distinct[{static_cast<unsigned>(cluster.getKind()), ops}];
        auto twin = llvm::find_if(
            known, [&](ClusterOp other) { return sameKernel(cluster, other); });
        Builder builder(&getContext());
        if (twin != known.end()) {
          cluster->setAttr(kSameAsAttr, (*twin)->getAttr(kKernelAttr));
          continue;
        }
        cluster->setAttr(kKernelAttr, builder.getI64IntegerAttr(nextKernel++));
        known.push_back(cluster);
      }
    }
  }
};
} // namespace
