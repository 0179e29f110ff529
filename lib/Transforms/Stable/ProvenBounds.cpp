//===- ProvenBounds.cpp - Bounds of exact values --------------------------===//
//
// Each function answers yes only for expressions that it has taken apart
// completely; a factor, a term or a row that is left over is a no.
//
//===----------------------------------------------------------------------===//

#include "ProvenBounds.h"

#include "BodyPattern.h"

using namespace mlir;
using namespace nanguard;
using linalg::LinalgOp;

namespace {
/// The sum of a · b over rows; a and b are seen from its loops.
struct InnerProduct {
  Reduction sum;
  Node a, b;
};

/// A summand with its constant factors apart.
struct Term {
  double factor;
  Node node;
};
} // namespace

static std::optional<double> numberOf(Node node) {
  std::optional<APFloat> number = node.constant();
  if (!number || !number->isFinite())
    return std::nullopt;
  bool lost;
  number->convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
  return number->convertToDouble();
}

static bool isNonNegativeNumber(Node node) {
  std::optional<double> number = numberOf(node);
  return number && *number >= 0;
}

/// `node` without selections that put a 0 in its place.
static Node withoutZeroChoices(Node node) {
  while (std::optional<Node> select = node.resolve<arith::SelectOp>()) {
    unsigned zero = select->operand(1).isConstant(0.0) ? 1 : 2;
    if (!select->operand(zero).isConstant(0.0))
      break;
    node = select->operand(3 - zero);
  }
  return node;
}

static std::optional<InnerProduct> matchInnerProduct(Node node) {
  std::optional<Reduction> sum = matchSum(node);
  if (!sum)
    return std::nullopt;
  if (std::optional<Node> u = matchSquare(sum->element, sum->op))
    return InnerProduct{*sum, *u, *u};
  std::optional<Node> product = sum->element.resolve<arith::MulFOp>();
  if (!product)
    return std::nullopt;
  return InnerProduct{*sum, product->operand(0), product->operand(1)};
}

/// The row whose squares `node` adds up; its element is what is squared.
static std::optional<Reduction> matchSquares(Node node) {
  std::optional<InnerProduct> product = matchInnerProduct(node);
  if (!product || !sameExpr(product->a, product->b, product->sum.op))
    return std::nullopt;
  product->sum.element = product->a;
  return product->sum;
}

//===----------------------------------------------------------------------===//
// Cosines
//===----------------------------------------------------------------------===//

/// The operand of `node` that is not larger: of a maximum with something, or a
/// sum with a constant, as an eps is written; or `node` itself.
static SmallVector<Node, 2> lowerBounds(Node node) {
  for (std::optional<Node> max :
       {node.resolve<arith::MaximumFOp>(), node.resolve<arith::MaxNumFOp>()})
    if (max)
      return {max->operand(0), max->operand(1)};
  if (auto sum = matchEither<arith::AddFOp>(node, isNonNegativeNumber))
    return {sum->second};
  return {node};
}

/// Adds the rows the product of whose lengths (squares of lengths) `node` is,
/// or is no less than; false if it is none.
static bool collectLengths(Node node, bool squared,
                           SmallVectorImpl<Reduction> &lengths) {
  for (Node bound : lowerBounds(node)) {
    size_t known = lengths.size();
    if (std::optional<Node> product = bound.resolve<arith::MulFOp>())
      if (collectLengths(product->operand(0), squared, lengths) &&
          collectLengths(product->operand(1), squared, lengths))
        return true;
    lengths.truncate(known);
    if (squared) {
      if (std::optional<Reduction> row = matchSquares(bound)) {
        lengths.push_back(*row);
        return true;
      }
      continue;
    }
    std::optional<Node> root = bound.resolve<math::SqrtOp>();
    if (!root)
      if (std::optional<Node> pow = bound.resolve<math::PowFOp>();
          pow && pow->operand(1).isConstant(0.5))
        root = pow;
    if (root && collectLengths(root->operand(0), /*squared=*/true, lengths))
      return true;
  }
  return false;
}

/// Whether `node` is 1 over lengths, which are added.
static bool collectReciprocals(Node node, SmallVectorImpl<Reduction> &lengths) {
  if (std::optional<Node> rsqrt = node.resolve<math::RsqrtOp>())
    return collectLengths(rsqrt->operand(0), /*squared=*/true, lengths);
  if (std::optional<Node> pow = node.resolve<math::PowFOp>())
    return pow->operand(1).isConstant(-0.5) &&
           collectLengths(pow->operand(0), /*squared=*/true, lengths);
  std::optional<Node> div = node.resolve<arith::DivFOp>();
  return div && div->operand(0).isConstant(1.0) &&
         collectLengths(div->operand(1), /*squared=*/false, lengths);
}

