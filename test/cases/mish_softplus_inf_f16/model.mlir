// exp and softplus are Inf from x = 11.09 on, tanh of it is 1: right as it stands.
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<2x4xf16>) -> tensor<2x4xf16> {
    %cst_0 = arith.constant 1.000000000e+00 : f16
    %0 = tensor.empty() : tensor<2x4xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<2x4xf16>) outs(%0 : tensor<2x4xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = math.exp %in : f16
      %r1 = arith.addf %r0, %cst_0 : f16
      %r2 = math.log %r1 : f16
      %r3 = math.tanh %r2 : f16
      %r4 = arith.mulf %in, %r3 : f16
      linalg.yield %r4 : f16
    } -> tensor<2x4xf16>
    return %1 : tensor<2x4xf16>
  }
}
