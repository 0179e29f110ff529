//===- KernelGroups.h - Which ops share a launch ----------------*- C++ -*-===//
//
// A kernel function on tensors is cut into groups, each one launch: rows (whole
// reductions over trailing dimensions with everything elementwise around them)
// or a contraction with its epilogue. Scans ride in the group that makes what
// they look at.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_SCHEDULE_KERNELGROUPS_H
#define NANGUARD_LIB_CONVERSION_GPU_SCHEDULE_KERNELGROUPS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <optional>
#include <vector>

namespace nanguard {

/// One result of a reduction: op(acc, value), in either order.
struct Combiner {
  unsigned result;
  mlir::Operation *op;
  mlir::Value value;
  mlir::arith::AtomicRMWKind kind;
};

/// How each result of a reduction is combined; empty where one is not a plain
/// combination of the accumulator with a value that does not depend on it.
/// `integersOnly`: by integer ops, whose order does not matter.
llvm::SmallVector<Combiner> matchCombiners(mlir::linalg::GenericOp op,
                                           bool integersOnly);

/// The tensor behind reshapes, which move nothing.
mlir::Value stripReshapes(mlir::Value tensor);

/// acc + a * b over loops that both have, with loops that only a has and such
/// that only b has: a matmul, or a convolution as one. One operand may be read
/// at any affine place, as a convolution's input is.
struct Contraction {
  /// Operand numbers of a (its rows number the output's) and b.
  unsigned lhs = 0, rhs = 1;
  llvm::SmallVector<unsigned> batch;
  /// The outermost first, as the output has them; those of k as a convolution's
  /// weight has them.
  llvm::SmallVector<unsigned> m, n, k;
  /// One loop each, and operands that are read dimension by dimension.
  bool isPlain = false;
  mlir::FloatType accumulator;
};
std::optional<Contraction> matchContraction(mlir::linalg::GenericOp op);
/// acc + (x == -Inf ? 0 : a * b) over one dimension, x an input with a's
/// elements; or with a flag of a's row instead, where that is true too. `masks`
/// are their operand numbers.
std::optional<Contraction>
matchMaskedContraction(mlir::linalg::GenericOp op,
                       llvm::SmallVectorImpl<unsigned> &masks);

struct KernelGroup {
  enum class Kind { Rows, Contraction, Other };

  KernelGroup(Kind kind, mlir::linalg::GenericOp first);

  bool defines(mlir::Value tensor) const {
    return members.contains(tensor.getDefiningOp());
  }
  bool isFull(mlir::linalg::GenericOp op) const {
    return op.getNumParallelLoops() == rank;
  }
  /// A value in it with an element for each point, not one for each row.
  bool isFullValue(mlir::Value tensor) const;
  bool isScan(mlir::Operation *op) const { return scans.contains(op); }
  void add(mlir::linalg::GenericOp op, bool scan);

  Kind kind;
  llvm::SmallVector<mlir::linalg::GenericOp> ops;
  llvm::SmallPtrSet<mlir::Operation *, 8> members, scans;
  /// Tensors that an op reads element by element.
  llvm::SmallPtrSet<mlir::Value, 8> read;
  /// Loops of an op on all elements, and how many of them number the rows. The
  /// latter is set by the first reduction.
  unsigned rank;
  std::optional<unsigned> rows;
  llvm::SmallVector<int64_t> extents;
};

/// Cuts `func` into groups, in the order in which they run.
std::vector<KernelGroup> groupOps(mlir::func::FuncOp func);

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_SCHEDULE_KERNELGROUPS_H
