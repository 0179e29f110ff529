//===- RowKernel.cpp - One launch for rows or elements --------------------===//
//
// A row is read once by 16-byte accesses, kept in registers through all of its
// reductions and written once; a row that does not fit is read again for each
// reduction. A scan looks at the values before they are stored.
//
//===----------------------------------------------------------------------===//

#include "RowKernel.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;

/// Bytes of one access, elements that a thread keeps, threads of a block.
static constexpr int64_t kAccessBytes = 16;
static constexpr int64_t kElementsPerThread = 32;
static constexpr int64_t kMaxThreads = 512;
static constexpr int64_t kElementwiseThreads = 256;

Value nanguard::deviceScalar(ImplicitLocOpBuilder &b, KernelPlan &plan,
                             Value value) {
  if (Value known = plan.scalar(value))
    return known;
  Operation *op = value.getDefiningOp();
  IRMapping mapping;
  if (auto extract = dyn_cast_or_null<tensor::ExtractOp>(op)) {
    SmallVector<Value> indices;
    for (Value at : extract.getIndices())
      indices.push_back(deviceScalar(b, plan, at));
    if (Value buffer = plan.memref(extract.getTensor()))
      return memref::LoadOp::create(b, buffer, indices);
  } else if (op && isPure(op) && op->getNumRegions() == 0 &&
             !isa<tensor::TensorDialect>(op->getDialect())) {
    for (Value operand : op->getOperands())
      mapping.map(operand, deviceScalar(b, plan, operand));
    return b.clone(*op, mapping)
        ->getResult(cast<OpResult>(value).getResultNumber());
  }
  plan.fail("a scalar has no form on buffers");
  return arith::ConstantOp::create(
      b, cast<TypedAttr>(b.getZeroAttr(value.getType())));
}

void nanguard::cloneForElement(ImplicitLocOpBuilder &b, KernelPlan &plan,
                               linalg::GenericOp op, ArrayRef<Value> args,
                               ArrayRef<Value> ivs, IRMapping &mapping) {
  for (auto [arg, value] : llvm::zip(op.getBody()->getArguments(), args))
    if (value)
      mapping.map(arg, value);
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      mapping.map(index.getResult(), ivs[index.getDim()]);
      continue;
    }
    bool complete = true;
    for (Value operand : inner.getOperands()) {
      if (isa<RankedTensorType>(operand.getType()) || mapping.contains(operand))
        continue;
      if (operand.getParentBlock() == op.getBody())
        complete = false;
      else
        mapping.map(operand, deviceScalar(b, plan, operand));
    }
    if (!complete)
      continue; // the accumulator's op
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner)) {
      SmallVector<Value> indices;
      for (Value at : extract.getIndices())
        indices.push_back(mapping.lookup(at));
      if (Value buffer = plan.memref(extract.getTensor()))
        mapping.map(extract.getResult(),
                    memref::LoadOp::create(b, buffer, indices));
      continue;
    }
    b.clone(inner, mapping);
  }
}

namespace {
/// `width` neighbouring elements of a row, as one thread holds them.
struct Chunk {
  int64_t width;
  /// Of the first element: in its row, in the whole tensor, in each dimension.
  Value column, linear;
  SmallVector<Value> ivs;
  /// False where it lies past the end; null where it can't. Then it stands at
  /// the row's start, so that maxima need no mask.
  Value valid;
  DenseMap<Value, SmallVector<Value>> elements;
  DenseMap<std::pair<Value, AffineMap>, SmallVector<Value>> loads;
};

/// A scan's partial result.
struct Partial {
  linalg::GenericOp op;
  Combiner combiner;
  bool packed; // two halves in one register
  Value value;
  /// What it looks at, and the choices between that and a constant that hold
  /// for a whole row: made once, on the row's maximum.
  Value input;
  SmallVector<linalg::GenericOp> choices;
};

class RowEmitter {
public:
  RowEmitter(KernelPlan &plan, const KernelGroup &group)
      : plan(plan), group(group), b(group.ops.front()->getLoc(), plan.host()),
        isElementwise(!group.rows), rowDims(group.rows.value_or(0)) {}

  void emit();

private:
  // Shape and schedule.
  void measure();
  void chooseWidth();
  void chooseThreads();
  bool isFlat(Value tensor, AffineMap map);
  bool isVectorAccess(Value tensor, AffineMap map, int64_t width);

  // Values.
  Value rowScalar(Value tensor, AffineMap map);
  SmallVector<Value> input(Chunk &chunk, linalg::GenericOp op, OpOperand &in);
  SmallVector<Value> load(Chunk &chunk, Value tensor, AffineMap map);
  ArrayRef<Value> elements(Chunk &chunk, Value tensor);
  void evaluate(Chunk &chunk, linalg::GenericOp op);
  SmallVector<SmallVector<Value>> summands(Chunk &chunk, linalg::GenericOp op,
                                           ArrayRef<Combiner> combiners);
  SmallVector<Value> ivsAt(Chunk &chunk, int64_t j);
  SmallVector<Value> at(AffineMap map, ArrayRef<Value> ivs);
  bool isConstant(Value tensor);

