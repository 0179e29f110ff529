// norm_r1: a row minus its mean. The correction of a mean that is infinite or NaN is left out.
// RUN: rm -rf %t
// DEFINE: %{run} = env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --input=4x3xf32=1,inf,2,nan,1,2,0.1,0.1,0.1,-inf,-inf,0
// RUN: %{run} --tiers=fused | FileCheck %s
// RUN: %{run} --tiers=safe | FileCheck %s
// RUN: %{run} --tiers=unfused | FileCheck %s
// CHECK: tensor<4x3xf32>=-inf,{{-?}}nan,-inf,{{-?}}nan,{{-?}}nan,{{-?}}nan,{{-?[0-9.e-]*}},{{-?[0-9.e-]*}},{{-?[0-9.e-]*}},{{-?}}nan,{{-?}}nan,inf
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @main(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %ee = tensor.empty() : tensor<4x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x3xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %a, %o : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<4x3xf32>, tensor<4xf32>) outs(%ee : tensor<4x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.divf %b, %n : f32
    %d = arith.subf %a, %m : f32
    linalg.yield %d : f32
  } -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}
