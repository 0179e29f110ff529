//===- ElementEmitter.cpp - What a group's ops do to elements -------------===//

#include "ElementEmitter.h"
#include "../Schedule/RowSoftmax.h"

#include "nanguard/Conversion/GPU/Passes.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;
using AtomicKind = arith::AtomicRMWKind;

Value nanguard::deviceScalar(ImplicitLocOpBuilder &b, KernelPlan &plan,
                             Value value) {
  if (Value known = plan.scalar(value))
    return known;
  Operation *op = value.getDefiningOp();
  IRMapping mapping;
  if (auto extract = dyn_cast_or_null<tensor::ExtractOp>(op)) {
    SmallVector<Value> indices;
    for (Value at : extract.getIndices())
      indices.push_back(deviceScalar(b, plan, at));
    if (Value buffer = plan.memref(extract.getTensor()))
      return memref::LoadOp::create(b, buffer, indices);
  } else if (op && isPure(op) && op->getNumRegions() == 0 &&
             !isa<tensor::TensorDialect>(op->getDialect())) {
    for (Value operand : op->getOperands())
      mapping.map(operand, deviceScalar(b, plan, operand));
    return b.clone(*op, mapping)
        ->getResult(cast<OpResult>(value).getResultNumber());
  }
  plan.fail("a scalar has no form on buffers");
  return arith::ConstantOp::create(
      b, cast<TypedAttr>(b.getZeroAttr(value.getType())));
}

SmallVector<Value> nanguard::loadIf(ImplicitLocOpBuilder &b, Value valid,
                                    TypeRange types,
                                    function_ref<SmallVector<Value>()> load) {
  if (!valid)
    return load();
  auto ifOp = scf::IfOp::create(b, types, valid, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(ifOp.elseBlock());
  SmallVector<Value> ones;
  for (Type type : types)
    ones.push_back(
        arith::ConstantOp::create(b, cast<TypedAttr>(b.getOneAttr(type))));
  scf::YieldOp::create(b, ones);
  b.setInsertionPointToStart(ifOp.thenBlock());
  scf::YieldOp::create(b, load());
  return ifOp.getResults();
}

void nanguard::cloneForElement(ImplicitLocOpBuilder &b, KernelPlan &plan,
                               linalg::GenericOp op, ArrayRef<Value> args,
                               ArrayRef<Value> ivs, Value valid,
                               IRMapping &mapping) {
  for (auto [arg, value] : llvm::zip(op.getBody()->getArguments(), args))
    if (value)
      mapping.map(arg, value);
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      mapping.map(index.getResult(), ivs[index.getDim()]);
      continue;
    }
    bool complete = true;
    for (Value operand : inner.getOperands()) {
      if (isa<RankedTensorType>(operand.getType()) || mapping.contains(operand))
        continue;
      if (operand.getParentBlock() == op.getBody())
        complete = false;
      else
        mapping.map(operand, deviceScalar(b, plan, operand));
    }
    if (!complete)
      continue; // the accumulator's op
    if (auto dim = dyn_cast<tensor::DimOp>(inner)) {
      // A copy would hold on to the tensor, which goes.
      std::optional<int64_t> at = dim.getConstantIndex();
      if (!at)
        plan.fail("an extent has no form on buffers");
      mapping.map(dim.getResult(),
                  plan.extent(dim.getSource(), at.value_or(0)));
      continue;
    }
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner)) {
      SmallVector<Value> indices;
      for (Value at : extract.getIndices())
        indices.push_back(mapping.lookup(at));
      if (Value buffer = plan.memref(extract.getTensor()))
        mapping.map(extract.getResult(),
                    loadIf(b, valid, extract.getType(), [&] {
                      return SmallVector<Value>{
                          memref::LoadOp::create(b, buffer, indices)};
                    })[0]);
      continue;
    }
    b.clone(inner, mapping);
  }
}

int64_t nanguard::bytesOf(Value tensor) {
  Type type = getElementTypeOrSelf(tensor.getType());
  return type.isIntOrFloat() ? llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)
                             : 8;
}

bool nanguard::isAligned(Value buffer, int64_t width) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  auto fits = [&](int64_t n) {
    return !ShapedType::isDynamic(n) && n % width == 0;
  };
  if (type.getLayout().isIdentity())
    return type.getRank() == 1 ||
           (type.getRank() > 1 && fits(type.getShape().back()));
  return succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides.back() == 1 && fits(offset) &&
         llvm::all_of(ArrayRef(strides).drop_back(), fits);
}

