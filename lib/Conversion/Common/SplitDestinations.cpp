//===- SplitDestinations.cpp - nanguard-split-destinations ----------------===//
//
// CSE leaves one tensor.empty for all results of a shape, and a report row
// hangs on all rows before it: one alias set then holds the whole model, and
// bufferization's analysis of a model of 147 guarded ops does not come to an
// end. Each use gets its own empty tensor, and each row (rows are disjoint)
// its own fill.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/Common/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

namespace nanguard {
#define GEN_PASS_DEF_SPLITDESTINATIONSPASS
#include "nanguard/Conversion/Common/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

namespace {
/// Whether static slices of one tensor cannot meet in some dimension.
bool areDisjoint(OffsetSizeAndStrideOpInterface a,
                 OffsetSizeAndStrideOpInterface b) {
  auto bounds = [](OffsetSizeAndStrideOpInterface op, unsigned dim) {
    int64_t offset = op.getStaticOffsets()[dim];
    int64_t size = op.getStaticSizes()[dim];
    bool known = !ShapedType::isDynamic(offset) &&
                 !ShapedType::isDynamic(size) &&
                 op.getStaticStrides()[dim] == 1;
    return known ? std::optional(std::pair(offset, offset + size))
                 : std::nullopt;
  };
  for (unsigned dim = 0; dim < a.getStaticOffsets().size(); ++dim) {
    auto x = bounds(a, dim), y = bounds(b, dim);
    if (x && y && (x->second <= y->first || y->second <= x->first))
      return true;
  }
  return false;
}

/// The fill that `slice` still reads when it lies beside every insertion.
linalg::FillOp fillBehind(tensor::ExtractSliceOp slice) {
  Value source = slice.getSource();
  while (auto insert = source.getDefiningOp<tensor::InsertSliceOp>()) {
    if (!areDisjoint(slice, insert))
      return nullptr;
    source = insert.getDest();
  }
  return source.getDefiningOp<linalg::FillOp>();
}

/// The rows of a filled matrix in order, when the chain that ends in `last`
/// inserts each of them once; empty otherwise.
SmallVector<Value> rowsOf(tensor::InsertSliceOp last) {
  RankedTensorType type = last.getType();
  if (type.getRank() != 2 || !type.hasStaticShape())
    return {};
  int64_t width = type.getDimSize(1);
  SmallVector<Value> rows(type.getDimSize(0));
  Value report = last.getResult();
  while (auto insert = report.getDefiningOp<tensor::InsertSliceOp>()) {
    ArrayRef<int64_t> offsets = insert.getStaticOffsets();
    if (insert.getSourceType().getRank() != 1 ||
        insert.getStaticSizes() != ArrayRef<int64_t>{1, width} ||
        ShapedType::isDynamic(offsets[0]) || offsets[1] != 0 ||
        rows[offsets[0]])
      return {};
    rows[offsets[0]] = insert.getSource();
    report = insert.getDest();
  }
  if (!report.getDefiningOp<linalg::FillOp>() ||
      llvm::is_contained(rows, Value()))
    return {};
  return rows;
}

/// The op that `use` belongs to, and which of its operands it is: a call in a
/// branch of a switch stands for its siblings in the other branches.
std::pair<Operation *, unsigned> readerOf(OpOperand &use) {
  Operation *owner = use.getOwner();
  auto branch = dyn_cast<scf::IndexSwitchOp>(owner->getParentOp());
  if (!branch || !isa<func::CallOp>(owner))
    return {owner, use.getOperandNumber()};
  return {branch, use.getOperandNumber()};
}

struct SplitDestinationsPass
    : nanguard::impl::SplitDestinationsPassBase<SplitDestinationsPass> {
  using Base::Base;

  /// One empty tensor a reader; the last reader keeps the original. The
  /// branches of a dispatch are one reader: only one of them runs.
  void splitEmpties(IRRewriter &rewriter) {
    SmallVector<tensor::EmptyOp> empties;
    getOperation()->walk([&](tensor::EmptyOp op) { empties.push_back(op); });
    for (tensor::EmptyOp op : empties) {
      if (op->use_empty())
        continue;
      llvm::MapVector<std::pair<Operation *, unsigned>,
                      SmallVector<OpOperand *>>
          readers;
      for (OpOperand &use : op->getUses())
        readers[readerOf(use)].push_back(&use);
      for (auto &[reader, uses] : llvm::drop_begin(readers)) {
        rewriter.setInsertionPoint(op);
        Operation *own = rewriter.clone(*op);
        for (OpOperand *use : uses)
          use->set(own->getResult(0));
      }
    }
  }

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    splitRows(rewriter);
    joinRows(rewriter);
    splitFills(rewriter);
    splitEmpties(rewriter);
  }

  /// Two ops that start from one filled tensor would copy it.
  void splitFills(IRRewriter &rewriter) {
    SmallVector<linalg::FillOp> fills;
    getOperation()->walk([&](linalg::FillOp op) {
      if (op.hasPureTensorSemantics())
        fills.push_back(op);
    });
    for (linalg::FillOp op : fills)
      while (!op->use_empty() && !op->hasOneUse()) {
        rewriter.setInsertionPoint(op);
        Operation *own = rewriter.clone(*op);
        op->getUses().begin()->set(own->getResult(0));
      }
  }

  /// A chain of N insertions is one alias set of N writers, and its analysis
  /// cubic in N; one concatenation of all rows is a single reader of each.
  void joinRows(IRRewriter &rewriter) {
    SmallVector<tensor::InsertSliceOp> ends;
    getOperation()->walk([&](tensor::InsertSliceOp op) {
      if (llvm::none_of(op->getUsers(), [](Operation *user) {
            return isa<tensor::InsertSliceOp>(user);
          }))
        ends.push_back(op);
    });
    for (tensor::InsertSliceOp end : ends) {
      SmallVector<Value> rows = rowsOf(end);
      if (rows.empty())
        continue;
      rewriter.setInsertionPoint(end);
      RankedTensorType type = end.getType();
      auto line =
          RankedTensorType::get({1, type.getDimSize(1)}, type.getElementType());
      for (Value &row : rows)
        row = tensor::ExpandShapeOp::create(
            rewriter, end.getLoc(), line, row,
            ArrayRef<ReassociationIndices>{{0, 1}});
      Value report = end.getDest();
      rewriter.replaceOpWithNewOp<tensor::ConcatOp>(end, type, /*dim=*/0, rows);
      // The dead rest of the chain would be analysed too.
      while (auto insert = report.getDefiningOp<tensor::InsertSliceOp>()) {
        if (!insert->use_empty())
          break;
        report = insert.getDest();
        rewriter.eraseOp(insert);
      }
    }
  }

  void splitRows(IRRewriter &rewriter) {
    SmallVector<std::pair<tensor::ExtractSliceOp, linalg::FillOp>> rows;
    getOperation()->walk([&](tensor::ExtractSliceOp slice) {
      if (auto fill = fillBehind(slice);
          fill && slice.getType().hasStaticShape())
        rows.emplace_back(slice, fill);
    });
    for (auto [slice, fill] : rows) {
      rewriter.setInsertionPoint(slice);
      RankedTensorType type = slice.getType();
      Value empty = tensor::EmptyOp::create(
          rewriter, slice.getLoc(), type.getShape(), type.getElementType());
      auto own = linalg::FillOp::create(rewriter, slice.getLoc(),
                                        fill.getInputs(), empty);
      rewriter.replaceOp(slice, own.getResults());
    }
  }
};
} // namespace
