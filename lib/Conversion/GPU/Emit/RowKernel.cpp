//===- RowKernel.cpp - One launch for rows or elements --------------------===//
//
// A row is read once by 16-byte accesses, kept in registers through all of its
// reductions and written once; a row that does not fit is read again for each
// reduction. A scan looks at the values before they are stored.
//
//===----------------------------------------------------------------------===//

#include "../Schedule/Kernels.h"
#include "ElementEmitter.h"

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
/// Threads that a GPU has room for, about (132 multiprocessors with 2,048): a
/// launch takes no more blocks, each loops over the rest.
static constexpr int64_t kResidentThreads = 1 << 18;
/// From these bits on, Inf of f16 and 2^121 of bf16, a magnitude fails the test
/// by a product with 0.
static constexpr int64_t kFailsZeroProduct = 0x7c00;

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
  Value firstElement(Value share);
  Value tailElement();
  void emitElements(Value share, MutableArrayRef<Partial> partials);
  void emitTail(MutableArrayRef<Partial> partials);
  void enterRow(Value share);
  void emitRow(MutableArrayRef<Partial> partials);
  void emitShare(Value share, MutableArrayRef<Partial> partials);
  void forEachShare(SmallVector<Value> &carried,
                    function_ref<void(Value, SmallVector<Value> &)> body);
  unsigned productsPerRow();
  Value largestStored(const Partial &partial);
  void answerQuestions(MutableArrayRef<Partial> partials);

  bool isElementwise;
  Value rowCount, columnCount;
  std::optional<int64_t> staticColumns;
  int64_t columnFactor = 1; // divides the number of columns
  int64_t width = 1, threads = 1, rowsPerBlock = 1, chunksPerThread = 1;
  bool hasTail = false, streams = false;
  /// What a block does at a time, rows or chunks, is a share: how many there
  /// are, and how many blocks. With one for each block there is no loop.
  Value shares, blocks;
  bool loops = false;
  bool rowsEndEarly = false; // in the last share

  // In the kernel.
  Value block, rowInShare;
  Value whole; // elements in full chunks
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
  Chunk chunk = makeChunk(at, Value(), width);
  if (!limit) {
    for (Partial &partial : partials)
      scanChunk(partial, chunk);
    return storeChunk(chunk);
  }
  // Tensor cores want the whole warp: what they look at comes out of the
  // branch.
  SmallVector<Value> before;
  for (Partial &partial : partials)
    if (partial.products.empty())
      before.push_back(partial.value);
    else
      before.append(
          llvm::divideCeil(width, 2),
          arith::ConstantOp::create(b, b.getZeroAttr(partial.value.getType())));
  auto ifOp = scf::IfOp::create(b, TypeRange(ValueRange(before)),
                                isBelow(b, at, limit), !before.empty());
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(ifOp.thenBlock());
    SmallVector<Value> after;
    for (Partial &partial : partials) {
      if (!partial.products.empty()) {
        llvm::append_range(after, pairsOf(partial, chunk));
        continue;
      }
      scanChunk(partial, chunk);
      after.push_back(partial.value);
    }
    storeChunk(chunk);
    if (before.empty())
      return;
    scf::YieldOp::create(b, after);
    b.setInsertionPointToStart(ifOp.elseBlock());
    scf::YieldOp::create(b, before);
  }
  ValueRange results = ifOp.getResults();
  for (Partial &partial : partials) {
    size_t count = partial.products.empty() ? 1 : llvm::divideCeil(width, 2);
    if (partial.products.empty())
      partial.value = results.front();
    else
      ask(partial, SmallVector<Value>(results.take_front(count)));
    results = results.drop_front(count);
  }
}

/// Every thread takes chunks a block's width apart.
Value RowEmitter::firstElement(Value share) {
  return add(times(share, threads * chunksPerThread * width),
             times(thread, width));
}

void RowEmitter::emitElements(Value share, MutableArrayRef<Partial> partials) {
  bool even = staticColumns && !hasTail &&
              *staticColumns % (threads * chunksPerThread * width) == 0;
  Value first = firstElement(share);
  for (int64_t k = 0; k < chunksPerThread; ++k)
    emitChunk(add(first, k * threads * width), even ? Value() : whole, width,
              partials);
}

Value RowEmitter::tailElement() {
  return add(whole, add(times(block, threads), thread));
}

void RowEmitter::emitTail(MutableArrayRef<Partial> partials) {
  emitChunk(tailElement(), columnCount, 1, partials);
}

