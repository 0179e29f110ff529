// RUN: nanguard-opt %s --pass-pipeline="builtin.module(gpu.module(nanguard-align-shared-memory))" | FileCheck %s

// CHECK: gpu.module @kernels attributes {llvm.data_layout = "e-i64:64
// CHECK: gpu.func @kernel() workgroup(%{{.*}} : memref<3x32x32xf16, #gpu.address_space<workgroup>> {llvm.align = 128 : i64})
// CHECK-SAME: nvvm.minctasm = 1 : i32
// CHECK: gpu.func @plain() kernel attributes {nvvm.minctasm = 1 : i32} {
gpu.module @kernels {
  gpu.func @kernel() workgroup(%tile: memref<3x32x32xf16, #gpu.address_space<workgroup>>) kernel {
    gpu.return
  }
  gpu.func @plain() kernel {
    gpu.return
  }
}
