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

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;

static constexpr int64_t kStages = 3;
static constexpr int64_t kDepth = 32; // of k, in halves, a stage
static constexpr int64_t kChunk = 8;  // halves in 16 bytes
/// Blocks that fill a GPU: below, smaller tiles are better.
static constexpr int64_t kEnoughBlocks = 132;

namespace {
/// A block's tile of the output, and how its warps share it.
struct TileShape {
  int64_t rows, columns, warpRows, warpColumns;
  int64_t warps() const { return (rows / warpRows) * (columns / warpColumns); }
};

/// One operand: which of the output's dimensions numbers its rows, and whether
/// k is contiguous.
struct Factor {
  Value tensor, buffer;
  AffineMap map;
  unsigned dim;       // the loop that it has besides k
  bool alongK;        // contiguous in k, else in dim
  int64_t width = 1;  // elements that an access may take
  int64_t tile = 0;   // of the block, in dim
  Value limit, start; // in dim: extent, first of the block
  Value shared;
};

class ContractionEmitter : ElementEmitter {
public:
  ContractionEmitter(KernelPlan &plan, const KernelGroup &group,
                     const Contraction &con)
      : ElementEmitter(plan, group), con(con), op(group.ops.front()) {
    masksAll = true;
  }

  bool prepare();
  void emit();

private:
  bool describe(Factor &factor, unsigned operand, unsigned dim);
  bool fitsTensorCores();
  void chooseTile();
  Value cellFor(Value chunk, Value row, int64_t chunks);

  void launch(ArrayRef<MemRefType> shared, int64_t threads);
  Value loopExtent(unsigned dim);
  void copyTile(const Factor &factor, Value stage, Value k);
  void copyPiece(const Factor &factor, Value stage, Value row, Value chunk,
                 Value along, Value across);
  SmallVector<Value> loadFragments(const Factor &factor, Value stage,
                                   Value first, int64_t step, bool isLhs);
  void emitTensorCores();
  void emitRegisters();
  void emitEpilogue(Value row, Value column, ArrayRef<Value> values,
                    MutableArrayRef<Partial> partials);
  Value add(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value add(Value x, int64_t y) { return add(x, makeIndex(b, y)); }
  Value times(Value x, int64_t y) {
    return arith::MulIOp::create(b, x, makeIndex(b, y));
  }
  Value by(Value x, int64_t y) {
    return arith::DivUIOp::create(b, x, makeIndex(b, y));
  }
  Value mod(Value x, int64_t y) {
    return arith::RemUIOp::create(b, x, makeIndex(b, y));
  }

  const Contraction con;
  linalg::GenericOp op;
  Factor lhs, rhs;
  bool tensorCores = false;
  TileShape tile;
  int64_t rows, columns, depth; // static extents of m, n, k
  Value depthExtent;
  int64_t storeWidth = 1;
  SmallVector<Value> batchIvs; // by loop
  Value init;
};
} // namespace

//===----------------------------------------------------------------------===//
// Shape and schedule
//===----------------------------------------------------------------------===//

static bool hasUnitStride(Value buffer) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(cast<MemRefType>(buffer.getType())
                       .getStridesAndOffset(strides, offset)) &&
         strides.back() == 1;
}

bool ContractionEmitter::describe(Factor &factor, unsigned operand,
                                  unsigned dim) {
  OpOperand *in = op.getDpsInputOperand(operand);
  factor.tensor = in->get();
  factor.map = op.getMatchingIndexingMap(in);
  factor.dim = dim;
  factor.buffer = plan.memref(factor.tensor);
  if (!factor.buffer)
    return false;
  unsigned last = factor.map.getDimPosition(factor.map.getNumResults() - 1);
  factor.alongK = last == con.k;
  tensorCores &= (factor.alongK || last == dim) && hasUnitStride(factor.buffer);
  auto shape = cast<MemRefType>(factor.buffer.getType()).getShape();
  factor.width = kChunk;
  while (factor.width > 1 && (ShapedType::isDynamic(shape.back()) ||
                              shape.back() % factor.width != 0 ||
                              !isAligned(factor.buffer, factor.width)))
    factor.width /= 2;
  return true;
}

/// Halves, summed up in f32.
bool ContractionEmitter::fitsTensorCores() {
  auto typeOf = [&](unsigned operand) {
    return getElementTypeOrSelf(op.getDpsInputs()[operand].getType());
  };
  Type type = typeOf(con.lhs);
  return con.accumulator.isF32() && type == typeOf(con.rhs) &&
         isa<Float16Type, BFloat16Type>(type);
}

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
    if (batches * blocks(rows, shape.rows) * blocks(columns, shape.columns) >=
        kEnoughBlocks)
      break;
  }
}

