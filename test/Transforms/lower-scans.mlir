// RUN: nanguard-opt %s --nanguard-lower-scans --split-input-file | FileCheck %s --implicit-check-not=nanguard.

// CHECK-LABEL: func @bits
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["reduction", "reduction"]
// CHECK: ^bb0(%[[X:.*]]: f16, %[[ACC:.*]]: i16):
// CHECK: %[[B:.*]] = arith.bitcast %[[X]] : f16 to i16
// CHECK: arith.constant 32767 : i16
// CHECK: %[[MAG:.*]] = arith.andi %[[B]], %{{.*}} : i16
// CHECK: %[[MAX:.*]] = arith.maxui %[[MAG]], %[[ACC]] : i16
// CHECK: linalg.yield %[[MAX]]
func.func @bits(%x: tensor<8x64xf16>, %z: tensor<i16>) -> tensor<i16> {
  %m = nanguard.scan bits ins(%x : tensor<8x64xf16>) outs(%z : tensor<i16>) -> tensor<i16>
  return %m : tensor<i16>
}

// -----

// Only -Inf (0xff800000) is expected.
// CHECK-LABEL: func @bits_kept
// CHECK: iterator_types = ["parallel", "reduction"]
// CHECK: %[[X:.*]] = arith.bitcast
// CHECK: %[[MAG:.*]] = arith.andi %[[X]]
// CHECK: %[[INF:.*]] = arith.constant -8388608 : i32
// CHECK: %[[MASKED:.*]] = arith.cmpi eq, %[[X]], %[[INF]]
// CHECK: arith.select %[[MASKED]], %{{.*}}, %[[MAG]]
func.func @bits_kept(%x: tensor<8x?xf32>, %z: tensor<8xi32>) -> tensor<8xi32> {
  %m = nanguard.scan bits expect_inf ins(%x : tensor<8x?xf32>) outs(%z : tensor<8xi32>) -> tensor<8xi32>
  return %m : tensor<8xi32>
}

// -----

// CHECK-LABEL: func @count
// CHECK: linalg.generic
// CHECK-DAG: arith.cmpi ugt
// CHECK-DAG: arith.cmpi eq
// CHECK: arith.minui
// CHECK: tensor.from_elements
func.func @count(%x: tensor<?x64xbf16>, %z: tensor<3xi64>) -> tensor<3xi64> {
  %m = nanguard.scan count ins(%x : tensor<?x64xbf16>) outs(%z : tensor<3xi64>) -> tensor<3xi64>
  return %m : tensor<3xi64>
}

// -----

// Only +Inf (0x7f800000) is counted.
// CHECK-LABEL: func @count_masked
// CHECK: %[[X:.*]] = arith.bitcast
// CHECK: %[[INF:.*]] = arith.constant 2139095040 : i32
// CHECK: arith.cmpi ugt
// CHECK: arith.cmpi eq, %[[X]], %[[INF]]
func.func @count_masked(%x: tensor<?x64xf32>, %z: tensor<3xi64>) -> tensor<3xi64> {
  %m = nanguard.scan count expect_inf ins(%x : tensor<?x64xf32>) outs(%z : tensor<3xi64>) -> tensor<3xi64>
  return %m : tensor<3xi64>
}

// -----

// CHECK-LABEL: func @stats
// CHECK: arith.extf {{.*}} : f16 to f64
// CHECK: arith.minimumf
// CHECK: arith.maximumf
func.func @stats(%x: tensor<64xf16>, %z: tensor<5xf64>) -> tensor<5xf64> {
  %m = nanguard.scan stats ins(%x : tensor<64xf16>) outs(%z : tensor<5xf64>) -> tensor<5xf64>
  return %m : tensor<5xf64>
}

// -----

// The bound is rounded towards zero: 65519.9 is 65504 (0x7bff) in f16.
// CHECK-LABEL: func @clip
// CHECK: linalg.generic
// CHECK: arith.constant 31743 : i16
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["reduction"]
func.func @clip(%x: tensor<64xf16>, %c: tensor<i64>) -> (tensor<64xf16>, tensor<i64>) {
  %y, %n = nanguard.clip %x, %c bound 65519.9 : tensor<64xf16>, tensor<i64> -> tensor<i64>
  return %y, %n : tensor<64xf16>, tensor<i64>
}

// -----

// CHECK-LABEL: func @sanitise
// CHECK-COUNT-2: linalg.generic
func.func @sanitise(%x: tensor<64xf16>, %p: tensor<64xf16>, %c: tensor<i64>) -> (tensor<64xf16>, tensor<i64>) {
  %y, %n = nanguard.sanitise %x, %p, %c : tensor<64xf16>, tensor<i64> -> tensor<i64>
  return %y, %n : tensor<64xf16>, tensor<i64>
}
