//===- LowerLaunches.cpp - nanguard-lower-launches ------------------------===//
//
// A launch becomes a call of the device's runtime: sizes, the arguments in
// slots of eight bytes, and the memory that the kernel may touch.
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"
#include "HostCode.h"

#include "nanguard/Conversion/GPU/Passes.h"
#include "nanguard/device.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace nanguard {
#define GEN_PASS_DEF_LOWERLAUNCHESPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using namespace nanguard;
using namespace nanguard::emulation;

static_assert(sizeof(nanguard_region) == 3 * 8,
              "a region is three slots to generated code");

namespace {
/// The call that one launch becomes.
class LaunchLowering {
public:
  explicit LaunchLowering(gpu::LaunchFuncOp op)
      : op(op), b(op.getLoc(), op), i64(b.getI64Type()),
        ptr(LLVM::LLVMPointerType::get(op.getContext())) {}

  void run(StringRef descriptor) {
    for (Value operand : op.getKernelOperands())
      pass(operand);
    SmallVector<Value> args = {LLVM::AddressOfOp::create(b, ptr, descriptor)};
    gpu::KernelDim3 grid = op.getGridSizeOperandValues();
    gpu::KernelDim3 block = op.getBlockSizeOperandValues();
    for (Value size : {grid.x, grid.y, grid.z, block.x, block.y, block.z})
      args.push_back(asSlot(size));
    args.push_back(op.getDynamicSharedMemorySize()
                       ? asSlot(op.getDynamicSharedMemorySize())
                       : number(0));
    for (ArrayRef<Value> slots : {ArrayRef(arguments), ArrayRef(regions)}) {
      args.push_back(store(slots));
      args.push_back(number(slots.size()));
    }
    args.back() = number(regions.size() / 3);
    callRuntime(b, "nanguard_device_launch", Type(), args);
    op.erase();
  }

private:
  Value number(int64_t value) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  }

  /// A scalar in the low bytes of a slot.
  Value asSlot(Value value) {
    Type type = value.getType();
    if (type.isIndex())
      return arith::IndexCastOp::create(b, i64, value);
    if (isa<LLVM::LLVMPointerType>(type))
      return LLVM::PtrToIntOp::create(b, i64, value);
    if (isa<FloatType>(type))
      value = arith::BitcastOp::create(
          b, b.getIntegerType(type.getIntOrFloatBitWidth()), value);
    return value.getType() == i64
               ? value
               : arith::ExtUIOp::create(b, i64, value).getResult();
  }

  /// A memref as MLIR's descriptor; the kernel frees nothing, so the allocated
  /// pointer is the aligned one.
  void pass(Value operand) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type) {
      arguments.push_back(asSlot(operand));
      return;
    }
    auto metadata = memref::ExtractStridedMetadataOp::create(b, operand);
    Value address =
        asSlot(memref::ExtractAlignedPointerAsIndexOp::create(b, operand));
    Value offset = asSlot(metadata.getOffset());
    arguments.append({address, address, offset});
    // From the first byte to behind the last element.
    Value last = offset, empty;
    for (Value size : metadata.getSizes())
      arguments.push_back(asSlot(size));
    for (Value stride : metadata.getStrides())
      arguments.push_back(asSlot(stride));
    for (auto [size, stride] :
         llvm::zip(metadata.getSizes(), metadata.getStrides())) {
      Value steps = arith::SubIOp::create(b, asSlot(size), number(1));
      last = arith::AddIOp::create(
          b, last, arith::MulIOp::create(b, steps, asSlot(stride)));
      Value none = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                         asSlot(size), number(0));
      empty = empty ? arith::OrIOp::create(b, empty, none).getResult() : none;
    }
    Value count = arith::AddIOp::create(b, last, number(1));
    if (empty)
      count = arith::SelectOp::create(b, empty, number(0), count);
    int64_t element =
        (type.getElementType().isIndex() ? 64
                                         : type.getElementTypeBitWidth() + 7) /
        8;
    regions.append({address, arith::MulIOp::create(b, count, number(element)),
                    number(element)});
  }

  /// An array in the function's frame.
  Value store(ArrayRef<Value> slots) {
    ImplicitLocOpBuilder entry = ImplicitLocOpBuilder::atBlockBegin(
        op.getLoc(), &op->getParentOfType<func::FuncOp>().front());
    Value array = LLVM::AllocaOp::create(
        entry, ptr, i64,
        LLVM::ConstantOp::create(
            entry, entry.getI64IntegerAttr(std::max<size_t>(slots.size(), 1))),
        /*alignment=*/8);
    for (auto [i, slot] : llvm::enumerate(slots)) {
      Value at = LLVM::GEPOp::create(
          b, ptr, i64, array, ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
      LLVM::StoreOp::create(b, slot, at);
    }
    return array;
  }

  gpu::LaunchFuncOp op;
  ImplicitLocOpBuilder b;
  Type i64;
  LLVM::LLVMPointerType ptr;
  SmallVector<Value> arguments, regions;
};

