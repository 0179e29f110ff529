//===- ElementScans.cpp - Scans on elements in registers ------------------===//
//
// What a thread finds in its own elements, row by row or in all of them, and
// how that gets into the report.
//
//===----------------------------------------------------------------------===//

#include "ElementEmitter.h"

#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;
using AtomicKind = arith::AtomicRMWKind;

/// max(|bits(x)|) of floats: a maximum of magnitudes that keeps a NaN.
static bool isMagnitude(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      !isa<FloatType>(getElementTypeOrSelf(op.getDpsInputs()[0].getType())))
    return false;
  auto max = op.getBody()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::MaxUIOp>();
  if (!max)
    return false;
  Value magnitude =
      max.getLhs() == op.getRegionOutputArgs()[0] ? max.getRhs() : max.getLhs();
  auto mask = magnitude.getDefiningOp<arith::AndIOp>();
  APInt bits;
  if (!mask || !matchPattern(mask.getRhs(), m_ConstantInt(&bits)) ||
      !bits.isMaxSignedValue())
    return false;
  auto cast = mask.getLhs().getDefiningOp<arith::BitcastOp>();
  return cast && cast.getIn() == op.getBody()->getArgument(0);
}

/// The same on f16 and bf16, which need no more than their own arithmetic.
static bool isHalfMagnitude(linalg::GenericOp op) {
  return isMagnitude(op) && isa<Float16Type, BFloat16Type>(getElementTypeOrSelf(
                                op.getDpsInputs()[0].getType()));
}

/// select(condition, constant, x) of x alone, its operand number returned; the
/// condition's operands are the group's row values. Else -1.
static int matchRowChoice(const KernelGroup &group, linalg::GenericOp op) {
  if (op.getNumResults() != 1 || op.hasIndexSemantics() || !group.isFull(op))
    return -1;
  auto select = op.getBody()
                    ->getTerminator()
                    ->getOperand(0)
                    .getDefiningOp<arith::SelectOp>();
  auto chosen = select ? dyn_cast<BlockArgument>(select.getFalseValue())
                       : BlockArgument();
  if (!chosen || chosen.getOwner() != op.getBody() ||
      chosen.getArgNumber() >= op.getNumDpsInputs() || !chosen.hasOneUse() ||
      !matchPattern(select.getTrueValue(), m_Constant()))
    return -1;
  for (OpOperand *in : op.getDpsInputOperands()) {
    bool isRow = group.defines(in->get()) && !group.isFullValue(in->get());
    if (in->getOperandNumber() == chosen.getArgNumber()
            ? !group.isFullValue(in->get())
            : !isRow)
      return -1;
  }
  return chosen.getArgNumber();
}

SmallVector<Value> nanguard::stateOf(ArrayRef<Partial> partials) {
  SmallVector<Value> state;
  for (const Partial &partial : partials) {
    state.push_back(partial.value);
    if (partial.rowValue)
      state.push_back(partial.rowValue);
    llvm::append_range(state, partial.products);
  }
  return state;
}

void nanguard::setState(MutableArrayRef<Partial> partials, ValueRange state) {
  auto take = [&](Value &value) {
    value = state.front();
    state = state.drop_front();
  };
  for (Partial &partial : partials) {
    take(partial.value);
    if (partial.rowValue)
      take(partial.rowValue);
    llvm::for_each(partial.products, take);
  }
}

SmallVector<Partial> ElementEmitter::startScans(int64_t width,
                                                unsigned asksInProducts) {
  SmallVector<Partial> partials;
  for (linalg::GenericOp op : group.ops) {
    if (!group.isScan(op))
      continue;
    for (const Combiner &combiner : matchCombiners(op, /*integersOnly=*/true)) {
      Value input = stripReshapes(op.getDpsInputs()[0]);
      auto source = input.getDefiningOp<linalg::GenericOp>();
      // The largest of a softmax's quotients is known, and NaN if any is.
      bool isLargest = isHalfMagnitude(op) && group.defines(input) &&
                       softmaxSum(source) != nullptr;
      bool onRows =
          isLargest || (group.defines(input) && !group.isFullValue(input));
      bool packed = !onRows && width % 2 == 0 && isHalfMagnitude(op);
      Value start = identityOf(combiner), pair;
      if (packed) {
        auto type = VectorType::get({2}, getElementTypeOrSelf(input.getType()));
        pair = arith::ConstantOp::create(b, b.getZeroAttr(type));
      }
      SmallVector<linalg::GenericOp> choices;
      while (packed && group.rows && group.isFullValue(input)) {
        auto producer = cast<linalg::GenericOp>(input.getDefiningOp());
        int chosen = matchRowChoice(group, producer);
        if (chosen < 0)
          break;
        choices.push_back(producer);
        input = producer.getDpsInputs()[chosen];
      }
      if (packed && choices.empty())
        start = pair;
      Partial partial = {op,    combiner, onRows, packed,
                         start, Value(),  input,  choices};
      if (!choices.empty())
        partial.rowValue = pair;
      bool isStored = llvm::any_of(
          fullTargets, [&](auto &target) { return target.first == input; });
      partial.asksOnly = mayAskOnly() && isMagnitude(op);
      if (partial.asksOnly && packed && choices.empty() && isStored &&
          asksInProducts > 0) {
        for (unsigned i = 0; i < asksInProducts; ++i)
          llvm::append_range(partial.products, makeZeroProduct(b));
      } else if (!partial.asksOnly && !onRows && choices.empty() &&
                 combiner.kind == AtomicKind::maxu) {
        partial.known = loadKnown(cast<OpResult>(op.getResult(combiner.result)),
                                  start.getType());
        if (partial.known)
          partial.value = partial.known;
      }
      partials.push_back(std::move(partial));
    }
  }
  return partials;
}

