//===- GuardUtils.cpp - What the guard passes share -----------------------===//

#include "nanguard/Transforms/GuardUtils.h"

#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

llvm::SetVector<Value> nanguard::readValues(Operation *op) {
  llvm::SetVector<Value> values(llvm::from_range, op->getOperands());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values;
}