  // Code.
  Chunk makeChunk(Value column, Value valid, int64_t width);
  void addTo(MutableArrayRef<Value> partials, Chunk &chunk,
             linalg::GenericOp op, ArrayRef<Combiner> combiners);
  void emitReduction(linalg::GenericOp op);
  void emitRowOp(linalg::GenericOp op);
  void scanChunk(Partial &partial, Chunk &chunk);
  void storeChunk(Chunk &chunk);
  SmallVector<Partial> startScans();
  void finishScans(MutableArrayRef<Partial> partials);
  void emitElements(MutableArrayRef<Partial> partials);
  void emitRow(MutableArrayRef<Partial> partials);
  void forEachChunk(MutableArrayRef<Value> carried,
                    function_ref<void(Chunk &, MutableArrayRef<Value>)> body);
  /// Where the body needs a guard: the row is there at all.
  Value identityOf(const Combiner &combiner) {
    return makeIdentity(b, combiner.kind, combiner.value.getType());
  }

  KernelPlan &plan;
  const KernelGroup &group;
  ImplicitLocOpBuilder b;
  bool isElementwise;
  unsigned rowDims;

  SmallVector<Value> extents; // on the host
  Value rowCount, columnCount;
  std::optional<int64_t> staticColumns;
  int64_t columnFactor = 1; // divides the number of columns
  int64_t width = 1, threads = 1, rowsPerBlock = 1, chunksPerThread = 1;
  bool streams = false, hasTail = false;

  // In the kernel.
  Value thread, lane, row, rowValid;
  SmallVector<Value> rowIvs;
  SmallVector<Value> cells;
  unsigned usedCells = 0;
  SmallVector<Chunk> chunks;
  DenseMap<Value, Value> rowValues;
  DenseMap<std::pair<Value, AffineMap>, Value> rowLoads;
  SmallVector<std::pair<Value, Value>> fullTargets, rowTargets;
};
} // namespace

//===----------------------------------------------------------------------===//
// Shape and schedule
//===----------------------------------------------------------------------===//

static int64_t bytesOf(Value tensor) {
  Type type = getElementTypeOrSelf(tensor.getType());
  return type.isIntOrFloat() ? llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)
                             : 8;
}

void RowEmitter::measure() {
  extents.assign(group.rank, Value());
  for (linalg::GenericOp op : group.ops) {
    if (op.getNumLoops() != group.rank)
      continue;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()))
        continue;
      for (auto [i, e] :
           llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
        if (auto dim = dyn_cast<AffineDimExpr>(e))
          if (!extents[dim.getPosition()])
            extents[dim.getPosition()] = plan.extent(operand.get(), i);
    }
    if (!llvm::is_contained(extents, nullptr))
      break;
  }
  for (Value &extent : extents)
    if (!extent) {
      plan.fail("a loop's extent is not known");
      extent = plan.index(1);
    }
  rowCount = columnCount = plan.index(1);
  staticColumns = 1;
  for (auto [i, extent] : llvm::enumerate(extents)) {
    Value &product = i < rowDims ? rowCount : columnCount;
    product = arith::MulIOp::create(b, product, extent);
    if (i < rowDims)
      continue;
    int64_t size = group.extents[i];
    if (ShapedType::isDynamic(size)) {
      staticColumns = std::nullopt;
    } else {
      columnFactor *= size;
      if (staticColumns)
        *staticColumns *= size;
    }
  }
  for (linalg::GenericOp op : group.ops)
    if (!group.isScan(op))
      for (Value result : op.getResults())
        if (Value target = plan.target(group, result)) {
          bool isFull = group.isFull(op);
          (isFull ? fullTargets : rowTargets).push_back({result, target});
        }
}

bool RowEmitter::isFlat(Value tensor, AffineMap map) {
  return map.isIdentity() && map.getNumResults() == group.rank &&
         !getElementTypeOrSelf(tensor.getType()).isInteger(1) &&
         plan.flat(tensor);
}

/// Along the last dimension, at places that are multiples of `width`.
bool RowEmitter::isVectorAccess(Value tensor, AffineMap map, int64_t width) {
  int64_t last = group.extents.back();
  if (width == 1 || map.getNumResults() == 0 || ShapedType::isDynamic(last) ||
      last % width != 0 ||
      getElementTypeOrSelf(tensor.getType()).isInteger(1))
    return false;
  unsigned dim = group.rank - 1;
  for (auto [i, e] : llvm::enumerate(map.getResults())) {
    bool isLast = i + 1 == map.getNumResults();
    if (isLast ? e != getAffineDimExpr(dim, map.getContext())
               : e.isFunctionOfDim(dim))
      return false;
  }
  Value buffer = plan.memref(tensor);
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!buffer || failed(cast<MemRefType>(buffer.getType())
                            .getStridesAndOffset(strides, offset)))
    return false;
  auto fits = [&](int64_t n) {
    return !ShapedType::isDynamic(n) && n % width == 0;
  };
  return strides.back() == 1 && fits(offset) &&
         llvm::all_of(ArrayRef(strides).drop_back(), fits);
}

