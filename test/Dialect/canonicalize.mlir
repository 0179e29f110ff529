// RUN: nanguard-opt %s --canonicalize=test-convergence --split-input-file | FileCheck %s

// A scan of a tensor without elements sees nothing.
// CHECK-LABEL: @scan_of_nothing
// CHECK-SAME: (%{{.*}}: tensor<0x4xf16>, %[[ACC:.*]]: tensor<i16>)
// CHECK-NEXT: return %[[ACC]]
func.func @scan_of_nothing(%x: tensor<0x4xf16>, %z: tensor<i16>) -> tensor<i16> {
  %0 = nanguard.scan bits ins(%x : tensor<0x4xf16>) outs(%z : tensor<i16>) -> tensor<i16>
  return %0 : tensor<i16>
}

// -----

// CHECK-LABEL: @scan_of_something
// CHECK: nanguard.scan bits
func.func @scan_of_something(%x: tensor<?x4xf16>, %z: tensor<i16>) -> tensor<i16> {
  %0 = nanguard.scan bits ins(%x : tensor<?x4xf16>) outs(%z : tensor<i16>) -> tensor<i16>
  return %0 : tensor<i16>
}

// -----

// An unread scan goes: it has no effect.
// CHECK-LABEL: @scan_unread
// CHECK-NEXT: return
func.func @scan_unread(%x: tensor<4xf16>, %z: tensor<i16>) {
  %0 = nanguard.scan bits ins(%x : tensor<4xf16>) outs(%z : tensor<i16>) -> tensor<i16>
  return
}

// -----

// No finite f16 exceeds 65504.
// CHECK-LABEL: @clip_beyond_type
// CHECK-SAME: (%[[X:.*]]: tensor<4xf16>, %[[N:.*]]: tensor<i64>)
// CHECK-NEXT: return %[[X]], %[[N]]
func.func @clip_beyond_type(%x: tensor<4xf16>, %n: tensor<i64>) -> (tensor<4xf16>, tensor<i64>) {
  %0, %1 = nanguard.clip %x, %n bound 65504.0 : tensor<4xf16>, tensor<i64> -> tensor<i64>
  return %0, %1 : tensor<4xf16>, tensor<i64>
}

// -----

// CHECK-LABEL: @clip_within_type
// CHECK: nanguard.clip
func.func @clip_within_type(%x: tensor<4xf16>, %n: tensor<i64>) -> (tensor<4xf16>, tensor<i64>) {
  %0, %1 = nanguard.clip %x, %n bound 65503.0 : tensor<4xf16>, tensor<i64> -> tensor<i64>
  return %0, %1 : tensor<4xf16>, tensor<i64>
}

// -----

// The same bound strikes in f32.
// CHECK-LABEL: @clip_wide
// CHECK: nanguard.clip
func.func @clip_wide(%x: tensor<4xf32>, %n: tensor<i64>) -> (tensor<4xf32>, tensor<i64>) {
  %0, %1 = nanguard.clip %x, %n bound 65504.0 : tensor<4xf32>, tensor<i64> -> tensor<i64>
  return %0, %1 : tensor<4xf32>, tensor<i64>
}

// -----

// Inf and NaN pass a clip (clip_r3, clip_r4), so a constant with them folds too.
// CHECK-LABEL: @clip_constant
// CHECK-SAME: (%[[N:.*]]: tensor<i64>)
// CHECK: %[[C:.*]] = arith.constant dense<[1.000000e+00, 0x7F800000, 0x7FC00000, -8.000000e+00]>
// CHECK-NEXT: return %[[C]], %[[N]]
func.func @clip_constant(%n: tensor<i64>) -> (tensor<4xf32>, tensor<i64>) {
  %x = arith.constant dense<[1.0, 0x7F800000, 0x7FC00000, -8.0]> : tensor<4xf32>
  %0, %1 = nanguard.clip %x, %n bound 8.0 : tensor<4xf32>, tensor<i64> -> tensor<i64>
  return %0, %1 : tensor<4xf32>, tensor<i64>
}

// -----

// CHECK-LABEL: @clip_constant_strikes
// CHECK: nanguard.clip
func.func @clip_constant_strikes(%n: tensor<i64>) -> (tensor<2xf32>, tensor<i64>) {
  %x = arith.constant dense<[1.0, -8.5]> : tensor<2xf32>
  %0, %1 = nanguard.clip %x, %n bound 8.0 : tensor<2xf32>, tensor<i64> -> tensor<i64>
  return %0, %1 : tensor<2xf32>, tensor<i64>
}

// -----

