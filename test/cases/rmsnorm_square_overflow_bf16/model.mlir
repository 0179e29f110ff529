// 1e20 squared does not fit f32 either: f64, or a scale.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<2x3xbf16>) -> tensor<2x3xbf16> {
    %cst_0 = arith.constant 0.000000000e+00 : bf16
    %cst_1 = arith.constant 3.000000000e+00 : bf16
    %cst_2 = arith.constant 9.9999999999999995e-07 : f64
    %0 = tensor.empty() : tensor<2x3xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2x3xbf16>) outs(%0 : tensor<2x3xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %r0 = arith.mulf %in, %in : bf16
      linalg.yield %r0 : bf16
    } -> tensor<2x3xbf16>
    %2 = tensor.empty() : tensor<2x1xbf16>
    %3 = linalg.fill ins(%cst_0 : bf16) outs(%2 : tensor<2x1xbf16>) -> tensor<2x1xbf16>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<2x3xbf16>) outs(%3 : tensor<2x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %r0 = arith.addf %in, %out : bf16
      linalg.yield %r0 : bf16
    } -> tensor<2x1xbf16>
    %5 = tensor.empty() : tensor<2x1xbf16>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<2x1xbf16>) outs(%5 : tensor<2x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %r0 = arith.divf %in, %cst_1 : bf16
      linalg.yield %r0 : bf16
    } -> tensor<2x1xbf16>
    %7 = tensor.empty() : tensor<2x1xbf16>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<2x1xbf16>) outs(%7 : tensor<2x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %r0 = arith.truncf %cst_2 : f64 to bf16
      %r1 = arith.addf %in, %r0 : bf16
      %r2 = math.rsqrt %r1 : bf16
      linalg.yield %r2 : bf16
    } -> tensor<2x1xbf16>
    %9 = tensor.empty() : tensor<2x3xbf16>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %8 : tensor<2x3xbf16>, tensor<2x1xbf16>) outs(%9 : tensor<2x3xbf16>) {
    ^bb0(%in: bf16, %in_1: bf16, %out: bf16):
      %r0 = arith.mulf %in, %in_1 : bf16
      linalg.yield %r0 : bf16
    } -> tensor<2x3xbf16>
    return %10 : tensor<2x3xbf16>
  }
}
