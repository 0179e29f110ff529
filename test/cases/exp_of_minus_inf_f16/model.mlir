// exp(-Inf) is 0.
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<?x3xf16>) -> tensor<?x3xf16> {
    %cst_0 = arith.constant 0 : index
    %dim0_0 = tensor.dim %arg0, %cst_0 : tensor<?x3xf16>
    %0 = tensor.empty(%dim0_0) : tensor<?x3xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<?x3xf16>) outs(%0 : tensor<?x3xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = math.exp %in : f16
      linalg.yield %r0 : f16
    } -> tensor<?x3xf16>
    return %1 : tensor<?x3xf16>
  }
}
