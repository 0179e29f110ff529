// RUN: nanguard-opt %s --nanguard-stabilize --split-input-file | FileCheck %s

// Rules of norms, as docs/numerics.md labels them.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>

// mean_r1: 0.142857149 is 1/7 in f32, a type of the model; 0.15 is something
// else.
// CHECK-LABEL: @mean_by_factor
// CHECK: %[[N:.*]] = arith.constant 7.0
// CHECK: arith.addf
// CHECK: ^bb0(%[[S:.*]]: f64, %{{.*}}: f64):
// CHECK-NEXT: arith.divf %[[S]], %[[N]]
// CHECK-NEXT: arith.mulf %[[S]]
func.func @mean_by_factor(%x: tensor<2x7xf64>, %model: tensor<f32>) -> tensor<2xf64> {
  %zero = arith.constant 0.0 : f64
  %seventh = arith.constant 0.14285714924335479736328125 : f64
  %other = arith.constant 0.15 : f64
  %e = tensor.empty() : tensor<2xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<2xf64>) -> tensor<2xf64>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x7xf64>) outs(%f : tensor<2xf64>) {
  ^bb0(%in: f64, %out: f64):
    %a = arith.addf %in, %out : f64
    linalg.yield %a : f64
  } -> tensor<2xf64>
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%s : tensor<2xf64>) outs(%e : tensor<2xf64>) {
  ^bb0(%in: f64, %out: f64):
    %m = arith.mulf %in, %seventh : f64
    %o = arith.mulf %in, %other : f64
    %t = arith.addf %m, %o : f64
    linalg.yield %t : f64
  } -> tensor<2xf64>
  return %r : tensor<2xf64>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

// variance_r1
// CHECK-LABEL: @one_pass_variance
// CHECK: arith.subf
// CHECK: arith.mulf
func.func @one_pass_variance(%x: tensor<2x8xf32>, %e: tensor<2x8xf32>, %c: tensor<2x1xf32>) -> tensor<2x1xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %n = arith.constant 8.0 : f32
  %s0 = linalg.fill ins(%zero : f32) outs(%c : tensor<2x1xf32>) -> tensor<2x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x8xf32>) outs(%s0 : tensor<2x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.addf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<2x1xf32>) outs(%c : tensor<2x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = arith.divf %a0, %n : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  %xx = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x8xf32>) outs(%e : tensor<2x8xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = arith.mulf %a0, %a0 : f32
    linalg.yield %q : f32
  } -> tensor<2x8xf32>
  %ss0 = linalg.fill ins(%zero : f32) outs(%c : tensor<2x1xf32>) -> tensor<2x1xf32>
  %ss = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%xx : tensor<2x8xf32>) outs(%ss0 : tensor<2x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.addf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  %mm = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%ss : tensor<2x1xf32>) outs(%c : tensor<2x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = arith.divf %a0, %n : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%mm, %m : tensor<2x1xf32>, tensor<2x1xf32>) outs(%c : tensor<2x1xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %b = arith.mulf %a1, %a1 : f32
    %q = arith.subf %a0, %b : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

// norm_r1
// CHECK-LABEL: @mean_is_corrected
// CHECK: arith.negf
// CHECK: linalg.generic
// CHECK: %[[M:.*]] = arith.addf
// CHECK-NEXT: arith.subf %{{.*}}, %[[M]]
func.func @mean_is_corrected(%x: tensor<2x8xf32>, %e: tensor<2x8xf32>, %c: tensor<2x1xf32>) -> tensor<2x8xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %n = arith.constant 8.0 : f32
  %s0 = linalg.fill ins(%zero : f32) outs(%c : tensor<2x1xf32>) -> tensor<2x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x8xf32>) outs(%s0 : tensor<2x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.addf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<2x1xf32>) outs(%c : tensor<2x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = arith.divf %a0, %n : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<2x8xf32>, tensor<2x1xf32>) outs(%e : tensor<2x8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %q = arith.subf %a0, %a1 : f32
    linalg.yield %q : f32
  } -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

