// Ops of dialects that nanguard-opt does not know pass through, unless refused.
// RUN: nanguard-opt %s | FileCheck %s
// RUN: not nanguard-opt %s --allow-unregistered-dialect=false 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK: %{{.*}} = "other.op"(%{{.*}}) <{x = 1 : i64}> : (tensor<4xf16>) -> tensor<4xf16>
// REFUSED: error: operation being parsed with an unregistered dialect
func.func @main(%a: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "other.op"(%a) <{x = 1 : i64}> : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}
