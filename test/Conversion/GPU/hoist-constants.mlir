// An array that a kernel holds becomes an argument; what is one value all over
// stays a fill.
// RUN: nanguard-opt %s --nanguard-hoist-constants | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK: %[[A:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00]>
// CHECK: %[[B:.*]] = arith.constant dense<[3.000000e+00, 4.000000e+00]>
// CHECK: call @k(%[[A]], %[[B]], %{{.*}}, %{{.*}})
// CHECK: %[[C:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00]>
// CHECK: %[[D:.*]] = arith.constant dense<[3.000000e+00, 4.000000e+00]>
// CHECK: call @k_if(%{{.*}}, %[[C]], %[[D]], %{{.*}}, %{{.*}})
// CHECK-LABEL: func.func private @k(
// CHECK-SAME: %[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xf32>, %[[X:.*]]: tensor<2xf32>, %[[O:.*]]: tensor<2xf32>)
// CHECK: arith.constant dense<5.000000e+00>
// CHECK: linalg.add ins(%[[A]], %[[B]] :
// A gate stays in front, and the rest is as in the form that it gates.
// CHECK-LABEL: func.func private @k_if(
// CHECK-SAME: %[[GATE:.*]]: tensor<12xi64>, %[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xf32>, %[[X:.*]]: tensor<2xf32>, %[[O:.*]]: tensor<2xf32>)
// CHECK: call @k(%[[A]], %[[B]], %[[X]], %[[O]])
func.func @main(%row: tensor<12xi64>, %x: tensor<2xf32>, %o: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @k(%x, %o) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = call @k_if(%row, %x, %0) : (tensor<12xi64>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @k(%x: tensor<2xf32>, %o: tensor<2xf32>) -> tensor<2xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %c = arith.constant dense<5.0> : tensor<2xf32>
  %0 = linalg.add ins(%a, %b : tensor<2xf32>, tensor<2xf32>) outs(%o : tensor<2xf32>) -> tensor<2xf32>
  %1 = linalg.add ins(%0, %x : tensor<2xf32>, tensor<2xf32>) outs(%c : tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @k_if(%gate: tensor<12xi64>, %x: tensor<2xf32>, %o: tensor<2xf32>) -> tensor<2xf32> attributes {nanguard.form = #nanguard.form<fused>, nanguard.gate = 7 : i64, nanguard.gates = @k} {
  %0 = func.call @k(%x, %o) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
