//===- StabilizeAttention.cpp - What is not to be read --------------------===//
//
// Masks that select instead of adding an infinity, rows of V whose weight is 0
// by the mask, and operands scaled by a run-time 0.
//
//===----------------------------------------------------------------------===//

#include "Decisions.h"
#include "ScalarView.h"
#include "nanguard/Transforms/Variants.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

#include <limits>

using namespace mlir;
using namespace nanguard;
using linalg::GenericOp;
using linalg::LinalgOp;

static constexpr double kInf = std::numeric_limits<double>::infinity();

namespace {
/// A sum of products, as QKᵀ is.
bool isContraction(Node node) {
  std::optional<Reduction> sum = matchSum(node);
  return sum && sum->element.resolve<arith::MulFOp>();
}

/// Whether a contraction went into `node` by way of scales, biases and caps.
bool reachesContraction(Node node, int depth = 8) {
  node = node.resolved();
  if (isContraction(node))
    return true;
  Operation *op = node.leaf ? nullptr : node.getOp();
  if (!op || depth == 0 || !getBodyOwner(node.value))
    return false;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (isa<FloatType>(op->getOperand(i).getType()) &&
        reachesContraction(node.operand(i), depth - 1))
      return true;
  return false;
}

/// The z of exp(z - max z), or of exp(z).
Node getScore(Node exp, LinalgOp root) {
  std::optional<Node> sub = exp.operand(0).resolve<arith::SubFOp>();
  if (sub && isRowMaxOf(sub->operand(1), sub->operand(0), root))
    return sub->operand(0);
  return exp.operand(0);
}

bool isMinusInf(Node node) { return node.isConstant(-kInf); }

/// Whether `numerator`, an exponential or a sum of products with one, is
/// divided by a sum of it; `isIt` says which exponential is meant.
bool isNormalizedBy(Node numerator, Node divisor, LinalgOp root,
                    function_ref<bool(Node)> isIt) {
  std::optional<Reduction> sum = matchSum(divisor);
  std::optional<Node> summed = sum ? resolveExp(sum->element) : std::nullopt;
  if (!summed)
    return false;
  if (std::optional<Node> exp = resolveExp(numerator))
    return (isIt(*exp) || isIt(*summed)) && matchElement(*sum, *exp, root);
  std::optional<Reduction> weighted = matchSum(numerator);
  std::optional<Node> mul =
      weighted ? weighted->element.resolve<arith::MulFOp>() : std::nullopt;
  return mul && isIt(*summed) && llvm::any_of(ArrayRef{0, 1}, [&](int i) {
           std::optional<Node> exp = resolveExp(mul->operand(i));
           return exp && isIt(*exp);
         });
}

/// Whether a softmax is made of `exp`: its sum over rows divides it, or its
/// products with values, or goes into a logarithm.
bool feedsSoftmax(Operation *exp) {
  auto isIt = [&](Node node) { return node.getOp() == exp; };
  Region *region = getBodyOwner(exp->getResult(0))->getParentRegion();
  return region
      ->walk([&](Operation *op) {
        auto root = dyn_cast<GenericOp>(op->getParentOp());
        bool found = false;
        if (root && isa<arith::DivFOp>(op))
          found = isNormalizedBy(Node(op).operand(0), Node(op).operand(1), root,
                                 isIt);
        if (root && isa<math::LogOp>(op)) {
          std::optional<Reduction> sum = matchSum(Node(op).operand(0));
          std::optional<Node> summed =
              sum ? resolveExp(sum->element) : std::nullopt;
          found = summed && isIt(*summed);
        }
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// mask_r1: score + mask -> select(mask == -Inf, -Inf, score + mask): what K
/// holds behind a mask, NaN included, does not count. A finite mask is a
/// number.
template <typename ExpT>
struct MaskIsSelection : OpRewritePattern<ExpT> {
  using OpRewritePattern<ExpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(ExpT op,
                                PatternRewriter &rewriter) const override {
    auto root = dyn_cast<GenericOp>(op->getParentOp());
    if (!root)
      return rewriter.notifyMatchFailure(op, "not in a generic");
    std::optional<Node> add =
        getScore(Node(op), root).template resolve<arith::AddFOp>();
    if (!add || !isa<GenericOp>(add->getOp()->getParentOp()))
      return rewriter.notifyMatchFailure(op, "nothing is added to the score");
    bool left = reachesContraction(add->operand(0));
    if (left == reachesContraction(add->operand(1)))
      return rewriter.notifyMatchFailure(op, "not a contraction and a mask");
    Operation *sum = add->getOp();
    Value mask = sum->getOperand(left ? 1 : 0);
    if (add->operand(left ? 1 : 0).constant() || isHiddenAlready(sum))
      return rewriter.notifyMatchFailure(op, "a constant is no mask");
    if (!feedsSoftmax(op))
      return rewriter.notifyMatchFailure(op, "no softmax follows");
    std::optional<Decision> decision = Decision::read(
        add->operand(left ? 1 : 0), sum->getOperand(left ? 0 : 1));
    if (!decision)
      return rewriter.notifyMatchFailure(op, "the score may decide the mask");
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointAfter(sum);
    Location loc = sum->getLoc();
    Value inf = constantFloat(rewriter, loc, mask.getType(), -kInf);
    Value masked = arith::CmpFOp::create(rewriter, loc,
                                         arith::CmpFPredicate::OEQ, mask, inf);
    Inliner in(rewriter, cast<GenericOp>(sum->getParentOp()), sum);
    masked = decision->andOrdered(rewriter, loc, in, masked);
    Value score =
        arith::SelectOp::create(rewriter, loc, masked, inf, sum->getResult(0));
    rewriter.replaceAllUsesExcept(sum->getResult(0), score,
                                  score.getDefiningOp());
    return success();
  }

  /// As this pattern writes it, seen from another exponential of the sum.
  static bool isHiddenAlready(Operation *sum) {
    return llvm::any_of(sum->getUsers(), [](Operation *user) {
      auto select = dyn_cast<arith::SelectOp>(user);
      return select && isMinusInf(Node(select.getOperation()).operand(1));
    });
  }
};

/// What hides a term of a weighted sum.
struct Hiding {
  enum When { MinusInf, True, False } when;
  /// The score, or a condition.
  Node node;
  /// Set where the weights are a part of a softmax, as without a sink: the node
  /// is seen from the whole softmax's dimensions, and `access` leads from the
  /// contraction's loops to the part's.
  tensor::ExtractSliceOp part = {};
  AffineMap access = {};
  /// What a condition rests on.
  std::optional<Decision> decision = {};
};

/// Whether the score can be a mask's -Inf: chosen from, or a sum with a mask,
/// or handed in by another kernel, as behind a concatenation with a sink.
bool mayBeMasked(Node score) {
  score = score.resolved();
  if (score.leaf)
    return isa<BlockArgument>(score.value);
  if (std::optional<Node> cast = score.resolve<arith::ExtFOp>())
    return mayBeMasked(cast->operand(0));
  if (std::optional<Node> select = score.resolve<arith::SelectOp>())
    return isMinusInf(select->operand(1)) || isMinusInf(select->operand(2));
  std::optional<Node> add = score.resolve<arith::AddFOp>();
  return add && !add->operand(0).constant() && !add->operand(1).constant();
}

/// The exponential by whose sum all that is read of `op`'s result is divided:
/// the attention that divides at the end.
Operation *findDividingExp(LinalgOp op) {
  SmallVector<Value> results{op->getResult(0)};
  Operation *found = nullptr;
  while (!results.empty()) {
    for (OpOperand &use : results.pop_back_val().getUses()) {
      if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(use.getOwner())) {
        results.push_back(use.getOwner()->getResult(0));
        continue;
      }
      auto user = dyn_cast<GenericOp>(use.getOwner());
      if (!user || user.isDpsInit(&use))
        return nullptr;
      for (Operation *reader : user.getMatchingBlockArgument(&use).getUsers()) {
        auto div = dyn_cast<arith::DivFOp>(reader);
        std::optional<Reduction> sum =
            div ? matchSum(Node(div).operand(1)) : std::nullopt;
        std::optional<Node> exp = sum ? resolveExp(sum->element) : std::nullopt;
        if (!exp || (found && found != exp->getOp()))
          return nullptr;
        found = exp->getOp();
      }
    }
  }
  return found;
}

bool collectHidings(Node p, Operation *divided,
                    SmallVectorImpl<Hiding> &hidings, int depth = 6);

/// The hidings of a softmax of which `p` is a part: scores alone.
bool collectHidingsOfPart(Node p, Operation *divided,
                          SmallVectorImpl<Hiding> &hidings, int depth) {
  auto part = p.value.getDefiningOp<tensor::ExtractSliceOp>();
  if (!part || part.getSourceType().getRank() != part.getType().getRank())
    return false;
  auto id = AffineMap::getMultiDimIdentityMap(part.getType().getRank(),
                                              part.getContext());
  SmallVector<Hiding> ofAll;
  if (!collectHidings(Node::element(part.getSource(), id), divided, ofAll,
                      depth))
    return false;
  for (Hiding &hiding : ofAll)
    if (!hiding.part && hiding.when == Hiding::MinusInf &&
        hiding.node.value.getType() == part.getType().getElementType())
      hidings.push_back({hiding.when, hiding.node, part, p.map});
  return true;
}

/// Whether `p` is an attention weight: a softmax, scaled or selected from after
/// it, or, where the sum of `divided` divides later, that exponential.
/// Collects what makes it an exact 0: a score behind a mask, and the
/// selections. Finite masks count as numbers.
bool collectHidings(Node p, Operation *divided,
                    SmallVectorImpl<Hiding> &hidings, int depth) {
  p = p.resolved();
  if (depth-- == 0)
    return false;
  if (p.leaf)
    return collectHidingsOfPart(p, divided, hidings, depth);
  Operation *op = p.getOp();
  if (!op)
    return false;
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return collectHidings(p.operand(0), divided, hidings, depth);
  if (isa<arith::MulFOp>(op))
    return collectHidings(p.operand(0), divided, hidings, depth) ||
           collectHidings(p.operand(1), divided, hidings, depth);
  if (isa<arith::SelectOp>(op)) {
    bool left = p.operand(1).isConstant(0.0);
    if (!left && !p.operand(2).isConstant(0.0))
      return false;
    hidings.push_back({left ? Hiding::True : Hiding::False, p.operand(0)});
    return collectHidings(p.operand(left ? 2 : 1), divided, hidings, depth);
  }
  std::optional<Node> exp;
  if (divided)
    exp = resolveExp(p);
  else if (isa<arith::DivFOp>(op))
    exp = resolveExp(p.operand(0));
  if (!exp || (divided ? exp->getOp() != divided : !matchSoftmax(p)))
    return false;
  // The row maximum is matched in the loops where it is subtracted.
  LinalgOp owner = getBodyOwner(exp->value);
  Node local(exp->getOp());
  Node score = getScore(local, owner).from(exp->map);
  if (mayBeMasked(score))
    hidings.push_back({Hiding::MinusInf, score});
  return true;
}

/// The scores that `hiding` asks for, of the part of them that has weights.
Value scoresOfPart(PatternRewriter &rewriter, const Hiding &hiding) {
  tensor::ExtractSliceOp part = hiding.part;
  Value all = createElementwise(
      rewriter, part.getLoc(), part.getSource(),
      [&](OpBuilder &, Location, Inliner &in, Value) -> Value {
        return in.inlined(hiding.node);
      });
  IRMapping mapping;
  mapping.map(part.getSource(), all);
  return rewriter.clone(*part, mapping)->getResult(0);
}

/// Whether any of `hidings` holds; `parts` has the scores of those of a part.
Value isHidden(OpBuilder &b, Location loc, Inliner &in,
               ArrayRef<Hiding> hidings, ArrayRef<Value> parts) {
  Value any;
  for (auto [hiding, part] : llvm::zip_equal(hidings, parts)) {
    Value value =
        part ? in.addInput(part, hiding.access) : in.inlined(hiding.node);
    if (hiding.when == Hiding::MinusInf)
      value =
          arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, value,
                                constantFloat(b, loc, value.getType(), -kInf));
    else if (hiding.when == Hiding::False)
      value = arith::XOrIOp::create(
          b, loc, value,
          arith::ConstantOp::create(b, loc, b.getBoolAttr(true)));
    if (hiding.decision)
      value = hiding.decision->andOrdered(b, loc, in, value);
    any = any ? arith::OrIOp::create(b, loc, any, value).getResult() : value;
  }
  return any;
}

/// mask_r2: sum(p * v) -> sum(select(hidden, 0, p * v)): a masked row of V is
/// not read, and a row of scores that are all -Inf gives zeros.
struct MaskedValuesAreNotRead : OpInterfaceRewritePattern<LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
        op.getNumDpsInputs() != 2 || !op.getNumReductionLoops())
      return rewriter.notifyMatchFailure(op, "not a contraction");
    auto outMap =
        op.getIndexingMapMatchingResult(cast<OpResult>(op->getResult(0)));
    auto id = rewriter.getMultiDimIdentityMap(outMap.getNumResults());
    std::optional<Reduction> sum =
        matchSum(Node::element(op->getResult(0), id));
    std::optional<Node> mul =
        sum ? sum->element.resolve<arith::MulFOp>() : std::nullopt;
    if (!mul || getBodyOwner(mul->value) != op)
      return rewriter.notifyMatchFailure(op, "not a sum of products");
    SmallVector<Hiding> hidings;
    Operation *divided = findDividingExp(op);
    unsigned weight = 0;
    for (unsigned i : {0, 1}) {
      hidings.clear();
      weight = i;
      if (collectHidings(mul->operand(i), divided, hidings))
        break;
      hidings.clear();
    }
    Value value = mul->getOp()->getOperand(1 - weight);
    llvm::erase_if(hidings, [&](Hiding &hiding) {
      if (hiding.when != Hiding::MinusInf)
        hiding.decision = Decision::read(hiding.node, value);
      return !Inliner::canInline(hiding.node) ||
             (hiding.when != Hiding::MinusInf && !hiding.decision);
    });
    if (hidings.empty())
      return rewriter.notifyMatchFailure(op, "no operand is a masked weight");
    SmallVector<Value> parts;
    for (const Hiding &hiding : hidings)
      parts.push_back(hiding.part ? scoresOfPart(rewriter, hiding) : Value());
    rewriter.replaceOp(
        op,
        createGeneric(
            rewriter, op.getLoc(), op.getDpsInits()[0], outMap,
            op.getIteratorTypesArray(),
            [&](OpBuilder &b, Location loc, Inliner &in, Value acc) -> Value {
              Value p = in.inlined(mul->operand(0));
              Value v = in.inlined(mul->operand(1));
              Value masked = isHidden(b, loc, in, hidings, parts);
              Value zero = constantFloat(b, loc, p.getType(), 0.0);
              Value product = arith::MulFOp::create(b, loc, p, v);
              Value term =
                  arith::SelectOp::create(b, loc, masked, zero, product);
              return arith::AddFOp::create(b, loc, term, acc);
            }));
    return success();
  }
};

