// For a device: all rows are zeroed at once, each form writes its own in the
// report, and the tiers come last, in one op, with what a status says of a form
// whatever the data: the forms are marked, their kernels don't store it.
// RUN: nanguard-opt %s --guard-tiers --nanguard-lower-dispatch="rows-in-buffer for-device" | FileCheck %s
// Rows of requests are made by themselves, as without a device.
// RUN: nanguard-opt %s --guard-tiers=batch-dim=0 --nanguard-lower-dispatch="rows-in-buffer for-device" | FileCheck %s --check-prefix=BATCH

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[TIERS:[a-z0-9]*]]: tensor<2xi8>
// CHECK: %[[BYTES:.*]] = memref.alloc() {alignment = 64 : i64} : memref<192xi8>
// CHECK: %[[REPORT:.*]] = memref.view %[[BYTES]]{{.*}} to memref<2x12xi64>
// CHECK: linalg.fill ins(%c0_i64{{.*}}) outs(%[[REPORT]] :
// CHECK: memref.view %[[BYTES]][%c0{{.*}}] : memref<192xi8> to memref<12xi64>
// The runtime is told what the tier chooses.
// CHECK: call @nanguard_device_begin_op({{.*}}) : (i64, i64)
// CHECK: %[[PLACE:.*]] = memref.view %[[BYTES]][%c96{{.*}}] : memref<192xi8> to memref<12xi64>
// CHECK: %[[ROW:.*]] = bufferization.to_tensor %[[PLACE]] restrict writable
// CHECK: func.call @ng_activation_0_fused(%{{.*}}, %{{.*}}, %[[ROW]])
// No tier in the row as yet.
// CHECK-NOT: arith.shli
// CHECK: call @nanguard_device_end_op() : () -> ()
// CHECK: materialize_in_destination %{{.*}} in restrict writable %[[PLACE]]
// CHECK: %[[STATUS:.*]] = memref.subview %[[REPORT]][0, 0] [2, 1] [1, 1]
// CHECK: %[[ALL:.*]] = bufferization.to_buffer %[[TIERS]] read_only
// CHECK: arith.constant dense<0> : tensor<2xi64>
// CHECK: arith.constant dense<1> : tensor<2xi64>
// CHECK: arith.constant dense<[1, 9]> : tensor<2xi64>
// CHECK: linalg.generic {{.*}} ins(%[[ALL]], {{.*}}) outs(%[[STATUS]] :
// CHECK: arith.cmpi eq
// CHECK: arith.select
// CHECK: arith.shli
// CHECK: arith.ori
// CHECK: return
// CHECK: func.func private @ng_activation_0_fused({{.*}}nanguard.form = #nanguard.form<fused>, nanguard.kind
// CHECK: func.func private @ng_activation_0_fused_bits({{.*}}nanguard.told_status = 1 : i64
// CHECK: func.func private @ng_activation_0_safe({{.*}}nanguard.told_status = 9 : i64

// BATCH: memref.alloc({{.*}}) : memref<?x2x12xi64>
// BATCH: arith.shli
// BATCH-NOT: to_buffer
func.func @main(%x: tensor<?x4xf16>) -> tensor<?x4xf16> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf16>
  %e = tensor.empty(%d) : tensor<?x4xf16>
  %r = linalg.exp ins(%x : tensor<?x4xf16>) outs(%e : tensor<?x4xf16>) -> tensor<?x4xf16>
  return %r : tensor<?x4xf16>
}
