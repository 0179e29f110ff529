// Groups by expand_shape, one-pass variance over three dimensions.
#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, 0, 0, 0)>
module {
  func.func @main(%arg0: tensor<1x4x2x3xf32>) -> tensor<1x4x2x3xf32> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %cst_1 = arith.constant 1.200000000e+01 : f32
    %cst_2 = arith.constant 1.0000000000000001e-05 : f64
    %groups = tensor.expand_shape %arg0 [[0], [1, 2], [3], [4]] output_shape [1, 2, 2, 2, 3] : tensor<1x4x2x3xf32> into tensor<1x2x2x2x3xf32>
    %0 = tensor.empty() : tensor<1x2x1x1x1xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<1x2x1x1x1xf32>) -> tensor<1x2x1x1x1xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%groups : tensor<1x2x2x2x3xf32>) outs(%1 : tensor<1x2x1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2x1x1x1xf32>
    %3 = tensor.empty() : tensor<1x2x1x1x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x2x1x1x1xf32>) outs(%3 : tensor<1x2x1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.divf %in, %cst_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2x1x1x1xf32>
    %5 = tensor.empty() : tensor<1x2x2x2x3xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%groups : tensor<1x2x2x2x3xf32>) outs(%5 : tensor<1x2x2x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.mulf %in, %in : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2x2x2x3xf32>
    %7 = tensor.empty() : tensor<1x2x1x1x1xf32>
    %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : tensor<1x2x1x1x1xf32>) -> tensor<1x2x1x1x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%6 : tensor<1x2x2x2x3xf32>) outs(%8 : tensor<1x2x1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2x1x1x1xf32>
    %10 = tensor.empty() : tensor<1x2x1x1x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x2x1x1x1xf32>) outs(%10 : tensor<1x2x1x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.divf %in, %cst_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2x1x1x1xf32>
    %12 = tensor.empty() : tensor<1x2x1x1x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%11, %4 : tensor<1x2x1x1x1xf32>, tensor<1x2x1x1x1xf32>) outs(%12 : tensor<1x2x1x1x1xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.mulf %in_1, %in_1 : f32
      %r1 = arith.subf %in, %r0 : f32
      linalg.yield %r1 : f32
    } -> tensor<1x2x1x1x1xf32>
    %14 = tensor.empty() : tensor<1x2x2x2x3xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%groups, %4, %13 : tensor<1x2x2x2x3xf32>, tensor<1x2x1x1x1xf32>, tensor<1x2x1x1x1xf32>) outs(%14 : tensor<1x2x2x2x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %in_2: f32, %out: f32):
      %r0 = arith.subf %in, %in_1 : f32
      %r1 = arith.truncf %cst_2 : f64 to f32
      %r2 = arith.addf %in_2, %r1 : f32
      %r3 = math.rsqrt %r2 : f32
      %r4 = arith.mulf %r0, %r3 : f32
      linalg.yield %r4 : f32
    } -> tensor<1x2x2x2x3xf32>
    %y = tensor.collapse_shape %15 [[0], [1, 2], [3], [4]] : tensor<1x2x2x2x3xf32> into tensor<1x4x2x3xf32>
    return %y : tensor<1x4x2x3xf32>
  }
}
