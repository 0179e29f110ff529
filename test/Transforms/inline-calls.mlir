// RUN: nanguard-opt %s --nanguard-inline-calls | FileCheck %s
// RUN: nanguard-opt %s --nanguard-inline-calls --mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

// Two levels, and one callee twice; what is left of no use goes.
// CHECK-LABEL: func.func @twice
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
// CHECK: %[[A:.*]] = math.exp %[[X]]
// CHECK: %[[B:.*]] = math.exp %[[A]]
// CHECK: %[[S:.*]] = arith.addf %[[B]], %[[X]]
// CHECK: return %[[S]], %[[X]]
// LOC: math.exp %{{.*}} loc(#[[L:.*]])
// LOC: #[[L]] = loc(callsite(
func.func @twice(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = call @inner(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %b:2 = call @outer(%a, %x) : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %b#0, %b#1 : tensor<8xf32>, tensor<8xf32>
}
// CHECK-NOT: @inner
// CHECK-NOT: @outer
func.func private @inner(%x: tensor<8xf32>) -> tensor<8xf32> {
  %r = math.exp %x : tensor<8xf32>
  return %r : tensor<8xf32>
}
func.func private @outer(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %r = call @inner(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %s = arith.addf %r, %y : tensor<8xf32>
  return %s, %y : tensor<8xf32>, tensor<8xf32>
}

// A declaration, a recursive function and one with branches are still called.
// CHECK-LABEL: func.func @called
// CHECK: call @extern
// CHECK: call @recursive
// CHECK: call @branches
func.func @called(%x: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %a = call @extern(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %b = call @recursive(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %d = call @branches(%b, %c) : (tensor<8xf32>, i1) -> tensor<8xf32>
  return %d : tensor<8xf32>
}
// CHECK: func.func private @extern
func.func private @extern(%x: tensor<8xf32>) -> tensor<8xf32>
// CHECK: func.func private @recursive
func.func private @recursive(%x: tensor<8xf32>) -> tensor<8xf32> {
  %r = call @recursive(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
// CHECK: func.func private @branches
func.func private @branches(%x: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  cf.cond_br %c, ^left, ^right
^left:
  return %x : tensor<8xf32>
^right:
  %r = math.exp %x : tensor<8xf32>
  return %r : tensor<8xf32>
}
