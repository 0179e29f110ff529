// A gathered row of an f16 product is read wide: 300 * 300 * 0.5.
// RUN: nanguard-run %s --no-cache --tiers=safe --print --input=1x1x1xf16=300 --input=1xi64=0 --input=1x1x1xf16=0.5 --input=1x1xf16=300 | FileCheck %s
// RUN: nanguard-run %s --no-cache --tiers=unfused --print --input=1x1x1xf16=300 --input=1xi64=0 --input=1x1x1xf16=0.5 --input=1x1xf16=300 | FileCheck %s
// CHECK: tensor<1x1x1xf16>=44992
func.func @main(%arg0: tensor<1x1x1xf16>, %arg1: tensor<1xi64>, %arg2: tensor<1x1x1xf16>, %arg3: tensor<1x1xf16>) -> (tensor<1x1x1xf16>) {
  %e1 = tensor.empty() : tensor<1x1x1xf16>
  %t2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %arg3 : tensor<1x1x1xf16>, tensor<1x1xf16>) outs(%e1 : tensor<1x1x1xf16>) {
  ^bb0(%b0: f16, %b1: f16, %out: f16):
    %r3 = arith.mulf %b0, %b1 : f16
    linalg.yield %r3 : f16
  } -> tensor<1x1x1xf16>
  %e4 = tensor.empty() : tensor<1x1x1xf16>
  %t5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<1xi64>) outs(%e4 : tensor<1x1x1xf16>) {
  ^bb0(%b0: i64, %out: f16):
    %r6 = arith.index_cast %b0 : i64 to index
    %r7 = linalg.index 1 : index
    %r8 = linalg.index 2 : index
    %r9 = tensor.extract %t2[%r6, %r7, %r8] : tensor<1x1x1xf16>
    linalg.yield %r9 : f16
  } -> tensor<1x1x1xf16>
  %s10 = arith.constant 0x0000 : f16
  %e11 = tensor.empty() : tensor<1x1x1xf16>
  %f12 = linalg.fill ins(%s10 : f16) outs(%e11 : tensor<1x1x1xf16>) -> tensor<1x1x1xf16>
  %t13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%t5, %arg2 : tensor<1x1x1xf16>, tensor<1x1x1xf16>) outs(%f12 : tensor<1x1x1xf16>) {
  ^bb0(%b0: f16, %b1: f16, %out: f16):
    %r14 = arith.mulf %b0, %b1 : f16
    %r15 = arith.addf %out, %r14 : f16
    linalg.yield %r15 : f16
  } -> tensor<1x1x1xf16>
  return %t13 : tensor<1x1x1xf16>
}
