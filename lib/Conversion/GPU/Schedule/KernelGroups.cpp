//===- KernelGroups.cpp - Which ops share a launch ------------------------===//

#include "KernelGroups.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace nanguard;

static std::optional<arith::AtomicRMWKind> integerKind(Operation *op) {
  if (isa<arith::MaxUIOp>(op))
    return arith::AtomicRMWKind::maxu;
  if (isa<arith::MinUIOp>(op))
    return arith::AtomicRMWKind::minu;
  if (isa<arith::AddIOp>(op))
    return arith::AtomicRMWKind::addi;
  if (isa<arith::OrIOp>(op))
    return arith::AtomicRMWKind::ori;
  return std::nullopt;
}

static std::optional<arith::AtomicRMWKind> anyKind(Operation *op) {
  if (auto kind = integerKind(op))
    return kind;
  if (isa<arith::AddFOp>(op))
    return arith::AtomicRMWKind::addf;
  if (isa<arith::MaximumFOp>(op))
    return arith::AtomicRMWKind::maximumf;
  if (isa<arith::MinimumFOp>(op))
    return arith::AtomicRMWKind::minimumf;
  if (isa<arith::AndIOp>(op))
    return arith::AtomicRMWKind::andi;
  if (isa<arith::MaxSIOp>(op))
    return arith::AtomicRMWKind::maxs;
  if (isa<arith::MinSIOp>(op))
    return arith::AtomicRMWKind::mins;
  return std::nullopt;
}

SmallVector<Combiner> nanguard::matchCombiners(linalg::GenericOp op,
                                               bool integersOnly) {
  SmallVector<Combiner> combiners;
  Operation *yield = op.getBody()->getTerminator();
  for (auto [acc, yielded] :
       llvm::zip(op.getRegionOutputArgs(), yield->getOperands())) {
    if (yielded == acc && acc.hasOneUse())
      continue; // stays what it is
    Operation *def = yielded.getDefiningOp();
    auto kind =
        !def ? std::nullopt : (integersOnly ? integerKind(def) : anyKind(def));
    if (!kind || !acc.hasOneUse() || *acc.getUsers().begin() != def ||
        def->getBlock() != op.getBody() || !def->hasOneUse())
      return {};
    Value value =
        def->getOperand(0) == acc ? def->getOperand(1) : def->getOperand(0);
    combiners.push_back({unsigned(acc.getArgNumber() - op.getNumDpsInputs()),
                         def, value, *kind});
  }
  return combiners;
}

Value nanguard::stripReshapes(Value tensor) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      break;
    tensor = op->getOperand(0);
  }
  return tensor;
}

/// The input of an op's body that `value` is, perhaps widened; -1 if none.
static int inputNumber(linalg::GenericOp op, Value value) {
  if (auto ext = value.getDefiningOp<arith::ExtFOp>())
    value = ext.getIn();
  auto arg = dyn_cast<BlockArgument>(value);
  return arg && arg.getOwner() == op.getBody() &&
                 int64_t(arg.getArgNumber()) < op.getNumDpsInputs()
             ? int(arg.getArgNumber())
             : -1;
}

/// What is added to an op's only accumulator; null where it is not a sum.
static Value matchSummand(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1)
    return nullptr;
  Value acc = op.getRegionOutputArgs()[0];
  auto add = op.getBody()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddFOp>();
  if (!add || (add.getLhs() != acc && add.getRhs() != acc))
    return nullptr;
  return add.getLhs() == acc ? add.getRhs() : add.getLhs();
}

/// Sorts loops by where they stand in `map`.
static void sortBy(AffineMap map, MutableArrayRef<unsigned> loops) {
  auto place = [&](unsigned loop) {
    return map.getResultPosition(getAffineDimExpr(loop, map.getContext()));
  };
  llvm::sort(loops,
             [&](unsigned a, unsigned b) { return place(a) < place(b); });
}

