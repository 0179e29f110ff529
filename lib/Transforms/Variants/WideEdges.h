//===- WideEdges.h - Edges between variants in their wide type --*- C++ -*-===//
//
// Where one variant's last cast is undone by the next one's first, the value in
// between need not be narrow: in a repaired model, or where the tiers say so.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_VARIANTS_WIDEEDGES_H
#define NANGUARD_LIB_TRANSFORMS_VARIANTS_WIDEEDGES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace nanguard {

/// A narrow value and the wide one that it is the rounded one of.
using Twins = std::pair<mlir::Value, mlir::Value>;

/// Lets `readers`, ops of safe and unfused variants, read the wide value in
/// place of the narrow one, through movers too. The narrow one stays for those
/// that read it otherwise.
void widenEdges(llvm::ArrayRef<Twins> edges,
                llvm::ArrayRef<mlir::Operation *> readers);

/// Whether `op` moves the elements of one float type about, whatever that is.
bool isRetypableMover(mlir::Operation *op);

/// The mover `op` on the twins of its operands, at `b`; null if `twinOf` knows
/// none of them.
mlir::Value repeatMover(mlir::OpBuilder &b, mlir::Operation *op,
                        llvm::function_ref<mlir::Value(mlir::Value)> twinOf);

/// Where `value` is read, through movers or not; its extents don't count.
llvm::SmallVector<mlir::OpOperand *> readersOf(mlir::Value value);

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_VARIANTS_WIDEEDGES_H
