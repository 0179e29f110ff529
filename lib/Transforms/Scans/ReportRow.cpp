//===- ReportRow.cpp - Reading and writing report rows --------------------===//
//
// What passes put into the columns of a row.
//
//===----------------------------------------------------------------------===//

#include "ReportRow.h"

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace nanguard;

RankedTensorType nanguard::reportRowType(MLIRContext *context) {
  return RankedTensorType::get({NANGUARD_REPORT_COLUMNS},
                               IntegerType::get(context, 64));
}

Value nanguard::constantInt(ImplicitLocOpBuilder &b, int64_t value,
                            unsigned width) {
  return arith::ConstantOp::create(
      b, b.getIntegerAttr(b.getIntegerType(width), value));
}

Value nanguard::isAsked(ImplicitLocOpBuilder &b, Value tier, int64_t bits) {
  Value asked = arith::AndIOp::create(b, tier, constantInt(b, bits, 8));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, asked,
                               constantInt(b, 0, 8));
}

Value nanguard::freshRow(ImplicitLocOpBuilder &b, bool inBuffer) {
  RankedTensorType type = reportRowType(b.getContext());
  Value zeros = arith::ConstantOp::create(
      b, DenseElementsAttr::get(type, b.getI64IntegerAttr(0)));
  if (!inBuffer)
    return zeros;
  return bufferization::AllocTensorOp::create(b, type, ValueRange{}, zeros);
}

Value nanguard::insertAt(ImplicitLocOpBuilder &b, Value value, Value row,
                         nanguard_column column) {
  return tensor::InsertOp::create(
      b, value, row, ValueRange{arith::ConstantIndexOp::create(b, column)});
}

Value nanguard::extractAt(ImplicitLocOpBuilder &b, Value row, int64_t index) {
  return tensor::ExtractOp::create(
      b, row, ValueRange{arith::ConstantIndexOp::create(b, index)});
}

static Value scan(ImplicitLocOpBuilder &b, Value x, ScanMode mode,
                  bool expectInf, DenseElementsAttr start) {
  Value acc = arith::ConstantOp::create(b, start);
  return ScanOp::create(b, acc.getType(),
                        ScanModeAttr::get(b.getContext(), mode),
                        expectInf ? b.getUnitAttr() : UnitAttr(), x, acc)
      .getResult();
}

Value nanguard::scanBits(ImplicitLocOpBuilder &b, Value output,
                         bool expectInf) {
  unsigned width =
      getElementTypeOrSelf(output.getType()).getIntOrFloatBitWidth();
  auto slot = RankedTensorType::get({}, b.getIntegerType(width));
  Value bits = tensor::ExtractOp::create(
      b,
      scan(b, output, ScanMode::Bits, expectInf,
           DenseElementsAttr::get(slot,
                                  b.getIntegerAttr(slot.getElementType(), 0))),
      ValueRange{});
  if (width < 64)
    bits = arith::ExtUIOp::create(b, b.getI64Type(), bits);
  return bits;
}

Value nanguard::orStatus(ImplicitLocOpBuilder &b, Value row, Value bits) {
  Value status = extractAt(b, row, NANGUARD_COL_STATUS);
  return insertAt(b, arith::OrIOp::create(b, status, bits), row,
                  NANGUARD_COL_STATUS);
}

Value nanguard::writeCounts(ImplicitLocOpBuilder &b, Value x, Value row,
                            bool expectInf) {
  auto type = RankedTensorType::get({3}, b.getI64Type());
  Value counts =
      scan(b, x, ScanMode::Count, expectInf,
           DenseElementsAttr::get(type, ArrayRef<int64_t>{0, 0, -1}));
  row = insertAt(b, extractAt(b, counts, 0), row, NANGUARD_COL_NAN_COUNT);
  row = insertAt(b, extractAt(b, counts, 1), row, NANGUARD_COL_INF_COUNT);
  row = insertAt(b, extractAt(b, counts, 2), row, NANGUARD_COL_FIRST_BAD);
  return orStatus(b, row, constantI64(b, NANGUARD_STATUS_COUNTED));
}

/// mean = Σx / n, variance = Σx²/n − mean², of the finite values.
Value nanguard::writeStats(ImplicitLocOpBuilder &b, Value x, Value row,
                           bool expectInf) {
  double inf = std::numeric_limits<double>::infinity();
  auto type = RankedTensorType::get({5}, b.getF64Type());
  Value stats = scan(
      b, x, ScanMode::Stats, expectInf,
      DenseElementsAttr::get(type, ArrayRef<double>{0.0, inf, -inf, 0.0, 0.0}));
  Value n = extractAt(b, stats, 0);
  Value mean = arith::DivFOp::create(b, extractAt(b, stats, 3), n);
  Value square = arith::DivFOp::create(b, extractAt(b, stats, 4), n);
  Value variance =
      arith::SubFOp::create(b, square, arith::MulFOp::create(b, mean, mean));
  auto put = [&](Value value, nanguard_column column) {
    row = insertAt(b, arith::BitcastOp::create(b, b.getI64Type(), value), row,
                   column);
  };
  put(extractAt(b, stats, 1), NANGUARD_COL_MIN);
  put(extractAt(b, stats, 2), NANGUARD_COL_MAX);
  put(mean, NANGUARD_COL_MEAN);
  put(variance, NANGUARD_COL_VAR);
  return orStatus(b, row, constantI64(b, NANGUARD_STATUS_STATS));
}

Value nanguard::isBadRow(ImplicitLocOpBuilder &b, Value row, FloatType type) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::uge,
                               extractAt(b, row, NANGUARD_COL_MAX_BITS),
                               constantInt(b, infinityBits(type), 64));
}
