// An empty part of a concatenation, as a cache before its first step is, an empty result of one, and padding around nothing.
// RUN: nanguard-run %s --no-cache --input=2x3xf16=1,2,3,4,5,6 --input=2x0xf16= --print --tiers=safe | FileCheck %s
// RUN: nanguard-run %s --no-cache --scalar-loops --input=2x3xf16=1,2,3,4,5,6 --input=2x0xf16= --print | FileCheck %s
// RUN: nanguard-run %s --no-cache --device=sim --input=2x3xf16=1,2,3,4,5,6 --input=2x0xf16= --print 2>/dev/null | FileCheck %s
// CHECK: tensor<2x3xf16>=1,4,9,16,25,36
// CHECK: tensor<4x0xf16>=
// CHECK: tensor<2x4xf16>=9,9,9,9,9,9,9,9
func.func @main(%a: tensor<2x3xf16>, %b: tensor<2x0xf16>) -> (tensor<2x3xf16>, tensor<4x0xf16>, tensor<2x4xf16>) {
  %c = arith.constant 3.0 : f16
  %0 = tensor.concat dim(1) %b, %a, %b : (tensor<2x0xf16>, tensor<2x3xf16>, tensor<2x0xf16>) -> tensor<2x3xf16>
  %1 = arith.mulf %0, %0 : tensor<2x3xf16>
  %2 = tensor.concat dim(0) %b, %b : (tensor<2x0xf16>, tensor<2x0xf16>) -> tensor<4x0xf16>
  %3 = math.exp %2 : tensor<4x0xf16>
  %4 = tensor.pad %b low[0, 3] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f16
  } : tensor<2x0xf16> to tensor<2x4xf16>
  %5 = arith.mulf %4, %4 : tensor<2x4xf16>
  return %1, %3, %5 : tensor<2x3xf16>, tensor<4x0xf16>, tensor<2x4xf16>
}
