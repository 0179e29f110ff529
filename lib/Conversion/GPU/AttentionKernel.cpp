//===- AttentionKernel.cpp - One launch for softmax(QK)V ------------------===//
//
// A block takes 64 queries and runs over the keys, 64 at a time: scores by
// tensor cores, what the model does to a score in registers, the maximum and
// the sum so far with the output scaled along (online softmax), the product
// with the values by tensor cores. Scores never leave the registers. The next
// keys are copied while the softmax runs, the next values during the scores.
//
//===----------------------------------------------------------------------===//

#include "AttentionMatch.h"
#include "RowSoftmax.h"
#include "WideTiles.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;

static constexpr int64_t kQueries = 64, kThreads = 128;
/// Keys at a time; in f64 fewer, and half of these for large heads or where
/// memory is short.
static constexpr int64_t kKeys = 64, kWideKeys = 32;
/// Of a head: with more, three tiles do not fit shared memory.
static constexpr int64_t kMaxHead = 128;
static constexpr int64_t kMaxShared = 48 * 1024;
/// The same for products in tf32 under a mask: with more, registers spill.
static constexpr int64_t kMaxMaskedHead = 64;
/// Of weights in f32 that are multiplied as halves: what is below 2^-38 of the
/// largest is lost.
static constexpr double kWeightScale = 1 << 14;

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

static KernelGroup mergeGroups(const KernelGroup &scores,
                               const KernelGroup &rows) {
  KernelGroup merged(KernelGroup::Kind::Rows, rows.ops.front());
  for (const KernelGroup *group : {&scores, &rows})
    for (linalg::GenericOp op : group->ops)
      merged.add(op, /*scan=*/false);
  return merged;
}

/// The output's group with all its points as elements, as a contraction has it.
static KernelGroup asContraction(const KernelGroup &output) {
  linalg::GenericOp product = output.ops.front();
  KernelGroup group(KernelGroup::Kind::Contraction, product);
  group.rank = product.getNumParallelLoops();
  group.extents = llvm::to_vector(
      cast<RankedTensorType>(product.getResultTypes()[0]).getShape());
  for (linalg::GenericOp op : output.ops)
    group.add(op, output.isScan(op));
  return group;
}

namespace {
/// What a thread carries from tile to tile: two rows.
struct State {
  SmallVector<Value> output; // four a 16 x 8 tile
  SmallVector<Value> ones;   // four as if a column of values were 1
  Value maximum[2], sum[2];
};

class AttentionEmitter : IndexMath {
public:
  AttentionEmitter(KernelPlan &plan, const Attention &attention,
                   const KernelGroup &scores, const KernelGroup &output,
                   const KernelGroup *check)
      : IndexMath(inner.b), plan(plan), att(attention), inner(plan, scores),
        outer(plan, output), b(inner.b) {
    if (check)
      checker.emplace(plan, *check);
  }

  bool prepare();
  void emit() {
    if (inF64)
      emitWide();
    else
      emitHalves();
  }

private:
  bool prepareHalves();
  bool prepareWide();
  void emitHalves();
  void emitWide();
  void launch(ArrayRef<MemRefType> shared);
  SmallVector<Value> startState();
  State unpackState(ValueRange all);
  SmallVector<Value> packState(const State &state);
  SmallVector<Value> loadQueries(int64_t step) {
    return tiles->load(queries, zero, warpRow, step, /*isLhs=*/true);
  }
  bool readsMore();
  SmallVector<Value> multiplyScores();
  SmallVector<Value> weigh(MutableArrayRef<Value> scores, Value firstKey,
                           State &state);
  void multiplyValues(ArrayRef<Value> weights, State &state);
  bool inHalves() { return wide && !inF64 && values.element().isF16(); }
  void multiplyInHalves(ArrayRef<Value> weights, State &state);
  void multiplyWide(ArrayRef<Value> weights, State &state);
  void takeOutNonFinite(ArrayRef<Value> weights, State &state);
  void addNonFinite(ArrayRef<Value> weights, ArrayRef<Value> rights,
                    MutableArrayRef<Value> sums);
  SmallVector<Value> loadValues(int64_t step, int64_t i);
  SmallVector<Value> multiplyScoresWide();
  void multiplyValuesWide(ArrayRef<Value> weights, State &state);
  void takeOutNonFiniteWide(ArrayRef<Value> weights, State &state,
                            Value isThere);
  void ifNonFinite(Value isThere, State &state, function_ref<void()> body);
  Value addCounted(Value sum, Value seen);
  Value kindOf(Value value);
  Value markOf(Value weight);
  void store(State &state);
  void checkWeights(State &state, Value noKeys);
  Value divisor(State &state, int64_t half, Value noKeys, bool zeroRows);
  /// Of the softmax's type, or of another one.
  Value constant(double value) { return constant(value, real); }
  Value constant(double value, Type type) {
    return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
  }
  Value isMinusInf(Value x) {
    return arith::CmpFOp::create(
        b, arith::CmpFPredicate::OEQ, x,
        constant(-std::numeric_limits<double>::infinity(), x.getType()));
  }
  Value choose(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(b, condition, yes, no);
  }
  /// `x`, cast if it is of another type.
  Value as(Value x, Type type) {
    unsigned from = x.getType().getIntOrFloatBitWidth();
    unsigned to = type.getIntOrFloatBitWidth();
    if (from < to)
      return arith::ExtFOp::create(b, type, x);
    return from > to ? arith::TruncFOp::create(b, type, x).getResult() : x;
  }

