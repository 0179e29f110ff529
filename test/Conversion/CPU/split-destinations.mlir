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

// Empty parts of a concatenation go, and one that has nothing else is empty.
// CHECK-LABEL: func @parts
// CHECK-SAME: %[[A:[^:]*]]: tensor<2x3xf16>
// CHECK: tensor.concat dim(1) %[[A]], %[[A]] :
// CHECK: %[[ROWS:.*]] = affine.apply
// CHECK: tensor.empty(%[[ROWS]]) : tensor<?x0xf16>
// CHECK: tensor.concat dim(0) %[[A]], %{{.*}} : (tensor<2x3xf16>, tensor<?x3xf16>)
func.func @parts(%a: tensor<2x3xf16>, %b: tensor<2x0xf16>, %c: tensor<?x0xf16>, %d: tensor<?x3xf16>) -> (tensor<2x6xf16>, tensor<?x0xf16>, tensor<?x3xf16>) {
  %0 = tensor.concat dim(1) %a, %a, %b : (tensor<2x3xf16>, tensor<2x3xf16>, tensor<2x0xf16>) -> tensor<2x6xf16>
  %1 = tensor.concat dim(0) %b, %c : (tensor<2x0xf16>, tensor<?x0xf16>) -> tensor<?x0xf16>
  %2 = tensor.concat dim(0) %a, %d : (tensor<2x3xf16>, tensor<?x3xf16>) -> tensor<?x3xf16>
  return %0, %1, %2 : tensor<2x6xf16>, tensor<?x0xf16>, tensor<?x3xf16>
}
