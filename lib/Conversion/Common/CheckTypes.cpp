//===- CheckTypes.cpp - nanguard-check-types ------------------------------===//

#include "nanguard/Conversion/Common/Passes.h"
#include "nanguard/Support/FloatFormats.h"
#include "nanguard/Support/ForeignDialects.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace nanguard {
#define GEN_PASS_DEF_CHECKTYPESPASS
#include "nanguard/Conversion/Common/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// An encoding that no dialect gives a meaning: text, a number.
static bool isPlain(Attribute encoding) {
  return isa<BuiltinDialect>(encoding.getDialect());
}

static bool isLowered(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && tensor.getEncoding() && !isPlain(tensor.getEncoding()))
    return false;
  Type element = getElementTypeOrSelf(type);
  if (isa<OpaqueType>(element))
    return false;
  auto integer = dyn_cast<IntegerType>(element);
  if (isa<ComplexType>(element) || (integer && integer.getWidth() > 64))
    return false;
  auto number = dyn_cast<FloatType>(element);
  return !number ||
         isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(number) ||
         nanguard::isFloat8(number.getFloatSemantics());
}

namespace {
struct CheckTypesPass : nanguard::impl::CheckTypesPassBase<CheckTypesPass> {
  using Base::Base;

  void runOnOperation() override {
    auto refuse = [&](Operation *op, TypeRange types) {
      auto unknown =
          llvm::find_if(types, [](Type type) { return !isLowered(type); });
      if (unknown == types.end())
        return WalkResult::advance();
      InFlightDiagnostic error = emitError(op->getLoc());
      error << "'" << op->getName() << "' has the type " << *unknown
            << ", which target cpu and target "
            << "nvptx do not lower";
      if (auto opaque = dyn_cast<OpaqueType>(getElementTypeOrSelf(*unknown)))
        error << nanguard::howToAvoid(opaque.getDialectNamespace());
      return WalkResult::interrupt();
    };
    auto result = getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!op->isRegistered()) {
        emitError(op->getLoc())
            << "cannot compile '" << op->getName()
            << "': its dialect is not known here"
            << nanguard::howToAvoid(op->getName().getDialectNamespace());
        return WalkResult::interrupt();
      }
      // The op that makes a value names its type; arguments have none.
      for (Region &region : op->getRegions())
        for (Block &block : region)
          if (op->getParentOp() &&
              refuse(op, block.getArgumentTypes()).wasInterrupted())
            return WalkResult::interrupt();
      return refuse(op, op->getResultTypes());
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    AttrTypeReplacer plain;
    plain.addReplacement([](RankedTensorType type) -> std::optional<Type> {
      if (!type.getEncoding())
        return std::nullopt;
      return RankedTensorType::get(type.getShape(), type.getElementType());
    });
    plain.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/true,
                                       /*replaceLocs=*/false,
                                       /*replaceTypes=*/true);
  }
};
} // namespace
