//===- LowerScans.cpp - nanguard-lower-scans ------------------------------===//
//
// Scans, clips and sanitisers become linalg on tensors. Every test is made on
// the bit pattern as an integer: no fast-math flag can delete it, and no
// maximum drops a NaN. A value and its count are two ops on purpose: one
// multi-result op with a reduced second result is mistiled upstream.
//
//===----------------------------------------------------------------------===//

#include "BitPatterns.h"

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace nanguard {
#define GEN_PASS_DEF_LOWERSCANSPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

namespace {
using Iterator = utils::IteratorType;

Type elementOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getElementType();
}

Value select(OpBuilder &builder, Location loc, Value cond, Value a, Value b) {
  return arith::SelectOp::create(builder, loc, cond, a, b);
}

Value rankZero(OpBuilder &builder, Location loc, Value scalar) {
  return tensor::FromElementsOp::create(
      builder, loc, RankedTensorType::get({}, scalar.getType()), scalar);
}

using Body =
    function_ref<SmallVector<Value>(OpBuilder &, Location, ValueRange)>;

/// A full reduction of `inputs`, all of one shape, into rank-0 accumulators.
linalg::GenericOp reduceAll(OpBuilder &builder, Location loc, ValueRange inputs,
                            ValueRange accs, int64_t kept, Body body) {
  int64_t rank = cast<RankedTensorType>(inputs[0].getType()).getRank();
  MLIRContext *context = builder.getContext();
  SmallVector<AffineMap> maps(inputs.size(),
                              builder.getMultiDimIdentityMap(rank));
  maps.append(accs.size(),
              builder.getMultiDimIdentityMap(rank).getMajorSubMap(kept));
  if (kept == 0)
    std::fill(maps.begin() + inputs.size(), maps.end(),
              AffineMap::get(rank, 0, context));
  SmallVector<Iterator> iterators(rank, Iterator::reduction);
  std::fill_n(iterators.begin(), kept, Iterator::parallel);
  return linalg::GenericOp::create(
      builder, loc, TypeRange(accs), inputs, accs, maps, iterators,
      [&](OpBuilder &b, Location l, ValueRange args) {
        linalg::YieldOp::create(b, l, body(b, l, args));
      });
}

Value mapAll(OpBuilder &builder, Location loc, ValueRange inputs, Body body) {
  auto type = cast<RankedTensorType>(inputs[0].getType());
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, inputs[0]),
      type.getElementType());
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<Iterator> iterators(type.getRank(), Iterator::parallel);
  return linalg::GenericOp::create(
             builder, loc, TypeRange(empty), inputs, empty, maps, iterators,
             [&](OpBuilder &b, Location l, ValueRange args) {
               linalg::YieldOp::create(b, l, body(b, l, args));
             })
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

/// Of a format that has any.
bool expectsInfinity(ScanOp op) {
  auto element = cast<FloatType>(elementOf(op.getInput()));
  return op.getExpectInf() && hasInfinity(element.getFloatSemantics());
}

Value lowerBits(OpBuilder &builder, ScanOp op) {
  int64_t kept = cast<RankedTensorType>(op.getAcc().getType()).getRank();
  return reduceAll(builder, op.getLoc(), op.getInput(), op.getAcc(), kept,
                   [&](OpBuilder &b, Location l, ValueRange args) {
                     Bits bits(b, l, args[0].getType());
                     Value x = bits.of(args[0]);
                     Value m = bits.magnitude(x);
                     if (expectsInfinity(op)) {
                       Value masked = bits.compare(arith::CmpIPredicate::eq, x,
                                                   bits.minusInfinity());
                       m = select(b, l, masked, bits.zero(), m);
                     }
                     Value max = arith::MaxUIOp::create(b, l, m, args[1]);
                     return SmallVector<Value>{max};
                   })
      .getResult(0);
}

/// The linear index of the element that the body of a generic stands at.
Value linearIndex(OpBuilder &b, Location l, ArrayRef<Value> dims) {
  Value linear = arith::ConstantIndexOp::create(b, l, 0);
  for (auto [i, dim] : llvm::enumerate(dims)) {
    Value scaled = arith::MulIOp::create(b, l, linear, dim);
    linear =
        arith::AddIOp::create(b, l, scaled, linalg::IndexOp::create(b, l, i));
  }
  return arith::IndexCastOp::create(b, l, b.getI64Type(), linear);
}

