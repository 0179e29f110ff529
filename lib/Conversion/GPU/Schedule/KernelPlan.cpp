//===- KernelPlan.cpp - A kernel function on buffers ----------------------===//

#include "KernelPlan.h"

#include "nanguard/Conversion/GPU/Passes.h"
#include "nanguard/abi.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;

static MemRefType bufferType(RankedTensorType type) {
  return MemRefType::get(type.getShape(), type.getElementType());
}

KernelPlan::KernelPlan(func::FuncOp func)
    : func(func), b(func.getLoc(), OpBuilder(func)) {
  SmallVector<Type> types;
  for (Type type : func.getArgumentTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    types.push_back(tensor ? Type(bufferType(tensor)) : type);
  }
  plan = func::FuncOp::create(b, func.getName(), b.getFunctionType(types, {}));
  plan.setPrivate();
  for (NamedAttribute attr : func->getDiscardableAttrs())
    plan->setAttr(attr.getName(), attr.getValue());
  if (Attribute told = func->getAttr(kToldStatusAttr))
    plan->setAttr("report_status", told);
  b.setInsertionPointToStart(plan.addEntryBlock());
  func::ReturnOp::create(b);
  b.setInsertionPoint(plan.front().getTerminator());
  for (auto [from, to] : llvm::zip(func.getArguments(), plan.getArguments())) {
    if (isa<MemRefType>(to.getType()))
      memrefs[from] = to;
    else
      scalars.map(from, to);
  }
  planReport();
}

Value KernelPlan::index(int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value KernelPlan::scalar(Value value) {
  if (Value known = scalars.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  if (!op || isa<RankedTensorType>(value.getType()))
    return nullptr;
  Value result;
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    auto at = dim.getConstantIndex();
    result = at ? extent(dim.getSource(), *at) : Value();
  } else if (isPure(op) && op->getNumRegions() == 0 &&
             !isa<tensor::TensorDialect>(op->getDialect())) {
    for (Value operand : op->getOperands())
      if (!scalar(operand))
        return nullptr;
    b.clone(*op, scalars);
    return scalars.lookup(value);
  }
  if (result)
    scalars.map(value, result);
  return result;
}

OpFoldResult KernelPlan::sizeOf(OpFoldResult size) {
  auto value = dyn_cast<Value>(size);
  if (!value)
    return size;
  Value known = scalar(value);
  if (!known) {
    fail("a size depends on data");
    known = index(1);
  }
  return getAsOpFoldResult(known);
}

Value KernelPlan::extent(Value tensor, unsigned dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return index(type.getDimSize(dim));
  if (Value buffer = memrefs.lookup(tensor))
    return memref::DimOp::create(b, buffer, dim);
  auto asValue = [&](OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(b, b.getLoc(), sizeOf(size));
  };
  Operation *op = tensor.getDefiningOp();
  if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(op))
    return asValue(empty.getMixedSizes()[dim]);
  if (auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op))
    return extent(
        linalgOp.getDpsInits()[cast<OpResult>(tensor).getResultNumber()], dim);
  if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
    return asValue(expand.getMixedOutputShape()[dim]);
  if (auto slice = dyn_cast_or_null<tensor::ExtractSliceOp>(op)) {
    auto dropped = slice.getDroppedDims();
    unsigned at = 0;
    for (auto [i, size] : llvm::enumerate(slice.getMixedSizes()))
      if (!dropped.test(i) && at++ == dim)
        return asValue(size);
  }
  if (auto pad = dyn_cast_or_null<tensor::PadOp>(op)) {
    Value size = extent(pad.getSource(), dim);
    for (OpFoldResult more :
         {pad.getMixedLowPad()[dim], pad.getMixedHighPad()[dim]})
      size = arith::AddIOp::create(b, size, asValue(more));
    return size;
  }
  if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op)) {
    Value product = index(1);
    SmallVector<ReassociationIndices> groups =
        collapse.getReassociationIndices();
    for (int64_t d : groups[dim])
      product = arith::MulIOp::create(b, product, extent(collapse.getSrc(), d));
    return product;
  }
  fail("the size of a tensor is not known on the host");
  return index(1);
}

SmallVector<OpFoldResult> KernelPlan::mixedSizes(Value tensor) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0; i < cast<RankedTensorType>(tensor.getType()).getRank();
       ++i)
    sizes.push_back(getAsOpFoldResult(extent(tensor, i)));
  return sizes;
}

