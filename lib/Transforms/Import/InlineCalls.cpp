//===- InlineCalls.cpp - nanguard-inline-calls ----------------------------===//
//
// JAX and others export a softmax or a where as a private function and a call.
// Clusters form within one block, so the callee's ops are brought there.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"

namespace nanguard {
#define GEN_PASS_DEF_INLINECALLSPASS
#include "nanguard/Transforms/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// The callee if it can be put in the call's place: private, with a body of one
/// block. A function with branches would leave its caller without one block.
static func::FuncOp getInlinable(func::CallOp call, SymbolTable &symbols) {
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  return callee && callee.isPrivate() && !callee.isDeclaration() &&
                 callee.getBody().hasOneBlock()
             ? callee
             : func::FuncOp();
}

/// Whether `func` reaches `target` by calls.
static bool calls(func::FuncOp func, func::FuncOp target, SymbolTable &symbols,
                  DenseSet<Operation *> &seen) {
  if (!seen.insert(func).second)
    return false;
  return func
      .walk([&](func::CallOp call) {
        auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
        bool found = callee &&
                     (callee == target || calls(callee, target, symbols, seen));
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Puts a copy of the callee's ops before `call`, each with both positions.
static void inlineCall(func::CallOp call, func::FuncOp callee) {
  OpBuilder builder(call);
  IRMapping mapping;
  Block &body = callee.getBody().front();
  mapping.map(body.getArguments(), call.getOperands());
  for (Operation &op : body.without_terminator()) {
    Operation *copy = builder.clone(op, mapping);
    copy->walk([&](Operation *inner) {
      inner->setLoc(CallSiteLoc::get(inner->getLoc(), call.getLoc()));
    });
  }
  for (auto [result, value] :
       llvm::zip_equal(call.getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(value));
  call.erase();
}

namespace {
struct InlineCallsPass : nanguard::impl::InlineCallsPassBase<InlineCallsPass> {
  using Base::Base;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (func.isPublic() && !func.isDeclaration())
        while (inlineOnce(func, symbols))
          ;
    eraseUnused(symbols);
  }

private:
  /// Calls that the inlined ones bring along take another round.
  static bool inlineOnce(func::FuncOp func, SymbolTable &symbols) {
    SmallVector<std::pair<func::CallOp, func::FuncOp>> found;
    func.walk([&](func::CallOp call) {
      func::FuncOp callee = getInlinable(call, symbols);
      DenseSet<Operation *> seen;
      if (callee && !calls(callee, callee, symbols, seen))
        found.emplace_back(call, callee);
    });
    for (auto [call, callee] : found)
      inlineCall(call, callee);
    return !found.empty();
  }

  void eraseUnused(SymbolTable &symbols) {
    bool erased = true;
    while (erased) {
      erased = false;
      for (auto func :
           llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
        if (func.isPrivate() && !func.isDeclaration() &&
            SymbolTable::symbolKnownUseEmpty(func, getOperation())) {
          symbols.erase(func);
          erased = true;
        }
    }
  }
};
} // namespace
