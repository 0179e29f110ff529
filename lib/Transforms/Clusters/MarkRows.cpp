//===- MarkRows.cpp - nanguard-mark-rows ----------------------------------===//
//
// Follows the rows that count, and the requests of a batch, from the arguments
// to each cluster's result. A mask goes through reshapes as its tensor does;
// where it can't follow, every row counts, which is the cautious answer.
//
//===----------------------------------------------------------------------===//

#include "ValidRows.h"

#include "nanguard/Dialect/NanGuard/NanGuardOps.h"
#include "nanguard/Transforms/GuardUtils.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/InterleavedRange.h"

namespace nanguard {
#define GEN_PASS_DEF_MARKROWSPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

namespace {
/// The dimension that equal blocks, one a request, follow one another along.
struct Batch {
  int64_t dim;
  /// Each block is one entry: the extent is the number of requests.
  bool exact;
};

/// What is known of a tensor's rows.
struct Rows {
  RowMasks masks;
  std::optional<Batch> batch;

  bool empty() const { return masks.empty() && !batch; }
};

/// The rows of each value of one function.
class RowFlow {
public:
  explicit RowFlow(func::FuncOp func) : b(func.getLoc(), func.getContext()) {}

  /// How many requests there are, as far as it is known.
  int64_t requests = ShapedType::kDynamic;

  /// What is known of `value`; nothing at first.
  Rows of(Value value) const { return rows.lookup(value); }
  Rows &operator[](Value value) { return rows[value]; }

  /// Visits `op` once its operands are known; masks that it needs are built
  /// before `before`, an op of the function's own block.
  void visit(Operation *op, Operation *before) {
    b.setInsertionPoint(before);
    if (auto cluster = dyn_cast<ClusterOp>(op))
      return visitCluster(cluster);
    if (llvm::all_of(op->getOperands(),
                     [&](Value operand) { return of(operand).empty(); }))
      return;
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      return visitLinalg(linalgOp);
    if (op->getNumResults() != 1 && !isa<SanitiseOp>(op))
      return;
    Rows to;
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
      to = collapsed(of(collapse.getSrc()), collapse);
    else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      to = expanded(of(expand.getSrc()), expand);
    else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      to = sliced(of(slice.getSource()), slice);
    else if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
      to = inserted(slice);
    else if (auto pad = dyn_cast<tensor::PadOp>(op))
      to = padded(of(pad.getSource()), pad);
    else if (isa<tensor::CastOp>(op))
      to = of(op->getOperand(0));
    else if (auto sanitise = dyn_cast<SanitiseOp>(op))
      to = of(sanitise.getUpdate());
    else if (op->hasTrait<OpTrait::Elementwise>())
      to = elementwise(op);
    rows[op->getResult(0)] = to;
  }

  /// The inputs of `cluster` with rows that don't count, from which the rows
  /// of its first float result that count are made all the same: the mask of
  /// the input alone does not reach the result.
  SmallVector<PaddedInput> paddingRead(ClusterOp cluster) {
    SmallVector<PaddedInput> read;
    Block &body = cluster.getBodies().front().front();
    Value result = firstFloatTensor(body.getTerminator()->getOperands());
    for (auto [arg, input] :
         llvm::zip(body.getArguments(), cluster.getInputs()))
      if (isFloatTensor(input.getType()) && !arg.use_empty())
        for (const RowMask &mask : of(input).masks)
          if (!reaches(mask, arg, result, cluster))
            read.push_back({input, mask});
    return read;
  }

private:
  using Dims = SmallVector<int64_t>;

  /// Whether `mask`, if it is the only one and `arg`'s, comes to `result`. The
  /// masks built to find out are dropped.
  bool reaches(const RowMask &mask, BlockArgument arg, Value result,
               ClusterOp cluster) {
    auto known = std::exchange(rows, DenseMap<Value, Rows>());
    Operation *before = cluster->getPrevNode();
    rows[arg].masks.push_back(mask);
    for (Operation &op : arg.getOwner()->without_terminator())
      visit(&op, cluster);
    bool reached = !of(result).masks.empty();
    rows = std::move(known);
    while (cluster->getPrevNode() != before)
      cluster->getPrevNode()->erase();
    return reached;
  }

