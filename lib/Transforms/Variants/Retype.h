//===- Retype.h - Changing the float types of a block -----------*- C++ -*-===//
//
// What widening and narrowing share: which ops may be retyped in place, and the
// retyping itself.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_VARIANTS_RETYPE_H
#define NANGUARD_LIB_TRANSFORMS_VARIANTS_RETYPE_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"

#include <string>

namespace nanguard {

/// Says which element type a float type becomes.
using TypeMap = llvm::function_ref<mlir::Type(mlir::FloatType)>;

/// Succeeds when each op of `block` can be retyped in place.
mlir::LogicalResult checkRetypable(mlir::Block &block, std::string &reason);

/// `type` with its float element type mapped.
mlir::Type retype(mlir::Type type, TypeMap map);

/// Casts `value` (scalar or tensor) to the other float type `type`.
mlir::Value castTo(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value,
                   mlir::Type type);

/// Retypes all ops of `block`, casts its arguments at the entry and the
/// operands of its terminator at the exit. Casts that become identities go.
void retypeBlock(mlir::Block &block, TypeMap map);

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_VARIANTS_RETYPE_H
