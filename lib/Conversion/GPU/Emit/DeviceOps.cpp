//===- DeviceOps.cpp - What the threads of a block do together ------------===//

#include "DeviceOps.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace nanguard;

using LocBuilder = ImplicitLocOpBuilder;

Value nanguard::makeIndex(LocBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value IndexMath::add(Value x, Value y) {
  return arith::AddIOp::create(code, x, y);
}
Value IndexMath::add(Value x, int64_t y) { return add(x, makeIndex(code, y)); }
Value IndexMath::times(Value x, int64_t y) {
  return arith::MulIOp::create(code, x, makeIndex(code, y));
}
Value IndexMath::by(Value x, int64_t y) {
  return arith::DivUIOp::create(code, x, makeIndex(code, y));
}
Value IndexMath::mod(Value x, int64_t y) {
  return arith::RemUIOp::create(code, x, makeIndex(code, y));
}

Value nanguard::makeI32(LocBuilder &b, int64_t value) {
  return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
}

Value nanguard::isBelow(LocBuilder &b, Value i, Value n) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, i, n);
}

Value nanguard::makeIdentity(LocBuilder &b, arith::AtomicRMWKind kind,
                             Type type) {
  return arith::ConstantOp::create(
      b, arith::getIdentityValueAttr(kind, type, b, b.getLoc()));
}

static Value shuffleWord(LocBuilder &b, Value word, int64_t offset) {
  return NVVM::ShflOp::create(b, word.getType(), makeI32(b, -1), word,
                              makeI32(b, offset), makeI32(b, kWarpSize - 1),
                              NVVM::ShflKind::bfly, UnitAttr());
}

Value nanguard::shuffleXor(LocBuilder &b, Value value, int64_t offset) {
  Type type = value.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 32)
    return shuffleWord(b, value, offset);
  Type bitsType = b.getIntegerType(width);
  Value bits = type == bitsType
                   ? value
                   : arith::BitcastOp::create(b, bitsType, value).getResult();
  if (width < 32) {
    bits = arith::ExtUIOp::create(b, b.getI32Type(), bits);
    bits = arith::TruncIOp::create(b, bitsType, shuffleWord(b, bits, offset));
  } else {
    Value half = arith::ConstantOp::create(b, b.getI64IntegerAttr(32));
    Value low = arith::TruncIOp::create(b, b.getI32Type(), bits);
    Value high = arith::TruncIOp::create(b, b.getI32Type(),
                                         arith::ShRUIOp::create(b, bits, half));
    low = arith::ExtUIOp::create(b, bitsType, shuffleWord(b, low, offset));
    high = arith::ExtUIOp::create(b, bitsType, shuffleWord(b, high, offset));
    bits = arith::OrIOp::create(b, low, arith::ShLIOp::create(b, high, half));
  }
  return type == bitsType ? bits : arith::BitcastOp::create(b, type, bits);
}

Value nanguard::reduceLanes(LocBuilder &b, arith::AtomicRMWKind kind,
                            Value value, int64_t lanes) {
  for (int64_t offset = lanes / 2; offset > 0; offset /= 2)
    value = arith::getReductionOp(kind, b, b.getLoc(), value,
                                  shuffleXor(b, value, offset));
  return value;
}

Value nanguard::reduceBlock(LocBuilder &b, arith::AtomicRMWKind kind,
                            Value value, Value thread, int64_t warps,
                            Value cells) {
  value = reduceLanes(b, kind, value, kWarpSize);
  if (warps == 1)
    return value;
  Value width = makeIndex(b, kWarpSize);
  Value lane = arith::RemUIOp::create(b, thread, width);
  Value warp = arith::DivUIOp::create(b, thread, width);
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane, makeIndex(b, 0));
  auto ifOp = scf::IfOp::create(b, isFirst, /*withElse=*/false);
  auto then = LocBuilder::atBlockBegin(b.getLoc(), ifOp.thenBlock());
  memref::StoreOp::create(then, value, cells, warp);
  gpu::BarrierOp::create(b);
  // Lane i takes warp i's value; a power of two of them is merged.
  int64_t lanes = llvm::PowerOf2Ceil(warps);
  Value from = arith::RemUIOp::create(b, lane, makeIndex(b, lanes));
  if (lanes == warps)
    return reduceLanes(b, kind, memref::LoadOp::create(b, cells, from), lanes);
  Value inside = isBelow(b, from, makeIndex(b, warps));
  from = arith::SelectOp::create(b, inside, from, makeIndex(b, 0));
  Value mine = memref::LoadOp::create(b, cells, from);
  mine = arith::SelectOp::create(b, inside, mine,
                                 makeIdentity(b, kind, value.getType()));
  return reduceLanes(b, kind, mine, lanes);
}

/// Combines a scan's value over the warp.
static Value reduceWarp(LocBuilder &b, arith::AtomicRMWKind kind, Value value) {
  if (value.getType().getIntOrFloatBitWidth() < 32)
    value = arith::ExtUIOp::create(b, b.getI32Type(), value);
  if (kind == arith::AtomicRMWKind::maxu && value.getType().isInteger(32))
    return NVVM::ReduxOp::create(b, value.getType(), value,
                                 NVVM::ReduxKind::UMAX, makeI32(b, -1));
  return reduceLanes(b, kind, value, kWarpSize);
}

/// `op` on `value` and constants.
static Value convert(LocBuilder &b, Operation *op, Value value) {
  IRMapping mapping;
  mapping.map(op->getOperand(0), value);
  for (Value operand : op->getOperands())
    if (!mapping.contains(operand))
      mapping.map(operand, b.clone(*operand.getDefiningOp())->getResult(0));
  return b.clone(*op, mapping)->getResult(0);
}

