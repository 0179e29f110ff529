//===- EmulateOps.cpp - Device ops as calls of the emulator ---------------===//
//
// Special registers are fields of the thread; what threads do together are
// calls that come back when the others have come; approximations are the exact
// functions. Results of several parts come back through memory, since LLVM and
// C return structs differently.
//
//===----------------------------------------------------------------------===//

#include "../Host/Emulation.h"

#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/device.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cstddef>

using namespace mlir;
using namespace nanguard;
using namespace nanguard::emulation;

static LLVM::LLVMPointerType pointerType(MLIRContext *context) {
  return LLVM::LLVMPointerType::get(context);
}

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

/// Offset of the field of a thread that a register stands for; -1: none.
static int64_t fieldOf(Operation *op) {
#define AXES(op, field)                                                        \
  .Case<NVVM::op##XOp>(                                                        \
      [](auto) { return offsetof(nanguard_sim_thread, field); })               \
      .Case<NVVM::op##YOp>(                                                    \
          [](auto) { return offsetof(nanguard_sim_thread, field) + 4; })       \
      .Case<NVVM::op##ZOp>(                                                    \
          [](auto) { return offsetof(nanguard_sim_thread, field) + 8; })
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      // clang-format off
      AXES(ThreadId, tid)
      AXES(BlockId, ctaid)
      AXES(BlockDim, ntid)
      AXES(GridDim, nctaid)
              // clang-format on
              .Case<NVVM::LaneIdOp>(
                  [](auto) { return offsetof(nanguard_sim_thread, lane); })
              .Case<NVVM::WarpIdOp>(
                  [](auto) { return offsetof(nanguard_sim_thread, warp); })
              .Default([](Operation *) { return int64_t(-1); });
#undef AXES
}

/// Warps as lanes see them; a loop over a block's threads has none.
static bool readsLane(Operation *op) {
  return isa<NVVM::LaneIdOp, NVVM::WarpIdOp, NVVM::LaneMaskEqOp,
             NVVM::LaneMaskLtOp, NVVM::LaneMaskLeOp, NVVM::LaneMaskGtOp,
             NVVM::LaneMaskGeOp>(op);
}

static bool isFence(Operation *op) {
  return isa<NVVM::MembarOp, NVVM::FenceScClusterOp, NVVM::PrefetchOp>(op);
}

static bool meets(Operation *op) {
  return isa<NVVM::Barrier0Op, NVVM::BarrierOp, NVVM::SyncWarpOp, NVVM::ShflOp,
             NVVM::VoteSyncOp, NVVM::ReduxOp, NVVM::MatchSyncOp,
             NVVM::ElectSyncOp, NVVM::LdMatrixOp, NVVM::StMatrixOp, NVVM::MmaOp,
             NVVM::CpAsyncOp, NVVM::CpAsyncCommitGroupOp,
             NVVM::CpAsyncWaitGroupOp>(op);
}

static std::optional<int32_t> emulatedType(NVVM::MMATypes type) {
  switch (type) {
  case NVVM::MMATypes::f16:
    return NANGUARD_SIM_F16;
  case NVVM::MMATypes::bf16:
    return NANGUARD_SIM_BF16;
  case NVVM::MMATypes::tf32:
    return NANGUARD_SIM_TF32;
  case NVVM::MMATypes::f32:
    return NANGUARD_SIM_F32;
  case NVVM::MMATypes::f64:
    return NANGUARD_SIM_F64;
  case NVVM::MMATypes::s8:
    return NANGUARD_SIM_S8;
  case NVVM::MMATypes::u8:
    return NANGUARD_SIM_U8;
  case NVVM::MMATypes::s32:
    return NANGUARD_SIM_S32;
  default:
    return std::nullopt;
  }
}