void RowEmitter::chooseWidth() {
  int64_t bytes = kAccessBytes;
  bool onlyFlat = true;
  for (linalg::GenericOp op : group.ops) {
    onlyFlat &= !op.hasIndexSemantics();
    if (op.getNumLoops() != group.rank)
      continue;
    for (OpOperand *in : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(in);
      if (!isa<RankedTensorType>(in->get().getType()) ||
          group.defines(in->get()) || isConstant(in->get()))
        continue;
      bool movesWithColumn = false;
      for (unsigned d = rowDims; d < group.rank; ++d)
        movesWithColumn |= map.isFunctionOfDim(d);
      if (movesWithColumn)
        bytes = std::min(bytes, bytesOf(in->get()));
      onlyFlat &= !movesWithColumn || isFlat(in->get(), map);
    }
  }
  for (auto [tensor, buffer] : fullTargets)
    bytes = std::min(bytes, bytesOf(tensor));
  width = std::max<int64_t>(1, kAccessBytes / bytes);
  // What is left of a flat run is taken one by one.
  if (isElementwise && onlyFlat && columnFactor % width != 0 &&
      staticColumns.value_or(kElementwiseThreads) >= kElementwiseThreads) {
    hasTail = true;
    return;
  }
  while (columnFactor % width != 0)
    width /= 2;
}

