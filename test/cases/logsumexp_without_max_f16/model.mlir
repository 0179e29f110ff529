// exp(12) is Inf in f16; the true values fit.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<3x7xf16>) -> tensor<3x1xf16> {
    %cst_0 = arith.constant 0.000000000e+00 : f16
    %0 = tensor.empty() : tensor<3x7xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<3x7xf16>) outs(%0 : tensor<3x7xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = math.exp %in : f16
      linalg.yield %r0 : f16
    } -> tensor<3x7xf16>
    %2 = tensor.empty() : tensor<3x1xf16>
    %3 = linalg.fill ins(%cst_0 : f16) outs(%2 : tensor<3x1xf16>) -> tensor<3x1xf16>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<3x7xf16>) outs(%3 : tensor<3x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.addf %in, %out : f16
      linalg.yield %r0 : f16
    } -> tensor<3x1xf16>
    %5 = tensor.empty() : tensor<3x1xf16>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<3x1xf16>) outs(%5 : tensor<3x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = math.log %in : f16
      linalg.yield %r0 : f16
    } -> tensor<3x1xf16>
    return %6 : tensor<3x1xf16>
  }
}