/// One number of the caller, the same for all elements, known at run time only.
bool isRuntimeScale(Node node) {
  while (std::optional<Node> cast = node.resolve<arith::ExtFOp>())
    node = cast->operand(0);
  node = node.resolved();
  if (node.constant())
    return false;
  if (!node.leaf)
    return isa<BlockArgument>(node.value) && !getBodyOwner(node.value);
  return isa<BlockArgument>(node.value) &&
         cast<RankedTensorType>(node.value.getType()).hasStaticShape() &&
         cast<RankedTensorType>(node.value.getType()).getNumElements() == 1;
}

/// dead_r1: a + c * scale -> a + select(scale == 0, 0, c * scale): by BLAS's
/// contract c is not read when its scale is 0.
struct DeadOperand : OpRewritePattern<arith::AddFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::AddFOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<GenericOp>(op->getParentOp()))
      return rewriter.notifyMatchFailure(op, "not in a generic");
    for (unsigned i : {0, 1}) {
      std::optional<Node> mul = Node(op).operand(i).resolve<arith::MulFOp>();
      if (!mul || !isa<GenericOp>(mul->getOp()->getParentOp()) ||
          !readOnce(*mul))
        continue;
      for (unsigned j : {0, 1}) {
        if (!isRuntimeScale(mul->operand(j)) ||
            !Decision::read(mul->operand(j), mul->getOp()->getOperand(1 - j)))
          continue;
        guardProduct(rewriter, mul->getOp(), j);
        return success();
      }
    }
    return rewriter.notifyMatchFailure(op, "no addend has a run-time scale");
  }

  /// The product goes into the sum and nowhere else.
  static bool readOnce(Node mul) {
    if (!mul.value.hasOneUse())
      return false;
    Operation *user = *mul.value.user_begin();
    if (!isa<linalg::YieldOp>(user))
      return true;
    unsigned index = mul.value.use_begin()->getOperandNumber();
    return user->getParentOp()->getResult(index).hasOneUse();
  }

  static void guardProduct(PatternRewriter &rewriter, Operation *mul,
                           unsigned scale) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointAfter(mul);
    Location loc = mul->getLoc();
    Value zero = constantFloat(rewriter, loc, mul->getResult(0).getType(), 0.0);
    Value dead = arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OEQ,
                                       mul->getOperand(scale), zero);
    Value guarded =
        arith::SelectOp::create(rewriter, loc, dead, zero, mul->getResult(0));
    rewriter.replaceAllUsesExcept(mul->getResult(0), guarded,
                                  guarded.getDefiningOp());
  }
};