static bool isKnownMma(NVVM::MmaOp op) {
  bool known = op.getMultiplicandAPtxType() && op.getMultiplicandBPtxType() &&
               emulatedType(*op.getMultiplicandAPtxType()) &&
               emulatedType(*op.getMultiplicandBPtxType()) &&
               emulatedType(op.accumPtxType()) &&
               emulatedType(op.resultPtxType());
  // The f16 shape of 8x8x4 is four products of quarter warps.
  bool quarters = op.getShape().getM() == 8 &&
                  op.getMultiplicandAPtxType() == NVVM::MMATypes::f16;
  return known && !quarters && op.getShape().getK() <= 32 &&
         op.getLayoutA() == NVVM::MMALayout::row &&
         op.getLayoutB() == NVVM::MMALayout::col;
}

static bool is8x8OfB16(NVVM::LdStMatrixShapeAttr shape,
                       NVVM::LdStMatrixEltType type) {
  return shape.getM() == 8 && shape.getN() == 8 &&
         type == NVVM::LdStMatrixEltType::B16;
}

static bool isKnown(Operation *op) {
  if (!approximationOf(op).empty())
    return true;
  if (auto mma = dyn_cast<NVVM::MmaOp>(op))
    return isKnownMma(mma);
  if (auto load = dyn_cast<NVVM::LdMatrixOp>(op))
    return is8x8OfB16(load.getShape(), load.getEltType());
  if (auto store = dyn_cast<NVVM::StMatrixOp>(op))
    return is8x8OfB16(store.getShape(), store.getEltType());
  if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op))
    return !call.getIntrin().starts_with("llvm.nvvm.");
  if (isa<LLVM::InlineAsmOp, LLVM::CallOp>(op))
    return false;
  return !isa<NVVM::NVVMDialect>(op->getDialect()) || fieldOf(op) >= 0 ||
         readsLane(op) || isFence(op) || meets(op) || isa<NVVM::WarpSizeOp>(op);
}

Operation *emulation::findUnknownOp(LLVM::LLVMFuncOp func) {
  Operation *unknown = nullptr;
  func.walk([&](Operation *op) {
    if (isKnown(op))
      return WalkResult::advance();
    unknown = op;
    return WalkResult::interrupt();
  });
  return unknown;
}

