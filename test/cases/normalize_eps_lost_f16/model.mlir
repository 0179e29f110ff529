// eps = 1e-12 is 0 in f16, so a row of zeros is 0 / 0.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<2x3xf16>) -> tensor<2x3xf16> {
    %cst_0 = arith.constant 0.000000000e+00 : f16
    %cst_1 = arith.constant 9.9999999999999998e-13 : f64
    %0 = tensor.empty() : tensor<2x3xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2x3xf16>) outs(%0 : tensor<2x3xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.mulf %in, %in : f16
      linalg.yield %r0 : f16
    } -> tensor<2x3xf16>
    %2 = tensor.empty() : tensor<2x1xf16>
    %3 = linalg.fill ins(%cst_0 : f16) outs(%2 : tensor<2x1xf16>) -> tensor<2x1xf16>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<2x3xf16>) outs(%3 : tensor<2x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.addf %in, %out : f16
      linalg.yield %r0 : f16
    } -> tensor<2x1xf16>
    %5 = tensor.empty() : tensor<2x1xf16>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<2x1xf16>) outs(%5 : tensor<2x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = math.sqrt %in : f16
      linalg.yield %r0 : f16
    } -> tensor<2x1xf16>
    %7 = tensor.empty() : tensor<2x3xf16>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %6 : tensor<2x3xf16>, tensor<2x1xf16>) outs(%7 : tensor<2x3xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %r0 = arith.truncf %cst_1 : f64 to f16
      %r1 = arith.maximumf %in_1, %r0 : f16
      %r2 = arith.divf %in, %r1 : f16
      linalg.yield %r2 : f16
    } -> tensor<2x3xf16>
    return %8 : tensor<2x3xf16>
  }
}
