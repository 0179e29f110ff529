// A cache that grows is sanitised as one that is written into; a marked argument
// that no result carries on is a warning.
// RUN: nanguard-opt %s --nanguard-guard-kv-cache --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: @concat
// CHECK: %[[GROWN:.*]] = tensor.concat
// CHECK: %[[SAFE:.*]] = nanguard.cluster kind(kv_write) {{.*}} ins(%[[GROWN]]{{.*}} : tensor<2x4xf16>
// CHECK: return %[[SAFE]]
func.func @concat(%old: tensor<2x3xf16> {nanguard.kv_cache}, %new: tensor<2x1xf16>) -> tensor<2x4xf16> {
  %0 = tensor.concat dim(1) %old, %new : (tensor<2x3xf16>, tensor<2x1xf16>) -> tensor<2x4xf16>
  return %0 : tensor<2x4xf16>
}

// -----

// CHECK-LABEL: @pad_and_insert
// CHECK: %[[GROWN:.*]] = tensor.insert_slice
// CHECK: %[[SAFE:.*]] = nanguard.cluster kind(kv_write) {{.*}} ins(%[[GROWN]]
// CHECK: return %[[SAFE]]
func.func @pad_and_insert(%old: tensor<2x3xf16> {nanguard.kv_cache}, %new: tensor<2x1xf16>) -> tensor<2x4xf16> {
  %zero = arith.constant 0.0 : f16
  %0 = tensor.pad %old low[0, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f16
  } : tensor<2x3xf16> to tensor<2x4xf16>
  %1 = tensor.insert_slice %new into %0[0, 3] [2, 1] [1, 1] : tensor<2x1xf16> into tensor<2x4xf16>
  return %1 : tensor<2x4xf16>
}

// -----

// A result that reads the cache and does not carry it on.
// CHECK-LABEL: @read_only
// CHECK-NOT: nanguard.sanitise
// expected-warning @below {{KV cache, argument 0 of 'read_only': nothing is sanitised, no result carries it on}}
func.func @read_only(%old: tensor<2x3xf16> {nanguard.kv_cache}, %x: tensor<3x2xf16>, %init: tensor<2x2xf16>) -> tensor<2x2xf16> {
  %0 = linalg.matmul ins(%old, %x : tensor<2x3xf16>, tensor<3x2xf16>) outs(%init : tensor<2x2xf16>) -> tensor<2x2xf16>
  return %0 : tensor<2x2xf16>
}
