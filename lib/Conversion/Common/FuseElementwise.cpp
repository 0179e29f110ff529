//===- FuseElementwise.cpp - nanguard-fuse-elementwise --------------------===//
//
// Upstream's elementwise fusion, bounded by who reads a value how often.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Conversion/Common/Passes.h"
#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace nanguard {
#define GEN_PASS_DEF_FUSEELEMENTWISEPASS
#include "nanguard/Conversion/Common/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// A matmul takes its operands' transposes in as a generic op only.
static void generalize(func::FuncOp func) {
  IRRewriter rewriter(func.getContext());
  SmallVector<linalg::LinalgOp> ops;
  func.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp, linalg::FillOp>(op.getOperation()))
      ops.push_back(op);
  });
  for (linalg::LinalgOp op : ops) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
}

/// Zeros around `source` as `pad` has them around another tensor.
static tensor::PadOp padLike(PatternRewriter &b, tensor::PadOp pad, Type type,
                             Value source, ArrayRef<OpFoldResult> low,
                             ArrayRef<OpFoldResult> high) {
  Value zero = arith::ConstantOp::create(
      b, pad.getLoc(), b.getZeroAttr(getElementTypeOrSelf(source)));
  return tensor::PadOp::create(b, pad.getLoc(), type, source, low, high, zero,
                               pad.getNofold());
}

namespace {
/// expand_shape(pad(x)) -> pad(expand_shape(x)), where no padded dimension is
/// split: a convolution's groups come before its padding.
struct ExpandBeforePad : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp expand,
                                PatternRewriter &rewriter) const override {
    auto pad = expand.getSrc().getDefiningOp<tensor::PadOp>();
    if (!pad || !nanguard::padsWithZeros(pad) || !pad->hasOneUse())
      return rewriter.notifyMatchFailure(expand, "reads no padding");
    llvm::SmallBitVector padded = pad.getPaddedDims();
    auto groups = expand.getReassociationIndices();
    for (unsigned dim : padded.set_bits())
      if (groups[dim].size() > 1)
        return rewriter.notifyMatchFailure(expand, "splits what is padded");
    SmallVector<OpFoldResult> sizes = expand.getMixedOutputShape();
    SmallVector<OpFoldResult> low(sizes.size(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> high = low;
    SmallVector<int64_t> shape(expand.getResultType().getShape());
    for (unsigned dim : padded.set_bits()) {
      int64_t at = groups[dim].front();
      low[at] = pad.getMixedLowPad()[dim];
      high[at] = pad.getMixedHighPad()[dim];
      shape[at] = pad.getSourceType().getDimSize(dim);
      sizes[at] =
          tensor::getMixedSize(rewriter, pad.getLoc(), pad.getSource(), dim);
    }
    Value expanded = tensor::ExpandShapeOp::create(
        rewriter, expand.getLoc(),
        RankedTensorType::get(shape, pad.getSourceType().getElementType()),
        pad.getSource(), groups, sizes);
    rewriter.replaceOp(expand, padLike(rewriter, pad, expand.getResultType(),
                                       expanded, low, high));
    return success();
  }
};

/// An out that is yielded as it came is an input, and its result its init.
struct UnchangedOutIsInput : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    Operation *yield = op.getBody()->getTerminator();
    SmallVector<Value> ins(op.getInputs()), outs, yields, results;
    SmallVector<AffineMap> maps, outMaps;
    SmallVector<BlockArgument> args(op.getRegionInputArgs()), outArgs;
    for (OpOperand *in : op.getDpsInputOperands())
      maps.push_back(op.getMatchingIndexingMap(in));
    for (auto [i, init] : llvm::enumerate(op.getDpsInitsMutable())) {
      BlockArgument arg = op.getMatchingBlockArgument(&init);
      bool unchanged = yield->getOperand(i) == arg;
      (unchanged ? ins : outs).push_back(init.get());
      (unchanged ? maps : outMaps).push_back(op.getMatchingIndexingMap(&init));
      (unchanged ? args : outArgs).push_back(arg);
      if (!unchanged)
        yields.push_back(yield->getOperand(i));
    }
    if (yields.size() == yield->getNumOperands() ||
        !op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "changes every out");
    llvm::append_range(maps, outMaps);
    llvm::append_range(args, outArgs);
    linalg::GenericOp fresh;
    if (!outs.empty())
      fresh = linalg::GenericOp::create(rewriter, op.getLoc(),
                                        TypeRange(ValueRange(outs)), ins, outs,
                                        maps, op.getIteratorTypesArray());
    unsigned changed = 0;
    for (auto [i, init] : llvm::enumerate(op.getDpsInits()))
      results.push_back(yield->getOperand(i) == op.getRegionOutputArgs()[i]
                            ? init
                            : fresh.getResult(changed++));
    if (fresh)
      moveBody(rewriter, op, fresh, args, yields);
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  /// `args` are those of `from` in the order that `to` has them in.
  static void moveBody(PatternRewriter &rewriter, linalg::GenericOp from,
                       linalg::GenericOp to, ArrayRef<BlockArgument> args,
                       ValueRange yields) {
    Block *body = rewriter.createBlock(&to.getRegion());
    SmallVector<Value> fresh(args.size());
    for (BlockArgument arg : args)
      fresh[arg.getArgNumber()] =
          body->addArgument(arg.getType(), arg.getLoc());
    Operation *yield = from.getBody()->getTerminator();
    rewriter.modifyOpInPlace(yield, [&] { yield->setOperands(yields); });
    rewriter.mergeBlocks(from.getBody(), body, fresh);
  }
};
} // namespace