/// `buffer` seen as `tensor`, by a reshape of its type or of its inverse.
Value KernelPlan::viewFor(Value tensor, Value buffer, Operation *reshape) {
  auto type = cast<RankedTensorType>(tensor.getType());
  auto from = cast<MemRefType>(buffer.getType());
  SmallVector<ReassociationIndices> groups =
      isa<tensor::ExpandShapeOp>(reshape)
          ? cast<tensor::ExpandShapeOp>(reshape).getReassociationIndices()
          : cast<tensor::CollapseShapeOp>(reshape).getReassociationIndices();
  // Upstream's view of no elements beside a dynamic extent is not valid.
  if (llvm::is_contained(from.getShape(), 0)) {
    fail("an empty tensor is reshaped");
    return nullptr;
  }
  if (type.getRank() < from.getRank()) {
    if (!memref::CollapseShapeOp::isGuaranteedCollapsible(from, groups)) {
      fail("a slice is reshaped");
      return nullptr;
    }
    return memref::CollapseShapeOp::create(b, buffer, groups);
  }
  auto result =
      memref::ExpandShapeOp::computeExpandedType(from, type.getShape(), groups);
  if (failed(result)) {
    fail("a slice is reshaped");
    return nullptr;
  }
  return memref::ExpandShapeOp::create(b, *result, buffer, groups,
                                       mixedSizes(tensor));
}

/// What is padded with its padding, in a buffer, for a reader that needs one.
static Value writePadded(KernelPlan &plan, tensor::PadOp pad) {
  ImplicitLocOpBuilder &b = plan.host();
  Value source = plan.memref(pad.getSource()),
        around = pad.getConstantPaddingValue();
  if (around && around.getParentRegion() == &pad.getRegion())
    around = b.clone(*around.getDefiningOp())->getResult(0);
  else if (around)
    around = plan.scalar(around);
  SmallVector<OpFoldResult> low = pad.getMixedLowPad(), sizes;
  for (OpFoldResult &offset : low)
    if (auto value = dyn_cast<Value>(offset))
      offset = plan.scalar(value);
  if (!source || !around || llvm::is_contained(low, OpFoldResult(Value())))
    return nullptr;
  for (size_t i = 0; i < low.size(); ++i)
    sizes.push_back(getAsOpFoldResult(plan.extent(pad.getSource(), i)));
  Value buffer = plan.allocate(pad.getResult());
  linalg::FillOp::create(b, around, buffer);
  SmallVector<OpFoldResult> ones(low.size(), b.getIndexAttr(1));
  memref::CopyOp::create(
      b, source, memref::SubViewOp::create(b, buffer, low, sizes, ones));
  return buffer;
}

Value KernelPlan::memref(Value tensor) {
  if (Value known = memrefs.lookup(tensor))
    return known;
  Operation *op = tensor.getDefiningOp();
  Value result;
  if (isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
    if (Value source = memref(op->getOperand(0)))
      result = viewFor(tensor, source, op);
  } else if (auto slice = dyn_cast_or_null<tensor::ExtractSliceOp>(op)) {
    if (Value source = memref(slice.getSource())) {
      auto known = [&](SmallVector<OpFoldResult> values) {
        for (OpFoldResult &value : values)
          value = sizeOf(value);
        return values;
      };
      auto offsets = known(slice.getMixedOffsets()),
           sizes = known(slice.getMixedSizes()),
           strides = known(slice.getMixedStrides());
      auto type = memref::SubViewOp::inferRankReducedResultType(
          slice.getType().getShape(), cast<MemRefType>(source.getType()),
          offsets, sizes, strides);
      result = memref::SubViewOp::create(b, cast<MemRefType>(type), source,
                                         offsets, sizes, strides);
    }
  } else if (auto pad = dyn_cast_or_null<tensor::PadOp>(op)) {
    result = writePadded(*this, pad);
  } else if (auto fill = dyn_cast_or_null<linalg::FillOp>(op)) {
    if (Value value = scalar(fill.getInputs()[0])) {
      result = allocate(tensor);
      linalg::FillOp::create(b, value, result);
    }
  } else if (isa_and_nonnull<tensor::EmptyOp>(op)) {
    // Any value would do; the same one each time.
    result = allocate(tensor);
    Type element = getElementTypeOrSelf(tensor.getType());
    linalg::FillOp::create(
        b, arith::ConstantOp::create(b, b.getZeroAttr(element)).getResult(),
        result);
  }
  if (!result) {
    fail(op ? op->getName().getStringRef() : "a block argument");
    result = allocate(tensor);
  }
  memrefs[tensor] = result;
  return result;
}

