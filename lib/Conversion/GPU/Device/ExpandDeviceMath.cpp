//===- ExpandDeviceMath.cpp - nanguard-expand-device-math -----------------===//
//
// PTX has square roots, absolute values, roundings and fma; everything else is
// written out, so that no bitcode library of the CUDA toolkit is needed.
//
//===----------------------------------------------------------------------===//

#include "DeviceFunctions.h"

#include "nanguard/Conversion/GPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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
    // nanguard-map-to-threads takes these as a whole.
    auto reduction = dyn_cast<linalg::LinalgOp>(op->getParentOp());
    if (reduction && reduction.getNumParallelLoops() == 0)
      return rewriter.notifyMatchFailure(op, "of a reduction of everything");
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

/// A function by one of f64, whose result is rounded once for an f32.
template <typename OpTy>
struct ComputeInF64 : OpRewritePattern<OpTy> {
  ComputeInF64(MLIRContext *context, bool alsoF32)
      : OpRewritePattern<OpTy>(context), alsoF32(alsoF32) {}

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &b) const override {
    Type type = op.getType();
    if (!type.isF64() && !(alsoF32 && type.isF32()))
      return b.notifyMatchFailure(op, "not of a scalar of that type");
    SmallVector<Value> args(op->getOperands());
    if (type.isF32())
      for (Value &arg : args)
        arg = arith::ExtFOp::create(b, op.getLoc(), b.getF64Type(), arg);
    Value y = nanguard::emitWideFunction(b, op, args);
    if (type.isF32())
      y = arith::TruncFOp::create(b, op.getLoc(), type, y);
    b.replaceOp(op, y);
    return success();
  }

  bool alsoF32;
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
    // The polynomials of f32 are nanguard-approximate-math's.
    addWide<math::ExpOp, math::Exp2Op, math::ExpM1Op, math::LogOp, math::Log2Op,
            math::Log10Op, math::Log1pOp, math::PowFOp, math::TanhOp,
            math::SinOp, math::CosOp, math::ErfOp>(patterns, /*alsoF32=*/false);
    addWide<math::SinhOp, math::CoshOp, math::AsinhOp, math::AcoshOp,
            math::AtanhOp, math::TanOp, math::AtanOp, math::Atan2Op,
            math::AsinOp, math::AcosOp, math::ErfcOp, math::CbrtOp>(
        patterns, /*alsoF32=*/true);
    patterns.add<CallIntrinsic<math::SqrtOp>>(context, "llvm.sqrt");
    patterns.add<CallIntrinsic<math::AbsFOp>>(context, "llvm.fabs");
    patterns.add<CallIntrinsic<math::CopySignOp>>(context, "llvm.copysign");
    patterns.add<CallIntrinsic<math::FloorOp>>(context, "llvm.floor");
    patterns.add<CallIntrinsic<math::CeilOp>>(context, "llvm.ceil");
    patterns.add<CallIntrinsic<math::TruncOp>>(context, "llvm.trunc");
    patterns.add<CallIntrinsic<math::RoundEvenOp>>(context, "llvm.roundeven");
    math::populateExpansionPatterns(patterns, {"round"});
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
  }

private:
  template <typename... Ops>
  static void addWide(RewritePatternSet &patterns, bool alsoF32) {
    patterns.add<ComputeInF64<Ops>...>(patterns.getContext(), alsoF32);
  }
};
} // namespace
