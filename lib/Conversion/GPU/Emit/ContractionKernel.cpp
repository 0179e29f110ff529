//===- ContractionKernel.cpp - One launch for a matmul and its epilogue ---===//
//
// A block computes a tile of the output. A convolution is a matmul whose rows
// or columns are the points of the output's images and whose k are those of a
// filter: its input is read where the two of them say, never laid out. Halves
// that are summed up in f32 go through tensor cores: tiles of both operands are
// copied asynchronously to shared memory, three deep, and read from there by
// ldmatrix; chunks of 16 bytes are swizzled so that neither meets a bank
// conflict. Everything else is summed up in registers in the order of k. The
// epilogue and the scan work on the accumulators.
//
//===----------------------------------------------------------------------===//

#include "../Schedule/Kernels.h"
#include "ElementEmitter.h"
#include "TensorCoreTiles.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace nanguard;

static constexpr int64_t kStages = 3;
static constexpr int64_t kDepth = 32; // of k, in elements, a stage
/// Blocks that fill a GPU: below, smaller tiles are better.
static constexpr int64_t kEnoughBlocks = 132;

namespace {
/// A block's tile of the output, and how its warps share it.
struct TileShape {
  int64_t rows, columns, warpRows, warpColumns;
  int64_t warps() const { return (rows / warpRows) * (columns / warpColumns); }
};

class ContractionEmitter : ElementEmitter {
public:
  ContractionEmitter(KernelPlan &plan, const KernelGroup &group,
                     const Contraction &con)
      : ElementEmitter(plan, group), con(con), op(group.ops.front()) {}

  bool prepare();
  void emit();

private:
  void chooseTile();
  Value startOfSums();
  void launch(ArrayRef<MemRefType> shared, int64_t threads);
  SmallVector<Value> fetchIf(TileBuilder &tiles, const Factor &factor,
                             Value more, Value k);
  void emitTensorCores();
  void emitRegisters();
  SmallVector<Chunk> startColumns(Value column);
  Chunk startRow(Value row);
  SmallVector<Value> pointAt(Value row, Value column);
  void loadAhead(Chunk &chunk, ArrayRef<Loop> moving, ArrayRef<Loop> fixed);
  void completeSums(Chunk &chunk);
  void emitEpilogue(const Chunk &row, ArrayRef<Chunk> columns,
                    ArrayRef<Value> values, MutableArrayRef<Partial> partials);

  const Contraction con;
  linalg::GenericOp op;
  Factor lhs, rhs;
  SmallVector<Loop> rows, columns; // of the output
  bool tensorCores = false;
  TileShape tile;
  int64_t storeWidth = 1;
  SmallVector<Value> batchIvs; // by loop
};
} // namespace

//===----------------------------------------------------------------------===//
// Shape and schedule
//===----------------------------------------------------------------------===//

/// The largest tile that still gives each multiprocessor a block, and that the
/// output fills at least by half in either direction.
void ContractionEmitter::chooseTile() {
  static constexpr TileShape kTiles[] = {
      {128, 128, 64, 32}, {64, 64, 32, 32}, {32, 64, 32, 16}};
  int64_t batches = 1;
  for (int64_t size : ArrayRef(group.extents).drop_back(2))
    batches *= ShapedType::isDynamic(size) ? 1 : size;
  auto blocks = [](int64_t size, int64_t step) {
    return ShapedType::isDynamic(size) ? 16 : llvm::divideCeil(size, step);
  };
  auto isFilled = [](int64_t size, int64_t step) {
    return ShapedType::isDynamic(size) || 2 * size > step;
  };
  for (const TileShape &shape : kTiles) {
    tile = shape;
    if (!isFilled(lhs.size, shape.rows) || !isFilled(rhs.size, shape.columns))
      continue;
    if (batches * blocks(lhs.size, shape.rows) *
            blocks(rhs.size, shape.columns) >=
        kEnoughBlocks)
      break;
  }
}

