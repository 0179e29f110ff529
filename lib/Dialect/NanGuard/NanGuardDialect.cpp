//===- NanGuardDialect.cpp - Registration of the dialect ------------------===//
//
// Registers ops and attributes, and checks the dialect's attributes on other
// dialects' ops.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace nanguard;

#include "nanguard/Dialect/NanGuard/NanGuardDialect.cpp.inc"
#include "nanguard/Dialect/NanGuard/NanGuardEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "nanguard/Dialect/NanGuard/NanGuardAttrs.cpp.inc"

void NanGuardDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "nanguard/Dialect/NanGuard/NanGuardAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "nanguard/Dialect/NanGuard/NanGuardOps.cpp.inc"
      >();
}

int64_t nanguard::riskOfKind(Kind kind) {
  switch (kind) {
  case Kind::Attention:
  case Kind::Softmax:
  case Kind::LogSoftmax:
  case Kind::Norm:
  case Kind::Matmul:
  case Kind::Conv:
    return 2;
  case Kind::Reduction:
  case Kind::Activation:
  case Kind::KvWrite:
    return 1;
  case Kind::Entry:
  case Kind::Elementwise:
  case Kind::Cast:
  case Kind::Embedding:
    return 0;
  }
  return 0;
}

LogicalResult NanGuardDialect::verifyOperationAttribute(Operation *op,
                                                        NamedAttribute attr) {
  if (attr.getName() == kManifestAttr) {
    if (!isa<ModuleOp>(op) || !isa<StringAttr>(attr.getValue()))
      return op->emitOpError() << "'" << kManifestAttr
                               << "' is a string on the module";
    return success();
  }
  if (attr.getName() == kClipAttr && !isa<FloatAttr>(attr.getValue()))
    return op->emitOpError() << "'" << kClipAttr << "' is a float";
  return success();
}

LogicalResult
NanGuardDialect::verifyRegionArgAttribute(Operation *op, unsigned regionIndex,
                                          unsigned argIndex,
                                          NamedAttribute attr) {
  if (attr.getName() == kClipAttr && !isa<FloatAttr>(attr.getValue()))
    return op->emitOpError()
           << "'" << kClipAttr << "' of argument " << argIndex << " is a float";
  if (attr.getName() == kKvCacheAttr || attr.getName() == kValidRowsAttr) {
    auto func = dyn_cast<FunctionOpInterface>(op);
    if (func && !isa<TensorType, IntegerType, IndexType>(
                    func.getArgumentTypes()[argIndex]))
      return op->emitOpError()
             << attr.getName() << " of argument " << argIndex
             << " needs a tensor or an integer";
  }
  return success();
}

LogicalResult NanGuardDialect::verifyRegionResultAttribute(
    Operation *op, unsigned regionIndex, unsigned resultIndex,
    NamedAttribute attr) {
  return success();
}
