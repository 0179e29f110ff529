// log 0 is a pole, log of a negative number has no value, log Inf is Inf.
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<3x3xbf16>) -> tensor<3x3xbf16> {
    %0 = tensor.empty() : tensor<3x3xbf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<3x3xbf16>) outs(%0 : tensor<3x3xbf16>) {
    ^bb0(%in: bf16, %out: bf16):
      %r0 = math.log %in : bf16
      linalg.yield %r0 : bf16
    } -> tensor<3x3xbf16>
    return %1 : tensor<3x3xbf16>
  }
}
