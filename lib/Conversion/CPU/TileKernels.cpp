//===- TileKernels.cpp - nanguard-tile-kernels ----------------------------===//
//
// One loop nest for a kernel whose intermediates would fall out of the nearest
// caches: the scan of the result (or the op that makes it) is tiled along outer
// parallel dimensions and what it reads is computed tile by tile, in the loop.
// A reduction is never split, so the bits are those of the kernel in one piece.
//
//===----------------------------------------------------------------------===//

#include "VectorLoops.h"

#include "nanguard/Conversion/CPU/Passes.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace nanguard {
#define GEN_PASS_DEF_TILEKERNELSPASS
#include "nanguard/Conversion/CPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

namespace {
/// The op whose tiles a nest makes, the ops that may move into it, and the
/// tile size of each of its dimensions (0: not tiled).
struct Nest {
  linalg::GenericOp last;
  llvm::SetVector<Operation *> members;
  SmallVector<int64_t> sizes;
};

/// Bytes of a tensor of static shape; 0 of another.
int64_t bytesOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape() || !type.getElementType().isIntOrFloat())
    return 0;
  return type.getNumElements() *
         llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

/// The leading dimensions of a contraction's result that all operands have
/// which it sums over: a tile of these packs no operand twice.
unsigned numBatchDims(linalg::LinalgOp op) {
  SmallVector<unsigned> summed;
  op.getReductionDims(summed);
  auto isBatch = [&](AffineExpr expr) {
    return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
      AffineMap map = op.getMatchingIndexingMap(input);
      return llvm::none_of(
                 summed,
                 [&](unsigned dim) { return map.isFunctionOfDim(dim); }) ||
             llvm::is_contained(map.getResults(), expr);
    });
  };
  ArrayRef<AffineExpr> result =
      op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getResults();
  return llvm::find_if_not(result, isBatch) - result.begin();
}

bool isContraction(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.getNumReductionLoops() > 0 &&
         linalgOp.getNumDpsInputs() >= 2;
}

/// The op that makes the kernel's first result, if its dimensions are the
/// result's own and their extents known.
linalg::GenericOp lastOp(func::FuncOp func) {
  Operation *ret = func.front().getTerminator();
  if (ret->getNumOperands() == 0)
    return {};
  Value value = ret->getOperand(0);
  while (Operation *cast = value.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(cast))
      break;
    value = cast->getOperand(0);
  }
  auto op = value.getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumResults() != 1 || op.getNumReductionLoops() > 0 ||
      op.getNumLoops() < 2 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() ||
      !cast<ShapedType>(op.getResult(0).getType()).hasStaticShape())
    return {};
  return op;
}

/// `op` and the linalg ops of its block that it reads, in their order. A
/// contraction that isn't batched stays out: each tile would pack all of its
/// shared operand again.
llvm::SetVector<Operation *> membersOf(linalg::GenericOp op) {
  llvm::SetVector<Operation *> found;
  SmallVector<Operation *> worklist{op};
  while (!worklist.empty()) {
    Operation *member = worklist.pop_back_val();
    if (!found.insert(member))
      continue;
    for (Value operand : member->getOperands()) {
      auto producer = operand.getDefiningOp<linalg::LinalgOp>();
      if (producer && producer->getBlock() == op->getBlock() &&
          (!isContraction(producer) || numBatchDims(producer) > 0))
        worklist.push_back(producer);
    }
  }
  SmallVector<Operation *> order = found.takeVector();
  llvm::sort(order,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return llvm::SetVector<Operation *>(order.begin(), order.end());
}

/// Outer dimensions are cut, the outermost first, until what a tile computes
/// fits; the sizes divide the extents, so that every tile is whole.
SmallVector<int64_t> chooseSizes(linalg::GenericOp op,
                                 const llvm::SetVector<Operation *> &members,
                                 int64_t budget) {
  int64_t bytes = 0;
  unsigned dims = op.getNumLoops() - 1;
  for (Operation *member : members) {
    for (Value result : member->getResults())
      bytes += bytesOf(result);
    if (isContraction(member))
      dims = std::min(dims, numBatchDims(cast<linalg::LinalgOp>(member)));
  }
  SmallVector<int64_t> sizes(op.getNumLoops(), 0);
  ArrayRef<int64_t> extents =
      cast<ShapedType>(op.getResult(0).getType()).getShape();
  for (unsigned dim = 0; dim < dims && bytes > budget; ++dim) {
    int64_t size = extents[dim];
    do
      --size;
    while (size > 1 &&
           (extents[dim] % size != 0 || bytes / extents[dim] * size > budget));
    if (size < 1)
      continue;
    sizes[dim] = size;
    bytes = bytes / extents[dim] * size;
  }
  return sizes;
}

/// The loops whose induction variables `value` is computed from.
void collectLoops(Value value, llvm::SmallDenseSet<Operation *> &loops) {
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    if (auto loop = dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp());
        loop && loop.getInductionVar() == arg)
      loops.insert(loop);
    return;
  }
  for (Value operand : value.getDefiningOp()->getOperands())
    collectLoops(operand, loops);
}

/// Fuses producers into one nest of loops.
class NestBuilder {
public:
  NestBuilder(IRRewriter &rewriter, func::FuncOp func)
      : rewriter(rewriter), func(func) {}

