// One-pass variance over N, H, W of a constant channel.
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (0, d1, 0, 0)>
module {
  func.func @main(%arg0: tensor<2x3x2x5xf32>, %arg1: tensor<1x3x1x1xf32>, %arg2: tensor<1x3x1x1xf32>) -> tensor<2x3x2x5xf32> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %cst_1 = arith.constant 2.000000000e+01 : f32
    %cst_2 = arith.constant 1.0000000000000001e-05 : f64
    %0 = tensor.empty() : tensor<1x3x1x1xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<1x3x1x1xf32>) -> tensor<1x3x1x1xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%arg0 : tensor<2x3x2x5xf32>) outs(%1 : tensor<1x3x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<1x3x1x1xf32>
    %3 = tensor.empty() : tensor<1x3x1x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x3x1x1xf32>) outs(%3 : tensor<1x3x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.divf %in, %cst_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<1x3x1x1xf32>
    %5 = tensor.empty() : tensor<2x3x2x5xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x3x2x5xf32>) outs(%5 : tensor<2x3x2x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.mulf %in, %in : f32
      linalg.yield %r0 : f32
    } -> tensor<2x3x2x5xf32>
    %7 = tensor.empty() : tensor<1x3x1x1xf32>
    %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : tensor<1x3x1x1xf32>) -> tensor<1x3x1x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "reduction", "reduction"]} ins(%6 : tensor<2x3x2x5xf32>) outs(%8 : tensor<1x3x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<1x3x1x1xf32>
    %10 = tensor.empty() : tensor<1x3x1x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x3x1x1xf32>) outs(%10 : tensor<1x3x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.divf %in, %cst_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<1x3x1x1xf32>
    %12 = tensor.empty() : tensor<1x3x1x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %4 : tensor<1x3x1x1xf32>, tensor<1x3x1x1xf32>) outs(%12 : tensor<1x3x1x1xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.mulf %in_1, %in_1 : f32
      %r1 = arith.subf %in, %r0 : f32
      linalg.yield %r1 : f32
    } -> tensor<1x3x1x1xf32>
    %14 = tensor.empty() : tensor<1x3x1x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<1x3x1x1xf32>) outs(%14 : tensor<1x3x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.truncf %cst_2 : f64 to f32
      %r1 = arith.addf %in, %r0 : f32
      %r2 = math.rsqrt %r1 : f32
      linalg.yield %r2 : f32
    } -> tensor<1x3x1x1xf32>
    %16 = tensor.empty() : tensor<2x3x2x5xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %4, %15 : tensor<2x3x2x5xf32>, tensor<1x3x1x1xf32>, tensor<1x3x1x1xf32>) outs(%16 : tensor<2x3x2x5xf32>) {
    ^bb0(%in: f32, %in_1: f32, %in_2: f32, %out: f32):
      %r0 = arith.subf %in, %in_1 : f32
      %r1 = arith.mulf %r0, %in_2 : f32
      linalg.yield %r1 : f32
    } -> tensor<2x3x2x5xf32>
    %18 = tensor.empty() : tensor<2x3x2x5xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %arg1, %arg2 : tensor<2x3x2x5xf32>, tensor<1x3x1x1xf32>, tensor<1x3x1x1xf32>) outs(%18 : tensor<2x3x2x5xf32>) {
    ^bb0(%in: f32, %in_1: f32, %in_2: f32, %out: f32):
      %r0 = arith.mulf %in, %in_1 : f32
      %r1 = arith.addf %r0, %in_2 : f32
      linalg.yield %r1 : f32
    } -> tensor<2x3x2x5xf32>
    return %19 : tensor<2x3x2x5xf32>
  }
}
