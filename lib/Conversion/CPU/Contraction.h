//===- Contraction.h - A sum of products, and loops over it -----*- C++ -*-===//
//
// What the two ways to lower a contraction share: its parts, found once, and
// the building of loops over its dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_CONVERSION_CPU_CONTRACTION_H
#define NANGUARD_LIB_CONVERSION_CPU_CONTRACTION_H

#include "VectorLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace nanguard::cpu {

/// One factor of the products: its buffer, and whether it must be widened.
struct Factor {
  mlir::Value memref;
  mlir::AffineMap map;
  bool widen = false;
  mlir::Value scratch; // [rows, cols] in the wide type, null: read in place
  mlir::Value base[2]; // what scratch row and column 0 stand for
  unsigned dims[2] = {0, 0};

  /// Whether `dim` alone moves along the buffer's contiguous rows.
  bool isContiguousAlong(unsigned dim) const;
};

struct Contraction {
  mlir::linalg::GenericOp op;
  Factor a, b;
  mlir::Value c;
  mlir::AffineMap cMap;
  mlir::FloatType type;
  llvm::SmallVector<unsigned> outer;
  int m = -1, n = -1;
  llvm::SmallVector<unsigned> ks; // summed over, outermost first
  bool lanesAlongK = false;
  /// The factors can be read where they are, vector by vector.
  bool isDirect = true;
  bool isConvolution = false;

  /// The dimension summed over of a contraction that is no convolution.
  unsigned k() const { return ks.front(); }
};

/// acc + a * b into f32 or f64, each of a and b perhaps widened.
mlir::FailureOr<Contraction> analyzeContraction(mlir::linalg::GenericOp op);

/// The constant c of a sum with the term `dim * c`; 0 without such a term.
int64_t coefficientOf(mlir::AffineExpr expr, unsigned dim);

/// Builds loops over a contraction's dimensions, vectors of `lanes` elements.
class ContractionEmitter {
protected:
  using Loop = llvm::function_ref<void(mlir::Value)>;

  ContractionEmitter(mlir::RewriterBase &rewriter, Contraction &con,
                     int64_t lanes);

  mlir::Value index(int64_t value);
  mlir::Value add(mlir::Value a, mlir::Value c);
  mlir::Value sub(mlir::Value a, mlir::Value c);
  /// `extent` without what is left of it by tiles of `tile`.
  mlir::Value wholeTiles(mlir::Value extent, int64_t tile);
  void loop(mlir::Value from, mlir::Value to, int64_t step, Loop body,
            bool parallel = false);
  llvm::SmallVector<mlir::Value>
  kLoop(mlir::Value from, mlir::Value to, int64_t step, mlir::ValueRange inits,
        llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value,
                                                          mlir::ValueRange)>
            body);
  /// One loop for each of the outer dimensions around `body`.
  void outerLoops(llvm::function_ref<void()> body);
  mlir::Value extent(unsigned dim);
  mlir::Value zeroVector();
  llvm::SmallVector<mlir::Value> indices(mlir::AffineMap map,
                                         llvm::ArrayRef<mlir::Value> at);
  /// A scalar or a vector in the type of the sums.
  mlir::Value widened(mlir::Value value);
  /// A buffer in the type of the sums: of a kernel's, a small one lies on the
  /// stack.
  mlir::Value makeScratch(mlir::ValueRange sizes);

  mlir::RewriterBase &b;
  mlir::Location loc;
  Contraction &con;
  int64_t lanes;
  mlir::VectorType vecType;
  llvm::SmallVector<mlir::Value> at;      // position in every loop dimension
  llvm::SmallVector<mlir::Value> extents; // of every loop dimension
};

/// A row or a few, times a matrix that is contiguous along N: the matrix is
/// streamed once. Fails for other contractions.
llvm::LogicalResult lowerStreamedContraction(mlir::RewriterBase &rewriter,
                                             Contraction &con,
                                             int64_t vectorBits);

/// A large contraction of static shape with both factors packed: blocks along
/// K, a panel of B that fits the nearest cache, register tiles in between.
/// Fails where packing would cost more than it gives.
llvm::LogicalResult lowerPackedContraction(mlir::RewriterBase &rewriter,
                                           Contraction &con,
                                           int64_t vectorBits);

} // namespace nanguard::cpu

#endif // NANGUARD_LIB_CONVERSION_CPU_CONTRACTION_H