/// Makes the host's part of a function work with memory that is the device's.
class HostAccess {
public:
  explicit HostAccess(ModuleOp module) : module(module) {}

  /// Whether the host works in buffers, and so needs them to be its own.
  bool place(func::FuncOp func) {
    if (func.isExternal())
      return false;
    if (launchesOrCalls(func)) {
      passConstants(func);
      readElements(func);
      placeInBlocks(func.getBody());
    } else if (touchesMemory(func)) {
      waitBefore(&func.front().front());
    }
    return waits;
  }

private:
  /// An array of the host, seen as the device's copy of it.
  static void passConstants(func::FuncOp func) {
    func.walk([](memref::GetGlobalOp op) {
      ImplicitLocOpBuilder b(op.getLoc(), op);
      b.setInsertionPointAfter(op);
      MemRefType type = op.getType();
      Type i64 = b.getI64Type(),
           ptr = LLVM::LLVMPointerType::get(b.getContext());
      Value address = arith::IndexCastOp::create(
          b, i64, memref::ExtractAlignedPointerAsIndexOp::create(b, op));
      Operation *read = address.getDefiningOp()->getPrevNode();
      Value bytes = arith::ConstantOp::create(
          b, b.getI64IntegerAttr(type.getNumElements() *
                                 bytesOf(type.getElementType())));
      Value copy =
          callRuntime(b, "nanguard_device_constant", ptr,
                      {LLVM::IntToPtrOp::create(b, ptr, address), bytes});
      Value descriptor = makeDescriptor(b, type, copy);
      Value device =
          UnrealizedConversionCastOp::create(b, type, descriptor).getResult(0);
      op.getResult().replaceUsesWithIf(device, [&](OpOperand &use) {
        return use.getOwner() != read && !isa<memref::LoadOp>(use.getOwner());
      });
    });
  }

  /// MLIR's descriptor of a dense memref at `address`.
  static Value makeDescriptor(ImplicitLocOpBuilder &b, MemRefType type,
                              Value address) {
    Type i64 = b.getI64Type();
    SmallVector<Type> fields = {address.getType(), address.getType(), i64};
    auto array = LLVM::LLVMArrayType::get(i64, type.getRank());
    if (type.getRank() > 0)
      fields.append(2, array);
    Value descriptor = LLVM::PoisonOp::create(
        b, LLVM::LLVMStructType::getLiteral(b.getContext(), fields));
    auto set = [&](Value value, ArrayRef<int64_t> at) {
      descriptor = LLVM::InsertValueOp::create(b, descriptor, value, at);
    };
    auto number = [&](int64_t value) {
      return emulation::constant(b, value, 64);
    };
    set(address, 0);
    set(address, 1);
    set(number(0), 2);
    int64_t stride = 1;
    for (int64_t d = type.getRank(); d-- > 0;) {
      set(number(type.getDimSize(d)), {3, d});
      set(number(stride), {4, d});
      stride *= type.getDimSize(d);
    }
    return descriptor;
  }

  /// Single elements that the host needs are fetched.
  static void readElements(func::FuncOp func) {
    SmallVector<memref::LoadOp> loads;
    func.walk([&](memref::LoadOp op) {
      if (!isHostReadable(op.getMemRef()) &&
          !op->getParentOfType<linalg::LinalgOp>())
        loads.push_back(op);
    });
    for (memref::LoadOp op : loads)
      readElement(op);
  }

