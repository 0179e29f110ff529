// exp, sum, P V and then the division: padding's scores are selected away, its
// rows of V hold NaN.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#key = affine_map<(d0, d1) -> (d1)>
func.func @main(%q: tensor<3x4xf16>, %kt: tensor<4x5xf16>, %v: tensor<5x2xf16>, %keep: tensor<5xi1>) -> tensor<3x2xf16> {
  %zero = arith.constant 0.0 : f16
  %low = arith.constant 0xFC00 : f16
  %es = tensor.empty() : tensor<3x5xf16>
  %er = tensor.empty() : tensor<3xf16>
  %eo = tensor.empty() : tensor<3x2xf16>
  %fs = linalg.fill ins(%zero : f16) outs(%es : tensor<3x5xf16>) -> tensor<3x5xf16>
  %s = linalg.matmul ins(%q, %kt : tensor<3x4xf16>, tensor<4x5xf16>) outs(%fs : tensor<3x5xf16>) -> tensor<3x5xf16>
  %m = linalg.generic {indexing_maps = [#id, #key, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %keep : tensor<3x5xf16>, tensor<5xi1>) outs(%es : tensor<3x5xf16>) {
  ^bb0(%in: f16, %k: i1, %out: f16):
    %0 = arith.select %k, %in, %low : f16
    linalg.yield %0 : f16
  } -> tensor<3x5xf16>
  %fm = linalg.fill ins(%low : f16) outs(%er : tensor<3xf16>) -> tensor<3xf16>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%m : tensor<3x5xf16>) outs(%fm : tensor<3xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.maximumf %in, %out : f16
    linalg.yield %0 : f16
  } -> tensor<3xf16>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%m, %max : tensor<3x5xf16>, tensor<3xf16>) outs(%es : tensor<3x5xf16>) {
  ^bb0(%in: f16, %top: f16, %out: f16):
    %0 = arith.subf %in, %top : f16
    %1 = math.exp %0 : f16
    linalg.yield %1 : f16
  } -> tensor<3x5xf16>
  %fsum = linalg.fill ins(%zero : f16) outs(%er : tensor<3xf16>) -> tensor<3xf16>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<3x5xf16>) outs(%fsum : tensor<3xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.addf %in, %out : f16
    linalg.yield %0 : f16
  } -> tensor<3xf16>
  %fo = linalg.fill ins(%zero : f16) outs(%eo : tensor<3x2xf16>) -> tensor<3x2xf16>
  %o = linalg.matmul ins(%e, %v : tensor<3x5xf16>, tensor<5x2xf16>) outs(%fo : tensor<3x2xf16>) -> tensor<3x2xf16>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%o, %sum : tensor<3x2xf16>, tensor<3xf16>) outs(%eo : tensor<3x2xf16>) {
  ^bb0(%in: f16, %by: f16, %out: f16):
    %0 = arith.divf %in, %by : f16
    linalg.yield %0 : f16
  } -> tensor<3x2xf16>
  return %y : tensor<3x2xf16>
}
