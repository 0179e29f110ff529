//===- Narrow.cpp - fused=fast --------------------------------------------===//
//
// The opposite of widening, for those who ask for it: the arithmetic is done in
// the narrow type that the cluster hands out, and a softmax loses its max pass.
//
//===----------------------------------------------------------------------===//

#include "../Stable/ScalarView.h"
#include "Retype.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/Transforms/Variants.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace nanguard {
#define GEN_PASS_DEF_NARROWPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

namespace {
/// exp(x - max(x)) -> exp(x). Right as long as exp(x) and its sum fit the type,
/// which is what `fast` takes on.
struct DropMaxShift : OpRewritePattern<math::ExpOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    auto root = dyn_cast<linalg::GenericOp>(op->getParentOp());
    if (!root)
      return rewriter.notifyMatchFailure(op, "not in a generic");
    std::optional<Node> sub = Node(op).operand(0).resolve<arith::SubFOp>();
    if (!sub)
      return rewriter.notifyMatchFailure(op, "not exp of a difference");
    if (!isRowMaxOf(sub->operand(1), sub->operand(0), root))
      return rewriter.notifyMatchFailure(op, "no row maximum is subtracted");
    if (!Inliner::canInline(sub->operand(0)))
      return rewriter.notifyMatchFailure(op, "the score can't be read here");
    Value x = Inliner(rewriter, root, op).inlined(sub->operand(0));
    Location loc = fuseLocs(getContext(), {op.getLoc(), sub->getLoc()});
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<math::ExpOp>(op, x)->setLoc(loc);
    return success();
  }
};

struct NarrowPass : nanguard::impl::NarrowPassBase<NarrowPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal() || !func.getBody().hasOneBlock())
      return;
    Block &block = func.getBody().front();
    std::string reason;
    FloatType narrow = narrowestResultType(block);
    if (narrow && failed(narrowBlock(block, narrow, reason)))
      remark::missed(func.getLoc(),
                     remark::RemarkOpts::name("Narrow").category("nanguard"))
          << reason;
  }
};
} // namespace

/// Whether `block` computes with f16 beside bf16: what stood between them in a
/// wider type can be narrowed to neither.
static bool hasOtherNarrowType(Block &block, FloatType narrow) {
  auto isOther = [&](Type type) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    return element && element != narrow &&
           element.getWidth() == narrow.getWidth();
  };
  return llvm::any_of(block.getArgumentTypes(), isOther) ||
         block
             .walk([&](Operation *op) {
               return llvm::any_of(op->getResultTypes(), isOther)
                          ? WalkResult::interrupt()
                          : WalkResult::advance();
             })
             .wasInterrupted();
}

LogicalResult nanguard::narrowBlock(Block &block, FloatType narrow,
                                    std::string &reason) {
  if (failed(checkRetypable(block, reason)))
    return failure();
  if (hasOtherNarrowType(block, narrow)) {
    reason = "f16 beside bf16, left as it is";
    return failure();
  }
  retypeBlock(block, [&](FloatType type) -> Type {
    return type.getWidth() > narrow.getWidth() ? narrow : type;
  });
  RewritePatternSet patterns(block.getParentOp()->getContext());
  patterns.add<DropMaxShift>(patterns.getContext());
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  (void)applyPatternsGreedily(*block.getParent(), std::move(patterns));
  return success();
}