bool ContractionEmitter::prepare() {
  auto left = describeFactor(plan, op, con.lhs, con.m, con.k);
  auto right = describeFactor(plan, op, con.rhs, con.n, con.k);
  if (!left || !right)
    return false;
  lhs = *left, rhs = *right;
  rows = describeLoops(plan, op, con.m);
  columns = describeLoops(plan, op, con.n);
  tensorCores = areHalves(lhs, rhs) &&
                (con.accumulator.isF32() || con.accumulator == lhs.element());
  for (unsigned i = 0; i < group.rank; ++i)
    extents.push_back(plan.extent(op.getDpsInits()[0], i));
  findTargets();
  storeWidth = coversEvenly(columns.back().size, 2) ? 2 : 1;
  return true;
}

/// What the sums start from, where that is the same for all; else zero, and
/// what they start from is added at last.
Value ContractionEmitter::startOfSums() {
  if (auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>())
    return deviceScalar(b, plan, fill.getInputs()[0]);
  return arith::ConstantOp::create(b, b.getFloatAttr(con.accumulator, 0.0));
}

/// Blocks run over the columns first, then rows, then the batch.
void ContractionEmitter::launch(ArrayRef<MemRefType> shared, int64_t threads) {
  auto tiles = [&](Value size, int64_t step) -> Value {
    return arith::CeilDivUIOp::create(plan.host(), size, plan.index(step));
  };
  Value columnTiles = tiles(rhs.limit, tile.columns);
  Value rowTiles = tiles(lhs.limit, tile.rows);
  Value count = arith::MulIOp::create(plan.host(), columnTiles, rowTiles);
  SmallVector<Loop> batch = describeLoops(plan, op, con.batch);
  for (const Loop &loop : batch)
    count = arith::MulIOp::create(plan.host(), count, loop.extent);
  Value one = plan.index(1);
  Value blocks = arith::MaxUIOp::create(plan.host(), count, one);
  gpu::LaunchOp launched = plan.launch(b, {blocks, one, one},
                                       {plan.index(threads), one, one}, shared);
  thread = launched.getThreadIds().x;
  Value block = launched.getBlockIds().x;
  Value some = isBelow(b, block, count);
  auto ifOp = scf::IfOp::create(b, some, /*withElse=*/false);
  b.setInsertionPointToStart(ifOp.thenBlock());
  rhs.start =
      times(arith::RemUIOp::create(b, block, columnTiles), tile.columns);
  block = arith::DivUIOp::create(b, block, columnTiles);
  lhs.start = times(arith::RemUIOp::create(b, block, rowTiles), tile.rows);
  block = arith::DivUIOp::create(b, block, rowTiles);
  batchIvs.assign(op.getNumLoops(), Value());
  if (!batch.empty())
    setLoops(b, block, batch, batchIvs);
  if (!shared.empty()) {
    lhs.shared = launched.getWorkgroupAttributions()[0];
    rhs.shared = launched.getWorkgroupAttributions()[1];
  }
}

//===----------------------------------------------------------------------===//
// Tensor cores
//===----------------------------------------------------------------------===//

/// A thread's chunks of an operand at `k`, if there are more.
SmallVector<Value> ContractionEmitter::fetchIf(TileBuilder &tiles,
                                               const Factor &factor, Value more,
                                               Value k) {
  int64_t count = tiles.chunksAThread(factor);
  auto type = VectorType::get({kChunkHalves}, factor.element());
  auto ifOp = scf::IfOp::create(b, SmallVector<Type>(count, type), more,
                                /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.elseBlock());
  Value none = arith::ConstantOp::create(b, b.getZeroAttr(type));
  scf::YieldOp::create(b, SmallVector<Value>(count, none));
  b.setInsertionPointToStart(ifOp.thenBlock());
  scf::YieldOp::create(b, tiles.fetch(factor, k, batchIvs));
  return ifOp.getResults();
}

