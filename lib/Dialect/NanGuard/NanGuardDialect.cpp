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
#include "llvm/ADT/StringExtras.h"
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

std::optional<Form> nanguard::formOf(Operation *func) {
  auto form = func->getAttrOfType<FormAttr>(kFormAttr);
  return form ? std::optional(form.getValue()) : std::nullopt;
}

std::optional<Kind> nanguard::kindOf(Operation *func) {
  auto kind = func->getAttrOfType<KindAttr>(kKindAttr);
  return kind ? std::optional(kind.getValue()) : std::nullopt;
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
  case Kind::Signal:
    return 0;
  }
  return 0;
}

/// A tensor, or what bufferization has made of it.
static bool isTensorOrBuffer(Type type) {
  return isa<TensorType, BaseMemRefType>(type);
}

static bool isOfFloats(Type type) {
  return isTensorOrBuffer(type) && isa<FloatType>(getElementTypeOrSelf(type));
}

/// A bound is a float above zero; NaN is none.
static bool isBound(Attribute attr) {
  auto bound = dyn_cast<FloatAttr>(attr);
  return bound && bound.getValueAsDouble() > 0.0;
}

LogicalResult NanGuardDialect::verifyOperationAttribute(Operation *op,
                                                        NamedAttribute attr) {
  if (attr.getName() == kManifestAttr &&
      (!isa<ModuleOp>(op) || !isa<StringAttr>(attr.getValue())))
    return op->emitOpError()
           << "'" << kManifestAttr << "' is a string on the module";
  if (attr.getName() == kKindAttr && !isa<KindAttr>(attr.getValue()))
    return op->emitOpError()
           << "'" << kKindAttr << "' is a kind, as #nanguard.kind<softmax>";
  if (attr.getName() == kFormAttr && !isa<FormAttr>(attr.getValue()))
    return op->emitOpError()
           << "'" << kFormAttr << "' is a form, as #nanguard.form<fused>";
  if (attr.getName() == kClipAttr && !isBound(attr.getValue()))
    return op->emitOpError() << "'" << kClipAttr << "' is a positive float";
  return success();
}

/// What is wrong with a `nanguard.valid_rows` other than its argument's element
/// type, empty when nothing is.
static std::string checkValidRows(FunctionOpInterface func, unsigned argIndex,
                                  Attribute value) {
  Attribute dim = value, args;
  if (auto dict = dyn_cast<DictionaryAttr>(value)) {
    dim = dict.get("dim");
    args = dict.get("args");
    if (static_cast<int64_t>(dict.size()) != !!dim + !!args)
      return "takes the keys dim and args";
  } else if (isa<UnitAttr>(value)) {
    dim = {};
  }
  std::optional<int64_t> counted;
  if (dim) {
    auto number = dyn_cast<IntegerAttr>(dim);
    if (!number || number.getInt() < 0)
      return "needs a dimension from 0 on";
    counted = number.getInt();
  }
  if (args && !isa<DenseI64ArrayAttr>(args))
    return "needs args as array<i64: …>";
  // The extents that the counted arguments have, by dimension: a mask's own,
  // its last at the counted dimension; the entries of lengths at dimension 0.
  SmallVector<std::pair<int64_t, int64_t>> extents;
  auto own = dyn_cast<RankedTensorType>(func.getArgumentTypes()[argIndex]);
  if (own && (own.getRank() >= 2 || own.getElementType().isInteger(1)) &&
      own.getRank() > 0) {
    for (auto [i, extent] : llvm::enumerate(own.getShape()))
      extents.push_back({i, extent});
    int64_t &last = extents.back().first;
    if (counted && *counted < last)
      return "is a mask: it counts its last dimension or one behind";
    last = counted.value_or(last);
  } else if (own && own.getRank() == 1 && own.getDimSize(0) != 1) {
    extents.push_back({0, own.getDimSize(0)});
    extents.push_back({counted.value_or(1), ShapedType::kDynamic});
    if (counted == 0)
      return "has a length for each entry of dimension 0: it counts another";
  } else {
    extents.push_back({counted.value_or(0), ShapedType::kDynamic});
  }
  if (!args)
    return "";
  for (int64_t arg : cast<DenseI64ArrayAttr>(args).asArrayRef()) {
    if (arg < 0 || arg >= static_cast<int64_t>(func.getNumArguments()))
      return ("names argument " + Twine(arg) + ", which is not there").str();
    auto tensor = dyn_cast<RankedTensorType>(func.getArgumentTypes()[arg]);
    for (auto [at, extent] : extents) {
      if (!tensor || tensor.getRank() <= at)
        return ("counts dimension " + Twine(at) + " of argument " + Twine(arg) +
                ", which has none")
            .str();
      if (!ShapedType::isDynamic(extent) && !tensor.isDynamicDim(at) &&
          tensor.getDimSize(at) != extent)
        return ("has extent " + Twine(extent) + " where argument " +
                Twine(arg) + " has " + Twine(tensor.getDimSize(at)))
            .str();
    }
  }
  return "";
}

