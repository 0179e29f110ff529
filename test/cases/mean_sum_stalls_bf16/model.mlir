// A sum of ones in bf16 stands still at 256.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<2x600xbf16>) -> tensor<2x1xbf16> {
    %cst_0 = arith.constant 0.000000000e+00 : bf16
    %cst_1 = arith.constant 6.000000000e+02 : bf16
    %0 = tensor.empty() : tensor<2x1xbf16>
    %1 = linalg.fill ins(%cst_0 : bf16) outs(%0 : tensor<2x1xbf16>) -> tensor<2x1xbf16>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<2x600xbf16>) outs(%1 : tensor<2x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %r0 = arith.addf %in, %out : bf16
      linalg.yield %r0 : bf16
    } -> tensor<2x1xbf16>
    %3 = tensor.empty() : tensor<2x1xbf16>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<2x1xbf16>) outs(%3 : tensor<2x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %r0 = arith.divf %in, %cst_1 : bf16
      linalg.yield %r0 : bf16
    } -> tensor<2x1xbf16>
    return %4 : tensor<2x1xbf16>
  }
}
