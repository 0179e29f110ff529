// A manifest that gives a function other types than it has is refused: values are
// passed as it says.
// RUN: rm -rf %t && mkdir -p %t
// RUN: nanguard-opt --guard-tiers %s -o %t/good.mlir
// RUN: nanguard-run %t/good.mlir --input=4xf16=1 --quiet
// RUN: %python %S/Inputs/edit_manifest.py args f16 < %t/good.mlir > %t/scalar.mlir
// RUN: not nanguard-run %t/scalar.mlir --input=f16=1 2>&1 | FileCheck %s
// RUN: %python %S/Inputs/edit_manifest.py args "tensor<8xf16>" < %t/good.mlir > %t/longer.mlir
// RUN: not nanguard-run %t/longer.mlir --input=8xf16=1 2>&1 | FileCheck %s
// RUN: %python %S/Inputs/edit_manifest.py args "tensor<4xf32>" < %t/good.mlir > %t/wider.mlir
// RUN: not nanguard-run %t/wider.mlir --input=4xf32=1 2>&1 | FileCheck %s
// RUN: %python %S/Inputs/edit_manifest.py results i64 < %t/good.mlir > %t/result.mlir
// RUN: not nanguard-run %t/result.mlir --input=4xf16=1 2>&1 | FileCheck %s
// CHECK: nanguard-run: error: the manifest gives function 'main' other types than it has: guard the model anew
func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
