//===- RequestRows.h - A report row for each request ------------*- C++ -*-===//
//
// With batch-dim the report is [requests, ops, columns]: a fault is laid to the
// request whose part of the output shows it.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_SCANS_REQUESTROWS_H
#define NANGUARD_LIB_TRANSFORMS_SCANS_REQUESTROWS_H

#include "../Clusters/ValidRows.h"

#include "mlir/IR/SymbolTable.h"

namespace nanguard {

/// B of a report [B, N, K] or of its buffer.
mlir::OpFoldResult requestCount(mlir::ImplicitLocOpBuilder &b,
                                mlir::Value report);

class RequestRows {
public:
  RequestRows(mlir::ModuleOp module, mlir::SymbolTable &symbols)
      : module(module), symbols(symbols) {}

  /// tensor<BxKxi64>: what the op's scan saw, `row` for all, request by
  /// request. `watched` is the scanned tensor; null or without requests in it,
  /// the row is everyone's.
  mlir::Value open(mlir::ImplicitLocOpBuilder &b, DispatchOp op,
                   mlir::Value watched, llvm::ArrayRef<RowMask> masks,
                   mlir::Value row);

  /// `requests` with what the op's later runs in the step (rescue, shadow) left
  /// in `row`: all of it for a request that was bad; rescue, bad padding and
  /// bad step stay with those.
  static mlir::Value close(mlir::ImplicitLocOpBuilder &b, mlir::Value requests,
                           mlir::Value watched, mlir::Value row);

private:
  mlir::func::FuncOp kernel(mlir::TypeRange types, int64_t dim,
                            llvm::ArrayRef<RowMask> masks, bool expectInf);

  mlir::ModuleOp module;
  mlir::SymbolTable &symbols;
  llvm::DenseMap<std::tuple<mlir::Type, mlir::Attribute, unsigned>,
                 mlir::func::FuncOp>
      kernels;
};

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_SCANS_REQUESTROWS_H
