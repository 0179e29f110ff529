//===- InstrumentInject.cpp - nanguard-instrument-inject ------------------===//
//
// Fault injection points: a copy of a tensor goes through the host's hook. An
// operand's copy is made here, an intermediate's inside of the fused forms; an
// output's by the lowering of the dispatch, which scans what the hook leaves
// behind.
//
//===----------------------------------------------------------------------===//

#include "InjectHook.h"

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/abi.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

namespace nanguard {
#define GEN_PASS_DEF_INSTRUMENTINJECTPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

/// The last of `named` among `values`, which holds all of them in their order.
static Value twinOf(ArrayRef<Value> named, ArrayRef<Value> values) {
  Value twin;
  for (Value name : named) {
    auto same = [&](Value value) {
      return value.getType() == name.getType() &&
             value.getDefiningOp()->getName() ==
                 name.getDefiningOp()->getName();
    };
    auto *found = llvm::find_if(values, same);
    if (found == values.end())
      return {};
    twin = *found;
    values = values.drop_front(found - values.begin() + 1);
  }
  return twin;
}

namespace {
struct InstrumentInjectPass
    : nanguard::impl::InstrumentInjectPassBase<InstrumentInjectPass> {
  using Base::Base;

  void runOnOperation() override {
    for (const std::string &point : points) {
      auto [idText, placeText] = StringRef(point).split(':');
      int64_t id, place;
      if (idText.getAsInteger(10, id) || placeText.getAsInteger(10, place)) {
        emitError(shortLocOf(getOperation()), "'")
            << point << "' is not ID:PLACE";
        return signalPassFailure();
      }
      for (auto func : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
        if (!func.isExternal() && !func.getOps<DispatchOp>().empty() &&
            (function.empty() || func.getName() == function) &&
            failed(instrument(func, id, place)))
          return signalPassFailure();
    }
  }

private:
  LogicalResult instrument(func::FuncOp func, int64_t id, int64_t place) {
    DispatchOp op;
    for (auto dispatch : func.getOps<DispatchOp>())
      if (static_cast<int64_t>(dispatch.getId()) == id)
        op = dispatch;
    if (!op)
      return emitError(func.getLoc(), "no guarded op ")
             << id << " to inject into";
    declareInjectHook(func);
    if (place < -1)
      return instrumentInner(op, place);
    bool output = place < 0;
    if (output ? op.getResults().empty()
               : place >= static_cast<int64_t>(op.getInputs().size()))
      return emitError(op.getLoc(), "op ") << id << " has no operand " << place;
    Value target = output ? op.getResults().front() : op.getInputs()[place];
    if (failed(checkType(op, target)))
      return failure();
    if (output) {
      op->setAttr(kInjectOutputAttr, UnitAttr::get(&getContext()));
      return success();
    }
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Value tier = tensor::ExtractOp::create(
        b, op.getTiers(), ValueRange{arith::ConstantIndexOp::create(b, id)});
    op.getInputsMutable()[place].set(
        throughInjectHook(b, target, id, place, tier));
    return success();
  }

  static LogicalResult checkType(DispatchOp op, Value target) {
    auto type = dyn_cast<RankedTensorType>(target.getType());
    if (type && canInject(type.getElementType()))
      return success();
    return emitError(op.getLoc(), "can't inject into ") << target.getType();
  }

  /// Kernels are shared: a dispatch with an inner point has its own.
  func::FuncOp ownForm(DispatchOp op, unsigned form) {
    SmallVector<Attribute> forms(op.getForms().getValue());
    SymbolTable symbols(getOperation());
    auto shared = symbols.lookup<func::FuncOp>(
        cast<FlatSymbolRefAttr>(forms[form]).getValue());
    std::string name = (shared.getName() + "_of_" + Twine(op.getId())).str();
    if (shared.getName().ends_with("_of_" + std::to_string(op.getId())))
      return shared; // an earlier point's
    func::FuncOp own = shared.clone();
    own.setName(name);
    symbols.insert(own);
    forms[form] = FlatSymbolRefAttr::get(own);
    op.setFormsAttr(ArrayAttr::get(&getContext(), forms));
    return own;
  }

  LogicalResult instrumentInner(DispatchOp op, int64_t place) {
    int64_t inner = -2 - place;
    auto numForms = static_cast<unsigned>(op.getForms().size());
    // The bits form is the fused one with scans between: its values are found
    // by what makes them.
    SmallVector<Value> named;
    op.removeFiniteAttr(); // the bits form runs in its stead
    for (unsigned form = 0; form <= NANGUARD_FORM_FUSED_BITS && form < numForms;
         ++form) {
      func::FuncOp kernel = ownForm(op, form);
      SmallVector<Value> values = innerValues(kernel.front());
      if (form == NANGUARD_FORM_FUSED)
        named = values;
      if (inner >= static_cast<int64_t>(named.size()))
        return emitError(op.getLoc(), "op ")
               << op.getId() << " has " << named.size()
               << " intermediate tensors";
      Value target =
          form == NANGUARD_FORM_FUSED
              ? named[inner]
              : twinOf(ArrayRef(named).take_front(inner + 1), values);
      if (!target)
        return emitError(op.getLoc(), "op ")
               << op.getId() << ": its form with a scan has no intermediate "
               << inner;
      if (failed(checkType(op, target)))
        return failure();
      ImplicitLocOpBuilder b(target.getLoc(), &getContext());
      b.setInsertionPointAfterValue(target);
      SmallVector<OpOperand *> uses;
      for (OpOperand &use : target.getUses())
        uses.push_back(&use);
      Value tier = arith::ConstantOp::create(b, b.getI8IntegerAttr(form));
      Value struck = throughInjectHook(b, target, op.getId(), place, tier);
      for (OpOperand *use : uses)
        use->set(struck);
    }
    return success();
  }
};
} // namespace