/// The form may leave the largest magnitude out where it is that of a number.
bool ElementEmitter::mayAskOnly() {
  return formOf(plan.source()) == Form::FusedFinite;
}

/// The report's maximum so far, as `type`; null where the scan's place is not
/// in the report.
Value ElementEmitter::loadKnown(OpResult scan, Type type) {
  ScanSink sink = plan.sink(scan, AtomicKind::maxu);
  if (!sink.memref || sink.isFlag || sink.indices.empty() ||
      !llvm::all_of(sink.conversions, llvm::IsaPred<arith::ExtUIOp>))
    return nullptr;
  Value there = memref::LoadOp::create(b, sink.memref, sink.indices);
  if (there.getType() == type)
    return there;
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return arith::TruncIOp::create(b, type, there);
  Value half = arith::BitcastOp::create(
      b, vector.getElementType(),
      arith::TruncIOp::create(b, b.getI16Type(), there));
  return vector::FromElementsOp::create(b, vector, ValueRange{half, half});
}

/// Some lane's maximum is not what the report had, or that of a NaN or Inf.
Value ElementEmitter::hasNews(Partial &partial) {
  auto asInteger = [&](Value value) {
    return isa<VectorType>(value.getType()) ? asWord(b, value) : value;
  };
  Value differs;
  if (partial.known) {
    differs = arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                    asInteger(partial.value),
                                    asInteger(partial.known));
  } else {
    auto type = cast<FloatType>(
        getElementTypeOrSelf(partial.op.getDpsInputs()[0].getType()));
    Value value = partial.value;
    if (isa<VectorType>(value.getType()))
      value = largestHalf(value, partial.combiner.value.getType());
    APInt infinity = APFloat::getInf(type.getFloatSemantics()).bitcastToAPInt();
    differs = arith::CmpIOp::create(
        b, arith::CmpIPredicate::uge, value,
        arith::ConstantOp::create(b,
                                  b.getIntegerAttr(value.getType(), infinity)));
  }
  return NVVM::VoteSyncOp::create(b, b.getI1Type(), makeI32(b, -1), differs,
                                  NVVM::VoteSyncKind::any);
}

/// What a packed scan looks at, two elements each; of a chunk of odd width the
/// same value twice.
SmallVector<Value> ElementEmitter::pairsOf(const Partial &partial,
                                           Chunk &chunk) {
  linalg::GenericOp op = partial.op;
  Value input = partial.input;
  Type half = getElementTypeOrSelf(input.getType());
  auto pairType = VectorType::get({2}, half);
  if (chunk.width % 2 != 0) {
    Value rest = identityOf(partial.combiner);
    addTo(rest, chunk, op, partial.combiner);
    Value last = arith::BitcastOp::create(b, half, rest);
    return {
        vector::FromElementsOp::create(b, pairType, ValueRange{last, last})};
  }
  SmallVector<Value> values =
      group.defines(input)
          ? SmallVector<Value>(elements(chunk, input))
          : this->input(chunk, op, *op.getDpsInputOperands()[0]);
  SmallVector<Value> pairs;
  for (int64_t j = 0; j < chunk.width; j += 2)
    pairs.push_back(vector::FromElementsOp::create(
        b, pairType, ValueRange{values[j], values[j + 1]}));
  return pairs;
}

/// Neighbouring products have sums of their own: none waits for another.
void ElementEmitter::ask(Partial &partial, ArrayRef<Value> pairs) {
  for (; !pairs.empty();
       pairs = pairs.drop_front(std::min<size_t>(4, pairs.size()))) {
    auto sums = MutableArrayRef(partial.products).slice(partial.nextProduct, 2);
    addZeroProduct(b, pairs.take_front(4), sums);
    partial.nextProduct = (partial.nextProduct + 2) % partial.products.size();
  }
}

