// A row over its own length is 0 where both are; a row of zeros over the length
// of another one, which is 0 too, stays NaN, and so does a NaN in either operand.
// Softsign and the inverse hyperbolic sine keep a NaN and have limits.
// RUN: rm -rf %t
// DEFINE: %{run} = env NANGUARD_CACHE_DIR=%t nanguard-run %s --print
// DEFINE: %{own} = %{run} --function=own --input=4x2xf32=0,0,3,4,nan,0,inf,1
// RUN: %{own} --tiers=safe | FileCheck %s --check-prefix=OWN
// RUN: %{own} --tiers=unfused | FileCheck %s --check-prefix=OWN
// OWN: tensor<4x2xf32>=0,0,0.6{{[0-9]*}},0.8{{[0-9]*}},{{-?}}nan,{{-?}}nan,{{-?}}nan,0
// DEFINE: %{other} = %{run} --function=other --input=3x2xf32=0,0,3,4,0,nan --input=3xf32=0,5,0
// RUN: %{other} --tiers=fused | FileCheck %s --check-prefix=OTHER
// RUN: %{other} --tiers=safe | FileCheck %s --check-prefix=OTHER
// RUN: %{other} --tiers=unfused | FileCheck %s --check-prefix=OTHER
// OTHER: tensor<3x2xf32>={{-?}}nan,{{-?}}nan,0.6{{[0-9]*}},0.8{{[0-9]*}},{{-?}}nan,{{-?}}nan
// DEFINE: %{limits} = %{run} --function=limits --input=4xf32=nan,inf,-inf,1
// RUN: %{limits} --tiers=safe | FileCheck %s --check-prefix=LIMITS
// RUN: %{limits} --tiers=unfused | FileCheck %s --check-prefix=LIMITS
// LIMITS: tensor<4xf32>={{-?}}nan,1,-1,0.5
// LIMITS: tensor<4xf32>={{-?}}nan,inf,-inf,0.8813{{[0-9]*}}

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#r = affine_map<(d0) -> (d0)>
func.func @own(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %ee = tensor.empty() : tensor<4x2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x2xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = arith.mulf %a, %a : f32
    %t = arith.addf %b, %o : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<4x2xf32>, tensor<4xf32>) outs(%ee : tensor<4x2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %l = math.sqrt %b : f32
    %q = arith.divf %a, %l : f32
    linalg.yield %q : f32
  } -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}
func.func @other(%x: tensor<3x2xf32>, %l: tensor<3xf32>) -> tensor<3x2xf32> {
  %ee = tensor.empty() : tensor<3x2xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %l : tensor<3x2xf32>, tensor<3xf32>) outs(%ee : tensor<3x2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %b, %b : f32
    %m = math.sqrt %s : f32
    %q = arith.divf %a, %m : f32
    linalg.yield %q : f32
  } -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}
func.func @limits(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %y:2 = linalg.generic {indexing_maps = [#r, #r, #r], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e, %e : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %s = math.absf %a : f32
    %t = arith.addf %s, %one : f32
    %q = arith.divf %a, %t : f32
    %a2 = arith.mulf %a, %a : f32
    %u = arith.addf %a2, %one : f32
    %v = math.sqrt %u : f32
    %w = arith.addf %a, %v : f32
    %l = math.log %w : f32
    linalg.yield %q, %l : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %y#0, %y#1 : tensor<4xf32>, tensor<4xf32>
}
