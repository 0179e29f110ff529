// RUN: nanguard-opt %s --nanguard-lower-parallel-calls | FileCheck %s

// The captured operands travel in a struct of the caller's, made once.
// CHECK: llvm.func @nanguard_rt_parallel_for(!llvm.ptr, !llvm.ptr, i64, i64)
// CHECK-LABEL: llvm.func @kernel(
// CHECK-SAME:    %[[X:.*]]: !llvm.ptr, %[[S:.*]]: f32)
// CHECK:         %[[ROOM:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, f32)>
// CHECK:         %[[COUNT:.*]] = llvm.mlir.constant(100 : i64)
// CHECK:         %[[FIRST:.*]] = llvm.getelementptr %[[ROOM]][0, 0]
// CHECK:         llvm.store %[[X]], %[[FIRST]]
// CHECK:         %[[SECOND:.*]] = llvm.getelementptr %[[ROOM]][0, 1]
// CHECK:         llvm.store %[[S]], %[[SECOND]]
// CHECK:         %[[WORK:.*]] = llvm.mlir.constant(5000 : i64)
// CHECK:         %[[BODY:.*]] = llvm.mlir.addressof @kernel_range_0
// CHECK:         llvm.call @nanguard_rt_parallel_for(%[[BODY]], %[[ROOM]], %[[COUNT]], %[[WORK]])
llvm.func @kernel(%x: !llvm.ptr, %s: f32) {
  %from = llvm.mlir.constant(0 : i64) : i64
  %to = llvm.mlir.constant(100 : i64) : i64
  llvm.call @kernel_range_0(%from, %to, %x, %s) : (i64, i64, !llvm.ptr, f32) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @kernel_range_0(
// CHECK-SAME:    %[[ARGS:.*]]: !llvm.ptr, %[[FROM:.*]]: i64, %[[TO:.*]]: i64)
// CHECK-NOT:     nanguard.work
// CHECK:         %[[AT0:.*]] = llvm.getelementptr %[[ARGS]][0, 0]
// CHECK:         %[[P:.*]] = llvm.load %[[AT0]] : !llvm.ptr -> !llvm.ptr
// CHECK:         %[[AT1:.*]] = llvm.getelementptr %[[ARGS]][0, 1]
// CHECK:         %[[F:.*]] = llvm.load %[[AT1]] : !llvm.ptr -> f32
// CHECK:         %[[AT:.*]] = llvm.getelementptr %[[P]][%[[FROM]]]
// CHECK:         llvm.store %[[F]], %[[AT]]
llvm.func @kernel_range_0(%from: i64, %to: i64, %x: !llvm.ptr, %s: f32)
    attributes {nanguard.work = 5000 : i64} {
  %at = llvm.getelementptr %x[%from] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.store %s, %at : f32, !llvm.ptr
  llvm.return
}
