//===- F64Tiles.h - Products of f64 on tensor cores -------------*- C++ -*-===//
//
// Operands of any float type, on whose elements something may be done first:
// through registers to shared memory, from there as f64 to mma.sync m8n8k4. Its
// accumulators have the layout of m16n8's f16.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_ATTENTION_F64TILES_H
#define NANGUARD_LIB_CONVERSION_GPU_ATTENTION_F64TILES_H

#include "../Emit/TensorCoreTiles.h"
#include "AttentionMatch.h"

namespace nanguard {

/// A tile whose rows are of the operand's own dimension, or of k.
struct WideTile {
  Factor factor;
  llvm::SmallVector<mlir::linalg::GenericOp> steps;
  int64_t rows = 0, columns = 0;
  bool rowsAreK = false;
  mlir::Value shared;

  /// What it holds: what the steps make, before a last widening.
  mlir::FloatType element() const;
  /// Of the buffer in shared memory; 16 bytes more a row than its elements
  /// take, so that the lanes of a product meet different banks.
  mlir::MemRefType sharedType() const;
  int64_t bytes() const;
};

class WideTileBuilder : IndexMath {
public:
  WideTileBuilder(mlir::ImplicitLocOpBuilder &b, KernelPlan &plan,
                  mlir::Value thread, int64_t threads)
      : IndexMath(b), b(b), plan(plan), thread(thread), threads(threads),
        lane(mod(thread, nanguard::kWarpSize)) {}

  /// Copies the part from `row` on, zeros where it lies outside; whether this
  /// thread has seen what is not finite. `ivs` has the loops of the batch.
  mlir::Value copy(const WideTile &tile, mlir::Value row,
                   llvm::ArrayRef<mlir::Value> ivs);
  /// Makes 0 of what is not finite.
  void clearNonFinite(const WideTile &tile);
  /// The lane's element of 8 rows by 4 columns at (row, column), as a factor of
  /// m8n8k4 has it.
  mlir::Value loadAlongRow(const WideTile &tile, mlir::Value row,
                           mlir::Value column);
  /// Of 4 rows, every second from `row` on, by 8 columns: rows 2t of a pair of
  /// factors, whose columns t of the left are those of an accumulator.
  mlir::Value loadAlongColumn(const WideTile &tile, mlir::Value row,
                              mlir::Value column);
  /// sums += left * right, two sums a thread.
  void multiply(mlir::Value left, mlir::Value right,
                llvm::MutableArrayRef<mlir::Value> sums);
  mlir::Value widen(mlir::Value x);

private:
  mlir::Value load(const WideTile &tile, mlir::Value row, mlir::Value column);
  mlir::Value isFinite(mlir::Value x);
  mlir::Value applySteps(const WideTile &tile, mlir::Value x);

  mlir::ImplicitLocOpBuilder &b;
  KernelPlan &plan;
  mlir::Value thread;
  int64_t threads;
  mlir::Value lane;
};

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_ATTENTION_F64TILES_H
