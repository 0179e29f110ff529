// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-gate-commits))' --split-input-file --verify-diagnostics | FileCheck %s
// RUN: nanguard-opt %s --nanguard-gate-commits --split-input-file --verify-diagnostics -o /dev/null

// A result marked for commit keeps its argument's value when some row is bad
// and not rescued; one that is not marked is handed out as it is. f16's
// infinity is 31744; a row of integers is never bad.

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W:.*]]: tensor<4xf16>
// CHECK: %[[NEW:.*]], %[[REPORT:.*]] = nanguard.dispatch kind(activation)
// CHECK: %[[LIMITS:.*]] = arith.constant dense<[9223372036854775807, 31744]> : tensor<2xi64>
// CHECK: %[[STATUS:.*]] = tensor.extract_slice %[[REPORT]][0, 0] [2, 1]
// CHECK: %[[MAX:.*]] = tensor.extract_slice %[[REPORT]][0, 1] [2, 1]
// CHECK: %[[COUNT:.*]] = linalg.generic {{.*}} ins(%[[STATUS]], %[[MAX]], %[[LIMITS]] :
// CHECK: arith.cmpi uge
// CHECK: arith.constant 64 : i64
// CHECK: %[[BAD:.*]] = arith.cmpi ne
// CHECK: %[[KEPT:.*]] = arith.select %[[BAD]], %[[W]], %[[NEW]] : tensor<4xf16>
// CHECK: return %[[KEPT]], %[[NEW]], %[[REPORT]]
func.func @main(%w: tensor<4xf16>, %i: tensor<4xi64>, %tiers: tensor<2xi8>) -> (tensor<4xf16> {nanguard.commit}, tensor<4xf16>, tensor<2x12xi64>) {
  %r = tensor.empty() : tensor<2x12xi64>
  %e = tensor.empty() : tensor<4xf16>
  %0 = nanguard.dispatch kind(entry) id(0) "" [@scan] ins(%i : tensor<4xi64>) tiers(%tiers : tensor<2xi8>) report(%r : tensor<2x12xi64>)
  %1, %2 = nanguard.dispatch kind(activation) id(1) "" [@fused] ins(%w : tensor<4xf16>) outs(%e : tensor<4xf16>) tiers(%tiers : tensor<2xi8>) report(%0 : tensor<2x12xi64>) -> (tensor<4xf16>)
  return %1, %1, %2 : tensor<4xf16>, tensor<4xf16>, tensor<2x12xi64>
}
func.func private @scan(tensor<4xi64>, tensor<12xi64>) -> tensor<12xi64>
func.func private @fused(tensor<4xf16>, tensor<4xf16>, tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>)

// -----

// With requests in the report and in the result, bad ones are counted each for
// itself; a result without them counts all.

// CHECK-LABEL: func.func @requests(
// CHECK-SAME: %[[OLD:[^:]*]]: tensor<3x2xf16>, %[[W:[^:]*]]: tensor<2xf16>
// CHECK-NOT: batch_dim
// CHECK: %[[NEW:.*]], %[[REPORT:.*]] = nanguard.dispatch
// CHECK: %[[BAD:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} {{.*}} outs(%{{.*}} : tensor<3xi64>)
// CHECK: %[[KEPT:.*]] = linalg.generic {{.*}} ins(%[[BAD]], %[[OLD]], %[[NEW]] : tensor<3xi64>, tensor<3x2xf16>, tensor<3x2xf16>)
// CHECK: arith.select
// CHECK: %[[ANY:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "reduction"]}
// CHECK: tensor.extract %[[ANY]][]
// CHECK: %[[WHOLE:.*]] = arith.select %{{.*}}, %[[W]], %[[W]] : tensor<2xf16>
// CHECK: return %[[KEPT]], %[[WHOLE]], %[[REPORT]]
func.func @requests(%x: tensor<3x2xf16>, %w: tensor<2xf16>, %tiers: tensor<1xi8>) -> (tensor<3x2xf16> {nanguard.commit, nanguard.batch_dim = 0 : i64}, tensor<2xf16> {nanguard.commit}, tensor<3x1x12xi64>) {
  %r = tensor.empty() : tensor<3x1x12xi64>
  %e = tensor.empty() : tensor<3x2xf16>
  %1, %2 = nanguard.dispatch kind(activation) id(0) "" [@fused] ins(%x : tensor<3x2xf16>) outs(%e : tensor<3x2xf16>) tiers(%tiers : tensor<1xi8>) report(%r : tensor<3x1x12xi64>) -> (tensor<3x2xf16>)
  return %1, %w, %2 : tensor<3x2xf16>, tensor<2xf16>, tensor<3x1x12xi64>
}
func.func private @fused(tensor<3x2xf16>, tensor<3x2xf16>, tensor<12xi64>) -> (tensor<3x2xf16>, tensor<12xi64>)

// -----

// expected-error @+1 {{'nanguard.commit' of result 0 must name the argument that it replaces (nanguard.commit = N : i64): several have its type 'tensor<4xf16>'}}
func.func @several(%w: tensor<4xf16>, %x: tensor<4xf16>, %tiers: tensor<1xi8>) -> (tensor<4xf16> {nanguard.commit}, tensor<1x12xi64>) {
  %r = tensor.empty() : tensor<1x12xi64>
  %1, %2 = nanguard.dispatch kind(activation) id(0) "" [@fused] ins(%w : tensor<4xf16>) outs(%x : tensor<4xf16>) tiers(%tiers : tensor<1xi8>) report(%r : tensor<1x12xi64>) -> (tensor<4xf16>)
  return %1, %2 : tensor<4xf16>, tensor<1x12xi64>
}
func.func private @fused(tensor<4xf16>, tensor<4xf16>, tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>)

// -----

// expected-error @+1 {{'nanguard.commit' of result 0 names argument 1, which does not have its type 'tensor<4xf16>'}}
func.func @other(%w: tensor<4xf16>, %tiers: tensor<1xi8>) -> (tensor<4xf16> {nanguard.commit = 1 : i64}, tensor<1x12xi64>) {
  %r = tensor.empty() : tensor<1x12xi64>
  %1, %2 = nanguard.dispatch kind(activation) id(0) "" [@fused] ins(%w : tensor<4xf16>) outs(%w : tensor<4xf16>) tiers(%tiers : tensor<1xi8>) report(%r : tensor<1x12xi64>) -> (tensor<4xf16>)
  return %1, %2 : tensor<4xf16>, tensor<1x12xi64>
}
func.func private @fused(tensor<4xf16>, tensor<4xf16>, tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>)

// -----

// expected-error @+1 {{'nanguard.commit' of result 0: no argument has its type 'tensor<4xf32>'}}
func.func @none(%w: tensor<4xf16>, %e: tensor<4xf64>, %tiers: tensor<1xi8>) -> (tensor<4xf32> {nanguard.commit}, tensor<1x12xi64>) {
  %r = tensor.empty() : tensor<1x12xi64>
  %o = tensor.empty() : tensor<4xf32>
  %1, %2 = nanguard.dispatch kind(activation) id(0) "" [@fused] ins(%w : tensor<4xf16>) outs(%o : tensor<4xf32>) tiers(%tiers : tensor<1xi8>) report(%r : tensor<1x12xi64>) -> (tensor<4xf32>)
  return %1, %2 : tensor<4xf32>, tensor<1x12xi64>
}
func.func private @fused(tensor<4xf16>, tensor<4xf32>, tensor<12xi64>) -> (tensor<4xf32>, tensor<12xi64>)
