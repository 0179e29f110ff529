//===- SplitHotPath.cpp - nanguard-split-hot-path -------------------------===//
//
// A compiler that forms its own kernels may not fuse across a switch. So the
// function's body stands there twice under one test; in the first copy the
// tiers are a constant, and no switch is left of it.
//
//===----------------------------------------------------------------------===//

#include "../Scans/ReportRow.h"

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/abi.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace nanguard {
#define GEN_PASS_DEF_SPLITHOTPATHPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

/// i1: every byte of `tiers` is that of NORMAL, or asks for a rescue besides:
/// the targets that take a hot path have none.
static Value isEveryTierNormal(ImplicitLocOpBuilder &b, Value tiers) {
  Value others = reduceToScalar(
      b, tiers, b.getI8Type(), [](ImplicitLocOpBuilder &in, ValueRange args) {
        Value asked = arith::AndIOp::create(
            in, args[0],
            constantInt(in, static_cast<int8_t>(~NANGUARD_TIER_RESCUE), 8));
        Value differing = arith::XOrIOp::create(
            in, asked, constantInt(in, NANGUARD_FORM_FUSED_BITS, 8));
        return arith::OrIOp::create(in, differing, args[1]).getResult();
      });
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, others,
                               constantInt(b, 0, 8));
}

namespace {
struct SplitHotPathPass
    : nanguard::impl::SplitHotPathPassBase<SplitHotPathPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal() || !func.getBody().hasOneBlock())
      return;
    auto dispatches = func.getOps<DispatchOp>();
    if (dispatches.empty())
      return;
    Value tiers = (*dispatches.begin()).getTiers();

    Block &block = func.front();
    Operation *ret = block.getTerminator();
    SmallVector<Operation *> body;
    for (Operation &op : block.without_terminator())
      body.push_back(&op);
    ImplicitLocOpBuilder b(func.getLoc(), ret);
    auto branch =
        scf::IfOp::create(b, ret->getOperandTypes(),
                          isEveryTierNormal(b, tiers), /*withElseRegion=*/true);

    b.setInsertionPointToStart(branch.thenBlock());
    auto bytes = cast<RankedTensorType>(tiers.getType());
    IRMapping hot;
    hot.map(tiers,
            arith::ConstantOp::create(
                b, DenseElementsAttr::get(
                       bytes, b.getI8IntegerAttr(NANGUARD_FORM_FUSED_BITS))));
    for (Operation *op : body)
      b.clone(*op, hot);
    SmallVector<Value> results;
    for (Value result : ret->getOperands())
      results.push_back(hot.lookupOrDefault(result));
    scf::YieldOp::create(b, results);

    b.setInsertionPointToStart(branch.elseBlock());
    auto yield = scf::YieldOp::create(b, ret->getOperands());
    for (Operation *op : body)
      op->moveBefore(yield);
    ret->setOperands(branch.getResults());
  }
};
} // namespace
