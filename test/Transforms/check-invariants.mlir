// In the wide forms, the sum of a softmax's row and of a norm's squares.
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-check-invariants))' | FileCheck %s

// CHECK-LABEL: func.func private @softmax(
// CHECK: %[[Q:.*]] = linalg.generic {{.*}} outs(%arg1 : tensor<4x8xf32>)
// CHECK: arith.divf
// CHECK: %[[S:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[Q]]
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(%[[S]] : tensor<4xf32>) outs(%{{.*}} : tensor<i64>)
// CHECK: arith.constant 1.562500e-02 : f32
// CHECK: arith.cmpf ogt
// CHECK: %[[BIT:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i64
// CHECK: tensor.extract %{{.*}}[%[[C0:.*]]] : tensor<12xi64>
// CHECK: arith.ori %{{.*}}, %[[BIT]]

// The normalised value is computed again: gamma comes behind it in the body.
// CHECK-LABEL: func.func private @rms_norm(
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK: math.rsqrt
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK: math.rsqrt
// CHECK: %[[Y:.*]] = arith.mulf
// CHECK: arith.mulf %[[Y]], %[[Y]]
// CHECK: arith.cmpf ugt
// CHECK: 65536

// A fused form, and a quotient by another sum.
// CHECK-LABEL: func.func private @fused(
// CHECK-NOT: 65536
// CHECK-LABEL: func.func private @share(
// CHECK-NOT: 65536
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
func.func private @softmax(%p: tensor<4x8xf32>, %o: tensor<4x8xf32>, %r: tensor<12xi64>) -> (tensor<4x8xf32>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<safe>, nanguard.kind = #nanguard.kind<softmax>} {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<4xf32>
  %ex = tensor.empty() : tensor<4x8xf32>
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<4x8xf32>) outs(%ex : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<4x8xf32>) outs(%s0 : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %s : tensor<4x8xf32>, tensor<4xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.divf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  return %q, %r : tensor<4x8xf32>, tensor<12xi64>
}
func.func private @rms_norm(%x: tensor<4x8xf32>, %g: tensor<8xf32>, %o: tensor<4x8xf32>, %r: tensor<12xi64>) -> (tensor<4x8xf32>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<unfused>, nanguard.kind = #nanguard.kind<norm>} {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 8.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %er = tensor.empty() : tensor<4xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%s0 : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s, %g : tensor<4x8xf32>, tensor<4xf32>, tensor<8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %gamma: f32, %out: f32):
    %0 = arith.divf %sum, %n : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %in, %2 : f32
    %4 = arith.mulf %3, %gamma : f32
    linalg.yield %4 : f32
  } -> tensor<4x8xf32>
  return %y, %r : tensor<4x8xf32>, tensor<12xi64>
}
func.func private @fused(%e: tensor<4x8xf32>, %o: tensor<4x8xf32>, %r: tensor<12xi64>) -> (tensor<4x8xf32>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<fused_bits>, nanguard.kind = #nanguard.kind<softmax>} {
  return %e, %r : tensor<4x8xf32>, tensor<12xi64>
}
func.func private @share(%e: tensor<4x8xf32>, %o: tensor<4x8xf32>, %r: tensor<12xi64>) -> (tensor<4x8xf32>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<safe>, nanguard.kind = #nanguard.kind<reduction>} {
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<4xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<4x8xf32>) outs(%s0 : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %s : tensor<4x8xf32>, tensor<4xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.divf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  return %q, %r : tensor<4x8xf32>, tensor<12xi64>
}