void nanguard::mergeScan(LocBuilder &b, const ScanSink &sink,
                         arith::AtomicRMWKind kind, Value value, Value thread,
                         Value speaker, bool isNews) {
  Type type = value.getType();
  if (!speaker && !sink.isFlag)
    value = reduceWarp(b, kind, value);
  Type cell = cast<MemRefType>(sink.memref.getType()).getElementType();
  if (!sink.conversions.empty() && value.getType() != type)
    value = arith::TruncIOp::create(b, type, value);
  for (Operation *op : sink.conversions) {
    value = convert(b, op, value);
    if (isa<arith::CmpIOp>(op) && !speaker)
      value = NVVM::VoteSyncOp::create(b, b.getI1Type(), makeI32(b, -1), value,
                                       NVVM::VoteSyncKind::any);
  }
  if (value.getType() != cell)
    value = arith::ExtUIOp::create(b, cell, value);
  Value speaks = speaker;
  if (!speaker) {
    Value lane = arith::RemUIOp::create(b, thread, makeIndex(b, kWarpSize));
    speaks = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane,
                                   makeIndex(b, 0));
  }
  if (!isNews) {
    Value differs =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, value,
                              makeIdentity(b, kind, value.getType()));
    speaks = arith::AndIOp::create(b, speaks, differs);
  }
  auto ifOp = scf::IfOp::create(b, speaks, /*withElse=*/false);
  auto then = LocBuilder::atBlockBegin(b.getLoc(), ifOp.thenBlock());
  if (kind == arith::AtomicRMWKind::maxu && !isNews) {
    // A maximum that is there already needs no atomic; a stale one costs one.
    Value there = memref::LoadOp::create(then, sink.memref, sink.indices);
    Value more =
        arith::CmpIOp::create(then, arith::CmpIPredicate::ugt, value, there);
    auto inner = scf::IfOp::create(then, more, /*withElse=*/false);
    then.setInsertionPointToStart(inner.thenBlock());
  }
  memref::AtomicRMWOp::create(then, kind, value, sink.memref, sink.indices);
}

void nanguard::keepRolled(Operation *loop) {
  MLIRContext *context = loop->getContext();
  auto unroll = LLVM::LoopUnrollAttr::get(
      context, /*disable=*/BoolAttr::get(context, true), {}, {}, {}, {}, {},
      {});
  loop->setAttr("llvm.loop_annotation",
                LLVM::LoopAnnotationAttr::get(
                    context, /*disableNonforced=*/{}, /*vectorize=*/{},
                    /*interleave=*/{}, unroll, {}, {}, {}, {}, {}, {},
                    /*mustProgress=*/{}, /*isVectorized=*/{}, {}, {}, {}));
}

SmallVector<Value> nanguard::unpack(LocBuilder &b, Value vector) {
  SmallVector<Value> elements;
  int64_t size = cast<VectorType>(vector.getType()).getNumElements();
  for (int64_t i = 0; i < size; ++i)
    elements.push_back(vector::ExtractOp::create(b, vector, i));
  return elements;
}

Value nanguard::asWord(LocBuilder &b, Value pair) {
  auto word = VectorType::get({1}, b.getI32Type());
  return vector::ExtractOp::create(b, vector::BitCastOp::create(b, word, pair),
                                   0);
}

Value nanguard::packedMagnitude(LocBuilder &b, Value x, Value acc) {
  Value magnitude =
      LLVM::CallIntrinsicOp::create(b, x.getType(),
                                    b.getStringAttr("llvm.fabs"), ValueRange{x})
          ->getResult(0);
  return LLVM::CallIntrinsicOp::create(b, x.getType(),
                                       b.getStringAttr("llvm.maximum"),
                                       ValueRange{magnitude, acc})
      ->getResult(0);
}

void nanguard::addProduct(LocBuilder &b, NVVM::MMATypes type, int64_t depth,
                          ArrayRef<Value> left, ArrayRef<Value> right,
                          MutableArrayRef<Value> sums) {
  SmallVector<Type> types(ValueRange(ArrayRef<Value>(sums)).getTypes());
  Value result = NVVM::MmaOp::create(
      b, LLVM::LLVMStructType::getLiteral(b.getContext(), types),
      ValueRange(left), ValueRange(right), ValueRange(sums),
      ArrayRef<int64_t>{16, 8, depth}, /*b1Op=*/std::nullopt,
      /*intOverflow=*/std::nullopt, std::array<NVVM::MMATypes, 2>{type, type},
      std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                     NVVM::MMALayout::col});
  for (auto [i, sum] : llvm::enumerate(sums))
    sum = LLVM::ExtractValueOp::create(b, result, i);
}

static VectorType pairOfF16(LocBuilder &b) {
  return VectorType::get({2}, b.getF16Type());
}

SmallVector<Value, 2> nanguard::makeZeroProduct(LocBuilder &b) {
  return SmallVector<Value, 2>(
      2, arith::ConstantOp::create(b, b.getZeroAttr(pairOfF16(b))));
}

// A NaN or Inf times 0 is a NaN (IEEE 754-2019, 7.2), anything else 0, also
// for a matrix product: an eighth of an instruction an element. Read as an f16,
// a bf16 has the exponent's lowest three bits in its significand.
void nanguard::addZeroProduct(LocBuilder &b, ArrayRef<Value> pairs,
                              MutableArrayRef<Value> sums) {
  SmallVector<Value, 2> zeros = makeZeroProduct(b);
  SmallVector<Value> left(4, zeros[0]);
  for (auto [to, pair] : llvm::zip(left, pairs))
    to = b.createOrFold<vector::BitCastOp>(pairOfF16(b), pair);
  addProduct(b, NVVM::MMATypes::f16, /*depth=*/16, left, zeros, sums);
}
