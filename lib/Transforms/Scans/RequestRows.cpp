//===- RequestRows.cpp - A report row for each request --------------------===//
//
// One pass over all is enough in a clean step. In a bad one each request's part
// of the output is looked at by itself.
//
//===----------------------------------------------------------------------===//

#include "RequestRows.h"

#include "ReportRow.h"

#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"
#include "nanguard/Transforms/GuardUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace nanguard;

OpFoldResult nanguard::requestCount(ImplicitLocOpBuilder &b, Value report) {
  auto type = cast<ShapedType>(report.getType());
  if (!type.isDynamicDim(0))
    return b.getIndexAttr(type.getDimSize(0));
  if (isa<MemRefType>(type))
    return memref::DimOp::create(b, report, 0).getResult();
  return tensor::DimOp::create(b, report, 0).getResult();
}

/// `row`, marked as that of the whole.
static Value shared(ImplicitLocOpBuilder &b, Value row) {
  return orStatus(b, row, constantI64(b, NANGUARD_STATUS_SHARED));
}

/// tensor<BxKxi64>: `row` for every request.
static Value spread(ImplicitLocOpBuilder &b, Value row, Value requests) {
  return linalg::BroadcastOp::create(b, row, requests, ArrayRef<int64_t>{0})
      ->getResult(0);
}

/// `rows` where `found`, else `row` for every request.
static Value chooseRows(ImplicitLocOpBuilder &b, Value found, Value rows,
                        Value row) {
  Value chosen = tensor::FromElementsOp::create(
      b, RankedTensorType::get({}, b.getI1Type()), found);
  AffineMap id = b.getMultiDimIdentityMap(2);
  return linalg::GenericOp::create(
             b, rows.getType(), ValueRange{row, chosen}, rows,
             ArrayRef<AffineMap>{AffineMap::get(2, 0, b.getAffineDimExpr(1)),
                                 AffineMap::get(2, 0, b.getContext()), id},
             SmallVector<utils::IteratorType>(2, utils::IteratorType::parallel),
             [](OpBuilder &builder, Location loc, ValueRange args) {
               linalg::YieldOp::create(builder, loc,
                                       arith::SelectOp::create(builder, loc,
                                                               args[1], args[2],
                                                               args[0])
                                           .getResult());
             })
      .getResult(0);
}

/// `size` entries of dimension `dim` of `tensor`, from `from` on.
static Value blockAlong(ImplicitLocOpBuilder &b, Value tensor, int64_t dim,
                        Value from, OpFoldResult size) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, b.getLoc(), tensor);
  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> steps(sizes.size(), b.getIndexAttr(1));
  offsets[dim] = from;
  sizes[dim] = size;
  return tensor::ExtractSliceOp::create(b, tensor, offsets, sizes, steps);
}

/// Entries of dimension `dim` of `x` that are one request's: a constant where
/// the extents are known, `size` else. A size that folds to 1 only later would
/// leave open which unit dimension a slice has dropped.
static OpFoldResult blockSize(OpBuilder &b, Value x, int64_t dim,
                              Value requests, Value size) {
  int64_t extent = cast<RankedTensorType>(x.getType()).getDimSize(dim);
  int64_t count = cast<RankedTensorType>(requests.getType()).getDimSize(0);
  if (ShapedType::isDynamic(extent) || ShapedType::isDynamic(count) ||
      count == 0)
    return size;
  return b.getIndexAttr(extent / count);
}

/// The bits of an f64 that equals the magnitude `bits` of `element`.
static Value finiteAsF64(ImplicitLocOpBuilder &b, Value bits,
                         FloatType element) {
  if (element.isF64())
    return bits;
  Value narrow =
      arith::TruncIOp::create(b, b.getIntegerType(element.getWidth()), bits);
  Value value = arith::BitcastOp::create(b, element, narrow);
  return arith::BitcastOp::create(
      b, b.getI64Type(), arith::ExtFOp::create(b, b.getF64Type(), value));
}

