// The quotient overflows in f16, and the scaler's own test has to see it.
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (0)>
module {
  func.func @main(%arg0: tensor<4xf16>, %arg1: tensor<1xf16>) -> tensor<1xf32> {
    %cst_0 = arith.constant 0x7C00 : f16
    %cst_1 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<4xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<4xf16>, tensor<1xf16>) outs(%0 : tensor<4xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %r0 = arith.divf %in, %in_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<4xf16>
    %2 = tensor.empty() : tensor<4xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<4xf16>) outs(%2 : tensor<4xf32>) {
    ^bb0(%in: f16, %out: f32):
      %r0 = math.absf %in : f16
      %r1 = arith.cmpf oeq, %r0, %cst_0 : f16
      %r2 = arith.uitofp %r1 : i1 to f32
      linalg.yield %r2 : f32
    } -> tensor<4xf32>
    %4 = tensor.empty() : tensor<1xf32>
    %5 = linalg.fill ins(%cst_1 : f32) outs(%4 : tensor<1xf32>) -> tensor<1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%3 : tensor<4xf32>) outs(%5 : tensor<1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.maximumf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<1xf32>
    return %6 : tensor<1xf32>
  }
}
