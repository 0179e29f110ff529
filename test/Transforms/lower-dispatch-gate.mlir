// A rescue for a device: both forms are called wherever the tier asks for one,
// and look at the row themselves; the row's columns are chosen, not branched on.
// RUN: nanguard-opt %s --guard-tiers --nanguard-lower-dispatch="rows-in-buffer rescue for-device gate-rescue" | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK: %[[FIRST:.*]]:2 = scf.index_switch
// CHECK: %[[ROW:.*]] = scf.if
// CHECK: scf.if
// CHECK-NEXT: %[[ZEROS:.*]] = arith.constant dense<0>
// CHECK-NEXT: %[[NEW:.*]] = bufferization.alloc_tensor() copy(%[[ZEROS]])
// CHECK-NEXT: %[[SAFE:.*]]:2 = func.call @ng_activation_0_safe_if(%[[ROW]], %{{.*}}, %[[FIRST]]#0, %[[NEW]])
// CHECK: %[[LAST:.*]]:2 = func.call @ng_activation_0_unfused_if(%[[SAFE]]#1, %{{.*}}, %[[SAFE]]#0,
// CHECK-NOT: scf.if
// CHECK: scf.yield %[[LAST]]#0, %{{.*}}
// CHECK: func.func private @ng_activation_0_safe_if(%[[GATE:.*]]: tensor<12xi64>, %[[X:.*]]: tensor<4xf16>, %[[OUT:.*]]: tensor<4xf16>, %[[OWN:.*]]: tensor<12xi64>)
// CHECK-SAME: nanguard.form = #nanguard.form<safe>, nanguard.gate = 31744 : i64, nanguard.gates = @ng_activation_0_safe
// CHECK: %[[BITS:.*]] = tensor.extract %[[GATE]]
// CHECK: %[[BAD:.*]] = arith.cmpi uge, %[[BITS]], %c31744_i64
// CHECK: scf.if %[[BAD]]
// CHECK-NEXT: func.call @ng_activation_0_safe(%[[X]], %[[OUT]], %[[OWN]])
// CHECK: else
// CHECK-NEXT: scf.yield %[[OUT]], %[[OWN]]
func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
