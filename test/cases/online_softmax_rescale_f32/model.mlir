// Nothing seen yet: the old and the new maximum are -Inf, and so is the score.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<2x1xf32>, %arg1: tensor<2x1xf32>, %arg2: tensor<2x2xf32>) -> tensor<2x1xf32> {
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000000e+00 : f32
    %0 = tensor.empty() : tensor<2x1xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg2 : tensor<2x2xf32>) outs(%1 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.maximumf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1xf32>
    %3 = tensor.empty() : tensor<2x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %2 : tensor<2x1xf32>, tensor<2x1xf32>) outs(%3 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.maximumf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1xf32>
    %5 = tensor.empty() : tensor<2x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %4 : tensor<2x1xf32>, tensor<2x1xf32>) outs(%5 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.subf %in, %in_1 : f32
      %r1 = math.exp %r0 : f32
      linalg.yield %r1 : f32
    } -> tensor<2x1xf32>
    %7 = tensor.empty() : tensor<2x2xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2, %4 : tensor<2x2xf32>, tensor<2x1xf32>) outs(%7 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.subf %in, %in_1 : f32
      %r1 = math.exp %r0 : f32
      linalg.yield %r1 : f32
    } -> tensor<2x2xf32>
    %9 = tensor.empty() : tensor<2x1xf32>
    %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<2x2xf32>) outs(%10 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1xf32>
    %12 = tensor.empty() : tensor<2x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %arg1, %11 : tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x1xf32>) outs(%12 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %in_1: f32, %in_2: f32, %out: f32):
      %r0 = arith.mulf %in, %in_1 : f32
      %r1 = arith.addf %r0, %in_2 : f32
      linalg.yield %r1 : f32
    } -> tensor<2x1xf32>
    return %13 : tensor<2x1xf32>
  }
}
