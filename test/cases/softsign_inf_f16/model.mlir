// x / (1 + |x|) is Inf / Inf at both ends.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<6xf16>) -> tensor<6xf16> {
    %cst_0 = arith.constant 1.000000000e+00 : f16
    %0 = tensor.empty() : tensor<6xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<6xf16>) outs(%0 : tensor<6xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = math.absf %in : f16
      linalg.yield %r0 : f16
    } -> tensor<6xf16>
    %2 = tensor.empty() : tensor<6xf16>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<6xf16>) outs(%2 : tensor<6xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.addf %in, %cst_0 : f16
      linalg.yield %r0 : f16
    } -> tensor<6xf16>
    %4 = tensor.empty() : tensor<6xf16>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %3 : tensor<6xf16>, tensor<6xf16>) outs(%4 : tensor<6xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %r0 = arith.divf %in, %in_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<6xf16>
    return %5 : tensor<6xf16>
  }
}
