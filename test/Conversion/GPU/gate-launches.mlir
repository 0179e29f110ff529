// Each launch of a gated form looks at the row first.
// RUN: nanguard-opt %s --pass-pipeline="builtin.module(func.func(nanguard-gate-launches))" | FileCheck %s

// CHECK-LABEL: func.func @gated
// CHECK-SAME: (%[[ROW:.*]]: memref<12xi64>, %[[Y:.*]]: memref<8xf32>)
// CHECK: gpu.launch
// CHECK: %[[BITS:.*]] = memref.load %[[ROW]][%c1
// CHECK: %[[BAD:.*]] = arith.cmpi uge, %[[BITS]], %c31744_i64
// CHECK-NEXT: scf.if %[[BAD]] {
// CHECK: gpu.barrier
// CHECK: memref.store %{{.*}}, %[[Y]]
// CHECK-NEXT: }
// CHECK-NEXT: gpu.terminator
func.func @gated(%row: memref<12xi64>, %y: memref<8xf32>) attributes {nanguard.gate = 31744 : i64} {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    gpu.barrier
    memref.store %zero, %y[%tx] : memref<8xf32>
    gpu.terminator
  }
  return
}

// CHECK-LABEL: func.func @plain
// CHECK: gpu.launch
// CHECK-NEXT: gpu.terminator
func.func @plain(%row: memref<12xi64>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.terminator
  }
  return
}
