// And a shadow run: the fused form beside a safe one, scanned, compared, dropped.
// In-step rescue: the op runs again in its safe form into the same output, and
// in the unfused one if that is bad too; the row keeps what the first run saw.
// RUN: nanguard-opt %s --guard-tiers --nanguard-lower-dispatch="rows-in-buffer rescue" | FileCheck %s
// RUN: nanguard-opt %s --guard-tiers=target=upstream | FileCheck %s --check-prefix=UPSTREAM

// CHECK-LABEL: func.func @main(
// CHECK: %[[BYTE:.*]] = tensor.extract %{{.*}}[%c1
// CHECK: %[[FIRST:.*]]:2 = scf.index_switch
// CHECK: %[[ROW:.*]] = scf.if
// CHECK: %[[BIT:.*]] = arith.andi %[[BYTE]], %c32_i8
// CHECK: %[[ASKED:.*]] = arith.cmpi ne, %[[BIT]], %c0_i8
// CHECK: %[[NEXT:.*]] = arith.cmpi ult, %{{.*}}, %c3_i8
// CHECK: %[[MAY:.*]] = arith.andi %[[ASKED]], %[[NEXT]]
// Nobody looks at the row before the byte says so.
// CHECK: scf.if %[[MAY]]
// CHECK: %[[MAX:.*]] = tensor.extract %[[ROW]][%c1
// The pattern of f16's infinity.
// CHECK: %[[BAD:.*]] = arith.cmpi uge, %[[MAX]], %c31744_i64
// CHECK: scf.if %[[BAD]]
// CHECK: %[[SAFE:.*]]:2 = func.call @ng_activation_0_safe(%{{.*}}, %[[FIRST]]#0,
// CHECK: scf.if
// CHECK: func.call @ng_activation_0_unfused(%{{.*}}, %[[SAFE]]#0,
// Bad in every form, or rescued.
// CHECK: arith.select %{{.*}}, %c262144_i64{{.*}}, %c64_i64
// CHECK: else
// CHECK: scf.yield %[[FIRST]]#0, %[[ROW]]

// The shadow's outputs go nowhere.
// CHECK: arith.andi %[[BYTE]], %c64_i8
// CHECK: scf.if
// CHECK: %[[SHADOW:.*]]:2 = func.call @ng_activation_0_fused_bits(
// CHECK: linalg.generic {{.*}} ins(%[[SHADOW]]#0,
// CHECK: math.absf
// CHECK: arith.select %{{.*}}, %c128_i64

// UPSTREAM-NOT: c32_i8
// UPSTREAM-NOT: c64_i8
func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