// CHECK-LABEL: @clip_after_tighter
// CHECK: %[[Y:.*]], %[[N:.*]] = nanguard.clip %{{.*}}, %{{.*}} bound 8.000000e+00
// CHECK-NEXT: return %[[Y]], %[[N]]
func.func @clip_after_tighter(%x: tensor<4xf32>, %n: tensor<i64>) -> (tensor<4xf32>, tensor<i64>) {
  %0, %1 = nanguard.clip %x, %n bound 8.0 : tensor<4xf32>, tensor<i64> -> tensor<i64>
  %2, %3 = nanguard.clip %0, %1 bound 9.0 : tensor<4xf32>, tensor<i64> -> tensor<i64>
  return %2, %3 : tensor<4xf32>, tensor<i64>
}

// -----

// 0.1 rounds up in f16, beyond a bound of 0.1 in f64.
// CHECK-LABEL: @clip_rounded_bound
// CHECK-COUNT-2: nanguard.clip
func.func @clip_rounded_bound(%x: tensor<4xbf16>, %n: tensor<i64>) -> (tensor<4xbf16>, tensor<i64>) {
  %0, %1 = nanguard.clip %x, %n bound 0.1 : tensor<4xbf16>, tensor<i64> -> tensor<i64>
  %2, %3 = nanguard.clip %0, %1 bound 0.1 : tensor<4xbf16>, tensor<i64> -> tensor<i64>
  return %2, %3 : tensor<4xbf16>, tensor<i64>
}

// -----

// CHECK-LABEL: @sanitise_finite
// CHECK-SAME: (%{{.*}}: tensor<2xf16>, %[[N:.*]]: tensor<i64>)
// CHECK: %[[C:.*]] = arith.constant dense<[1.000000e+00, -2.000000e+00]>
// CHECK-NEXT: return %[[C]], %[[N]]
func.func @sanitise_finite(%old: tensor<2xf16>, %n: tensor<i64>) -> (tensor<2xf16>, tensor<i64>) {
  %x = arith.constant dense<[1.0, -2.0]> : tensor<2xf16>
  %0, %1 = nanguard.sanitise %x, %old, %n : tensor<2xf16>, tensor<i64> -> tensor<i64>
  return %0, %1 : tensor<2xf16>, tensor<i64>
}

// -----

// CHECK-LABEL: @sanitise_inf
// CHECK: nanguard.sanitise
func.func @sanitise_inf(%old: tensor<2xf16>, %n: tensor<i64>) -> (tensor<2xf16>, tensor<i64>) {
  %x = arith.constant dense<[1.0, 0x7C00]> : tensor<2xf16>
  %0, %1 = nanguard.sanitise %x, %old, %n : tensor<2xf16>, tensor<i64> -> tensor<i64>
  return %0, %1 : tensor<2xf16>, tensor<i64>
}

// -----

// %y is read by no variant, %x stands twice.
// CHECK-LABEL: @cluster_operands
// CHECK-SAME: (%[[X:.*]]: tensor<4xf16>, %{{.*}}: tensor<4xf16>)
// CHECK: nanguard.cluster kind(elementwise)
// CHECK-SAME: ins(%[[X]] : tensor<4xf16>)
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<4xf16>):
// CHECK-NEXT: arith.addf %[[A]], %[[A]]
// CHECK: ^bb0(%[[B:.*]]: tensor<4xf16>):
// CHECK-NEXT: arith.mulf %[[B]], %[[B]]
func.func @cluster_operands(%x: tensor<4xf16>, %y: tensor<4xf16>) -> tensor<4xf16> {
  %0 = nanguard.cluster kind(elementwise) variants([#nanguard.variant<fused>, #nanguard.variant<safe>])
      ins(%x, %y, %x : tensor<4xf16>, tensor<4xf16>, tensor<4xf16>) -> tensor<4xf16> {
  ^bb0(%a: tensor<4xf16>, %b: tensor<4xf16>, %c: tensor<4xf16>):
    %r = arith.addf %a, %c : tensor<4xf16>
    nanguard.yield %r : tensor<4xf16>
  }, {
  ^bb0(%a: tensor<4xf16>, %b: tensor<4xf16>, %c: tensor<4xf16>):
    %r = arith.mulf %c, %c : tensor<4xf16>
    nanguard.yield %r : tensor<4xf16>
  }
  return %0 : tensor<4xf16>
}

// -----

// A cluster whose result nobody reads goes.
// CHECK-LABEL: @cluster_unread
// CHECK-NEXT: return
func.func @cluster_unread(%x: tensor<4xf16>) {
  %0 = nanguard.cluster kind(elementwise) variants([#nanguard.variant<fused>])
      ins(%x : tensor<4xf16>) -> tensor<4xf16> {
  ^bb0(%a: tensor<4xf16>):
    %r = arith.addf %a, %a : tensor<4xf16>
    nanguard.yield %r : tensor<4xf16>
  }
  return
}