// A sum divided by another number than the count.
// CHECK-LABEL: @not_a_mean
// CHECK-NOT: arith.negf
// CHECK: return
func.func @not_a_mean(%x: tensor<2x8xf32>, %e: tensor<2x8xf32>, %c: tensor<2x1xf32>) -> tensor<2x8xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %n = arith.constant 7.0 : f32
  %s0 = linalg.fill ins(%zero : f32) outs(%c : tensor<2x1xf32>) -> tensor<2x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x8xf32>) outs(%s0 : tensor<2x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.addf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<2x1xf32>) outs(%c : tensor<2x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = arith.divf %a0, %n : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<2x8xf32>, tensor<2x1xf32>) outs(%e : tensor<2x8xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %q = arith.subf %a0, %a1 : f32
    linalg.yield %q : f32
  } -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

// variance_r2
// CHECK-LABEL: @variance_of_one_sample
// CHECK-NOT: arith.divf %{{.*}}, %{{cst.*}}
// CHECK: return
func.func @variance_of_one_sample(%x: tensor<2x1xf32>, %e: tensor<2x1xf32>, %c: tensor<2x1xf32>) -> tensor<2x1xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %s0 = linalg.fill ins(%zero : f32) outs(%c : tensor<2x1xf32>) -> tensor<2x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x1xf32>) outs(%s0 : tensor<2x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.addf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<2x1xf32>) outs(%e : tensor<2x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = arith.divf %a0, %one : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<2x1xf32>, tensor<2x1xf32>) outs(%e : tensor<2x1xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %q = arith.subf %a0, %a1 : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  %dd = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<2x1xf32>) outs(%e : tensor<2x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = arith.mulf %a0, %a0 : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  %v0 = linalg.fill ins(%zero : f32) outs(%c : tensor<2x1xf32>) -> tensor<2x1xf32>
  %v = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%dd : tensor<2x1xf32>) outs(%v0 : tensor<2x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.addf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<2x1xf32>) outs(%e : tensor<2x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = arith.divf %a0, %zero : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

// A plain sum over 0 stays NaN or Inf.
// CHECK-LABEL: @sum_over_zero
// CHECK: arith.divf
func.func @sum_over_zero(%x: tensor<2x1xf32>, %e: tensor<2x1xf32>, %c: tensor<2x1xf32>) -> tensor<2x1xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %s0 = linalg.fill ins(%zero : f32) outs(%c : tensor<2x1xf32>) -> tensor<2x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x1xf32>) outs(%s0 : tensor<2x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.addf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<2x1xf32>) outs(%e : tensor<2x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = arith.divf %a0, %zero : f32
    linalg.yield %q : f32
  } -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// normalize_r1, of the largest magnitude and with a scale.
// CHECK-LABEL: @over_its_largest
// CHECK: %[[N:.*]] = arith.divf %{{.*}}, %{{.*}} : f32
// CHECK: %[[Q:.*]] = arith.divf %[[X:.*]], %[[N]]
// CHECK-DAG: %[[ZX:.*]] = arith.cmpf oeq, %[[X]]
// CHECK-DAG: %[[ZN:.*]] = arith.cmpf oeq, %[[N]]
// CHECK: %[[Z:.*]] = arith.andi %[[ZX]], %[[ZN]]
// CHECK: arith.select %[[Z]], %{{.*}}, %[[Q]]
func.func @over_its_largest(%x: tensor<?x7xf32>, %e: tensor<?xf32>, %w: tensor<?x7xf32>) -> tensor<?x7xf32> {
  %zero = arith.constant 0.0 : f32
  %levels = arith.constant 127.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x7xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %b = math.absf %in : f32
    %a = arith.maximumf %b, %out : f32
    linalg.yield %a : f32
  } -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<?x7xf32>, tensor<?xf32>) outs(%w : tensor<?x7xf32>) {
  ^bb0(%in: f32, %in1: f32, %out: f32):
    %scale = arith.divf %in1, %levels : f32
    %q = arith.divf %in, %scale : f32
    linalg.yield %q : f32
  } -> tensor<?x7xf32>
  return %r : tensor<?x7xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>

