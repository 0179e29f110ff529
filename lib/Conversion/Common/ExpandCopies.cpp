//===- ExpandCopies.cpp - nanguard-expand-copies --------------------------===//
//
// memcpy needs both sides whole; the runtime has no strided copy to call.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/Common/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace nanguard {
#define GEN_PASS_DEF_EXPANDCOPIESPASS
#include "nanguard/Conversion/Common/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

static bool isWhole(Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  return type && type.getLayout().isIdentity();
}

namespace {
struct ExpandCopiesPass
    : nanguard::impl::ExpandCopiesPassBase<ExpandCopiesPass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](memref::CopyOp copy) {
      if (isWhole(copy.getSource()) && isWhole(copy.getTarget()))
        return;
      rewriter.setInsertionPoint(copy);
      linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                               copy.getTarget());
      rewriter.eraseOp(copy);
    });
  }
};
} // namespace
