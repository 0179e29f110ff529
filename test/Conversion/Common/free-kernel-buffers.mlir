// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-free-kernel-buffers))' | FileCheck %s

// CHECK-LABEL: func private @k
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: %[[B:.*]] = memref.alloc
// CHECK: memref.dealloc %[[B]]
// CHECK-NEXT: memref.dealloc %[[A]]
// CHECK-NEXT: return
func.func private @k(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  return
}

// A public function's buffers may be its results.
// CHECK-LABEL: func @main
// CHECK-NOT: memref.dealloc
func.func @main() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}
