//===- PaddedReads.cpp - What reads padding, from where it pads -----------===//
//
// Sums over windows (depthwise convolutions, poolings) that read a padded
// tensor gather from what lies in the padding instead, and have its constant
// where that is outside. A contraction's kernel does so by itself.
//
//===----------------------------------------------------------------------===//

#include "PaddedReads.h"
#include "KernelGroups.h"

#include "nanguard/Analysis/OpClasses.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace nanguard;

tensor::PadOp nanguard::matchPadding(Value tensor) {
  auto pad = tensor.getDefiningOp<tensor::PadOp>();
  bool isKnown = pad && padsWithZeros(pad) &&
                 llvm::all_of(pad.getStaticLow(), [](int64_t low) {
                   return !ShapedType::isDynamic(low) && low >= 0;
                 });
  return isKnown ? pad : tensor::PadOp();
}

/// What is padded has a place that can be read where the window is outside.
static bool isGatherable(tensor::PadOp pad) {
  Value around = pad.getConstantPaddingValue();
  if (!around || !matchPattern(around, m_Constant()))
    return false;
  llvm::SmallBitVector padded = pad.getPaddedDims();
  return llvm::all_of(padded.set_bits(), [&](unsigned dim) {
    return pad.getSourceType().getDimSize(dim) > 0 &&
           !ShapedType::isDynamic(pad.getStaticLow()[dim]);
  });
}

/// Whether each loop is a dimension of another operand.
static bool hasItsLoopsWithout(linalg::GenericOp op, OpOperand &input) {
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    AffineExpr dim = getAffineDimExpr(loop, op.getContext());
    if (llvm::none_of(op->getOpOperands(), [&](OpOperand &other) {
          return &other != &input &&
                 llvm::is_contained(
                     op.getMatchingIndexingMap(&other).getResults(), dim);
        }))
      return false;
  }
  return true;
}

/// The element of `pad` at the loops of the body in which `b` stands.
static Value gather(ImplicitLocOpBuilder &b, tensor::PadOp pad, AffineMap map) {
  SmallVector<Value> loops, indices;
  for (unsigned i = 0; i < map.getNumDims(); ++i)
    loops.push_back(linalg::IndexOp::create(b, i));
  llvm::SmallBitVector padded = pad.getPaddedDims();
  Value zero = arith::ConstantIndexOp::create(b, 0), inside;
  auto require = [&](arith::CmpIPredicate predicate, Value x, int64_t y) {
    Value holds = arith::CmpIOp::create(b, predicate, x,
                                        arith::ConstantIndexOp::create(b, y));
    inside =
        inside ? arith::AndIOp::create(b, inside, holds).getResult() : holds;
  };
  for (unsigned i = 0; i < map.getNumResults(); ++i) {
    indices.push_back(
        affine::AffineApplyOp::create(b, map.getSubMap({i}), loops));
    if (!padded.test(i))
      continue;
    int64_t low = pad.getStaticLow()[i];
    require(arith::CmpIPredicate::sge, indices[i], low);
    require(arith::CmpIPredicate::slt, indices[i],
            low + pad.getSourceType().getDimSize(i));
    indices[i] = arith::SubIOp::create(b, indices[i],
                                       arith::ConstantIndexOp::create(b, low));
  }
  for (unsigned i : padded.set_bits())
    indices[i] = arith::SelectOp::create(b, inside, indices[i], zero);
  Value read = tensor::ExtractOp::create(b, pad.getSource(), indices);
  Value around =
      b.clone(*pad.getConstantPaddingValue().getDefiningOp())->getResult(0);
  return inside ? arith::SelectOp::create(b, inside, read, around).getResult()
                : read;
}

/// Makes input `number` of `op`, which is `pad`, a gather in its body.
static void gatherIn(linalg::GenericOp op, unsigned number, tensor::PadOp pad) {
  auto b = ImplicitLocOpBuilder::atBlockBegin(op.getLoc(), op.getBody());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  BlockArgument element = op.getBody()->getArgument(number);
  element.replaceAllUsesWith(gather(b, pad, maps[number]));
  op.getBody()->eraseArgument(number);
  maps.erase(maps.begin() + number);
  op.setIndexingMapsAttr(b.getAffineMapArrayAttr(maps));
  op.getInputsMutable().erase(number);
}

void nanguard::readThroughPadding(func::FuncOp func) {
  SmallVector<tensor::PadOp> pads;
  for (auto pad : func.front().getOps<tensor::PadOp>())
    if (isGatherable(pad))
      pads.push_back(pad);
  for (tensor::PadOp pad : pads) {
    llvm::SetVector<Operation *> users(llvm::from_range, pad->getUsers());
    for (Operation *user : users) {
      auto op = dyn_cast<linalg::GenericOp>(user);
      if (!op || matchContraction(op))
        continue;
      for (unsigned i = op.getNumDpsInputs(); i-- > 0;)
        if (OpOperand *input = op.getDpsInputOperand(i);
            input->get() == pad.getResult() && hasItsLoopsWithout(op, *input))
          gatherIn(op, i, pad);
    }
    if (pad->use_empty())
      pad.erase();
  }
}