// normalize_r1, of a cosine and by rsqrt.
// CHECK-LABEL: @cosine
// CHECK: math.sqrt
// CHECK: math.sqrt
// CHECK: %[[N:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: %[[Q:.*]] = arith.divf %[[D:.*]], %[[N]] : f32
// CHECK-DAG: %[[ZD:.*]] = arith.cmpf oeq, %[[D]]
// CHECK-DAG: %[[ZN:.*]] = arith.cmpf oeq, %[[N]]
// CHECK: %[[Z:.*]] = arith.andi %[[ZD]], %[[ZN]]
// CHECK: arith.select %[[Z]], %{{.*}}, %[[Q]]
// CHECK: %[[R:.*]] = math.rsqrt
// CHECK: %[[S:.*]] = arith.mulf %[[X:.*]], %[[R]]
// CHECK-DAG: %[[ZX:.*]] = arith.cmpf oeq, %[[X]]
// CHECK-DAG: %[[INF:.*]] = arith.cmpf oeq, %[[R]]
// CHECK: %[[ROW:.*]] = arith.andi %[[ZX]], %[[INF]]
// CHECK: arith.select %[[ROW]], %{{.*}}, %[[S]]
func.func @cosine(%x: tensor<?x7xf32>, %y: tensor<?x7xf32>, %e: tensor<?xf32>, %w: tensor<?x7xf32>) -> (tensor<?xf32>, tensor<?x7xf32>) {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %xx, %xy, %yy = linalg.generic {indexing_maps = [#id, #id, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<?x7xf32>, tensor<?x7xf32>) outs(%f, %f, %f : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  ^bb0(%in: f32, %in1: f32, %o0: f32, %o1: f32, %o2: f32):
    %p0 = arith.mulf %in, %in : f32
    %p1 = arith.mulf %in, %in1 : f32
    %p2 = arith.mulf %in1, %in1 : f32
    %a0 = arith.addf %o0, %p0 : f32
    %a1 = arith.addf %o1, %p1 : f32
    %a2 = arith.addf %o2, %p2 : f32
    linalg.yield %a0, %a1, %a2 : f32, f32, f32
  } -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
  %c = linalg.generic {indexing_maps = [#one, #one, #one, #one], iterator_types = ["parallel"]}
      ins(%xx, %xy, %yy : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %dot: f32, %b: f32, %out: f32):
    %la = math.sqrt %a : f32
    %lb = math.sqrt %b : f32
    %n = arith.mulf %la, %lb : f32
    %q = arith.divf %dot, %n : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  %u = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %xx : tensor<?x7xf32>, tensor<?xf32>) outs(%w : tensor<?x7xf32>) {
  ^bb0(%in: f32, %a: f32, %out: f32):
    %r = math.rsqrt %a : f32
    %q = arith.mulf %in, %r : f32
    linalg.yield %q : f32
  } -> tensor<?x7xf32>
  return %c, %u : tensor<?xf32>, tensor<?x7xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The length of another tensor's rows tells nothing about x.
// CHECK-LABEL: @over_another_length
// CHECK-NOT: arith.select
// CHECK: return
func.func @over_another_length(%x: tensor<?x7xf32>, %y: tensor<?x7xf32>, %e: tensor<?xf32>, %w: tensor<?x7xf32>) -> tensor<?x7xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%y : tensor<?x7xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %b = arith.mulf %in, %in : f32
    %a = arith.addf %b, %out : f32
    linalg.yield %a : f32
  } -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<?x7xf32>, tensor<?xf32>) outs(%w : tensor<?x7xf32>) {
  ^bb0(%in: f32, %in1: f32, %out: f32):
    %length = math.sqrt %in1 : f32
    %q = arith.divf %in, %length : f32
    linalg.yield %q : f32
  } -> tensor<?x7xf32>
  return %r : tensor<?x7xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// mean_r2: the divisor is n, 65536, as f16 rounds it, which is a type of the
// model. Another count stays, and so does an Inf where there is no f16.
// CHECK-LABEL: @mean_of_infinite_count
// CHECK: arith.constant 6.553600e+04 : f32
// CHECK: arith.divf %{{.*}}, %{{.*}} : f32
// CHECK-LABEL: @infinite_in_no_type
// CHECK: %[[INF:.*]] = arith.constant 0x7F800000 : f32
// CHECK: arith.divf %{{.*}}, %[[INF]]
// CHECK-LABEL: @sum_over_infinity
// CHECK: %[[INF:.*]] = arith.constant 0x7F800000 : f32
// CHECK: arith.divf %{{.*}}, %[[INF]]
func.func @mean_of_infinite_count(%x: tensor<2x65536xf32>, %model: tensor<f16>) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 0x7F800000 : f32
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x65536xf32>) outs(%f : tensor<2xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %1 = arith.addf %in, %acc : f32
    linalg.yield %1 : f32
  } -> tensor<2xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%s : tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.divf %in, %n : f32
    linalg.yield %1 : f32
  } -> tensor<2xf32>
  return %m : tensor<2xf32>
}
func.func @infinite_in_no_type(%x: tensor<2x65536xf32>) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 0x7F800000 : f32
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x65536xf32>) outs(%f : tensor<2xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %1 = arith.addf %in, %acc : f32
    linalg.yield %1 : f32
  } -> tensor<2xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%s : tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.divf %in, %n : f32
    linalg.yield %1 : f32
  } -> tensor<2xf32>
  return %m : tensor<2xf32>
}
func.func @sum_over_infinity(%x: tensor<2x8xf32>) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 0x7F800000 : f32
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x8xf32>) outs(%f : tensor<2xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %1 = arith.addf %in, %acc : f32
    linalg.yield %1 : f32
  } -> tensor<2xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%s : tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.divf %in, %n : f32
    linalg.yield %1 : f32
  } -> tensor<2xf32>
  return %m : tensor<2xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// normalize_r1 with the quotient first: x * (b / |x|).
