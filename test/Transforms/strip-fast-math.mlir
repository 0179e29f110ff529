// RUN: nanguard-opt %s --nanguard-strip-fast-math | FileCheck %s --implicit-check-not=nnan --implicit-check-not=ninf

// CHECK-LABEL: @flags
func.func @flags(%a: f32, %b: f32) -> (f32, i1) {
  // CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,nsz,arcp,contract,afn> : f32
  %0 = arith.addf %a, %b fastmath<fast> : f32
  // CHECK: arith.cmpf uno, %{{.*}}, %{{.*}} : f32
  %1 = arith.cmpf uno, %0, %0 fastmath<nnan> : f32
  return %0, %1 : f32, i1
}
