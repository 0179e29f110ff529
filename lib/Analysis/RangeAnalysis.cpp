//===- RangeAnalysis.cpp - What the numbers of a model can be -------------===//
//
// Transfer functions of arith, math, linalg, tensor and clusters. The payload
// of a linalg op is evaluated as straight-line code on its operands' ranges.
// Two facts that intervals cannot see are looked up in the IR: a row minus its
// maximum is not positive, a row over its own sum is at most 1.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Analysis/RangeAnalysis.h"
#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

#include <limits>

using namespace mlir;
using namespace nanguard;

static constexpr double kInf = std::numeric_limits<double>::infinity();

//===----------------------------------------------------------------------===//
// Constants and functions of one number
//===----------------------------------------------------------------------===//

static double toDouble(llvm::APFloat value) {
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

static FloatRange pointOf(double value) {
  return std::isnan(value) ? FloatRange::of(0, 0, /*mayBeNaN=*/true)
                           : FloatRange::of(value, value);
}

static FloatRange rangeOfConstant(Attribute attr, Type element) {
  if (auto value = dyn_cast<FloatAttr>(attr))
    return pointOf(toDouble(value.getValue()));
  if (auto value = dyn_cast<IntegerAttr>(attr))
    return pointOf(value.getValue().signedRoundToDouble());
  FloatRange range;
  if (auto dense = dyn_cast<DenseFPElementsAttr>(attr)) {
    for (const llvm::APFloat &value : dense.getValues<llvm::APFloat>())
      range = range.hull(pointOf(toDouble(value)));
    return range.known ? range : FloatRange::any(element);
  }
  if (auto dense = dyn_cast<DenseIntElementsAttr>(attr)) {
    for (const llvm::APInt &value : dense.getValues<llvm::APInt>())
      range = range.hull(pointOf(value.signedRoundToDouble()));
    return range.known ? range : FloatRange::any(element);
  }
  return FloatRange::any(element);
}

/// A rising function's range on [lo, hi], a thousandth wider: approximations
/// are never worse.
static FloatRange rising(double (*function)(double), const FloatRange &x) {
  auto slack = [](double y, double towards) {
    return std::isinf(y) ? y : y + std::copysign(std::abs(y) * 1e-3, towards);
  };
  return FloatRange::of(slack(function(x.lo), -1), slack(function(x.hi), 1),
                        x.mayBeNaN);
}

static FloatRange clampTo(FloatRange x, double lo, double hi) {
  return FloatRange::of(std::clamp(x.lo, lo, hi), std::clamp(x.hi, lo, hi),
                        x.mayBeNaN);
}

static FloatRange absOf(const FloatRange &x) {
  double hi = std::max(std::abs(x.lo), std::abs(x.hi));
  double lo = x.contains(0) ? 0 : std::min(std::abs(x.lo), std::abs(x.hi));
  FloatRange range = FloatRange::of(lo, hi, x.mayBeNaN);
  range.finite = x.finite;
  return range;
}

/// log and its kin, which have their pole at `pole`.
static FloatRange logOf(double (*function)(double), FloatRange x, double pole) {
  bool domain = x.lo < pole;
  x.lo = std::max(x.lo, pole);
  x.hi = std::max(x.hi, pole);
  FloatRange y = rising(function, x);
  y.mayBeNaN |= domain;
  return y;
}

static FloatRange sqrtOf(FloatRange x) {
  bool domain = x.lo < 0;
  FloatRange y = rising(std::sqrt, clampTo(x, 0, kInf));
  y.mayBeNaN |= domain;
  return y;
}

/// Within a hair of [-1, 1]; the angle Inf has none.
static FloatRange periodic(const FloatRange &x) {
  return FloatRange::of(-1.001, 1.001, x.mayBeNaN || x.mayBeInf());
}

/// The unsigned reading of an integer's range.
static FloatRange unsignedOf(const FloatRange &x, Type type) {
  if (x.lo >= 0)
    return x;
  unsigned width = isa<IndexType>(type) ? 64 : type.getIntOrFloatBitWidth();
  return FloatRange::of(0, std::ldexp(1.0, width) - (width > 53 ? 0 : 1));
}

/// An integer result: anything once it may have wrapped round.
static FloatRange integer(const FloatRange &x, Type type) {
  FloatRange any = FloatRange::any(type);
  return x.lo >= any.lo && x.hi <= any.hi ? x : any;
}

//===----------------------------------------------------------------------===//
// Payload ops
//===----------------------------------------------------------------------===//

/// What is known of `x` where `compare` came out as `holds`.
static FloatRange refine(FloatRange x, Value value, arith::CmpFOp compare,
                         bool holds, RangeOf rangeOf) {
  using P = arith::CmpFPredicate;
  P predicate = compare.getPredicate();
  Value lhs = compare.getLhs(), rhs = compare.getRhs();
  if (lhs == rhs && lhs == value) {
    // x != x and x == x ask for a NaN.
    bool asksNaN = predicate == P::UNO || predicate == P::UNE;
    bool asksNumber = predicate == P::ORD || predicate == P::OEQ;
    if ((asksNaN && !holds) || (asksNumber && holds))
      x.mayBeNaN = false;
    return x;
  }
  bool swapped = rhs == value;
  if (!swapped && lhs != value)
    return x;
  FloatRange bound = rangeOf(swapped ? lhs : rhs);
  if (!bound.known || bound.mayBeNaN)
    return x;
  bool less = llvm::is_contained({P::OLT, P::OLE, P::ULT, P::ULE}, predicate);
  bool more = llvm::is_contained({P::OGT, P::OGE, P::UGT, P::UGE}, predicate);
  bool ordered =
      llvm::is_contained({P::OLT, P::OLE, P::OGT, P::OGE}, predicate);
  if (!less && !more)
    return x;
  // An ordered comparison that holds, or an unordered one that does not, has
  // seen two numbers.
  if (ordered == holds)
    x.mayBeNaN = false;
  if ((less != swapped) == holds)
    x.hi = std::max(std::min(x.hi, bound.hi), x.lo);
  else
    x.lo = std::min(std::max(x.lo, bound.lo), x.hi);
  return x;
}

static FloatRange select(arith::SelectOp op, RangeOf rangeOf) {
  Value yes = op.getTrueValue(), no = op.getFalseValue();
  FloatRange a = rangeOf(yes), b = rangeOf(no);
  if (auto compare = op.getCondition().getDefiningOp<arith::CmpFOp>()) {
    a = refine(a, yes, compare, true, rangeOf);
    b = refine(b, no, compare, false, rangeOf);
  }
  return a.hull(b);
}

/// NaN if either is (maximumf, minimumf), or only if both are.
static FloatRange extremum(const FloatRange &a, const FloatRange &b, bool max,
                           bool keepsNaN) {
  bool mayBeNaN =
      keepsNaN ? a.mayBeNaN || b.mayBeNaN : a.mayBeNaN && b.mayBeNaN;
  FloatRange range =
      max ? FloatRange::of(std::max(a.lo, b.lo), std::max(a.hi, b.hi), mayBeNaN)
          : FloatRange::of(std::min(a.lo, b.lo), std::min(a.hi, b.hi),
                           mayBeNaN);
  range.finite = std::max(a.finite, b.finite);
  // Where a NaN is dropped, the other operand is the result.
  if (!keepsNaN && a.mayBeNaN)
    range = range.hull(FloatRange::of(b.lo, b.hi, mayBeNaN));
  if (!keepsNaN && b.mayBeNaN)
    range = range.hull(FloatRange::of(a.lo, a.hi, mayBeNaN));
  return range;
}

static FloatRange linalgIndex(linalg::IndexOp op) {
  auto loop = op->getParentOfType<linalg::LinalgOp>();
  int64_t extent = loop.getStaticLoopRanges()[op.getDim()];
  return FloatRange::of(0, ShapedType::isDynamic(extent)
                               ? std::ldexp(1.0, 62)
                               : std::max<double>(0, extent - 1));
}

/// Ops of arith and math, on scalars or on tensors element by element.
static FloatRange inferScalar(Operation *op, RangeOf rangeOf) {
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  auto arg = [&](unsigned i) { return rangeOf(op->getOperand(i)); };
  auto argType = [&] {
    return getElementTypeOrSelf(op->getOperand(0).getType());
  };
  auto same = [&] { return op->getOperand(0) == op->getOperand(1); };
  FloatRange any = FloatRange::any(type);
  FloatRange range =
      llvm::TypeSwitch<Operation *, FloatRange>(op)
          .Case([&](arith::ConstantOp c) {
            return rangeOfConstant(c.getValue(), type);
          })
          .Case([&](arith::SelectOp s) { return select(s, rangeOf); })
          .Case([&](linalg::IndexOp i) { return linalgIndex(i); })
          .Case([&](arith::ExtFOp) { return arg(0); })
          .Case([&](arith::TruncFOp cast) {
            // Rounded upwards, the largest number may become infinite.
            std::optional<arith::RoundingMode> mode = cast.getRoundingmode();
            bool nearest =
                !mode || *mode == arith::RoundingMode::to_nearest_even;
            return nearest ? arg(0) : any;
          })
          .Case<arith::ExtSIOp, arith::IndexCastOp, arith::TruncIOp>(
              [&](auto) { return integer(arg(0), type); })
          .Case<arith::ExtUIOp, arith::IndexCastUIOp>([&](auto) {
            return integer(unsignedOf(arg(0), argType()), type);
          })
          .Case([&](arith::SIToFPOp) { return arg(0); })
          .Case([&](arith::UIToFPOp) { return unsignedOf(arg(0), argType()); })
          .Case([&](arith::AddIOp) { return integer(arg(0) + arg(1), type); })
          .Case([&](arith::SubIOp) { return integer(arg(0) - arg(1), type); })
          .Case([&](arith::MulIOp) { return integer(arg(0) * arg(1), type); })
          .Case([&](arith::MaxSIOp) {
            return extremum(arg(0), arg(1), /*max=*/true, true);
          })
          .Case([&](arith::MinSIOp) {
            return extremum(arg(0), arg(1), /*max=*/false, true);
          })
          .Case([&](arith::NegFOp) { return -arg(0); })
          .Case([&](math::AbsFOp) { return absOf(arg(0)); })
          .Case([&](arith::AddFOp) { return arg(0) + arg(1); })
          .Case([&](arith::SubFOp) { return arg(0) - arg(1); })
          .Case([&](arith::MulFOp) {
            FloatRange a = same() ? absOf(arg(0)) : arg(0);
            FloatRange product = a * (same() ? a : arg(1));
            // No 0 · Inf: both are the same number.
            if (same())
              product.mayBeNaN = a.mayBeNaN;
            return product;
          })
          .Case([&](arith::DivFOp) { return arg(0) / arg(1); })
          .Case([&](math::FmaOp) {
            // A target without fma rounds the product.
            FloatRange product = arg(0) * arg(1);
            return product.hull(product.roundTo(type)) + arg(2);
          })
          .Case([&](arith::MaximumFOp) {
            return extremum(arg(0), arg(1), /*max=*/true, true);
          })
          .Case([&](arith::MinimumFOp) {
            return extremum(arg(0), arg(1), /*max=*/false, true);
          })
          .Case([&](arith::MaxNumFOp) {
            return extremum(arg(0), arg(1), /*max=*/true, false);
          })
          .Case([&](arith::MinNumFOp) {
            return extremum(arg(0), arg(1), /*max=*/false, false);
          })
          .Case([&](math::ExpOp) { return rising(std::exp, arg(0)); })
          .Case([&](math::Exp2Op) { return rising(std::exp2, arg(0)); })
          .Case([&](math::ExpM1Op) { return rising(std::expm1, arg(0)); })
          .Case([&](math::TanhOp) { return rising(std::tanh, arg(0)); })
          .Case([&](math::ErfOp) { return rising(std::erf, arg(0)); })
          .Case([&](math::AtanOp) { return rising(std::atan, arg(0)); })
          .Case([&](math::LogOp) { return logOf(std::log, arg(0), 0); })
          .Case([&](math::Log2Op) { return logOf(std::log2, arg(0), 0); })
          .Case([&](math::Log10Op) { return logOf(std::log10, arg(0), 0); })
          .Case([&](math::Log1pOp) { return logOf(std::log1p, arg(0), -1); })
          .Case([&](math::SqrtOp) { return sqrtOf(arg(0)); })
          .Case([&](math::RsqrtOp) {
            return FloatRange::of(1, 1) / sqrtOf(arg(0));
          })
          .Case<math::SinOp, math::CosOp>(
              [&](auto) { return periodic(arg(0)); })
          .Case([&](math::FloorOp) { return rising(std::floor, arg(0)); })
          .Case([&](math::CeilOp) { return rising(std::ceil, arg(0)); })
          .Case<math::RoundOp, math::RoundEvenOp, math::TruncOp>([&](auto) {
            return rising(std::floor, arg(0)).hull(rising(std::ceil, arg(0)));
          })
          .Case([&](math::CopySignOp) {
            FloatRange size = absOf(arg(0));
            return size.hull(-size);
          })
          .Default(any);
  return range.known ? range.roundTo(type) : any;
}

//===----------------------------------------------------------------------===//
// Linalg
//===----------------------------------------------------------------------===//

namespace {
using Ranges = DenseMap<Value, FloatRange>;
} // namespace

/// Whether `result` is, row by row, a maximum (or a sum) of `input`, seen by a
/// consumer through `rowMap`.
static linalg::LinalgOp rowReduction(Value result, Value input,
                                     AffineMap rowMap, bool isMax) {
  auto op = result.getDefiningOp<linalg::LinalgOp>();
  if (!op || op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getDpsInputs()[0] != input || op.getNumReductionLoops() == 0)
    return {};
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  Block *body = op.getBlock();
  Operation *combine = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!maps[0].isIdentity() || maps[1] != rowMap || !combine ||
      !(isMax ? isa<arith::MaximumFOp>(combine) : isa<arith::AddFOp>(combine)))
    return {};
  Value in = body->getArgument(0), out = body->getArgument(1);
  Value a = combine->getOperand(0), b = combine->getOperand(1);
  return (a == in && b == out) || (a == out && b == in) ? op
                                                        : linalg::LinalgOp();
}

