// A dynamic batch that holds one sample: 0 / (1 - 1).
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @main(%arg0: tensor<?x2xf32>) -> tensor<1x2xf32> {
    %cst_0 = arith.constant 0 : index
    %cst_1 = arith.constant 0.000000000e+00 : f32
    %cst_2 = arith.constant 1.000000000e+00 : f32
    %dim0_0 = tensor.dim %arg0, %cst_0 : tensor<?x2xf32>
    %0 = arith.index_cast %dim0_0 : index to i64
    %1 = tensor.empty() : tensor<1x2xf32>
    %2 = linalg.fill ins(%cst_1 : f32) outs(%1 : tensor<1x2xf32>) -> tensor<1x2xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel"]} ins(%arg0 : tensor<?x2xf32>) outs(%2 : tensor<1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2xf32>
    %4 = tensor.empty() : tensor<1x2xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<1x2xf32>) outs(%4 : tensor<1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.sitofp %0 : i64 to f32
      %r1 = arith.divf %in, %r0 : f32
      linalg.yield %r1 : f32
    } -> tensor<1x2xf32>
    %6 = tensor.empty(%dim0_0) : tensor<?x2xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %5 : tensor<?x2xf32>, tensor<1x2xf32>) outs(%6 : tensor<?x2xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.subf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<?x2xf32>
    %8 = tensor.empty(%dim0_0) : tensor<?x2xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<?x2xf32>) outs(%8 : tensor<?x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.mulf %in, %in : f32
      linalg.yield %r0 : f32
    } -> tensor<?x2xf32>
    %10 = tensor.empty() : tensor<1x2xf32>
    %11 = linalg.fill ins(%cst_1 : f32) outs(%10 : tensor<1x2xf32>) -> tensor<1x2xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel"]} ins(%9 : tensor<?x2xf32>) outs(%11 : tensor<1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<1x2xf32>
    %13 = arith.index_cast %dim0_0 : index to i64
    %14 = tensor.empty() : tensor<1x2xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<1x2xf32>) outs(%14 : tensor<1x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.sitofp %13 : i64 to f32
      %r1 = arith.subf %r0, %cst_2 : f32
      %r2 = arith.divf %in, %r1 : f32
      linalg.yield %r2 : f32
    } -> tensor<1x2xf32>
    return %15 : tensor<1x2xf32>
  }
}
