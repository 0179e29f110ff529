//===- ReportRow.h - Reading and writing report rows ------------*- C++ -*-===//
//
// A row is a tensor of NANGUARD_REPORT_COLUMNS integers; abi.h names them.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_SCANS_REPORTROW_H
#define NANGUARD_LIB_TRANSFORMS_SCANS_REPORTROW_H

#include "nanguard/abi.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace nanguard {

inline mlir::RankedTensorType scalarTensor(mlir::Type element) {
  return mlir::RankedTensorType::get({}, element);
}

inline mlir::Value zeroTensor(mlir::ImplicitLocOpBuilder &b,
                              mlir::Type element) {
  return mlir::arith::ConstantOp::create(
      b, mlir::DenseElementsAttr::get(scalarTensor(element),
                                      b.getZeroAttr(element)));
}

/// An integer of `width` bits.
mlir::Value constantInt(mlir::ImplicitLocOpBuilder &b, int64_t value,
                        unsigned width);

inline mlir::Value constantI64(mlir::ImplicitLocOpBuilder &b, int64_t value) {
  return constantInt(b, value, 64);
}

/// `bits` (i64) where `flag` (i1) holds, else 0.
inline mlir::Value bitsWhere(mlir::ImplicitLocOpBuilder &b, mlir::Value flag,
                             int64_t bits) {
  return mlir::arith::SelectOp::create(b, flag, constantI64(b, bits),
                                       constantI64(b, 0));
}

/// Reduces all elements of `tensors`, which have one shape, to one integer that
/// starts at 0; `body` gets the elements and the accumulator.
inline mlir::Value
reduceToScalar(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange tensors,
               mlir::Type result,
               llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &,
                                              mlir::ValueRange)>
                   body) {
  int64_t rank =
      mlir::cast<mlir::RankedTensorType>(tensors[0].getType()).getRank();
  llvm::SmallVector<mlir::AffineMap> maps(tensors.size(),
                                          b.getMultiDimIdentityMap(rank));
  maps.push_back(mlir::AffineMap::get(rank, 0, b.getContext()));
  llvm::SmallVector<mlir::utils::IteratorType> loops(
      rank, mlir::utils::IteratorType::reduction);
  auto op = mlir::linalg::GenericOp::create(
      b, scalarTensor(result), tensors, zeroTensor(b, result), maps, loops,
      [&](mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange args) {
        mlir::ImplicitLocOpBuilder in(loc, builder);
        mlir::linalg::YieldOp::create(in, mlir::ValueRange{body(in, args)});
      });
  return mlir::tensor::ExtractOp::create(b, op.getResult(0),
                                         mlir::ValueRange{});
}

/// i1: the tier byte `tier` has one of `bits`.
mlir::Value isAsked(mlir::ImplicitLocOpBuilder &b, mlir::Value tier,
                    int64_t bits);

/// tensor<Kxi64>
mlir::RankedTensorType reportRowType(mlir::MLIRContext *context);

/// Zeros. With `inBuffer`, for bufferization, in a buffer of their own: an
/// empty tensor would be merged with the other rows' and then with one row's
/// slice of the report, and a constant would be written to where a form leaves
/// its row alone.
mlir::Value freshRow(mlir::ImplicitLocOpBuilder &b, bool inBuffer);

/// `row` with `value` in `column`.
mlir::Value insertAt(mlir::ImplicitLocOpBuilder &b, mlir::Value value,
                     mlir::Value row, nanguard_column column);

/// Element `index` of a tensor of rank 1.
mlir::Value extractAt(mlir::ImplicitLocOpBuilder &b, mlir::Value row,
                      int64_t index);

/// `row` with STATUS |= `bits` (i64).
mlir::Value orStatus(mlir::ImplicitLocOpBuilder &b, mlir::Value row,
                     mlir::Value bits);

/// STATUS |= `bits` (i64) in the row that a kernel returns last.
inline void addToStatus(mlir::ImplicitLocOpBuilder &b, mlir::func::FuncOp func,
                        mlir::Value bits) {
  mlir::Operation *ret = func.front().getTerminator();
  unsigned last = ret->getNumOperands() - 1;
  b.setInsertionPoint(ret);
  ret->setOperand(last, orStatus(b, ret->getOperand(last), bits));
}

/// i64: the bits of the largest magnitude in `tensor`.
mlir::Value scanBits(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                     bool expectInf);

/// `row` with counts of NaN and Inf in `tensor`, and the first of either.
mlir::Value writeCounts(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                        mlir::Value row, bool expectInf);

/// `row` with minimum, maximum, mean and variance of the finite values.
mlir::Value writeStats(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                       mlir::Value row, bool expectInf);

/// i1: the row's scan saw a NaN or an unexpected Inf of an output of `type`.
mlir::Value isBadRow(mlir::ImplicitLocOpBuilder &b, mlir::Value row,
                     mlir::FloatType type);

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_SCANS_REPORTROW_H
