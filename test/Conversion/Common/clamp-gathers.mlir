// RUN: nanguard-opt %s --nanguard-clamp-gathers | FileCheck %s --implicit-check-not=cf.assert

// CHECK-LABEL: func @gather
// CHECK: %[[I:.*]] = linalg.index 1
// CHECK: %[[LOW:.*]] = arith.maxsi
// CHECK: %[[CLAMPED:.*]] = arith.minsi %[[LOW]]
// CHECK: tensor.extract %{{.*}}[%[[CLAMPED]], %[[I]]]
func.func @gather(%ids: tensor<4xi64>, %w: tensor<10x8xf16>) -> tensor<4x8xf16> {
  %c10 = arith.constant 10 : index
  %e = tensor.empty() : tensor<4x8xf16>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<4xi64>) outs(%e : tensor<4x8xf16>) {
  ^bb0(%id: i64, %o: f16):
    %row = arith.index_cast %id : i64 to index
    %col = linalg.index 1 : index
    %ok = arith.cmpi slt, %row, %c10 : index
    cf.assert %ok, "index must be smaller than dim size"
    %v = tensor.extract %w[%row, %col] : tensor<10x8xf16>
    linalg.yield %v : f16
  } -> tensor<4x8xf16>
  return %y : tensor<4x8xf16>
}
