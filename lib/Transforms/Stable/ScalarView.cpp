//===- ScalarView.cpp - Expressions across linalg ops ---------------------===//
//
// Resolution of nodes, their equality, and the matching of reductions. Every
// failure to see through something is safe: nothing is then recognised.
//
//===----------------------------------------------------------------------===//

#include "ScalarView.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;
using linalg::LinalgOp;

/// Deeper expressions are not compared; keeps shared subtrees from blowing up.
static constexpr int kMaxDepth = 24;

LinalgOp nanguard::getBodyOwner(Value scalar) {
  Block *block = scalar.getParentBlock();
  auto owner =
      block ? dyn_cast_or_null<LinalgOp>(block->getParentOp()) : LinalgOp();
  return owner && owner.getBlock() == block ? owner : LinalgOp();
}

Node::Node(Operation *op) : value(op->getResult(0)) {
  auto owner = cast<LinalgOp>(op->getParentOp());
  map =
      AffineMap::getMultiDimIdentityMap(owner.getNumLoops(), op->getContext());
}

Node Node::element(Value tensor, AffineMap access) {
  Node node(tensor, access);
  node.leaf = true;
  return node;
}

Node Node::from(AffineMap to) const {
  Node node = *this;
  if (map)
    node.map = map.compose(to);
  return node;
}

/// The position in the source of a reshape, for one that only adds or drops
/// unit dimensions within each group; null for others.
static AffineMap throughReshape(RankedTensorType from, RankedTensorType to,
                                ArrayRef<ReassociationIndices> groups,
                                bool expands, AffineMap access) {
  RankedTensorType high = expands ? to : from;
  MLIRContext *context = access.getContext();
  SmallVector<AffineExpr> exprs;
  if (!expands)
    exprs.assign(high.getRank(), getAffineConstantExpr(0, context));
  for (auto [low, group] : llvm::enumerate(groups)) {
    int64_t wide = -1;
    for (int64_t dim : group) {
      if (high.getDimSize(dim) == 1)
        continue;
      if (wide >= 0)
        return {};
      wide = dim;
    }
    if (expands)
      exprs.push_back(wide < 0 ? getAffineConstantExpr(0, context)
                               : access.getResult(wide));
    else if (wide >= 0)
      exprs[wide] = access.getResult(low);
  }
  return AffineMap::get(access.getNumDims(), 0, exprs, context);
}

/// One step from the element of a tensor to what makes it; false at the end.
static bool stepThroughTensor(Node &node) {
  auto result = dyn_cast<OpResult>(node.value);
  if (!result)
    return false;
  Operation *def = result.getOwner();
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(def)) {
    auto expand = dyn_cast<tensor::ExpandShapeOp>(def);
    auto groups =
        expand ? expand.getReassociationIndices()
               : cast<tensor::CollapseShapeOp>(def).getReassociationIndices();
    AffineMap access =
        throughReshape(cast<RankedTensorType>(def->getOperand(0).getType()),
                       cast<RankedTensorType>(result.getType()), groups,
                       bool(expand), node.map);
    if (!access)
      return false;
    node = Node::element(def->getOperand(0), access);
    return true;
  }
  if (isa<tensor::CastOp>(def)) {
    node = Node::element(def->getOperand(0), node.map);
    return true;
  }
  auto op = dyn_cast<LinalgOp>(def);
  if (!op || !op.hasPureTensorSemantics() || op.getNumReductionLoops() ||
      op.getNumLoops() != op.getNumParallelLoops())
    return false;
  AffineMap out = op.getIndexingMapMatchingResult(result);
  if (!out.isPermutation())
    return false;
  Value yielded =
      op.getBlock()->getTerminator()->getOperand(result.getResultNumber());
  node = Node(yielded, inversePermutation(out).compose(node.map));
  return true;
}

