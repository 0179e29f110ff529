//===- LowerTMTensorScatter.cpp - tm_tensor.scatter to linalg -------------===//
//
// Where it is not too much work each element of the destination is a reduction
// of the updates that hit it: one op that is guarded like any sum, and adds in
// the order of a loop. Else the updates are a loop, which holds no guard.
//
//===----------------------------------------------------------------------===//

#include "LowerTMTensor.h"

#include "nanguard/Dialect/TMTensor/TMTensorOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using nanguard::cloneRegion;
using nanguard::tm_tensor::ScatterOp;

/// Elements times updates that a reduction may compare.
static constexpr int64_t kMostComparisons = 1 << 22;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

namespace {
/// A scatter's operands and how a slice lies in the destination.
struct Scatter {
  explicit Scatter(ScatterOp op)
      : op(op), updates(op.getInputs()[0]), indices(op.getInputs()[1]),
        out(op.getOutputs()[0]), rank(typeOf(out).getRank()),
        firstDim(rank - (typeOf(updates).getRank() - 1)) {}

  /// The updates' dimension along `dim` of the destination; 0: none, the slice
  /// is one element wide.
  int64_t updateDim(int64_t dim) const {
    return dim < firstDim ? 0 : dim - firstDim + 1;
  }
  bool isIndexed(int64_t dim) const {
    return llvm::is_contained(op.getDimensionMap(), dim);
  }

  mutable ScatterOp op;
  Value updates, indices, out;
  int64_t rank, firstDim;
};
} // namespace

/// Whether a slice covers one place along each dimension that is indexed, and
/// whole other dimensions, and there are few comparisons to be made.
static bool isCheapReduction(const Scatter &scatter) {
  RankedTensorType out = typeOf(scatter.out), updates = typeOf(scatter.updates);
  if (!out.hasStaticShape() || !updates.hasStaticShape() ||
      updates.getDimSize(0) == 0 ||
      out.getNumElements() > kMostComparisons / updates.getDimSize(0))
    return false;
  return llvm::all_of(llvm::seq(scatter.rank), [&](int64_t dim) {
    int64_t from = scatter.updateDim(dim);
    int64_t size = from ? updates.getDimSize(from) : 1;
    return size == (scatter.isIndexed(dim) ? 1 : out.getDimSize(dim));
  });
}

/// `value` without the dimensions in `dropped`, all of extent 1.
static Value dropUnitDims(OpBuilder &b, Location loc, Value value,
                          ArrayRef<int64_t> dropped) {
  RankedTensorType type = typeOf(value);
  RankedTensorType kept = type;
  for (int64_t dim : llvm::reverse(dropped))
    kept = RankedTensorType::Builder(kept).dropDim(dim);
  if (kept == type)
    return value;
  return tensor::ExtractSliceOp::create(
      b, loc, kept, value,
      SmallVector<OpFoldResult>(type.getRank(), b.getIndexAttr(0)),
      tensor::getMixedSizes(b, loc, value),
      SmallVector<OpFoldResult>(type.getRank(), b.getIndexAttr(1)));
}

/// Column `column` of the indices, as tensor<N>.
static Value indexColumn(OpBuilder &b, Location loc, const Scatter &scatter,
                         int64_t column) {
  RankedTensorType type = typeOf(scatter.indices);
  RankedTensorType vector = RankedTensorType::Builder(type).dropDim(1);
  OpFoldResult rows = tensor::getMixedSize(b, loc, scatter.indices, 0);
  OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
  return tensor::ExtractSliceOp::create(
      b, loc, vector, scatter.indices,
      ArrayRef<OpFoldResult>{zero, b.getIndexAttr(column)},
      ArrayRef<OpFoldResult>{rows, one}, ArrayRef<OpFoldResult>{one, one});
}

