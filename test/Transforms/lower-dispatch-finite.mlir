// The finite form runs where the byte is that of the scanned fused one, with
// NANGUARD_TIER_FINITE (0x80); its status is the same. The bit alone, or beside
// another form, changes nothing.
// RUN: nanguard-opt %s --guard-tiers=finite-scans --nanguard-lower-dispatch="rows-in-buffer for-device" | FileCheck %s
// Without rows in a buffer the bit is not looked at.
// RUN: nanguard-opt %s --guard-tiers=finite-scans --nanguard-lower-dispatch | FileCheck %s --check-prefix=IFS --implicit-check-not="call @ng_activation_0_fused_finite"

// CHECK-LABEL: func.func @main(
// CHECK: nanguard_device_end_op
// CHECK: %[[FORM:.*]] = arith.andi %[[TIER:[a-z0-9_]*]], %c7_i8
// CHECK: %[[BOTH:.*]] = arith.andi %[[TIER]], %c-121_i8
// CHECK: %[[ASKED:.*]] = arith.cmpi eq, %[[BOTH]], %c-127_i8
// CHECK: %[[NUMBER:.*]] = arith.select %[[ASKED]], %c8_i8{{.*}}, %[[FORM]] : i8
// CHECK: %[[CASE:.*]] = arith.index_castui %[[NUMBER]]
// CHECK: scf.index_switch %[[CASE]]
// CHECK-NEXT: case 0
// CHECK-NEXT: func.call @ng_activation_0_fused(
// CHECK: case 1
// CHECK-NEXT: func.call @ng_activation_0_fused_bits(
// CHECK: case 2
// CHECK-NEXT: func.call @ng_activation_0_safe(
// CHECK: case 8
// CHECK-NEXT: func.call @ng_activation_0_fused_finite(
// CHECK: default
// CHECK-NEXT: func.call @ng_activation_0_unfused(
// CHECK: func.func private @ng_activation_0_fused_finite({{.*}}nanguard.told_status = 1 : i64

// IFS: call @ng_activation_0_fused_bits(
func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
