//===- WideEdges.h - Edges between variants in their wide type --*- C++ -*-===//
//
// Where one variant's last cast is undone by the next one's first, the value in
// between need not be narrow.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_WIDEEDGES_H
#define NANGUARD_LIB_TRANSFORMS_WIDEEDGES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace nanguard {

/// Lets `readers`, ops of safe and unfused variants, read what the exit casts
/// `exits` cast in place of what they return, through movers too. An exit cast
/// stays for those who read its result otherwise.
void widenEdges(llvm::ArrayRef<mlir::linalg::GenericOp> exits,
                llvm::ArrayRef<mlir::Operation *> readers);

/// An op that reads the narrow `value`, through movers or not; null if there is
/// none.
mlir::Operation *findNarrowReader(mlir::Value value);

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_WIDEEDGES_H
