// The sigmoid rounds to 1, and 1 - 1 is the denominator.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<5xf32>) -> tensor<5xf32> {
    %cst_0 = arith.constant 1.000000000e+00 : f32
    %0 = tensor.empty() : tensor<5xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<5xf32>) outs(%0 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.negf %in : f32
      %r1 = math.exp %r0 : f32
      %r2 = arith.addf %cst_0, %r1 : f32
      %r3 = arith.divf %cst_0, %r2 : f32
      linalg.yield %r3 : f32
    } -> tensor<5xf32>
    %2 = tensor.empty() : tensor<5xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%1 : tensor<5xf32>) outs(%2 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.subf %cst_0, %in : f32
      %r1 = arith.divf %in, %r0 : f32
      %r2 = math.log %r1 : f32
      linalg.yield %r2 : f32
    } -> tensor<5xf32>
    return %3 : tensor<5xf32>
  }
}
