// Guarding changes a public function's type; callers get the function's ops, as
// they were, and are guarded like it. A guarded module is refused, not guarded
// twice.
// RUN: nanguard-opt %s --guard-tiers | FileCheck %s
// RUN: nanguard-opt %s --guard-tiers | not nanguard-opt --guard-tiers 2>&1 | FileCheck %s --check-prefix=TWICE

// CHECK: func.func @main(%{{.*}}: tensor<4xf16>, %{{.*}}: tensor<2xi8>)
// CHECK: func.func @other(%{{.*}}: tensor<4xf16>, %{{.*}}: tensor<2xi8>)
// CHECK-NOT: call @main
// TWICE: error: the module is guarded already
func.func @main(%a: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.exp ins(%a : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
func.func @other(%a: tensor<4xf16>) -> tensor<4xf16> {
  %r = call @main(%a) : (tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
