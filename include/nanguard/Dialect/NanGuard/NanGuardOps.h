//===- NanGuardOps.h - Operations of the nanguard dialect -------*- C++ -*-===//
//
// Declares cluster, scan, clip, sanitise, dispatch and their interfaces.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_DIALECT_NANGUARD_NANGUARDOPS_H
#define NANGUARD_DIALECT_NANGUARD_NANGUARDOPS_H

#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"

#include <optional>

#include "nanguard/Dialect/NanGuard/NanGuardInterfaces.h.inc" // IWYU pragma: keep

#define GET_OP_CLASSES
#include "nanguard/Dialect/NanGuard/NanGuardOps.h.inc" // IWYU pragma: keep

#endif // NANGUARD_DIALECT_NANGUARD_NANGUARDOPS_H
