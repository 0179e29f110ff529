// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-unroll-loops))' | FileCheck %s
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-unroll-loops{limit=4}))' --remarks-filter=nanguard --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The turns are guarded; three elementwise ones in a row are one kernel.
// RUN: nanguard-opt %s --guard-tiers | FileCheck %s --check-prefix=PIPE
// PIPE-LABEL: func.func @recurrence(
// PIPE: nanguard.dispatch kind(activation) id(2) "cell"
// PIPE-NOT: scf.for
// PIPE: return

// REMARK: remark: {{.*}}a loop of too many ops in all is left as it is
// REMARK: remark: {{.*}}a loop of an unknown number of turns is left as it is
// REMARK: remark: {{.*}}unrolled 2 turns

// CHECK-LABEL: func.func @recurrence(
// CHECK-NOT: scf.for
// CHECK: %[[S0:.*]] = tensor.extract_slice %arg0[%c0
// CHECK: %[[H0:.*]] = linalg.generic {{.*}} ins(%[[S0]], %arg1
// CHECK: tensor.extract_slice %arg0[%c1
// CHECK: %[[H1:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[H0]]
// CHECK: tensor.extract_slice %arg0[%c2
// CHECK: %[[H2:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[H1]]
// CHECK: return %[[H2]]
#id = affine_map<(d0) -> (d0)>
func.func @recurrence(%x: tensor<3x4xf16>, %h: tensor<4xf16>) -> tensor<4xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<4xf16>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %h) -> (tensor<4xf16>) {
    %t = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<3x4xf16> to tensor<4xf16>
    %n = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%t, %s : tensor<4xf16>, tensor<4xf16>) outs(%e : tensor<4xf16>) {
    ^bb0(%a: f16, %b: f16, %out: f16):
      %0 = arith.mulf %a, %b : f16
      %1 = math.exp %0 : f16
      linalg.yield %1 : f16
    } -> tensor<4xf16> loc("cell"("m.py":4:0))
    scf.yield %n : tensor<4xf16>
  }
  return %r : tensor<4xf16>
}
// CHECK-LABEL: func.func @unknown(
// CHECK: scf.for
func.func @unknown(%h: tensor<4xf16>, %n: index) -> tensor<4xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf16>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %h) -> (tensor<4xf16>) {
    %0 = linalg.exp ins(%s : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
    scf.yield %0 : tensor<4xf16>
  }
  return %r : tensor<4xf16>
}
// A loop that only moves is nobody's business; the one around two is two.
// CHECK-LABEL: func.func @nested(
// CHECK-NOT: scf.for
// CHECK-COUNT-2: linalg.exp
// CHECK: scf.for
// CHECK: tensor.insert_slice
func.func @nested(%h: tensor<4xf16>) -> (tensor<4xf16>, tensor<4xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<4xf16>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %h) -> (tensor<4xf16>) {
    %0 = linalg.exp ins(%s : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
    scf.yield %0 : tensor<4xf16>
  }
  %m = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %h) -> (tensor<4xf16>) {
    %0 = tensor.extract_slice %h[%i] [1] [1] : tensor<4xf16> to tensor<1xf16>
    %1 = tensor.insert_slice %0 into %s[%i] [1] [1] : tensor<1xf16> into tensor<4xf16>
    scf.yield %1 : tensor<4xf16>
  }
  return %r, %m : tensor<4xf16>, tensor<4xf16>
}
