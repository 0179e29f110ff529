//===- HoistConstants.cpp - nanguard-hoist-constants ----------------------===//
//
// An array in a kernel function would lie in the host's memory. As an argument
// it is what the caller passes: a copy on the device, made once.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/GPU/Passes.h"
#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace nanguard {
#define GEN_PASS_DEF_HOISTCONSTANTSPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// Constants that are no fill of one value.
static SmallVector<arith::ConstantOp> findArrays(func::FuncOp func) {
  SmallVector<arith::ConstantOp> arrays;
  func.walk([&](arith::ConstantOp op) {
    auto elements = dyn_cast<ElementsAttr>(op.getValue());
    if (elements && !elements.isSplat() && isa<RankedTensorType>(op.getType()))
      arrays.push_back(op);
  });
  return arrays;
}

/// Makes the array argument `at`, in the calls too.
static void hoist(func::FuncOp func, arith::ConstantOp array, unsigned at,
                  ArrayRef<func::CallOp> calls) {
  (void)func.insertArgument(at, array.getType(), DictionaryAttr(),
                            array.getLoc());
  for (func::CallOp call : calls) {
    OpBuilder b(call);
    Value copy = b.clone(*array)->getResult(0);
    call->insertOperands(at, copy);
  }
  array.replaceAllUsesWith(func.getArgument(at));
  array.erase();
}

namespace {
struct HoistConstantsPass
    : nanguard::impl::HoistConstantsPassBase<HoistConstantsPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    // What a predicated form calls gets its arguments before the form itself
    // does.
    for (bool gated : {false, true})
      for (auto func : module.getOps<func::FuncOp>())
        if (func->hasAttr(nanguard::kFormAttr) && !func.isExternal() &&
            func->hasAttr(nanguard::kGateAttr) == gated)
          hoistAll(func);
  }

private:
  void hoistAll(func::FuncOp func) {
    SmallVector<arith::ConstantOp> arrays = findArrays(func);
    if (arrays.empty())
      return;
    auto uses = SymbolTable::getSymbolUses(func, getOperation());
    SmallVector<func::CallOp> calls;
    for (const SymbolTable::SymbolUse &use : *uses)
      if (auto call = dyn_cast<func::CallOp>(use.getUser()))
        calls.push_back(call);
    // A predicate stays in front. The order is that of the predicated form: its
    // calls have the arrays in the order of its arguments.
    unsigned at = func->hasAttr(nanguard::kGateAttr) ? 1 : 0;
    for (arith::ConstantOp array : arrays)
      hoist(func, array, at++, calls);
  }
};
} // namespace
