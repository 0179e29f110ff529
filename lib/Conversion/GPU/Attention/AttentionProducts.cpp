//===- AttentionProducts.cpp - Scores, and weights times values -----------===//
//
// In f16 with f32 sums; weights that stay f32 as two f16 or in tf32; all
// of it in f64.
//
//===----------------------------------------------------------------------===//

#include "AttentionEmitter.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace nanguard;

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

/// The accumulators' layout of two tiles of 8 keys is that of a left operand.
void AttentionEmitter::multiplyValues(ArrayRef<Value> weights,
                                      AttentionState &state) {
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

/// The right operands that go with leftOfTF32's, of 16 keys: two for each of
/// two tiles of 8 columns, for each of two tiles of keys.
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
/// lower 11 bits. Scaled, so that the lower are not subnormal in f16.
void AttentionEmitter::multiplyInHalves(ArrayRef<Value> weights,
                                        AttentionState &state) {
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
void AttentionEmitter::multiplyWide(ArrayRef<Value> weights,
                                    AttentionState &state) {
  Value one = constant(1.0);
  for (int64_t step = 0; step < kKeys / 16; ++step) {
    SmallVector<Value> parts[2][2]; // of 8 keys; high and low
    for (int64_t tile = 0; tile < 2; ++tile) {
      for (Value w : leftOfTF32(weights.slice(step * 8 + tile * 4, 4)))
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
                                          AttentionState &state) {
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