/// The op of `kind` on two block arguments that `op` yields, if it does no
/// more: gives their operands.
template <typename OpTy>
static std::optional<std::pair<OpOperand *, OpOperand *>>
binaryOnInputs(linalg::LinalgOp op, Operation *payload) {
  auto binary = dyn_cast_if_present<OpTy>(payload);
  if (!binary)
    return std::nullopt;
  auto lhs = dyn_cast<BlockArgument>(binary->getOperand(0));
  auto rhs = dyn_cast<BlockArgument>(binary->getOperand(1));
  if (!lhs || !rhs || lhs.getOwner() != op.getBlock() ||
      rhs.getOwner() != op.getBlock())
    return std::nullopt;
  return std::pair(op.getMatchingOpOperand(lhs), op.getMatchingOpOperand(rhs));
}

/// The reduction whose maxima the payload subtracts: x − max(x) along rows.
static linalg::LinalgOp maximumSubtracted(linalg::LinalgOp op,
                                          Operation *payload) {
  auto inputs = binaryOnInputs<arith::SubFOp>(op, payload);
  if (!inputs || !op.getMatchingIndexingMap(inputs->first).isIdentity())
    return {};
  return rowReduction(inputs->second->get(), inputs->first->get(),
                      op.getMatchingIndexingMap(inputs->second),
                      /*isMax=*/true);
}

