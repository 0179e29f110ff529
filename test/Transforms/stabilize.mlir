// RUN: nanguard-opt %s --nanguard-stabilize --split-input-file | FileCheck %s

// Rules of functions of exp, as docs/numerics.md labels them.

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
