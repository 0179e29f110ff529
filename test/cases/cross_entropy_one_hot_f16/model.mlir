// A probability underflows to 0, its log is -Inf, and 0 * -Inf is NaN.
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @main(%arg0: tensor<3x5xf16>, %arg1: tensor<3x5xf16>) -> tensor<3x1xf16> {
    %cst_0 = arith.constant 0 : i64
    %cst_1 = arith.constant 0xFC00 : f16
    %cst_2 = arith.constant 0.000000000e+00 : f16
    %0 = tensor.empty() : tensor<3x1xi64>
    %1 = linalg.fill ins(%cst_0 : i64) outs(%0 : tensor<3x1xi64>) -> tensor<3x1xi64>
    %2 = tensor.empty() : tensor<3x1xf16>
    %3 = linalg.fill ins(%cst_1 : f16) outs(%2 : tensor<3x1xf16>) -> tensor<3x1xf16>
    %4:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<3x5xf16>) outs(%3, %1 : tensor<3x1xf16>, tensor<3x1xi64>) {
    ^bb0(%in: f16, %out: f16, %out_1: i64):
      %i = linalg.index 1 : index
      %j = arith.index_cast %i : index to i64
      %m = arith.maximumf %in, %out : f16
      %g = arith.cmpf ogt, %in, %out : f16
      %s = arith.select %g, %j, %out_1 : i64
      linalg.yield %m, %s : f16, i64
    } -> (tensor<3x1xf16>, tensor<3x1xi64>)
    %5 = tensor.empty() : tensor<3x5xf16>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %4#0 : tensor<3x5xf16>, tensor<3x1xf16>) outs(%5 : tensor<3x5xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %r0 = arith.subf %in, %in_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<3x5xf16>
    %7 = tensor.empty() : tensor<3x5xf16>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<3x5xf16>) outs(%7 : tensor<3x5xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = math.exp %in : f16
      linalg.yield %r0 : f16
    } -> tensor<3x5xf16>
    %9 = tensor.empty() : tensor<3x1xf16>
    %10 = linalg.fill ins(%cst_2 : f16) outs(%9 : tensor<3x1xf16>) -> tensor<3x1xf16>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%8 : tensor<3x5xf16>) outs(%10 : tensor<3x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.addf %in, %out : f16
      linalg.yield %r0 : f16
    } -> tensor<3x1xf16>
    %12 = tensor.empty() : tensor<3x5xf16>
    %13 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %11 : tensor<3x5xf16>, tensor<3x1xf16>) outs(%12 : tensor<3x5xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %r0 = arith.divf %in, %in_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<3x5xf16>
    %14 = tensor.empty() : tensor<3x5xf16>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<3x5xf16>) outs(%14 : tensor<3x5xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = math.log %in : f16
      linalg.yield %r0 : f16
    } -> tensor<3x5xf16>
    %16 = tensor.empty() : tensor<3x5xf16>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1, %15 : tensor<3x5xf16>, tensor<3x5xf16>) outs(%16 : tensor<3x5xf16>) {
    ^bb0(%in: f16, %in_1: f16, %out: f16):
      %r0 = arith.mulf %in, %in_1 : f16
      linalg.yield %r0 : f16
    } -> tensor<3x5xf16>
    %18 = tensor.empty() : tensor<3x1xf16>
    %19 = linalg.fill ins(%cst_2 : f16) outs(%18 : tensor<3x1xf16>) -> tensor<3x1xf16>
    %20 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%17 : tensor<3x5xf16>) outs(%19 : tensor<3x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.addf %in, %out : f16
      linalg.yield %r0 : f16
    } -> tensor<3x1xf16>
    %21 = tensor.empty() : tensor<3x1xf16>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<3x1xf16>) outs(%21 : tensor<3x1xf16>) {
    ^bb0(%in: f16, %out: f16):
      %r0 = arith.negf %in : f16
      linalg.yield %r0 : f16
    } -> tensor<3x1xf16>
    return %22 : tensor<3x1xf16>
  }
}
