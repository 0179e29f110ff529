//===- ValidRows.h - Rows that count ----------------------------*- C++ -*-===//
//
// A mask says which rows of a padded tensor count. Scans, counts and
// statistics see the others as zeros.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_CLUSTERS_VALIDROWS_H
#define NANGUARD_LIB_TRANSFORMS_CLUSTERS_VALIDROWS_H

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace nanguard {

/// Cluster, dispatch and kernel attribute (array of array<i64>): the last
/// inputs are masks, each with the dimensions of the first float result (of an
/// entry: of the argument) that its own go along.
constexpr llvm::StringLiteral kValidDimsAttr = "nanguard.valid_dims";
/// Cluster and dispatch attribute (array of array<i64>): before those masks
/// come pairs of a padded input and a mask of it, with the dimensions of the
/// input that it goes along. The rows that count are computed from the rows of
/// such an input that don't, too.
constexpr llvm::StringLiteral kPaddingAttr = "nanguard.padding";

/// Integers that are not 0 where a row counts. Dimension i of the mask goes
/// along dimension dims[i] of the tensor, dims ascending.
struct RowMask {
  mlir::Value mask;
  llvm::SmallVector<int64_t> dims;

  bool operator==(const RowMask &other) const {
    return mask == other.mask && dims == other.dims;
  }
};
using RowMasks = llvm::SmallVector<RowMask, 1>;

/// The masks of each argument of `func`, from its `nanguard.valid_rows`
/// arguments; what a length becomes is built by `builder`. Emits an error where
/// one leaves open which arguments it is about.
llvm::FailureOr<llvm::SmallVector<RowMasks>>
argumentMasks(mlir::OpBuilder &builder, mlir::func::FuncOp func);

/// The masks that `op`'s kValidDimsAttr says the last of `inputs` are.
RowMasks masksAmong(mlir::Operation *op, mlir::ValueRange inputs);

/// The masks of a kernel function (inputs…, outs…, row).
RowMasks masksOfKernel(mlir::func::FuncOp kernel);

/// An input, and a mask that says which of its rows count.
using PaddedInput = std::pair<mlir::Value, RowMask>;

/// The pairs that `op`'s kPaddingAttr says are among `inputs`.
llvm::SmallVector<PaddedInput> paddedAmong(mlir::Operation *op,
                                           mlir::ValueRange inputs);

/// How many of the last inputs of `op` no body reads: masks and padded inputs.
unsigned countScanInputs(mlir::Operation *op);

/// Dimensions of `masks` as the value of kValidDimsAttr or kPaddingAttr.
mlir::ArrayAttr validDimsAttr(mlir::MLIRContext *context,
                              llvm::ArrayRef<RowMask> masks);

/// `tensor` with `other` in the rows that don't count; itself without masks.
mlir::Value onlyValid(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                      llvm::ArrayRef<RowMask> masks, double other = 0.0);

/// `tensor` with zeros in the rows that count by `mask`.
mlir::Value onlyPadding(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                        const RowMask &mask);

/// i1 in a payload: an element of a mask, of any integer type, is not 0.
mlir::Value isSet(mlir::ImplicitLocOpBuilder &b, mlir::Value flag);

/// i1: no row counts by all of `masks`; null without masks.
mlir::Value noValidRow(mlir::ImplicitLocOpBuilder &b,
                       llvm::ArrayRef<RowMask> masks);

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_CLUSTERS_VALIDROWS_H
