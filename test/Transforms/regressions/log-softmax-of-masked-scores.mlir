// A masked score leaves a log_softmax as -Inf: that is no fault, another infinity
// is. They are told apart by their places, a NaN standing for the latter.
// RUN: nanguard-opt %s --guard-tiers | FileCheck %s
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK: nanguard.dispatch kind(log_softmax) id(1) {{.*}}expect_inf
// CHECK: func.func private @ng_log_softmax_0_fused_bits(%[[X:.*]]: tensor<2x3xf32>, %{{.*}}: tensor<2x3xf32>
// CHECK: %[[SEEN:.*]] = linalg.generic {{.*}} ins(%{{[0-9]+}}, %[[X]] :
// CHECK: arith.cmpi eq
// CHECK: %[[MASKED:.*]] = arith.cmpi eq
// CHECK: %[[FOUND:.*]] = arith.select %[[MASKED]], %{{.*}}, %{{.*}} : f32
// CHECK: arith.select %{{.*}}, %[[FOUND]], %{{.*}} : f32
// CHECK: nanguard.scan {{.*}}expect_inf ins(%[[SEEN]]
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x3xf32>
  %r = tensor.empty() : tensor<2xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%r : tensor<2xf32>) -> tensor<2xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x3xf32>) outs(%m0 : tensor<2xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %a = arith.maximumf %in, %acc : f32
    linalg.yield %a : f32
  } -> tensor<2xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<2x3xf32>, tensor<2xf32>) outs(%e : tensor<2x3xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %a = arith.subf %in, %max : f32
    linalg.yield %a : f32
  } -> tensor<2x3xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%r : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%d : tensor<2x3xf32>) outs(%s0 : tensor<2xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %a = math.exp %in : f32
    %b = arith.addf %a, %acc : f32
    linalg.yield %b : f32
  } -> tensor<2xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%d, %s : tensor<2x3xf32>, tensor<2xf32>) outs(%e : tensor<2x3xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %a = math.log %sum : f32
    %b = arith.subf %in, %a : f32
    linalg.yield %b : f32
  } -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}
