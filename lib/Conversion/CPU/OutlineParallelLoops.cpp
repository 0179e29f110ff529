//===- OutlineParallelLoops.cpp - nanguard-outline-parallel-loops ---------===//
//
// Those who emit a loop know whether it is parallel, and mark it. This pass
// checks what the mark cannot say: which buffers are an iteration's own, what
// is merged, and whether the work is worth a second thread.
//
//===----------------------------------------------------------------------===//

#include "VectorLoops.h"

#include "nanguard/Conversion/CPU/Passes.h"
#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"

namespace nanguard {
#define GEN_PASS_DEF_OUTLINEPARALLELLOOPSPASS
#include "nanguard/Conversion/CPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

static constexpr StringLiteral kParallelAttr = "nanguard.parallel";

void nanguard::markParallel(Operation *loop) {
  loop->setAttr(kParallelAttr, UnitAttr::get(loop->getContext()));
}
bool nanguard::isMarkedParallel(Operation *loop) {
  return loop->hasAttr(kParallelAttr);
}

namespace {
/// Iterations of an inner loop of unknown extent, for estimates.
constexpr int64_t kUnknownTrips = 64;
/// Below this many vector operations a loop stays on one thread.
constexpr int64_t kLeastWork = 50000;

int64_t tripsOf(scf::ForOp loop) {
  if (std::optional<APInt> trips = loop.getStaticTripCount())
    return trips->getSExtValue();
  return kUnknownTrips;
}

/// About how many vector operations `op` is.
int64_t workOf(Operation *op) {
  int64_t inside = 0;
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      inside += workOf(&inner);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return inside * tripsOf(loop);
  if (isa<math::MathDialect>(op->getDialect()) && !isa<math::FmaOp>(op))
    return 10;
  return inside + 1;
}

/// The buffer that `memref` is a view of, and whether a view on the way depends
/// on what `varies` returns.
std::pair<Value, bool> rootOf(Value memref, function_ref<bool(Value)> varies) {
  bool depends = false;
  while (Operation *view = memref.getDefiningOp()) {
    if (!isa<ViewLikeOpInterface>(view))
      break;
    depends |= llvm::any_of(llvm::drop_begin(view->getOperands()), varies);
    memref = view->getOperand(0);
  }
  return {memref, depends};
}

std::optional<arith::AtomicRMWKind> kindOf(Operation *combiner) {
  if (isa<arith::MaxUIOp>(combiner))
    return arith::AtomicRMWKind::maxu;
  if (isa<arith::AddIOp>(combiner))
    return arith::AtomicRMWKind::addi;
  if (isa<arith::OrIOp>(combiner))
    return arith::AtomicRMWKind::ori;
  return std::nullopt;
}

/// One loop that is looked at, and what outlining it needs.
struct Candidate {
  explicit Candidate(scf::ForOp loop) : loop(loop) {}

  scf::ForOp loop;
  /// Accumulators of rank 0 and how their values merge.
  llvm::MapVector<Value, arith::AtomicRMWKind> merged;
  /// Buffers made outside that only the loop uses.
  llvm::SetVector<Operation *> own;

  bool analyze();

private:
  bool varies(Value value);
  bool addStore(Operation *op, Value memref, ValueRange indices, Value stored);
  bool addAccumulator(Value root, Value stored);

  llvm::SmallDenseMap<Value, bool> known;
};

/// Whether `value` differs from iteration to iteration, as an index of what the
/// iteration alone writes does.
bool Candidate::varies(Value value) {
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    if (arg == loop.getInductionVar())
      return true;
    auto inner = dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp());
    return inner && inner != loop && loop->isProperAncestor(inner) &&
           arg == inner.getInductionVar() && varies(inner.getLowerBound());
  }
  if (!loop->isProperAncestor(value.getDefiningOp()))
    return false;
  auto [entry, isNew] = known.try_emplace(value, false);
  if (!isNew)
    return entry->second;
  // The difference of two positions in an iteration, and the rest of one, may
  // be the same in all.
  Operation *maker = value.getDefiningOp();
  bool result =
      isa<arith::SubIOp>(maker)
          ? varies(maker->getOperand(0)) && !varies(maker->getOperand(1))
          : !isa<arith::RemUIOp, arith::RemSIOp>(maker) &&
                llvm::any_of(maker->getOperands(),
                             [&](Value operand) { return varies(operand); });
  return known[value] = result;
}

