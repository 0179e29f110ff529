//===- MapToThreads.cpp - nanguard-map-to-threads -------------------------===//
//
// Kernels on buffers become sequences of gpu.launch: a thread for each point
// of an op's parallel loops. Scans are integer maxima of everything; they are
// reduced in a warp and merged by atomics, which are exact in any order. Floats
// are reduced by blocks, whose results one more block combines: the order is
// that of the threads' numbers, whatever runs when.
//
//===----------------------------------------------------------------------===//

#include "../Schedule/KernelGroups.h"
#include "DeviceOps.h"

#include "nanguard/Conversion/GPU/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace nanguard {
#define GEN_PASS_DEF_MAPTOTHREADSPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

/// Threads in a block, and elements that a thread of a scan reads at least.
static constexpr int64_t kBlockSize = 256;
static constexpr int64_t kElementsPerThread = 4;
static constexpr int64_t kMaxScanBlocks = 1024;

/// Math that is left when the expansions are done and has an instruction.
static bool hasInstruction(Operation *op) {
  return isa<math::AbsIOp, math::FmaOp, math::CopySignOp, math::CtPopOp,
             math::CountLeadingZerosOp, math::CountTrailingZerosOp>(op);
}

/// A thread keeps its outputs in registers while it reduces.
static bool writesAlongReduction(linalg::GenericOp op) {
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  return llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    return llvm::any_of(reductions,
                        [&](unsigned d) { return map.isFunctionOfDim(d); });
  });
}

namespace {
class KernelMapper {
public:
  KernelMapper(func::FuncOp func) : func(func) {
    MLIRContext *context = func.getContext();
    gpuModule =
        FlatSymbolRefAttr::get(context, (func.getName() + "_gpu").str());
  }

  /// Why the function can't run on the GPU; empty if it can.
  std::string findObstacle() {
    std::string why;
    func.walk([&](Operation *op) {
      if (isa_and_nonnull<math::MathDialect>(op->getDialect()) &&
          !hasInstruction(op))
        why = (op->getName().getStringRef() + " has no GPU form here").str();
      else if (isa<arith::RemFOp>(op))
        why = "arith.remf has no GPU form here";
      else if (isa<memref::GetGlobalOp>(op))
        why = "a constant array lies in the host's memory";
      else if (isa<func::CallOp>(op))
        why = "it calls a function";
      else if (op->getName().getStringRef() == "cf.assert")
        why = "it holds an assertion";
      else if (auto generic = dyn_cast<linalg::GenericOp>(op);
               generic && writesAlongReduction(generic))
        why = "a reduction writes each of its steps";
      else if (op->getNumRegions() > 0 && op != func &&
               !op->getParentOfType<linalg::LinalgOp>() &&
               !op->getParentOfType<gpu::LaunchOp>() &&
               !isa<linalg::GenericOp, scf::IfOp, gpu::LaunchOp>(op))
        why = (op->getName().getStringRef() + " is not mapped").str();
    });
    return why;
  }

  LogicalResult run() {
    // Those that are there have the first names.
    func.walk([&](gpu::LaunchOp) { ++launches; });
    expandScalarOps();
    widenAccumulators();
    if (failed(mapBlock(func.front())))
      return failure();
    placeBuffers();
    return success();
  }

private:
  /// Linalg without loops, fills of scalars above all, and copies of single
  /// elements as loads and stores, which share a launch.
  void expandScalarOps() {
    IRRewriter rewriter(func.getContext());
    SmallVector<memref::CopyOp> copies;
    func.walk([&](memref::CopyOp op) {
      auto type = cast<MemRefType>(op.getSource().getType());
      if (type.hasStaticShape() && type.getNumElements() == 1)
        copies.push_back(op);
    });
    for (memref::CopyOp op : copies) {
      ImplicitLocOpBuilder b(op.getLoc(), op);
      SmallVector<Value> zeros(
          cast<MemRefType>(op.getSource().getType()).getRank(),
          makeIndex(b, 0));
      Value value = memref::LoadOp::create(b, op.getSource(), zeros);
      memref::StoreOp::create(b, value, op.getTarget(), zeros);
      op.erase();
    }
    SmallVector<linalg::GenericOp> ops;
    func.walk([&](linalg::GenericOp op) {
      if (op.getNumLoops() == 0)
        ops.push_back(op);
    });
    for (linalg::GenericOp op : ops) {
      rewriter.setInsertionPoint(op);
      if (succeeded(linalg::linalgOpToLoops(rewriter, op)))
        rewriter.eraseOp(op);
    }
  }

