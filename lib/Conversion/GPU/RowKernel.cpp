//===- RowKernel.cpp - One launch for rows or elements --------------------===//
//
// A row is read once by 16-byte accesses, kept in registers through all of its
// reductions and written once; a row that does not fit is read again for each
// reduction. A scan looks at the values before they are stored.
//
//===----------------------------------------------------------------------===//

#include "ElementEmitter.h"
#include "Kernels.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;

/// Elements that a thread keeps, threads of a block.
static constexpr int64_t kElementsPerThread = 32;
static constexpr int64_t kMaxThreads = 512;
/// Values under scans with which a thread can keep as many elements.
static constexpr int64_t kScannedValues = 4;
static constexpr int64_t kElementwiseThreads = 256;

namespace {
class RowEmitter : ElementEmitter {
public:
  RowEmitter(KernelPlan &plan, const KernelGroup &group)
      : ElementEmitter(plan, group), isElementwise(!group.rows) {}

  void emit();

private:
  void measure();
  void chooseWidth();
  void chooseThreads();

  Chunk makeChunk(Value column, Value valid, int64_t width);
  void forEachChunk(MutableArrayRef<Value> carried,
                    function_ref<void(Chunk &, MutableArrayRef<Value>)> body);
  void emitReduction(linalg::GenericOp op);
  void emitRowOp(linalg::GenericOp op);
  void emitChunk(Value at, Value limit, int64_t width,
                 MutableArrayRef<Partial> partials);
  void emitElements(MutableArrayRef<Partial> partials);
  void emitRow(MutableArrayRef<Partial> partials);

  bool isElementwise;
  Value rowCount, columnCount;
  std::optional<int64_t> staticColumns;
  int64_t columnFactor = 1; // divides the number of columns
  int64_t width = 1, threads = 1, rowsPerBlock = 1, chunksPerThread = 1;
  bool hasTail = false, streams = false;

  // In the kernel.
  SmallVector<Value> cells;
  unsigned usedCells = 0;
  SmallVector<Chunk> chunks;
};
} // namespace