Node Node::resolved() const {
  Node node = *this;
  while (true) {
    if (node.leaf) {
      if (!stepThroughTensor(node))
        return node;
      continue;
    }
    auto arg = dyn_cast<BlockArgument>(node.value);
    LinalgOp owner = arg ? getBodyOwner(arg) : LinalgOp();
    if (!owner)
      return node;
    OpOperand *operand = owner.getMatchingOpOperand(arg);
    // The accumulator of a reduction is not the init that it starts from.
    if (owner.isDpsInit(operand) && owner.getNumReductionLoops())
      return node;
    if (!isa<RankedTensorType>(operand->get().getType())) {
      node = Node(operand->get(), AffineMap());
      continue;
    }
    node =
        Node::element(operand->get(),
                      owner.getMatchingIndexingMap(operand).compose(node.map));
  }
}

/// The integer constant `node`, a splat too, as a number of type `type`.
static std::optional<APFloat> integerConstant(Node node, Type type) {
  node = node.resolved();
  APInt number;
  if (!matchPattern(node.value, m_ConstantInt(&number)))
    return std::nullopt;
  APFloat converted(cast<FloatType>(type).getFloatSemantics());
  converted.convertFromAPInt(number, /*IsSigned=*/true,
                             APFloat::rmNearestTiesToEven);
  return converted;
}

std::optional<APFloat> Node::constant() const {
  Node node = resolved();
  APFloat number(0.0);
  if (matchPattern(node.value, m_ConstantFloat(&number)))
    return number;
  DenseFPElementsAttr dense;
  if (node.leaf && matchPattern(node.value, m_Constant(&dense)) &&
      dense.isSplat())
    return dense.getSplatValue<APFloat>();
  if (!node.leaf &&
      isa_and_nonnull<arith::TruncFOp, arith::ExtFOp>(node.getOp()))
    if (std::optional<APFloat> inner = node.operand(0).constant()) {
      bool lost;
      inner->convert(cast<FloatType>(node.value.getType()).getFloatSemantics(),
                     APFloat::rmNearestTiesToEven, &lost);
      return inner;
    }
  if (!node.leaf && isa_and_nonnull<arith::SIToFPOp>(node.getOp()))
    return integerConstant(node.operand(0), node.value.getType());
  return std::nullopt;
}

bool Node::isConstant(double number) const {
  std::optional<APFloat> found = constant();
  return found && found->convertToDouble() == number;
}

bool nanguard::equalsRounded(const APFloat &found, double number,
                             const llvm::fltSemantics &type) {
  APFloat rounded(number);
  bool lost;
  rounded.convert(type, APFloat::rmNearestTiesToEven, &lost);
  return rounded.convertToDouble() == found.convertToDouble();
}

bool Node::isRoundedConstant(double number) const {
  std::optional<APFloat> found = constant();
  return found &&
         llvm::any_of(ArrayRef{&APFloat::IEEEhalf(), &APFloat::BFloat(),
                               &APFloat::IEEEsingle(), &APFloat::IEEEdouble()},
                      [&](const llvm::fltSemantics *type) {
                        return equalsRounded(*found, number, *type);
                      });
}

/// `map` with unit loops of `root` put to 0.
static AffineMap dropUnitLoops(AffineMap map, LinalgOp root) {
  if (!map)
    return map;
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> dims;
  for (auto [i, range] : llvm::enumerate(root.getStaticLoopRanges()))
    dims.push_back(range == 1 ? getAffineConstantExpr(0, context)
                              : getAffineDimExpr(i, context));
  if (dims.size() != map.getNumDims())
    return map;
  return simplifyAffineMap(map.replaceDimsAndSymbols(dims, {}, dims.size(), 0));
}

