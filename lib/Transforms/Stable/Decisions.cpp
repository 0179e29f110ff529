//===- Decisions.cpp - What a mask rests on -------------------------------===//
//
// Reads a mask's expression as far as the kernel shows it, and asks the
// function around the kernel about the rest.
//
//===----------------------------------------------------------------------===//

#include "Decisions.h"

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace nanguard;
using linalg::LinalgOp;

using ValueSet = llvm::SmallSetVector<Value, 16>;

/// More nodes than any mask has; bounds the cost of shared subexpressions.
static constexpr int kMaxNodes = 256;

static bool isFloat(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value.getType()));
}

/// Whether `op` makes something of floats that a NaN does not show in.
static bool losesNaN(Operation *op) {
  if (isa<arith::MaxNumFOp, arith::MinNumFOp>(op))
    return true;
  return llvm::any_of(op->getOperands(), isFloat) && op->getNumResults() &&
         llvm::none_of(op->getResults(), isFloat);
}

static bool holdsLossOfNaN(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return !inner->getNumRegions() && losesNaN(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// What `value` is computed from, up to the arguments of its function or of its
/// kernel. With `floatsOnly`, what a NaN may come to it from. False where that
/// is not known.
static bool collectSources(Value value, bool floatsOnly, ValueSet &sources) {
  sources.insert(value);
  for (size_t i = 0; i < sources.size(); ++i) {
    Value source = sources[i];
    auto push = [&](Value operand) {
      if (!floatsOnly || isFloat(operand))
        sources.insert(operand);
    };
    if (auto argument = dyn_cast<BlockArgument>(source)) {
      if (LinalgOp owner = getBodyOwner(argument))
        push(owner.getMatchingOpOperand(argument)->get());
      else if (!isa<FunctionOpInterface, ClusterOp>(
                   argument.getOwner()->getParentOp()))
        return false;
      continue;
    }
    Operation *op = source.getDefiningOp();
    llvm::for_each(op->getOperands(), push);
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (inner != op &&
            !op->isAncestor(operand.getParentBlock()->getParentOp()))
          push(operand);
    });
  }
  return true;
}

/// Whether a NaN of `values` may decide on `mask` in the function that holds
/// both, where none of it is seen in `mask` itself.
static bool mayDecide(Value mask, ArrayRef<Value> values, bool isDecided) {
  ValueSet sources;
  if (!collectSources(mask, /*floatsOnly=*/false, sources))
    return true;
  if (llvm::none_of(sources, isFloat))
    return false;
  if (!isDecided && isFloat(mask) && llvm::none_of(sources, [](Value source) {
        Operation *op = source.getDefiningOp();
        return op && holdsLossOfNaN(op);
      }))
    return false;
  for (Value value : values) {
    ValueSet numbers;
    if (value == mask && !isDecided)
      continue;
    if (!collectSources(value, /*floatsOnly=*/true, numbers) ||
        llvm::any_of(numbers, [&](Value number) {
          return isFloat(number) && sources.contains(number);
        }))
      return true;
  }
  return false;
}

/// The cluster that holds `argument` and those that share its variants.
static SmallVector<ClusterOp> collectTwins(ClusterOp cluster) {
  SmallVector<ClusterOp> twins{cluster};
  Attribute kernel = cluster->getAttr(kKernelAttr);
  auto module = cluster->getParentOfType<ModuleOp>();
  if (!kernel || !module)
    return twins;
  for (auto func : module.getOps<func::FuncOp>())
    for (Block &block : func.getBody())
      for (ClusterOp other : block.getOps<ClusterOp>())
        if (other->getAttr(kSameAsAttr) == kernel)
          twins.push_back(other);
  return twins;
}

bool Decision::visitLeaf(Value tensor) {
  ValueSet sources;
  if (!collectSources(tensor, /*floatsOnly=*/false, sources))
    return false;
  bool isDecided = llvm::any_of(sources, [](Value source) {
    Operation *op = source.getDefiningOp();
    return op && holdsLossOfNaN(op);
  });
  for (Value source : sources)
    if (auto argument = dyn_cast<BlockArgument>(source);
        argument && !getBodyOwner(argument))
      arguments[argument] |= isDecided;
  return true;
}

bool Decision::visit(Node node, int &budget) {
  if (--budget < 0)
    return false;
  node = node.resolved();
  if (node.constant())
    return true;
  Operation *op = node.leaf ? nullptr : node.getOp();
  if (!op || !getBodyOwner(node.value)) {
    // What a reduction has combined so far is no number of its own.
    return !getBodyOwner(node.value) && visitLeaf(node.value);
  }
  if (op->getNumRegions() || !isMemoryEffectFree(op))
    return false;
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    Node operand = node.operand(i);
    if (losesNaN(op) && isFloat(operand.value) && !operand.constant()) {
      if (!Inliner::canInline(operand))
        return false;
      compared.push_back(operand);
    }
    if (!visit(operand, budget))
      return false;
  }
  return true;
}

std::optional<Decision> Decision::read(Node mask, Value hidden) {
  Decision decision;
  int budget = kMaxNodes;
  ValueSet numbers;
  if (!decision.visit(mask, budget) ||
      !collectSources(hidden, /*floatsOnly=*/true, numbers))
    return std::nullopt;
  for (auto [argument, isDecided] : decision.arguments) {
    if (isDecided && numbers.contains(argument))
      return std::nullopt;
    auto cluster = dyn_cast<ClusterOp>(argument.getOwner()->getParentOp());
    if (!cluster)
      continue;
    for (ClusterOp twin : collectTwins(cluster)) {
      SmallVector<Value> values;
      for (Value number : numbers)
        if (auto other = dyn_cast<BlockArgument>(number);
            other && other.getOwner() == argument.getOwner())
          values.push_back(twin->getOperand(other.getArgNumber()));
      if (mayDecide(twin->getOperand(argument.getArgNumber()), values,
                    isDecided))
        return std::nullopt;
    }
  }
  return decision;
}

/// Whether `x` is in the expression `node`.
static bool contains(Node node, Node x, LinalgOp root, int depth = 8) {
  if (sameExpr(node, x, root))
    return true;
  Node found = node.resolved();
  Operation *op = found.leaf ? nullptr : found.getOp();
  if (!op || depth == 0 || !getBodyOwner(found.value))
    return false;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (contains(found.operand(i), x, root, depth - 1))
      return true;
  return false;
}

bool Decision::restsOn(Node node, LinalgOp root) const {
  return llvm::any_of(
      compared, [&](Node number) { return contains(number, node, root); });
}

Value Decision::andOrdered(OpBuilder &b, Location loc, Inliner &in,
                           Value condition) const {
  for (Node number : compared) {
    Value x = in.inlined(number);
    Value ordered =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, x, x);
    condition =
        condition ? arith::AndIOp::create(b, loc, condition, ordered) : ordered;
  }
  return condition;
}
