// x + sqrt(x^2 + 1) is 0 for a large negative x, and the square is Inf.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<9xf32>) -> tensor<9xf32> {
    %cst_0 = arith.constant 1.000000000e+00 : f32
    %0 = tensor.empty() : tensor<9xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<9xf32>) outs(%0 : tensor<9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.mulf %in, %in : f32
      %r1 = arith.addf %r0, %cst_0 : f32
      %r2 = math.sqrt %r1 : f32
      linalg.yield %r2 : f32
    } -> tensor<9xf32>
    %2 = tensor.empty() : tensor<9xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %1 : tensor<9xf32>, tensor<9xf32>) outs(%2 : tensor<9xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.addf %in, %in_1 : f32
      %r1 = math.log %r0 : f32
      linalg.yield %r1 : f32
    } -> tensor<9xf32>
    return %3 : tensor<9xf32>
  }
}
