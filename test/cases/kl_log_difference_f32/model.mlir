// p (log p - log q) where p is 0, once q as well.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x1xf32> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %0 = tensor.empty() : tensor<2x3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = math.log %in : f32
      %r1 = math.log %in_1 : f32
      %r2 = arith.subf %r0, %r1 : f32
      %r3 = arith.mulf %in, %r2 : f32
      linalg.yield %r3 : f32
    } -> tensor<2x3xf32>
    %2 = tensor.empty() : tensor<2x1xf32>
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<2x3xf32>) outs(%3 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1xf32>
    return %4 : tensor<2x1xf32>
  }
}
