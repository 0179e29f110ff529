// Roots and arcs past the edge of their domain by their inputs are NaN in all
// forms; by rounding they are those of the edge. A NaN stays one.
// RUN: rm -rf %t
// DEFINE: %{run} = env NANGUARD_CACHE_DIR=%t nanguard-run %s --print
// DEFINE: %{quadratic} = %{run} --function=discriminant --input=3xf32=0.6029369,nan,1 --input=3xf32=1.8357651,1,3 --input=3xf32=1.3973409,1,2
// RUN: %{quadratic} --tiers=fused | FileCheck %s --check-prefix=QUADRATIC
// RUN: %{quadratic} --tiers=safe | FileCheck %s --check-prefix=QUADRATIC
// RUN: %{quadratic} --tiers=unfused | FileCheck %s --check-prefix=QUADRATIC
// QUADRATIC: tensor<3xf32>={{-?}}nan,{{-?}}nan,1
// RUN: %{run} --function=distance --tiers=safe --input=4xf32=1000.1,nan,1,inf --input=4xf32=1000.1,1,nan,1 | FileCheck %s --check-prefix=DISTANCE
// RUN: %{run} --function=distance --tiers=unfused --input=4xf32=1000.1,nan,1,inf --input=4xf32=1000.1,1,nan,1 | FileCheck %s --check-prefix=DISTANCE
// DISTANCE: tensor<4xf32>=0,{{-?}}nan,{{-?}}nan,{{-?}}nan
// A cosine that the model hands in is its own: 1 + 2^-23 has no angle.
// RUN: %{run} --function=angle --tiers=safe --input=4xf32=1.00000012,1,nan,-2 | FileCheck %s --check-prefix=ANGLE
// RUN: %{run} --function=angle --tiers=unfused --input=4xf32=1.00000012,1,nan,-2 | FileCheck %s --check-prefix=ANGLE
// ANGLE: tensor<4xf32>={{-?}}nan,0,{{-?}}nan,{{-?}}nan

#id = affine_map<(d0) -> (d0)>
func.func @discriminant(%x0: tensor<3xf32>, %x1: tensor<3xf32>, %x2: tensor<3xf32>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %four = arith.constant 4.0 : f32
  %y = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x0, %x1, %x2 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %b2 = arith.mulf %b, %b : f32
    %ac = arith.mulf %a, %c : f32
    %ac4 = arith.mulf %ac, %four : f32
    %d = arith.subf %b2, %ac4 : f32
    %r = math.sqrt %d : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  return %y : tensor<3xf32>
}
func.func @distance(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %a2 = arith.mulf %a, %a : f32
    %b2 = arith.mulf %b, %b : f32
    %ab = arith.mulf %a, %b : f32
    %ab2 = arith.mulf %ab, %two : f32
    %s = arith.subf %a2, %ab2 : f32
    %d = arith.addf %s, %b2 : f32
    %q = math.sqrt %d : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @angle(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %q = math.acos %a : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
