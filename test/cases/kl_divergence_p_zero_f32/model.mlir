// Where p is 0 the product 0 * log 0 is NaN and not selected.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x1xf32> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %0 = tensor.empty() : tensor<2x3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.cmpf ogt, %in, %cst_0 : f32
      %r1 = arith.divf %in, %in_1 : f32
      %r2 = math.log %r1 : f32
      %r3 = arith.mulf %in, %r2 : f32
      %r4 = arith.select %r0, %r3, %cst_0 : f32
      linalg.yield %r4 : f32
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
