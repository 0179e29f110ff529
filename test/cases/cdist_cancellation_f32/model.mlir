// x^2 + y^2 - 2xy of near points is negative in f32.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @main(%arg0: tensor<3x3xf32>, %arg1: tensor<3x3xf32>) -> tensor<3x3xf32> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %cst_1 = arith.constant 2.000000000e+00 : f32
    %0 = tensor.empty() : tensor<3x3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<3x3xf32>) outs(%0 : tensor<3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.mulf %in, %in : f32
      linalg.yield %r0 : f32
    } -> tensor<3x3xf32>
    %2 = tensor.empty() : tensor<3x1xf32>
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<3x1xf32>) -> tensor<3x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<3x3xf32>) outs(%3 : tensor<3x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<3x1xf32>
    %5 = tensor.empty() : tensor<3x3xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<3x3xf32>) outs(%5 : tensor<3x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.mulf %in, %in : f32
      linalg.yield %r0 : f32
    } -> tensor<3x3xf32>
    %7 = tensor.empty() : tensor<3x1xf32>
    %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : tensor<3x1xf32>) -> tensor<3x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%6 : tensor<3x3xf32>) outs(%8 : tensor<3x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<3x1xf32>
    %10 = tensor.empty() : tensor<3x3xf32>
    %11 = linalg.transpose ins(%arg1 : tensor<3x3xf32>) outs(%10 : tensor<3x3xf32>) permutation = [1, 0]
    %12 = tensor.empty() : tensor<3x3xf32>
    %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<3x3xf32>) -> tensor<3x3xf32>
    %14 = linalg.matmul ins(%arg0, %11 : tensor<3x3xf32>, tensor<3x3xf32>) outs(%13 : tensor<3x3xf32>) -> tensor<3x3xf32>
    %15 = tensor.empty() : tensor<1x3xf32>
    %16 = linalg.transpose ins(%9 : tensor<3x1xf32>) outs(%15 : tensor<1x3xf32>) permutation = [1, 0]
    %17 = tensor.empty() : tensor<3x3xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map2, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %16, %14 : tensor<3x1xf32>, tensor<1x3xf32>, tensor<3x3xf32>) outs(%17 : tensor<3x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %in_2: f32, %out: f32):
      %r0 = arith.addf %in, %in_1 : f32
      %r1 = arith.mulf %cst_1, %in_2 : f32
      %r2 = arith.subf %r0, %r1 : f32
      %r3 = math.sqrt %r2 : f32
      linalg.yield %r3 : f32
    } -> tensor<3x3xf32>
    return %18 : tensor<3x3xf32>
  }
}
