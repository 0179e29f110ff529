//===- PlaceScans.cpp - nanguard-place-scans ------------------------------===//
//
// What each form writes into its report row. The columns are the ABI's.
//
//===----------------------------------------------------------------------===//

#include "../Clusters/ValidRows.h"
#include "../Variants/ClipBound.h"
#include "../Variants/WideTwins.h"
#include "BitPatterns.h"
#include "ReportRow.h"

#include "nanguard/Analysis/OpClasses.h"

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/abi.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

namespace nanguard {
#define GEN_PASS_DEF_PLACESCANSPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

/// The largest bit pattern of |x|, as iN.
static Value largestBits(ImplicitLocOpBuilder &b, Value tensor,
                         bool expectInf) {
  unsigned width =
      getElementTypeOrSelf(tensor.getType()).getIntOrFloatBitWidth();
  Type slot = b.getIntegerType(width);
  auto scan = ScanOp::create(
      b, scalarTensor(slot), ScanModeAttr::get(b.getContext(), ScanMode::Bits),
      expectInf ? b.getUnitAttr() : UnitAttr(), tensor, zeroTensor(b, slot));
  return tensor::ExtractOp::create(b, scan.getResult(), ValueRange{});
}

/// The bits of a magnitude of type `element` as those of the f64 it is.
static Value toF64Bits(ImplicitLocOpBuilder &b, Value bits, Type element) {
  Value value = arith::BitcastOp::create(b, element, bits);
  if (!element.isF64())
    value = arith::ExtFOp::create(b, b.getF64Type(), value);
  return arith::BitcastOp::create(b, b.getI64Type(), value);
}

/// The wide value whose last cast `narrow` is; null if it is none.
static Value wideValueOf(Value narrow) {
  auto generic = narrow.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumDpsInputs() != 1 ||
      generic.getBody()->getOperations().size() != 2 ||
      !isa<arith::TruncFOp>(generic.getBody()->front()) ||
      !generic.getMatchingIndexingMap(generic.getDpsInputOperand(0))
           .isIdentity())
    return {};
  return generic.getDpsInputs()[0];
}

/// Whether `wide` holds larger numbers than `narrow`, as f64 beside bf16 does
/// and f32 does not.
static bool hasWiderRange(Value wide, Value narrow) {
  auto exponent = [](Value value) {
    return APFloat::semanticsMaxExponent(
        cast<FloatType>(getElementTypeOrSelf(value)).getFloatSemantics());
  };
  return exponent(wide) > exponent(narrow);
}

/// How many finite wide values became infinite in the cast, or NaN where the
/// format has no infinity.
static Value countExits(ImplicitLocOpBuilder &b, Value wide, Value narrow) {
  return reduceToScalar(
      b, {wide, narrow}, b.getI64Type(),
      [](ImplicitLocOpBuilder &in, ValueRange args) {
        // Finite before and infinite after, on the integer patterns.
        Bits before(in, in.getLoc(), args[0].getType()),
            after(in, in.getLoc(), args[1].getType());
        Value finite = before.compare(arith::CmpIPredicate::ult,
                                      before.magnitude(before.of(args[0])),
                                      before.infinity());
        bool isNaN = !hasInfinity(after.type.getFloatSemantics());
        Value infinite = after.compare(
            isNaN ? arith::CmpIPredicate::uge : arith::CmpIPredicate::eq,
            after.magnitude(after.of(args[1])), after.infinity());
        Value both = arith::AndIOp::create(in, finite, infinite);
        Value one = arith::ExtUIOp::create(in, in.getI64Type(), both);
        return arith::AddIOp::create(in, args[2], one).getResult();
      });
}

/// A sum inside of a row kernel, and how the output's loops index it.
namespace {
struct InnerSum {
  Value value;
  AffineMap map;
};
} // namespace

/// The sum that `value` is made of by elementwise ops of the same shape.
static Value sumBehind(Value value, int depth = 0) {
  Operation *op = value.getDefiningOp();
  if (!op || depth > 8)
    return {};
  if (classify(op) == OpClass::Reduction)
    return value;
  if (!isa<linalg::GenericOp>(op) || classify(op) != OpClass::Elementwise)
    return {};
  for (Value operand : cast<linalg::GenericOp>(op).getDpsInputs())
    if (cast<ShapedType>(operand.getType()).getShape() ==
        cast<ShapedType>(value.getType()).getShape())
      if (Value sum = sumBehind(operand, depth + 1))
        return sum;
  return {};
}