/// What is divided by `lengths` in `node`, zeros in its place apart.
static Node takeLengths(Node node, SmallVectorImpl<Reduction> &lengths) {
  while (true) {
    node = withoutZeroChoices(node);
    size_t known = lengths.size();
    std::optional<Node> next;
    if (std::optional<Node> div = node.resolve<arith::DivFOp>())
      if (collectLengths(div->operand(1), /*squared=*/false, lengths))
        next = div->operand(0);
    if (std::optional<Node> mul = node.resolve<arith::MulFOp>())
      for (unsigned i : {0, 1})
        if (!next && collectReciprocals(mul->operand(i), lengths))
          next = mul->operand(1 - i);
    if (!next) {
      lengths.truncate(known);
      return node;
    }
    node = *next;
  }
}

/// Whether the vector that `x` runs through in the rows of `sum` is the one
/// that the rows of `length` are made of, both seen from the loops of `sum`.
static bool isRowOf(const Reduction &length, Node x, const Reduction &sum) {
  AffineMap bound = matchElement(length, x, sum.op);
  if (!bound)
    return false;
  LinalgOp of = sum.op, row = length.op;
  auto extentsOf = [](LinalgOp op) { return op.getStaticLoopRanges(); };
  llvm::SmallDenseSet<unsigned> covered;
  for (auto [i, iterator] : llvm::enumerate(row.getIteratorTypesArray())) {
    if (!linalg::isReductionIterator(iterator) || extentsOf(row)[i] == 1)
      continue;
    auto loop = dyn_cast<AffineDimExpr>(bound.getResult(i));
    if (!loop || !covered.insert(loop.getPosition()).second)
      return false;
  }
  for (auto [i, iterator] : llvm::enumerate(of.getIteratorTypesArray())) {
    bool reduced = linalg::isReductionIterator(iterator);
    if (extentsOf(of)[i] != 1 && reduced != covered.contains(i))
      return false;
  }
  return true;
}

