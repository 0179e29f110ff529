// The squares of the centred values are Inf; their root fits.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<3x5xf16>) -> tensor<3x1xf16> {
    %cst_0 = arith.constant 0.000000000e+00 : f16
    %cst_1 = arith.constant 5.000000000e+00 : f16
    %0 = tensor.empty() : tensor<3x1xf16>
    %1 = linalg.fill ins(%cst_0 : f16) outs(%0 : tensor<3x1xf16>) -> tensor<3x1xf16>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<3x5xf16>) outs(%1 : tensor<3x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.addf %in, %out : f16
      linalg.yield %r0 : f16
    } -> tensor<3x1xf16>
    %3 = tensor.empty() : tensor<3x1xf16>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<3x1xf16>) outs(%3 : tensor<3x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.divf %in, %cst_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<3x1xf16>
    %5 = tensor.empty() : tensor<3x5xf16>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %4 : tensor<3x5xf16>, tensor<3x1xf16>) outs(%5 : tensor<3x5xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %r0 = arith.subf %in, %in_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<3x5xf16>
    %7 = tensor.empty() : tensor<3x5xf16>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<3x5xf16>) outs(%7 : tensor<3x5xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.mulf %in, %in : f16
      linalg.yield %r0 : f16
    } -> tensor<3x5xf16>
    %9 = tensor.empty() : tensor<3x1xf16>
    %10 = linalg.fill ins(%cst_0 : f16) outs(%9 : tensor<3x1xf16>) -> tensor<3x1xf16>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<3x5xf16>) outs(%10 : tensor<3x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.addf %in, %out : f16
      linalg.yield %r0 : f16
    } -> tensor<3x1xf16>
    %12 = tensor.empty() : tensor<3x1xf16>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<3x1xf16>) outs(%12 : tensor<3x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.divf %in, %cst_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<3x1xf16>
    %14 = tensor.empty() : tensor<3x1xf16>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<3x1xf16>) outs(%14 : tensor<3x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = math.sqrt %in : f16
      linalg.yield %r0 : f16
    } -> tensor<3x1xf16>
    return %15 : tensor<3x1xf16>
  }
}
