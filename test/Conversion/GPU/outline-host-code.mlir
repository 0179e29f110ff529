// What stands between kernels becomes functions that can be launched.
// RUN: nanguard-opt %s --nanguard-outline-host-code --split-input-file | FileCheck %s --implicit-check-not=@ng_between_2

// Neighbours share one; the scalar between load and store goes along, the tier
// is the host's and comes as an argument. A row at another place is no other
// type, and the same work no other function.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[REPORT:[^:]*]]: memref<2x2xi64>, %[[T:[^:]*]]: i64
// CHECK: %[[FIRST:.*]] = memref.subview %[[REPORT]][0, 0]
// CHECK: %[[SHIFTED:.*]] = arith.shli %[[T]]
// CHECK-NEXT: call @ng_between_0(%[[FIRST]], %[[SHIFTED]]) : (memref<2xi64, strided<[1]>>, i64)
// CHECK: call @kernel
// CHECK: %[[SECOND:.*]] = memref.subview %[[REPORT]][1, 0]
// CHECK-NEXT: %[[CAST:.*]] = memref.cast %[[SECOND]] : memref<2xi64, strided<[1], offset: 2>> to memref<2xi64, strided<[1], offset: ?>>
// CHECK-NEXT: call @ng_between_1(%[[CAST]], %[[SHIFTED]])
// CHECK-NEXT: call @kernel
// CHECK: %[[THIRD:.*]] = memref.cast
// CHECK-NEXT: call @ng_between_1(%[[THIRD]], %[[SHIFTED]])
// CHECK-NEXT: return
// CHECK: func.func private @ng_between_0(%[[ROW:.*]]: memref<2xi64, strided<[1]>>, %[[TIER:.*]]: i64) attributes {nanguard.form = #nanguard.form<between>}
// CHECK: %[[OLD:.*]] = memref.load %[[ROW]]
// CHECK: %[[NEW:.*]] = arith.ori %[[OLD]], %[[TIER]]
// CHECK: memref.store %[[NEW]], %[[ROW]]
// CHECK: module @nvptx
// CHECK: func.func private @ng_between_0
// CHECK: func.func private @ng_between_1
func.func private @kernel(memref<2x2xi64>)
func.func @rows(%report: memref<2x2xi64>, %t: i64) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : i64
  %first = memref.subview %report[0, 0] [1, 2] [1, 1] : memref<2x2xi64> to memref<2xi64, strided<[1]>>
  %a = memref.load %first[%c0] : memref<2xi64, strided<[1]>>
  %tier = arith.shli %t, %c8 : i64
  %b = arith.ori %a, %tier : i64
  memref.store %b, %first[%c0] : memref<2xi64, strided<[1]>>
  call @kernel(%report) : (memref<2x2xi64>) -> ()
  %second = memref.subview %report[1, 0] [1, 2] [1, 1] : memref<2x2xi64> to memref<2xi64, strided<[1], offset: 2>>
  %c = memref.load %second[%c0] : memref<2xi64, strided<[1], offset: 2>>
  %d = arith.ori %c, %tier : i64
  memref.store %d, %second[%c0] : memref<2xi64, strided<[1], offset: 2>>
  call @kernel(%report) : (memref<2x2xi64>) -> ()
  %e = memref.load %second[%c0] : memref<2xi64, strided<[1], offset: 2>>
  %f = arith.ori %e, %tier : i64
  memref.store %f, %second[%c0] : memref<2xi64, strided<[1], offset: 2>>
  return
}

// -----

// A value that the host needs, for a branch here, is loaded by the host; what is
// in the branch is a launch of its own.
// CHECK-LABEL: func.func @branch(
// CHECK: call @ng_between_0
// CHECK-NEXT: %[[BITS:.*]] = memref.load
// CHECK: %[[BAD:.*]] = arith.cmpi uge, %[[BITS]]
// CHECK-NEXT: scf.if %[[BAD]] {
// CHECK-NEXT: func.call @ng_between_1
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @branch(%row: memref<2xi64>, %x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i64
  memref.store %c1, %row[%c0] : memref<2xi64>
  %bits = memref.load %row[%c0] : memref<2xi64>
  %bad = arith.cmpi uge, %bits, %c1 : i64
  scf.if %bad {
    memref.copy %x, %y : memref<8xf32> to memref<8xf32>
  }
  return
}

// -----

// A kernel's own body is left alone, and so is what only the host sees.
// CHECK-LABEL: func.func private @ng_kernel
// CHECK-NEXT: memref.copy
// CHECK-LABEL: func.func @calls
// CHECK: memref.dim
// CHECK-NOT: module
func.func private @ng_kernel(%x: memref<?xf32>, %y: memref<?xf32>) attributes {nanguard.form = #nanguard.form<fused>} {
  memref.copy %x, %y : memref<?xf32> to memref<?xf32>
  return
}
func.func @calls(%x: memref<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  return %n : index
}
