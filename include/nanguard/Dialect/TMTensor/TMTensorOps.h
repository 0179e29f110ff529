//===- TMTensorOps.h - The tm_tensor dialect --------------------*- C++ -*-===//
//
// Declares torch-mlir's scan, scatter, sort, topk and attention.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_DIALECT_TMTENSOR_TMTENSOROPS_H
#define NANGUARD_DIALECT_TMTENSOR_TMTENSOROPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "nanguard/Dialect/TMTensor/TMTensorDialect.h.inc" // IWYU pragma: keep

#define GET_OP_CLASSES
#include "nanguard/Dialect/TMTensor/TMTensorOps.h.inc" // IWYU pragma: keep

#endif // NANGUARD_DIALECT_TMTENSOR_TMTENSOROPS_H
