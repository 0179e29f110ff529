// Movers between two ops are repeated on the twin, where the reader runs a safe
// form: transpose, collapse, slices, concat, pad, insert. y = 2x passes f16's
// range; scaled by 2^-10 it fits again. An argument that is moved in with it is
// widened, and y is a reader's twin only in a part of it.
// RUN: nanguard-run %s --no-cache --input=2x4xf16=50000,1,2,3,60000,50176,6,7 --input=2x4xf16=1024,1024,1024,1024,2048,2048,2048,2048 --tiers=safe --print | FileCheck %s
// RUN: nanguard-run %s --no-cache --input=2x4xf16=50000,1,2,3,60000,50176,6,7 --input=2x4xf16=1024,1024,1024,1024,2048,2048,2048,2048 --tiers=fused,2=unfused,3=safe,4=unfused,5=safe,6=unfused,7=safe,8=unfused --print | FileCheck %s
// RUN: nanguard-run %s --no-cache --input=2x4xf16=50000,1,2,3,60000,50176,6,7 --input=2x4xf16=1024,1024,1024,1024,2048,2048,2048,2048 --steps=1 --rescue --print | FileCheck %s
// CHECK: tensor<4x2xf16>=97.625,117.1875,0.001953125,98,0.00390625,0.01171875,0.005859375,0.013671875
// CHECK: tensor<8xf16>=97.625,0.001953125,0.00390625,0.005859375,117.1875,98,0.01171875,0.013671875
// CHECK: tensor<1x2xf16>=98,0.01171875
// CHECK: tensor<4x4xf16>=97.625,0.001953125,0.00390625,0.005859375,117.1875,98,0.01171875,0.013671875,1,1,1,1,2,2,2,2
// CHECK: tensor<4x6xf16>={{(0.0009765625,)+}}97.625,0.001953125,0.00390625,0.005859375,0.0009765625,0.0009765625,117.1875,98,0.01171875,0.013671875,0.0009765625,
// CHECK: tensor<2x4xf16>=2,2,2,2,4,4,99.625,2.00195312
// Where y's maker ran fused, its readers have what it wrote: no number of f16.
// RUN: nanguard-run %s --no-cache --input=2x4xf16=50000,1,2,3,60000,50176,6,7 --input=2x4xf16=1024,1024,1024,1024,2048,2048,2048,2048 --tiers=safe,2=fused --print | FileCheck %s --check-prefix=NARROW
// NARROW: tensor<1x2xf16>=inf,0.01171875
// A NaN that comes in comes out, in each operand.
// RUN: nanguard-run %s --no-cache --input=2x4xf16=nan,1,2,3,60000,50176,6,7 --input=2x4xf16=1024,nan,1024,1024,2048,2048,2048,2048 --tiers=safe --print | FileCheck %s --check-prefix=NAN
// NAN: tensor<8xf16>={{-?}}nan,0.001953125,
// NAN: tensor<4x4xf16>={{-?}}nan,0.001953125,0.00390625,0.005859375,117.1875,98,0.01171875,0.013671875,1,{{-?}}nan,1,1,

#map = affine_map<(d0, d1) -> (d0, d1)>
#v = affine_map<(d0) -> (d0)>
func.func @main(%x: tensor<2x4xf16>, %z: tensor<2x4xf16>) -> (tensor<4x2xf16>, tensor<8xf16>, tensor<1x2xf16>, tensor<4x4xf16>, tensor<4x6xf16>, tensor<2x4xf16>) {
  %e = tensor.empty() : tensor<2x4xf16>
  %y = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x4xf16>) outs(%e : tensor<2x4xf16>) {
  ^bb0(%a: f16, %out: f16):
    %0 = arith.addf %a, %a : f16
    linalg.yield %0 : f16
  } -> tensor<2x4xf16>
  %s = arith.constant 9.765625e-04 : f16
  %p = arith.constant 1.0 : f16
  // transpose
  %et = tensor.empty() : tensor<4x2xf16>
  %t = linalg.transpose ins(%y : tensor<2x4xf16>) outs(%et : tensor<4x2xf16>) permutation = [1, 0]
  %r0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<4x2xf16>) outs(%et : tensor<4x2xf16>) {
  ^bb0(%a: f16, %out: f16):
    %0 = arith.mulf %a, %s : f16
    linalg.yield %0 : f16
  } -> tensor<4x2xf16>
  // collapse
  %c = tensor.collapse_shape %y [[0, 1]] : tensor<2x4xf16> into tensor<8xf16>
  %ec = tensor.empty() : tensor<8xf16>
  %r1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%c : tensor<8xf16>) outs(%ec : tensor<8xf16>) {
  ^bb0(%a: f16, %out: f16):
    %0 = arith.mulf %a, %s : f16
    linalg.yield %0 : f16
  } -> tensor<8xf16>
  // slice
  %l = tensor.extract_slice %y [1, 1] [1, 2] [1, 1] : tensor<2x4xf16> to tensor<1x2xf16>
  %el = tensor.empty() : tensor<1x2xf16>
  %r2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%l : tensor<1x2xf16>) outs(%el : tensor<1x2xf16>) {
  ^bb0(%a: f16, %out: f16):
    %0 = arith.mulf %a, %s : f16
    linalg.yield %0 : f16
  } -> tensor<1x2xf16>
  // concat with an argument
  %k = tensor.concat dim(0) %y, %z : (tensor<2x4xf16>, tensor<2x4xf16>) -> tensor<4x4xf16>
  %ek = tensor.empty() : tensor<4x4xf16>
  %r3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%k : tensor<4x4xf16>) outs(%ek : tensor<4x4xf16>) {
  ^bb0(%a: f16, %out: f16):
    %0 = arith.mulf %a, %s : f16
    linalg.yield %0 : f16
  } -> tensor<4x4xf16>
  // pad
  %d = tensor.pad %y low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %p : f16
  } : tensor<2x4xf16> to tensor<4x6xf16>
  %ed = tensor.empty() : tensor<4x6xf16>
  %r4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<4x6xf16>) outs(%ed : tensor<4x6xf16>) {
  ^bb0(%a: f16, %out: f16):
    %0 = arith.mulf %a, %s : f16
    linalg.yield %0 : f16
  } -> tensor<4x6xf16>
  // insert_slice
  %n = tensor.insert_slice %z into %y [0, 0] [2, 4] [1, 1] : tensor<2x4xf16> into tensor<2x4xf16>
  %i0 = tensor.extract_slice %y [0, 0] [1, 2] [1, 1] : tensor<2x4xf16> to tensor<1x2xf16>
  %n2 = tensor.insert_slice %i0 into %z [1, 2] [1, 2] [1, 1] : tensor<1x2xf16> into tensor<2x4xf16>
  %r5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%n2, %n : tensor<2x4xf16>, tensor<2x4xf16>) outs(%e : tensor<2x4xf16>) {
  ^bb0(%a: f16, %b: f16, %out: f16):
    %0 = arith.mulf %a, %s : f16
    %1 = arith.mulf %b, %s : f16
    %2 = arith.addf %0, %1 : f16
    linalg.yield %2 : f16
  } -> tensor<2x4xf16>
  return %r0, %r1, %r2, %r3, %r4, %r5 : tensor<4x2xf16>, tensor<8xf16>, tensor<1x2xf16>, tensor<4x4xf16>, tensor<4x6xf16>, tensor<2x4xf16>
}
