// A loop carries a tensor that each turn makes anew; a public function is
// called by another, which must see it with its own type.
// RUN: nanguard-run %s --no-cache --tiers=fused --quiet --input=4xf32=0 --print | FileCheck %s
// RUN: nanguard-run %s --no-cache --scalar-loops --tiers=fused --quiet --input=4xf32=0 --print | FileCheck %s
// RUN: nanguard-run %s --no-cache --function=other --tiers=fused --quiet --input=4xf32=0 --print | FileCheck %s

// CHECK: tensor<4xf32>=3,3,3,3
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %y = linalg.add ins(%x, %one : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %y : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @other(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = call @main(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