  static void readElement(memref::LoadOp op) {
    ImplicitLocOpBuilder b(op.getLoc(), op);
    Type element = op.getType(), i64 = b.getI64Type();
    auto ptr = LLVM::LLVMPointerType::get(b.getContext());
    int64_t bytes = bytesOf(element);
    auto metadata = memref::ExtractStridedMetadataOp::create(b, op.getMemRef());
    Value at = metadata.getOffset();
    for (auto [index, stride] :
         llvm::zip(op.getIndices(), metadata.getStrides()))
      at =
          arith::AddIOp::create(b, at, arith::MulIOp::create(b, index, stride));
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(b, op.getMemRef());
    address = arith::AddIOp::create(
        b, address,
        arith::MulIOp::create(b, at, arith::ConstantIndexOp::create(b, bytes)));
    Value word = arith::IndexCastOp::create(b, i64, address);
    Value from = LLVM::IntToPtrOp::create(b, ptr, word);
    ImplicitLocOpBuilder entry = ImplicitLocOpBuilder::atBlockBegin(
        op.getLoc(), &op->getParentOfType<func::FuncOp>().front());
    Value to = LLVM::AllocaOp::create(
        entry, ptr, i64,
        LLVM::ConstantOp::create(entry, entry.getI64IntegerAttr(1)),
        /*alignment=*/8);
    Value size = arith::ConstantOp::create(b, b.getI64IntegerAttr(bytes));
    callRuntime(b, "nanguard_device_read", Type(), {to, from, size});
    Type stored = element.isIndex()      ? i64
                  : element.isInteger(1) ? b.getI8Type()
                                         : element;
    Value value = LLVM::LoadOp::create(b, stored, to);
    if (element.isIndex())
      value = arith::IndexCastOp::create(b, element, value);
    else if (stored != element)
      value = arith::TruncIOp::create(b, element, value);
    op.replaceAllUsesWith(value);
    op.erase();
  }

  void waitBefore(Operation *op) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    callRuntime(b, "nanguard_device_wait", Type(), ValueRange{});
    waits = true;
  }

  /// The host works in memory itself: not by reading what it may read at any
  /// time, nor an address.
  static bool needsWait(Operation *op) {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      return !isHostReadable(load.getMemRef());
    return touchesMemory(op);
  }

  /// Once behind each launch or call; a function that is only declared is the
  /// host's, but for those of the device's runtime.
  void placeInBlocks(Region &region) {
    for (Block &block : region) {
      bool waited = false;
      for (Operation &op : llvm::make_early_inc_range(block)) {
        auto call = dyn_cast<func::CallOp>(op);
        auto callee = call ? module.lookupSymbol<func::FuncOp>(call.getCallee())
                           : func::FuncOp();
        bool isMark = call && call.getCallee().starts_with("nanguard_device_");
        bool external = call && !isMark && (!callee || callee.isExternal());
        bool inner = op.getNumRegions() != 0 && launchesOrCalls(&op);
        if (external || (!call && !inner && needsWait(&op))) {
          if (!waited)
            waitBefore(&op);
          waited = true;
        }
        if (inner)
          for (Region &nested : op.getRegions())
            placeInBlocks(nested);
        if (inner || (call && !external && !isMark) ||
            isa<gpu::LaunchFuncOp>(op))
          waited = false;
      }
    }
  }

  ModuleOp module;
  bool waits = false;
};

struct LowerLaunchesPass
    : nanguard::impl::LowerLaunchesPassBase<LowerLaunchesPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto binaries = llvm::to_vector(module.getOps<gpu::BinaryOp>());
    for (gpu::BinaryOp binary : binaries)
      images[binary.getSymNameAttr()] = binary;
    bool hostAccess = false;
    for (auto func : module.getOps<func::FuncOp>())
      hostAccess |= HostAccess(module).place(func);
    if (hostAccess)
      module->setAttr("nanguard.host_access", UnitAttr::get(&getContext()));
    SmallVector<gpu::LaunchFuncOp> launches;
    module.walk([&](gpu::LaunchFuncOp op) { launches.push_back(op); });
    for (gpu::LaunchFuncOp op : launches) {
      std::string descriptor = descriptorName(
          op.getKernelModuleName().getValue(), op.getKernelName().getValue());
      auto image = images.find(op.getKernelModuleName());
      if (image != images.end() && !module.lookupSymbol(descriptor))
        describe(image->second, op.getKernelName().getValue(), descriptor);
      if (!module.lookupSymbol(descriptor)) {
        op.emitError("the kernel has no form for this device");
        return signalPassFailure();
      }
      LaunchLowering(op).run(descriptor);
    }
    for (Operation &device : llvm::make_early_inc_range(*module.getBody()))
      if (isa<gpu::GPUModuleOp, gpu::BinaryOp>(device))
        device.erase();
    module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  }

private:
  /// The descriptor of a kernel in PTX; kernels of one binary share its text.
  void describe(gpu::BinaryOp binary, StringRef kernel, StringRef name) {
    auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
    std::string image = (binary.getSymName() + "_image").str();
    bool isNew = !getOperation().lookupSymbol(image);
    describeKernel(getOperation(), binary.getLoc(), name,
                   {kernel, image, isNew ? object.getObject().getValue() : "",
                    nullptr, /*flags=*/0, /*sharedBytes=*/0});
  }

  DenseMap<Attribute, gpu::BinaryOp> images;
};
} // namespace
