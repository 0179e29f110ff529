//===- VectorizeGeneric.cpp - A vector loop over one dimension ------------===//
//
// The dimension runs along contiguous memory in every operand that has it. A
// reduction along it keeps its lanes in registers and joins them in a fixed
// order, so that the same data give the same bits in every form of a kernel.
//
//===----------------------------------------------------------------------===//

#include "VectorLoops.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

bool nanguard::hasVectorRows(Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (!type || type.getRank() == 0 || type.getElementType().isInteger(1) ||
      !(type.getElementType().isIntOrFloat()))
    return false;
  SmallVector<int64_t> strides;
  int64_t offset;
  return succeeded(type.getStridesAndOffset(strides, offset)) &&
         strides.back() == 1;
}

Value nanguard::reduceLanes(
    OpBuilder &builder, Location loc, Value vector,
    function_ref<Value(OpBuilder &, Location, Value, Value)> combine) {
  auto type = cast<VectorType>(vector.getType());
  for (int64_t lanes = type.getDimSize(0); lanes > 1; lanes /= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t i = 0; i < lanes / 2; ++i) {
      low.push_back(i);
      high.push_back(i + lanes / 2);
    }
    Value a = vector::ShuffleOp::create(builder, loc, vector, vector, low);
    Value b = vector::ShuffleOp::create(builder, loc, vector, vector, high);
    vector = combine(builder, loc, a, b);
  }
  return vector::ExtractOp::create(builder, loc, vector, int64_t(0));
}

namespace {
/// One output: stored along the dimension, or reduced over it.
struct Output {
  Value memref;
  AffineMap map;
  bool reduced = false;
  Operation *combiner = nullptr; // of a reduced output
};

struct Plan {
  linalg::GenericOp op;
  unsigned dim = 0;
  int64_t lanes = 0;
  SmallVector<Output> outputs;
};

bool isElementwise(Operation &op) {
  if (isa<linalg::YieldOp, linalg::IndexOp>(op))
    return true;
  if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))
    return false;
  return OpTrait::hasElementwiseMappableTraits(&op) ||
         isa<arith::ConstantOp>(op);
}

std::optional<TypedAttr> neutral(Operation *combiner) {
  Type type = combiner->getResult(0).getType();
  // arith's table has +0 for addf; -0 leaves a sum of negative zeros alone.
  if (isa<arith::AddFOp>(combiner))
    return FloatAttr::get(type, -0.0);
  return arith::getNeutralElement(combiner);
}

/// The op that merges a value into output `i`, when reordering is sound.
Operation *combinerOf(linalg::GenericOp op, unsigned i) {
  Block &body = op.getRegion().front();
  BlockArgument acc = body.getArgument(op.getNumDpsInputs() + i);
  Operation *combiner = body.getTerminator()->getOperand(i).getDefiningOp();
  if (!combiner || combiner->getBlock() != &body || !acc.hasOneUse() ||
      *acc.user_begin() != combiner || !combiner->getResult(0).hasOneUse())
    return nullptr;
  if (!isa<arith::AddFOp, arith::MulFOp, arith::MaximumFOp, arith::MinimumFOp,
           arith::AddIOp, arith::MulIOp, arith::MaxUIOp, arith::MaxSIOp,
           arith::MinUIOp, arith::MinSIOp, arith::AndIOp, arith::OrIOp,
           arith::XOrIOp>(combiner))
    return nullptr;
  // A narrow float sum rounds step by step as the model wrote it, and 8 bits
  // have no reduction of a vector.
  auto type = dyn_cast<FloatType>(acc.getType());
  if (type && type.getWidth() < 32 &&
      (type.getWidth() < 16 ||
       !isa<arith::MaximumFOp, arith::MinimumFOp>(combiner)))
    return nullptr;
  return neutral(combiner) ? combiner : nullptr;
}

