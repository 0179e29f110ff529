// Lanes of a warp exchange values: a shuffle, a vote, a reduction.
// RUN: %emulate %s | %run-emulated -e main | FileCheck %s

// Each pair of lanes swaps its thread's number.
// CHECK: [1,  0,  3,  2,  5,  4,
// Lanes whose number's last two bits are set: ballot 0x88888888.
// CHECK: [-2.00432e+09,  -2.00432e+09,
// The second warp's largest thread.
// CHECK: [31,  31,
// CHECK-SAME: 31,  63,
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @shuffle(%p: memref<64xf32>) kernel {
      %t = gpu.thread_id x
      %width = arith.constant 32 : i32
      %one = arith.constant 1 : i32
      %i = arith.index_cast %t : index to i32
      %f = arith.uitofp %i : i32 to f32
      %v, %valid = gpu.shuffle xor %f, %one, %width : f32
      memref.store %v, %p[%t] : memref<64xf32>
      gpu.return
    }
    gpu.func @vote(%p: memref<64xf32>) kernel {
      %t = gpu.thread_id x
      %three = arith.constant 3 : index
      %all = arith.constant -1 : i32
      %rest = arith.andi %t, %three : index
      %set = arith.cmpi eq, %rest, %three : index
      %b = nvvm.vote.sync ballot %all, %set -> i32
      %f = arith.sitofp %b : i32 to f32
      memref.store %f, %p[%t] : memref<64xf32>
      gpu.return
    }
    gpu.func @largest(%p: memref<64xf32>) kernel {
      %t = gpu.thread_id x
      %all = arith.constant -1 : i32
      %i = arith.index_cast %t : index to i32
      %m = nvvm.redux.sync umax %i, %all : i32 -> i32
      %f = arith.uitofp %m : i32 to f32
      memref.store %f, %p[%t] : memref<64xf32>
      gpu.return
    }
  }
  func.func private @printMemrefF32(memref<*xf32>)
  func.func @main() {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %p = memref.alloc() : memref<64xf32>
    %u = memref.cast %p : memref<64xf32> to memref<*xf32>
    gpu.launch_func @m::@shuffle blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%p : memref<64xf32>)
    call @printMemrefF32(%u) : (memref<*xf32>) -> ()
    gpu.launch_func @m::@vote blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%p : memref<64xf32>)
    call @printMemrefF32(%u) : (memref<*xf32>) -> ()
    gpu.launch_func @m::@largest blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%p : memref<64xf32>)
    call @printMemrefF32(%u) : (memref<*xf32>) -> ()
    return
  }
}
