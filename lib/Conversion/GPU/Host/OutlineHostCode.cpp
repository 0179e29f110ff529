//===- OutlineHostCode.cpp - nanguard-outline-host-code -------------------===//
//
// What a step's functions do to buffers between the kernels, on the host as
// yet: copies, movers, rows of the report. Neighbours become one function on
// buffers, once for all places that do the same, and a copy of it in
// module @nvptx that is mapped to threads; so the host need not wait.
//
//===----------------------------------------------------------------------===//

#include "HostCode.h"

#include "nanguard/Conversion/GPU/Passes.h"
#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace nanguard {
#define GEN_PASS_DEF_OUTLINEHOSTCODEPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;

using Group = SmallVector<Operation *>;

/// An op on buffers that a launch can do.
static bool isOnBuffers(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return !isHostReadable(load.getMemRef());
  return isa<linalg::LinalgOp, memref::CopyOp, memref::StoreOp>(op);
}

/// Scalars from scalars, which a launch computes as well as the host.
static bool isScalarOp(Operation *op) {
  return isPure(op) && op->getNumRegions() == 0 &&
         llvm::none_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
}

/// What neither reads nor writes what others do: it may stay where it is while
/// its neighbours move past it.
static bool isNeutral(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return isHostReadable(load.getMemRef());
  return op->getNumRegions() == 0 && !op->hasTrait<OpTrait::IsTerminator>() &&
         (isMemoryEffectFree(op) || isa<memref::AllocOp>(op));
}

/// Runs of ops that become a launch, but for the loads in `onHost`.
static SmallVector<Group>
findGroups(Block &block, const llvm::DenseSet<Operation *> &onHost) {
  SmallVector<Group> groups;
  Group group;
  auto close = [&] {
    if (llvm::any_of(
            group,
            llvm::IsaPred<linalg::LinalgOp, memref::CopyOp, memref::StoreOp>))
      groups.push_back(group);
    group.clear();
  };
  for (Operation &op : block) {
    bool depends = llvm::any_of(op.getOperands(), [&](Value operand) {
      return llvm::is_contained(group, operand.getDefiningOp());
    });
    if ((isOnBuffers(&op) && !onHost.contains(&op)) ||
        (depends && isScalarOp(&op)))
      group.push_back(&op);
    else if (depends || !isNeutral(&op))
      close();
  }
  return groups;
}

/// Loads that the host needs the value of join `onHost`; false: none did.
static bool findHostLoads(ArrayRef<Group> groups,
                          llvm::DenseSet<Operation *> &onHost) {
  size_t before = onHost.size();
  for (const Group &group : groups) {
    llvm::SmallPtrSet<Operation *, 8> needed;
    for (Operation *op : llvm::reverse(group)) {
      bool isNeeded = llvm::any_of(op->getUsers(), [&](Operation *user) {
        Operation *here = op->getBlock()->findAncestorOpInBlock(*user);
        return needed.contains(here) || !llvm::is_contained(group, here);
      });
      if (isNeeded && op->getNumResults() > 0)
        needed.insert(op);
      if (isNeeded && isa<memref::LoadOp>(op))
        onHost.insert(op);
    }
  }
  return onHost.size() > before;
}

namespace {
class HostOutliner {
public:
  explicit HostOutliner(ModuleOp module) : module(module), symbols(module) {}

  void run(Block &block) {
    llvm::DenseSet<Operation *> onHost;
    SmallVector<Group> groups;
    do
      groups = findGroups(block, onHost);
    while (findHostLoads(groups, onHost));
    for (const Group &group : groups)
      outline(group);
    for (Operation &op : block)
      if (!isa<linalg::LinalgOp>(op))
        for (Region &region : op.getRegions())
          for (Block &inner : region)
            run(inner);
  }

private:
  /// Values from outside that the group reads; constants go along.
  static SmallVector<Value> findInputs(const Group &group,
                                       llvm::SetVector<Operation *> &along) {
    llvm::SetVector<Value> inputs;
    for (Operation *root : group)
      root->walk([&](Operation *op) {
        for (Value operand : op->getOperands()) {
          Operation *maker = operand.getDefiningOp();
          bool inside =
              root->isAncestor(operand.getParentRegion()->getParentOp()) ||
              llvm::is_contained(group, maker);
          if (inside)
            continue;
          if (maker && maker->hasTrait<OpTrait::ConstantLike>())
            along.insert(maker);
          else
            inputs.insert(operand);
        }
      });
    return inputs.takeVector();
  }

