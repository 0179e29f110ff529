//===- KernelPlan.h - A kernel function on buffers --------------*- C++ -*-===//
//
// The launch plan under construction: where each tensor of a kernel function
// lies, and the scalars, sizes and views that the host computes.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_SCHEDULE_KERNELPLAN_H
#define NANGUARD_LIB_CONVERSION_GPU_SCHEDULE_KERNELPLAN_H

#include "KernelGroups.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/MapVector.h"

namespace nanguard {

/// Where a scan's result goes: an element that is merged into by an atomic,
/// after `conversions`, which keep the order of values.
struct ScanSink {
  mlir::Value memref;
  llvm::SmallVector<mlir::Value> indices;
  llvm::SmallVector<mlir::Operation *> conversions;
  /// They are a test for a value other than 0 and a choice of a bit or none,
  /// which an `or` merges.
  bool isFlag = false;
};

class KernelPlan {
public:
  /// A plan for `func`, next to it. It replaces it once `finish` succeeds.
  explicit KernelPlan(mlir::func::FuncOp func);

  mlir::ImplicitLocOpBuilder &host() { return b; }
  mlir::func::FuncOp source() { return func; }

  /// The buffer of a tensor. Where it has none, the plan fails; what is emitted
  /// until it is abandoned gets a stand-in.
  mlir::Value memref(mlir::Value tensor);
  /// Its elements as one dimension; null where they are not contiguous.
  mlir::Value flat(mlir::Value tensor);
  mlir::Value extent(mlir::Value tensor, unsigned dim);
  mlir::Value index(int64_t value);
  /// The host's value of a scalar; null where only the GPU knows it.
  mlir::Value scalar(mlir::Value value);

  /// Where a group's launch stores `tensor`; null where nothing else reads it.
  mlir::Value target(const KernelGroup &group, mlir::Value tensor);
  /// A buffer of the plan's own for `tensor`.
  mlir::Value allocate(mlir::Value tensor);
  /// Takes `buffer` for the place of `tensor`.
  void place(mlir::Value tensor, mlir::Value buffer) {
    memrefs[tensor] = buffer;
  }
  ScanSink sink(mlir::OpResult scan, mlir::arith::AtomicRMWKind kind);
  /// A scan that does not merge into the report, where it was planned to: its
  /// result is inserted when all is done.
  void insertLater(mlir::OpResult scan);

  /// A launch of the kernel's own module. `inside` stands in it, the host's
  /// builder before it until `leave`. The plan's first launch also writes what
  /// the report is known to hold.
  mlir::gpu::LaunchOp launch(mlir::ImplicitLocOpBuilder &inside,
                             llvm::ArrayRef<mlir::Value> grid,
                             llvm::ArrayRef<mlir::Value> block,
                             llvm::ArrayRef<mlir::MemRefType> shared);
  void leave() { b.setInsertionPoint(plan.front().getTerminator()); }

  /// Keeps the first reason why there can't be a plan.
  void fail(llvm::StringRef why) {
    if (obstacle.empty())
      obstacle = why;
  }

  /// Writes what no launch has; the old function goes.
  mlir::LogicalResult finish();
  void abandon();
  llvm::StringRef why() const { return obstacle; }

private:
  void planReport();
  /// What the first launch writes, unless the plan's caller does: a store less
  /// in each thread's code.
  void addConstant(mlir::Value value, int64_t column, bool merged);
  void planInsertions(unsigned result);
  void storeResults();
  mlir::Value hostElement(mlir::Value value);
  mlir::Value viewFor(mlir::Value tensor, mlir::Value buffer,
                      mlir::Operation *reshape);
  mlir::Value returnedIn(mlir::Value tensor);
  llvm::SmallVector<mlir::OpFoldResult> mixedSizes(mlir::Value tensor);
  mlir::OpFoldResult sizeOf(mlir::OpFoldResult size);

  mlir::func::FuncOp func, plan;
  mlir::ImplicitLocOpBuilder b;
  mlir::IRMapping scalars;
  llvm::DenseMap<mlir::Value, mlir::Value> memrefs, flats;
  /// Scans that end in the report, and constants that it gets.
  llvm::DenseMap<mlir::Value, ScanSink> direct;
  struct Constant {
    mlir::Value value;
    int64_t column;
    bool merged; // a flag goes there too
  };
  llvm::SmallVector<Constant> constants;
  mlir::Value reportBuffer;
  /// Insertions that a launch does, and results that it stores.
  llvm::DenseSet<mlir::Operation *> written;
  llvm::SmallDenseSet<unsigned> stored;
  std::string obstacle;
  unsigned launches = 0;
};

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_SCHEDULE_KERNELPLAN_H
