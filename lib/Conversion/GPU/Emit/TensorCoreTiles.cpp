//===- TensorCoreTiles.cpp - Operands of mma.sync -------------------------===//

#include "TensorCoreTiles.h"
#include "../Schedule/PaddedReads.h"

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

/// The number of a loop's iterations, from a tensor that has it as a dimension.
static Value loopExtent(KernelPlan &plan, linalg::GenericOp op, unsigned loop) {
  for (OpOperand &operand : op->getOpOperands())
    if (auto at = op.getMatchingIndexingMap(&operand).getResultPosition(
            getAffineDimExpr(loop, op.getContext())))
      return plan.extent(operand.get(), *at);
  llvm_unreachable("a contraction's operands have its loops");
}

SmallVector<Loop> nanguard::describeLoops(KernelPlan &plan,
                                          linalg::GenericOp op,
                                          ArrayRef<unsigned> numbers) {
  auto sizes = op.getStaticLoopRanges();
  return llvm::map_to_vector(numbers, [&](unsigned number) {
    return Loop{number, sizes[number], loopExtent(plan, op, number)};
  });
}

/// The product of sizes, dynamic if one of them is.
static int64_t productOf(ArrayRef<Loop> loops) {
  int64_t size = 1;
  for (const Loop &loop : loops)
    size = ShapedType::isDynamic(loop.size) || ShapedType::isDynamic(size)
               ? ShapedType::kDynamic
               : size * loop.size;
  return size;
}

static Value extentOf(KernelPlan &plan, ArrayRef<Loop> loops) {
  Value extent = loops[0].extent;
  for (const Loop &loop : loops.drop_front())
    extent = arith::MulIOp::create(plan.host(), extent, loop.extent);
  return extent;
}

void nanguard::setLoops(ImplicitLocOpBuilder &b, Value at, ArrayRef<Loop> loops,
                        MutableArrayRef<Value> ivs) {
  if (loops.size() == 1) {
    ivs[loops[0].number] = at;
    return;
  }
  int64_t size = productOf(loops);
  bool isShort = !ShapedType::isDynamic(size) &&
                 size <= std::numeric_limits<int32_t>::max() / 2;
  auto asIndex = [&](Value value) -> Value {
    if (!isShort)
      return value;
    return arith::IndexCastUIOp::create(b, b.getIndexType(), value);
  };
  // A division by 32 bits takes half the instructions.
  if (isShort)
    at = arith::IndexCastUIOp::create(b, b.getI32Type(), at);
  for (const Loop &loop : llvm::reverse(loops.drop_front())) {
    Value extent = isShort                            ? makeI32(b, loop.size)
                   : ShapedType::isDynamic(loop.size) ? loop.extent
                                                      : makeIndex(b, loop.size);
    ivs[loop.number] = asIndex(arith::RemUIOp::create(b, at, extent));
    at = arith::DivUIOp::create(b, at, extent);
  }
  ivs[loops[0].number] = asIndex(at);
}

SmallVector<Value> Factor::loopsAt(ImplicitLocOpBuilder &b, ArrayRef<Value> ivs,
                                   Value at, Value atK) const {
  SmallVector<Value> all(ivs);
  all.resize(map.getNumDims());
  setLoops(b, at, dims, all);
  setLoops(b, atK, ks, all);
  return all;
}

SmallVector<Value> Factor::indices(ImplicitLocOpBuilder &b,
                                   ArrayRef<Value> loops) const {
  SmallVector<Value> all = applyMap(b, map, loops);
  for (auto [index, shift] : llvm::zip(all, shifts))
    if (shift != 0)
      index = arith::SubIOp::create(b, index, makeIndex(b, shift));
  return all;
}

/// Both, of which either may be null: true.
static Value bothValid(ImplicitLocOpBuilder &b, Value x, Value y) {
  if (!x || !y)
    return x ? x : y;
  return arith::AndIOp::create(b, x, y);
}

Value Factor::isInside(ImplicitLocOpBuilder &b, ArrayRef<Value> loops,
                       Value valid) const {
  for (const Border &border : borders) {
    Value at =
        applyMap(b, AffineMap::get(loops.size(), 0, border.at), loops)[0];
    if (border.low > 0)
      valid = bothValid(b, valid,
                        arith::CmpIOp::create(b, arith::CmpIPredicate::uge, at,
                                              makeIndex(b, border.low)));
    if (border.end)
      valid = bothValid(b, valid, isBelow(b, at, border.end));
  }
  return valid;
}

