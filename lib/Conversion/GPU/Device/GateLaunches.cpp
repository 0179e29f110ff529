//===- GateLaunches.cpp - nanguard-gate-launches --------------------------===//
//
// A rescue is launched whether it is needed or not, and ends at once where not.
//
//===----------------------------------------------------------------------===//

#include "nanguard/Conversion/GPU/Passes.h"
#include "nanguard/abi.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace nanguard {
#define GEN_PASS_DEF_GATELAUNCHESPASS
#include "nanguard/Conversion/GPU/Passes.h.inc"
} // namespace nanguard

using namespace mlir;

/// Moves the launch's body under a test of the row.
static void gate(gpu::LaunchOp launch, Value row, IntegerAttr bits) {
  Block &body = launch.getBody().front();
  auto b = ImplicitLocOpBuilder::atBlockBegin(launch.getLoc(), &body);
  Value column = arith::ConstantIndexOp::create(b, NANGUARD_COL_MAX_BITS);
  Value seen = memref::LoadOp::create(b, row, column);
  Value isBad = arith::CmpIOp::create(b, arith::CmpIPredicate::uge, seen,
                                      arith::ConstantOp::create(b, bits));
  auto branch = scf::IfOp::create(b, isBad, /*withElseRegion=*/false);
  Block *inner = branch.thenBlock();
  inner->getOperations().splice(inner->begin(), body.getOperations(),
                                std::next(branch->getIterator()),
                                body.getTerminator()->getIterator());
}

namespace {
struct GateLaunchesPass
    : nanguard::impl::GateLaunchesPassBase<GateLaunchesPass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    auto bits = func->getAttrOfType<IntegerAttr>(nanguard::kGateAttr);
    if (!bits)
      return;
    func.walk(
        [&](gpu::LaunchOp launch) { gate(launch, func.getArgument(0), bits); });
  }
};
} // namespace