void ContractionEmitter::emitTensorCores() {
  chooseTile();
  lhs.tile = tile.rows, rhs.tile = tile.columns;
  lhs.depthTile = rhs.depthTile = kDepth;
  SmallVector<MemRefType> shared = {lhs.sharedType(kStages),
                                    rhs.sharedType(kStages)};
  int64_t threads = tile.warps() * nanguard::kWarpSize;
  launch(shared, threads);
  TileBuilder tiles(b, thread, threads);
  Value warp = by(thread, nanguard::kWarpSize);
  int64_t across = tile.columns / tile.warpColumns;
  Value warpRow = times(by(warp, across), tile.warpRows);
  Value warpColumn = times(mod(warp, across), tile.warpColumns);
  int64_t rowTiles = tile.warpRows / 16, columnTiles = tile.warpColumns / 8;

  Value steps =
      arith::CeilDivUIOp::create(b, lhs.depthLimit, makeIndex(b, kDepth));
  // What is read element by element waits in registers while the tensor cores
  // work, and is stored to shared memory then.
  SmallVector<const Factor *, 2> direct, staged;
  for (const Factor *factor : {&lhs, &rhs})
    (factor->width > 1 ? direct : staged).push_back(factor);
  // The first copies; a step past the end copies nothing, but is a group.
  for (int64_t i = 0; i + 1 < kStages; ++i) {
    Value at = makeIndex(b, i);
    auto ifOp = scf::IfOp::create(b, isBelow(b, at, steps), false);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(ifOp.thenBlock());
      for (const Factor *factor : {&lhs, &rhs})
        tiles.copy(*factor, at, times(at, kDepth), batchIvs);
    }
    NVVM::CpAsyncCommitGroupOp::create(b);
  }
  // Sums in f16 are pairs; bf16 is summed up in f32 and rounded at last.
  bool arePairs = con.accumulator.isF16();
  int64_t registers = arePairs ? 2 : 4;
  Value start = startOfSums();
  if (arePairs)
    start = vector::BroadcastOp::create(
        b, VectorType::get({2}, start.getType()), start);
  else if (!start.getType().isF32())
    start = arith::ExtFOp::create(b, b.getF32Type(), start);
  SmallVector<Value> carried(rowTiles * columnTiles * registers, start);
  // Steps and stages are counted in 32 bits.
  auto asIndex = [&](Value value) -> Value {
    return arith::IndexCastUIOp::create(b, b.getIndexType(), value);
  };
  auto choose = [&](Value x, int64_t equals, int64_t then, Value other) {
    Value isSo = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x,
                                       makeI32(b, equals));
    return arith::SelectOp::create(b, isSo, makeI32(b, then), other)
        .getResult();
  };
  carried.push_back(makeI32(b, 0));
  Value count = arith::IndexCastUIOp::create(b, b.getI32Type(), steps);
  auto loop =
      scf::ForOp::create(b, makeI32(b, 0), count, makeI32(b, 1), carried);
  keepRolled(loop);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> sums(loop.getRegionIterArgs());
    Value stage = sums.pop_back_val(), reads = asIndex(stage);
    Value writes = asIndex(
        choose(stage, 0, kStages - 1,
               arith::SubIOp::create(b, stage, makeI32(b, 1)).getResult()));
    NVVM::CpAsyncWaitGroupOp::create(b, kStages - 2);
    gpu::BarrierOp::create(b);
    Value ahead = add(asIndex(loop.getInductionVar()), kStages - 1);
    Value more = isBelow(b, ahead, steps);
    if (!direct.empty()) {
      auto ifOp = scf::IfOp::create(b, more, /*withElse=*/false);
      OpBuilder::InsertionGuard inner(b);
      b.setInsertionPointToStart(ifOp.thenBlock());
      for (const Factor *factor : direct)
        tiles.copy(*factor, writes, times(ahead, kDepth), batchIvs);
    }
    NVVM::CpAsyncCommitGroupOp::create(b);
    SmallVector<SmallVector<Value>> fetched;
    for (const Factor *factor : staged)
      fetched.push_back(fetchIf(tiles, *factor, more, times(ahead, kDepth)));
    for (int64_t step = 0; step < kDepth / 16; ++step) {
      SmallVector<SmallVector<Value>> left, right;
      for (int64_t i = 0; i < rowTiles; ++i)
        left.push_back(tiles.load(lhs, reads, add(warpRow, i * 16), step,
                                  /*isLhs=*/true));
      for (int64_t j = 0; j < columnTiles; j += 2) {
        auto pair = tiles.load(rhs, reads, add(warpColumn, j * 8), step,
                               /*isLhs=*/false);
        right.push_back({pair[0], pair[1]});
        right.push_back({pair[2], pair[3]});
      }
      for (int64_t i = 0; i < rowTiles; ++i)
        for (int64_t j = 0; j < columnTiles; ++j)
          tiles.multiply(lhs.element(), left[i], right[j],
                         MutableArrayRef(sums).slice(
                             (i * columnTiles + j) * registers, registers));
    }
    if (!staged.empty()) {
      auto ifOp = scf::IfOp::create(b, more, /*withElse=*/false);
      OpBuilder::InsertionGuard inner(b);
      b.setInsertionPointToStart(ifOp.thenBlock());
      for (auto [factor, chunks] : llvm::zip(staged, fetched))
        tiles.put(*factor, writes, chunks);
    }
    sums.push_back(
        choose(stage, kStages - 1, 0,
               arith::AddIOp::create(b, stage, makeI32(b, 1)).getResult()));
    scf::YieldOp::create(b, sums);
  }
  auto partials = startScans(storeWidth);
  Value lane = mod(thread, nanguard::kWarpSize);
  Value row = add(add(lhs.start, warpRow), by(lane, 4));
  Value column = add(add(rhs.start, warpColumn), times(mod(lane, 4), 2));
  SmallVector<SmallVector<Chunk>> chunks;
  for (int64_t j = 0; j < columnTiles; ++j)
    chunks.push_back(startColumns(add(column, j * 8)));
  for (int64_t i = 0; i < rowTiles; ++i)
    for (int64_t half = 0; half < 2; ++half) {
      Chunk line = startRow(add(row, i * 16 + half * 8));
      for (int64_t j = 0; j < columnTiles; ++j) {
        auto own = loop.getResults().slice((i * columnTiles + j) * registers +
                                               half * registers / 2,
                                           registers / 2);
        emitEpilogue(line, chunks[j],
                     arePairs ? unpack(b, own[0]) : SmallVector<Value>(own),
                     partials);
      }
    }
  endRow(partials);
  finishScans(partials);
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// 256 threads with 4 x 4 elements each; tiles in shared memory with k outside,
/// so that a thread reads its four neighbours at once.
void ContractionEmitter::emitRegisters() {
  constexpr int64_t kSide = 64, kSlice = 16, kThreads = 256, kOwn = 4;
  tile = {kSide, kSide, kSide, kSide};
  lhs.tile = rhs.tile = kSide;
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  // As the body multiplies them.
  auto product = op.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  auto mul = product->getOperand(0).getDefiningOp<arith::MulFOp>();
  if (!mul)
    mul = product->getOperand(1).getDefiningOp<arith::MulFOp>();
  Type type = mul.getType();
  auto cells = MemRefType::get({kSlice, kSide}, type,
                               MemRefLayoutAttrInterface(), space);
  launch({cells, cells}, kThreads);
  Value ty = by(thread, kSide / kOwn), tx = mod(thread, kSide / kOwn);
  Value start = startOfSums();
  SmallVector<Value> sums(kOwn * kOwn, start);
  auto loop = scf::ForOp::create(b, makeIndex(b, 0), lhs.depthLimit,
                                 makeIndex(b, kSlice), sums);
  keepRolled(loop);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value k = loop.getInductionVar(), zero = makeIndex(b, 0);
    for (const Factor *factor : {&lhs, &rhs})
      for (int64_t i = 0; i < kSide * kSlice; i += kThreads) {
        Value id = add(thread, i);
        int64_t fastest = factor->alongK ? kSlice : kSide;
        Value outer = by(id, fastest), inner = mod(id, fastest);
        Value slice = factor->alongK ? inner : outer;
        Value side = factor->alongK ? outer : inner;
        Value atK = add(k, slice), at = add(factor->start, side);
        Value valid = arith::AndIOp::create(b, isBelow(b, atK, lhs.depthLimit),
                                            isBelow(b, at, factor->limit));
        atK = arith::SelectOp::create(b, valid, atK, zero);
        at = arith::SelectOp::create(b, valid, at, zero);
        auto loops = factor->loopsAt(b, batchIvs, at, atK);
        Value value = factor->load(b, factor->indices(b, loops),
                                   factor->isInside(b, loops, valid));
        if (value.getType() != type)
          value = arith::ExtFOp::create(b, type, value);
        memref::StoreOp::create(b, value, factor->shared,
                                ValueRange{slice, side});
      }
    gpu::BarrierOp::create(b);
    // k past the end is not added: it would make a -0 a 0.
    Value left = arith::SubIOp::create(b, lhs.depthLimit, k);
    left = arith::MinUIOp::create(b, left, makeIndex(b, kSlice));
    auto slices = scf::ForOp::create(b, zero, left, makeIndex(b, 1),
                                     loop.getRegionIterArgs());
    {
      OpBuilder::InsertionGuard inner(b);
      b.setInsertionPointToStart(slices.getBody());
      auto four = [&](const Factor &factor, Value side) {
        auto vectorType = VectorType::get({kOwn}, type);
        int64_t bytes = kOwn * type.getIntOrFloatBitWidth() / 8;
        return unpack(
            b, vector::LoadOp::create(
                   b, vectorType, factor.shared,
                   ValueRange{slices.getInductionVar(), times(side, kOwn)},
                   /*nontemporal=*/false,
                   llvm::Align(std::min(kAccessBytes, bytes))));
      };
      auto left = four(lhs, ty), right = four(rhs, tx);
      SmallVector<Value> next;
      for (int64_t i = 0; i < kOwn; ++i)
        for (int64_t j = 0; j < kOwn; ++j) {
          Value acc = slices.getRegionIterArgs()[i * kOwn + j];
          // Narrow sums round after each step, as the model wrote them.
          Value sum;
          if (type == con.accumulator && type.getIntOrFloatBitWidth() >= 32)
            sum = math::FmaOp::create(b, left[i], right[j], acc);
          else
            sum = arith::AddFOp::create(
                b, acc, arith::MulFOp::create(b, left[i], right[j]));
          next.push_back(sum);
        }
      scf::YieldOp::create(b, next);
    }
    gpu::BarrierOp::create(b);
    scf::YieldOp::create(b, slices.getResults());
  }
  auto partials = startScans(storeWidth);
  Value row = add(lhs.start, times(ty, kOwn));
  Value column = add(rhs.start, times(tx, kOwn));
  SmallVector<SmallVector<Chunk>> chunks;
  for (int64_t j = 0; j < kOwn; j += 2)
    chunks.push_back(startColumns(add(column, j)));
  for (int64_t i = 0; i < kOwn; ++i) {
    Chunk line = startRow(add(row, i));
    for (int64_t j = 0; j < kOwn; j += 2)
      emitEpilogue(
          line, chunks[j / 2],
          {loop.getResult(i * kOwn + j), loop.getResult(i * kOwn + j + 1)},
          partials);
  }
  endRow(partials);
  finishScans(partials);
}

