// As written, by both code generators, through the cache, and ahead of time.
// RUN: rm -rf %t && mkdir -p %t
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --as-written --input=4xf16=1,2,3,inf --input=f16=2 --print | FileCheck %s
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --as-written --input=4xf16=1,2,3,inf --input=f16=2 --print | FileCheck %s
// RUN: nanguard-run %s --no-cache --as-written --scalar-loops --input=4xf16=1,2,3,inf --input=f16=2 --print | FileCheck %s
// RUN: nanguard-run %s --no-cache --as-written --emit=so -o %t/m.so
// RUN: nanguard-run %t/m.so --input=4xf16=1,2,3,inf --input=f16=2 --print | FileCheck %s
// RUN: FileCheck %s --check-prefix=HEADER < %t/m.h
// Each product feeds the next step: 3 steps multiply by 8.
// RUN: nanguard-run %t/m.so --input=4xf16=1,2,3,inf --input=f16=2 --steps=3 --carry=0:0 --expected-output=4xf16=8,16,24,inf
// RUN: not nanguard-run %t/m.so --input=4xf16=1 --input=f16=2 --expected-output=4xf16=2,2,2,3 2>&1 | FileCheck %s --check-prefix=MISMATCH

// CHECK: tensor<4xf16>=2,4,6,inf
// RUN: nanguard-run %t/m.so --input=4xf16=1 --input=f16=2 --steps=2 | FileCheck %s --check-prefix=NOTABLE
// NOTABLE: ran 2 steps without guards, so there is no table; --print shows the results
// HEADER: params[1] argument 0: tensor<4xf16>
// HEADER: params[2] argument 1: f16
// HEADER: void nanguard_invoke_main(void **params);
// MISMATCH: nanguard-run: mismatch: result 0: 1 of 4 elements differ, worst [3]: 2, expected 3
func.func @main(%x: tensor<4xf16>, %s: f16) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                       iterator_types = ["parallel"]}
      ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %m = arith.mulf %in, %s : f16
    linalg.yield %m : f16
  } -> tensor<4xf16>
  return %r : tensor<4xf16>
}

// A file that is guarded already is run as it is.
// RUN: nanguard-opt %s --guard-tiers -o %t.guarded.mlir
// RUN: not nanguard-run %t.guarded.mlir --no-cache --input=4xf16=1 --input=f16=2 --unguarded 2>&1 | FileCheck %s --check-prefix=ALREADY
// ALREADY: nanguard-run: error: --unguarded: the file is guarded already
