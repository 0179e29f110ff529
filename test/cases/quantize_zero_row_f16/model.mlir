// The largest magnitude of a row of zeros is its scale: 0 / 0.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<2x2xf16>) -> tensor<2x2xf16> {
    %cst_0 = arith.constant 0xFC00 : f16
    %cst_1 = arith.constant 1.270000000e+02 : f16
    %0 = tensor.empty() : tensor<2x2xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2x2xf16>) outs(%0 : tensor<2x2xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = math.absf %in : f16
      linalg.yield %r0 : f16
    } -> tensor<2x2xf16>
    %2 = tensor.empty() : tensor<2x1xf16>
    %3 = linalg.fill ins(%cst_0 : f16) outs(%2 : tensor<2x1xf16>) -> tensor<2x1xf16>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<2x2xf16>) outs(%3 : tensor<2x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.maximumf %in, %out : f16
      linalg.yield %r0 : f16
    } -> tensor<2x1xf16>
    %5 = tensor.empty() : tensor<2x1xf16>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<2x1xf16>) outs(%5 : tensor<2x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.divf %in, %cst_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<2x1xf16>
    %7 = tensor.empty() : tensor<2x2xf16>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %6 : tensor<2x2xf16>, tensor<2x1xf16>) outs(%7 : tensor<2x2xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %r0 = arith.divf %in, %in_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<2x2xf16>
    return %8 : tensor<2x2xf16>
  }
}