  KernelPlan &plan;
  Attention att;
  ElementEmitter inner, outer;
  std::optional<ElementEmitter> checker;
  ImplicitLocOpBuilder &b;
  Factor queries, keys, values;
  int64_t scoreWidth = 1, outputWidth = 1;
  /// The softmax's type, and that of a product's sums.
  Type real, sums;
  /// Weights are f32, and not rounded.
  bool wide = false;
  /// Products are f64's, of whatever the operands are.
  bool inF64 = false;
  int64_t keysAtOnce = kKeys;

  // In the kernel.
  std::optional<TileBuilder> tiles;
  std::optional<WideTileBuilder> wideTiles;
  WideTile queryTile, keyTile, valueTile;
  Value zero, warpRow, lane;
  SmallVector<Value> batch;               // by dimension of the scores
  SmallVector<Value> scoreIvs, outputIvs; // by loop
  SmallVector<SmallVector<Value>> queryParts;
};
} // namespace

/// What reads a factor as it is.
static bool isMove(ArrayRef<linalg::GenericOp> steps) {
  return llvm::all_of(steps, [](linalg::GenericOp step) {
    return llvm::hasSingleElement(*step.getBody());
  });
}

bool AttentionEmitter::prepare() {
  const Contraction &first = att.scoresOf, &second = att.outputOf;
  auto describe = [&](linalg::GenericOp op, unsigned operand,
                      ArrayRef<unsigned> dim, ArrayRef<unsigned> k,
                      const Source &source) {
    return describeFactor(plan, op, operand, dim, k, source.tensor, source.map);
  };
  auto q = describe(att.scores, first.lhs, first.m, first.k, att.queries);
  auto k = describe(att.scores, first.rhs, first.n, first.k, att.keys);
  auto v = describe(att.output, second.rhs, second.n, second.k, att.values);
  if (!q || !k || !v)
    return false;
  queries = *q, keys = *k, values = *v;
  real = att.sum.getRegionOutputArgs()[0].getType();
  auto isHead = [&](int64_t size) {
    return !ShapedType::isDynamic(size) && size > 0 && size <= kMaxHead;
  };
  if (!isHead(keys.depthSize) || !isHead(values.size) ||
      (!prepareHalves() && !prepareWide()))
    return false;
  for (unsigned i = 0; i < inner.group.rank; ++i) {
    inner.extents.push_back(plan.extent(att.scores.getDpsInits()[0], i));
    outer.extents.push_back(plan.extent(att.output.getDpsInits()[0], i));
  }
  outer.findTargets();
  scoreWidth = coversEvenly(keys.size, 2) ? 2 : 1;
  outputWidth = coversEvenly(values.size, 2) ? 2 : 1;
  return true;
}

/// Halves that are summed up in f32, read as they are.
bool AttentionEmitter::prepareHalves() {
  Type weights = getElementTypeOrSelf(att.quotient.getResult(0).getType());
  wide = weights.isF32();
  if (!isMove(att.queries.steps) || !isMove(att.keys.steps) ||
      !isMove(att.values.steps) || !areHalves(queries, keys) ||
      (weights != values.element() && !wide) || (att.masked && !wide) ||
      !isa<Float16Type, BFloat16Type>(values.element()) ||
      !att.scoresOf.accumulator.isF32() || !att.outputOf.accumulator.isF32() ||
      !real.isF32() || !queries.isContiguous || !keys.isContiguous ||
      !values.isContiguous ||
      (att.masked && std::max(keys.depthSize, values.size) > kMaxMaskedHead))
    return false;
  sums = b.getF32Type();
  int64_t depth = llvm::alignTo(keys.depthSize, 16);
  queries.tile = kQueries, queries.depthTile = depth;
  keys.tile = kKeys, keys.depthTile = depth;
  values.tile = llvm::alignTo(values.size, 16), values.depthTile = kKeys;
  return true;
}

/// Anything that is summed up in f32 or f64.
bool AttentionEmitter::prepareWide() {
  auto isWide = [](Type type) { return isa<Float32Type, Float64Type>(type); };
  if (!isWide(att.scoresOf.accumulator) || !isWide(att.outputOf.accumulator))
    return false;
  wide = inF64 = true;
  sums = b.getF64Type();
  int64_t depth = llvm::alignTo(keys.depthSize, 16);
  queryTile = {queries, att.queries.steps, kQueries, depth, false, {}};
  values.tile = llvm::alignTo(values.size, 16);
  int64_t rows = values.tile > kMaxHead / 2 ? kWideKeys / 2 : kWideKeys;
  keyTile = {keys, att.keys.steps, rows, depth, false, {}};
  valueTile = {values, att.values.steps, rows, values.tile, true, {}};
  auto fits = [&] {
    return queryTile.bytes() + keyTile.bytes() + valueTile.bytes() <=
           kMaxShared;
  };
  while (!fits() && keyTile.rows > 8) {
    keyTile.rows /= 2;
    valueTile.rows = keyTile.rows;
  }
  keysAtOnce = keyTile.rows;
  // Under a mask so few keys at a time spill.
  return fits() && (!att.masked || keysAtOnce >= kWideKeys / 2);
}

