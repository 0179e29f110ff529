// Extents that must agree and do not: one clear error, nothing read outside.
// RUN: not nanguard-run %s --no-cache --tiers=fused --quiet --input=2x3xf32=1 --input=4x2xf32=1 2>&1 | FileCheck %s
// RUN: not nanguard-run %s --no-cache --unguarded --quiet --input=2x3xf32=1 --input=4x2xf32=1 2>&1 | FileCheck %s
// RUN: not nanguard-run %s --no-cache --scalar-loops --tiers=safe --quiet --input=2x3xf32=1 --input=4x2xf32=1 2>&1 | FileCheck %s
// RUN: nanguard-run %s --no-cache --tiers=fused --quiet --input=2x3xf32=1 --input=3x2xf32=1 --print | FileCheck %s --check-prefix=GOOD

// CHECK: nanguard-run: error: step 1: an assertion of the model failed: linalg.matmul at {{.*}}mismatched-extents.mlir:{{[0-9]+}}: dimension 1 of operand 0 and dimension 0 of operand 1 differ
// GOOD: tensor<2x2xf32>=3,3,3,3

// An exporter's broadcast gathers by a loop's index, or by 0 from one row.
// RUN: not nanguard-run %s --no-cache --function=broadcast --tiers=fused --quiet --input=4xf32=1 --input=3x2xf32=1 2>&1 | FileCheck %s --check-prefix=GATHER
// RUN: not nanguard-run %s --no-cache --function=broadcast --as-written --quiet --input=4xf32=1 --input=3x2xf32=1 2>&1 | FileCheck %s --check-prefix=GATHER
// RUN: nanguard-run %s --no-cache --function=broadcast --tiers=safe --quiet --input=4xf32=1 --input=1x2xf32=0 --print | FileCheck %s --check-prefix=ROW
// RUN: nanguard-run %s --no-cache --function=broadcast --tiers=safe --quiet --input=2xf32=1 --input=2x2xf32=0 --print | FileCheck %s --check-prefix=ROWS
// RUN: nanguard-run %s --no-cache --function=broadcast --tiers=safe --quiet --input=0xf32 --input=0x2xf32 --print | FileCheck %s --check-prefix=NONE
// GATHER: nanguard-run: error: step 1: an assertion of the model failed: linalg.generic at {{.*}}mismatched-extents.mlir:{{[0-9]+}}: dimension 0 of what it gathers from is too small
// ROW: tensor<4x2xf32>=1,1,1,1,1,1,1,1
// ROWS: tensor<2x2xf32>=1,1,1,1
// NONE: tensor<0x2xf32>=
func.func @broadcast(%like: tensor<?xf32>, %b: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %like, %c0 : tensor<?xf32>
  %rows = tensor.dim %b, %c0 : tensor<?x2xf32>
  %e = tensor.empty(%n) : tensor<?x2xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x2xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %one = arith.cmpi eq, %rows, %c1 : index
    %row = arith.select %one, %c0, %i : index
    %v = tensor.extract %b[%row, %j] : tensor<?x2xf32>
    %x = math.exp %v : f32
    linalg.yield %x : f32
  } -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

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
