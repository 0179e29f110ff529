// RUN: nanguard-opt %s --nanguard-stabilize --split-input-file | FileCheck %s

// Rules of poles, as docs/numerics.md labels them.

#id = affine_map<(d0) -> (d0)>

// xlogy_r1
// CHECK-LABEL: @x_log_x
// CHECK: %[[L:.*]] = math.log %[[X:.*]] :
// CHECK: %[[P:.*]] = arith.mulf %[[X]], %[[L]]
// CHECK: %[[A:.*]] = math.absf %[[L]]
// CHECK: %[[POLE:.*]] = arith.cmpf oeq, %[[A]]
// CHECK: %[[Z:.*]] = arith.cmpf oeq, %[[X]]
// CHECK: %[[C:.*]] = arith.andi %[[Z]], %[[POLE]]
// CHECK: arith.select %[[C]], %{{.*}}, %[[P]]
func.func @x_log_x(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %l = math.log %in : f32
    %q = arith.mulf %in, %l : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// xlogy_r1: p (log p - log q) is 0 where p is and no logarithm is NaN.
// CHECK-LABEL: @divergence_of_logs
// CHECK-DAG: %[[LP:.*]] = math.log %[[P:.*]] :
// CHECK-DAG: %[[LQ:.*]] = math.log
// CHECK: %[[T:.*]] = arith.mulf %[[P]]
// CHECK-DAG: %[[NP:.*]] = arith.cmpf ord, %[[LP]], %[[LP]]
// CHECK-DAG: %[[NQ:.*]] = arith.cmpf ord, %[[LQ]], %[[LQ]]
// CHECK-DAG: %[[N:.*]] = arith.andi %[[NP]], %[[NQ]]
// CHECK-DAG: %[[Z:.*]] = arith.cmpf oeq, %[[P]]
// CHECK: %[[C:.*]] = arith.andi %[[Z]], %[[N]]
// CHECK: arith.select %[[C]], %{{.*}}, %[[T]]
func.func @divergence_of_logs(%p: tensor<?xf32>, %q: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%p, %q : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %lp = math.log %in : f32
    %lq = math.log %in2 : f32
    %d = arith.subf %lp, %lq : f32
    %t = arith.mulf %in, %d : f32
    linalg.yield %t : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// xlogy_r1: of log(p / q), 0 / 0 counts as well.
// CHECK-LABEL: @divergence_of_quotient
// CHECK: math.log
// CHECK: %[[T:.*]] = arith.mulf
// CHECK: arith.andi
// CHECK: arith.ori
// CHECK: %[[C:.*]] = arith.andi
// CHECK: arith.select %[[C]], %{{.*}}, %[[T]]
func.func @divergence_of_quotient(%p: tensor<?xf32>, %q: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%p, %q : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %d = arith.divf %in, %in2 : f32
    %l = math.log %d : f32
    %t = arith.mulf %in, %l : f32
    linalg.yield %t : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// A product of two logarithms is no term of an entropy, nor is 2 log x; the
// model's own test is enough.
// CHECK-LABEL: @no_entropy
// CHECK-NOT: arith.andi
// CHECK: return
func.func @no_entropy(%x: tensor<?xf32>, %y: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %lx = math.log %in : f32
    %ly = math.log %in2 : f32
    %a = arith.mulf %lx, %ly : f32
    %b = arith.mulf %two, %ly : f32
    %c = arith.mulf %in, %lx : f32
    %positive = arith.cmpf ogt, %in, %zero : f32
    %d = arith.select %positive, %c, %zero : f32
    %ab = arith.addf %a, %b : f32
    %q = arith.addf %ab, %d : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// quotient_r1
// CHECK-LABEL: @times_reciprocal
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %[[S:.*]]: tensor<?xf32>, %
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[S]] :
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
// CHECK: %[[Q:.*]] = arith.divf %[[A]], %[[B]]
// CHECK: linalg.yield %[[Q]]
func.func @times_reciprocal(%x: tensor<?xf32>, %s: tensor<?xf32>, %e: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %one = arith.constant 1.0 : f32
  %f = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%s : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c = arith.divf %one, %in : f32
    linalg.yield %c : f32
  } -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %f : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %in1: f32, %out: f32):
    %a = arith.mulf %in, %in1 : f32
    linalg.yield %a : f32
  } -> tensor<?xf32>
  return %f, %r : tensor<?xf32>, tensor<?xf32>
}