//===----------------------------------------------------------------------===//
// Shape and schedule
//===----------------------------------------------------------------------===//

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
    product = b.createOrFold<arith::MulIOp>(product, extent);
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
          group.defines(in->get()) || isConstant(in->get()) ||
          op.getMatchingBlockArgument(in).use_empty())
        continue;
      if (!movesWithColumn(map))
        continue;
      bytes = std::min(bytes, bytesOf(in->get()));
      onlyFlat &= isFlat(in->get(), map);
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
  // Where steps share a launch, what is scanned of them is in registers too.
  llvm::SmallPtrSet<Value, 4> scanned;
  for (linalg::GenericOp op : group.ops)
    if (group.isScan(op))
      scanned.insert(stripReshapes(op.getDpsInputs()[0]));
  int64_t most = kElementsPerThread;
  for (bool isMore : {widest > 4, scanned.size() > kScannedValues})
    most /= isMore ? 2 : 1;
  streams = !staticColumns || *staticColumns > most * kMaxThreads;
  if (streams) {
    threads = 256;
    rowHasWarps = true;
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
  rowHasWarps = threads >= kWarpSize;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

Chunk RowEmitter::makeChunk(Value column, Value valid, int64_t width) {
  Chunk chunk;
  chunk.width = width;
  chunk.valid = valid;
  chunk.linear = chunk.column = column;
  if (!isElementwise) {
    Value start = arith::MulIOp::create(b, row, columnCount);
    chunk.linear = arith::AddIOp::create(b, start, chunk.column);
  }
  return chunk;
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
  auto loop =
      scf::ForOp::create(b, first, columnCount, makeIndex(b, width * threads),
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
    Value whole = threads <= kWarpSize
                      ? reduceLanes(b, combiner.kind, partial, threads)
                      : reduceBlock(b, combiner.kind, partial, thread,
                                    threads / kWarpSize, cells[usedCells++]);
    OpOperand &init = op.getDpsInitsMutable()[combiner.result];
    auto fill = init.get().getDefiningOp<linalg::FillOp>();
    TypedAttr start,
        neutral = arith::getIdentityValueAttr(
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
    args.push_back(
        op.getMatchingBlockArgument(&operand).use_empty()
            ? Value()
            : rowScalar(operand.get(), op.getMatchingIndexingMap(&operand)));
  IRMapping mapping;
  cloneForElement(b, plan, op, args, rowIvs, rowValid, mapping);
  for (auto [result, yielded] : llvm::zip(
           op.getResults(), op.getBody()->getTerminator()->getOperands())) {
    Value value = mapping.lookupOrNull(yielded);
    rowValues[result] = value ? value : deviceScalar(b, plan, yielded);
  }
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// `width` elements from `at`, if that is below `limit`; null: it is.
void RowEmitter::emitChunk(Value at, Value limit, int64_t width,
                           MutableArrayRef<Partial> partials) {
  SmallVector<Value> before;
  for (Partial &partial : partials)
    before.push_back(partial.value);
  scf::IfOp ifOp;
  OpBuilder::InsertionGuard guard(b);
  if (limit) {
    ifOp = scf::IfOp::create(b, TypeRange(ValueRange(before)),
                             isBelow(b, at, limit), !before.empty());
    b.setInsertionPointToStart(ifOp.thenBlock());
  }
  Chunk chunk = makeChunk(at, Value(), width);
  SmallVector<Value> after;
  for (Partial &partial : partials) {
    scanChunk(partial, chunk);
    after.push_back(partial.value);
  }
  storeChunk(chunk);
  if (!limit || before.empty())
    return;
  scf::YieldOp::create(b, after);
  b.setInsertionPointToStart(ifOp.elseBlock());
  scf::YieldOp::create(b, before);
  for (auto [partial, value] : llvm::zip(partials, ifOp.getResults()))
    partial.value = value;
}

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
    emitChunk(at, even ? Value() : whole, width, partials);
  }
  if (!hasTail)
    return;
  Value at = arith::AddIOp::create(
      b, arith::MulIOp::create(b, row, makeIndex(b, threads)), thread);
  at = arith::AddIOp::create(b, whole, at);
  emitChunk(at, columnCount, 1, partials);
}

void RowEmitter::emitRow(MutableArrayRef<Partial> partials) {
  for (int64_t k = 0; !streams && k < chunksPerThread; ++k) {
    Value at = arith::MulIOp::create(
        b, arith::AddIOp::create(b, lane, makeIndex(b, k * threads)),
        makeIndex(b, width));
    Value valid = rowValid;
    if ((k + 1) * threads * width > *staticColumns) {
      Value inRow = isBelow(b, at, columnCount);
      valid =
          valid ? arith::AndIOp::create(b, valid, inRow).getResult() : inRow;
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
  bool anyFull =
      !fullTargets.empty() ||
      llvm::any_of(partials, [](Partial &partial) { return !partial.onRows; });
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
  Value first =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane, makeIndex(b, 0));
  if (rowValid)
    first = arith::AndIOp::create(b, first, rowValid);
  auto ifOp = scf::IfOp::create(b, first, /*withElse=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  for (auto [tensor, buffer] : rowTargets)
    memref::StoreOp::create(b, rowValues.lookup(tensor), buffer, rowIvs);
}

void RowEmitter::emit() {
  measure();
  findTargets();
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
  gpu::LaunchOp op =
      plan.launch(b, {blocks, one, one},
                  {plan.index(threads), plan.index(rowsPerBlock), one}, shared);
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
  if (isDynamic) {
    Value some = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, count,
                                       makeIndex(b, 0));
    auto ifOp = scf::IfOp::create(b, some, /*withElse=*/false);
    b.setInsertionPointToStart(ifOp.thenBlock());
  }
  APInt rows;
  if (rowsPerBlock > 1 && !(matchPattern(rowCount, m_ConstantInt(&rows)) &&
                            rows.urem(rowsPerBlock) == 0))
    rowValid = isBelow(b, row, rowCount);
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
  auto partials = startScans(width);
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
