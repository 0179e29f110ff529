// exp(a) / (exp(a) + exp(b)): Inf / Inf and 0 / 0, beyond f64 too.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
    %0 = tensor.empty() : tensor<2xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<2xf32>, tensor<2xf32>) outs(%0 : tensor<2xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %r0 = math.exp %in : f32
      %r1 = math.exp %in : f32
      %r2 = math.exp %in_1 : f32
      %r3 = arith.addf %r1, %r2 : f32
      %r4 = arith.divf %r0, %r3 : f32
      linalg.yield %r4 : f32
    } -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