/// Whether an Inf in `input` may leave `op` as a 0: it goes into a reciprocal
/// root or a divisor.
static bool hidesInfinity(linalg::GenericOp op, OpOperand &input) {
  SmallVector<Value> worklist{op.getMatchingBlockArgument(&input)};
  while (!worklist.empty()) {
    for (OpOperand &use : worklist.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (isa<math::RsqrtOp>(user) ||
          (isa<arith::DivFOp>(user) && use.getOperandNumber() == 1))
        return true;
      llvm::append_range(worklist, user->getResults());
    }
  }
  return false;
}

/// Sums of the type of `output` whose overflow shows as zeros, not as a NaN:
/// those that the op making `output` reads repeated along a dimension, and
/// those that it divides by.
static SmallVector<InnerSum> innerSums(Value output) {
  SmallVector<InnerSum> sums;
  Type element = getElementTypeOrSelf(output.getType());
  auto op = output.getDefiningOp<linalg::GenericOp>();
  for (int depth = 0; op && depth < 8; ++depth) {
    if (op.getNumReductionLoops() > 0 || op.getNumDpsInits() != 1 ||
        !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
      break;
    linalg::GenericOp next;
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      Value sum = sumBehind(input->get());
      if (map.isIdentity()) {
        if (!next)
          next = input->get().getDefiningOp<linalg::GenericOp>();
        if (!hidesInfinity(op, *input))
          continue;
      }
      if (sum && getElementTypeOrSelf(sum.getType()) == element &&
          llvm::none_of(sums, [&](InnerSum &s) { return s.value == sum; }))
        sums.push_back({sum, map});
    }
    op = next;
  }
  return sums;
}

/// `output` with NaN where a sum behind the same element of `origin` (the
/// output or the value that it is cast from) is not finite.
static Value foldSums(ImplicitLocOpBuilder &b, Value output, Value origin) {
  SmallVector<InnerSum> sums = innerSums(origin);
  if (sums.empty())
    return output;
  auto type = cast<RankedTensorType>(output.getType());
  auto element = cast<FloatType>(type.getElementType());
  SmallVector<Value> inputs{output};
  SmallVector<AffineMap> maps{b.getMultiDimIdentityMap(type.getRank())};
  for (InnerSum &sum : sums) {
    inputs.push_back(sum.value);
    maps.push_back(sum.map);
  }
  maps.push_back(maps.front());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(
      b, tensor::getMixedSizes(b, b.getLoc(), output), element);
  return linalg::GenericOp::create(
             b, type, inputs, empty, maps, loops,
             [&](OpBuilder &builder, Location loc, ValueRange args) {
               ImplicitLocOpBuilder in(loc, builder);
               Bits bits(in, loc, getElementTypeOrSelf(origin));
               Value inf = bits.infinity();
               Value nan = arith::ConstantOp::create(
                   in,
                   FloatAttr::get(
                       element, APFloat::getNaN(element.getFloatSemantics())));
               Value result = args[0];
               for (Value sum : args.slice(1, sums.size())) {
                 Value bad = bits.compare(arith::CmpIPredicate::uge,
                                          bits.magnitude(bits.of(sum)), inf);
                 result = arith::SelectOp::create(in, bad, nan, result);
               }
               linalg::YieldOp::create(in, ValueRange{result});
             })
      .getResult(0);
}

/// The kernel's arguments of the type of `output` that an op reads: where a
/// log_softmax has its scores from.
static SmallVector<Value> scoresOf(func::FuncOp func, Value output) {
  SmallVector<Value> scores;
  for (BlockArgument arg : func.getArguments())
    if (arg.getType() == output.getType() &&
        llvm::any_of(arg.getUses(), [](OpOperand &use) {
          auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
          return op && op.isDpsInput(&use);
        }))
      scores.push_back(arg);
  return scores;
}

