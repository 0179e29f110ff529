// An f16 edge whose value may leave f16 gets a twin in f32, which only safe and
// unfused forms have. At a dispatch it is handed on where its maker wrote it.
// RUN: nanguard-opt %s --split-input-file --guard-tiers | FileCheck %s
// RUN: nanguard-opt %s --split-input-file --guard-tiers='finite-scans' | FileCheck %s --check-prefix=NONE
// RUN: nanguard-opt %s --split-input-file --guard-tiers='target=upstream' | FileCheck %s --check-prefix=CALL
// NONE-NOT: wide_

#v = affine_map<(d0) -> (d0)>
#map = affine_map<(d0, d1) -> (d0, d1)>
// Through a mover, by two readers. The result is read by nobody else.
// CHECK-LABEL: func.func @stream(
// CHECK: %[[Y:.*]]:2, %{{.*}} = nanguard.dispatch kind(activation) id(1)
// CHECK-SAME: outs(%{{.*}}, %{{.*}} : tensor<2x4xf16>, tensor<2x4xf32>)
// CHECK-SAME: {wide_results = array<i64: 0>} -> (tensor<2x4xf16>, tensor<2x4xf32>)
// CHECK: %[[C:.*]] = tensor.extract_slice %[[Y]]#0
// CHECK: nanguard.dispatch kind(elementwise) id(2)
// CHECK-SAME: ins(%[[C]] : tensor<4xf16>)
// CHECK-SAME: {wide_inputs = array<i64: 0>} -> (tensor<4xf16>)
// CHECK: func.func private @ng_activation_0_fused_bits(%{{.*}}: tensor<2x4xf16>, %{{.*}}: tensor<2x4xf16>, %{{.*}}: tensor<12xi64>) -> (tensor<2x4xf16>, tensor<12xi64>)
// CHECK: func.func private @ng_activation_0_safe(%{{.*}}: tensor<2x4xf16>, %[[OUT:.*]]: tensor<2x4xf16>, %[[TWIN:.*]]: tensor<2x4xf32>, %{{.*}}: tensor<12xi64>) -> (tensor<2x4xf16>, tensor<2x4xf32>, tensor<12xi64>)
// CHECK-SAME: nanguard.twins = 1
// CHECK: %[[W:.*]] = linalg.generic {{.*}} outs(%[[TWIN]] : tensor<2x4xf32>)
// CHECK: %[[N:.*]] = linalg.generic {{.*}} ins(%[[W]] : tensor<2x4xf32>) outs(%[[OUT]] : tensor<2x4xf16>)
// CHECK: return %[[N]], %[[W]],
// CHECK: func.func private @ng_elementwise_1_safe(%[[X:.*]]: tensor<4xf32>, %{{.*}}: tensor<4xf16>, %{{.*}}: tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>)
// CHECK-NOT: arith.extf
// CHECK: arith.mulf %{{.*}} : f32

// CALL-LABEL: func.func @stream(
// CALL: %[[WROTE:.*]] = arith.cmpi uge, %{{.*}}, %c2_i8
// CALL: func.call @ng_elementwise_1_fused(%{{.*}}) : (tensor<4xf16>,
// CALL: %[[IN:.*]] = scf.if %[[WROTE]] -> (tensor<2x4xf32>) {
// CALL-NEXT: scf.yield
// CALL-NEXT: } else {
// CALL: arith.extf
// CALL: %[[MOVED:.*]] = tensor.extract_slice %[[IN]]
// CALL: func.call @ng_elementwise_1_safe(%[[MOVED]],
func.func @stream(%x: tensor<2x4xf16>) -> (tensor<4xf16>, tensor<4xf16>) {
  %s = arith.constant 9.765625e-04 : f16
  %e = tensor.empty() : tensor<2x4xf16>
  %y = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x4xf16>) outs(%e : tensor<2x4xf16>) {
  ^bb0(%a: f16, %out: f16):
    %0 = math.exp %a : f16
    linalg.yield %0 : f16
  } -> tensor<2x4xf16>
  %c = tensor.extract_slice %y[0, 0] [1, 4] [1, 1] : tensor<2x4xf16> to tensor<4xf16>
  %ec = tensor.empty() : tensor<4xf16>
  %r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%c : tensor<4xf16>) outs(%ec : tensor<4xf16>) {
  ^bb0(%a: f16, %out: f16):
    %0 = arith.mulf %a, %s : f16
    linalg.yield %0 : f16
  } -> tensor<4xf16>
  %q = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%c : tensor<4xf16>) outs(%ec : tensor<4xf16>) {
  ^bb0(%a: f16, %out: f16):
    %0 = arith.subf %a, %s : f16
    linalg.yield %0 : f16
  } -> tensor<4xf16>
  return %r, %q : tensor<4xf16>, tensor<4xf16>
}

