// beta * C is where the sum starts, in the fused form as in the model: behind
// the products it would round otherwise (to 8, not 0).
// RUN: rm -rf %t && mkdir -p %t
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=1x3xf32=1,1,1 --input=3x2xf32=4,4,4,4,-1e8,-1e8 --input=1x2xf32=5e7,5e7 --tiers=fused --print | FileCheck %s
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=1x3xf32=1,1,1 --input=3x2xf32=4,4,4,4,-1e8,-1e8 --input=1x2xf32=5e7,5e7 --unguarded --print | FileCheck %s
// In f64, the unfused form's type, nothing is lost.
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=1x3xf32=1,1,1 --input=3x2xf32=4,4,4,4,-1e8,-1e8 --input=1x2xf32=5e7,5e7 --tiers=unfused --print | FileCheck %s --check-prefix=WIDE

// CHECK: tensor<1x2xf32>=0,0
// WIDE: tensor<1x2xf32>=8,8
func.func @main(%a: tensor<1x3xf32>, %b: tensor<3x2xf32>, %c: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<1x2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<1x2xf32>) outs(%e : tensor<1x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = arith.mulf %in, %two : f32
    linalg.yield %2 : f32
  } -> tensor<1x2xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<1x3xf32>, tensor<3x2xf32>) outs(%0 : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %1 : tensor<1x2xf32>
}