/// `output` of a log_softmax with 0 for the -Inf of a masked score, and NaN for
/// any other -Inf: those that are expected are distinguished by their places.
static Value foldMasks(ImplicitLocOpBuilder &b, Value output,
                       ArrayRef<Value> scores) {
  if (scores.empty())
    return output;
  auto type = cast<RankedTensorType>(output.getType());
  auto element = cast<FloatType>(type.getElementType());
  SmallVector<Value> inputs{output};
  llvm::append_range(inputs, scores);
  AffineMap id = b.getMultiDimIdentityMap(type.getRank());
  SmallVector<AffineMap> maps(inputs.size() + 1, id);
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(
      b, tensor::getMixedSizes(b, b.getLoc(), output), element);
  auto number = [&](ImplicitLocOpBuilder &in, const APFloat &value) -> Value {
    return arith::ConstantOp::create(in, FloatAttr::get(element, value));
  };
  const llvm::fltSemantics &semantics = element.getFloatSemantics();
  if (!hasInfinity(semantics))
    return output;
  return linalg::GenericOp::create(
             b, type, inputs, empty, maps, loops,
             [&](OpBuilder &builder, Location loc, ValueRange args) {
               ImplicitLocOpBuilder in(loc, builder);
               Bits bits(in, loc, element);
               Value result = args[0];
               Value minusInf = bits.minusInfinity();
               Value isInf = bits.compare(arith::CmpIPredicate::eq,
                                          bits.of(result), minusInf);
               Value seen = number(in, APFloat::getNaN(semantics));
               Value zero = number(in, APFloat::getZero(semantics));
               for (Value score : args.slice(1, scores.size())) {
                 Value masked = bits.compare(arith::CmpIPredicate::eq,
                                             bits.of(score), minusInf);
                 seen = arith::SelectOp::create(in, masked, zero, seen);
               }
               result = arith::SelectOp::create(in, isInf, seen, result);
               linalg::YieldOp::create(in, ValueRange{result});
             })
      .getResult(0);
}

/// What a further float result adds to the row of `output`: its magnitude's
/// bits where it has the type, else those of a NaN or Inf that it holds.
static Value badBitsOf(ImplicitLocOpBuilder &b, Value other, Value output,
                       bool expectInf) {
  auto type = cast<FloatType>(getElementTypeOrSelf(output.getType()));
  auto own = cast<FloatType>(getElementTypeOrSelf(other.getType()));
  Value bits = scanBits(b, other, expectInf);
  if (own == type)
    return bits;
  auto is = [&](arith::CmpIPredicate predicate) -> Value {
    return arith::CmpIOp::create(b, predicate, bits,
                                 constantI64(b, infinityBits(own)));
  };
  Value infinite = arith::SelectOp::create(b, is(arith::CmpIPredicate::eq),
                                           constantI64(b, infinityBits(type)),
                                           constantI64(b, 0));
  // The pattern of some NaN.
  return arith::SelectOp::create(b, is(arith::CmpIPredicate::ugt),
                                 constantI64(b, infinityBits(type) + 1),
                                 infinite);
}

namespace {
/// Fills one kernel's report row.
class RowWriter {
public:
  RowWriter(func::FuncOp func)
      : func(func),
        ret(cast<func::ReturnOp>(func.getBody().front().getTerminator())),
        b(func.getLoc(), ret), row(ret.getOperands().back()),
        masks(masksOfKernel(func)) {}

  void put(nanguard_column column, Value value) {
    Value index = arith::ConstantIndexOp::create(b, column);
    row = tensor::InsertOp::create(b, value, row, index);
  }

  void finish() {
    Value bits = arith::ConstantOp::create(b, b.getI64IntegerAttr(status));
    if (dataFault)
      bits = arith::OrIOp::create(b, bits, dataFault);
    if (Value none = noValidRow(b, masks))
      bits = arith::OrIOp::create(b, bits,
                                  bitsWhere(b, none, NANGUARD_STATUS_EMPTY));
    put(NANGUARD_COL_STATUS, bits);
    ret->setOperand(ret->getNumOperands() - 1, row);
  }

  /// What the model has of the kernel: neither twins nor the row.
  ValueRange results() {
    auto twins = func->getAttrOfType<IntegerAttr>(kTwinsAttr);
    return ret.getOperands().drop_back(1 + (twins ? twins.getInt() : 0));
  }

  /// `tensor` as a scan should see it: zeros in the rows that don't count.
  Value counted(Value tensor) { return onlyValid(b, tensor, masks); }