void RowEmitter::enterRow(Value share) {
  row = rowsPerBlock > 1 ? add(times(share, rowsPerBlock), rowInShare) : share;
  rowValid = rowsEndEarly ? isBelow(b, row, rowCount) : Value();
  rowIvs.assign(rowDims, Value());
  Value rest = row;
  for (unsigned d = rowDims; d-- > 1;) {
    rowIvs[d] = arith::RemUIOp::create(b, rest, extents[d]);
    rest = arith::DivUIOp::create(b, rest, extents[d]);
  }
  if (rowDims > 0)
    rowIvs[0] = rest;
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
    // One address for all of a thread's chunks, and an offset.
    if (k > 0)
      chunks.back().linear = arith::AddIOp::create(
          b, chunks.front().linear, makeIndex(b, k * threads * width),
          arith::IntegerOverflowFlags::nuw | arith::IntegerOverflowFlags::nsw);
  }
  for (linalg::GenericOp op : group.ops) {
    if (group.isScan(op))
      continue;
    if (op.getNumReductionLoops() > 0)
      emitReduction(op);
    else if (!group.isFull(op))
      emitRowOp(op);
  }
  SmallVector<Value> values = stateOf(partials);
  bool anyFull =
      !fullTargets.empty() ||
      llvm::any_of(partials, [](Partial &partial) { return !partial.onRows; });
  if (anyFull)
    forEachChunk(values, [&](Chunk &chunk, MutableArrayRef<Value> carried) {
      setState(partials, carried);
      for (Partial &partial : partials)
        scanChunk(partial, chunk);
      llvm::copy(stateOf(partials), carried.begin());
      storeChunk(chunk);
    });
  setState(partials, values);
  endRow(partials);
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

void RowEmitter::emitShare(Value share, MutableArrayRef<Partial> partials) {
  if (isElementwise)
    return emitElements(share, partials);
  // What one row has is not the next one's.
  rowValues.clear();
  rowLoads.clear();
  chunks.clear();
  usedCells = 0;
  for (Partial &partial : partials) {
    partial.nextProduct = 0;
    if (partial.rowValue)
      partial.rowValue = arith::ConstantOp::create(
          b, b.getZeroAttr(partial.rowValue.getType()));
  }
  enterRow(share);
  emitRow(partials);
  // A warp that is ahead must not write what another still reads: where there
  // are several reductions, the others' barriers keep them apart.
  if (loops && usedCells == 1)
    gpu::BarrierOp::create(b);
}

/// The block's shares; all of its threads are there for each.
void RowEmitter::forEachShare(
    SmallVector<Value> &carried,
    function_ref<void(Value, SmallVector<Value> &)> body) {
  if (!loops)
    return body(block, carried);
  // 32 bits: more than 2^31 shares do not fit in any memory.
  auto word = [&](Value index) -> Value {
    return arith::IndexCastUIOp::create(b, b.getI32Type(), index);
  };
  auto loop =
      scf::ForOp::create(b, word(block), word(shares), word(blocks), carried);
  keepRolled(loop);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  carried.assign(loop.getRegionIterArgs().begin(),
                 loop.getRegionIterArgs().end());
  body(
      arith::IndexCastUIOp::create(b, b.getIndexType(), loop.getInductionVar()),
      carried);
  if (!carried.empty())
    scf::YieldOp::create(b, carried);
  carried.assign(loop.getResults().begin(), loop.getResults().end());
}

//===----------------------------------------------------------------------===//
// Scans that only ask
//===----------------------------------------------------------------------===//

/// 0: there are no whole warps.
unsigned RowEmitter::productsPerRow() {
  if (streams && (!staticColumns || *staticColumns % (threads * width) != 0))
    return 0;
  return std::min<int64_t>(4, (streams ? 1 : chunksPerThread) *
                                  llvm::divideCeil(width, 8));
}