/// The elementwise op that makes `value`, each element at its own place.
static linalg::LinalgOp makerInPlace(Value value) {
  auto op = value.getDefiningOp<linalg::LinalgOp>();
  if (!op || op.getNumReductionLoops() != 0 || op->getNumResults() != 1 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
    return {};
  return op;
}

/// Whether a maximum that starts at `start` is that of the row alone.
static bool startsBelowAll(Value start, RangeOf rangeOf) {
  FloatRange range = rangeOf(start);
  double largest =
      FloatRange::any(getElementTypeOrSelf(start.getType())).finite;
  return range.known && !range.mayBeNaN && range.hi <= -largest;
}

/// exp(x − max(x)) whose maxima are those of the rows of `rowMap`: each row's
/// largest value is 1.
static bool isShiftedExp(Value value, AffineMap rowMap, RangeOf rangeOf) {
  linalg::LinalgOp op = makerInPlace(value);
  auto exp = op ? op.getBlock()
                      ->getTerminator()
                      ->getOperand(0)
                      .getDefiningOp<math::ExpOp>()
                : math::ExpOp();
  auto arg = exp ? dyn_cast<BlockArgument>(exp.getOperand()) : BlockArgument();
  if (!arg || arg.getOwner() != op.getBlock() ||
      !op.getMatchingIndexingMap(op.getMatchingOpOperand(arg)).isIdentity())
    return false;
  linalg::LinalgOp shift = makerInPlace(op.getMatchingOpOperand(arg)->get());
  linalg::LinalgOp max = shift ? maximumSubtracted(shift, shift.getBlock()
                                                              ->getTerminator()
                                                              ->getOperand(0)
                                                              .getDefiningOp())
                               : linalg::LinalgOp();
  return max && max.getIndexingMapsArray()[1] == rowMap &&
         startsBelowAll(max.getDpsInits()[0], rangeOf);
}

/// What intervals cannot see; null where there is no such fact.
static std::optional<FloatRange> rowFact(linalg::LinalgOp op,
                                         Operation *payload, RangeOf rangeOf) {
  if (op.getNumReductionLoops() != 0)
    return std::nullopt;
  if (maximumSubtracted(op, payload)) {
    FloatRange shifted = inferScalar(payload, rangeOf);
    return FloatRange::of(shifted.lo, 0, shifted.mayBeNaN);
  }
  auto inputs = binaryOnInputs<arith::DivFOp>(op, payload);
  if (!inputs || !op.getMatchingIndexingMap(inputs->first).isIdentity())
    return std::nullopt;
  Value row = inputs->first->get();
  linalg::LinalgOp sum =
      rowReduction(inputs->second->get(), row,
                   op.getMatchingIndexingMap(inputs->second), /*isMax=*/false);
  if (!sum)
    return std::nullopt;
  FloatRange x = rangeOf(payload->getOperand(0));
  FloatRange start = rangeOf(sum.getDpsInits()[0]);
  if (!(x.lo >= 0) || !start.known || !(start.lo >= 0) || start.mayBeNaN)
    return std::nullopt;
  // A row of zeros is 0 / 0, unless its largest value is 1.
  bool zeroRow =
      !isShiftedExp(row, op.getMatchingIndexingMap(inputs->second), rangeOf);
  return FloatRange::of(0, 1, x.mayBeNaN || x.mayBeInf() || zeroRow);
}

/// Evaluates straight-line code; `known` holds the block arguments' ranges.
static void evaluate(Block &block, Ranges &known, RangeOf outer) {
  auto rangeOf = [&](Value value) {
    auto it = known.find(value);
    return it != known.end() ? it->second : outer(value);
  };
  auto linalgOp = dyn_cast<linalg::LinalgOp>(block.getParentOp());
  for (Operation &op : block.without_terminator()) {
    if (linalgOp)
      if (auto fact = rowFact(linalgOp, &op, rangeOf)) {
        known[op.getResult(0)] = *fact;
        continue;
      }
    for (auto [result, range] :
         llvm::zip(op.getResults(), inferRanges(&op, rangeOf)))
      known[result] = range;
  }
}

static bool dependsOn(Value value, Block *block, unsigned firstArgument) {
  if (auto arg = dyn_cast<BlockArgument>(value))
    return arg.getOwner() == block && arg.getArgNumber() >= firstArgument;
  Operation *op = value.getDefiningOp();
  return op->getBlock() == block &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return dependsOn(operand, block, firstArgument);
         });
}

