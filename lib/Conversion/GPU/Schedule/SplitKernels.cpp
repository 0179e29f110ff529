//===- SplitKernels.cpp - nanguard-split-kernels --------------------------===//
//
// The host's functions stay on tensors; what becomes GPU code is a copy in a
// module of its own, which is bufferized by itself.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/GPU/Chips.h"
#include "nanguard/Conversion/GPU/Passes.h"
#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace nanguard {
#define GEN_PASS_DEF_SPLITKERNELSPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// The last arguments are the results' destinations; the others are read.
static void markInputsReadOnly(func::FuncOp func) {
  unsigned outs = std::min(func.getNumArguments(), func.getNumResults());
  for (unsigned i = 0, e = func.getNumArguments() - outs; i < e; ++i)
    if (isa<TensorType>(func.getArgument(i).getType()))
      func.setArgAttr(i, bufferization::BufferizationDialect::kWritableAttrName,
                      BoolAttr::get(func.getContext(), false));
}

/// A copy; of a predicated form, the form itself with the predicate before its
/// arguments.
static func::FuncOp copyForDevice(ModuleOp module, func::FuncOp func,
                                  OpBuilder &builder) {
  auto gates = func->getAttrOfType<FlatSymbolRefAttr>(nanguard::kGatedFormAttr);
  if (!gates)
    return cast<func::FuncOp>(builder.clone(*func));
  auto form = module.lookupSymbol<func::FuncOp>(gates.getValue());
  auto copy = cast<func::FuncOp>(builder.clone(*form));
  (void)copy.insertArgument(0, func.getArgumentTypes().front(),
                            DictionaryAttr(), func.getLoc());
  copy.setName(func.getName());
  copy->setAttr(nanguard::kGateAttr, func->getAttr(nanguard::kGateAttr));
  return copy;
}

namespace {
struct SplitKernelsPass
    : nanguard::impl::SplitKernelsPassBase<SplitKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (nanguard::getPTXFeatures(chip).empty()) {
      emitError(module.getLoc(), "unknown chip '")
          << chip << "' for target nvptx: known are " << nanguard::listChips();
      return signalPassFailure();
    }
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    auto kernels =
        ModuleOp::create(builder, module.getLoc(), nanguard::kDeviceModuleName);
    builder.setInsertionPointToEnd(kernels.getBody());
    for (auto func : module.getOps<func::FuncOp>()) {
      if (!func->hasAttr(nanguard::kFormAttr) || func.isExternal())
        continue;
      markInputsReadOnly(copyForDevice(module, func, builder));
    }
  }
};
} // namespace
