// The norm over two tensors is Inf in f16, so the gradients become 0.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (0, 0)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0) -> (0)>
#map4 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @main(%arg0: tensor<2x2xf16>, %arg1: tensor<3xf16>) -> tensor<2x2xf16> {
    %cst_0 = arith.constant 0.000000000e+00 : f16
    %cst_1 = arith.constant 1.000000000e+00 : f16
    %cst_2 = arith.constant 9.9999999999999995e-07 : f64
    %0 = tensor.empty() : tensor<2x2xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2x2xf16>) outs(%0 : tensor<2x2xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.mulf %in, %in : f16
      linalg.yield %r0 : f16
    } -> tensor<2x2xf16>
    %2 = tensor.empty() : tensor<1x1xf16>
    %3 = linalg.fill ins(%cst_0 : f16) outs(%2 : tensor<1x1xf16>) -> tensor<1x1xf16>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction"]} ins(%1 : tensor<2x2xf16>) outs(%3 : tensor<1x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.addf %in, %out : f16
      linalg.yield %r0 : f16
    } -> tensor<1x1xf16>
    %5 = tensor.empty() : tensor<3xf16>
    %6 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel"]} ins(%arg1 : tensor<3xf16>) outs(%5 : tensor<3xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.mulf %in, %in : f16
      linalg.yield %r0 : f16
    } -> tensor<3xf16>
    %7 = tensor.empty() : tensor<1xf16>
    %8 = linalg.fill ins(%cst_0 : f16) outs(%7 : tensor<1xf16>) -> tensor<1xf16>
    %9 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["reduction"]} ins(%6 : tensor<3xf16>) outs(%8 : tensor<1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.addf %in, %out : f16
      linalg.yield %r0 : f16
    } -> tensor<1xf16>
    %10 = tensor.empty() : tensor<1x1xf16>
    %11 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %9 : tensor<1x1xf16>, tensor<1xf16>) outs(%10 : tensor<1x1xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %r0 = arith.addf %in, %in_1 : f16
      %r1 = math.sqrt %r0 : f16
      %r2 = arith.truncf %cst_2 : f64 to f16
      %r3 = arith.addf %r1, %r2 : f16
      %r4 = arith.divf %cst_1, %r3 : f16
      %r5 = arith.minimumf %r4, %cst_1 : f16
      linalg.yield %r5 : f16
    } -> tensor<1x1xf16>
    %12 = tensor.empty() : tensor<2x2xf16>
    %13 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %11 : tensor<2x2xf16>, tensor<1x1xf16>) outs(%12 : tensor<2x2xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %r0 = arith.mulf %in, %in_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<2x2xf16>
    return %13 : tensor<2x2xf16>
  }
}
