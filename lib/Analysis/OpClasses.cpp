//===- OpClasses.cpp - What an op does to the numbers ---------------------===//
//
// Classification of tensor-level ops by their payload, and names from
// locations.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Analysis/OpClasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace nanguard;

namespace {
/// What one payload op does to the numbers.
enum class ScalarEffect { Moves, Harmless, Produces, Unknown };
} // namespace

/// An integer converts without overflow to every float type but f16.
static bool convertsToNarrow(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0).getType()).isF16();
}

static ScalarEffect effectOf(Operation &op) {
  if (isa<linalg::YieldOp, linalg::IndexOp, arith::ConstantOp, arith::SelectOp,
          arith::ExtFOp, tensor::ExtractOp, tensor::DimOp, cf::AssertOp,
          arith::BitcastOp>(op))
    return ScalarEffect::Moves;
  bool touchesFloats =
      llvm::any_of(op.getOperandTypes(), llvm::IsaPred<FloatType>) ||
      llvm::any_of(op.getResultTypes(), llvm::IsaPred<FloatType>);
  if (isa_and_present<arith::ArithDialect, math::MathDialect>(
          op.getDialect())) {
    if (!touchesFloats)
      return ScalarEffect::Moves;
    if (isa<arith::NegFOp, math::AbsFOp, math::CopySignOp, arith::CmpFOp,
            arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
            arith::MinNumFOp, math::FloorOp, math::CeilOp, math::RoundOp,
            math::RoundEvenOp, math::TruncOp, arith::FPToSIOp, arith::FPToUIOp,
            math::IsNaNOp, math::IsInfOp, math::IsFiniteOp>(op))
      return ScalarEffect::Harmless;
    if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
      return convertsToNarrow(&op) ? ScalarEffect::Produces
                                   : ScalarEffect::Harmless;
    // A cast of a constant is the constant.
    if (isa<arith::TruncFOp>(op) &&
        matchPattern(op.getOperand(0), m_Constant()))
      return ScalarEffect::Moves;
    return ScalarEffect::Produces;
  }
  return ScalarEffect::Unknown;
}

static bool hasTensorSemantics(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics();
}

static bool hasFloatResult(Operation *op) {
  return llvm::any_of(op->getResultTypes(), [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  });
}

static OpClass classifyLinalg(linalg::LinalgOp op) {
  if (!hasTensorSemantics(op))
    return OpClass::Opaque;
  if (isa<linalg::FillOp, linalg::TransposeOp, linalg::BroadcastOp,
          linalg::CopyOp>(op))
    return OpClass::Mover;
  bool produces = false, harmless = false;
  for (Operation &inner : op->getRegion(0).front()) {
    switch (effectOf(inner)) {
    case ScalarEffect::Moves:
      break;
    case ScalarEffect::Harmless:
      harmless = true;
      break;
    case ScalarEffect::Produces:
      produces = true;
      break;
    case ScalarEffect::Unknown:
      return OpClass::Opaque;
    }
  }
  if (!hasFloatResult(op))
    return OpClass::Harmless;
  if (!produces)
    return harmless ? OpClass::Harmless : OpClass::Mover;
  if (op.getNumReductionLoops() == 0)
    return OpClass::Elementwise;
  if (linalg::isaContractionOpInterface(op))
    return OpClass::Contraction;
  if (linalg::isaConvolutionOpInterface(op))
    return OpClass::Convolution;
  return OpClass::Reduction;
}

OpClass nanguard::classify(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return classifyLinalg(linalgOp);
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
          tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::ConcatOp,
          tensor::CastOp, tensor::EmptyOp, tensor::ReshapeOp, tensor::PadOp,
          tensor::FromElementsOp, tensor::SplatOp, tensor::GatherOp,
          tensor::ScatterOp, tensor::ExtractOp, tensor::InsertOp, tensor::DimOp,
          tensor::GenerateOp, arith::ConstantOp, arith::SelectOp>(op))
    return OpClass::Mover;
  auto isInteger = [](Type type) { return type.isIntOrIndex(); };
  if (op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
      llvm::all_of(op->getOperandTypes(), isInteger) &&
      llvm::all_of(op->getResultTypes(), isInteger))
    return OpClass::Harmless;
  if (isa_and_present<arith::ArithDialect>(op->getDialect()) &&
      !hasFloatResult(op))
    return OpClass::Harmless;
  if (isa<cf::AssertOp>(op))
    return OpClass::Harmless;
  return OpClass::Opaque;
}

StringRef nanguard::nameOf(OpClass opClass) {
  switch (opClass) {
  case OpClass::Mover:
    return "mover";
  case OpClass::Harmless:
    return "harmless";
  case OpClass::Elementwise:
    return "elementwise";
  case OpClass::Reduction:
    return "reduction";
  case OpClass::Contraction:
    return "contraction";
  case OpClass::Convolution:
    return "convolution";
  case OpClass::Opaque:
    return "opaque";
  }
  return "opaque";
}