/// Whether an operand can go along `dim`: without it, or contiguous in it.
bool fits(Value memref, AffineMap map, unsigned dim) {
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    if (!expr.isFunctionOfDim(dim))
      continue;
    if (i + 1 != map.getNumResults() || !isa<AffineDimExpr>(expr))
      return false;
  }
  return !map.isFunctionOfDim(dim) || nanguard::hasVectorRows(memref);
}

FailureOr<Plan> planAlong(linalg::GenericOp op, unsigned dim) {
  Plan plan{op, dim, 0, {}};
  for (OpOperand &operand : op->getOpOperands())
    if (isa<MemRefType>(operand.get().getType()) &&
        !fits(operand.get(), op.getMatchingIndexingMap(&operand), dim))
      return failure();
  for (auto [i, init] : llvm::enumerate(op.getDpsInitsMutable())) {
    Output out{init.get(), op.getMatchingIndexingMap(&init)};
    out.reduced = !out.map.isFunctionOfDim(dim);
    if (out.reduced && !(out.combiner = combinerOf(op, i)))
      return failure();
    plan.outputs.push_back(out);
  }
  int64_t widest = 16;
  for (Operation &inner : op.getRegion().front()) {
    if (!isElementwise(inner))
      return failure();
    for (Type type : inner.getResultTypes())
      widest = std::max<int64_t>(
          widest, type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64);
  }
  // Two AVX2 registers of the widest type in flight; four where additions of
  // floats wait for each other, if that leaves no more over.
  plan.lanes = std::min<int64_t>(512 / widest, 16);
  int64_t extent = op.getStaticLoopRanges()[dim];
  bool hasFloatSum = llvm::any_of(plan.outputs, [](const Output &out) {
    return out.reduced && isa<FloatType>(getElementTypeOrSelf(out.memref));
  });
  if (hasFloatSum && (ShapedType::isDynamic(extent) ||
                      extent % (2 * plan.lanes) == extent % plan.lanes))
    plan.lanes *= 2;
  if (!ShapedType::isDynamic(extent))
    plan.lanes =
        std::min<int64_t>(plan.lanes, llvm::bit_floor<uint64_t>(extent));
  if (plan.lanes < 4)
    return failure();
  return plan;
}

class Emitter {
public:
  Emitter(RewriterBase &rewriter, Plan &plan)
      : b(rewriter), loc(plan.op.getLoc()), plan(plan), op(plan.op) {}
  void emit();

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Type vectorOf(Type type) { return VectorType::get({plan.lanes}, type); }
  Value extent(unsigned dim);
  SmallVector<Value> indices(AffineMap map);
  Value spread(Value scalar) {
    if (isa<VectorType>(scalar.getType()))
      return scalar;
    return vector::BroadcastOp::create(b, loc, vectorOf(scalar.getType()),
                                       scalar);
  }
  Value lineIndex(unsigned dim, bool vector);
  bool isParallel(unsigned dim);
  void computeInvariants();
  SmallVector<Value> step(ValueRange carried, bool vector);
  SmallVector<Value> run(Value from, Value to, int64_t by, ValueRange carried,
                         bool vector);
  void line();

  RewriterBase &b;
  Location loc;
  Plan &plan;
  linalg::GenericOp op;
  SmallVector<Value> at;
  IRMapping invariants; // of a line: what the body computes but once
};

Value Emitter::extent(unsigned dim) {
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [i, expr] : llvm::enumerate(map.getResults()))
      if (expr == b.getAffineDimExpr(dim)) {
        int64_t size = cast<MemRefType>(operand.get().getType()).getDimSize(i);
        if (!ShapedType::isDynamic(size))
          return index(size);
        return memref::DimOp::create(b, loc, operand.get(), i);
      }
  }
  return nullptr;
}

SmallVector<Value> Emitter::indices(AffineMap map) {
  SmallVector<Value> result;
  for (AffineExpr expr : map.getResults()) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      result.push_back(index(constant.getValue()));
    else
      result.push_back(at[cast<AffineDimExpr>(expr).getPosition()]);
  }
  return result;
}