  func::FuncOp func;
  func::ReturnOp ret;
  ImplicitLocOpBuilder b;
  Value row;
  RowMasks masks;
  int64_t status = 0;
  /// NANGUARD_STATUS_DATA or 0; null where no data can be at fault.
  Value dataFault;
};

/// The indices of a generic's gathers, computed a second time for a count. Only
/// the loops that they depend on are run: an embedding's row is looked at once.
class GatherCheck {
public:
  explicit GatherCheck(linalg::GenericOp op) : op(op), loops(op.getNumLoops()) {
    op.getBody()->walk([&](tensor::ExtractOp gather) {
      for (auto [dim, index] : llvm::enumerate(gather.getIndices()))
        if (isDataDependentIndex(index)) {
          indices.push_back(
              {index, gather.getTensor(), static_cast<int64_t>(dim)});
          addSlice(index);
        }
    });
  }

  /// How many indices lie outside, those of rows that don't count apart
  /// (`masks` are those of the op's result); null if the body has no gather, or
  /// one whose index can't be computed apart from the rest.
  Value countOutside(ImplicitLocOpBuilder &b, ArrayRef<RowMask> masks) {
    if (indices.empty() || !separable)
      return {};
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    llvm::SmallBitVector covered(op.getNumLoops());
    for (BlockArgument arg : args) {
      OpOperand &operand = op->getOpOperand(arg.getArgNumber());
      AffineMap map = op.getMatchingIndexingMap(&operand);
      if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
        return {};
      inputs.push_back(operand.get());
      maps.push_back(map);
      addDims(map, covered);
    }
    loops |= covered;
    if (loops != covered) {
      // A loop's position counts, but no operand has its extent.
      AffineMap map = op.getIndexingMapMatchingResult(op->getResult(0));
      if (!map.isProjectedPermutation())
        return {};
      inputs.push_back(tensor::EmptyOp::create(
          b, tensor::getMixedSizes(b, b.getLoc(), op.getResult(0)),
          b.getI1Type()));
      maps.push_back(map);
      addDims(map, covered);
      if ((loops | covered) != covered)
        return {};
      loops = covered;
    }
    size_t numData = inputs.size();
    AffineMap out = op.getIndexingMapMatchingResult(op->getResult(0));
    for (const RowMask &mask : masks) {
      AffineMap map = out.getSubMap(
          SmallVector<unsigned>(mask.dims.begin(), mask.dims.end()));
      llvm::SmallBitVector along = loops;
      addDims(map, along);
      // A mask along a loop that the indices don't depend on says nothing.
      if (along != loops || !map.isProjectedPermutation())
        continue;
      inputs.push_back(mask.mask);
      maps.push_back(map);
    }
    return build(b, inputs, numData, maps);
  }

private:
  struct GatherIndex {
    Value index, tensor;
    int64_t dim;
  };

  static void addDims(AffineMap map, llvm::SmallBitVector &dims) {
    for (AffineExpr expr : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        dims.set(dim.getPosition());
  }

  /// What `value` is made of, inside of the body.
  void addSlice(Value value) {
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      if (arg.getOwner() == op.getBody()) {
        separable &= arg.getArgNumber() < op.getNumDpsInputs();
        args.insert(arg);
      }
      return;
    }
    Operation *def = value.getDefiningOp();
    if (def->getBlock() != op.getBody() || !slice.insert(def))
      return;
    separable &= def->getNumRegions() == 0;
    if (auto index = dyn_cast<linalg::IndexOp>(def))
      loops.set(index.getDim());
    for (Value operand : def->getOperands())
      addSlice(operand);
  }

