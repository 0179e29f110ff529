//===- RowMeans.cpp - Sums over their row's length ------------------------===//
//
// A sum is a mean only if its divisor is the length of its rows: a constant
// that is that number, or an integer that turns out to be it at run time. A
// count of valid elements, n - 1, or a number nearby is none.
//
//===----------------------------------------------------------------------===//

#include "RowMeans.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;
using namespace nanguard;
using linalg::LinalgOp;

bool nanguard::isRoundedByModel(Node node, double number, LinalgOp root) {
  std::optional<APFloat> found = node.constant();
  if (!found)
    return false;
  auto isRoundedTo = [&](Type type) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    return element && element.getWidth() <= 64 &&
           equalsRounded(*found, number, element.getFloatSemantics());
  };
  Block *block = root->getBlock();
  return isRoundedTo(node.value.getType()) ||
         llvm::any_of(block->getArgumentTypes(), isRoundedTo) ||
         llvm::any_of(block->getTerminator()->getOperandTypes(), isRoundedTo);
}

bool nanguard::isReciprocalOfCount(Node factor, int64_t count, LinalgOp root) {
  if (count == 0 || !isRoundedByModel(factor, 1.0 / double(count), root))
    return false;
  // A power of two is the reciprocal of that number only: where n is not, it is
  // n - 1, say, whose reciprocal a narrow type rounds as it does 1 / n.
  double value = factor.constant()->convertToDouble();
  int exponent;
  return std::frexp(value, &exponent) != 0.5 || value * double(count) == 1.0;
}

/// The integer that `count` is, the same for all rows.
static std::optional<Node> matchInteger(Node count) {
  std::optional<Node> cast = count.resolve<arith::SIToFPOp>();
  if (!cast)
    cast = count.resolve<arith::UIToFPOp>();
  if (!cast)
    return std::nullopt;
  Node integer = cast->operand(0).resolved();
  Type type = integer.value.getType();
  if (!isInvariant(integer) ||
      (!type.isIndex() && type.getIntOrFloatBitWidth() > 64))
    return std::nullopt;
  return integer;
}

/// Whether `mean` divides by the number of elements that it adds up, or may
/// turn out to at run time: then `integer` is what it divides by.
static bool dividesByCount(Mean &mean) {
  bool reciprocal = isa<arith::MulFOp>(mean.scaled.getOp());
  std::optional<int64_t> elements = countElements(mean.sum);
  if (elements && reciprocal)
    return isReciprocalOfCount(mean.count, *elements, mean.sum.op);
  if (elements && *elements != 0 && mean.count.isConstant(double(*elements)))
    return true;
  if (reciprocal)
    return false;
  mean.integer = matchInteger(mean.count);
  APInt number;
  if (!mean.integer || !elements ||
      !matchPattern(mean.integer->value, m_ConstantInt(&number)))
    return mean.integer.has_value();
  mean.integer.reset();
  return *elements != 0 && number.getSExtValue() == *elements;
}

std::optional<Mean> nanguard::matchMean(Node node) {
  std::optional<Node> scaled = node.resolve<arith::DivFOp>();
  bool divides = scaled.has_value();
  if (!scaled)
    scaled = node.resolve<arith::MulFOp>();
  for (unsigned i : {0, 1}) {
    std::optional<Reduction> sum =
        scaled ? matchSum(scaled->operand(i)) : std::nullopt;
    if (sum) {
      Mean mean{*sum, *scaled, scaled->operand(1 - i), std::nullopt};
      if (dividesByCount(mean))
        return mean;
    }
    if (divides)
      break;
  }
  return std::nullopt;
}

/// How often loop `loop` of `op` runs.
static OpFoldResult loopSize(OpBuilder &b, Location loc, LinalgOp op,
                             unsigned loop) {
  int64_t range = op.getStaticLoopRanges()[loop];
  if (!ShapedType::isDynamic(range))
    return b.getIndexAttr(range);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (std::optional<unsigned> dim =
            map.getResultPosition(b.getAffineDimExpr(loop)))
      return getSizes(b, loc, operand.get())[*dim];
  }
  llvm_unreachable("an operand has the extent of each loop");
}

Value nanguard::createCount(OpBuilder &b, Location loc,
                            const Reduction &reduction) {
  LinalgOp op = reduction.op;
  Value count;
  for (auto [i, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (!linalg::isReductionIterator(iterator))
      continue;
    Value size =
        getValueOrCreateConstantIndexOp(b, loc, loopSize(b, loc, op, i));
    count = count ? arith::MulIOp::create(b, loc, count, size) : size;
  }
  return count;
}

/// Whether both are the extent of one dimension.
static bool isSameExtent(Value count, Value integer) {
  while (auto cast = integer.getDefiningOp<arith::IndexCastOp>())
    integer = cast.getIn();
  if (count == integer)
    return true;
  auto a = count.getDefiningOp<tensor::DimOp>();
  auto b = integer.getDefiningOp<tensor::DimOp>();
  return a && b && a.getSource() == b.getSource() && a.getConstantIndex() &&
         a.getConstantIndex() == b.getConstantIndex();
}

Value nanguard::testEquality(OpBuilder &b, Location loc, Value count,
                             Value integer) {
  if (isSameExtent(count, integer))
    return {};
  // Not as a float: that rounds both.
  Type type = b.getI64Type();
  auto widened = [&](Value value) -> Value {
    if (value.getType().isIndex())
      return arith::IndexCastOp::create(b, loc, type, value);
    if (value.getType().getIntOrFloatBitWidth() < 64)
      return arith::ExtSIOp::create(b, loc, type, value);
    return value;
  };
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, widened(count),
                               widened(integer));
}

Node nanguard::withoutCorrection(Node node) {
  std::optional<Node> add = node.resolve<arith::AddFOp>();
  if (!add)
    return node;
  Node rest = add->operand(1);
  if (std::optional<Node> select = rest.resolve<arith::SelectOp>())
    rest = select->operand(1);
  std::optional<Mean> mean = matchMean(rest);
  std::optional<Node> term =
      mean ? mean->sum.element.resolve<arith::AddFOp>() : std::nullopt;
  std::optional<Node> neg =
      term ? term->operand(1).resolve<arith::NegFOp>() : std::nullopt;
  bool corrects =
      neg && isRowMeanOf(neg->operand(0), term->operand(0), mean->sum.op);
  return corrects ? add->operand(0) : node;
}

bool nanguard::isRowMeanOf(Node node, Node x, LinalgOp root) {
  node = withoutCorrection(node);
  // The division by 1 has been folded away.
  if (std::optional<Reduction> sum = matchSum(node);
      sum && hasOneElement(sum->op))
    return bool(matchElement(*sum, x, root));
  std::optional<Mean> mean = matchMean(node);
  return mean && matchElement(mean->sum, x, root);
}
