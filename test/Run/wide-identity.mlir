// A logarithm undoes the exp that it repeats, so the form hands on its wide input.
// RUN: nanguard-run %s --no-cache --tiers=safe --print --input=8xf16=1,2,3,4,300,0,-1,nan | FileCheck %s
// RUN: nanguard-run %s --no-cache --tiers=unfused --print --input=8xf16=1,2,3,4,300,0,-1,nan | FileCheck %s
// CHECK: tensor<8xf16>=1,4,9,16,inf,0,1,nan
// CHECK: tensor<8xf16>=0.606445312,0.135375977,0.0111083984,0.000335454941,0,1,0.606445312,nan
func.func @main(%x: tensor<8xf16>) -> (tensor<8xf16>, tensor<8xf16>) {
  %e = tensor.empty() : tensor<8xf16>
  %k = arith.mulf %x, %x : tensor<8xf16>
  %0 = math.exp %k : tensor<8xf16>
  %1 = math.log %0 : tensor<8xf16>
  %2 = math.rsqrt %0 : tensor<8xf16>
  return %1, %2 : tensor<8xf16>, tensor<8xf16>
}
