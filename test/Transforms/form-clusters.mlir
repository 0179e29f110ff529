// RUN: nanguard-opt %s --allow-unregistered-dialect --nanguard-form-clusters | FileCheck %s
// RUN: nanguard-opt %s --allow-unregistered-dialect --nanguard-form-clusters --remarks-filter=nanguard --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: nanguard-opt %project/examples/attention_f16.mlir --nanguard-form-clusters | FileCheck %s --check-prefix=ATTENTION

// A whole attention is one cluster; the projection has the norm behind it as
// its epilogue.
// ATTENTION-NOT: nanguard.cluster
// ATTENTION: nanguard.cluster kind(attention)
// ATTENTION: linalg.batch_matmul
// ATTENTION: math.exp
// ATTENTION: linalg.batch_matmul
// ATTENTION: nanguard.cluster kind(norm)
// ATTENTION: linalg.matmul
// ATTENTION: math.rsqrt
// ATTENTION-NOT: nanguard.cluster

#id1 = affine_map<(d0) -> (d0)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: @softmax
// CHECK: %[[R:.*]] = nanguard.cluster kind(softmax)
// CHECK: arith.maximumf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
// CHECK-NOT: nanguard.cluster
// CHECK: return %[[R]]
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %er = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%low : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = arith.maximumf %in, %out : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %t = arith.subf %in, %b : f32
    %u = math.exp %t : f32
    linalg.yield %u : f32
  } -> tensor<4x8xf32>
  %g = linalg.fill ins(%zero : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<4x8xf32>) outs(%g : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = arith.addf %in, %out : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d, %s : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %t = arith.divf %in, %b : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// test_r1: a loss scaler's test sees what overflowed in f16: the quotient is handed out.
// CHECK-LABEL: @overflow_test
// CHECK: %[[Q:.*]] = nanguard.cluster kind(elementwise)
// CHECK: arith.divf
// CHECK: nanguard.yield
// CHECK: linalg.generic {{.*}} ins(%[[Q]] :
// CHECK: math.absf
func.func @overflow_test(%g: tensor<8xf16>, %s: tensor<8xf16>) -> tensor<8xi1> {
  %inf = arith.constant 0x7C00 : f16
  %e = tensor.empty() : tensor<8xf16>
  %b = tensor.empty() : tensor<8xi1>
  %q = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%g, %s : tensor<8xf16>, tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %by: f16, %out: f16):
    %t = arith.divf %in, %by : f16
    linalg.yield %t : f16
  } -> tensor<8xf16>
  %r = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%q : tensor<8xf16>) outs(%b : tensor<8xi1>) {
  ^bb0(%in: f16, %out: i1):
    %a = math.absf %in : f16
    %t = arith.cmpf oeq, %a, %inf : f16
    linalg.yield %t : i1
  } -> tensor<8xi1>
  return %r : tensor<8xi1>
}

// test_r1: an infinity of either sign or a NaN, asked for one by one.
// CHECK-LABEL: @overflow_tests
// CHECK: nanguard.cluster kind(elementwise)
// CHECK: arith.divf
// CHECK: nanguard.cluster kind(activation)
// CHECK: math.exp
func.func @overflow_tests(%g: tensor<8xf16>, %s: tensor<8xf16>) -> tensor<8xf16> {
  %plus = arith.constant 0x7C00 : f16
  %minus = arith.constant 0xFC00 : f16
  %one = arith.constant 1.0 : f16
  %e = tensor.empty() : tensor<8xf16>
  %q = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%g, %s : tensor<8xf16>, tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %by: f16, %out: f16):
    %t = arith.divf %in, %by : f16
    linalg.yield %t : f16
  } -> tensor<8xf16>
  %r = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%q, %s : tensor<8xf16>, tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %by: f16, %out: f16):
    %0 = arith.cmpf oeq, %in, %plus : f16
    %1 = arith.cmpf oeq, %in, %minus : f16
    %2 = arith.cmpf uno, %in, %in : f16
    %3 = arith.ori %0, %1 : i1
    %4 = arith.ori %3, %2 : i1
    %5 = arith.select %4, %one, %by : f16
    %6 = math.exp %5 : f16
    linalg.yield %6 : f16
  } -> tensor<8xf16>
  return %r : tensor<8xf16>
}

