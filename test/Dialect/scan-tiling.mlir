// nanguard.scan through TilingInterface: slots' dimensions are parallel, the
// others a reduction into the slot that the loop carries.
// RUN: nanguard-opt %s --transform-interpreter --canonicalize --cse --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: @bits_scalar
// CHECK-SAME: (%[[X:.*]]: tensor<8x64xf16>, %[[Z:.*]]: tensor<i16>)
// CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%[[OUTER:.*]] = %[[Z]]) -> (tensor<i16>)
// CHECK: scf.for %[[J:.*]] = {{.*}} iter_args(%[[INNER:.*]] = %[[OUTER]]) -> (tensor<i16>)
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][%[[I]], %[[J]]] [4, 16] [1, 1]
// CHECK: %[[M:.*]] = nanguard.scan bits ins(%[[S]] : tensor<4x16xf16>) outs(%[[INNER]] : tensor<i16>) -> tensor<i16>
// CHECK: scf.yield %[[M]] : tensor<i16>
func.func @bits_scalar(%x: tensor<8x64xf16>, %z: tensor<i16>) -> tensor<i16> {
  %0 = nanguard.scan bits ins(%x : tensor<8x64xf16>) outs(%z : tensor<i16>) -> tensor<i16>
  return %0 : tensor<i16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %scan = transform.structured.match ops{["nanguard.scan"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:2 = transform.structured.tile_using_for %scan tile_sizes [4, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A slot for each row: its slice goes back into the slots.
// CHECK-LABEL: @bits_rows
// CHECK-SAME: (%[[X:.*]]: tensor<?x64xf16>, %[[Z:.*]]: tensor<?xi16>)
// CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%[[SLOTS:.*]] = %[[Z]]) -> (tensor<?xi16>)
// CHECK-DAG: %[[S:.*]] = tensor.extract_slice %[[X]][%[[I]], 0] [%[[N:.*]], 64] [1, 1]
// CHECK-DAG: %[[P:.*]] = tensor.extract_slice %[[SLOTS]][%[[I]]] [%[[N]]] [1]
// CHECK: %[[M:.*]] = nanguard.scan bits expect_inf ins(%[[S]] : tensor<?x64xf16>) outs(%[[P]] : tensor<?xi16>)
// CHECK: tensor.insert_slice %[[M]] into %[[SLOTS]][%[[I]]] [%[[N]]] [1]
func.func @bits_rows(%x: tensor<?x64xf16>, %z: tensor<?xi16>) -> tensor<?xi16> {
  %0 = nanguard.scan bits expect_inf ins(%x : tensor<?x64xf16>) outs(%z : tensor<?xi16>) -> tensor<?xi16>
  return %0 : tensor<?xi16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %scan = transform.structured.match ops{["nanguard.scan"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %scan tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// In parallel over the slots, the producer fused into the loop: computed once.
// CHECK-LABEL: @forall_fused
// CHECK: scf.forall (%{{.*}}) in (2) shared_outs(%[[SLOTS:.*]] = %{{.*}}) -> (tensor<8xi16>)
// CHECK: linalg.exp
// CHECK: nanguard.scan bits
// CHECK: scf.forall.in_parallel
// CHECK: tensor.parallel_insert_slice %{{.*}} into %[[SLOTS]][%{{.*}}] [4] [1]
// CHECK-NOT: = linalg.exp
func.func @forall_fused(%x: tensor<8x64xf16>, %z: tensor<8xi16>) -> tensor<8xi16> {
  %e = tensor.empty() : tensor<8x64xf16>
  %y = linalg.exp ins(%x : tensor<8x64xf16>) outs(%e : tensor<8x64xf16>) -> tensor<8x64xf16>
  %0 = nanguard.scan bits ins(%y : tensor<8x64xf16>) outs(%z : tensor<8xi16>) -> tensor<8xi16>
  return %0 : tensor<8xi16>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %scan = transform.structured.match ops{["nanguard.scan"]} in %root : (!transform.any_op) -> !transform.any_op
    %exp = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %scan tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %fused, %new = transform.structured.fuse_into_containing_op %exp into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// CHECK-LABEL: @stats
// CHECK: scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (tensor<5xf64>)
// CHECK: nanguard.scan stats ins(%{{.*}} : tensor<16xf32>) outs(%[[ACC]] : tensor<5xf64>)
func.func @stats(%x: tensor<64xf32>, %z: tensor<5xf64>) -> tensor<5xf64> {
  %0 = nanguard.scan stats ins(%x : tensor<64xf32>) outs(%z : tensor<5xf64>) -> tensor<5xf64>
  return %0 : tensor<5xf64>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %scan = transform.structured.match ops{["nanguard.scan"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %scan tile_sizes [16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A count's first bad index is relative to the whole tensor: no tiles.
func.func @count(%x: tensor<64xf32>, %z: tensor<3xi64>) -> tensor<3xi64> {
  // expected-error@+2 {{faild to tile operation}}
  // expected-error@+1 {{failed to generate tiling loops}}
  %0 = nanguard.scan count ins(%x : tensor<64xf32>) outs(%z : tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %scan = transform.structured.match ops{["nanguard.scan"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %scan tile_sizes [16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
