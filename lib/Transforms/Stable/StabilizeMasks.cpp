//===- StabilizeMasks.cpp - Products with what means "not this one" -------===//
//
// A factor that is 0 where a flag, an integer or a condition says so: what it
// is multiplied with is not read there, be it NaN or infinite. Decisions.h says
// when a NaN has to stay.
//
//===----------------------------------------------------------------------===//

#include "BodyPattern.h"
#include "Decisions.h"
#include "nanguard/Transforms/Variants.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;
using linalg::GenericOp;

namespace {
/// A factor that is 0 where it hides.
struct Mask {
  /// An i1, an integer, or a constant tensor's element that is 0 or 1.
  Node condition;
  /// Of an i1: whether the factor is 0 where it holds.
  bool negated = false;
  /// Of others: where the factor is 0.
  int64_t hiddenAt = 0;
  /// Whether the factor is 1 where it is not 0.
  bool isUnit = true;
  /// Of a select: what the factor is where it is not 0.
  std::optional<Node> chosen = {};

  bool isFlag() const {
    return getElementTypeOrSelf(condition.value.getType()).isInteger(1);
  }
};

bool isZerosAndOnes(Node node) {
  DenseFPElementsAttr dense;
  return node.leaf && matchPattern(node.value, m_Constant(&dense)) &&
         !dense.isSplat() &&
         llvm::all_of(dense.getValues<APFloat>(), [](const APFloat &x) {
           return x.isZero() || x.isExactlyValue(1.0);
         });
}

bool isInteger(Node node, int64_t number) {
  APInt found;
  node = node.resolved();
  return matchPattern(node.value, m_ConstantInt(&found)) &&
         found.getSExtValue() == number;
}

Mask oneLess(Mask mask) {
  mask.negated = !mask.negated;
  mask.hiddenAt = 1 - mask.hiddenAt;
  return mask;
}

/// An i1, a choice between 1 and 0, an integer that the kernel is given, or 1
/// less one of them. What else is computed of integers is a number.
std::optional<Mask> matchInteger(Node node) {
  node = node.resolved();
  bool isFlag = getElementTypeOrSelf(node.value.getType()).isInteger(1);
  if (isFlag || isa<BlockArgument>(node.value)) {
    Mask mask{node};
    mask.isUnit = isFlag;
    return mask;
  }
  Operation *op = node.leaf ? nullptr : node.getOp();
  if (!op)
    return std::nullopt;
  if (isa<arith::ExtUIOp, arith::ExtSIOp>(op)) {
    std::optional<Mask> mask = matchInteger(node.operand(0));
    if (mask && isa<arith::ExtSIOp>(op)) // -1 of an i1
      mask->isUnit = false;
    return mask;
  }
  if (isa<arith::SelectOp>(op))
    for (bool negated : {false, true})
      if (isInteger(node.operand(negated ? 2 : 1), 1) &&
          isInteger(node.operand(negated ? 1 : 2), 0))
        return Mask{node.operand(0), negated};
  if (isa<arith::SubIOp>(op) && isInteger(node.operand(0), 1))
    if (std::optional<Mask> mask = matchInteger(node.operand(1));
        mask && (mask->isUnit || !mask->isFlag()))
      return oneLess(*mask);
  return std::nullopt;
}

/// Whether `condition` says that a factor of `kept` is 0: the select puts in a
/// limit, as our own rules do, and hides none but that product's values.
bool isLimitOf(Node kept, Node condition) {
  kept = kept.resolved();
  Operation *product = kept.leaf ? nullptr : kept.getOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::DivFOp>(product))
    return false;
  if (std::optional<Node> both = condition.resolve<arith::AndIOp>())
    return isLimitOf(kept, both->operand(0)) ||
           isLimitOf(kept, both->operand(1));
  std::optional<Node> equal = condition.resolve<arith::CmpFOp>();
  return equal &&
         cast<arith::CmpFOp>(equal->getOp()).getPredicate() ==
             arith::CmpFPredicate::OEQ &&
         equal->operand(1).isConstant(0.0) &&
         llvm::any_of(ArrayRef<unsigned>{0, 1}, [&](unsigned i) {
           return kept.operand(i).resolved().value ==
                  equal->operand(0).resolved().value;
         });
}

