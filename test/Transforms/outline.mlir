// Each distinct cluster becomes four functions, each cluster a dispatch; equal
// clusters share theirs. With `unguarded`, plain calls and the old signature.
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(nanguard-raise,func.func(nanguard-form-clusters),nanguard-annotate,nanguard-generate-variants,nanguard-outline)' | FileCheck %s --implicit-check-not="private @"
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(nanguard-raise,func.func(nanguard-form-clusters),nanguard-annotate,nanguard-outline{unguarded})' | FileCheck %s --check-prefix=BARE --implicit-check-not="private @" --implicit-check-not=dispatch
// With `finite-scans`, a form more.
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(nanguard-raise,func.func(nanguard-form-clusters),nanguard-annotate,nanguard-generate-variants,nanguard-outline{finite-scans})' | FileCheck %s --check-prefix=FINITE

// FINITE: nanguard.dispatch kind(entry) id(0) "" [@ng_entry_0_fused, @ng_entry_0_fused_bits] finite @ng_entry_0_fused_finite ins(
// FINITE: nanguard.dispatch kind(activation) id(1) "first" [@ng_activation_0_fused, @ng_activation_0_fused_bits, @ng_activation_0_safe, @ng_activation_0_unfused] finite @ng_activation_0_fused_finite ins(
// FINITE: func.func private @ng_activation_0_fused_finite({{.*}}nanguard.form = #nanguard.form<fused_finite>
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<4xf16>, %[[I:.*]]: tensor<4xi32>, %[[TIERS:.*]]: tensor<3xi8>) -> (tensor<4xf16>, tensor<4xf16>, tensor<3x12xi64>)
// CHECK: %[[R0:.*]] = nanguard.dispatch kind(entry) id(0) "" [@ng_entry_0_fused, @ng_entry_0_fused_bits] ins(%[[X]] : tensor<4xf16>) tiers(%[[TIERS]] : tensor<3xi8>)
// CHECK: %[[A:.*]], %[[R1:.*]] = nanguard.dispatch kind(activation) id(1) "first" [@ng_activation_0_fused, @ng_activation_0_fused_bits, @ng_activation_0_safe, @ng_activation_0_unfused] ins(%[[X]] : tensor<4xf16>)
// CHECK-SAME: report(%[[R0]] : tensor<3x12xi64>)
// CHECK: %[[B:.*]], %[[R2:.*]] = nanguard.dispatch kind(activation) id(2) "second" [@ng_activation_0_fused, @ng_activation_0_fused_bits, @ng_activation_0_safe, @ng_activation_0_unfused] ins(%[[A]] : tensor<4xf16>)
// CHECK: return %[[A]], %[[B]], %[[R2]]
// CHECK: func.func private @ng_activation_0_fused(%{{.*}}: tensor<4xf16>, %[[OUT:.*]]: tensor<4xf16>, %[[ROW:.*]]: tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<fused>, nanguard.kind = #nanguard.kind<activation>}
// CHECK: %[[Y:.*]] = linalg.generic {{.*}} outs(%[[OUT]] : tensor<4xf16>)
// CHECK: math.exp %{{.*}} : f16
// CHECK: return %[[Y]], %[[ROW]]
// CHECK: func.func private @ng_activation_0_fused_bits(
// CHECK: func.func private @ng_activation_0_safe(
// CHECK: math.exp %{{.*}} : f32
// CHECK: func.func private @ng_activation_0_unfused(
// CHECK: func.func private @ng_entry_0_fused(
// CHECK: func.func private @ng_entry_0_fused_bits(

// BARE-LABEL: func.func @main(
// BARE-SAME: %[[X:.*]]: tensor<4xf16>, %{{.*}}: tensor<4xi32>) -> (tensor<4xf16>, tensor<4xf16>)
// BARE: %[[A:.*]] = call @ng_activation_0_fused(%[[X]], %{{.*}}) : (tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16>
// BARE: %[[B:.*]] = call @ng_activation_0_fused(%[[A]], %{{.*}})
// BARE: return %[[A]], %[[B]] :
// BARE: func.func private @ng_activation_0_fused(
func.func @main(%x: tensor<4xf16>, %i: tensor<4xi32>) -> (tensor<4xf16>, tensor<4xf16>) {
  %e = tensor.empty() : tensor<4xf16>
  %0 = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("first"("m.py":1:0))
  %1 = linalg.exp ins(%0 : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("second"("m.py":2:0))
  return %0, %1 : tensor<4xf16>, tensor<4xf16>
}
