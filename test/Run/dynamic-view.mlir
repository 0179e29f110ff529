// RUN: nanguard-run %s --no-cache --tiers=fused --input=2x3x2xf16=1,1,2,2,3,3,4,4,5,5,6,6 --input=2x2xf16=1,0,0,2 --print | FileCheck %s
// RUN: nanguard-run %s --no-cache --tiers=safe --input=2x3x2xf16=1,1,2,2,3,3,4,4,5,5,6,6 --input=2x2xf16=1,0,0,2 --print | FileCheck %s
// RUN: nanguard-run %s --no-cache --tiers=unfused --input=2x3x2xf16=1,1,2,2,3,3,4,4,5,5,6,6 --input=2x2xf16=1,0,0,2 --print | FileCheck %s
// RUN: nanguard-run %s --no-cache --device=sim --tiers=fused --input=2x3x2xf16=1,1,2,2,3,3,4,4,5,5,6,6 --input=2x2xf16=1,0,0,2 --print | FileCheck %s

// A linear layer with batch and sequence both dynamic: its view splits one
// run-time extent into two.

// CHECK: tensor<2x3x2xf16>=1,2,2,4,3,6,4,8,5,10,6,12
func.func @main(%x: tensor<?x?x2xf16>, %w: tensor<2x2xf16>) -> tensor<?x?x2xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %b = tensor.dim %x, %c0 : tensor<?x?x2xf16>
  %s = tensor.dim %x, %c1 : tensor<?x?x2xf16>
  %rows = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x?x2xf16> into tensor<?x2xf16>
  %n = arith.muli %b, %s : index
  %e = tensor.empty(%n) : tensor<?x2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x2xf32>) -> tensor<?x2xf32>
  %y = linalg.matmul ins(%rows, %w : tensor<?x2xf16>, tensor<2x2xf16>) outs(%z : tensor<?x2xf32>) -> tensor<?x2xf32>
  %view = tensor.expand_shape %y [[0, 1], [2]] output_shape [%b, %s, 2] : tensor<?x2xf32> into tensor<?x?x2xf32>
  %o = tensor.empty(%b, %s) : tensor<?x?x2xf16>
  %narrow = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%view : tensor<?x?x2xf32>) outs(%o : tensor<?x?x2xf16>) {
  ^bb0(%in: f32, %out: f16):
    %t = arith.truncf %in : f32 to f16
    linalg.yield %t : f16
  } -> tensor<?x?x2xf16>
  return %narrow : tensor<?x?x2xf16>
}
