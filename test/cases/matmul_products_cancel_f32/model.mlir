// Products of 1e40 are Inf in f32 and cancel: Inf - Inf.
module {
  func.func @main(%arg0: tensor<1x3xf32>, %arg1: tensor<3x1xf32>) -> tensor<1x1xf32> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %0 = tensor.empty() : tensor<1x1xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<1x1xf32>) -> tensor<1x1xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<1x3xf32>, tensor<3x1xf32>) outs(%1 : tensor<1x1xf32>) -> tensor<1x1xf32>
    return %2 : tensor<1x1xf32>
  }
}
