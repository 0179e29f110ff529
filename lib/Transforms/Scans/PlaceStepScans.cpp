//===- PlaceStepScans.cpp - nanguard-place-step-scans ---------------------===//
//
// Where inside of an unfused kernel a NaN or Inf was born. It only says where:
// whether the op is bad is the exit scan's word, so that a mask's -Inf or a
// pole on the way is no fault by itself.
//
//===----------------------------------------------------------------------===//

#include "BitPatterns.h"
#include "ReportRow.h"
#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"

namespace nanguard {
#define GEN_PASS_DEF_PLACESTEPSCANSPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;
using linalg::LinalgOp;

namespace {
/// What a tensor holds besides finite numbers, a bit a sort, as the report's
/// status says it.
enum Held : int64_t { kPlusInf = 1, kMinusInf = 2, kNaN = 4, kAnything = 7 };
} // namespace

static int64_t heldBy(const APFloat &number) {
  if (number.isNaN())
    return kNaN;
  return !number.isInfinity() ? 0 : number.isNegative() ? kMinusInf : kPlusInf;
}

/// Of a constant, scalar or tensor; 0 of anything else.
static int64_t heldByConstant(Value value) {
  FloatAttr scalar;
  if (matchPattern(value, m_Constant(&scalar)))
    return heldBy(scalar.getValue());
  int64_t held = 0;
  DenseFPElementsAttr dense;
  if (matchPattern(value, m_Constant(&dense)))
    for (const APFloat &number : dense.getValues<APFloat>())
      held |= heldBy(number);
  return held;
}

/// The word for one op of a body; "" for what makes no number.
static StringRef wordFor(Operation &op) {
  StringRef name = op.getName().stripDialect();
  if (!isa<arith::ArithDialect, math::MathDialect>(op.getDialect()) ||
      !isa<FloatType>(op.getResult(0).getType()))
    return "";
  return llvm::StringSwitch<StringRef>(name)
      .Cases({"constant", "extf", "select", "bitcast", "sitofp", "uitofp"}, "")
      .Cases({"negf", "absf", "copysign"}, "")
      .Case("addf", "add")
      .Case("subf", "subtract")
      .Case("mulf", "multiply")
      .Case("divf", "divide")
      .Case("truncf", "cast")
      .Cases({"maximumf", "maxnumf"}, "maximum")
      .Cases({"minimumf", "minnumf"}, "minimum")
      .Cases({"powf", "fpowi"}, "power")
      .Default(name);
}

/// "scores", "exp", "multiply, sum": what the step computes.
static std::string nameOfStep(LinalgOp op, bool inAttention, bool first) {
  OpClass sort = classify(op);
  if (sort == OpClass::Convolution)
    return "convolution";
  bool product = op.getNumReductionLoops() > 0 && op.getNumDpsInputs() >= 2 &&
                 payloadHas(op, "arith.mulf");
  if (product)
    return !inAttention ? "matmul" : first ? "scores" : "weighted values";
  SmallVector<StringRef> words;
  for (Operation &inner : *op.getBlock())
    if (inner.getNumResults() == 1)
      if (StringRef word = wordFor(inner);
          !word.empty() && !llvm::is_contained(words, word))
        words.push_back(word);
  if (op.getNumReductionLoops() > 0 && !words.empty() && words.back() == "add")
    words.back() = "sum";
  return words.empty() ? "select" : llvm::join(words, ", ");
}

namespace {
class StepScans {
public:
  explicit StepScans(func::FuncOp func) : func(func), b(func.getLoc(), func) {}

  void run() {
    SmallVector<LinalgOp> steps;
    for (LinalgOp op : func.getOps<LinalgOp>())
      if (isStep(op))
        steps.push_back(op);
    // As many as the status' byte can count.
    steps.truncate(std::min<size_t>(steps.size(), NANGUARD_STATUS_STEP_MASK));
    for (LinalgOp op : steps)
      scan(op);
    if (steps.empty())
      return;
    b.setInsertionPoint(func.front().getTerminator());
    Value number = constantI64(b, 0);
    for (int64_t i = appearances.size(); i > 0; --i)
      number = arith::SelectOp::create(
          b, appearances[i - 1],
          arith::OrIOp::create(b, news[i - 1],
                               constantI64(b, i << NANGUARD_STATUS_STEP_SHIFT)),
          number);
    addToStatus(b, func, number);
    func->setAttr(kStepsAttr,
                  b.getStrArrayAttr(llvm::to_vector_of<StringRef>(names)));
  }

private:
  /// Computes floats, rather than moving or widening them.
  static bool isStep(LinalgOp op) {
    return op.hasPureTensorSemantics() && !isCheapToRepeat(op) &&
           llvm::any_of(op->getResultTypes(), isFloatTensor) &&
           classify(op) != OpClass::Mover;
  }