/// float(flag), float(integer), select(flag, a, 0), 1 less one of the former,
/// constants of 0 and 1, and their multiples.
std::optional<Mask> matchMask(Node node) {
  node = node.resolved();
  if (isZerosAndOnes(node))
    return Mask{node};
  Operation *op = node.leaf ? nullptr : node.getOp();
  if (!op || !getBodyOwner(node.value))
    return std::nullopt;
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return matchMask(node.operand(0));
  std::optional<Mask> mask;
  if (isa<arith::UIToFPOp, arith::SIToFPOp>(op)) {
    mask = matchInteger(node.operand(0));
    bool isBit = node.operand(0).value.getType().isInteger(1);
    if (mask && isBit && isa<arith::SIToFPOp>(op)) // -1, too
      mask->isUnit = false;
    return mask;
  }
  if (isa<arith::SelectOp>(op)) {
    for (bool negated : {false, true}) {
      Node chosen = node.operand(negated ? 2 : 1);
      if (node.operand(negated ? 1 : 2).isConstant(0.0) &&
          !isLimitOf(chosen, node.operand(0)))
        return Mask{node.operand(0), negated, 0, chosen.isConstant(1.0),
                    chosen};
    }
    return std::nullopt;
  }
  if (isa<arith::SubFOp>(op) && node.operand(0).isConstant(1.0)) {
    mask = matchMask(node.operand(1));
    return mask && (mask->isUnit || (!mask->isFlag() && !mask->chosen))
               ? std::optional(oneLess(*mask))
               : std::nullopt;
  }
  Node unscaled = withoutScale(node);
  if (std::optional<Node> neg = node.resolve<arith::NegFOp>())
    unscaled = neg->operand(0);
  if (unscaled.value == node.value)
    return std::nullopt;
  mask = matchMask(unscaled);
  if (mask)
    mask->isUnit = false;
  return mask;
}

/// What `factor` rests on, if it is a mask that hides `hidden`. A ReLU, whose
/// condition rests on what it lets through, is none: its 0 is a number.
std::optional<Decision> readDecision(const Mask &mask, Value hidden,
                                     linalg::LinalgOp root) {
  if (!Inliner::canInline(mask.condition))
    return std::nullopt;
  std::optional<Decision> decision = Decision::read(mask.condition, hidden);
  if (decision && mask.chosen && decision->restsOn(*mask.chosen, root))
    return std::nullopt;
  return decision;
}

/// mask_r4, mask_r5: x * mask -> 0 where the mask hides, x where it is 1: what
/// it hides is not read. With a NaN in what decides, as written.
struct ProductWithMask : BodyPattern<arith::MulFOp> {
  ProductWithMask(MLIRContext *context, bool inContractions)
      : BodyPattern(context), inContractions(inContractions) {}

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    if (!inContractions && root.getNumReductionLoops())
      return rewriter.notifyMatchFailure(op, "a contraction's turn is later");
    for (unsigned i : {0, 1}) {
      std::optional<Mask> mask = matchMask(Node(op).operand(i));
      Value x = op->getOperand(1 - i);
      if (!mask || Node(op).operand(1 - i).constant() ||
          (!mask->isUnit && isSelected(op)))
        continue;
      std::optional<Decision> decision = readDecision(*mask, x, root);
      if (!decision)
        continue;
      Rebuild b(rewriter, root, op, {Node(op).operand(i).resolved()});
      auto [condition, negated] = readCondition(b, *mask);
      Value zero = b.number(0.0), shown = x, hidden = zero;
      if (!mask->isUnit)
        shown = b.make<arith::MulFOp>(op.getLhs(), op.getRhs());
      if (decision->restsOnNumbers())
        hidden = b.make<arith::SelectOp>(
            decision->andOrdered(rewriter, b.loc, b.inliner), zero,
            b.make<arith::MulFOp>(x, zero));
      rewriter.replaceOp(op, b.make<arith::SelectOp>(condition,
                                                     negated ? hidden : shown,
                                                     negated ? shown : hidden));
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no factor is a mask");
  }

  /// An i1, and whether the mask hides where it holds.
  static std::pair<Value, bool> readCondition(Rebuild &b, const Mask &mask) {
    Value condition = b.read(mask.condition);
    if (mask.isFlag())
      return {condition, mask.negated};
    if (isa<FloatType>(condition.getType()))
      return {isEqual(b, condition, double(mask.hiddenAt)), true};
    Value at = b.make<arith::ConstantOp>(
        b.rewriter.getIntegerAttr(condition.getType(), mask.hiddenAt));
    return {b.make<arith::CmpIOp>(arith::CmpIPredicate::eq, condition, at),
            true};
  }

private:
  bool inContractions;
};

