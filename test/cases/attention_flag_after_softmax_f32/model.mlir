// The weights are multiplied with a flag: 0 * NaN.
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
module {
  func.func @main(%arg0: tensor<1x2x4xf32>, %arg1: tensor<1x3x4xf32>, %arg2: tensor<1x3x4xf32>, %arg3: tensor<1x1x3xi1>) -> tensor<1x2x4xf32> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %cst_1 = arith.constant 5.000000000e-01 : f32
    %cst_2 = arith.constant 0 : i64
    %cst_3 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<1x4x3xf32>
    %1 = linalg.transpose ins(%arg1 : tensor<1x3x4xf32>) outs(%0 : tensor<1x4x3xf32>) permutation = [0, 2, 1]
    %2 = tensor.empty() : tensor<1x2x3xf32>
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
    %4 = linalg.batch_matmul ins(%arg0, %1 : tensor<1x2x4xf32>, tensor<1x4x3xf32>) outs(%3 : tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
    %5 = tensor.empty() : tensor<1x2x3xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<1x2x3xf32>) outs(%5 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.mulf %in, %cst_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2x3xf32>
    %7 = tensor.empty() : tensor<1x1x3xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<1x1x3xi1>) outs(%7 : tensor<1x1x3xf32>) {
    ^bb0(%in: i1, %out: f32):
      %r0 = arith.uitofp %in : i1 to f32
      linalg.yield %r0 : f32
    } -> tensor<1x1x3xf32>
    %9 = tensor.empty() : tensor<1x2x1xi64>
    %10 = linalg.fill ins(%cst_2 : i64) outs(%9 : tensor<1x2x1xi64>) -> tensor<1x2x1xi64>
    %11 = tensor.empty() : tensor<1x2x1xf32>
    %12 = linalg.fill ins(%cst_3 : f32) outs(%11 : tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
    %13:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<1x2x3xf32>) outs(%12, %10 : tensor<1x2x1xf32>, tensor<1x2x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %i = linalg.index 2 : index
      %j = arith.index_cast %i : index to i64
      %m = arith.maximumf %in, %out : f32
      %g = arith.cmpf ogt, %in, %out : f32
      %s = arith.select %g, %j, %out_1 : i64
      linalg.yield %m, %s : f32, i64
    } -> (tensor<1x2x1xf32>, tensor<1x2x1xi64>)
    %14 = tensor.empty() : tensor<1x2x3xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %13#0 : tensor<1x2x3xf32>, tensor<1x2x1xf32>) outs(%14 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.subf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2x3xf32>
    %16 = tensor.empty() : tensor<1x2x3xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<1x2x3xf32>) outs(%16 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = math.exp %in : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2x3xf32>
    %18 = tensor.empty() : tensor<1x2x1xf32>
    %19 = linalg.fill ins(%cst_0 : f32) outs(%18 : tensor<1x2x1xf32>) -> tensor<1x2x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%17 : tensor<1x2x3xf32>) outs(%19 : tensor<1x2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2x1xf32>
    %21 = tensor.empty() : tensor<1x2x3xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %20 : tensor<1x2x3xf32>, tensor<1x2x1xf32>) outs(%21 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.divf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2x3xf32>
    %23 = tensor.empty() : tensor<1x2x3xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %22 : tensor<1x1x3xf32>, tensor<1x2x3xf32>) outs(%23 : tensor<1x2x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.mulf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2x3xf32>
    %25 = tensor.empty() : tensor<1x2x4xf32>
    %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
    %27 = linalg.batch_matmul ins(%24, %arg2 : tensor<1x2x3xf32>, tensor<1x3x4xf32>) outs(%26 : tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
    return %27 : tensor<1x2x4xf32>
  }
}
