// Where a NaN came from, by what the arguments are marked as: data, a state that
// an earlier step left, another rank.
// RUN: rm -rf %t && mkdir -p %t
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf32=nan --input=4xf32=1 --input=4xf32=1 --manifest=%t/m.json | FileCheck %s --check-prefix=DATA
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf32=1 --input=4xf32=nan --input=4xf32=1 | FileCheck %s --check-prefix=STATE
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf32=1 --input=4xf32=1 --input=4xf32=nan | FileCheck %s --check-prefix=PEER
// RUN: FileCheck %s --check-prefix=MANIFEST --input-file=%t/m.json
// DATA: entry#0 (data)
// STATE: entry#1 (state-poisoned)
// PEER: entry#2 (peer)
// MANIFEST: "args":[{"index":0,{{[^}]*}}"kv_cache":false},{"index":1,{{[^}]*}}"carry":true},{"index":2,{{[^}]*}}"peer":true}]
func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32> {nanguard.carry}, %g: tensor<4xf32> {nanguard.peer}) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.add ins(%x, %w : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.add ins(%a, %g : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}
