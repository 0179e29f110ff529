// RUN: nanguard-opt %s --nanguard-widen-narrow-floats --canonicalize | FileCheck %s --implicit-check-not=fastmath

// The rounding after the first op is kept.
// CHECK-LABEL: func @bf16
// CHECK: arith.addf {{.*}} : f32
// CHECK: %[[N:.*]] = arith.truncf {{.*}} : f32 to bf16
// CHECK: %[[W:.*]] = arith.extf %[[N]] : bf16 to f32
// CHECK: arith.subf %[[W]]
func.func @bf16(%a: bf16, %b: bf16) -> bf16 {
  %s = arith.addf %a, %b : bf16
  %d = arith.subf %s, %a : bf16
  return %d : bf16
}

// CHECK-LABEL: func @vector
// CHECK: math.exp {{.*}} : vector<8xf32>
func.func @vector(%a: vector<8xf16>) -> vector<8xf16> {
  %e = math.exp %a : vector<8xf16>
  return %e : vector<8xf16>
}
