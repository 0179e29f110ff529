//===- WideEdges.cpp - Edges between variants in their wide type ----------===//
//
// A twin of a narrow value is looked for from its reader backwards: behind
// movers, which are repeated on the twin, stands the exit cast of a maker.
//
//===----------------------------------------------------------------------===//

#include "WideEdges.h"

#include "Retype.h"
#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace nanguard;
using linalg::GenericOp;

/// Whether `op` moves the elements of one float type about, whatever that is.
bool nanguard::isRetypableMover(Operation *op) {
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp,
          tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::ConcatOp,
          tensor::PadOp>(op))
    return true;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || classify(op) != OpClass::Mover ||
      !linalgOp.hasPureTensorSemantics() || linalgOp.getNumDpsInputs() != 1 ||
      linalgOp.getNumDpsInits() != 1)
    return false;
  Block *body = linalgOp.getBlock();
  return body->getTerminator() == &body->front() &&
         body->front().getOperand(0) == body->getArgument(0);
}

static unsigned widthOf(Value value) {
  return getElementTypeOrSelf(value).getIntOrFloatBitWidth();
}

static Type withElement(Type type, Type element) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? Type(tensor.clone(element)) : element;
}

/// A pad yields what it pads with; a linalg op's body has the elements.
static void retypeBody(Operation *op, Type wide) {
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    Operation *yield = pad.getBody()->getTerminator();
    OpBuilder b(yield);
    yield->setOperand(0, castTo(b, op->getLoc(), yield->getOperand(0), wide));
  } else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    for (BlockArgument arg : linalgOp.getBlock()->getArguments())
      arg.setType(wide);
  }
}

Value nanguard::repeatMover(OpBuilder &b, Operation *op,
                            function_ref<Value(Value)> twinOf) {
  Type narrow = getElementTypeOrSelf(op->getResult(0));
  SmallVector<Twins> sources;
  Type wide;
  for (Value operand : op->getOperands()) {
    if (getElementTypeOrSelf(operand) != narrow)
      continue;
    Value twin = twinOf(operand);
    sources.push_back({operand, twin});
    if (twin && (!wide || wide.getIntOrFloatBitWidth() < widthOf(twin)))
      wide = getElementTypeOrSelf(twin);
  }
  if (!wide)
    return {};
  IRMapping mapping;
  for (auto [source, twin] : sources) {
    Value from = twin ? twin : source;
    Type type = withElement(source.getType(), wide);
    if (source.getDefiningOp<tensor::EmptyOp>())
      from = tensor::EmptyOp::create(
          b, op->getLoc(), tensor::getMixedSizes(b, op->getLoc(), source),
          wide);
    else if (from.getType() != type)
      from = castTo(b, op->getLoc(), from, type);
    mapping.map(source, from);
  }
  Operation *clone = b.clone(*op, mapping);
  clone->getResult(0).setType(withElement(op->getResult(0).getType(), wide));
  retypeBody(clone, wide);
  return clone->getResult(0);
}

namespace {
class EdgeWidener {
public:
  explicit EdgeWidener(ArrayRef<Twins> edges)
      : twins(llvm::from_range, edges) {}

  void widenInputs(GenericOp reader) {
    for (OpOperand *input : reader.getDpsInputOperands()) {
      BlockArgument arg = reader.getMatchingBlockArgument(input);
      Value twin = readsWidened(arg) ? twinOf(input->get()) : Value();
      if (!twin)
        continue;
      input->set(twin);
      arg.setType(getElementTypeOrSelf(twin));
      dropCasts(arg);
    }
    // Its casts stand behind a gather and go, so no walk may be on its way.
    for (auto gather :
         llvm::to_vector(reader.getBody()->getOps<tensor::ExtractOp>())) {
      Value twin = readsWidened(gather.getResult()) ? twinOf(gather.getTensor())
                                                    : Value();
      if (!twin)
        continue;
      gather.getTensorMutable().set(twin);
      gather.getResult().setType(getElementTypeOrSelf(twin));
      dropCasts(gather.getResult());
    }
  }

  /// The movers that nobody reads narrow any more.
  void eraseDeadMovers() {
    for (Operation *op : llvm::reverse(repeated))
      if (op->use_empty())
        op->erase();
  }

private:
  /// Whether all that is done with `value` is to widen it.
  static bool readsWidened(Value value) {
    return !value.use_empty() &&
           llvm::all_of(value.getUsers(), llvm::IsaPred<arith::ExtFOp>);
  }

  /// The casts of `value` that its new type makes needless, or others.
  static void dropCasts(Value value) {
    for (Operation *cast : llvm::make_early_inc_range(value.getUsers())) {
      Value result = cast->getResult(0);
      OpBuilder b(cast);
      if (value.getType() == result.getType()) {
        result.replaceAllUsesWith(value);
      } else if (widthOf(value) > widthOf(result)) {
        result.replaceAllUsesWith(arith::TruncFOp::create(
            b, cast->getLoc(), result.getType(), value));
      } else {
        continue;
      }
      cast->erase();
    }
  }

  /// The wide value of which `narrow` is the rounded one; null if there is
  /// none.
  Value twinOf(Value narrow) {
    if (auto it = twins.find(narrow); it != twins.end())
      return it->second;
    Operation *op = narrow.getDefiningOp();
    Value twin = op && isRetypableMover(op) ? repeat(op) : Value();
    return twins[narrow] = twin;
  }

  Value repeat(Operation *op) {
    OpBuilder b(op);
    Value twin =
        repeatMover(b, op, [&](Value narrow) { return twinOf(narrow); });
    if (twin)
      repeated.push_back(op);
    return twin;
  }

  DenseMap<Value, Value> twins;
  SmallVector<Operation *> repeated; ///< before those that read them
};
} // namespace

void nanguard::widenEdges(ArrayRef<Twins> edges,
                          ArrayRef<Operation *> readers) {
  EdgeWidener widener(edges);
  SmallVector<GenericOp> dead;
  for (Operation *op : readers) {
    auto reader = dyn_cast<GenericOp>(op);
    if (!reader)
      continue;
    bool wasCast =
        reader.getNumDpsInputs() == 1 && reader.getNumResults() == 1 &&
        reader.getDpsInputs()[0].getType() != reader.getResult(0).getType();
    widener.widenInputs(reader);
    // An entry cast that has nothing left to do.
    if (wasCast && isRetypableMover(reader) &&
        reader.getDpsInputs()[0].getType() == reader.getResult(0).getType() &&
        llvm::all_of(reader.getIndexingMapsArray(),
                     [](AffineMap map) { return map.isIdentity(); })) {
      reader.getResult(0).replaceAllUsesWith(reader.getDpsInputs()[0]);
      dead.push_back(reader);
    }
  }
  for (GenericOp op : dead)
    op.erase();
  widener.eraseDeadMovers();
}

SmallVector<OpOperand *> nanguard::readersOf(Value value) {
  SmallVector<OpOperand *> readers;
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (isa<tensor::DimOp>(user))
      continue;
    if (isRetypableMover(user))
      llvm::append_range(readers, readersOf(user->getResult(0)));
    else
      readers.push_back(&use);
  }
  return readers;
}