  /// The first `numData` inputs are the op's own, the others masks.
  Value build(ImplicitLocOpBuilder &b, ValueRange inputs, size_t numData,
              SmallVector<AffineMap> maps) {
    SmallVector<AffineExpr> renamed(op.getNumLoops(),
                                    b.getAffineConstantExpr(0));
    SmallVector<int64_t> position(op.getNumLoops());
    for (auto [to, from] : llvm::enumerate(loops.set_bits())) {
      renamed[from] = b.getAffineDimExpr(to);
      position[from] = to;
    }
    unsigned rank = loops.count();
    for (AffineMap &map : maps)
      map = map.replaceDimsAndSymbols(renamed, {}, rank, 0);
    maps.push_back(AffineMap::get(rank, 0, b.getContext()));
    SmallVector<Value> extents;
    for (const GatherIndex &gather : indices)
      extents.push_back(tensor::DimOp::create(b, gather.tensor, gather.dim));
    SmallVector<utils::IteratorType> reduced(rank,
                                             utils::IteratorType::reduction);
    auto count = linalg::GenericOp::create(
        b, scalarTensor(b.getI64Type()), inputs, zeroTensor(b, b.getI64Type()),
        maps, reduced,
        [&](OpBuilder &builder, Location loc, ValueRange values) {
          ImplicitLocOpBuilder in(loc, builder);
          IRMapping mapping;
          for (auto [arg, value] : llvm::zip(args, values))
            mapping.map(arg, value);
          for (Operation &inner : *op.getBody())
            if (auto index = dyn_cast<linalg::IndexOp>(inner);
                index && slice.contains(&inner))
              mapping.map(index.getResult(), linalg::IndexOp::create(
                                                 in, position[index.getDim()]));
            else if (slice.contains(&inner))
              in.clone(inner, mapping);
          Value total = values.back(), counts;
          for (Value flag : values.drop_back().drop_front(numData)) {
            Value set = isSet(in, flag);
            counts = counts ? arith::AndIOp::create(in, counts, set) : set;
          }
          for (auto [gather, extent] : llvm::zip(indices, extents)) {
            // A negative index is a large one when read unsigned.
            Value outside = arith::CmpIOp::create(
                in, arith::CmpIPredicate::uge,
                mapping.lookupOrDefault(gather.index), extent);
            if (counts)
              outside = arith::AndIOp::create(in, outside, counts);
            total = arith::AddIOp::create(
                in, total,
                arith::ExtUIOp::create(in, in.getI64Type(), outside));
          }
          linalg::YieldOp::create(in, total);
        });
    return tensor::ExtractOp::create(b, count.getResult(0), ValueRange{});
  }

  linalg::GenericOp op;
  llvm::SmallBitVector loops;
  SmallVector<GatherIndex> indices;
  SetVector<BlockArgument> args;
  SetVector<Operation *> slice;
  bool separable = true;
};

struct PlaceScansPass : nanguard::impl::PlaceScansPassBase<PlaceScansPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    std::optional<Form> form = formOf(func);
    if (!form || func.isDeclaration())
      return;
    if (form == Form::Fused)
      return;
    RowWriter row(func);
    bool expectInf = func->hasAttr(kExpectInfAttr);
    bool entry = kindOf(func) == Kind::Entry;
    bool wide = form == Form::Safe || form == Form::Unfused;
    Value output =
        entry ? Value(func.getArgument(0)) : firstFloatTensor(row.results());
    if (!output)
      return;
    Value origin = output;
    if (wide) {
      Value wideValue = wideValueOf(output);
      if (wideValue && !isFloatTensor(wideValue.getType()))
        wideValue = {};
      if (wideValue)
        origin = wideValue;
      if (wideValue && form == Form::Unfused)
        wideValue = placeClip(row, output, wideValue);
      else if (form == Form::Unfused && !entry)
        output = placeClipOfOutput(row, output);
      if (wideValue) {
        Type element = getElementTypeOrSelf(wideValue.getType());
        wideValue = row.counted(wideValue);
        // An infinity of a type with the output's range may be an overflow that
        // the unfused form cures: no evidence of a pole.
        if (form == Form::Unfused || hasWiderRange(origin, output)) {
          row.put(NANGUARD_COL_INNER_BITS,
                  toF64Bits(row.b, largestBits(row.b, wideValue, expectInf),
                            element));
          row.status |= NANGUARD_STATUS_INNER;
        }
        row.put(NANGUARD_COL_EXIT_COUNT,
                countExits(row.b, wideValue, row.counted(output)));
      }
    }
    placeSanitiseCounts(row);
    placeGatherCheck(row, output);
    // In a safe form a sum of f32 overflows that the unfused one holds in f64.
    bool folds = form == Form::Safe ? getElementTypeOrSelf(origin).isF32() &&
                                          !hasWiderRange(origin, output)
                                    : !wide && !entry;
    Value seen = folds ? foldSums(row.b, output, origin) : output;
    if (expectInf && kindOf(func) == Kind::LogSoftmax)
      seen = foldMasks(row.b, seen, scoresOf(func, output));
    Value bits = scanBits(row.b, row.counted(seen), expectInf);
    for (Value other : row.results())
      if (!entry && other != output && isFloatTensor(other.getType()))
        bits = arith::MaxUIOp::create(
            row.b, bits, badBitsOf(row.b, other, output, expectInf));
    row.put(NANGUARD_COL_MAX_BITS, bits);
    row.status |= NANGUARD_STATUS_SCANNED;
    row.finish();
  }

