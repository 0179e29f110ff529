// RUN: nanguard-opt %s --nanguard-stabilize --split-input-file | FileCheck %s

// Rules of domain, as docs/numerics.md labels them.

#id = affine_map<(d0) -> (d0)>

// domain_r1: |x|² + |y|² - 2 x·y is negative by rounding only.
// CHECK-LABEL: @squared_distance
// CHECK: %[[D:.*]] = arith.subf %[[A:.*]], %{{.*}} : f32
// CHECK: %[[SIZE:.*]] = math.absf %[[A]]
// CHECK: %[[LEAST:.*]] = arith.mulf %[[SIZE]]
// CHECK: %[[FOUND:.*]] = math.absf %[[D]]
// CHECK: arith.cmpf olt, %[[D]]
// CHECK: arith.cmpf ole, %[[FOUND]], %[[LEAST]]
// CHECK: %[[ARG:.*]] = arith.select %{{.*}}, %{{.*}}, %[[D]]
// CHECK: math.sqrt %[[ARG]]
// Other signs, other factors, other vectors: negative as the inputs are. Nor is
// the root of a discriminant, of a number of the model or of its negated sum.
// CHECK-LABEL: @no_squared_distance
// CHECK-NOT: arith.select
// CHECK: return
func.func @squared_distance(%x: tensor<4xf32>, %y: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant 2.0 : f32
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %a2 = arith.mulf %a, %a : f32
    %b2 = arith.mulf %b, %b : f32
    %ab = arith.mulf %a, %b : f32
    %s = arith.addf %b2, %a2 : f32
    %t = arith.mulf %ab, %two : f32
    %d = arith.subf %s, %t : f32
    %r = math.sqrt %d : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @no_squared_distance(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %more = arith.constant 2.000001 : f32
  %four = arith.constant 4.0 : f32
  %0 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %y, %z : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %a2 = arith.mulf %a, %a : f32
    %b2 = arith.mulf %b, %b : f32
    %ab = arith.mulf %a, %b : f32
    %ac = arith.mulf %a, %c : f32
    %s = arith.addf %b2, %a2 : f32
    %t = arith.mulf %ab, %more : f32
    %d = arith.subf %s, %t : f32
    %r = math.sqrt %d : f32
    %t2 = arith.mulf %ac, %two : f32
    %d2 = arith.subf %s, %t2 : f32
    %r2 = math.sqrt %d2 : f32
    %t3 = arith.mulf %ac, %four : f32
    %d3 = arith.subf %b2, %t3 : f32
    %r3 = math.sqrt %d3 : f32
    %d4 = arith.subf %one, %a2 : f32
    %r4 = math.sqrt %d4 : f32
    %t5 = arith.mulf %ab, %two : f32
    %d5 = arith.subf %s, %t5 : f32
    %n5 = arith.negf %d5 : f32
    %r5 = math.sqrt %n5 : f32
    %q = arith.addf %r, %r2 : f32
    %q2 = arith.addf %q, %r3 : f32
    %q3 = arith.addf %q2, %r4 : f32
    %q4 = arith.addf %q3, %r5 : f32
    linalg.yield %q4 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#r = affine_map<(d0) -> (d0)>

// domain_r1 of Σx² - (Σx)² / n, n the length of the row; over n - 1 it may be
// negative as the row is.
// CHECK-LABEL: @deviation_by_sums
// CHECK: %[[ARG:.*]] = arith.select
// CHECK: math.sqrt %[[ARG]]
// CHECK-LABEL: @no_deviation
// CHECK-NOT: arith.select
// CHECK: return
func.func @deviation_by_sums(%x: tensor<2x8xf32>) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 8.0 : f32
  %less = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %s:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x8xf32>) outs(%f, %f : tensor<2xf32>, tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %t = arith.addf %a, %o : f32
    %a2 = arith.mulf %a, %a : f32
    %u = arith.addf %a2, %p : f32
    linalg.yield %t, %u : f32, f32
  } -> (tensor<2xf32>, tensor<2xf32>)
  %r = linalg.generic {indexing_maps = [#r, #r, #r], iterator_types = ["parallel"]} ins(%s#0, %s#1 : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %a2 = arith.mulf %a, %a : f32
    %m = arith.divf %a2, %n : f32
    %d = arith.subf %b, %m : f32
    %v = arith.divf %d, %less : f32
    %q = math.sqrt %v : f32
    linalg.yield %q : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @no_deviation(%x: tensor<2x8xf32>) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 7.0 : f32
  %less = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %s:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x8xf32>) outs(%f, %f : tensor<2xf32>, tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %t = arith.addf %a, %o : f32
    %a2 = arith.mulf %a, %a : f32
    %u = arith.addf %a2, %p : f32
    linalg.yield %t, %u : f32, f32
  } -> (tensor<2xf32>, tensor<2xf32>)
  %r = linalg.generic {indexing_maps = [#r, #r, #r], iterator_types = ["parallel"]} ins(%s#0, %s#1 : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %a2 = arith.mulf %a, %a : f32
    %m = arith.divf %a2, %n : f32
    %d = arith.subf %b, %m : f32
    %v = arith.divf %d, %less : f32
    %q = math.sqrt %v : f32
    linalg.yield %q : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#left = affine_map<(d0, d1, d2) -> (d0, d2)>
#right = affine_map<(d0, d1, d2) -> (d1, d2)>
#out = affine_map<(d0, d1, d2) -> (d0, d1)>
#two = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>

// domain_r1 and domain_r2 of the cosines of all pairs of rows, each row's length
// divided by behind the product; 1 + cos as well.
// CHECK-LABEL: @pairwise_cosines
// CHECK: %[[COS:.*]] = arith.divf
// CHECK: %[[EDGE:.*]] = math.copysign %{{.*}}, %[[COS]]
// CHECK: %[[IN:.*]] = arith.select %{{.*}}, %[[EDGE]], %[[COS]]
// CHECK: math.acos %[[IN]]
// CHECK: %[[ARG:.*]] = arith.select
// CHECK: math.sqrt %[[ARG]]
// Lengths of the other tensor's rows, of the rows beside, and a length that is
// missing: what comes out is no cosine.
// CHECK-LABEL: @no_cosines
// CHECK-NOT: math.copysign
// CHECK: return
func.func @pairwise_cosines(%x: tensor<4x8xf32>, %y: tensor<5x8xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e4 = tensor.empty() : tensor<4xf32>
  %e5 = tensor.empty() : tensor<5xf32>
  %e = tensor.empty() : tensor<4x5xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<4xf32>) -> tensor<4xf32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  %xx = linalg.generic {indexing_maps = [#two, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%f4 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %a : f32
    %t = arith.addf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %yy = linalg.generic {indexing_maps = [#two, #row], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<5x8xf32>) outs(%f5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %a : f32
    %t = arith.addf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<5xf32>
  %xy = linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : tensor<4x8xf32>, tensor<5x8xf32>) outs(%f : tensor<4x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    %t = arith.addf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<4x5xf32>
  %0:2 = linalg.generic {indexing_maps = [#two, #row, #col, #two, #two], iterator_types = ["parallel", "parallel"]} ins(%xy, %xx, %yy : tensor<4x5xf32>, tensor<4xf32>, tensor<5xf32>) outs(%e, %e : tensor<4x5xf32>, tensor<4x5xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %o: f32, %q: f32):
    %s = math.sqrt %a : f32
    %t = math.sqrt %b : f32
    %l = arith.mulf %s, %t : f32
    %c = arith.divf %p, %l : f32
    %r = math.acos %c : f32
    %d = arith.subf %one, %c : f32
    %w = math.sqrt %d : f32
    linalg.yield %r, %w : f32, f32
  } -> (tensor<4x5xf32>, tensor<4x5xf32>)
  return %0#0, %0#1 : tensor<4x5xf32>, tensor<4x5xf32>
}
func.func @no_cosines(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %c: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e4 = tensor.empty() : tensor<4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<4xf32>) -> tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %xx = linalg.generic {indexing_maps = [#two, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%f4 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %a : f32
    %t = arith.addf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %xy = linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : tensor<4x8xf32>, tensor<4x8xf32>) outs(%f : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    %t = arith.addf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<4x4xf32>
  %0:3 = linalg.generic {indexing_maps = [#two, #row, #col, #two, #two, #two, #two], iterator_types = ["parallel", "parallel"]} ins(%xy, %xx, %xx, %c : tensor<4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x4xf32>) outs(%e, %e, %e : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32, %o: f32, %q: f32, %v: f32):
    %s = math.sqrt %a : f32
    %t = math.sqrt %b : f32
    %l = arith.mulf %s, %t : f32
    %c0 = arith.divf %p, %l : f32
    %r0 = math.acos %c0 : f32
    %c1 = arith.divf %p, %s : f32
    %r1 = math.asin %c1 : f32
    %r2 = math.acos %d : f32
    linalg.yield %r0, %r1, %r2 : f32, f32, f32
  } -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>)
  return %0#0, %0#1, %0#2 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
