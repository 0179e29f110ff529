//===- CheckInvariants.cpp - nanguard-check-invariants --------------------===//
//
// Faults that give finite numbers: what a softmax's and a norm's row must add
// up to, looked at in the wide type. NaN rows are left to the scans.
//
//===----------------------------------------------------------------------===//

#include "../Clusters/ValidRows.h"
#include "../Stable/RowMeans.h"
#include "ReportRow.h"
#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Math/IR/Math.h"

#include <limits>

namespace nanguard {
#define GEN_PASS_DEF_CHECKINVARIANTSPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;
using linalg::GenericOp;

/// How far a row may be off, of 1 or of its mean square. Rounding stays far
/// below it: 2^24 terms of f32, joined in lanes, are off by less.
static constexpr double kTolerance = 1.0 / 64;

namespace {
/// A row of a generic's result that must add up to something known.
struct Row {
  GenericOp root;
  /// What is added up, in the body of `root`.
  Operation *term;
  /// The reduction over the same row, and from its loops to those of `root`.
  Reduction like;
  AffineMap toRoot;
};

/// Norms also need what is added to the mean square, and the row's length.
struct NormRow : Row {
  double eps;
  int64_t length;
};
} // namespace

/// exp(z), or 0 in its place where something is masked.
static bool isWeight(Node node) {
  if (resolveExp(node))
    return true;
  std::optional<Node> select = node.resolve<arith::SelectOp>();
  if (!select)
    return false;
  for (unsigned i : {1, 2})
    if (select->operand(i).isConstant(0.0) && isWeight(select->operand(3 - i)))
      return true;
  return false;
}

static Node withoutCasts(Node node) {
  while (true) {
    std::optional<Node> cast = node.resolve<arith::TruncFOp>();
    if (!cast)
      cast = node.resolve<arith::ExtFOp>();
    if (!cast)
      return node;
    node = cast->operand(0);
  }
}

/// The mean of a row, its rounding corrected or not, in whatever type.
static std::optional<Reduction> matchAnyMean(Node node) {
  std::optional<Mean> mean =
      matchMean(withoutCasts(withoutCorrection(withoutCasts(node))));
  if (!mean)
    return std::nullopt;
  return mean->sum;
}

/// Whether two numbers are the same but for casts, or the same number's
/// distance from the mean: exporters compute the one of a variance apart.
static bool sameDeviation(Node a, Node b, linalg::LinalgOp root) {
  a = withoutCasts(a);
  b = withoutCasts(b);
  if (sameExpr(a, b, root))
    return true;
  std::optional<Node> first = a.resolve<arith::SubFOp>();
  std::optional<Node> second = b.resolve<arith::SubFOp>();
  if (!first || !second ||
      !sameExpr(withoutCasts(first->operand(0)),
                withoutCasts(second->operand(0)), root))
    return false;
  std::optional<Reduction> mean = matchAnyMean(first->operand(1));
  std::optional<Reduction> other = matchAnyMean(second->operand(1));
  return mean && other && sameRows(*mean, *other) &&
         sameExpr(withoutCasts(mean->element), withoutCasts(other->element),
                  mean->op);
}

/// From the loops of the reduction to those of `root`, where `element` is what
/// it reduces; null if it is not, or if `root` has other loops.
static AffineMap matchRow(const Reduction &reduction, Node element,
                          GenericOp root) {
  AffineMap bound = matchElement(reduction, element, root, sameDeviation);
  if (!bound || !bound.isPermutation())
    return {};
  return inversePermutation(bound);
}

/// The result of `root` whose elements stand where those made from them stand
/// in `value`; null if `value` is made otherwise.
static OpResult sourceOf(Value value, GenericOp root) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (op == root)
    return cast<OpResult>(value);
  if (!op || op.getNumReductionLoops() > 0)
    return {};
  AffineMap out = op.getIndexingMapMatchingResult(cast<OpResult>(value));
  for (OpOperand *input : op.getDpsInputOperands())
    if (op.getMatchingIndexingMap(input) == out)
      if (OpResult source = sourceOf(input->get(), root))
        return source;
  return {};
}

/// The masks of the kernel's output along the dimensions of `row`'s sums; none
/// where it is unknown which of them do not count.
static std::optional<RowMasks> masksOfSums(const Row &row) {
  auto func = row.term->getParentOfType<func::FuncOp>();
  RowMasks masks = masksOfKernel(func);
  if (masks.empty())
    return masks;
  ValueRange returned = func.front().getTerminator()->getOperands();
  GenericOp root = row.root;
  OpResult source = sourceOf(firstFloatTensor(returned.drop_back()), root);
  if (!source)
    return std::nullopt;
  linalg::LinalgOp like = row.like.op;
  AffineMap fromLoops =
      root.getIndexingMapMatchingResult(source).compose(row.toRoot);
  AffineMap ofSums = like.getIndexingMapMatchingResult(
      cast<OpResult>(like->getResult(row.like.index)));
  for (RowMask &mask : masks)
    for (int64_t &dim : mask.dims) {
      std::optional<unsigned> at =
          ofSums.getResultPosition(fromLoops.getResult(dim));
      if (!at)
        return std::nullopt;
      dim = *at;
    }
  return masks;
}

