// RUN: nanguard-opt %s --nanguard-stabilize --split-input-file | FileCheck %s

// Rules of masks, as docs/numerics.md labels them.

#id = affine_map<(d0) -> (d0)>

// mask_r3; a number times an infinity is no mask.
// CHECK-LABEL: @keep_times_minus_inf
// CHECK: %[[X:.*]] = arith.subf
// CHECK: %[[P:.*]] = arith.mulf %[[X]], %{{.*}} :
// CHECK: %[[Z:.*]] = arith.cmpf oeq, %[[X]]
// CHECK: arith.select %[[Z]], %{{.*}}, %[[P]]
// CHECK: arith.mulf
// CHECK-NEXT: linalg.yield
func.func @keep_times_minus_inf(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %inf = arith.constant 0xFF800000 : f32
  %one = arith.constant 1.0 : f32
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %d = arith.subf %one, %in : f32
    %q = arith.mulf %d, %inf : f32
    %t = arith.addf %q, %in : f32
    linalg.yield %t : f32
  } -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.mulf %in, %inf : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%y : tensor<?xf32>) outs(%r : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.addf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %s : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// mask_r4, the flag converted in another op; a number converted is no flag.
// CHECK-LABEL: @flag_times_x
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %[[FLAG:.*]]: tensor<?xi1>, %[[N:.*]]: tensor<?xi32>
// CHECK: linalg.generic {{.*}} ins(%[[X]], {{.*}}%[[FLAG]]
// CHECK: %[[S:.*]] = arith.select
// CHECK: arith.mulf %[[S]]
func.func @flag_times_x(%x: tensor<?xf32>, %flag: tensor<?xi1>, %n: tensor<?xi32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %f = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%flag : tensor<?xi1>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: i1, %out: f32):
    %c = arith.uitofp %in : i1 to f32
    linalg.yield %c : f32
  } -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %f, %n : tensor<?xf32>, tensor<?xf32>, tensor<?xi32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %in1: f32, %in2: i32, %out: f32):
    %a = arith.mulf %in, %in1 : f32
    %c = arith.uitofp %in2 : i32 to f32
    %b = arith.mulf %a, %c : f32
    linalg.yield %b : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// mask_r4, a triangle: from a constant, from indices, and 1 minus that.
