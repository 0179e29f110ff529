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
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OperationSupport.h"

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

/// Softmax and attention turn -Inf into 0; the others hand it on.
static bool swallowsInfinity(Kind kind) {
  return kind == Kind::Softmax || kind == Kind::Attention ||
         kind == Kind::LogSoftmax || kind == Kind::KvWrite;
}

/// Whether the cluster reads its operand `index` other than as a factor of a
/// contraction: as scores or as an additive mask.
static bool readsAsScores(ClusterOp cluster, unsigned index) {
  SmallVector<Value> worklist{cluster.getBodies().front().getArgument(index)};
  while (!worklist.empty()) {
    for (Operation *user : worklist.pop_back_val().getUsers()) {
      OpClass opClass = classify(user);
      if (opClass == OpClass::Mover)
        llvm::append_range(worklist, user->getResults());
      else if (opClass == OpClass::Elementwise ||
               opClass == OpClass::Harmless || opClass == OpClass::Reduction)
        return true;
    }
  }
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
  for (BlockArgument arg : func.getArguments()) {
    SmallVector<Value> worklist{arg};
    bool mask = false;
    while (!worklist.empty() && !mask) {
      for (OpOperand &use : worklist.pop_back_val().getUses()) {
        Operation *user = use.getOwner();
        if (auto cluster = dyn_cast<ClusterOp>(user)) {
          Kind kind = cluster.getKind();
          mask |= swallowsInfinity(kind) && kind != Kind::KvWrite &&
                  readsAsScores(cluster, use.getOperandNumber());
        } else if (classify(user) == OpClass::Mover) {
          llvm::append_range(worklist, user->getResults());
        }
      }
    }
    if (mask && isFloatTensor(arg.getType()))
      func.setArgAttr(arg.getArgNumber(), kExpectInfAttr,
                      UnitAttr::get(func.getContext()));
  }
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

/// Same kind, operand types and body, names and positions apart.
static bool sameKernel(ClusterOp a, ClusterOp b) {
  return a.getKind() == b.getKind() && a.getExpectInf() == b.getExpectInf() &&
         a->getAttr(kClipAttr) == b->getAttr(kClipAttr) &&
         a->getAttr(kValidDimsAttr) == b->getAttr(kValidDimsAttr) &&
         a.getOperandTypes() == b.getOperandTypes() &&
         a.getResultTypes() == b.getResultTypes() &&
         OperationEquivalence::isRegionEquivalentTo(
             &a.getBodies().front(), &b.getBodies().front(),
             OperationEquivalence::IgnoreLocations);
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
             (holdsInfinity(cluster) ||
              llvm::any_of(cluster.getInputs(), [](Value input) {
                return isFloatTensor(input.getType()) &&
                       mayCarryInfinity(input);
              }))))
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