  /// Atomics have 32 bits or more: an i16 maximum is kept in an i32.
  void widenAccumulators() {
    SmallVector<linalg::GenericOp> ops;
    func.walk([&](linalg::GenericOp op) {
      SmallVector<Combiner> combiners =
          matchCombiners(op, /*integersOnly=*/true);
      if (op.getNumParallelLoops() == 0 && combiners.size() == 1 &&
          combiners[0].kind == arith::AtomicRMWKind::maxu &&
          combiners[0].value.getType().getIntOrFloatBitWidth() < 32)
        ops.push_back(op);
    });
    for (linalg::GenericOp op : ops)
      widenAccumulator(op, matchCombiners(op, /*integersOnly=*/true)[0]);
  }

  static void widenAccumulator(linalg::GenericOp op, Combiner combiner) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Type narrow = combiner.value.getType(), wide = b.getI32Type();
    OpOperand &init = *op.getDpsInitsMutable().begin();
    Value buffer = init.get();
    auto type = cast<MemRefType>(buffer.getType());
    SmallVector<Value> zeros(type.getRank(), makeIndex(b, 0));
    if (!type.hasStaticShape() || type.getNumElements() != 1)
      return;
    Value word =
        memref::AllocOp::create(b, MemRefType::get(type.getShape(), wide));
    Value start = memref::LoadOp::create(b, buffer, zeros);
    memref::StoreOp::create(b, arith::ExtUIOp::create(b, wide, start), word,
                            zeros);
    init.set(word);
    BlockArgument acc = op.getRegionOutputArgs()[0];
    acc.setType(wide);
    b.setInsertionPoint(combiner.op);
    Value value = arith::ExtUIOp::create(b, wide, combiner.value);
    Value max = arith::MaxUIOp::create(b, value, acc);
    combiner.op->replaceAllUsesWith(ValueRange{max});
    combiner.op->erase();
    b.setInsertionPointAfter(op);
    Value end = memref::LoadOp::create(b, word, zeros);
    memref::StoreOp::create(b, arith::TruncIOp::create(b, narrow, end), buffer,
                            zeros);
  }

  gpu::LaunchOp launch(ImplicitLocOpBuilder &b, Value blocks, int64_t threads,
                       TypeRange shared = {}) {
    Value one = makeIndex(b, 1);
    auto name = FlatSymbolRefAttr::get(
        b.getContext(), (func.getName() + "_" + Twine(launches++)).str());
    auto op = gpu::LaunchOp::create(
        b, blocks, one, one, makeIndex(b, threads), one, one,
        /*dynamicSharedMemorySize=*/nullptr, /*asyncTokenType=*/nullptr,
        /*asyncDependencies=*/ValueRange{},
        /*workgroupAttributions=*/shared,
        /*privateAttributions=*/TypeRange{}, nullptr, nullptr, nullptr,
        gpuModule, name);
    b.setInsertionPointToEnd(&op.getBody().front());
    gpu::TerminatorOp::create(b);
    b.setInsertionPointToStart(&op.getBody().front());
    return op;
  }

  static Value globalThread(ImplicitLocOpBuilder &b, gpu::LaunchOp op) {
    Value base =
        arith::MulIOp::create(b, op.getBlockIds().x, makeIndex(b, kBlockSize));
    return arith::AddIOp::create(b, base, op.getThreadIds().x);
  }

  //===--------------------------------------------------------------------===//
  // Blocks of host code
  //===--------------------------------------------------------------------===//

  static bool isScalarAccess(Operation *op) {
    return isa<memref::LoadOp, memref::StoreOp>(op);
  }

  /// Computes scalars, which a launch of one thread can do; no views.
  static bool isScalarMath(Operation *op) {
    return (isPure(op) || isa<LLVM::CallIntrinsicOp>(op)) &&
           op->getNumRegions() == 0 &&
           llvm::all_of(op->getResultTypes(),
                        [](Type type) { return type.isIntOrIndexOrFloat(); });
  }

