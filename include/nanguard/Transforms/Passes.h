//===- Passes.h - NanGuard's transformation passes --------------*- C++ -*-===//
//
// Declares and registers the passes of lib/Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_TRANSFORMS_PASSES_H
#define NANGUARD_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>

namespace nanguard {
/// What nanguard-generate-variants makes of the fused variant.
enum class FusedForm { AsWritten, Fast };
/// Where nanguard-place-scans clips in the unfused variant.
enum class ClipMode { Marked, Type };
/// Which edges between variants nanguard-fix-variants leaves wide.
enum class EdgeWidth { Narrow, Auto, Wide };

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "nanguard/Transforms/Passes.h.inc" // IWYU pragma: keep
} // namespace nanguard

#endif // NANGUARD_TRANSFORMS_PASSES_H
