//===- ScalarView.h - Expressions across linalg ops -------------*- C++ -*-===//
//
// The recognisers see an algorithm as scalar expressions, however it was split
// into linalg ops. A Node is one scalar (of a body, or an element of a tensor),
// read at a place that is an affine function of the loops of a root op.
//
//===----------------------------------------------------------------------===//

#ifndef NANGUARD_LIB_TRANSFORMS_STABLE_SCALARVIEW_H
#define NANGUARD_LIB_TRANSFORMS_STABLE_SCALARVIEW_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace nanguard {

/// One scalar, seen from the loops of a root op.
class Node {
public:
  /// The result of `op`, in the body of its linalg op, which is the root.
  explicit Node(mlir::Operation *op);
  /// A scalar in (or above) the body of a linalg op; `map` leads from the
  /// root's loops to the loops of that op.
  Node(mlir::Value scalar, mlir::AffineMap map) : value(scalar), map(map) {}
  /// The element of `tensor` at `access` of the root's loops.
  static Node element(mlir::Value tensor, mlir::AffineMap access);

  /// The same scalar after looking through block arguments, reshapes, movers
  /// and elementwise ops to what computes it.
  Node resolved() const;

  /// The resolved node if an `OpT` computes it.
  template <typename OpT>
  std::optional<Node> resolve() const {
    Node node = resolved();
    if (node.leaf || !node.value.getDefiningOp<OpT>())
      return std::nullopt;
    return node;
  }

  /// Operand `i` of the op that computes this scalar (resolved nodes only).
  Node operand(unsigned i) const {
    return Node(value.getDefiningOp()->getOperand(i), map);
  }
  mlir::Operation *getOp() const { return value.getDefiningOp(); }
  mlir::Location getLoc() const { return value.getLoc(); }

  /// The same node seen from other loops: `to` leads from those to the root's.
  Node from(mlir::AffineMap to) const;

  /// The value if it is a float constant.
  std::optional<llvm::APFloat> constant() const;
  bool isConstant(double number) const;
  /// Whether it is `number` as f16, bf16, f32 or f64 rounds it.
  bool isRoundedConstant(double number) const;

  mlir::Value value;
  mlir::AffineMap map;
  bool leaf = false;
};

/// Whether `found` is `number` as `type` rounds it.
bool equalsRounded(const llvm::APFloat &found, double number,
                   const llvm::fltSemantics &type);

/// The linalg op whose body holds `scalar`, null for a value above.
mlir::linalg::LinalgOp getBodyOwner(mlir::Value scalar);

/// Equality of expressions seen from the loops of `root`. Unit loops do not
/// tell two places apart.
bool sameExpr(Node a, Node b, mlir::linalg::LinalgOp root);

/// `node`, resolved, if it is a power of e or of 2.
std::optional<Node> resolveExp(Node node);

/// The two numbers that `node` is the larger of, by a maximum or by a compare
/// and a select.
std::optional<std::pair<Node, Node>> matchLarger(Node node);

/// `node` without constant factors and divisors.
Node withoutScale(Node node);

/// The u of u * u or pow(u, 2), or of such a square of |u|, seen from `root`.
std::optional<Node> matchSquare(Node node, mlir::linalg::LinalgOp root);

/// A reduction that computes a node.
struct Reduction {
  mlir::linalg::LinalgOp op;
  /// Which result it is.
  unsigned index;
  /// From the root's loops to the dimensions of the result.
  mlir::AffineMap toResult;
  /// What is combined, seen from the loops of `op`.
  Node element;
  /// The map of the result: loops of `op` to its dimensions.
  mlir::AffineMap resultMap() const;
  mlir::Value result() const { return op->getResult(index); }
};

/// Matches `node` as a sum over rows that starts at 0.
std::optional<Reduction> matchSum(Node node);
/// Matches `node` as a NaN-keeping or plain maximum, or one written as a
/// compare and a select, that starts at -Inf.
std::optional<Reduction> matchMax(Node node);
/// Matches `node` as max |x|, started at 0 or below; the element is x.
std::optional<Reduction> matchAbsMax(Node node);

