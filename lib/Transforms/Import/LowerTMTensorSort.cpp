//===- LowerTMTensorSort.cpp - tm_tensor.sort and topk to loops -----------===//
//
// Rows one after another: a sort merges runs of twice the length each time, a
// topk lets each element sink through the K places.
//
//===----------------------------------------------------------------------===//

#include "LowerTMTensor.h"

#include "nanguard/Dialect/TMTensor/TMTensorOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using nanguard::cloneRegion;
using nanguard::tm_tensor::SortOp;
using nanguard::tm_tensor::TopkOp;

namespace {
/// The row along `dim` at `ivs` in the other dimensions.
struct RowSlice {
  RowSlice(OpBuilder &b, Location loc, Value tensor, int64_t dim,
           ValueRange ivs)
      : offsets(getAsOpFoldResult(ivs)),
        sizes(ivs.size() + 1, b.getIndexAttr(1)),
        strides(ivs.size() + 1, b.getIndexAttr(1)) {
    offsets.insert(offsets.begin() + dim, b.getIndexAttr(0));
    sizes[dim] = tensor::getMixedSize(b, loc, tensor, dim);
    auto full = cast<RankedTensorType>(tensor.getType());
    type = RankedTensorType::get({full.getDimSize(dim)}, full.getElementType());
  }
  Value read(OpBuilder &b, Location loc, Value tensor) const {
    return tensor::ExtractSliceOp::create(b, loc, type, tensor, offsets, sizes,
                                          strides);
  }
  Value write(OpBuilder &b, Location loc, Value row, Value tensor) const {
    return tensor::InsertSliceOp::create(b, loc, row, tensor, offsets, sizes,
                                         strides);
  }

  SmallVector<OpFoldResult> offsets, sizes, strides;
  RankedTensorType type;
};
} // namespace

using RowBody = function_ref<SmallVector<Value>(OpBuilder &, Location,
                                                ValueRange, ValueRange)>;

/// Loops over all dimensions of `outs` but `dim`; `body` makes new rows of the
/// destinations' rows.
static SmallVector<Value> forEachRow(OpBuilder &b, Location loc,
                                     ValueRange outs, int64_t dim,
                                     RowBody body) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, outs.front());
  sizes.erase(sizes.begin() + dim);
  SmallVector<Value> ends = getValueOrCreateConstantIndexOp(b, loc, sizes);
  SmallVector<Value> starts(
      ends.size(), arith::ConstantIndexOp::create(b, loc, 0).getResult());
  SmallVector<Value> ones(
      ends.size(), arith::ConstantIndexOp::create(b, loc, 1).getResult());
  auto nest = scf::buildLoopNest(
      b, loc, starts, ends, ones, outs,
      [&](OpBuilder &b, Location loc, ValueRange ivs, ValueRange tensors) {
        SmallVector<Value> rows;
        for (Value tensor : tensors)
          rows.push_back(
              RowSlice(b, loc, tensor, dim, ivs).read(b, loc, tensor));
        SmallVector<Value> made = body(b, loc, ivs, rows);
        scf::ValueVector written;
        for (auto [row, tensor] : llvm::zip(made, tensors))
          written.push_back(
              RowSlice(b, loc, tensor, dim, ivs).write(b, loc, row, tensor));
        return written;
      });
  return SmallVector<Value>(nest.results);
}

/// The rows, in which runs of `run` elements are sorted, merged into runs of
/// twice the length.
static SmallVector<Value> mergeRuns(ImplicitLocOpBuilder &b, SortOp op,
                                    ValueRange rows, Value run, Value extent) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value two = arith::ConstantIndexOp::create(b, 2);
  Value last = arith::SubIOp::create(b, extent, one);
  Value pair = arith::MulIOp::create(b, run, two);
  SmallVector<Value> carried{zero, zero};
  for (Value row : rows)
    carried.push_back(tensor::EmptyOp::create(
        b, tensor::getMixedSizes(b, b.getLoc(), row),
        cast<RankedTensorType>(row.getType()).getElementType()));
  auto loop = scf::ForOp::create(
      b, zero, extent, one, carried,
      [&](OpBuilder &builder, Location loc, Value at, ValueRange args) {
        ImplicitLocOpBuilder b(loc, builder);
        Value from =
            arith::SubIOp::create(b, at, arith::RemUIOp::create(b, at, pair));
        Value middle = arith::MinUIOp::create(
            b, arith::AddIOp::create(b, from, run), extent);
        Value end = arith::MinUIOp::create(
            b, arith::AddIOp::create(b, from, pair), extent);
        Value starts =
            arith::CmpIOp::create(b, arith::CmpIPredicate::eq, at, from);
        Value left = arith::SelectOp::create(b, starts, from, args[0]);
        Value right = arith::SelectOp::create(b, starts, middle, args[1]);
        // Beyond a run's end some element is read, and not taken.
        Value readLeft = arith::MinUIOp::create(b, left, last);
        Value readRight = arith::MinUIOp::create(b, right, last);
        SmallVector<Value> pairs;
        for (Value row : rows) {
          pairs.push_back(tensor::ExtractOp::create(b, row, readLeft));
          pairs.push_back(tensor::ExtractOp::create(b, row, readRight));
        }
        Value before = cloneRegion(b, op.getRegion(), pairs);
        Value hasLeft =
            arith::CmpIOp::create(b, arith::CmpIPredicate::ult, left, middle);
        Value noRight =
            arith::CmpIOp::create(b, arith::CmpIPredicate::uge, right, end);
        Value takesLeft = arith::OrIOp::create(
            b, noRight, arith::AndIOp::create(b, hasLeft, before));
        SmallVector<Value> next{
            arith::SelectOp::create(b, takesLeft,
                                    arith::AddIOp::create(b, left, one), left),
            arith::SelectOp::create(b, takesLeft, right,
                                    arith::AddIOp::create(b, right, one))};
        for (size_t i = 0; i < rows.size(); ++i) {
          Value taken = arith::SelectOp::create(b, takesLeft, pairs[2 * i],
                                                pairs[2 * i + 1]);
          next.push_back(
              tensor::InsertOp::create(b, taken, args[i + 2], ValueRange{at}));
        }
        scf::YieldOp::create(b, next);
      });
  SmallVector<Value> merged;
  for (auto [from, to] : llvm::zip(loop.getResults().drop_front(2), rows))
    merged.push_back(linalg::CopyOp::create(b, from, to).getResult(0));
  return merged;
}

