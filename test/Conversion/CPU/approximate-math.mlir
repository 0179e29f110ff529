// RUN: nanguard-opt %s --nanguard-approximate-math | FileCheck %s --implicit-check-not=fptosi

// CHECK-LABEL: func @exp
// CHECK-NOT: math.exp
// CHECK: math.fma {{.*}} : vector<8xf32>
func.func @exp(%a: vector<8xf32>) -> vector<8xf32> {
  %e = math.exp %a : vector<8xf32>
  return %e : vector<8xf32>
}

// Upstream's log clamps subnormal arguments: it stays a call.
// CHECK-LABEL: func @log
// CHECK: math.log
func.func @log(%a: f32) -> f32 {
  %e = math.log %a : f32
  return %e : f32
}

// CHECK-LABEL: func @wide
// CHECK: math.exp {{.*}} : f64
func.func @wide(%a: f64) -> f64 {
  %e = math.exp %a : f64
  return %e : f64
}