SmallVector<Value> extractSlots(OpBuilder &builder, Location loc, Value acc) {
  SmallVector<Value> slots;
  int64_t size = cast<RankedTensorType>(acc.getType()).getDimSize(0);
  for (int64_t i = 0; i < size; ++i) {
    Value index = arith::ConstantIndexOp::create(builder, loc, i);
    Value slot = tensor::ExtractOp::create(builder, loc, acc, index);
    slots.push_back(rankZero(builder, loc, slot));
  }
  return slots;
}

Value gatherSlots(OpBuilder &builder, Location loc, ValueRange slots,
                  Type type) {
  SmallVector<Value> scalars;
  for (Value slot : slots)
    scalars.push_back(tensor::ExtractOp::create(builder, loc, slot));
  return tensor::FromElementsOp::create(builder, loc, type, scalars);
}

Value lowerCount(OpBuilder &builder, ScanOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> dims;
  int64_t rank = cast<RankedTensorType>(op.getInput().getType()).getRank();
  for (int64_t i = 0; i < rank; ++i)
    dims.push_back(
        tensor::DimOp::create(builder, loc, op.getInput(), i).getResult());
  SmallVector<Value> slots = extractSlots(builder, loc, op.getAcc());
  auto body = [&](OpBuilder &b, Location l, ValueRange args) {
    Bits bits(b, l, args[0].getType());
    Value x = bits.of(args[0]);
    Value m = bits.magnitude(x);
    Value inf = bits.infinity();
    Value isNan = bits.compare(arith::CmpIPredicate::ugt, m, inf);
    Value isInf = bits.compare(arith::CmpIPredicate::eq,
                               expectsInfinity(op) ? x : m, inf);
    Value bad = arith::OrIOp::create(b, l, isNan, isInf);
    // -1, "none", is the largest index when read unsigned.
    Value none = arith::ConstantIntOp::create(b, l, b.getI64Type(), -1);
    Value first = select(b, l, bad, linearIndex(b, l, dims), none);
    auto add = [&](Value acc, Value flag) -> Value {
      Value wide = arith::ExtUIOp::create(b, l, b.getI64Type(), flag);
      return arith::AddIOp::create(b, l, acc, wide);
    };
    return SmallVector<Value>{
        add(args[1], isNan), add(args[2], isInf),
        arith::MinUIOp::create(b, l, args[3], first).getResult()};
  };
  auto generic =
      reduceAll(builder, loc, op.getInput(), slots, /*kept=*/0, body);
  return gatherSlots(builder, loc, generic.getResults(),
                     op.getResult().getType());
}

Value lowerStats(OpBuilder &builder, ScanOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> slots = extractSlots(builder, loc, op.getAcc());
  auto body = [&](OpBuilder &b, Location l, ValueRange args) {
    Bits bits(b, l, args[0].getType());
    Value m = bits.magnitude(bits.of(args[0]));
    Value finite = bits.compare(arith::CmpIPredicate::ult, m, bits.infinity());
    auto f64 = [&](double value) -> Value {
      return arith::ConstantOp::create(b, l, b.getF64FloatAttr(value));
    };
    Value x = args[0];
    if (bits.type.getWidth() < 64)
      x = arith::ExtFOp::create(b, l, b.getF64Type(), x);
    double inf = std::numeric_limits<double>::infinity();
    Value zero = f64(0.0);
    Value summand = select(b, l, finite, x, zero);
    Value square = arith::MulFOp::create(b, l, summand, summand);
    Value one = select(b, l, finite, f64(1.0), zero);
    return SmallVector<Value>{
        arith::AddFOp::create(b, l, one, args[1]).getResult(),
        arith::MinimumFOp::create(b, l, select(b, l, finite, x, f64(inf)),
                                  args[2])
            .getResult(),
        arith::MaximumFOp::create(b, l, select(b, l, finite, x, f64(-inf)),
                                  args[3])
            .getResult(),
        arith::AddFOp::create(b, l, summand, args[4]).getResult(),
        arith::AddFOp::create(b, l, square, args[5]).getResult()};
  };
  auto generic =
      reduceAll(builder, loc, op.getInput(), slots, /*kept=*/0, body);
  return gatherSlots(builder, loc, generic.getResults(),
                     op.getResult().getType());
}

Value lowerScan(OpBuilder &builder, ScanOp op) {
  switch (op.getMode()) {
  case ScanMode::Bits:
    return lowerBits(builder, op);
  case ScanMode::Count:
    return lowerCount(builder, op);
  case ScanMode::Stats:
    return lowerStats(builder, op);
  }
  llvm_unreachable("unknown scan mode");
}

