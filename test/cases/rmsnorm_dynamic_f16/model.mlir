// 400^2 is Inf, rsqrt(Inf) is 0: the row is erased. Shapes are dynamic.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<?x?xf16>) -> tensor<?x?xf16> {
    %cst_0 = arith.constant 0 : index
    %cst_1 = arith.constant 1 : index
    %cst_2 = arith.constant 0.000000000e+00 : f16
    %cst_3 = arith.constant 9.9999999999999995e-07 : f64
    %dim0_0 = tensor.dim %arg0, %cst_0 : tensor<?x?xf16>
    %dim0_1 = tensor.dim %arg0, %cst_1 : tensor<?x?xf16>
    %0 = tensor.empty(%dim0_0, %dim0_1) : tensor<?x?xf16>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<?x?xf16>) outs(%0 : tensor<?x?xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.mulf %in, %in : f16
      linalg.yield %r0 : f16
    } -> tensor<?x?xf16>
    %2 = arith.index_cast %dim0_1 : index to i64
    %3 = tensor.empty(%dim0_0) : tensor<?x1xf16>
    %4 = linalg.fill ins(%cst_2 : f16) outs(%3 : tensor<?x1xf16>) -> tensor<?x1xf16>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 : tensor<?x?xf16>) outs(%4 : tensor<?x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.addf %in, %out : f16
      linalg.yield %r0 : f16
    } -> tensor<?x1xf16>
    %6 = tensor.empty(%dim0_0) : tensor<?x1xf16>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<?x1xf16>) outs(%6 : tensor<?x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.sitofp %2 : i64 to f16
      %r1 = arith.divf %in, %r0 : f16
      linalg.yield %r1 : f16
    } -> tensor<?x1xf16>
    %8 = tensor.empty(%dim0_0) : tensor<?x1xf16>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%7 : tensor<?x1xf16>) outs(%8 : tensor<?x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.truncf %cst_3 : f64 to f16
      %r1 = arith.addf %in, %r0 : f16
      %r2 = math.rsqrt %r1 : f16
      linalg.yield %r2 : f16
    } -> tensor<?x1xf16>
    %10 = tensor.empty(%dim0_0, %dim0_1) : tensor<?x?xf16>
    %11 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %9 : tensor<?x?xf16>, tensor<?x1xf16>) outs(%10 : tensor<?x?xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %r0 = arith.mulf %in, %in_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<?x?xf16>
    return %11 : tensor<?x?xf16>
  }
}