// CHECK-LABEL: @zero_row_times_quotient
// CHECK: math.sqrt
// CHECK: %[[Q:.*]] = arith.divf %[[B:.*]], %{{.*}} : f32
// CHECK: %[[P:.*]] = arith.mulf %{{.*}}, %[[Q]]
// CHECK: arith.cmpf oeq
// CHECK: arith.cmpf oeq
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[P]]
func.func @zero_row_times_quotient(%x: tensor<2x8xf32>, %b: tensor<2xf32>) -> tensor<2x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %o = tensor.empty() : tensor<2x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x8xf32>) outs(%f : tensor<2xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %1 = arith.mulf %in, %in : f32
    %2 = arith.addf %1, %acc : f32
    linalg.yield %2 : f32
  } -> tensor<2xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s, %b : tensor<2x8xf32>, tensor<2xf32>, tensor<2xf32>) outs(%o : tensor<2x8xf32>) {
  ^bb0(%in: f32, %sq: f32, %g: f32, %out: f32):
    %1 = math.sqrt %sq : f32
    %2 = arith.divf %g, %1 : f32
    %3 = arith.mulf %in, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// normalize_r1 with the length as exporters write a vector's norm, by powers.
// CHECK-LABEL: @length_by_powers
// CHECK: math.absf
// CHECK: arith.addf
// CHECK: %[[N:.*]] = math.powf
// CHECK: %[[Q:.*]] = arith.divf %[[X:.*]], %[[N]]
// CHECK: arith.cmpf oeq, %[[X]]
// CHECK: arith.cmpf oeq, %[[N]]
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[Q]]
func.func @length_by_powers(%x: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %o = tensor.empty() : tensor<2x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x8xf32>) outs(%f : tensor<2xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %1 = math.absf %in : f32
    %2 = math.powf %1, %two : f32
    %3 = arith.addf %2, %acc : f32
    linalg.yield %3 : f32
  } -> tensor<2xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<2x8xf32>, tensor<2xf32>) outs(%o : tensor<2x8xf32>) {
  ^bb0(%in: f32, %sq: f32, %out: f32):
    %1 = math.powf %sq, %half : f32
    %2 = arith.divf %in, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}