  static LogicalResult fail(Operation *op) {
    emitRemark(op->getLoc(), op->getName().getStringRef())
        << " reads on the host what the GPU computes";
    return failure();
  }

  /// Splits a block into launches; `pending` gathers ops on single elements.
  LogicalResult mapBlock(Block &block) {
    SmallVector<Operation *> pending;
    llvm::SmallPtrSet<Operation *, 16> onDevice;
    Operation *op = &block.front();
    while (op) {
      bool dependent = llvm::any_of(op->getOperands(), [&](Value value) {
        return onDevice.contains(value.getDefiningOp());
      });
      if (isScalarAccess(op) || (dependent && isScalarMath(op))) {
        pending.push_back(op);
        onDevice.insert(op);
        op = op->getNextNode();
        continue;
      }
      bool breaks = isa<linalg::GenericOp, memref::CopyOp, scf::IfOp,
                        memref::DeallocOp, gpu::LaunchOp>(op) ||
                    op->hasTrait<OpTrait::IsTerminator>();
      if (dependent && !breaks)
        return fail(op);
      if (!breaks) {
        op = op->getNextNode();
        continue;
      }
      if (!pending.empty()) {
        flush(pending, op);
        onDevice.clear();
        // A load that flush put here serves `op`, on the host.
        if (isScalarAccess(op->getPrevNode()))
          return fail(op);
      }
      Operation *next = op->getNextNode();
      if (auto generic = dyn_cast<linalg::GenericOp>(op))
        mapGeneric(generic);
      else if (auto copy = dyn_cast<memref::CopyOp>(op))
        mapCopy(copy);
      else if (auto ifOp = dyn_cast<scf::IfOp>(op))
        for (Region &region : ifOp->getRegions())
          if (!region.empty() && failed(mapBlock(region.front())))
            return failure();
      op = next;
    }
    return success();
  }

  /// Moves `ops` to a launch of one thread before `end`. A result with a reader
  /// past it goes through a buffer.
  void flush(SmallVectorImpl<Operation *> &ops, Operation *end) {
    ImplicitLocOpBuilder b(end->getLoc(), end);
    llvm::SmallPtrSet<Operation *, 16> inside(ops.begin(), ops.end());
    SmallVector<std::pair<Value, Value>> spilled;
    for (Operation *op : ops)
      for (Value result : op->getResults()) {
        SmallVector<OpOperand *> outside;
        for (OpOperand &use : result.getUses())
          if (!inside.contains(use.getOwner()))
            outside.push_back(&use);
        if (outside.empty())
          continue;
        b.setInsertionPoint(end);
        Value buffer =
            memref::AllocOp::create(b, MemRefType::get({}, result.getType()));
        spilled.push_back({result, buffer});
        for (OpOperand *use : outside) {
          b.setInsertionPoint(use->getOwner());
          use->set(memref::LoadOp::create(b, buffer, ValueRange{}));
        }
      }
    b.setInsertionPoint(end);
    gpu::LaunchOp launched = launch(b, makeIndex(b, 1), 1);
    Operation *terminator = launched.getBody().front().getTerminator();
    for (Operation *op : ops)
      op->moveBefore(terminator);
    b.setInsertionPoint(terminator);
    for (auto [value, buffer] : spilled)
      memref::StoreOp::create(b, value, buffer, ValueRange{});
    ops.clear();
  }

  //===--------------------------------------------------------------------===//
  // Loop nests
  //===--------------------------------------------------------------------===//

  static Value product(ImplicitLocOpBuilder &b, ArrayRef<Value> sizes) {
    Value total = makeIndex(b, 1);
    for (Value size : sizes)
      total = arith::MulIOp::create(b, total, size);
    return total;
  }

  /// Enough blocks for `total` steps of `perBlock`, one at least.
  static Value countBlocks(ImplicitLocOpBuilder &b, Value total,
                           int64_t perBlock) {
    Value blocks = arith::CeilDivUIOp::create(b, total, makeIndex(b, perBlock));
    return arith::MaxUIOp::create(b, blocks, makeIndex(b, 1));
  }

