//===- SimplifyShapes.cpp - nanguard-simplify-shapes ----------------------===//
//
// Exporters of dynamic shapes compute sizes with runtime checks and reshape by
// a tensor of sizes, which nothing sees through. Where the arithmetic shows
// that only unit dimensions come or go, the reshape is an expansion or a
// collapse, and a broadcast that repeats nothing is its source.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

namespace nanguard {
#define GEN_PASS_DEF_SIMPLIFYSHAPESPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// A size as what it is computed from: a constant, or a value before casts.
static OpFoldResult sourceOf(OpFoldResult size) {
  auto value = dyn_cast<Value>(size);
  while (value && value.getDefiningOp<arith::IndexCastOp>())
    value = value.getDefiningOp()->getOperand(0);
  if (!value)
    return size;
  IntegerAttr number;
  if (matchPattern(value, m_Constant(&number)))
    return IntegerAttr::get(IndexType::get(value.getContext()),
                            number.getInt());
  return value;
}

/// The sizes of `tensor` where what makes it names them; empty if not.
static SmallVector<OpFoldResult> knownSizes(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  SmallVector<OpFoldResult> sizes;
  while (auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op)) {
    tensor = linalgOp.getDpsInits()[cast<OpResult>(tensor).getResultNumber()];
    op = tensor.getDefiningOp();
  }
  if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(op))
    sizes = empty.getMixedSizes();
  else if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
    sizes = expand.getMixedOutputShape();
  return llvm::map_to_vector(sizes, sourceOf);
}

static bool isOne(OpFoldResult size) { return isConstantIntValue(size, 1); }

/// How the dimensions of `high` group into those of `low`, where they are the
/// same but for ones; nothing if they are not.
static std::optional<SmallVector<ReassociationIndices>>
groupUnits(ArrayRef<OpFoldResult> low, ArrayRef<OpFoldResult> high) {
  SmallVector<ReassociationIndices> groups(low.size());
  unsigned at = 0;
  for (auto [i, size] : llvm::enumerate(low)) {
    while (at < high.size() && high[at] != size && isOne(high[at]))
      groups[i].push_back(at++);
    if (at == high.size() || high[at] != size)
      return std::nullopt;
    groups[i].push_back(at++);
  }
  for (; at < high.size(); ++at) {
    if (groups.empty() || !isOne(high[at]))
      return std::nullopt;
    groups.back().push_back(at);
  }
  return groups;
}

namespace {
/// tensor.reshape that adds or drops ones -> tensor.expand_shape or
/// collapse_shape.
struct ReshapeOfUnits : OpRewritePattern<tensor::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto shape = op.getShape().getDefiningOp<tensor::FromElementsOp>();
    SmallVector<OpFoldResult> from = knownSizes(op.getSource());
    auto type = dyn_cast<RankedTensorType>(op.getResult().getType());
    if (!shape || from.empty() || !type)
      return rewriter.notifyMatchFailure(op, "sizes are not known");
    SmallVector<OpFoldResult> to;
    for (Value size : shape.getElements())
      to.push_back(sourceOf(size));
    if (from.size() < to.size())
      return expand(op, type, from, to, rewriter);
    std::optional<SmallVector<ReassociationIndices>> groups =
        groupUnits(to, from);
    if (!groups)
      return rewriter.notifyMatchFailure(op, "not only ones come or go");
    if (from.size() == to.size())
      rewriter.replaceOpWithNewOp<tensor::CastOp>(op, type, op.getSource());
    else
      replace(rewriter, op, type,
              tensor::CollapseShapeOp::create(rewriter, op.getLoc(),
                                              op.getSource(), *groups));
    return success();
  }

  /// The inferred type may be more or less static than the reshape's.
  static void replace(PatternRewriter &rewriter, tensor::ReshapeOp op,
                      RankedTensorType type, Value value) {
    if (value.getType() != type)
      value = tensor::CastOp::create(rewriter, op.getLoc(), type, value);
    rewriter.replaceOp(op, value);
  }

  static LogicalResult expand(tensor::ReshapeOp op, RankedTensorType type,
                              ArrayRef<OpFoldResult> from,
                              ArrayRef<OpFoldResult> to,
                              PatternRewriter &rewriter) {
    std::optional<SmallVector<ReassociationIndices>> groups =
        groupUnits(from, to);
    if (!groups)
      return rewriter.notifyMatchFailure(op, "not only ones come or go");
    SmallVector<OpFoldResult> sizes;
    for (auto [dim, size] : llvm::enumerate(to)) {
      auto value = dyn_cast<Value>(size);
      if (!type.isDynamicDim(dim))
        sizes.push_back(rewriter.getIndexAttr(type.getDimSize(dim)));
      else if (value && !value.getType().isIndex())
        sizes.push_back(arith::IndexCastOp::create(rewriter, op.getLoc(),
                                                   rewriter.getIndexType(),
                                                   value)
                            .getResult());
      else
        sizes.push_back(size);
    }
    rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(op, type, op.getSource(),
                                                       *groups, sizes);
    return success();
  }
};

/// A gather of source[i, j or 0 where the size is 1, …] over the source's own
/// sizes -> the source: torch-mlir's broadcast to a dynamic size.
struct BroadcastToOwnSize : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumDpsInputs() != 0 || op->getNumResults() != 1 ||
        !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
      return rewriter.notifyMatchFailure(op, "has inputs");
    auto extract = op.getBody()
                       ->getTerminator()
                       ->getOperand(0)
                       .getDefiningOp<tensor::ExtractOp>();
    if (!extract || extract.getTensor().getType() != op.getResultTypes()[0])
      return rewriter.notifyMatchFailure(op, "no gather of the same type");
    SmallVector<OpFoldResult> sizes = knownSizes(extract.getTensor());
    if (sizes.empty() || sizes != knownSizes(op.getResult(0)))
      return rewriter.notifyMatchFailure(op, "the sizes may differ");
    for (auto [dim, index] : llvm::enumerate(extract.getIndices()))
      if (!isPosition(index, dim, sizes[dim]))
        return rewriter.notifyMatchFailure(op, "reads another place");
    rewriter.replaceOp(op, extract.getTensor());
    return success();
  }

  /// The loop's index, or 0 where the size is 1.
  static bool isPosition(Value index, unsigned dim, OpFoldResult size) {
    if (auto choice = index.getDefiningOp<arith::SelectOp>()) {
      auto test = choice.getCondition().getDefiningOp<arith::CmpIOp>();
      return test && test.getPredicate() == arith::CmpIPredicate::eq &&
             sourceOf(test.getLhs()) == size &&
             isOne(sourceOf(test.getRhs())) &&
             matchPattern(choice.getTrueValue(), m_Zero()) &&
             isPosition(choice.getFalseValue(), dim, size);
    }
    auto position = index.getDefiningOp<linalg::IndexOp>();
    return position ? position.getDim() == dim
                    : isOne(size) && matchPattern(index, m_Zero());
  }
};

struct SimplifyShapesPass
    : nanguard::impl::SimplifyShapesPassBase<SimplifyShapesPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    bool any =
        func->walk([](tensor::ReshapeOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (!any)
      return;
    // Sizes are not negative: the branches for -1 go, and equal sizes are seen
    // to be equal.
    OpPassManager pm(func::FuncOp::getOperationName());
    pm.addPass(arith::createIntRangeOptimizationsPass());
    pm.addPass(createCanonicalizerPass());
    pm.addPass(createCSEPass());
    if (failed(runPipeline(pm, func)))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    patterns.add<ReshapeOfUnits, BroadcastToOwnSize>(&getContext());
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(applyPatternsGreedily(func, std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
