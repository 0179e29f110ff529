// x / 0 is a pole, 0 / 0 has no value: to be kept, not clipped.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<5xf16>, %arg1: tensor<5xf16>) -> tensor<5xf16> {
    %0 = tensor.empty() : tensor<5xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : tensor<5xf16>, tensor<5xf16>) outs(%0 : tensor<5xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %r0 = arith.divf %in, %in_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<5xf16>
    return %1 : tensor<5xf16>
  }
}
