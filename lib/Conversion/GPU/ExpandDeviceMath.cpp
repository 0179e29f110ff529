//===- ExpandDeviceMath.cpp - nanguard-expand-device-math -----------------===//
//
// PTX has square roots, absolute values, roundings and fma; everything else is
// written out, so that no bitcode library of the CUDA toolkit is needed.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/GPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace nanguard {
#define GEN_PASS_DEF_EXPANDDEVICEMATHPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

namespace {
/// max/min on f64 with the NaN kept: a NaN operand is the result.
template <typename OpTy, arith::CmpFPredicate predicate>
struct ExpandF64Extremum : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF64())
      return rewriter.notifyMatchFailure(op, "f64 only");
    Location loc = op.getLoc();
    Value a = op.getLhs(), b = op.getRhs();
    // Unordered compares hold when b is NaN too; then a may be a number.
    Value takeA = arith::CmpFOp::create(rewriter, loc, predicate, a, b);
    Value bIsNan =
        arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::UNO, b, b);
    Value pick = arith::SelectOp::create(rewriter, loc, takeA, a, b);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, bIsNan, b, pick);
    return success();
  }
};

/// LLVM's intrinsic of the same name, as NVPTX selects it. Named, for
/// convert-gpu-to-nvvm turns the intrinsics' own ops into libdevice calls.
template <typename OpTy>
struct CallIntrinsic : OpRewritePattern<OpTy> {
  CallIntrinsic(MLIRContext *context, StringRef name)
      : OpRewritePattern<OpTy>(context), name(name) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!isa<FloatType>(op.getType()))
      return rewriter.notifyMatchFailure(op, "scalars only");
    auto call = LLVM::CallIntrinsicOp::create(
        rewriter, op.getLoc(), op.getType(), rewriter.getStringAttr(name),
        op->getOperands());
    rewriter.replaceOp(op, call->getResults());
    return success();
  }

  StringRef name;
};

/// exp on f64, as the CPU's on f32: 2^n * exp(r), x = n ln 2 + r. The series
/// ends where its next term is below 2^-57 for |r| <= ln 2 / 2.
struct ExpandF64Exp : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF64())
      return rewriter.notifyMatchFailure(op, "f64 only");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type type = b.getF64Type(), intType = b.getI64Type();
    auto real = [&](double v) -> Value {
      return arith::ConstantOp::create(b, b.getF64FloatAttr(v));
    };
    auto integer = [&](int64_t v) -> Value {
      return arith::ConstantOp::create(b, b.getI64IntegerAttr(v));
    };
    auto fma = [&](Value x, Value y, Value z) -> Value {
      return math::FmaOp::create(b, x, y, z);
    };
    // Past these the result is 0 or Inf; the clamps keep a NaN.
    Value x = arith::MaximumFOp::create(b, op.getOperand(), real(-746.0));
    x = arith::MinimumFOp::create(b, x, real(710.0));
    // Adding 1.5 * 2^52 rounds to an integer in the low bits.
    Value magic = real(6755399441055744.0);
    Value shifted = fma(x, real(1.4426950408889634), magic);
    Value n = arith::SubFOp::create(b, shifted, magic);
    Value nBits =
        arith::SubIOp::create(b, arith::BitcastOp::create(b, intType, shifted),
                              arith::BitcastOp::create(b, intType, magic));
    Value r = fma(n, real(-0.6931471805599453), x);
    r = fma(n, real(-2.3190468138462996e-17), r);
    double factorial = 6227020800.0; // 13!
    Value y = real(1.0 / factorial);
    for (int k = 12; k >= 0; --k) {
      factorial /= k + 1;
      y = fma(y, r, real(1.0 / factorial));
    }
    // Two factors: 2^n itself is out of range for subnormal results.
    Value half = arith::ShRSIOp::create(b, nBits, integer(1));
    Value rest = arith::SubIOp::create(b, nBits, half);
    for (Value part : {half, rest}) {
      Value biased = arith::AddIOp::create(b, part, integer(1023));
      Value bits = arith::ShLIOp::create(b, biased, integer(52));
      Value scale = arith::BitcastOp::create(b, type, bits);
      y = arith::MulFOp::create(b, y, scale);
    }
    rewriter.replaceOp(op, y);
    return success();
  }
};

/// 1 / sqrt(x), both rounded: rsqrt.approx is not.
struct ExpandRsqrt : OpRewritePattern<math::RsqrtOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::RsqrtOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "scalars only");
    Value one = arith::ConstantOp::create(rewriter, op.getLoc(),
                                          rewriter.getFloatAttr(type, 1.0));
    Value root = math::SqrtOp::create(rewriter, op.getLoc(), op.getOperand());
    rewriter.replaceOpWithNewOp<arith::DivFOp>(op, one, root);
    return success();
  }
};

struct ExpandDeviceMathPass
    : nanguard::impl::ExpandDeviceMathPassBase<ExpandDeviceMathPass> {
  using Base::Base;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns
        .add<ExpandF64Extremum<arith::MaximumFOp, arith::CmpFPredicate::UGT>,
             ExpandF64Extremum<arith::MinimumFOp, arith::CmpFPredicate::ULT>>(
            context);
    patterns.add<ExpandRsqrt, ExpandF64Exp>(context);
    patterns.add<CallIntrinsic<math::SqrtOp>>(context, "llvm.sqrt");
    patterns.add<CallIntrinsic<math::AbsFOp>>(context, "llvm.fabs");
    patterns.add<CallIntrinsic<math::CopySignOp>>(context, "llvm.copysign");
    patterns.add<CallIntrinsic<math::FloorOp>>(context, "llvm.floor");
    patterns.add<CallIntrinsic<math::CeilOp>>(context, "llvm.ceil");
    patterns.add<CallIntrinsic<math::TruncOp>>(context, "llvm.trunc");
    patterns.add<CallIntrinsic<math::RoundEvenOp>>(context, "llvm.roundeven");
    math::populateExpansionPatterns(patterns, {"powf", "fpowi", "exp2", "tan",
                                               "sinh", "cosh", "asinh", "acosh",
                                               "atanh", "round"});
    populateMathPolynomialApproximationPatterns(patterns, [](StringRef name) {
      return llvm::is_contained(
          {math::LogOp::getOperationName(), math::Log2Op::getOperationName(),
           math::Log1pOp::getOperationName(), math::SinOp::getOperationName(),
           math::CosOp::getOperationName(), math::ExpM1Op::getOperationName(),
           math::AtanOp::getOperationName(), math::Atan2Op::getOperationName(),
           math::AsinOp::getOperationName(), math::AcosOp::getOperationName(),
           math::CbrtOp::getOperationName(), math::ErfcOp::getOperationName()},
          name);
    });
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
  }
};
} // namespace
