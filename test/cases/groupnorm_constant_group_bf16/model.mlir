// One-pass variance in bf16: a constant group gives a negative number.
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @main(%arg0: tensor<1x2x12xbf16>) -> tensor<1x2x12xbf16> {
    %cst_0 = arith.constant 0.000000000e+00 : bf16
    %cst_1 = arith.constant 1.200000000e+01 : bf16
    %cst_2 = arith.constant 1.0000000000000001e-05 : f64
    %0 = tensor.empty() : tensor<1x2x1xbf16>
    %1 = linalg.fill ins(%cst_0 : bf16) outs(%0 : tensor<1x2x1xbf16>) -> tensor<1x2x1xbf16>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0 : tensor<1x2x12xbf16>) outs(%1 : tensor<1x2x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %r0 = arith.addf %in, %out : bf16
      linalg.yield %r0 : bf16
    } -> tensor<1x2x1xbf16>
    %3 = tensor.empty() : tensor<1x2x1xbf16>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<1x2x1xbf16>) outs(%3 : tensor<1x2x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %r0 = arith.divf %in, %cst_1 : bf16
      linalg.yield %r0 : bf16
    } -> tensor<1x2x1xbf16>
    %5 = tensor.empty() : tensor<1x2x12xbf16>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x2x12xbf16>) outs(%5 : tensor<1x2x12xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %r0 = arith.mulf %in, %in : bf16
      linalg.yield %r0 : bf16
    } -> tensor<1x2x12xbf16>
    %7 = tensor.empty() : tensor<1x2x1xbf16>
    %8 = linalg.fill ins(%cst_0 : bf16) outs(%7 : tensor<1x2x1xbf16>) -> tensor<1x2x1xbf16>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<1x2x12xbf16>) outs(%8 : tensor<1x2x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %r0 = arith.addf %in, %out : bf16
      linalg.yield %r0 : bf16
    } -> tensor<1x2x1xbf16>
    %10 = tensor.empty() : tensor<1x2x1xbf16>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x2x1xbf16>) outs(%10 : tensor<1x2x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %r0 = arith.divf %in, %cst_1 : bf16
      linalg.yield %r0 : bf16
    } -> tensor<1x2x1xbf16>
    %12 = tensor.empty() : tensor<1x2x1xbf16>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %4 : tensor<1x2x1xbf16>, tensor<1x2x1xbf16>) outs(%12 : tensor<1x2x1xbf16>) {
    ^bb0(%in: bf16, %in_1: bf16, %out: bf16):
      %r0 = arith.mulf %in_1, %in_1 : bf16
      %r1 = arith.subf %in, %r0 : bf16
      linalg.yield %r1 : bf16
    } -> tensor<1x2x1xbf16>
    %14 = tensor.empty() : tensor<1x2x1xbf16>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<1x2x1xbf16>) outs(%14 : tensor<1x2x1xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %r0 = arith.truncf %cst_2 : f64 to bf16
      %r1 = arith.addf %in, %r0 : bf16
      %r2 = math.rsqrt %r1 : bf16
      linalg.yield %r2 : bf16
    } -> tensor<1x2x1xbf16>
    %16 = tensor.empty() : tensor<1x2x12xbf16>
    %17 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %4, %15 : tensor<1x2x12xbf16>, tensor<1x2x1xbf16>, tensor<1x2x1xbf16>) outs(%16 : tensor<1x2x12xbf16>) {
    ^bb0(%in: bf16, %in_1: bf16, %in_2: bf16, %out: bf16):
      %r0 = arith.subf %in, %in_1 : bf16
      %r1 = arith.mulf %r0, %in_2 : bf16
      linalg.yield %r1 : bf16
    } -> tensor<1x2x12xbf16>
    return %17 : tensor<1x2x12xbf16>
  }
}
