//===- StabilizeScalar.cpp - Functions written as quotients of exp --------===//
//
// Each pattern names the function that a scalar expression computes and writes
// it so that no intermediate overflows. NaN stays NaN in all of them.
//
//===----------------------------------------------------------------------===//

#include "BodyPattern.h"
#include "nanguard/Transforms/Variants.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace nanguard;
using linalg::GenericOp;

namespace {
/// max(x, 0) + log1p(exp(-|x|)): Inf at +Inf, 0 at -Inf.
Value softplus(Rebuild &b, Value x) {
  Value tail =
      b.make<math::ExpOp>(b.make<arith::NegFOp>(b.make<math::AbsFOp>(x)));
  return b.make<arith::AddFOp>(b.make<arith::MaximumFOp>(x, b.number(0.0)),
                               b.make<math::Log1pOp>(tail));
}

bool isOne(Node node) { return node.isConstant(1.0); }
bool isExp(Node node) { return node.resolve<math::ExpOp>().has_value(); }
Node expArg(Node node) { return node.resolve<math::ExpOp>()->operand(0); }

/// The u of 1 + exp(u).
std::optional<Node> matchOnePlusExp(Node node) {
  auto add = matchEither<arith::AddFOp>(node, isOne);
  if (!add || !isExp(add->second))
    return std::nullopt;
  return expArg(add->second);
}

/// A sigmoid of `arg`, or of -`arg`.
struct Sigmoid {
  Node arg;
  bool negated;
};

std::optional<Sigmoid> matchSigmoid(Node node, GenericOp root) {
  std::optional<Node> div = node.resolve<arith::DivFOp>();
  std::optional<Node> u = div ? matchOnePlusExp(div->operand(1)) : std::nullopt;
  if (!u)
    return std::nullopt;
  if (isOne(div->operand(0)))
    return Sigmoid{*u, true};
  if (isExp(div->operand(0)) && sameExpr(expArg(div->operand(0)), *u, root))
    return Sigmoid{*u, false};
  return std::nullopt;
}

bool isNegationOf(Node a, Node b, GenericOp root) {
  if (std::optional<Node> neg = a.resolve<arith::NegFOp>())
    return sameExpr(neg->operand(0), b, root);
  auto mul =
      matchEither<arith::MulFOp>(a, [](Node n) { return n.isConstant(-1.0); });
  return mul && sameExpr(mul->second, b, root);
}

/// exp(x) / (1 + exp(x)) -> 1 / (1 + exp(-x)): 1 at +Inf, 0 at -Inf.
struct SigmoidOfExp : BodyPattern<arith::DivFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::DivFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    std::optional<Sigmoid> sigmoid = matchSigmoid(Node(op), root);
    if (!sigmoid || sigmoid->negated)
      return rewriter.notifyMatchFailure(op, "not exp(x) / (1 + exp(x))");
    if (!Inliner::canInline(sigmoid->arg))
      return rewriter.notifyMatchFailure(op, "the argument can't be read here");
    Rebuild b(rewriter, root, op, {sigmoid->arg});
    Value e = b.make<math::ExpOp>(b.make<arith::NegFOp>(b.read(sigmoid->arg)));
    Value one = b.number(1.0);
    rewriter.replaceOp(
        op, b.make<arith::DivFOp>(one, b.make<arith::AddFOp>(one, e)));
    return success();
  }
};

/// (e^u - 1) / (e^u + 1), (1 - e^-u) / (1 + e^-u) -> tanh(u / 2) and
/// (e^x - e^-x) / (e^x + e^-x) -> tanh(x): 1 at +Inf, -1 at -Inf.
struct TanhOfExps : BodyPattern<arith::DivFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::DivFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    std::optional<Node> sub = Node(op).operand(0).resolve<arith::SubFOp>();
    std::optional<Node> add = Node(op).operand(1).resolve<arith::AddFOp>();
    if (!sub || !add)
      return rewriter.notifyMatchFailure(op, "not a difference over a sum");
    Node a = sub->operand(0), b = sub->operand(1);
    bool same = (sameExpr(a, add->operand(0), root) &&
                 sameExpr(b, add->operand(1), root)) ||
                (sameExpr(a, add->operand(1), root) &&
                 sameExpr(b, add->operand(0), root));
    if (!same)
      return rewriter.notifyMatchFailure(op, "the terms differ");
    double factor = 0.5;
    std::optional<Node> u;
    if (isExp(a) && isOne(b)) {
      u = expArg(a);
    } else if (isOne(a) && isExp(b)) {
      u = expArg(b);
      factor = -0.5;
    } else if (isExp(a) && isExp(b) &&
               isNegationOf(expArg(b), expArg(a), root)) {
      u = expArg(a);
      factor = 1.0;
    } else if (isExp(a) && isExp(b) &&
               isNegationOf(expArg(a), expArg(b), root)) {
      u = expArg(b);
      factor = -1.0;
    }
    if (!u || !Inliner::canInline(*u))
      return rewriter.notifyMatchFailure(op, "not the exponentials of a tanh");
    Rebuild r(rewriter, root, op, {*sub, *add});
    Value arg = r.make<arith::MulFOp>(r.read(*u), r.number(factor));
    rewriter.replaceOp(op, r.make<math::TanhOp>(arg));
    return success();
  }
};