static Value scatterByReduction(RewriterBase &rewriter,
                                const Scatter &scatter) {
  Location loc = scatter.op.getLoc();
  int64_t rank = scatter.rank;
  AffineExpr update = rewriter.getAffineDimExpr(rank);
  SmallVector<AffineExpr> read{update};
  SmallVector<int64_t> dropped;
  for (int64_t dim = scatter.firstDim; dim < rank; ++dim) {
    if (scatter.isIndexed(dim))
      dropped.push_back(scatter.updateDim(dim));
    else
      read.push_back(rewriter.getAffineDimExpr(dim));
  }
  ArrayRef<int64_t> dims = scatter.op.getDimensionMap();
  auto mapTo = [&](ArrayRef<AffineExpr> results) {
    return AffineMap::get(rank + 1, 0, results, rewriter.getContext());
  };
  SmallVector<Value> inputs{
      dropUnitDims(rewriter, loc, scatter.updates, dropped)};
  SmallVector<AffineMap> maps{mapTo(read)};
  for (size_t column = 0; column < dims.size(); ++column) {
    inputs.push_back(indexColumn(rewriter, loc, scatter, column));
    maps.push_back(mapTo(update));
  }
  maps.push_back(rewriter.getMultiDimIdentityMap(rank + 1).dropResult(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.push_back(utils::IteratorType::reduction);
  auto generic = linalg::GenericOp::create(
      rewriter, loc, scatter.out.getType(), inputs, scatter.out, maps,
      iterators, [&](OpBuilder &b, Location loc, ValueRange args) {
        Value hit;
        for (auto [i, dim] : llvm::enumerate(dims)) {
          Value here =
              arith::IndexCastOp::create(b, loc, args[i + 1].getType(),
                                         linalg::IndexOp::create(b, loc, dim));
          Value same = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                             args[i + 1], here);
          hit = hit ? arith::AndIOp::create(b, loc, hit, same) : same;
        }
        Value next =
            cloneRegion(b, scatter.op.getRegion(), {args.front(), args.back()});
        Value result = arith::SelectOp::create(b, loc, hit, next, args.back());
        linalg::YieldOp::create(b, loc, result);
      });
  return generic.getResult(0);
}

/// The destination with slice number `update` combined into it.
static Value combineSlice(OpBuilder &b, Location loc, const Scatter &scatter,
                          Value update, Value out) {
  RankedTensorType updates = typeOf(scatter.updates);
  int64_t rank = scatter.rank, width = updates.getRank() - 1;
  OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
  SmallVector<OpFoldResult> starts(rank, zero), sizes(rank, one);
  for (int64_t dim = scatter.firstDim; dim < rank; ++dim)
    sizes[dim] =
        tensor::getMixedSize(b, loc, scatter.updates, scatter.updateDim(dim));
  Value inside = arith::ConstantIntOp::create(b, loc, 1, 1);
  for (auto [column, dim] : llvm::enumerate(scatter.op.getDimensionMap())) {
    Value at = arith::ConstantIndexOp::create(b, loc, column);
    Value index = tensor::ExtractOp::create(b, loc, scatter.indices,
                                            ValueRange{update, at});
    Value start = arith::IndexCastOp::create(b, loc, b.getIndexType(), index);
    // As an unsigned number a negative start is beyond any last one.
    Value extent = tensor::DimOp::create(b, loc, out, dim);
    Value last = arith::SubIOp::create(
        b, loc, extent, getValueOrCreateConstantIndexOp(b, loc, sizes[dim]));
    Value low =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge, last,
                              arith::ConstantIndexOp::create(b, loc, 0));
    Value high =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ule, start, last);
    inside = arith::AndIOp::create(b, loc, inside, low);
    inside = arith::AndIOp::create(b, loc, inside, high);
    starts[dim] = start;
  }
  auto combine = [&](OpBuilder &b, Location loc) {
    SmallVector<OpFoldResult> strides(rank, one);
    RankedTensorType sliceType = RankedTensorType::get(
        updates.getShape().drop_front(), updates.getElementType());
    Value old = tensor::ExtractSliceOp::create(b, loc, sliceType, out, starts,
                                               sizes, strides);
    SmallVector<OpFoldResult> from(width + 1, zero), one1(width + 1, one);
    SmallVector<OpFoldResult> extents(width + 1, one);
    from[0] = update;
    llvm::copy(ArrayRef(sizes).drop_front(scatter.firstDim),
               extents.begin() + 1);
    Value slice = tensor::ExtractSliceOp::create(
        b, loc, sliceType, scatter.updates, from, extents, one1);
    SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(width));
    auto generic = linalg::GenericOp::create(
        b, loc, TypeRange(sliceType), slice, old, maps,
        SmallVector<utils::IteratorType>(width, utils::IteratorType::parallel),
        [&](OpBuilder &b, Location loc, ValueRange args) {
          linalg::YieldOp::create(b, loc,
                                  cloneRegion(b, scatter.op.getRegion(), args));
        });
    Value written = tensor::InsertSliceOp::create(b, loc, generic.getResult(0),
                                                  out, starts, sizes, strides);
    scf::YieldOp::create(b, loc, written);
  };
  return scf::IfOp::create(b, loc, inside, combine,
                           [&](OpBuilder &b, Location loc) {
                             scf::YieldOp::create(b, loc, out);
                           })
      .getResult(0);
}

static Value scatterByLoop(RewriterBase &rewriter, const Scatter &scatter) {
  Location loc = scatter.op.getLoc();
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  Value count = getValueOrCreateConstantIndexOp(
      rewriter, loc, tensor::getMixedSize(rewriter, loc, scatter.updates, 0));
  auto loop = scf::ForOp::create(
      rewriter, loc, zero, count, one, scatter.out,
      [&](OpBuilder &b, Location loc, Value update, ValueRange carried) {
        scf::YieldOp::create(b, loc,
                             combineSlice(b, loc, scatter, update, carried[0]));
      });
  return loop.getResult(0);
}

namespace {
struct LowerScatter : OpRewritePattern<ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScatterOp op,
                                PatternRewriter &rewriter) const override {
    Scatter scatter(op);
    bool cheap = isCheapReduction(scatter);
    if (!cheap && isa<FloatType>(typeOf(scatter.out).getElementType()))
      remark::missed(
          op.getLoc(),
          remark::RemarkOpts::name("NotGuarded").category("nanguard"))
          << "a scatter of many elements is a loop, which is not guarded";
    rewriter.replaceOp(op, cheap ? scatterByReduction(rewriter, scatter)
                                 : scatterByLoop(rewriter, scatter));
    return success();
  }
};
} // namespace

void nanguard::populateLowerTMTensorScatterPatterns(
    RewritePatternSet &patterns) {
  patterns.add<LowerScatter>(patterns.getContext());
}
