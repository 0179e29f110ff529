// Both are Inf, their difference is NaN.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) -> tensor<3xf32> {
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<3xf32>, tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = math.exp %in : f32
      %r1 = math.exp %in_1 : f32
      %r2 = arith.subf %r0, %r1 : f32
      %r3 = math.log %r2 : f32
      linalg.yield %r3 : f32
    } -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
}
