//===- VectorLoops.h - Pieces of nanguard-vectorize-loops -------*- C++ -*-===//
//
// Two ways to turn a linalg op on buffers into loops over vectors. Each
// succeeds or leaves the IR as it was.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_CONVERSION_CPU_VECTORLOOPS_H
#define NANGUARD_LIB_CONVERSION_CPU_VECTORLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace nanguard {

/// A contraction (sum of products into f32 or f64) becomes register tiles. The
/// terms of one element are always added in the same order, whatever the tile
/// sizes, however wide the processor's vectors are, and wherever the element
/// lies.
llvm::LogicalResult lowerContraction(mlir::RewriterBase &rewriter,
                                     mlir::linalg::GenericOp op,
                                     int64_t vectorBits);

/// An elementwise op or a reduction becomes a vector loop over one dimension
/// and a scalar loop for what is left of it.
llvm::LogicalResult vectorizeGeneric(mlir::RewriterBase &rewriter,
                                     mlir::linalg::GenericOp op);

/// Adds the lanes of `vector` pairwise: a fixed order, and log2 steps.
mlir::Value
reduceLanes(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value vector,
            llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location,
                                           mlir::Value, mlir::Value)>
                combine);

/// Marks `loop` for nanguard-outline-parallel-loops: its iterations write
/// different elements, or only merge into integer accumulators.
void markParallel(mlir::Operation *loop);
/// Whether a loop is so marked.
bool isMarkedParallel(mlir::Operation *loop);

/// True when the innermost dimension of the buffer has stride 1 and can be
/// loaded as a vector (an i1 is a byte in memory, but a bit of a vector).
bool hasVectorRows(mlir::Value memref);

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_CPU_VECTORLOOPS_H