Value Factor::load(ImplicitLocOpBuilder &b, ValueRange indices,
                   Value valid) const {
  auto read = [&]() -> Value {
    return memref::LoadOp::create(b, buffer, indices);
  };
  auto zero = [&]() -> Value {
    return arith::ConstantOp::create(b, b.getFloatAttr(element(), 0.0));
  };
  if (!valid)
    return read();
  if (borders.empty())
    return arith::SelectOp::create(b, valid, read(), zero());
  // What lies in a border has no place in the buffer.
  auto ifOp =
      scf::IfOp::create(b, TypeRange{element()}, valid, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.thenBlock());
  scf::YieldOp::create(b, read());
  b.setInsertionPointToStart(ifOp.elseBlock());
  scf::YieldOp::create(b, zero());
  return ifOp.getResult(0);
}

static bool hasBorder(const Factor &factor, unsigned dim) {
  return llvm::any_of(factor.borders, [&](const Factor::Border &border) {
    return border.dim == dim;
  });
}

/// Reads what `pad` lays zeros around instead of its result.
static void addBorders(KernelPlan &plan, Factor &factor, tensor::PadOp pad) {
  factor.tensor = pad.getSource();
  factor.shifts.assign(pad.getStaticLow());
  llvm::SmallBitVector padded = pad.getPaddedDims();
  for (unsigned dim : padded.set_bits()) {
    int64_t low = factor.shifts[dim];
    Value end;
    if (pad.getStaticHigh()[dim] != 0)
      end = arith::AddIOp::create(plan.host(), plan.extent(factor.tensor, dim),
                                  plan.index(low));
    factor.borders.push_back({dim, factor.map.getResult(dim), low, end});
  }
}

/// Makes loops one that follow each other both in their list and in memory.
static void mergeLoops(KernelPlan &plan, Factor &factor) {
  ArrayRef<AffineExpr> results = factor.map.getResults();
  /// The loop that a result is, if no other result depends on it.
  auto loopAt = [&](unsigned i) -> int64_t {
    auto dim = dyn_cast<AffineDimExpr>(results[i]);
    if (!dim || hasBorder(factor, i) ||
        llvm::count_if(results, [&](AffineExpr e) {
          return e.isFunctionOfDim(dim.getPosition());
        }) != 1)
      return -1;
    return dim.getPosition();
  };
  auto areNext = [&](int64_t first, int64_t second) {
    for (ArrayRef<Loop> loops : {ArrayRef(factor.dims), ArrayRef(factor.ks)})
      for (size_t i = 0; i + 1 < loops.size(); ++i)
        if (loops[i].number == first && loops[i + 1].number == second)
          return true;
    return false;
  };
  SmallVector<ReassociationIndices> groups;
  for (unsigned i = 0; i < results.size(); ++i) {
    if (i == 0 || !areNext(loopAt(i - 1), loopAt(i)))
      groups.emplace_back();
    groups.back().push_back(i);
  }
  auto type = cast<MemRefType>(factor.buffer.getType());
  if (groups.size() == results.size() ||
      !memref::CollapseShapeOp::isGuaranteedCollapsible(type, groups))
    return;
  factor.buffer =
      memref::CollapseShapeOp::create(plan.host(), factor.buffer, groups);
  unsigned loops = factor.map.getNumDims();
  SmallVector<AffineExpr> merged;
  SmallVector<int64_t> shifts;
  for (ArrayRef<int64_t> group : groups) {
    merged.push_back(results[group[0]]);
    shifts.push_back(factor.shifts[group[0]]);
    if (group.size() == 1)
      continue;
    for (SmallVector<Loop> *list : {&factor.dims, &factor.ks}) {
      auto *first = llvm::find_if(*list, [&](const Loop &loop) {
        return int64_t(loop.number) == loopAt(group[0]);
      });
      if (first == list->end())
        continue;
      ArrayRef<Loop> all(first, group.size());
      *first = {loops, productOf(all), extentOf(plan, all)};
      list->erase(first + 1, first + group.size());
    }
    merged.back() = getAffineDimExpr(loops++, plan.host().getContext());
  }
  factor.map = AffineMap::get(loops, 0, merged, plan.host().getContext());
  factor.shifts = shifts;
}

/// Reads an operand of more loops by one linear index: what depends on the row
/// is then a sum of its own, which a loop over k leaves outside.
static void flatten(KernelPlan &plan, Factor &factor) {
  auto type = cast<MemRefType>(factor.buffer.getType());
  if (factor.dims.size() + factor.ks.size() == 2 || type.getRank() < 2 ||
      !type.getLayout().isIdentity() ||
      llvm::any_of(type.getShape().drop_front(), ShapedType::isDynamic))
    return;
  MLIRContext *context = plan.host().getContext();
  AffineExpr linear = getAffineConstantExpr(0, context);
  int64_t shift = 0;
  for (auto [size, index, less] :
       llvm::zip(type.getShape(), factor.map.getResults(), factor.shifts)) {
    linear = ShapedType::isDynamic(size) ? index : linear * size + index;
    shift = ShapedType::isDynamic(size) ? less : shift * size + less;
  }
  factor.shifts = {shift};
  ReassociationIndices all =
      llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
  factor.buffer = memref::CollapseShapeOp::create(plan.host(), factor.buffer,
                                                  ArrayRef{all});
  unsigned loops = factor.map.getNumDims();
  factor.map =
      AffineMap::get(loops, 0, simplifyAffineExpr(linear, loops, 0), context);
}

