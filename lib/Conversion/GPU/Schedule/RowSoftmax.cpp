//===- RowSoftmax.cpp - A softmax by rows as it is written out ------------===//

#include "RowSoftmax.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;

std::optional<Combiner> nanguard::matchRowReduction(linalg::GenericOp op,
                                                    arith::AtomicRMWKind kind) {
  auto combiners = matchCombiners(op, /*integersOnly=*/false);
  if (combiners.size() != 1 || combiners[0].kind != kind ||
      !isa<Float32Type, Float64Type>(combiners[0].value.getType()))
    return std::nullopt;
  OpBuilder builder(op);
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  TypedAttr start;
  if (!fill || !matchPattern(fill.getInputs()[0], m_Constant(&start)) ||
      start != arith::getIdentityValueAttr(kind, combiners[0].value.getType(),
                                           builder, op.getLoc()))
    return std::nullopt;
  return combiners[0];
}

Value nanguard::inputOf(linalg::GenericOp op, Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  if (!arg || arg.getOwner() != op.getBody() ||
      arg.getArgNumber() >= op.getNumDpsInputs())
    return nullptr;
  return op.getDpsInputs()[arg.getArgNumber()];
}

bool nanguard::isExponential(linalg::GenericOp op, Value maximum) {
  if (op.getNumResults() != 1 || op.getNumReductionLoops() > 0)
    return false;
  auto exp =
      op.getBody()->getTerminator()->getOperand(0).getDefiningOp<math::ExpOp>();
  auto sub =
      exp ? exp.getOperand().getDefiningOp<arith::SubFOp>() : arith::SubFOp();
  if (!sub || inputOf(op, sub.getRhs()) != maximum ||
      !cast<BlockArgument>(sub.getRhs()).hasOneUse())
    return false;
  return llvm::count(op.getDpsInputs(), maximum) == 1;
}

bool nanguard::isQuotient(linalg::GenericOp op, Value e, Value l) {
  if (op.getNumResults() != 1 || op.getNumReductionLoops() > 0)
    return false;
  Value yielded = op.getBody()->getTerminator()->getOperand(0);
  if (auto trunc = yielded.getDefiningOp<arith::TruncFOp>())
    yielded = trunc.getIn();
  auto div = yielded.getDefiningOp<arith::DivFOp>();
  return div && inputOf(op, div.getLhs()) == e &&
         inputOf(op, div.getRhs()) == l;
}

/// The same element of the same input, perhaps widened.
static bool isSameInput(linalg::GenericOp a, Value x, linalg::GenericOp b,
                        Value y) {
  auto ext = x.getDefiningOp<arith::ExtFOp>();
  auto other = y.getDefiningOp<arith::ExtFOp>();
  if (ext && other && ext.getType() == other.getType())
    return isSameInput(a, ext.getIn(), b, other.getIn());
  Value input = inputOf(a, x);
  if (!input || input != inputOf(b, y))
    return false;
  auto mapOf = [](linalg::GenericOp op, Value arg) {
    return op.getIndexingMapsArray()[cast<BlockArgument>(arg).getArgNumber()];
  };
  return mapOf(a, x) == mapOf(b, y);
}

Value nanguard::matchSoftmaxSum(linalg::GenericOp quotient) {
  if (quotient.getNumDpsInputs() != 2)
    return nullptr;
  auto trunc = quotient.getBody()
                   ->getTerminator()
                   ->getOperand(0)
                   .getDefiningOp<arith::TruncFOp>();
  if (!trunc || !isa<Float16Type, BFloat16Type>(trunc.getType()))
    return nullptr;
  Value e = quotient.getDpsInputs()[0], l = quotient.getDpsInputs()[1];
  if (!isQuotient(quotient, e, l))
    std::swap(e, l);
  auto exponential = e.getDefiningOp<linalg::GenericOp>();
  auto sum = l.getDefiningOp<linalg::GenericOp>();
  if (!exponential || !sum || !isQuotient(quotient, e, l) ||
      exponential.getNumDpsInputs() != 2)
    return nullptr;
  auto total = matchRowReduction(sum, arith::AtomicRMWKind::addf);
  if (!total || inputOf(sum, total->value) != e ||
      !total->value.getType().isF32())
    return nullptr;
  auto sub = exponential.getBody()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<math::ExpOp>();
  auto shift =
      sub ? sub.getOperand().getDefiningOp<arith::SubFOp>() : arith::SubFOp();
  Value m = shift ? inputOf(exponential, shift.getRhs()) : Value();
  auto maximum = m ? m.getDefiningOp<linalg::GenericOp>() : linalg::GenericOp();
  if (!maximum || !isExponential(exponential, m))
    return nullptr;
  auto top = matchRowReduction(maximum, arith::AtomicRMWKind::maximumf);
  return top && isSameInput(maximum, top->value, exponential, shift.getLhs())
             ? l
             : Value();
}