static bool sameAt(Node a, Node b, LinalgOp root, int depth) {
  if (depth == 0)
    return false;
  a = a.resolved();
  b = b.resolved();
  if (a.leaf != b.leaf)
    return false;
  bool samePlace = dropUnitLoops(a.map, root) == dropUnitLoops(b.map, root);
  if (a.value == b.value && (samePlace || !getBodyOwner(a.value)) &&
      (samePlace || !a.leaf))
    return true;
  if (a.leaf)
    return false;
  std::optional<APFloat> ca = a.constant(), cb = b.constant();
  if (ca && cb)
    return a.value.getType() == b.value.getType() && ca->bitwiseIsEqual(*cb);
  Operation *opA = a.getOp(), *opB = b.getOp();
  if (!opA || !opB || opA->getName() != opB->getName() ||
      opA->getAttrDictionary() != opB->getAttrDictionary() ||
      opA->getNumOperands() != opB->getNumOperands() ||
      opA->getNumOperands() == 0 || opA->getNumRegions() ||
      opA->getNumResults() != 1 || isa<linalg::IndexOp>(opA) ||
      !isMemoryEffectFree(opA) ||
      opA->getResult(0).getType() != opB->getResult(0).getType())
    return false;
  for (unsigned i = 0; i < opA->getNumOperands(); ++i)
    if (!sameAt(a.operand(i), b.operand(i), root, depth - 1))
      return false;
  return true;
}

bool nanguard::sameExpr(Node a, Node b, LinalgOp root) {
  return sameAt(a, b, root, kMaxDepth);
}

std::optional<Node> nanguard::resolveExp(Node node) {
  std::optional<Node> exp = node.resolve<math::ExpOp>();
  return exp ? exp : node.resolve<math::Exp2Op>();
}

Node nanguard::withoutScale(Node node) {
  while (true) {
    std::optional<Node> op = node.resolve<arith::DivFOp>();
    if (!op)
      op = node.resolve<arith::MulFOp>();
    if (!op)
      return node;
    unsigned scale =
        isa<arith::MulFOp>(op->getOp()) && op->operand(0).constant() ? 0 : 1;
    std::optional<APFloat> number = op->operand(scale).constant();
    if (!number || !number->isFiniteNonZero())
      return node;
    node = op->operand(1 - scale);
  }
}

std::optional<Node> nanguard::matchSquare(Node node, LinalgOp root) {
  auto withoutSign = [](Node u) {
    std::optional<Node> abs = u.resolve<math::AbsFOp>();
    return abs ? abs->operand(0) : u;
  };
  if (std::optional<Node> mul = node.resolve<arith::MulFOp>())
    if (sameExpr(mul->operand(0), mul->operand(1), root))
      return withoutSign(mul->operand(0));
  if (std::optional<Node> pow = node.resolve<math::PowFOp>())
    if (pow->operand(1).isConstant(2.0))
      return withoutSign(pow->operand(0));
  return std::nullopt;
}

AffineMap Reduction::resultMap() const {
  LinalgOp linalgOp = op;
  return linalgOp.getIndexingMapMatchingResult(
      cast<OpResult>(op->getResult(index)));
}

/// The operand of `compare` that is the larger where it holds; -1 for none.
static int largerOperand(arith::CmpFOp compare) {
  switch (compare.getPredicate()) {
  case arith::CmpFPredicate::OLT:
  case arith::CmpFPredicate::OLE:
  case arith::CmpFPredicate::ULT:
  case arith::CmpFPredicate::ULE:
    return 1;
  case arith::CmpFPredicate::OGT:
  case arith::CmpFPredicate::OGE:
  case arith::CmpFPredicate::UGT:
  case arith::CmpFPredicate::UGE:
    return 0;
  default:
    return -1;
  }
}

/// Whether `picked`, a select between `acc` and another value, takes the larger
/// one; a test for NaN may be or-ed to the comparison.
static bool picksLarger(Value condition, arith::SelectOp picked) {
  if (auto either = condition.getDefiningOp<arith::OrIOp>())
    return picksLarger(either.getLhs(), picked) ||
           picksLarger(either.getRhs(), picked);
  auto compare = condition.getDefiningOp<arith::CmpFOp>();
  int larger = compare ? largerOperand(compare) : -1;
  return larger >= 0 && compare->getOperand(larger) == picked.getTrueValue() &&
         compare->getOperand(1 - larger) == picked.getFalseValue();
}

