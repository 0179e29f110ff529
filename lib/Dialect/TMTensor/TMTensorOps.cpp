//===- TMTensorOps.cpp - The tm_tensor dialect ----------------------------===//
//
// Registration and verifiers: what the lowering takes for granted.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Dialect/TMTensor/TMTensorOps.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace nanguard::tm_tensor;

#include "nanguard/Dialect/TMTensor/TMTensorDialect.cpp.inc"
#define GET_OP_CLASSES
#include "nanguard/Dialect/TMTensor/TMTensorOps.cpp.inc"

void TMTensorDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "nanguard/Dialect/TMTensor/TMTensorOps.cpp.inc"
      >();
}

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Operands by number, and results of the destinations' types, if any.
static LogicalResult verifyCounts(Operation *op, OperandRange inputs,
                                  ArrayRef<size_t> counts, OperandRange outputs,
                                  size_t numOutputs) {
  if (!llvm::is_contained(counts, inputs.size()))
    return op->emitOpError("has ") << inputs.size() << " inputs";
  if (outputs.size() != numOutputs)
    return op->emitOpError("has ")
           << outputs.size() << " destinations, not " << numOutputs;
  if (op->getResultTypes() != TypeRange(outputs))
    return op->emitOpError("has results of other types than its destinations");
  return success();
}

static LogicalResult verifyDimension(Operation *op, int64_t dimension,
                                     RankedTensorType type) {
  if (dimension < 0 || dimension >= type.getRank())
    return op->emitOpError("has no dimension ") << dimension;
  return success();
}

/// A region from values of `types` to one of `result`.
static LogicalResult verifyRegion(Operation *op, TypeRange types, Type result) {
  Block &block = op->getRegion(0).front();
  if (block.getArgumentTypes() != types)
    return op->emitOpError("has a region of other arguments than its elements");
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield || yield->getNumOperands() != 1 ||
      yield->getOperand(0).getType() != result)
    return op->emitOpError("has a region that does not yield one ") << result;
  return success();
}

/// Extents that may be the same.
static bool agree(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  return succeeded(verifyCompatibleShape(a, b));
}

LogicalResult ScanOp::verify() {
  if (failed(verifyCounts(*this, getInputs(), 1, getOutputs(), 2)))
    return failure();
  RankedTensorType in = typeOf(getInputs()[0]), out = typeOf(getOutputs()[0]);
  if (failed(verifyDimension(*this, getDimension(), in)))
    return failure();
  SmallVector<int64_t> rest(in.getShape());
  rest.erase(rest.begin() + getDimension());
  RankedTensorType accumulator = typeOf(getOutputs()[1]);
  if (!agree(in.getShape(), out.getShape()) ||
      !agree(accumulator.getShape(), rest))
    return emitOpError("has destinations of other shapes than its input's");
  Type element = in.getElementType();
  if (out.getElementType() != element ||
      accumulator.getElementType() != element)
    return emitOpError("has destinations of other elements than its input's");
  return verifyRegion(*this, {element, element}, element);
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyCounts(*this, getInputs(), 2, getOutputs(), 1)))
    return failure();
  RankedTensorType updates = typeOf(getInputs()[0]),
                   indices = typeOf(getInputs()[1]),
                   out = typeOf(getOutputs()[0]);
  ArrayRef<int64_t> map = getDimensionMap();
  if (indices.getRank() != 2 || !indices.getElementType().isInteger() ||
      indices.getDimSize(1) != static_cast<int64_t>(map.size()))
    return emitOpError("has indices that are no rows of ")
           << map.size() << " integers";
  if (updates.getRank() < 1 || updates.getRank() - 1 > out.getRank() ||
      !agree(updates.getShape().take_front(), indices.getShape().take_front()))
    return emitOpError("has updates that do not fit indices and destination");
  llvm::SmallDenseSet<int64_t> dims;
  for (int64_t dim : map)
    if (dim < 0 || dim >= out.getRank() || !dims.insert(dim).second)
      return emitOpError("maps no dimension of the destination, or one twice");
  for (int64_t dim = 0; dim <= out.getRank() - updates.getRank(); ++dim)
    if (!dims.contains(dim))
      return emitOpError("has nothing to say where along dimension ") << dim;
  Type element = out.getElementType();
  if (updates.getElementType() != element)
    return emitOpError("has updates of other elements than its destination's");
  return verifyRegion(*this, {element, element}, element);
}

