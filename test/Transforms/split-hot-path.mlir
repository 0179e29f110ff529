// RUN: nanguard-opt %s --nanguard-split-hot-path | FileCheck %s
// RUN: nanguard-opt %s --nanguard-split-hot-path --nanguard-lower-dispatch | FileCheck %s --check-prefix=LOWERED
// RUN: nanguard-opt %s --nanguard-split-hot-path --nanguard-lower-dispatch=rows-in-buffer=true | FileCheck %s --check-prefix=LOWERED

// The body stands there twice, first with constant tiers; 1 is NORMAL's byte.

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<4xf16>, %[[TIERS:.*]]: tensor<2xi8>
// CHECK: %[[OTHERS:.*]] = linalg.generic {{.*}} ins(%[[TIERS]] : tensor<2xi8>)
// CHECK: %[[ASKED:.*]] = arith.andi %{{.*}}, %c-33_i8
// CHECK: arith.xori %[[ASKED]], %c1_i8
// CHECK: arith.ori
// CHECK: %[[BYTE:.*]] = tensor.extract %[[OTHERS]][]
// CHECK: %[[NORMAL:.*]] = arith.cmpi eq, %[[BYTE]], %c0_i8
// CHECK: %[[RESULTS:.*]]:2 = scf.if %[[NORMAL]] -> (tensor<4xf16>, tensor<2x12xi64>) {
// CHECK:   %[[ONES:.*]] = arith.constant dense<1> : tensor<2xi8>
// CHECK:   nanguard.dispatch kind(entry) {{.*}} tiers(%[[ONES]] :
// CHECK:   %[[Y:.*]], %[[REPORT:.*]] = nanguard.dispatch kind(activation) {{.*}} tiers(%[[ONES]] :
// CHECK:   scf.yield %[[Y]], %[[REPORT]]
// CHECK: } else {
// CHECK:   nanguard.dispatch kind(entry) {{.*}} tiers(%[[TIERS]] :
// CHECK:   nanguard.dispatch kind(activation) {{.*}} tiers(%[[TIERS]] :
// CHECK: return %[[RESULTS]]#0, %[[RESULTS]]#1

// Its calls are plain ones: no switch, no scan on request.

// LOWERED-LABEL: func.func @main(
// LOWERED: scf.if
// LOWERED-NOT: scf.
// LOWERED: call @entry_bits(
// LOWERED-NOT: scf.
// LOWERED: call @fused_bits(
// LOWERED-NOT: scf.
// LOWERED: scf.yield
// LOWERED: } else {
// LOWERED: scf.{{if|index_switch}}
func.func @main(%x: tensor<4xf16>, %tiers: tensor<2xi8>) -> (tensor<4xf16>, tensor<2x12xi64>) {
  %r = tensor.empty() : tensor<2x12xi64>
  %e = tensor.empty() : tensor<4xf16>
  %0 = nanguard.dispatch kind(entry) id(0) "" [@entry, @entry_bits] ins(%x : tensor<4xf16>) tiers(%tiers : tensor<2xi8>) report(%r : tensor<2x12xi64>)
  %1, %2 = nanguard.dispatch kind(activation) id(1) "" [@fused, @fused_bits, @safe] ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) tiers(%tiers : tensor<2xi8>) report(%0 : tensor<2x12xi64>) -> (tensor<4xf16>)
  return %1, %2 : tensor<4xf16>, tensor<2x12xi64>
}
func.func private @entry(tensor<4xf16>, tensor<12xi64>) -> tensor<12xi64>
func.func private @entry_bits(tensor<4xf16>, tensor<12xi64>) -> tensor<12xi64>
func.func private @fused(tensor<4xf16>, tensor<4xf16>, tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>)
func.func private @fused_bits(tensor<4xf16>, tensor<4xf16>, tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>)
func.func private @safe(tensor<4xf16>, tensor<4xf16>, tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>)

// Nothing guarded: nothing to split.

// CHECK-LABEL: func.func @bare(
// CHECK-NOT: scf.if
// CHECK: return
func.func @bare(%x: tensor<4xf16>) -> tensor<4xf16> {
  return %x : tensor<4xf16>
}
