//===- ContractionKernel.cpp - One launch for a matmul and its epilogue ---===//
//
// A block computes a tile of the output. Halves that are summed up in f32 go
// through tensor cores: tiles of both operands are copied asynchronously to
// shared memory, three deep, and read from there by ldmatrix; chunks of 16
// bytes are swizzled so that neither meets a bank conflict. Everything else is
// summed up in registers in the order of k. The epilogue and the scan work on
// the accumulators.
//
//===----------------------------------------------------------------------===//

#include "ElementEmitter.h"
#include "Kernels.h"
#include "TensorCoreTiles.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;

static constexpr int64_t kStages = 3;
static constexpr int64_t kDepth = 32; // of k, in halves, a stage
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

  void launch(ArrayRef<MemRefType> shared, int64_t threads);
  void emitTensorCores();
  void emitRegisters();
  SmallVector<Chunk> startColumns(Value column);
  void emitEpilogue(Value row, ArrayRef<Chunk> columns, ArrayRef<Value> values,
                    MutableArrayRef<Partial> partials);

  const Contraction con;
  linalg::GenericOp op;
  Factor lhs, rhs;
  bool tensorCores = false;
  TileShape tile;
  int64_t storeWidth = 1;
  SmallVector<Value> batchIvs; // by loop
  Value init;
};
} // namespace

//===----------------------------------------------------------------------===//
// Shape and schedule
//===----------------------------------------------------------------------===//

/// The largest tile that still gives each multiprocessor a block.
void ContractionEmitter::chooseTile() {
  static constexpr TileShape kTiles[] = {
      {128, 128, 64, 32}, {64, 64, 32, 32}, {32, 64, 32, 16}};
  int64_t batches = 1;
  for (int64_t size : ArrayRef(group.extents).drop_back(2))
    batches *= ShapedType::isDynamic(size) ? 1 : size;
  for (const TileShape &shape : kTiles) {
    tile = shape;
    auto blocks = [](int64_t size, int64_t step) {
      return ShapedType::isDynamic(size) ? 16 : llvm::divideCeil(size, step);
    };
    if (batches * blocks(lhs.size, shape.rows) *
            blocks(rhs.size, shape.columns) >=
        kEnoughBlocks)
      break;
  }
}

bool ContractionEmitter::prepare() {
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  auto left = describeFactor(plan, op, con.lhs, con.m, con.k);
  auto right = describeFactor(plan, op, con.rhs, con.n, con.k);
  if (!fill || !left || !right)
    return false;
  lhs = *left, rhs = *right;
  tensorCores = con.accumulator.isF32() && areHalves(lhs, rhs) &&
                fitsLdMatrix(lhs) && fitsLdMatrix(rhs);
  init = fill.getInputs()[0];
  for (unsigned i = 0; i < group.rank; ++i)
    extents.push_back(plan.extent(op.getDpsInits()[0], i));
  findTargets();
  storeWidth = coversEvenly(rhs.size, 2) ? 2 : 1;
  return true;
}

/// Blocks run over the columns first, then rows, then the batch.
void ContractionEmitter::launch(ArrayRef<MemRefType> shared, int64_t threads) {
  auto tiles = [&](Value size, int64_t step) -> Value {
    return arith::CeilDivUIOp::create(plan.host(), size, plan.index(step));
  };
  Value columnTiles = tiles(rhs.limit, tile.columns);
  Value rowTiles = tiles(lhs.limit, tile.rows);
  Value count = arith::MulIOp::create(plan.host(), columnTiles, rowTiles);
  SmallVector<Value> sizes;
  for (unsigned dim : con.batch) {
    AffineMap map = lhs.map;
    unsigned at =
        *map.getResultPosition(getAffineDimExpr(dim, map.getContext()));
    sizes.push_back(plan.extent(lhs.tensor, at));
    count = arith::MulIOp::create(plan.host(), count, sizes.back());
  }
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
  for (unsigned i = con.batch.size(); i-- > 0;) {
    batchIvs[con.batch[i]] =
        i == 0 ? block : arith::RemUIOp::create(b, block, sizes[i]).getResult();
    if (i > 0)
      block = arith::DivUIOp::create(b, block, sizes[i]);
  }
  if (!shared.empty()) {
    lhs.shared = launched.getWorkgroupAttributions()[0];
    rhs.shared = launched.getWorkgroupAttributions()[1];
  }
}

