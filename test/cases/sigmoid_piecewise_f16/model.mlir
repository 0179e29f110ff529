// Inf / Inf in the branch that is not taken.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<5xf16>) -> tensor<5xf16> {
    %cst_0 = arith.constant 1.000000000e+00 : f16
    %cst_1 = arith.constant 0.000000000e+00 : f16
    %0 = tensor.empty() : tensor<5xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<5xf16>) outs(%0 : tensor<5xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = math.exp %in : f16
      %r1 = arith.negf %in : f16
      %r2 = math.exp %r1 : f16
      %r3 = arith.addf %cst_0, %r2 : f16
      %r4 = arith.divf %cst_0, %r3 : f16
      %r5 = arith.cmpf oge, %in, %cst_1 : f16
      %r6 = arith.addf %cst_0, %r0 : f16
      %r7 = arith.divf %r0, %r6 : f16
      %r8 = arith.select %r5, %r4, %r7 : f16
      linalg.yield %r8 : f16
    } -> tensor<5xf16>
    return %1 : tensor<5xf16>
  }
}