  static int64_t extentOf(Value value, int64_t dim) {
    return cast<RankedTensorType>(value.getType()).getDimSize(dim);
  }

  void visitCluster(ClusterOp cluster) {
    Block &body = cluster.getBodies().front().front();
    for (auto [arg, input] :
         llvm::zip(body.getArguments(), cluster.getInputs()))
      rows[arg] = of(input);
    for (Operation &op : body.without_terminator())
      visit(&op, cluster);
    for (auto [result, yielded] :
         llvm::zip(cluster.getResults(), body.getTerminator()->getOperands()))
      rows[result] = of(yielded);
  }

  /// A row counts where it counts in every operand that it is computed from.
  static void addMasks(RowMasks &to, ArrayRef<RowMask> masks) {
    for (const RowMask &mask : masks)
      if (!llvm::is_contained(to, mask))
        to.push_back(mask);
  }

  static RowMasks commonMasks(ArrayRef<RowMask> a, ArrayRef<RowMask> b) {
    RowMasks common;
    for (const RowMask &mask : a)
      if (llvm::is_contained(b, mask))
        common.push_back(mask);
    return common;
  }

  /// Blocks along two dimensions are no blocks of requests.
  static void addBatch(Rows &to, std::optional<Batch> batch, bool &clash) {
    if (!batch || clash)
      return;
    clash = to.batch && to.batch->dim != batch->dim;
    if (clash)
      to.batch = std::nullopt;
    else if (to.batch)
      to.batch->exact |= batch->exact;
    else
      to.batch = batch;
  }

  Rows elementwise(Operation *op) {
    Rows to;
    bool clash = false;
    for (Value operand : op->getOperands())
      addBatch(to, of(operand).batch, clash);
    if (auto select = dyn_cast<arith::SelectOp>(op)) {
      to.masks = commonMasks(of(select.getTrueValue()).masks,
                             of(select.getFalseValue()).masks);
      return to;
    }
    for (Value operand : op->getOperands())
      addMasks(to.masks, of(operand).masks);
    return to;
  }

  void visitLinalg(linalg::LinalgOp op) {
    for (OpResult result : op->getResults()) {
      if (!isa<RankedTensorType>(result.getType()))
        return;
      AffineMap out = op.getIndexingMapMatchingResult(result);
      Payload payload(op.getBlock()->getNumArguments());
      SmallVector<std::optional<Batch>> batches(payload.masks.size());
      bool mixed = false;
      for (OpOperand &operand : op->getOpOperands()) {
        const Rows from = of(operand.get());
        if (from.empty())
          continue;
        AffineMap in = op.getMatchingIndexingMap(&operand);
        auto along = [&](int64_t dim) -> std::optional<int64_t> {
          auto loop = dyn_cast<AffineDimExpr>(in.getResult(dim));
          if (!loop)
            return {};
          std::optional<unsigned> at = out.getResultPosition(loop);
          return at ? std::optional<int64_t>(*at) : std::nullopt;
        };
        unsigned number = op.getMatchingBlockArgument(&operand).getArgNumber();
        if (from.batch)
          if (std::optional<int64_t> dim = along(from.batch->dim))
            batches[number] = Batch{*dim, from.batch->exact};
        // Read backwards or in strides, an entry is made from other requests'.
        mixed |=
            from.batch && !isa<AffineDimExpr>(in.getResult(from.batch->dim));
        for (const RowMask &mask : from.masks)
          if (std::optional<RowMask> moved = renumbered(mask, along))
            addMasks(payload.masks[number], *moved);
      }
      Rows &to = rows[result];
      to = Rows();
      to.masks = payload.of(
          op.getBlock()->getTerminator()->getOperand(result.getResultNumber()));
      bool clash = mixed;
      addGathers(to, op, out, clash);
      for (unsigned number : payload.read.set_bits())
        addBatch(to, batches[number], clash);
    }
  }