  /// The loops' indices at the linear position `at`, the last loop fastest.
  static void delinearize(ImplicitLocOpBuilder &b, Value at,
                          ArrayRef<unsigned> dims, ArrayRef<Value> sizes,
                          MutableArrayRef<Value> ivs) {
    for (unsigned dim : llvm::reverse(dims)) {
      if (dim == dims.front()) {
        ivs[dim] = at;
        break;
      }
      ivs[dim] = arith::RemUIOp::create(b, at, sizes[dim]);
      at = arith::DivUIOp::create(b, at, sizes[dim]);
    }
  }

  static SmallVector<Value> position(ImplicitLocOpBuilder &b, AffineMap map,
                                     ArrayRef<Value> ivs) {
    auto values = affine::expandAffineMap(b, b.getLoc(), map, ivs);
    return SmallVector<Value>(values->begin(), values->end());
  }

  /// The body at `ivs`, with `accs` for the outputs; what it yields.
  static SmallVector<Value> cloneBody(ImplicitLocOpBuilder &b,
                                      linalg::GenericOp op, ArrayRef<Value> ivs,
                                      ValueRange accs, IRMapping &mapping) {
    for (OpOperand *input : op.getDpsInputOperands()) {
      BlockArgument arg = op.getMatchingBlockArgument(input);
      if (arg.use_empty())
        continue;
      Value value = input->get();
      if (isa<MemRefType>(value.getType()))
        value = memref::LoadOp::create(
            b, value, position(b, op.getMatchingIndexingMap(input), ivs));
      mapping.map(arg, value);
    }
    mapping.map(op.getRegionOutputArgs(), accs);
    for (Operation &inner : op.getBody()->without_terminator()) {
      Operation *copy = b.clone(inner, mapping);
      SmallVector<linalg::IndexOp> indices;
      copy->walk([&](linalg::IndexOp at) { indices.push_back(at); });
      for (linalg::IndexOp at : indices) {
        at.replaceAllUsesWith(ivs[at.getDim()]);
        if (at == copy)
          mapping.map(inner.getResult(0), ivs[at.getDim()]);
        at.erase();
      }
    }
    SmallVector<Value> yielded;
    for (Value value : op.getBody()->getTerminator()->getOperands())
      yielded.push_back(mapping.lookupOrDefault(value));
    return yielded;
  }

