//===- Weights.cpp - A model's arrays beside its code ---------------------===//
//
// What LLVM would copy at each step from its IR to the linked code is put
// together once, in the order of the globals, and the code names it only.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace nanguard;
using namespace nanguard::cpu;

/// Smaller arrays stay in the code.
static constexpr size_t kLeastBytes = 4096;
static constexpr uint64_t kAlign = 64;

/// The elements as they lie in memory; none where that is not how the attribute
/// has them.
static llvm::ArrayRef<char> bytesOf(mlir::Attribute attr) {
  auto elements = mlir::dyn_cast_if_present<mlir::ElementsAttr>(attr);
  if (!elements || !elements.getElementType().isIntOrFloat())
    return {};
  unsigned bits = elements.getElementType().getIntOrFloatBitWidth();
  llvm::ArrayRef<char> bytes;
  if (auto dense = mlir::dyn_cast<mlir::DenseElementsAttr>(attr))
    bytes = dense.getRawData();
  else if (auto resource =
               mlir::dyn_cast<mlir::DenseResourceElementsAttr>(attr))
    if (mlir::AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      bytes = blob->getData();
  uint64_t size = elements.getNumElements() * (bits / 8);
  return bits % 8 == 0 && bytes.size() == size ? bytes : llvm::ArrayRef<char>();
}

void cpu::takeWeights(mlir::ModuleOp module, CompiledModel &model) {
  llvm::MapVector<mlir::Attribute, uint64_t> offsets;
  uint64_t end = 0;
  for (auto global : module.getOps<mlir::LLVM::GlobalOp>()) {
    mlir::Attribute value = global.getValueAttr();
    llvm::ArrayRef<char> bytes = bytesOf(value);
    if (!global.getConstant() || bytes.size() < kLeastBytes)
      continue;
    auto [it, isNew] = offsets.insert({value, llvm::alignTo(end, kAlign)});
    if (isNew)
      end = it->second + bytes.size();
    model.weights.push_back(
        {global.getSymName().str(), it->second, bytes.size()});
    global.removeValueAttr();
    global.setLinkage(mlir::LLVM::Linkage::External);
  }
  if (model.weights.empty())
    return;
  std::unique_ptr<llvm::WritableMemoryBuffer> data =
      llvm::WritableMemoryBuffer::getNewUninitMemBuffer(end, "weights",
                                                        llvm::Align(kAlign));
  uint64_t filled = 0;
  for (auto [value, offset] : offsets) {
    llvm::ArrayRef<char> bytes = bytesOf(value);
    std::fill(data->getBufferStart() + filled, data->getBufferStart() + offset,
              0);
    llvm::copy(bytes, data->getBufferStart() + offset);
    filled = offset + bytes.size();
  }
  model.weightData = std::move(data);
}
