//===- TensorCoreTiles.h - Operands of mma.sync -----------------*- C++ -*-===//
//
// Tiles of half-precision operands in shared memory: copied asynchronously in
// chunks of 16 bytes, swizzled, read by ldmatrix.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_EMIT_TENSORCORETILES_H
#define NANGUARD_LIB_CONVERSION_GPU_EMIT_TENSORCORETILES_H

#include "ElementEmitter.h"

namespace nanguard {

/// Halves in 16 bytes.
constexpr int64_t kChunkHalves = 8;

/// A loop of a nest whose points are numbered.
struct Loop {
  unsigned number = 0;
  int64_t size = 0; // where it is static
  mlir::Value extent;
};

/// Loops of `op`, the outermost first.
llvm::SmallVector<Loop> describeLoops(KernelPlan &plan,
                                      mlir::linalg::GenericOp op,
                                      llvm::ArrayRef<unsigned> numbers);

/// Sets in `ivs` where the loops are at point `at`.
void setLoops(mlir::ImplicitLocOpBuilder &b, mlir::Value at,
              llvm::ArrayRef<Loop> loops,
              llvm::MutableArrayRef<mlir::Value> ivs);

/// One operand of a contraction. Its rows run along the loops `dims`, the
/// others are the reduced ones, k. Loops that are next to each other in memory
/// count as one, which has a number behind the op's.
struct Factor {
  mlir::Value tensor, buffer;
  mlir::AffineMap map; // from loops to the buffer's dimensions
  llvm::SmallVector<Loop> dims, ks;
  bool alongK = false;       // neighbours in memory are so in k, else in dims
  bool isContiguous = false; // along them, with nothing added
  int64_t width = 1;         // elements that an access may take
  int64_t size = 0, depthSize = 0; // static extents of dims and k
  mlir::Value limit, depthLimit;   // the same, as the host knows them
  int64_t tile = 0, depthTile = 0; // what a tile has of dims and k
  mlir::Value start;               // of the tile, in dims
  /// Zeros around a dimension of the tensor, of which the buffer has none:
  /// where the loops are, counted from the first zero, how many lie in front,
  /// and the first place behind the tensor, as the host knows it; null if there
  /// are none behind.
  struct Border {
    unsigned dim;
    mlir::AffineExpr at;
    int64_t low;
    mlir::Value end;
  };
  llvm::SmallVector<Border, 0> borders;
  /// What the buffer's indices are less than what the map gives.
  llvm::SmallVector<int64_t> shifts;
  mlir::Value shared; // [stage, row, chunk]
  mlir::Type element() const {
    return mlir::getElementTypeOrSelf(tensor.getType());
  }
  /// Of the buffer in shared memory.
  mlir::MemRefType sharedType(int64_t stages) const;
  /// All loops at row `at` in column `atK`; `ivs` has those of the batch.
  llvm::SmallVector<mlir::Value> loopsAt(mlir::ImplicitLocOpBuilder &b,
                                         llvm::ArrayRef<mlir::Value> ivs,
                                         mlir::Value at, mlir::Value atK) const;
  /// The buffer's indices, beyond its ends where the loops are in a border.
  llvm::SmallVector<mlir::Value>
  indices(mlir::ImplicitLocOpBuilder &b,
          llvm::ArrayRef<mlir::Value> loops) const;
  /// `valid`, null if that is true, and that the loops are in no border.
  mlir::Value isInside(mlir::ImplicitLocOpBuilder &b,
                       llvm::ArrayRef<mlir::Value> loops,
                       mlir::Value valid) const;
  /// An element; 0 where `valid`, which may be null, is false.
  mlir::Value load(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange indices,
                   mlir::Value valid) const;
};

/// Operand `operand` of a contraction over `ks` with rows along `dims`, read
/// from `source` at `places` of its loops where that is given; none if that has
/// no buffer.
std::optional<Factor>
describeFactor(KernelPlan &plan, mlir::linalg::GenericOp op, unsigned operand,
               llvm::ArrayRef<unsigned> dims, llvm::ArrayRef<unsigned> ks,
               mlir::Value source = {}, mlir::AffineMap places = {});

/// f16 or bf16 in both.
bool areHalves(const Factor &lhs, const Factor &rhs);

/// The code of a block's threads.
class TileBuilder : IndexMath {
public:
  TileBuilder(mlir::ImplicitLocOpBuilder &b, mlir::Value thread,
              int64_t threads)
      : IndexMath(b), b(b), thread(thread), threads(threads) {}

  /// Starts to copy the part of an operand at `k` to `stage`. `ivs` has the
  /// loops of the batch. What can't be copied asynchronously is stored at once.
  void copy(const Factor &factor, mlir::Value stage, mlir::Value k,
            llvm::ArrayRef<mlir::Value> ivs);
  /// The same in two steps, for an operand that is read element by element: a
  /// thread's chunks, and their stores to shared memory.
  int64_t chunksAThread(const Factor &factor) const;
  llvm::SmallVector<mlir::Value> fetch(const Factor &factor, mlir::Value k,
                                       llvm::ArrayRef<mlir::Value> ivs);
  void put(const Factor &factor, mlir::Value stage,
           llvm::ArrayRef<mlir::Value> chunks);
  /// Fragments of m16n8k16 for 16 rows from `first` (a multiple of 8) on, at
  /// the tile's `step`-th 16 of k: one of lhs, two of rhs.
  llvm::SmallVector<mlir::Value> load(const Factor &factor, mlir::Value stage,
                                      mlir::Value first, int64_t step,
                                      bool isLhs);
  /// sums += left * right, four sums a thread, in f32 or in pairs of f16.
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
  /// A place in the rows of a tile, or in k.
  struct Coordinate {
    llvm::ArrayRef<Loop> loops;
    int64_t size, tile;
    mlir::Value limit, start, offset;
  };
  /// A thread's chunk of a tile.
  struct Place {
    mlir::Value row, cell;    // in shared memory
    Coordinate along, across; // in the operand
  };
  void setPlace(const Coordinate &at, llvm::MutableArrayRef<mlir::Value> ivs,
                mlir::Value &valid);
  void forEachPlace(const Factor &factor, mlir::Value k,
                    llvm::function_ref<void(const Place &)> body);
  mlir::Value copyChunk(const Factor &factor, const Place &place,
                        mlir::Value stage, llvm::ArrayRef<mlir::Value> ivs);
  void copyPiece(const Factor &factor, const Place &place, mlir::Value stage,
                 int64_t at, mlir::ValueRange indices, mlir::Value valid);
  void storeChunk(const Factor &factor, const Place &place, mlir::Value stage,
                  mlir::Value chunk);

  mlir::ImplicitLocOpBuilder &b;
  mlir::Value thread;
  int64_t threads;
};

/// Whether tiles of `step` cover `size` exactly.
bool coversEvenly(int64_t size, int64_t step);

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_EMIT_TENSORCORETILES_H
