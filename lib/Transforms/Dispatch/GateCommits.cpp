//===- GateCommits.cpp - nanguard-gate-commits ----------------------------===//
//
// What outlives a step is guarded in the step: the host reads the report later,
// when a NaN would already stand in the weights.
//
//===----------------------------------------------------------------------===//

#include "../Scans/ReportRow.h"
#include "../Scans/RequestRows.h"
#include "../Variants/WideTwins.h"

#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/abi.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace nanguard {
#define GEN_PASS_DEF_GATECOMMITSPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

/// The argument whose value result `index` keeps in a bad step: the one that
/// the attribute names, else the only one of its type.
static FailureOr<BlockArgument> oldValueOf(func::FuncOp func, unsigned index,
                                           Attribute attr) {
  Type type = func.getResultTypes()[index];
  if (auto number = dyn_cast<IntegerAttr>(attr)) {
    int64_t arg = number.getInt();
    if (arg < 0 || arg >= static_cast<int64_t>(func.getNumArguments()) ||
        func.getArgument(arg).getType() != type)
      return emitError(func.getLoc(), "'")
             << kCommitAttr << "' of result " << index << " names argument "
             << arg << ", which does not have its type " << type;
    return func.getArgument(arg);
  }
  BlockArgument only;
  for (BlockArgument arg : func.getArguments())
    if (arg.getType() == type) {
      if (only)
        return emitError(func.getLoc(), "'")
               << kCommitAttr << "' of result " << index
               << " must name the argument that it replaces (" << kCommitAttr
               << " = N : i64): several have its type " << type;
      only = arg;
    }
  if (!only)
    return emitError(func.getLoc(), "'")
           << kCommitAttr << "' of result " << index
           << ": no argument has its type " << type;
  return only;
}

/// MAX_BITS from which each row is bad: the pattern of its type's infinity, and
/// what no pattern reaches for an op that is not scanned.
static DenseElementsAttr limitsOf(func::FuncOp func, int64_t rows) {
  SmallVector<int64_t> limits(rows, std::numeric_limits<int64_t>::max());
  for (auto op : func.getOps<DispatchOp>()) {
    Value watched = isScanOnly(op.getKind())
                        ? op.getInputs().front()
                        : firstFloatTensor(op.getResults());
    if (!watched || !isFloatTensor(watched.getType()))
      continue;
    limits[op.getId()] =
        infinityBits(cast<FloatType>(getElementTypeOrSelf(watched.getType())));
  }
  auto type =
      RankedTensorType::get({rows}, IntegerType::get(func.getContext(), 64));
  return DenseElementsAttr::get(type, ArrayRef<int64_t>(limits));
}

/// For each row, whether what did not fit its type is no fault where a safe or
/// unfused form ran: all readers could take it wide, and are bad themselves if
/// they did not. Null where there is no such row.
static DenseElementsAttr widenedRows(func::FuncOp func, int64_t rows) {
  SmallVector<bool> widened(rows);
  for (auto op : func.getOps<DispatchOp>())
    widened[op.getId()] = !wideReaders(op).empty();
  if (!llvm::is_contained(widened, true))
    return {};
  return DenseElementsAttr::get(
      RankedTensorType::get({rows}, IntegerType::get(func.getContext(), 1)),
      ArrayRef<bool>(widened));
}

/// i1: `inner`, a row's wide values, were looked at and are finite.
static Value isWideFinite(ImplicitLocOpBuilder &b, Value status, Value inner) {
  Value seen =
      arith::AndIOp::create(b, status, constantI64(b, NANGUARD_STATUS_INNER));
  Value finite =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, inner,
                            constantI64(b, infinityBits(b.getF64Type())));
  return arith::AndIOp::create(b, finite,
                               arith::CmpIOp::create(b,
                                                     arith::CmpIPredicate::ne,
                                                     seen, constantI64(b, 0)));
}