static SmallVector<Value> sortRows(OpBuilder &builder, Location loc, SortOp op,
                                   ValueRange rows) {
  ImplicitLocOpBuilder b(loc, builder);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value extent = getValueOrCreateConstantIndexOp(
      b, loc, tensor::getMixedSize(b, loc, rows.front(), 0));
  SmallVector<Type> types{b.getIndexType()};
  SmallVector<Value> init{one};
  llvm::append_range(types, rows.getTypes());
  llvm::append_range(init, rows);
  auto loop = scf::WhileOp::create(
      b, types, init,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Value more = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ult, args[0], extent);
        scf::ConditionOp::create(builder, loc, more, args);
      },
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        ImplicitLocOpBuilder b(loc, builder);
        SmallVector<Value> next{arith::ShLIOp::create(b, args[0], one)};
        llvm::append_range(
            next, mergeRuns(b, op, args.drop_front(), args[0], extent));
        scf::YieldOp::create(b, next);
      });
  return SmallVector<Value>(loop.getResults().drop_front());
}

namespace {
struct LowerSort : OpRewritePattern<SortOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SortOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, forEachRow(rewriter, op.getLoc(), op.getOutputs(),
                                      op.getDimension(),
                                      [&](OpBuilder &b, Location loc,
                                          ValueRange, ValueRange rows) {
                                        return sortRows(b, loc, op, rows);
                                      }));
    return success();
  }
};
} // namespace

/// Lets an element sink through the places: it changes places with each one
/// that it goes before.
static SmallVector<Value> sink(ImplicitLocOpBuilder &b, TopkOp op, Value value,
                               Value index, ValueRange rows) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value places = tensor::DimOp::create(b, rows.front(), 0);
  auto loop = scf::ForOp::create(
      b, zero, places, one, ValueRange{value, index, rows[0], rows[1]},
      [&](OpBuilder &builder, Location loc, Value at, ValueRange args) {
        ImplicitLocOpBuilder b(loc, builder);
        Value there = tensor::ExtractOp::create(b, args[2], at);
        Value its = tensor::ExtractOp::create(b, args[3], at);
        Value before = cloneRegion(b, op.getRegion(), {args[0], there});
        Value after = cloneRegion(b, op.getRegion(), {there, args[0]});
        Value equal =
            arith::CmpIOp::create(b, arith::CmpIPredicate::eq, before, after);
        Value earlier =
            arith::CmpIOp::create(b, arith::CmpIPredicate::slt, args[1], its);
        Value moves = arith::OrIOp::create(
            b, before, arith::AndIOp::create(b, equal, earlier));
        Value kept = arith::SelectOp::create(b, before, args[0], there);
        Value keptIndex = arith::SelectOp::create(b, moves, args[1], its);
        Value values = tensor::InsertOp::create(b, kept, args[2], at);
        Value indices = tensor::InsertOp::create(b, keptIndex, args[3], at);
        scf::YieldOp::create(
            b, ValueRange{arith::SelectOp::create(b, before, there, args[0]),
                          arith::SelectOp::create(b, moves, its, args[1]),
                          values, indices});
      });
  return {loop.getResult(2), loop.getResult(3)};
}

namespace {
struct LowerTopk : OpRewritePattern<TopkOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TopkOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, forEachRow(rewriter, op.getLoc(), op.getOutputs(),
                                      op.getDimension(),
                                      [&](OpBuilder &b, Location loc,
                                          ValueRange ivs, ValueRange rows) {
                                        return keepFirst(b, loc, op, ivs, rows);
                                      }));
    return success();
  }

private:
  static SmallVector<Value> keepFirst(OpBuilder &builder, Location loc,
                                      TopkOp op, ValueRange ivs,
                                      ValueRange rows) {
    ImplicitLocOpBuilder b(loc, builder);
    int64_t dim = op.getDimension();
    Value zero = arith::ConstantIndexOp::create(b, 0);
    Value one = arith::ConstantIndexOp::create(b, 1);
    Value extent = tensor::DimOp::create(b, op.getInputs()[0], dim);
    auto loop = scf::ForOp::create(
        b, zero, extent, one, rows,
        [&](OpBuilder &builder, Location loc, Value at, ValueRange args) {
          ImplicitLocOpBuilder b(loc, builder);
          SmallVector<Value> place(ivs);
          place.insert(place.begin() + dim, at);
          Value value = tensor::ExtractOp::create(b, op.getInputs()[0], place);
          Type type =
              cast<RankedTensorType>(rows[1].getType()).getElementType();
          Value index =
              op.getInputs().size() == 2
                  ? tensor::ExtractOp::create(b, op.getInputs()[1], place)
                        .getResult()
                  : arith::IndexCastOp::create(b, type, at).getResult();
          scf::YieldOp::create(b, sink(b, op, value, index, args));
        });
    return SmallVector<Value>(loop.getResults());
  }
};
} // namespace

void nanguard::populateLowerTMTensorSortPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerSort, LowerTopk>(patterns.getContext());
}