  /// A gather keeps to its request where it takes the entry that it makes.
  void addGathers(Rows &to, linalg::LinalgOp op, AffineMap out, bool &clash) {
    op.getBlock()->walk([&](tensor::ExtractOp gather) {
      std::optional<Batch> batch = of(gather.getTensor()).batch;
      if (!batch)
        return;
      auto index =
          gather.getIndices()[batch->dim].getDefiningOp<linalg::IndexOp>();
      std::optional<unsigned> at =
          index ? out.getResultPosition(
                      getAffineDimExpr(index.getDim(), op->getContext()))
                : std::nullopt;
      if (at)
        addBatch(to, Batch{*at, batch->exact}, clash);
      else
        clash = true;
    });
    if (clash)
      to.batch = std::nullopt;
  }

  /// What a payload makes of the masks of its arguments. One that nothing reads
  /// says nothing, and of a selection only what both choices have in common.
  struct Payload {
    explicit Payload(unsigned numArgs) : masks(numArgs), read(numArgs) {}

    RowMasks of(Value value) {
      if (auto arg = dyn_cast<BlockArgument>(value)) {
        if (arg.getArgNumber() >= masks.size())
          return {};
        read.set(arg.getArgNumber());
        return masks[arg.getArgNumber()];
      }
      auto [it, fresh] = known.try_emplace(value);
      if (!fresh)
        return it->second;
      RowMasks result;
      Operation *op = value.getDefiningOp();
      for (Value operand : op->getOperands())
        addMasks(result, of(operand));
      if (auto select = dyn_cast<arith::SelectOp>(op))
        result =
            commonMasks(of(select.getTrueValue()), of(select.getFalseValue()));
      known[value] = result;
      return result;
    }

    SmallVector<RowMasks> masks;
    llvm::SmallBitVector read;
    DenseMap<Value, RowMasks> known;
  };

  /// `mask` with its dimensions as `along` has them; unit ones may go.
  std::optional<RowMask>
  renumbered(const RowMask &mask,
             function_ref<std::optional<int64_t>(int64_t)> along) {
    RowMask to{mask.mask, {}};
    for (int64_t i = mask.dims.size(); i-- > 0;) {
      if (std::optional<int64_t> dim = along(mask.dims[i])) {
        to.dims.insert(to.dims.begin(), *dim);
        continue;
      }
      if (extentOf(to.mask, i) != 1 || mask.dims.size() == 1)
        return {};
      to.mask = withoutUnitDim(to.mask, i);
    }
    // A diagonal goes along one dimension twice.
    if (to.dims.empty() ||
        llvm::SmallDenseSet<int64_t>(to.dims.begin(), to.dims.end()).size() !=
            to.dims.size())
      return {};
    return ascending(to);
  }

  /// A 1 x … dimension folded into a neighbour.
  Value withoutUnitDim(Value mask, int64_t dim) {
    int64_t rank = cast<RankedTensorType>(mask.getType()).getRank();
    SmallVector<ReassociationIndices> groups;
    for (int64_t i = 0; i < rank; ++i) {
      // The unit dimension joins the one before it, the first the one behind.
      if (i == 0 || (i != dim && !(i == 1 && dim == 0)))
        groups.emplace_back();
      groups.back().push_back(i);
    }
    return tensor::CollapseShapeOp::create(b, mask, groups);
  }

  RowMask ascending(const RowMask &mask) {
    if (llvm::is_sorted(mask.dims))
      return mask;
    SmallVector<int64_t> order =
        llvm::to_vector(llvm::seq<int64_t>(0, mask.dims.size()));
    llvm::sort(order, [&](int64_t x, int64_t y) {
      return mask.dims[x] < mask.dims[y];
    });
    RowMask to;
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, b.getLoc(),
                                                            mask.mask),
                              permuted;
    for (int64_t i : order) {
      to.dims.push_back(mask.dims[i]);
      permuted.push_back(sizes[i]);
    }
    Value empty = tensor::EmptyOp::create(
        b, permuted, getElementTypeOrSelf(mask.mask.getType()));
    to.mask =
        linalg::TransposeOp::create(b, mask.mask, empty, order)->getResult(0);
    return to;
  }

  //===--------------------------------------------------------------------===//
  // Reshapes
  //===--------------------------------------------------------------------===//

