//===- StripAttributes.cpp - nanguard-strip-attributes --------------------===//
//
// Removes nanguard.* attributes from ops, arguments and results.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Dialect/NanGuard/NanGuardDialect.h"
#include "nanguard/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace nanguard {
#define GEN_PASS_DEF_STRIPATTRIBUTESPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

static bool isOurs(NamedAttribute attr, bool typed) {
  return attr.getName().strref().starts_with("nanguard.") &&
         (!typed ||
          isa<nanguard::NanGuardDialect>(attr.getValue().getDialect()));
}

namespace {
struct StripAttributesPass
    : nanguard::impl::StripAttributesPassBase<StripAttributesPass> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      for (NamedAttribute attr : llvm::to_vector(op->getDiscardableAttrs()))
        if (isOurs(attr, typed))
          op->removeDiscardableAttr(attr.getName());
      auto func = dyn_cast<FunctionOpInterface>(op);
      if (!func)
        return;
      for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
        for (NamedAttribute attr : llvm::to_vector(func.getArgAttrs(i)))
          if (isOurs(attr, typed))
            func.removeArgAttr(i, attr.getName());
      for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
        for (NamedAttribute attr : llvm::to_vector(func.getResultAttrs(i)))
          if (isOurs(attr, typed))
            func.removeResultAttr(i, attr.getName());
    });
  }
};
} // namespace