  LogicalResult run(Nest nest) {
    TilingInterface root = rootOf(nest.last);
    scf::SCFTilingOptions options;
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(func.getContext(), nest.sizes);
    options.setTileSizes(sizes);
    rewriter.setInsertionPoint(root);
    FailureOr<scf::SCFTilingResult> tiled =
        scf::tileUsingSCF(rewriter, root, options);
    if (failed(tiled))
      return failure();
    rewriter.replaceOp(root, tiled->replacements);
    loops = tiled->loops;
    if (root.getOperation() == nest.last)
      nest.members.remove(nest.last);
    for (Operation *member : llvm::reverse(nest.members))
      fuse(member);
    for (Operation *loop : loops)
      markParallel(loop);
    return success();
  }

private:
  /// The scan of `last`, brought next to it, or `last` itself.
  static TilingInterface rootOf(linalg::GenericOp last) {
    for (Operation *user : last->getUsers()) {
      auto scan = dyn_cast<ScanOp>(user);
      if (!scan || scan.getMode() != ScanMode::Bits ||
          cast<RankedTensorType>(scan.getAcc().getType()).getRank() != 0 ||
          !scan.getAcc().getDefiningOp<arith::ConstantOp>())
        continue;
      scan->moveAfter(last);
      scan.getAcc().getDefiningOp()->moveBefore(&last->getBlock()->front());
      return cast<TilingInterface>(scan.getOperation());
    }
    return cast<TilingInterface>(last.getOperation());
  }

  /// The slices of `producer` that the nest reads, if each is of the same part
  /// and that part is another one in each iteration.
  SmallVector<tensor::ExtractSliceOp> slicesOf(Operation *producer) {
    SmallVector<tensor::ExtractSliceOp> slices;
    for (Operation *user : producer->getUsers()) {
      if (!loops.front()->isProperAncestor(user))
        continue;
      auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
      if (!slice ||
          slice->getBlock() != &loops.back().getLoopRegions().front()->front())
        return {};
      slices.push_back(slice);
    }
    llvm::sort(slices, [](tensor::ExtractSliceOp a, tensor::ExtractSliceOp b) {
      return a->isBeforeInBlock(b);
    });
    for (tensor::ExtractSliceOp slice : slices)
      if (slice.getSource() != slices.front().getSource() ||
          slice.getMixedOffsets() != slices.front().getMixedOffsets() ||
          slice.getMixedSizes() != slices.front().getMixedSizes())
        return {};
    if (slices.empty())
      return {};
    llvm::SmallDenseSet<Operation *> over;
    for (Value offset : slices.front().getOffsets())
      collectLoops(offset, over);
    if (over.size() != loops.size() && !isa<linalg::FillOp>(producer))
      return {};
    return slices;
  }

  void fuse(Operation *producer) {
    // Equal parts have equal offsets only once their arithmetic is one.
    DominanceInfo dominance(func);
    eliminateCommonSubExpressions(rewriter, dominance, loops.front());
    SmallVector<tensor::ExtractSliceOp> slices = slicesOf(producer);
    if (slices.empty())
      return;
    bool isReadOutside = false;
    for (Operation *user : producer->getUsers()) {
      if (loops.front()->isProperAncestor(user))
        continue;
      // A fill costs less than to be handed out.
      if (isa<linalg::FillOp>(producer))
        break;
      isReadOutside = true;
      Operation *ancestor = producer->getBlock()->findAncestorOpInBlock(*user);
      if (!ancestor || ancestor == loops.front() ||
          ancestor->isBeforeInBlock(loops.front()))
        return;
    }
    if (isReadOutside && producer->getNumResults() != 1)
      return;
    rewriter.setInsertionPoint(slices.front());
    std::optional<scf::SCFFuseProducerOfSliceResult> fused =
        scf::tileAndFuseProducerOfSlice(rewriter, slices.front(), loops);
    if (!fused)
      return;
    for (tensor::ExtractSliceOp slice : llvm::drop_begin(slices))
      rewriter.replaceOp(slice, fused->tiledAndFusedProducer);
    if (isReadOutside) {
      if (failed(scf::yieldReplacementForFusedProducer(rewriter, slices.front(),
                                                       *fused, loops)))
        return;
      Value whole = loops.front()->getResults().back();
      rewriter.replaceUsesWithIf(
          producer->getResult(0), whole, [&](OpOperand &use) {
            return !loops.front()->isProperAncestor(use.getOwner());
          });
    }
    if (slices.front()->use_empty())
      rewriter.eraseOp(slices.front());
    if (isOpTriviallyDead(producer))
      rewriter.eraseOp(producer);
  }

  IRRewriter &rewriter;
  func::FuncOp func;
  SmallVector<LoopLikeOpInterface> loops;
};

struct TileKernelsPass : nanguard::impl::TileKernelsPassBase<TileKernelsPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    std::optional<Form> form = formOf(func);
    if (!form || form == Form::Unfused || form == Form::Scan ||
        func.isExternal() || !func.getBody().hasOneBlock())
      return;
    Nest nest;
    nest.last = lastOp(func);
    if (!nest.last)
      return;
    nest.members = membersOf(nest.last);
    nest.sizes = chooseSizes(nest.last, nest.members, budget);
    if (llvm::all_of(nest.sizes, [](int64_t size) { return size == 0; }))
      return;
    IRRewriter rewriter(&getContext());
    if (failed(NestBuilder(rewriter, func).run(nest)))
      return;
    // A slice of an empty tensor is a smaller empty tensor.
    RewritePatternSet patterns(&getContext());
    tensor::populateFoldTensorEmptyPatterns(patterns);
    tensor::ExtractSliceOp::getCanonicalizationPatterns(patterns,
                                                        &getContext());
    (void)applyPatternsGreedily(func, std::move(patterns));
  }
};
} // namespace
