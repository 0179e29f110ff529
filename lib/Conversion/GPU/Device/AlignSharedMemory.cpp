//===- AlignSharedMemory.cpp - nanguard-align-shared-memory ---------------===//
//
// Outlining gives a kernel its shared buffers without an alignment: those of
// f16 would start at any even address, which 16-byte copies and ldmatrix
// can't have. Nor does LLVM learn how integers are aligned. A kernel is also
// better off with fewer blocks than with a spill, which ptxas does not think by
// itself.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/GPU/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Builders.h"

namespace nanguard {
#define GEN_PASS_DEF_ALIGNSHAREDMEMORYPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// What matters of NVPTX's: without it LLVM takes i64 to be aligned to 4 bytes,
/// and PTX reads and writes it in two parts.
static constexpr StringLiteral kDataLayout =
    "e-i64:64-i128:128-v16:16-v32:32-n16:32:64";

namespace {
struct AlignSharedMemoryPass
    : nanguard::impl::AlignSharedMemoryPassBase<AlignSharedMemoryPass> {
  using Base::Base;

  void runOnOperation() override {
    Builder builder(&getContext());
    getOperation()->setAttr(LLVM::LLVMDialect::getDataLayoutAttrName(),
                            builder.getStringAttr(kDataLayout));
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>()) {
      for (unsigned i = 0; i < func.getNumWorkgroupAttributions(); ++i)
        func.setWorkgroupAttributionAttr(i,
                                         LLVM::LLVMDialect::getAlignAttrName(),
                                         builder.getI64IntegerAttr(128));
      func->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                    builder.getI32IntegerAttr(1));
    }
  }
};
} // namespace
