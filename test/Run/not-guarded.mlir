// An op that is not understood runs as it is, and the run says so.
// RUN: nanguard-run %s --no-cache --input=4xf16=2 --input=index=2 2>&1 | FileCheck %s
// RUN: nanguard-run %s --no-cache --input=4xf16=2 --input=index=2 --quiet 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty

// CHECK: note: 1 not understood and not guarded: scf.for (not-guarded.mlir:11) (nanguard-opt --guard-report)
// QUIET-NOT: note
func.func @main(%x: tensor<4xf16>, %n: index) -> tensor<4xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index

  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf16> {
    %e = tensor.empty() : tensor<4xf16>
    %y = linalg.exp ins(%a : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
    scf.yield %y : tensor<4xf16>
  }
  return %r : tensor<4xf16>
}