Value KernelPlan::flat(Value tensor) {
  if (Value known = flats.lookup(tensor))
    return known;
  // What a reshape moved nothing of is flat as its source is.
  Value buffer = memref(stripReshapes(tensor));
  if (!buffer)
    return nullptr;
  auto type = cast<MemRefType>(buffer.getType());
  Value result;
  if (!type.getLayout().isIdentity() || type.getRank() == 0 ||
      llvm::is_contained(type.getShape(), 0))
    return nullptr;
  if (type.getRank() == 1) {
    result = buffer;
  } else {
    SmallVector<ReassociationIndices> groups(1);
    for (int64_t i = 0; i < type.getRank(); ++i)
      groups[0].push_back(i);
    result = memref::CollapseShapeOp::create(b, buffer, groups);
  }
  flats[tensor] = result;
  return result;
}

Value KernelPlan::allocate(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(extent(tensor, i));
  return memref::AllocOp::create(b, bufferType(type), sizes);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The out argument, seen as `tensor`, that the function returns it in; null
/// if it does not.
Value KernelPlan::returnedIn(Value tensor) {
  auto ret = cast<func::ReturnOp>(func.front().getTerminator());
  unsigned outs = func.getNumArguments() - ret.getNumOperands();
  for (OpOperand &use : tensor.getUses()) {
    Operation *user = use.getOwner();
    if (user == ret) {
      stored.insert(use.getOperandNumber());
      return memrefs.lookup(func.getArgument(outs + use.getOperandNumber()));
    }
    if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user))
      if (Value buffer = returnedIn(user->getResult(0)))
        return viewFor(tensor, buffer, user);
  }
  return nullptr;
}

Value KernelPlan::target(const KernelGroup &group, Value tensor) {
  if (Value known = memrefs.lookup(tensor))
    return known;
  std::function<bool(Value)> escapes = [&](Value value) {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      if (group.members.contains(user))
        return false;
      if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user))
        return escapes(user->getResult(0));
      return !isa<tensor::DimOp>(user);
    });
  };
  if (!escapes(tensor))
    return nullptr;
  Value buffer = returnedIn(tensor);
  if (!buffer)
    buffer = allocate(tensor);
  memrefs[tensor] = buffer;
  return buffer;
}

/// constant | (scan != 0 ? bit : 0): the constant; `value` is the scan then,
/// the rest conversions. Null, and nothing done, where it is anything else.
static Value matchFlag(Value &value, ScanSink &sink) {
  auto both = value.getDefiningOp<arith::OrIOp>();
  auto select =
      both ? both.getLhs().getDefiningOp<arith::SelectOp>() : arith::SelectOp();
  auto test = select ? select.getCondition().getDefiningOp<arith::CmpIOp>()
                     : arith::CmpIOp();
  if (!test || test.getPredicate() != arith::CmpIPredicate::ne ||
      !matchPattern(test.getRhs(), m_Zero()) ||
      !matchPattern(select.getTrueValue(), m_Constant()) ||
      !matchPattern(select.getFalseValue(), m_Zero()) ||
      !matchPattern(both.getRhs(), m_Constant()) || !both->hasOneUse() ||
      !select->hasOneUse() || !test->hasOneUse())
    return nullptr;
  sink.conversions.append({select, test});
  sink.isFlag = true;
  value = test.getLhs();
  return both.getRhs();
}

