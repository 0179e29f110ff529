// Plain loops know the ops that libm does not: powers by an integer, 1/sqrt.
// RUN: nanguard-run %s --no-cache --unguarded --scalar-loops --input=3xf32=4,0.25,16 --print | FileCheck %s
// RUN: nanguard-run %s --no-cache --unguarded --input=3xf32=4,0.25,16 --print | FileCheck %s

// CHECK: tensor<3xf32>=32,0.03125,1024
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %three = arith.constant 3 : i64
  %e = tensor.empty() : tensor<3xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %cube = math.fpowi %in, %three : f32, i64
    %root = math.rsqrt %in : f32
    %p = arith.mulf %cube, %root : f32
    linalg.yield %p : f32
  } -> tensor<3xf32>
  return %y : tensor<3xf32>
}
