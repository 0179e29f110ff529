// Extents that must agree and do not: one clear error, nothing read outside.
// RUN: not nanguard-run %s --no-cache --tiers=fused --quiet --input=2x3xf32=1 --input=4x2xf32=1 2>&1 | FileCheck %s
// RUN: not nanguard-run %s --no-cache --unguarded --quiet --input=2x3xf32=1 --input=4x2xf32=1 2>&1 | FileCheck %s
// RUN: not nanguard-run %s --no-cache --scalar-loops --tiers=safe --quiet --input=2x3xf32=1 --input=4x2xf32=1 2>&1 | FileCheck %s
// RUN: nanguard-run %s --no-cache --tiers=fused --quiet --input=2x3xf32=1 --input=3x2xf32=1 --print | FileCheck %s --check-prefix=GOOD

// CHECK: nanguard-run: error: step 1: an assertion of the model failed: linalg.matmul at {{.*}}mismatched-extents.mlir:{{[0-9]+}}: dimension 1 of operand 0 and dimension 0 of operand 1 differ
// GOOD: tensor<2x2xf32>=3,3,3,3
func.func @main(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %b, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %y = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
