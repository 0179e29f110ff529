// RUN: nanguard-opt %s --nanguard-approximate-math | FileCheck %s --implicit-check-not=fptosi

// CHECK-LABEL: func @exp
// CHECK-NOT: math.exp
// CHECK: math.fma {{.*}} : vector<8xf32>
func.func @exp(%a: vector<8xf32>) -> vector<8xf32> {
  %e = math.exp %a : vector<8xf32>
  return %e : vector<8xf32>
}

// Logarithms and the other exponentials are computed in f64.
// CHECK-LABEL: func @log
// CHECK-NOT: math.log
// CHECK: math.fma {{.*}} : f64
// CHECK: arith.truncf {{.*}} : f64 to f32
func.func @log(%a: f32) -> f32 {
  %e = math.log %a : f32
  return %e : f32
}

// CHECK-LABEL: func @cube
// CHECK-NOT: math.powf
// CHECK: arith.mulf {{.*}} : vector<8xf64>
// CHECK: arith.mulf {{.*}} : vector<8xf64>
// CHECK: arith.truncf
func.func @cube(%a: vector<8xf32>) -> vector<8xf32> {
  %three = arith.constant dense<3.0> : vector<8xf32>
  %e = math.powf %a, %three : vector<8xf32>
  return %e : vector<8xf32>
}

// A power that is not whole, or not known, is 2^(y log2 x).
// CHECK-LABEL: func @power
// CHECK-NOT: math.powf
// CHECK: return
func.func @power(%a: f32, %b: f32) -> (f32, f32) {
  %half = arith.constant 0.5 : f32
  %e = math.powf %a, %half : f32
  %f = math.powf %a, %b : f32
  return %e, %f : f32, f32
}

// CHECK-LABEL: func @wide
// CHECK: math.exp {{.*}} : f64
func.func @wide(%a: f64) -> f64 {
  %e = math.exp %a : f64
  return %e : f64
}

// CHECK-LABEL: func @tests
// CHECK-DAG: %[[INF:.*]] = arith.constant dense<0x7F800000> : vector<4xf32>
// CHECK: arith.cmpf uno, %[[X:.*]], %[[X]] : vector<4xf32>
// CHECK: %[[A:.*]] = math.absf %[[X]]
// CHECK: arith.cmpf oeq, %[[A]], %[[INF]]
// CHECK: %[[B:.*]] = math.absf %[[X]]
// CHECK: arith.cmpf olt, %[[B]], %[[INF]]
func.func @tests(%x: vector<4xf32>) -> (vector<4xi1>, vector<4xi1>, vector<4xi1>) {
  %n = math.isnan %x : vector<4xf32>
  %i = math.isinf %x : vector<4xf32>
  %f = math.isfinite %x : vector<4xf32>
  return %n, %i, %f : vector<4xi1>, vector<4xi1>, vector<4xi1>
}

// CHECK-LABEL: func @integer_power
// CHECK-SAME: (%[[X:.*]]: vector<4xf32>, %[[N:.*]]: vector<4xi32>)
// CHECK: %[[E:.*]] = arith.sitofp %[[N]]
// CHECK: arith.extf %[[E]]
// CHECK-NOT: math.powf
func.func @integer_power(%x: vector<4xf32>, %n: vector<4xi32>) -> vector<4xf32> {
  %p = math.fpowi %x, %n : vector<4xf32>, vector<4xi32>
  return %p : vector<4xf32>
}

// One large angle sends its vector the long way; neither way calls a library.
// CHECK-LABEL: func @angles
// CHECK: vector.reduction <or>
// CHECK: scf.if
// CHECK-NOT: math.sin
// CHECK-NOT: math.cos
// CHECK: return
func.func @angles(%x: vector<4xf32>, %y: f32) -> (vector<4xf32>, f32) {
  %s = math.sin %x : vector<4xf32>
  %c = math.cos %y : f32
  return %s, %c : vector<4xf32>, f32
}

// The polynomial has no -0.
// CHECK-LABEL: func @error_function
// CHECK-SAME: (%[[X:.*]]: vector<4xf32>)
// CHECK: %[[Z:.*]] = arith.cmpf oeq, %[[X]]
// CHECK: arith.select %[[Z]], %[[X]]
func.func @error_function(%x: vector<4xf32>) -> vector<4xf32> {
  %e = math.erf %x : vector<4xf32>
  return %e : vector<4xf32>
}

// In f64 too, the sum and the difference with 1 are corrected for what they lose.
// CHECK-LABEL: func @near_zero_f64
// CHECK: %[[U:.*]] = arith.addf %[[X:.*]], %{{.*}} : vector<4xf64>
// CHECK: %[[L:.*]] = math.log %[[U]]
// CHECK: %[[V:.*]] = arith.subf %[[U]]
// CHECK: %[[Q:.*]] = arith.divf %[[X]], %[[V]]
// CHECK: arith.mulf %[[L]], %[[Q]]
// CHECK: %[[E:.*]] = math.exp %[[X]]
// CHECK: %[[D:.*]] = arith.subf %[[E]]
// CHECK: %[[M:.*]] = math.log %[[E]]
// CHECK: %[[R:.*]] = arith.divf %[[X]], %[[M]]
// CHECK: arith.mulf %[[D]], %[[R]]
// CHECK-NOT: math.log1p
// CHECK-NOT: math.expm1
func.func @near_zero_f64(%x: vector<4xf64>) -> (vector<4xf64>, vector<4xf64>) {
  %l = math.log1p %x : vector<4xf64>
  %e = math.expm1 %x : vector<4xf64>
  return %l, %e : vector<4xf64>, vector<4xf64>
}
