//===- AttentionMatch.cpp - softmax(QK)V as it is written out -------------===//

#include "AttentionMatch.h"

#include "../Schedule/RowSoftmax.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// An op on single elements of one tensor, which it may move or repeat.
static bool isStep(linalg::GenericOp op) {
  if (op.getNumResults() != 1 || op.getNumDpsInputs() != 1 ||
      op.getNumReductionLoops() > 0 ||
      !op.getRegionOutputArgs()[0].use_empty() ||
      !isa<FloatType>(getElementTypeOrSelf(op.getDpsInputs()[0].getType())) ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() ||
      !op.getMatchingIndexingMap(op.getDpsInputOperand(0))
           .isProjectedPermutation())
    return false;
  return llvm::all_of(op.getBody()->without_terminator(), [&](Operation &o) {
    return isPure(&o) && o.getNumRegions() == 0 && !isa<linalg::IndexOp>(o) &&
           llvm::all_of(o.getOperands(), [&](Value operand) {
             return operand.getParentBlock() == op.getBody() ||
                    matchPattern(operand, m_Constant());
           });
  });
}

/// `map` to places of a reshaped tensor, as places of what is reshaped. None
/// where a size that counts is dynamic.
static std::optional<AffineMap> throughReshape(Operation *reshape,
                                               AffineMap map) {
  bool isCollapse = isa<tensor::CollapseShapeOp>(reshape);
  auto groups =
      isCollapse
          ? cast<tensor::CollapseShapeOp>(reshape).getReassociationIndices()
          : cast<tensor::ExpandShapeOp>(reshape).getReassociationIndices();
  Value wide = isCollapse ? reshape->getOperand(0) : reshape->getResult(0);
  ArrayRef<int64_t> shape = cast<RankedTensorType>(wide.getType()).getShape();
  SmallVector<AffineExpr> places;
  for (auto [i, group] : llvm::enumerate(groups)) {
    if (llvm::any_of(ArrayRef(group).drop_front(), [&](int64_t d) {
          return ShapedType::isDynamic(shape[d]);
        }))
      return std::nullopt;
    if (isCollapse) {
      int64_t inner = 1;
      for (int64_t d : ArrayRef(group).drop_front())
        inner *= shape[d];
      AffineExpr rest = map.getResult(i);
      for (int64_t d : ArrayRef(group).drop_back()) {
        places.push_back(rest.floorDiv(inner));
        rest = rest % inner;
        if (d + 1 <= group.back())
          inner /= shape[d + 1];
      }
      places.push_back(rest);
      continue;
    }
    AffineExpr place = map.getResult(group.front());
    for (int64_t d : ArrayRef(group).drop_front())
      place = place * shape[d] + map.getResult(d);
    places.push_back(place);
  }
  return AffineMap::get(map.getNumDims(), 0, places, map.getContext());
}

/// The same for a slice at places that are known.
static std::optional<AffineMap> throughSlice(tensor::ExtractSliceOp slice,
                                             AffineMap map) {
  auto dropped = slice.getDroppedDims();
  SmallVector<AffineExpr> places;
  unsigned next = 0;
  for (auto [i, offset, stride] :
       llvm::enumerate(slice.getMixedOffsets(), slice.getMixedStrides())) {
    auto from = getConstantIntValue(offset), by = getConstantIntValue(stride);
    if (!from || !by)
      return std::nullopt;
    AffineExpr place = getAffineConstantExpr(*from, map.getContext());
    if (!dropped.test(i))
      place = place + map.getResult(next++) * *by;
    places.push_back(place);
  }
  return AffineMap::get(map.getNumDims(), 0, places, map.getContext());
}

