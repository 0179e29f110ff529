// Padding holds NaN: the scores are selected away, but 0 * NaN in P V is not. Padding takes no part.
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @main(%arg0: tensor<1x3x4xf16>, %arg1: tensor<1x5x4xf16>, %arg2: tensor<1x5x2xf16>, %arg3: tensor<1x1x5xi1>) -> tensor<1x3x2xf16> {
    %cst_0 = arith.constant 0.000000000e+00 : f32
    %cst_1 = arith.constant 5.000000000e-01 : f16
    %cst_2 = arith.constant 0xFC00 : f16
    %cst_3 = arith.constant 0 : i64
    %cst_4 = arith.constant 0.000000000e+00 : f16
    %0 = tensor.empty() : tensor<1x4x5xf16>
    %1 = linalg.transpose ins(%arg1 : tensor<1x5x4xf16>) outs(%0 : tensor<1x4x5xf16>) permutation = [0, 2, 1]
    %2 = tensor.empty() : tensor<1x3x5xf32>
    %3 = linalg.fill ins(%cst_0 : f32) outs(%2 : tensor<1x3x5xf32>) -> tensor<1x3x5xf32>
    %4 = linalg.batch_matmul ins(%arg0, %1 : tensor<1x3x4xf16>, tensor<1x4x5xf16>) outs(%3 : tensor<1x3x5xf32>) -> tensor<1x3x5xf32>
    %5 = tensor.empty() : tensor<1x3x5xf16>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4 : tensor<1x3x5xf32>) outs(%5 : tensor<1x3x5xf16>) {
    ^bb0(%in: f32, %out: f16):
      %r0 = arith.truncf %in : f32 to f16
      linalg.yield %r0 : f16
    } -> tensor<1x3x5xf16>
    %7 = tensor.empty() : tensor<1x3x5xf16>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x3x5xf16>) outs(%7 : tensor<1x3x5xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.mulf %in, %cst_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<1x3x5xf16>
    %9 = tensor.empty() : tensor<1x3x5xf16>
    %10 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3, %8 : tensor<1x1x5xi1>, tensor<1x3x5xf16>) outs(%9 : tensor<1x3x5xf16>) {
    ^bb0(%in: i1, %in_1: f16, %out: f16):
      %r0 = arith.select %in, %in_1, %cst_2 : f16
      linalg.yield %r0 : f16
    } -> tensor<1x3x5xf16>
    %11 = tensor.empty() : tensor<1x3x1xi64>
    %12 = linalg.fill ins(%cst_3 : i64) outs(%11 : tensor<1x3x1xi64>) -> tensor<1x3x1xi64>
    %13 = tensor.empty() : tensor<1x3x1xf16>
    %14 = linalg.fill ins(%cst_2 : f16) outs(%13 : tensor<1x3x1xf16>) -> tensor<1x3x1xf16>
    %15:2 = linalg.generic {indexing_maps = [#map, #map2, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<1x3x5xf16>) outs(%14, %12 : tensor<1x3x1xf16>, tensor<1x3x1xi64>) {
    ^bb0(%in: f16, %out: f16, %out_1: i64):
      %i = linalg.index 2 : index
      %j = arith.index_cast %i : index to i64
      %m = arith.maximumf %in, %out : f16
      %g = arith.cmpf ogt, %in, %out : f16
      %s = arith.select %g, %j, %out_1 : i64
      linalg.yield %m, %s : f16, i64
    } -> (tensor<1x3x1xf16>, tensor<1x3x1xi64>)
    %16 = tensor.empty() : tensor<1x3x5xf16>
    %17 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %15#0 : tensor<1x3x5xf16>, tensor<1x3x1xf16>) outs(%16 : tensor<1x3x5xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %r0 = arith.subf %in, %in_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<1x3x5xf16>
    %18 = tensor.empty() : tensor<1x3x5xf16>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x3x5xf16>) outs(%18 : tensor<1x3x5xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = math.exp %in : f16
      linalg.yield %r0 : f16
    } -> tensor<1x3x5xf16>
    %20 = tensor.empty() : tensor<1x3x1xf16>
    %21 = linalg.fill ins(%cst_4 : f16) outs(%20 : tensor<1x3x1xf16>) -> tensor<1x3x1xf16>
    %22 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%19 : tensor<1x3x5xf16>) outs(%21 : tensor<1x3x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.addf %in, %out : f16
      linalg.yield %r0 : f16
    } -> tensor<1x3x1xf16>
    %23 = tensor.empty() : tensor<1x3x5xf16>
    %24 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %22 : tensor<1x3x5xf16>, tensor<1x3x1xf16>) outs(%23 : tensor<1x3x5xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %r0 = arith.divf %in, %in_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<1x3x5xf16>
    %25 = tensor.empty() : tensor<1x3x2xf32>
    %26 = linalg.fill ins(%cst_0 : f32) outs(%25 : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
    %27 = linalg.batch_matmul ins(%24, %arg2 : tensor<1x3x5xf16>, tensor<1x5x2xf16>) outs(%26 : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
    %28 = tensor.empty() : tensor<1x3x2xf16>
    %29 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<1x3x2xf32>) outs(%28 : tensor<1x3x2xf16>) {
    ^bb0(%in: f32, %out: f16):
      %r0 = arith.truncf %in : f32 to f16
      linalg.yield %r0 : f16
    } -> tensor<1x3x2xf16>
    return %29 : tensor<1x3x2xf16>
  }
}