/// How the loops of `root` map to those of `reduction.op` such that `node` is
/// the element that is reduced, as `same` compares them; null when it is not.
mlir::AffineMap
matchElement(const Reduction &reduction, Node node, mlir::linalg::LinalgOp root,
             llvm::function_ref<bool(Node, Node, mlir::linalg::LinalgOp)> same =
                 sameExpr);

/// The exponential, if `node` is one divided by its sum over a row.
std::optional<Node> matchSoftmax(Node node);

/// How many elements each row of `reduction` has; nothing for dynamic rows.
std::optional<int64_t> countElements(const Reduction &reduction);

/// Whether two reductions that a root reads run over the same rows, in the same
/// loops.
bool sameRows(const Reduction &a, const Reduction &b);

/// Whether `node` is the row maximum of `x`, both seen from `root`.
bool isRowMaxOf(Node node, Node x, mlir::linalg::LinalgOp root);

/// Whether each row that `op` reduces is known to have one element.
bool hasOneElement(mlir::linalg::LinalgOp op);

/// Puts expressions into the body of a generic, adding inputs as needed.
class Inliner {
public:
  /// Builds before `before`, an op in the body of `target`.
  Inliner(mlir::RewriterBase &rewriter, mlir::linalg::GenericOp target,
          mlir::Operation *before)
      : rewriter(rewriter), target(target), before(before) {}

  static bool canInline(Node node);
  /// The scalar of `node`, seen from the loops of the target.
  mlir::Value inlined(Node node);
  /// The element of `tensor` at `access`, as an argument of the body.
  mlir::Value addInput(mlir::Value tensor, mlir::AffineMap access);

private:
  mlir::RewriterBase &rewriter;
  mlir::linalg::GenericOp target;
  mlir::Operation *before;
  llvm::SmallVector<std::pair<Node, mlir::Value>> memo;
};

/// Builds the body of a new op; gets the inliner and the accumulator.
using BodyFn = llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Location,
                                              Inliner &, mlir::Value)>;

/// A new generic with one init and a body made by `body`, which asks the
/// inliner for its inputs.
mlir::Value createGeneric(mlir::RewriterBase &rewriter, mlir::Location loc,
                          mlir::Value init, mlir::AffineMap outMap,
                          llvm::ArrayRef<mlir::utils::IteratorType> iterators,
                          BodyFn body);
/// A new reduction over the loops of `like`, with a result shaped as its result
/// `index` and started at `start`.
mlir::Value createReduction(mlir::RewriterBase &rewriter, mlir::Location loc,
                            mlir::linalg::LinalgOp like, unsigned index,
                            double start, BodyFn body);
/// A new elementwise op over all loops of `like`.
mlir::Value createElementwise(mlir::RewriterBase &rewriter, mlir::Location loc,
                              mlir::linalg::LinalgOp like, mlir::Type element,
                              BodyFn body);
/// A new elementwise op over the shape of `tensor`.
mlir::Value createElementwise(mlir::RewriterBase &rewriter, mlir::Location loc,
                              mlir::Value tensor, BodyFn body);

/// The sizes of `value`, read where they come from: a tensor.dim of a result
/// would keep a computation alive that nothing else reads.
llvm::SmallVector<mlir::OpFoldResult>
getSizes(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value);

/// A float constant of type `type`.
mlir::Value constantFloat(mlir::OpBuilder &b, mlir::Location loc,
                          mlir::Type type, double number);

/// Whether `node` is the same at all places: made of constants and of values
/// from above the body.
bool isInvariant(Node node);

/// The location of the ops that a rewrite replaces.
mlir::Location fuseLocs(mlir::MLIRContext *context,
                        llvm::ArrayRef<mlir::Location> locs);

} // namespace nanguard

#endif // NANGUARD_LIB_TRANSFORMS_STABLE_SCALARVIEW_H