bool emulation::isCooperative(LLVM::LLVMFuncOp func) {
  return func
      .walk([](Operation *op) {
        return meets(op) || readsLane(op) ? WalkResult::interrupt()
                                          : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// The rewriting
//===----------------------------------------------------------------------===//

/// A field of the thread, read once at the function's start.
Value KernelThread::field(int64_t offset, Type type) {
  Value &value = fields[offset];
  if (value)
    return value;
  auto b = ImplicitLocOpBuilder::atBlockBegin(func.getLoc(), &func.front());
  Value address = LLVM::GEPOp::create(
      b, pointerType(b.getContext()), b.getI8Type(), getValue(),
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  value = LLVM::LoadOp::create(b, type, address);
  return value;
}

/// `file:line: op`, at an address of its own.
Value KernelThread::site(ImplicitLocOpBuilder &b, Operation *op) {
  SourceName name = sourceNameOf(op->getLoc());
  std::string text = name.path.empty() ? "" : name.path + ": ";
  if (!name.file.empty())
    text += name.file + ":" + std::to_string(name.line) + ": ";
  text += op->getName().getStringRef();
  return stringConstant(b, (func.getName() + "_site_" + Twine(sites++)).str(),
                        text);
}

Value KernelThread::sharedBase() {
  return field(offsetof(nanguard_sim_thread, shared),
               pointerType(func.getContext()));
}

namespace {
class Emulator {
public:
  Emulator(LLVM::LLVMFuncOp func, const SharedLayout &shared)
      : func(func), shared(shared), state(func), thread(state.getValue()),
        ptr(pointerType(func.getContext())),
        i32(IntegerType::get(func.getContext(), 32)) {}

  /// Shared arrays become addresses in the block's memory, and 32-bit shared
  /// addresses offsets from its start.
  void placeShared();
  void dropAddressSpaces();
  void rewriteOps();
  KernelThread &getThread() { return state; }

private:
  void erase(Operation *op, Value result = {}) {
    if (result)
      op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  }
  ImplicitLocOpBuilder entry() {
    return ImplicitLocOpBuilder::atBlockBegin(func.getLoc(), &func.front());
  }
  Value field(int64_t offset, Type type) { return state.field(offset, type); }
  Value sharedBase() { return state.sharedBase(); }
  Value site(ImplicitLocOpBuilder &b, Operation *op) {
    return state.site(b, op);
  }
  Value room(int64_t bytes);
  Value packed(ImplicitLocOpBuilder &b, ValueRange values);
  Value unpacked(ImplicitLocOpBuilder &b, Value memory, Type type);
  Value asBits(ImplicitLocOpBuilder &b, Value value);
  static Value withFlag(ImplicitLocOpBuilder &b, Type type, Value value,
                        Value flag);

  void rewrite(Operation *op);
  Value rewriteLane(ImplicitLocOpBuilder &b, Operation *op);
  Value rewriteShuffle(ImplicitLocOpBuilder &b, NVVM::ShflOp op);
  Value rewriteBarrier(ImplicitLocOpBuilder &b, NVVM::BarrierOp op);
  Value rewriteRedux(ImplicitLocOpBuilder &b, NVVM::ReduxOp op);
  Value rewriteMatch(ImplicitLocOpBuilder &b, NVVM::MatchSyncOp op);
  Value rewriteMma(ImplicitLocOpBuilder &b, NVVM::MmaOp op);

  LLVM::LLVMFuncOp func;
  const SharedLayout &shared;
  KernelThread state;
  Value thread;
  Type ptr, i32;
};
} // namespace

/// Memory of the thread, once for all turns of a loop.
Value Emulator::room(int64_t bytes) {
  ImplicitLocOpBuilder b = entry();
  return LLVM::AllocaOp::create(b, ptr, b.getI8Type(), constant(b, bytes),
                                /*alignment=*/16);
}

/// Registers one after another in memory.
Value Emulator::packed(ImplicitLocOpBuilder &b, ValueRange values) {
  int32_t bytes = 0;
  for (Value value : values)
    bytes += bytesOf(value.getType());
  Value memory = room(bytes);
  bytes = 0;
  for (Value value : values) {
    Value at = LLVM::GEPOp::create(b, ptr, b.getI8Type(), memory,
                                   ArrayRef<LLVM::GEPArg>{bytes});
    LLVM::StoreOp::create(b, value, at);
    bytes += bytesOf(value.getType());
  }
  return memory;
}

Value Emulator::unpacked(ImplicitLocOpBuilder &b, Value memory, Type type) {
  auto record = dyn_cast<LLVM::LLVMStructType>(type);
  if (!record)
    return LLVM::LoadOp::create(b, type, memory);
  Value result = LLVM::PoisonOp::create(b, type);
  int32_t bytes = 0;
  for (auto [i, part] : llvm::enumerate(record.getBody())) {
    Value at = LLVM::GEPOp::create(b, ptr, b.getI8Type(), memory,
                                   ArrayRef<LLVM::GEPArg>{bytes});
    Value value = LLVM::LoadOp::create(b, part, at);
    result = LLVM::InsertValueOp::create(b, result, value, i);
    bytes += bytesOf(part);
  }
  return result;
}

Value Emulator::asBits(ImplicitLocOpBuilder &b, Value value) {
  return value.getType() == i32
             ? value
             : LLVM::BitcastOp::create(b, i32, value).getResult();
}

/// {value, *flag != 0}
Value Emulator::withFlag(ImplicitLocOpBuilder &b, Type type, Value value,
                         Value flag) {
  Value byte = LLVM::LoadOp::create(b, b.getI8Type(), flag);
  Value bit = LLVM::TruncOp::create(b, b.getI1Type(), byte);
  Value both = LLVM::PoisonOp::create(b, type);
  both = LLVM::InsertValueOp::create(b, both, value, ArrayRef<int64_t>{0});
  return LLVM::InsertValueOp::create(b, both, bit, ArrayRef<int64_t>{1});
}

static bool isShared(Type type) {
  auto pointer = dyn_cast<LLVM::LLVMPointerType>(type);
  return pointer && pointer.getAddressSpace() == NVVM::NVVMMemorySpace::Shared;
}

void Emulator::placeShared() {
  SmallVector<LLVM::AddressOfOp> arrays;
  SmallVector<Operation *> numbers;
  func.walk([&](Operation *op) {
    if (auto array = dyn_cast<LLVM::AddressOfOp>(op))
      arrays.push_back(array);
    if ((isa<LLVM::PtrToIntOp>(op) && isShared(op->getOperand(0).getType())) ||
        (isa<LLVM::IntToPtrOp>(op) && isShared(op->getResult(0).getType())))
      numbers.push_back(op);
  });
  for (Operation *op : numbers) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    Type i64 = b.getI64Type(), type = op->getResult(0).getType();
    Value base = LLVM::PtrToIntOp::create(b, i64, sharedBase());
    Value operand = op->getOperand(0);
    if (isa<LLVM::PtrToIntOp>(op)) {
      Value address = LLVM::PtrToIntOp::create(b, i64, operand);
      Value offset = LLVM::SubOp::create(b, address, base);
      if (type != i64)
        offset = LLVM::TruncOp::create(b, type, offset);
      erase(op, offset);
    } else {
      if (operand.getType() != i64)
        operand = LLVM::ZExtOp::create(b, i64, operand);
      Value address = LLVM::AddOp::create(b, base, operand);
      erase(op, LLVM::IntToPtrOp::create(b, ptr, address));
    }
  }
  for (LLVM::AddressOfOp op : arrays) {
    auto found = shared.offsets.find(op.getGlobalNameAttr().getAttr());
    if (found == shared.offsets.end())
      continue;
    ImplicitLocOpBuilder b(op->getLoc(), op);
    erase(op, LLVM::GEPOp::create(
                  b, ptr, b.getI8Type(), sharedBase(),
                  ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(found->second)}));
  }
}

void Emulator::dropAddressSpaces() {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](LLVM::LLVMPointerType type) {
    return pointerType(type.getContext());
  });
  replacer.recursivelyReplaceElementsIn(func, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  SmallVector<LLVM::AddrSpaceCastOp> casts;
  func.walk([&](LLVM::AddrSpaceCastOp op) { casts.push_back(op); });
  for (LLVM::AddrSpaceCastOp op : casts)
    erase(op, op.getArg());
}

void Emulator::rewriteOps() {
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) {
    if (isa<NVVM::NVVMDialect>(op->getDialect()) ||
        !approximationOf(op).empty())
      ops.push_back(op);
  });
  for (Operation *op : ops)
    rewrite(op);
}

