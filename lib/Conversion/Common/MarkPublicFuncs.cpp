//===- MarkPublicFuncs.cpp - nanguard-mark-public-funcs ------------------===//
//
// Without it `linalg.matmul outs(%arg)` writes the caller's buffer.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/Common/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace nanguard {
#define GEN_PASS_DEF_MARKPUBLICFUNCSPASS
#include "nanguard/Conversion/Common/Passes.h.inc"
} // namespace nanguard

using namespace mlir;
using bufferization::BufferizationDialect;

namespace {
struct MarkPublicFuncsPass
    : nanguard::impl::MarkPublicFuncsPassBase<MarkPublicFuncsPass> {
  using Base::Base;

  void runOnOperation() override {
    StringRef writable = BufferizationDialect::kWritableAttrName;
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      if (func.isPrivate() || func.isExternal())
        continue;
      func->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                    UnitAttr::get(&getContext()));
      for (BlockArgument arg : func.getArguments()) {
        unsigned i = arg.getArgNumber();
        if (isa<TensorType>(arg.getType()) && !func.getArgAttr(i, writable))
          func.setArgAttr(i, writable, BoolAttr::get(&getContext(), false));
      }
    }
  }
};
} // namespace
