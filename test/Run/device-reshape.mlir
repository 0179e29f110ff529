// A shape that a kernel computes from an argument: views of what the device
// computes can't be had, and such a kernel stays on the host, with a remark.
// RUN: nanguard-run %s --device=sim --tiers=fused --quiet --print --input=4xf16=-1,2,-3,4 --input=1xi64=2 2>%t.remarks | FileCheck %s
// RUN: FileCheck --check-prefix=REMARK %s < %t.remarks
// CHECK: tensor<2x1xf16>=3,7
// REMARK: memref.expand_shape reads on the host what the GPU computes
// REMARK: @ng_reduction_0_safe runs on the host

#one = affine_map<(d0) -> (d0)>
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
func.func @main(%x: tensor<4xf16>, %n: tensor<1xi64>) -> tensor<2x1xf16> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant dense<[2, 1]> : tensor<2xi64>
  %four = arith.constant 4 : i64
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<4xf16>
  %abs = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) {
  ^bb0(%in: f16, %o: f16):
    %v = math.absf %in : f16
    linalg.yield %v : f16
  } -> tensor<4xf16>
  %a = tensor.extract %n[%c0] : tensor<1xi64>
  %b = arith.divsi %four, %a : i64
  %one = arith.constant 1 : i64
  %shape = tensor.from_elements %a, %b, %one : tensor<3xi64>
  %r = tensor.reshape %abs(%shape) : (tensor<4xf16>, tensor<3xi64>) -> tensor<?x?x?xf16>
  %i = arith.index_cast %a : i64 to index
  %k = arith.index_cast %one : i64 to index
  %s0 = tensor.empty(%i, %k) : tensor<?x1x?xf16>
  %s1 = linalg.fill ins(%zero : f16) outs(%s0 : tensor<?x1x?xf16>) -> tensor<?x1x?xf16>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction", "parallel"]} ins(%r : tensor<?x?x?xf16>) outs(%s1 : tensor<?x1x?xf16>) {
  ^bb0(%in: f16, %o: f16):
    %v = arith.addf %in, %o : f16
    linalg.yield %v : f16
  } -> tensor<?x1x?xf16>
  %y = tensor.reshape %s(%c2) : (tensor<?x1x?xf16>, tensor<2xi64>) -> tensor<2x1xf16>
  return %y : tensor<2x1xf16>
}
