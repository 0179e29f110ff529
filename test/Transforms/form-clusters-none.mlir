// A function without anything to guard says so; one with something does not.
// RUN: nanguard-opt %s --nanguard-form-clusters -o /dev/null 2>&1 | FileCheck %s
// CHECK: form-clusters-none.mlir:[[@LINE+2]]:1: remark: nothing to guard in @moves: no op of it makes numbers that can become NaN or Inf
// CHECK-NOT: remark
func.func @moves(%x: tensor<4x2xf32>) -> tensor<8xf32> {
  %y = tensor.collapse_shape %x [[0, 1]] : tensor<4x2xf32> into tensor<8xf32>
  return %y : tensor<8xf32>
}
func.func @divides(%x: tensor<4xf32>, %y: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  %z = linalg.div ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%out : tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}
