// exp(90) is Inf, exp(-200) is 0; both logs lose the answer. Operands broadcast.
#map = affine_map<(d0, d1) -> (d0, 0)>
#map1 = affine_map<(d0, d1) -> (0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<3x1xf32>, %arg1: tensor<1x4xf32>) -> tensor<3x4xf32> {
    %0 = tensor.empty() : tensor<3x4xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<3x1xf32>, tensor<1x4xf32>) outs(%0 : tensor<3x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = math.exp %in : f32
      %r1 = math.exp %in_1 : f32
      %r2 = arith.addf %r0, %r1 : f32
      %r3 = math.log %r2 : f32
      linalg.yield %r3 : f32
    } -> tensor<3x4xf32>
    return %1 : tensor<3x4xf32>
  }
}
