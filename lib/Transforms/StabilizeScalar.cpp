//===- StabilizeScalar.cpp - tanh, and sums of exp of several things ------===//
//
// Each pattern writes the function that a scalar expression computes so that no
// intermediate overflows. NaN stays NaN in all of them.
//
//===----------------------------------------------------------------------===//

#include "BodyPattern.h"
#include "nanguard/Transforms/Variants.h"

#include <limits>

using namespace mlir;
using namespace nanguard;
using linalg::GenericOp;

namespace {
bool isOne(Node node) { return node.isConstant(1.0); }
bool isExp(Node node) { return node.resolve<math::ExpOp>().has_value(); }
Node expArg(Node node) { return node.resolve<math::ExpOp>()->operand(0); }

bool isNegationOf(Node a, Node b, GenericOp root) {
  if (std::optional<Node> neg = a.resolve<arith::NegFOp>())
    return sameExpr(neg->operand(0), b, root);
  auto mul =
      matchEither<arith::MulFOp>(a, [](Node n) { return n.isConstant(-1.0); });
  return mul && sameExpr(mul->second, b, root);
}

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

/// The z of a sum of two or more exp(z).
bool collectExponents(Node node, SmallVectorImpl<Node> &exponents) {
  if (isExp(node)) {
    exponents.push_back(expArg(node));
    return exponents.size() <= 8 && Inliner::canInline(exponents.back());
  }
  std::optional<Node> add = node.resolve<arith::AddFOp>();
  return add && collectExponents(add->operand(0), exponents) &&
         collectExponents(add->operand(1), exponents);
}

/// The sum of exp(z - m) over what `exponents` are read as, m being their
/// largest, or 0 where that is infinite.
struct ShiftedSum {
  ShiftedSum(Rebuild &b, ArrayRef<Node> exponents) {
    SmallVector<Value> read;
    for (Node z : exponents)
      read.push_back(b.read(z));
    Value max = read.front();
    for (Value z : ArrayRef(read).drop_front())
      max = b.make<arith::MaximumFOp>(max, z);
    Value infinite = b.make<arith::CmpFOp>(
        arith::CmpFPredicate::OEQ, b.make<math::AbsFOp>(max),
        b.number(std::numeric_limits<double>::infinity()));
    shift = b.make<arith::SelectOp>(infinite, b.number(0.0), max);
    for (Value z : read)
      terms.push_back(b.make<math::ExpOp>(b.make<arith::SubFOp>(z, shift)));
    sum = terms.front();
    for (Value term : ArrayRef(terms).drop_front())
      sum = b.make<arith::AddFOp>(sum, term);
  }

  Value shift, sum;
  SmallVector<Value> terms;
};

/// log(exp(a) + exp(b) + exp(c) + …) -> m + log(sum of exp(z - m)).
struct LogOfExpSum : BodyPattern<math::LogOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(math::LogOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    SmallVector<Node> exponents;
    Node arg = Node(op).operand(0);
    if (!collectExponents(arg, exponents) || exponents.size() < 3 ||
        isShifted(exponents))
      return rewriter.notifyMatchFailure(op, "not the log of a sum of exp");
    Rebuild b(rewriter, root, op, {arg.resolved()});
    ShiftedSum shifted(b, exponents);
    rewriter.replaceOp(
        op,
        b.make<arith::AddFOp>(shifted.shift, b.make<math::LogOp>(shifted.sum)));
    return success();
  }

  /// The exponents are differences already, as this pattern writes them.
  static bool isShifted(ArrayRef<Node> exponents) {
    return llvm::all_of(exponents, [](Node z) {
      return z.resolve<arith::SubFOp>().has_value();
    });
  }
};

/// exp(a) / (exp(a) + exp(b) + …) -> the same with a - m, b - m, …: a softmax
/// whose row stands in several tensors.
struct SoftmaxOfTensors : BodyPattern<arith::DivFOp> {
  using BodyPattern::BodyPattern;

  LogicalResult match(arith::DivFOp op, GenericOp root,
                      PatternRewriter &rewriter) const override {
    SmallVector<Node> exponents;
    Node top = Node(op).operand(0), sum = Node(op).operand(1);
    if (!isExp(top) || !collectExponents(sum, exponents) ||
        exponents.size() < 2 || LogOfExpSum::isShifted(exponents))
      return rewriter.notifyMatchFailure(op, "not exp over a sum of exp");
    auto *found = llvm::find_if(
        exponents, [&](Node z) { return sameExpr(z, expArg(top), root); });
    if (found == exponents.end())
      return rewriter.notifyMatchFailure(op, "the sum is of other things");
    Rebuild b(rewriter, root, op, {top.resolved(), sum.resolved()});
    ShiftedSum shifted(b, exponents);
    rewriter.replaceOp(
        op, b.make<arith::DivFOp>(shifted.terms[found - exponents.begin()],
                                  shifted.sum));
    return success();
  }
};
} // namespace

void nanguard::populateStabilizeScalarPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<LogAddExp, LogOfExpSum, SoftmaxOfTensors>(context);
  // More exact near 0 than the general quotient.
  patterns.add<TanhOfExps>(context, /*benefit=*/2);
}
