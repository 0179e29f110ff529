//===- ApproximateInHalves.cpp - nanguard-approximate-in-halves -----------===//
//
// What a fused kernel computes in f32 and rounds to f16 or bf16 needs no more
// than a few bits beyond these: exponentials, roots and reciprocals are PTX's
// approximations then, erf and tanh short polynomials around them.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/GPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace nanguard {
#define GEN_PASS_DEF_APPROXIMATEINHALVESPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

namespace {
/// f32 arithmetic.
struct Single {
  Single(Location loc, OpBuilder &builder) : b(loc, builder) {}

  Value real(double value) {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  }
  Value intrinsic(StringRef name, Value x) {
    return LLVM::CallIntrinsicOp::create(b, x.getType(), b.getStringAttr(name),
                                         ValueRange{x})
        ->getResult(0);
  }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  /// 2^x. A subnormal result may be 0.
  Value exp2(Value x) { return intrinsic("llvm.nvvm.ex2.approx.ftz", x); }
  /// 1 / x. A subnormal result may be 0.
  Value reciprocal(Value x) {
    return intrinsic("llvm.nvvm.rcp.approx.ftz.f", x);
  }
  /// 1 / sqrt(x).
  Value inverseRoot(Value x) {
    return intrinsic("llvm.nvvm.rsqrt.approx.f", x);
  }
  /// The constant term comes first.
  Value polynomial(Value x, ArrayRef<double> coefficients) {
    Value sum = real(coefficients.back());
    for (double c : llvm::reverse(coefficients.drop_back()))
      sum = math::FmaOp::create(b, sum, x, real(c));
    return sum;
  }
  Value select(arith::CmpFPredicate predicate, Value x, double limit, Value yes,
               Value no) {
    Value test = arith::CmpFOp::create(b, predicate, x, real(limit));
    return arith::SelectOp::create(b, test, yes, no);
  }

  Value complementaryErf(Value x);
  Value erf(Value x);
  Value tanh(Value x);

  ImplicitLocOpBuilder b;
};
} // namespace

static constexpr double kLog2E = 1.4426950408889634;

/// erfc(|x|) = 2^-p(|x|), p(0) = 0. The minimax fit of -log2(erfc) on [0, 9.4]
/// is within 2^-16.4; past it the result is below 2^-126, from 10.5 on 0.
Value Single::complementaryErf(Value x) {
  static constexpr double kLogErfc[] = {
      -1.62818855e+00, -9.16293150e-01, -1.54064532e-01,
      3.54918663e-02,  -6.03707711e-03, 7.17688680e-04,
      -5.57079224e-05, 2.51619329e-06,  -4.98910061e-08};
  Value magnitude =
      arith::MinimumFOp::create(b, math::AbsFOp::create(b, x), real(10.5));
  return exp2(mul(magnitude, polynomial(magnitude, kLogErfc)));
}

/// Within 2^-15 of erf(x): below 1/2 an odd polynomial, above from erfc.
Value Single::erf(Value x) {
  static constexpr double kSmall[] = {1.12837904, -0.37610665, 0.11244523,
                                      -0.02435616};
  Value large = arith::SubFOp::create(b, real(1.0), complementaryErf(x));
  large = math::CopySignOp::create(b, large, x);
  Value small = mul(x, polynomial(mul(x, x), kSmall));
  return select(arith::CmpFPredicate::OLT, math::AbsFOp::create(b, x), 0.5,
                small, large);
}

/// Within 2^-18 of tanh(x): below 0.6 an odd polynomial, above
/// 1 - 2 / (1 + e^2x).
Value Single::tanh(Value x) {
  static constexpr double kSmall[] = {0.99999785, -0.33314046, 0.1305792,
                                      -0.04093060};
  Value magnitude = math::AbsFOp::create(b, x);
  Value e = exp2(mul(magnitude, real(2 * kLog2E)));
  Value large = math::FmaOp::create(b, reciprocal(add(e, real(1.0))),
                                    real(-2.0), real(1.0));
  large = math::CopySignOp::create(b, large, x);
  Value small = mul(x, polynomial(mul(x, x), kSmall));
  return select(arith::CmpFPredicate::OLT, magnitude, 0.6, small, large);
}

static bool isOne(Value value) { return matchPattern(value, m_OneFloat()); }

/// The other operand of a sum with 1.
static Value besideOne(arith::AddFOp sum) {
  if (isOne(sum.getLhs()))
    return sum.getRhs();
  return isOne(sum.getRhs()) ? sum.getLhs() : Value();
}

/// The OpTy that 1 is added to in `sum`; null if it is none.
template <typename OpTy>
static OpTy opBesideOne(arith::AddFOp sum) {
  Value other = besideOne(sum);
  return other ? other.getDefiningOp<OpTy>() : OpTy();
}

/// Only used as 1 + x.
static bool isBesideOnes(Operation *op) {
  return llvm::all_of(op->getUsers(), [](Operation *user) {
    auto sum = dyn_cast<arith::AddFOp>(user);
    return sum && besideOne(sum);
  });
}

namespace {
/// A pattern on one f32 op.
template <typename OpTy>
struct SinglePattern : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "f32 only");
    Single single(op.getLoc(), rewriter);
    Value result = compute(single, op);
    if (!result)
      return rewriter.notifyMatchFailure(op, "another pattern");
    rewriter.replaceOp(op, result);
    return success();
  }

  /// Null, and nothing made, where it does not fit.
  virtual Value compute(Single &s, OpTy op) const = 0;
};