  /// A slice's place is no part of its type: two rows are one kernel's.
  static MemRefType withoutOffset(MemRefType type) {
    auto [strides, offset] = type.getStridesAndOffset();
    if (offset == 0 || ShapedType::isDynamic(offset))
      return type;
    return MemRefType::get(type.getShape(), type.getElementType(),
                           StridedLayoutAttr::get(type.getContext(),
                                                  ShapedType::kDynamic,
                                                  strides),
                           type.getMemorySpace());
  }

  void outline(const Group &group) {
    llvm::SetVector<Operation *> constants;
    SmallVector<Value> inputs = findInputs(group, constants);
    ImplicitLocOpBuilder b(group.back()->getLoc(), group.back());
    IRMapping mapping;
    for (Value &input : inputs) {
      auto type = dyn_cast<MemRefType>(input.getType());
      MemRefType general = type ? withoutOffset(type) : type;
      Value original = input;
      if (general != type)
        input = memref::CastOp::create(b, general, original);
      mapping.map(original, input);
    }
    func::CallOp::create(b, functionOf(group, constants, mapping, inputs),
                         inputs);
    for (Operation *op : llvm::reverse(group))
      op->erase();
  }

  /// The group as a function; the same one for all groups that do the same.
  func::FuncOp functionOf(const Group &group,
                          const llvm::SetVector<Operation *> &constants,
                          const IRMapping &outside, ArrayRef<Value> inputs) {
    OpBuilder top = OpBuilder::atBlockEnd(module.getBody());
    auto func = func::FuncOp::create(
        top, group.front()->getLoc(), "ng_between",
        top.getFunctionType(ValueRange(inputs).getTypes(), {}));
    func.setPrivate();
    func->setAttr(kFormAttr, FormAttr::get(top.getContext(), Form::Between));
    Block *block = func.addEntryBlock();
    IRMapping mapping;
    for (auto [input, arg] : llvm::zip(inputs, block->getArguments()))
      mapping.map(input, arg);
    for (auto [from, to] : outside.getValueMap())
      mapping.map(from, mapping.lookup(to));
    OpBuilder body = OpBuilder::atBlockEnd(block);
    for (Operation *constant : constants)
      body.clone(*constant, mapping);
    for (Operation *op : group)
      body.clone(*op, mapping);
    func::ReturnOp::create(body, func.getLoc());

    std::string text;
    llvm::raw_string_ostream(text) << func;
    func::FuncOp &known = functions[text];
    if (known) {
      func.erase();
      return known;
    }
    known = func;
    func.setName(("ng_between_" + Twine(functions.size() - 1)).str());
    symbols.insert(func);
    if (!device) {
      device =
          ModuleOp::create(top, module.getLoc(), nanguard::kDeviceModuleName);
      symbols.insert(device);
    }
    OpBuilder::atBlockEnd(device.getBody()).clone(*func);
    return known;
  }

  ModuleOp module, device;
  SymbolTable symbols;
  llvm::StringMap<func::FuncOp> functions;
};

struct OutlineHostCodePass
    : nanguard::impl::OutlineHostCodePassBase<OutlineHostCodePass> {
  using Base::Base;

  void runOnOperation() override {
    HostOutliner outliner(getOperation());
    auto functions = llvm::to_vector(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp func : functions)
      if (!func.isExternal() && !func->hasAttr(kFormAttr))
        for (Block &block : func.getBody())
          outliner.run(block);
  }
};
} // namespace
