// Kernels on unit and run-time extents, of tensor.empty and of results that
// nobody reads are assembled.
// RUN: nanguard-opt %s --guard-tiers=target=nvptx --split-input-file | FileCheck %s
// RUN: nanguard-opt %s --guard-tiers=target=nvptx --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// CHECK: ng_entry_0_fused_bits
func.func @main(%x: tensor<1x1x?xf16>) -> tensor<1x1x?xf16> {
  return %x : tensor<1x1x?xf16>
}

// -----

// CHECK: ng_elementwise_0_fused_bits
func.func @main(%x: tensor<1x?x1xf16>, %z: tensor<1x?x1xf16>) -> tensor<1x?x1xf16> {
  %y = arith.addf %x, %z : tensor<1x?x1xf16>
  return %y : tensor<1x?x1xf16>
}

// -----

// CHECK: ng_elementwise_0_fused_bits
func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %y = arith.addf %x, %e : tensor<4xf16>
  return %y : tensor<4xf16>
}

// -----

#map = affine_map<(d0) -> (d0)>
// CHECK: ng_elementwise_0_fused_bits
func.func @main(%a: tensor<32xf32>, %b: tensor<32xf16>) -> tensor<32xf16> {
  %y:2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} outs(%a, %b : tensor<32xf32>, tensor<32xf16>) {
  ^bb0(%out: f32, %out_2: f16):
    %two = arith.constant 2.0 : f32
    %m = arith.mulf %out, %two : f32
    linalg.yield %m, %out_2 : f32, f16
  } -> (tensor<32xf32>, tensor<32xf16>)
  return %y#1 : tensor<32xf16>
}

// -----

// Each step of the loop writes an element of its own: no thread keeps it.
// REMARK: remark: @{{.*}}_fused stays on the host: a reduction writes each of its steps
#map1 = affine_map<(d0) -> (d0)>
func.func @main(%a: tensor<32xf32>) -> tensor<32xf32> {
  %e = tensor.empty() : tensor<32xf32>
  %y = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["reduction"]} ins(%a : tensor<32xf32>) outs(%e : tensor<32xf32>) {
  ^bb0(%in: f32, %o: f32):
    %m = math.log %in : f32
    linalg.yield %m : f32
  } -> tensor<32xf32>
  return %y : tensor<32xf32>
}
