//===- F64Tiles.cpp - Products of f64 on tensor cores ---------------------===//

#include "F64Tiles.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace nanguard;

/// The cast that a chain of steps ends with, if it loses nothing.
static arith::ExtFOp lastWidening(ArrayRef<linalg::GenericOp> steps) {
  if (steps.empty())
    return nullptr;
  linalg::GenericOp last = steps.back();
  return last.getBody()
      ->getTerminator()
      ->getOperand(0)
      .getDefiningOp<arith::ExtFOp>();
}

FloatType WideTile::element() const {
  if (auto ext = lastWidening(steps))
    return cast<FloatType>(ext.getIn().getType());
  Value last = steps.empty() ? factor.tensor
                             : linalg::GenericOp(steps.back()).getResult(0);
  return cast<FloatType>(getElementTypeOrSelf(last.getType()));
}

MemRefType WideTile::sharedType() const {
  int64_t pad = 128 / element().getWidth();
  return MemRefType::get(
      {rows, columns + pad}, element(), MemRefLayoutAttrInterface(),
      gpu::AddressSpaceAttr::get(factor.tensor.getContext(),
                                 gpu::AddressSpace::Workgroup));
}

int64_t WideTile::bytes() const {
  return sharedType().getNumElements() * element().getWidth() / 8;
}

Value WideTileBuilder::widen(Value x) {
  return x.getType().isF64() ? x : arith::ExtFOp::create(b, b.getF64Type(), x);
}

Value WideTileBuilder::isFinite(Value x) {
  auto type = cast<FloatType>(x.getType());
  Value inf = arith::ConstantOp::create(
      b, b.getFloatAttr(type, APFloat::getInf(type.getFloatSemantics())));
  return arith::CmpFOp::create(b, arith::CmpFPredicate::OLT,
                               math::AbsFOp::create(b, x), inf);
}

Value WideTileBuilder::applySteps(const WideTile &tile, Value x) {
  for (linalg::GenericOp step : tile.steps) {
    IRMapping mapping;
    cloneForElement(b, plan, step, {x, Value()}, {}, Value(), mapping);
    Value yielded = step.getBody()->getTerminator()->getOperand(0);
    if (step == tile.steps.back())
      if (auto ext = lastWidening(tile.steps))
        yielded = ext.getIn();
    x = mapping.lookup(yielded);
  }
  return x;
}

Value WideTileBuilder::copy(const WideTile &tile, Value row,
                            ArrayRef<Value> ivs) {
  const Factor &factor = tile.factor;
  bool columnsAreContiguous = factor.alongK != tile.rowsAreK;
  int64_t width = std::min<int64_t>(
      factor.width,
      kAccessBytes * 8 / factor.element().getIntOrFloatBitWidth());
  if (!columnsAreContiguous)
    width = 1;
  int64_t chunks = tile.columns / width;
  Value rowLimit = tile.rowsAreK ? factor.depthLimit : factor.limit;
  Value columnLimit = tile.rowsAreK ? factor.limit : factor.depthLimit;
  auto loop = scf::ForOp::create(
      b, thread, makeIndex(b, tile.rows * chunks), makeIndex(b, threads),
      arith::ConstantOp::create(b, b.getBoolAttr(false)).getResult());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value id = loop.getInductionVar(), seen = loop.getRegionIterArg(0);
  Value place = by(id, chunks), column = times(mod(id, chunks), width);
  Value at = add(row, place);
  Value inside = isBelow(b, at, rowLimit);
  at = arith::SelectOp::create(b, inside, at, makeIndex(b, 0));
  Value valid =
      arith::AndIOp::create(b, inside, isBelow(b, column, columnLimit));
  Value other = arith::SelectOp::create(b, valid, column, makeIndex(b, 0));
  SmallVector<Value> values,
      indices =
          factor.indices(b, factor.loopsAt(b, ivs, tile.rowsAreK ? other : at,
                                           tile.rowsAreK ? at : other));
  if (width == 1) {
    values.push_back(memref::LoadOp::create(b, factor.buffer, indices));
  } else {
    auto type = VectorType::get({width}, factor.element());
    values = unpack(
        b,
        vector::LoadOp::create(
            b, type, factor.buffer, indices, /*nontemporal=*/false,
            llvm::Align(width * factor.element().getIntOrFloatBitWidth() / 8)));
  }
  Value none =
      arith::ConstantOp::create(b, b.getFloatAttr(tile.element(), 0.0));
  Value wrong = arith::ConstantOp::create(b, b.getBoolAttr(true));
  for (Value &value : values) {
    value = applySteps(tile, value);
    value = arith::SelectOp::create(b, valid, value, none);
    seen = arith::OrIOp::create(
        b, seen, arith::XOrIOp::create(b, isFinite(value), wrong));
  }
  if (width == 1)
    memref::StoreOp::create(b, values[0], tile.shared,
                            ValueRange{place, column});
  else
    vector::StoreOp::create(
        b,
        vector::FromElementsOp::create(
            b, VectorType::get({width}, tile.element()), values),
        tile.shared, ValueRange{place, column}, /*nontemporal=*/false,
        llvm::Align(std::min<int64_t>(kAccessBytes,
                                      width * tile.element().getWidth() / 8)));
  scf::YieldOp::create(b, seen);
  return loop.getResult(0);
}

void WideTileBuilder::clearNonFinite(const WideTile &tile) {
  auto loop = scf::ForOp::create(
      b, thread, makeIndex(b, tile.rows * tile.columns), makeIndex(b, threads));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value id = loop.getInductionVar();
  SmallVector<Value> place = {by(id, tile.columns), mod(id, tile.columns)};
  Value value = memref::LoadOp::create(b, tile.shared, place);
  Value none =
      arith::ConstantOp::create(b, b.getFloatAttr(tile.element(), 0.0));
  value = arith::SelectOp::create(b, isFinite(value), value, none);
  memref::StoreOp::create(b, value, tile.shared, place);
}

Value WideTileBuilder::load(const WideTile &tile, Value row, Value column) {
  return widen(memref::LoadOp::create(b, tile.shared, ValueRange{row, column}));
}

Value WideTileBuilder::loadAlongRow(const WideTile &tile, Value row,
                                    Value column) {
  return load(tile, add(row, by(lane, 4)), add(column, mod(lane, 4)));
}

Value WideTileBuilder::loadAlongColumn(const WideTile &tile, Value row,
                                       Value column) {
  return load(tile, add(row, times(mod(lane, 4), 2)), add(column, by(lane, 4)));
}

void WideTileBuilder::multiply(Value left, Value right,
                               MutableArrayRef<Value> sums) {
  Type f64 = b.getF64Type();
  Value result = NVVM::MmaOp::create(
      b, LLVM::LLVMStructType::getLiteral(b.getContext(), {f64, f64}),
      ValueRange(left), ValueRange(right), ValueRange(sums),
      ArrayRef<int64_t>{8, 8, 4}, /*b1Op=*/std::nullopt,
      /*intOverflow=*/std::nullopt,
      std::array<NVVM::MMATypes, 2>{NVVM::MMATypes::f64, NVVM::MMATypes::f64},
      std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                     NVVM::MMALayout::col});
  for (auto [i, sum] : llvm::enumerate(sums))
    sum = LLVM::ExtractValueOp::create(b, result, i);
}
