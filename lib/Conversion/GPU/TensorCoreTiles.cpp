//===- TensorCoreTiles.cpp - Operands of mma.sync -------------------------===//

#include "TensorCoreTiles.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace nanguard;

bool nanguard::coversEvenly(int64_t size, int64_t step) {
  return !ShapedType::isDynamic(size) && size % step == 0;
}

static bool hasUnitStride(Value buffer) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(cast<MemRefType>(buffer.getType())
                       .getStridesAndOffset(strides, offset)) &&
         !strides.empty() && strides.back() == 1;
}

MemRefType Factor::sharedType(int64_t stages) const {
  SmallVector<int64_t> shape = {stages, tile, depthTile};
  if (!alongK)
    std::swap(shape[1], shape[2]);
  return MemRefType::get(
      shape, element(), MemRefLayoutAttrInterface(),
      gpu::AddressSpaceAttr::get(tensor.getContext(),
                                 gpu::AddressSpace::Workgroup));
}

std::optional<Factor> nanguard::describeFactor(KernelPlan &plan,
                                               linalg::GenericOp op,
                                               unsigned operand, unsigned dim,
                                               unsigned k) {
  OpOperand *in = op.getDpsInputOperand(operand);
  Factor factor;
  factor.tensor = in->get();
  factor.map = op.getMatchingIndexingMap(in);
  factor.dim = dim;
  factor.k = k;
  factor.buffer = plan.memref(factor.tensor);
  if (!factor.buffer)
    return std::nullopt;
  auto ranges = op.getStaticLoopRanges();
  factor.size = ranges[dim], factor.depthSize = ranges[k];
  for (auto [i, e] : llvm::enumerate(factor.map.getResults())) {
    if (e == getAffineDimExpr(dim, e.getContext()))
      factor.limit = plan.extent(factor.tensor, i);
    if (e == getAffineDimExpr(k, e.getContext()))
      factor.depthLimit = plan.extent(factor.tensor, i);
  }
  factor.alongK =
      factor.map.getDimPosition(factor.map.getNumResults() - 1) == k;
  int64_t last = cast<MemRefType>(factor.buffer.getType()).getShape().back();
  factor.width = kChunkHalves;
  while (factor.width > 1 && (!coversEvenly(last, factor.width) ||
                              !isAligned(factor.buffer, factor.width)))
    factor.width /= 2;
  return factor;
}

bool nanguard::fitsLdMatrix(const Factor &factor) {
  unsigned last = factor.map.getDimPosition(factor.map.getNumResults() - 1);
  return (factor.alongK || last == factor.dim) && hasUnitStride(factor.buffer);
}

bool nanguard::areHalves(const Factor &lhs, const Factor &rhs) {
  return lhs.element() == rhs.element() &&
         isa<Float16Type, BFloat16Type>(lhs.element());
}

/// Where chunk `chunk` of row `row` lies in its row: eight rows of an ldmatrix
/// fall on eight groups of banks.
Value TileBuilder::cellFor(Value chunk, Value row, int64_t chunks) {
  int64_t period = std::min<int64_t>(llvm::bit_floor(uint64_t(chunks)), 8);
  // An uneven row of chunks moves the banks on by itself, but not its last
  // chunks: these stay where an XOR keeps them inside.
  while (chunks % period != 0)
    period /= 2;
  Value key = mod(by(row, 8 / period), period);
  return arith::XOrIOp::create(b, chunk, key);
}

