//===- LowerTMTensorScan.cpp - tm_tensor.scan to linalg -------------------===//
//
// Along a short dimension each element is a reduction of those up to it: n²
// steps, but one op that is guarded like any sum, in the order of a loop. A
// long dimension is a loop, which holds no guard.
//
//===----------------------------------------------------------------------===//

#include "LowerTMTensor.h"

#include "nanguard/Dialect/TMTensor/TMTensorOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using nanguard::cloneRegion;
using nanguard::tm_tensor::ScanOp;

/// The longest dimension that becomes one reduction.
static constexpr int64_t kLongestReduction = 1024;

/// x for which the region f has f(x, y) = y, bit for bit; null if unknown.
static TypedAttr neutralElement(ScanOp op) {
  Block &block = op.getRegion().front();
  if (!llvm::hasNItems(block, 2) ||
      !block.front().hasTrait<OpTrait::IsCommutative>() ||
      block.getTerminator()->getOperand(0).getDefiningOp() != &block.front() ||
      llvm::any_of(block.getArguments(), [&](BlockArgument arg) {
        return !llvm::is_contained(block.front().getOperands(), arg);
      }))
    return {};
  Type type = block.getArgument(0).getType();
  // A sum from +0 would lose the sign of -0.
  if (isa<arith::AddFOp>(block.front()))
    return FloatAttr::get(type, -0.0);
  return arith::getNeutralElement(&block.front()).value_or(TypedAttr());
}

namespace {
/// Makes values of a scan: what it starts from and its steps.
class Steps {
public:
  explicit Steps(ScanOp op)
      : op(op), neutral(neutralElement(op)),
        element(cast<RankedTensorType>(op.getInputs()[0].getType())
                    .getElementType()) {}

  /// Before the first step: the accumulator, or what the first step drops.
  Value start(OpBuilder &b, Location loc, ArrayRef<OpFoldResult> sizes) const {
    Value empty = tensor::EmptyOp::create(b, loc, sizes, element);
    Value accumulator = op.getOutputs()[1];
    int64_t rank = sizes.size();
    auto type = cast<RankedTensorType>(accumulator.getType());
    if (!op.getInclusive() && rank == type.getRank())
      return accumulator;
    if (!op.getInclusive())
      return linalg::BroadcastOp::create(
                 b, loc, accumulator, empty,
                 ArrayRef<int64_t>{static_cast<int64_t>(op.getDimension())})
          ->getResult(0);
    Value first = arith::ConstantOp::create(
        b, loc, neutral ? neutral : b.getZeroAttr(element));
    return linalg::FillOp::create(b, loc, first, empty).getResult(0);
  }

  /// The result so far and one element more, the one at `position`.
  Value step(OpBuilder &b, Location loc, Value soFar, Value value,
             Value position) const {
    Value next = cloneRegion(b, op.getRegion(), {soFar, value});
    if (!op.getInclusive() || neutral)
      return next;
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value isFirst =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, position, zero);
    return arith::SelectOp::create(b, loc, isFirst, value, next);
  }

private:
  mutable ScanOp op;
  TypedAttr neutral;
  Type element;
};
} // namespace

static Value scanByReduction(RewriterBase &rewriter, ScanOp op) {
  Location loc = op.getLoc();
  Value input = op.getInputs()[0];
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  int64_t dim = op.getDimension();
  Steps steps(op);
  Value init =
      steps.start(rewriter, loc, tensor::getMixedSizes(rewriter, loc, input));
  AffineMap outMap = rewriter.getMultiDimIdentityMap(rank + 1).dropResult(rank);
  SmallVector<AffineExpr> read(outMap.getResults());
  read[dim] = rewriter.getAffineDimExpr(rank);
  AffineMap inMap = AffineMap::get(rank + 1, 0, read, rewriter.getContext());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  auto generic = linalg::GenericOp::create(
      rewriter, loc, init.getType(), input, init, {inMap, outMap}, iterators,
      [&](OpBuilder &b, Location loc, ValueRange args) {
        Value here = linalg::IndexOp::create(b, loc, dim);
        Value position = linalg::IndexOp::create(b, loc, rank);
        auto upTo = op.getInclusive() ? arith::CmpIPredicate::ule
                                      : arith::CmpIPredicate::ult;
        Value counts = arith::CmpIOp::create(b, loc, upTo, position, here);
        Value next = steps.step(b, loc, args[1], args[0], position);
        Value result = arith::SelectOp::create(b, loc, counts, next, args[1]);
        linalg::YieldOp::create(b, loc, result);
      });
  return generic.getResult(0);
}

