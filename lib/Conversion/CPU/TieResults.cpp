//===- TieResults.cpp - nanguard-tie-results ------------------------------===//
//
// Fusion may replace the op that wrote a kernel's out argument by one that
// writes a fresh tensor. Each result is materialised in its argument, so that
// bufferization finds a destination and the kernel allocates no result.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/CPU/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace nanguard {
#define GEN_PASS_DEF_TIERESULTSPASS
#include "nanguard/Conversion/CPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

namespace {
/// The value that `value` overwrites, step by step, up to an argument.
Value destinationOf(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    auto op = dyn_cast<DestinationStyleOpInterface>(result.getOwner());
    if (!op)
      break;
    value = op.getTiedOpOperand(result)->get();
  }
  return value;
}

struct TieResultsPass : nanguard::impl::TieResultsPassBase<TieResultsPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr("nanguard.form") || func.isExternal())
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
      auto tied = bufferization::MaterializeInDestinationOp::create(
          builder, ret.getLoc(), value.getType(), value, arg);
      operand.set(tied.getResult());
    }
  }
};
} // namespace
