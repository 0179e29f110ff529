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

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "nanguard/Transforms/Passes.h.inc" // IWYU pragma: keep
} // namespace nanguard

#endif // NANGUARD_TRANSFORMS_PASSES_H