void AttentionEmitter::launch(ArrayRef<MemRefType> shared) {
  ImplicitLocOpBuilder &host = plan.host();
  Value tilesOfQueries =
      arith::CeilDivUIOp::create(host, queries.limit, plan.index(kQueries));
  Value count = tilesOfQueries, one = plan.index(1);
  unsigned batchDims = inner.group.rank - 2;
  for (unsigned d = 0; d < batchDims; ++d)
    count = arith::MulIOp::create(host, count, inner.extents[d]);
  gpu::LaunchOp launched =
      plan.launch(b, {arith::MaxUIOp::create(host, count, one), one, one},
                  {plan.index(kThreads), one, one}, shared);
  queries.shared = queryTile.shared = launched.getWorkgroupAttributions()[0];
  keys.shared = keyTile.shared = launched.getWorkgroupAttributions()[1];
  values.shared = valueTile.shared = launched.getWorkgroupAttributions()[2];
  Value thread = launched.getThreadIds().x, block = launched.getBlockIds().x;
  auto some = scf::IfOp::create(b, isBelow(b, block, count), false);
  b.setInsertionPointToStart(some.thenBlock());
  zero = makeIndex(b, 0);
  queries.start =
      times(arith::RemUIOp::create(b, block, tilesOfQueries), kQueries);
  block = arith::DivUIOp::create(b, block, tilesOfQueries);
  batch.resize(batchDims);
  for (unsigned d = batchDims; d-- > 0;) {
    batch[d] =
        d == 0 ? block
               : arith::RemUIOp::create(b, block, inner.extents[d]).getResult();
    if (d > 0)
      block = arith::DivUIOp::create(b, block, inner.extents[d]);
  }
  AffineMap scoresMap =
      att.scores.getMatchingIndexingMap(att.scores.getDpsInitOperand(0));
  AffineMap weightsMap = att.output.getMatchingIndexingMap(
      att.output.getDpsInputOperand(att.outputOf.lhs));
  scoreIvs.resize(att.scores.getNumLoops());
  outputIvs.resize(att.output.getNumLoops());
  for (unsigned d = 0; d < batchDims; ++d) {
    scoreIvs[scoresMap.getDimPosition(d)] = batch[d];
    outputIvs[weightsMap.getDimPosition(d)] = batch[d];
  }
  tiles.emplace(b, thread, kThreads);
  wideTiles.emplace(b, plan, thread, kThreads);
  inner.thread = outer.thread = thread;
  lane = mod(thread, nanguard::kWarpSize);
  if (checker)
    checker->thread = thread;
  warpRow = times(by(thread, nanguard::kWarpSize), 16);
}

/// Whether what is done to a score needs another tensor.
bool AttentionEmitter::readsMore() {
  return llvm::any_of(inner.group.ops, [&](linalg::GenericOp op) {
    return op != att.scores && llvm::any_of(op.getDpsInputs(), [&](Value in) {
             return isa<RankedTensorType>(in.getType()) &&
                    !inner.group.defines(in);
           });
  });
}

/// The scores of the warp's 16 queries: four a thread for each 8 keys.
SmallVector<Value> AttentionEmitter::multiplyScores() {
  SmallVector<Value> scores(kKeys / 8 * 4, constant(0.0));
  for (int64_t step = 0; step < queries.depthTile / 16; ++step) {
    SmallVector<Value> query =
        queryParts.empty() ? loadQueries(step) : queryParts[step];
    for (int64_t i = 0; i < kKeys / 16; ++i) {
      auto pair = tiles->load(keys, zero, makeIndex(b, i * 16), step,
                              /*isLhs=*/false);
      auto sums = MutableArrayRef(scores).slice(i * 8, 8);
      tiles->multiply(keys.element(), query, {pair[0], pair[1]},
                      sums.take_front(4));
      tiles->multiply(keys.element(), query, {pair[2], pair[3]},
                      sums.drop_front(4));
    }
  }
  return scores;
}