// CHECK-LABEL: @triangles
// CHECK: %[[ONES:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 1.000000e+00], [0.000000e+00, 1.000000e+00]]>
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[ONES]] :
// CHECK: ^bb0(%[[X:.*]]: f32, %[[C:.*]]: f32, %{{.*}}: f32):
// CHECK-DAG: %[[HIDDEN:.*]] = arith.cmpf oeq, %[[C]]
// CHECK-DAG: arith.select %[[HIDDEN]], %[[ZERO:.*]], %[[X]] :
// CHECK-DAG: %[[UPPER:.*]] = arith.cmpi sge
// CHECK-DAG: arith.select %[[UPPER]], %[[X]], %[[ZERO]] :
// CHECK-DAG: arith.select %[[UPPER]], %[[ZERO]], %[[X]] :
// CHECK-NOT: arith.mulf
// CHECK: return
func.func @triangles(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %c = arith.constant dense<[[1.0, 1.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %c : tensor<2x2xf32>, tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%in: f32, %in1: f32, %out: f32):
    %a = arith.mulf %in, %in1 : f32
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %upper = arith.cmpi sge, %j, %i : index
    %flag = arith.select %upper, %one, %zero : f32
    %b = arith.mulf %flag, %in : f32
    %not = arith.subf %one, %flag : f32
    %d = arith.mulf %in, %not : f32
    %s = arith.addf %a, %b : f32
    %t = arith.addf %s, %d : f32
    linalg.yield %t : f32
  } -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row = affine_map<(d0, d1, d2) -> (d0, d1, 0)>

// mask_r1, mask_r2: a score behind -Inf is -Inf, its row of V is not read.
// CHECK-LABEL: @attention
// CHECK: linalg.batch_matmul
// CHECK: %[[S:.*]] = arith.addf
// CHECK: %[[M:.*]] = arith.cmpf oeq
// CHECK: arith.select %[[M]], %{{.*}}, %[[S]]
// CHECK-NOT: linalg.batch_matmul
// CHECK: %[[C:.*]] = arith.cmpf oeq
// CHECK: %[[P:.*]] = arith.mulf
// CHECK: arith.select %[[C]], %{{.*}}, %[[P]]
func.func @attention(%q: tensor<2x?x8xf32>, %k: tensor<2x8x?xf32>, %v: tensor<2x?x8xf32>, %mask: tensor<2x?x?xf32>,
                     %e: tensor<2x?x?xf32>, %c: tensor<2x?x1xf32>, %o: tensor<2x?x8xf32>) -> tensor<2x?x8xf32> {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x?x?xf32>) -> tensor<2x?x?xf32>
  %s1 = linalg.batch_matmul ins(%q, %k : tensor<2x?x8xf32>, tensor<2x8x?xf32>) outs(%s0 : tensor<2x?x?xf32>) -> tensor<2x?x?xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s1, %mask : tensor<2x?x?xf32>, tensor<2x?x?xf32>) outs(%e : tensor<2x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x?x?xf32>
  %m0 = linalg.fill ins(%inf : f32) outs(%c : tensor<2x?x1xf32>) -> tensor<2x?x1xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x?x?xf32>) outs(%m0 : tensor<2x?x1xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.maximumf %a, %out : f32
    linalg.yield %0 : f32
  } -> tensor<2x?x1xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m : tensor<2x?x?xf32>, tensor<2x?x1xf32>) outs(%e : tensor<2x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x?x?xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%c : tensor<2x?x1xf32>) -> tensor<2x?x1xf32>
  %l = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p : tensor<2x?x?xf32>) outs(%l0 : tensor<2x?x1xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %out : f32
    linalg.yield %0 : f32
  } -> tensor<2x?x1xf32>
  %w = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %l : tensor<2x?x?xf32>, tensor<2x?x1xf32>) outs(%e : tensor<2x?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x?x?xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%o : tensor<2x?x8xf32>) -> tensor<2x?x8xf32>
  %r = linalg.batch_matmul ins(%w, %v : tensor<2x?x?xf32>, tensor<2x?x8xf32>) outs(%o0 : tensor<2x?x8xf32>) -> tensor<2x?x8xf32>
  return %r : tensor<2x?x8xf32>
}

// -----

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// mask_r2: a weight that a flag hides after the softmax does not read V.
// CHECK-LABEL: @selected_after_softmax
// CHECK: arith.divf
// CHECK: linalg.generic {{.*}}"reduction"]
// CHECK: %[[FLAG:.*]] = arith.xori
// CHECK: %[[LOW:.*]] = arith.cmpf oeq
// CHECK: %[[HIDDEN:.*]] = arith.ori %[[FLAG]], %[[LOW]]
// CHECK: %[[P:.*]] = arith.mulf
// CHECK: arith.select %[[HIDDEN]], %{{.*}}, %[[P]]
// CHECK-NOT: linalg.batch_matmul
// CHECK: return
func.func @selected_after_softmax(%x: tensor<1x2x3xf32>, %keep: tensor<1x2x3xi1>, %v: tensor<1x3x4xf32>, %o: tensor<1x2x4xf32>) -> tensor<1x2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x3xf32>
  %p = linalg.softmax dimension(2) ins(%x : tensor<1x2x3xf32>) outs(%e : tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %keep : tensor<1x2x3xf32>, tensor<1x2x3xi1>) outs(%e : tensor<1x2x3xf32>) {
  ^bb0(%in: f32, %flag: i1, %out: f32):
    %t = arith.select %flag, %in, %zero : f32
    linalg.yield %t : f32
  } -> tensor<1x2x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %r = linalg.batch_matmul ins(%s, %v : tensor<1x2x3xf32>, tensor<1x3x4xf32>) outs(%f : tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  return %r : tensor<1x2x4xf32>
}

// -----

