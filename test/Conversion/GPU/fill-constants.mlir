// Splats of tensors become fills; scalars and arrays stay.
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-fill-constants))' | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK-DAG: %[[Z:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG: %[[E:.*]] = tensor.empty() : tensor<2x3xf32>
// CHECK: %[[F:.*]] = linalg.fill ins(%[[Z]] : f32) outs(%[[E]] : tensor<2x3xf32>)
// CHECK: %[[TABLE:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00]>
// CHECK: %[[S:.*]] = arith.constant 3 : i64
// CHECK: return %[[F]], %[[TABLE]], %[[S]]
func.func @main() -> (tensor<2x3xf32>, tensor<2xf32>, i64) {
  %0 = arith.constant dense<0.0> : tensor<2x3xf32>
  %1 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %2 = arith.constant 3 : i64
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2xf32>, i64
}