  Rows collapsed(const Rows &from, tensor::CollapseShapeOp op) {
    Rows to;
    SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    for (auto [i, group] : llvm::enumerate(groups)) {
      auto first = llvm::find_if(
          group, [&](int64_t dim) { return extentOf(op.getSrc(), dim) != 1; });
      // The blocks stay together only if the dimension is the outermost.
      if (from.batch && llvm::is_contained(group, from.batch->dim) &&
          (first == group.end() || from.batch->dim <= *first)) {
        bool alone = llvm::all_of(group, [&](int64_t dim) {
          return dim == from.batch->dim || extentOf(op.getSrc(), dim) == 1;
        });
        to.batch = Batch{static_cast<int64_t>(i), from.batch->exact && alone};
      }
    }
    for (const RowMask &mask : from.masks)
      if (std::optional<RowMask> moved = collapsed(mask, groups, op.getSrc()))
        addMasks(to.masks, *moved);
    return to;
  }

  std::optional<RowMask>
  collapsed(RowMask mask, ArrayRef<ReassociationIndices> groups, Value source) {
    // Groups that the mask has a part in, filled up to all their dimensions.
    Dims all;
    for (const ReassociationIndices &group : groups)
      if (llvm::any_of(group, [&](int64_t dim) {
            return llvm::is_contained(mask.dims, dim);
          }))
        llvm::append_range(all, group);
    if (!broadcastTo(mask, all, source))
      return {};
    SmallVector<ReassociationIndices> own;
    RowMask to;
    int64_t next = 0;
    for (auto [i, group] : llvm::enumerate(groups)) {
      if (!llvm::is_contained(all, group.front()))
        continue;
      own.emplace_back();
      for (size_t n = 0; n < group.size(); ++n)
        own.back().push_back(next++);
      to.dims.push_back(i);
    }
    to.mask =
        static_cast<int64_t>(own.size()) == next
            ? mask.mask
            : tensor::CollapseShapeOp::create(b, mask.mask, own).getResult();
    return to;
  }

  /// Repeats `mask` along the dimensions of `all` that it lacks; false where an
  /// extent is known only at run time.
  bool broadcastTo(RowMask &mask, const Dims &all, Value source) {
    Dims missing, shape;
    SmallVector<OpFoldResult> sizes;
    for (auto [i, dim] : llvm::enumerate(all)) {
      auto it = llvm::find(mask.dims, dim);
      if (it != mask.dims.end()) {
        sizes.push_back(tensor::getMixedSize(b, b.getLoc(), mask.mask,
                                             it - mask.dims.begin()));
        continue;
      }
      int64_t extent = extentOf(source, dim);
      if (ShapedType::isDynamic(extent))
        return false;
      missing.push_back(i);
      sizes.push_back(b.getIndexAttr(extent));
    }
    if (missing.empty())
      return true;
    Value empty = tensor::EmptyOp::create(
        b, sizes, getElementTypeOrSelf(mask.mask.getType()));
    mask.mask =
        linalg::BroadcastOp::create(b, mask.mask, empty, missing)->getResult(0);
    mask.dims = all;
    return true;
  }

  Rows expanded(const Rows &from, tensor::ExpandShapeOp op) {
    Rows to;
    SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    if (from.batch)
      to.batch = expanded(*from.batch, groups[from.batch->dim], op);
    for (const RowMask &mask : from.masks)
      if (std::optional<RowMask> moved = expanded(mask, groups, op))
        addMasks(to.masks, *moved);
    return to;
  }

  /// Whole blocks must lie in each entry of the outermost part, or one that
  /// moves it takes a request apart.
  std::optional<Batch> expanded(const Batch &from,
                                const ReassociationIndices &group,
                                tensor::ExpandShapeOp op) {
    auto first = llvm::find_if(
        group, [&](int64_t dim) { return extentOf(op.getResult(), dim) != 1; });
    if (first == group.end())
      return Batch{group.front(), from.exact};
    bool alone = llvm::all_of(group, [&](int64_t dim) {
      return dim == *first || extentOf(op.getResult(), dim) == 1;
    });
    if (alone)
      return Batch{*first, from.exact};
    int64_t extent = extentOf(op.getResult(), *first);
    if (!ShapedType::isDynamic(extent) && !ShapedType::isDynamic(requests)) {
      if (extent % requests != 0)
        return {};
      return Batch{*first, extent == requests};
    }
    // A dynamic extent is identified by where it is taken from.
    auto size = dyn_cast<Value>(op.getMixedOutputShape()[*first]);
    auto taken = size ? size.getDefiningOp<tensor::DimOp>() : tensor::DimOp();
    if (!taken || !taken.getConstantIndex())
      return {};
    std::optional<Batch> source = of(taken.getSource()).batch;
    if (!source || !source->exact || source->dim != *taken.getConstantIndex())
      return {};
    return Batch{*first, true};
  }

