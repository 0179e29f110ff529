// Arrays of more than a few elements are operands of kernels: two layers share
// one. Splats, short arrays and small tables of 0, 1 and Inf, which rules read,
// stay inside.
// RUN: nanguard-opt %s --nanguard-form-clusters --nanguard-annotate --nanguard-outline | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: nanguard.dispatch{{.*}}@ng_matmul_[[KERNEL:[0-9]+]]_fused
// CHECK: nanguard.dispatch{{.*}}@ng_matmul_[[KERNEL]]_fused
// CHECK: func.func private @ng_matmul_[[KERNEL]]_fused(%{{.*}}: tensor<2x4xf32>, %{{.*}}: tensor<4x5xf32>, %{{.*}}: tensor<2x5xf32>
// CHECK-NOT: dense_resource
// CHECK: func.func private @ng_elementwise_{{[0-9]+}}_fused(
// CHECK: arith.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]>
// CHECK: func.func private @ng_elementwise_{{[0-9]+}}_fused(
// CHECK: arith.constant dense<{{\[}}[0.000000e+00, 0xFF800000
func.func @main(%x: tensor<2x4xf32>, %y: tensor<3xf32>, %m: tensor<2x9xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<3xf32>, tensor<2x9xf32>) {
  %w0 = arith.constant dense_resource<w0> : tensor<4x5xf32>
  %w1 = arith.constant dense_resource<w1> : tensor<4x5xf32>
  %short = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %mask = arith.constant dense<[[0.0, 0xFF800000, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<2x9xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2x5xf32>) -> tensor<2x5xf32>
  %0 = linalg.matmul ins(%x, %w0 : tensor<2x4xf32>, tensor<4x5xf32>) outs(%z : tensor<2x5xf32>) -> tensor<2x5xf32>
  %1 = linalg.matmul ins(%x, %w1 : tensor<2x4xf32>, tensor<4x5xf32>) outs(%z : tensor<2x5xf32>) -> tensor<2x5xf32>
  %f = tensor.empty() : tensor<3xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%y, %short : tensor<3xf32>, tensor<3xf32>) outs(%f : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  %g = tensor.empty() : tensor<2x9xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%m, %mask : tensor<2x9xf32>, tensor<2x9xf32>) outs(%g : tensor<2x9xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<2x9xf32>
  return %0, %1, %2, %3 : tensor<2x5xf32>, tensor<2x5xf32>, tensor<3xf32>, tensor<2x9xf32>
}

{-#
  dialect_resources: {
    builtin: {
      w0: "0x040000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F",
      w1: "0x040000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F00000040"
    }
  }
#-}