/// exp(x - m) of the scores, m the maximum so far, cast to the values' type if
/// the model does; what was summed up with another maximum is scaled. A masked
/// weight is -0, which no other is.
SmallVector<Value> AttentionEmitter::weigh(MutableArrayRef<Value> scores,
                                           Value firstKey, State &state) {
  SmallVector<Value> weights(scores.size());
  Type rounded = getElementTypeOrSelf(att.quotient.getResult(0).getType());
  bool allKeys = coversEvenly(keys.size, keysAtOnce);
  bool allQueries = coversEvenly(queries.size, kQueries);
  auto top = matchCombiners(att.maximum, /*integersOnly=*/false);
  Value minusInf = constant(-std::numeric_limits<double>::infinity());
  for (int64_t half = 0; half < 2; ++half) {
    Value query = add(add(queries.start, warpRow), by(lane, 4));
    query = add(query, half * 8);
    if (!allQueries)
      query = arith::SelectOp::create(b, isBelow(b, query, queries.limit),
                                      query, zero);
    inner.rowIvs = batch;
    inner.rowIvs.push_back(query);
    inner.rowLoads.clear();
    SmallVector<Chunk> chunks;
    SmallVector<Value> xs;
    for (int64_t i = 0; i < keysAtOnce / 8; ++i)
      for (int64_t j = 0; j < 2; j += scoreWidth) {
        Value key = add(add(firstKey, times(mod(lane, 4), 2)), i * 8 + j);
        Value valid;
        if (!allKeys)
          valid = isBelow(b, key, keys.limit);
        SmallVector<Value> ivs = inner.rowIvs;
        ivs.push_back(key);
        SmallVector<Value> given;
        for (Value score : scores.slice(i * 4 + half * 2 + j, scoreWidth))
          given.push_back(as(score, att.scoresOf.accumulator));
        chunks.push_back(
            inner.makeChunkAt(att.scores.getResult(0), given, ivs, valid));
        auto summands = inner.summands(chunks.back(), att.maximum, top);
        for (Value x : summands[0])
          xs.push_back(
              valid ? arith::SelectOp::create(b, valid, x, minusInf).getResult()
                    : x);
      }
    Value highest = xs[0];
    for (Value x : ArrayRef(xs).drop_front())
      highest = arith::MaximumFOp::create(b, highest, x);
    highest = reduceLanes(b, arith::AtomicRMWKind::maximumf, highest, 4);
    Value before = state.maximum[half];
    Value now = arith::MaximumFOp::create(b, before, highest);
    state.maximum[half] = now;
    // Where nothing has been seen yet, exp(-Inf) is to be 0, not NaN.
    Value shift =
        arith::SelectOp::create(b, isMinusInf(now), constant(0.0), now);
    Value scale =
        math::ExpOp::create(b, arith::SubFOp::create(b, before, shift));
    inner.rowValues[att.maximum.getResult(0)] = shift;
    SmallVector<Value> es;
    for (Chunk &chunk : chunks)
      for (Value e : inner.elements(chunk, att.exponential.getResult(0)))
        es.push_back(chunk.valid ? arith::SelectOp::create(b, chunk.valid, e,
                                                           constant(0.0))
                                       .getResult()
                                 : e);
    Value total = es[0];
    for (Value e : ArrayRef(es).drop_front())
      total = arith::AddFOp::create(b, total, e);
    state.sum[half] = arith::AddFOp::create(
        b, arith::MulFOp::create(b, state.sum[half], scale), total);
    scale = as(scale, sums);
    for (size_t i = half * 2; i < state.output.size(); i += 4)
      for (size_t j = i; j < i + 2; ++j)
        state.output[j] = arith::MulFOp::create(b, state.output[j], scale);
    for (Value &one :
         MutableArrayRef(state.ones)
             .slice(state.ones.empty() ? 0 : half * 2, state.ones.size() / 2))
      one = arith::MulFOp::create(b, one, scale);
    for (auto [i, e, x] : llvm::enumerate(es, xs)) {
      size_t at = i / 2 * 4 + half * 2 + i % 2;
      if (rounded.getIntOrFloatBitWidth() < real.getIntOrFloatBitWidth())
        e = arith::TruncFOp::create(b, rounded, e);
      weights[at] =
          att.masked ? arith::SelectOp::create(b, isMinusInf(x),
                                               constant(-0.0, e.getType()), e)
                           .getResult()
                     : e;
    }
  }
  return weights;
}

/// The accumulators' layout of two tiles of 8 keys is that of a left operand.
void AttentionEmitter::multiplyValues(ArrayRef<Value> weights, State &state) {
  auto pairType = VectorType::get({2}, values.element());
  for (int64_t step = 0; step < kKeys / 16; ++step) {
    SmallVector<Value> left;
    for (int64_t part = 0; part < 4; ++part)
      left.push_back(vector::FromElementsOp::create(
          b, pairType, weights.slice(step * 8 + part * 2, 2)));
    for (int64_t i = 0; i < values.tile / 16; ++i) {
      auto pair = tiles->load(values, zero, makeIndex(b, i * 16), step,
                              /*isLhs=*/false);
      auto sums = MutableArrayRef(state.output).slice(i * 8, 8);
      tiles->multiply(values.element(), left, {pair[0], pair[1]},
                      sums.take_front(4));
      tiles->multiply(values.element(), left, {pair[2], pair[3]},
                      sums.drop_front(4));
    }
  }
}

/// An f32 as two of 11 bits, all that tf32 has of it; what is lost is 2^-22 of
/// it at most.
static std::array<Value, 2> splitForTF32(ImplicitLocOpBuilder &b, Value x) {
  Value bits = arith::AndIOp::create(
      b, arith::BitcastOp::create(b, b.getI32Type(), x), makeI32(b, -0x2000));
  Value high = arith::BitcastOp::create(b, b.getF32Type(), bits);
  return {high, arith::SubFOp::create(b, x, high)};
}

/// What tf32 takes as left operands of 8 keys, from the accumulators' layout:
/// its column t stands for key 2t, column t + 4 for key 2t + 1.
static SmallVector<Value, 4> asLeft(ArrayRef<Value> tile) {
  return {tile[0], tile[2], tile[1], tile[3]};
}

/// The right operands that go with it, of 16 keys: two for each of two tiles of
/// 8 columns, for each of two tiles of keys.
SmallVector<Value> AttentionEmitter::loadValues(int64_t step, int64_t i) {
  auto parts = tiles->load(values, zero, makeIndex(b, i * 16), step,
                           /*isLhs=*/false);
  SmallVector<Value> all;
  for (int64_t part : {0, 2, 1, 3})
    for (Value half : unpack(b, parts[part]))
      all.push_back(arith::ExtFOp::create(b, b.getF32Type(), half));
  return all;
}

