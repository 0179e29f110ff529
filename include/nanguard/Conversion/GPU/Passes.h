//===- Passes.h - NanGuard's GPU lowering -----------------------*- C++ -*-===//
//
// Declares the passes of lib/Conversion/GPU.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_CONVERSION_GPU_PASSES_H
#define NANGUARD_CONVERSION_GPU_PASSES_H

#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>

namespace nanguard {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "nanguard/Conversion/GPU/Passes.h.inc" // IWYU pragma: keep

/// The module that holds the kernels for the GPU.
inline constexpr llvm::StringLiteral kDeviceModuleName = "nvptx";

/// On a form (i64): bits of its row's STATUS that whoever runs the plan adds,
/// and no kernel stores. A printed plan has them as `report_status`.
inline constexpr llvm::StringLiteral kToldStatusAttr = "nanguard.told_status";

/// On a fused kernel function whose float results are all f16 or bf16.
inline constexpr llvm::StringLiteral kHalfResultsAttr = "nanguard.half_results";

/// On an op whose subnormal result may be 0.
inline constexpr llvm::StringLiteral kFlushesAttr = "nanguard.flushes";

/// On a form that runs only where a row of the report is bad: the form that it
/// runs then, and from which bits on the row is.
inline constexpr llvm::StringLiteral kGatedFormAttr = "nanguard.gates";
inline constexpr llvm::StringLiteral kGateAttr = "nanguard.gate";
} // namespace nanguard

#endif // NANGUARD_CONVERSION_GPU_PASSES_H
