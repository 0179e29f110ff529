//===- CheckShapes.cpp - nanguard-check-shapes ----------------------------===//
//
// A kernel's loops trust their operands: with extents that only meet at run
// time, one that is too small is read out of bounds. What has to agree is
// compared before the kernel is called, in terms of the caller's values.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Conversion/Common/Passes.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"

#include <set>

namespace nanguard {
#define GEN_PASS_DEF_CHECKSHAPESPASS
#include "nanguard/Conversion/Common/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

/// Only index and integer scalars go in and out, and nothing else happens.
static bool isIndexArithmetic(Operation *op) {
  auto scalar = [](Type type) { return type.isIntOrIndex(); };
  return op->getNumRegions() == 0 && isPure(op) &&
         llvm::all_of(op->getOperandTypes(), scalar) &&
         llvm::all_of(op->getResultTypes(), scalar);
}

namespace {
/// Emits the checks of one caller.
class ShapeChecker {
public:
  explicit ShapeChecker(func::FuncOp caller) : caller(caller) {}

  /// Checks that the arguments of a batch hold equally many requests.
  void checkBatch() {
    auto batch = caller->getAttrOfType<DenseI64ArrayAttr>(kBatchAttr);
    if (!batch)
      return;
    ImplicitLocOpBuilder b(caller.getLoc(), &caller.front().front());
    Value requests = sizeOf(b, caller.getArgument(batch[0]), batch[1]);
    for (BlockArgument arg : caller.getArguments())
      if (caller.getArgAttr(arg.getArgNumber(), kBatchAttr))
        require(b, arith::CmpIPredicate::eq, requests, sizeOf(b, arg, batch[1]),
                caller,
                "arguments " + Twine(batch[0]) + " and " +
                    Twine(arg.getArgNumber()) +
                    " hold different numbers of requests");
  }

  /// Checks what `op` reads, before `site`, an op of the caller. `actuals`
  /// stand for the arguments of the kernel that holds `op`; none if the caller
  /// holds it.
  void check(Operation *op, Operation *site, ValueRange actuals) {
    ImplicitLocOpBuilder b(op->getLoc(), site);
    this->actuals = actuals;
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
      checkLoops(b, linalgOp);
      checkGathers(b, linalgOp);
    } else if (auto cast = dyn_cast<tensor::CastOp>(op))
      checkCast(b, cast);
    else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      checkSlice(b, slice, slice.getSource());
    else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
      checkSlice(b, insert, insert.getDest());
    else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      checkExpand(b, expand);
  }

private:
  bool inKernel(Operation *op) const {
    return op->getParentOfType<func::FuncOp>() != caller;
  }

  Value constant(int64_t value) {
    Value &index = constants[value];
    if (!index) {
      ImplicitLocOpBuilder b = ImplicitLocOpBuilder::atBlockBegin(
          caller.getLoc(), &caller.getBody().front());
      index = arith::ConstantIndexOp::create(b, value);
    }
    return index;
  }

  /// The caller's own `tensor.dim` of one of its values, made where that is.
  Value dimOf(Value tensor, int64_t dim) {
    Value &size = dims[{tensor, dim}];
    if (!size) {
      Value index = constant(dim);
      OpBuilder b(caller.getContext());
      b.setInsertionPointAfterValue(tensor);
      // The constants stand first in the entry block.
      if (tensor.getParentBlock() == index.getParentBlock() &&
          isa<BlockArgument>(tensor))
        b.setInsertionPointAfterValue(index);
      size = tensor::DimOp::create(b, tensor.getLoc(), tensor, index);
    }
    return size;
  }

