// RUN: nanguard-opt %project/examples/scores_f16.mlir --guard-tiers="inject=2:0" | FileCheck %s --check-prefixes=CHECK,OPERAND
// RUN: nanguard-opt %project/examples/scores_f16.mlir --guard-tiers="inject=2:-1" | FileCheck %s --check-prefixes=CHECK,OUTPUT
// By its own flag, and only in the function that is named.
// RUN: nanguard-opt %project/examples/scores_f16.mlir --guard-tiers -o %t.guarded
// RUN: nanguard-opt %t.guarded --pass-pipeline='builtin.module(nanguard-instrument-inject{points=2:0 function=main})' | FileCheck %s --check-prefixes=CHECK,OPERAND
// RUN: nanguard-opt %t.guarded --pass-pipeline='builtin.module(nanguard-instrument-inject{points=2:0 function=other})' | FileCheck %s --check-prefix=NONE
// RUN: not nanguard-opt %project/examples/scores_f16.mlir --guard-tiers="inject=9:0" 2>&1 | FileCheck %s --check-prefix=ID
// RUN: not nanguard-opt %project/examples/scores_f16.mlir --guard-tiers="inject=2:5" 2>&1 | FileCheck %s --check-prefix=POSITION
// RUN: nanguard-opt %project/examples/scores_f16.mlir --guard-tiers | FileCheck %s --check-prefix=NONE
// An intermediate: the dispatch gets fused forms of its own, in both the hook
// stands behind the same value; the safe forms stay shared.
// RUN: nanguard-opt %project/examples/attention_f16.mlir --guard-tiers="inject=5:-4" | FileCheck %s --check-prefix=INNER
// RUN: not nanguard-opt %project/examples/attention_f16.mlir --guard-tiers="inject=5:-99" 2>&1 | FileCheck %s --check-prefix=FEW
// INNER: nanguard.dispatch kind(attention) id(5) "block.attention" [@[[F:.*]]_fused_of_5, @[[F]]_fused_bits_of_5, @[[F]]_safe, @[[F]]_unfused]
// INNER-LABEL: func.func private @{{.*}}_fused_of_5(
// INNER: %[[S:.*]] = linalg.batch_matmul
// INNER: %[[NARROW:.*]] = linalg.generic {{.*}} ins(%[[S]]
// INNER: %[[SCALED:.*]] = linalg.generic {{.*}} ins(%[[NARROW]]
// INNER: bufferization.alloc_tensor() copy(%[[SCALED]])
// INNER: %[[PLACE:.*]] = arith.constant -4 : i64
// INNER: call @nanguard_rt_inject(%{{.*}}, %[[PLACE]],
// INNER: bufferization.to_tensor
// INNER-LABEL: func.func private @{{.*}}_fused_bits_of_5(
// INNER: call @nanguard_rt_inject
// FEW: error: op 5 has {{[0-9]+}} intermediate tensors
// ID: error: no guarded op 9 to inject into
// POSITION: error: {{.*}}op 2 has no operand 5
// NONE-NOT: nanguard_rt_inject

// CHECK: func.func private @nanguard_rt_inject(i64, i64, !llvm.ptr, i64, i32, i32)
// CHECK-LABEL: func.func @main
// OPERAND: call @nanguard_rt_inject
// CHECK: nanguard.dispatch kind(matmul) id(2)
// The lowering of the dispatch makes the call and scans what it leaves behind.
// OUTPUT-SAME: nanguard.inject_output

// The clip of the marked edge stands in the unfused form only.
// CHECK-LABEL: func.func private @ng_matmul_0_safe(
// CHECK-NOT: nanguard.clip %
// CHECK-LABEL: func.func private @ng_matmul_0_unfused(
// CHECK: nanguard.clip %
