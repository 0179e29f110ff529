//===- WideTwins.cpp - Wide values beside narrow ones ---------------------===//
//
// Which edges have a twin is decided once for all calls of a kernel, since its
// forms have one signature. Where a call has none to hand in, the narrow value
// is widened for it.
//
//===----------------------------------------------------------------------===//

#include "WideTwins.h"

#include "Retype.h"
#include "WideEdges.h"

#include "nanguard/Analysis/RangeAnalysis.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Variants.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;

RankedTensorType nanguard::twinType(Type narrow) {
  return cast<RankedTensorType>(narrow).clone(
      Float32Type::get(narrow.getContext()));
}

static bool isF16Tensor(Type type) {
  return isa<RankedTensorType>(type) && getElementTypeOrSelf(type).isF16();
}

/// The range of `value`, whatever comes into its block.
static FloatRange rangeIn(Value value, DenseMap<Value, FloatRange> &known) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  FloatRange range = FloatRange::any(getElementTypeOrSelf(value.getType()));
  if (auto result = dyn_cast<OpResult>(value))
    range = inferRanges(result.getOwner(), [&](Value operand) {
      return rangeIn(operand, known);
    })[result.getResultNumber()];
  return known[value] = range;
}

/// Whether the last cast of `exit` may make an infinity of a number.
static bool mayOverflow(linalg::GenericOp exit) {
  DenseMap<Value, FloatRange> known;
  FloatRange range = rangeIn(exit.getDpsInputs()[0], known);
  auto narrow = cast<FloatType>(getElementTypeOrSelf(exit.getResult(0)));
  double largest =
      APFloat::getLargest(narrow.getFloatSemantics()).convertToDouble();
  return !range.known || range.finite > largest;
}

static std::array<Region *, 2> wideRegions(ClusterOp cluster) {
  return {cluster.getVariantRegion(Variant::Safe),
          cluster.getVariantRegion(Variant::Unfused)};
}

/// Whether both wide forms have `result` in f32 before a last cast that it may
/// not fit through.
static bool makesTwin(ClusterOp cluster, unsigned result) {
  return isF16Tensor(cluster.getResult(result).getType()) &&
         llvm::all_of(
             wideRegions(cluster),
             [&](Region *region) {
               if (!region)
                 return false;
               linalg::GenericOp exit = getExitCast(
                   region->front().getTerminator()->getOperand(result));
               return exit &&
                      getElementTypeOrSelf(exit.getDpsInputs()[0]).isF32();
             }) &&
         mayOverflow(getExitCast(cluster.getVariantRegion(Variant::Safe)
                                     ->front()
                                     .getTerminator()
                                     ->getOperand(result)));
}

/// Whether all that the element `value` is for is to be widened.
static bool isOnlyWidened(Value value) {
  return !value.use_empty() &&
         llvm::all_of(value.getUsers(), llvm::IsaPred<arith::ExtFOp>);
}

static bool isReadWide(OpOperand &use) {
  if (auto gather = dyn_cast<tensor::ExtractOp>(use.getOwner()))
    return gather->getParentOfType<linalg::GenericOp>() &&
           isOnlyWidened(gather.getResult());
  auto generic = dyn_cast<linalg::GenericOp>(use.getOwner());
  return generic && generic.isDpsInput(&use) &&
         isOnlyWidened(generic.getMatchingBlockArgument(&use));
}

/// Whether both wide forms do nothing with `input` but widen it.
static bool takesTwin(ClusterOp cluster, unsigned input) {
  return isF16Tensor(cluster.getInputs()[input].getType()) &&
         llvm::all_of(wideRegions(cluster), [&](Region *region) {
           if (!region)
             return false;
           SmallVector<OpOperand *> readers =
               readersOf(region->getArgument(input));
           return !readers.empty() && llvm::all_of(readers, [](OpOperand *use) {
             return isReadWide(*use);
           });
         });
}

static void addNumber(SmallVector<int64_t> &numbers, int64_t number) {
  auto place = llvm::lower_bound(numbers, number);
  if (place == numbers.end() || *place != number)
    numbers.insert(place, number);
}

