// A masked class has the log probability -Inf: handed on, no fault.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %cst_0 = arith.constant 0 : i64
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 0.000000000e+00 : f32
    %0 = tensor.empty() : tensor<2x1xi64>
    %1 = linalg.fill ins(%cst_0 : i64) outs(%0 : tensor<2x1xi64>) -> tensor<2x1xi64>
    %2 = tensor.empty() : tensor<2x1xf32>
    %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %4:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<2x3xf32>) outs(%3, %1 : tensor<2x1xf32>, tensor<2x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %i = linalg.index 1 : index
      %j = arith.index_cast %i : index to i64
      %m = arith.maximumf %in, %out : f32
      %g = arith.cmpf ogt, %in, %out : f32
      %s = arith.select %g, %j, %out_1 : i64
      linalg.yield %m, %s : f32, i64
    } -> (tensor<2x1xf32>, tensor<2x1xi64>)
    %5 = tensor.empty() : tensor<2x3xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %4#0 : tensor<2x3xf32>, tensor<2x1xf32>) outs(%5 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.subf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<2x3xf32>
    %7 = tensor.empty() : tensor<2x3xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<2x3xf32>) outs(%7 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = math.exp %in : f32
      linalg.yield %r0 : f32
    } -> tensor<2x3xf32>
    %9 = tensor.empty() : tensor<2x1xf32>
    %10 = linalg.fill ins(%cst_2 : f32) outs(%9 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<2x3xf32>) outs(%10 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1xf32>
    %12 = tensor.empty() : tensor<2x3xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %11 : tensor<2x3xf32>, tensor<2x1xf32>) outs(%12 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = math.log %in_1 : f32
      %r1 = arith.subf %in, %r0 : f32
      linalg.yield %r1 : f32
    } -> tensor<2x3xf32>
    return %13 : tensor<2x3xf32>
  }
}
