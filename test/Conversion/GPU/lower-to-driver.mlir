// Kernels are PTX in their descriptors, the kernels of a binary share its text;
// the host asks for the one element that it needs.
// RUN: nanguard-opt --nanguard-lower-to-driver="chip=sm_80" %s | FileCheck %s

// CHECK: llvm.mlir.global internal constant @[[IMAGE:.*]]("{{.*}}.target sm_80{{.*}}.entry ng_sums_0
// CHECK: llvm.mlir.global internal constant @[[KERNEL:.*]]()
// CHECK: llvm.mlir.addressof @[[IMAGE]]
// No emulated body.
// CHECK: llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.func @ng_sums
// CHECK-NOT: nanguard_device_wait
// CHECK: llvm.call @nanguard_device_launch
// CHECK-NOT: nanguard_device_wait
// CHECK: llvm.func @main
// CHECK: llvm.call @ng_sums
// CHECK: llvm.call @nanguard_device_read(%[[CELL:.*]], %{{.*}}, %{{.*}})
// CHECK-NEXT: llvm.load %[[CELL]] : !llvm.ptr -> f32
// CHECK: llvm.call @ng_sums
// CHECK-NOT: nanguard_device_wait
// CHECK: llvm.return
// CHECK-NOT: gpu.binary

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func private @ng_sums(%x: tensor<4x8xf32>, %out: tensor<4xf32>) -> tensor<4xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %0 = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%out : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %o : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The first sum decides, on the host, what is added up next.
func.func @main(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %s = call @ng_sums(%x, %e) : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32>
  %first = tensor.extract %s[%c0] : tensor<4xf32>
  %low = arith.cmpf olt, %first, %zero : f32
  %next = arith.select %low, %x, %y : tensor<4x8xf32>
  %r = call @ng_sums(%next, %f) : (tensor<4x8xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
