//===- GuardKvCache.cpp - nanguard-guard-kv-cache -------------------------===//
//
// A NaN in a KV cache outlives its step. The update is found by its types and
// its data flow, and sanitised against the old cache before anyone reads it.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace nanguard {
#define GEN_PASS_DEF_GUARDKVCACHEPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

/// Whether `value` is `arg` with rows put beside it or into it.
static bool growsFrom(Value value, BlockArgument arg) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<tensor::ConcatOp, tensor::InsertSliceOp, tensor::PadOp,
                       tensor::CastOp>(op))
    return false;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return operand == arg || growsFrom(operand, arg);
  });
}

/// The returned value that carries `arg` on: one of its type that is made from
/// it directly, or what it has grown to.
static Value findUpdate(func::FuncOp func, BlockArgument arg) {
  Operation *terminator = func.getBody().front().getTerminator();
  for (Value result : terminator->getOperands()) {
    Operation *op = result.getDefiningOp();
    if (op && result.getType() == arg.getType() && readValues(op).contains(arg))
      return result;
  }
  // A kernel's extents come from its operands; one that grew has no such twin.
  for (Value result : terminator->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (type && type.hasStaticShape() && growsFrom(result, arg))
      return result;
  }
  return {};
}

/// Wraps sanitise(update, previous) in a kv_write cluster and hands its result
/// to all of the update's readers.
static void sanitiseUpdate(Value update, Value previous) {
  OpBuilder builder(update.getContext());
  builder.setInsertionPointAfterValue(update);
  Location loc = update.getLoc();
  auto cluster = ClusterOp::create(builder, loc, update.getType(),
                                   Kind::KvWrite, ValueRange{update, previous});
  Block *block = &cluster.getBodies().front().front();
  Value inner = block->getArgument(0), old = block->getArgument(1);
  OpBuilder body = OpBuilder::atBlockEnd(block);
  auto counter = RankedTensorType::get({}, body.getI64Type());
  Value zero = arith::ConstantOp::create(
      body, loc, DenseElementsAttr::get(counter, body.getI64IntegerAttr(0)));
  auto sanitised =
      SanitiseOp::create(body, loc, inner.getType(), counter, inner, old, zero);
  YieldOp::create(body, loc, sanitised.getResult());
  update.replaceAllUsesExcept(cluster.getResult(0), cluster);
}

namespace {
struct GuardKvCachePass
    : nanguard::impl::GuardKvCachePassBase<GuardKvCachePass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isDeclaration() || func.isPrivate() ||
        !func.getBody().hasOneBlock())
      return;
    for (unsigned index : args) {
      if (index >= func.getNumArguments()) {
        emitError(func.getLoc(), "no argument ")
            << index << " to treat as a KV cache";
        return signalPassFailure();
      }
      func.setArgAttr(index, kKvCacheAttr, UnitAttr::get(&getContext()));
    }
    for (BlockArgument arg : func.getArguments()) {
      if (!func.getArgAttr(arg.getArgNumber(), kKvCacheAttr))
        continue;
      Value update = findUpdate(func, arg);
      // A place that was not there before has no previous value.
      if (update && isa<FloatType>(getElementTypeOrSelf(arg.getType())))
        sanitiseUpdate(update,
                       update.getType() == arg.getType() ? arg : update);
      else
        emitWarning(func.getLoc())
            << "KV cache, argument " << arg.getArgNumber() << " of '"
            << func.getName()
            << "': nothing is sanitised, no result carries it on";
    }
  }
};
} // namespace