/// How many ops' scans saw a NaN or Inf in this step that no rescue cured: in
/// all, tensor<i64>, or of each request, tensor<Bxi64>.
static Value countBad(ImplicitLocOpBuilder &b, func::FuncOp func, Value report,
                      bool byRequest) {
  auto type = cast<RankedTensorType>(report.getType());
  int64_t rank = type.getRank(), rows = type.getDimSize(rank - 2);
  Type i64 = b.getI64Type();
  // [rows], of a batch [requests, rows].
  auto column = [&](int64_t index) {
    SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0)),
        strides(rank, b.getIndexAttr(1)),
        sizes = tensor::getMixedSizes(b, b.getLoc(), report);
    offsets.back() = b.getIndexAttr(index);
    sizes.back() = b.getIndexAttr(1);
    return tensor::ExtractSliceOp::create(
        b, RankedTensorType::get(type.getShape().drop_back(), i64), report,
        offsets, sizes, strides);
  };
  SmallVector<OpFoldResult> counts;
  if (byRequest)
    counts.push_back(requestCount(b, report));
  Value none =
      linalg::FillOp::create(
          b, arith::ConstantOp::create(b, b.getI64IntegerAttr(0)).getResult(),
          tensor::EmptyOp::create(b, counts, i64).getResult())
          .getResult(0);
  Value limits = arith::ConstantOp::create(b, limitsOf(func, rows));
  unsigned loops = rank - 1;
  AffineMap row = b.getMultiDimIdentityMap(loops);
  AffineMap op = AffineMap::get(loops, 0, b.getAffineDimExpr(loops - 1));
  AffineMap out = AffineMap::get(
      loops, 0, row.getResults().take_front(counts.size()), b.getContext());
  SmallVector<utils::IteratorType> iterators(loops,
                                             utils::IteratorType::reduction);
  if (byRequest)
    iterators.front() = utils::IteratorType::parallel;
  SmallVector<Value> inputs = {column(NANGUARD_COL_STATUS),
                               column(NANGUARD_COL_MAX_BITS), limits};
  SmallVector<AffineMap> maps = {row, row, op};
  DenseElementsAttr widened = widenedRows(func, rows);
  if (widened) {
    inputs.push_back(column(NANGUARD_COL_INNER_BITS));
    inputs.push_back(arith::ConstantOp::create(b, widened));
    maps.append({row, op});
  }
  maps.push_back(out);
  auto count = linalg::GenericOp::create(
      b, none.getType(), inputs, none, maps, iterators,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        ImplicitLocOpBuilder in(loc, builder);
        Value bad = arith::CmpIOp::create(in, arith::CmpIPredicate::uge,
                                          args[1], args[2]);
        Value rescued = arith::AndIOp::create(
            in, args[0], constantI64(in, NANGUARD_STATUS_RESCUED));
        Value still = arith::CmpIOp::create(in, arith::CmpIPredicate::eq,
                                            rescued, constantI64(in, 0));
        bad = arith::AndIOp::create(in, bad, still);
        if (widened) {
          Value fits = arith::AndIOp::create(
              in, args[4], isWideFinite(in, args[0], args[3]));
          bad = arith::SelectOp::create(in, fits, constantInt(in, 0, 1), bad);
        }
        Value flag = arith::ExtUIOp::create(in, in.getI64Type(), bad);
        linalg::YieldOp::create(
            in, ValueRange{arith::AddIOp::create(in, flag, args.back())});
      });
  return count.getResult(0);
}

static Value isNotZero(ImplicitLocOpBuilder &b, Value number) {
  return arith::CmpIOp::create(
      b, arith::CmpIPredicate::ne, number,
      arith::ConstantOp::create(b, b.getZeroAttr(number.getType())));
}

