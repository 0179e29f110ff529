// 1000^2 is Inf in the branch that is not taken; the branches are ops of their own.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<4xf16>) -> tensor<4xf16> {
    %cst_0 = arith.constant 5.000000000e-01 : f16
    %cst_1 = arith.constant 1.000000000e+00 : f16
    %0 = tensor.empty() : tensor<4xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf16>) outs(%0 : tensor<4xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = math.absf %in : f16
      linalg.yield %r0 : f16
    } -> tensor<4xf16>
    %2 = tensor.empty() : tensor<4xf16>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf16>) outs(%2 : tensor<4xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.mulf %in, %in : f16
      %r1 = arith.mulf %cst_0, %r0 : f16
      linalg.yield %r1 : f16
    } -> tensor<4xf16>
    %4 = tensor.empty() : tensor<4xf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<4xf16>) outs(%4 : tensor<4xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.subf %in, %cst_0 : f16
      linalg.yield %r0 : f16
    } -> tensor<4xf16>
    %6 = tensor.empty() : tensor<4xi1>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<4xf16>) outs(%6 : tensor<4xi1>) {
    ^bb0(%in: f16, %out: i1):
      %r0 = arith.cmpf olt, %in, %cst_1 : f16
      linalg.yield %r0 : i1
    } -> tensor<4xi1>
    %8 = tensor.empty() : tensor<4xf16>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%7, %3, %5 : tensor<4xi1>, tensor<4xf16>, tensor<4xf16>) outs(%8 : tensor<4xf16>) {
    ^bb0(%in: i1, %in_1: f16, %in_2: f16, %out: f16):
      %r0 = arith.select %in, %in_1, %in_2 : f16
      linalg.yield %r0 : f16
    } -> tensor<4xf16>
    return %9 : tensor<4xf16>
  }
}
