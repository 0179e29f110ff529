//===- LowerToLinalg.cpp - nanguard-lower-to-linalg -----------------------===//
//
// TOSA, elementwise ops on tensors and linalg's own composite ops become ops
// that loops are made of.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Transforms/Passes.h"

#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/TypeSwitch.h"

namespace nanguard {
#define GEN_PASS_DEF_LOWERTOLINALGPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// The infinity with the sign of `value`, where that is a constant of the
/// largest magnitude that its type has beside.
static TypedAttr beyondLargest(Value value) {
  FloatAttr number;
  if (!matchPattern(value, m_Constant(&number)))
    return {};
  const APFloat &found = number.getValue();
  if (!found.isLargest() || !APFloat::semanticsHasInf(found.getSemantics()))
    return {};
  return FloatAttr::get(number.getType(), APFloat::getInf(found.getSemantics(),
                                                          found.isNegative()));
}

/// Upstream starts TOSA's maxima and minima, and pads the windows of its max
/// pooling, with the largest finite number, and so makes one of an infinity.
/// TOSA has them start at the infinity.
static void startAtInfinity(ModuleOp module,
                            const DenseSet<Operation *> &known) {
  auto change = [](Operation *op, OpOperand &operand) {
    TypedAttr infinity = beyondLargest(operand.get());
    OpBuilder b(op);
    if (infinity)
      operand.set(arith::ConstantOp::create(b, op->getLoc(), infinity));
  };
  module.walk([&](Operation *op) {
    if (known.contains(op))
      return;
    auto combines = [&](OpOperand &use) {
      auto user = dyn_cast<linalg::LinalgOp>(use.getOwner());
      return user && user.getNumReductionLoops() > 0 && user.isDpsInit(&use);
    };
    if (auto fill = dyn_cast<linalg::FillOp>(op);
        fill && llvm::all_of(fill->getUses(), combines))
      change(fill, fill->getOpOperand(0));
    if (auto pad = dyn_cast<tensor::PadOp>(op);
        pad && pad.getConstantPaddingValue() &&
        llvm::all_of(pad->getUsers(), llvm::IsaPred<linalg::PoolingNhwcMaxOp>))
      change(pad, pad.getBody()->getTerminator()->getOpOperand(0));
  });
}

/// What has no right form for every reader, and so stays in a guarded model:
/// a softmax by upstream's definition, Winograd's transforms as loops.
static void decompose(RewriterBase &rewriter, Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](linalg::AggregatedOpInterface aggregate) {
        auto parts = aggregate.decomposeOperation(rewriter);
        if (succeeded(parts))
          rewriter.replaceOp(op, *parts);
      })
      .Case([&](linalg::WinogradFilterTransformOp transform) {
        (void)linalg::decomposeWinogradFilterTransformOp(rewriter, transform);
      })
      .Case([&](linalg::WinogradInputTransformOp transform) {
        (void)linalg::decomposeWinogradInputTransformOp(rewriter, transform);
      })
      .Case([&](linalg::WinogradOutputTransformOp transform) {
        (void)linalg::decomposeWinogradOutputTransformOp(rewriter, transform);
      });
}

namespace {
struct LowerToLinalgPass
    : nanguard::impl::LowerToLinalgPassBase<LowerToLinalgPass> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registry.insert<tosa::TosaDialect>();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(lowerTosa(module)) || failed(liftElementwise(module)))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    module.walk([&](Operation *op) {
      rewriter.setInsertionPoint(op);
      if (auto pack = dyn_cast<linalg::PackOp>(op)) {
        if (pack.hasPureTensorSemantics())
          (void)linalg::lowerPack(rewriter, pack);
      } else if (auto unpack = dyn_cast<linalg::UnPackOp>(op)) {
        if (unpack.hasPureTensorSemantics())
          (void)linalg::lowerUnPack(rewriter, unpack);
      } else if (aggregates) {
        decompose(rewriter, op);
      }
    });
  }

private:
  LogicalResult lowerTosa(ModuleOp module) {
    bool hasTosa = false;
    DenseSet<Operation *> known;
    module.walk([&](Operation *op) {
      hasTosa |= isa_and_present<tosa::TosaDialect>(op->getDialect());
      known.insert(op);
    });
    if (!hasTosa)
      return success();
    OpPassManager pm(ModuleOp::getOperationName());
    TosaToLinalgOptions options;
    TosaToLinalgNamedOptions named;
    tosa::addTosaToLinalgPasses(pm, options, named, std::nullopt);
    OpPassManager &funcs = pm.nest<func::FuncOp>();
    funcs.addPass(createTosaToArithPass());
    funcs.addPass(createTosaToTensorPass());
    funcs.addPass(createTosaToSCFPass());
    if (failed(runPipeline(pm, module)))
      return failure();
    startAtInfinity(module, known);
    return success();
  }

  /// arith and math on tensors become generics.
  LogicalResult liftElementwise(ModuleOp module) {
    bool any = false;
    module.walk([&](Operation *op) {
      any |=
          isa_and_present<arith::ArithDialect, math::MathDialect>(
              op->getDialect()) &&
          !op->hasTrait<OpTrait::ConstantLike>() &&
          llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
    });
    if (!any)
      return success();
    OpPassManager pm(ModuleOp::getOperationName());
    pm.addPass(createConvertElementwiseToLinalgPass());
    return runPipeline(pm, module);
  }
};
} // namespace