/// e^x = 2^(x log2 e): what the product's rounding costs grows with |x|, to
/// 2^-17 of the result at most. exp(x) - 1 would lose it all.
struct ExpByExp2 : SinglePattern<math::ExpOp> {
  using SinglePattern::SinglePattern;

  Value compute(Single &s, math::ExpOp op) const override {
    for (Operation *user : op->getUsers()) {
      if (isa<arith::SubFOp>(user))
        return nullptr;
      auto sum = dyn_cast<arith::AddFOp>(user);
      APFloat constant(0.0f);
      if (sum &&
          (matchPattern(sum.getLhs(), m_ConstantFloat(&constant)) ||
           matchPattern(sum.getRhs(), m_ConstantFloat(&constant))) &&
          constant.isNegative())
        return nullptr;
    }
    Value x = s.mul(op.getOperand(), s.real(kLog2E));
    return isBesideOnes(op) || op->hasAttr(nanguard::kFlushesAttr)
               ? s.exp2(x)
               : s.intrinsic("llvm.nvvm.ex2.approx", x);
  }
};

/// erf(x) + 1 = erfc(-x), whose lower tail no sum cancels.
struct OnePlusErf : SinglePattern<arith::AddFOp> {
  using SinglePattern::SinglePattern;

  Value compute(Single &s, arith::AddFOp op) const override {
    auto erf = opBesideOne<math::ErfOp>(op);
    if (!erf)
      return nullptr;
    Value tail = s.complementaryErf(erf.getOperand());
    Value rest = arith::SubFOp::create(s.b, s.real(2.0), tail);
    return s.select(arith::CmpFPredicate::OLT, erf.getOperand(), 0.0, tail,
                    rest);
  }
};

/// tanh(x) + 1 = 2 / (1 + e^-2x).
struct OnePlusTanh : SinglePattern<arith::AddFOp> {
  using SinglePattern::SinglePattern;

  Value compute(Single &s, arith::AddFOp op) const override {
    auto tanh = opBesideOne<math::TanhOp>(op);
    if (!tanh)
      return nullptr;
    Value e = s.exp2(s.mul(tanh.getOperand(), s.real(-2 * kLog2E)));
    return s.mul(s.reciprocal(s.add(e, s.real(1.0))), s.real(2.0));
  }
};

struct Erf : SinglePattern<math::ErfOp> {
  using SinglePattern::SinglePattern;
  Value compute(Single &s, math::ErfOp op) const override {
    return isBesideOnes(op) ? Value() : s.erf(op.getOperand());
  }
};

struct Tanh : SinglePattern<math::TanhOp> {
  using SinglePattern::SinglePattern;
  Value compute(Single &s, math::TanhOp op) const override {
    return isBesideOnes(op) ? Value() : s.tanh(op.getOperand());
  }
};

struct RsqrtByApproximation : SinglePattern<math::RsqrtOp> {
  using SinglePattern::SinglePattern;
  Value compute(Single &s, math::RsqrtOp op) const override {
    return s.inverseRoot(op.getOperand());
  }
};

/// Quotients by what is known to lie where a reciprocal is no worse than two
/// roundings: 1 + e^x (from 1 to Inf), a root, a constant.
struct DivideByReciprocal : SinglePattern<arith::DivFOp> {
  using SinglePattern::SinglePattern;

  Value compute(Single &s, arith::DivFOp op) const override {
    Value inverse = invert(s, op.getRhs());
    if (!inverse)
      return nullptr;
    return isOne(op.getLhs()) ? inverse : s.mul(op.getLhs(), inverse);
  }

  static Value invert(Single &s, Value divisor) {
    APFloat constant(0.0f), inverse(0.0f);
    if (matchPattern(divisor, m_ConstantFloat(&constant))) {
      inverse = APFloat(1.0f);
      inverse.divide(constant, APFloat::rmNearestTiesToEven);
      return constant.isNormal() && inverse.isNormal()
                 ? s.real(inverse.convertToFloat())
                 : Value();
    }
    if (auto root = divisor.getDefiningOp<math::SqrtOp>())
      return s.inverseRoot(root.getOperand());
    auto sum = divisor.getDefiningOp<arith::AddFOp>();
    Value e = sum ? besideOne(sum) : Value();
    if (!e || !isExponential(e))
      return nullptr;
    return s.reciprocal(divisor);
  }

  /// An exp, perhaps rewritten already.
  static bool isExponential(Value value) {
    if (value.getDefiningOp<math::ExpOp>())
      return true;
    auto call = value.getDefiningOp<LLVM::CallIntrinsicOp>();
    return call && call.getIntrin().starts_with("llvm.nvvm.ex2.approx");
  }
};

struct ApproximateInHalvesPass
    : nanguard::impl::ApproximateInHalvesPassBase<ApproximateInHalvesPass> {
  using Base::Base;

  void runOnOperation() override {
    if (!getOperation()->hasAttr(nanguard::kHalfResultsAttr))
      return;
    RewritePatternSet patterns(&getContext());
    patterns.add<OnePlusErf, OnePlusTanh>(&getContext(), /*benefit=*/2);
    patterns
        .add<ExpByExp2, Erf, Tanh, RsqrtByApproximation, DivideByReciprocal>(
            &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
