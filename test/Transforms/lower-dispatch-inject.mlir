// An output that faults are let into: the hook stands between the forms and
// the scans, so that bits and counts are of what it left behind.
// RUN: nanguard-opt %s --guard-tiers="inject=1:-1 target=upstream" | FileCheck %s
// RUN: nanguard-opt %s --guard-tiers=inject=1:-1 --nanguard-lower-dispatch=rows-in-buffer | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK: @ng_activation_0_fused(
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(
// CHECK: call @nanguard_rt_inject
// CHECK: %[[LEFT:.*]] = bufferization.to_tensor
// CHECK: tensor.insert
// CHECK: scf.if
// CHECK: call @ng_scan_{{[0-9]+}}(%[[LEFT]],
// CHECK: return %[[LEFT]],
func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