// Near misses of test_r1: -Inf alone is a mask's; the other value is read beside its test. Both stay wide.
// CHECK-LABEL: @no_overflow_test
// CHECK: nanguard.cluster kind(activation)
// CHECK: arith.divf
// CHECK-NOT: nanguard.cluster
// CHECK: math.exp
func.func @no_overflow_test(%g: tensor<8xf16>, %s: tensor<8xf16>) -> tensor<8xf16> {
  %plus = arith.constant 0x7C00 : f16
  %minus = arith.constant 0xFC00 : f16
  %one = arith.constant 1.0 : f16
  %e = tensor.empty() : tensor<8xf16>
  %q:2 = linalg.generic {indexing_maps = [#id1, #id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%g, %s : tensor<8xf16>, tensor<8xf16>) outs(%e, %e : tensor<8xf16>, tensor<8xf16>) {
  ^bb0(%in: f16, %by: f16, %out: f16, %out2: f16):
    %t = arith.divf %in, %by : f16
    %u = arith.divf %by, %in : f16
    linalg.yield %t, %u : f16, f16
  } -> (tensor<8xf16>, tensor<8xf16>)
  %r = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%q#0, %q#1 : tensor<8xf16>, tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %by: f16, %out: f16):
    %0 = arith.cmpf oeq, %in, %minus : f16
    %1 = arith.cmpf oeq, %by, %plus : f16
    %2 = arith.ori %0, %1 : i1
    %3 = arith.select %2, %one, %by : f16
    %4 = math.exp %3 : f16
    linalg.yield %4 : f16
  } -> tensor<8xf16>
  return %r : tensor<8xf16>
}

// CHECK-LABEL: @matmul_bias_relu
// CHECK: nanguard.cluster kind(matmul)
// CHECK: linalg.matmul
// CHECK: arith.addf
// CHECK: arith.maximumf
// CHECK-NOT: nanguard.cluster
// CHECK: return
func.func @matmul_bias_relu(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %bias: tensor<16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x16xf32>) -> tensor<4x16xf32>
  %m = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%f : tensor<4x16xf32>) -> tensor<4x16xf32>
  %s = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %bias : tensor<4x16xf32>, tensor<16xf32>) outs(%e : tensor<4x16xf32>) {
  ^bb0(%in: f32, %c: f32, %out: f32):
    %t = arith.addf %in, %c : f32
    linalg.yield %t : f32
  } -> tensor<4x16xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<4x16xf32>) outs(%e : tensor<4x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = arith.maximumf %in, %zero : f32
    linalg.yield %t : f32
  } -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}

// Two layer norms in a row: a kernel holds two dependent sums, so one norm.
// CHECK-LABEL: @two_norms
// CHECK-COUNT-2: nanguard.cluster kind(norm)
// CHECK-NOT: nanguard.cluster
// CHECK: return
func.func @two_norms(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 8.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %er = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%er : tensor<4xf32>) -> tensor<4xf32>
  %s0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = arith.addf %in, %out : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %d0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s0 : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %m = arith.divf %sum, %n : f32
    %t = arith.subf %in, %m : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  %v0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d0 : tensor<4x8xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sq = arith.mulf %in, %in : f32
    %t = arith.addf %sq, %out : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %r0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d0, %v0 : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %var: f32, %out: f32):
    %a = arith.divf %var, %n : f32
    %c = math.rsqrt %a : f32
    %t = arith.mulf %in, %c : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  %s1 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%r0 : tensor<4x8xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = arith.addf %in, %out : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %d1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%r0, %s1 : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %m = arith.divf %sum, %n : f32
    %t = arith.subf %in, %m : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  %v1 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d1 : tensor<4x8xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sq = arith.mulf %in, %in : f32
    %t = arith.addf %sq, %out : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %r1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d1, %v1 : tensor<4x8xf32>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: f32, %var: f32, %out: f32):
    %a = arith.divf %var, %n : f32
    %c = math.rsqrt %a : f32
    %t = arith.mulf %in, %c : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  return %r1 : tensor<4x8xf32>
}

