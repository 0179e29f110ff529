//===- ScheduleKernels.cpp - nanguard-schedule-kernels --------------------===//
//
// Kernel functions on tensors become launch plans on buffers: few launches,
// each with all that can share registers. Runs before bufferization, while
// values are still values; what it does not take is left to the plain mapping.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "PaddedReads.h"

#include "nanguard/Conversion/Common/Passes.h"
#include "nanguard/Conversion/GPU/Passes.h"
#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace nanguard {
#define GEN_PASS_DEF_SCHEDULEKERNELSPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

/// Whether `value` is what the function returns in this result.
static bool isReturned(Value value, unsigned result) {
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    if (isa<func::ReturnOp>(use.getOwner()))
      return use.getOperandNumber() == result;
    return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
               use.getOwner()) &&
           isReturned(use.getOwner()->getResult(0), result);
  });
}

/// An out argument is written, and looked at for its shape at most; or read
/// element by element by the op whose result replaces it.
static bool isOnlyWritten(Value out, unsigned result) {
  return llvm::all_of(out.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<tensor::DimOp, func::ReturnOp, linalg::FillOp, tensor::InsertOp>(
            user))
      return true;
    if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user))
      return isOnlyWritten(user->getResult(0), result);
    auto generic = dyn_cast<linalg::GenericOp>(user);
    return generic && generic.isDpsInit(&use) &&
           (generic.getMatchingBlockArgument(&use).use_empty() ||
            (out.hasOneUse() &&
             isReturned(generic.getTiedOpResult(&use), result)));
  });
}

/// Outs that are not read are taken from where their shape comes from: what
/// only makes an out for another op is dead then.
static void detachOuts(func::FuncOp func) {
  func.walk([](linalg::LinalgOp op) {
    for (OpOperand &init : op.getDpsInitsMutable()) {
      if (!isa<linalg::FillOp>(op.getOperation()) &&
          !op.getMatchingBlockArgument(&init).use_empty())
        continue;
      while (auto made = init.get().getDefiningOp<linalg::LinalgOp>())
        init.set(
            made.getDpsInits()[cast<OpResult>(init.get()).getResultNumber()]);
    }
  });
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(func.front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

/// What keeps a function from a plan; empty if nothing is known to.
static std::string findObstacle(func::FuncOp func) {
  unsigned outs = func.getNumArguments() - func.getNumResults();
  for (auto [i, out] : llvm::enumerate(func.getArguments().drop_front(outs)))
    if (isa<RankedTensorType>(out.getType()) && !isOnlyWritten(out, i))
      return "an out is read";
  if (!llvm::hasSingleElement(func.getBody()))
    return "control flow";
  for (Operation &op : func.front()) {
    bool known =
        isa<linalg::GenericOp, linalg::FillOp, tensor::EmptyOp, tensor::DimOp,
            tensor::ExtractOp, tensor::InsertOp, tensor::ExpandShapeOp,
            tensor::CollapseShapeOp, tensor::ExtractSliceOp, tensor::PadOp,
            func::ReturnOp>(op) ||
        (isPure(&op) && op.getNumRegions() == 0 &&
         llvm::none_of(op.getResultTypes(), llvm::IsaPred<TensorType>));
    if (!known)
      return op.getName().getStringRef().str();
  }
  return "";
}

/// An op with a launch of its own, left as linalg for the plain mapping.
static void emitOther(KernelPlan &plan, linalg::GenericOp op) {
  ImplicitLocOpBuilder &b = plan.host();
  SmallVector<Value> operands;
  for (OpOperand *in : op.getDpsInputOperands()) {
    bool isTensor = isa<RankedTensorType>(in->get().getType());
    operands.push_back(isTensor ? plan.memref(in->get())
                                : plan.scalar(in->get()));
  }
  for (auto [init, result] : llvm::zip(op.getDpsInits(), op.getResults())) {
    KernelGroup alone(KernelGroup::Kind::Other, op);
    Value buffer = plan.target(alone, result);
    if (!buffer)
      buffer = plan.allocate(result);
    plan.place(result, buffer);
    plan.insertLater(cast<OpResult>(result));
    operands.push_back(buffer);
    BlockArgument arg =
        op.getRegionOutputArgs()[cast<OpResult>(result).getResultNumber()];
    if (arg.use_empty())
      continue;
    if (auto fill = init.getDefiningOp<linalg::FillOp>()) {
      if (Value start = plan.scalar(fill.getInputs()[0])) {
        linalg::FillOp::create(b, start, buffer);
        continue;
      }
    }
    Value start = plan.memref(init);
    if (start)
      memref::CopyOp::create(b, start, buffer);
  }
  if (llvm::is_contained(operands, nullptr))
    return plan.fail("an operand has no buffer");
  auto copy = linalg::GenericOp::create(
      b, ValueRange(operands).take_front(op.getNumDpsInputs()),
      ValueRange(operands).drop_front(op.getNumDpsInputs()),
      op.getIndexingMapsArray(), op.getIteratorTypesArray());
  Block *body = b.createBlock(&copy.getRegion());
  for (BlockArgument arg : op.getBody()->getArguments())
    body->addArgument(arg.getType(), arg.getLoc());
  IRMapping mapping;
  mapping.map(op.getBody()->getArguments(), body->getArguments());
  bool isPlain = true;
  op.getBody()->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands()) {
      if (op->isProperAncestor(operand.getParentBlock()->getParentOp()) ||
          operand.getParentBlock() == op.getBody() ||
          mapping.contains(operand) || isa<TensorType>(operand.getType()))
        continue;
      plan.host().setInsertionPoint(copy);
      Value known = plan.scalar(operand);
      isPlain &= known != nullptr;
      mapping.map(operand, known);
    }
    isPlain &= inner->getNumRegions() == 0;
  });
  if (!isPlain)
    return plan.fail("a body that is not plain");
  for (Operation &inner : *op.getBody()) {
    if (auto dim = dyn_cast<tensor::DimOp>(inner)) {
      // A copy would hold on to the tensor, which goes.
      std::optional<int64_t> at = dim.getConstantIndex();
      if (!at)
        return plan.fail("an extent has no form on buffers");
      b.setInsertionPoint(copy);
      mapping.map(dim.getResult(), plan.extent(dim.getSource(), *at));
      continue;
    }
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner)) {
      b.setInsertionPoint(copy);
      Value buffer = plan.memref(extract.getTensor());
      if (!buffer)
        return;
      SmallVector<Value> indices;
      for (Value index : extract.getIndices())
        indices.push_back(mapping.lookup(index));
      b.setInsertionPointToEnd(body);
      mapping.map(extract.getResult(),
                  memref::LoadOp::create(b, buffer, indices));
      continue;
    }
    b.setInsertionPointToEnd(body);
    b.clone(inner, mapping);
  }
  plan.leave();
}