SmallVector<Value> nanguard::applyMap(ImplicitLocOpBuilder &b, AffineMap map,
                                      ArrayRef<Value> ivs) {
  auto values = affine::expandAffineMap(b, b.getLoc(), map, ivs);
  return SmallVector<Value>(values->begin(), values->end());
}

void ElementEmitter::findTargets() {
  for (linalg::GenericOp op : group.ops)
    if (!group.isScan(op))
      for (Value result : op.getResults())
        if (Value target = plan.target(group, result)) {
          bool isFull = group.isFull(op);
          (isFull ? fullTargets : rowTargets).push_back({result, target});
        }
}

bool ElementEmitter::isFlat(Value tensor, AffineMap map) {
  return map.isIdentity() && map.getNumResults() == group.rank &&
         !getElementTypeOrSelf(tensor.getType()).isInteger(1) &&
         plan.flat(tensor);
}

/// Along the last dimension, at places that are multiples of `width`.
bool ElementEmitter::isVectorAccess(Value tensor, AffineMap map,
                                    int64_t width) {
  int64_t last = group.extents.back();
  if (width == 1 || map.getNumResults() == 0 || ShapedType::isDynamic(last) ||
      last % width != 0 || getElementTypeOrSelf(tensor.getType()).isInteger(1))
    return false;
  unsigned dim = group.rank - 1;
  for (auto [i, e] : llvm::enumerate(map.getResults())) {
    bool isLast = i + 1 == map.getNumResults();
    if (isLast ? e != getAffineDimExpr(dim, map.getContext())
               : e.isFunctionOfDim(dim))
      return false;
  }
  Value buffer = plan.memref(tensor);
  return buffer && isAligned(buffer, width);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool ElementEmitter::isConstant(Value tensor) {
  return tensor.getDefiningOp<linalg::FillOp>() != nullptr;
}

bool ElementEmitter::movesWithColumn(AffineMap map) const {
  for (unsigned d = rowDims; d < group.rank; ++d)
    if (map.isFunctionOfDim(d))
      return true;
  return false;
}

/// An element that is the same for the whole row.
Value ElementEmitter::rowScalar(Value tensor, AffineMap map) {
  if (!isa<RankedTensorType>(tensor.getType()))
    return deviceScalar(b, plan, tensor);
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    return deviceScalar(b, plan, fill.getInputs()[0]);
  if (group.defines(tensor))
    return rowValues.lookup(tensor);
  Value buffer = plan.memref(tensor);
  if (!buffer)
    return nullptr;
  SmallVector<Value> ivs = rowIvs;
  ivs.resize(map.getNumDims());
  for (Value &iv : ivs)
    if (!iv)
      iv = makeIndex(b, 0);
  return loadIf(b, rowValid, getElementTypeOrSelf(tensor.getType()), [&] {
    return SmallVector<Value>{
        memref::LoadOp::create(b, buffer, applyMap(b, map, ivs))};
  })[0];
}

SmallVector<Value> ElementEmitter::ivsAt(Chunk &chunk, int64_t j) {
  int64_t last = group.extents.back();
  bool inLine = rowDims + 1 == group.rank ||
                (!ShapedType::isDynamic(last) && last % chunk.width == 0);
  if (j == 0 || inLine) {
    if (chunk.ivs.empty()) {
      chunk.ivs.assign(rowIvs.begin(), rowIvs.end());
      chunk.ivs.resize(group.rank);
      Value rest = chunk.column;
      for (unsigned d = group.rank - 1; d > rowDims; --d) {
        chunk.ivs[d] = arith::RemUIOp::create(b, rest, extents[d]);
        rest = arith::DivUIOp::create(b, rest, extents[d]);
      }
      chunk.ivs[rowDims] = rest;
    }
    SmallVector<Value> ivs = chunk.ivs;
    if (j > 0)
      ivs.back() = arith::AddIOp::create(b, ivs.back(), makeIndex(b, j));
    return ivs;
  }
  SmallVector<Value> ivs = rowIvs;
  ivs.resize(group.rank);
  Value rest = arith::AddIOp::create(b, chunk.column, makeIndex(b, j));
  for (unsigned d = group.rank - 1; d > rowDims; --d) {
    ivs[d] = arith::RemUIOp::create(b, rest, extents[d]);
    rest = arith::DivUIOp::create(b, rest, extents[d]);
  }
  ivs[rowDims] = rest;
  return ivs;
}

SmallVector<Value> ElementEmitter::load(Chunk &chunk, Value tensor,
                                        AffineMap map) {
  auto &known = chunk.loads[{tensor, map}];
  if (!known.empty())
    return known;
  Type type = getElementTypeOrSelf(tensor.getType());
  Value flat = isFlat(tensor, map) ? plan.flat(tensor) : Value();
  Value buffer = flat ? flat : plan.memref(tensor);
  if (!buffer)
    return {};
  SmallVector<Value> values;
  if (chunk.width > 1 && (flat || isVectorAccess(tensor, map, chunk.width))) {
    llvm::Align align(std::min(kAccessBytes, chunk.width * bytesOf(tensor)));
    SmallVector<Value> at = flat ? SmallVector<Value>{chunk.linear}
                                 : applyMap(b, map, ivsAt(chunk, 0));
    auto vectorType = VectorType::get({chunk.width}, type);
    values =
        unpack(b, loadIf(b, chunk.valid, vectorType, [&] {
                 return SmallVector<Value>{vector::LoadOp::create(
                     b, vectorType, buffer, at, /*nontemporal=*/false, align)};
               })[0]);
  } else {
    SmallVector<SmallVector<Value>> at;
    for (int64_t j = 0; j < chunk.width; ++j)
      at.push_back(flat ? SmallVector<Value>{chunk.linear}
                        : applyMap(b, map, ivsAt(chunk, j)));
    values = loadIf(b, chunk.valid, SmallVector<Type>(chunk.width, type), [&] {
      return llvm::map_to_vector(at, [&](ArrayRef<Value> indices) -> Value {
        return memref::LoadOp::create(b, buffer, indices);
      });
    });
  }
  // The map may have grown while indices were made.
  return chunk.loads[{tensor, map}] = values;
}

SmallVector<Value> ElementEmitter::input(Chunk &chunk, linalg::GenericOp op,
                                         OpOperand &in) {
  Value value = in.get();
  AffineMap map = op.getMatchingIndexingMap(&in);
  if (!isa<RankedTensorType>(value.getType()) || isConstant(value))
    return SmallVector<Value>(chunk.width, rowScalar(value, map));
  if (group.defines(value)) {
    if (group.isFullValue(value))
      return SmallVector<Value>(elements(chunk, value));
    return SmallVector<Value>(chunk.width, rowValues.lookup(value));
  }
  if (movesWithColumn(map))
    return load(chunk, value, map);
  // One load serves what lies in the same block of code.
  Value &known = rowLoads[{value, map}];
  if (known && known.getParentBlock() == b.getBlock())
    return SmallVector<Value>(chunk.width, known);
  Value loaded = rowScalar(value, map);
  rowLoads[{value, map}] = loaded;
  return SmallVector<Value>(chunk.width, loaded);
}

ArrayRef<Value> ElementEmitter::elements(Chunk &chunk, Value tensor) {
  tensor = stripReshapes(tensor);
  if (!chunk.elements.contains(tensor))
    evaluate(chunk, cast<linalg::GenericOp>(tensor.getDefiningOp()));
  return chunk.elements[tensor];
}

Chunk ElementEmitter::makeChunkAt(Value tensor, ArrayRef<Value> values,
                                  ArrayRef<Value> ivs, Value valid) {
  Chunk chunk;
  chunk.width = values.size();
  chunk.valid = valid;
  chunk.ivs.assign(ivs.begin(), ivs.end());
  chunk.linear = ivs[0];
  for (unsigned d = 1; d < group.rank; ++d)
    chunk.linear =
        add(arith::MulIOp::create(b, chunk.linear, extents[d]), ivs[d]);
  chunk.elements[tensor] = SmallVector<Value>(values);
  return chunk;
}

/// e / l of a softmax: from a reciprocal for the row that is rounded correctly,
/// one step of the remainder gives the rounded quotient. Only where it is less
/// than 2^-100, far below what the cast distinguishes in f16, may it be its
/// neighbour. A kernel that approximates multiplies by the reciprocal.
void ElementEmitter::evaluateQuotient(Chunk &chunk, linalg::GenericOp op,
                                      Value sum) {
  Value l = rowValues.lookup(sum), e;
  for (Value in : op.getDpsInputs())
    if (in != sum)
      e = in;
  auto cast = op.getBody()->getTerminator()->getOperand(0).getType();
  Value inverse = reciprocal(l), negative = arith::NegFOp::create(b, l);
  SmallVector<Value> values;
  for (Value x : elements(chunk, e)) {
    Value q = arith::MulFOp::create(b, x, inverse);
    if (!approximates()) {
      Value rest = math::FmaOp::create(b, negative, q, x);
      q = math::FmaOp::create(b, rest, inverse, q);
    }
    values.push_back(arith::TruncFOp::create(b, cast, q));
  }
  chunk.elements[op.getResult(0)] = values;
}

bool ElementEmitter::approximates() {
  return plan.source()->hasAttr(kHalfResultsAttr);
}

/// 1 / l of a softmax's sum, which is 1 at least.
Value ElementEmitter::reciprocal(Value l) {
  if (approximates())
    return LLVM::CallIntrinsicOp::create(
               b, l.getType(), b.getStringAttr("llvm.nvvm.rcp.approx.ftz.f"), l)
        ->getResult(0);
  Value one = arith::ConstantOp::create(b, b.getFloatAttr(l.getType(), 1.0));
  return arith::DivFOp::create(b, one, l);
}

void ElementEmitter::evaluate(Chunk &chunk, linalg::GenericOp op) {
  if (Value sum = softmaxSum(op))
    return evaluateQuotient(chunk, op, sum);
  SmallVector<SmallVector<Value>> inputs;
  for (OpOperand &operand : op->getOpOperands()) {
    bool isRead = !op.getMatchingBlockArgument(&operand).use_empty();
    inputs.push_back(isRead ? input(chunk, op, operand)
                            : SmallVector<Value>(chunk.width));
  }
  SmallVector<SmallVector<Value>> results(op.getNumResults());
  bool flushes = isSoftmaxExponential(op);
  for (int64_t j = 0; j < chunk.width; ++j) {
    SmallVector<Value> args;
    for (auto &values : inputs)
      args.push_back(values[j]);
    IRMapping mapping;
    SmallVector<Value> ivs;
    if (op.hasIndexSemantics())
      ivs = ivsAt(chunk, j);
    cloneForElement(b, plan, op, args, ivs, chunk.valid, mapping);
    if (flushes)
      mapping.lookup(op.getBody()->getTerminator()->getOperand(0))
          .getDefiningOp()
          ->setAttr(kFlushesAttr, b.getUnitAttr());
    for (auto [result, yielded] :
         llvm::zip(results, op.getBody()->getTerminator()->getOperands())) {
      Value value = mapping.lookupOrNull(yielded);
      result.push_back(value ? value : deviceScalar(b, plan, yielded));
    }
  }
  for (auto [result, values] : llvm::zip(op.getResults(), results))
    chunk.elements[result] = values;
}

/// The sum under a softmax's quotient, if the group has both.
Value ElementEmitter::softmaxSum(linalg::GenericOp op) {
  Value sum = matchSoftmaxSum(op);
  return sum && group.defines(sum) && !group.isFullValue(sum) &&
                 group.isFull(op)
             ? sum
             : Value();
}

/// The exponentials under a softmax's sum and quotient, and nothing else: below
/// 2^-126 they are as good as 0 beside a sum of 1 at least.
bool ElementEmitter::isSoftmaxExponential(linalg::GenericOp op) {
  return llvm::any_of(group.ops, [&](linalg::GenericOp quotient) {
    Value sum = softmaxSum(quotient);
    return sum &&
           llvm::is_contained(quotient.getDpsInputs(), op->getResult(0)) &&
           llvm::all_of(op->getUsers(), [&](Operation *user) {
             return user == quotient || user == sum.getDefiningOp();
           });
  });
}

/// What each combiner takes of a chunk's elements.
SmallVector<SmallVector<Value>>
ElementEmitter::summands(Chunk &chunk, linalg::GenericOp op,
                         ArrayRef<Combiner> combiners) {
  SmallVector<SmallVector<Value>> inputs;
  for (OpOperand *in : op.getDpsInputOperands()) {
    if (op.getMatchingBlockArgument(in).use_empty()) {
      inputs.emplace_back(chunk.width);
      continue;
    }
    if (group.isScan(op)) {
      // Of all elements in their order, whatever shape they have been given.
      Value value = stripReshapes(in->get());
      if (group.defines(value)) {
        inputs.emplace_back(elements(chunk, value));
        continue;
      }
    }
    inputs.push_back(input(chunk, op, *in));
  }
  SmallVector<SmallVector<Value>> taken(combiners.size());
  for (int64_t j = 0; j < chunk.width; ++j) {
    SmallVector<Value> args;
    for (auto &values : inputs)
      args.push_back(values[j]);
    SmallVector<Value> ivs;
    if (op.hasIndexSemantics())
      ivs = ivsAt(chunk, j);
    IRMapping mapping;
    cloneForElement(b, plan, op, args, ivs, chunk.valid, mapping);
    for (auto [values, combiner] : llvm::zip(taken, combiners)) {
      Value value = mapping.lookupOrNull(combiner.value);
      values.push_back(value ? value : deviceScalar(b, plan, combiner.value));
    }
  }
  return taken;
}

Value ElementEmitter::ifValid(const Chunk &chunk, Value value, Value other) {
  return chunk.valid
             ? arith::SelectOp::create(b, chunk.valid, value, other).getResult()
             : value;
}

/// A product that is only summed up, in a type whose sums are not rounded to a
/// narrower one in between.
static bool isSumOfProducts(const Combiner &combiner) {
  auto product = combiner.value.getDefiningOp<arith::MulFOp>();
  return product && combiner.kind == arith::AtomicRMWKind::addf &&
         product->getBlock() == combiner.op->getBlock() &&
         (product.getType().isF32() || product.getType().isF64());
}

/// The sum of products, as they are multiplied: one after the other by fma in
/// each half, so that a chain is no longer than needed.
static Value sumProducts(ImplicitLocOpBuilder &b, ArrayRef<Value> products) {
  Value sums[2];
  size_t half = std::max<size_t>(products.size() / 2, 1);
  for (auto [i, product] : llvm::enumerate(products)) {
    Value &sum = sums[i / half];
    auto mul = product.getDefiningOp<arith::MulFOp>();
    sum = sum ? math::FmaOp::create(b, mul.getLhs(), mul.getRhs(), sum)
                    .getResult()
              : product;
  }
  return sums[1] ? arith::AddFOp::create(b, sums[0], sums[1]).getResult()
                 : sums[0];
}

void ElementEmitter::addTo(MutableArrayRef<Value> partials, Chunk &chunk,
                           linalg::GenericOp op, ArrayRef<Combiner> combiners) {
  auto taken = summands(chunk, op, combiners);
  for (auto [partial, combiner, values] :
       llvm::zip(partials, combiners, taken)) {
    if (isSumOfProducts(combiner) && llvm::all_of(values, [](Value value) {
          return value.getDefiningOp<arith::MulFOp>();
        }))
      values = {sumProducts(b, values)};
    // Neighbours first: a tree has a shorter chain and rounds less.
    for (size_t step = 1; step < values.size(); step *= 2)
      for (size_t i = 0; i + step < values.size(); i += 2 * step)
        values[i] = arith::getReductionOp(combiner.kind, b, b.getLoc(),
                                          values[i], values[i + step]);
    Value sum =
        arith::getReductionOp(combiner.kind, b, b.getLoc(), partial, values[0]);
    partial = ifValid(chunk, sum, partial);
  }
}

void ElementEmitter::storeChunk(Chunk &chunk) {
  SmallVector<std::pair<Value, Value>> stores;
  for (auto [tensor, buffer] : fullTargets) {
    ArrayRef<Value> values = elements(chunk, tensor);
    auto type = cast<MemRefType>(buffer.getType());
    bool isVector = chunk.width > 1 && !type.getElementType().isInteger(1);
    Value packed = values[0];
    if (isVector)
      packed = vector::FromElementsOp::create(
          b, VectorType::get({chunk.width}, type.getElementType()), values);
    stores.push_back({packed, isVector || chunk.width == 1 ? Value() : tensor});
  }
  OpBuilder::InsertionGuard guard(b);
  if (chunk.valid) {
    auto ifOp = scf::IfOp::create(b, chunk.valid, /*withElse=*/false);
    b.setInsertionPointToStart(ifOp.thenBlock());
  }
  for (auto [target, store] : llvm::zip(fullTargets, stores)) {
    auto [tensor, buffer] = target;
    auto [packed, scattered] = store;
    Value flat = plan.flat(tensor);
    if (!flat)
      return plan.fail("a result is not contiguous");
    if (scattered) {
      for (auto [j, value] : llvm::enumerate(elements(chunk, tensor)))
        memref::StoreOp::create(b, value, flat,
                                ValueRange{arith::AddIOp::create(
                                    b, chunk.linear, makeIndex(b, j))});
    } else if (isa<VectorType>(packed.getType())) {
      llvm::Align align(std::min(kAccessBytes, chunk.width * bytesOf(tensor)));
      vector::StoreOp::create(b, packed, flat, chunk.linear,
                              /*nontemporal=*/false, align);
    } else {
      memref::StoreOp::create(b, packed, flat, chunk.linear);
    }
  }
}
