//===- AttentionNonFinite.cpp - Values that a mask takes out --------------===//
//
// A masked score does not read its value: where a tile of values holds an Inf
// or a NaN, one product more counts which queries see it.
//
//===----------------------------------------------------------------------===//

#include "AttentionEmitter.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace nanguard;

// Values that are not finite are counted in one number: NaN, +Inf and -Inf
// where the weight is more than 0. Where it is 0, but the key is not masked,
// any of them makes a NaN, and the number huge.
static constexpr int64_t kPlus = 32, kMinus = 32 * 32, kLost = 32 * 32 * 32;

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
    for (Value w : leftOfTF32(weights.slice(tile * 4, 4)))
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
void AttentionEmitter::takeOutNonFinite(ArrayRef<Value> weights,
                                        AttentionState &state) {
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
                                            AttentionState &state,
                                            Value isThere) {
  ifNonFinite(isThere, state, [&] {
    // A loop, whose every iteration may write to all of the output: else ptxas
    // does all turns side by side, and needs the registers.
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
void AttentionEmitter::ifNonFinite(Value isThere, AttentionState &state,
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
