// Nothing is left that would need CUDA's libdevice; what PTX has stays.
// RUN: nanguard-opt %s --nanguard-expand-device-math | FileCheck %s

// A maximum that keeps a NaN of either operand: compare, select, and b if it is
// the NaN.
// CHECK-LABEL: func.func @max64(
// CHECK-SAME: %[[A:.*]]: f64, %[[B:.*]]: f64)
// CHECK-NOT: maximumf
// CHECK: %[[TAKE:.*]] = arith.cmpf ugt, %[[A]], %[[B]] : f64
// CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[B]], %[[B]] : f64
// CHECK: %[[PICK:.*]] = arith.select %[[TAKE]], %[[A]], %[[B]]
// CHECK: %[[R:.*]] = arith.select %[[NAN]], %[[B]], %[[PICK]]
// CHECK: return %[[R]]
func.func @max64(%a: f64, %b: f64) -> f64 {
  %0 = arith.maximumf %a, %b : f64
  return %0 : f64
}
// CHECK-LABEL: func.func @max32(
// CHECK: arith.maximumf
func.func @max32(%a: f32, %b: f32) -> f32 {
  %0 = arith.maximumf %a, %b : f32
  return %0 : f32
}
// Those of f32 that nanguard-approximate-math has stay, others go by f64.
// CHECK-LABEL: func.func @functions(
// CHECK: math.log %{{.*}} : f32
// CHECK-NOT: math.{{asinh|rsqrt|erfc}}
// CHECK: arith.truncf %{{.*}} : f64 to f32
// CHECK-NOT: math.{{asinh|rsqrt|erfc}}
// CHECK: return
func.func @functions(%a: f32) -> (f32, f32, f32, f32) {
  %1 = math.log %a : f32
  %2 = math.asinh %a : f32
  %3 = math.erfc %a : f32
  %5 = math.rsqrt %a : f32
  return %1, %2, %3, %5 : f32, f32, f32, f32
}
// CHECK-LABEL: func.func @wide(
// CHECK-NOT: math.{{[a-eg-z]}}
// CHECK: return
func.func @wide(%a: f64, %b: f64) -> (f64, f64, f64, f64, f64, f64) {
  %0 = math.exp %a : f64
  %1 = math.log1p %a : f64
  %2 = math.tanh %a : f64
  %3 = math.erf %a : f64
  %4 = math.powf %a, %b : f64
  %5 = math.expm1 %b : f64
  return %0, %1, %2, %3, %4, %5 : f64, f64, f64, f64, f64, f64
}
// The approximation of an acos takes a sign from its argument.
// CHECK-LABEL: func.func @acos(
// CHECK-NOT: math.{{acos|copysign}}
// CHECK: llvm.call_intrinsic "llvm.copysign"
// CHECK-NOT: math.{{acos|copysign}}
// CHECK: return
func.func @acos(%a: f32, %b: f32) -> (f32, f32) {
  %0 = math.acos %a : f32
  %1 = math.copysign %a, %b : f32
  return %0, %1 : f32, f32
}