LogicalResult SortOp::verify() {
  if (getOutputs().empty())
    return emitOpError("sorts nothing");
  if (failed(verifyCounts(*this, getInputs(), 0, getOutputs(),
                          getOutputs().size())))
    return failure();
  RankedTensorType first = typeOf(getOutputs()[0]);
  if (failed(verifyDimension(*this, getDimension(), first)))
    return failure();
  SmallVector<Type> elements;
  for (Value out : getOutputs()) {
    if (typeOf(out).getShape() != first.getShape())
      return emitOpError("has destinations of different shapes");
    elements.append(2, typeOf(out).getElementType());
  }
  return verifyRegion(*this, elements, IntegerType::get(getContext(), 1));
}

LogicalResult TopkOp::verify() {
  if (failed(verifyCounts(*this, getInputs(), {1, 2}, getOutputs(), 2)))
    return failure();
  RankedTensorType in = typeOf(getInputs()[0]), out = typeOf(getOutputs()[0]),
                   indices = typeOf(getOutputs()[1]);
  if (failed(verifyDimension(*this, getDimension(), in)))
    return failure();
  SmallVector<int64_t> expected(in.getShape());
  if (out.getRank() == in.getRank())
    expected[getDimension()] = out.getDimSize(getDimension());
  if (!agree(out.getShape(), expected) ||
      !agree(indices.getShape(), out.getShape()))
    return emitOpError("has destinations of other shapes than its input's");
  if (!isa<IntegerType>(indices.getElementType()) ||
      out.getElementType() != in.getElementType())
    return emitOpError("has destinations of other elements than its input's");
  if (getInputs().size() == 2) {
    RankedTensorType given = typeOf(getInputs()[1]);
    if (!agree(given.getShape(), in.getShape()) ||
        given.getElementType() != indices.getElementType())
      return emitOpError("has indices that do not fit its values");
  }
  Type element = in.getElementType();
  return verifyRegion(*this, {element, element},
                      IntegerType::get(getContext(), 1));
}

LogicalResult AttentionOp::verify() {
  if (failed(verifyCounts(*this, getInputs(), {3, 4}, getOutputs(), 1)))
    return failure();
  RankedTensorType q = typeOf(getInputs()[0]), k = typeOf(getInputs()[1]),
                   v = typeOf(getInputs()[2]), out = typeOf(getOutputs()[0]);
  if (q.getRank() != 3 || k.getRank() != 3 || v.getRank() != 3)
    return emitOpError("has operands that are not of rank 3");
  int64_t batch = q.getDimSize(0), m = q.getDimSize(1), keys = k.getDimSize(1);
  if (!agree(k.getShape(), {batch, keys, q.getDimSize(2)}) ||
      !agree(v.getShape(), {batch, keys, v.getDimSize(2)}) ||
      !agree(out.getShape(), {batch, m, v.getDimSize(2)}))
    return emitOpError("has operands whose shapes do not fit");
  auto element = dyn_cast<FloatType>(q.getElementType());
  for (RankedTensorType type : {k, v, out})
    if (!element || type.getElementType() != element)
      return emitOpError("has operands that are not of one float type");
  if (getInputs().size() == 3)
    return success();
  RankedTensorType mask = typeOf(getInputs()[3]);
  if (!agree(mask.getShape(), {batch, m, keys}) ||
      (mask.getElementType() != element && !mask.getElementType().isInteger(1)))
    return emitOpError("has a mask that does not fit");
  return success();
}
