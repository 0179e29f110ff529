// The rows that no index names were never written: 0 * NaN.
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<3x4xi1>, %arg1: tensor<4x2xf32>) -> tensor<3x2xf32> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %0 = tensor.empty() : tensor<3x4xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<3x4xi1>) outs(%0 : tensor<3x4xf32>) {
    ^bb0(%in: i1, %out: f32):
      %r0 = arith.uitofp %in : i1 to f32
      linalg.yield %r0 : f32
    } -> tensor<3x4xf32>
    %2 = tensor.empty() : tensor<3x2xf32>
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<3x2xf32>) -> tensor<3x2xf32>
    %4 = linalg.matmul ins(%1, %arg1 : tensor<3x4xf32>, tensor<4x2xf32>) outs(%3 : tensor<3x2xf32>) -> tensor<3x2xf32>
    return %4 : tensor<3x2xf32>
  }
}
