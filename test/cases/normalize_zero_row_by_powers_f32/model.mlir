// The length as torch-mlir writes a vector's norm: powers of 2 and 0.5.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %cst_0 = arith.constant 2.000000000e+00 : f32
    %cst_1 = arith.constant 0.000000000e+00 : f32
    %cst_2 = arith.constant 5.000000000e-01 : f32
    %0 = tensor.empty() : tensor<2x2xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2x2xf32>) outs(%0 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = math.absf %in : f32
      %r1 = math.powf %r0, %cst_0 : f32
      linalg.yield %r1 : f32
    } -> tensor<2x2xf32>
    %2 = tensor.empty() : tensor<2x1xf32>
    %3 = linalg.fill ins(%cst_1 : f32) outs(%2 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<2x2xf32>) outs(%3 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.addf %in, %out : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1xf32>
    %5 = tensor.empty() : tensor<2x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 : tensor<2x1xf32>) outs(%5 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = math.powf %in, %cst_2 : f32
      linalg.yield %r0 : f32
    } -> tensor<2x1xf32>
    %7 = tensor.empty() : tensor<2x2xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %6 : tensor<2x2xf32>, tensor<2x1xf32>) outs(%7 : tensor<2x2xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = arith.divf %in, %in_1 : f32
      linalg.yield %r0 : f32
    } -> tensor<2x2xf32>
    return %8 : tensor<2x2xf32>
  }
}
