//===- AttentionKernel.cpp - One launch for softmax(QK)V ------------------===//
//
// A block takes 64 queries and runs over the keys, 64 at a time: scores by
// tensor cores, what the model does to a score in registers, the maximum and
// the sum so far with the output scaled along (online softmax), the product
// with the values by tensor cores. Scores never leave the registers. The next
// keys are copied while the softmax runs, the next values during the scores.
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "RowSoftmax.h"
#include "TensorCoreTiles.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;

static constexpr int64_t kQueries = 64, kKeys = 64, kThreads = 128;
/// Of a head: with more, three tiles do not fit 48 KiB of shared memory.
static constexpr int64_t kMaxHead = 128;
/// The same under a mask: with more, its registers spill.
static constexpr int64_t kMaxMaskedHead = 64;

namespace {
/// The ops of an attention, in the order in which they run.
struct Attention {
  linalg::GenericOp scores, maximum, exponential, sum, quotient, output;
  Contraction scoresOf, outputOf;
  /// Where a score is -Inf, the row of values is not read.
  bool masked = false;
  /// Of the weights, for a scan; may be null.
  linalg::GenericOp weightSum;
};
} // namespace

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

/// The map's results are the batch's loops, then these two.
static bool endsWith(AffineMap map, unsigned first, unsigned second) {
  unsigned n = map.getNumResults();
  return n >= 2 && map.getDimPosition(n - 2) == first &&
         map.getDimPosition(n - 1) == second;
}

/// Whether the sums of a contraction start from 0.
static bool startsFromZero(linalg::GenericOp op) {
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  return fill && matchPattern(fill.getInputs()[0], m_AnyZeroFloat());
}

/// The sum of `weights` by rows, which a scan alone reads.
static bool isWeightSum(const KernelGroup &group, Value weights) {
  if (group.kind != KernelGroup::Kind::Rows || group.ops.size() != 2 ||
      group.scans.size() != 1 || !group.isScan(group.ops[1]))
    return false;
  linalg::GenericOp sum = group.ops[0];
  auto total = matchRowReduction(sum, arith::AtomicRMWKind::addf);
  return total && inputOf(sum, total->value) == weights &&
         llvm::all_of(sum->getUsers(), [&](Operation *user) {
           return group.members.contains(user) || isa<tensor::DimOp>(user);
         });
}

/// The product of weights and values, masked by `score` perhaps.
static bool matchOutput(const KernelGroup &output, Value score,
                        Attention &found) {
  found.output = output.ops[0];
  if (output.kind == KernelGroup::Kind::Contraction) {
    found.outputOf = *matchContraction(found.output);
    return found.outputOf.isPlain;
  }
  unsigned mask;
  auto product = matchMaskedContraction(found.output, mask);
  if (!product || found.output.getDpsInputs()[mask] != score)
    return false;
  found.outputOf = *product;
  found.masked = true;
  return true;
}