//===----------------------------------------------------------------------===//
// Epilogue
//===----------------------------------------------------------------------===//

/// Where the output has a row's element in a column.
SmallVector<Value> ContractionEmitter::pointAt(Value row, Value column) {
  SmallVector<Value> loops = batchIvs;
  setLoops(b, row, rows, loops);
  setLoops(b, column, columns, loops);
  return applyMap(b, op.getMatchingIndexingMap(op.getDpsInitOperand(0)), loops);
}

/// Loads what the epilogue reads that moves with these loops of the output and
/// not with the others.
void ContractionEmitter::loadAhead(Chunk &chunk, ArrayRef<Loop> moving,
                                   ArrayRef<Loop> fixed) {
  AffineMap outMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  auto movesWith = [&](AffineMap map, ArrayRef<Loop> loops) {
    return llvm::any_of(loops, [&](const Loop &loop) {
      return map.isFunctionOfDim(*outMap.getResultPosition(
          getAffineDimExpr(loop.number, outMap.getContext())));
    });
  };
  for (linalg::GenericOp after : group.ops) {
    if (after == op || group.isScan(after))
      continue;
    for (OpOperand *in : after.getDpsInputOperands()) {
      AffineMap map = after.getMatchingIndexingMap(in);
      if (isa<RankedTensorType>(in->get().getType()) &&
          !group.defines(in->get()) && !isConstant(in->get()) &&
          !after.getMatchingBlockArgument(in).use_empty() &&
          movesWith(map, moving) && !movesWith(map, fixed))
        load(chunk, in->get(), map);
    }
  }
}

