// A gather from a computed tensor in a kernel of one element: its clamp asks for that tensor's extent.
// RUN: nanguard-run %s --no-cache --device=sim:checks --tiers=safe --quiet --print --input=3x1xf64=1,2,3 --input=3x1xf64=5,7,9 --input=1xi32=1 | FileCheck %s
// CHECK: tensor<1x1xf64>=5
func.func @main(%arg0: tensor<?x1xf64>, %arg1: tensor<?x1xf64>, %arg2: tensor<1xi32>) -> (tensor<1x1xf64>) {
  %vt1 = arith.subf %arg1, %arg0 : tensor<?x1xf64>
  %ve2 = tensor.empty() : tensor<1x1xf64>
  %vt3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<1xi32>) outs(%ve2 : tensor<1x1xf64>) {
  ^bb0(%b0: i32, %out: f64):
    %vr4 = arith.index_cast %b0 : i32 to index
    %vr5 = linalg.index 1 : index
    %vr6 = tensor.extract %vt1[%vr4, %vr5] : tensor<?x1xf64>
    linalg.yield %vr6 : f64
  } -> tensor<1x1xf64>
  return %vt3 : tensor<1x1xf64>
}