//===----------------------------------------------------------------------===//
// Tensor cores
//===----------------------------------------------------------------------===//

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
  auto copyStep = [&](Value stage, Value step) {
    Value k = times(step, kDepth);
    tiles.copy(lhs, stage, k, batchIvs);
    tiles.copy(rhs, stage, k, batchIvs);
  };
  // The first copies; a step past the end copies nothing, but is a group.
  for (int64_t i = 0; i + 1 < kStages; ++i) {
    Value at = makeIndex(b, i);
    auto ifOp = scf::IfOp::create(b, isBelow(b, at, steps), false);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(ifOp.thenBlock());
      copyStep(at, at);
    }
    NVVM::CpAsyncCommitGroupOp::create(b);
  }
  Value start = deviceScalar(b, plan, init);
  SmallVector<Value> carried(rowTiles * columnTiles * 4, start);
  carried.push_back(makeIndex(b, 0));
  carried.push_back(makeIndex(b, kStages - 1));
  auto loop =
      scf::ForOp::create(b, makeIndex(b, 0), steps, makeIndex(b, 1), carried);
  keepRolled(loop);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> sums(loop.getRegionIterArgs());
    Value writes = sums.pop_back_val(), reads = sums.pop_back_val();
    NVVM::CpAsyncWaitGroupOp::create(b, kStages - 2);
    gpu::BarrierOp::create(b);
    Value ahead = add(loop.getInductionVar(), kStages - 1);
    auto ifOp = scf::IfOp::create(b, isBelow(b, ahead, steps), false);
    {
      OpBuilder::InsertionGuard inner(b);
      b.setInsertionPointToStart(ifOp.thenBlock());
      copyStep(writes, ahead);
    }
    NVVM::CpAsyncCommitGroupOp::create(b);
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
          tiles.multiply(
              lhs.element(), left[i], right[j],
              MutableArrayRef(sums).slice((i * columnTiles + j) * 4, 4));
    }
    auto next = [&](Value stage) -> Value {
      Value last = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, stage,
                                         makeIndex(b, kStages - 1));
      return arith::SelectOp::create(b, last, makeIndex(b, 0), add(stage, 1));
    };
    sums.push_back(next(reads));
    sums.push_back(next(writes));
    scf::YieldOp::create(b, sums);
  }
  auto partials = startScans(storeWidth);
  Value lane = mod(thread, nanguard::kWarpSize);
  Value row = add(add(lhs.start, warpRow), by(lane, 4));
  Value column = add(add(rhs.start, warpColumn), times(mod(lane, 4), 2));
  SmallVector<SmallVector<Chunk>> columns;
  for (int64_t j = 0; j < columnTiles; ++j)
    columns.push_back(startColumns(add(column, j * 8)));
  for (int64_t i = 0; i < rowTiles; ++i)
    for (int64_t half = 0; half < 2; ++half)
      for (int64_t j = 0; j < columnTiles; ++j) {
        int64_t at = (i * columnTiles + j) * 4 + half * 2;
        emitEpilogue(add(row, i * 16 + half * 8), columns[j],
                     {loop.getResult(at), loop.getResult(at + 1)}, partials);
      }
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
  Value start = deviceScalar(b, plan, init);
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
        SmallVector<Value> ivs = batchIvs;
        ivs[con.k] = arith::SelectOp::create(b, valid, atK, zero);
        ivs[factor->dim] = arith::SelectOp::create(b, valid, at, zero);
        Value value = memref::LoadOp::create(b, factor->buffer,
                                             applyMap(b, factor->map, ivs));
        if (value.getType() != type)
          value = arith::ExtFOp::create(b, type, value);
        value = arith::SelectOp::create(
            b, valid, value,
            arith::ConstantOp::create(b, b.getFloatAttr(type, 0.0)));
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
  SmallVector<SmallVector<Chunk>> columns;
  for (int64_t j = 0; j < kOwn; j += 2)
    columns.push_back(startColumns(add(column, j)));
  for (int64_t i = 0; i < kOwn; ++i)
    for (int64_t j = 0; j < kOwn; j += 2)
      emitEpilogue(
          add(row, i), columns[j / 2],
          {loop.getResult(i * kOwn + j), loop.getResult(i * kOwn + j + 1)},
          partials);
  finishScans(partials);
}

//===----------------------------------------------------------------------===//
// Epilogue
//===----------------------------------------------------------------------===//

/// Two neighbouring columns, with what the epilogue reads that is the same for
/// all rows: a bias is loaded once.
SmallVector<Chunk> ContractionEmitter::startColumns(Value column) {
  AffineMap outMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  unsigned rowDim =
      *outMap.getResultPosition(getAffineDimExpr(con.m, outMap.getContext()));
  SmallVector<Chunk> columns;
  for (int64_t j = 0; j < 2; j += storeWidth) {
    Chunk chunk;
    chunk.width = storeWidth;
    chunk.column = add(column, j);
    if (!coversEvenly(rhs.size, tile.columns))
      chunk.valid = isBelow(b, chunk.column, rhs.limit);
    SmallVector<Value> loops = batchIvs;
    loops[con.m] = makeIndex(b, 0);
    loops[con.n] = chunk.column;
    chunk.ivs = applyMap(b, outMap, loops);
    for (linalg::GenericOp after : group.ops) {
      if (after == op || group.isScan(after))
        continue;
      for (OpOperand *in : after.getDpsInputOperands()) {
        AffineMap map = after.getMatchingIndexingMap(in);
        if (isa<RankedTensorType>(in->get().getType()) &&
            !group.defines(in->get()) && !isConstant(in->get()) &&
            !after.getMatchingBlockArgument(in).use_empty() &&
            movesWithColumn(map) && !map.isFunctionOfDim(rowDim))
          load(chunk, in->get(), map);
      }
    }
    columns.push_back(std::move(chunk));
  }
  return columns;
}

/// A row's elements in two columns, and all that the group does to them.
void ContractionEmitter::emitEpilogue(Value row, ArrayRef<Chunk> columns,
                                      ArrayRef<Value> values,
                                      MutableArrayRef<Partial> partials) {
  AffineMap outMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  Value rowValid;
  if (!coversEvenly(lhs.size, tile.rows))
    rowValid = isBelow(b, row, lhs.limit);
  for (auto [j, column] : llvm::enumerate(columns)) {
    Value valid = column.valid ? column.valid : rowValid;
    if (column.valid && rowValid)
      valid = arith::AndIOp::create(b, rowValid, column.valid);
    SmallVector<Value> loops = batchIvs;
    loops[con.m] = row;
    loops[con.n] = column.column;
    Chunk chunk =
        makeChunkAt(op.getResult(0), values.slice(j * storeWidth, storeWidth),
                    applyMap(b, outMap, loops), valid);
    chunk.loads = column.loads;
    for (Partial &partial : partials)
      scanChunk(partial, chunk);
    storeChunk(chunk);
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
