//===- GuardUtils.cpp - What the guard passes share -----------------------===//

#include "nanguard/Transforms/GuardUtils.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

Location nanguard::shortLocOf(ModuleOp module) {
  Block *body = module.getBody();
  return body->empty() ? module.getLoc() : body->front().getLoc();
}

llvm::SetVector<Value> nanguard::readValues(Operation *op) {
  llvm::SetVector<Value> values(llvm::from_range, op->getOperands());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values;
}

SmallVector<Value> nanguard::innerValues(Block &kernel) {
  SmallVector<Value> values;
  for (auto op : kernel.getOps<linalg::LinalgOp>()) {
    if (isa<linalg::FillOp>(op))
      continue; // a constant, no intermediate
    for (Value result : op->getResults())
      if (isFloatTensor(result.getType()) &&
          llvm::none_of(result.getUsers(), [](Operation *user) {
            return user->hasTrait<OpTrait::IsTerminator>();
          }))
        values.push_back(result);
  }
  return values;
}
