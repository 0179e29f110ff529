// RUN: nanguard-opt %s --nanguard-lower-dynamic-reshapes | FileCheck %s
// RUN: nanguard-opt %s --nanguard-lower-dynamic-reshapes --expand-strided-metadata -o /dev/null

// Two extents of one group are known at run time only: the strides follow from
// them. With one, the upstream pass knows what to do.

// CHECK-LABEL: func.func @two(
// CHECK-SAME: %[[X:.*]]: memref<?x8xf32>, %[[A:.*]]: index, %[[B:.*]]: index
// CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %[[SIZES:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[X]]
// CHECK: %[[ROW:.*]] = arith.muli %[[STRIDES]]#0, %[[B]]
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [%[[A]], %[[B]], 8], strides: [%[[ROW]], 8, 1]
// CHECK-NOT: memref.expand_shape
func.func @two(%x: memref<?x8xf32>, %a: index, %b: index) -> memref<?x?x8xf32> {
  %0 = memref.expand_shape %x [[0, 1], [2]] output_shape [%a, %b, 8] : memref<?x8xf32> into memref<?x?x8xf32>
  return %0 : memref<?x?x8xf32>
}

// A slice has an offset and strides of its own.

// CHECK-LABEL: func.func @strided(
// CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}, %[[STRIDE:.*]] = memref.extract_strided_metadata
// CHECK: %[[INNER:.*]] = arith.muli %[[STRIDE]], %{{.*}}
// CHECK: %[[OUTER:.*]] = arith.muli %[[INNER]], %{{.*}}
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [%{{.*}}, 4, %{{.*}}], strides: [%[[OUTER]], %[[INNER]], %[[STRIDE]]]
func.func @strided(%x: memref<?xf32, strided<[?], offset: ?>>, %a: index, %b: index) -> memref<?x4x?xf32, strided<[?, ?, ?], offset: ?>> {
  %0 = memref.expand_shape %x [[0, 1, 2]] output_shape [%a, 4, %b] : memref<?xf32, strided<[?], offset: ?>> into memref<?x4x?xf32, strided<[?, ?, ?], offset: ?>>
  return %0 : memref<?x4x?xf32, strided<[?, ?, ?], offset: ?>>
}

// CHECK-LABEL: func.func @one(
// CHECK: memref.expand_shape
func.func @one(%x: memref<?x8xf32>, %a: index) -> memref<?x2x8xf32> {
  %0 = memref.expand_shape %x [[0, 1], [2]] output_shape [%a, 2, 8] : memref<?x8xf32> into memref<?x2x8xf32>
  return %0 : memref<?x2x8xf32>
}
