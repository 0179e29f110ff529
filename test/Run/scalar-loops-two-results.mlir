// Results that could start from one empty tensor stay two buffers.
// RUN: nanguard-run %s --no-cache --scalar-loops --tiers=fused --quiet --print --input=2xf32=1 --input=2xf32=1 | FileCheck %s
// RUN: nanguard-run %s --no-cache --scalar-loops --tiers=safe --quiet --print --input=2xf32=1 --input=2xf32=1 | FileCheck %s
// CHECK:      tensor<2xf32>=0,0
// CHECK-NEXT: tensor<2xf32>=2.71828175,2.71828175
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %difference = arith.subf %x, %y : tensor<2xf32>
  %exp = math.exp %x : tensor<2xf32>
  return %difference, %exp : tensor<2xf32>, tensor<2xf32>
}