/// `counts`, a number a request, as a number for each entry of dimension `dim`
/// of `tensor`, in which a request may have several.
static Value countsAlong(ImplicitLocOpBuilder &b, Value counts, Value tensor,
                         int64_t dim) {
  auto type = cast<RankedTensorType>(counts.getType());
  int64_t extent = cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
  if (!ShapedType::isDynamic(extent) && extent == type.getDimSize(0))
    return counts;
  Value one = arith::ConstantIndexOp::create(b, 1);
  // A batch may be empty.
  Value requests =
      arith::MaxUIOp::create(b, tensor::DimOp::create(b, counts, 0), one);
  Value size = arith::MaxUIOp::create(
      b,
      arith::DivUIOp::create(b, tensor::DimOp::create(b, tensor, dim),
                             requests),
      one);
  Value last = arith::SubIOp::create(b, requests, one);
  Value empty = tensor::EmptyOp::create(
      b, tensor::getMixedSize(b, b.getLoc(), tensor, dim),
      type.getElementType());
  return linalg::GenericOp::create(
             b, empty.getType(), ValueRange{}, empty,
             b.getMultiDimIdentityMap(1), utils::IteratorType::parallel,
             [&](OpBuilder &builder, Location loc, ValueRange) {
               ImplicitLocOpBuilder in(loc, builder);
               Value request = arith::MinUIOp::create(
                   in,
                   arith::DivUIOp::create(in, linalg::IndexOp::create(in, 0),
                                          size),
                   last);
               linalg::YieldOp::create(
                   in,
                   tensor::ExtractOp::create(in, counts, request).getResult());
             })
      .getResult(0);
}

/// `after`, but with what `before` has in the requests that were bad; they lie
/// along dimension `dim`.
static Value keepBadRequests(ImplicitLocOpBuilder &b, Value counts,
                             Value before, Value after, int64_t dim) {
  int64_t rank = cast<RankedTensorType>(after.getType()).getRank();
  AffineMap id = b.getMultiDimIdentityMap(rank);
  Value empty =
      tensor::EmptyOp::create(b, tensor::getMixedSizes(b, b.getLoc(), after),
                              getElementTypeOrSelf(after.getType()));
  return linalg::GenericOp::create(
             b, after.getType(),
             ValueRange{countsAlong(b, counts, after, dim), before, after},
             empty, ArrayRef<AffineMap>{id.getSubMap(dim), id, id, id},
             SmallVector<utils::IteratorType>(rank,
                                              utils::IteratorType::parallel),
             [](OpBuilder &builder, Location loc, ValueRange args) {
               ImplicitLocOpBuilder in(loc, builder);
               linalg::YieldOp::create(
                   in, arith::SelectOp::create(in, isNotZero(in, args[0]),
                                               args[1], args[2])
                           .getResult());
             })
      .getResult(0);
}

namespace {
struct GateCommitsPass : nanguard::impl::GateCommitsPassBase<GateCommitsPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal() || func.getOps<DispatchOp>().empty())
      return;
    Operation *ret = func.front().getTerminator();
    unsigned last = ret->getNumOperands() - 1;
    Value report = ret->getOperand(last);
    bool batched = cast<RankedTensorType>(report.getType()).getRank() == 3;
    ImplicitLocOpBuilder b(func.getLoc(), ret);
    Value bad, badRequests;
    for (unsigned i = 0; i < last; ++i) {
      Attribute attr = func.getResultAttr(i, kCommitAttr);
      if (!attr)
        continue;
      FailureOr<BlockArgument> old = oldValueOf(func, i, attr);
      if (failed(old))
        return signalPassFailure();
      Value value = ret->getOperand(i);
      // A result without requests in it is everyone's.
      if (auto dim = func.getResultAttrOfType<IntegerAttr>(i, kBatchDimAttr);
          dim && batched) {
        if (!badRequests)
          badRequests = countBad(b, func, report, /*byRequest=*/true);
        value = keepBadRequests(b, badRequests, *old, value, dim.getInt());
      } else {
        if (!bad)
          bad = isNotZero(b,
                          tensor::ExtractOp::create(
                              b, countBad(b, func, report, /*byRequest=*/false),
                              ValueRange{}));
        value = arith::SelectOp::create(b, bad, *old, value);
      }
      func.removeResultAttr(i, b.getStringAttr(kBatchDimAttr));
      ret->setOperand(i, value);
    }
  }
};
} // namespace
