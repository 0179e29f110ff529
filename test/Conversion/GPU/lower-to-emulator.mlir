// Kernels that have a launch plan are launched; the others run on the host.
// RUN: nanguard-opt --nanguard-lower-to-emulator %s 2>%t.remarks | FileCheck %s
// RUN: FileCheck --check-prefix=REMARK %s < %t.remarks
// RUN: nanguard-opt --nanguard-lower-to-emulator=checks %s 2>/dev/null | FileCheck %s --check-prefix=CHECKS

// REMARK: remark: @ng_remainder stays on the host: arith.remf has no GPU form here
// REMARK: remark: @ng_remainder runs on the host: it has no launch plan

// CHECK: llvm.func @ng_remainder(
// CHECK-NOT: nanguard_device_launch
// CHECK: llvm.func @ng_double(
// CHECK: %[[KERNEL:.*]] = llvm.mlir.addressof @ng_double_gpu_ng_double_0_kernel
// CHECK: llvm.call @nanguard_device_launch(%[[KERNEL]]
// CHECK: llvm.mlir.global internal constant @ng_double_gpu_ng_double_0_kernel()
// CHECK: llvm.func internal @ng_double_gpu_ng_double_0_thread
// CHECK-NOT: nanguard_sim_check
// CHECK-NOT: gpu.module
// CHECKS: llvm.func internal @ng_double_gpu_ng_double_0_thread
// CHECKS: llvm.call @nanguard_sim_check

#map = affine_map<(d0) -> (d0)>
func.func private @ng_remainder(%x: tensor<8xf64>, %out: tensor<8xf64>) -> tensor<8xf64> attributes {nanguard.form = #nanguard.form<fused>} {
  %c = arith.constant 3.0 : f64
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%x : tensor<8xf64>) outs(%out : tensor<8xf64>) {
  ^bb0(%a: f64, %o: f64):
    %v = arith.remf %a, %c : f64
    linalg.yield %v : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

func.func private @ng_double(%x: tensor<8xf64>, %out: tensor<8xf64>) -> tensor<8xf64> attributes {nanguard.form = #nanguard.form<fused>} {
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%x : tensor<8xf64>) outs(%out : tensor<8xf64>) {
  ^bb0(%a: f64, %o: f64):
    %v = arith.addf %a, %a : f64
    linalg.yield %v : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}
