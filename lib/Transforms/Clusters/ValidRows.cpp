//===- ValidRows.cpp - Rows that count ------------------------------------===//
//
// Masks of arguments, and tensors with the rows that don't count zeroed.
//
//===----------------------------------------------------------------------===//

#include "ValidRows.h"

#include "nanguard/Transforms/GuardUtils.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/InterleavedRange.h"

using namespace mlir;
using namespace nanguard;

namespace {
/// What a `nanguard.valid_rows` argument counts.
struct Count {
  BlockArgument arg;
  int64_t dim;
  SmallVector<int64_t> args;
};
} // namespace

/// A mask has a value a row, a length one a batch entry, or one in all. Bits
/// are no lengths.
static bool isMask(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor &&
         (tensor.getRank() >= 2 ||
          (tensor.getRank() == 1 && tensor.getElementType().isInteger(1)));
}

/// A length for each entry of the first dimension.
static bool isLengths(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !isMask(type) && tensor.getRank() == 1 &&
         tensor.getDimSize(0) != 1;
}

/// The dimensions of a counted tensor that the mask of `count` goes along.
static SmallVector<int64_t> maskDims(const Count &count) {
  if (isMask(count.arg.getType())) {
    int64_t rank = cast<ShapedType>(count.arg.getType()).getRank();
    auto dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    dims.back() = std::max(count.dim, dims.back());
    return dims;
  }
  if (isLengths(count.arg.getType()))
    return {0, count.dim};
  return {count.dim};
}

/// The arguments that a mark without a list may be about: those with the
/// extents of the mask; for lengths, those that have the dimension.
static SmallVector<int64_t> matchingArgs(func::FuncOp func,
                                         const Count &count) {
  SmallVector<int64_t> found;
  SmallVector<int64_t> dims = maskDims(count);
  Type type = count.arg.getType();
  for (BlockArgument arg : func.getArguments()) {
    auto tensor = dyn_cast<RankedTensorType>(arg.getType());
    if (arg == count.arg || !tensor || tensor.getRank() <= dims.back() ||
        func.getArgAttr(arg.getArgNumber(), kValidRowsAttr))
      continue;
    SmallVector<int64_t> extents;
    for (int64_t dim : dims)
      extents.push_back(tensor.getDimSize(dim));
    if (isMask(type) ? ArrayRef(extents) == cast<ShapedType>(type).getShape()
        : isLengths(type)
            ? extents.front() == cast<ShapedType>(type).getDimSize(0)
            : true)
      found.push_back(arg.getArgNumber());
  }
  return found;
}

/// Fails where a mark does not say which of several arguments it is about: a
/// weight that is taken for padded would hide faults.
static FailureOr<SmallVector<Count>> countsOf(func::FuncOp func) {
  SmallVector<Count> counts;
  for (BlockArgument arg : func.getArguments()) {
    Attribute attr = func.getArgAttr(arg.getArgNumber(), kValidRowsAttr);
    if (!attr)
      continue;
    Count count{arg, isLengths(arg.getType()) ? 1 : 0, {}};
    DenseI64ArrayAttr args;
    if (auto dict = dyn_cast<DictionaryAttr>(attr)) {
      args = dict.getAs<DenseI64ArrayAttr>("args");
      attr = dict.get("dim");
    }
    if (auto dim = dyn_cast_or_null<IntegerAttr>(attr))
      count.dim = dim.getInt();
    if (args)
      count.args.assign(args.asArrayRef().begin(), args.asArrayRef().end());
    else
      count.args = matchingArgs(func, count);
    if (!args && count.args.size() != 1) {
      InFlightDiagnostic diag = func.emitError("'")
                                << kValidRowsAttr << "' of argument "
                                << arg.getArgNumber();
      if (count.args.empty())
        diag << " fits no other argument";
      else
        diag << " fits arguments " << llvm::interleaved(count.args)
             << ": say which by args = array<i64: …>";
      return failure();
    }
    // Said once for all: passes add arguments.
    Builder b(func.getContext());
    func.setArgAttr(
        arg.getArgNumber(), kValidRowsAttr,
        b.getDictionaryAttr(
            {b.getNamedAttr("args", b.getDenseI64ArrayAttr(count.args)),
             b.getNamedAttr("dim",
                            b.getI64IntegerAttr(maskDims(count).back()))}));
    counts.push_back(count);
  }
  return counts;
}

