//===- TieResults.cpp - nanguard-tie-results ------------------------------===//
//
// Fusion may replace the op that wrote a kernel's out argument by one that
// writes a fresh tensor. Each result is materialised in its argument, so that
// bufferization finds a destination and the kernel allocates no result.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/Common/Passes.h"
#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace nanguard {
#define GEN_PASS_DEF_TIERESULTSPASS
#include "nanguard/Conversion/Common/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

namespace {
/// The value that `value` overwrites, step by step, up to an argument.
Value destinationOf(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
            result.getOwner())) {
      value = result.getOwner()->getOperand(0);
      continue;
    }
    if (auto loop = dyn_cast<scf::ForOp>(result.getOwner())) {
      value = loop.getTiedLoopInit(result)->get();
      continue;
    }
    auto op = dyn_cast<DestinationStyleOpInterface>(result.getOwner());
    if (!op)
      break;
    value = op.getTiedOpOperand(result)->get();
  }
  return value;
}

/// Lets the op behind `value`, and behind reshapes, write into `arg` instead of
/// an empty tensor of its own.
bool writeInto(Value value, BlockArgument arg, OpBuilder &builder) {
  SmallVector<Operation *> casts;
  while (Operation *cast = value.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(cast))
      break;
    casts.push_back(cast);
    value = cast->getOperand(0);
  }
  auto op = value.getDefiningOp<DestinationStyleOpInterface>();
  if (!op || !cast<ShapedType>(value.getType()).hasStaticShape())
    return false;
  OpOperand *init = op.getTiedOpOperand(cast<OpResult>(value));
  if (!init->get().getDefiningOp<tensor::EmptyOp>())
    return false;
  builder.setInsertionPoint(op);
  Value out = arg;
  for (Operation *cast : casts) {
    auto type = llvm::cast<RankedTensorType>(cast->getOperand(0).getType());
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(cast))
      out = tensor::CollapseShapeOp::create(builder, cast->getLoc(), type, out,
                                            expand.getReassociationIndices());
    else
      out = tensor::ExpandShapeOp::create(
          builder, cast->getLoc(), type, out,
          llvm::cast<tensor::CollapseShapeOp>(cast).getReassociationIndices());
  }
  init->set(out);
  return true;
}

struct TieResultsPass : nanguard::impl::TieResultsPassBase<TieResultsPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(nanguard::kFormAttr) || func.isExternal())
      return;
    auto ret = cast<func::ReturnOp>(func.front().getTerminator());
    unsigned first = func.getNumArguments() - ret.getNumOperands();
    if (func.getNumArguments() < ret.getNumOperands())
      return;
    OpBuilder builder(ret);
    for (OpOperand &operand : ret->getOpOperands()) {
      BlockArgument arg = func.getArgument(first + operand.getOperandNumber());
      Value value = operand.get();
      // A row is written slot by slot and finds its argument by itself.
      if (arg.getType() != value.getType() || destinationOf(value) == arg)
        continue;
      if (writeInto(value, arg, builder))
        continue;
      builder.setInsertionPoint(ret);
      auto tied = bufferization::MaterializeInDestinationOp::create(
          builder, ret.getLoc(), value.getType(), value, arg);
      operand.set(tied.getResult());
    }
  }
};
} // namespace