/// mask_r5: mask / x -> 0 where the mask hides: the gradient of where(x > 0,
/// sqrt(x), 0). With a NaN in what decides, as written.
struct QuotientOfMask : BodyPattern<arith::DivFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::DivFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    std::optional<Mask> mask = matchMask(Node(op).operand(0));
    if (!mask || Node(op).operand(1).constant() || isSelected(op))
      return rewriter.notifyMatchFailure(op, "no mask is divided");
    std::optional<Decision> decision = readDecision(*mask, op.getRhs(), root);
    if (!decision)
      return rewriter.notifyMatchFailure(op, "a NaN may decide the mask");
    Rebuild b(rewriter, root, op, {Node(op).operand(0).resolved()});
    auto [condition, negated] = ProductWithMask::readCondition(b, *mask);
    Value shown = b.make<arith::DivFOp>(op.getLhs(), op.getRhs());
    Value hidden = b.number(0.0);
    if (decision->restsOnNumbers())
      hidden = b.make<arith::SelectOp>(
          decision->andOrdered(rewriter, b.loc, b.inliner), hidden,
          b.make<arith::MulFOp>(op.getRhs(), hidden));
    rewriter.replaceOp(op, b.make<arith::SelectOp>(condition,
                                                   negated ? hidden : shown,
                                                   negated ? shown : hidden));
    return success();
  }
};

/// mask_r4, mask_r5: a named contraction with a mask (a one-hot row, a triangle
/// of ones) -> a generic, in whose body ProductWithMask sees the product.
struct ContractionWithMask : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (isa<GenericOp>(op.getOperation()) || !op.hasPureTensorSemantics() ||
        !linalg::isaContractionOpInterface(op) || op.getNumDpsInputs() != 2)
      return rewriter.notifyMatchFailure(op, "not a named contraction");
    auto hides = [&](unsigned i) {
      Value factor = op.getDpsInputs()[i], hidden = op.getDpsInputs()[1 - i];
      std::optional<Mask> mask = matchMask(Node::element(
          factor, op.getMatchingIndexingMap(op.getDpsInputOperand(i))));
      std::optional<Decision> decision =
          mask ? readDecision(*mask, hidden, op) : std::nullopt;
      // What a number lets through is an activation's gradient: as many zeros,
      // and a product that is to be fast.
      return decision &&
             !(mask->chosen && decision->restsOnNumbers() && !mask->isUnit);
    };
    if (!hides(0) && !hides(1))
      return rewriter.notifyMatchFailure(op, "no operand is a mask");
    return linalg::generalizeNamedOp(rewriter, op);
  }
};

/// mask_r3: x * Inf with a constant infinity and a mask x -> 0 where x is 0:
/// (1 - keep) * -Inf hides where keep is 0 and nothing else.
struct MaskTimesInfinity : BodyPattern<arith::MulFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::MulFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    for (unsigned i : {0, 1}) {
      std::optional<APFloat> factor = Node(op).operand(i).constant();
      Node x = Node(op).operand(1 - i);
      Value mask = op->getOperand(1 - i);
      if (!factor || !factor->isInfinity() || x.constant() || !isMask(x) ||
          isGuarded(op, mask))
        continue;
      Rebuild b(rewriter, root, op, {});
      selectZero(b, op, [&] { return isEqual(b, mask, 0.0); });
      return success();
    }
    return rewriter.notifyMatchFailure(op, "not a mask times an infinity");
  }

  /// 1 - keep, or what is 0 or 1 by its making.
  static bool isMask(Node x) {
    std::optional<Node> sub = x.resolve<arith::SubFOp>();
    return (sub && sub->operand(0).isConstant(1.0)) || matchMask(x);
  }
};
} // namespace

void nanguard::populateStabilizeMasksPatterns(RewritePatternSet &patterns) {
  patterns.add<ProductWithMask>(patterns.getContext(),
                                /*inContractions=*/false);
  patterns.add<MaskTimesInfinity, QuotientOfMask>(patterns.getContext());
}

void nanguard::populateMaskedContractionPatterns(RewritePatternSet &patterns) {
  patterns.add<ProductWithMask>(patterns.getContext(), /*inContractions=*/true);
  patterns.add<ContractionWithMask>(patterns.getContext());
}
