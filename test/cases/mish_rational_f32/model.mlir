// (e^2 + 2e) / (e^2 + 2e + 2) with e = exp(x): Inf / Inf, beyond f64 at 800.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<5xf32>) -> tensor<5xf32> {
    %cst_0 = arith.constant 2.000000000e+00 : f32
    %0 = tensor.empty() : tensor<5xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<5xf32>) outs(%0 : tensor<5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %r0 = math.exp %in : f32
      %r1 = arith.mulf %r0, %r0 : f32
      %r2 = arith.mulf %cst_0, %r0 : f32
      %r3 = arith.addf %r1, %r2 : f32
      %r4 = arith.addf %r3, %cst_0 : f32
      %r5 = arith.divf %r3, %r4 : f32
      %r6 = arith.mulf %in, %r5 : f32
      linalg.yield %r6 : f32
    } -> tensor<5xf32>
    return %1 : tensor<5xf32>
  }
}
