// Short forms where a fused kernel rounds to halves; nothing elsewhere.
// RUN: nanguard-opt %s --pass-pipeline="builtin.module(func.func(nanguard-approximate-in-halves))" | FileCheck %s

// CHECK-LABEL: func.func @exp(
// CHECK: %[[T:.*]] = arith.mulf %{{.*}}, %cst{{.*}} : f32
// CHECK-NEXT: %[[E:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx"(%[[T]])
// CHECK-NEXT: arith.truncf %[[E]]
func.func @exp(%x: f32) -> f16 attributes {nanguard.half_results} {
  %e = math.exp %x : f32
  %y = arith.truncf %e : f32 to f16
  return %y : f16
}

// A subnormal result may be 0 if that is said, or if 1 is added to it.
// CHECK-LABEL: func.func @flushed(
// CHECK-COUNT-2: "llvm.nvvm.ex2.approx.ftz"
func.func @flushed(%x: f32, %z: f32) -> (f32, f32) attributes {nanguard.half_results} {
  %one = arith.constant 1.0 : f32
  %e = math.exp %x {nanguard.flushes} : f32
  %f = math.exp %z : f32
  %s = arith.addf %f, %one : f32
  return %e, %s : f32, f32
}

// exp x - 1 has nothing left of an approximation near 0.
// CHECK-LABEL: func.func @minus_one(
// CHECK-COUNT-2: math.exp
func.func @minus_one(%x: f32) -> (f32, f32) attributes {nanguard.half_results} {
  %one = arith.constant 1.0 : f32
  %minus = arith.constant -1.0 : f32
  %e = math.exp %x : f32
  %y = arith.subf %e, %one : f32
  %n = arith.negf %x : f32
  %f = math.exp %n : f32
  %z = arith.addf %f, %minus : f32
  return %y, %z : f32, f32
}

// CHECK-LABEL: func.func @silu(
// CHECK: %[[E:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"
// CHECK: %[[D:.*]] = arith.addf %[[E]]
// CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[D]])
// CHECK: arith.mulf %arg0, %[[R]]
func.func @silu(%x: f32) -> f32 attributes {nanguard.half_results} {
  %one = arith.constant 1.0 : f32
  %n = arith.negf %x : f32
  %e = math.exp %n : f32
  %d = arith.addf %e, %one : f32
  %y = arith.divf %x, %d : f32
  return %y : f32
}

// One exponential each, and no cancellation below.
// CHECK-LABEL: func.func @beside_one(
// CHECK-NOT: math.{{erf|tanh}}
// CHECK-COUNT-2: "llvm.nvvm.ex2.approx.ftz"
// CHECK-NOT: ex2
func.func @beside_one(%x: f32) -> (f32, f32) attributes {nanguard.half_results} {
  %one = arith.constant 1.0 : f32
  %e = math.erf %x : f32
  %y = arith.addf %e, %one : f32
  %t = math.tanh %x : f32
  %z = arith.addf %one, %t : f32
  return %y, %z : f32, f32
}

// CHECK-LABEL: func.func @odd(
// CHECK-NOT: math.{{erf|tanh}}
// CHECK: arith.select
// CHECK: arith.select
func.func @odd(%x: f32) -> (f32, f32) attributes {nanguard.half_results} {
  %e = math.erf %x : f32
  %t = math.tanh %x : f32
  return %e, %t : f32, f32
}

// A divisor that is nothing of these stays: its reciprocal may be 0 or Inf. So
// does a constant whose reciprocal is subnormal.
// CHECK-LABEL: func.func @quotients(
// CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"(%arg1)
// CHECK: arith.mulf %arg0, %[[R]]
// CHECK: "llvm.nvvm.rsqrt.approx.f"(%arg0)
// CHECK: arith.mulf %arg0, %{{.*}} : f32
// CHECK: arith.divf %arg0, %arg1
// CHECK: arith.divf %arg0, %{{.*}} : f32
func.func @quotients(%x: f32, %v: f32) -> (f32, f32, f32, f32, f32) attributes {nanguard.half_results} {
  %three = arith.constant 3.0 : f32
  %huge = arith.constant 2.0e+38 : f32
  %s = math.sqrt %v : f32
  %a = arith.divf %x, %s : f32
  %b = math.rsqrt %x : f32
  %c = arith.divf %x, %three : f32
  %d = arith.divf %x, %v : f32
  %e = arith.divf %x, %huge : f32
  return %a, %b, %c, %d, %e : f32, f32, f32, f32, f32
}

// CHECK-LABEL: func.func @unmarked(
// CHECK: math.exp
// CHECK: math.erf
// CHECK: math.rsqrt
func.func @unmarked(%x: f32) -> (f32, f32, f32) {
  %a = math.exp %x : f32
  %b = math.erf %x : f32
  %c = math.rsqrt %x : f32
  return %a, %b, %c : f32, f32, f32
}

// CHECK-LABEL: func.func @wide(
// CHECK: math.exp
func.func @wide(%x: f64) -> f64 attributes {nanguard.half_results} {
  %a = math.exp %x : f64
  return %a : f64
}
