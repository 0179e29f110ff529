// RUN: nanguard-opt %s --nanguard-expand-copies | FileCheck %s

// CHECK-LABEL: func.func @strided(
// CHECK-SAME: %[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32, strided<[2]>>)
// CHECK-NOT: memref.copy
// CHECK: linalg.generic {{.*}} ins(%[[A]] : memref<4xf32>) outs(%[[B]] : memref<4xf32, strided<[2]>>)
func.func @strided(%a: memref<4xf32>, %b: memref<4xf32, strided<[2]>>) {
  memref.copy %a, %b : memref<4xf32> to memref<4xf32, strided<[2]>>
  return
}

// CHECK-LABEL: func.func @whole(
// CHECK-NOT: linalg
// CHECK: memref.copy
func.func @whole(%a: memref<4xf32>, %b: memref<4xf32>) {
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  return
}