void ElementEmitter::scanChunk(Partial &partial, Chunk &chunk) {
  if (partial.onRows)
    return; // when all of the row is known
  if (!partial.packed)
    return addTo(partial.value, chunk, partial.op, partial.combiner);
  SmallVector<Value> pairs = pairsOf(partial, chunk);
  if (!partial.products.empty())
    return ask(partial, pairs);
  Value &value = partial.rowValue ? partial.rowValue : partial.value;
  Value highest = value;
  for (Value pair : pairs)
    highest = packedMagnitude(b, pair, highest);
  value = ifValid(chunk, highest, value);
}

/// The larger of two magnitudes in a register, as `bits`.
Value ElementEmitter::largestHalf(Value pair, Type bits) {
  Value both = asWord(b, pair);
  Value larger = arith::MaxUIOp::create(
      b, arith::ShRUIOp::create(b, both, makeI32(b, 16)),
      arith::AndIOp::create(b, both, makeI32(b, 0xffff)));
  return arith::TruncIOp::create(b, bits, larger);
}

/// What the row adds to a scan that ends with it.
Value ElementEmitter::valueOfRow(Partial &partial) {
  auto valueFor = [&](linalg::GenericOp op, Value inBody) {
    SmallVector<Value> args;
    for (Value in : op.getDpsInputs())
      args.push_back(rowValues.lookup(stripReshapes(in)));
    IRMapping mapping;
    cloneForElement(b, plan, op, args, {}, rowValid, mapping);
    return mapping.lookup(inBody);
  };
  if (partial.onRows) {
    if (group.isFullValue(partial.input)) {
      auto quotient = cast<linalg::GenericOp>(partial.input.getDefiningOp());
      Value sum = rowValues.lookup(softmaxSum(quotient));
      Value largest = reciprocal(sum);
      // A row without elements, and only such a one, has a sum of 0.
      if (llvm::any_of(ArrayRef(group.extents).drop_front(rowDims),
                       [](int64_t n) { return n < 1; })) { // dynamic ones too
        Value zero = arith::ConstantOp::create(b, b.getZeroAttr(sum.getType()));
        Value empty =
            arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, sum, zero);
        largest = arith::SelectOp::create(b, empty, zero, largest);
      }
      rowValues[partial.input] = arith::TruncFOp::create(
          b, getElementTypeOrSelf(partial.input.getType()), largest);
    }
    return valueFor(partial.op, partial.combiner.value);
  }
  Type bits = partial.combiner.value.getType();
  Value value = largestHalf(partial.rowValue, bits);
  // The choice nearest to the scan is the last.
  for (linalg::GenericOp op : llvm::reverse(partial.choices)) {
    auto select = op.getBody()
                      ->getTerminator()
                      ->getOperand(0)
                      .getDefiningOp<arith::SelectOp>();
    TypedAttr constant;
    matchPattern(select.getTrueValue(), m_Constant(&constant));
    APInt magnitude = cast<FloatAttr>(constant).getValue().bitcastToAPInt();
    magnitude.clearSignBit();
    value = arith::SelectOp::create(
        b, valueFor(op, select.getCondition()),
        arith::ConstantOp::create(b, b.getIntegerAttr(bits, magnitude)), value);
  }
  return value;
}

void ElementEmitter::endRow(MutableArrayRef<Partial> partials) {
  for (Partial &partial : partials) {
    if (!partial.endsWithRow())
      continue;
    Value value = valueOfRow(partial), counts = rowValid;
    // Lanes of one warp may have several rows' values: the first of each
    // reports.
    if (partial.onRows && !rowHasWarps) {
      Value first = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane,
                                          makeIndex(b, 0));
      counts =
          counts ? arith::AndIOp::create(b, first, counts).getResult() : first;
    }
    if (counts)
      value = arith::SelectOp::create(b, counts, value,
                                      identityOf(partial.combiner));
    partial.value = arith::getReductionOp(partial.combiner.kind, b, b.getLoc(),
                                          partial.value, value);
  }
}

/// Merges what a thread found: with `speaker`, each for itself where it holds.
void ElementEmitter::finishScan(Partial &partial, Value value, Value speaker) {
  ScanSink sink =
      plan.sink(cast<OpResult>(partial.op.getResult(partial.combiner.result)),
                partial.combiner.kind);
  if (sink.memref)
    mergeScan(b, sink, partial.combiner.kind, value, thread, speaker,
              /*isNews=*/partial.known != nullptr);
}

void ElementEmitter::finishScans(MutableArrayRef<Partial> partials) {
  for (Partial &partial : partials) {
    if (!partial.products.empty())
      continue;
    Value value = partial.value, speaker;
    OpBuilder::InsertionGuard guard(b);
    if (partial.known || partial.asksOnly) {
      auto ifOp = scf::IfOp::create(b, hasNews(partial), /*withElse=*/false);
      b.setInsertionPointToStart(ifOp.thenBlock());
    }
    if (isa<VectorType>(value.getType()))
      value = largestHalf(value, partial.combiner.value.getType());
    if (partial.onRows && rowHasWarps)
      speaker = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane,
                                      makeIndex(b, 0));
    finishScan(partial, value, speaker);
  }
}
