// A later run leaves alone what an earlier one decided on, and places what is
// new. The first one notes which arguments the host may read while kernels run:
// small integers that nothing writes, by whatever name it goes there.
// RUN: nanguard-opt %s --nanguard-adopt-plans --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: attributes {nanguard.host_readable = array<i64: 0, 3>, nanguard.placed}
// CHECK-LABEL: func.func private @ng_done
// CHECK-NEXT: return
// CHECK-LABEL: func.func private @ng_new
// CHECK: gpu.launch_func
func.func @main(%tiers: memref<4xi8>, %written: memref<4xi8>, %large: memref<8192xi8>, %at: memref<1xi64>, %x: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %t = memref.load %tiers[%c0] : memref<4xi8>
  memref.store %t, %written[%c0] : memref<4xi8>
  %l = memref.load %large[%c0] : memref<8192xi8>
  call @ng_new(%at) : (memref<1xi64>) -> ()
  return
}
func.func private @ng_done() attributes {nanguard.form = #nanguard.form<fused>, nanguard.placed} {
  return
}
func.func private @ng_new(%at: memref<1xi64>) attributes {nanguard.form = #nanguard.form<between>} {
  %c0 = arith.constant 0 : index
  %i = memref.load %at[%c0] : memref<1xi64>
  return
}
module @nvptx attributes {gpu.container_module} {
  func.func private @ng_new(%at: memref<1xi64>) attributes {nanguard.form = #nanguard.form<between>} {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%at : memref<1xi64>)
    return
  }
  gpu.module @m {
    gpu.func @k(%at: memref<1xi64>) kernel {
      gpu.return
    }
  }
}