/// The contraction of two inputs that `product`, in an op's body, multiplies.
static std::optional<Contraction> matchProduct(linalg::GenericOp op,
                                               Value product) {
  auto mul = product ? product.getDefiningOp<arith::MulFOp>() : arith::MulFOp();
  if (!mul)
    return std::nullopt;
  int lhs = inputNumber(op, mul.getLhs()), rhs = inputNumber(op, mul.getRhs());
  if (lhs < 0 || rhs < 0 || lhs == rhs)
    return std::nullopt;
  Contraction found;
  found.lhs = std::min(lhs, rhs), found.rhs = std::max(lhs, rhs);
  found.accumulator = cast<FloatType>(mul.getType());
  auto maps = op.getIndexingMapsArray();
  AffineMap out = maps.back(), a = maps[found.lhs], b = maps[found.rhs];
  bool areBoth = a.isProjectedPermutation() && b.isProjectedPermutation();
  if (!out.isProjectedPermutation() ||
      (!a.isProjectedPermutation() && !b.isProjectedPermutation()))
    return std::nullopt;
  for (auto [d, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    bool inA = a.isFunctionOfDim(d), inB = b.isFunctionOfDim(d);
    if (iterator == utils::IteratorType::reduction ? !inA || !inB
                                                   : !inA && !inB)
      return std::nullopt;
    if (iterator == utils::IteratorType::reduction)
      found.k.push_back(d);
    else if (inA && inB)
      found.batch.push_back(d);
    else
      (inA ? found.m : found.n).push_back(d);
  }
  if (found.m.empty() || found.n.empty() || found.k.empty() ||
      out.getNumResults() != op.getNumParallelLoops())
    return std::nullopt;
  sortBy(out, found.m);
  sortBy(out, found.n);
  sortBy(a.isProjectedPermutation() ? a : b, found.k);
  // The operand with the output's last dimension is b.
  unsigned last = out.getDimPosition(out.getNumResults() - 1);
  if (last == found.m.back()) {
    std::swap(found.m, found.n);
    std::swap(found.lhs, found.rhs);
  }
  if (last != found.n.back())
    return std::nullopt;
  found.isPlain = areBoth && found.m.size() == 1 && found.n.size() == 1 &&
                  found.k.size() == 1;
  return found;
}

/// Fewer rows or columns than these leave most of a tile empty.
static constexpr int64_t kFewest = 8;

std::optional<Contraction> nanguard::matchContraction(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2)
    return std::nullopt;
  auto found = matchProduct(op, matchSummand(op));
  if (!found || found->isPlain)
    return found;
  auto ranges = op.getStaticLoopRanges();
  for (ArrayRef<unsigned> loops : {found->m, found->n}) {
    int64_t size = 1;
    for (unsigned loop : loops)
      size = ShapedType::isDynamic(ranges[loop])
                 ? kFewest
                 : std::min(size * ranges[loop], kFewest);
    if (size < kFewest)
      return std::nullopt;
  }
  return found;
}

/// The operand that is compared with -Inf; -1 if `value` is no such test.
static int matchInfinityTest(linalg::GenericOp op, Value value) {
  auto compare = value.getDefiningOp<arith::CmpFOp>();
  APFloat bound(0.0);
  if (!compare || compare.getPredicate() != arith::CmpFPredicate::OEQ ||
      !isa<BlockArgument>(compare.getLhs()) ||
      !matchPattern(compare.getRhs(), m_ConstantFloat(&bound)) ||
      !bound.isInfinity() || !bound.isNegative())
    return -1;
  return inputNumber(op, compare.getLhs());
}

