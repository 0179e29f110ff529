// Softmax over one key, then the values: weights of 1 for each column of them.
// RUN: nanguard-run %s --no-cache --as-written --quiet --print --input=2x1xf32=3 --input=1x5xf32=1,2,3,4,5 | FileCheck %s
// RUN: nanguard-run %s --no-cache --tiers=fused --quiet --print --input=2x1xf32=3 --input=1x5xf32=1,2,3,4,5 | FileCheck %s
// RUN: nanguard-run %s --no-cache --tiers=safe --quiet --print --input=2x1xf32=3 --input=1x5xf32=1,2,3,4,5 | FileCheck %s
// CHECK: tensor<2x5xf32>=1,2,3,4,5,1,2,3,4,5
func.func @main(%scores: tensor<2x1xf32>, %values: tensor<1x5xf32>) -> tensor<2x5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x1xf32>
  %weights = linalg.softmax dimension(1) ins(%scores : tensor<2x1xf32>) outs(%empty : tensor<2x1xf32>) -> tensor<2x1xf32>
  %out = tensor.empty() : tensor<2x5xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%out : tensor<2x5xf32>) -> tensor<2x5xf32>
  %result = linalg.matmul ins(%weights, %values : tensor<2x1xf32>, tensor<1x5xf32>) outs(%zeros : tensor<2x5xf32>) -> tensor<2x5xf32>
  return %result : tensor<2x5xf32>
}