//===----------------------------------------------------------------------===//
// Clips and sanitisers
//===----------------------------------------------------------------------===//

/// The counter of a clip: rank 0, or one element that it is spread from.
Value addCount(
    OpBuilder &builder, Location loc, ValueRange inputs, Value counter,
    function_ref<Value(OpBuilder &, Location, ValueRange)> replaced) {
  return reduceAll(builder, loc, inputs, counter, /*kept=*/0,
                   [&](OpBuilder &b, Location l, ValueRange args) {
                     Value flag = replaced(b, l, args.drop_back());
                     Value wide =
                         arith::ExtUIOp::create(b, l, b.getI64Type(), flag);
                     Value sum = arith::AddIOp::create(b, l, wide, args.back());
                     return SmallVector<Value>{sum};
                   })
      .getResult(0);
}

std::pair<Value, Value> lowerClip(OpBuilder &builder, ClipOp op) {
  Location loc = op.getLoc();
  auto type = cast<FloatType>(elementOf(op.getInput()));
  // Towards zero, so that |x| > bound shows in the rounded bound too. A
  // bound past the type's range becomes the largest finite value.
  APFloat bound = op.getBound();
  bool inexact;
  bound.convert(type.getFloatSemantics(), APFloat::rmTowardZero, &inexact);
  APInt limit = bound.bitcastToAPInt();

  auto over = [&](OpBuilder &b, Location l, ValueRange args) -> Value {
    Bits bits(b, l, type);
    Value m = bits.magnitude(bits.of(args[0]));
    Value above =
        bits.compare(arith::CmpIPredicate::ugt, m, bits.constant(limit));
    Value finite = bits.compare(arith::CmpIPredicate::ult, m, bits.infinity());
    return arith::AndIOp::create(b, l, above, finite);
  };
  Value result =
      mapAll(builder, loc, op.getInput(),
             [&](OpBuilder &b, Location l, ValueRange args) {
               Bits bits(b, l, type);
               Value x = bits.of(args[0]);
               Value signBit = arith::AndIOp::create(b, l, x, bits.sign());
               Value clipped =
                   arith::OrIOp::create(b, l, signBit, bits.constant(limit));
               Value y = select(b, l, over(b, l, args), clipped, x);
               return SmallVector<Value>{bits.toFloat(y)};
             });
  return {result, addCount(builder, loc, op.getInput(), op.getCounter(), over)};
}

std::pair<Value, Value> lowerSanitise(OpBuilder &builder, SanitiseOp op) {
  Location loc = op.getLoc();
  Type type = elementOf(op.getUpdate());
  auto isBad = [&](OpBuilder &b, Location l, Value x) -> Value {
    Bits bits(b, l, type);
    return bits.compare(arith::CmpIPredicate::uge, bits.magnitude(bits.of(x)),
                        bits.infinity());
  };
  Value result =
      mapAll(builder, loc, {op.getUpdate(), op.getPrevious()},
             [&](OpBuilder &b, Location l, ValueRange args) {
               Bits bits(b, l, type);
               Value zero = bits.toFloat(bits.zero());
               Value other = select(b, l, isBad(b, l, args[1]), zero, args[1]);
               return SmallVector<Value>{
                   select(b, l, isBad(b, l, args[0]), other, args[0])};
             });
  Value count = addCount(builder, loc, op.getUpdate(), op.getCounter(),
                         [&](OpBuilder &b, Location l, ValueRange args) {
                           return isBad(b, l, args[0]);
                         });
  return {result, count};
}

struct LowerScansPass : nanguard::impl::LowerScansPassBase<LowerScansPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<ScanOp, ClipOp, SanitiseOp>(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      if (auto scan = dyn_cast<ScanOp>(op)) {
        rewriter.replaceOp(op, lowerScan(rewriter, scan));
        continue;
      }
      auto clip = dyn_cast<ClipOp>(op);
      Value counter =
          clip ? clip.getCounter() : cast<SanitiseOp>(op).getCounter();
      if (cast<RankedTensorType>(counter.getType()).getRank() != 0) {
        op->emitOpError("a counter with dimensions is not supported here");
        return signalPassFailure();
      }
      auto [result, count] =
          clip ? lowerClip(rewriter, clip)
               : lowerSanitise(rewriter, cast<SanitiseOp>(op));
      rewriter.replaceOp(op, {result, count});
    }
  }
};
} // namespace
