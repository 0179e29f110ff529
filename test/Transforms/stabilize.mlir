// RUN: nanguard-opt %s --nanguard-stabilize --split-input-file | FileCheck %s
// RUN: nanguard-opt %s --nanguard-stabilize --split-input-file --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

// Rules as docs/numerics.md labels them.

#id = affine_map<(d0) -> (d0)>

// exp_quotient_r1, in one body: 1 or e over e + 1, e being exp(-|x|).
// CHECK-LABEL: @sigmoid_of_exp
// CHECK: %[[A:.*]] = math.absf %[[X:.*]] :
// CHECK: %[[P:.*]] = arith.cmpf oge, %[[X]]
// CHECK: %[[M:.*]] = arith.negf %[[A]]
// CHECK: %[[E:.*]] = math.exp %[[M]]
// CHECK: %[[N:.*]] = arith.select %[[P]], %{{.*}}, %[[E]]
// CHECK: %[[D:.*]] = arith.addf %[[E]]
// CHECK: arith.divf %[[N]], %[[D]]
func.func @sigmoid_of_exp(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = math.exp %in : f32
    %b = arith.addf %a, %one : f32
    %q = arith.divf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// exp_quotient_r1, mish: x (e² + 2e) / (e² + 2e + 2), e being exp(x).
// CHECK-LABEL: @mish_of_exp
// CHECK: %[[A:.*]] = math.absf
// CHECK: %[[M:.*]] = arith.negf %[[A]]
// CHECK: %[[E:.*]] = math.exp %[[M]]
// CHECK: arith.mulf %[[E]], %[[E]]
// CHECK-NOT: math.exp
// CHECK: arith.divf
func.func @mish_of_exp(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = math.exp %in : f32
    %square = arith.mulf %a, %a : f32
    %double = arith.mulf %a, %two : f32
    %n = arith.addf %square, %double : f32
    %d = arith.addf %n, %two : f32
    %p = arith.mulf %in, %n : f32
    %q = arith.divf %p, %d : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// A quotient that overflows nowhere else than its value does: x / (1 + e^-x),
// e^2x / (1 + e^x); and one whose denominator has a zero.
// CHECK-LABEL: @no_quotient_to_mend
// CHECK-NOT: math.absf
// CHECK: return
func.func @no_quotient_to_mend(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.negf %in : f32
    %a = math.exp %m : f32
    %b = arith.addf %a, %one : f32
    %silu = arith.divf %in, %b : f32
    %p = math.exp %in : f32
    %square = arith.mulf %p, %p : f32
    %c = arith.addf %p, %one : f32
    %grows = arith.divf %square, %c : f32
    %d = arith.subf %p, %one : f32
    %pole = arith.divf %p, %d : f32
    %s = arith.addf %silu, %grows : f32
    %q = arith.addf %s, %pole : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: @exps_of_two_things
// CHECK-NOT: arith.negf
// CHECK: arith.divf
func.func @exps_of_two_things(%x: tensor<?xf32>, %y: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %a = math.exp %in : f32
    %c = math.exp %in2 : f32
    %b = arith.addf %c, %one : f32
    %q = arith.divf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// tanh_r1
// CHECK-LABEL: @tanh_of_exp_2x
// CHECK: math.tanh
func.func @tanh_of_exp_2x(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %u = arith.mulf %in, %two : f32
    %a = math.exp %u : f32
    %n = arith.subf %a, %one : f32
    %d = arith.addf %a, %one : f32
    %q = arith.divf %n, %d : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// tanh_r2
// CHECK-LABEL: @tanh_of_exp_minus_2x
// CHECK: math.tanh
func.func @tanh_of_exp_minus_2x(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %u = arith.mulf %in, %two : f32
    %v = arith.negf %u : f32
    %a = math.exp %v : f32
    %n = arith.subf %one, %a : f32
    %d = arith.addf %one, %a : f32
    %q = arith.divf %n, %d : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// tanh_r3
// CHECK-LABEL: @tanh_of_two_exps
// CHECK: math.tanh
func.func @tanh_of_two_exps(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = arith.negf %in : f32
    %a = math.exp %in : f32
    %b = math.exp %v : f32
    %n = arith.subf %a, %b : f32
    %d = arith.addf %a, %b : f32
    %q = arith.divf %n, %d : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// The exponents are not each other's negation.
// CHECK-LABEL: @not_a_tanh
// CHECK-NOT: math.tanh
// CHECK: arith.divf
func.func @not_a_tanh(%x: tensor<?xf32>, %y: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %a = math.exp %in : f32
    %b = math.exp %in2 : f32
    %n = arith.subf %a, %b : f32
    %d = arith.addf %a, %b : f32
    %q = arith.divf %n, %d : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// log_exp_r1
// CHECK-LABEL: @softplus
// CHECK: math.absf
// CHECK: math.log1p
// CHECK-NOT: math.log %
func.func @softplus(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = math.exp %in : f32
    %b = arith.addf %a, %one : f32
    %q = math.log %b : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// log_exp_r1; a second run changes nothing.
// CHECK-LABEL: @softplus_log1p
// CHECK-COUNT-1: math.log1p
// CHECK-NOT: math.log1p
func.func @softplus_log1p(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = math.exp %in : f32
    %q = math.log1p %a : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// log_exp_r1
// CHECK-LABEL: @log_sigmoid
// CHECK: math.log1p
// CHECK-NOT: math.log %
func.func @log_sigmoid(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.negf %in : f32
    %a = math.exp %m : f32
    %b = arith.addf %one, %a : f32
    %s = arith.divf %one, %b : f32
    %q = math.log %s : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// log_exp_r1
// CHECK-LABEL: @log_of_one_minus_sigmoid
// CHECK: math.log1p
// CHECK-NOT: math.log %
func.func @log_of_one_minus_sigmoid(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.negf %in : f32
    %a = math.exp %m : f32
    %b = arith.addf %one, %a : f32
    %s = arith.divf %one, %b : f32
    %c = arith.subf %one, %s : f32
    %q = math.log %c : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// log_exp_r1: log(s / (1 - s)) of a sigmoid s is x itself, and log(1 - tanh²)
// has no pole.
// CHECK-LABEL: @logit_of_sigmoid
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>
// CHECK-NOT: math.log %
// CHECK: math.log1p
// CHECK-NOT: math.log
// CHECK: return
func.func @logit_of_sigmoid(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.negf %in : f32
    %a = math.exp %m : f32
    %b = arith.addf %one, %a : f32
    %s = arith.divf %one, %b : f32
    %c = arith.subf %one, %s : f32
    %d = arith.divf %s, %c : f32
    %logit = math.log %d : f32
    %t = math.tanh %in : f32
    %square = arith.mulf %t, %t : f32
    %rest = arith.subf %one, %square : f32
    %density = math.log %rest : f32
    %q = arith.addf %logit, %density : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// logaddexp_r1
// CHECK-LABEL: @logaddexp
// CHECK: arith.cmpf oeq
// CHECK: arith.maximumf
// CHECK: math.log1p
func.func @logaddexp(%x: tensor<?xf32>, %y: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %a = math.exp %in : f32
    %b = math.exp %in2 : f32
    %c = arith.addf %a, %b : f32
    %q = math.log %c : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

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

#id = affine_map<(d0) -> (d0)>

// running_max_r1
// CHECK-LABEL: @rescale
// CHECK: %[[M:.*]] = arith.maximumf %[[U:.*]], %{{.*}} :
// CHECK: %[[NONE:.*]] = arith.cmpf oeq, %[[M]]
// CHECK: %[[K:.*]] = arith.select %[[NONE]], %{{.*}}, %[[M]]
// CHECK: %[[D:.*]] = arith.subf %[[U]], %[[K]]
// CHECK: math.exp %[[D]]
func.func @rescale(%old: tensor<?xf32>, %new: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%old, %new : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %in1: f32, %out: f32):
    %m = arith.maximumf %in, %in1 : f32
    %d = arith.subf %in, %m : f32
    %q = math.exp %d : f32
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

// -----

#id = affine_map<(d0) -> (d0)>

// exp2_r1, with log2(e) as f32 and as f16 rounds it.
// CHECK-LABEL: @exp2_scaled
// CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-DAG: math.exp %[[X]]
// CHECK-DAG: math.exp %[[X]]
// CHECK: math.exp2
func.func @exp2_scaled(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %c32 = arith.constant 1.44269502 : f32
  %c16 = arith.constant 1.442382812 : f32
  %other = arith.constant 1.44 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.mulf %in, %c32 : f32
    %b = arith.mulf %in, %c16 : f32
    %c = arith.mulf %in, %other : f32
    %pa = math.exp2 %a : f32
    %pb = math.exp2 %b : f32
    %pc = math.exp2 %c : f32
    %s = arith.addf %pa, %pb : f32
    %t = arith.addf %s, %pc : f32
    linalg.yield %t : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

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

// softmax_r1. The new ops carry the places of what they replace.
// CHECK-LABEL: @softmax_without_max
// CHECK: arith.maximumf
// CHECK: arith.subf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
// CHECK-NOT: math.exp
// LOC: arith.divf %{{.*}} loc(#[[L:.*]])
// LOC: #[[L]] = loc(fused[
func.func @softmax_without_max(%x: tensor<?x?xf32>, %e: tensor<?x?xf32>, %c: tensor<?x1xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = math.exp %a0 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%c : tensor<?x1xf32>) -> tensor<?x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<?x?xf32>) outs(%s0 : tensor<?x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.addf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<?x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<?x?xf32>, tensor<?x1xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %q = arith.divf %a0, %a1 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

// A softmax that subtracts its maximum stays.
// CHECK-LABEL: @softmax_with_max
// CHECK-COUNT-1: arith.maximumf
// CHECK-NOT: arith.maximumf
func.func @softmax_with_max(%x: tensor<?x?xf32>, %e: tensor<?x?xf32>, %c: tensor<?x1xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%c : tensor<?x1xf32>) -> tensor<?x1xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%m0 : tensor<?x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.maximumf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<?x1xf32>
  %z = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<?x?xf32>, tensor<?x1xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %q = arith.subf %a0, %a1 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%z : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = math.exp %a0 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%c : tensor<?x1xf32>) -> tensor<?x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<?x?xf32>) outs(%s0 : tensor<?x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.addf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<?x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<?x?xf32>, tensor<?x1xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %q = arith.divf %a0, %a1 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

// The sum is of another thing.
// CHECK-LABEL: @not_a_softmax
// CHECK-NOT: arith.maximumf
// CHECK: return
func.func @not_a_softmax(%x: tensor<?x?xf32>, %e: tensor<?x?xf32>, %c: tensor<?x1xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = math.exp %a0 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%c : tensor<?x1xf32>) -> tensor<?x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%s0 : tensor<?x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.addf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<?x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<?x?xf32>, tensor<?x1xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %q = arith.divf %a0, %a1 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

// logsumexp_r1
// CHECK-LABEL: @logsumexp
// CHECK: arith.maximumf
// CHECK: arith.cmpf oeq
// CHECK: arith.select
// CHECK: math.exp
// CHECK: math.log
// CHECK: arith.addf
func.func @logsumexp(%x: tensor<?x?xf32>, %e: tensor<?x?xf32>, %c: tensor<?x1xf32>) -> tensor<?x1xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = math.exp %a0 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%c : tensor<?x1xf32>) -> tensor<?x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<?x?xf32>) outs(%s0 : tensor<?x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.addf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<?x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<?x1xf32>) outs(%c : tensor<?x1xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = math.log %a0 : f32
    linalg.yield %q : f32
  } -> tensor<?x1xf32>
  return %r : tensor<?x1xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>

// logsumexp_r2, the maximum written as a compare and a select.
// CHECK-LABEL: @shifted_logsumexp
// CHECK: arith.maximumf
// CHECK: %[[SHIFT:.*]] = linalg.generic
// CHECK: math.absf
// CHECK: arith.cmpf oeq
// CHECK: arith.select
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[SHIFT]] :
// CHECK: math.exp
// CHECK: linalg.generic {{.*}} ins(%[[SHIFT]], %
// CHECK: %[[L:.*]] = math.log
// CHECK: arith.addf %{{.*}}, %[[L]]
func.func @shifted_logsumexp(%x: tensor<?x7xf32>, %e: tensor<?xf32>, %w: tensor<?x7xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %f = linalg.fill ins(%inf : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x7xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %g = arith.cmpf oge, %out, %in : f32
    %n = arith.cmpf uno, %out, %out : f32
    %o = arith.ori %g, %n : i1
    %a = arith.select %o, %out, %in : f32
    linalg.yield %a : f32
  } -> tensor<?xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<?x7xf32>, tensor<?xf32>) outs(%w : tensor<?x7xf32>) {
  ^bb0(%in: f32, %in1: f32, %out: f32):
    %d = arith.subf %in, %in1 : f32
    %a = math.exp %d : f32
    linalg.yield %a : f32
  } -> tensor<?x7xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<?x7xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %in, %out : f32
    linalg.yield %a : f32
  } -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%s, %m : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %in1: f32, %out: f32):
    %l = math.log %in : f32
    %a = arith.addf %l, %in1 : f32
    linalg.yield %a : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

// log_softmax_r1
// CHECK-LABEL: @log_of_softmax
// CHECK: arith.maximumf
// CHECK-NOT: arith.divf
// CHECK: %[[L:.*]] = math.log
// CHECK: arith.subf %{{.*}}, %[[L]]
func.func @log_of_softmax(%x: tensor<?x?xf32>, %e: tensor<?x?xf32>, %c: tensor<?x1xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %m0 = linalg.fill ins(%inf : f32) outs(%c : tensor<?x1xf32>) -> tensor<?x1xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%m0 : tensor<?x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.maximumf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<?x1xf32>
  %z = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<?x?xf32>, tensor<?x1xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %q = arith.subf %a0, %a1 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%z : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = math.exp %a0 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%c : tensor<?x1xf32>) -> tensor<?x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<?x?xf32>) outs(%s0 : tensor<?x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = arith.addf %in, %out : f32
    linalg.yield %q : f32
  } -> tensor<?x1xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<?x?xf32>, tensor<?x1xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %a1: f32, %out: f32):
    %q = arith.divf %a0, %a1 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a0: f32, %out: f32):
    %q = math.log %a0 : f32
    linalg.yield %q : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// softmax_r2: the named op, whose stock decomposition drops NaN.
// CHECK-LABEL: @named_softmax
// CHECK-NOT: linalg.softmax
// CHECK: arith.maximumf
// CHECK: math.exp
// CHECK: arith.divf
func.func @named_softmax(%x: tensor<4x?xf32>, %e: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
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

#id = affine_map<(d0) -> (d0)>

// logaddexp_r1 of three, and softmax_r3: the largest is subtracted from each.
// CHECK-LABEL: @sums_of_exp
// CHECK: %[[M2:.*]] = arith.maximumf
// CHECK: %[[M:.*]] = arith.maximumf %[[M2]]
// CHECK: %[[SHIFT:.*]] = arith.select %{{.*}}, %{{.*}}, %[[M]]
// CHECK-COUNT-3: arith.subf %{{.*}}, %[[SHIFT]]
// CHECK: %[[L:.*]] = math.log
// CHECK: arith.addf %[[SHIFT]], %[[L]]
// CHECK: arith.maximumf
// CHECK: arith.divf
func.func @sums_of_exp(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>, %e: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %l = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y, %z : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %pa = math.exp %a : f32
    %pb = math.exp %b : f32
    %pc = math.exp %c : f32
    %s = arith.addf %pa, %pb : f32
    %t = arith.addf %s, %pc : f32
    %q = math.log %t : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  %p = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %pa = math.exp %a : f32
    %pb = math.exp %b : f32
    %s = arith.addf %pa, %pb : f32
    %q = arith.divf %pa, %s : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %l, %p : tensor<?xf32>, tensor<?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// exp_product_r1
// CHECK-LABEL: @exp_times_difference
// CHECK: %[[E:.*]] = math.exp %[[T:.*]] : f32
// CHECK: %[[P:.*]] = arith.mulf
// CHECK: arith.cmpf oeq, %[[E]]
// CHECK: arith.cmpf oeq, %[[T]]
// CHECK: arith.cmpf ord
// CHECK: %[[NONE:.*]] = arith.andi
// CHECK: arith.select %[[NONE]], %{{.*}}, %[[P]]
func.func @exp_times_difference(%t: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%t, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %1 = math.exp %a : f32
    %2 = arith.subf %a, %b : f32
    %3 = arith.mulf %1, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// Another exponent than the one that is added: 0 * Inf is NaN.
// CHECK-LABEL: @exp_times_another
// CHECK: arith.mulf
// CHECK-NOT: arith.select
// CHECK: return
func.func @exp_times_another(%t: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%t, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %1 = math.exp %a : f32
    %2 = arith.mulf %1, %b : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

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

// -----

#id = affine_map<(d0) -> (d0)>

// asinh_r1
// CHECK-LABEL: @asinh
// CHECK: %[[A:.*]] = math.absf %[[X:.*]] :
// CHECK: %[[L:.*]] = arith.maximumf %[[A]]
// CHECK: arith.divf %{{.*}}, %[[L]]
// CHECK: math.log %[[L]]
// CHECK: math.log1p
// CHECK: arith.minimumf %[[A]]
// CHECK: math.log1p
// CHECK: %[[R:.*]] = arith.select
// CHECK: math.copysign %[[R]], %[[X]]
func.func @asinh(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %1 = arith.mulf %a, %a : f32
    %2 = arith.addf %1, %one : f32
    %3 = math.sqrt %2 : f32
    %4 = arith.addf %a, %3 : f32
    %5 = math.log %4 : f32
    linalg.yield %5 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// log_exp_r2: log(exp a - exp b), log(1 - exp b), log(expm1 a).
// CHECK-LABEL: @logs_of_differences
// CHECK: %[[D:.*]] = arith.subf %{{.*}}, %[[A:.*]] : f32
// CHECK: %[[T:.*]] = arith.select %{{.*}}, %{{.*}}, %[[D]]
// CHECK: %[[M:.*]] = math.expm1 %[[T]]
// CHECK: %[[N:.*]] = arith.negf %[[M]]
// CHECK: %[[NEAR:.*]] = math.log %[[N]]
// CHECK: math.exp %[[T]]
// CHECK: %[[FAR:.*]] = math.log1p
// CHECK: %[[R:.*]] = arith.select %{{.*}}, %[[NEAR]], %[[FAR]]
// CHECK: arith.addf %[[A]], %[[R]]
// CHECK: math.expm1
// CHECK: math.log
// CHECK: math.log1p
// CHECK: math.expm1
// CHECK: math.log
// CHECK: math.log1p
// CHECK: arith.addf
func.func @logs_of_differences(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %0:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e, %e, %e : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32, %p: f32, %q: f32):
    %ea = math.exp %a : f32
    %eb = math.exp %b : f32
    %d = arith.subf %ea, %eb : f32
    %l = math.log %d : f32
    %c = arith.subf %one, %eb : f32
    %m = math.log %c : f32
    %f = math.expm1 %a : f32
    %n = math.log %f : f32
    linalg.yield %l, %m, %n : f32, f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// logaddexp_r2, with the distance and with min - max.
// CHECK-LABEL: @shifted_logaddexp
// CHECK-COUNT-2: arith.cmpf oeq
// CHECK-NOT: arith.minimumf
func.func @shifted_logaddexp(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e, %e : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32, %p: f32):
    %max = arith.maximumf %a, %b : f32
    %min = arith.minimumf %b, %a : f32
    %d = arith.subf %b, %a : f32
    %s = math.absf %d : f32
    %n = arith.negf %s : f32
    %t = math.exp %n : f32
    %u = math.log1p %t : f32
    %v = arith.addf %max, %u : f32
    %f = arith.subf %min, %max : f32
    %g = math.exp %f : f32
    %h = arith.addf %g, %one : f32
    %i = math.log %h : f32
    %j = arith.addf %i, %max : f32
    linalg.yield %v, %j : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// expm1_r1 and log1p_r1
// CHECK-LABEL: @near_zero
// CHECK: math.expm1
// CHECK: %[[M:.*]] = math.expm1
// CHECK: arith.negf %[[M]]
// CHECK: math.log1p
// CHECK-NOT: math.exp %
// CHECK: return
func.func @near_zero(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %0:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e, %e, %e : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32, %q: f32):
    %ea = math.exp %a : f32
    %d = arith.subf %ea, %one : f32
    %c = arith.subf %one, %ea : f32
    %f = arith.addf %one, %a : f32
    %l = math.log %f : f32
    linalg.yield %d, %c, %l : f32, f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
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

// -----

#id = affine_map<(d0) -> (d0)>

// gate_r1: a GELU's and a SiLU's limit at -Inf; another factor's is none.
// CHECK-LABEL: @gates
// CHECK: %[[S:.*]] = arith.divf %[[X:.*]], %[[D:.*]] : f32
// CHECK: arith.cmpf oeq, %[[X]]
// CHECK: arith.cmpf oeq, %[[D]]
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[S]]
// CHECK: %[[G:.*]] = arith.addf
// CHECK: %[[P:.*]] = arith.mulf %[[H:.*]], %[[G]]
// CHECK: arith.cmpf oeq, %[[H]]
// CHECK: arith.cmpf oeq, %[[G]]
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[P]]
// CHECK: %[[GLU:.*]] = arith.mulf
// CHECK-NEXT: linalg.yield %{{.*}}, %{{.*}}, %[[GLU]]
func.func @gates(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<4xf32>
  %0:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e, %e, %e : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32, %p: f32, %q: f32):
    %n = arith.negf %a : f32
    %u = math.exp %n : f32
    %d = arith.addf %u, %one : f32
    %s = arith.divf %a, %d : f32
    %h = arith.mulf %a, %half : f32
    %t = math.erf %a : f32
    %g = arith.addf %t, %one : f32
    %l = arith.mulf %h, %g : f32
    %v = math.tanh %b : f32
    %w = arith.addf %v, %one : f32
    %z = arith.mulf %a, %w : f32
    linalg.yield %s, %l, %z : f32, f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// softsign_r1: ±1 at ±Inf; another numerator has no such limit.
// CHECK-LABEL: @softsign
// CHECK: %[[A:.*]] = math.absf %[[X:.*]] : f32
// CHECK: arith.addf %[[A]]
// CHECK: %[[INF:.*]] = arith.cmpf oeq
// CHECK: %[[LIMIT:.*]] = arith.select
// CHECK: %[[Q:.*]] = arith.divf %[[X]]
// CHECK: %[[S:.*]] = arith.select %[[INF]], %[[LIMIT]], %[[Q]]
// CHECK: %[[OTHER:.*]] = arith.divf
// CHECK: linalg.yield %[[S]], %[[OTHER]]
func.func @softsign(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e, %e : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32, %p: f32):
    %n = math.absf %a : f32
    %d = arith.addf %n, %one : f32
    %s = arith.divf %a, %d : f32
    %t = arith.divf %b, %d : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>

// log_erf_r1
// CHECK-LABEL: @normal_tail
// CHECK: %[[N:.*]] = arith.negf %[[X:.*]] : f32
// CHECK: %[[T:.*]] = math.erfc %[[N]]
// CHECK: %[[H:.*]] = arith.mulf %[[T]]
// CHECK: math.log %[[H]]
// CHECK: %[[U:.*]] = math.erfc %[[X]]
// CHECK: math.log %[[U]]
func.func @normal_tail(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<4xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e, %e : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %t = math.erf %a : f32
    %g = arith.addf %t, %one : f32
    %h = arith.mulf %g, %half : f32
    %l = math.log %h : f32
    %d = arith.subf %one, %t : f32
    %m = math.log %d : f32
    linalg.yield %l, %m : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
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