static Value scanByLoop(RewriterBase &rewriter, ScanOp op) {
  Location loc = op.getLoc();
  Value input = op.getInputs()[0];
  auto type = cast<RankedTensorType>(input.getType());
  int64_t rank = type.getRank(), dim = op.getDimension();
  Steps steps(op);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, input);
  SmallVector<OpFoldResult> rowSizes = sizes, sliceSizes = sizes;
  rowSizes.erase(rowSizes.begin() + dim);
  sliceSizes[dim] = rewriter.getIndexAttr(1);
  auto rowType = RankedTensorType::Builder(type).dropDim(dim);
  Value out =
      tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
  Value row = steps.start(rewriter, loc, rowSizes);
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  Value extent = getValueOrCreateConstantIndexOp(rewriter, loc, sizes[dim]);
  AffineMap map = rewriter.getMultiDimIdentityMap(rank - 1);
  SmallVector<AffineMap> maps(2, map);
  SmallVector<utils::IteratorType> iterators(rank - 1,
                                             utils::IteratorType::parallel);
  auto loop = scf::ForOp::create(
      rewriter, loc, zero, extent, one, ValueRange{out, row},
      [&](OpBuilder &b, Location loc, Value position, ValueRange carried) {
        SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0));
        SmallVector<OpFoldResult> strides(rank, b.getIndexAttr(1));
        offsets[dim] = position;
        Value slice = tensor::ExtractSliceOp::create(
            b, loc, rowType, input, offsets, sliceSizes, strides);
        auto generic = linalg::GenericOp::create(
            b, loc, TypeRange(carried[1].getType()), slice, carried[1], maps,
            iterators, [&](OpBuilder &b, Location loc, ValueRange args) {
              linalg::YieldOp::create(
                  b, loc, steps.step(b, loc, args[1], args[0], position));
            });
        Value next = generic.getResult(0);
        Value written = tensor::InsertSliceOp::create(
            b, loc, op.getInclusive() ? next : carried[1], carried[0], offsets,
            sliceSizes, strides);
        scf::YieldOp::create(b, loc, ValueRange{written, next});
      });
  return loop.getResult(0);
}

namespace {
struct LowerScan : OpRewritePattern<ScanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScanOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumResults() != 2 || !op.getResult(1).use_empty())
      return rewriter.notifyMatchFailure(op, "its accumulator is read");
    auto type = cast<RankedTensorType>(op.getInputs()[0].getType());
    int64_t extent = type.getDimSize(op.getDimension());
    bool isShort = ShapedType::isDynamic(extent) || extent <= kLongestReduction;
    if (!isShort && isa<FloatType>(type.getElementType()))
      remark::missed(
          op.getLoc(),
          remark::RemarkOpts::name("NotGuarded").category("nanguard"))
          << remark::add(
                 "a scan of {0} elements is a loop, which is not guarded",
                 extent);
    Value result =
        isShort ? scanByReduction(rewriter, op) : scanByLoop(rewriter, op);
    if (result.getType() != op.getResult(0).getType())
      result = tensor::CastOp::create(rewriter, op.getLoc(),
                                      op.getResult(0).getType(), result);
    rewriter.replaceOp(op, {result, op.getOutputs()[1]});
    return success();
  }
};
} // namespace

void nanguard::populateLowerTMTensorScanPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerScan>(patterns.getContext());
}