/// What a step of a loop adds to the last index, if it changes no other.
static std::optional<int64_t> stepOf(AffineMap map, unsigned loop) {
  for (AffineExpr e : map.getResults().drop_back())
    if (e.isFunctionOfDim(loop))
      return std::nullopt;
  AffineExpr last = map.getResults().back();
  AffineExpr dim = getAffineDimExpr(loop, map.getContext());
  auto step = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
      last.replace(dim, dim + 1) - last, map.getNumDims(), 0));
  return step ? std::optional(step.getValue()) : std::nullopt;
}

/// Whether neighbours in the innermost of the loops are so in memory.
static bool areNeighbours(AffineMap map, ArrayRef<Loop> loops) {
  unsigned inner = loops.back().number;
  auto last = map.getResults().back();
  for (AffineExpr e : map.getResults().drop_back())
    if (e.isFunctionOfDim(inner))
      return false;
  if (!last.isPureAffine() || !last.isFunctionOfDim(inner))
    return false;
  // How much one step adds.
  MLIRContext *context = map.getContext();
  auto valueAt = [&](int64_t i) {
    SmallVector<AffineExpr> values(map.getNumDims(),
                                   getAffineConstantExpr(0, context));
    values[inner] = getAffineConstantExpr(i, context);
    auto value = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(last.replaceDims(values), 0, 0));
    return value ? value.getValue() : 0;
  };
  return valueAt(1) - valueAt(0) == 1;
}

