// 1 - cos^2 is negative by rounding.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<16x7xf32>) -> tensor<16x1xf32> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %cst_1 = arith.constant 1.000000000e+00 : f32
    %0 = tensor.empty() : tensor<16x7xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<16x7xf32>) outs(%0 : tensor<16x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.mulf %in, %in : f32
      linalg.yield %r0 : f32
    } -> tensor<16x7xf32>
    %2 = tensor.empty() : tensor<16x1xf32>
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<16x1xf32>) -> tensor<16x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<16x7xf32>) outs(%3 : tensor<16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<16x1xf32>
    %5 = tensor.empty() : tensor<16x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<16x1xf32>) outs(%5 : tensor<16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = math.sqrt %in : f32
      linalg.yield %r0 : f32
    } -> tensor<16x1xf32>
    %7 = tensor.empty() : tensor<16x7xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %6 : tensor<16x7xf32>, tensor<16x1xf32>) outs(%7 : tensor<16x7xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.divf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<16x7xf32>
    %9 = tensor.empty() : tensor<16x7xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<16x7xf32>) outs(%9 : tensor<16x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.mulf %in, %in : f32
      linalg.yield %r0 : f32
    } -> tensor<16x7xf32>
    %11 = tensor.empty() : tensor<16x1xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<16x1xf32>) -> tensor<16x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%10 : tensor<16x7xf32>) outs(%12 : tensor<16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<16x1xf32>
    %14 = tensor.empty() : tensor<16x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<16x1xf32>) outs(%14 : tensor<16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.mulf %in, %in : f32
      %r1 = arith.subf %cst_1, %r0 : f32
      %r2 = math.sqrt %r1 : f32
      linalg.yield %r2 : f32
    } -> tensor<16x1xf32>
    return %15 : tensor<16x1xf32>
  }
}
