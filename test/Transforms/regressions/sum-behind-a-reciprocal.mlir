// 1 / sqrt(Inf) is 0, so what is scanned has a NaN where the sum behind it is not
// finite; the root of a sum shows its Inf itself.
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-place-scans))' | FileCheck %s
#id = affine_map<(d0) -> (d0)>
#in = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: @reciprocal(
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}"reduction"
// CHECK: %[[Y:.*]] = linalg.generic
// CHECK: math.rsqrt
// CHECK: %[[SEEN:.*]] = linalg.generic {{.*}} ins(%[[Y]], %[[SUM]] :
// CHECK: nanguard.scan {{.*}}ins(%[[SEEN]]
// CHECK: return %[[Y]]
func.func private @reciprocal(%x: tensor<4x8xf16>, %o: tensor<4xf16>, %report: tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<fused_bits>, nanguard.kind = #nanguard.kind<norm>} {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<4xf16>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  %s = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf16>) outs(%f : tensor<4xf16>) {
  ^bb0(%in: f16, %acc: f16):
    %a = arith.mulf %in, %in : f16
    %b = arith.addf %a, %acc : f16
    linalg.yield %b : f16
  } -> tensor<4xf16>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%s : tensor<4xf16>) outs(%o : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %a = math.rsqrt %in : f16
    linalg.yield %a : f16
  } -> tensor<4xf16>
  return %y, %report : tensor<4xf16>, tensor<12xi64>
}

// CHECK-LABEL: @root(
// CHECK: %[[Y:.*]] = linalg.generic
// CHECK: math.sqrt
// CHECK: nanguard.scan {{.*}}ins(%
// CHECK-NOT: arith.bitcast
// CHECK: return
func.func private @root(%x: tensor<4x8xf16>, %o: tensor<4xf16>, %report: tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<fused_bits>, nanguard.kind = #nanguard.kind<norm>} {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<4xf16>
  %f = linalg.fill ins(%zero : f16) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  %s = linalg.generic {indexing_maps = [#in, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf16>) outs(%f : tensor<4xf16>) {
  ^bb0(%in: f16, %acc: f16):
    %a = arith.mulf %in, %in : f16
    %b = arith.addf %a, %acc : f16
    linalg.yield %b : f16
  } -> tensor<4xf16>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%s : tensor<4xf16>) outs(%o : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %a = math.sqrt %in : f16
    linalg.yield %a : f16
  } -> tensor<4xf16>
  return %y, %report : tensor<4xf16>, tensor<12xi64>
}
