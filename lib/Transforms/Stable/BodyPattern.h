//===- BodyPattern.h - Patterns on the bodies of generics -------*- C++ -*-===//
//
// What the Stabilize*.cpp patterns share whose root is an op in a body.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_STABLE_BODYPATTERN_H
#define NANGUARD_LIB_TRANSFORMS_STABLE_BODYPATTERN_H

#include "ScalarView.h"

#include "mlir/Dialect/Math/IR/Math.h"

namespace nanguard {

/// What a pattern builds with, once it has matched.
struct Rebuild {
  Rebuild(mlir::PatternRewriter &rewriter, mlir::linalg::GenericOp root,
          mlir::Operation *op, llvm::ArrayRef<Node> matched)
      : rewriter(rewriter), inliner(rewriter, root, op),
        type(op->getResultTypes()[0]), loc(op->getLoc()) {
    llvm::SmallVector<mlir::Location> locs{op->getLoc()};
    for (const Node &node : matched)
      locs.push_back(node.getLoc());
    loc = fuseLocs(rewriter.getContext(), locs);
    rewriter.setInsertionPoint(op);
  }
  mlir::Value read(Node node) { return inliner.inlined(node); }
  mlir::Value number(double value) {
    return constantFloat(rewriter, loc, type, value);
  }
  template <typename OpT, typename... Args>
  mlir::Value make(Args... args) {
    return OpT::create(rewriter, loc, args...);
  }

  mlir::PatternRewriter &rewriter;
  Inliner inliner;
  mlir::Type type;
  mlir::Location loc;
};

/// Whether a select alone reads `op`, as a pattern writes it that has chosen
/// already, or the model.
inline bool isSelected(mlir::Operation *op) {
  return op->hasOneUse() && llvm::isa<mlir::arith::SelectOp>(*op->user_begin());
}

/// A product that is 0 where a condition holds. Readers of the product read
/// the select instead.
inline void selectZero(Rebuild &b, mlir::Operation *product,
                       llvm::function_ref<mlir::Value()> makeCondition) {
  b.rewriter.setInsertionPointAfter(product);
  mlir::Value condition = makeCondition();
  mlir::Value guarded = b.make<mlir::arith::SelectOp>(condition, b.number(0.0),
                                                      product->getResult(0));
  b.rewriter.replaceAllUsesExcept(product->getResult(0), guarded,
                                  guarded.getDefiningOp());
}

/// Whether `condition` is made of comparisons, one of them with `x`.
inline bool compares(mlir::Value condition, mlir::Value x) {
  mlir::Operation *op = condition.getDefiningOp();
  if (llvm::isa_and_nonnull<mlir::arith::CmpFOp>(op))
    return llvm::is_contained(op->getOperands(), x);
  return llvm::isa_and_nonnull<mlir::arith::AndIOp, mlir::arith::OrIOp>(op) &&
         (compares(op->getOperand(0), x) || compares(op->getOperand(1), x));
}

/// A select on `factor` reads the product: the model, or a pattern, has seen to
/// it.
inline bool isGuarded(mlir::arith::MulFOp op, mlir::Value factor) {
  auto select = op->hasOneUse()
                    ? llvm::dyn_cast<mlir::arith::SelectOp>(*op->user_begin())
                    : mlir::arith::SelectOp();
  return select && compares(select.getCondition(), factor);
}

inline mlir::Value isEqual(Rebuild &b, mlir::Value x, double number) {
  return b.make<mlir::arith::CmpFOp>(mlir::arith::CmpFPredicate::OEQ, x,
                                     b.number(number));
}

/// The two operands of a commutative OpT with `first` matched by `isFirst`.
template <typename OpT>
std::optional<std::pair<Node, Node>>
matchEither(Node node, llvm::function_ref<bool(Node)> isFirst) {
  std::optional<Node> op = node.resolve<OpT>();
  if (!op)
    return std::nullopt;
  for (unsigned i : {0, 1})
    if (isFirst(op->operand(i)))
      return std::make_pair(op->operand(i), op->operand(1 - i));
  return std::nullopt;
}

/// A pattern whose root is an op in the body of a generic.
template <typename OpT>
struct BodyPattern : mlir::OpRewritePattern<OpT> {
  using mlir::OpRewritePattern<OpT>::OpRewritePattern;

  virtual mlir::LogicalResult match(OpT op, mlir::linalg::GenericOp root,
                                    mlir::PatternRewriter &rewriter) const = 0;
  mlir::LogicalResult
  matchAndRewrite(OpT op, mlir::PatternRewriter &rewriter) const final {
    auto root = llvm::dyn_cast<mlir::linalg::GenericOp>(op->getParentOp());
    if (!root || !root.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "not in a generic on tensors");
    return match(op, root, rewriter);
  }
};

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_STABLE_BODYPATTERN_H
