// --list-ops compiles nothing: no object, and no whole model in the cache.
// RUN: rm -rf %t
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --list-ops | FileCheck %s
// RUN: test ! -e %t
// RUN: not nanguard-run %s --list-ops --function=other 2>&1 | FileCheck %s --check-prefix=OTHER
// A guarded module, and one without guards, which has nothing to list.
// RUN: nanguard-opt %s --guard-tiers | nanguard-run - --list-ops | FileCheck %s
// RUN: nanguard-run %s --no-cache --list-ops --unguarded | count 0
// CHECK: 0{{.*}}entry
// CHECK: 1{{.*}}list.exp{{.*}}m.py:1
// OTHER: error: the model has no function 'other'; it has: main
func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("list.exp"("m.py":1:0))
  return %r : tensor<4xf16>
}