/// Two neighbouring columns, with what the epilogue reads that is the same for
/// all rows: a bias is loaded once.
SmallVector<Chunk> ContractionEmitter::startColumns(Value column) {
  SmallVector<Chunk> chunks;
  for (int64_t j = 0; j < 2; j += storeWidth) {
    Chunk chunk;
    chunk.width = storeWidth;
    chunk.column = add(column, j);
    if (!coversEvenly(rhs.size, tile.columns))
      chunk.valid = isBelow(b, chunk.column, rhs.limit);
    chunk.ivs = pointAt(makeIndex(b, 0), chunk.column);
    loadAhead(chunk, columns, rows);
    chunks.push_back(std::move(chunk));
  }
  return chunks;
}

/// What the epilogue reads that is the same for all columns of a row.
Chunk ContractionEmitter::startRow(Value row) {
  Chunk chunk;
  chunk.width = 1;
  chunk.column = row;
  if (!coversEvenly(lhs.size, tile.rows))
    chunk.valid = isBelow(b, row, lhs.limit);
  chunk.ivs = pointAt(row, makeIndex(b, 0));
  loadAhead(chunk, rows, columns);
  return chunk;
}

/// A row's elements in two columns, and all that the group does to them.
void ContractionEmitter::emitEpilogue(const Chunk &row, ArrayRef<Chunk> columns,
                                      ArrayRef<Value> values,
                                      MutableArrayRef<Partial> partials) {
  for (auto [j, column] : llvm::enumerate(columns)) {
    Value valid = column.valid ? column.valid : row.valid;
    if (column.valid && row.valid)
      valid = arith::AndIOp::create(b, row.valid, column.valid);
    auto sums = llvm::to_vector(values.slice(j * storeWidth, storeWidth));
    Chunk chunk = makeChunkAt(op.getResult(0), sums,
                              pointAt(row.column, column.column), valid);
    chunk.loads = column.loads;
    for (auto &[key, loaded] : row.loads)
      chunk.loads[key] = SmallVector<Value>(storeWidth, loaded[0]);
    completeSums(chunk);
    for (Partial &partial : partials)
      scanChunk(partial, chunk);
    storeChunk(chunk);
  }
}

