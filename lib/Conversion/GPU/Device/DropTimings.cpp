//===- DropTimings.cpp - nanguard-drop-timings ----------------------------===//
//
// gpu-module-to-binary (LLVM 22) leaves in each object how long it took: the
// same model would be another text each time.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/GPU/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/STLExtras.h"

namespace nanguard {
#define GEN_PASS_DEF_DROPTIMINGSPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

static gpu::ObjectAttr withoutTimings(gpu::ObjectAttr object) {
  DictionaryAttr properties = object.getProperties();
  if (!properties)
    return object;
  SmallVector<NamedAttribute> kept;
  llvm::copy_if(properties, std::back_inserter(kept), [](NamedAttribute attr) {
    return !attr.getName().getValue().ends_with("TimeInMs");
  });
  MLIRContext *context = object.getContext();
  return gpu::ObjectAttr::get(
      context, object.getTarget(), object.getFormat(), object.getObject(),
      DictionaryAttr::get(context, kept), object.getKernels());
}

namespace {
struct DropTimingsPass : nanguard::impl::DropTimingsPassBase<DropTimingsPass> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk([](gpu::BinaryOp binary) {
      SmallVector<Attribute> objects;
      for (Attribute object : binary.getObjects())
        objects.push_back(withoutTimings(cast<gpu::ObjectAttr>(object)));
      binary.setObjectsAttr(ArrayAttr::get(binary.getContext(), objects));
    });
  }
};
} // namespace