/// tensor<…xi8>: 1 in the rows before the length of `count`, for `like`.
static Value maskOfLengths(OpBuilder &builder, const Count &count, Value like,
                           ArrayRef<int64_t> dims) {
  ImplicitLocOpBuilder b(count.arg.getLoc(), builder);
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim : dims)
    sizes.push_back(tensor::getMixedSize(b, b.getLoc(), like, dim));
  Value length = count.arg;
  auto tensor = dyn_cast<RankedTensorType>(length.getType());
  if (!tensor)
    length = tensor::FromElementsOp::create(
        b, RankedTensorType::get({}, length.getType()), length);
  int64_t rank = dims.size();
  auto lengthMap = AffineMap::get(rank, 0, b.getContext());
  if (isLengths(length.getType()))
    lengthMap = AffineMap::get(rank, 0, b.getAffineDimExpr(0));
  else if (tensor && tensor.getRank() == 1)
    lengthMap = AffineMap::get(rank, 0, b.getAffineConstantExpr(0));
  Value empty = tensor::EmptyOp::create(b, sizes, b.getI8Type());
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, empty.getType(), length, empty,
             ArrayRef<AffineMap>{lengthMap, b.getMultiDimIdentityMap(rank)},
             loops,
             [&](OpBuilder &inner, Location loc, ValueRange args) {
               ImplicitLocOpBuilder in(loc, inner);
               Value end = args[0];
               if (!end.getType().isIndex())
                 end = arith::IndexCastOp::create(in, in.getIndexType(), end);
               Value valid = arith::CmpIOp::create(
                   in, arith::CmpIPredicate::slt,
                   linalg::IndexOp::create(in, rank - 1), end);
               linalg::YieldOp::create(
                   in, arith::ExtUIOp::create(in, in.getI8Type(), valid)
                           .getResult());
             })
      .getResult(0);
}

FailureOr<SmallVector<RowMasks>> nanguard::argumentMasks(OpBuilder &builder,
                                                         func::FuncOp func) {
  SmallVector<RowMasks> masks(func.getNumArguments());
  FailureOr<SmallVector<Count>> counts = countsOf(func);
  if (failed(counts))
    return failure();
  for (const Count &count : *counts) {
    SmallVector<int64_t> dims = maskDims(count);
    // One for all arguments of equal extents, as far as those are known.
    DenseMap<Attribute, Value> made;
    for (int64_t index : count.args) {
      Value mask = isMask(count.arg.getType()) ? Value(count.arg) : Value();
      if (!mask) {
        BlockArgument arg = func.getArgument(index);
        SmallVector<int64_t> extents;
        for (int64_t dim : dims)
          extents.push_back(cast<ShapedType>(arg.getType()).getDimSize(dim));
        bool known = llvm::none_of(extents, ShapedType::isDynamic);
        Value &shared = made[builder.getDenseI64ArrayAttr(extents)];
        mask =
            shared && known ? shared : maskOfLengths(builder, count, arg, dims);
        shared = mask;
      }
      masks[index].push_back({mask, dims});
    }
  }
  return masks;
}

static unsigned countOf(Operation *op, StringRef attr) {
  auto dims = op->getAttrOfType<ArrayAttr>(attr);
  return dims ? dims.size() : 0;
}

unsigned nanguard::countScanInputs(Operation *op) {
  return countOf(op, kValidDimsAttr) + 2 * countOf(op, kPaddingAttr);
}

SmallVector<PaddedInput> nanguard::paddedAmong(Operation *op,
                                               ValueRange inputs) {
  SmallVector<PaddedInput> padded;
  auto dims = op->getAttrOfType<ArrayAttr>(kPaddingAttr);
  if (!dims)
    return padded;
  inputs = inputs.take_back(countScanInputs(op));
  for (auto along : dims.getAsRange<DenseI64ArrayAttr>()) {
    padded.push_back(
        {inputs[0], {inputs[1], SmallVector<int64_t>(along.asArrayRef())}});
    inputs = inputs.drop_front(2);
  }
  return padded;
}

RowMasks nanguard::masksAmong(Operation *op, ValueRange inputs) {
  RowMasks masks;
  auto dims = op->getAttrOfType<ArrayAttr>(kValidDimsAttr);
  if (!dims)
    return masks;
  for (auto [mask, along] : llvm::zip(inputs.take_back(dims.size()),
                                      dims.getAsRange<DenseI64ArrayAttr>()))
    masks.push_back({mask, SmallVector<int64_t>(along.asArrayRef())});
  return masks;
}

RowMasks nanguard::masksOfKernel(func::FuncOp kernel) {
  ValueRange args = kernel.getArguments();
  // As many outs as results, the row among both.
  return masksAmong(kernel, args.drop_back(kernel.getNumResults()));
}