/// log(1 + exp(x)), log1p(exp(x)) -> max(x, 0) + log1p(exp(-|x|)): x at +Inf, 0
/// at -Inf.
template <typename OpT>
struct SoftplusOfExp : BodyPattern<OpT> {
  using BodyPattern<OpT>::BodyPattern;

  LogicalResult match(OpT op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    Node arg = Node(op).operand(0);
    std::optional<Node> x;
    if (std::is_same_v<OpT, math::LogOp>)
      x = matchOnePlusExp(arg);
    else if (isExp(arg))
      x = expArg(arg);
    if (!x || !Inliner::canInline(*x))
      return rewriter.notifyMatchFailure(op, "not log(1 + exp(x))");
    // -|x| is the argument that this very pattern writes.
    if (std::optional<Node> neg = x->resolve<arith::NegFOp>();
        neg && neg->operand(0).resolve<math::AbsFOp>())
      return rewriter.notifyMatchFailure(op, "the argument is negative");
    Rebuild b(rewriter, root, op, {arg.resolved()});
    rewriter.replaceOp(op, softplus(b, b.read(*x)));
    return success();
  }
};

/// log(sigmoid(x)) -> -softplus(-x), log(1 - sigmoid(x)) -> -softplus(x): x and
/// 0 at the infinities, never log(0) of an underflow.
struct LogOfSigmoid : BodyPattern<math::LogOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(math::LogOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    Node arg = Node(op).operand(0);
    std::optional<Sigmoid> sigmoid = matchSigmoid(arg, root);
    bool complement = false;
    if (!sigmoid) {
      std::optional<Node> sub = arg.resolve<arith::SubFOp>();
      if (sub && isOne(sub->operand(0)))
        sigmoid = matchSigmoid(sub->operand(1), root);
      complement = true;
    }
    if (!sigmoid || !Inliner::canInline(sigmoid->arg))
      return rewriter.notifyMatchFailure(op, "not the log of a sigmoid");
    Rebuild b(rewriter, root, op, {arg.resolved()});
    Value x = b.read(sigmoid->arg);
    if (sigmoid->negated == complement)
      x = b.make<arith::NegFOp>(x);
    rewriter.replaceOp(op, b.make<arith::NegFOp>(softplus(b, x)));
    return success();
  }
};

/// log(exp(a) + exp(b)) -> max(a, b) + log1p(exp(-|a - b|)), with a - b taken
/// as 0 where a = b, be they infinite: -Inf for two of -Inf, +Inf if one is.
struct LogAddExp : BodyPattern<math::LogOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(math::LogOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    std::optional<Node> add = Node(op).operand(0).resolve<arith::AddFOp>();
    if (!add || !isExp(add->operand(0)) || !isExp(add->operand(1)))
      return rewriter.notifyMatchFailure(op, "not log(exp(a) + exp(b))");
    Node a = expArg(add->operand(0)), b = expArg(add->operand(1));
    if (!Inliner::canInline(a) || !Inliner::canInline(b))
      return rewriter.notifyMatchFailure(op,
                                         "the arguments can't be read here");
    Rebuild r(rewriter, root, op, {*add});
    Value x = r.read(a), y = r.read(b);
    Value equal = r.make<arith::CmpFOp>(arith::CmpFPredicate::OEQ, x, y);
    Value diff = r.make<arith::SelectOp>(equal, r.number(0.0),
                                         r.make<arith::SubFOp>(x, y));
    Value tail =
        r.make<math::ExpOp>(r.make<arith::NegFOp>(r.make<math::AbsFOp>(diff)));
    rewriter.replaceOp(op,
                       r.make<arith::AddFOp>(r.make<arith::MaximumFOp>(x, y),
                                             r.make<math::Log1pOp>(tail)));
    return success();
  }
};
} // namespace

void nanguard::populateStabilizeScalarPatterns(RewritePatternSet &patterns) {
  patterns.add<SigmoidOfExp, TanhOfExps, SoftplusOfExp<math::LogOp>,
               SoftplusOfExp<math::Log1pOp>, LogOfSigmoid, LogAddExp>(
      patterns.getContext());
}
