// RUN: nanguard-opt %s --nanguard-split-destinations | FileCheck %s

// CHECK-LABEL: func @rows
// CHECK: tensor.extract_slice {{.*}}[0, 0]
// CHECK: %[[FILL:.*]] = linalg.fill {{.*}} -> tensor<12xi64>
// CHECK: tensor.expand_shape %[[FILL]]
// CHECK: tensor.concat dim(0)
func.func @rows(%row: tensor<12xi64>) -> (tensor<12xi64>, tensor<2x12xi64>) {
  %z = arith.constant 0 : i64
  %e = tensor.empty() : tensor<2x12xi64>
  %f = linalg.fill ins(%z : i64) outs(%e : tensor<2x12xi64>) -> tensor<2x12xi64>
  %r0 = tensor.insert_slice %row into %f[0, 0] [1, 12] [1, 1] : tensor<12xi64> into tensor<2x12xi64>
  // What was inserted is read back: not a fresh row.
  %s0 = tensor.extract_slice %r0[0, 0] [1, 12] [1, 1] : tensor<2x12xi64> to tensor<12xi64>
  %s1 = tensor.extract_slice %r0[1, 0] [1, 12] [1, 1] : tensor<2x12xi64> to tensor<12xi64>
  %r1 = tensor.insert_slice %s1 into %r0[1, 0] [1, 12] [1, 1] : tensor<12xi64> into tensor<2x12xi64>
  return %s0, %r1 : tensor<12xi64>, tensor<2x12xi64>
}
