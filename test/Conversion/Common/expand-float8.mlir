// RUN: nanguard-opt %s --nanguard-expand-float8 | FileCheck %s --implicit-check-not=arith.extf --implicit-check-not=arith.truncf

// Every value of each format, both ways, is compared in test/Run/float8.test.

// CHECK-LABEL: func.func @widen(
// CHECK-SAME:    %[[X:.*]]: f8E4M3FN)
// CHECK:         arith.bitcast %[[X]] : f8E4M3FN to i8
// CHECK:         %[[WIDE:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK:         return %[[WIDE]] : f32
func.func @widen(%x: f8E4M3FN) -> f32 {
  %0 = arith.extf %x : f8E4M3FN to f32
  return %0 : f32
}

// CHECK-LABEL: func.func @narrow(
// CHECK-SAME:    %[[X:.*]]: vector<8xf32>)
// CHECK:         arith.bitcast %[[X]] : vector<8xf32> to vector<8xi32>
// CHECK:         %[[NARROW:.*]] = arith.bitcast %{{.*}} : vector<8xi8> to vector<8xf8E5M2>
// CHECK:         return %[[NARROW]] : vector<8xf8E5M2>
func.func @narrow(%x: vector<8xf32>) -> vector<8xf8E5M2> {
  %0 = arith.truncf %x : vector<8xf32> to vector<8xf8E5M2>
  return %0 : vector<8xf8E5M2>
}
