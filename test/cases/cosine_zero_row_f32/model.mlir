// With a row of zeros the product and both lengths' product are 0.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<2x2xf32>, %arg1: tensor<2x2xf32>) -> tensor<2x1xf32> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %0 = tensor.empty() : tensor<2x2xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%0 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.mulf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<2x2xf32>
    %2 = tensor.empty() : tensor<2x1xf32>
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<2x2xf32>) outs(%3 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1xf32>
    %5 = tensor.empty() : tensor<2x2xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2x2xf32>) outs(%5 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.mulf %in, %in : f32
      linalg.yield %r0 : f32
    } -> tensor<2x2xf32>
    %7 = tensor.empty() : tensor<2x1xf32>
    %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%6 : tensor<2x2xf32>) outs(%8 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1xf32>
    %10 = tensor.empty() : tensor<2x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<2x1xf32>) outs(%10 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = math.sqrt %in : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1xf32>
    %12 = tensor.empty() : tensor<2x2xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<2x2xf32>) outs(%12 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.mulf %in, %in : f32
      linalg.yield %r0 : f32
    } -> tensor<2x2xf32>
    %14 = tensor.empty() : tensor<2x1xf32>
    %15 = linalg.fill ins(%cst_0 : f32) outs(%14 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%13 : tensor<2x2xf32>) outs(%15 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1xf32>
    %17 = tensor.empty() : tensor<2x1xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<2x1xf32>) outs(%17 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = math.sqrt %in : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1xf32>
    %19 = tensor.empty() : tensor<2x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %11, %18 : tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x1xf32>) outs(%19 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %in_1: f32, %in_2: f32, %out: f32):
      %r0 = arith.mulf %in_1, %in_2 : f32
      %r1 = arith.divf %in, %r0 : f32
      linalg.yield %r1 : f32
    } -> tensor<2x1xf32>
    return %20 : tensor<2x1xf32>
  }
}
