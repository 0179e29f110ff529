//===- AttentionKernel.cpp - One launch for softmax(QK)V ------------------===//
//
// A block takes 64 queries and runs over the keys, 64 at a time: scores by
// tensor cores, what the model does to a score in registers, the maximum and
// the sum so far with the output scaled along (online softmax), the product
// with the values by tensor cores. Scores never leave the registers. The next
// keys are copied while the softmax runs, the next values during the scores.
//
//===----------------------------------------------------------------------===//

#include "../Schedule/RowSoftmax.h"
#include "AttentionEmitter.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;

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

/// exp(x - m) of the scores, m the maximum so far, cast to the values' type if
/// the model does; what was summed up with another maximum is scaled. A masked
/// weight is -0, which no other is.
SmallVector<Value> AttentionEmitter::weigh(MutableArrayRef<Value> scores,
                                           Value firstKey,
                                           AttentionState &state) {
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

/// The scan of the weights' sums, as they were multiplied.
void AttentionEmitter::checkWeights(AttentionState &state, Value noKeys) {
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
Value AttentionEmitter::divisor(AttentionState &state, int64_t half,
                                Value noKeys, bool zeroRows) {
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
void AttentionEmitter::store(AttentionState &state) {
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

AttentionState AttentionEmitter::unpackState(ValueRange all) {
  AttentionState state;
  size_t outputs = values.tile / 8 * 4;
  llvm::append_range(state.output, all.take_front(outputs));
  llvm::append_range(state.ones, all.drop_front(outputs).drop_back(4));
  for (int64_t half = 0; half < 2; ++half) {
    state.maximum[half] = all[all.size() - 4 + half * 2];
    state.sum[half] = all[all.size() - 3 + half * 2];
  }
  return state;
}

SmallVector<Value> AttentionEmitter::packState(const AttentionState &state) {
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
    AttentionState state = unpackState(loop.getRegionIterArgs());
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
  AttentionState state = unpackState(loop.getResults());
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
    AttentionState state = unpackState(loop.getRegionIterArgs());
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
  AttentionState state = unpackState(loop.getResults());
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