/// e / sum(e).
static std::optional<Row> matchSoftmax(arith::DivFOp op, GenericOp root) {
  Node weight = Node(op).operand(0);
  std::optional<Reduction> sum = matchSum(Node(op).operand(1));
  if (!sum || !isWeight(weight))
    return std::nullopt;
  AffineMap toRoot = matchRow(*sum, weight, root);
  if (!toRoot)
    return std::nullopt;
  return Row{root, op, *sum, toRoot};
}

/// d / sqrt(mean(d²) + eps), or a product with the reciprocal root, as `scale`
/// of `op`.
static std::optional<NormRow> matchNorm(Operation *op, Node d, Node scale,
                                        GenericOp root) {
  std::optional<Node> rooted = isa<arith::DivFOp>(op)
                                   ? scale.resolve<math::SqrtOp>()
                                   : scale.resolve<math::RsqrtOp>();
  if (!rooted)
    return std::nullopt;
  double eps = 0;
  Node square = withoutCasts(rooted->operand(0));
  if (std::optional<Node> add = square.resolve<arith::AddFOp>())
    for (unsigned i : {0, 1})
      if (std::optional<APFloat> number = add->operand(i).constant()) {
        eps = number->convertToDouble();
        square = withoutCasts(add->operand(1 - i));
        break;
      }
  std::optional<Mean> mean = matchMean(square);
  std::optional<Node> x =
      mean ? matchSquare(mean->sum.element, mean->sum.op) : std::nullopt;
  std::optional<int64_t> length = x ? countElements(mean->sum) : std::nullopt;
  if (!length || *length == 0)
    return std::nullopt;
  Reduction rows = mean->sum;
  rows.element = *x;
  AffineMap toRoot = matchRow(rows, d, root);
  if (!toRoot)
    return std::nullopt;
  return NormRow{{root, op, mean->sum, toRoot}, eps, *length};
}

static std::optional<NormRow> matchNorm(Operation *op, GenericOp root) {
  if (!isa<arith::MulFOp, arith::DivFOp>(op))
    return std::nullopt;
  Node node(op);
  if (std::optional<NormRow> row =
          matchNorm(op, node.operand(0), node.operand(1), root))
    return row;
  if (isa<arith::MulFOp>(op))
    return matchNorm(op, node.operand(1), node.operand(0), root);
  return std::nullopt;
}

/// The sum over each row of the term, or of its square.
static Value addUp(RewriterBase &rewriter, const Row &row, bool squared) {
  Location loc = row.term->getLoc();
  return createReduction(
      rewriter, loc, row.like.op, row.like.index, 0.0,
      [&](OpBuilder &b, Location loc, Inliner &in, Value acc) -> Value {
        // As the tensor that holds it already, if there is one.
        GenericOp root = row.root;
        Value term;
        for (OpResult result : root->getResults())
          if (root.getBody()->getTerminator()->getOperand(
                  result.getResultNumber()) == row.term->getResult(0))
            term = in.addInput(
                result,
                root.getIndexingMapMatchingResult(result).compose(row.toRoot));
        if (!term)
          term = in.inlined(Node(row.term).from(row.toRoot));
        // A variance may be summed in a wider type than the norm is.
        auto from = cast<FloatType>(term.getType());
        auto to = cast<FloatType>(acc.getType());
        if (from.getWidth() < to.getWidth())
          term = arith::ExtFOp::create(b, loc, to, term);
        else if (from != to)
          term = arith::TruncFOp::create(b, loc, to, term);
        if (squared)
          term = arith::MulFOp::create(b, loc, term, term);
        return arith::AddFOp::create(b, loc, term, acc);
      });
}

/// Whether the element of some row of `sums` is off, as `isOff` says.
static Value
anyOff(ImplicitLocOpBuilder &b, ValueRange sums,
       llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> isOff) {
  Value count = reduceToScalar(
      b, sums, b.getI64Type(), [&](ImplicitLocOpBuilder &in, ValueRange args) {
        Value one = arith::ExtUIOp::create(in, in.getI64Type(),
                                           isOff(in, args.drop_back()));
        return arith::OrIOp::create(in, one, args.back()).getResult();
      });
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, count,
                               constantI64(b, 0));
}