static std::optional<Attention> matchAttention(const AttentionGroups &groups) {
  const auto &[scores, rows, output, check] = groups;
  if (scores.kind != KernelGroup::Kind::Contraction ||
      rows.kind != KernelGroup::Kind::Rows || rows.ops.size() != 4 ||
      !scores.scans.empty() || !rows.scans.empty() || !rows.rows ||
      rows.rank != scores.rank || *rows.rows + 1 != rows.rank)
    return std::nullopt;
  Attention found;
  found.scores = scores.ops[0];
  found.maximum = rows.ops[0], found.exponential = rows.ops[1];
  found.sum = rows.ops[2], found.quotient = rows.ops[3];
  found.scoresOf = *matchContraction(found.scores);
  if (!found.scoresOf.isPlain || !startsFromZero(found.scores))
    return std::nullopt;
  auto top = matchRowReduction(found.maximum, arith::AtomicRMWKind::maximumf);
  auto total = matchRowReduction(found.sum, arith::AtomicRMWKind::addf);
  if (!top || !total)
    return std::nullopt;
  Value score = inputOf(found.maximum, top->value);
  if (!matchOutput(output, score, found) || !startsFromZero(found.output))
    return std::nullopt;
  Value m = found.maximum.getResult(0), e = found.exponential.getResult(0);
  if (!isExponential(found.exponential, m) ||
      inputOf(found.sum, total->value) != e ||
      !isQuotient(found.quotient, e, found.sum.getResult(0)))
    return std::nullopt;
  // The output's left operand, batch by batch, is the quotient.
  OpOperand *weights = found.output.getDpsInputOperand(found.outputOf.lhs);
  AffineMap map = found.output.getMatchingIndexingMap(weights);
  if (weights->get() != found.quotient.getResult(0) ||
      !endsWith(map, found.outputOf.m[0], found.outputOf.k[0]) ||
      !endsWith(found.scores.getMatchingIndexingMap(
                    found.scores.getDpsInitOperand(0)),
                found.scoresOf.m[0], found.scoresOf.n[0]))
    return std::nullopt;
  if (check) {
    if (!isWeightSum(*check, found.quotient.getResult(0)))
      return std::nullopt;
    found.weightSum = check->ops[0];
  }
  // Nobody else sees a score.
  for (const KernelGroup *group : {&scores, &rows})
    for (linalg::GenericOp op : group->ops)
      for (Operation *user : op->getUsers())
        if (!scores.members.contains(user) && !rows.members.contains(user) &&
            user != found.output && user != found.weightSum &&
            !isa<tensor::DimOp>(user))
          return std::nullopt;
  return found;
}

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
  void emit();

private:
  void launch();
  SmallVector<Value> multiplyScores();
  SmallVector<Value> weigh(MutableArrayRef<Value> scores, Value firstKey,
                           State &state);
  void multiplyValues(ArrayRef<Value> weights, State &state);
  void multiplyWide(ArrayRef<Value> weights, State &state);
  void takeOutNonFinite(ArrayRef<Value> weights, State &state);
  void addNonFinite(ArrayRef<Value> weights, ArrayRef<Value> rights,
                    MutableArrayRef<Value> sums);
  SmallVector<Value> loadValues(int64_t step, int64_t i);
  void store(State &state);
  void checkWeights(State &state, Value noKeys);
  Value divisor(State &state, int64_t half, Value noKeys, bool masked);
  Value constant(double value) {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  }
  Value isMinusInf(Value x) {
    return arith::CmpFOp::create(
        b, arith::CmpFPredicate::OEQ, x,
        constant(-std::numeric_limits<double>::infinity()));
  }

  KernelPlan &plan;
  Attention att;
  ElementEmitter inner, outer;
  std::optional<ElementEmitter> checker;
  ImplicitLocOpBuilder &b;
  Factor queries, keys, values;
  int64_t scoreWidth = 1, outputWidth = 1;
  /// Weights are f32, and not rounded.
  bool wide = false;

  // In the kernel.
  std::optional<TileBuilder> tiles;
  Value zero, warpRow, lane;
  SmallVector<Value> batch;               // by dimension of the scores
  SmallVector<Value> scoreIvs, outputIvs; // by loop
  SmallVector<SmallVector<Value>> queryParts;
};
} // namespace