void Emulator::rewrite(Operation *op) {
  ImplicitLocOpBuilder b(op->getLoc(), op);
  if (StringRef opcode = approximationOf(op); !opcode.empty()) {
    rewriteApproximation(b, op, opcode);
    return erase(op);
  }
  if (int64_t offset = fieldOf(op); offset >= 0)
    return erase(op, field(offset, i32));
  if (readsLane(op))
    return erase(op, rewriteLane(b, op));
  auto call = [&](StringRef name, Type result, ArrayRef<Value> args) {
    SmallVector<Value> all = {thread};
    llvm::append_range(all, args);
    all.push_back(site(b, op));
    return callRuntime(b, name, result, all);
  };
  auto callBare = [&](StringRef name, ArrayRef<Value> args) {
    SmallVector<Value> all = {thread};
    llvm::append_range(all, args);
    callRuntime(b, name, Type(), all);
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](NVVM::WarpSizeOp) { erase(op, constant(b, 32)); })
      .Case<NVVM::MembarOp, NVVM::FenceScClusterOp>([&](auto) {
        LLVM::FenceOp::create(b, LLVM::AtomicOrdering::seq_cst, "");
        erase(op);
      })
      .Case([&](NVVM::PrefetchOp) { erase(op); })
      .Case([&](NVVM::Barrier0Op) {
        call("nanguard_sim_barrier", Type(), {constant(b, 0), constant(b, 0)});
        erase(op);
      })
      .Case([&](NVVM::BarrierOp barrier) {
        erase(op, rewriteBarrier(b, barrier));
      })
      .Case([&](NVVM::SyncWarpOp sync) {
        call("nanguard_sim_warp_barrier", Type(), {sync.getMask()});
        erase(op);
      })
      .Case(
          [&](NVVM::ShflOp shuffle) { erase(op, rewriteShuffle(b, shuffle)); })
      .Case([&](NVVM::VoteSyncOp vote) {
        Value all =
            call("nanguard_sim_vote", i32,
                 {constant(b, static_cast<int>(vote.getKind())), vote.getMask(),
                  LLVM::ZExtOp::create(b, i32, vote.getPred())});
        if (vote.getType() != i32)
          all = LLVM::TruncOp::create(b, vote.getType(), all);
        erase(op, all);
      })
      .Case([&](NVVM::ReduxOp redux) { erase(op, rewriteRedux(b, redux)); })
      .Case([&](NVVM::MatchSyncOp match) { erase(op, rewriteMatch(b, match)); })
      .Case([&](NVVM::ElectSyncOp elect) {
        Value mask = elect.getMembermask() ? Value(elect.getMembermask())
                                           : constant(b, -1);
        Value mine = call("nanguard_sim_elect", i32, {mask});
        erase(op, LLVM::TruncOp::create(b, b.getI1Type(), mine));
      })
      .Case([&](NVVM::LdMatrixOp load) {
        Value memory = room(4 * load.getNum());
        bool transposed = load.getLayout() == NVVM::MMALayout::col;
        call("nanguard_sim_ldmatrix", Type(),
             {load.getPtr(), constant(b, load.getNum()),
              constant(b, transposed), memory});
        erase(op, unpacked(b, memory, load.getType()));
      })
      .Case([&](NVVM::StMatrixOp store) {
        bool transposed = store.getLayout() == NVVM::MMALayout::col;
        call("nanguard_sim_stmatrix", Type(),
             {store.getPtr(), constant(b, store.getSources().size()),
              constant(b, transposed), packed(b, store.getSources())});
        erase(op);
      })
      .Case([&](NVVM::MmaOp mma) { erase(op, rewriteMma(b, mma)); })
      .Case([&](NVVM::CpAsyncOp copy) {
        Value bytes = constant(b, copy.getSize());
        call("nanguard_sim_cp_async", Type(),
             {copy.getDst(), copy.getSrc(), bytes,
              copy.getCpSize() ? Value(copy.getCpSize()) : bytes});
        erase(op);
      })
      .Case([&](NVVM::CpAsyncCommitGroupOp) {
        callBare("nanguard_sim_cp_async_commit", {});
        erase(op);
      })
      .Case([&](NVVM::CpAsyncWaitGroupOp wait) {
        callBare("nanguard_sim_cp_async_wait", {constant(b, wait.getN())});
        erase(op);
      });
}

