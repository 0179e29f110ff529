//===- Outline.cpp - nanguard-outline -------------------------------------===//
//
// Clusters become kernels and dispatches. Kernels hold no id, name or place of
// a call, or nothing would be shared; the dispatch holds them.
//
//===----------------------------------------------------------------------===//

#include "../Clusters/ValidRows.h"
#include "../Variants/Retype.h"
#include "../Variants/WideEdges.h"
#include "../Variants/WideTwins.h"

#include "nanguard/Analysis/OpClasses.h"
#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"
#include "nanguard/Transforms/Variants.h"
#include "nanguard/abi.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SmallBitVector.h"

namespace nanguard {
#define GEN_PASS_DEF_OUTLINEPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

namespace {
/// A distinct kernel: its forms, and which operands are destinations.
struct Kernel {
  SmallVector<Attribute> forms;
  FlatSymbolRefAttr finite;
  /// For each result: the cluster operand that is its destination, or -1 where
  /// the destination is made from the (static) type.
  SmallVector<int64_t> destinations;
  /// By numbers of the forms' inputs and results.
  KernelEdges edges;
};
} // namespace

/// Rows of reports are private to one dispatch.
static RankedTensorType rowType(MLIRContext *context) {
  return RankedTensorType::get({NANGUARD_REPORT_COLUMNS},
                               IntegerType::get(context, 64));
}

/// What the op that defines a yielded value writes into: a pointer to the
/// operand, seen through a fill that nobody else reads.
static OpOperand *destinationOf(Value yielded) {
  auto dps = yielded.getDefiningOp<DestinationStyleOpInterface>();
  if (!dps)
    return nullptr;
  OpOperand *init = dps.getTiedOpOperand(cast<OpResult>(yielded));
  auto fill = init->get().getDefiningOp<linalg::FillOp>();
  return fill && fill->hasOneUse() ? &fill.getDpsInitsMutable()[0] : init;
}

static SmallVector<int64_t> findDestinations(Region &region) {
  SmallVector<int64_t> destinations;
  for (Value yielded : region.front().getTerminator()->getOperands()) {
    OpOperand *init = destinationOf(yielded);
    auto arg = init ? dyn_cast<BlockArgument>(init->get()) : BlockArgument();
    bool dynamic = !cast<RankedTensorType>(yielded.getType()).hasStaticShape();
    destinations.push_back(
        arg && dynamic ? static_cast<int64_t>(arg.getArgNumber()) : -1);
  }
  return destinations;
}

/// An init that its payload does not read is only a shape; one that came from
/// a widened destination must not keep that alive.
static void dropUnreadInits(Block &block) {
  OpBuilder builder(block.getParentOp()->getContext());
  for (auto op :
       llvm::make_early_inc_range(block.getOps<linalg::GenericOp>())) {
    builder.setInsertionPoint(op);
    for (OpOperand &init : op.getDpsInitsMutable()) {
      if (op.payloadUsesValueFromOperand(&init) ||
          init.get().getDefiningOp<tensor::EmptyOp>() ||
          isa<BlockArgument>(init.get()))
        continue;
      auto type = cast<RankedTensorType>(init.get().getType());
      init.set(tensor::EmptyOp::create(
          builder, op.getLoc(),
          tensor::getMixedSizes(builder, op.getLoc(), init.get()),
          type.getElementType()));
    }
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

namespace {
class Outliner {
public:
  Outliner(ModuleOp module, const OutlinePassOptions &options)
      : module(module), symbols(module), unguarded(options.unguarded),
        finiteScans(options.finiteScans) {
    if (options.wideEdges && !unguarded)
      wideEdges = findWideEdges(module);
  }

  LogicalResult run(func::FuncOp func) {
    if (func.isPrivate() || !func.getBody().hasOneBlock())
      return success();
    SmallVector<ClusterOp> clusters(func.getOps<ClusterOp>());
    // Without a producer there are still arguments and signals to scan.
    if (clusters.empty() &&
        (unguarded || (llvm::none_of(func.getArgumentTypes(), isFloatTensor) &&
                       signalsOf(func).empty())))
      return success();
    for (ClusterOp cluster : clusters)
      for (Type type : cluster.getResultTypes())
        if (!isa<RankedTensorType>(type))
          return cluster.emitOpError("yields ") << type << ", not a tensor";
    // Kernels first: a repeated cluster may stand before its twin's erasure.
    for (ClusterOp cluster : clusters)
      if (Attribute number = cluster->getAttr(kKernelAttr))
        kernels[number] = makeKernel(cluster);
    if (unguarded) {
      for (ClusterOp cluster : clusters)
        if (failed(callDirectly(cluster)))
          return failure();
      return success();
    }
    return addTiersAndReport(func, clusters);
  }

private:
  const Kernel &kernelOf(ClusterOp cluster) {
    Attribute number = cluster->getAttr(kSameAsAttr);
    return kernels[number ? number : cluster->getAttr(kKernelAttr)];
  }

  Kernel makeKernel(ClusterOp cluster) {
    Kernel kernel;
    kernel.destinations = findDestinations(cluster.getBodies().front());
    findEdges(cluster, kernel);
    Region &fused = cluster.getBodies().front();
    std::string stem =
        ("ng_" + stringifyKind(cluster.getKind()) + "_" +
         Twine(cast<IntegerAttr>(cluster->getAttr(kKernelAttr)).getInt()))
            .str();
    auto make = [&](Region *region, Form form) {
      return FlatSymbolRefAttr::get(
          makeForm(cluster, kernel, *region,
                   (stem + "_" + stringifyForm(form)).str(), form));
    };
    auto add = [&](Region *region, Form form) {
      kernel.forms.push_back(make(region, form));
    };
    add(&fused, Form::Fused);
    if (unguarded)
      return kernel;
    add(&fused, Form::FusedBits);
    if (finiteScans && firstFloatTensor(cluster.getResults()))
      kernel.finite = make(&fused, Form::FusedFinite);
    Region *safe = cluster.getVariantRegion(Variant::Safe);
    Region *unfused = cluster.getVariantRegion(Variant::Unfused);
    if (safe)
      add(safe, Form::Safe);
    if (safe && unfused)
      add(unfused, Form::Unfused);
    return kernel;
  }

  /// Those of the forms, whose destinations are no inputs.
  void findEdges(ClusterOp cluster, Kernel &kernel) {
    auto found = wideEdges.find(cluster->getAttr(kKernelAttr));
    if (found == wideEdges.end())
      return;
    kernel.edges.results = found->second.results;
    int64_t next = 0;
    for (int64_t i = 0, e = cluster.getInputs().size(); i < e; ++i) {
      if (llvm::is_contained(kernel.destinations, i))
        continue;
      if (llvm::is_contained(found->second.inputs, i))
        kernel.edges.inputs.push_back(next);
      ++next;
    }
  }

  /// (inputs but destinations…, destinations…, row) -> (results…, row); a wide
  /// form has twins behind its results.
  func::FuncOp makeForm(ClusterOp cluster, const Kernel &kernel, Region &region,
                        StringRef name, Form form) {
    MLIRContext *context = cluster.getContext();
    SmallVector<Type> inputs = kernelInputs(cluster, kernel).second;
    SmallVector<Type> results(cluster.getResultTypes());
    KernelEdges edges;
    if (form == Form::Safe || form == Form::Unfused)
      edges = kernel.edges;
    for (int64_t input : edges.inputs)
      inputs[input] = twinType(inputs[input]);
    for (int64_t result : edges.results)
      results.push_back(twinType(results[result]));
    unsigned firstOut = inputs.size();
    llvm::append_range(inputs, results);
    if (!unguarded) {
      inputs.push_back(rowType(context));
      results.push_back(rowType(context));
    }
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    auto func =
        func::FuncOp::create(builder, UnknownLoc::get(context), name,
                             FunctionType::get(context, inputs, results));
    func.setPrivate();
    func->setAttr(kFormAttr, FormAttr::get(builder.getContext(), form));
    func->setAttr(kKindAttr, cluster.getKindAttr());
    if (cluster.getExpectInf())
      func->setAttr(kExpectInfAttr, builder.getUnitAttr());
    if (!edges.results.empty())
      func->setAttr(kTwinsAttr,
                    builder.getI64IntegerAttr(edges.results.size()));
    for (StringRef shared : {StringRef(kClipAttr), StringRef(kValidDimsAttr)})
      if (Attribute attr = cluster->getAttr(shared))
        func->setAttr(shared, attr);
    symbols.insert(func);

    Block *block = func.addEntryBlock();
    builder.setInsertionPointToStart(block);
    IRMapping mapping;
    unsigned next = 0;
    SmallVector<Twins> wide;
    for (BlockArgument arg : region.getArguments()) {
      auto it = llvm::find(kernel.destinations,
                           static_cast<int64_t>(arg.getArgNumber()));
      Value actual = it == kernel.destinations.end()
                         ? block->getArgument(next++)
                         : block->getArgument(
                               firstOut + (it - kernel.destinations.begin()));
      if (actual.getType() != arg.getType()) {
        wide.push_back(
            {castTo(builder, func.getLoc(), actual, arg.getType()), actual});
        actual = wide.back().first;
      }
      mapping.map(arg, actual);
    }
    SmallVector<Operation *> ops;
    for (Operation &op : region.front().without_terminator())
      ops.push_back(builder.clone(op, mapping));
    SmallVector<Value> values;
    for (Value value : region.front().getTerminator()->getOperands())
      values.push_back(mapping.lookupOrDefault(value));
    // An exit cast may take what an entry cast made, which goes.
    widenEdges(wide, ops);
    for (int64_t result : edges.results)
      values.push_back(getExitCast(values[result]).getDpsInputs()[0]);
    for (auto [i, value] : llvm::enumerate(values))
      value = writeInto(builder, value, block->getArgument(firstOut + i));
    if (!unguarded)
      values.push_back(block->getArguments().back());
    func::ReturnOp::create(builder, func.getLoc(), values);
    dropUnreadInits(*block);
    return func;
  }

  /// Lets the op that makes `value` write into `out`.
  Value writeInto(OpBuilder &builder, Value value, Value out) {
    OpOperand *init = destinationOf(value);
    if (init && init->get() == out)
      return value;
    bool unread = init && isa<linalg::FillOp>(init->getOwner());
    if (init && !unread)
      if (auto generic = dyn_cast<linalg::LinalgOp>(init->getOwner()))
        unread = !generic.payloadUsesValueFromOperand(init);
    if (init && unread) {
      init->set(out);
      return value;
    }
    return linalg::CopyOp::create(builder, value.getLoc(), value, out)
        .getResult(0);
  }

  std::pair<SmallVector<Value>, SmallVector<Type>>
  kernelInputs(ClusterOp cluster, const Kernel &kernel) {
    SmallVector<Value> values;
    SmallVector<Type> types;
    for (auto [i, input] : llvm::enumerate(cluster.getInputs()))
      if (!llvm::is_contained(kernel.destinations, static_cast<int64_t>(i))) {
        values.push_back(input);
        types.push_back(input.getType());
      }
    return {values, types};
  }

  FailureOr<SmallVector<Value>> makeInits(OpBuilder &builder, ClusterOp cluster,
                                          const Kernel &kernel) {
    SmallVector<Value> inits;
    for (auto [result, destination] :
         llvm::zip(cluster->getOpResults(), kernel.destinations)) {
      auto type = cast<RankedTensorType>(result.getType());
      if (destination >= 0) {
        inits.push_back(cluster.getInputs()[destination]);
        continue;
      }
      Value yielded =
          cluster.getBodies().front().front().getTerminator()->getOperand(
              result.getResultNumber());
      SmallVector<OpFoldResult> sizes = sizesOutside(builder, cluster, yielded);
      if (sizes.empty() && type.getRank() > 0)
        return cluster.emitOpError("has a result whose extents can't be told "
                                   "from its operands");
      // The type may know less than the operands, behind a cast.
      SmallVector<Value> dynamic;
      for (auto [i, size] : llvm::enumerate(sizes))
        if (type.isDynamicDim(i))
          dynamic.push_back(
              getValueOrCreateConstantIndexOp(builder, cluster.getLoc(), size));
      inits.push_back(
          tensor::EmptyOp::create(builder, cluster.getLoc(), type, dynamic));
    }
    return inits;
  }

  /// Products of the sizes that a collapse folds into one; none of none.
  static SmallVector<OpFoldResult> collapsedSizes(OpBuilder &builder,
                                                  tensor::CollapseShapeOp op,
                                                  ArrayRef<OpFoldResult> from) {
    SmallVector<OpFoldResult> sizes;
    if (from.empty())
      return sizes;
    for (const ReassociationIndices &group : op.getReassociationIndices()) {
      OpFoldResult product = from[group.front()];
      for (int64_t dim : llvm::drop_begin(group))
        product =
            arith::MulIOp::create(
                builder, op.getLoc(),
                getValueOrCreateConstantIndexOp(builder, op.getLoc(), product),
                getValueOrCreateConstantIndexOp(builder, op.getLoc(),
                                                from[dim]))
                .getResult();
      sizes.push_back(product);
    }
    return sizes;
  }

  /// The extents of a value in the cluster's body, by the cluster's operands:
  /// through destinations, down to an operand or to an empty tensor. None where
  /// another op decides.
  static SmallVector<OpFoldResult>
  sizesOutside(OpBuilder &builder, ClusterOp cluster, Value value) {
    Block *body = &cluster.getBodies().front().front();
    auto outside = [&](Value inner) -> Value {
      auto arg = dyn_cast<BlockArgument>(inner);
      if (arg && arg.getOwner() == body)
        return cluster.getInputs()[arg.getArgNumber()];
      return inner.getParentBlock() == body ? Value() : inner;
    };
    auto type = cast<RankedTensorType>(value.getType());
    if (type.hasStaticShape())
      return getAsIndexOpFoldResult(builder.getContext(), type.getShape());
    if (Value operand = outside(value))
      return tensor::getMixedSizes(builder, cluster.getLoc(), operand);
    Operation *op = value.getDefiningOp();
    if (auto dps = dyn_cast<DestinationStyleOpInterface>(op))
      return sizesOutside(builder, cluster,
                          dps.getTiedOpOperand(cast<OpResult>(value))->get());
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
      return collapsedSizes(builder, collapse,
                            sizesOutside(builder, cluster, collapse.getSrc()));
    if (auto cast = dyn_cast<tensor::CastOp>(op))
      return isa<RankedTensorType>(cast.getSource().getType())
                 ? sizesOutside(builder, cluster, cast.getSource())
                 : SmallVector<OpFoldResult>();
    SmallVector<OpFoldResult> sizes;
    if (auto empty = dyn_cast<tensor::EmptyOp>(op))
      sizes = empty.getMixedSizes();
    else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      sizes = expand.getMixedOutputShape();
    else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
      llvm::SmallBitVector dropped = slice.getDroppedDims();
      for (auto [i, size] : llvm::enumerate(slice.getMixedSizes()))
        if (!dropped[i])
          sizes.push_back(size);
    } else {
      return {};
    }
    for (OpFoldResult &size : sizes)
      if (auto inner = dyn_cast<Value>(size)) {
        Value operand = outside(inner);
        if (!operand)
          return {};
        size = operand;
      }
    return sizes;
  }

  LogicalResult callDirectly(ClusterOp cluster) {
    const Kernel &kernel = kernelOf(cluster);
    OpBuilder builder(cluster);
    FailureOr<SmallVector<Value>> inits = makeInits(builder, cluster, kernel);
    if (failed(inits))
      return failure();
    SmallVector<Value> operands = kernelInputs(cluster, kernel).first;
    llvm::append_range(operands, *inits);
    auto call = func::CallOp::create(builder, cluster.getLoc(),
                                     cast<SymbolRefAttr>(kernel.forms.front()),
                                     cluster.getResultTypes(), operands);
    cluster.replaceAllUsesWith(call.getResults());
    cluster.erase();
    return success();
  }

  LogicalResult addTiersAndReport(func::FuncOp func,
                                  ArrayRef<ClusterOp> clusters) {
    MLIRContext *context = func.getContext();
    Block &block = func.getBody().front();
    Location loc = func.getLoc();
    SmallVector<BlockArgument> entries;
    for (BlockArgument arg : func.getArguments())
      if (isFloatTensor(arg.getType()))
        entries.push_back(arg);
    SmallVector<OpOperand *> signalled = signalsOf(func);
    int64_t count = entries.size() + clusters.size() + signalled.size();
    auto tiersType =
        RankedTensorType::get({count}, IntegerType::get(context, 8));
    (void)func.insertArgument(func.getNumArguments(), tiersType, {}, loc);
    Value tiers = block.getArguments().back();

    OpBuilder builder = OpBuilder::atBlockBegin(&block);
    FailureOr<SmallVector<RowMasks>> masks = argumentMasks(builder, func);
    if (failed(masks))
      return failure();
    Value report = emptyReport(builder, func, count);
    int64_t id = 0;
    for (BlockArgument arg : entries)
      report = dispatchEntry(builder, func, arg, (*masks)[arg.getArgNumber()],
                             id++, tiers, report)
                   .getNewReport();
    for (ClusterOp cluster : clusters) {
      const Kernel &kernel = kernelOf(cluster);
      builder.setInsertionPoint(cluster);
      FailureOr<SmallVector<Value>> inits = makeInits(builder, cluster, kernel);
      if (failed(inits))
        return failure();
      size_t numOwn = inits->size();
      for (int64_t result : kernel.edges.results)
        inits->push_back(tensor::EmptyOp::create(
            builder, cluster.getLoc(),
            tensor::getMixedSizes(builder, cluster.getLoc(), (*inits)[result]),
            twinType((*inits)[result].getType()).getElementType()));
      auto op = dispatch(builder, cluster.getLoc(), cluster.getKind(), id++,
                         sourceNameOf(cluster.getLoc()).path, kernel.forms,
                         kernelInputs(cluster, kernel).first, *inits, tiers,
                         report, cluster.getExpectInf());
      if (kernel.finite)
        op.setFiniteAttr(kernel.finite);
      for (StringRef kept : {StringRef(kClipAttr), StringRef(kValidDimsAttr),
                             StringRef(kPaddingAttr), StringRef(kBatchDimAttr)})
        if (Attribute attr = cluster->getAttr(kept))
          op->setAttr(kept, attr);
      if (!kernel.edges.inputs.empty())
        op.setWideInputs(kernel.edges.inputs);
      if (!kernel.edges.results.empty())
        op.setWideResults(kernel.edges.results);
      report = op.getNewReport();
      cluster.replaceAllUsesWith(op.getResults().take_front(numOwn));
      cluster.erase();
    }
    auto ret = cast<func::ReturnOp>(block.getTerminator());
    builder.setInsertionPoint(ret);
    for (OpOperand *signal : signalled) {
      auto op = dispatch(builder, signal->get().getLoc(), Kind::Signal, id++,
                         sourceNameOf(signal->get().getLoc()).path,
                         scanForms(signal->get().getType(), {}, false).forms,
                         signal->get(), {}, tiers, report, false);
      op->setAttr(kResultAttr,
                  builder.getI64IntegerAttr(signal->getOperandNumber()));
      if (Attribute dim =
              func.getResultAttr(signal->getOperandNumber(), kBatchDimAttr))
        op->setAttr(kBatchDimAttr, dim);
      report = op.getNewReport();
    }
    ret.getOperandsMutable().append(report);
    return func.insertResult(func.getNumResults(), report.getType(), {});
  }

  /// Zeros, one row an op; with a batch, for each of its requests.
  static Value emptyReport(OpBuilder &builder, func::FuncOp func,
                           int64_t count) {
    Location loc = func.getLoc();
    SmallVector<OpFoldResult> sizes;
    if (auto batch = func->getAttrOfType<DenseI64ArrayAttr>(kBatchAttr))
      sizes.push_back(tensor::getMixedSize(
          builder, loc, func.getArgument(batch[0]), batch[1]));
    sizes.push_back(builder.getIndexAttr(count));
    sizes.push_back(builder.getIndexAttr(NANGUARD_REPORT_COLUMNS));
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0));
    Value empty =
        tensor::EmptyOp::create(builder, loc, sizes, builder.getI64Type());
    return linalg::FillOp::create(builder, loc, zero, empty).getResult(0);
  }

  DispatchOp dispatchEntry(OpBuilder &builder, func::FuncOp func,
                           BlockArgument arg, ArrayRef<RowMask> masks,
                           int64_t id, Value tiers, Value report) {
    SmallVector<Value> inputs{arg};
    for (const RowMask &mask : masks)
      inputs.push_back(mask.mask);
    bool expectInf = mayBeInfinite(func, arg);
    const Kernel &kernel =
        scanForms(ValueRange(inputs).getTypes(), masks, expectInf);
    DispatchOp op = dispatch(builder, arg.getLoc(), Kind::Entry, id,
                             sourceNameOf(arg.getLoc()).path, kernel.forms,
                             inputs, {}, tiers, report, expectInf);
    if (kernel.finite)
      op.setFiniteAttr(kernel.finite);
    if (!masks.empty())
      op->setAttr(kValidDimsAttr, validDimsAttr(func.getContext(), masks));
    auto batch = func->getAttrOfType<DenseI64ArrayAttr>(kBatchAttr);
    if (batch && func.getArgAttr(arg.getArgNumber(), kBatchAttr))
      op->setAttr(kBatchDimAttr, builder.getI64IntegerAttr(batch[1]));
    return op;
  }

  DispatchOp dispatch(OpBuilder &builder, Location loc, Kind kind, int64_t id,
                      StringRef name, ArrayRef<Attribute> forms,
                      ValueRange inputs, ValueRange inits, Value tiers,
                      Value report, bool expectInf) {
    return DispatchOp::create(
        builder, loc, inits.getTypes(), report.getType(), kind, id, name,
        builder.getArrayAttr(forms), FlatSymbolRefAttr(), expectInf,
        DenseI64ArrayAttr(), DenseI64ArrayAttr(), inputs, inits, tiers, report);
  }

  static bool mayBeInfinite(func::FuncOp func, BlockArgument arg) {
    return func.getArgAttr(arg.getArgNumber(), kExpectInfAttr) != nullptr;
  }

  /// The returned values that are marked as signals.
  static SmallVector<OpOperand *> signalsOf(func::FuncOp func) {
    SmallVector<OpOperand *> signalled;
    for (OpOperand &value : func.front().getTerminator()->getOpOperands())
      if (llvm::any_of(kSignalAttrs, [&](StringRef mark) {
            return func.getResultAttr(value.getOperandNumber(), mark);
          }))
        signalled.push_back(&value);
    return signalled;
  }

  /// Scans of arguments and results of one type, masked alike, share their
  /// forms.
  const Kernel &scanForms(TypeRange inputs, ArrayRef<RowMask> masks,
                          bool expectInf) {
    MLIRContext *context = module.getContext();
    ArrayAttr valid = validDimsAttr(context, masks);
    Type row = rowType(context);
    SmallVector<Type> types(inputs);
    types.push_back(row);
    auto type = FunctionType::get(context, types, row);
    Kernel &scan = entries[{type, valid, static_cast<unsigned>(expectInf)}];
    if (!scan.forms.empty())
      return scan;
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    std::string stem = "ng_entry_" + std::to_string(entries.size() - 1);
    auto make = [&](Form form) {
      auto kernel =
          func::FuncOp::create(builder, UnknownLoc::get(context),
                               (stem + "_" + stringifyForm(form)).str(), type);
      kernel.setPrivate();
      kernel->setAttr(kFormAttr, FormAttr::get(builder.getContext(), form));
      kernel->setAttr(kKindAttr,
                      KindAttr::get(builder.getContext(), Kind::Entry));
      if (expectInf)
        kernel->setAttr(kExpectInfAttr, builder.getUnitAttr());
      if (!masks.empty())
        kernel->setAttr(kValidDimsAttr, valid);
      symbols.insert(kernel);
      Block *block = kernel.addEntryBlock();
      OpBuilder body = OpBuilder::atBlockEnd(block);
      func::ReturnOp::create(body, kernel.getLoc(),
                             block->getArguments().back());
      return FlatSymbolRefAttr::get(kernel);
    };
    scan.forms = {make(Form::Fused), make(Form::FusedBits)};
    if (finiteScans)
      scan.finite = make(Form::FusedFinite);
    return scan;
  }

  ModuleOp module;
  SymbolTable symbols;
  bool unguarded, finiteScans;
  DenseMap<Attribute, KernelEdges> wideEdges;
  DenseMap<Attribute, Kernel> kernels;
  DenseMap<std::tuple<Type, Attribute, unsigned>, Kernel> entries;
};

struct OutlinePass : nanguard::impl::OutlinePassBase<OutlinePass> {
  using Base::Base;

  void runOnOperation() override {
    OutlinePassOptions options;
    options.unguarded = unguarded;
    options.finiteScans = finiteScans;
    options.wideEdges = wideEdges;
    Outliner outliner(getOperation(), options);
    for (auto func :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (!func.isDeclaration() && failed(outliner.run(func)))
        return signalPassFailure();
  }
};
} // namespace