  /// The extent of a dimension as a value of the caller; null if the kernel
  /// alone knows it.
  Value sizeOf(ImplicitLocOpBuilder &b, Value tensor, int64_t dim) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (!type.isDynamicDim(dim))
      return constant(type.getDimSize(dim));
    Operation *def = tensor.getDefiningOp();
    if (!def) {
      auto arg = cast<BlockArgument>(tensor);
      auto func = dyn_cast<func::FuncOp>(arg.getOwner()->getParentOp());
      if (func && func != caller)
        return callerSizeOf(b, actuals[arg.getArgNumber()], dim);
      return func || !inKernel(arg.getOwner()->getParentOp())
                 ? dimOf(tensor, dim)
                 : Value();
    }
    unsigned number = cast<OpResult>(tensor).getResultNumber();
    if (auto dispatch = dyn_cast<DispatchOp>(def);
        dispatch && number < dispatch.getInits().size())
      return sizeOf(b, dispatch.getInits()[number], dim);
    if (auto dps = dyn_cast<DestinationStyleOpInterface>(def);
        dps && isa<linalg::LinalgOp>(def))
      return sizeOf(b, dps.getDpsInits()[number], dim);
    if (auto empty = dyn_cast<tensor::EmptyOp>(def))
      return scalar(b, empty.getMixedSizes()[dim]);
    if (auto cast = dyn_cast<tensor::CastOp>(def))
      return sizeOf(b, cast.getSource(), dim);
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(def))
      return sizeOf(b, insert.getDest(), dim);
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(def))
      return scalar(b, expand.getMixedOutputShape()[dim]);
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(def);
        collapse && inKernel(def))
      return productOf(b, collapse.getSrc(),
                       collapse.getReassociationIndices()[dim]);
    return inKernel(def) ? Value() : dimOf(tensor, dim);
  }

  Value callerSizeOf(ImplicitLocOpBuilder &b, Value tensor, int64_t dim) {
    ValueRange saved = std::exchange(actuals, ValueRange());
    Value size = sizeOf(b, tensor, dim);
    actuals = saved;
    return size;
  }

  Value productOf(ImplicitLocOpBuilder &b, Value tensor,
                  ArrayRef<int64_t> group) {
    Value product = constant(1);
    for (int64_t dim : group) {
      Value size = sizeOf(b, tensor, dim);
      if (!size)
        return {};
      product = arith::MulIOp::create(b, product, size);
    }
    return product;
  }

  Value scalar(ImplicitLocOpBuilder &b, OpFoldResult value) {
    if (std::optional<int64_t> known = getConstantIntValue(value))
      return constant(*known);
    return scalar(b, cast<Value>(value));
  }

  /// An index or integer of the kernel, computed by the caller.
  Value scalar(ImplicitLocOpBuilder &b, Value value) {
    Operation *def = value.getDefiningOp();
    if (auto dim = dyn_cast_or_null<tensor::DimOp>(def))
      if (std::optional<int64_t> index = dim.getConstantIndex())
        return sizeOf(b, dim.getSource(), *index);
    if (!def) {
      auto arg = cast<BlockArgument>(value);
      auto func = dyn_cast<func::FuncOp>(arg.getOwner()->getParentOp());
      if (func && func != caller)
        return actuals[arg.getArgNumber()];
      return func || !inKernel(arg.getOwner()->getParentOp()) ? value : Value();
    }
    if (!inKernel(def))
      return value;
    return compute(b, cast<OpResult>(value),
                   [&](Value operand) { return scalar(b, operand); });
  }

  /// `value` by a copy of its op, of what stands for the operands.
  static Value compute(ImplicitLocOpBuilder &b, OpResult value,
                       function_ref<Value(Value)> standIn) {
    if (!isIndexArithmetic(value.getOwner()))
      return {};
    IRMapping mapping;
    for (Value operand : value.getOwner()->getOperands()) {
      Value mapped = standIn(operand);
      if (!mapped)
        return {};
      mapping.map(operand, mapped);
    }
    return b.clone(*value.getOwner(), mapping)
        ->getResult(value.getResultNumber());
  }

  /// What the body of `op` computes alike in each iteration of its loops.
  Value invariant(ImplicitLocOpBuilder &b, Value value, linalg::LinalgOp op) {
    Operation *def = value.getDefiningOp();
    if (!op->getRegion(0).isAncestor(value.getParentRegion()) ||
        isa_and_present<tensor::DimOp>(def))
      return scalar(b, value);
    if (!def || isa<linalg::IndexOp>(def))
      return {};
    return compute(b, cast<OpResult>(value),
                   [&](Value operand) { return invariant(b, operand, op); });
  }

  /// One more than the largest `index` that the loops of `op` come to; null
  /// where the data decide it. An exporter's broadcast is 0 or a loop's index.
  Value reachOf(ImplicitLocOpBuilder &b, Value index, linalg::LinalgOp op,
                ArrayRef<Value> loops) {
    if (auto loop = index.getDefiningOp<linalg::IndexOp>())
      return loops[loop.getDim()];
    if (matchPattern(index, m_Zero()))
      return constant(1);
    auto select = index.getDefiningOp<arith::SelectOp>();
    if (!select)
      return {};
    Value first = reachOf(b, select.getTrueValue(), op, loops);
    Value second = reachOf(b, select.getFalseValue(), op, loops);
    Value condition = invariant(b, select.getCondition(), op);
    if (!first || !second || !condition)
      return {};
    return arith::SelectOp::create(b, condition, first, second);
  }

  void require(ImplicitLocOpBuilder &b, arith::CmpIPredicate predicate, Value l,
               Value r, Operation *op, const Twine &what) {
    if (!l || !r || (l == r && predicate == arith::CmpIPredicate::eq))
      return;
    if (!done.insert(
                 {l.getAsOpaquePointer(), r.getAsOpaquePointer(), predicate})
             .second)
      return;
    std::string where = op->getName().getStringRef().str();
    SourceName name = sourceNameOf(op->getLoc());
    if (!name.path.empty())
      where = name.path + " (" + where + ")";
    if (!name.file.empty())
      where += " at " + name.file + ":" + std::to_string(name.line);
    Value holds = arith::CmpIOp::create(b, predicate, l, r);
    cf::AssertOp::create(b, holds, (where + ": " + what).str())
        ->setAttr(kShapeAttr, b.getUnitAttr());
  }

  static bool isDynamic(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && !type.hasStaticShape();
  }

  /// Operands that a loop runs over agree in its extent; what else is indexed
  /// lies inside.
  void checkLoops(ImplicitLocOpBuilder &b, linalg::LinalgOp op) {
    if (!op.hasPureTensorSemantics() ||
        llvm::none_of(op->getOperands(), isDynamic))
      return;
    SmallVector<Value> loops(op.getNumLoops());
    SmallVector<std::string> loopNames(op.getNumLoops());
    SmallVector<std::tuple<AffineExpr, Value, std::string>> rest;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()))
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
        Value size = sizeOf(b, operand.get(), dim);
        std::string name = ("dimension " + Twine(dim) + " of operand " +
                            Twine(operand.getOperandNumber()))
                               .str();
        auto loop = dyn_cast<AffineDimExpr>(expr);
        if (!loop) {
          rest.push_back({expr, size, name});
        } else if (Value &known = loops[loop.getPosition()]) {
          require(b, arith::CmpIPredicate::eq, known, size, op,
                  loopNames[loop.getPosition()] + " and " + name + " differ");
        } else {
          known = size;
          loopNames[loop.getPosition()] = name;
        }
      }
    }
    if (rest.empty() || !llvm::all_of(loops, [](Value v) { return bool(v); }))
      return;
    SmallVector<Value> last;
    for (Value size : loops)
      last.push_back(arith::SubIOp::create(b, size, constant(1)));
    for (auto &[expr, size, name] : rest)
      require(b, arith::CmpIPredicate::slt,
              affine::expandAffineExpr(b, b.getLoc(), expr, last, {}), size, op,
              name + " is too small");
  }

  /// A tensor that a loop gathers from by its own index is as long as it.
  void checkGathers(ImplicitLocOpBuilder &b, linalg::LinalgOp op) {
    if (!op.hasPureTensorSemantics())
      return;
    SmallVector<Value> loops(op.getNumLoops());
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [dim, expr] : llvm::enumerate(map.getResults()))
        if (auto loop = dyn_cast<AffineDimExpr>(expr);
            loop && !loops[loop.getPosition()])
          loops[loop.getPosition()] = sizeOf(b, operand.get(), dim);
    }
    for (auto gather : op->getRegion(0).getOps<tensor::ExtractOp>())
      for (auto [dim, index] : llvm::enumerate(gather.getIndices())) {
        // A constant is no loop's: without an iteration it reads nothing.
        if (matchPattern(index, m_Constant()))
          continue;
        Value reach = reachOf(b, index, op, loops);
        Value size = sizeOf(b, gather.getTensor(), dim);
        if (!reach || !size || reach == size)
          continue;
        std::optional<int64_t> reached = getConstantIntValue(reach);
        std::optional<int64_t> known = getConstantIntValue(size);
        if (!reached || !known || *reached > *known)
          require(b, arith::CmpIPredicate::sle, reach, size, op,
                  "dimension " + Twine(dim) +
                      " of what it gathers from is too "
                      "small");
      }
  }

  void checkCast(ImplicitLocOpBuilder &b, tensor::CastOp op) {
    auto to = dyn_cast<RankedTensorType>(op.getType());
    if (!to || !isa<RankedTensorType>(op.getSource().getType()))
      return;
    for (int64_t dim = 0; dim < to.getRank(); ++dim)
      if (!to.isDynamicDim(dim))
        require(b, arith::CmpIPredicate::eq, sizeOf(b, op.getSource(), dim),
                constant(to.getDimSize(dim)), op,
                "dimension " + Twine(dim) + " is not " +
                    Twine(to.getDimSize(dim)));
  }

  void checkExpand(ImplicitLocOpBuilder &b, tensor::ExpandShapeOp op) {
    for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices()))
      if (op.getSrcType().isDynamicDim(dim))
        require(b, arith::CmpIPredicate::eq,
                productOf(b, op.getResult(), group),
                sizeOf(b, op.getSrc(), dim), op,
                "dimension " + Twine(dim) + " does not hold the new shape");
  }

  /// offset + (size - 1) · stride < extent, where one of them is dynamic.
  void checkSlice(ImplicitLocOpBuilder &b, OffsetSizeAndStrideOpInterface op,
                  Value whole) {
    auto type = cast<RankedTensorType>(whole.getType());
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (!type.isDynamicDim(dim) && !op.isDynamicOffset(dim) &&
          !op.isDynamicSize(dim) && !op.isDynamicStride(dim))
        continue;
      Value offset = scalar(b, op.getMixedOffsets()[dim]);
      Value size = scalar(b, op.getMixedSizes()[dim]);
      Value stride = scalar(b, op.getMixedStrides()[dim]);
      Value extent = sizeOf(b, whole, dim);
      if (!offset || !size || !stride || !extent)
        continue;
      Value steps = arith::SubIOp::create(b, size, constant(1));
      Value last = arith::AddIOp::create(
          b, offset, arith::MulIOp::create(b, steps, stride));
      require(b, arith::CmpIPredicate::slt, last, extent, op,
              "dimension " + Twine(dim) + ": the slice ends outside");
      require(b, arith::CmpIPredicate::sge, offset, constant(0), op,
              "dimension " + Twine(dim) + ": the slice begins outside");
    }
  }

  func::FuncOp caller;
  ValueRange actuals;
  DenseMap<int64_t, Value> constants;
  DenseMap<std::pair<Value, int64_t>, Value> dims;
  std::set<std::tuple<const void *, const void *, arith::CmpIPredicate>> done;
};