bool AttentionEmitter::prepare() {
  const Contraction &first = att.scoresOf, &second = att.outputOf;
  auto q = describeFactor(plan, att.scores, first.lhs, first.m, first.k);
  auto k = describeFactor(plan, att.scores, first.rhs, first.n, first.k);
  auto v = describeFactor(plan, att.output, second.rhs, second.n, second.k);
  if (!q || !k || !v)
    return false;
  queries = *q, keys = *k, values = *v;
  Type weights = getElementTypeOrSelf(att.quotient.getResult(0).getType());
  auto isHead = [&](int64_t size) {
    return !ShapedType::isDynamic(size) && size > 0 &&
           size <= (att.masked ? kMaxMaskedHead : kMaxHead);
  };
  wide = weights.isF32();
  if (!areHalves(queries, keys) || (weights != values.element() && !wide) ||
      (att.masked && !wide) ||
      !isa<Float16Type, BFloat16Type>(values.element()) ||
      !first.accumulator.isF32() || !second.accumulator.isF32() ||
      !queries.isContiguous || !keys.isContiguous || !values.isContiguous ||
      !isHead(keys.depthSize) || !isHead(values.size))
    return false;
  int64_t depth = llvm::alignTo(keys.depthSize, 16);
  queries.tile = kQueries, queries.depthTile = depth;
  keys.tile = kKeys, keys.depthTile = depth;
  values.tile = llvm::alignTo(values.size, 16), values.depthTile = kKeys;
  for (unsigned i = 0; i < inner.group.rank; ++i) {
    inner.extents.push_back(plan.extent(att.scores.getDpsInits()[0], i));
    outer.extents.push_back(plan.extent(att.output.getDpsInits()[0], i));
  }
  outer.findTargets();
  scoreWidth = coversEvenly(keys.size, 2) ? 2 : 1;
  outputWidth = coversEvenly(values.size, 2) ? 2 : 1;
  return true;
}

void AttentionEmitter::launch() {
  ImplicitLocOpBuilder &host = plan.host();
  Value tilesOfQueries =
      arith::CeilDivUIOp::create(host, queries.limit, plan.index(kQueries));
  Value count = tilesOfQueries, one = plan.index(1);
  unsigned batchDims = inner.group.rank - 2;
  for (unsigned d = 0; d < batchDims; ++d)
    count = arith::MulIOp::create(host, count, inner.extents[d]);
  gpu::LaunchOp launched = plan.launch(
      b, {arith::MaxUIOp::create(host, count, one), one, one},
      {plan.index(kThreads), one, one},
      {queries.sharedType(1), keys.sharedType(1), values.sharedType(1)});
  queries.shared = launched.getWorkgroupAttributions()[0];
  keys.shared = launched.getWorkgroupAttributions()[1];
  values.shared = launched.getWorkgroupAttributions()[2];
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
  inner.thread = outer.thread = thread;
  lane = mod(thread, nanguard::kWarpSize);
  if (checker)
    checker->thread = thread;
  warpRow = times(by(thread, nanguard::kWarpSize), 16);
}

/// The scores of the warp's 16 queries: four a thread for each 8 keys.
SmallVector<Value> AttentionEmitter::multiplyScores() {
  SmallVector<Value> scores(kKeys / 8 * 4, constant(0.0));
  for (auto [step, query] : llvm::enumerate(queryParts))
    for (int64_t i = 0; i < kKeys / 16; ++i) {
      auto pair = tiles->load(keys, zero, makeIndex(b, i * 16), step,
                              /*isLhs=*/false);
      auto sums = MutableArrayRef(scores).slice(i * 8, 8);
      tiles->multiply(keys.element(), query, {pair[0], pair[1]},
                      sums.take_front(4));
      tiles->multiply(keys.element(), query, {pair[2], pair[3]},
                      sums.drop_front(4));
    }
  return scores;
}