/// Weights in f32 times values in f16: two products, of a weight's upper and
/// lower 11 bits. Scaled, so that the lower are no subnormal halves.
void AttentionEmitter::multiplyInHalves(ArrayRef<Value> weights, State &state) {
  Type half = values.element();
  auto pairType = VectorType::get({2}, half);
  Value ones = arith::ConstantOp::create(b, b.getOneAttr(pairType));
  for (int64_t step = 0; step < kKeys / 16; ++step) {
    SmallVector<Value> parts[2];
    for (int64_t i = 0; i < 4; ++i) {
      SmallVector<Value> high, low;
      for (Value w : weights.slice(step * 8 + i * 2, 2)) {
        w = arith::MulFOp::create(b, w, constant(kWeightScale));
        high.push_back(as(w, half));
        low.push_back(as(
            arith::SubFOp::create(b, w, as(high.back(), w.getType())), half));
      }
      parts[0].push_back(vector::FromElementsOp::create(b, pairType, high));
      parts[1].push_back(vector::FromElementsOp::create(b, pairType, low));
    }
    for (const auto &left : parts)
      if (!state.ones.empty())
        tiles->multiply(half, left, {ones, ones}, state.ones);
    for (int64_t i = 0; i < values.tile / 16; ++i) {
      auto pair = tiles->load(values, zero, makeIndex(b, i * 16), step,
                              /*isLhs=*/false);
      auto sums = MutableArrayRef(state.output).slice(i * 8, 8);
      for (const auto &left : parts) {
        tiles->multiply(half, left, {pair[0], pair[1]}, sums.take_front(4));
        tiles->multiply(half, left, {pair[2], pair[3]}, sums.drop_front(4));
      }
    }
  }
}

/// Weights in f32 times values in bf16: two products in tf32.
void AttentionEmitter::multiplyWide(ArrayRef<Value> weights, State &state) {
  Value one = constant(1.0);
  for (int64_t step = 0; step < kKeys / 16; ++step) {
    SmallVector<Value> parts[2][2]; // of 8 keys; high and low
    for (int64_t tile = 0; tile < 2; ++tile) {
      for (Value w : asLeft(weights.slice(step * 8 + tile * 4, 4)))
        for (auto [part, value] : llvm::zip(parts[tile], splitForTF32(b, w)))
          part.push_back(value);
      for (const auto &left : parts[tile])
        if (!state.ones.empty())
          tiles->multiplyTF32(left, {one, one}, state.ones);
    }
    for (int64_t i = 0; i < values.tile / 16; ++i) {
      SmallVector<Value> rights = loadValues(step, i);
      for (int64_t tile = 0; tile < 2; ++tile)
        for (int64_t n = 0; n < 2; ++n)
          for (const auto &left : parts[tile])
            tiles->multiplyTF32(
                left, ValueRange(rights).slice(tile * 4 + n * 2, 2),
                MutableArrayRef(state.output).slice(i * 8 + n * 4, 4));
    }
  }
}

// Values that are not finite are counted in one number: NaN, +Inf and -Inf
// where the weight is more than 0. Where it is 0, but the key is not masked,
// any of them makes a NaN, and the number huge.
static constexpr int64_t kPlus = 32, kMinus = 32 * 32, kLost = 32 * 32 * 32;
static constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What a weight counts as.
Value AttentionEmitter::markOf(Value weight) {
  Type type = weight.getType();
  Type word = b.getIntegerType(type.getIntOrFloatBitWidth());
  Value none = constant(0.0, type);
  Value isZero = arith::CmpIOp::create(
      b, arith::CmpIPredicate::eq, arith::BitcastOp::create(b, word, weight),
      arith::ConstantOp::create(b, b.getZeroAttr(word)));
  Value isMore =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, weight, none);
  return choose(isZero, constant(kLost, type),
                choose(isMore, constant(1.0, type), none));
}

/// What a value counts as.
Value AttentionEmitter::kindOf(Value value) {
  Type type = value.getType();
  auto is = [&](arith::CmpFPredicate predicate, double other) -> Value {
    return arith::CmpFOp::create(b, predicate, value, constant(other, type));
  };
  Value kind = choose(is(arith::CmpFPredicate::UNO, 0.0), constant(1.0, type),
                      constant(0.0, type));
  kind = choose(is(arith::CmpFPredicate::OEQ, kInfinity), constant(kPlus, type),
                kind);
  return choose(is(arith::CmpFPredicate::OEQ, -kInfinity),
                constant(kMinus, type), kind);
}

/// `sum` with what has been seen.
Value AttentionEmitter::addCounted(Value sum, Value seen) {
  Type type = sum.getType();
  Value none = constant(0.0, type);
  Value nan = constant(std::numeric_limits<double>::quiet_NaN(), type);
  Value count = arith::FPToUIOp::create(b, b.getI32Type(), seen);
  auto addIf = [&](int64_t mask, Value value) {
    Value some = arith::CmpIOp::create(
        b, arith::CmpIPredicate::ne,
        arith::AndIOp::create(b, count, makeI32(b, mask)), makeI32(b, 0));
    sum = arith::AddFOp::create(b, sum, choose(some, value, none));
  };
  addIf(kPlus - 1, nan);
  addIf(kMinus - kPlus, constant(kInfinity, type));
  addIf(kLost - kMinus, constant(-kInfinity, type));
  Value isLost = arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, seen,
                                       constant(kLost, type));
  return choose(isLost, nan, sum);
}

