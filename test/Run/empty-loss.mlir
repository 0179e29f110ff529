// A loss of no elements has no mean: it says nothing, and starts no watch. One
// that is NaN does.
// RUN: rm -rf %t && mkdir -p %t
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=0xf32= --steps=3 --json=- --quiet | FileCheck %s --check-prefix=EMPTY
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=2xf32=1,nan --steps=1 --json=- --quiet | FileCheck %s --check-prefix=FULL
// EMPTY-NOT: watch
// EMPTY-NOT: "loss":
// EMPTY: "step":3
// FULL: "loss":"nan"
func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32> {nanguard.loss}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.mul ins(%x, %x : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}