llvm::DenseMap<Attribute, KernelEdges>
nanguard::findWideEdges(ModuleOp module) {
  SmallVector<ClusterOp> clusters;
  DenseMap<Attribute, ClusterOp> kernels;
  module.walk([&](ClusterOp cluster) {
    clusters.push_back(cluster);
    if (Attribute kernel = cluster->getAttr(kKernelAttr))
      kernels[kernel] = cluster;
  });
  auto kernelOf = [](ClusterOp cluster) {
    Attribute same = cluster->getAttr(kSameAsAttr);
    return same ? same : cluster->getAttr(kKernelAttr);
  };
  DenseMap<Attribute, KernelEdges> edges;
  for (ClusterOp maker : clusters)
    for (OpResult result : maker->getOpResults()) {
      Attribute from = kernelOf(maker);
      unsigned number = result.getResultNumber();
      if (!kernels.contains(from) || !makesTwin(kernels[from], number))
        continue;
      for (OpOperand *use : readersOf(result)) {
        auto reader = dyn_cast<ClusterOp>(use->getOwner());
        Attribute to = reader ? kernelOf(reader) : Attribute();
        if (!to || !kernels.contains(to) ||
            !takesTwin(kernels[to], use->getOperandNumber()))
          continue;
        addNumber(edges[from].results, number);
        addNumber(edges[to].inputs, use->getOperandNumber());
      }
    }
  return edges;
}

std::set<int64_t> nanguard::wideReaders(DispatchOp op) {
  ArrayRef<int64_t> wide = op.getWideResults().value_or(ArrayRef<int64_t>());
  // The report says of one result only how its wide value is.
  if (wide.size() != 1 ||
      llvm::count_if(op.getOwnResults().getTypes(), isFloatTensor) != 1)
    return {};
  std::set<int64_t> ids;
  for (OpOperand *use : readersOf(op.getResult(wide.front()))) {
    auto reader = dyn_cast<DispatchOp>(use->getOwner());
    if (!reader || !llvm::is_contained(
                       reader.getWideInputs().value_or(ArrayRef<int64_t>()),
                       use->getOperandNumber()))
      return {};
    ids.insert(reader.getId());
  }
  return ids;
}

SmallVector<Value> WideCalls::call(ImplicitLocOpBuilder &b, DispatchOp op,
                                   SymbolRefAttr form, ValueRange inputs,
                                   ValueRange outs, Value row) {
  auto func = symbols.lookup<func::FuncOp>(form.getLeafReference());
  bool isWide = op.isWideForm(form);
  size_t idle = isWide ? 0 : op.getNumTwins();
  SmallVector<Value> operands(inputs);
  if (isWide)
    for (int64_t input : op.getWideInputs().value_or(ArrayRef<int64_t>()))
      operands[input] =
          widened(b, operands[input], func.getArgumentTypes()[input]);
  llvm::append_range(operands, outs.drop_back(idle));
  operands.push_back(row);
  SmallVector<Value> values(
      func::CallOp::create(b, form, func.getResultTypes(), operands)
          .getResults());
  ValueRange twins = outs.take_back(idle);
  values.insert(std::prev(values.end()), twins.begin(), twins.end());
  return values;
}

void WideCalls::add(DispatchOp op, ValueRange values, Value written) {
  if (matchPattern(written, m_Zero()))
    return;
  ArrayRef<int64_t> numbers = op.getWideResults().value_or(ArrayRef<int64_t>());
  for (auto [number, twin] :
       llvm::zip(numbers, values.take_back(numbers.size())))
    twins[values[number]] = {twin, written};
}

Value WideCalls::widened(ImplicitLocOpBuilder &b, Value narrow, Type wide) {
  auto twinOf = [&](auto self, Value value) -> Value {
    auto it = twins.find(value);
    if (it == twins.end()) {
      Operation *op = value.getDefiningOp();
      return op && isRetypableMover(op)
                 ? repeatMover(b, op, [&](Value v) { return self(self, v); })
                 : Value();
    }
    auto [twin, written] = it->second;
    auto branch = scf::IfOp::create(b, TypeRange{twin.getType()}, written,
                                    /*withElseRegion=*/true);
    ImplicitLocOpBuilder then =
        ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.thenBlock());
    scf::YieldOp::create(then, twin);
    ImplicitLocOpBuilder otherwise =
        ImplicitLocOpBuilder::atBlockBegin(b.getLoc(), branch.elseBlock());
    scf::YieldOp::create(otherwise,
                         castTo(otherwise, b.getLoc(), value, twin.getType()));
    return branch.getResult(0);
  };
  Value twin = twinOf(twinOf, narrow);
  return twin ? twin : castTo(b, b.getLoc(), narrow, wide);
}