/// What is stored is the accumulator's old value merged with others.
bool Candidate::addAccumulator(Value root, Value stored) {
  std::optional<arith::AtomicRMWKind> kind;
  while (true) {
    Operation *combiner = stored.getDefiningOp();
    if (!combiner)
      return false;
    Value next;
    if (auto inner = dyn_cast<scf::ForOp>(combiner)) {
      unsigned number = cast<OpResult>(stored).getResultNumber();
      next = inner.getInitArgs()[number];
      combiner = inner.getYieldedValues()[number].getDefiningOp();
      BlockArgument carried = inner.getRegionIterArgs()[number];
      if (!combiner || !carried.hasOneUse() ||
          *carried.user_begin() != combiner)
        return false;
    }
    std::optional<arith::AtomicRMWKind> here = kindOf(combiner);
    if (!here || (kind && kind != here))
      return false;
    kind = here;
    if (next) {
      stored = next;
      continue;
    }
    auto isOld = [&](Value operand) {
      auto load = operand.getDefiningOp<memref::LoadOp>();
      return load && load.getMemRef() == root && load->hasOneUse();
    };
    if (isOld(combiner->getOperand(0)) || isOld(combiner->getOperand(1)))
      break;
    stored = combiner->getOperand(0).getDefiningOp<scf::ForOp>()
                 ? combiner->getOperand(0)
                 : combiner->getOperand(1);
  }
  auto [entry, isNew] = merged.try_emplace(root, *kind);
  return entry->second == *kind;
}

bool Candidate::addStore(Operation *op, Value memref, ValueRange indices,
                         Value stored) {
  auto isVarying = [&](Value value) { return varies(value); };
  auto [root, depends] = rootOf(memref, isVarying);
  Operation *maker = root.getDefiningOp();
  if (maker && loop->isProperAncestor(maker))
    return true;
  if (isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(maker) &&
      maker->getNumOperands() == 0 &&
      llvm::all_of(maker->getUsers(), [&](Operation *user) {
        return loop->isProperAncestor(user);
      })) {
    own.insert(maker);
    return true;
  }
  if (depends || llvm::any_of(indices, isVarying))
    return true;
  auto type = cast<MemRefType>(root.getType());
  return stored && memref == root && type.getRank() == 0 &&
         type.getElementType().isIntOrIndex() && addAccumulator(root, stored);
}

bool Candidate::analyze() {
  if (loop.getNumResults() != 0)
    return false;
  WalkResult result = loop.getBody()->walk([&](Operation *op) -> WalkResult {
    if (auto store = dyn_cast<memref::StoreOp>(op))
      return success(addStore(op, store.getMemRef(), store.getIndices(),
                              store.getValue()));
    if (auto store = dyn_cast<vector::StoreOp>(op))
      return success(
          addStore(op, store.getBase(), store.getIndices(), Value()));
    if (auto store = dyn_cast<vector::MaskedStoreOp>(op))
      return success(
          addStore(op, store.getBase(), store.getIndices(), Value()));
    if (auto copy = dyn_cast<memref::CopyOp>(op))
      return success(addStore(op, copy.getTarget(), {}, Value()));
    if (isa<scf::ForOp, scf::IfOp, scf::YieldOp, memref::AllocOp,
            memref::AllocaOp, memref::LoadOp, memref::PrefetchOp,
            vector::LoadOp, vector::MaskedLoadOp, vector::GatherOp>(op))
      return WalkResult::advance();
    return success(isMemoryEffectFree(op) && op->getNumRegions() == 0);
  });
  // An accumulator is read by what merges into it alone.
  for (auto &[root, kind] : merged)
    for (Operation *user : root.getUsers())
      if (loop->isProperAncestor(user) &&
          !isa<memref::LoadOp, memref::StoreOp>(user))
        return false;
  return !result.wasInterrupted();
}

/// Moves a loop into a function of its own.
class Outliner {
public:
  Outliner(ModuleOp module) : symbols(module) {}

  void outline(Candidate &candidate, StringRef name);

private:
  void mergeAccumulators(Candidate &candidate, func::FuncOp func,
                         IRMapping &map);

  SymbolTable symbols;
};

/// Gives the range an accumulator of its own for each, and merges it at the
/// end.
void Outliner::mergeAccumulators(Candidate &candidate, func::FuncOp func,
                                 IRMapping &map) {
  for (auto [root, kind] : candidate.merged) {
    OpBuilder b = OpBuilder::atBlockBegin(&func.front());
    Location loc = root.getLoc();
    auto type = cast<MemRefType>(root.getType());
    Value shared = map.lookup(root);
    Value local = memref::AllocaOp::create(
        b, loc, MemRefType::get({}, type.getElementType()));
    Value zero = arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(type.getElementType(), 0));
    memref::StoreOp::create(b, loc, zero, local);
    b.setInsertionPoint(func.front().getTerminator());
    Value value = memref::LoadOp::create(b, loc, local);
    memref::AtomicRMWOp::create(b, loc, kind, value, shared, ValueRange{});
    map.map(root, local);
  }
}

