// Indices that grid, block and extents keep below 2^31 are computed in 32 bits.
// RUN: nanguard-opt %s --pass-pipeline="builtin.module(gpu.module(nanguard-narrow-indices,canonicalize))" | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @known(
  // CHECK: %[[B:.*]] = arith.index_castui %block_id_x : index to i32
  // CHECK: %[[P:.*]] = arith.muli %[[B]], %c256_i32 : i32
  // CHECK: %[[T:.*]] = arith.index_castui %thread_id_x : index to i32
  // CHECK: %[[S:.*]] = arith.addi %[[P]], %[[T]] : i32
  // CHECK: arith.cmpi ult, %[[S]], %c1000_i32 : i32
  gpu.func @known(%p: memref<1000xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 4, 1, 1>} {
    %c256 = arith.constant 256 : index
    %c1000 = arith.constant 1000 : index
    %zero = arith.constant 0.0 : f32
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %0 = arith.muli %b, %c256 : index
    %1 = arith.addi %0, %t : index
    %2 = arith.cmpi ult, %1, %c1000 : index
    scf.if %2 {
      memref.store %zero, %p[%1] : memref<1000xf32>
    }
    gpu.return
  }

  // The product may be more than 2^31, the difference less than 0.
  // CHECK-LABEL: gpu.func @unknown(
  // CHECK: arith.muli %{{.*}}, %{{.*}} : index
  // CHECK: arith.subi %{{.*}}, %{{.*}} : index
  gpu.func @unknown(%n: index, %p: memref<?xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %zero = arith.constant 0.0 : f32
    %c4 = arith.constant 4 : index
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %0 = arith.muli %b, %n : index
    %1 = arith.subi %t, %c4 : index
    memref.store %zero, %p[%0] : memref<?xf32>
    memref.store %zero, %p[%1] : memref<?xf32>
    gpu.return
  }

  // A shift's amount may be more than 32: the high half of a word is no index.
  // CHECK-LABEL: gpu.func @shifts(
  // CHECK: arith.shrui %{{.*}}, %{{.*}} : i64
  // CHECK: arith.shrui %{{.*}}, %{{.*}} : index
  gpu.func @shifts(%p: memref<64xi64>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c32 = arith.constant 32 : i64
    %c40 = arith.constant 40 : index
    %t = gpu.thread_id x
    %w = arith.index_cast %t : index to i64
    %0 = arith.shrui %w, %c32 : i64
    %1 = arith.shrui %t, %c40 : index
    memref.store %0, %p[%1] : memref<64xi64>
    gpu.return
  }
}