  std::optional<RowMask> expanded(const RowMask &mask,
                                  ArrayRef<ReassociationIndices> groups,
                                  tensor::ExpandShapeOp op) {
    RowMask to;
    SmallVector<ReassociationIndices> own;
    Dims shape;
    SmallVector<OpFoldResult> sizes;
    for (auto [i, dim] : llvm::enumerate(mask.dims)) {
      own.emplace_back();
      int64_t known = 1, unknown = 0;
      for (int64_t part : groups[dim]) {
        own.back().push_back(to.dims.size());
        to.dims.push_back(part);
        int64_t extent = extentOf(op.getResult(), part);
        shape.push_back(extent);
        ShapedType::isDynamic(extent) ? ++unknown : known *= extent;
      }
      // One extent can be distinguished from the mask's own, two cannot.
      if (unknown > 1)
        return {};
      for (int64_t part : groups[dim]) {
        int64_t extent = extentOf(op.getResult(), part);
        sizes.push_back(ShapedType::isDynamic(extent)
                            ? quotient(mask.mask, i, known)
                            : OpFoldResult(b.getIndexAttr(extent)));
      }
    }
    to.mask = mask.mask;
    if (to.dims.size() != mask.dims.size())
      to.mask = tensor::ExpandShapeOp::create(
          b,
          RankedTensorType::get(shape,
                                getElementTypeOrSelf(mask.mask.getType())),
          mask.mask, own, sizes);
    return to;
  }

  /// Extent `dim` of `mask`, divided by `known`.
  OpFoldResult quotient(Value mask, int64_t dim, int64_t known) {
    Value extent = getValueOrCreateConstantIndexOp(
        b, b.getLoc(), tensor::getMixedSize(b, b.getLoc(), mask, dim));
    return arith::DivUIOp::create(b, extent,
                                  arith::ConstantIndexOp::create(b, known))
        .getResult();
  }

  //===--------------------------------------------------------------------===//
  // Slices
  //===--------------------------------------------------------------------===//

  /// Whether the slice takes all of dimension `dim` of `whole`.
  static bool takesAll(OffsetSizeAndStrideOpInterface op, Value whole,
                       int64_t dim) {
    return isConstantIntValue(op.getMixedOffsets()[dim], 0) &&
           isConstantIntValue(op.getMixedStrides()[dim], 1) &&
           getConstantIntValue(op.getMixedSizes()[dim]) ==
               std::optional<int64_t>(extentOf(whole, dim));
  }

  /// Positions of a slice's kept dimensions, none for a dropped one.
  static std::optional<int64_t>
  keptPosition(const llvm::SmallBitVector &dropped, int64_t dim) {
    if (dropped[dim])
      return {};
    int64_t before = 0;
    for (int64_t i = 0; i < dim; ++i)
      before += !dropped[i];
    return before;
  }

  Rows sliced(const Rows &from, tensor::ExtractSliceOp op) {
    Rows to;
    llvm::SmallBitVector dropped = op.getDroppedDims();
    if (from.batch && takesAll(op, op.getSource(), from.batch->dim))
      if (std::optional<int64_t> dim = keptPosition(dropped, from.batch->dim))
        to.batch = Batch{*dim, from.batch->exact};
    auto kept = [&](int64_t dim) { return keptPosition(dropped, dim); };
    for (RowMask mask : from.masks) {
      if (!sliceMask(mask, op))
        continue;
      if (std::optional<RowMask> moved = renumbered(mask, kept))
        addMasks(to.masks, *moved);
    }
    return to;
  }

  /// Rows that stay where they are.
  static Rows padded(const Rows &from, tensor::PadOp op) {
    llvm::SmallBitVector padded = op.getPaddedDims();
    Rows to;
    if (from.batch && !padded.test(from.batch->dim))
      to.batch = from.batch;
    for (const RowMask &mask : from.masks)
      if (llvm::none_of(mask.dims, [&](int64_t d) { return padded.test(d); }))
        addMasks(to.masks, mask);
    return to;
  }