void Outliner::outline(Candidate &candidate, StringRef name) {
  scf::ForOp loop = candidate.loop;
  Location loc = loop.getLoc();
  OpBuilder b(loop);
  for (Operation *maker : candidate.own)
    maker->moveBefore(&loop.getBody()->front());
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(loop->getRegions(), used);
  used.insert_range(
      ValueRange{loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
  SmallVector<Value> captured;
  SmallVector<Operation *> constants;
  for (Value value : used)
    if (Operation *maker = value.getDefiningOp();
        maker && maker->hasTrait<OpTrait::ConstantLike>())
      constants.push_back(maker);
    else
      captured.push_back(value);

  Value distance = b.createOrFold<arith::SubIOp>(loc, loop.getUpperBound(),
                                                 loop.getLowerBound());
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  // Of an empty loop the upper bound may lie below the lower one.
  Value count = arith::CeilDivSIOp::create(
      b, loc, arith::MaxSIOp::create(b, loc, distance, zero), loop.getStep());
  SmallVector<Value> operands{zero, count};
  llvm::append_range(operands, captured);

  auto func = func::FuncOp::create(
      loc, name, b.getFunctionType(ValueRange(operands).getTypes(), {}));
  func.setPrivate();
  func->setAttr(
      kWorkAttr,
      b.getI64IntegerAttr(workOf(loop) / std::max<int64_t>(tripsOf(loop), 1)));
  Block *entry = func.addEntryBlock();
  symbols.insert(func,
                 ++Block::iterator(loop->getParentOfType<func::FuncOp>()));
  IRMapping map;
  map.map(captured, entry->getArguments().drop_front(2));
  OpBuilder in = OpBuilder::atBlockBegin(entry);
  for (Operation *constant : constants)
    in.clone(*constant, map);
  Value step = map.lookup(loop.getStep());
  Value lower = map.lookup(loop.getLowerBound());
  auto iteration = [&](Value number) -> Value {
    return arith::AddIOp::create(in, loc, lower,
                                 arith::MulIOp::create(in, loc, number, step));
  };
  Value from = iteration(entry->getArgument(0));
  Value to = arith::MinSIOp::create(in, loc, iteration(entry->getArgument(1)),
                                    map.lookup(loop.getUpperBound()));
  func::ReturnOp::create(in, loc);
  mergeAccumulators(candidate, func, map);
  in.setInsertionPointAfterValue(to);
  auto range = scf::ForOp::create(in, loc, from, to, step);
  map.map(loop.getInductionVar(), range.getInductionVar());
  in.setInsertionPointToStart(range.getBody());
  for (Operation &op : loop.getBody()->without_terminator())
    in.clone(op, map);

  func::CallOp::create(b, loc, func, operands);
  loop.erase();
}

struct OutlineParallelLoopsPass
    : nanguard::impl::OutlineParallelLoopsPassBase<OutlineParallelLoopsPass> {
  using Base::Base;

  void runOnOperation() override {
    Outliner outliner(getOperation());
    for (auto func :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      if (!func->hasAttr(kFormAttr))
        continue;
      unsigned count = 0;
      for (Candidate &candidate : choose(func))
        outliner.outline(candidate,
                         (func.getName() + "_range_" + Twine(count++)).str());
    }
    getOperation()->walk(
        [](scf::ForOp loop) { loop->removeAttr(kParallelAttr); });
  }

private:
  /// The outermost loops that are worth it. One of few iterations makes way
  /// for a longer one in it.
  static SmallVector<Candidate> choose(func::FuncOp func) {
    SmallVector<Candidate> chosen;
    func->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
      if (!isMarkedParallel(loop))
        return WalkResult::advance();
      std::optional<APInt> trips = loop.getStaticTripCount();
      if (trips && trips->slt(2))
        return WalkResult::advance();
      if (trips && workOf(loop) < kLeastWork)
        return WalkResult::skip();
      Candidate candidate(loop);
      if (!candidate.analyze())
        return WalkResult::advance();
      chosen.push_back(std::move(candidate));
      return WalkResult::skip();
    });
    return chosen;
  }
};
} // namespace
