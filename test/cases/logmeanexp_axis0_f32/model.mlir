// exp(800) is Inf, in f64 too; the mean's logarithm is 798.9. Over rows.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @main(%arg0: tensor<3x2xf32>) -> tensor<1x2xf32> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %cst_1 = arith.constant 3.000000000e+00 : f32
    %0 = tensor.empty() : tensor<3x2xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<3x2xf32>) outs(%0 : tensor<3x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = math.exp %in : f32
      linalg.yield %r0 : f32
    } -> tensor<3x2xf32>
    %2 = tensor.empty() : tensor<1x2xf32>
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<1x2xf32>) -> tensor<1x2xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel"]} ins(%1 : tensor<3x2xf32>) outs(%3 : tensor<1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2xf32>
    %5 = tensor.empty() : tensor<1x2xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<1x2xf32>) outs(%5 : tensor<1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.divf %in, %cst_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2xf32>
    %7 = tensor.empty() : tensor<1x2xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<1x2xf32>) outs(%7 : tensor<1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = math.log %in : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2xf32>
    return %8 : tensor<1x2xf32>
  }
}
