//===- NanGuardOps.cpp - Builders and verifiers ---------------------------===//
//
// Verifiers of the dialect's ops; the labels are those of NanGuardOps.td.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Support/FloatFormats.h"
#include "nanguard/abi.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace nanguard;

/// kind(softmax): the keyword in parentheses instead of #nanguard.kind<…>.
static ParseResult parseKind(OpAsmParser &parser, KindAttr &kind) {
  StringRef keyword;
  llvm::SMLoc loc;
  if (parser.parseLParen() || (loc = parser.getCurrentLocation(), false) ||
      parser.parseKeyword(&keyword) || parser.parseRParen())
    return failure();
  std::optional<Kind> value = symbolizeKind(keyword);
  if (!value)
    return parser.emitError(loc)
           << "unknown kind of producer '" << keyword << "'";
  kind = KindAttr::get(parser.getContext(), *value);
  return success();
}

static void printKind(OpAsmPrinter &printer, Operation *, KindAttr kind) {
  printer << "(" << stringifyKind(kind.getValue()) << ")";
}

#include "nanguard/Dialect/NanGuard/NanGuardInterfaces.cpp.inc"
#define GET_OP_CLASSES
#include "nanguard/Dialect/NanGuard/NanGuardOps.cpp.inc"

//===----------------------------------------------------------------------===//
// ClusterOp
//===----------------------------------------------------------------------===//

Kind ClusterOp::getProducerKind() { return getKind(); }
std::optional<int64_t> ClusterOp::getGuardId() { return getId(); }
bool ClusterOp::getExpectsInf() { return getExpectInf(); }

Region *ClusterOp::getVariantRegion(Variant variant) {
  for (auto [attr, region] : llvm::zip(getVariants(), getBodies()))
    if (cast<VariantAttr>(attr).getValue() == variant)
      return &region;
  return nullptr;
}

void ClusterOp::build(OpBuilder &builder, OperationState &state,
                      TypeRange results, Kind kind, ValueRange inputs) {
  state.addOperands(inputs);
  state.addTypes(results);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.kind = KindAttr::get(builder.getContext(), kind);
  properties.variants = builder.getArrayAttr(
      VariantAttr::get(builder.getContext(), Variant::Fused));
  Block &block = state.addRegion()->emplaceBlock();
  for (Value input : inputs)
    block.addArgument(input.getType(), input.getLoc());
}

SmallVector<Operation *> ClusterOp::inlineVariant(Region &region) {
  OpBuilder builder(*this);
  IRMapping mapping;
  mapping.map(region.getArguments(), getInputs());
  SmallVector<Operation *> ops;
  for (Operation &op : region.front().without_terminator())
    ops.push_back(builder.clone(op, mapping));
  auto yield = cast<YieldOp>(region.front().getTerminator());
  for (auto [from, to] : llvm::zip(getResults(), yield.getResults()))
    from.replaceAllUsesWith(mapping.lookupOrDefault(to));
  erase();
  return ops;
}

ClusterOp ClusterOp::withVariant(OpBuilder &builder, ClusterOp op,
                                 Variant variant) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  SmallVector<Attribute> variants(op.getVariants().getValue());
  variants.push_back(VariantAttr::get(op.getContext(), variant));
  OperationState state(op.getLoc(), getOperationName());
  state.addOperands(op->getOperands());
  state.addTypes(op->getResultTypes());
  for (unsigned i = 0; i < variants.size(); ++i)
    state.addRegion();
  auto fresh = cast<ClusterOp>(builder.create(state));
  fresh->setAttrs(op->getAttrs());
  fresh.setVariantsAttr(builder.getArrayAttr(variants));
  for (auto [from, to] : llvm::zip(op.getBodies(), fresh.getBodies()))
    to.takeBody(from);
  op->replaceAllUsesWith(fresh->getResults());
  op->erase();
  return fresh;
}