/// Finds what the report gets from scans, which merge into it, and constants.
/// The row of a report arrives as zeros, the least of all maxima and sums.
void KernelPlan::planReport() {
  auto ret = cast<func::ReturnOp>(func.front().getTerminator());
  unsigned outs = func.getNumArguments() - ret.getNumOperands();
  if (ret.getNumOperands() == 0)
    return;
  unsigned last = ret.getNumOperands() - 1;
  Value row = func.getArgument(outs + last), at = ret.getOperand(last);
  auto type = dyn_cast<RankedTensorType>(row.getType());
  if (!type || type.getRank() != 1 || !type.getElementType().isInteger(64))
    return;
  SmallVector<tensor::InsertOp> chain;
  SmallVector<Operation *> replaced;
  llvm::SmallDenseSet<int64_t> columns;
  while (auto insert = at.getDefiningOp<tensor::InsertOp>()) {
    auto column = getConstantIntValue(insert.getIndices()[0]);
    if (!column || !insert.getResult().hasOneUse())
      return;
    // What is written again later counts for nothing.
    if (columns.insert(*column).second)
      chain.push_back(insert);
    else
      replaced.push_back(insert);
    at = insert.getDest();
  }
  if (at != row || !row.hasOneUse())
    return;
  reportBuffer = memrefs.lookup(row);
  written.insert_range(replaced);
  for (tensor::InsertOp insert : chain) {
    int64_t column = *getConstantIntValue(insert.getIndices()[0]);
    Value value = insert.getScalar();
    if (matchPattern(value, m_Constant())) {
      addConstant(value, column, /*merged=*/false);
      written.insert(insert);
      continue;
    }
    ScanSink sink;
    Value base = matchFlag(value, sink);
    while (isa_and_nonnull<arith::ExtUIOp, arith::BitcastOp, arith::ExtFOp>(
               value.getDefiningOp()) &&
           value.hasOneUse()) {
      sink.conversions.push_back(value.getDefiningOp());
      value = value.getDefiningOp()->getOperand(0);
    }
    auto extract = value.getDefiningOp<tensor::ExtractOp>();
    if (!extract || !extract.getResult().hasOneUse() ||
        !extract.getTensor().hasOneUse())
      continue;
    auto scan = extract.getTensor().getDefiningOp<linalg::GenericOp>();
    if (!scan || scan.getNumParallelLoops() > 0)
      continue;
    auto result = cast<OpResult>(extract.getTensor());
    auto fill = scan.getDpsInits()[result.getResultNumber()]
                    .getDefiningOp<linalg::FillOp>();
    if (!fill || !matchPattern(fill.getInputs()[0], m_Zero()))
      continue;
    std::reverse(sink.conversions.begin(), sink.conversions.end());
    if (base)
      addConstant(base, column, /*merged=*/true);
    sink.memref = reportBuffer;
    sink.indices = {index(column)};
    direct[extract.getTensor()] = sink;
    written.insert(insert);
  }
}

void KernelPlan::addConstant(Value value, int64_t column, bool merged) {
  auto told = func->getAttrOfType<IntegerAttr>(kToldStatusAttr);
  APInt bits;
  if (told && column == NANGUARD_COL_STATUS &&
      matchPattern(value, m_ConstantInt(&bits)) && bits == told.getValue())
    return;
  constants.push_back({value, column, merged});
}

void KernelPlan::insertLater(OpResult scan) {
  if (!direct.lookup(scan).memref)
    return;
  for (Operation *user : scan.getUsers()) {
    Operation *end = user;
    while (!isa<tensor::InsertOp>(end))
      end = *end->getUsers().begin();
    written.erase(end);
  }
}

ScanSink KernelPlan::sink(OpResult scan, arith::AtomicRMWKind kind) {
  ScanSink &known = direct[scan];
  bool mergesInReport = known.isFlag
                            ? kind == arith::AtomicRMWKind::ori
                            : kind == arith::AtomicRMWKind::maxu ||
                                  (known.conversions.empty() &&
                                   (kind == arith::AtomicRMWKind::addi ||
                                    kind == arith::AtomicRMWKind::ori));
  if (known.memref && mergesInReport)
    return known;
  // A cell of its own, 32 bits at least, from which the report is made later.
  insertLater(scan);
  Type type = getElementTypeOrSelf(scan.getType());
  Type cellType = type.getIntOrFloatBitWidth() < 32 ? b.getI32Type() : type;
  Value cell = memref::AllocOp::create(b, MemRefType::get({}, cellType));
  auto op = cast<linalg::GenericOp>(scan.getOwner());
  Value init;
  if (auto fill = op.getDpsInits()[scan.getResultNumber()]
                      .getDefiningOp<linalg::FillOp>())
    init = scalar(fill.getInputs()[0]);
  if (!init) {
    fail("a scan does not start from a constant");
    return {};
  }
  if (cellType != type)
    init = arith::ExtUIOp::create(b, cellType, init);
  memref::StoreOp::create(b, init, cell, ValueRange{});
  known = {cell, {}, {}, /*isFlag=*/false};
  memrefs[scan] = cell;
  return known;
}