/// Adds what sums start from, where it differs from one to the other, and
/// rounds what was summed up wider than the model has it.
void ContractionEmitter::completeSums(Chunk &chunk) {
  auto convert = [&](Value value, Type type) -> Value {
    if (value.getType() == type)
      return value;
    if (type == con.accumulator)
      return arith::TruncFOp::create(b, type, value);
    return arith::ExtFOp::create(b, type, value);
  };
  Value start = op.getDpsInits()[0];
  SmallVector<Value> starts;
  if (group.defines(start))
    llvm::append_range(starts, elements(chunk, start));
  else if (!isConstant(start))
    starts = load(chunk, start, b.getMultiDimIdentityMap(group.rank));
  auto &sums = chunk.elements[op.getResult(0)];
  for (auto [i, sum] : llvm::enumerate(sums)) {
    if (!starts.empty())
      sum = arith::AddFOp::create(b, convert(starts[i], sum.getType()), sum);
    sum = convert(sum, con.accumulator);
  }
}

void ContractionEmitter::emit() {
  if (tensorCores)
    emitTensorCores();
  else
    emitRegisters();
  plan.leave();
}

bool nanguard::emitContractionKernel(KernelPlan &plan,
                                     const KernelGroup &group) {
  auto con = matchContraction(group.ops.front());
  if (!con)
    return false;
  ContractionEmitter emitter(plan, group, *con);
  if (!emitter.prepare())
    return false;
  emitter.emit();
  return true;
}
