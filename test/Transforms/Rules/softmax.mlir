// RUN: nanguard-opt %s --nanguard-stabilize --split-input-file | FileCheck %s
// RUN: nanguard-opt %s --nanguard-stabilize --split-input-file --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

// Rules of softmax, as docs/numerics.md labels them.

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
// LOC: #[[L:loc[0-9]+]] = loc(fused[{{#loc[0-9]+, #loc[0-9]+, #loc[0-9]+}}])
// LOC: arith.divf %{{.*}} loc(#[[L]])
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