/// What may stand on arguments, and on results.
constexpr StringLiteral kArgAttrs[] = {kKvCacheAttr,   kClipAttr,  kBatchAttr,
                                       kValidRowsAttr, kCarryAttr, kPeerAttr,
                                       kExpectInfAttr};
constexpr StringLiteral kResultAttrs[] = {kCommitAttr, kLossAttr, kGradAttr,
                                          kLossScaleAttr, kBatchDimAttr};

/// "is not known; known are …" of an attribute that is none of `known`.
static std::string whyUnknown(NamedAttribute attr,
                              ArrayRef<StringLiteral> known) {
  if (llvm::is_contained(known, attr.getName().getValue()))
    return "";
  return "is not known; known are " + llvm::join(known, ", ");
}

LogicalResult NanGuardDialect::verifyRegionArgAttribute(Operation *op,
                                                        unsigned regionIndex,
                                                        unsigned argIndex,
                                                        NamedAttribute attr) {
  auto fail = [&](StringRef what) {
    return op->emitOpError() << "'" << attr.getName().getValue()
                             << "' of argument " << argIndex << " " << what;
  };
  if (std::string why = whyUnknown(attr, kArgAttrs); !why.empty())
    return fail(why);
  if (attr.getName() == kClipAttr && !isBound(attr.getValue()))
    return fail("is a positive float");
  auto func = dyn_cast<FunctionOpInterface>(op);
  if (!func)
    return success();
  Type type = func.getArgumentTypes()[argIndex];
  if (attr.getName() == kKvCacheAttr && !isOfFloats(type))
    return fail("needs a tensor of floats");
  if (attr.getName() == kValidRowsAttr) {
    Type element = getElementTypeOrSelf(type);
    if ((!element.isSignlessInteger() && !element.isIndex()) ||
        (isa<ShapedType>(type) && !isa<RankedTensorType>(type)))
      return fail("needs an integer or a tensor of integers, without a sign");
    if (type.isInteger(1))
      return fail("is one bit: no length");
    if (std::string why = checkValidRows(func, argIndex, attr.getValue());
        !why.empty())
      return fail(why);
  }
  return success();
}

LogicalResult NanGuardDialect::verifyRegionResultAttribute(
    Operation *op, unsigned regionIndex, unsigned resultIndex,
    NamedAttribute attr) {
  auto func = dyn_cast<FunctionOpInterface>(op);
  if (!func)
    return success();
  Type type = func.getResultTypes()[resultIndex];
  auto fail = [&](StringRef what) {
    return op->emitOpError() << "'" << attr.getName().getValue()
                             << "' of result " << resultIndex << " " << what;
  };
  if (std::string why = whyUnknown(attr, kResultAttrs); !why.empty())
    return fail(why);
  if (attr.getName() == kCommitAttr && !isTensorOrBuffer(type))
    return fail("needs a tensor");
  if (llvm::is_contained(kSignalAttrs, attr.getName().getValue()) &&
      !(isOfFloats(type) && cast<ShapedType>(type).hasRank()))
    return fail("needs a ranked tensor of floats");
  return success();
}