static bool isMaximum(Operation *combine) {
  auto picked = dyn_cast<arith::SelectOp>(combine);
  return isa<arith::MaximumFOp, arith::MaxNumFOp>(combine) ||
         (picked && picksLarger(picked.getCondition(), picked));
}

/// As above, the comparison and the select being in two ops.
static bool picksLarger(Node select) {
  std::optional<Node> compare = select.operand(0).resolve<arith::CmpFOp>();
  int larger =
      compare ? largerOperand(cast<arith::CmpFOp>(compare->getOp())) : -1;
  auto isSame = [](Node a, Node b) {
    a = a.resolved();
    b = b.resolved();
    return a.value == b.value && a.map == b.map;
  };
  return larger >= 0 && isSame(compare->operand(larger), select.operand(1)) &&
         isSame(compare->operand(1 - larger), select.operand(2));
}

std::optional<std::pair<Node, Node>> nanguard::matchLarger(Node node) {
  node = node.resolved();
  Operation *op = node.leaf ? nullptr : node.getOp();
  if (!op ||
      !(isMaximum(op) || (isa<arith::SelectOp>(op) && picksLarger(node))))
    return std::nullopt;
  // The last two operands, of a select too.
  unsigned first = op->getNumOperands() - 2;
  return std::make_pair(node.operand(first), node.operand(first + 1));
}

static bool isSum(Operation *combine) { return isa<arith::AddFOp>(combine); }

/// The element that `op` combines into its result by an op for which
/// `isCombiner` holds, if that starts at a constant for which `isStart` does.
static std::optional<Reduction>
matchReduction(Node node, llvm::function_ref<bool(Operation *)> isCombiner,
               llvm::function_ref<bool(const APFloat &)> isStart) {
  node = node.resolved();
  auto result = node.leaf ? dyn_cast<OpResult>(node.value) : OpResult();
  auto op = result ? dyn_cast<LinalgOp>(result.getOwner()) : LinalgOp();
  if (!op || !op.hasPureTensorSemantics() || !op.getNumReductionLoops())
    return std::nullopt;
  unsigned index = result.getResultNumber();
  Value yielded = op.getBlock()->getTerminator()->getOperand(index);
  Operation *combine = yielded.getDefiningOp();
  if (!combine || !isCombiner(combine))
    return std::nullopt;
  BlockArgument acc = op.getRegionOutputArgs()[index];
  // The last two operands, of a select too.
  unsigned first = combine->getNumOperands() - 2;
  Value a = combine->getOperand(first), b = combine->getOperand(first + 1);
  // A maximum reads the accumulator in compares as well.
  bool alone = acc.hasOneUse() || !isa<arith::AddFOp>(combine);
  if ((a == acc) == (b == acc) || !alone)
    return std::nullopt;
  OpOperand *init = op.getDpsInitOperand(index);
  AffineMap initMap = op.getMatchingIndexingMap(init);
  std::optional<APFloat> start = Node::element(init->get(), initMap).constant();
  if (!start || !isStart(*start))
    return std::nullopt;
  auto id =
      AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext());
  return Reduction{op, index, node.map, Node(a == acc ? b : a, id)};
}

std::optional<Reduction> nanguard::matchSum(Node node) {
  return matchReduction(node, isSum,
                        [](const APFloat &start) { return start.isZero(); });
}

std::optional<Reduction> nanguard::matchMax(Node node) {
  return matchReduction(node, isMaximum, [](const APFloat &start) {
    return start.isNegative() && (start.isInfinity() || start.isLargest());
  });
}

std::optional<Reduction> nanguard::matchAbsMax(Node node) {
  std::optional<Reduction> max =
      matchReduction(node, isMaximum, [](const APFloat &start) {
        return start.isNegative() || start.isZero();
      });
  std::optional<Node> abs =
      max ? max->element.resolve<math::AbsFOp>() : std::nullopt;
  if (!abs)
    return std::nullopt;
  max->element = abs->operand(0);
  return max;
}