/// A contraction's operand, seen through casts, scalings, repetitions and
/// reshapes of an argument: where all of them can be done as it is read.
static Source traceOperand(linalg::GenericOp op, unsigned operand) {
  OpOperand *in = op.getDpsInputOperand(operand);
  Source source{in->get(), op.getMatchingIndexingMap(in), {}};
  Source known = source;
  while (Operation *def = source.tensor.getDefiningOp()) {
    std::optional<AffineMap> map;
    if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(def)) {
      map = throughReshape(def, source.map);
    } else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(def)) {
      map = throughSlice(slice, source.map);
    } else if (auto step = dyn_cast<linalg::GenericOp>(def);
               step && isStep(step)) {
      map = step.getMatchingIndexingMap(step.getDpsInputOperand(0))
                .compose(source.map);
      source.steps.insert(source.steps.begin(), step);
    }
    if (!map)
      return known;
    source.map = simplifyAffineMap(*map);
    source.tensor = def->getOperand(0);
    // Reshapes and slices of an argument are views of it.
    if (!source.steps.empty() && source.steps.front() == def) {
      Value root = source.tensor;
      while (Operation *view = root.getDefiningOp()) {
        if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                 tensor::ExtractSliceOp>(view))
          break;
        root = view->getOperand(0);
      }
      if (isa<BlockArgument>(root))
        known = source;
    }
  }
  return known;
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

/// The map's results are the batch's loops, then these two.
static bool endsWith(AffineMap map, unsigned first, unsigned second) {
  unsigned n = map.getNumResults();
  return n >= 2 && map.getDimPosition(n - 2) == first &&
         map.getDimPosition(n - 1) == second;
}

/// Whether the sums of a contraction start from 0.
static bool startsFromZero(linalg::GenericOp op) {
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  return fill && matchPattern(fill.getInputs()[0], m_AnyZeroFloat());
}

/// The sum of the weights, e / l, by rows, which a scan alone reads.
static bool isWeightSum(const KernelGroup &group, Attention &found) {
  if (group.kind != KernelGroup::Kind::Rows || group.ops.size() != 2 ||
      group.scans.size() != 1 || !group.isScan(group.ops[1]))
    return false;
  linalg::GenericOp sum = group.ops[0];
  auto total = matchRowReduction(sum, arith::AtomicRMWKind::addf);
  auto div =
      total ? total->value.getDefiningOp<arith::DivFOp>() : arith::DivFOp();
  bool divides = div &&
                 inputOf(sum, div.getLhs()) == found.exponential.getResult(0) &&
                 inputOf(sum, div.getRhs()) == found.sum.getResult(0);
  return total &&
         (divides ||
          inputOf(sum, total->value) == found.quotient.getResult(0)) &&
         llvm::all_of(sum->getUsers(), [&](Operation *user) {
           return group.members.contains(user) || isa<tensor::DimOp>(user);
         });
}

static Value stripWidening(Value x) {
  auto ext = x.getDefiningOp<arith::ExtFOp>();
  return ext ? ext.getIn() : x;
}

/// Whether a row of `score` is -Inf throughout: an `and` of comparisons.
static bool isRowTest(linalg::GenericOp op, Value score) {
  auto combiners = matchCombiners(op, /*integersOnly=*/false);
  if (combiners.size() != 1 ||
      combiners[0].kind != arith::AtomicRMWKind::andi ||
      !combiners[0].value.getType().isInteger(1))
    return false;
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  auto compare = combiners[0].value.getDefiningOp<arith::CmpFOp>();
  APFloat bound(0.0);
  if (!fill || !matchPattern(fill.getInputs()[0], m_One()) || !compare ||
      compare.getPredicate() != arith::CmpFPredicate::OEQ ||
      !matchPattern(compare.getRhs(), m_ConstantFloat(&bound)) ||
      !bound.isInfinity() || !bound.isNegative())
    return false;
  return inputOf(op, stripWidening(compare.getLhs())) == score;
}