/// What a reduction makes of its start and of what it combines with it.
static FloatRange reduce(linalg::LinalgOp op, unsigned result, Ranges &known,
                         RangeOf rangeOf) {
  Block *body = op.getBlock();
  Type type = getElementTypeOrSelf(op->getResult(result).getType());
  BlockArgument out = op.getRegionOutputArgs()[result];
  Operation *combine =
      body->getTerminator()->getOperand(result).getDefiningOp();
  FloatRange start = rangeOf(op.getDpsInits()[result]);
  if (!combine || combine->getNumOperands() != 2)
    return FloatRange::any(type);
  bool first = combine->getOperand(0) == out;
  Value other = combine->getOperand(first ? 1 : 0);
  if ((!first && combine->getOperand(1) != out) ||
      dependsOn(other, body, op.getRegionOutputArgs().front().getArgNumber()))
    return FloatRange::any(type);
  auto it = known.find(other);
  FloatRange x = it != known.end() ? it->second : rangeOf(other);
  if (!x.known)
    return FloatRange();
  if (isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
          arith::MinNumFOp, arith::MaxSIOp, arith::MinSIOp>(combine))
    return start.hull(x);
  int64_t count = 1;
  for (auto [extent, iterator] :
       llvm::zip(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
    if (linalg::isReductionIterator(iterator))
      count = ShapedType::isDynamic(extent) || count < 0 ? -1 : count * extent;
  if (isa<arith::AddFOp>(combine))
    return sumOf(start, x, count, type);
  return FloatRange::any(type);
}

static SmallVector<FloatRange> inferLinalg(linalg::LinalgOp op,
                                           RangeOf rangeOf) {
  Ranges known;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument arg = op.getMatchingBlockArgument(&operand);
    bool accumulates = op.isDpsInit(&operand) && op.getNumReductionLoops() != 0;
    known[arg] =
        accumulates ? FloatRange::any(arg.getType()) : rangeOf(operand.get());
  }
  evaluate(*op.getBlock(), known, rangeOf);
  SmallVector<FloatRange> ranges;
  for (unsigned i = 0, e = op->getNumResults(); i < e; ++i) {
    Value yielded = op.getBlock()->getTerminator()->getOperand(i);
    auto it = known.find(yielded);
    ranges.push_back(op.getNumReductionLoops() != 0
                         ? reduce(op, i, known, rangeOf)
                     : it != known.end() ? it->second
                                         : rangeOf(yielded));
  }
  return ranges;
}

//===----------------------------------------------------------------------===//
// Tensors and clusters
//===----------------------------------------------------------------------===//

/// All variants' results: whichever runs, it is one of these.
static SmallVector<FloatRange> inferCluster(ClusterOp op, RangeOf rangeOf) {
  SmallVector<FloatRange> ranges(op->getNumResults());
  for (Region &region : op.getBodies()) {
    Block &body = region.front();
    Ranges known;
    for (auto [arg, input] : llvm::zip(body.getArguments(), op.getInputs()))
      known[arg] = rangeOf(input);
    evaluate(body, known, rangeOf);
    for (auto [range, value] :
         llvm::zip(ranges, body.getTerminator()->getOperands())) {
      FloatRange result = known.lookup(value);
      range = range.hull(result.known ? result
                                      : FloatRange::any(getElementTypeOrSelf(
                                            value.getType())));
    }
  }
  return ranges;
}

/// Movers hand on what they read.
static FloatRange inferMover(Operation *op, Type element, RangeOf rangeOf) {
  FloatRange range;
  for (Value operand : op->getOperands())
    if (getElementTypeOrSelf(operand.getType()) == element)
      range = range.hull(rangeOf(operand));
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    Value value = pad.getConstantPaddingValue();
    range = range.hull(value ? rangeOf(value) : FloatRange::any(element));
  }
  return range.known ? range : FloatRange::any(element);
}

