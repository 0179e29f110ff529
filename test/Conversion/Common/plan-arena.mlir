// RUN: nanguard-opt %s --nanguard-plan-arena --split-input-file | FileCheck %s

// Three buffers of which two are never alive together: the third takes the
// first one's bytes. The result is the caller's and stays by itself.

// CHECK: module attributes {nanguard.arena_bytes = 448 : i64}
// CHECK-LABEL: func @chain
// CHECK-DAG: %[[BLOCK:.*]] = memref.alloc() {alignment = 64 : i64} : memref<128xi8>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[A:.*]] = memref.view %[[BLOCK]][%[[C0]]][] : memref<128xi8> to memref<16xf32>
// CHECK: %[[C64:.*]] = arith.constant 64 : index
// CHECK: %[[B:.*]] = memref.view %[[BLOCK]][%[[C64]]][]
// CHECK: memref.copy %[[A]], %[[B]]
// CHECK: %[[AGAIN:.*]] = arith.constant 0 : index
// CHECK: %[[C:.*]] = memref.view %[[BLOCK]][%[[AGAIN]]][]
// CHECK: memref.copy %[[B]], %[[C]]
// CHECK: %[[RESULT:.*]] = memref.alloc() : memref<16xf32>
// CHECK: return %[[RESULT]]
func.func @chain(%x: memref<16xf32>) -> memref<16xf32> {
  %a = memref.alloc() : memref<16xf32>
  memref.copy %x, %a : memref<16xf32> to memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  memref.copy %a, %b : memref<16xf32> to memref<16xf32>
  %c = memref.alloc() : memref<16xf32>
  memref.copy %b, %c : memref<16xf32> to memref<16xf32>
  %result = memref.alloc() : memref<16xf32>
  memref.copy %c, %result : memref<16xf32> to memref<16xf32>
  return %result : memref<16xf32>
}

// -----

// A view of a buffer keeps it alive; a buffer used in a loop lives through it.

// CHECK-LABEL: func @views
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<192xi8>
// CHECK-NOT: memref.alloc
func.func @views(%x: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<16xf32>
  %view = memref.subview %a[0] [8] [1] : memref<16xf32> to memref<8xf32>
  %b = memref.alloc() : memref<16xf32>
  %c = memref.alloc() : memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.copy %x, %b : memref<16xf32> to memref<16xf32>
    memref.copy %view, %c : memref<8xf32> to memref<8xf32>
  }
  return
}

// -----

// What a call may hand back, what is freed, and what is sized at run time are
// left alone.

// CHECK-LABEL: func @untracked
// CHECK-NOT: memref.view
func.func private @same(memref<16xf32>) -> memref<16xf32>
func.func @untracked(%n: index) {
  %a = memref.alloc() : memref<16xf32>
  %r = func.call @same(%a) : (memref<16xf32>) -> memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  memref.copy %r, %b : memref<16xf32> to memref<16xf32>
  memref.dealloc %b : memref<16xf32>
  %c = memref.alloc(%n) : memref<?xf32>
  %d = memref.alloc(%n) : memref<?xf32>
  memref.copy %c, %d : memref<?xf32> to memref<?xf32>
  return
}

// -----

// With `whole`, a result and what a branch takes have places, too.
// RUN: nanguard-opt %s --nanguard-plan-arena=whole --split-input-file | FileCheck %s --check-prefix=WHOLE

// CHECK-LABEL: func @branches
// CHECK: memref.alloc
// CHECK: scf.if
// CHECK-NEXT: memref.alloc
// WHOLE-LABEL: func @branches
// WHOLE: %[[BLOCK:.*]] = memref.alloc() {alignment = 64 : i64} : memref<128xi8>
// WHOLE-NOT: memref.alloc
// WHOLE: %[[RESULT:.*]] = memref.view %[[BLOCK]]
// WHOLE: %[[INNER:.*]] = memref.view %[[BLOCK]]
// WHOLE: scf.if
// WHOLE: memref.copy %{{.*}}, %[[INNER]]
// WHOLE: return %[[RESULT]]
func.func @branches(%x: memref<16xf32>, %b: i1) -> memref<16xf32> {
  %result = memref.alloc() : memref<16xf32>
  memref.copy %x, %result : memref<16xf32> to memref<16xf32>
  scf.if %b {
    %inner = memref.alloc() : memref<16xf32>
    memref.copy %x, %inner : memref<16xf32> to memref<16xf32>
    memref.copy %inner, %result : memref<16xf32> to memref<16xf32>
  }
  return %result : memref<16xf32>
}