#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// A ReLU is no weight: its zeros times a NaN are NaN.
// CHECK-LABEL: @relu_before_matmul
// CHECK: linalg.batch_matmul
func.func @relu_before_matmul(%x: tensor<1x2x3xf32>, %v: tensor<1x3x4xf32>, %o: tensor<1x2x4xf32>) -> tensor<1x2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x3xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x2x3xf32>) outs(%e : tensor<1x2x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %positive = arith.cmpf ugt, %in, %zero : f32
    %t = arith.select %positive, %in, %zero : f32
    linalg.yield %t : f32
  } -> tensor<1x2x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%o : tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  %r = linalg.batch_matmul ins(%s, %v : tensor<1x2x3xf32>, tensor<1x3x4xf32>) outs(%f : tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  return %r : tensor<1x2x4xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
#one = affine_map<(d0, d1) -> (0, 0)>

// dead_r1
// CHECK-LABEL: @beta_is_zero
// CHECK: %[[P:.*]] = arith.mulf
// CHECK: %[[Z:.*]] = arith.cmpf oeq
// CHECK: arith.select %[[Z]], %{{.*}}, %[[P]]
func.func @beta_is_zero(%x: tensor<?x?xf32>, %e: tensor<?x?xf32>, %c: tensor<?x1xf32>, %y: tensor<?x?xf32>, %beta: tensor<1x1xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %t = linalg.generic {indexing_maps = [#id, #one, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %beta : tensor<?x?xf32>, tensor<1x1xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %q = arith.mulf %a0, %a1 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %t : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %q = arith.addf %a0, %a1 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#one = affine_map<(d0, d1) -> (0, 0)>

// dead_r1, where the accumulator starts
// CHECK-LABEL: @beta_starts_the_accumulator
// CHECK: %[[P:.*]] = arith.mulf
// CHECK: %[[Z:.*]] = arith.cmpf oeq
// CHECK: arith.select %[[Z]], %{{.*}}, %[[P]]
// CHECK: linalg.matmul
func.func @beta_starts_the_accumulator(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>, %c: tensor<2x2xf32>, %beta: tensor<1x1xf32>) -> tensor<2x2xf32> {
  %e = tensor.empty() : tensor<2x2xf32>
  %t = linalg.generic {indexing_maps = [#id, #one, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %beta : tensor<2x2xf32>, tensor<1x1xf32>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %q = arith.mulf %a0, %a1 : f32
    linalg.yield %q : f32
  } -> tensor<2x2xf32>
  %r = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%t : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
#one = affine_map<(d0, d1) -> (0, 0)>

// A scale for each row is data, not a switch.
// CHECK-LABEL: @column_scale
// CHECK-NOT: arith.select
// CHECK: return
func.func @column_scale(%x: tensor<?x?xf32>, %e: tensor<?x?xf32>, %c: tensor<?x1xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %t = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %c : tensor<?x?xf32>, tensor<?x1xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %q = arith.mulf %a0, %a1 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %t : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %q = arith.addf %a0, %a1 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>

// mask_r4 in a contraction: a row that the flag leaves out is not read.
// CHECK-LABEL: @one_hot_rows
// CHECK: linalg.generic {{.*}}"reduction"
// CHECK: ^bb0(%[[V:.*]]: f32, %[[C:.*]]: i1, %{{.*}}: f32):
// CHECK: %[[T:.*]] = arith.select %[[C]], %[[V]], %{{.*}}
// CHECK: arith.addf %{{.*}}, %[[T]]
func.func @one_hot_rows(%flags: tensor<2x3xi1>, %table: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %h = tensor.empty() : tensor<2x3xf32>
  %e = tensor.empty() : tensor<2x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  %hot = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%flags : tensor<2x3xi1>) outs(%h : tensor<2x3xf32>) {
  ^bb0(%in: i1, %out: f32):
    %1 = arith.uitofp %in : i1 to f32
    linalg.yield %1 : f32
  } -> tensor<2x3xf32>
  %r = linalg.matmul ins(%hot, %table : tensor<2x3xf32>, tensor<3x4xf32>) outs(%f : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}