/// Adds to sums what values of 16 keys that are not finite make of them.
void AttentionEmitter::addNonFinite(ArrayRef<Value> weights,
                                    ArrayRef<Value> rights,
                                    MutableArrayRef<Value> sums) {
  SmallVector<Value> counts(8, constant(0.0));
  for (int64_t tile = 0; tile < 2; ++tile) {
    SmallVector<Value> marks, kinds;
    for (Value w : asLeft(weights.slice(tile * 4, 4)))
      marks.push_back(markOf(w));
    for (Value v : rights.slice(tile * 4, 4))
      kinds.push_back(kindOf(v));
    for (int64_t n = 0; n < 2; ++n)
      tiles->multiplyTF32(marks, ValueRange(kinds).slice(n * 2, 2),
                          MutableArrayRef(counts).slice(n * 4, 4));
  }
  for (auto [sum, seen] : llvm::zip(sums, counts))
    sum = addCounted(sum, seen);
}

/// Under a mask a value that is not finite must not meet a weight of 0. What
/// such values make of the output is added; then they are 0 in shared memory.
/// Every warp looks at the whole tile, so that all take the same way.
void AttentionEmitter::takeOutNonFinite(ArrayRef<Value> weights, State &state) {
  ifNonFinite(tiles->hasNonFinite(values, zero), state, [&] {
    for (int64_t step = 0; step < kKeys / 16; ++step)
      for (int64_t i = 0; i < values.tile / 16; ++i) {
        addNonFinite(weights.slice(step * 8, 8), loadValues(step, i),
                     MutableArrayRef(state.output).slice(i * 8, 8));
        // Or ptxas does all of it side by side, and needs the registers.
        NVVM::SyncWarpOp::create(b, makeI32(b, -1));
      }
    gpu::BarrierOp::create(b);
    tiles->clearNonFinite(values, zero);
    gpu::BarrierOp::create(b);
  });
}

/// The same, the products being f64's.
void AttentionEmitter::takeOutNonFiniteWide(ArrayRef<Value> weights,
                                            State &state, Value isThere) {
  ifNonFinite(isThere, state, [&] {
    // A loop, whose every turn may write to all of the output: else ptxas does
    // all turns side by side, and needs the registers.
    auto loop = scf::ForOp::create(b, zero, makeIndex(b, values.tile / 8),
                                   makeIndex(b, 1), state.output);
    keepRolled(loop);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value n = loop.getInductionVar();
    SmallVector<Value> counts(4, constant(0.0, sums));
    for (int64_t step = 0; step < keysAtOnce / 8; ++step)
      for (int64_t j = 0; j < 2; ++j) {
        Value kind = kindOf(wideTiles->loadAlongColumn(
            valueTile, makeIndex(b, step * 8 + j), times(n, 8)));
        for (int64_t half = 0; half < 2; ++half)
          wideTiles->multiply(
              markOf(wideTiles->widen(weights[step * 4 + half * 2 + j])), kind,
              MutableArrayRef(counts).slice(half * 2, 2));
      }
    SmallVector<Value> changed;
    for (auto [i, sum] : llvm::enumerate(loop.getRegionIterArgs())) {
      Value isHere = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, n,
                                           makeIndex(b, i / 4));
      changed.push_back(choose(isHere, addCounted(sum, counts[i % 4]), sum));
    }
    scf::YieldOp::create(b, changed);
    b.setInsertionPointAfter(loop);
    llvm::copy(loop.getResults(), state.output.begin());
    gpu::BarrierOp::create(b);
    wideTiles->clearNonFinite(valueTile);
    gpu::BarrierOp::create(b);
  });
}

/// `body`, which changes the output, where `isThere`.
void AttentionEmitter::ifNonFinite(Value isThere, State &state,
                                   function_ref<void()> body) {
  auto ifOp = scf::IfOp::create(b, TypeRange(ValueRange(state.output)), isThere,
                                /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.elseBlock());
  scf::YieldOp::create(b, state.output);
  b.setInsertionPointToStart(ifOp.thenBlock());
  body();
  scf::YieldOp::create(b, state.output);
  llvm::copy(ifOp.getResults(), state.output.begin());
}

/// Products of f64: the lane's elements are those of the accumulators of
/// m16n8, 8 rows at a time.
SmallVector<Value> AttentionEmitter::multiplyScoresWide() {
  SmallVector<Value> scores(keysAtOnce / 8 * 4, constant(0.0, sums));
  auto loop = scf::ForOp::create(b, zero, makeIndex(b, queryTile.columns),
                                 makeIndex(b, 16), scores);
  keepRolled(loop);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  llvm::copy(loop.getRegionIterArgs(), scores.begin());
  for (int64_t k = 0; k < 16; k += 4) {
    Value column = add(loop.getInductionVar(), k);
    Value left[2];
    for (int64_t half = 0; half < 2; ++half)
      left[half] =
          wideTiles->loadAlongRow(queryTile, add(warpRow, half * 8), column);
    for (int64_t i = 0; i < keysAtOnce / 8; ++i) {
      Value right =
          wideTiles->loadAlongRow(keyTile, makeIndex(b, i * 8), column);
      for (int64_t half = 0; half < 2; ++half)
        wideTiles->multiply(left[half], right,
                            MutableArrayRef(scores).slice(i * 4 + half * 2, 2));
    }
  }
  scf::YieldOp::create(b, scores);
  return llvm::to_vector(ValueRange(loop.getResults()));
}