std::optional<Contraction>
nanguard::matchMaskedContraction(linalg::GenericOp op,
                                 SmallVectorImpl<unsigned> &masks) {
  Value summand = matchSummand(op);
  auto select =
      summand ? summand.getDefiningOp<arith::SelectOp>() : arith::SelectOp();
  if (!select || !matchPattern(select.getTrueValue(), m_AnyZeroFloat()))
    return std::nullopt;
  Value test = select.getCondition();
  int flag = -1;
  if (auto either = test.getDefiningOp<arith::OrIOp>()) {
    bool first = isa<BlockArgument>(either.getLhs());
    flag = inputNumber(op, first ? either.getLhs() : either.getRhs());
    test = first ? either.getRhs() : either.getLhs();
    if (flag < 0)
      return std::nullopt;
  }
  auto found = matchProduct(op, select.getFalseValue());
  int input = matchInfinityTest(op, test);
  if (!found || !found->isPlain || input < 0 || input == int(found->lhs) ||
      input == int(found->rhs) || op.getNumDpsInputs() != (flag < 0 ? 3 : 4))
    return std::nullopt;
  auto maps = op.getIndexingMapsArray();
  AffineMap elements = maps[found->lhs];
  if (maps[input] != elements ||
      (flag >= 0 &&
       maps[flag] != elements.dropResult(elements.getNumResults() - 1)))
    return std::nullopt;
  masks.push_back(input);
  if (flag >= 0)
    masks.push_back(flag);
  return found;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

KernelGroup::KernelGroup(Kind kind, linalg::GenericOp first)
    : kind(kind), rank(first.getNumLoops()),
      extents(first.getStaticLoopRanges()) {}

bool KernelGroup::isFullValue(Value tensor) const {
  return defines(tensor) &&
         isFull(cast<linalg::GenericOp>(tensor.getDefiningOp()));
}

void KernelGroup::add(linalg::GenericOp op, bool scan) {
  for (OpOperand *input : op.getDpsInputOperands())
    if (op.getNumLoops() == rank &&
        op.getMatchingIndexingMap(input).isIdentity())
      read.insert(input->get());
  ops.push_back(op);
  members.insert(op);
  if (scan)
    scans.insert(op);
  else if (kind == Kind::Rows && op.getNumReductionLoops() > 0)
    rows = op.getNumParallelLoops();
}

/// A reduction of everything to integers that only the report reads.
static bool isScanLike(linalg::GenericOp op) {
  if (op.getNumParallelLoops() > 0 || op.getNumDpsInputs() == 0 ||
      int64_t(matchCombiners(op, /*integersOnly=*/true).size()) !=
          op.getNumDpsInits())
    return false;
  for (Value result : op.getResults())
    if (cast<RankedTensorType>(result.getType()).getRank() != 0 ||
        !llvm::all_of(result.getUsers(), llvm::IsaPred<tensor::ExtractOp>))
      return false;
  return true;
}

/// Bodies that can be written out for one element: no nested tensors.
static bool hasPlainBody(linalg::GenericOp op) {
  return llvm::all_of(op.getBody()->without_terminator(), [](Operation &o) {
    return o.getNumRegions() == 0 &&
           (isa<linalg::IndexOp, tensor::ExtractOp>(o) || isPure(&o));
  });
}

/// d0, …, d(n-1), or that followed by nothing, for a value with n dimensions.
static bool isLeadingIdentity(AffineMap map, unsigned n) {
  if (map.getNumResults() != n || map.getNumSymbols() != 0)
    return false;
  for (unsigned i = 0; i < n; ++i)
    if (map.getResult(i) != getAffineDimExpr(i, map.getContext()))
      return false;
  return true;
}

namespace {
class Grouping {
public:
  explicit Grouping(func::FuncOp func) : func(func) {}

  std::vector<KernelGroup> run() {
    for (auto op : func.front().getOps<linalg::GenericOp>())
      place(op);
    return std::move(groups);
  }

private:
  using Kind = KernelGroup::Kind;

  void place(linalg::GenericOp op) {
    // Nothing to map to threads.
    if (llvm::is_contained(op.getStaticLoopRanges(), 0)) {
      groups.emplace_back(Kind::Other, op).add(op, /*scan=*/false);
      return;
    }
    if (isScanLike(op) && hasPlainBody(op)) {
      // With the op whose result it looks at, be it not the last one.
      for (KernelGroup &group : llvm::reverse(groups))
        if (group.kind != Kind::Other && scansOf(group, op))
          return group.add(op, /*scan=*/true);
      if (!op.getIteratorTypesArray().empty() && op.getNumLoops() > 0 &&
          readsExternalsOnly(op)) {
        groups.emplace_back(Kind::Rows, op).add(op, /*scan=*/true);
        return;
      }
    }
    if (!groups.empty() && groups.back().kind != Kind::Other &&
        canJoin(groups.back(), op))
      return groups.back().add(op, /*scan=*/false);
    if (startsContraction(op))
      return;
    if (matchContraction(op)) {
      groups.emplace_back(Kind::Contraction, op);
      // The reduced dimensions are no dimensions of the epilogue.
      groups.back().rank = op.getNumParallelLoops();
      groups.back().extents = llvm::to_vector(
          cast<RankedTensorType>(op.getResultTypes()[0]).getShape());
      groups.back().add(op, /*scan=*/false);
      auto start = op.getDpsInits()[0].getDefiningOp<linalg::GenericOp>();
      if (start && startsContraction(start))
        groups.back().add(start, /*scan=*/false);
      return;
    }
    KernelGroup fresh(Kind::Rows, op);
    if (canJoin(fresh, op)) {
      groups.push_back(std::move(fresh));
      return groups.back().add(op, /*scan=*/false);
    }
    groups.emplace_back(Kind::Other, op).add(op, /*scan=*/false);
  }

  /// Makes what a contraction's sums start from, as of a bias, and nothing
  /// else: part of that one's group.
  static bool startsContraction(linalg::GenericOp op) {
    if (op.getNumReductionLoops() > 0 || op.getNumResults() != 1 ||
        op.getNumDpsInits() != 1 || !hasPlainBody(op) ||
        !op.getMatchingBlockArgument(op.getDpsInitOperand(0)).use_empty() ||
        !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
      return false;
    linalg::GenericOp reader;
    for (OpOperand &use : op.getResult(0).getUses()) {
      if (isa<tensor::DimOp>(use.getOwner()))
        continue;
      auto user = dyn_cast<linalg::GenericOp>(use.getOwner());
      if (reader || !user || !user.isDpsInit(&use))
        return false;
      reader = user;
    }
    return reader && reader->getBlock() == op->getBlock() &&
           !llvm::is_contained(reader.getStaticLoopRanges(), 0) &&
           matchContraction(reader);
  }

  bool readsExternalsOnly(linalg::GenericOp op) {
    for (OpOperand *input : op.getDpsInputOperands())
      if (!op.getMatchingIndexingMap(input).isIdentity())
        return false;
    return true;
  }

  /// All inputs are the group's, element by element. A reshape changes no
  /// element, and an index is asked for by who must not see one.
  bool scansOf(KernelGroup &group, linalg::GenericOp op) {
    if (op.hasIndexSemantics() || gathersFrom(group, op))
      return false;
    bool any = false;
    std::optional<bool> full;
    for (OpOperand *input : op.getDpsInputOperands()) {
      Value value = stripReshapes(input->get());
      if (!op.getMatchingIndexingMap(input).isIdentity() ||
          !group.defines(value))
        return false;
      bool isFull = group.isFullValue(value);
      if (full && *full != isFull)
        return false;
      full = isFull;
      any = true;
    }
    if (group.kind == Kind::Contraction && full && !*full)
      return false;
    return any;
  }

  /// Which of a group's loops an op is known to run along with it.
  struct Links {
    bool rows = false, columns = false;
  };

  static bool extentsAgree(const KernelGroup &group, ArrayRef<int64_t> extents,
                           Links links) {
    for (unsigned i = 0, e = extents.size(); i < e; ++i) {
      bool linked = i < group.rows.value_or(0) ? links.rows : links.columns;
      if (i < group.rank && (extents[i] != group.extents[i] ||
                             (ShapedType::isDynamic(extents[i]) && !linked)))
        return false;
    }
    return true;
  }

  bool canJoin(KernelGroup &group, linalg::GenericOp op) {
    if (!hasPlainBody(op) || op.getNumLoops() == 0 ||
        op.getNumDpsInits() == 0 || gathersFrom(group, op))
      return false;
    unsigned parallel = op.getNumParallelLoops();
    unsigned reductions = op.getNumReductionLoops();
    auto iterators = op.getIteratorTypesArray();
    for (unsigned i = 0; i < parallel; ++i)
      if (iterators[i] != utils::IteratorType::parallel)
        return false;
    if (parallel + reductions != op.getNumLoops())
      return false;
    if (reductions > 0) {
      if (group.kind != Kind::Rows || op.getNumLoops() != group.rank ||
          group.rows.value_or(parallel) != parallel || matchContraction(op) ||
          int64_t(matchCombiners(op, /*integersOnly=*/false).size()) !=
              op.getNumDpsInits())
        return false;
    } else if (parallel != group.rank &&
               (group.kind != Kind::Rows || group.rows != parallel)) {
      return false;
    }
    for (OpOperand &init : op.getDpsInitsMutable())
      if (!isLeadingIdentity(op.getMatchingIndexingMap(&init), parallel) ||
          !isReadable(group, op, init))
        return false;
    Links links;
    links.rows = links.columns = group.ops.empty();
    for (OpOperand *input : op.getDpsInputOperands())
      if (!checkInput(group, op, *input, links))
        return false;
    return extentsAgree(group, op.getStaticLoopRanges(), links);
  }

  /// An accumulator starts from a constant; other outs are not read.
  bool isReadable(KernelGroup &group, linalg::GenericOp op, OpOperand &init) {
    if (op.getMatchingBlockArgument(&init).use_empty())
      return true;
    return init.get().getDefiningOp<linalg::FillOp>() != nullptr;
  }

  bool checkInput(KernelGroup &group, linalg::GenericOp op, OpOperand &input,
                  Links &links) {
    Value value = input.get();
    if (!isa<RankedTensorType>(value.getType()))
      return true;
    AffineMap map = op.getMatchingIndexingMap(&input);
    if (!group.defines(value)) {
      if (group.read.contains(value) && isLeadingIdentity(map, group.rank))
        links.rows = links.columns = true;
      // What the group makes is in registers: no other element of it is read.
      return !group.defines(stripReshapes(value)) && !comesFrom(group, value);
    }
    if (group.isFullValue(value)) {
      links.rows = links.columns = true;
      return isLeadingIdentity(map, group.rank) &&
             op.getNumLoops() == group.rank;
    }
    unsigned rows = cast<RankedTensorType>(value.getType()).getRank();
    links.rows = true;
    return group.kind == Kind::Rows && isLeadingIdentity(map, rows);
  }

  /// Reads elements of its choice of what the group makes, which is in memory
  /// only when the launch has ended.
  bool gathersFrom(KernelGroup &group, linalg::GenericOp op) {
    return llvm::any_of(op.getBody()->getOps<tensor::ExtractOp>(),
                        [&](tensor::ExtractOp extract) {
                          return comesFrom(group, extract.getTensor());
                        });
  }

  /// Through slices and padding too.
  bool comesFrom(KernelGroup &group, Value value) {
    while (Operation *op = value.getDefiningOp()) {
      if (group.defines(value))
        return true;
      if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
               tensor::ExtractSliceOp, tensor::PadOp>(op))
        return false;
      value = op->getOperand(0);
    }
    return false;
  }

  func::FuncOp func;
  std::vector<KernelGroup> groups;
};
} // namespace

std::vector<KernelGroup> nanguard::groupOps(func::FuncOp func) {
  return Grouping(func).run();
}