Value Emitter::lineIndex(unsigned dim, bool vector) {
  if (!vector || dim != plan.dim)
    return at[dim];
  Value steps = vector::StepOp::create(
      b, loc, VectorType::get({plan.lanes}, b.getIndexType()));
  return arith::AddIOp::create(b, loc, spread(at[dim]), steps);
}

/// Whether iterations of `dim` write different elements or merge into an
/// integer accumulator, in whose combiner the order does not matter.
bool Emitter::isParallel(unsigned dim) {
  return llvm::all_of(llvm::enumerate(plan.outputs), [&](auto it) {
    const Output &out = it.value();
    if (out.map.isFunctionOfDim(dim))
      return true;
    return out.map.getNumResults() == 0 && out.combiner &&
           isa<arith::MaxUIOp, arith::AddIOp, arith::OrIOp>(out.combiner);
  });
}

/// Loads what is the same all along the line, and computes what needs no more
/// than that: a buffer that the line writes keeps LLVM from seeing it.
void Emitter::computeInvariants() {
  Block &body = op.getRegion().front();
  invariants.clear();
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap access = op.getMatchingIndexingMap(input);
    BlockArgument arg = op.getMatchingBlockArgument(input);
    if (arg.use_empty() || access.isFunctionOfDim(plan.dim))
      continue;
    Value value = input->get();
    if (isa<MemRefType>(value.getType()))
      value = memref::LoadOp::create(b, loc, value, indices(access));
    invariants.map(arg, value);
  }
  for (Operation &inner : body.without_terminator()) {
    bool isInvariant = !isa<linalg::IndexOp>(inner) && isPure(&inner) &&
                       llvm::all_of(inner.getOperands(), [&](Value operand) {
                         return invariants.contains(operand) ||
                                operand.getParentBlock() != &body;
                       });
    if (isInvariant)
      b.clone(inner, invariants);
  }
}

/// The body once, on scalars or on vectors; returns the reduced outputs.
SmallVector<Value> Emitter::step(ValueRange carried, bool vector) {
  Block &body = op.getRegion().front();
  IRMapping map = invariants;
  auto loadInto = [&](OpOperand &operand, BlockArgument arg) {
    AffineMap access = op.getMatchingIndexingMap(&operand);
    Value memref = operand.get();
    if (arg.use_empty() || map.contains(arg))
      return;
    if (vector && access.isFunctionOfDim(plan.dim))
      map.map(arg, vector::LoadOp::create(
                       b, loc, cast<VectorType>(vectorOf(arg.getType())),
                       memref, indices(access)));
    else
      map.map(arg, memref::LoadOp::create(b, loc, memref, indices(access)));
  };
  for (OpOperand *input : op.getDpsInputOperands())
    loadInto(*input, op.getMatchingBlockArgument(input));
  unsigned next = 0;
  for (auto [i, init] : llvm::enumerate(op.getDpsInitsMutable())) {
    BlockArgument arg = op.getMatchingBlockArgument(&init);
    if (plan.outputs[i].reduced)
      map.map(arg, carried[next++]);
    else
      loadInto(init, arg);
  }
  for (Operation &inner : body.without_terminator()) {
    if (inner.getNumResults() != 0 && map.contains(inner.getResult(0)))
      continue;
    if (auto position = dyn_cast<linalg::IndexOp>(inner)) {
      map.map(position.getResult(), lineIndex(position.getDim(), vector));
      continue;
    }
    bool wide = vector && llvm::any_of(inner.getOperands(), [&](Value v) {
                  return isa<VectorType>(map.lookupOrDefault(v).getType());
                });
    if (!wide) {
      b.clone(inner, map);
      continue;
    }
    SmallVector<Value> operands;
    for (Value operand : inner.getOperands())
      operands.push_back(spread(map.lookupOrDefault(operand)));
    SmallVector<Type> types;
    for (Type type : inner.getResultTypes())
      types.push_back(vectorOf(type));
    OperationState state(loc, inner.getName(), operands, types,
                         inner.getAttrs());
    map.map(inner.getResults(), b.create(state)->getResults());
  }
  SmallVector<Value> reduced;
  for (auto [i, value] : llvm::enumerate(body.getTerminator()->getOperands())) {
    Output &out = plan.outputs[i];
    Value mapped = map.lookupOrDefault(value);
    if (out.reduced)
      reduced.push_back(mapped);
    else if (vector)
      vector::StoreOp::create(b, loc, spread(mapped), out.memref,
                              indices(out.map));
    else
      memref::StoreOp::create(b, loc, mapped, out.memref, indices(out.map));
  }
  return reduced;
}

