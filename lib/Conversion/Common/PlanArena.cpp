//===- PlanArena.cpp - nanguard-plan-arena --------------------------------===//
//
// A function's buffers of known size become slices of one block, laid out by
// lifetime: two that are never alive together share their bytes, so a step
// works in less, still cached, memory. The offsets are those of greedy best
// fit, largest buffer first (Pisarchyk and Lee, "Efficient Memory Management
// for Deep Neural Net Inference", 2020, section 5).
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/Common/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/STLExtras.h"

#include <tuple>

namespace nanguard {
#define GEN_PASS_DEF_PLANARENAPASS
#include "nanguard/Conversion/Common/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

namespace {
/// Every slice starts on a cache line, which no vector access straddles.
constexpr int64_t kLine = 64;

int64_t roundUp(int64_t bytes) { return (bytes + kLine - 1) / kLine * kLine; }

/// What the runtime's arena takes for a block at most: a header of one line,
/// and size classes that waste a quarter.
int64_t costInArena(int64_t bytes) {
  return roundUp((roundUp(bytes) + kLine) * 5 / 4);
}

/// A buffer and the first and last op of the entry block that touch it.
struct Slice {
  memref::AllocOp alloc;
  int64_t bytes;
  unsigned first, last;
  int64_t offset = -1;
};

/// Bytes of a buffer of known size in contiguous memory; none of another.
std::optional<int64_t> sizeOf(memref::AllocOp alloc, const DataLayout &layout) {
  MemRefType type = alloc.getType();
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getMemorySpace() || !type.getElementType().isIntOrIndexOrFloat())
    return std::nullopt;
  return type.getNumElements() *
         static_cast<int64_t>(layout.getTypeSize(type.getElementType()));
}

/// Whether memory outlives `user`, or is reached by a way that is not tracked.
/// What is returned lives as long as the arena does.
bool letsEscape(Operation *user, bool whole) {
  if (isa<func::ReturnOp>(user))
    return !whole;
  if (isa<memref::DeallocOp, memref::ExtractAlignedPointerAsIndexOp>(user))
    return true;
  return isa<CallOpInterface>(user) &&
         llvm::any_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
}

/// Lifetimes of the entry block's buffers that live and die in it.
SmallVector<Slice> collectSlices(func::FuncOp func, const DataLayout &layout,
                                 bool whole) {
  Block &entry = func.front();
  DenseMap<Operation *, unsigned> positions;
  for (auto [i, op] : llvm::enumerate(entry))
    positions[&op] = i;
  BufferViewFlowAnalysis aliases(func);
  SmallVector<Slice> slices;
  for (auto alloc : entry.getOps<memref::AllocOp>()) {
    std::optional<int64_t> bytes = sizeOf(alloc, layout);
    if (!bytes || *bytes == 0)
      continue;
    Slice slice{alloc, *bytes, positions[alloc], positions[alloc]};
    bool tracked = true;
    for (Value alias : aliases.resolve(alloc.getResult()))
      for (Operation *user : alias.getUsers()) {
        Operation *ancestor = entry.findAncestorOpInBlock(*user);
        tracked &= ancestor && !letsEscape(user, whole);
        if (ancestor)
          slice.last = std::max(slice.last, positions[ancestor]);
      }
    if (tracked)
      slices.push_back(slice);
  }
  return slices;
}

/// Moves buffers of known size out of branches, which are not run again.
void hoistFromBranches(func::FuncOp func, const DataLayout &layout) {
  Block &entry = func.front();
  func.walk([&](memref::AllocOp alloc) {
    Operation *parent = alloc->getParentOp();
    while (isa<scf::IfOp, scf::IndexSwitchOp>(parent) &&
           parent->getBlock() != &entry)
      parent = parent->getParentOp();
    if (isa<scf::IfOp, scf::IndexSwitchOp>(parent) && sizeOf(alloc, layout))
      alloc->moveBefore(parent);
  });
}

/// Gives each slice the smallest gap that holds it between the placed ones it
/// lives beside; returns the block's size.
int64_t assignOffsets(MutableArrayRef<Slice> slices) {
  SmallVector<Slice *> order;
  for (Slice &slice : slices)
    order.push_back(&slice);
  llvm::sort(order, [](Slice *a, Slice *b) {
    return std::tuple(-a->bytes, a->first, a) <
           std::tuple(-b->bytes, b->first, b);
  });
  SmallVector<Slice *> placed; // by offset
  int64_t total = 0;
  for (Slice *slice : order) {
    int64_t end = 0, bestGap = std::numeric_limits<int64_t>::max();
    for (Slice *other : placed) {
      if (other->last < slice->first || slice->last < other->first)
        continue;
      int64_t gap = other->offset - end;
      if (gap >= slice->bytes && gap < bestGap) {
        bestGap = gap;
        slice->offset = end;
      }
      end = std::max(end, roundUp(other->offset + other->bytes));
    }
    if (slice->offset < 0)
      slice->offset = end;
    total = std::max(total, slice->offset + slice->bytes);
    auto at = llvm::upper_bound(placed, slice, [](Slice *a, Slice *b) {
      return a->offset < b->offset;
    });
    placed.insert(at, slice);
  }
  return roundUp(total);
}

void replaceBySlices(func::FuncOp func, ArrayRef<Slice> slices, int64_t total) {
  OpBuilder b = OpBuilder::atBlockBegin(&func.front());
  auto block = memref::AllocOp::create(b, func.getLoc(),
                                       MemRefType::get({total}, b.getI8Type()),
                                       b.getI64IntegerAttr(kLine));
  for (const Slice &slice : slices) {
    memref::AllocOp alloc = slice.alloc;
    b.setInsertionPoint(alloc);
    Value offset =
        arith::ConstantIndexOp::create(b, alloc.getLoc(), slice.offset);
    Value view = memref::ViewOp::create(b, alloc.getLoc(), alloc.getType(),
                                        block, offset, ValueRange{});
    alloc.replaceAllUsesWith(view);
    alloc.erase();
  }
}

struct PlanArenaPass : nanguard::impl::PlanArenaPassBase<PlanArenaPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    DataLayout layout(module);
    for (auto func : module.getOps<func::FuncOp>()) {
      if (func.isExternal())
        continue;
      if (whole)
        hoistFromBranches(func, layout);
      SmallVector<Slice> slices =
          collectSlices(func, layout, whole && func.isPublic());
      if (slices.size() > 1)
        replaceBySlices(func, slices, assignOffsets(slices));
    }
    int64_t most = 0;
    for (auto func : module.getOps<func::FuncOp>())
      if (func.isPublic())
        most = std::max(most, bytesFor(func, symbols, layout));
    module->setAttr(
        "nanguard.arena_bytes",
        IntegerAttr::get(IntegerType::get(&getContext(), 64), most));
  }

private:
  /// What a call of `func` holds at most: its own blocks and, beside them, the
  /// hungriest of its callees. Buffers of run-time size are not in it.
  int64_t bytesFor(func::FuncOp func, const SymbolTable &symbols,
                   const DataLayout &layout) {
    auto [entry, isNew] = needs.try_emplace(func, 0);
    if (!isNew || func.isExternal())
      return entry->second;
    int64_t own = 0, callees = 0;
    func.walk([&](Operation *op) {
      if (auto alloc = dyn_cast<memref::AllocOp>(op))
        if (std::optional<int64_t> bytes = sizeOf(alloc, layout))
          own += costInArena(*bytes);
      auto call = dyn_cast<func::CallOp>(op);
      if (!call)
        return;
      if (auto callee = symbols.lookup<func::FuncOp>(call.getCallee()))
        callees = std::max(callees, bytesFor(callee, symbols, layout));
    });
    return needs[func] = own + callees;
  }

  DenseMap<Operation *, int64_t> needs;
};
} // namespace
