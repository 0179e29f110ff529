// One product of tensor cores: cp.async to shared memory, ldmatrix, mma.sync, the
// result stored from its fragments. A is a shift by one row, so D[i] = B[i + 1].
// RUN: %emulate %s | %run-emulated -e main | FileCheck %s

// CHECK: sizes = [16, 8]
// CHECK-NEXT: {{\[\[}}8, 9, 10, 11, 12, 13, 14, 15],
// CHECK-NEXT: [16, 17, 18, 19, 20, 21, 22, 23],
// CHECK: [120, 121, 122, 123, 124, 125, 126, 127],
// CHECK-NEXT: [0, 1, 2, 3, 4, 5, 6, 7]]
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @product(%a: memref<16x16xf16>, %b: memref<16x8xf16>, %d: memref<16x8xf32>)
        workgroup(%as : memref<16x16xf16, 3> {llvm.align = 16 : i64}, %bs : memref<16x8xf16, 3> {llvm.align = 16 : i64}) kernel {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      // A lane copies half a row of A, and some a row of B.
      %row = arith.divui %t, %c2 : index
      %half = arith.remui %t, %c2 : index
      %column = arith.muli %half, %c8 : index
      %t0 = nvgpu.device_async_copy %a[%row, %column], %as[%row, %column], 8 : memref<16x16xf16> to memref<16x16xf16, 3>
      %low = arith.cmpi ult, %t, %c16 : index
      scf.if %low {
        %t1 = nvgpu.device_async_copy %b[%t, %c0], %bs[%t, %c0], 8 : memref<16x8xf16> to memref<16x8xf16, 3>
      }
      %group = nvgpu.device_async_create_group %t0
      nvgpu.device_async_wait %group {numGroups = 0 : i32}
      gpu.barrier
      %lane = arith.remui %t, %c16 : index
      %right = arith.divui %t, %c16 : index
      %aColumn = arith.muli %right, %c8 : index
      %fa = nvgpu.ldmatrix %as[%lane, %aColumn] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16, 3> -> vector<4x2xf16>
      %fb = nvgpu.ldmatrix %bs[%lane, %c0] {numTiles = 2 : i32, transpose = true} : memref<16x8xf16, 3> -> vector<2x2xf16>
      %zero = arith.constant dense<0.0> : vector<2x2xf32>
      %fd = nvgpu.mma.sync(%fa, %fb, %zero) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
      %quad = arith.divui %t, %c4 : index
      %below = arith.addi %quad, %c8 : index
      %inQuad = arith.remui %t, %c4 : index
      %left = arith.muli %inQuad, %c2 : index
      %next = arith.addi %left, %c1 : index
      %d0 = vector.extract %fd[0, 0] : f32 from vector<2x2xf32>
      %d1 = vector.extract %fd[0, 1] : f32 from vector<2x2xf32>
      %d2 = vector.extract %fd[1, 0] : f32 from vector<2x2xf32>
      %d3 = vector.extract %fd[1, 1] : f32 from vector<2x2xf32>
      memref.store %d0, %d[%quad, %left] : memref<16x8xf32>
      memref.store %d1, %d[%quad, %next] : memref<16x8xf32>
      memref.store %d2, %d[%below, %left] : memref<16x8xf32>
      memref.store %d3, %d[%below, %next] : memref<16x8xf32>
      gpu.return
    }
  }
  func.func private @printMemrefF32(memref<*xf32>)
  func.func @main() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0.0 : f16
    %one = arith.constant 1.0 : f16
    %a = memref.alloc() {alignment = 64} : memref<16x16xf16>
    %b = memref.alloc() {alignment = 64} : memref<16x8xf16>
    %d = memref.alloc() {alignment = 64} : memref<16x8xf32>
    scf.for %i = %c0 to %c16 step %c1 {
      %up = arith.addi %i, %c1 : index
      %wrapped = arith.remui %up, %c16 : index
      scf.for %k = %c0 to %c16 step %c1 {
        %on = arith.cmpi eq, %k, %wrapped : index
        %v = arith.select %on, %one, %zero : f16
        memref.store %v, %a[%i, %k] : memref<16x16xf16>
      }
      scf.for %j = %c0 to %c8 step %c1 {
        %row = arith.muli %i, %c8 : index
        %at = arith.addi %row, %j : index
        %n = arith.index_cast %at : index to i32
        %v = arith.uitofp %n : i32 to f16
        memref.store %v, %b[%i, %j] : memref<16x8xf16>
      }
    }
    gpu.launch_func @m::@product blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%a : memref<16x16xf16>, %b : memref<16x8xf16>, %d : memref<16x8xf32>)
    %u = memref.cast %d : memref<16x8xf32> to memref<*xf32>
    call @printMemrefF32(%u) : (memref<*xf32>) -> ()
    return
  }
}
