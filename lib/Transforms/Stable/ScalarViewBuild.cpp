//===- ScalarViewBuild.cpp - Expressions in new bodies --------------------===//
//
// Puts the scalars of a view into the body of another op, and makes new ops
// from them.
//
//===----------------------------------------------------------------------===//

#include "ScalarView.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

#include <cmath>

using namespace mlir;
using namespace nanguard;
using linalg::LinalgOp;

Location nanguard::fuseLocs(MLIRContext *context, ArrayRef<Location> locs) {
  return FusedLoc::get(context, locs);
}

Value nanguard::constantFloat(OpBuilder &b, Location loc, Type type,
                              double number) {
  return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, number));
}

bool nanguard::isInvariant(Node node) {
  if (node.leaf || isa<BlockArgument>(node.value))
    return !getBodyOwner(node.value) && !node.leaf;
  if (!getBodyOwner(node.value))
    return true;
  Operation *op = node.getOp();
  if (op->getNumRegions() || op->getNumResults() != 1 ||
      !isMemoryEffectFree(op) || isa<linalg::IndexOp>(op))
    return false;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (!isInvariant(node.operand(i)))
      return false;
  return true;
}

bool Inliner::canInline(Node node) {
  if (node.leaf)
    return true;
  LinalgOp owner = getBodyOwner(node.value);
  if (!owner)
    return true;
  if (auto arg = dyn_cast<BlockArgument>(node.value))
    return !owner.isDpsInit(owner.getMatchingOpOperand(arg)) ||
           !owner.getNumReductionLoops();
  Operation *op = node.getOp();
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    return isa<AffineDimExpr, AffineConstantExpr>(
        node.map.getResult(index.getDim()));
  if (op->getNumRegions() || op->getNumResults() != 1 ||
      !isMemoryEffectFree(op))
    return false;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (!canInline(node.operand(i)))
      return false;
  return true;
}

Value Inliner::addInput(Value tensor, AffineMap access) {
  for (auto [i, operand] : llvm::enumerate(target.getDpsInputOperands()))
    if (operand->get() == tensor &&
        target.getMatchingIndexingMap(operand) == access)
      return target.getMatchingBlockArgument(operand);
  unsigned at = target.getNumDpsInputs();
  SmallVector<AffineMap> maps = target.getIndexingMapsArray();
  maps.insert(maps.begin() + at, access);
  Value arg;
  rewriter.modifyOpInPlace(target, [&] {
    target.getInputsMutable().append(tensor);
    target.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    arg = target.getBody()->insertArgument(
        at, getElementTypeOrSelf(tensor.getType()), tensor.getLoc());
  });
  return arg;
}

Value Inliner::inlined(Node node) {
  for (auto &[known, value] : memo)
    if (known.value == node.value && known.map == node.map)
      return value;
  if (node.leaf)
    return addInput(node.value, node.map);
  LinalgOp owner = getBodyOwner(node.value);
  if (!owner || (owner == target && node.map.isIdentity()))
    return node.value;
  Value value;
  OpBuilder::InsertionGuard guard(rewriter);
  if (auto arg = dyn_cast<BlockArgument>(node.value)) {
    OpOperand *operand = owner.getMatchingOpOperand(arg);
    value =
        isa<RankedTensorType>(operand->get().getType())
            ? addInput(operand->get(),
                       owner.getMatchingIndexingMap(operand).compose(node.map))
            : operand->get();
  } else if (auto index = node.value.getDefiningOp<linalg::IndexOp>()) {
    rewriter.setInsertionPoint(before);
    AffineExpr expr = node.map.getResult(index.getDim());
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      value =
          linalg::IndexOp::create(rewriter, node.getLoc(), dim.getPosition());
    else
      value = arith::ConstantIndexOp::create(
          rewriter, node.getLoc(), cast<AffineConstantExpr>(expr).getValue());
  } else {
    IRMapping mapping;
    Operation *op = node.getOp();
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      mapping.map(op->getOperand(i), inlined(node.operand(i)));
    rewriter.setInsertionPoint(before);
    value = rewriter.clone(*op, mapping)->getResult(0);
  }
  memo.emplace_back(node, value);
  return value;
}

Value nanguard::createGeneric(RewriterBase &rewriter, Location loc, Value init,
                              AffineMap outMap,
                              ArrayRef<utils::IteratorType> iterators,
                              BodyFn body) {
  auto op = linalg::GenericOp::create(rewriter, loc, init.getType(),
                                      ValueRange(), init, outMap, iterators);
  Block *block = rewriter.createBlock(&op.getRegion());
  Value acc =
      block->addArgument(getElementTypeOrSelf(init.getType()), init.getLoc());
  auto yield = linalg::YieldOp::create(rewriter, loc, acc);
  Inliner inliner(rewriter, op, yield);
  rewriter.setInsertionPoint(yield);
  Value value = body(rewriter, loc, inliner, acc);
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperand(0, value); });
  rewriter.setInsertionPointAfter(op);
  return op.getResult(0);
}

SmallVector<OpFoldResult> nanguard::getSizes(OpBuilder &b, Location loc,
                                             Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    auto op = dyn_cast<LinalgOp>(result.getOwner());
    if (!op)
      break;
    value = op.getDpsInits()[result.getResultNumber()];
  }
  if (auto empty = value.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes();
  return tensor::getMixedSizes(b, loc, value);
}

Value nanguard::createReduction(RewriterBase &rewriter, Location loc,
                                LinalgOp like, unsigned index, double start,
                                BodyFn body) {
  Value init = like.getDpsInits()[index];
  auto type = cast<RankedTensorType>(init.getType());
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, getSizes(rewriter, loc, init), type.getElementType());
  // f8E4M3FNUZ and its kin have no infinities, and would start at NaN.
  auto element = cast<FloatType>(type.getElementType());
  if (std::isinf(start) &&
      !APFloat::semanticsHasInf(element.getFloatSemantics()))
    start = APFloat::getLargest(element.getFloatSemantics(), start < 0)
                .convertToDouble();
  Value value = constantFloat(rewriter, loc, element, start);
  Value filled =
      linalg::FillOp::create(rewriter, loc, value, empty).getResult(0);
  return createGeneric(
      rewriter, loc, filled,
      like.getIndexingMapMatchingResult(cast<OpResult>(like->getResult(index))),
      like.getIteratorTypesArray(), body);
}

Value nanguard::createElementwise(RewriterBase &rewriter, Location loc,
                                  LinalgOp like, Type element, BodyFn body) {
  SmallVector<OpFoldResult> sizes;
  AffineMap toLoops = like.getShapesToLoopsMap();
  SmallVector<OpFoldResult> shapes;
  for (Value operand : like->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      llvm::append_range(shapes, getSizes(rewriter, loc, operand));
  for (AffineExpr expr : toLoops.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    sizes.push_back(dim ? shapes[dim.getPosition()]
                        : OpFoldResult(rewriter.getIndexAttr(
                              cast<AffineConstantExpr>(expr).getValue())));
  }
  Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, element);
  SmallVector<utils::IteratorType> loops(sizes.size(),
                                         utils::IteratorType::parallel);
  return createGeneric(rewriter, loc, empty,
                       rewriter.getMultiDimIdentityMap(sizes.size()), loops,
                       body);
}

Value nanguard::createElementwise(RewriterBase &rewriter, Location loc,
                                  Value tensor, BodyFn body) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, getSizes(rewriter, loc, tensor), type.getElementType());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  return createGeneric(rewriter, loc, empty,
                       rewriter.getMultiDimIdentityMap(type.getRank()), loops,
                       body);
}