std::optional<Factor> nanguard::describeFactor(KernelPlan &plan,
                                               linalg::GenericOp op,
                                               unsigned operand,
                                               ArrayRef<unsigned> dims,
                                               ArrayRef<unsigned> ks,
                                               Value source, AffineMap places) {
  OpOperand *in = op.getDpsInputOperand(operand);
  Factor factor;
  factor.tensor = source ? source : in->get();
  factor.map = source ? places : op.getMatchingIndexingMap(in);
  factor.shifts.assign(factor.map.getNumResults(), 0);
  if (auto pad = source ? tensor::PadOp() : matchPadding(factor.tensor))
    addBorders(plan, factor, pad);
  factor.buffer = plan.memref(factor.tensor);
  if (!factor.buffer)
    return std::nullopt;
  factor.dims = describeLoops(plan, op, dims);
  factor.ks = describeLoops(plan, op, ks);
  factor.size = productOf(factor.dims), factor.depthSize = productOf(factor.ks);
  factor.limit = extentOf(plan, factor.dims);
  factor.depthLimit = extentOf(plan, factor.ks);
  bool endsInBorder = hasBorder(factor, factor.map.getNumResults() - 1);
  mergeLoops(plan, factor);
  bool alongDims = areNeighbours(factor.map, factor.dims);
  factor.alongK = !alongDims && areNeighbours(factor.map, factor.ks);
  factor.isContiguous = (alongDims || factor.alongK) &&
                        isa<AffineDimExpr>(factor.map.getResults().back()) &&
                        !endsInBorder && hasUnitStride(factor.buffer);
  int64_t last = cast<MemRefType>(factor.buffer.getType()).getShape().back();
  factor.width = factor.isContiguous ? kChunkHalves : 1;
  while (factor.width > 1 && (!coversEvenly(last, factor.width) ||
                              !isAligned(factor.buffer, factor.width)))
    factor.width /= 2;
  flatten(plan, factor);
  return factor;
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

/// Copies what one access takes, from element `at` of a chunk on; zeros where
/// `valid` is there and false.
void TileBuilder::copyPiece(const Factor &factor, const Place &place,
                            Value stage, int64_t at, ValueRange indices,
                            Value valid) {
  Value count;
  if (valid)
    count = arith::SelectOp::create(b, valid, makeIndex(b, factor.width),
                                    makeIndex(b, 0));
  nvgpu::DeviceAsyncCopyOp::create(
      b, nvgpu::DeviceAsyncTokenType::get(b.getContext()), factor.shared,
      ValueRange{stage, place.row, add(times(place.cell, kChunkHalves), at)},
      factor.buffer, indices, b.getIndexAttr(factor.width), count,
      factor.width == kChunkHalves ? b.getUnitAttr() : UnitAttr());
}

/// Sets in `ivs` where the loops are at a place of a tile; zero where that is
/// outside, and then `valid` is false.
void TileBuilder::setPlace(const Coordinate &at, MutableArrayRef<Value> ivs,
                           Value &valid) {
  bool isInside = coversEvenly(at.size, at.tile);
  // All of a tile has the outer loops in common, and a warp with it.
  if (isInside && at.loops.size() > 1 &&
      coversEvenly(at.loops.back().size, at.tile)) {
    setLoops(b, at.start, at.loops, ivs);
    Value &inner = ivs[at.loops.back().number];
    inner = add(inner, at.offset);
    return;
  }
  Value point = add(at.start, at.offset);
  if (!isInside) {
    Value isValid = isBelow(b, point, at.limit);
    point = arith::SelectOp::create(b, isValid, point, makeIndex(b, 0));
    valid = bothValid(b, valid, isValid);
  }
  setLoops(b, point, at.loops, ivs);
}

/// Copies one chunk, zeros where it lies outside; what can't be copied
/// asynchronously is returned.
Value TileBuilder::copyChunk(const Factor &factor, const Place &place,
                             Value stage, ArrayRef<Value> ivs) {
  SmallVector<Value> all(ivs);
  all.resize(factor.map.getNumDims());
  Value acrossValid;
  setPlace(place.across, all, acrossValid);
  // Elements that differ in the innermost loop alone: inside or not together.
  ArrayRef<Loop> loops = place.along.loops;
  int64_t run = loops.size() == 1 ? factor.width : kChunkHalves;
  while (run > factor.width && !coversEvenly(loops.back().size, run))
    run /= 2;
  SmallVector<Value> singles;
  for (int64_t i = 0; i < kChunkHalves; i += run) {
    Coordinate at = place.along;
    at.offset = add(at.offset, i);
    Value valid = acrossValid;
    setPlace(at, all, valid);
    unsigned inner = loops.back().number;
    Value first = all[inner];
    // Elements that are loaded where they are not in a border have one address
    // in common, which no branch computes anew.
    auto step =
        factor.borders.empty() ? std::nullopt : stepOf(factor.map, inner);
    SmallVector<Value> start = factor.indices(b, all);
    for (int64_t j = 0; j < run; j += factor.width) {
      all[inner] = add(first, j);
      SmallVector<Value> indices = step ? start : factor.indices(b, all);
      if (step && j > 0)
        indices.back() = add(start.back(), j * *step);
      Value inside = factor.isInside(b, all, valid);
      if (factor.width > 1)
        copyPiece(factor, place, stage, i + j, indices, inside);
      else
        singles.push_back(factor.load(b, indices, inside));
    }
  }
  if (singles.empty())
    return nullptr;
  return vector::FromElementsOp::create(
      b, VectorType::get({kChunkHalves}, factor.element()), singles);
}

/// `body` gets each chunk of a tile that is the thread's.
void TileBuilder::forEachPlace(const Factor &factor, Value k,
                               function_ref<void(const Place &)> body) {
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
    Coordinate dims{factor.dims,  factor.size,  factor.tile,
                    factor.limit, factor.start, row};
    Coordinate ks{
        factor.ks, factor.depthSize, factor.depthTile, factor.depthLimit, k,
        row};
    (factor.alongK ? ks : dims).offset = times(chunk, kChunkHalves);
    body({row, cellFor(chunk, row, chunks), factor.alongK ? ks : dims,
          factor.alongK ? dims : ks});
  }
}

void TileBuilder::storeChunk(const Factor &factor, const Place &place,
                             Value stage, Value chunk) {
  vector::StoreOp::create(
      b, chunk, factor.shared,
      ValueRange{stage, place.row, times(place.cell, kChunkHalves)},
      /*nontemporal=*/false, llvm::Align(kAccessBytes));
}

void TileBuilder::copy(const Factor &factor, Value stage, Value k,
                       ArrayRef<Value> ivs) {
  forEachPlace(factor, k, [&](const Place &place) {
    if (Value chunk = copyChunk(factor, place, stage, ivs))
      storeChunk(factor, place, stage, chunk);
  });
}

int64_t TileBuilder::chunksAThread(const Factor &factor) const {
  int64_t chunks = factor.tile * factor.depthTile / kChunkHalves;
  assert(chunks % threads == 0 && "threads have the same number of chunks");
  return chunks / threads;
}

SmallVector<Value> TileBuilder::fetch(const Factor &factor, Value k,
                                      ArrayRef<Value> ivs) {
  SmallVector<Value> chunks;
  forEachPlace(factor, k, [&](const Place &place) {
    chunks.push_back(copyChunk(factor, place, /*stage=*/nullptr, ivs));
  });
  return chunks;
}

void TileBuilder::put(const Factor &factor, Value stage,
                      ArrayRef<Value> chunks) {
  forEachPlace(factor, makeIndex(b, 0), [&](const Place &place) {
    storeChunk(factor, place, stage, chunks.front());
    chunks = chunks.drop_front();
  });
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