SmallVector<FloatRange> nanguard::inferRanges(Operation *op, RangeOf rangeOf) {
  SmallVector<FloatRange> ranges;
  for (Type type : op->getResultTypes())
    ranges.push_back(FloatRange::any(getElementTypeOrSelf(type)));
  if (op->getNumResults() == 0)
    return ranges;
  if (llvm::any_of(op->getOperands(),
                   [&](Value operand) { return !rangeOf(operand).known; }))
    return SmallVector<FloatRange>(op->getNumResults());
  if (auto cluster = dyn_cast<ClusterOp>(op))
    return inferCluster(cluster, rangeOf);
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return linalgOp.hasPureTensorSemantics() ? inferLinalg(linalgOp, rangeOf)
                                             : ranges;
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  if (isa_and_present<arith::ArithDialect, math::MathDialect>(
          op->getDialect()) ||
      isa<linalg::IndexOp>(op))
    ranges[0] = inferScalar(op, rangeOf);
  else if (isa_and_present<tensor::TensorDialect>(op->getDialect()) &&
           !isa<tensor::EmptyOp, tensor::GenerateOp, tensor::DimOp>(op) &&
           classify(op) == OpClass::Mover)
    ranges[0] = inferMover(op, element, rangeOf);
  return ranges;
}

//===----------------------------------------------------------------------===//
// The data flow
//===----------------------------------------------------------------------===//

LogicalResult
RangeAnalysis::visitOperation(Operation *op,
                              ArrayRef<const RangeLattice *> operands,
                              ArrayRef<RangeLattice *> results) {
  // A payload may also read what is defined above.
  auto rangeOf = [&](Value value) {
    return getLatticeElementFor(getProgramPointAfter(op), value)->getValue();
  };
  for (auto [lattice, range] : llvm::zip(results, inferRanges(op, rangeOf)))
    if (range.known)
      propagateIfChanged(lattice, lattice->join(range));
  return success();
}

void RangeAnalysis::setToEntryState(RangeLattice *lattice) {
  Type element = getElementTypeOrSelf(lattice->getAnchor().getType());
  propagateIfChanged(lattice, lattice->join(FloatRange::any(element)));
}