SmallVector<Value> Emitter::run(Value from, Value to, int64_t by,
                                ValueRange carried, bool vector) {
  auto loop = scf::ForOp::create(b, loc, from, to, index(by), carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  at[plan.dim] = loop.getInductionVar();
  if (carried.empty() && isParallel(plan.dim))
    nanguard::markParallel(loop);
  auto results = step(loop.getRegionIterArgs(), vector);
  if (!carried.empty() || !loop.getBody()->mightHaveTerminator())
    scf::YieldOp::create(b, loc, results);
  return SmallVector<Value>(loop.getResults());
}

void Emitter::line() {
  SmallVector<Value> lanes, sums;
  at[plan.dim] = index(0);
  computeInvariants();
  for (Output &out : plan.outputs) {
    if (!out.reduced)
      continue;
    TypedAttr value = *neutral(out.combiner);
    Value scalar = arith::ConstantOp::create(b, loc, value);
    lanes.push_back(spread(scalar));
  }
  Value end = extent(plan.dim);
  Value rest = b.createOrFold<arith::RemUIOp>(loc, end, index(plan.lanes));
  Value whole = b.createOrFold<arith::SubIOp>(loc, end, rest);
  lanes = run(index(0), whole, plan.lanes, lanes, /*vector=*/true);
  unsigned next = 0;
  SmallVector<Output *> reduced;
  for (Output &out : plan.outputs) {
    if (!out.reduced)
      continue;
    reduced.push_back(&out);
    auto combine = [&](OpBuilder &builder, Location l, Value x,
                       Value y) -> Value {
      OperationState state(l, out.combiner->getName(), {x, y}, {x.getType()},
                           out.combiner->getAttrs());
      return builder.create(state)->getResult(0);
    };
    Value sum = nanguard::reduceLanes(b, loc, lanes[next++], combine);
    Value old = memref::LoadOp::create(b, loc, out.memref, indices(out.map));
    sums.push_back(combine(b, loc, old, sum));
  }
  sums = run(whole, end, 1, sums, /*vector=*/false);
  for (auto [out, sum] : llvm::zip(reduced, sums))
    memref::StoreOp::create(b, loc, sum, out->memref, indices(out->map));
}

void Emitter::emit() {
  b.setInsertionPoint(op);
  at.assign(op.getNumLoops(), Value());
  std::function<void(unsigned)> nest = [&](unsigned dim) {
    if (dim == op.getNumLoops())
      return line();
    if (dim == plan.dim)
      return nest(dim + 1);
    auto loop = scf::ForOp::create(b, loc, index(0), extent(dim), index(1));
    if (isParallel(dim))
      nanguard::markParallel(loop);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    at[dim] = loop.getInductionVar();
    nest(dim + 1);
  };
  nest(0);
  b.eraseOp(op);
}
} // namespace

LogicalResult nanguard::vectorizeGeneric(RewriterBase &rewriter,
                                         linalg::GenericOp op) {
  unsigned loops = op.getNumLoops();
  for (AffineMap map : op.getIndexingMapsArray())
    for (AffineExpr expr : map.getResults())
      if (!isa<AffineDimExpr, AffineConstantExpr>(expr))
        return failure();
  for (unsigned dim = loops; dim-- > 0;) {
    auto plan = planAlong(op, dim);
    if (failed(plan))
      continue;
    Emitter(rewriter, *plan).emit();
    return success();
  }
  return failure();
}
