//===- Passes.h - What both targets lower -----------------------*- C++ -*-===//
//
// Declares the passes of lib/Conversion/Common.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_CONVERSION_COMMON_PASSES_H
#define NANGUARD_CONVERSION_COMMON_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace nanguard {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "nanguard/Conversion/Common/Passes.h.inc" // IWYU pragma: keep

/// Named linalg ops to generic ones, without loops of one iteration. Both
/// targets do it to kernels before they fuse.
void generalizeAndDropUnitDims(mlir::func::FuncOp func);
} // namespace nanguard

#endif // NANGUARD_CONVERSION_COMMON_PASSES_H
