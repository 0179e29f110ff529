//===- Raise.cpp - nanguard-raise -----------------------------------------===//
//
// Importers write the same computation as TOSA, as elementwise ops on tensors,
// as named ops or as generics. Later passes know matmuls and generics.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/abi.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/PassManager.h"

namespace nanguard {
#define GEN_PASS_DEF_RAISEPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// Named ops that stay: later passes know them by name.
static bool keepsItsName(linalg::LinalgOp op) {
  return isa<linalg::GenericOp, linalg::FillOp, linalg::TransposeOp,
             linalg::BroadcastOp, linalg::CopyOp>(op) ||
         linalg::isaContractionOpInterface(op) ||
         linalg::isaConvolutionOpInterface(op);
}

/// y = exp(x − max x) / Σ exp(x − max x) along one dimension, in the element
/// type, as five generics. NaN and all -Inf rows give NaN, as the definition
/// has it.
static void decomposeSoftmax(RewriterBase &rewriter, linalg::SoftmaxOp op) {
  Location loc = op.getLoc();
  auto type = op.getInputOperandType();
  int64_t rank = type.getRank(), dim = op.getDimension();
  auto element = cast<FloatType>(type.getElementType());
  AffineMap full = rewriter.getMultiDimIdentityMap(rank);
  AffineMap rowMap = full.dropResult(dim);
  SmallVector<utils::IteratorType> parallel(rank,
                                            utils::IteratorType::parallel);
  SmallVector<utils::IteratorType> reduce = parallel;
  reduce[dim] = utils::IteratorType::reduction;

  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, op.getInput());
  SmallVector<OpFoldResult> rowSizes = sizes;
  rowSizes.erase(rowSizes.begin() + dim);
  auto filledRow = [&](APFloat value) {
    Value empty = tensor::EmptyOp::create(rewriter, loc, rowSizes, element);
    Value init = arith::ConstantOp::create(rewriter, loc,
                                           FloatAttr::get(element, value));
    return linalg::FillOp::create(rewriter, loc, init, empty).getResult(0);
  };
  auto generic = [&](ValueRange inputs, Value init, ArrayRef<AffineMap> maps,
                     ArrayRef<utils::IteratorType> iterators, auto body) {
    return linalg::GenericOp::create(
               rewriter, loc, init.getType(), inputs, init, maps, iterators,
               [&](OpBuilder &b, Location l, ValueRange args) {
                 linalg::YieldOp::create(b, l, ValueRange{body(b, l, args)});
               })
        .getResult(0);
  };
  auto empty = [&] {
    return tensor::EmptyOp::create(rewriter, loc, sizes, element).getResult();
  };
  const llvm::fltSemantics &semantics = element.getFloatSemantics();
  APFloat least = nanguard::hasInfinity(semantics)
                      ? APFloat::getInf(semantics, /*Negative=*/true)
                      : APFloat::getLargest(semantics, /*Negative=*/true);
  Value max = generic(
      op.getInput(), filledRow(least), {full, rowMap}, reduce,
      [](OpBuilder &b, Location l, ValueRange args) {
        return arith::MaximumFOp::create(b, l, args[0], args[1]).getResult();
      });
  Value shifted = generic(
      {op.getInput(), max}, empty(), {full, rowMap, full}, parallel,
      [](OpBuilder &b, Location l, ValueRange args) {
        return arith::SubFOp::create(b, l, args[0], args[1]).getResult();
      });
  Value exps = generic(shifted, empty(), {full, full}, parallel,
                       [](OpBuilder &b, Location l, ValueRange args) {
                         return math::ExpOp::create(b, l, args[0]).getResult();
                       });
  Value sum = generic(
      exps, filledRow(APFloat::getZero(semantics)), {full, rowMap}, reduce,
      [](OpBuilder &b, Location l, ValueRange args) {
        return arith::AddFOp::create(b, l, args[0], args[1]).getResult();
      });
  Value result = generic(
      {exps, sum}, op.getOutput(), {full, rowMap, full}, parallel,
      [](OpBuilder &b, Location l, ValueRange args) {
        return arith::DivFOp::create(b, l, args[0], args[1]).getResult();
      });
  rewriter.replaceOp(op, result);
}

/// (…, tensor<Nxi8>) -> (…, tensor<[Bx]NxKxi64>): a guarded function, of which
/// target=upstream leaves nothing else to know it by.
static bool hasGuardedType(func::FuncOp func) {
  if (!func.isPublic() || func.getNumArguments() == 0 ||
      func.getNumResults() == 0)
    return false;
  auto tiers = dyn_cast<RankedTensorType>(func.getArgumentTypes().back());
  auto report = dyn_cast<RankedTensorType>(func.getResultTypes().back());
  return tiers && report && tiers.getRank() == 1 &&
         tiers.getElementType().isInteger(8) &&
         report.getElementType().isInteger(64) && report.getRank() >= 2 &&
         report.getShape().take_back(2) ==
             ArrayRef<int64_t>{tiers.getDimSize(0), NANGUARD_REPORT_COLUMNS};
}

/// Guarding changes a public function's type: its callers in the module get a
/// private copy, as it was.
static void separateCallees(ModuleOp module) {
  SymbolTable symbols(module);
  for (auto func : llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    if (!func.isPublic() || func.isDeclaration())
      continue;
    auto uses = SymbolTable::getSymbolUses(func, module);
    if (!uses || uses->empty())
      continue;
    func::FuncOp copy = func.clone();
    copy.setPrivate();
    copy.setName((func.getName() + "_called").str());
    symbols.insert(copy);
    (void)SymbolTable::replaceAllSymbolUses(func, copy.getSymNameAttr(),
                                            module);
  }
}

namespace {
struct RaisePass : nanguard::impl::RaisePassBase<RaisePass> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    nanguard::createLowerToLinalgPass()->getDependentDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module->hasAttr(nanguard::kManifestAttr)) {
      emitError(nanguard::shortLocOf(module), "the module is guarded already");
      return signalPassFailure();
    }
    for (auto func : module.getOps<func::FuncOp>())
      if (hasGuardedType(func)) {
        emitError(func.getLoc(), "the function takes a tier vector and gives a "
                                 "report: it is guarded already");
        return signalPassFailure();
      }
    separateCallees(module);
    IRRewriter rewriter(&getContext());
    module.walk([&](linalg::SoftmaxOp op) {
      rewriter.setInsertionPoint(op);
      if (op.hasPureTensorSemantics())
        decomposeSoftmax(rewriter, op);
    });
    OpPassManager pm(ModuleOp::getOperationName());
    pm.addPass(nanguard::createLowerToLinalgPass());
    if (failed(runPipeline(pm, module)))
      return signalPassFailure();
    module.walk([&](linalg::LinalgOp op) {
      rewriter.setInsertionPoint(op);
      if (op.hasPureTensorSemantics() && !keepsItsName(op))
        (void)linalg::generalizeNamedOp(rewriter, op);
    });
  }
};
} // namespace
