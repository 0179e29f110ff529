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

// -----

// A constant is passed as the device's copy of it; an element that the host
// needs is read, but for those that it has itself. Nothing is waited for.
// CHECK-LABEL: func.func @between
// CHECK-SAME: (%[[TIERS:.*]]: memref<2xi8>, %[[X:.*]]: memref<4x8xf32>)
// CHECK: %[[ARRAY:.*]] = memref.get_global @array
// CHECK: %[[SIZE:.*]] = arith.constant 24 : i64
// CHECK: %[[COPY:.*]] = llvm.call @nanguard_device_constant(%{{.*}}, %[[SIZE]])
// CHECK: llvm.insertvalue %[[COPY]], %{{.*}}[1]
// CHECK: %[[DEVICE:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<2x3xf32>
// CHECK: memref.load %[[TIERS]]
// CHECK: memref.load %[[ARRAY]]
// CHECK: memref.extract_aligned_pointer_as_index %[[DEVICE]]
// CHECK: nanguard_device_launch
// CHECK: %[[BYTES:.*]] = arith.constant 4 : i64
// CHECK: llvm.call @nanguard_device_read(%[[CELL:.*]], %{{.*}}, %[[BYTES]])
// CHECK-NEXT: llvm.load %[[CELL]] : !llvm.ptr -> f32
// CHECK-NOT: nanguard_device_wait
module attributes {gpu.container_module} {
  llvm.mlir.global internal constant @m_k_kernel(0 : i64) : i64
  gpu.module @m {
    gpu.func @k(%x: memref<2x3xf32>) kernel {
      gpu.return
    }
  }
  memref.global "private" constant @array : memref<2x3xf32> = dense<1.0>
  func.func @between(%tiers: memref<2xi8>, %x: memref<4x8xf32>) -> (i8, f32, f32) attributes {nanguard.host_readable = array<i64: 0>} {
    %c1 = arith.constant 1 : index
    %array = memref.get_global @array : memref<2x3xf32>
    %tier = memref.load %tiers[%c1] : memref<2xi8>
    %known = memref.load %array[%c1, %c1] : memref<2x3xf32>
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%array : memref<2x3xf32>)
    %asked = memref.load %x[%c1, %c1] : memref<4x8xf32>
    return %tier, %known, %asked : i8, f32, f32
  }
}

// -----

// A function that the device can't run works in memory itself: it waits, and
// the module says so.
// CHECK: module attributes {nanguard.host_access}
// CHECK: func.func @host
// CHECK-NEXT: llvm.call @nanguard_device_wait
// CHECK-NEXT: memref.copy
module {
  func.func @host(%x: memref<8xf32>, %y: memref<8xf32>) {
    memref.copy %x, %y : memref<8xf32> to memref<8xf32>
    return
  }
}
