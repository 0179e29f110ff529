// An inner dimension of size 0: the sum of no terms is 0.
module {
  func.func @main(%arg0: tensor<2x0xf32>, %arg1: tensor<0x3xf32>) -> tensor<2x3xf32> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %0 = tensor.empty() : tensor<2x3xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<2x0xf32>, tensor<0x3xf32>) outs(%1 : tensor<2x3xf32>) -> tensor<2x3xf32>
    return %2 : tensor<2x3xf32>
  }
}
