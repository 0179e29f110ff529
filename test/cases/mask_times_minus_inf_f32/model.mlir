// (1 - keep) * -Inf: 0 * -Inf where the key is kept.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<2x4xf32>, %arg1: tensor<2x4xf32>) -> tensor<2x4xf32> {
    %cst_0 = arith.constant 1.000000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 0 : i64
    %cst_3 = arith.constant 0.000000000e+00 : f32
    %0 = tensor.empty() : tensor<2x4xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.subf %cst_0, %in : f32
      %r1 = arith.mulf %r0, %cst_1 : f32
      linalg.yield %r1 : f32
    } -> tensor<2x4xf32>
    %2 = tensor.empty() : tensor<2x4xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %1 : tensor<2x4xf32>, tensor<2x4xf32>) outs(%2 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.addf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<2x4xf32>
    %4 = tensor.empty() : tensor<2x1xi64>
    %5 = linalg.fill ins(%cst_2 : i64) outs(%4 : tensor<2x1xi64>) -> tensor<2x1xi64>
    %6 = tensor.empty() : tensor<2x1xf32>
    %7 = linalg.fill ins(%cst_1 : f32) outs(%6 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %8:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%3 : tensor<2x4xf32>) outs(%7, %5 : tensor<2x1xf32>, tensor<2x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %i = linalg.index 1 : index
      %j = arith.index_cast %i : index to i64
      %m = arith.maximumf %in, %out : f32
      %g = arith.cmpf ogt, %in, %out : f32
      %s = arith.select %g, %j, %out_1 : i64
      linalg.yield %m, %s : f32, i64
    } -> (tensor<2x1xf32>, tensor<2x1xi64>)
    %9 = tensor.empty() : tensor<2x4xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %8#0 : tensor<2x4xf32>, tensor<2x1xf32>) outs(%9 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.subf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<2x4xf32>
    %11 = tensor.empty() : tensor<2x4xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<2x4xf32>) outs(%11 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = math.exp %in : f32
      linalg.yield %r0 : f32
    } -> tensor<2x4xf32>
    %13 = tensor.empty() : tensor<2x1xf32>
    %14 = linalg.fill ins(%cst_3 : f32) outs(%13 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%12 : tensor<2x4xf32>) outs(%14 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1xf32>
    %16 = tensor.empty() : tensor<2x4xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %15 : tensor<2x4xf32>, tensor<2x1xf32>) outs(%16 : tensor<2x4xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.divf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<2x4xf32>
    return %17 : tensor<2x4xf32>
  }
}