struct CheckShapesPass : nanguard::impl::CheckShapesPassBase<CheckShapesPass> {
  using Base::Base;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isDeclaration() && !func->hasAttr(kFormAttr))
        checkCaller(func, symbols);
  }

private:
  static void checkCaller(func::FuncOp func, const SymbolTable &symbols) {
    SmallVector<Operation *> ops;
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      ops.push_back(op);
      return isa<linalg::LinalgOp>(op) ? WalkResult::skip()
                                       : WalkResult::advance();
    });
    ShapeChecker checker(func);
    checker.checkBatch();
    for (Operation *op : ops) {
      func::FuncOp kernel;
      if (auto dispatch = dyn_cast<DispatchOp>(op))
        // The first form that scans reads the masks of padding, too.
        kernel = symbols.lookup<func::FuncOp>(
            cast<FlatSymbolRefAttr>(
                dispatch.getForms()[dispatch.getForms().size() > 1])
                .getValue());
      else if (auto call = dyn_cast<func::CallOp>(op))
        kernel = symbols.lookup<func::FuncOp>(call.getCallee());
      if (!kernel) {
        checker.check(op, op, {});
        continue;
      }
      if (!kernel.isDeclaration() && kernel->hasAttr(kFormAttr))
        kernel.walk(
            [&](Operation *inner) { checker.check(inner, op, actualsOf(op)); });
    }
  }

  /// What a kernel's arguments are: the row comes last and has a fixed shape.
  static ValueRange actualsOf(Operation *op) {
    auto dispatch = dyn_cast<DispatchOp>(op);
    if (!dispatch)
      return op->getOperands();
    unsigned count = dispatch.getInputs().size() + dispatch.getInits().size();
    return op->getOperands().take_front(count);
  }
};
} // namespace
