// A gather from a tensor of dynamic extent that its own kernel computes: the index is clamped by
// that tensor's extent, which must not outlive it on a GPU.
// RUN: nanguard-run %s --no-cache --device=sim:checks --tiers=safe --quiet --print --input=3x1xf64=1,2,3 --input=3x1xf64=5,7,9 --input=2xi32=1,2 | FileCheck %s
// RUN: nanguard-run %s --no-cache --device=sim:checks --tiers=safe --quiet --print --input=3x4xf64=1 --input=3x4xf64=5 --input=2xi32=1,7 | FileCheck %s --check-prefix=WIDE
// RUN: nanguard-run %s --no-cache --tiers=safe --quiet --print --input=3x1xf64=1,2,3 --input=3x1xf64=5,7,9 --input=2xi32=1,2 | FileCheck %s
// CHECK: tensor<2x1xf64>=5,6
// WIDE: tensor<2x4xf64>=4,4,4,4,4,4,4,4
func.func @main(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>, %rows: tensor<2xi32>) -> tensor<2x?xf64> {
  %one = arith.constant 1 : index
  %difference = arith.subf %y, %x : tensor<?x?xf64>
  %width = tensor.dim %x, %one : tensor<?x?xf64>
  %empty = tensor.empty(%width) : tensor<2x?xf64>
  %gathered = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%rows : tensor<2xi32>) outs(%empty : tensor<2x?xf64>) {
  ^bb0(%row: i32, %out: f64):
    %i = arith.index_cast %row : i32 to index
    %j = linalg.index 1 : index
    %item = tensor.extract %difference[%i, %j] : tensor<?x?xf64>
    linalg.yield %item : f64
  } -> tensor<2x?xf64>
  return %gathered : tensor<2x?xf64>
}