Value Emulator::rewriteLane(ImplicitLocOpBuilder &b, Operation *op) {
  Value lane = field(offsetof(nanguard_sim_thread, lane), i32);
  Value own = LLVM::ShlOp::create(b, constant(b, 1), lane);
  Value below = LLVM::SubOp::create(b, own, constant(b, 1));
  Value all = constant(b, -1);
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](NVVM::LaneMaskEqOp) { return own; })
      .Case([&](NVVM::LaneMaskLtOp) { return below; })
      .Case(
          [&](NVVM::LaneMaskLeOp) { return LLVM::OrOp::create(b, below, own); })
      .Case([&](NVVM::LaneMaskGeOp) {
        return LLVM::XOrOp::create(b, below, all);
      })
      .Default([&](Operation *) {
        return LLVM::XOrOp::create(b, LLVM::OrOp::create(b, below, own), all);
      });
}

Value Emulator::rewriteShuffle(ImplicitLocOpBuilder &b, NVVM::ShflOp op) {
  bool tellsValid = op.getReturnValueAndIsValid().value_or(false);
  Value valid = tellsValid ? room(1) : LLVM::ZeroOp::create(b, ptr).getResult();
  Value result =
      callRuntime(b, "nanguard_sim_shfl", i32,
                  {thread, constant(b, static_cast<int>(op.getKind())),
                   op.getThreadMask(), asBits(b, op.getVal()), op.getOffset(),
                   op.getMaskAndClamp(), valid, site(b, op)});
  Type type = op.getVal().getType();
  if (type != i32)
    result = LLVM::BitcastOp::create(b, type, result);
  if (!tellsValid)
    return result;
  return withFlag(b, op.getType(), result, valid);
}