/// dead_r1: matmul onto c * scale -> onto select(scale == 0, 0, c * scale).
struct DeadAccumulator : OpInterfaceRewritePattern<LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || !op.getNumReductionLoops())
      return rewriter.notifyMatchFailure(op, "no reduction");
    for (Value init : op.getDpsInits()) {
      auto id = rewriter.getMultiDimIdentityMap(
          cast<RankedTensorType>(init.getType()).getRank());
      std::optional<Node> mul =
          Node::element(init, id).resolve<arith::MulFOp>();
      if (!mul || !isa<GenericOp>(mul->getOp()->getParentOp()) ||
          !DeadOperand::readOnce(*mul))
        continue;
      for (unsigned i : {0, 1}) {
        if (!isRuntimeScale(mul->operand(i)) ||
            !Decision::read(mul->operand(i), mul->getOp()->getOperand(1 - i)))
          continue;
        DeadOperand::guardProduct(rewriter, mul->getOp(), i);
        return success();
      }
    }
    return rewriter.notifyMatchFailure(op, "starts at no scaled operand");
  }
};
} // namespace

void nanguard::populateStabilizeAttentionPatterns(RewritePatternSet &patterns) {
  patterns.add<MaskIsSelection<math::ExpOp>, MaskIsSelection<math::Exp2Op>,
               MaskedValuesAreNotRead, DeadOperand, DeadAccumulator>(
      patterns.getContext());
}