  void mapGeneric(linalg::GenericOp op) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    SmallVector<Value> sizes;
    auto loops = cast<linalg::LinalgOp>(op.getOperation());
    for (Range range : loops.createLoopRanges(b, op.getLoc()))
      sizes.push_back(
          getValueOrCreateConstantIndexOp(b, op.getLoc(), range.size));
    SmallVector<unsigned> parallel, reduction;
    op.getParallelDims(parallel);
    op.getReductionDims(reduction);
    SmallVector<Combiner> integers, all;
    if (parallel.empty()) {
      integers = matchCombiners(op, /*integersOnly=*/true);
      all = matchCombiners(op, /*integersOnly=*/false);
    }
    if (!integers.empty())
      mapFullReduction(b, op, sizes, reduction, integers);
    else if (!all.empty())
      mapOrderedReduction(b, op, sizes, reduction, all);
    else
      mapNest(b, op, sizes, parallel, reduction);
    op.erase();
  }

  void mapNest(ImplicitLocOpBuilder &b, linalg::GenericOp op,
               ArrayRef<Value> sizes, ArrayRef<unsigned> parallel,
               ArrayRef<unsigned> reduction) {
    if (parallel.empty())
      emitRemark(op.getLoc(),
                 "@" + func.getName() +
                     ": a reduction of everything runs on one thread");
    SmallVector<Value> extents;
    for (unsigned dim : parallel)
      extents.push_back(sizes[dim]);
    Value total = product(b, extents);
    gpu::LaunchOp launched = launch(b, countBlocks(b, total, kBlockSize),
                                    parallel.empty() ? 1 : kBlockSize);
    Value at = globalThread(b, launched);
    Value inRange =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, at, total);
    auto ifOp = scf::IfOp::create(b, inRange, /*withElse=*/false);
    b.setInsertionPointToStart(ifOp.thenBlock());
    SmallVector<Value> ivs(sizes.size());
    delinearize(b, at, parallel, sizes, ivs);
    // Outputs don't move with the reductions: they live in registers.
    SmallVector<Value> zeroed(ivs);
    for (unsigned dim : reduction)
      zeroed[dim] = makeIndex(b, 0);
    SmallVector<SmallVector<Value>> positions;
    SmallVector<Value> accs;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      positions.push_back(
          position(b, op.getMatchingIndexingMap(&init), zeroed));
      accs.push_back(memref::LoadOp::create(b, init.get(), positions.back()));
    }
    Operation *end = ifOp.thenBlock()->getTerminator();
    SmallVector<Value> results;
    SmallVector<Value> carried = accs;
    SmallVector<scf::ForOp> loops;
    for (unsigned dim : reduction) {
      auto loop = scf::ForOp::create(b, makeIndex(b, 0), sizes[dim],
                                     makeIndex(b, 1), carried);
      if (!loops.empty())
        scf::YieldOp::create(b, loop.getResults());
      loops.push_back(loop);
      ivs[dim] = loop.getInductionVar();
      carried.assign(loop.getRegionIterArgs().begin(),
                     loop.getRegionIterArgs().end());
      b.setInsertionPointToStart(loop.getBody());
    }
    IRMapping mapping;
    results = cloneBody(b, op, ivs, carried, mapping);
    if (!loops.empty()) {
      scf::YieldOp::create(b, results);
      results.assign(loops.front().getResults().begin(),
                     loops.front().getResults().end());
    }
    b.setInsertionPoint(end);
    for (auto [value, init, where] :
         llvm::zip(results, op.getDpsInits(), positions))
      memref::StoreOp::create(b, value, init, where);
  }

  /// Each thread takes every grid-th element; a warp merges 32-bit values;
  /// who has something to say makes one atomic.
  void mapFullReduction(ImplicitLocOpBuilder &b, linalg::GenericOp op,
                        ArrayRef<Value> sizes, ArrayRef<unsigned> dims,
                        ArrayRef<Combiner> combiners) {
    Value total = product(b, sizes);
    Value blocks = countBlocks(b, total, kBlockSize * kElementsPerThread);
    blocks = arith::MinUIOp::create(b, blocks, makeIndex(b, kMaxScanBlocks));
    gpu::LaunchOp launched = launch(b, blocks, kBlockSize);
    SmallVector<Value> identities = identitiesOf(b, combiners);
    SmallVector<Value> mine =
        reduceInThread(b, launched, op, sizes, dims, combiners, identities);
    for (auto [c, value, identity] : llvm::zip(combiners, mine, identities)) {
      auto [buffer, where] = destination(b, op, c);
      merge(b, launched, c, value, identity, buffer, where);
    }
  }

  static SmallVector<Value> identitiesOf(ImplicitLocOpBuilder &b,
                                         ArrayRef<Combiner> combiners) {
    return llvm::map_to_vector(combiners, [&](const Combiner &c) {
      return makeIdentity(b, c.kind, c.value.getType());
    });
  }

  /// The single element that a full reduction writes.
  static std::pair<Value, SmallVector<Value>>
  destination(ImplicitLocOpBuilder &b, linalg::GenericOp op,
              const Combiner &c) {
    OpOperand &init = op.getDpsInitsMutable()[c.result];
    SmallVector<Value> zeros(op.getNumLoops(), makeIndex(b, 0));
    return {init.get(), position(b, op.getMatchingIndexingMap(&init), zeros)};
  }

  /// A thread's share of a full reduction: every grid-th element.
  static SmallVector<Value>
  reduceInThread(ImplicitLocOpBuilder &b, gpu::LaunchOp launched,
                 linalg::GenericOp op, ArrayRef<Value> sizes,
                 ArrayRef<unsigned> dims, ArrayRef<Combiner> combiners,
                 ArrayRef<Value> identities) {
    Value first = globalThread(b, launched);
    Value step = arith::MulIOp::create(b, launched.getGridSize().x,
                                       makeIndex(b, kBlockSize));
    auto loop = scf::ForOp::create(b, first, product(b, sizes), step,
                                   ValueRange(identities));
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> ivs(sizes.size());
    delinearize(b, loop.getInductionVar(), dims, sizes, ivs);
    IRMapping mapping;
    SmallVector<Value> accs(op.getNumDpsInits());
    for (auto [c, acc] : llvm::zip(combiners, loop.getRegionIterArgs()))
      accs[c.result] = acc;
    // Outputs that are not reduced are yielded as they came: any value will do.
    for (Value &acc : accs)
      if (!acc)
        acc = loop.getRegionIterArgs().front();
    SmallVector<Value> yielded = cloneBody(b, op, ivs, accs, mapping);
    scf::YieldOp::create(b, llvm::map_to_vector(combiners, [&](const auto &c) {
                           return yielded[c.result];
                         }));
    b.setInsertionPointAfter(loop);
    return SmallVector<Value>(loop.getResults());
  }

  /// A block of threads reduces; the first of them has `then` done.
  static void reduceInBlock(ImplicitLocOpBuilder &b, gpu::LaunchOp launched,
                            ArrayRef<Combiner> combiners,
                            MutableArrayRef<Value> values,
                            function_ref<void(ImplicitLocOpBuilder &)> then) {
    Value thread = launched.getThreadIds().x;
    for (auto [c, value, cells] :
         llvm::zip(combiners, values, launched.getWorkgroupAttributions()))
      value =
          reduceBlock(b, c.kind, value, thread, kBlockSize / kWarpSize, cells);
    Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, thread,
                                          makeIndex(b, 0));
    auto ifOp = scf::IfOp::create(b, isFirst, /*withElse=*/false);
    auto inside =
        ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), ifOp.thenBlock());
    then(inside);
  }

  /// Each thread combines every grid-th element, each block its threads'
  /// results, and one block the blocks' and what the outputs hold.
  void mapOrderedReduction(ImplicitLocOpBuilder &b, linalg::GenericOp op,
                           ArrayRef<Value> sizes, ArrayRef<unsigned> dims,
                           ArrayRef<Combiner> combiners) {
    Value blocks =
        countBlocks(b, product(b, sizes), kBlockSize * kElementsPerThread);
    blocks = arith::MinUIOp::create(b, blocks, makeIndex(b, kMaxScanBlocks));
    SmallVector<Value> partials;
    SmallVector<Type> shared;
    auto space = gpu::AddressSpaceAttr::get(b.getContext(),
                                            gpu::AddressSpace::Workgroup);
    for (const Combiner &c : combiners) {
      Type type = c.value.getType();
      partials.push_back(memref::AllocOp::create(
          b, MemRefType::get({ShapedType::kDynamic}, type), blocks));
      shared.push_back(MemRefType::get({kBlockSize / kWarpSize}, type,
                                       MemRefLayoutAttrInterface(), space));
    }
    gpu::LaunchOp launched = launch(b, blocks, kBlockSize, shared);
    SmallVector<Value> mine = reduceInThread(
        b, launched, op, sizes, dims, combiners, identitiesOf(b, combiners));
    reduceInBlock(b, launched, combiners, mine,
                  [&](ImplicitLocOpBuilder &then) {
                    for (auto [value, buffer] : llvm::zip(mine, partials))
                      memref::StoreOp::create(then, value, buffer,
                                              launched.getBlockIds().x);
                  });
    b.setInsertionPointAfter(launched);
    gpu::LaunchOp last = launch(b, makeIndex(b, 1), kBlockSize, shared);
    auto loop = scf::ForOp::create(b, last.getThreadIds().x, blocks,
                                   makeIndex(b, kBlockSize),
                                   ValueRange(identitiesOf(b, combiners)));
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> sums;
    for (auto [c, acc, buffer] :
         llvm::zip(combiners, loop.getRegionIterArgs(), partials))
      sums.push_back(arith::getReductionOp(
          c.kind, b, b.getLoc(), acc,
          memref::LoadOp::create(b, buffer, loop.getInductionVar())));
    scf::YieldOp::create(b, sums);
    b.setInsertionPointAfter(loop);
    SmallVector<Value> wholes(loop.getResults());
    reduceInBlock(b, last, combiners, wholes, [&](ImplicitLocOpBuilder &then) {
      for (auto [c, whole] : llvm::zip(combiners, wholes)) {
        auto [buffer, where] = destination(then, op, c);
        Value start = memref::LoadOp::create(then, buffer, where);
        Value sum =
            arith::getReductionOp(c.kind, then, then.getLoc(), start, whole);
        memref::StoreOp::create(then, sum, buffer, where);
      }
    });
  }

  static void merge(ImplicitLocOpBuilder &b, gpu::LaunchOp launched,
                    const Combiner &c, Value mine, Value identity, Value buffer,
                    ValueRange where) {
    OpBuilder::InsertionGuard guard(b);
    Value speaks;
    bool inWarp =
        c.kind == arith::AtomicRMWKind::maxu && mine.getType().isInteger(32);
    if (inWarp) {
      // gpu.subgroup_reduce has no unsigned form on its way to NVVM.
      Value all = arith::ConstantOp::create(b, b.getI32IntegerAttr(-1));
      mine = NVVM::ReduxOp::create(b, mine.getType(), mine,
                                   NVVM::ReduxKind::UMAX, all);
      Value lane = arith::RemUIOp::create(b, launched.getThreadIds().x,
                                          makeIndex(b, 32));
      speaks = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane,
                                     makeIndex(b, 0));
    }
    Value differs =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, mine, identity);
    speaks = speaks ? arith::AndIOp::create(b, speaks, differs).getResult()
                    : differs;
    auto ifOp = scf::IfOp::create(b, speaks, /*withElse=*/false);
    b.setInsertionPointToStart(ifOp.thenBlock());
    memref::AtomicRMWOp::create(b, c.kind, mine, buffer, where);
  }

  void mapCopy(memref::CopyOp op) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    auto type = cast<MemRefType>(op.getSource().getType());
    SmallVector<Value> sizes;
    SmallVector<unsigned> dims;
    for (int64_t i = 0; i < type.getRank(); ++i) {
      dims.push_back(i);
      sizes.push_back(
          type.isDynamicDim(i)
              ? memref::DimOp::create(b, op.getSource(), i).getResult()
              : makeIndex(b, type.getDimSize(i)));
    }
    Value total = product(b, sizes);
    gpu::LaunchOp launched =
        launch(b, countBlocks(b, total, kBlockSize), kBlockSize);
    Value at = globalThread(b, launched);
    Value inRange =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, at, total);
    auto ifOp = scf::IfOp::create(b, inRange, /*withElse=*/false);
    b.setInsertionPointToStart(ifOp.thenBlock());
    SmallVector<Value> ivs(sizes.size());
    if (!dims.empty())
      delinearize(b, at, dims, sizes, ivs);
    Value value = memref::LoadOp::create(b, op.getSource(), ivs);
    memref::StoreOp::create(b, value, op.getTarget(), ivs);
    op.erase();
  }

  /// The kernel's own buffers lie on the GPU and end with it.
  void placeBuffers() {
    SmallVector<memref::AllocOp> allocs;
    func.walk([&](memref::AllocOp op) { allocs.push_back(op); });
    func.walk([](memref::DeallocOp op) { op.erase(); });
    for (memref::AllocOp op : allocs) {
      ImplicitLocOpBuilder b(op.getLoc(), op);
      auto alloc = gpu::AllocOp::create(
          b, op.getType(), /*asyncToken=*/Type(), /*asyncDependencies=*/
          ValueRange{}, op.getDynamicSizes(), op.getSymbolOperands(),
          /*hostShared=*/false);
      op.replaceAllUsesWith(alloc.getMemref());
      b.setInsertionPoint(op->getBlock()->getTerminator());
      gpu::DeallocOp::create(b, /*asyncToken=*/Type(), ValueRange{},
                             alloc.getMemref());
      op.erase();
    }
  }

  func::FuncOp func;
  FlatSymbolRefAttr gpuModule;
  unsigned launches = 0;
};

struct MapToThreadsPass
    : nanguard::impl::MapToThreadsPassBase<MapToThreadsPass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto func :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      KernelMapper mapper(func);
      std::string why = mapper.findObstacle();
      if (why.empty() && succeeded(mapper.run()))
        continue;
      if (why.empty())
        why = "see above";
      emitRemark(func.getLoc(), "@")
          << func.getName() << " stays on the host: " << why;
      func.erase();
    }
  }
};
} // namespace