static Value number(ImplicitLocOpBuilder &b, Value like, double value) {
  return constantFloat(b, b.getLoc(), like.getType(), value);
}

/// |sum - 1| > tolerance: false for NaN.
static Value isNotOne(ImplicitLocOpBuilder &b, ValueRange sums) {
  Value off = math::AbsFOp::create(
      b, arith::SubFOp::create(b, sums[0], number(b, sums[0], 1.0)));
  return arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, off,
                               number(b, off, kTolerance));
}

/// With t the sum of squares that came out and s the one that went in, n terms:
/// t * (s + n eps) / n is s. An s that overflowed gives no y but zeros.
static Value isNotUnit(ImplicitLocOpBuilder &b, ValueRange sums,
                       const NormRow &row) {
  Value t = sums[0], s = sums[1];
  Value whole =
      arith::AddFOp::create(b, s, number(b, s, row.eps * double(row.length)));
  Value mean = arith::DivFOp::create(b, t, number(b, t, double(row.length)));
  Value off = math::AbsFOp::create(
      b, arith::SubFOp::create(b, arith::MulFOp::create(b, mean, whole), s));
  Value limit = arith::MulFOp::create(b, whole, number(b, s, kTolerance));
  // Unordered: infinite s, finite t.
  Value isOff = arith::CmpFOp::create(b, arith::CmpFPredicate::UGT, off, limit);
  Value inf = number(b, t, std::numeric_limits<double>::infinity());
  Value isFinite = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, t, inf);
  return arith::AndIOp::create(b, isOff, isFinite);
}

/// `flag`, but not for a tensor without elements: no terms, no sum of 1.
static Value unlessEmpty(ImplicitLocOpBuilder &b, Value tensor, Value flag) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Value zero = arith::ConstantIndexOp::create(b, 0);
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim) || type.getDimSize(dim) == 0)
      flag = arith::AndIOp::create(
          b, flag,
          arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                tensor::DimOp::create(b, tensor, dim), zero));
  return flag;
}

namespace {
struct CheckInvariantsPass
    : nanguard::impl::CheckInvariantsPassBase<CheckInvariantsPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    std::optional<Form> form = formOf(func);
    if (!form || (form != Form::Safe && form != Form::Unfused) ||
        func.isDeclaration() || !func.getBody().hasOneBlock())
      return;
    // Behind the tiles in the safe form; in the unfused one at once, before the
    // next step writes in place.
    bool atEnd = form == Form::Safe;
    IRRewriter rewriter(&getContext());
    SmallVector<Value> flags;
    for (GenericOp root : llvm::to_vector(func.getOps<GenericOp>())) {
      if (!root.hasPureTensorSemantics() || root.getNumReductionLoops() > 0)
        continue;
      for (Operation &op : llvm::make_early_inc_range(*root.getBody())) {
        Operation *place =
            atEnd ? func.front().getTerminator() : root->getNextNode();
        if (Value flag = check(rewriter, place, op, root))
          flags.push_back(flag);
      }
    }
    if (flags.empty())
      return;
    ImplicitLocOpBuilder b(func.getLoc(), func.front().getTerminator());
    Value any = flags.front();
    for (Value flag : llvm::drop_begin(flags))
      any = arith::OrIOp::create(b, any, flag);
    addToStatus(b, func, bitsWhere(b, any, NANGUARD_STATUS_INVARIANT));
  }

  /// Whether a row that `op` makes is off; null if it makes none that is known.
  static Value check(RewriterBase &rewriter, Operation *place, Operation &op,
                     GenericOp root) {
    rewriter.setInsertionPoint(place);
    ImplicitLocOpBuilder b(op.getLoc(), place);
    if (auto quotient = dyn_cast<arith::DivFOp>(op))
      if (std::optional<Row> row = matchSoftmax(quotient, root)) {
        std::optional<RowMasks> masks = masksOfSums(*row);
        if (!masks)
          return {};
        Value sums = addUp(rewriter, *row, /*squared=*/false);
        return unlessEmpty(b, root.getResult(0),
                           anyOff(b, onlyValid(b, sums, *masks, 1), isNotOne));
      }
    std::optional<NormRow> row = matchNorm(&op, root);
    std::optional<RowMasks> masks;
    if (row)
      masks = masksOfSums(*row);
    if (!masks)
      return {};
    Value squares = addUp(rewriter, *row, /*squared=*/true);
    return anyOff(b,
                  {onlyValid(b, squares, *masks),
                   onlyValid(b, row->like.result(), *masks)},
                  [&](ImplicitLocOpBuilder &in, ValueRange args) {
                    return isNotUnit(in, args, *row);
                  });
  }
};
} // namespace
