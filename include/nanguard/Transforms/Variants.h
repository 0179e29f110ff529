//===- Variants.h - Making the variants of a cluster ------------*- C++ -*-===//
//
// The library behind nanguard-generate-variants: widening, stabilising and
// narrowing of one block of tensor-level IR (linalg, tensor, arith, math), be
// it the body of a cluster or of a function.
//
// The exit invariant of a widened block, which scans and clips build on: each
// operand of the terminator whose type is narrower than W is the result of a
// linalg.generic with identity maps whose body is exactly `truncf` of its one
// input (an arith.truncf for a scalar), used by nothing else; these stand last
// in the block. The value before it is the wide one.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_TRANSFORMS_VARIANTS_H
#define NANGUARD_TRANSFORMS_VARIANTS_H

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Support/LLVM.h"

#include <string>

namespace nanguard {

/// The wide type for the arithmetic of `block` in `variant`: f32 in safe; in
/// unfused f32 where f16 is the narrowest float type that it computes in or
/// hands out, f64 for bf16 and f32, of at most `maxWidth` bits. Null when there
/// is no float arithmetic narrower than f64.
mlir::FloatType chooseWideType(mlir::Block &block, Variant variant,
                               unsigned maxWidth);

/// The narrowest float type that the terminator of `block` hands out; null when
/// it hands out none.
mlir::FloatType narrowestResultType(mlir::Block &block);

/// Rewrites the arithmetic of `block` to `wide`; the block's arguments and the
/// terminator's operands keep their types. Changes nothing on failure, and says
/// in `reason` which op can't be widened.
mlir::LogicalResult widenBlock(mlir::Block &block, mlir::FloatType wide,
                               std::string &reason);

/// The generic that casts `wide` to `narrow` at an exit; see the invariant
/// above. Null when `value` is not made by one.
mlir::linalg::GenericOp getExitCast(mlir::Value value);

/// Rewrites recognised algorithms of the (widened) region to their stable
/// forms. Fails where the patterns don't come to an end within a bound that no
/// known model comes near; the region is then valid but of no use. `listener`
/// hears of each rule, whose pattern has the label kRuleLabel.
mlir::LogicalResult
stabilizeRegion(mlir::Region &region,
                mlir::RewriterBase::Listener *listener = nullptr);
constexpr llvm::StringLiteral kRuleLabel = "nanguard.rule";

/// One pattern a rewrite; docs/numerics.md lists them.
void populateStabilizePatterns(mlir::RewritePatternSet &patterns);
void populateStabilizeSpellingPatterns(mlir::RewritePatternSet &patterns);
void populateStabilizeExpPatterns(mlir::RewritePatternSet &patterns);
void populateStabilizeScalarPatterns(mlir::RewritePatternSet &patterns);
void populateStabilizePolesPatterns(mlir::RewritePatternSet &patterns);
void populateStabilizeMasksPatterns(mlir::RewritePatternSet &patterns);
void populateStabilizeSoftmaxPatterns(mlir::RewritePatternSet &patterns);
void populateStabilizeNormPatterns(mlir::RewritePatternSet &patterns);
void populateStabilizeDomainPatterns(mlir::RewritePatternSet &patterns);
/// What goes before all others: their output is no longer read as this.
void populateEarlyExpPatterns(mlir::RewritePatternSet &patterns);
void populateEarlyPolesPatterns(mlir::RewritePatternSet &patterns);
/// Exponentials whose product is one of a difference, in contractions too.
void populateProductOfExpsPatterns(mlir::RewritePatternSet &patterns);
/// Masks in contractions that are no attention, of which the patterns above
/// know more.
void populateMaskedContractionPatterns(mlir::RewritePatternSet &patterns);
/// Other spellings that lose nothing, for what the patterns above have left.
void populateExactSpellingPatterns(mlir::RewritePatternSet &patterns);
void populateStabilizeAttentionPatterns(mlir::RewritePatternSet &patterns);

/// `fused=fast`: does the arithmetic of `block` in `narrow` and drops the max
/// subtraction of a softmax. Changes nothing on failure.
mlir::LogicalResult narrowBlock(mlir::Block &block, mlir::FloatType narrow,
                                std::string &reason);

/// Adds the safe and the unfused variant to a cluster that has only the fused
/// one; `fast` also rewrites the fused one, `maxWidth` is as above. Returns the
/// op that replaced it.
ClusterOp generateVariants(mlir::RewriterBase &rewriter, ClusterOp op,
                           bool fast, unsigned maxWidth);

} // namespace nanguard

#endif // NANGUARD_TRANSFORMS_VARIANTS_H
