// A launch becomes a call: sizes, arguments in slots, the memory that they span.
// RUN: nanguard-opt %s --nanguard-lower-launches --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @launch
// CHECK-SAME: (%[[X:.*]]: memref<4x?xf16>, %[[S:.*]]: f32, %[[N:.*]]: index)
// CHECK-DAG: %[[REGIONS:.*]] = llvm.alloca %{{.*}} x i64
// CHECK-DAG: %[[SLOTS:.*]] = llvm.alloca %{{.*}} x i64
// CHECK: %[[BUFFER:.*]], %[[OFFSET:.*]], %[[SIZES:.*]]:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[X]]
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// CHECK: %[[P:.*]] = arith.index_cast %[[ADDRESS]]
// The scalar's bits, widened.
// CHECK: %[[BITS:.*]] = arith.bitcast %[[S]] : f32 to i32
// CHECK: %[[WIDE:.*]] = arith.extui %[[BITS]] : i32 to i64
// CHECK: %[[KERNEL:.*]] = llvm.mlir.addressof @m_k_kernel
// CHECK: %[[GRID:.*]] = arith.index_cast %[[N]]
// CHECK: %[[DYNAMIC:.*]] = arith.extui %{{.*}} : i32 to i64
// Two pointers, offset, two sizes, two strides, one scalar.
// CHECK: llvm.store %[[P]], %{{.*}} : i64
// CHECK: llvm.store %[[WIDE]], %{{.*}} : i64
// CHECK: llvm.call @nanguard_device_launch(%[[KERNEL]], %[[GRID]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[DYNAMIC]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NOT: gpu.module
module attributes {gpu.container_module} {
  llvm.mlir.global internal constant @m_k_kernel(0 : i64) : i64
  gpu.module @m {
    gpu.func @k(%x: memref<4x?xf16>, %s: f32) kernel {
      gpu.return
    }
  }
  func.func @launch(%x: memref<4x?xf16>, %s: f32, %n: index) {
    %c1 = arith.constant 1 : index
    %bytes = arith.constant 1024 : i32
    gpu.launch_func @m::@k blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %bytes args(%x : memref<4x?xf16>, %s : f32)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @launch(%n: index) {
    // expected-error @below {{the kernel has no form for this device}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
