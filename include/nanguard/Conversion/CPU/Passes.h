//===- Passes.h - NanGuard's CPU lowering -----------------------*- C++ -*-===//
//
// Declares the passes of lib/Conversion/CPU.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_CONVERSION_CPU_PASSES_H
#define NANGUARD_CONVERSION_CPU_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace nanguard {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "nanguard/Conversion/CPU/Passes.h.inc" // IWYU pragma: keep
} // namespace nanguard

#endif // NANGUARD_CONVERSION_CPU_PASSES_H
