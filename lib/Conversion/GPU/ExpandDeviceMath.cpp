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
    patterns.add<ExpandRsqrt>(context);
    patterns.add<CallIntrinsic<math::SqrtOp>>(context, "llvm.sqrt");
    patterns.add<CallIntrinsic<math::AbsFOp>>(context, "llvm.fabs");
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
