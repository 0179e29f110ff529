//===- Retype.cpp - Changing the float types of a block -------------------===//
//
// Ops are retyped in place, so that locations and attributes stay as they are.
// All float types of a block change by one map, hence only casts, constants,
// the block's arguments and its exits need care.
//
//===----------------------------------------------------------------------===//

#include "Retype.h"

#include "nanguard/Transforms/GuardUtils.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

/// A constant of more elements is cast at run time rather than written out.
static constexpr int64_t kMaxFoldedConstant = 4096;

static bool isPlainElement(Type type) {
  return type.isIntOrIndex() || nanguard::isGuardedFloat(type);
}

static bool isPlainType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return isPlainElement(tensor.getElementType());
  return isPlainElement(type);
}

static bool isKnownOp(Operation *op) {
  if (isa<arith::ScalingExtFOp, arith::ScalingTruncFOp>(op))
    return false;
  if (isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
    return true;
  return isa<linalg::LinalgOp, linalg::SoftmaxOp, linalg::IndexOp,
             linalg::YieldOp, cf::AssertOp, affine::AffineApplyOp,
             tensor::EmptyOp, tensor::DimOp, tensor::RankOp, tensor::ExtractOp,
             tensor::InsertOp, tensor::ExtractSliceOp, tensor::InsertSliceOp,
             tensor::PadOp, tensor::ConcatOp, tensor::CastOp, tensor::ReshapeOp,
             tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             tensor::FromElementsOp, tensor::SplatOp, tensor::GenerateOp,
             tensor::YieldOp>(op);
}

static bool hasFloat(TypeRange types) {
  return llvm::any_of(types, [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  });
}

static LogicalResult checkOp(Operation *op, Block &block, std::string &reason) {
  auto fail = [&](const char *why) {
    reason = (Twine("'") + op->getName().getStringRef() + "' " + why).str();
    return failure();
  };
  if (!op->getDialect())
    return fail("is of an unregistered dialect");
  bool floats =
      hasFloat(op->getOperandTypes()) || hasFloat(op->getResultTypes());
  if (isa<arith::BitcastOp, tensor::BitcastOp>(op) && floats)
    return fail("reads the bits of a float");
  bool terminator = op == block.getTerminator();
  if (!terminator && !isKnownOp(op))
    return fail("has no retyping rule");
  if (!llvm::all_of(op->getOperandTypes(), isPlainType) ||
      !llvm::all_of(op->getResultTypes(), isPlainType))
    return fail("has a type other than a plain scalar or ranked tensor");
  // A rounding mode is a request for exactly this cast.
  if (auto trunc = dyn_cast<arith::TruncFOp>(op);
      trunc && trunc.getRoundingmode())
    return fail("asks for a rounding mode");
  return success();
}

LogicalResult nanguard::checkRetypable(Block &block, std::string &reason) {
  if (!block.mightHaveTerminator() || !block.getParent()->hasOneBlock()) {
    reason = "not a single block";
    return failure();
  }
  for (BlockArgument arg : block.getArguments())
    if (hasFloat(arg.getType()) && !isPlainType(arg.getType())) {
      reason = "an argument has a type other than a plain scalar or tensor";
      return failure();
    }
  bool interrupted = block
                         .walk([&](Operation *op) {
                           return failed(checkOp(op, block, reason))
                                      ? WalkResult::interrupt()
                                      : WalkResult::advance();
                         })
                         .wasInterrupted();
  return failure(interrupted);
}

Type nanguard::retype(Type type, TypeMap map) {
  if (auto element = dyn_cast<FloatType>(type))
    return map(element);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !isa<FloatType>(tensor.getElementType()))
    return type;
  return tensor.clone(map(cast<FloatType>(tensor.getElementType())));
}

Value nanguard::castTo(OpBuilder &b, Location loc, Value value, Type type) {
  auto scalarCast = [](OpBuilder &b, Location loc, Value v, Type to) -> Value {
    unsigned from = v.getType().getIntOrFloatBitWidth();
    if (from < to.getIntOrFloatBitWidth())
      return arith::ExtFOp::create(b, loc, to, v);
    return arith::TruncFOp::create(b, loc, to, v);
  };
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return scalarCast(b, loc, value, type);
  Value init =
      tensor::EmptyOp::create(b, loc, tensor::getMixedSizes(b, loc, value),
                              tensor.getElementType(), tensor.getEncoding());
  auto id = b.getMultiDimIdentityMap(tensor.getRank());
  SmallVector<utils::IteratorType> loops(tensor.getRank(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, init.getType(), value, init, ArrayRef{id, id}, loops,
             [&](OpBuilder &b, Location loc, ValueRange args) {
               Value r = scalarCast(b, loc, args[0], tensor.getElementType());
               linalg::YieldOp::create(b, loc, r);
             })
      .getResult(0);
}

/// Replaces `value` by a cast of it placed at `b`, but for readers that need no
/// cast (shapes) and gathers, which cast the one element that they read.
static void castUses(OpBuilder &b, Value value, Type type) {
  Value wide;
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
    Operation *user = use.getOwner();
    if (isa<tensor::DimOp, tensor::RankOp>(user))
      continue;
    if (auto extract = dyn_cast<tensor::ExtractOp>(user)) {
      extract.getResult().setType(getElementTypeOrSelf(value.getType()));
      OpBuilder after(user->getContext());
      after.setInsertionPointAfter(user);
      Value cast =
          nanguard::castTo(after, extract.getLoc(), extract.getResult(),
                           getElementTypeOrSelf(type));
      extract.getResult().replaceAllUsesExcept(cast, cast.getDefiningOp());
      continue;
    }
    if (!wide)
      wide = nanguard::castTo(b, value.getLoc(), value, type);
    if (user != wide.getDefiningOp())
      use.set(wide);
  }
}