/// exp(x - m) of the scores, m the maximum so far, cast to the values' type if
/// the model does; what was summed up with another maximum is scaled. A masked
/// weight is -0, which no other is.
SmallVector<Value> AttentionEmitter::weigh(MutableArrayRef<Value> scores,
                                           Value firstKey, State &state) {
  SmallVector<Value> weights(scores.size());
  bool allKeys = coversEvenly(keys.size, kKeys);
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
    for (int64_t i = 0; i < kKeys / 8; ++i)
      for (int64_t j = 0; j < 2; j += scoreWidth) {
        Value key = add(add(firstKey, times(mod(lane, 4), 2)), i * 8 + j);
        Value valid;
        if (!allKeys)
          valid = isBelow(b, key, keys.limit);
        SmallVector<Value> ivs = inner.rowIvs;
        ivs.push_back(key);
        chunks.push_back(inner.makeChunkAt(
            att.scores.getResult(0),
            scores.slice(i * 4 + half * 2 + j, scoreWidth), ivs, valid));
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
    for (size_t i = half * 2; i < state.output.size(); i += 4)
      for (size_t j = i; j < i + 2; ++j)
        state.output[j] = arith::MulFOp::create(b, state.output[j], scale);
    for (Value &one :
         MutableArrayRef(state.ones)
             .slice(state.ones.empty() ? 0 : half * 2, state.ones.size() / 2))
      one = arith::MulFOp::create(b, one, scale);
    for (auto [i, e, x] : llvm::enumerate(es, xs)) {
      size_t at = i / 2 * 4 + half * 2 + i % 2;
      if (!wide)
        e = arith::TruncFOp::create(b, values.element(), e);
      weights[at] = att.masked ? arith::SelectOp::create(b, isMinusInf(x),
                                                         constant(-0.0), e)
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

/// Weights in f32 times values: two products in tf32.
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

/// What values of 16 keys that are not finite make of sums: NaN, +Inf and -Inf
/// are counted where the weight is more than 0, in one number. Where it is 0,
/// but the key is not masked, any of them makes a NaN, and the number huge.
void AttentionEmitter::addNonFinite(ArrayRef<Value> weights,
                                    ArrayRef<Value> rights,
                                    MutableArrayRef<Value> sums) {
  constexpr int64_t kPlus = 32, kMinus = 32 * 32, kLost = 32 * 32 * 32;
  double inf = std::numeric_limits<double>::infinity();
  double nan = std::numeric_limits<double>::quiet_NaN();
  Value none = constant(0.0), one = constant(1.0);
  auto choose = [&](Value condition, Value yes, Value no) -> Value {
    return arith::SelectOp::create(b, condition, yes, no);
  };
  auto is = [&](arith::CmpFPredicate predicate, Value x, double y) -> Value {
    return arith::CmpFOp::create(b, predicate, x, constant(y));
  };
  SmallVector<Value> counts(8, none);
  for (int64_t tile = 0; tile < 2; ++tile) {
    SmallVector<Value> marks, kinds;
    for (Value w : asLeft(weights.slice(tile * 4, 4))) {
      Value bits = arith::BitcastOp::create(b, b.getI32Type(), w);
      Value isZero = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, bits,
                                           makeI32(b, 0));
      Value mark = choose(is(arith::CmpFPredicate::OGT, w, 0.0), one, none);
      marks.push_back(choose(isZero, constant(kLost), mark));
    }
    for (Value v : rights.slice(tile * 4, 4)) {
      Value kind = choose(is(arith::CmpFPredicate::UNO, v, 0.0), one, none);
      kind =
          choose(is(arith::CmpFPredicate::OEQ, v, inf), constant(kPlus), kind);
      kinds.push_back(choose(is(arith::CmpFPredicate::OEQ, v, -inf),
                             constant(kMinus), kind));
    }
    for (int64_t n = 0; n < 2; ++n)
      tiles->multiplyTF32(marks, ValueRange(kinds).slice(n * 2, 2),
                          MutableArrayRef(counts).slice(n * 4, 4));
  }
  for (auto [sum, seen] : llvm::zip(sums, counts)) {
    Value count = arith::FPToUIOp::create(b, b.getI32Type(), seen);
    auto addIf = [&, &sum = sum](int64_t mask, double value) {
      Value some = arith::CmpIOp::create(
          b, arith::CmpIPredicate::ne,
          arith::AndIOp::create(b, count, makeI32(b, mask)), makeI32(b, 0));
      sum = arith::AddFOp::create(b, sum, choose(some, constant(value), none));
    };
    addIf(kPlus - 1, nan);
    addIf(kMinus - kPlus, inf);
    addIf(kLost - kMinus, -inf);
    sum =
        choose(is(arith::CmpFPredicate::OGE, seen, kLost), constant(nan), sum);
  }
}

/// Under a mask a value that is not finite must not meet a weight of 0. What
/// such values make of the output is added; then they are 0 in shared memory.
/// Every warp looks at the whole tile, so that all take the same way.
void AttentionEmitter::takeOutNonFinite(ArrayRef<Value> weights, State &state) {
  auto ifOp = scf::IfOp::create(b, TypeRange(ValueRange(state.output)),
                                tiles->hasNonFinite(values, zero),
                                /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.elseBlock());
  scf::YieldOp::create(b, state.output);
  b.setInsertionPointToStart(ifOp.thenBlock());
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
  scf::YieldOp::create(b, state.output);
  llvm::copy(ifOp.getResults(), state.output.begin());
}

/// The scan of the weights' sums, as they were multiplied.
void AttentionEmitter::checkWeights(State &state, Value noKeys) {
  checker->lane = mod(lane, 4);
  for (int64_t half = 0; half < 2; ++half) {
    Value sum = divisor(state, half, noKeys, /*masked=*/false);
    checker->rowValues[att.weightSum.getResult(0)] =
        arith::DivFOp::create(b, state.ones[half * 2], sum);
    Value query = add(add(queries.start, warpRow), by(lane, 4));
    if (!coversEvenly(queries.size, kQueries))
      checker->rowValid = isBelow(b, add(query, half * 8), queries.limit);
    checker->b.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
    auto partials = checker->startScans(/*width=*/1);
    checker->finishScans(partials);
  }
}

/// The sum of a row's weights. A row of -Inf is NaN, as -Inf - -Inf is, and 0
/// under a mask, as a row of nothing is.
Value AttentionEmitter::divisor(State &state, int64_t half, Value noKeys,
                                bool masked) {
  Value sum = reduceLanes(b, arith::AtomicRMWKind::addf, state.sum[half], 4);
  Value nothing =
      constant(masked ? 1.0 : std::numeric_limits<double>::quiet_NaN());
  sum =
      arith::SelectOp::create(b, isMinusInf(state.maximum[half]), nothing, sum);
  return arith::SelectOp::create(b, noKeys, constant(1.0), sum);
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
    Value sum = divisor(state, half, noKeys, att.masked);
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
          results.push_back(arith::DivFOp::create(
              b, state.output[i * 4 + half * 2 + j + e], sum));
        outer.b.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
        Chunk chunk = outer.makeChunkAt(att.output.getResult(0), results,
                                        applyMap(outer.b, outMap, ivs), valid);
        for (Partial &partial : partials)
          outer.scanChunk(partial, chunk);
        outer.storeChunk(chunk);
      }
  }
  outer.finishScans(partials);
  if (checker)
    checkWeights(state, noKeys);
}