gpu::LaunchOp KernelPlan::launch(ImplicitLocOpBuilder &inside,
                                 ArrayRef<Value> grid, ArrayRef<Value> block,
                                 ArrayRef<MemRefType> shared) {
  MLIRContext *context = b.getContext();
  auto module =
      FlatSymbolRefAttr::get(context, (func.getName() + "_gpu").str());
  auto name = FlatSymbolRefAttr::get(
      context, (func.getName() + "_" + Twine(launches++)).str());
  SmallVector<Type> types(shared.begin(), shared.end());
  auto op = gpu::LaunchOp::create(
      b, grid[0], grid[1], grid[2], block[0], block[1], block[2],
      /*dynamicSharedMemorySize=*/nullptr, /*asyncTokenType=*/nullptr,
      /*asyncDependencies=*/ValueRange{}, /*workgroupAttributions=*/types,
      /*privateAttributions=*/TypeRange{}, nullptr, nullptr, nullptr, module,
      name);
  inside.setInsertionPointToEnd(&op.getBody().front());
  auto end = gpu::TerminatorOp::create(inside);
  inside.setInsertionPoint(end);
  if (!constants.empty()) {
    Value zero = arith::ConstantIndexOp::create(inside, 0);
    Value first =
        arith::AddIOp::create(inside, op.getBlockIds().x, op.getThreadIds().x);
    for (Value id : {op.getBlockIds().y, op.getBlockIds().z,
                     op.getThreadIds().y, op.getThreadIds().z})
      first = arith::AddIOp::create(inside, first, id);
    Value isFirst =
        arith::CmpIOp::create(inside, arith::CmpIPredicate::eq, first, zero);
    auto ifOp = scf::IfOp::create(inside, isFirst, /*withElse=*/false);
    auto then =
        ImplicitLocOpBuilder::atBlockBegin(inside.getLoc(), ifOp.thenBlock());
    for (auto [value, column, merged] : constants) {
      Value copy = then.clone(*value.getDefiningOp())->getResult(0);
      Value at = arith::ConstantIndexOp::create(then, column);
      if (merged)
        memref::AtomicRMWOp::create(then, arith::AtomicRMWKind::ori, copy,
                                    reportBuffer, at);
      else
        memref::StoreOp::create(then, copy, reportBuffer, at);
    }
    constants.clear();
  }
  b.setInsertionPoint(op);
  return op;
}

/// A scalar that the GPU computes, as the host's code that becomes a launch of
/// one thread.
Value KernelPlan::hostElement(Value value) {
  if (Value known = scalar(value))
    return known;
  Operation *op = value.getDefiningOp();
  if (auto extract = dyn_cast_or_null<tensor::ExtractOp>(op)) {
    Value buffer = memref(extract.getTensor());
    SmallVector<Value> indices;
    for (Value at : extract.getIndices())
      indices.push_back(hostElement(at));
    if (!buffer || llvm::is_contained(indices, nullptr))
      return nullptr;
    Value loaded = memref::LoadOp::create(b, buffer, indices);
    if (loaded.getType() != value.getType())
      loaded = arith::TruncIOp::create(b, value.getType(), loaded);
    scalars.map(value, loaded);
    return loaded;
  }
  if (!op || !isPure(op) || op->getNumRegions() > 0 ||
      isa<tensor::TensorDialect>(op->getDialect())) {
    fail("a scalar has no form on buffers");
    return nullptr;
  }
  for (Value operand : op->getOperands())
    if (!hostElement(operand))
      return nullptr;
  b.clone(*op, scalars);
  return scalars.lookup(value);
}

void KernelPlan::planInsertions(unsigned result) {
  auto ret = cast<func::ReturnOp>(func.front().getTerminator());
  unsigned outs = func.getNumArguments() - ret.getNumOperands();
  Value out = func.getArgument(outs + result), at = ret.getOperand(result);
  SmallVector<tensor::InsertOp> chain;
  while (auto insert = at.getDefiningOp<tensor::InsertOp>()) {
    chain.push_back(insert);
    at = insert.getDest();
  }
  Value buffer = memrefs.lookup(out), source = memref(at);
  if (!source)
    return;
  if (source != buffer)
    memref::CopyOp::create(b, source, buffer);
  // Scalars are computed first: one of them may read what another replaces.
  SmallVector<Value> values;
  for (tensor::InsertOp insert : llvm::reverse(chain))
    values.push_back(
        written.contains(insert) ? Value() : hostElement(insert.getScalar()));
  for (auto [insert, value] : llvm::zip(llvm::reverse(chain), values)) {
    if (!value)
      continue;
    SmallVector<Value> indices;
    for (Value i : insert.getIndices())
      indices.push_back(scalar(i));
    if (llvm::is_contained(indices, nullptr))
      return fail("an index depends on data");
    memref::StoreOp::create(b, value, buffer, indices);
  }
}

void KernelPlan::storeResults() {
  for (auto [value, column, merged] : constants)
    memref::StoreOp::create(b, scalar(value), reportBuffer,
                            ValueRange{index(column)});
  constants.clear();
  auto ret = cast<func::ReturnOp>(func.front().getTerminator());
  for (unsigned i = 0; i < ret.getNumOperands() && obstacle.empty(); ++i)
    if (!stored.contains(i))
      planInsertions(i);
}

LogicalResult KernelPlan::finish() {
  storeResults();
  if (!obstacle.empty())
    return failure();
  func.erase();
  return success();
}

void KernelPlan::abandon() { plan.erase(); }
