//===- LowerTMTensorAttention.cpp - tm_tensor.attention to linalg ---------===//
//
// As exporters write it out, in f32 where the model's type is narrower: what
// lies between scores and output has no type that a model states.
//
//===----------------------------------------------------------------------===//

#include "LowerTMTensor.h"

#include "nanguard/Dialect/TMTensor/TMTensorOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using nanguard::tm_tensor::AttentionOp;

using Body = function_ref<Value(ImplicitLocOpBuilder &, ValueRange)>;

namespace {
/// Builds an attention's steps; scores are (b, m, n), a row's values (b, m).
class AttentionBuilder {
public:
  AttentionBuilder(RewriterBase &rewriter, AttentionOp op)
      : b(op.getLoc(), rewriter), op(op),
        narrow(
            cast<FloatType>(cast<RankedTensorType>(op.getInputs()[0].getType())
                                .getElementType())),
        wide(narrow.getWidth() < 32 ? b.getF32Type() : narrow) {}

  Value build() {
    Value scores = addMask(scale(product(op.getInputs()[0], transposedKeys())));
    // From a finite start a row without an unmasked score has a sum of 0.
    Value most =
        reduce({scores}, APFloat::getLargest(wide.getFloatSemantics(), true),
               [](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
                 return arith::MaximumFOp::create(b, args[0], args[1]);
               });
    Value exps = elementwise(
        {scores, most}, [](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
          return math::ExpOp::create(
              b, arith::SubFOp::create(b, args[0], args[1]));
        });
    Value sums = reduce({exps}, APFloat::getZero(wide.getFloatSemantics()),
                        [](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
                          return arith::AddFOp::create(b, args[0], args[1]);
                        });
    Value weights = elementwise(
        {exps, sums}, [](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
          Value zero =
              arith::ConstantOp::create(b, b.getZeroAttr(args[0].getType()));
          Value none = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ,
                                             args[1], zero);
          Value share = arith::DivFOp::create(b, args[0], args[1]);
          return arith::SelectOp::create(b, none, zero, share);
        });
    return narrowed(product(weights, op.getInputs()[2]));
  }

private:
  SmallVector<OpFoldResult> sizesOf(Value value) {
    return tensor::getMixedSizes(b, b.getLoc(), value);
  }
  Value filled(ArrayRef<OpFoldResult> sizes, APFloat number) {
    Value empty = tensor::EmptyOp::create(b, sizes, wide);
    Value constant = arith::ConstantOp::create(b, FloatAttr::get(wide, number));
    return linalg::FillOp::create(b, constant, empty).getResult(0);
  }

  Value transposedKeys() {
    Value keys = op.getInputs()[1];
    SmallVector<OpFoldResult> sizes = sizesOf(keys);
    std::swap(sizes[1], sizes[2]);
    Value empty = tensor::EmptyOp::create(b, sizes, narrow);
    return linalg::TransposeOp::create(b, keys, empty,
                                       ArrayRef<int64_t>{0, 2, 1})
        ->getResult(0);
  }

  Value product(Value lhs, Value rhs) {
    SmallVector<OpFoldResult> sizes = sizesOf(lhs);
    sizes[2] = tensor::getMixedSize(b, b.getLoc(), rhs, 2);
    Value init = filled(sizes, APFloat::getZero(wide.getFloatSemantics()));
    return linalg::BatchMatmulOp::create(b, ValueRange{lhs, rhs}, init)
        .getResult(0);
  }

  Value generic(ValueRange inputs, Value init, bool reduces, Body body) {
    SmallVector<AffineMap> maps;
    AffineMap full = b.getMultiDimIdentityMap(3);
    for (Value input : inputs)
      maps.push_back(cast<RankedTensorType>(input.getType()).getRank() == 3
                         ? full
                         : full.dropResult(2));
    maps.push_back(reduces ? full.dropResult(2) : full);
    SmallVector<utils::IteratorType> iterators(3,
                                               utils::IteratorType::parallel);
    if (reduces)
      iterators[2] = utils::IteratorType::reduction;
    return linalg::GenericOp::create(
               b, init.getType(), inputs, init, maps, iterators,
               [&](OpBuilder &builder, Location loc, ValueRange args) {
                 ImplicitLocOpBuilder inner(loc, builder);
                 linalg::YieldOp::create(inner, body(inner, args));
               })
        .getResult(0);
  }
  Value elementwise(ValueRange inputs, Body body) {
    Value empty = tensor::EmptyOp::create(b, sizesOf(inputs[0]), wide);
    return generic(inputs, empty, /*reduces=*/false, body);
  }
  Value reduce(ValueRange inputs, APFloat start, Body body) {
    SmallVector<OpFoldResult> sizes = sizesOf(inputs[0]);
    sizes.pop_back();
    return generic(inputs, filled(sizes, start), /*reduces=*/true, body);
  }

  Value scale(Value scores) {
    Value factor;
    if (std::optional<APFloat> given = op.getScale()) {
      APFloat number = *given;
      bool inexact;
      number.convert(wide.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                     &inexact);
      factor = arith::ConstantOp::create(b, FloatAttr::get(wide, number));
    } else {
      Value width = getValueOrCreateConstantIndexOp(
          b, b.getLoc(),
          tensor::getMixedSize(b, b.getLoc(), op.getInputs()[0], 2));
      width = arith::IndexCastOp::create(b, b.getI64Type(), width);
      factor = math::SqrtOp::create(b, arith::SIToFPOp::create(b, wide, width));
    }
    bool divides = !op.getScale();
    return elementwise({scores},
                       [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
                         if (divides)
                           return arith::DivFOp::create(b, args[0], factor);
                         return arith::MulFOp::create(b, args[0], factor);
                       });
  }

  Value addMask(Value scores) {
    if (op.getInputs().size() == 3)
      return scores;
    return elementwise(
        {scores, op.getInputs()[3]},
        [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
          if (isa<FloatType>(args[1].getType()))
            return arith::AddFOp::create(b, args[0], widened(b, args[1]));
          Value masked = arith::ConstantOp::create(
              b, FloatAttr::get(wide, APFloat::getInf(wide.getFloatSemantics(),
                                                      /*Negative=*/true)));
          return arith::SelectOp::create(b, args[1], args[0], masked);
        });
  }

  Value widened(ImplicitLocOpBuilder &b, Value value) {
    return value.getType() == wide
               ? value
               : arith::ExtFOp::create(b, wide, value).getResult();
  }

  Value narrowed(Value result) {
    if (narrow == wide)
      return result;
    Value empty = tensor::EmptyOp::create(b, sizesOf(result), narrow);
    return generic(result, empty, /*reduces=*/false,
                   [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
                     return arith::TruncFOp::create(b, narrow, args[0]);
                   });
  }

  ImplicitLocOpBuilder b;
  AttentionOp op;
  FloatType narrow, wide;
};

struct LowerAttention : OpRewritePattern<AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AttentionOp op,
                                PatternRewriter &rewriter) const override {
    Value result = AttentionBuilder(rewriter, op).build();
    Type type = op.getResult(0).getType();
    if (result.getType() != type)
      result = tensor::CastOp::create(rewriter, op.getLoc(), type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};
} // namespace

void nanguard::populateLowerTMTensorAttentionPatterns(
    RewritePatternSet &patterns) {
  patterns.add<LowerAttention>(patterns.getContext());
}