Value Emulator::rewriteBarrier(ImplicitLocOpBuilder &b, NVVM::BarrierOp op) {
  Value id = op.getBarrierId() ? Value(op.getBarrierId()) : constant(b, 0);
  Value threads =
      op.getNumberOfThreads() ? Value(op.getNumberOfThreads()) : constant(b, 0);
  if (!op.getReductionOp()) {
    callRuntime(b, "nanguard_sim_barrier", Type(),
                {thread, id, threads, site(b, op)});
    return {};
  }
  int32_t kind =
      *op.getReductionOp() == NVVM::BarrierReduction::POPC  ? NANGUARD_SIM_POPC
      : *op.getReductionOp() == NVVM::BarrierReduction::AND ? NANGUARD_SIM_AND
                                                            : NANGUARD_SIM_OR;
  return callRuntime(b, "nanguard_sim_barrier_reduce", i32,
                     {thread, id, threads, constant(b, kind),
                      op.getReductionPredicate(), site(b, op)});
}

Value Emulator::rewriteRedux(ImplicitLocOpBuilder &b, NVVM::ReduxOp op) {
  static_assert(static_cast<int>(NVVM::ReduxKind::FMAX) == NANGUARD_SIM_FMAX &&
                static_cast<int>(NVVM::ReduxKind::UMAX) == NANGUARD_SIM_UMAX);
  int32_t kind = static_cast<int32_t>(op.getKind()) |
                 (op.getAbs() ? NANGUARD_SIM_ABS : 0) |
                 (op.getNan() ? NANGUARD_SIM_NAN : 0);
  Value result = callRuntime(b, "nanguard_sim_redux", i32,
                             {thread, constant(b, kind), op.getMaskAndClamp(),
                              asBits(b, op.getVal()), site(b, op)});
  return op.getType() == i32
             ? result
             : LLVM::BitcastOp::create(b, op.getType(), result).getResult();
}

Value Emulator::rewriteMatch(ImplicitLocOpBuilder &b, NVVM::MatchSyncOp op) {
  bool all = op.getKind() == NVVM::MatchSyncKind::all;
  Value holds = all ? room(1) : LLVM::ZeroOp::create(b, ptr).getResult();
  Value value = op.getVal();
  if (value.getType() == i32)
    value = LLVM::ZExtOp::create(b, b.getI64Type(), value);
  Value mask =
      callRuntime(b, "nanguard_sim_match", i32,
                  {thread, op.getThreadMask(), value, holds, site(b, op)});
  if (!all)
    return mask;
  return withFlag(b, op.getType(), mask, holds);
}

Value Emulator::rewriteMma(ImplicitLocOpBuilder &b, NVVM::MmaOp op) {
  NVVM::MMAShapeAttr shape = op.getShape();
  int32_t result = *emulatedType(op.resultPtxType());
  if (op.getIntOverflowBehavior() == NVVM::MMAIntOverflow::satfinite)
    result |= NANGUARD_SIM_SATURATE;
  int32_t types = *emulatedType(*op.getMultiplicandAPtxType()) |
                  *emulatedType(*op.getMultiplicandBPtxType()) << 8 |
                  *emulatedType(op.accumPtxType()) << 16 | result << 24;
  Value memory = room(bytesOf(op.getType()));
  callRuntime(
      b, "nanguard_sim_mma", Type(),
      {thread,
       constant(b, shape.getM() << 16 | shape.getN() << 8 | shape.getK()),
       constant(b, types), packed(b, op.getOperandA()),
       packed(b, op.getOperandB()), packed(b, op.getOperandC()), memory,
       site(b, op)});
  return unpacked(b, memory, op.getType());
}

void emulation::emulateOps(LLVM::LLVMFuncOp func, const SharedLayout &shared,
                           bool checks) {
  Emulator emulator(func, shared);
  emulator.placeShared();
  emulator.dropAddressSpaces();
  // Before the runtime's own loads and stores are there.
  if (checks)
    insertChecks(emulator.getThread(), shared);
  emulator.rewriteOps();
}