void RowEmitter::chooseThreads() {
  if (isElementwise) {
    threads = kElementwiseThreads;
    chunksPerThread = width >= 8 ? 1 : 2;
    return;
  }
  int64_t widest = 1;
  for (linalg::GenericOp op : group.ops)
    if (group.isFull(op))
      for (Value result : op.getResults())
        widest = std::max(widest, bytesOf(result));
  int64_t most = widest > 4 ? kElementsPerThread / 2 : kElementsPerThread;
  streams = !staticColumns || *staticColumns > most * kMaxThreads;
  if (streams) {
    threads = 256;
    return;
  }
  // The number of threads that leaves the fewest idle, with about half of what
  // a thread can keep.
  int64_t count = *staticColumns / width, best = -1;
  for (int64_t t = 1; t <= kMaxThreads; t *= 2) {
    int64_t each = llvm::divideCeil(count, t);
    if (each * width > most && each > 1)
      continue;
    int64_t waste = each * t * 16 / std::max<int64_t>(count, 1);
    int64_t distance = std::abs(each * width - most / 2);
    int64_t cost = waste * 64 + distance;
    if (best < 0 || cost < best) {
      best = cost;
      threads = t;
      chunksPerThread = each;
    }
  }
  if (threads <= kWarpSize)
    rowsPerBlock = 4 * kWarpSize / threads;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

SmallVector<Value> RowEmitter::at(AffineMap map, ArrayRef<Value> ivs) {
  auto values = affine::expandAffineMap(b, b.getLoc(), map, ivs);
  return SmallVector<Value>(values->begin(), values->end());
}

bool RowEmitter::isConstant(Value tensor) {
  return tensor.getDefiningOp<linalg::FillOp>() != nullptr;
}

/// An element that is the same for the whole row.
Value RowEmitter::rowScalar(Value tensor, AffineMap map) {
  if (!isa<RankedTensorType>(tensor.getType()))
    return deviceScalar(b, plan, tensor);
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    return deviceScalar(b, plan, fill.getInputs()[0]);
  if (group.defines(tensor))
    return rowValues.lookup(tensor);
  Value buffer = plan.memref(tensor);
  if (!buffer)
    return nullptr;
  SmallVector<Value> ivs = rowIvs;
  ivs.resize(map.getNumDims());
  for (Value &iv : ivs)
    if (!iv)
      iv = makeIndex(b, 0);
  return memref::LoadOp::create(b, buffer, at(map, ivs));
}

SmallVector<Value> RowEmitter::ivsAt(Chunk &chunk, int64_t j) {
  int64_t last = group.extents.back();
  bool inLine = rowDims + 1 == group.rank ||
                (!ShapedType::isDynamic(last) && last % chunk.width == 0);
  if (j == 0 || inLine) {
    if (chunk.ivs.empty()) {
      chunk.ivs.assign(rowIvs.begin(), rowIvs.end());
      chunk.ivs.resize(group.rank);
      Value rest = chunk.column;
      for (unsigned d = group.rank - 1; d > rowDims; --d) {
        chunk.ivs[d] = arith::RemUIOp::create(b, rest, extents[d]);
        rest = arith::DivUIOp::create(b, rest, extents[d]);
      }
      chunk.ivs[rowDims] = rest;
    }
    SmallVector<Value> ivs = chunk.ivs;
    if (j > 0)
      ivs.back() = arith::AddIOp::create(b, ivs.back(), makeIndex(b, j));
    return ivs;
  }
  SmallVector<Value> ivs = rowIvs;
  ivs.resize(group.rank);
  Value rest = arith::AddIOp::create(b, chunk.column, makeIndex(b, j));
  for (unsigned d = group.rank - 1; d > rowDims; --d) {
    ivs[d] = arith::RemUIOp::create(b, rest, extents[d]);
    rest = arith::DivUIOp::create(b, rest, extents[d]);
  }
  ivs[rowDims] = rest;
  return ivs;
}

SmallVector<Value> RowEmitter::load(Chunk &chunk, Value tensor, AffineMap map) {
  auto &known = chunk.loads[{tensor, map}];
  if (!known.empty())
    return known;
  Type type = getElementTypeOrSelf(tensor.getType());
  llvm::Align align(std::min(kAccessBytes, chunk.width * bytesOf(tensor)));
  auto vectorType = VectorType::get({chunk.width}, type);
  SmallVector<Value> values;
  if (isFlat(tensor, map)) {
    Value buffer = plan.flat(tensor);
    if (chunk.width == 1)
      values.push_back(memref::LoadOp::create(b, buffer, chunk.linear));
    else
      values = unpack(b, vector::LoadOp::create(b, vectorType, buffer,
                                                chunk.linear,
                                                /*nontemporal=*/false, align));
  } else if (Value buffer = plan.memref(tensor)) {
    if (isVectorAccess(tensor, map, chunk.width)) {
      values = unpack(
          b, vector::LoadOp::create(b, vectorType, buffer,
                                    at(map, ivsAt(chunk, 0)), false, align));
    } else {
      for (int64_t j = 0; j < chunk.width; ++j)
        values.push_back(
            memref::LoadOp::create(b, buffer, at(map, ivsAt(chunk, j))));
    }
  }
  // The map may have grown while indices were made.
  return chunk.loads[{tensor, map}] = values;
}

SmallVector<Value> RowEmitter::input(Chunk &chunk, linalg::GenericOp op,
                                     OpOperand &in) {
  Value value = in.get();
  AffineMap map = op.getMatchingIndexingMap(&in);
  if (!isa<RankedTensorType>(value.getType()) || isConstant(value))
    return SmallVector<Value>(chunk.width, rowScalar(value, map));
  if (group.defines(value)) {
    if (group.isFullValue(value))
      return SmallVector<Value>(elements(chunk, value));
    return SmallVector<Value>(chunk.width, rowValues.lookup(value));
  }
  bool movesWithColumn = false;
  for (unsigned d = rowDims; d < group.rank; ++d)
    movesWithColumn |= map.isFunctionOfDim(d);
  if (movesWithColumn)
    return load(chunk, value, map);
  // One load serves the row, as long as the row is in one block of code.
  Value &known = rowLoads[{value, map}];
  if (known && (!streams || known.getParentBlock() == b.getBlock()))
    return SmallVector<Value>(chunk.width, known);
  Value loaded = rowScalar(value, map);
  rowLoads[{value, map}] = loaded;
  return SmallVector<Value>(chunk.width, loaded);
}

ArrayRef<Value> RowEmitter::elements(Chunk &chunk, Value tensor) {
  tensor = stripReshapes(tensor);
  if (!chunk.elements.contains(tensor))
    evaluate(chunk, cast<linalg::GenericOp>(tensor.getDefiningOp()));
  return chunk.elements[tensor];
}

void RowEmitter::evaluate(Chunk &chunk, linalg::GenericOp op) {
  SmallVector<SmallVector<Value>> inputs;
  for (OpOperand &operand : op->getOpOperands()) {
    bool isRead = !op.getMatchingBlockArgument(&operand).use_empty();
    inputs.push_back(isRead ? input(chunk, op, operand)
                            : SmallVector<Value>(chunk.width));
  }
  SmallVector<SmallVector<Value>> results(op.getNumResults());
  for (int64_t j = 0; j < chunk.width; ++j) {
    SmallVector<Value> args;
    for (auto &values : inputs)
      args.push_back(values[j]);
    IRMapping mapping;
    SmallVector<Value> ivs;
    if (op.hasIndexSemantics())
      ivs = ivsAt(chunk, j);
    cloneForElement(b, plan, op, args, ivs, mapping);
    for (auto [result, yielded] :
         llvm::zip(results, op.getBody()->getTerminator()->getOperands())) {
      Value value = mapping.lookupOrNull(yielded);
      result.push_back(value ? value : deviceScalar(b, plan, yielded));
    }
  }
  for (auto [result, values] : llvm::zip(op.getResults(), results))
    chunk.elements[result] = values;
}

/// What each combiner takes of a chunk's elements.
SmallVector<SmallVector<Value>>
RowEmitter::summands(Chunk &chunk, linalg::GenericOp op,
                     ArrayRef<Combiner> combiners) {
  SmallVector<SmallVector<Value>> inputs;
  for (OpOperand *in : op.getDpsInputOperands()) {
    if (group.isScan(op)) {
      // Of all elements in their order, whatever shape they have been given.
      Value value = stripReshapes(in->get());
      if (group.defines(value)) {
        inputs.emplace_back(elements(chunk, value));
        continue;
      }
    }
    inputs.push_back(input(chunk, op, *in));
  }
  SmallVector<SmallVector<Value>> taken(combiners.size());
  for (int64_t j = 0; j < chunk.width; ++j) {
    SmallVector<Value> args;
    for (auto &values : inputs)
      args.push_back(values[j]);
    SmallVector<Value> ivs;
    if (op.hasIndexSemantics())
      ivs = ivsAt(chunk, j);
    IRMapping mapping;
    cloneForElement(b, plan, op, args, ivs, mapping);
    for (auto [values, combiner] : llvm::zip(taken, combiners)) {
      Value value = mapping.lookupOrNull(combiner.value);
      values.push_back(value ? value : deviceScalar(b, plan, combiner.value));
    }
  }
  return taken;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

Chunk RowEmitter::makeChunk(Value column, Value valid, int64_t width) {
  Chunk chunk;
  chunk.width = width;
  chunk.valid = valid;
  // Past the end, and in rows past the end, the first elements stand in.
  chunk.column =
      valid ? arith::SelectOp::create(b, valid, column, makeIndex(b, 0))
                  .getResult()
            : column;
  chunk.linear = chunk.column;
  if (!isElementwise) {
    Value start = arith::MulIOp::create(b, row, columnCount);
    chunk.linear = arith::AddIOp::create(b, start, chunk.column);
  }
  return chunk;
}

/// Maxima and the like take an element twice without harm.
static bool isIdempotent(arith::AtomicRMWKind kind) {
  return kind != arith::AtomicRMWKind::addf &&
         kind != arith::AtomicRMWKind::addi;
}

void RowEmitter::addTo(MutableArrayRef<Value> partials, Chunk &chunk,
                       linalg::GenericOp op, ArrayRef<Combiner> combiners) {
  auto taken = summands(chunk, op, combiners);
  for (auto [partial, combiner, values] :
       llvm::zip(partials, combiners, taken)) {
    // Neighbours first: a tree has a shorter chain and rounds less.
    for (size_t step = 1; step < values.size(); step *= 2)
      for (size_t i = 0; i + step < values.size(); i += 2 * step)
        values[i] = arith::getReductionOp(combiner.kind, b, b.getLoc(),
                                          values[i], values[i + step]);
    Value value = values[0];
    if (chunk.valid && !isIdempotent(combiner.kind))
      value = arith::SelectOp::create(b, chunk.valid, value,
                                      identityOf(combiner));
    partial = arith::getReductionOp(combiner.kind, b, b.getLoc(), partial,
                                    value);
  }
}

/// The row's chunks of this thread: in registers, or a loop over them.
void RowEmitter::forEachChunk(
    MutableArrayRef<Value> carried,
    function_ref<void(Chunk &, MutableArrayRef<Value>)> body) {
  if (!streams) {
    for (Chunk &chunk : chunks)
      body(chunk, carried);
    return;
  }
  Value first = arith::MulIOp::create(b, lane, makeIndex(b, width));
  auto loop = scf::ForOp::create(b, first, columnCount,
                                 makeIndex(b, width * threads),
                                 ValueRange(carried));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> values(loop.getRegionIterArgs());
  Chunk chunk = makeChunk(loop.getInductionVar(), Value(), width);
  body(chunk, values);
  if (!values.empty())
    scf::YieldOp::create(b, values);
  for (auto [value, result] : llvm::zip(carried, loop.getResults()))
    value = result;
}

void RowEmitter::emitReduction(linalg::GenericOp op) {
  auto combiners = matchCombiners(op, /*integersOnly=*/false);
  SmallVector<Value> partials;
  for (const Combiner &combiner : combiners)
    partials.push_back(identityOf(combiner));
  forEachChunk(partials, [&](Chunk &chunk, MutableArrayRef<Value> values) {
    addTo(values, chunk, op, combiners);
  });
  for (auto [combiner, partial] : llvm::zip(combiners, partials)) {
    Value whole =
        threads <= kWarpSize
            ? reduceLanes(b, combiner.kind, partial, threads)
            : reduceBlock(b, combiner.kind, partial, thread,
                          threads / kWarpSize, cells[usedCells++]);
    OpOperand &init = op.getDpsInitsMutable()[combiner.result];
    auto fill = init.get().getDefiningOp<linalg::FillOp>();
    TypedAttr start, neutral = arith::getIdentityValueAttr(
                         combiner.kind, combiner.value.getType(), b, b.getLoc());
    if (!matchPattern(fill.getInputs()[0], m_Constant(&start)) ||
        start != neutral)
      whole = arith::getReductionOp(combiner.kind, b, b.getLoc(),
                                    deviceScalar(b, plan, fill.getInputs()[0]),
                                    whole);
    rowValues[op.getResult(combiner.result)] = whole;
  }
}

void RowEmitter::emitRowOp(linalg::GenericOp op) {
  SmallVector<Value> args;
  for (OpOperand &operand : op->getOpOperands())
    args.push_back(op.getMatchingBlockArgument(&operand).use_empty()
                       ? Value()
                       : rowScalar(operand.get(),
                                   op.getMatchingIndexingMap(&operand)));
  IRMapping mapping;
  cloneForElement(b, plan, op, args, rowIvs, mapping);
  for (auto [result, yielded] :
       llvm::zip(op.getResults(),
                 op.getBody()->getTerminator()->getOperands())) {
    Value value = mapping.lookupOrNull(yielded);
    rowValues[result] = value ? value : deviceScalar(b, plan, yielded);
  }
}

void RowEmitter::storeChunk(Chunk &chunk) {
  SmallVector<std::pair<Value, Value>> stores;
  for (auto [tensor, buffer] : fullTargets) {
    ArrayRef<Value> values = elements(chunk, tensor);
    auto type = cast<MemRefType>(buffer.getType());
    bool isVector =
        chunk.width > 1 && !type.getElementType().isInteger(1);
    Value packed = values[0];
    if (isVector)
      packed = vector::FromElementsOp::create(
          b, VectorType::get({chunk.width}, type.getElementType()), values);
    stores.push_back({packed, isVector || chunk.width == 1 ? Value() : tensor});
  }
  OpBuilder::InsertionGuard guard(b);
  if (chunk.valid) {
    auto ifOp = scf::IfOp::create(b, chunk.valid, /*withElse=*/false);
    b.setInsertionPointToStart(ifOp.thenBlock());
  }
  for (auto [target, store] : llvm::zip(fullTargets, stores)) {
    auto [tensor, buffer] = target;
    auto [packed, scattered] = store;
    Value flat = plan.flat(tensor);
    if (!flat)
      return plan.fail("a result is not contiguous");
    if (scattered) {
      for (auto [j, value] : llvm::enumerate(elements(chunk, tensor)))
        memref::StoreOp::create(
            b, value, flat,
            ValueRange{
                arith::AddIOp::create(b, chunk.linear, makeIndex(b, j))});
    } else if (isa<VectorType>(packed.getType())) {
      llvm::Align align(std::min(kAccessBytes, chunk.width * bytesOf(tensor)));
      vector::StoreOp::create(b, packed, flat, chunk.linear,
                              /*nontemporal=*/false, align);
    } else {
      memref::StoreOp::create(b, packed, flat, chunk.linear);
    }
  }
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

/// The input of max(|bits(x)|) on halves, which need no more than f16 or bf16
/// arithmetic has: a maximum of magnitudes that keeps a NaN.
static bool isHalfMagnitude(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      !isa<Float16Type, BFloat16Type>(
          getElementTypeOrSelf(op.getDpsInputs()[0].getType())))
    return false;
  auto max = op.getBody()->getTerminator()->getOperand(0)
                 .getDefiningOp<arith::MaxUIOp>();
  if (!max)
    return false;
  Value magnitude =
      max.getLhs() == op.getRegionOutputArgs()[0] ? max.getRhs() : max.getLhs();
  auto mask = magnitude.getDefiningOp<arith::AndIOp>();
  APInt bits;
  if (!mask || !matchPattern(mask.getRhs(), m_ConstantInt(&bits)) ||
      !bits.isMaxSignedValue())
    return false;
  auto cast = mask.getLhs().getDefiningOp<arith::BitcastOp>();
  return cast && cast.getIn() == op.getBody()->getArgument(0);
}

/// select(condition, constant, x) of x alone, its operand number returned; the
/// condition's operands are the group's row values. Else -1.
static int matchRowChoice(const KernelGroup &group, linalg::GenericOp op) {
  if (op.getNumResults() != 1 || op.hasIndexSemantics() || !group.isFull(op))
    return -1;
  auto select = op.getBody()->getTerminator()->getOperand(0)
                    .getDefiningOp<arith::SelectOp>();
  auto chosen = select ? dyn_cast<BlockArgument>(select.getFalseValue())
                       : BlockArgument();
  if (!chosen || chosen.getOwner() != op.getBody() ||
      chosen.getArgNumber() >= op.getNumDpsInputs() || !chosen.hasOneUse() ||
      !matchPattern(select.getTrueValue(), m_Constant()))
    return -1;
  for (OpOperand *in : op.getDpsInputOperands()) {
    bool isRow = group.defines(in->get()) && !group.isFullValue(in->get());
    if (in->getOperandNumber() == chosen.getArgNumber()
            ? !group.isFullValue(in->get())
            : !isRow)
      return -1;
  }
  return chosen.getArgNumber();
}

SmallVector<Partial> RowEmitter::startScans() {
  SmallVector<Partial> partials;
  for (linalg::GenericOp op : group.ops) {
    if (!group.isScan(op))
      continue;
    for (const Combiner &combiner : matchCombiners(op, /*integersOnly=*/true)) {
      Value input = stripReshapes(op.getDpsInputs()[0]);
      bool onRows = group.defines(input) && !group.isFullValue(input);
      bool packed = !onRows && width % 2 == 0 && isHalfMagnitude(op);
      Value start = identityOf(combiner);
      if (packed) {
        auto type = VectorType::get({2}, getElementTypeOrSelf(input.getType()));
        start = arith::ConstantOp::create(b, b.getZeroAttr(type));
      }
      SmallVector<linalg::GenericOp> choices;
      while (packed && group.rows && group.isFullValue(input)) {
        auto producer = cast<linalg::GenericOp>(input.getDefiningOp());
        int chosen = matchRowChoice(group, producer);
        if (chosen < 0)
          break;
        choices.push_back(producer);
        input = producer.getDpsInputs()[chosen];
      }
      partials.push_back({op, combiner, packed, start, input, choices});
    }
  }
  return partials;
}

void RowEmitter::scanChunk(Partial &partial, Chunk &chunk) {
  linalg::GenericOp op = partial.op;
  Value input = partial.input;
  if (group.defines(input) && !group.isFullValue(input))
    return; // of rows: when all of them is known
  if (!partial.packed || chunk.width % 2 != 0) {
    Combiner combiner = partial.combiner;
    if (!partial.packed)
      return addTo(partial.value, chunk, op, combiner);
    Value rest = identityOf(combiner);
    addTo(rest, chunk, op, combiner);
    Type half = getElementTypeOrSelf(input.getType());
    Value last = arith::BitcastOp::create(b, half, rest);
    Value pair = vector::FromElementsOp::create(
        b, VectorType::get({2}, half), ValueRange{last, last});
    partial.value = packedMagnitude(b, pair, partial.value);
    return;
  }
  SmallVector<Value> values =
      group.defines(input)
          ? SmallVector<Value>(elements(chunk, input))
          : this->input(chunk, op, *op.getDpsInputOperands()[0]);
  auto pairType = VectorType::get({2}, values[0].getType());
  for (int64_t j = 0; j < chunk.width; j += 2) {
    Value pair = vector::FromElementsOp::create(
        b, pairType, ValueRange{values[j], values[j + 1]});
    partial.value = packedMagnitude(b, pair, partial.value);
  }
}

void RowEmitter::finishScans(MutableArrayRef<Partial> partials) {
  for (Partial &partial : partials) {
    const Combiner &combiner = partial.combiner;
    Value value = partial.value, input = partial.input;
    if (group.defines(input) && !group.isFullValue(input)) {
      SmallVector<Value> args;
      for (Value in : partial.op.getDpsInputs())
        args.push_back(rowValues.lookup(stripReshapes(in)));
      IRMapping mapping;
      cloneForElement(b, plan, partial.op, args, {}, mapping);
      Value first = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane,
                                          makeIndex(b, 0));
      if (rowValid)
        first = arith::AndIOp::create(b, first, rowValid);
      value = arith::SelectOp::create(
          b, first, mapping.lookup(combiner.value), identityOf(combiner));
    } else if (partial.packed) {
      auto halves = unpack(b, value);
      Type bits = combiner.value.getType();
      value = arith::MaxUIOp::create(
          b, arith::BitcastOp::create(b, bits, halves[0]),
          arith::BitcastOp::create(b, bits, halves[1]));
      // The choice nearest to the scan is the last.
      for (linalg::GenericOp op : llvm::reverse(partial.choices)) {
        SmallVector<Value> args;
        for (Value in : op.getDpsInputs())
          args.push_back(rowValues.lookup(in));
        IRMapping mapping;
        cloneForElement(b, plan, op, args, {}, mapping);
        auto select = op.getBody()->getTerminator()->getOperand(0)
                          .getDefiningOp<arith::SelectOp>();
        TypedAttr constant;
        matchPattern(select.getTrueValue(), m_Constant(&constant));
        APInt magnitude = cast<FloatAttr>(constant).getValue().bitcastToAPInt();
        magnitude.clearSignBit();
        value = arith::SelectOp::create(
            b, mapping.lookup(select.getCondition()),
            arith::ConstantOp::create(b, b.getIntegerAttr(bits, magnitude)),
            value);
      }
    }
    ScanSink sink = plan.sink(
        cast<OpResult>(partial.op.getResult(combiner.result)), combiner.kind);
    if (!sink.memref)
      return;
    mergeScan(b, sink, combiner.kind, value, thread);
  }
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// Every thread takes chunks a block's width apart.
void RowEmitter::emitElements(MutableArrayRef<Partial> partials) {
  Value base = arith::MulIOp::create(
      b, row, makeIndex(b, threads * chunksPerThread * width));
  Value whole = columnCount;
  if (hasTail) {
    Value rest = arith::RemUIOp::create(b, columnCount, makeIndex(b, width));
    whole = arith::SubIOp::create(b, columnCount, rest);
  }
  bool even = staticColumns && !hasTail &&
              *staticColumns % (threads * chunksPerThread * width) == 0;
  for (int64_t k = 0; k < chunksPerThread; ++k) {
    Value at = arith::AddIOp::create(b, thread, makeIndex(b, k * threads));
    at = arith::MulIOp::create(b, at, makeIndex(b, width));
    at = arith::AddIOp::create(b, base, at);
    chunks.push_back(
        makeChunk(at, even ? Value() : isBelow(b, at, whole), width));
  }
  for (Chunk &chunk : chunks) {
    for (Partial &partial : partials)
      scanChunk(partial, chunk);
    storeChunk(chunk);
  }
  if (!hasTail)
    return;
  Value at = arith::AddIOp::create(
      b, arith::MulIOp::create(b, row, makeIndex(b, threads)), thread);
  at = arith::AddIOp::create(b, whole, at);
  SmallVector<Value> before;
  for (Partial &partial : partials)
    before.push_back(partial.value);
  auto ifOp = scf::IfOp::create(b, TypeRange(ValueRange(before)),
                                isBelow(b, at, columnCount), /*else=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(ifOp.thenBlock());
    Chunk rest = makeChunk(at, Value(), 1);
    SmallVector<Value> after;
    for (Partial &partial : partials) {
      scanChunk(partial, rest);
      after.push_back(partial.value);
    }
    storeChunk(rest);
    if (!before.empty()) {
      scf::YieldOp::create(b, after);
      b.setInsertionPointToStart(ifOp.elseBlock());
      scf::YieldOp::create(b, before);
    }
  }
  for (auto [partial, value] : llvm::zip(partials, ifOp.getResults()))
    partial.value = value;
}

void RowEmitter::emitRow(MutableArrayRef<Partial> partials) {
  for (int64_t k = 0; !streams && k < chunksPerThread; ++k) {
    Value at = arith::MulIOp::create(
        b, arith::AddIOp::create(b, lane, makeIndex(b, k * threads)),
        makeIndex(b, width));
    Value valid = rowValid;
    if ((k + 1) * threads * width > *staticColumns) {
      Value inRow = isBelow(b, at, columnCount);
      valid = valid ? arith::AndIOp::create(b, valid, inRow).getResult() : inRow;
    }
    chunks.push_back(makeChunk(at, valid, width));
  }
  for (linalg::GenericOp op : group.ops) {
    if (group.isScan(op))
      continue;
    if (op.getNumReductionLoops() > 0)
      emitReduction(op);
    else if (!group.isFull(op))
      emitRowOp(op);
  }
  SmallVector<Value> values;
  for (Partial &partial : partials)
    values.push_back(partial.value);
  bool anyFull = !fullTargets.empty() ||
                 llvm::any_of(partials, [&](Partial &partial) {
                   return !group.defines(partial.input) ||
                          group.isFullValue(partial.input);
                 });
  if (anyFull)
    forEachChunk(values, [&](Chunk &chunk, MutableArrayRef<Value> carried) {
      for (auto [partial, value] : llvm::zip(partials, carried)) {
        partial.value = value;
        scanChunk(partial, chunk);
        value = partial.value;
      }
      storeChunk(chunk);
    });
  for (auto [partial, value] : llvm::zip(partials, values))
    partial.value = value;
  if (rowTargets.empty())
    return;
  Value first = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane,
                                      makeIndex(b, 0));
  if (rowValid)
    first = arith::AndIOp::create(b, first, rowValid);
  auto ifOp = scf::IfOp::create(b, first, /*withElse=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  for (auto [tensor, buffer] : rowTargets)
    memref::StoreOp::create(b, rowValues.lookup(tensor), buffer, rowIvs);
}

void RowEmitter::emit() {
  b.setInsertionPoint(plan.host().getInsertionBlock(),
                      plan.host().getInsertionPoint());
  measure();
  chooseWidth();
  chooseThreads();
  Value one = plan.index(1);
  Value count = isElementwise ? columnCount : rowCount;
  int64_t perBlock =
      isElementwise ? threads * chunksPerThread * width : rowsPerBlock;
  Value blocks = arith::CeilDivUIOp::create(b, count, plan.index(perBlock));
  blocks = arith::MaxUIOp::create(b, blocks, one);
  SmallVector<MemRefType> shared;
  if (threads > kWarpSize && !isElementwise)
    for (linalg::GenericOp op : group.ops)
      if (!group.isScan(op) && op.getNumReductionLoops() > 0)
        for (Value result : op.getResults())
          shared.push_back(MemRefType::get(
              {threads / kWarpSize}, getElementTypeOrSelf(result.getType()),
              MemRefLayoutAttrInterface(),
              gpu::AddressSpaceAttr::get(b.getContext(),
                                         gpu::AddressSpace::Workgroup)));
  gpu::LaunchOp op = plan.launch(b, {blocks, one, one},
                                 {plan.index(threads), plan.index(rowsPerBlock),
                                  one},
                                 shared);
  cells.assign(op.getWorkgroupAttributions().begin(),
               op.getWorkgroupAttributions().end());
  lane = thread = op.getThreadIds().x;
  row = op.getBlockIds().x;
  bool isDynamic = !matchPattern(count, m_Constant());
  if (rowsPerBlock > 1) {
    Value y = op.getThreadIds().y;
    thread = arith::AddIOp::create(
        b, arith::MulIOp::create(b, y, makeIndex(b, threads)), thread);
    row = arith::AddIOp::create(
        b, arith::MulIOp::create(b, row, makeIndex(b, rowsPerBlock)), y);
  }
  // Of nothing there is nothing to do; the same for the whole block.
  if (isDynamic || !isElementwise) {
    Value some = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, rowCount,
                                       makeIndex(b, 0));
    if (isElementwise)
      some = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, columnCount,
                                   makeIndex(b, 0));
    auto ifOp = scf::IfOp::create(b, some, /*withElse=*/false);
    b.setInsertionPointToStart(ifOp.thenBlock());
  }
  if (rowsPerBlock > 1) {
    rowValid = isBelow(b, row, rowCount);
    row = arith::SelectOp::create(b, rowValid, row, makeIndex(b, 0));
  }
  if (!isElementwise) {
    rowIvs.resize(rowDims);
    Value rest = row;
    for (unsigned d = rowDims; d-- > 1;) {
      rowIvs[d] = arith::RemUIOp::create(b, rest, extents[d]);
      rest = arith::DivUIOp::create(b, rest, extents[d]);
    }
    if (rowDims > 0)
      rowIvs[0] = rest;
  }
  auto partials = startScans();
  if (isElementwise)
    emitElements(partials);
  else
    emitRow(partials);
  finishScans(partials);
  plan.leave();
}

void nanguard::emitRowKernel(KernelPlan &plan, const KernelGroup &group) {
  RowEmitter(plan, group).emit();
}