/// The loops of `op` as functions of the root's, apart from the reduced ones,
/// which get the loops of `rows` in order; null when that does not fit.
static AffineMap bindLoops(const Reduction &reduction,
                           ArrayRef<unsigned> rows) {
  LinalgOp op = reduction.op;
  MLIRContext *context = op.getContext();
  AffineMap out = reduction.resultMap();
  SmallVector<AffineExpr> loops(op.getNumLoops());
  for (auto [dim, expr] : llvm::enumerate(out.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      loops[loop.getPosition()] = reduction.toResult.getResult(dim);
  unsigned next = 0;
  for (AffineExpr &loop : loops) {
    if (loop)
      continue;
    if (next == rows.size())
      return {};
    loop = getAffineDimExpr(rows[next++], context);
  }
  if (next != rows.size())
    return {};
  return AffineMap::get(reduction.toResult.getNumDims(), 0, loops, context);
}

AffineMap
nanguard::matchElement(const Reduction &reduction, Node node, LinalgOp root,
                       llvm::function_ref<bool(Node, Node, LinalgOp)> same) {
  SmallVector<unsigned> free;
  SmallVector<int64_t> ranges = root.getStaticLoopRanges();
  AffineMap used = dropUnitLoops(reduction.toResult, root);
  for (unsigned i = 0; i < root.getNumLoops(); ++i)
    if (!used.isFunctionOfDim(i))
      free.push_back(i);
  LinalgOp op = reduction.op;
  unsigned wanted = op.getNumReductionLoops();
  auto tryRows = [&](ArrayRef<unsigned> rows) -> AffineMap {
    AffineMap bound = bindLoops(reduction, rows);
    if (bound && same(node, reduction.element.from(bound), root))
      return bound;
    return {};
  };
  if (wanted == 1) {
    for (unsigned i : free)
      if (AffineMap bound = tryRows(i))
        return bound;
    return {};
  }
  if (free.size() > wanted)
    llvm::erase_if(free, [&](unsigned i) { return ranges[i] == 1; });
  return free.size() == wanted ? tryRows(free) : AffineMap();
}

bool nanguard::sameRows(const Reduction &a, const Reduction &b) {
  LinalgOp first = a.op, second = b.op;
  return first.getIteratorTypesArray() == second.getIteratorTypesArray() &&
         a.resultMap() == b.resultMap() && a.toResult == b.toResult;
}

bool nanguard::isRowMaxOf(Node node, Node x, LinalgOp root) {
  std::optional<Reduction> max = matchMax(node);
  return max && matchElement(*max, x, root);
}

std::optional<Node> nanguard::matchSoftmax(Node node) {
  std::optional<Node> div = node.resolve<arith::DivFOp>();
  if (!div || !getBodyOwner(div->value))
    return std::nullopt;
  // The sum is matched in the loops where it divides.
  Node local(div->getOp());
  std::optional<Node> exp = resolveExp(local.operand(0));
  std::optional<Reduction> sum = matchSum(local.operand(1));
  if (!exp || !sum || !resolveExp(sum->element) ||
      !matchElement(*sum, *exp, getBodyOwner(div->value)))
    return std::nullopt;
  return exp->from(div->map);
}

std::optional<int64_t> nanguard::countElements(const Reduction &reduction) {
  int64_t elements = 1;
  LinalgOp op = reduction.op;
  for (auto [loop, range] :
       llvm::zip_equal(op.getIteratorTypesArray(), op.getStaticLoopRanges())) {
    if (!linalg::isReductionIterator(loop))
      continue;
    if (ShapedType::isDynamic(range))
      return std::nullopt;
    elements *= range;
  }
  return elements;
}

bool nanguard::hasOneElement(LinalgOp op) {
  return llvm::all_of_zip(op.getIteratorTypesArray(), op.getStaticLoopRanges(),
                          [](utils::IteratorType loop, int64_t range) {
                            return !linalg::isReductionIterator(loop) ||
                                   range == 1;
                          });
}