private:
  /// Puts a clip before the last cast where a bound is known.
  Value placeClip(RowWriter &row, Value output, Value wide) {
    auto element = cast<FloatType>(getElementTypeOrSelf(output.getType()));
    FloatAttr bound = clipBoundOf(row.func, element, clip);
    if (!bound)
      return wide;
    Operation *narrow = output.getDefiningOp();
    OpBuilder::InsertionGuard guard(row.b);
    row.b.setInsertionPoint(narrow);
    Type count = scalarTensor(row.b.getI64Type());
    auto clip = [&](Value tensor) {
      return ClipOp::create(row.b, tensor.getType(), count, tensor,
                            zeroTensor(row.b, row.b.getI64Type()), bound);
    };
    ClipOp op = clip(wide);
    narrow->setOperand(0, op.getResult());
    row.b.setInsertionPoint(row.ret);
    // Rows that don't count are clipped too, and not counted.
    Value total =
        row.masks.empty() ? op.getCount() : clip(row.counted(wide)).getCount();
    row.put(NANGUARD_COL_CLIP_COUNT,
            tensor::ExtractOp::create(row.b, total, ValueRange{}));
    // What the scan should see is the value that was clipped.
    return wide;
  }

  /// Without a wide value an Inf cannot be distinguished from a pole's: only
  /// what is past a marked bound is clipped, in the output itself.
  Value placeClipOfOutput(RowWriter &row, Value output) {
    auto bound = row.func->getAttrOfType<FloatAttr>(kClipAttr);
    if (!bound) {
      if (clip == ClipMode::Type)
        remark::missed(row.func.getLoc(),
                       remark::RemarkOpts::name("Clip").category("nanguard"))
            << "no clip: " + row.func.getSymName().str() + " has no wide value";
      return output;
    }
    bound = row.b.getF64FloatAttr(bound.getValueAsDouble());
    auto op = ClipOp::create(row.b, output.getType(),
                             scalarTensor(row.b.getI64Type()), output,
                             zeroTensor(row.b, row.b.getI64Type()), bound);
    for (OpOperand &operand : row.ret->getOpOperands())
      if (operand.get() == output)
        operand.set(op.getResult());
    row.put(NANGUARD_COL_CLIP_COUNT,
            tensor::ExtractOp::create(row.b, op.getCount(), ValueRange{}));
    return op.getResult();
  }

  /// Whether the rows of the op's result are those of `output`: one shape, and
  /// nothing but elementwise ops and reshapes of ones in a kernel with a
  /// gather.
  static bool hasRowsOf(linalg::GenericOp op, Value output) {
    return op->getNumResults() == 1 &&
           cast<ShapedType>(op.getResult(0).getType()).getShape() ==
               cast<ShapedType>(output.getType()).getShape();
  }

  /// Says in the row whether an index of a gather lies outside its tensor.
  static void placeGatherCheck(RowWriter &row, Value output) {
    Value total;
    auto generics = llvm::to_vector(row.func.getOps<linalg::GenericOp>());
    for (linalg::GenericOp op : generics)
      if (Value count = GatherCheck(op).countOutside(
              row.b, hasRowsOf(op, output) ? ArrayRef(row.masks)
                                           : ArrayRef<RowMask>()))
        total = total ? arith::AddIOp::create(row.b, total, count).getResult()
                      : count;
    if (!total)
      return;
    Value zero = arith::ConstantOp::create(row.b, row.b.getI64IntegerAttr(0));
    Value any =
        arith::CmpIOp::create(row.b, arith::CmpIPredicate::ne, total, zero);
    row.dataFault = bitsWhere(row.b, any, NANGUARD_STATUS_DATA);
  }

  /// Padding is sanitised too, and not counted.
  static void placeSanitiseCounts(RowWriter &row) {
    for (auto op : llvm::to_vector(row.func.getOps<SanitiseOp>())) {
      Value count = op.getCount();
      if (!row.masks.empty())
        count = SanitiseOp::create(row.b, op.getUpdate().getType(),
                                   count.getType(), row.counted(op.getUpdate()),
                                   op.getPrevious(), op.getCounter())
                    .getCount();
      row.put(NANGUARD_COL_CLIP_COUNT,
              tensor::ExtractOp::create(row.b, count, ValueRange{}));
    }
  }
};
} // namespace
