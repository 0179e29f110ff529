// At -Inf it is -Inf / Inf.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<3xf16>) -> tensor<3xf16> {
    %cst_0 = arith.constant 1.000000000e+00 : f16
    %0 = tensor.empty() : tensor<3xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<3xf16>) outs(%0 : tensor<3xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.negf %in : f16
      %r1 = math.exp %r0 : f16
      %r2 = arith.addf %cst_0, %r1 : f16
      linalg.yield %r2 : f16
    } -> tensor<3xf16>
    %2 = tensor.empty() : tensor<3xf16>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<3xf16>, tensor<3xf16>) outs(%2 : tensor<3xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %r0 = arith.divf %in, %in_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<3xf16>
    return %3 : tensor<3xf16>
  }
}