  void scan(LinalgOp op) {
    b.setInsertionPoint(op);
    Value before = heldByInputs(op);
    b.setInsertionPointAfter(op);
    Value after;
    for (Value result : op->getResults())
      if (isFloatTensor(result.getType())) {
        held[result] = look(result);
        after = either(after, held[result]);
      }
    Value born = after;
    if (before) {
      Value absent =
          arith::XOrIOp::create(b, before, constantI64(b, kAnything));
      born = arith::AndIOp::create(b, after, absent);
    }
    appearances.push_back(arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                                born, constantI64(b, 0)));
    news.push_back(arith::ShLIOp::create(
        b, born, constantI64(b, NANGUARD_STATUS_BORN_SHIFT)));
    bool attention = kindOf(func) == Kind::Attention;
    names.push_back(nameOfStep(op, attention, !seenProduct));
    seenProduct |= names.back() == "scores";
  }

  Value either(Value a, Value other) {
    return !a       ? other
           : !other ? a
                    : arith::OrIOp::create(b, a, other).getResult();
  }

  /// What `op` reads or mentions holds; null for nothing.
  Value heldByInputs(Operation *op) {
    Value all;
    int64_t known = 0;
    auto linalgOp = dyn_cast<LinalgOp>(op);
    for (Value value : readValues(op)) {
      bool unread = linalgOp &&
                    llvm::is_contained(linalgOp.getDpsInits(), value) &&
                    !llvm::is_contained(linalgOp.getDpsInputs(), value) &&
                    linalgOp.getNumReductionLoops() == 0;
      if (unread)
        continue;
      known |= heldByConstant(value);
      if (isFloatTensor(value.getType()))
        all = either(all, heldByTensor(value));
    }
    for (Region &region : op->getRegions())
      region.walk(
          [&](arith::ConstantOp inner) { known |= heldByConstant(inner); });
    return known ? either(all, constantI64(b, known)) : all;
  }

  Value heldByTensor(Value tensor) {
    auto [place, isNew] = held.try_emplace(tensor);
    if (!isNew)
      return place->second;
    Operation *op = tensor.getDefiningOp();
    Value found;
    if (!op)
      found = look(tensor);
    else if (!op->hasTrait<OpTrait::ConstantLike>())
      found = heldByInputs(op);
    return held[tensor] = found;
  }

  /// The bits of what `tensor` holds.
  Value look(Value tensor) {
    Type element = getElementTypeOrSelf(tensor.getType());
    Type word = b.getIntegerType(element.getIntOrFloatBitWidth());
    Value bits = reduceToScalar(
        b, tensor, word, [&](ImplicitLocOpBuilder &in, ValueRange args) {
          Bits pattern(in, in.getLoc(), element);
          Value x = pattern.of(args[0]);
          Value magnitude = pattern.magnitude(x);
          Value inf = pattern.infinity();
          auto bit = [&](int64_t held) {
            return pattern.constant(APInt(word.getIntOrFloatBitWidth(), held));
          };
          auto pick = [&](Value condition, Value yes, Value no) -> Value {
            return arith::SelectOp::create(in, condition, yes, no);
          };
          using Is = arith::CmpIPredicate;
          Value sort = pick(pattern.compare(Is::slt, x, pattern.zero()),
                            bit(kMinusInf), bit(kPlusInf));
          sort =
              pick(pattern.compare(Is::ugt, magnitude, inf), bit(kNaN), sort);
          sort = pick(pattern.compare(Is::uge, magnitude, inf), sort, bit(0));
          return arith::OrIOp::create(in, sort, args[1]).getResult();
        });
    if (!word.isInteger(64))
      bits = arith::ExtUIOp::create(b, b.getI64Type(), bits);
    return bits;
  }

  func::FuncOp func;
  ImplicitLocOpBuilder b;
  llvm::DenseMap<Value, Value> held;
  SmallVector<Value> appearances, news;
  SmallVector<std::string> names;
  bool seenProduct = false;
};

struct PlaceStepScansPass
    : nanguard::impl::PlaceStepScansPassBase<PlaceStepScansPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isDeclaration() || !func.getBody().hasOneBlock() ||
        formOf(func) != Form::Unfused)
      return;
    StepScans(func).run();
  }
};
} // namespace
