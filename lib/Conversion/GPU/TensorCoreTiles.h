//===- TensorCoreTiles.h - Operands of mma.sync -----------------*- C++ -*-===//
//
// Tiles of half-precision operands in shared memory: copied asynchronously in
// chunks of 16 bytes, swizzled, read by ldmatrix.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_TENSORCORETILES_H
#define NANGUARD_LIB_CONVERSION_GPU_TENSORCORETILES_H

#include "ElementEmitter.h"

namespace nanguard {

/// Halves in 16 bytes.
constexpr int64_t kChunkHalves = 8;

/// One operand of a contraction. Its rows run along `dim`, the other loop is
/// the reduced one, k.
struct Factor {
  mlir::Value tensor, buffer;
  mlir::AffineMap map;
  unsigned dim = 0, k = 0;
  bool alongK = false;             // contiguous in k, else in dim
  int64_t width = 1;               // elements that an access may take
  int64_t size = 0, depthSize = 0; // static extents of dim and k
  mlir::Value limit, depthLimit;   // the same, as the host knows them
  int64_t tile = 0, depthTile = 0; // what a tile has of dim and k
  mlir::Value start;               // of the tile, in dim
  mlir::Value shared;              // [stage, row, chunk]
  mlir::Type element() const {
    return mlir::getElementTypeOrSelf(tensor.getType());
  }
  /// Of the buffer in shared memory.
  mlir::MemRefType sharedType(int64_t stages) const;
};

/// Operand `operand` of a contraction over `k` with rows along `dim`; none if
/// it has no buffer.
std::optional<Factor> describeFactor(KernelPlan &plan,
                                     mlir::linalg::GenericOp op,
                                     unsigned operand, unsigned dim,
                                     unsigned k);

/// Contiguous along a dimension that ldmatrix can take.
bool fitsLdMatrix(const Factor &factor);
/// f16 or bf16 in both.
bool areHalves(const Factor &lhs, const Factor &rhs);

/// The code of a block's threads.
class TileBuilder : IndexMath {
public:
  TileBuilder(mlir::ImplicitLocOpBuilder &b, mlir::Value thread,
              int64_t threads)
      : IndexMath(b), b(b), thread(thread), threads(threads) {}

  /// Starts to copy the part of an operand at `k` to `stage`. `ivs` has the
  /// loops of the batch.
  void copy(const Factor &factor, mlir::Value stage, mlir::Value k,
            llvm::ArrayRef<mlir::Value> ivs);
  /// Fragments of m16n8k16 for 16 rows from `first` (a multiple of 8) on, at
  /// the tile's `step`-th 16 of k: one of lhs, two of rhs.
  llvm::SmallVector<mlir::Value> load(const Factor &factor, mlir::Value stage,
                                      mlir::Value first, int64_t step,
                                      bool isLhs);
  /// sums += left * right, four sums a thread.
  void multiply(mlir::Type element, mlir::ValueRange left,
                mlir::ValueRange right,
                llvm::MutableArrayRef<mlir::Value> sums);
  /// The same for 8 of k, on f32, of which tf32 keeps 11 bits.
  void multiplyTF32(mlir::ValueRange left, mlir::ValueRange right,
                    llvm::MutableArrayRef<mlir::Value> sums);
  /// Whether there is an Inf or a NaN in an operand's tile, for each warp.
  mlir::Value hasNonFinite(const Factor &factor, mlir::Value stage);
  /// Makes them 0.
  void clearNonFinite(const Factor &factor, mlir::Value stage);

private:
  void
  forEachChunk(const Factor &factor, mlir::Value stage, mlir::Value id,
               int64_t step,
               llvm::function_ref<void(mlir::Value, mlir::ValueRange)> body);
  mlir::Value cellFor(mlir::Value chunk, mlir::Value row, int64_t chunks);
  void copyChunk(const Factor &factor, mlir::Value stage, mlir::Value row,
                 mlir::Value cell, mlir::Value along, mlir::Value across,
                 llvm::ArrayRef<mlir::Value> ivs);

  mlir::ImplicitLocOpBuilder &b;
  mlir::Value thread;
  int64_t threads;
};

/// Whether tiles of `step` cover `size` exactly.
bool coversEvenly(int64_t size, int64_t step);

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_TENSORCORETILES_H
