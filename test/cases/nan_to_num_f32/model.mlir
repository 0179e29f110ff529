// 0 / 0 and x / 0, replaced by the model itself.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %cst_1 = arith.constant 0x7F800000 : f32
    %cst_2 = arith.constant 1.000000000e+04 : f32
    %cst_3 = arith.constant 0xFF800000 : f32
    %cst_4 = arith.constant -1.000000000e+04 : f32
    %0 = tensor.empty() : tensor<4xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.divf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<4xf32>
    %2 = tensor.empty() : tensor<4xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<4xf32>) outs(%2 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = math.isnan %in : f32
      %r1 = arith.select %r0, %cst_0, %in : f32
      %r2 = arith.cmpf oeq, %r1, %cst_1 : f32
      %r3 = arith.select %r2, %cst_2, %r1 : f32
      %r4 = arith.cmpf oeq, %r3, %cst_3 : f32
      %r5 = arith.select %r4, %cst_4, %r3 : f32
      linalg.yield %r5 : f32
    } -> tensor<4xf32>
    return %3 : tensor<4xf32>
  }
}
