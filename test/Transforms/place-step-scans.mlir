// In unfused kernels only, a look behind each step; the first that holds what
// nothing it reads holds gives its number to the status (its bits 24 to 31).
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-place-scans,nanguard-place-step-scans))' | FileCheck %s

// A widening is no step: the argument is looked at instead. The look stands
// right behind the step, so that the next one may write in place.
// CHECK-LABEL: func.func private @softmax(
// CHECK-SAME: nanguard.steps = ["maximum", "subtract", "exp", "sum", "divide", "cast"]
// CHECK: arith.extf
// CHECK: %[[ARG:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<4x8xf16>) outs(%{{.*}} : tensor<i16>)
// CHECK: arith.maximumf
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<i32>)
// CHECK: arith.subf
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<i32>)
// CHECK: math.exp
// What the status gets is a choice of 0 and the numbers, the first step last.
// CHECK: arith.truncf
// CHECK: arith.constant 100663296 : i64
// CHECK: arith.constant 83886080 : i64
// CHECK: %[[NUMBER:.*]] = arith.constant 16777216 : i64
// CHECK: %[[ONE:.*]] = arith.ori %{{.*}}, %[[NUMBER]] : i64
// CHECK: %[[STEP:.*]] = arith.select %{{.*}}, %[[ONE]], %{{.*}} : i64
// CHECK: %[[OLD:.*]] = tensor.extract %[[ROW:.*]][%[[C0:.*]]] : tensor<12xi64>
// CHECK: %[[NEW:.*]] = arith.ori %[[OLD]], %[[STEP]] : i64
// CHECK: tensor.insert %[[NEW]] into %[[ROW]][%{{.*}}]

// CHECK-LABEL: func.func private @safe(
// CHECK-NOT: nanguard.steps
// CHECK-NOT: arith.ori

// A body with an infinite constant makes no news of it.
// CHECK-LABEL: func.func private @select(
// CHECK-SAME: nanguard.steps = ["add", "exp"]
// CHECK: %[[AFTER:.*]] = arith.extui
// CHECK: arith.constant 2 : i64
// CHECK: arith.xori
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func private @softmax(%x: tensor<4x8xf16>, %o: tensor<4x8xf16>, %r: tensor<12xi64>) -> (tensor<4x8xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<unfused>, nanguard.kind = #nanguard.kind<softmax>} {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf16>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %er = tensor.empty() : tensor<4xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%w : tensor<4x8xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%w, %m : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<4x8xf32>) outs(%s0 : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %s : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.divf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<4x8xf32>) outs(%o : tensor<4x8xf16>) {
  ^bb0(%in: f32, %out: f16):
    %0 = arith.truncf %in : f32 to f16
    linalg.yield %0 : f16
  } -> tensor<4x8xf16>
  return %y, %r : tensor<4x8xf16>, tensor<12xi64>
}
func.func private @safe(%x: tensor<4x8xf32>, %o: tensor<4x8xf32>, %r: tensor<12xi64>) -> (tensor<4x8xf32>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<safe>, nanguard.kind = #nanguard.kind<activation>} {
  %y = linalg.exp ins(%x : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y, %r : tensor<4x8xf32>, tensor<12xi64>
}
func.func private @select(%x: tensor<4x8xf32>, %b: tensor<4x8xi1>, %o: tensor<4x8xf32>, %r: tensor<12xi64>) -> (tensor<4x8xf32>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<unfused>, nanguard.kind = #nanguard.kind<activation>} {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %b : tensor<4x8xf32>, tensor<4x8xi1>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %masked: i1, %out: f32):
    %0 = arith.addf %in, %in : f32
    %1 = arith.select %masked, %low, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  return %y, %r : tensor<4x8xf32>, tensor<12xi64>
}
