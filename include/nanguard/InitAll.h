//===- InitAll.h - Registration of all of NanGuard --------------*- C++ -*-===//
//
// What a compiler that hosts NanGuard calls: its dialect, the interface models
// that its pipelines need, its passes and its pipelines. Link
// NanGuard::NanGuardInitAll.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_INITALL_H
#define NANGUARD_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace nanguard {

/// Adds the nanguard dialect and the upstream dialects that guarded modules
/// consist of.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Adds the external interface models that NanGuard's passes look up.
void registerAllExtensions(mlir::DialectRegistry &registry);

/// Registers each pass under its flag, nanguard-….
void registerAllPasses();

/// Registers the pipelines, guard-tiers and its like.
void registerAllPipelines();

} // namespace nanguard

#endif // NANGUARD_INITALL_H