bool nanguard::isCheapToRepeat(Operation *op) {
  if (isa<tensor::EmptyOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
          tensor::CastOp, linalg::FillOp, linalg::BroadcastOp,
          linalg::TransposeOp>(op) ||
      op->hasTrait<OpTrait::ConstantLike>())
    return true;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || classifyLinalg(generic) != OpClass::Mover)
    return false;
  return llvm::all_of(*generic.getBody(), [](Operation &inner) {
    return isa<linalg::YieldOp, arith::ExtFOp, arith::ConstantOp>(inner);
  });
}

bool nanguard::isWeight(Operation *op) {
  constexpr int64_t fewElements = 16, smallTable = 1024;
  ElementsAttr elements;
  if (!matchPattern(op, m_Constant(&elements)) || elements.isSplat() ||
      elements.getNumElements() <= fewElements)
    return false;
  auto numbers = dyn_cast<DenseFPElementsAttr>(elements);
  return !numbers || numbers.getNumElements() > smallTable ||
         !llvm::all_of(numbers.getValues<APFloat>(), [](const APFloat &x) {
           return x.isZero() || x.isInfinity() || x.isExactlyValue(1.0);
         });
}

bool nanguard::isDataDependentIndex(Value index) {
  Operation *def = index.getDefiningOp();
  return !def || (!isa<linalg::IndexOp>(def) &&
                  !def->hasTrait<OpTrait::ConstantLike>());
}

bool nanguard::gathersByData(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && hasFloatResult(op) &&
         llvm::any_of(generic.getBody()->getOps<tensor::ExtractOp>(),
                      [](tensor::ExtractOp gather) {
                        return llvm::any_of(gather.getIndices(),
                                            isDataDependentIndex);
                      });
}

bool nanguard::padsWithZeros(Operation *op) {
  auto pad = dyn_cast<tensor::PadOp>(op);
  Value value = pad ? pad.getConstantPaddingValue() : Value();
  return value && matchPattern(value, m_PosZeroFloat());
}

bool nanguard::isSelectingReduction(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.getNumReductionLoops() > 0 &&
         llvm::none_of(op->getRegion(0).front(), [](Operation &inner) {
           return effectOf(inner) == ScalarEffect::Produces &&
                  isa<arith::AddFOp, arith::MulFOp, arith::SubFOp>(inner);
         });
}

bool nanguard::payloadHas(Operation *op, StringRef name) {
  if (op->getNumRegions() == 0 || op->getRegion(0).empty())
    return false;
  return llvm::any_of(op->getRegion(0).front(), [&](Operation &inner) {
    return inner.getName().getStringRef() == name;
  });
}

static bool isInfinite(Value value) {
  FloatAttr scalar;
  if (matchPattern(value, m_Constant(&scalar)))
    return scalar.getValue().isInfinity();
  DenseFPElementsAttr dense;
  if (matchPattern(value, m_Constant(&dense)))
    return llvm::any_of(dense.getValues<APFloat>(),
                        [](const APFloat &x) { return x.isInfinity(); });
  return false;
}

bool nanguard::mentionsInfinity(Operation *op) {
  if (op->getNumResults() == 1 && isInfinite(op->getResult(0)))
    return true;
  if (llvm::any_of(op->getOperands(), isInfinite))
    return true;
  bool found = false;
  op->walk([&](Operation *inner) {
    found |= llvm::any_of(inner->getOperands(), isInfinite);
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// A NameLoc directly around a file position is a module path: the form of the
/// exporters that keep it. Other NameLocs name values.
static void collectNames(Location loc, SmallVectorImpl<SourceName> &names) {
  if (auto name = dyn_cast<NameLoc>(loc)) {
    size_t first = names.size();
    collectNames(name.getChildLoc(), names);
    if (names.size() == first)
      names.push_back({});
    for (size_t i = first; i < names.size(); ++i)
      if (names[i].path.empty())
        names[i].path = name.getName().str();
  } else if (auto file = dyn_cast<FileLineColLoc>(loc)) {
    names.push_back({"", file.getFilename().str(), file.getLine()});
  } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
    for (Location part : fused.getLocations())
      collectNames(part, names);
  } else if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    collectNames(call.getCallee(), names);
  }
}

SourceName nanguard::sourceNameOf(Location loc) {
  SmallVector<SourceName> names;
  collectNames(loc, names);
  for (const SourceName &name : names)
    if (!name.path.empty())
      return name;
  return names.empty() ? SourceName() : names.front();
}

SmallVector<std::string> nanguard::modulePathsOf(Location loc) {
  SmallVector<SourceName> names;
  collectNames(loc, names);
  SmallVector<std::string> paths;
  for (const SourceName &name : names)
    if (!name.path.empty() && !llvm::is_contained(paths, name.path))
      paths.push_back(name.path);
  return paths;
}