ArrayAttr nanguard::validDimsAttr(MLIRContext *context,
                                  ArrayRef<RowMask> masks) {
  SmallVector<Attribute> dims;
  for (const RowMask &mask : masks)
    dims.push_back(DenseI64ArrayAttr::get(context, mask.dims));
  return ArrayAttr::get(context, dims);
}

Value nanguard::isSet(ImplicitLocOpBuilder &b, Value flag) {
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(flag.getType()));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, flag, zero);
}

/// Zeros, or what `fill` says, where `keeps` (i1, from flags: a row counts)
/// does not hold.
static Value
keepRows(ImplicitLocOpBuilder &b, Value tensor, ArrayRef<RowMask> masks,
         double fill,
         function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> keeps) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<Value> inputs{tensor};
  SmallVector<AffineMap> maps{b.getMultiDimIdentityMap(type.getRank())};
  for (const RowMask &mask : masks) {
    inputs.push_back(mask.mask);
    maps.push_back(maps.front().getSubMap(
        SmallVector<unsigned>(mask.dims.begin(), mask.dims.end())));
  }
  maps.push_back(maps.front());
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(
      b, tensor::getMixedSizes(b, b.getLoc(), tensor), type.getElementType());
  return linalg::GenericOp::create(
             b, type, inputs, empty, maps, loops,
             [&](OpBuilder &builder, Location loc, ValueRange args) {
               ImplicitLocOpBuilder in(loc, builder);
               Value other = arith::ConstantOp::create(
                   in, in.getFloatAttr(type.getElementType(), fill));
               SmallVector<Value> flags;
               for (Value flag : args.slice(1, masks.size()))
                 flags.push_back(isSet(in, flag));
               linalg::YieldOp::create(
                   in,
                   arith::SelectOp::create(in, keeps(in, flags), args[0], other)
                       .getResult());
             })
      .getResult(0);
}

/// i1: all of `flags`.
static Value allOf(ImplicitLocOpBuilder &b, ValueRange flags) {
  Value all = flags.front();
  for (Value flag : flags.drop_front())
    all = arith::AndIOp::create(b, all, flag);
  return all;
}

Value nanguard::onlyValid(ImplicitLocOpBuilder &b, Value tensor,
                          ArrayRef<RowMask> masks, double other) {
  return masks.empty() ? tensor : keepRows(b, tensor, masks, other, allOf);
}

Value nanguard::onlyPadding(ImplicitLocOpBuilder &b, Value tensor,
                            const RowMask &mask) {
  return keepRows(b, tensor, mask, 0.0,
                  [](ImplicitLocOpBuilder &in, ValueRange flags) -> Value {
                    Value one =
                        arith::ConstantOp::create(in, in.getBoolAttr(true));
                    return arith::XOrIOp::create(in, flags.front(), one);
                  });
}

Value nanguard::noValidRow(ImplicitLocOpBuilder &b, ArrayRef<RowMask> masks) {
  if (masks.empty())
    return {};
  // The dimensions that the masks go along are the loops.
  llvm::SmallSetVector<int64_t, 4> dims;
  for (const RowMask &mask : masks)
    dims.insert(mask.dims.begin(), mask.dims.end());
  auto loopOf = [&](int64_t dim) {
    return b.getAffineDimExpr(llvm::find(dims, dim) - dims.begin());
  };
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (const RowMask &mask : masks) {
    inputs.push_back(mask.mask);
    maps.push_back(AffineMap::get(dims.size(), 0,
                                  llvm::map_to_vector(mask.dims, loopOf),
                                  b.getContext()));
  }
  maps.push_back(AffineMap::get(dims.size(), 0, b.getContext()));
  Value none = arith::ConstantOp::create(
      b, DenseElementsAttr::get(RankedTensorType::get({}, b.getI8Type()),
                                b.getI8IntegerAttr(0)));
  auto any = linalg::GenericOp::create(
      b, none.getType(), inputs, none, maps,
      SmallVector<utils::IteratorType>(dims.size(),
                                       utils::IteratorType::reduction),
      [](OpBuilder &builder, Location loc, ValueRange args) {
        ImplicitLocOpBuilder in(loc, builder);
        SmallVector<Value> flags;
        for (Value flag : args.drop_back())
          flags.push_back(isSet(in, flag));
        Value set =
            arith::ExtUIOp::create(in, in.getI8Type(), allOf(in, flags));
        linalg::YieldOp::create(
            in, arith::OrIOp::create(in, set, args.back()).getResult());
      });
  return arith::CmpIOp::create(
      b, arith::CmpIPredicate::eq,
      tensor::ExtractOp::create(b, any.getResult(0), ValueRange{}),
      arith::ConstantOp::create(b, b.getI8IntegerAttr(0)));
}