// -----

#v = affine_map<(d0) -> (d0)>
#map = affine_map<(d0, d1) -> (d0, d1)>
// tanh fits.
// CHECK-LABEL: func.func @fits(
// CHECK-NOT: wide_
func.func @fits(%x: tensor<2x4xf16>) -> (tensor<4xf16>, tensor<4xf16>) {
  %s = arith.constant 9.765625e-04 : f16
  %e = tensor.empty() : tensor<2x4xf16>
  %y = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x4xf16>) outs(%e : tensor<2x4xf16>) {
  ^bb0(%a: f16, %out: f16):
    %0 = math.tanh %a : f16
    linalg.yield %0 : f16
  } -> tensor<2x4xf16>
  %c = tensor.extract_slice %y[0, 0] [1, 4] [1, 1] : tensor<2x4xf16> to tensor<4xf16>
  %ec = tensor.empty() : tensor<4xf16>
  %r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%c : tensor<4xf16>) outs(%ec : tensor<4xf16>) {
  ^bb0(%a: f16, %out: f16):
    %0 = arith.divf %s, %a : f16
    linalg.yield %0 : f16
  } -> tensor<4xf16>
  %q = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%c : tensor<4xf16>) outs(%ec : tensor<4xf16>) {
  ^bb0(%a: f16, %out: f16):
    %0 = arith.subf %a, %s : f16
    linalg.yield %0 : f16
  } -> tensor<4xf16>
  return %r, %q : tensor<4xf16>, tensor<4xf16>
}

// -----

#v = affine_map<(d0) -> (d0)>
#map = affine_map<(d0, d1) -> (d0, d1)>
// A result of the function, too: the reader takes the twin, yet an exit is not
// cured by that.
// CHECK-LABEL: module attributes
// CHECK-NOT: wide_readers
// CHECK: func.func @leaves(
// CHECK: {wide_results = array<i64: 0>}
// CHECK: {wide_inputs = array<i64: 0>}
func.func @leaves(%x: tensor<2x4xf16>) -> (tensor<4xf16>, tensor<2x4xf16>) {
  %s = arith.constant 9.765625e-04 : f16
  %e = tensor.empty() : tensor<2x4xf16>
  %y = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x4xf16>) outs(%e : tensor<2x4xf16>) {
  ^bb0(%a: f16, %out: f16):
    %0 = math.exp %a : f16
    linalg.yield %0 : f16
  } -> tensor<2x4xf16>
  %c = tensor.extract_slice %y[0, 0] [1, 4] [1, 1] : tensor<2x4xf16> to tensor<4xf16>
  %ec = tensor.empty() : tensor<4xf16>
  %r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%c : tensor<4xf16>) outs(%ec : tensor<4xf16>) {
  ^bb0(%a: f16, %out: f16):
    %0 = arith.mulf %a, %s : f16
    linalg.yield %0 : f16
  } -> tensor<4xf16>
  return %r, %y : tensor<4xf16>, tensor<2x4xf16>
}

// -----

#map = affine_map<(d0, d1) -> (d0, d1)>
// The safe form of f32 knows no wider type.
// CHECK-LABEL: func.func @f32(
// CHECK-NOT: wide_
func.func @f32(%x: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %e = tensor.empty() : tensor<2x4xf32>
  %y = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = math.exp %a : f32
    linalg.yield %0 : f32
  } -> tensor<2x4xf32>
  %t = tensor.empty() : tensor<2x4xf32>
  %c = linalg.copy ins(%y : tensor<2x4xf32>) outs(%t : tensor<2x4xf32>) -> tensor<2x4xf32>
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<2x4xf32>
  return %r, %y : tensor<2x4xf32>, tensor<2x4xf32>
}
