// A learned sink joins the scores before the softmax and leaves after it.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @main(%q: tensor<2x4xf16>, %kt: tensor<4x3xf16>, %v: tensor<3x2xf16>, %mask: tensor<2x3xf16>, %sink: tensor<2x1xf16>) -> tensor<2x2xf16> {
  %zero = arith.constant 0.0 : f16
  %es = tensor.empty() : tensor<2x3xf16>
  %ec = tensor.empty() : tensor<2x4xf16>
  %er = tensor.empty() : tensor<2xf16>
  %eo = tensor.empty() : tensor<2x2xf16>
  %fs = linalg.fill ins(%zero : f16) outs(%es : tensor<2x3xf16>) -> tensor<2x3xf16>
  %s = linalg.matmul ins(%q, %kt : tensor<2x4xf16>, tensor<4x3xf16>) outs(%fs : tensor<2x3xf16>) -> tensor<2x3xf16>
  %m = linalg.add ins(%s, %mask : tensor<2x3xf16>, tensor<2x3xf16>) outs(%es : tensor<2x3xf16>) -> tensor<2x3xf16>
  %c = tensor.concat dim(1) %m, %sink : (tensor<2x3xf16>, tensor<2x1xf16>) -> tensor<2x4xf16>
  %e = linalg.exp ins(%c : tensor<2x4xf16>) outs(%ec : tensor<2x4xf16>) -> tensor<2x4xf16>
  %fsum = linalg.fill ins(%zero : f16) outs(%er : tensor<2xf16>) -> tensor<2xf16>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<2x4xf16>) outs(%fsum : tensor<2xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.addf %in, %out : f16
    linalg.yield %0 : f16
  } -> tensor<2xf16>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %sum : tensor<2x4xf16>, tensor<2xf16>) outs(%ec : tensor<2x4xf16>) {
  ^bb0(%in: f16, %by: f16, %out: f16):
    %0 = arith.divf %in, %by : f16
    linalg.yield %0 : f16
  } -> tensor<2x4xf16>
  %w = tensor.extract_slice %p[0, 0] [2, 3] [1, 1] : tensor<2x4xf16> to tensor<2x3xf16>
  %fo = linalg.fill ins(%zero : f16) outs(%eo : tensor<2x2xf16>) -> tensor<2x2xf16>
  %o = linalg.matmul ins(%w, %v : tensor<2x3xf16>, tensor<3x2xf16>) outs(%fo : tensor<2x2xf16>) -> tensor<2x2xf16>
  return %o : tensor<2x2xf16>
}
