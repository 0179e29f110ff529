//===- AttentionEmitter.h - One launch for softmax(QK)V ---------*- C++ -*-===//
//
// The kernel under construction. AttentionKernel.cpp lays it out and has its
// softmax and output, AttentionProducts.cpp its products,
// AttentionNonFinite.cpp what a mask does to values that are not finite.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_CONVERSION_GPU_ATTENTION_ATTENTIONEMITTER_H
#define NANGUARD_LIB_CONVERSION_GPU_ATTENTION_ATTENTIONEMITTER_H

#include "AttentionMatch.h"
#include "F64Tiles.h"

namespace nanguard {

inline constexpr int64_t kQueries = 64, kThreads = 128;
/// Keys at a time; in f64 fewer, and half of these for large heads or where
/// memory is short.
inline constexpr int64_t kKeys = 64, kWideKeys = 32;
/// Of a head: with more, three tiles do not fit shared memory.
inline constexpr int64_t kMaxHead = 128;
inline constexpr int64_t kMaxShared = 48 * 1024;
/// The same for products in tf32 under a mask: with more, registers spill.
inline constexpr int64_t kMaxMaskedHead = 64;
/// Of weights in f32 that are multiplied as two f16: what is below 2^-38 of the
/// largest is lost.
inline constexpr double kWeightScale = 1 << 14;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What tf32 takes as left operands of 8 keys, from the accumulators' layout:
/// its column t stands for key 2t, column t + 4 for key 2t + 1.
inline llvm::SmallVector<mlir::Value, 4>
leftOfTF32(llvm::ArrayRef<mlir::Value> tile) {
  return {tile[0], tile[2], tile[1], tile[3]};
}

/// What a thread carries from tile to tile: two rows.
struct AttentionState {
  llvm::SmallVector<mlir::Value> output; // four a 16 x 8 tile
  llvm::SmallVector<mlir::Value> ones;   // four as if a column of values were 1
  mlir::Value maximum[2], sum[2];
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
  void launch(llvm::ArrayRef<mlir::MemRefType> shared);
  llvm::SmallVector<mlir::Value> startState();
  AttentionState unpackState(mlir::ValueRange all);
  llvm::SmallVector<mlir::Value> packState(const AttentionState &state);
  llvm::SmallVector<mlir::Value> loadQueries(int64_t step) {
    return tiles->load(queries, zero, warpRow, step, /*isLhs=*/true);
  }
  bool readsMore();
  llvm::SmallVector<mlir::Value> multiplyScores();
  llvm::SmallVector<mlir::Value>
  weigh(llvm::MutableArrayRef<mlir::Value> scores, mlir::Value firstKey,
        AttentionState &state);
  void multiplyValues(llvm::ArrayRef<mlir::Value> weights,
                      AttentionState &state);
  bool inHalves() { return wide && !inF64 && values.element().isF16(); }
  void multiplyInHalves(llvm::ArrayRef<mlir::Value> weights,
                        AttentionState &state);
  void multiplyWide(llvm::ArrayRef<mlir::Value> weights, AttentionState &state);
  void takeOutNonFinite(llvm::ArrayRef<mlir::Value> weights,
                        AttentionState &state);
  void addNonFinite(llvm::ArrayRef<mlir::Value> weights,
                    llvm::ArrayRef<mlir::Value> rights,
                    llvm::MutableArrayRef<mlir::Value> sums);
  llvm::SmallVector<mlir::Value> loadValues(int64_t step, int64_t i);
  llvm::SmallVector<mlir::Value> multiplyScoresWide();
  void multiplyValuesWide(llvm::ArrayRef<mlir::Value> weights,
                          AttentionState &state);
  void takeOutNonFiniteWide(llvm::ArrayRef<mlir::Value> weights,
                            AttentionState &state, mlir::Value isThere);
  void ifNonFinite(mlir::Value isThere, AttentionState &state,
                   llvm::function_ref<void()> body);
  mlir::Value addCounted(mlir::Value sum, mlir::Value seen);
  mlir::Value kindOf(mlir::Value value);
  mlir::Value markOf(mlir::Value weight);
  void store(AttentionState &state);
  void checkWeights(AttentionState &state, mlir::Value noKeys);
  mlir::Value divisor(AttentionState &state, int64_t half, mlir::Value noKeys,
                      bool zeroRows);
  /// Of the softmax's type, or of another one.
  mlir::Value constant(double value) { return constant(value, real); }
  mlir::Value constant(double value, mlir::Type type) {
    return mlir::arith::ConstantOp::create(b, b.getFloatAttr(type, value));
  }
  mlir::Value isMinusInf(mlir::Value x) {
    return mlir::arith::CmpFOp::create(b, mlir::arith::CmpFPredicate::OEQ, x,
                                       constant(-kInfinity, x.getType()));
  }
  mlir::Value choose(mlir::Value condition, mlir::Value yes, mlir::Value no) {
    return mlir::arith::SelectOp::create(b, condition, yes, no);
  }
  /// `x`, cast if it is of another type.
  mlir::Value as(mlir::Value x, mlir::Type type) {
    unsigned from = x.getType().getIntOrFloatBitWidth();
    unsigned to = type.getIntOrFloatBitWidth();
    if (from < to)
      return mlir::arith::ExtFOp::create(b, type, x);
    return from > to ? mlir::arith::TruncFOp::create(b, type, x).getResult()
                     : x;
  }

  KernelPlan &plan;
  Attention att;
  ElementEmitter inner, outer;
  std::optional<ElementEmitter> checker;
  mlir::ImplicitLocOpBuilder &b;
  Factor queries, keys, values;
  int64_t scoreWidth = 1, outputWidth = 1;
  /// The softmax's type, and that of a product's sums.
  mlir::Type real, sums;
  /// Weights are f32, and not rounded.
  bool wide = false;
  /// Products are f64's, of whatever the operands are.
  bool inF64 = false;
  int64_t keysAtOnce = kKeys;

  // In the kernel.
  std::optional<TileBuilder> tiles;
  std::optional<WideTileBuilder> wideTiles;
  WideTile queryTile, keyTile, valueTile;
  mlir::Value zero, warpRow, lane;
  llvm::SmallVector<mlir::Value> batch; // by dimension of the scores
  llvm::SmallVector<mlir::Value> scoreIvs, outputIvs; // by loop
  llvm::SmallVector<llvm::SmallVector<mlir::Value>> queryParts;
};

} // namespace nanguard

#endif // NANGUARD_LIB_CONVERSION_GPU_ATTENTION_ATTENTIONEMITTER_H