/// Copies one chunk, zeros where it lies outside. `along` counts the dimension
/// that is contiguous.
void TileBuilder::copyChunk(const Factor &factor, Value stage, Value row,
                            Value cell, Value along, Value across,
                            ArrayRef<Value> ivs) {
  bool inside = coversEvenly(factor.size, factor.tile) &&
                coversEvenly(factor.depthSize, factor.depthTile);
  Value alongLimit = factor.alongK ? factor.depthLimit : factor.limit;
  Value acrossLimit = factor.alongK ? factor.limit : factor.depthLimit;
  Value zero = makeIndex(b, 0), acrossValid;
  if (!inside) {
    acrossValid = isBelow(b, across, acrossLimit);
    across = arith::SelectOp::create(b, acrossValid, across, zero);
  }
  auto indices = [&](Value at) {
    SmallVector<Value> all(ivs);
    all[factor.k] = factor.alongK ? at : across;
    all[factor.dim] = factor.alongK ? across : at;
    return applyMap(b, factor.map, all);
  };
  SmallVector<Value> singles;
  for (int64_t i = 0; i < kChunkHalves; i += factor.width) {
    Value at = add(along, i), valid;
    if (!inside) {
      valid = arith::AndIOp::create(b, acrossValid, isBelow(b, at, alongLimit));
      at = arith::SelectOp::create(b, valid, at, zero);
    }
    if (factor.width > 1) {
      Value count;
      if (!inside)
        count =
            arith::SelectOp::create(b, valid, makeIndex(b, factor.width), zero);
      nvgpu::DeviceAsyncCopyOp::create(
          b, nvgpu::DeviceAsyncTokenType::get(b.getContext()), factor.shared,
          ValueRange{stage, row, add(times(cell, kChunkHalves), i)},
          factor.buffer, indices(at), b.getIndexAttr(factor.width), count,
          factor.width == kChunkHalves ? b.getUnitAttr() : UnitAttr());
      continue;
    }
    Value value = memref::LoadOp::create(b, factor.buffer, indices(at));
    if (!inside)
      value = arith::SelectOp::create(
          b, valid, value,
          arith::ConstantOp::create(b, b.getFloatAttr(value.getType(), 0.0)));
    singles.push_back(value);
  }
  if (singles.empty())
    return;
  Value vector = vector::FromElementsOp::create(
      b, VectorType::get({kChunkHalves}, factor.element()), singles);
  vector::StoreOp::create(b, vector, factor.shared,
                          ValueRange{stage, row, times(cell, kChunkHalves)},
                          /*nontemporal=*/false, llvm::Align(kAccessBytes));
}

void TileBuilder::copy(const Factor &factor, Value stage, Value k,
                       ArrayRef<Value> ivs) {
  int64_t rows = factor.alongK ? factor.tile : factor.depthTile;
  int64_t chunks =
      (factor.alongK ? factor.depthTile : factor.tile) / kChunkHalves;
  for (int64_t i = 0; i < rows * chunks; i += threads) {
    Value id = add(thread, i);
    Value row = by(id, chunks), chunk = mod(id, chunks);
    OpBuilder::InsertionGuard guard(b);
    if (i + threads > rows * chunks) {
      auto ifOp = scf::IfOp::create(
          b, isBelow(b, id, makeIndex(b, rows * chunks)), /*withElse=*/false);
      b.setInsertionPointToStart(ifOp.thenBlock());
    }
    Value along =
        add(factor.alongK ? k : factor.start, times(chunk, kChunkHalves));
    Value across = add(factor.alongK ? factor.start : k, row);
    copyChunk(factor, stage, row, cellFor(chunk, row, chunks), along, across,
              ivs);
  }
}

SmallVector<Value> TileBuilder::load(const Factor &factor, Value stage,
                                     Value first, int64_t step, bool isLhs) {
  // Which of four 8 x 8 matrices the lane addresses a row of: those of lhs run
  // over rows first, those of rhs over k first.
  Value lane = mod(thread, nanguard::kWarpSize);
  Value quad = by(lane, 8), in = mod(lane, 8);
  Value fast = mod(quad, 2), slow = by(quad, 2);
  Value outer = isLhs ? fast : slow, inner = isLhs ? slow : fast;
  Value row, chunk, key;
  int64_t chunks;
  if (factor.alongK) {
    // The swizzle's period divides `first`.
    key = add(in, times(outer, 8));
    row = add(key, first);
    chunk = add(inner, step * 2);
    chunks = factor.depthTile / kChunkHalves;
  } else {
    key = row = add(add(in, times(inner, 8)), step * 16);
    chunk = add(outer, by(first, kChunkHalves));
    chunks = factor.tile / kChunkHalves;
  }
  Value cell = cellFor(chunk, key, chunks);
  Value loaded = nvgpu::LdMatrixOp::create(
      b, VectorType::get({4, 2}, factor.element()), factor.shared,
      ValueRange{stage, row, times(cell, kChunkHalves)},
      /*transpose=*/!factor.alongK, /*numTiles=*/4);
  SmallVector<Value> parts;
  for (int64_t i = 0; i < 4; ++i)
    parts.push_back(vector::ExtractOp::create(b, loaded, i));
  return parts;
}

/// sums += left * right by one mma.sync m16n8k(`depth`).
static void addProduct(ImplicitLocOpBuilder &b, NVVM::MMATypes type,
                       int64_t depth, ArrayRef<Value> left,
                       ArrayRef<Value> right, MutableArrayRef<Value> sums) {
  Type f32 = b.getF32Type();
  Value result = NVVM::MmaOp::create(
      b, LLVM::LLVMStructType::getLiteral(b.getContext(), {f32, f32, f32, f32}),
      ValueRange(left), ValueRange(right), ValueRange(sums),
      ArrayRef<int64_t>{16, 8, depth}, /*b1Op=*/std::nullopt,
      /*intOverflow=*/std::nullopt, std::array<NVVM::MMATypes, 2>{type, type},
      std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                     NVVM::MMALayout::col});
  for (auto [i, sum] : llvm::enumerate(sums))
    sum = LLVM::ExtractValueOp::create(b, result, i);
}