/// The bits of the largest magnitude among what this thread has stored.
Value RowEmitter::largestStored(const Partial &partial) {
  Type half = getElementTypeOrSelf(partial.input.getType());
  Value stored = plan.flat(partial.input);
  auto pair = cast<VectorType>(partial.value.getType());
  Value none = arith::ConstantOp::create(b, b.getZeroAttr(pair));
  SmallVector<Value> largest = {none};
  forEachShare(largest, [&](Value share, SmallVector<Value> &carried) {
    Value first, limit;
    if (isElementwise) {
      first = firstElement(share);
      limit = arith::MinUIOp::create(
          b, times(add(share, 1), threads * chunksPerThread * width), whole);
    } else {
      enterRow(share);
      Value start = arith::MulIOp::create(b, row, columnCount);
      first = add(start, times(lane, width));
      limit = add(start, columnCount);
      if (rowValid)
        limit = arith::SelectOp::create(b, rowValid, limit, first);
    }
    auto loop = scf::ForOp::create(b, first, limit,
                                   makeIndex(b, threads * width), carried);
    keepRolled(loop);
    carried.assign(loop.getResults().begin(), loop.getResults().end());
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    llvm::Align align(std::min(kAccessBytes, width * bytesOf(partial.input)));
    auto values =
        unpack(b, vector::LoadOp::create(b, VectorType::get({width}, half),
                                         stored, loop.getInductionVar(),
                                         /*nontemporal=*/false, align));
    Value value = loop.getRegionIterArg(0);
    for (int64_t j = 0; j < width; j += 2)
      value =
          packedMagnitude(b,
                          vector::FromElementsOp::create(
                              b, pair, ValueRange{values[j], values[j + 1]}),
                          value);
    scf::YieldOp::create(b, value);
  });
  Value value = largest[0];
  if (hasTail) {
    Value at = tailElement();
    Value there = isBelow(b, at, columnCount);
    Value last = loadIf(b, there, half, [&] {
      return SmallVector<Value>{memref::LoadOp::create(b, stored, at)};
    })[0];
    Value more = packedMagnitude(
        b, vector::FromElementsOp::create(b, pair, ValueRange{last, last}),
        value);
    value = arith::SelectOp::create(b, there, more, value);
  }
  return largestHalf(value, partial.combiner.value.getType());
}

/// A thread that may have seen a NaN or Inf looks for the largest magnitude, by
/// itself: the others of its warp may have none. It reports what fails the
/// test: what is computed past a row's end may have failed it, too, and the
/// largest of what this thread has stored is not that of all then.
void RowEmitter::answerQuestions(MutableArrayRef<Partial> partials) {
  for (Partial &partial : partials) {
    if (partial.products.empty())
      continue;
    Value any;
    for (Value sum : partial.products) {
      Value word = asWord(b, sum);
      any = any ? arith::OrIOp::create(b, any, word).getResult() : word;
    }
    Value seen =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, any, makeI32(b, 0));
    auto ifOp = scf::IfOp::create(b, seen, /*withElse=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(ifOp.thenBlock());
    Value largest = largestStored(partial);
    Value fails = arith::CmpIOp::create(
        b, arith::CmpIPredicate::uge, largest,
        arith::ConstantIntOp::create(b, largest.getType(), kFailsZeroProduct));
    finishScan(partial, largest, fails);
  }
}

void RowEmitter::emit() {
  measure();
  findTargets();
  chooseWidth();
  chooseThreads();
  Value one = plan.index(1);
  Value count = isElementwise ? columnCount : rowCount;
  int64_t perShare =
      isElementwise ? threads * chunksPerThread * width : rowsPerBlock;
  shares = b.createOrFold<arith::CeilDivUIOp>(count, plan.index(perShare));
  // As even as it can be: the same number of shares for all blocks but one.
  Value most = plan.index(kResidentThreads / (threads * rowsPerBlock));
  Value each = b.createOrFold<arith::MaxUIOp>(
      b.createOrFold<arith::CeilDivUIOp>(shares, most), one);
  blocks = b.createOrFold<arith::MaxUIOp>(
      b.createOrFold<arith::CeilDivUIOp>(shares, each), one);
  loops = !matchPattern(each, m_One());
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
  block = op.getBlockIds().x;
  if (rowsPerBlock > 1) {
    rowInShare = op.getThreadIds().y;
    thread = add(times(rowInShare, threads), thread);
  }
  // Of nothing there is nothing to do; the same for the whole block.
  if (!matchPattern(count, m_Constant())) {
    Value some = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, count,
                                       makeIndex(b, 0));
    auto ifOp = scf::IfOp::create(b, some, /*withElse=*/false);
    b.setInsertionPointToStart(ifOp.thenBlock());
  }
  APInt rows;
  rowsEndEarly =
      rowsPerBlock > 1 && !(matchPattern(rowCount, m_ConstantInt(&rows)) &&
                            rows.urem(rowsPerBlock) == 0);
  whole = columnCount;
  if (hasTail)
    whole = arith::SubIOp::create(
        b, columnCount,
        arith::RemUIOp::create(b, columnCount, makeIndex(b, width)));
  auto partials = startScans(width, productsPerRow());
  SmallVector<Value> state = stateOf(partials);
  forEachShare(state, [&](Value share, SmallVector<Value> &carried) {
    setState(partials, carried);
    emitShare(share, partials);
    carried = stateOf(partials);
  });
  setState(partials, state);
  if (hasTail)
    emitTail(partials);
  answerQuestions(partials);
  finishScans(partials);
  plan.leave();
}

void nanguard::emitRowKernel(KernelPlan &plan, const KernelGroup &group) {
  RowEmitter(plan, group).emit();
}