/// x where `test` says false, 0 where true, x being what `op` yields but for
/// that; null if it is anything else.
static Value matchChoice(linalg::GenericOp op, Value test) {
  auto select = op.getBody()
                    ->getTerminator()
                    ->getOperand(0)
                    .getDefiningOp<arith::SelectOp>();
  if (!select || op.getNumReductionLoops() > 0 || op.getNumResults() != 1 ||
      inputOf(op, select.getCondition()) != test ||
      !matchPattern(select.getTrueValue(), m_AnyZeroFloat()))
    return nullptr;
  return select.getFalseValue();
}

/// e / l where `test` says false, in `op` or in another one that it selects
/// from.
static linalg::GenericOp matchZeroedQuotient(linalg::GenericOp op, Value test,
                                             Value e, Value l) {
  Value x = matchChoice(op, test);
  if (!x)
    return nullptr;
  if (auto div = x.getDefiningOp<arith::DivFOp>())
    return inputOf(op, div.getLhs()) == e && inputOf(op, div.getRhs()) == l
               ? op
               : linalg::GenericOp();
  Value from = inputOf(op, x);
  auto quotient =
      from ? from.getDefiningOp<linalg::GenericOp>() : linalg::GenericOp();
  return quotient && isQuotient(quotient, e, l) ? quotient
                                                : linalg::GenericOp();
}

namespace {
/// The softmax of a group of rows, by what each op is for.
class RowsReader {
public:
  RowsReader(const KernelGroup &rows, Attention &found)
      : rows(rows), found(found) {}

  /// Null where the weights are not the softmax of one tensor of scores; else
  /// these.
  Value read(Value weights) {
    SmallVector<linalg::GenericOp> rest;
    for (linalg::GenericOp op : rows.ops)
      if (!place(op))
        rest.push_back(op);
    if (!found.maximum || !found.sum || rest.empty() || rest.size() > 4)
      return nullptr;
    auto top = matchRowReduction(found.maximum, arith::AtomicRMWKind::maximumf);
    auto total = matchRowReduction(found.sum, arith::AtomicRMWKind::addf);
    Value score = inputOf(found.maximum, stripWidening(top->value));
    Value e = inputOf(found.sum, total->value);
    found.exponential =
        e ? e.getDefiningOp<linalg::GenericOp>() : linalg::GenericOp();
    if (!score || !found.exponential ||
        !isExponential(found.exponential, found.maximum.getResult(0)))
      return nullptr;
    Value l = found.sum.getResult(0);
    auto last = weights.getDefiningOp<linalg::GenericOp>();
    if (!last || !rows.members.contains(last))
      return nullptr;
    SmallVector<linalg::GenericOp> used = {found.exponential, last};
    if (isQuotient(last, e, l)) {
      found.quotient = last;
    } else {
      auto *test = llvm::find_if(
          rest, [&](linalg::GenericOp op) { return isRowTest(op, score); });
      if (test == rest.end())
        return nullptr;
      rowTest = *test;
      found.quotient = matchZeroedQuotient(last, test->getResult(0), e, l);
      found.zeroRows = true;
      used.append({*test, found.quotient});
    }
    return found.quotient && llvm::all_of(rest,
                                          [&](linalg::GenericOp op) {
                                            return llvm::is_contained(used, op);
                                          })
               ? score
               : Value();
  }

  linalg::GenericOp rowTest;

private:
  /// The row's maximum and sum; anything else is left.
  bool place(linalg::GenericOp op) {
    for (auto [kind, part] :
         {std::pair(arith::AtomicRMWKind::maximumf, &found.maximum),
          std::pair(arith::AtomicRMWKind::addf, &found.sum)})
      if (!*part && matchRowReduction(op, kind)) {
        *part = op;
        return true;
      }
    return false;
  }

  const KernelGroup &rows;
  Attention &found;
};
} // namespace