/// `row`, which `root` reads beside `sum`, as seen from the loops of `sum`;
/// nothing where it depends on loops that `sum` does not.
static std::optional<Reduction> seenFrom(const Reduction &row,
                                         const Reduction &sum, LinalgOp root) {
  MLIRContext *context = row.op->getContext();
  AffineMap out = sum.resultMap();
  SmallVector<AffineExpr> loops(root.getNumLoops());
  for (auto [i, extent] : llvm::enumerate(root.getStaticLoopRanges()))
    if (extent == 1)
      loops[i] = getAffineConstantExpr(0, context);
  for (auto [dim, expr] : llvm::enumerate(sum.toResult.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      loops[loop.getPosition()] = out.getResult(dim);
  for (auto [i, loop] : llvm::enumerate(loops)) {
    if (loop)
      continue;
    if (row.toResult.isFunctionOfDim(i))
      return std::nullopt;
    loop = getAffineConstantExpr(0, context);
  }
  Reduction seen = row;
  seen.toResult =
      row.toResult.compose(AffineMap::get(out.getNumDims(), 0, loops, context));
  return seen;
}

/// Whether `x` runs through a vector of length 1, or less, in the rows of
/// `sum`: another one over its own length.
static bool isUnitVector(Node x, const Reduction &sum) {
  SmallVector<Reduction> lengths;
  Node element = takeLengths(x, lengths);
  return lengths.size() == 1 && isRowOf(lengths.front(), element, sum);
}

bool nanguard::isCosine(Node node, LinalgOp root) {
  SmallVector<Reduction> lengths;
  std::optional<InnerProduct> product =
      matchInnerProduct(takeLengths(node, lengths));
  if (!product)
    return false;
  for (Node factor : {product->a, product->b}) {
    if (isUnitVector(factor, product->sum))
      continue;
    auto *own = llvm::find_if(lengths, [&](const Reduction &length) {
      std::optional<Reduction> seen = seenFrom(length, product->sum, root);
      return seen && isRowOf(*seen, withoutZeroChoices(factor), product->sum);
    });
    if (own == lengths.end())
      return false;
    lengths.erase(own);
  }
  return lengths.empty();
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// The summands of `node`, at most four.
static bool collectTerms(Node node, double factor,
                         SmallVectorImpl<Term> &terms) {
  if (std::optional<Node> neg = node.resolve<arith::NegFOp>())
    return collectTerms(neg->operand(0), -factor, terms);
  if (std::optional<Node> sum = node.resolve<arith::AddFOp>())
    return collectTerms(sum->operand(0), factor, terms) &&
           collectTerms(sum->operand(1), factor, terms);
  if (std::optional<Node> sub = node.resolve<arith::SubFOp>())
    return collectTerms(sub->operand(0), factor, terms) &&
           collectTerms(sub->operand(1), -factor, terms);
  if (std::optional<Node> div = node.resolve<arith::DivFOp>())
    if (std::optional<double> number = numberOf(div->operand(1));
        number && *number != 0)
      return collectTerms(div->operand(0), factor / *number, terms);
  if (std::optional<Node> mul = node.resolve<arith::MulFOp>())
    for (unsigned i : {0, 1})
      if (std::optional<double> number = numberOf(mul->operand(i)))
        return collectTerms(mul->operand(1 - i), factor * *number, terms);
  terms.push_back({factor, node.resolved()});
  return terms.size() <= 4;
}

/// A constant that outweighs cosines and squares of such.
static bool isConstantMinusCosine(ArrayRef<Term> terms, LinalgOp root) {
  double rest = 0;
  unsigned cosines = 0;
  for (const Term &term : terms) {
    if (std::optional<double> number = numberOf(term.node)) {
      rest += term.factor * *number;
      continue;
    }
    std::optional<Node> square = matchSquare(term.node, root);
    if (!isCosine(square ? *square : term.node, root))
      return false;
    ++cosines;
    rest -= std::abs(term.factor);
  }
  return cosines > 0 && rest >= 0;
}

/// Whether `product` is x · y, and `square` x² (or y²), in one body.
static bool isSquareOfFactor(Node square, Node product, unsigned factor,
                             LinalgOp root) {
  std::optional<Node> x = matchSquare(square, root);
  std::optional<Node> mul = product.resolve<arith::MulFOp>();
  return x && mul && sameExpr(*x, mul->operand(factor), root);
}

/// Whether `squares` adds up the squares of a factor of an inner product.
static bool isSquaredLength(Node squares, const InnerProduct &product,
                            Node factor, LinalgOp root) {
  std::optional<Reduction> row = matchSquares(squares);
  if (row)
    row = seenFrom(*row, product.sum, root);
  return row && isRowOf(*row, factor, product.sum);
}

/// |x|² + |y|² - 2 x·y, of numbers or of vectors.
static bool isSquaredDistance(ArrayRef<Term> terms, LinalgOp root) {
  if (terms.size() != 3)
    return false;
  for (unsigned i : {0, 1, 2}) {
    const Term &cross = terms[i], &a = terms[(i + 1) % 3],
               &b = terms[(i + 2) % 3];
    if (!(a.factor > 0) || a.factor != b.factor ||
        std::abs(cross.factor) != 2 * a.factor)
      continue;
    std::optional<InnerProduct> product = matchInnerProduct(cross.node);
    for (auto [x, y] : {std::pair(a.node, b.node), std::pair(b.node, a.node)})
      if (product ? isSquaredLength(x, *product, product->a, root) &&
                        isSquaredLength(y, *product, product->b, root)
                  : isSquareOfFactor(x, cross.node, 0, root) &&
                        isSquareOfFactor(y, cross.node, 1, root))
        return true;
  }
  return false;
}

/// p Σx² - q (Σx)², q n <= p but for the rounding of constants.
static bool isVariance(ArrayRef<Term> terms, LinalgOp root) {
  if (terms.size() != 2)
    return false;
  bool swapped = terms[0].factor < 0;
  const Term &plus = terms[swapped], &minus = terms[!swapped];
  std::optional<Reduction> squares = matchSquares(plus.node);
  std::optional<Node> scaled = matchSquare(minus.node, root);
  SmallVector<Term> inner;
  if (!squares || !scaled || !(plus.factor > 0) ||
      !collectTerms(*scaled, 1.0, inner) || inner.size() != 1)
    return false;
  std::optional<Reduction> sum = matchSum(inner.front().node);
  std::optional<int64_t> count = sum ? countElements(*sum) : std::nullopt;
  double part = inner.front().factor;
  return count && sameRows(*sum, *squares) &&
         sameExpr(sum->element, squares->element, squares->op) &&
         -minus.factor * part * part * double(*count) <=
             plus.factor * (1 + 0x1p-21);
}

bool nanguard::isNonNegativeSum(Node node, LinalgOp root) {
  SmallVector<Term> terms;
  return collectTerms(node, 1.0, terms) &&
         (isConstantMinusCosine(terms, root) ||
          isSquaredDistance(terms, root) || isVariance(terms, root));
}