void AttentionEmitter::emit() {
  launch();
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
  for (int64_t step = 0; step < queries.depthTile / 16; ++step)
    queryParts.push_back(
        tiles->load(queries, zero, warpRow, step, /*isLhs=*/true));

  size_t outputs = values.tile / 8 * 4;
  SmallVector<Value> carried(outputs + (checker ? 4 : 0), constant(0.0));
  for (int64_t half = 0; half < 2; ++half) {
    carried.push_back(constant(-std::numeric_limits<double>::infinity()));
    carried.push_back(constant(0.0));
  }
  auto unpackState = [&](ValueRange all) {
    State state;
    llvm::append_range(state.output, all.take_front(outputs));
    llvm::append_range(state.ones, all.drop_front(outputs).drop_back(4));
    for (int64_t half = 0; half < 2; ++half) {
      state.maximum[half] = all[all.size() - 4 + half * 2];
      state.sum[half] = all[all.size() - 3 + half * 2];
    }
    return state;
  };
  auto loop =
      scf::ForOp::create(b, zero, keys.limit, makeIndex(b, kKeys), carried);
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
    if (wide)
      multiplyWide(weights, state);
    else
      multiplyValues(weights, state);
    copyNext(values, next, outputIvs);
    SmallVector<Value> yielded = state.output;
    llvm::append_range(yielded, state.ones);
    for (int64_t half = 0; half < 2; ++half) {
      yielded.push_back(state.maximum[half]);
      yielded.push_back(state.sum[half]);
    }
    scf::YieldOp::create(b, yielded);
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

bool nanguard::isAttention(const AttentionGroups &groups) {
  return matchAttention(groups).has_value();
}