namespace {
struct ScheduleKernelsPass
    : nanguard::impl::ScheduleKernelsPassBase<ScheduleKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto func :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (func->hasAttr(kFormAttr) && !func.isExternal())
        schedule(func);
  }

private:
  /// Groups of an attention, by number.
  struct Parts {
    size_t scores, rows, output;
    std::optional<size_t> check;
    /// That compute nothing but operands of it.
    SmallVector<size_t> steps;
  };

  /// Between them there may be groups that only move other operands.
  static SmallVector<Parts> findAttentions(ArrayRef<KernelGroup> groups) {
    SmallVector<Parts> found;
    for (size_t i = 0; i < groups.size(); ++i)
      for (size_t j = i + 1; j < groups.size(); ++j)
        for (size_t k = j + 1; k < groups.size(); ++k)
          if (auto check = findCheck(groups, {i, j, k, {}, {}}))
            found.push_back({i, j, k, *check, {}});
    for (Parts &parts : found)
      for (size_t i = 0; i < parts.output; ++i)
        if (isReadBy(groups[i], partsOf(groups, parts)))
          parts.steps.push_back(i);
    return found;
  }

  static AttentionGroups partsOf(ArrayRef<KernelGroup> groups,
                                 const Parts &parts) {
    return {groups[parts.scores], groups[parts.rows], groups[parts.output],
            parts.check ? &groups[*parts.check] : nullptr};
  }

  /// What makes the parts an attention: nothing more, or a check behind them.
  static std::optional<std::optional<size_t>>
  findCheck(ArrayRef<KernelGroup> groups, Parts parts) {
    for (size_t i = parts.output; i < groups.size(); ++i) {
      if (i > parts.output)
        parts.check = i;
      if (isAttention(partsOf(groups, parts)))
        return parts.check;
    }
    return std::nullopt;
  }

  static void emit(KernelPlan &plan, const KernelGroup &group) {
    switch (group.kind) {
    case KernelGroup::Kind::Rows:
      return emitRowKernel(plan, group);
    case KernelGroup::Kind::Contraction:
      if (!emitContractionKernel(plan, group))
        plan.fail("a contraction's operand has no buffer");
      return;
    case KernelGroup::Kind::Other:
      for (linalg::GenericOp op : group.ops)
        emitOther(plan, op);
    }
  }

  /// A fused kernel that rounds what it computes to f16 or bf16.
  static bool roundsToNarrow(func::FuncOp func) {
    std::optional<Form> form = formOf(func);
    if (!form || *form > Form::FusedFinite)
      return false;
    bool any = false;
    for (Type type : func.getResultTypes()) {
      Type element = getElementTypeOrSelf(type);
      any |= isa<Float16Type, BFloat16Type>(element);
      if (isa<FloatType>(element) && !isa<Float16Type, BFloat16Type>(element))
        return false;
    }
    return any;
  }

  static void schedule(func::FuncOp func) {
    if (roundsToNarrow(func))
      func->setAttr(kHalfResultsAttr, UnitAttr::get(func.getContext()));
    generalizeAndDropUnitDims(func);
    detachOuts(func);
    readThroughPadding(func);
    std::string why = findObstacle(func);
    if (!why.empty())
      return tell(func, why);
    KernelPlan plan(func);
    std::vector<KernelGroup> groups = groupOps(func);
    auto attentions = findAttentions(groups);
    llvm::SmallDenseSet<size_t> taken;
    for (const Parts &parts : attentions) {
      taken.insert_range(std::array<size_t, 2>{parts.scores, parts.rows});
      taken.insert_range(parts.steps);
    }
    for (size_t i = 0; i < groups.size() && plan.why().empty(); ++i) {
      if (taken.contains(i))
        continue;
      auto *parts = llvm::find_if(
          attentions, [&](const Parts &parts) { return parts.output == i; });
      if (parts != attentions.end()) {
        if (emitAttentionKernel(plan, partsOf(groups, *parts))) {
          if (parts->check)
            taken.insert(*parts->check);
          continue;
        }
        for (size_t step : parts->steps)
          emit(plan, groups[step]);
        emit(plan, groups[parts->scores]);
        emit(plan, groups[parts->rows]);
      }
      emit(plan, groups[i]);
    }
    if (plan.why().empty() && succeeded(plan.finish()))
      return;
    tell(func, plan.why());
    plan.abandon();
  }

  /// A shared scan is written to be mapped op by op.
  static void tell(func::FuncOp func, StringRef why) {
    if (formOf(func) == Form::Scan)
      return;
    emitRemark(func.getLoc(), "@")
        << func.getName() << " is mapped op by op: " << why;
  }
};
} // namespace