void AttentionEmitter::multiplyValuesWide(ArrayRef<Value> weights,
                                          State &state) {
  for (int64_t step = 0; step < keysAtOnce / 8; ++step) {
    SmallVector<Value> lefts;
    for (Value w : weights.slice(step * 4, 4))
      lefts.push_back(wideTiles->widen(w));
    for (int64_t j = 0; j < 2; ++j) {
      for (int64_t n = 0; n < values.tile / 8; ++n) {
        Value right = wideTiles->loadAlongColumn(
            valueTile, makeIndex(b, step * 8 + j), makeIndex(b, n * 8));
        for (int64_t half = 0; half < 2; ++half)
          wideTiles->multiply(
              lefts[half * 2 + j], right,
              MutableArrayRef(state.output).slice(n * 4 + half * 2, 2));
      }
      if (!state.ones.empty())
        for (int64_t half = 0; half < 2; ++half)
          wideTiles->multiply(lefts[half * 2 + j], constant(1.0, sums),
                              MutableArrayRef(state.ones).slice(half * 2, 2));
    }
  }
}

/// The scan of the weights' sums, as they were multiplied.
void AttentionEmitter::checkWeights(State &state, Value noKeys) {
  checker->lane = mod(lane, 4);
  for (int64_t half = 0; half < 2; ++half) {
    Value sum = divisor(state, half, noKeys, /*zeroRows=*/false);
    checker->rowValues[att.weightSum.getResult(0)] =
        arith::DivFOp::create(b, as(state.ones[half * 2], real), sum);
    Value query = add(add(queries.start, warpRow), by(lane, 4));
    if (!coversEvenly(queries.size, kQueries))
      checker->rowValid = isBelow(b, add(query, half * 8), queries.limit);
    checker->b.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
    auto partials = checker->startScans(/*width=*/1);
    checker->endRow(partials);
    checker->finishScans(partials);
  }
}

/// The sum of a row's weights. A row of -Inf is NaN, as -Inf - -Inf is; but 0,
/// with `zeroRows`, as a row of nothing is.
Value AttentionEmitter::divisor(State &state, int64_t half, Value noKeys,
                                bool zeroRows) {
  Value sum = reduceLanes(b, arith::AtomicRMWKind::addf, state.sum[half], 4);
  Value nothing =
      constant(zeroRows ? 1.0 : std::numeric_limits<double>::quiet_NaN());
  sum =
      arith::SelectOp::create(b, isMinusInf(state.maximum[half]), nothing, sum);
  sum = choose(noKeys, constant(1.0), sum);
  // The weights were multiplied with that factor.
  return inHalves()
             ? arith::MulFOp::create(b, sum, constant(kWeightScale)).getResult()
             : sum;
}

/// Divides by the sum, then what the group does to the output.
void AttentionEmitter::store(State &state) {
  outer.b.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
  auto partials = outer.startScans(outputWidth);
  AffineMap outMap =
      att.output.getMatchingIndexingMap(att.output.getDpsInitOperand(0));
  Value noKeys =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, keys.limit, zero);
  bool covers = coversEvenly(queries.size, kQueries) &&
                coversEvenly(values.size, values.tile);
  for (int64_t half = 0; half < 2; ++half) {
    Value sum =
        as(divisor(state, half, noKeys, att.masked || att.zeroRows), sums);
    Value query = add(add(queries.start, warpRow), by(lane, 4));
    query = add(query, half * 8);
    for (int64_t i = 0; i < values.tile / 8; ++i)
      for (int64_t j = 0; j < 2; j += outputWidth) {
        Value column = add(times(mod(lane, 4), 2), i * 8 + j);
        Value row = query, valid;
        if (!covers)
          valid = arith::AndIOp::create(b, isBelow(b, row, queries.limit),
                                        isBelow(b, column, values.limit));
        SmallVector<Value> ivs = outputIvs, results;
        ivs[att.outputOf.m[0]] = row;
        ivs[att.outputOf.n[0]] = column;
        for (int64_t e = 0; e < outputWidth; ++e)
          results.push_back(
              as(arith::DivFOp::create(
                     b, state.output[i * 4 + half * 2 + j + e], sum),
                 att.outputOf.accumulator));
        outer.b.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
        Chunk chunk = outer.makeChunkAt(att.output.getResult(0), results,
                                        applyMap(outer.b, outMap, ivs), valid);
        for (Partial &partial : partials)
          outer.scanChunk(partial, chunk);
        outer.storeChunk(chunk);
      }
  }
  outer.endRow(partials);
  outer.finishScans(partials);
  if (checker)
    checkWeights(state, noKeys);
}

SmallVector<Value> AttentionEmitter::startState() {
  SmallVector<Value> carried(values.tile / 8 * 4 + (checker ? 4 : 0),
                             constant(0.0, sums));
  for (int64_t half = 0; half < 2; ++half) {
    carried.push_back(constant(-kInfinity));
    carried.push_back(constant(0.0));
  }
  return carried;
}

