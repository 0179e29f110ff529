// RUN: nanguard-opt %s --nanguard-stabilize --split-input-file | FileCheck %s
// RUN: nanguard-opt %s --nanguard-stabilize --split-input-file --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

// Rules as docs/numerics.md labels them.

#id = affine_map<(d0) -> (d0)>

// sigmoid_r1, in one body.
// CHECK-LABEL: @sigmoid_of_exp
// CHECK: %[[N:.*]] = arith.negf
// CHECK: %[[E:.*]] = math.exp %[[N]]
// CHECK: %[[D:.*]] = arith.addf %[[E]]
// CHECK: arith.divf %{{.*}}, %[[D]]
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

// exp(x) / (2 + exp(x)) is something else.
// CHECK-LABEL: @not_a_sigmoid
// CHECK-NOT: arith.negf
// CHECK: arith.divf
func.func @not_a_sigmoid(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = math.exp %in : f32
    %b = arith.addf %a, %two : f32
    %q = arith.divf %a, %b : f32
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

// softplus_r1
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

// softplus_r1; a second run changes nothing.
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

// log_sigmoid_r1
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

// log_sigmoid_r2
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

// xlogx_r1
// CHECK-LABEL: @x_log_x
// CHECK: %[[P:.*]] = arith.mulf
// CHECK: %[[Z:.*]] = arith.cmpf oeq
// CHECK: arith.select %[[Z]], %{{.*}}, %[[P]]
func.func @x_log_x(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
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

// CHECK-LABEL: @y_log_x
// CHECK-NOT: arith.select
// CHECK: return
func.func @y_log_x(%x: tensor<?xf32>, %y: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %l = math.log %in : f32
    %q = arith.mulf %in2, %l : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
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
