// The commit gate: a training-like loop whose weight never holds what a bad
// step made, though the op at fault is lowered only two steps later.
// RUN: rm -rf %t && mkdir -p %t
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf32=1 --input=4xf32=1 --carry=0:0 --steps=1 --print --quiet | FileCheck %s --check-prefix=ONE
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf32=1 --input=4xf32=1 --carry=0:0 --steps=3 --print --quiet --rescue=false --inject=op=layer.exp,kind=nan,step=2 | FileCheck %s --check-prefix=HELD
// A rescued step is committed, and the controller rescues.
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf32=1 --input=4xf32=1 --carry=0:0 --steps=3 --print --quiet --inject=op=layer.exp,kind=nan,step=2 | FileCheck %s --check-prefix=RESCUED
// RUN: nanguard-opt %s --guard-tiers=target=cpu | FileCheck %s --check-prefix=CPU

// CPU: llvm.func @main(
// ONE: tensor<4xf32>=2
// Two good steps of three.
// HELD: tensor<4xf32>=3
// HELD: tensor<4xf32>=3
// RESCUED: tensor<4xf32>=4
func.func @main(%w: tensor<4xf32>, %x: tensor<4xf32>) -> (tensor<4xf32> {nanguard.commit = 0 : i64}, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %one = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32> loc("layer.exp"("m.py":1:0))
  %update = linalg.log ins(%one : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32> loc("layer.log"("m.py":2:0))
  %new = linalg.add ins(%w, %update : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32> loc("sgd"("m.py":3:0))
  return %new, %new : tensor<4xf32>, tensor<4xf32>
}
