// A kernel takes its plan's body where both have one type; what else is in the
// device module moves out.
// RUN: nanguard-opt %s --nanguard-adopt-plans --verify-diagnostics | FileCheck %s

// CHECK: module attributes {gpu.container_module}
// CHECK-LABEL: func.func private @ng_double
// CHECK-NEXT: %[[N:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[BUFFER:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: gpu.launch_func @ng_double_gpu::@ng_double_0 blocks in (%[[N]], %[[N]], %[[N]]){{.*}}args(%{{.*}} : memref<8xf32>, %[[BUFFER]] : memref<8xf32>)
// CHECK-NEXT: return
// CHECK-LABEL: func.func private @ng_other
// CHECK-NEXT: memref.copy
// CHECK-LABEL: func.func private @ng_alone
// CHECK-NEXT: memref.copy
// CHECK: gpu.module @ng_double_gpu
// CHECK-NOT: module @nvptx
func.func private @ng_double(%x: memref<8xf32>, %y: memref<8xf32>) attributes {nanguard.form = #nanguard.form<fused>} {
  memref.copy %x, %y : memref<8xf32> to memref<8xf32>
  return
}
// expected-remark @below {{@ng_other runs on the host: its plan takes '(memref<?xf32>, memref<8xf32>) -> ()', not '(memref<8xf32>, memref<8xf32>) -> ()'}}
func.func private @ng_other(%x: memref<8xf32>, %y: memref<8xf32>) attributes {nanguard.form = #nanguard.form<fused>} {
  memref.copy %x, %y : memref<8xf32> to memref<8xf32>
  return
}
// expected-remark @below {{@ng_alone runs on the host: it has no launch plan}}
func.func private @ng_alone(%x: memref<8xf32>, %y: memref<8xf32>) attributes {nanguard.form = #nanguard.form<fused>} {
  memref.copy %x, %y : memref<8xf32> to memref<8xf32>
  return
}
module @nvptx attributes {gpu.container_module} {
  func.func private @ng_double(%x: memref<8xf32>, %y: memref<8xf32>) attributes {nanguard.form = #nanguard.form<fused>} {
    %c8 = arith.constant 8 : index
    %b = gpu.alloc () : memref<8xf32>
    gpu.launch_func @ng_double_gpu::@ng_double_0 blocks in (%c8, %c8, %c8) threads in (%c8, %c8, %c8) args(%x : memref<8xf32>, %b : memref<8xf32>)
    gpu.dealloc %b : memref<8xf32>
    return
  }
  func.func private @ng_other(%x: memref<?xf32>, %y: memref<8xf32>) attributes {nanguard.form = #nanguard.form<fused>} {
    return
  }
  gpu.module @ng_double_gpu {
    gpu.func @ng_double_0(%x: memref<8xf32>, %b: memref<8xf32>) kernel {
      gpu.return
    }
  }
}
