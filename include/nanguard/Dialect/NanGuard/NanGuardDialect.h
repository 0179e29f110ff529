//===- NanGuardDialect.h - The nanguard dialect -----------------*- C++ -*-===//
//
// The dialect class, its enums and attributes, and the names of the
// attributes that passes put on other dialects' ops.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_DIALECT_NANGUARD_NANGUARDDIALECT_H
#define NANGUARD_DIALECT_NANGUARD_NANGUARDDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

#include "nanguard/Dialect/NanGuard/NanGuardDialect.h.inc" // IWYU pragma: keep
#include "nanguard/Dialect/NanGuard/NanGuardEnums.h.inc"   // IWYU pragma: keep

#define GET_ATTRDEF_CLASSES
#include "nanguard/Dialect/NanGuard/NanGuardAttrs.h.inc" // IWYU pragma: keep

namespace nanguard {

/// Module attribute: the manifest as JSON text.
constexpr llvm::StringLiteral kManifestAttr = "nanguard.manifest";
/// Kernel function attribute (FormAttr): which form it is.
constexpr llvm::StringLiteral kFormAttr = "nanguard.form";
/// Kernel function attribute (KindAttr): the kind of producer.
constexpr llvm::StringLiteral kKindAttr = "nanguard.kind";
/// Attribute (i64) of a function of a range of iterations, which threads may
/// share: about how many vector operations an iteration is.
constexpr llvm::StringLiteral kWorkAttr = "nanguard.work";
/// Argument attribute: a KV cache.
constexpr llvm::StringLiteral kKvCacheAttr = "nanguard.kv_cache";
/// Argument or op attribute (f64): a bound for the values handed on.
constexpr llvm::StringLiteral kClipAttr = "nanguard.clip";
/// Argument attribute: how many rows count.
constexpr llvm::StringLiteral kValidRowsAttr = "nanguard.valid_rows";
/// Argument attribute: holds a request in each entry of a dimension. Function
/// attribute (array<i64>): the argument and its dimension whose extent is the
/// number of requests.
constexpr llvm::StringLiteral kBatchAttr = "nanguard.batch";
/// Cluster, dispatch and result attribute (i64): the dimension of the first
/// float result (of an entry: of the argument) that the requests of a batch
/// follow one another along.
constexpr llvm::StringLiteral kBatchDimAttr = "nanguard.batch_dim";
/// Argument attribute: state that an earlier step left, a weight or a moment.
constexpr llvm::StringLiteral kCarryAttr = "nanguard.carry";
/// Argument attribute: came from another rank.
constexpr llvm::StringLiteral kPeerAttr = "nanguard.peer";
/// Argument and kernel attribute: infinities are expected.
constexpr llvm::StringLiteral kExpectInfAttr = "nanguard.expect_inf";
/// Op attribute (string): the ranges by which it was proven finite.
constexpr llvm::StringLiteral kHarmlessAttr = "nanguard.harmless";
/// Attribute of a cf.assert: it compares shapes and stays.
constexpr llvm::StringLiteral kShapeAttr = "nanguard.shape";
/// Result attribute: keeps its old value in a bad step.
constexpr llvm::StringLiteral kCommitAttr = "nanguard.commit";
/// Result attribute: the step's loss.
constexpr llvm::StringLiteral kLossAttr = "nanguard.loss";
/// Result attribute: a gradient.
constexpr llvm::StringLiteral kGradAttr = "nanguard.grad";
/// Result attribute: the loss scaler's scale.
constexpr llvm::StringLiteral kLossScaleAttr = "nanguard.loss_scale";
/// The marks of results that the controller takes for signals.
constexpr llvm::StringLiteral kSignalAttrs[] = {kLossAttr, kGradAttr,
                                                kLossScaleAttr};

/// The form of a kernel function; none of another op.
std::optional<Form> formOf(mlir::Operation *func);
/// The kind of producer of a kernel function.
std::optional<Kind> kindOf(mlir::Operation *func);

/// Risk of a producer kind: 0 (low) to 2 (attention, norms, matmul).
int64_t riskOfKind(Kind kind);

/// A dispatch of such a kind makes nothing: it scans its input.
inline bool isScanOnly(Kind kind) {
  return kind == Kind::Entry || kind == Kind::Signal;
}

} // namespace nanguard

#endif // NANGUARD_DIALECT_NANGUARD_NANGUARDDIALECT_H