void TileBuilder::multiply(Type element, ValueRange left, ValueRange right,
                           MutableArrayRef<Value> sums) {
  bool isHalf = element.isF16();
  auto packed = [&](ValueRange values) {
    SmallVector<Value> words(values);
    if (!isHalf)
      for (Value &word : words)
        word = LLVM::BitcastOp::create(b, b.getI32Type(), word);
    return words;
  };
  addProduct(b, isHalf ? NVVM::MMATypes::f16 : NVVM::MMATypes::bf16, 16,
             packed(left), packed(right), sums);
}

void TileBuilder::multiplyTF32(ValueRange left, ValueRange right,
                               MutableArrayRef<Value> sums) {
  auto bits = [&](ValueRange values) {
    return llvm::map_to_vector(values, [&](Value value) -> Value {
      return arith::BitcastOp::create(b, b.getI32Type(), value);
    });
  };
  addProduct(b, NVVM::MMATypes::tf32, 8, bits(left), bits(right), sums);
}

/// `body` gets each `step`-th chunk of a tile from `id` on, and its place.
void TileBuilder::forEachChunk(const Factor &factor, Value stage, Value id,
                               int64_t step,
                               function_ref<void(Value, ValueRange)> body) {
  ArrayRef<int64_t> shape = factor.sharedType(1).getShape();
  int64_t chunks = shape[2] / kChunkHalves;
  auto type = VectorType::get({kChunkHalves}, factor.element());
  for (int64_t i = 0; i < shape[1] * chunks; i += step) {
    Value at = add(id, i);
    SmallVector<Value> place = {stage, by(at, chunks),
                                times(mod(at, chunks), kChunkHalves)};
    body(vector::LoadOp::create(b, type, factor.shared, place,
                                /*nontemporal=*/false,
                                llvm::Align(kAccessBytes)),
         place);
  }
}

/// The bits of an element type's Inf.
static Value infinityBits(ImplicitLocOpBuilder &b, Type element) {
  APFloat inf = APFloat::getInf(cast<FloatType>(element).getFloatSemantics());
  return arith::ConstantOp::create(
      b, b.getIntegerAttr(b.getIntegerType(16), inf.bitcastToAPInt()));
}

Value TileBuilder::hasNonFinite(const Factor &factor, Value stage) {
  auto pair = VectorType::get({2}, factor.element());
  Value highest = arith::ConstantOp::create(b, b.getZeroAttr(pair));
  Value lane = mod(thread, nanguard::kWarpSize);
  forEachChunk(
      factor, stage, lane, nanguard::kWarpSize, [&](Value chunk, ValueRange) {
        auto values = unpack(b, chunk);
        for (int64_t j = 0; j < kChunkHalves; j += 2)
          highest =
              packedMagnitude(b,
                              vector::FromElementsOp::create(
                                  b, pair, ValueRange(values).slice(j, 2)),
                              highest);
      });
  Type word = b.getIntegerType(16);
  auto both = unpack(b, highest);
  Value bits =
      arith::MaxUIOp::create(b, arith::BitcastOp::create(b, word, both[0]),
                             arith::BitcastOp::create(b, word, both[1]));
  Value here = arith::CmpIOp::create(b, arith::CmpIPredicate::uge, bits,
                                     infinityBits(b, factor.element()));
  return NVVM::VoteSyncOp::create(b, b.getI1Type(), makeI32(b, -1), here,
                                  NVVM::VoteSyncKind::any);
}

void TileBuilder::clearNonFinite(const Factor &factor, Value stage) {
  Value zero =
      arith::ConstantOp::create(b, b.getFloatAttr(factor.element(), 0.0));
  Type word = b.getIntegerType(16);
  forEachChunk(
      factor, stage, thread, threads, [&](Value chunk, ValueRange place) {
        auto values = unpack(b, chunk);
        for (Value &value : values) {
          Value bits =
              arith::BitcastOp::create(b, word, math::AbsFOp::create(b, value));
          Value isFinite =
              arith::CmpIOp::create(b, arith::CmpIPredicate::ult, bits,
                                    infinityBits(b, factor.element()));
          value = arith::SelectOp::create(b, isFinite, value, zero);
        }
        vector::StoreOp::create(
            b, vector::FromElementsOp::create(b, chunk.getType(), values),
            factor.shared, place, /*nontemporal=*/false,
            llvm::Align(kAccessBytes));
      });
}