  /// The part of `mask` that a slice of constant bounds takes.
  bool sliceMask(RowMask &mask, tensor::ExtractSliceOp op) {
    SmallVector<OpFoldResult> offsets, sizes, strides;
    bool whole = true;
    for (auto [i, dim] : llvm::enumerate(mask.dims)) {
      if (takesAll(op, op.getSource(), dim)) {
        offsets.push_back(b.getIndexAttr(0));
        sizes.push_back(tensor::getMixedSize(b, b.getLoc(), mask.mask, i));
        strides.push_back(b.getIndexAttr(1));
        continue;
      }
      whole = false;
      for (auto [list, value] :
           {std::pair{&offsets, op.getMixedOffsets()[dim]},
            std::pair{&sizes, op.getMixedSizes()[dim]},
            std::pair{&strides, op.getMixedStrides()[dim]}}) {
        if (!getConstantIntValue(value))
          return false;
        list->push_back(value);
      }
    }
    if (!whole)
      mask.mask =
          tensor::ExtractSliceOp::create(b, mask.mask, offsets, sizes, strides);
    return true;
  }

  /// Rows of a tensor into which a part is written: those that both agree on.
  Rows inserted(tensor::InsertSliceOp op) {
    const Rows part = of(op.getSource()), whole = of(op.getDest());
    bool onto = isa_and_nonnull<tensor::EmptyOp, linalg::FillOp>(
        op.getDest().getDefiningOp());
    llvm::SmallBitVector dropped = op.getDroppedDims();
    auto inWhole = [&](int64_t kept) {
      for (int64_t dim = 0;; ++dim)
        if (!dropped[dim] && kept-- == 0)
          return dim;
    };
    Rows to;
    if (part.batch) {
      int64_t dim = inWhole(part.batch->dim);
      if (takesAll(op, op.getDest(), dim) &&
          (onto || (whole.batch && whole.batch->dim == dim)))
        to.batch = Batch{dim, part.batch->exact};
    }
    for (const RowMask &mask : part.masks) {
      RowMask moved{mask.mask, {}};
      for (int64_t dim : mask.dims)
        moved.dims.push_back(inWhole(dim));
      bool all = llvm::all_of(moved.dims, [&](int64_t dim) {
        return takesAll(op, op.getDest(), dim);
      });
      if (all && (onto || llvm::is_contained(whole.masks, moved)))
        addMasks(to.masks, moved);
    }
    return to;
  }

  ImplicitLocOpBuilder b;
  DenseMap<Value, Rows> rows;
};

struct MarkRowsPass : nanguard::impl::MarkRowsPassBase<MarkRowsPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isDeclaration() || func.isPrivate() ||
        !func.getBody().hasOneBlock())
      return;
    Block &block = func.getBody().front();
    OpBuilder builder = OpBuilder::atBlockBegin(&block);
    RowFlow flow(func);
    FailureOr<SmallVector<RowMasks>> masks = argumentMasks(builder, func);
    if (failed(masks))
      return signalPassFailure();
    for (auto [i, known] : llvm::enumerate(*masks)) {
      flow[func.getArgument(i)].masks = known;
      if (!known.empty())
        remarkTaken(func, i, "its rows that don't count are left out");
    }
    if (batchDim >= 0 && failed(seedBatch(func, flow)))
      return signalPassFailure();
    for (Operation &op : llvm::make_early_inc_range(block))
      flow.visit(&op, &op);
    for (ClusterOp cluster : llvm::to_vector(block.getOps<ClusterOp>()))
      mark(cluster, flow);
    for (OpOperand &result : block.getTerminator()->getOpOperands())
      if (std::optional<Batch> batch = flow.of(result.get()).batch;
          batch && isAskedByRequest(func, result.getOperandNumber()))
        func.setResultAttr(result.getOperandNumber(), kBatchDimAttr,
                           builder.getI64IntegerAttr(batch->dim));
  }