/// The constant `attr` in the mapped type, exact when that is wider; null when
/// it had better be cast at run time.
static TypedAttr retypeConstant(TypedAttr attr, Type type) {
  auto convert = [&](APFloat value) {
    bool lost;
    auto element = cast<FloatType>(getElementTypeOrSelf(type));
    value.convert(element.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &lost);
    return value;
  };
  if (auto scalar = dyn_cast<FloatAttr>(attr))
    return FloatAttr::get(type, convert(scalar.getValue()));
  auto dense = dyn_cast<DenseElementsAttr>(attr);
  if (!dense)
    return {};
  auto shaped = cast<ShapedType>(type);
  if (dense.isSplat())
    return DenseElementsAttr::get(shaped,
                                  convert(dense.getSplatValue<APFloat>()));
  if (dense.getNumElements() > kMaxFoldedConstant)
    return {};
  SmallVector<APFloat> values =
      llvm::map_to_vector(dense.getValues<APFloat>(), convert);
  return DenseElementsAttr::get(shaped, values);
}

static void retypeResults(Operation *op, nanguard::TypeMap map) {
  for (Value result : op->getResults())
    result.setType(nanguard::retype(result.getType(), map));
  for (Region &region : op->getRegions())
    for (Block &inner : region)
      for (BlockArgument arg : inner.getArguments())
        arg.setType(nanguard::retype(arg.getType(), map));
}

/// Whether `generic` puts an exit's value into the destination that the caller
/// hands in. Outlining finds the destination of a dynamic result by it.
static bool writesDestination(linalg::GenericOp generic, Operation *terminator,
                              ArrayRef<Type> exits) {
  for (OpOperand &use : generic.getResult(0).getUses())
    if (use.getOwner() == terminator &&
        exits[use.getOperandNumber()] == use.get().getType() &&
        isa<BlockArgument>(generic.getDpsInits()[0]))
      return true;
  return false;
}

/// A cast whose two types fell together, or a generic that only copies.
static void eraseIfIdentity(Operation *op, Operation *terminator,
                            ArrayRef<Type> exits) {
  Value source;
  if (isa<arith::ExtFOp, arith::TruncFOp>(op)) {
    if (op->getOperand(0).getType() != op->getResult(0).getType())
      return;
    source = op->getOperand(0);
  } else if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    auto args = generic.getBody()->getTerminator()->getOperands();
    if (generic.getNumDpsInputs() != 1 || generic.getNumResults() != 1 ||
        generic->getOperand(0).getType() != generic.getResultTypes()[0] ||
        args[0] != generic.getBody()->getArgument(0) ||
        generic.getBody()->getOperations().size() != 1 ||
        writesDestination(generic, terminator, exits) ||
        !llvm::all_of(generic.getIndexingMapsArray(),
                      [](AffineMap m) { return m.isIdentity(); }))
      return;
    source = generic->getOperand(0);
  } else {
    return;
  }
  op->getResult(0).replaceAllUsesWith(source);
  op->erase();
}

/// extf that must now narrow and truncf that must now widen swap their kind.
static void fixCastKind(Operation *op) {
  if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
    return;
  Type from = getElementTypeOrSelf(op->getOperand(0));
  Type to = getElementTypeOrSelf(op->getResult(0));
  bool widens = from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth();
  if (from == to || widens == isa<arith::ExtFOp>(op))
    return;
  OpBuilder b(op);
  Value cast =
      widens ? arith::ExtFOp::create(b, op->getLoc(), op->getResultTypes()[0],
                                     op->getOperand(0))
                   .getResult()
             : arith::TruncFOp::create(b, op->getLoc(), op->getResultTypes()[0],
                                       op->getOperand(0))
                   .getResult();
  op->getResult(0).replaceAllUsesWith(cast);
  op->erase();
}

void nanguard::retypeBlock(Block &block, TypeMap map) {
  Operation *terminator = block.getTerminator();
  SmallVector<Type> exits(terminator->getOperandTypes());
  SmallVector<Operation *> ops;
  block.walk([&](Operation *op) {
    if (op != terminator)
      ops.push_back(op);
  });
  // Values that keep their type and are cast where they are read.
  SmallVector<std::pair<Value, Type>> kept;
  for (BlockArgument arg : block.getArguments())
    if (Type to = retype(arg.getType(), map); to != arg.getType())
      kept.emplace_back(arg, to);
  for (Operation *op : ops) {
    auto constant = dyn_cast<arith::ConstantOp>(op);
    Type to = constant ? retype(constant.getType(), map) : Type();
    if (!constant || to == constant.getType()) {
      retypeResults(op, map);
    } else if (TypedAttr attr = retypeConstant(constant.getValue(), to)) {
      constant.setValueAttr(attr);
      constant.getResult().setType(to);
    } else {
      kept.emplace_back(constant.getResult(), to);
    }
  }
  for (auto [value, to] : kept) {
    OpBuilder b = isa<BlockArgument>(value) ? OpBuilder::atBlockBegin(&block)
                                            : OpBuilder(value.getContext());
    if (Operation *def = value.getDefiningOp())
      b.setInsertionPointAfter(def);
    castUses(b, value, to);
  }
  for (Operation *op : ops)
    fixCastKind(op);
  SmallVector<Operation *> after;
  block.walk([&](Operation *op) { after.push_back(op); });
  for (Operation *op : after)
    eraseIfIdentity(op, terminator, exits);
  OpBuilder b(terminator);
  for (auto [operand, type] :
       llvm::zip_equal(terminator->getOpOperands(), exits))
    if (operand.get().getType() != type)
      operand.set(castTo(b, operand.get().getLoc(), operand.get(), type));
}