LogicalResult ClusterOp::verify() {
  if (getBodies().size() != getVariants().size())
    return emitOpError("cluster_c1: has ")
           << getBodies().size() << " regions for " << getVariants().size()
           << " variants";
  llvm::SmallSet<Variant, 4> seen;
  for (Attribute attr : getVariants())
    if (!seen.insert(cast<VariantAttr>(attr).getValue()).second)
      return emitOpError("cluster_c2: variant occurs twice");
  if (getVariants().empty() ||
      cast<VariantAttr>(getVariants()[0]).getValue() != Variant::Fused)
    return emitOpError("cluster_c2: the first variant is not 'fused'");
  for (Region &region : getBodies()) {
    if (region.getArgumentTypes() != getInputs().getTypes())
      return emitOpError(
          "cluster_c3: a region's arguments differ from the operands' types");
    auto yield = dyn_cast<YieldOp>(region.front().getTerminator());
    if (!yield)
      return emitOpError("cluster_c4: a region does not end in nanguard.yield");
    if (yield.getOperandTypes() != getResultTypes())
      return emitOpError(
          "cluster_c4: a region yields other types than the results'");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// ScanOp
//===----------------------------------------------------------------------===//

LogicalResult ScanOp::verify() {
  auto input = cast<RankedTensorType>(getInput().getType());
  auto acc = cast<RankedTensorType>(getAcc().getType());
  Type element = input.getElementType();
  auto number = dyn_cast<FloatType>(element);
  if (!isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(element) &&
      !(number && isFloat8(number.getFloatSemantics())))
    return emitOpError("scan_c1: elements are ")
           << element << ", not f16, bf16, f32, f64 or of 8 bits";
  if (getResult().getType() != acc)
    return emitOpError("scan_c6: the result is ")
           << getResult().getType() << ", not the accumulator's " << acc;
  if (getMode() == ScanMode::Bits) {
    if (!acc.getElementType().isSignlessInteger(
            element.getIntOrFloatBitWidth()))
      return emitOpError("scan_c2: slots are ")
             << acc.getElementType() << " for elements " << element;
    if (acc.getRank() > input.getRank() ||
        acc.getShape() != input.getShape().take_front(acc.getRank()))
      return emitOpError("scan_c3: the slots' shape is not a prefix of the "
                         "input's");
    return success();
  }
  bool count = getMode() == ScanMode::Count;
  Builder builder(getContext());
  auto expected = RankedTensorType::get({count ? 3 : 5},
                                        count ? Type(builder.getI64Type())
                                              : Type(builder.getF64Type()));
  if (acc != expected)
    return emitOpError(count ? "scan_c4" : "scan_c5")
           << ": the accumulator is " << acc << ", not " << expected;
  return success();
}

//===----------------------------------------------------------------------===//
// ClipOp, SanitiseOp
//===----------------------------------------------------------------------===//

LogicalResult ClipOp::verify() {
  if (!isa<FloatType>(getElementTypeOrSelf(getInput().getType())))
    return emitOpError("clip_c1: elements are not floats");
  if (!(getBound().convertToDouble() > 0.0))
    return emitOpError("clip_c2: the bound is not positive");
  if (getCount().getType() != getCounter().getType())
    return emitOpError("clip_c3: the count is ")
           << getCount().getType() << ", not the counter's "
           << getCounter().getType();
  return success();
}

LogicalResult SanitiseOp::verify() {
  if (!isa<FloatType>(getElementTypeOrSelf(getUpdate().getType())))
    return emitOpError("sanitise_c1: elements are not floats");
  if (getCount().getType() != getCounter().getType())
    return emitOpError("sanitise_c2: the count is ")
           << getCount().getType() << ", not the counter's "
           << getCounter().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// DispatchOp
//===----------------------------------------------------------------------===//

Kind DispatchOp::getProducerKind() { return getKind(); }
std::optional<int64_t> DispatchOp::getGuardId() { return getId(); }
bool DispatchOp::getExpectsInf() { return getExpectInf(); }

/// Whether `wide` is a tensor of a wider float type, of the same shape.
static bool isWiderThan(Type wide, Type narrow) {
  auto to = dyn_cast<RankedTensorType>(wide),
       from = dyn_cast<RankedTensorType>(narrow);
  if (!to || !from || to.getShape() != from.getShape())
    return false;
  auto wideType = dyn_cast<FloatType>(to.getElementType()),
       type = dyn_cast<FloatType>(from.getElementType());
  return wideType && type && wideType.getWidth() > type.getWidth();
}

static LogicalResult verifyWideEdges(DispatchOp op) {
  ArrayRef<int64_t> inputs = op.getWideInputs().value_or(ArrayRef<int64_t>()),
                    results = op.getWideResults().value_or(ArrayRef<int64_t>());
  auto ascend = [](ArrayRef<int64_t> numbers, size_t end) {
    return llvm::is_sorted(numbers, std::less_equal<>()) &&
           (numbers.empty() || (numbers.front() >= 0 &&
                                static_cast<size_t>(numbers.back()) < end));
  };
  if (results.size() > op.getResults().size())
    return op.emitOpError("dispatch_c6: more twins than results");
  if (!ascend(inputs, op.getInputs().size()) ||
      !ascend(results, op.getOwnResults().size()))
    return op.emitOpError("dispatch_c6: numbers of wide inputs or results do "
                          "not ascend within them");
  for (auto [result, twin] :
       llvm::zip(results, op.getResults().take_back(results.size())))
    if (!isWiderThan(twin.getType(), op.getResult(result).getType()))
      return op.emitOpError("dispatch_c6: ")
             << twin.getType() << " is no twin of "
             << op.getResult(result).getType();
  return success();
}

LogicalResult DispatchOp::verify() {
  if (getForms().empty() || getForms().size() > NANGUARD_FORM_COUNT)
    return emitOpError("dispatch_c1: has ") << getForms().size() << " forms";
  auto tiers = cast<RankedTensorType>(getTiers().getType());
  auto report = cast<RankedTensorType>(getReport().getType());
  if (tiers.getRank() != 1 || tiers.isDynamicDim(0) ||
      !tiers.getElementType().isSignlessInteger(8))
    return emitOpError("dispatch_c3: tiers are ") << tiers;
  if (report.getRank() < 2 || report.getRank() > 3 ||
      !report.getElementType().isSignlessInteger(64) ||
      report.getShape().take_back(2) !=
          ArrayRef<int64_t>{tiers.getDimSize(0), NANGUARD_REPORT_COLUMNS})
    return emitOpError("dispatch_c3: report is ")
           << report << " for tiers " << tiers;
  int64_t id = static_cast<int64_t>(getId());
  if (id < 0 || id >= tiers.getDimSize(0))
    return emitOpError("dispatch_c4: id ") << id << " is outside of " << tiers;
  if (getResults().getTypes() != getInits().getTypes())
    return emitOpError("dispatch_c5: results differ from the inits");
  return verifyWideEdges(*this);
}

bool DispatchOp::isWideForm(Attribute form) {
  return llvm::is_contained(getForms().getValue().drop_front(std::min<size_t>(
                                getForms().size(), NANGUARD_FORM_SAFE)),
                            form);
}

LogicalResult DispatchOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto row = RankedTensorType::get({NANGUARD_REPORT_COLUMNS},
                                   IntegerType::get(getContext(), 64));
  auto withRow = [&](TypeRange types) {
    SmallVector<Type> all(types);
    all.push_back(row);
    return all;
  };
  ArrayRef<int64_t> wide = getWideInputs().value_or(ArrayRef<int64_t>());
  auto forms = llvm::to_vector(getForms().getAsRange<FlatSymbolRefAttr>());
  if (getFiniteAttr())
    forms.push_back(getFiniteAttr());
  for (FlatSymbolRefAttr form : forms) {
    auto func = symbolTable.lookupNearestSymbolFrom<FunctionOpInterface>(
        getOperation(), form);
    if (!func)
      return emitOpError("dispatch_c2: no function ") << form;
    bool isWide = isWideForm(form);
    SmallVector<Type> inputs(getInputs().getTypes());
    for (int64_t input : wide)
      if (isWide && static_cast<size_t>(input) < func.getNumArguments() &&
          isWiderThan(func.getArgumentTypes()[input], inputs[input]))
        inputs[input] = func.getArgumentTypes()[input];
    llvm::append_range(inputs, isWide ? getInits().getTypes()
                                      : getOwnInits().getTypes());
    if (func.getArgumentTypes() != ArrayRef<Type>(withRow(inputs)) ||
        func.getResultTypes() !=
            ArrayRef<Type>(withRow(isWide ? getResults().getTypes()
                                          : getOwnResults().getTypes())))
      return emitOpError("dispatch_c2: form ")
             << form << " has other types than inputs, inits and row";
  }
  return success();
}