/// Casts between [1, 12, 32, 32] and [12, 32, 32] would keep the steps of an
/// attention apart: they cancel once all compute in the lower rank.
static void dropUnitDims(func::FuncOp func) {
  linalg::ControlDropUnitDims control;
  RewritePatternSet patterns(func.getContext());
  linalg::populateFoldUnitExtentDimsPatterns(patterns, control);
  walkAndApplyPatterns(func, std::move(patterns));
  RewritePatternSet cleanup(func.getContext());
  linalg::populateFoldUnitExtentDimsCanonicalizationPatterns(cleanup, control);
  cleanup.add<ExpandBeforePad, UnchangedOutIsInput>(func.getContext());
  (void)applyPatternsGreedily(func, std::move(cleanup));
}

void nanguard::generalizeAndDropUnitDims(func::FuncOp func) {
  generalize(func);
  dropUnitDims(func);
}

namespace {
bool isContraction(linalg::LinalgOp op) {
  return linalg::isaContractionOpInterface(op) ||
         (op.getNumReductionLoops() > 0 && op.getNumDpsInputs() >= 2);
}

/// Only moves or widens: nothing is lost when it runs again at each read.
bool isMover(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && llvm::all_of(generic.getRegion().front(), [](Operation &o) {
           return isa<arith::ExtFOp, linalg::YieldOp>(o);
         });
}

/// pad(widen(x)) -> widen(pad(x)): a convolution then takes the widening in.
struct WidenBehindPad : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp pad,
                                PatternRewriter &rewriter) const override {
    auto widen = pad.getSource().getDefiningOp<linalg::GenericOp>();
    if (!nanguard::padsWithZeros(pad) || !widen || !isMover(widen) ||
        widen.getNumDpsInputs() != 1 || widen.getNumResults() != 1 ||
        !widen.getRegionOutputArgs()[0].use_empty() ||
        !llvm::all_of(widen.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); }))
      return rewriter.notifyMatchFailure(pad, "pads nothing that is widened");
    Value narrow = widen.getDpsInputs()[0];
    Value padded = padLike(
        rewriter, pad,
        pad.getResultType().clone(getElementTypeOrSelf(narrow.getType())),
        narrow, pad.getMixedLowPad(), pad.getMixedHighPad());
    Value out = tensor::EmptyOp::create(
        rewriter, pad.getLoc(),
        tensor::getMixedSizes(rewriter, pad.getLoc(), padded),
        pad.getResultType().getElementType());
    Operation *moved = rewriter.clone(*widen);
    rewriter.modifyOpInPlace(moved, [&] {
      moved->setOperands({padded, out});
      moved->getResult(0).setType(pad.getResultType());
    });
    rewriter.replaceOp(pad, moved);
    return success();
  }
};

bool isReadOnce(OpResult result) {
  return llvm::all_of(result.getUses(), [&](OpOperand &use) {
    return use.getOwner() == *result.getUsers().begin();
  });
}

/// Adds to what it starts from, as a sum over a row of one element does once
/// unit dimensions are dropped.
bool accumulates(Operation *op) {
  auto producer = dyn_cast<linalg::LinalgOp>(op);
  return producer &&
         llvm::any_of(producer.getDpsInitsMutable(), [&](OpOperand &init) {
           return producer.payloadUsesValueFromOperand(&init);
         });
}

bool shouldFuse(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!producer || !consumer)
    return false;
  // In a loop of more iterations it would add again.
  if (accumulates(producer) &&
      !consumer.getMatchingIndexingMap(operand).isPermutation())
    return false;
  if (isContraction(consumer))
    return isMover(producer);
  return isReadOnce(cast<OpResult>(operand->get())) || isMover(producer);
}

struct FuseElementwisePass
    : nanguard::impl::FuseElementwisePassBase<FuseElementwisePass> {
  using Base::Base;

  void runOnOperation() override {
    if (nanguard::formOf(getOperation()) == nanguard::Form::Unfused)
      return;
    nanguard::generalizeAndDropUnitDims(getOperation());
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseOpsFusionPatterns(patterns, shouldFuse);
    // A widening in front of a reshape comes behind it, next to its reader.
    linalg::populateFoldReshapeOpsByExpansionPatterns(
        patterns, [](OpOperand *operand) {
          Operation *producer = operand->get().getDefiningOp();
          return producer && isMover(producer) &&
                 isa<tensor::ExpandShapeOp>(operand->getOwner());
        });
    patterns.add<UnchangedOutIsInput, WidenBehindPad>(&getContext());
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    linalg::GenericOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      getOperation()->emitRemark("elementwise fusion did not come to an end");
  }
};
} // namespace
