// A target of 0 times the log of a probability of 0.
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %cst_0 = arith.constant 1.000000000e+00 : f32
    %0 = tensor.empty() : tensor<2x3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1, %arg0 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = math.log %in_1 : f32
      %r1 = arith.mulf %in, %r0 : f32
      %r2 = arith.subf %cst_0, %in : f32
      %r3 = arith.subf %cst_0, %in_1 : f32
      %r4 = math.log %r3 : f32
      %r5 = arith.mulf %r2, %r4 : f32
      %r6 = arith.addf %r1, %r5 : f32
      %r7 = arith.negf %r6 : f32
      linalg.yield %r7 : f32
    } -> tensor<2x3xf32>
    return %1 : tensor<2x3xf32>
  }
}
