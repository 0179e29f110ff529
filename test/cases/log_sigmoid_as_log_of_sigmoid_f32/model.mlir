// The sigmoid is 0 where exp(-x) is Inf, and its log is -Inf.
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %cst_0 = arith.constant 1.000000000e+00 : f32
    %0 = tensor.empty() : tensor<2x3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.negf %in : f32
      %r1 = math.exp %r0 : f32
      %r2 = arith.addf %r1, %cst_0 : f32
      %r3 = arith.divf %cst_0, %r2 : f32
      linalg.yield %r3 : f32
    } -> tensor<2x3xf32>
    %2 = tensor.empty() : tensor<2x3xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<2x3xf32>) outs(%2 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = math.log %in : f32
      linalg.yield %r0 : f32
    } -> tensor<2x3xf32>
    return %3 : tensor<2x3xf32>
  }
}