// The exponential has two readers: it is an edge.
// CHECK-LABEL: @two_readers
// CHECK: %[[E:.*]] = nanguard.cluster kind(activation)
// CHECK: math.exp
// CHECK-DAG: nanguard.cluster kind(activation) {{.*}} ins(%[[E]] :
// CHECK-DAG: nanguard.cluster kind(activation) {{.*}} ins(%[[E]] :
// CHECK-NOT: nanguard.cluster
// CHECK: return
func.func @two_readers(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = math.exp %in : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = math.log %in : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = math.rsqrt %in : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// REMARK: other.op: not understood, left as it is
// CHECK-LABEL: @unknown
// CHECK-NEXT: %[[U:.*]] = "other.op"(%{{.*}}) : (tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT: return %[[U]]
func.func @unknown(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "other.op"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @private
// CHECK-NOT: nanguard.cluster
// CHECK: return
func.func private @private(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// REMARK: a function with branches is left as it is
// CHECK-LABEL: @branches
// CHECK-NOT: nanguard.cluster
// CHECK: return
func.func @branches(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  cf.br ^end
^end:
  return %0 : tensor<8xf32>
}

// An assertion in the body goes with the copy; index arithmetic needs no guard.
// CHECK-LABEL: func.func @reciprocal
// CHECK-NOT: cf.assert
// CHECK: nanguard.cluster kind(elementwise)
// CHECK: cf.assert
// CHECK: nanguard.yield
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @reciprocal(%x: tensor<4xf16>) -> tensor<4xf16> {
  %one = arith.constant 1.0 : f16
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<4xf16>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) {
  ^bb0(%a: f16, %o: f16):
    %ok = arith.cmpf one, %a, %zero : f16
    cf.assert %ok, "unimplemented: tensor with zero element"
    %q = arith.divf %one, %a : f16
    linalg.yield %q : f16
  } -> tensor<4xf16>
  return %y : tensor<4xf16>
}

// What a matmul accumulates onto is part of its kernel.
// CHECK-LABEL: @gemm(
// CHECK: nanguard.cluster kind(matmul)
// CHECK: arith.mulf
// CHECK: linalg.matmul
// CHECK-NOT: nanguard.cluster
// CHECK-LABEL: @named(
func.func @gemm(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %c: tensor<4x4xf32>, %beta: f32) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.mulf %in, %beta : f32
    linalg.yield %1 : f32
  } -> tensor<4x4xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// A chain is named after its first producer, or after what gives it its kind;
// the clamp at its end makes nothing.
// RUN: nanguard-opt %s --allow-unregistered-dialect --guard-tiers | FileCheck %s --check-prefix=NAME
// NAME-LABEL: func.func @named(
// NAME: nanguard.dispatch kind(elementwise) id({{[0-9]+}}) "first"
// NAME: nanguard.dispatch kind(activation) id({{[0-9]+}}) "sigmoid"
func.func @named(%x: tensor<8xf16>) -> (tensor<8xf16>, tensor<8xf16>) {
  %zero = arith.constant 0.0 : f16
  %one = arith.constant 1.0 : f16
  %e = tensor.empty() : tensor<8xf16>
  %a = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %1 = arith.addf %in, %in : f16
    linalg.yield %1 : f16
  } -> tensor<8xf16> loc("first"("m.py":1:0))
  %b = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%a : tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %1 = arith.mulf %in, %in : f16
    linalg.yield %1 : f16
  } -> tensor<8xf16> loc("second"("m.py":2:0))
  %c = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%b : tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %1 = arith.maximumf %in, %zero : f16
    linalg.yield %1 : f16
  } -> tensor<8xf16> loc("clamp"("m.py":3:0))
  %d = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %1 = arith.mulf %in, %in : f16
    linalg.yield %1 : f16
  } -> tensor<8xf16> loc("scale"("m.py":4:0))
  %f = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%d : tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %1 = math.exp %in : f16
    linalg.yield %1 : f16
  } -> tensor<8xf16> loc("sigmoid"("m.py":5:0))
  %g = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%f : tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %1 = arith.addf %in, %one : f16
    linalg.yield %1 : f16
  } -> tensor<8xf16> loc("last"("m.py":6:0))
  return %c, %g : tensor<8xf16>, tensor<8xf16>
}