/// The row of one request's part of an output, made from that of the whole.
static Value scanRequest(ImplicitLocOpBuilder &b, Value x,
                         ArrayRef<RowMask> masks, Value row, bool expectInf) {
  x = onlyValid(b, x, masks);
  auto element = cast<FloatType>(getElementTypeOrSelf(x.getType()));
  Value bits = scanBits(b, x, expectInf);
  Value part = insertAt(b, bits, row, NANGUARD_COL_MAX_BITS);
  part = writeCounts(b, x, part, expectInf);
  // What only the whole is known of stays with the requests that are bad.
  Value bad = isBadRow(b, part, element);
  auto keepIfBad = [&](nanguard_column column, Value otherwise) {
    part = insertAt(
        b,
        arith::SelectOp::create(b, bad, extractAt(b, row, column), otherwise),
        part, column);
  };
  keepIfBad(NANGUARD_COL_EXIT_COUNT, constantInt(b, 0, 64));
  keepIfBad(NANGUARD_COL_INNER_BITS, finiteAsF64(b, bits, element));
  if (Value none = noValidRow(b, masks))
    part = orStatus(b, part, bitsWhere(b, none, NANGUARD_STATUS_EMPTY));
  return part;
}

Value RequestRows::open(ImplicitLocOpBuilder &b, DispatchOp op, Value watched,
                        ArrayRef<RowMask> masks, Value row) {
  Value requests = tensor::EmptyOp::create(
      b,
      SmallVector<OpFoldResult>{requestCount(b, op.getReport()),
                                b.getIndexAttr(NANGUARD_REPORT_COLUMNS)},
      b.getI64Type());
  auto dim = op->getAttrOfType<IntegerAttr>(kBatchDimAttr);
  // A value without requests is everyone's.
  if (!watched || !dim)
    return spread(b, shared(b, row), requests);
  SmallVector<Value> operands{watched};
  for (const RowMask &mask : masks)
    operands.push_back(mask.mask);
  llvm::append_values(operands, row, requests);
  return func::CallOp::create(b,
                              kernel(ValueRange(operands).getTypes(),
                                     dim.getInt(), masks, op.getExpectInf()),
                              operands)
      .getResult(0);
}

/// @ng_requests_N(x, masks…, row, requests) -> requests
func::FuncOp RequestRows::kernel(TypeRange types, int64_t dim,
                                 ArrayRef<RowMask> masks, bool expectInf) {
  MLIRContext *context = module.getContext();
  auto type = FunctionType::get(context, types, types.back());
  func::FuncOp &func = kernels[{type, validDimsAttr(context, masks),
                                static_cast<unsigned>(2 * dim + expectInf)}];
  if (func)
    return func;
  OpBuilder top = OpBuilder::atBlockEnd(module.getBody());
  func = func::FuncOp::create(
      top, UnknownLoc::get(context),
      "ng_requests_" + std::to_string(kernels.size() - 1), type);
  func.setPrivate();
  func->setAttr(kFormAttr, FormAttr::get(top.getContext(), Form::Scan));
  symbols.insert(func);
  Block *block = func.addEntryBlock();
  ImplicitLocOpBuilder b =
      ImplicitLocOpBuilder::atBlockEnd(func.getLoc(), block);
  Value x = block->getArgument(0), requests = block->getArguments().back(),
        row = block->getArgument(block->getNumArguments() - 2);
  RowMasks own(masks);
  for (auto [mask, arg] :
       llvm::zip(own, block->getArguments().slice(1, masks.size())))
    mask.mask = arg;

  Value whole = shared(b, row);
  Value everyone = spread(b, whole, requests);
  Value count = tensor::DimOp::create(b, requests, 0);
  Value extent = tensor::DimOp::create(b, x, dim);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  // A batch may be empty.
  Value divisor = arith::MaxUIOp::create(b, count, one);
  Value split =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                            arith::RemUIOp::create(b, extent, divisor), zero);
  auto element = cast<FloatType>(getElementTypeOrSelf(x.getType()));
  Value look = arith::AndIOp::create(b, split, isBadRow(b, row, element));
  auto branch = scf::IfOp::create(b, requests.getType(), look,
                                  /*withElseRegion=*/true);
  ImplicitLocOpBuilder otherwise =
      ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.elseBlock());
  scf::YieldOp::create(otherwise, everyone);
  ImplicitLocOpBuilder then =
      ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.thenBlock());
  OpFoldResult size = blockSize(then, x, dim, requests,
                                arith::DivUIOp::create(then, extent, divisor));
  Value none = constantInt(then, 0, 64);
  auto loop =
      scf::ForOp::create(then, zero, count, one, ValueRange{everyone, none});
  ImplicitLocOpBuilder in =
      ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), loop.getBody());
  Value from = arith::MulIOp::create(
      in, loop.getInductionVar(),
      getValueOrCreateConstantIndexOp(in, in.getLoc(), size));
  for (RowMask &mask : own)
    for (auto [i, along] : llvm::enumerate(mask.dims))
      if (along == dim) {
        mask.mask = blockAlong(in, mask.mask, i, from, size);
        break;
      }
  Value part =
      scanRequest(in, blockAlong(in, x, dim, from, size), own, row, expectInf);
  Value bad =
      arith::ExtUIOp::create(in, in.getI64Type(), isBadRow(in, part, element));
  Value rows = tensor::InsertSliceOp::create(
      in, part, loop.getRegionIterArg(0),
      SmallVector<OpFoldResult>{loop.getInductionVar(), in.getIndexAttr(0)},
      SmallVector<OpFoldResult>{in.getIndexAttr(1),
                                in.getIndexAttr(NANGUARD_REPORT_COLUMNS)},
      SmallVector<OpFoldResult>(2, in.getIndexAttr(1)));
  scf::YieldOp::create(
      in, ValueRange{rows,
                     arith::OrIOp::create(in, bad, loop.getRegionIterArg(1))});
  // A finding that no request's output shows (a sum inside of the kernel) is
  // laid to all.
  Value found = arith::CmpIOp::create(then, arith::CmpIPredicate::ne,
                                      loop.getResult(1), none);
  scf::YieldOp::create(then, chooseRows(then, found, loop.getResult(0), whole));
  func::ReturnOp::create(b, branch.getResults());
  return func;
}

