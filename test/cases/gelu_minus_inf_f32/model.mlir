// At -Inf it is -Inf * 0.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<3xf32>) -> tensor<3xf32> {
    %cst_0 = arith.constant 1.000000000e+00 : f32
    %cst_1 = arith.constant 7.071067800e-01 : f32
    %cst_2 = arith.constant 5.000000000e-01 : f32
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<3xf32>) outs(%0 : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = arith.mulf %in, %cst_1 : f32
      %r1 = math.erf %r0 : f32
      %r2 = arith.addf %cst_0, %r1 : f32
      %r3 = arith.mulf %in, %cst_2 : f32
      %r4 = arith.mulf %r3, %r2 : f32
      linalg.yield %r4 : f32
    } -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
}