private:
  static bool isAskedByRequest(func::FuncOp func, unsigned result) {
    auto is = [&](StringRef mark) {
      return func.getResultAttr(result, mark) != nullptr;
    };
    return is(kCommitAttr) || llvm::any_of(kSignalAttrs, is);
  }

  static void remarkTaken(func::FuncOp func, int64_t arg, StringRef what) {
    remark::passed(func.getArgument(arg).getLoc(),
                   remark::RemarkOpts::name("Rows").category("nanguard"))
        << remark::add("argument {0}: {1}", arg, what.str());
  }

  /// The arguments that hold a request in each entry of dimension `batchDim`:
  /// those marked, or the one that has the extent of the first result there.
  /// Several are not guessed among: a weight that is taken for requests would
  /// lay a fault to a wrong one.
  LogicalResult seedBatch(func::FuncOp func, RowFlow &flow) {
    auto extentAt = [&](Type type) -> std::optional<int64_t> {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor || tensor.getRank() <= batchDim)
        return {};
      return tensor.getDimSize(batchDim);
    };
    auto fail = [&] {
      // Not func.emitError, which appends the whole function.
      return emitError(func.getLoc(), "batch-dim=")
             << batchDim.getValue() << ": ";
    };
    for (unsigned arg : batchArgs)
      if (arg >= func.getNumArguments())
        return fail() << "there is no argument " << arg;
    SmallVector<int64_t> args;
    for (BlockArgument arg : func.getArguments())
      if (func.getArgAttr(arg.getArgNumber(), kBatchAttr) ||
          llvm::is_contained(batchArgs, arg.getArgNumber()))
        args.push_back(arg.getArgNumber());
    if (args.empty() && func.getNumResults() > 0) {
      if (std::optional<int64_t> extent = extentAt(func.getResultTypes()[0]))
        for (BlockArgument arg : func.getArguments())
          if (extentAt(arg.getType()) == extent)
            args.push_back(arg.getArgNumber());
      if (args.size() > 1)
        return fail() << "arguments " << llvm::interleaved(args)
                      << " have the extent of the first result there: mark "
                         "those that hold requests {nanguard.batch}, or list "
                         "them in batch-args";
    }
    if (args.empty())
      return fail() << "no argument has the extent of the first result there";
    for (int64_t arg : args) {
      std::optional<int64_t> extent = extentAt(func.getArgumentTypes()[arg]);
      if (!extent)
        return fail() << "argument " << arg << " is "
                      << func.getArgumentTypes()[arg];
      if (!ShapedType::isDynamic(*extent)) {
        if (flow.requests != *extent && !ShapedType::isDynamic(flow.requests))
          return fail() << "argument " << arg << " holds " << *extent
                        << " requests, another " << flow.requests;
        flow.requests = *extent;
      }
      flow[func.getArgument(arg)].batch = Batch{batchDim, /*exact=*/true};
      func.setArgAttr(arg, kBatchAttr, UnitAttr::get(&getContext()));
      remarkTaken(func, arg, "holds a request in each entry");
    }
    func->setAttr(kBatchAttr, DenseI64ArrayAttr::get(&getContext(),
                                                     {args.front(), batchDim}));
    return success();
  }

  void addInput(ClusterOp cluster, Value input) {
    cluster.getInputsMutable().append(input);
    for (Region &body : cluster.getBodies())
      body.addArgument(input.getType(), cluster.getLoc());
  }

  /// Hands the masks of its first float result to `cluster`, and before them
  /// what shows whether padding is to blame.
  void mark(ClusterOp cluster, RowFlow &flow) {
    Value result = firstFloatTensor(cluster.getResults());
    if (!result)
      return;
    RowMasks lost;
    for (auto &[input, mask] : flow.paddingRead(cluster)) {
      addInput(cluster, input);
      addInput(cluster, mask.mask);
      lost.push_back(mask);
    }
    if (!lost.empty())
      cluster->setAttr(kPaddingAttr, validDimsAttr(&getContext(), lost));
    Rows rows = flow.of(result);
    if (rows.batch)
      cluster->setAttr(kBatchDimAttr,
                       IntegerAttr::get(IntegerType::get(&getContext(), 64),
                                        rows.batch->dim));
    if (rows.masks.empty())
      return;
    for (const RowMask &mask : rows.masks)
      addInput(cluster, mask.mask);
    cluster->setAttr(kValidDimsAttr, validDimsAttr(&getContext(), rows.masks));
  }
};
} // namespace