/// The product of weights and values, masked perhaps by what is in `masks`.
static bool matchOutput(const KernelGroup &output, Attention &found,
                        SmallVectorImpl<Value> &masks) {
  found.output = output.ops[0];
  if (output.kind == KernelGroup::Kind::Contraction) {
    found.outputOf = *matchContraction(found.output);
    return found.outputOf.isPlain;
  }
  SmallVector<unsigned> operands;
  auto product = matchMaskedContraction(found.output, operands);
  if (!product)
    return false;
  for (unsigned operand : operands)
    masks.push_back(found.output.getDpsInputs()[operand]);
  found.outputOf = *product;
  found.masked = true;
  return true;
}

std::optional<Attention>
nanguard::matchAttention(const AttentionGroups &groups) {
  const auto &[scores, rows, output, check] = groups;
  if (scores.kind != KernelGroup::Kind::Contraction ||
      rows.kind != KernelGroup::Kind::Rows || !scores.scans.empty() ||
      !rows.scans.empty() || !rows.rows || rows.rank != scores.rank ||
      *rows.rows + 1 != rows.rank)
    return std::nullopt;
  Attention found;
  found.scores = scores.ops[0];
  found.scoresOf = *matchContraction(found.scores);
  SmallVector<Value> masks; // the score, and the rows' test
  if (!found.scoresOf.isPlain || !startsFromZero(found.scores) ||
      !matchOutput(output, found, masks) || !startsFromZero(found.output))
    return std::nullopt;
  OpOperand *weights = found.output.getDpsInputOperand(found.outputOf.lhs);
  RowsReader reader(rows, found);
  Value score = reader.read(weights->get());
  if (!score)
    return std::nullopt;
  for (auto [i, mask] : llvm::enumerate(masks))
    if (mask != (i == 0           ? score
                 : reader.rowTest ? reader.rowTest.getResult(0)
                                  : Value()))
      return std::nullopt;
  // The output's left operand, batch by batch, is the weights.
  AffineMap map = found.output.getMatchingIndexingMap(weights);
  if (!endsWith(map, found.outputOf.m[0], found.outputOf.k[0]) ||
      !endsWith(found.scores.getMatchingIndexingMap(
                    found.scores.getDpsInitOperand(0)),
                found.scoresOf.m[0], found.scoresOf.n[0]))
    return std::nullopt;
  if (check) {
    if (!isWeightSum(*check, found))
      return std::nullopt;
    found.weightSum = check->ops[0];
  }
  // Nobody else sees a score.
  for (const KernelGroup *group : {&scores, &rows})
    for (linalg::GenericOp op : group->ops)
      for (Operation *user : op->getUsers())
        if (!scores.members.contains(user) && !rows.members.contains(user) &&
            user != found.output && user != found.weightSum &&
            !isa<tensor::DimOp>(user))
          return std::nullopt;
  found.queries = traceOperand(found.scores, found.scoresOf.lhs);
  found.keys = traceOperand(found.scores, found.scoresOf.rhs);
  found.values = traceOperand(found.output, found.outputOf.rhs);
  return found;
}

bool nanguard::isAttention(const AttentionGroups &groups) {
  return matchAttention(groups).has_value();
}

bool nanguard::isReadBy(const KernelGroup &group,
                        const AttentionGroups &groups) {
  auto attention = matchAttention(groups);
  if (!attention)
    return false;
  llvm::SmallPtrSet<Operation *, 8> readers = {attention->scores,
                                               attention->output};
  for (const Source *source :
       {&attention->queries, &attention->keys, &attention->values})
    for (linalg::GenericOp step : source->steps)
      readers.insert(step);
  std::function<bool(Value)> isRead = [&](Value value) {
    return llvm::all_of(value.getUsers(), [&](Operation *user) {
      if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
              tensor::ExtractSliceOp>(user))
        return isRead(user->getResult(0));
      return isa<tensor::DimOp>(user) || readers.contains(user);
    });
  };
  return llvm::all_of(group.ops, [&](linalg::GenericOp op) {
    return op != attention->scores && op != attention->output &&
           readers.contains(op) && llvm::all_of(op.getResults(), isRead);
  });
}