Value RequestRows::close(ImplicitLocOpBuilder &b, Value requests, Value watched,
                         Value row) {
  Value bound =
      constantInt(b,
                  watched ? infinityBits(cast<FloatType>(
                                getElementTypeOrSelf(watched.getType())))
                          : std::numeric_limits<int64_t>::max(),
                  64);
  Value status = extractAt(b, row, NANGUARD_COL_STATUS);
  constexpr int64_t ofBadOnly =
      NANGUARD_STATUS_RESCUED | NANGUARD_STATUS_TRIED | NANGUARD_STATUS_DATA |
      int64_t(NANGUARD_STATUS_STEP_MASK) << NANGUARD_STATUS_STEP_SHIFT |
      int64_t(NANGUARD_STATUS_BORN_MASK) << NANGUARD_STATUS_BORN_SHIFT;
  Value clean =
      arith::AndIOp::create(b, status, constantInt(b, ~ofBadOnly, 64));
  Value exits = extractAt(b, row, NANGUARD_COL_EXIT_COUNT);
  Value clips = extractAt(b, row, NANGUARD_COL_CLIP_COUNT);
  Value count = tensor::DimOp::create(b, requests, 0);
  auto loop =
      scf::ForOp::create(b, arith::ConstantIndexOp::create(b, 0), count,
                         arith::ConstantIndexOp::create(b, 1), requests);
  ImplicitLocOpBuilder in =
      ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), loop.getBody());
  Value rows = loop.getRegionIterArg(0);
  auto at = [&](nanguard_column column) -> SmallVector<Value> {
    return {loop.getInductionVar(), arith::ConstantIndexOp::create(in, column)};
  };
  auto get = [&](nanguard_column column) -> Value {
    return tensor::ExtractOp::create(in, rows, at(column));
  };
  Value bad = arith::CmpIOp::create(in, arith::CmpIPredicate::uge,
                                    get(NANGUARD_COL_MAX_BITS), bound);
  auto put = [&](nanguard_column column, Value whole, Value otherwise) {
    Value value = arith::SelectOp::create(in, bad, whole, otherwise);
    rows = tensor::InsertOp::create(in, value, rows, at(column));
  };
  // A request without a row that counts, one with counts of its own: its own
  // bits stay, those of an index outside of its table among them.
  Value own = get(NANGUARD_COL_STATUS);
  put(NANGUARD_COL_STATUS, arith::OrIOp::create(in, own, status),
      arith::OrIOp::create(in, own, clean));
  put(NANGUARD_COL_EXIT_COUNT, exits, get(NANGUARD_COL_EXIT_COUNT));
  put(NANGUARD_COL_CLIP_COUNT, clips, get(NANGUARD_COL_CLIP_COUNT));
  scf::YieldOp::create(in, rows);
  return loop.getResult(0);
}