State AttentionEmitter::unpackState(ValueRange all) {
  State state;
  size_t outputs = values.tile / 8 * 4;
  llvm::append_range(state.output, all.take_front(outputs));
  llvm::append_range(state.ones, all.drop_front(outputs).drop_back(4));
  for (int64_t half = 0; half < 2; ++half) {
    state.maximum[half] = all[all.size() - 4 + half * 2];
    state.sum[half] = all[all.size() - 3 + half * 2];
  }
  return state;
}

SmallVector<Value> AttentionEmitter::packState(const State &state) {
  SmallVector<Value> all = state.output;
  llvm::append_range(all, state.ones);
  for (int64_t half = 0; half < 2; ++half) {
    all.push_back(state.maximum[half]);
    all.push_back(state.sum[half]);
  }
  return all;
}

/// Tiles are not copied ahead: a block that waits leaves the multiprocessor to
/// others.
void AttentionEmitter::emitWide() {
  launch(
      {queryTile.sharedType(), keyTile.sharedType(), valueTile.sharedType()});
  wideTiles->copy(queryTile, queries.start, scoreIvs);
  auto loop = scf::ForOp::create(b, zero, keys.limit, makeIndex(b, keysAtOnce),
                                 startState());
  keepRolled(loop);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    State state = unpackState(loop.getRegionIterArgs());
    Value first = loop.getInductionVar();
    gpu::BarrierOp::create(b);
    wideTiles->copy(keyTile, first, scoreIvs);
    Value seen = wideTiles->copy(valueTile, first, outputIvs);
    Value isThere;
    if (att.masked) {
      Type word = b.getI32Type();
      Value any =
          NVVM::BarrierOp::create(
              b, word, /*barrierId=*/Value(), /*numberOfThreads=*/Value(),
              NVVM::BarrierReductionAttr::get(b.getContext(),
                                              NVVM::BarrierReduction::OR),
              arith::ExtUIOp::create(b, word, seen))
              .getResult(0);
      isThere = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, any,
                                      makeI32(b, 0));
    } else {
      gpu::BarrierOp::create(b);
    }
    SmallVector<Value> scores = multiplyScoresWide();
    SmallVector<Value> weights = weigh(scores, first, state);
    if (att.masked)
      takeOutNonFiniteWide(weights, state, isThere);
    multiplyValuesWide(weights, state);
    scf::YieldOp::create(b, packState(state));
  }
  State state = unpackState(loop.getResults());
  store(state);
  plan.leave();
}

void AttentionEmitter::emitHalves() {
  launch({queries.sharedType(1), keys.sharedType(1), values.sharedType(1)});
  tiles->copy(queries, zero, zero, scoreIvs);
  NVVM::CpAsyncCommitGroupOp::create(b);
  keys.start = zero;
  tiles->copy(keys, zero, zero, scoreIvs);
  NVVM::CpAsyncCommitGroupOp::create(b);
  values.start = zero;
  tiles->copy(values, zero, zero, outputIvs);
  NVVM::CpAsyncCommitGroupOp::create(b);
  NVVM::CpAsyncWaitGroupOp::create(b, 2);
  gpu::BarrierOp::create(b);
  // Large heads leave no registers for them where scores need more than a
  // scale, or weights have two parts.
  if (queries.depthTile <= kMaxHead / 2 || (!readsMore() && !wide))
    for (int64_t step = 0; step < queries.depthTile / 16; ++step)
      queryParts.push_back(loadQueries(step));

  auto loop = scf::ForOp::create(b, zero, keys.limit, makeIndex(b, kKeys),
                                 startState());
  keepRolled(loop);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    State state = unpackState(loop.getRegionIterArgs());
    Value first = loop.getInductionVar(), next = add(first, kKeys);
    Value more = isBelow(b, next, keys.limit);
    auto copyNext = [&](const Factor &factor, Value k, ArrayRef<Value> ivs) {
      gpu::BarrierOp::create(b);
      auto ifOp = scf::IfOp::create(b, more, /*withElse=*/false);
      {
        OpBuilder::InsertionGuard inIf(b);
        b.setInsertionPointToStart(ifOp.thenBlock());
        tiles->copy(factor, zero, k, ivs);
      }
      NVVM::CpAsyncCommitGroupOp::create(b);
    };
    NVVM::CpAsyncWaitGroupOp::create(b, 1);
    gpu::BarrierOp::create(b);
    SmallVector<Value> scores = multiplyScores();
    keys.start = next;
    copyNext(keys, zero, scoreIvs);
    SmallVector<Value> weights = weigh(scores, first, state);
    NVVM::CpAsyncWaitGroupOp::create(b, 1);
    gpu::BarrierOp::create(b);
    if (att.masked)
      takeOutNonFinite(weights, state);
    if (inHalves())
      multiplyInHalves(weights, state);
    else if (wide)
      multiplyWide(weights, state);
    else
      multiplyValues(weights, state);
    copyNext(values, next, outputIvs);
    scf::YieldOp::create(b, packState(state));
  }
  State state = unpackState(loop.getResults());
  store(state);
  plan.leave();
}

bool nanguard::emitAttentionKernel(KernelPlan &plan,
                                   const AttentionGroups &groups) {
  auto attention = matchAttention(groups);
  if (!attention)
    return false;
  KernelGroup merged = mergeGroups(groups.scores, groups.rows);
  KernelGroup output = asContraction(groups.output);
  AttentionEmitter emitter(plan, *attention, merged, output, groups.check);
  if (!emitter.prepare())
    return false;
  emitter.emit();
  return true;
}
