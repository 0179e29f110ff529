// Padding holds NaN and Inf; the mask is a converted boolean: 0 * NaN.
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
module {
  func.func @main(%arg0: tensor<2x3x2xf32>, %arg1: tensor<2x3x1xi1>) -> tensor<2x1x2xf32> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %0 = tensor.empty() : tensor<2x3x1xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<2x3x1xi1>) outs(%0 : tensor<2x3x1xf32>) {
    ^bb0(%in: i1, %out: f32):
      %r0 = arith.uitofp %in : i1 to f32
      linalg.yield %r0 : f32
    } -> tensor<2x3x1xf32>
    %2 = tensor.empty() : tensor<2x3x2xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %1 : tensor<2x3x2xf32>, tensor<2x3x1xf32>) outs(%2 : tensor<2x3x2xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.mulf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<2x3x2xf32>
    %4 = tensor.empty() : tensor<2x1x2xf32>
    %5 = linalg.fill ins(%cst_0 : f32) outs(%4 : tensor<2x1x2xf32>) -> tensor<2x1x2xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction", "parallel"]} ins(%3 : tensor<2x3x2xf32>) outs(%5 : tensor<2x1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1x2xf32>
    %7 = tensor.empty() : tensor<2x1x1xf32>
    %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction", "parallel"]} ins(%1 : tensor<2x3x1xf32>) outs(%8 : tensor<2x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1x1xf32>
    %10 = tensor.empty() : tensor<2x1x2xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %9 : tensor<2x1x2xf32>, tensor<2x1x1xf32>) outs(%10 : tensor<2x1x2xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.divf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1x2xf32>
    return %11 : tensor<2x1x2xf32>
  }
}
