//===- ApproximateMath.cpp - nanguard-approximate-math --------------------===//
//
// Polynomials for the functions that models spend time in: exp here, tanh and
// erf from upstream. Upstream's exp flushes subnormal results and its log
// clamps subnormal arguments; a guard that tells them apart can use neither.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/CPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace nanguard {
#define GEN_PASS_DEF_APPROXIMATEMATHPASS
#include "nanguard/Conversion/CPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

namespace {
/// exp(x) = 2^n * exp(r), x = n ln 2 + r, |r| <= ln 2 / 2.
struct ExpandExp : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &b) const override {
    Type type = op.getType();
    if (!getElementTypeOrSelf(type).isF32())
      return b.notifyMatchFailure(op, "f32 only");
    Location loc = op.getLoc();
    Type intType = b.getI32Type();
    if (auto shaped = dyn_cast<ShapedType>(type))
      intType = shaped.clone(intType);
    auto splat = [&](Type type, TypedAttr value) -> Value {
      TypedAttr attr = value;
      if (auto shaped = dyn_cast<ShapedType>(type))
        attr = DenseElementsAttr::get(shaped, Attribute(value));
      return arith::ConstantOp::create(b, loc, attr);
    };
    auto real = [&](float v) { return splat(type, b.getF32FloatAttr(v)); };
    auto integer = [&](int32_t v) {
      return splat(intType, b.getI32IntegerAttr(v));
    };
    auto fma = [&](Value x, Value y, Value z) -> Value {
      return math::FmaOp::create(b, loc, x, y, z);
    };
    // Past these the result is 0 or Inf; the clamps keep a NaN.
    Value x = arith::MaximumFOp::create(b, loc, op.getOperand(), real(-105.f));
    x = arith::MinimumFOp::create(b, loc, x, real(89.f));
    // Adding 1.5 * 2^23 rounds to an integer that stands in the low bits: no
    // float-to-integer cast, which would be poison for a NaN.
    Value magic = real(12582912.f);
    Value shifted = fma(x, real(1.44269504088896341f), magic);
    Value n = arith::SubFOp::create(b, loc, shifted, magic);
    Value nBits = arith::SubIOp::create(
        b, loc, arith::BitcastOp::create(b, loc, intType, shifted),
        arith::BitcastOp::create(b, loc, intType, magic));
    Value r = fma(n, real(-0.693359375f), x);
    r = fma(n, real(2.12194440e-4f), r);
    Value p = real(1.9875691500e-4f);
    for (float c : {1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f,
                    1.6666665459e-1f, 5.0000001201e-1f})
      p = fma(p, r, real(c));
    Value r2 = arith::MulFOp::create(b, loc, r, r);
    Value y = fma(p, r2, r);
    y = arith::AddFOp::create(b, loc, y, real(1.f));
    // Two factors: 2^n itself is out of range for subnormal results.
    Value half = arith::ShRSIOp::create(b, loc, nBits, integer(1));
    Value rest = arith::SubIOp::create(b, loc, nBits, half);
    for (Value part : {half, rest}) {
      Value biased = arith::AddIOp::create(b, loc, part, integer(127));
      Value bits = arith::ShLIOp::create(b, loc, biased, integer(23));
      Value scale = arith::BitcastOp::create(b, loc, type, bits);
      y = arith::MulFOp::create(b, loc, y, scale);
    }
    b.replaceOp(op, y);
    return success();
  }
};

struct ApproximateMathPass
    : nanguard::impl::ApproximateMathPassBase<ApproximateMathPass> {
  using Base::Base;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandExp>(&getContext());
    populateMathPolynomialApproximationPatterns(patterns, [](StringRef name) {
      return name == math::TanhOp::getOperationName() ||
             name == math::ErfOp::getOperationName();
    });
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
  }
};
} // namespace