Value ContractionEmitter::loopExtent(unsigned dim) {
  for (const Factor *factor : {&lhs, &rhs})
    for (auto [i, e] : llvm::enumerate(factor->map.getResults()))
      if (e == getAffineDimExpr(dim, e.getContext()))
        return plan.extent(factor->tensor, i);
  llvm_unreachable("each loop has an operand");
}

bool ContractionEmitter::prepare() {
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  tensorCores = fitsTensorCores();
  if (!fill || !describe(lhs, con.lhs, con.m) || !describe(rhs, con.rhs, con.n))
    return false;
  init = fill.getInputs()[0];
  auto ranges = op.getStaticLoopRanges();
  rows = ranges[con.m], columns = ranges[con.n], depth = ranges[con.k];
  for (unsigned i = 0; i < group.rank; ++i)
    extents.push_back(plan.extent(op.getDpsInits()[0], i));
  findTargets();
  lhs.limit = loopExtent(con.m);
  rhs.limit = loopExtent(con.n);
  depthExtent = loopExtent(con.k);
  storeWidth = !ShapedType::isDynamic(columns) && columns % 2 == 0 ? 2 : 1;
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
    sizes.push_back(loopExtent(dim));
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

/// Where chunk `chunk` of row `row` lies in its row: eight rows of an ldmatrix
/// fall on eight groups of banks.
Value ContractionEmitter::cellFor(Value chunk, Value row, int64_t chunks) {
  Value key = chunks >= 8 ? mod(row, 8) : mod(by(row, 8 / chunks), chunks);
  return arith::XOrIOp::create(b, chunk, key);
}

/// Copies one chunk, zeros where it lies outside. `along` counts the dimension
/// that is contiguous.
void ContractionEmitter::copyPiece(const Factor &factor, Value stage, Value row,
                                   Value chunk, Value along, Value across) {
  Value alongLimit = factor.alongK ? depthExtent : factor.limit;
  Value acrossLimit = factor.alongK ? factor.limit : depthExtent;
  int64_t alongSize =
      factor.alongK ? depth : (factor.dim == con.m ? rows : columns);
  int64_t acrossSize =
      factor.alongK ? (factor.dim == con.m ? rows : columns) : depth;
  int64_t alongTile = factor.alongK ? kDepth : factor.tile;
  int64_t acrossTile = factor.alongK ? factor.tile : kDepth;
  auto fits = [](int64_t size, int64_t step) {
    return !ShapedType::isDynamic(size) && size % step == 0;
  };
  bool inside = fits(alongSize, alongTile) && fits(acrossSize, acrossTile);
  Value zero = makeIndex(b, 0), acrossValid;
  if (!inside) {
    acrossValid = isBelow(b, across, acrossLimit);
    across = arith::SelectOp::create(b, acrossValid, across, zero);
  }
  auto indices = [&](Value at) {
    SmallVector<Value> ivs = batchIvs;
    ivs[factor.alongK ? con.k : factor.dim] = at;
    ivs[factor.alongK ? factor.dim : con.k] = across;
    return applyMap(b, factor.map, ivs);
  };
  Type type = getElementTypeOrSelf(factor.tensor.getType());
  SmallVector<Value> singles;
  for (int64_t i = 0; i < kChunk; i += factor.width) {
    Value at = add(along, i), valid;
    if (!inside) {
      valid = arith::AndIOp::create(b, acrossValid, isBelow(b, at, alongLimit));
      at = arith::SelectOp::create(b, valid, at, zero);
    }
    if (factor.width > 1) {
      Value elements = inside ? Value()
                              : arith::SelectOp::create(
                                    b, valid, makeIndex(b, factor.width), zero)
                                    .getResult();
      nvgpu::DeviceAsyncCopyOp::create(
          b, nvgpu::DeviceAsyncTokenType::get(b.getContext()), factor.shared,
          ValueRange{stage, row, add(times(chunk, kChunk), i)}, factor.buffer,
          indices(at), b.getIndexAttr(factor.width), elements,
          factor.width == kChunk ? b.getUnitAttr() : UnitAttr());
      continue;
    }
    Value value = memref::LoadOp::create(b, factor.buffer, indices(at));
    if (!inside)
      value = arith::SelectOp::create(
          b, valid, value,
          arith::ConstantOp::create(b, b.getFloatAttr(type, 0.0)));
    singles.push_back(value);
  }
  if (singles.empty())
    return;
  Value vector = vector::FromElementsOp::create(
      b, VectorType::get({kChunk}, type), singles);
  vector::StoreOp::create(b, vector, factor.shared,
                          ValueRange{stage, row, times(chunk, kChunk)},
                          /*nontemporal=*/false, llvm::Align(kAccessBytes));
}

/// The block's part of an operand at k, by all threads.
void ContractionEmitter::copyTile(const Factor &factor, Value stage, Value k) {
  int64_t tileRows = factor.alongK ? factor.tile : kDepth;
  int64_t chunks = (factor.alongK ? kDepth : factor.tile) / kChunk;
  int64_t threads = tile.warps() * nanguard::kWarpSize;
  for (int64_t i = 0; i < tileRows * chunks; i += threads) {
    Value id = add(thread, i);
    Value row = by(id, chunks), chunk = mod(id, chunks);
    auto copy = [&] {
      Value along = add(factor.alongK ? k : factor.start, times(chunk, kChunk));
      Value across = add(factor.alongK ? factor.start : k, row);
      copyPiece(factor, stage, row, cellFor(chunk, row, chunks), along, across);
    };
    if (i + threads <= tileRows * chunks) {
      copy();
      continue;
    }
    auto ifOp = scf::IfOp::create(
        b, isBelow(b, id, makeIndex(b, tileRows * chunks)), false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(ifOp.thenBlock());
    copy();
  }
}

/// Fragments of mma.m16n8k16 for 16 rows (of lhs) or 16 columns (of rhs, two
/// tiles) from `first` on, at the stage's `step`-th 16 of k.
SmallVector<Value> ContractionEmitter::loadFragments(const Factor &factor,
                                                     Value stage, Value first,
                                                     int64_t step, bool isLhs) {
  Value lane = mod(thread, nanguard::kWarpSize);
  // Which of four 8 x 8 matrices the lane addresses a row of: those of lhs run
  // over rows first, those of rhs over k first.
  Value quad = by(lane, 8), in = mod(lane, 8);
  Value fast = mod(quad, 2), slow = by(quad, 2);
  Value outer = isLhs ? fast : slow, inner = isLhs ? slow : fast;
  Value row, chunk;
  int64_t chunks;
  if (factor.alongK) {
    row = add(add(in, times(outer, 8)), first);
    chunk = add(inner, step * 2);
    chunks = kDepth / kChunk;
  } else {
    row = add(add(in, times(inner, 8)), step * 16);
    chunk = add(outer, by(first, kChunk));
    chunks = factor.tile / kChunk;
  }
  // The rows before `first` are a multiple of the swizzle's period.
  Value key = factor.alongK ? add(in, times(outer, 8)) : row;
  Type type = getElementTypeOrSelf(factor.tensor.getType());
  Value loaded = nvgpu::LdMatrixOp::create(
      b, VectorType::get({4, 2}, type), factor.shared,
      ValueRange{stage, row, times(cellFor(chunk, key, chunks), kChunk)},
      /*transpose=*/!factor.alongK, /*numTiles=*/4);
  SmallVector<Value> parts;
  for (int64_t i = 0; i < 4; ++i) {
    Value part = vector::ExtractOp::create(b, loaded, i);
    if (type.isBF16())
      part = LLVM::BitcastOp::create(b, b.getI32Type(), part);
    parts.push_back(part);
  }
  return parts;
}

void ContractionEmitter::emitTensorCores() {
  chooseTile();
  lhs.tile = tile.rows, rhs.tile = tile.columns;
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  SmallVector<MemRefType> shared;
  for (Factor *factor : {&lhs, &rhs}) {
    SmallVector<int64_t> shape = {kStages, factor->tile, kDepth};
    if (!factor->alongK)
      std::swap(shape[1], shape[2]);
    shared.push_back(
        MemRefType::get(shape, getElementTypeOrSelf(factor->tensor.getType()),
                        MemRefLayoutAttrInterface(), space));
  }
  launch(shared, tile.warps() * nanguard::kWarpSize);
  Value warp = by(thread, nanguard::kWarpSize);
  int64_t across = tile.columns / tile.warpColumns;
  Value warpRow = times(by(warp, across), tile.warpRows);
  Value warpColumn = times(mod(warp, across), tile.warpColumns);
  int64_t rowTiles = tile.warpRows / 16, columnTiles = tile.warpColumns / 8;

  Value steps =
      arith::CeilDivUIOp::create(b, depthExtent, makeIndex(b, kDepth));
  auto copyStep = [&](Value stage, Value step) {
    Value k = times(step, kDepth);
    copyTile(lhs, stage, k);
    copyTile(rhs, stage, k);
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
    Type f32 = b.getF32Type();
    auto resultType =
        LLVM::LLVMStructType::getLiteral(b.getContext(), {f32, f32, f32, f32});
    bool isHalf = getElementTypeOrSelf(lhs.tensor.getType()).isF16();
    auto ptxType = isHalf ? NVVM::MMATypes::f16 : NVVM::MMATypes::bf16;
    for (int64_t step = 0; step < kDepth / 16; ++step) {
      SmallVector<SmallVector<Value>> left, right;
      for (int64_t i = 0; i < rowTiles; ++i)
        left.push_back(loadFragments(lhs, reads, add(warpRow, i * 16), step,
                                     /*isLhs=*/true));
      for (int64_t j = 0; j < columnTiles; j += 2) {
        auto pair = loadFragments(rhs, reads, add(warpColumn, j * 8), step,
                                  /*isLhs=*/false);
        right.push_back({pair[0], pair[1]});
        right.push_back({pair[2], pair[3]});
      }
      for (int64_t i = 0; i < rowTiles; ++i)
        for (int64_t j = 0; j < columnTiles; ++j) {
          auto acc = MutableArrayRef(sums).slice((i * columnTiles + j) * 4, 4);
          Value result = NVVM::MmaOp::create(
              b, resultType, ValueRange(left[i]), ValueRange(right[j]),
              ValueRange(acc), ArrayRef<int64_t>{16, 8, 16},
              /*b1Op=*/std::nullopt, /*intOverflow=*/std::nullopt,
              std::array<NVVM::MMATypes, 2>{ptxType, ptxType},
              std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                             NVVM::MMALayout::col});
          for (int64_t e = 0; e < 4; ++e)
            acc[e] = LLVM::ExtractValueOp::create(b, result, e);
        }
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
  for (int64_t i = 0; i < rowTiles; ++i)
    for (int64_t half = 0; half < 2; ++half)
      for (int64_t j = 0; j < columnTiles; ++j) {
        int64_t at = (i * columnTiles + j) * 4 + half * 2;
        emitEpilogue(add(row, i * 16 + half * 8), add(column, j * 8),
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
  auto loop = scf::ForOp::create(b, makeIndex(b, 0), depthExtent,
                                 makeIndex(b, kSlice), sums);
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
        Value valid = arith::AndIOp::create(b, isBelow(b, atK, depthExtent),
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
    Value left = arith::SubIOp::create(b, depthExtent, k);
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
  for (int64_t i = 0; i < kOwn; ++i)
    for (int64_t j = 0; j < kOwn; j += 2)
      emitEpilogue(
          add(row, i), add(column, j),
          {loop.getResult(i * kOwn + j), loop.getResult(i * kOwn + j + 1)},
          partials);
  finishScans(partials);
}

//===----------------------------------------------------------------------===//
// Epilogue
//===----------------------------------------------------------------------===//

/// Two neighbours of the output, and all that the group does to them.
void ContractionEmitter::emitEpilogue(Value row, Value column,
                                      ArrayRef<Value> values,
                                      MutableArrayRef<Partial> partials) {
  auto fits = [](int64_t size, int64_t step) {
    return !ShapedType::isDynamic(size) && size % step == 0;
  };
  AffineMap outMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (int64_t j = 0; j < 2; j += storeWidth) {
    Chunk chunk;
    chunk.width = storeWidth;
    Value at = add(column, j), atRow = row, zero = makeIndex(b, 0);
    if (!fits(rows, tile.rows) || !fits(columns, tile.columns)) {
      chunk.valid = arith::AndIOp::create(b, isBelow(b, row, lhs.limit),
                                          isBelow(b, at, rhs.limit));
      at = arith::SelectOp::create(b, chunk.valid, at, zero);
      atRow = arith::SelectOp::create(b, chunk.valid, row, zero);
    }
    SmallVector<Value> loops = batchIvs;
    loops[con.m] = atRow;
    loops[con.n] = at;
    chunk.ivs = applyMap(b, outMap, loops);
    chunk.linear = chunk.ivs[0];
    for (unsigned d = 1; d < group.rank; ++d)
      chunk.linear =
          add(arith::MulIOp::create(b, chunk.linear, extents[d]), chunk.ivs[d]);
    chunk.elements[op.getResult(0)] =
        SmallVector<Value>(values.slice(j, storeWidth));
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