// What a branch holds that is not taken is no fault: a choice is the end of the
// chain that makes its branches.
// CHECK-LABEL: @choice(
// CHECK: nanguard.cluster kind(elementwise)
// CHECK: arith.cmpf olt
// CHECK: arith.mulf
// CHECK: arith.select
// CHECK: nanguard.yield
// CHECK-NOT: nanguard.cluster
func.func @choice(%x: tensor<8xf16>) -> tensor<8xf16> {
  %one = arith.constant 1.0 : f16
  %e = tensor.empty() : tensor<8xf16>
  %f = tensor.empty() : tensor<8xi1>
  %a = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %1 = arith.mulf %in, %in : f16
    linalg.yield %1 : f16
  } -> tensor<8xf16>
  %c = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%x : tensor<8xf16>) outs(%f : tensor<8xi1>) {
  ^bb0(%in: f16, %out: i1):
    %1 = arith.cmpf olt, %in, %one : f16
    linalg.yield %1 : i1
  } -> tensor<8xi1>
  %d = linalg.generic {indexing_maps = [#id1, #id1, #id1, #id1], iterator_types = ["parallel"]} ins(%c, %a, %x : tensor<8xi1>, tensor<8xf16>, tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%k: i1, %in: f16, %in_1: f16, %out: f16):
    %1 = arith.select %k, %in, %in_1 : f16
    linalg.yield %1 : f16
  } -> tensor<8xf16>
  return %d : tensor<8xf16>
}

// A flag hides rows of what it is multiplied with: the contraction sees how it
// is made.
// CHECK-LABEL: @one_hot(
// CHECK: nanguard.cluster kind(matmul)
// CHECK: arith.uitofp
// CHECK: linalg.matmul
// CHECK: nanguard.yield
func.func @one_hot(%flags: tensor<2x3xi1>, %table: tensor<3x4xf32>) -> tensor<2x4xf32> {
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

// Zeros around a convolution's input are the kernel's to think of, also behind
// the groups' reshape.
// CHECK-LABEL: @padded_conv(
// CHECK-SAME: %[[X:.*]]: tensor<1x4x8x8xf16>,
// CHECK-NOT: tensor.pad
// CHECK: nanguard.cluster kind(conv) {{.*}} ins(%[[X]], %{{.*}} : tensor<1x4x8x8xf16>
// CHECK: tensor.pad
// CHECK: tensor.expand_shape
// CHECK: linalg.conv_2d_ngchw_gfchw
func.func @padded_conv(%x: tensor<1x4x8x8xf16>, %w: tensor<2x2x2x3x3xf16>, %i: tensor<1x2x2x8x8xf32>) -> tensor<1x2x2x8x8xf32> {
  %zero = arith.constant 0.0 : f16
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f16
  } : tensor<1x4x8x8xf16> to tensor<1x4x10x10xf16>
  %g = tensor.expand_shape %p [[0], [1, 2], [3], [4]] output_shape [1, 2, 2, 10, 10] : tensor<1x4x10x10xf16> into tensor<1x2x2x10x10xf16>
  %y = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%g, %w : tensor<1x2x2x10x10xf16>, tensor<2x2x2x3x3xf16>) outs(%i : tensor<1x2x2x8x8xf32>) -> tensor<1x2x2x8x8xf32>
  return %y : tensor<1x2x2x8x8xf32>
}

// Not so -0, a number of run time, and zeros that two kernels read.
// CHECK-LABEL: @other_padding(
// CHECK-COUNT-3: tensor.pad
// CHECK: nanguard.cluster kind(conv)
// CHECK-NOT: tensor.pad
// CHECK: return
func.func @other_padding(%x: tensor<6x4xf32>, %w: tensor<3x2xf32>, %v: f32, %i: tensor<6x3xf32>) -> tensor<6x3xf32> {
  %minus = arith.constant -0.0 : f32
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[1, 0] high[1, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %minus : f32
  } : tensor<6x4xf32> to tensor<8x4xf32>
  %q = tensor.pad %x low[1, 0] high[1, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %v : f32
  } : tensor<6x4xf32> to tensor<8x4xf32>
  %r = tensor.pad %x low[1, 0] high[1, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %zero : f32
  } : tensor<6x4xf32> to tensor<8x4xf32>
  %0 = linalg.conv_2d ins(%p, %w : tensor<8x4xf32>, tensor<3x2xf32>) outs(%i : tensor<6x3xf32>) -> tensor<6x3xf32>
  %1 = linalg.conv_2d ins(%q, %w : tensor<8x4xf32>, tensor<3x2xf32>) outs(%0 : tensor<6x3xf32>) -> tensor<6x3xf32>
  %2 = linalg.conv_2d ins(%r, %w : tensor<8x4xf32>, tensor<3x2xf32>) outs(%1 : tensor<6x3xf32>) -> tensor<6x3xf32>
  %3 = linalg.conv_2d ins(%r, %w : tensor<8x4xf32>, tensor<3x2xf32>) outs(%2 : tensor<6x3xf32>) -> tensor<6x3xf32>
  return %3 : tensor<6x3xf32>
}
