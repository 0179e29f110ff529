//===- ClipBound.h - Where and at what an output is clipped -----*- C++ -*-===//
//
// What nanguard-place-scans and nanguard-fix-variants share.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_VARIANTS_CLIPBOUND_H
#define NANGUARD_LIB_TRANSFORMS_VARIANTS_CLIPBOUND_H

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/IR/Builders.h"

namespace nanguard {

/// The bound of `owner` for outputs of `element`: the marked one, as f64, else
/// the type's largest value if `clip` asks for it, else null.
inline mlir::FloatAttr clipBoundOf(mlir::Operation *owner,
                                   mlir::FloatType element, ClipMode clip) {
  mlir::Builder b(owner->getContext());
  if (auto marked = owner->getAttrOfType<mlir::FloatAttr>(kClipAttr))
    return b.getF64FloatAttr(marked.getValueAsDouble());
  if (clip != ClipMode::Type)
    return {};
  auto largest = llvm::APFloat::getLargest(element.getFloatSemantics());
  bool losesInfo;
  largest.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return b.getF64FloatAttr(largest.convertToDouble());
}

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_VARIANTS_CLIPBOUND_H
