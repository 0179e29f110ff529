//===- WideTwins.h - Wide values beside narrow ones -------------*- C++ -*-===//
//
// An edge between two guarded ops whose value may leave its type has a twin:
// the value before the last cast. Safe and unfused forms write and read it, a
// fused form neither.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_VARIANTS_WIDETWINS_H
#define NANGUARD_LIB_TRANSFORMS_VARIANTS_WIDETWINS_H

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

#include <set>

namespace nanguard {

/// Kernel attribute: how many of its results are twins, between its own and the
/// row.
constexpr llvm::StringLiteral kTwinsAttr = "nanguard.twins";

/// For a distinct kernel, the inputs and results of its clusters that have a
/// twin, in ascending order.
struct KernelEdges {
  llvm::SmallVector<int64_t> inputs, results;
};

/// The edges between clusters of f16 that get a twin, by kernel.
llvm::DenseMap<mlir::Attribute, KernelEdges>
findWideEdges(mlir::ModuleOp module);

/// The type of the twin of `narrow`.
mlir::RankedTensorType twinType(mlir::Type narrow);

/// The ids of the dispatches that read the float result of `op`, if it has one
/// only and all of them can take its twin; else none.
std::set<int64_t> wideReaders(DispatchOp op);

/// Calls of forms, and the twins of the dispatches that are lowered already.
class WideCalls {
public:
  explicit WideCalls(mlir::SymbolTable &symbols) : symbols(symbols) {}

  /// The results, twins and row of `form`, a form of `op`, that writes into
  /// `outs`, twins among them, and `row`. What it takes wide is the twin where
  /// its maker wrote it, else the narrow input, widened here.
  llvm::SmallVector<mlir::Value> call(mlir::ImplicitLocOpBuilder &b,
                                      DispatchOp op, mlir::SymbolRefAttr form,
                                      mlir::ValueRange inputs,
                                      mlir::ValueRange outs, mlir::Value row);

  /// `values` are what replaces the results of `op`; `written` (i1) says
  /// whether its twins are.
  void add(DispatchOp op, mlir::ValueRange values, mlir::Value written);

private:
  mlir::Value widened(mlir::ImplicitLocOpBuilder &b, mlir::Value narrow,
                      mlir::Type wide);

  mlir::SymbolTable &symbols;
  llvm::DenseMap<mlir::Value, std::pair<mlir::Value, mlir::Value>> twins;
};

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_VARIANTS_WIDETWINS_H
