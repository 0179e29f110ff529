// RUN: nanguard-opt %s | nanguard-opt | FileCheck %s
// RUN: nanguard-opt %s --mlir-print-op-generic | nanguard-opt | FileCheck %s

// CHECK-LABEL: @cluster
func.func @cluster(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: nanguard.cluster kind(activation) variants([#nanguard.variant<fused>]) ins(%{{.*}} : tensor<4xf16>) -> tensor<4xf16>
  %y = nanguard.cluster kind(activation) variants([#nanguard.variant<fused>])
      ins(%x : tensor<4xf16>) -> tensor<4xf16> {
  ^bb0(%a: tensor<4xf16>):
    %e = tensor.empty() : tensor<4xf16>
    %r = linalg.exp ins(%a : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
    // CHECK: nanguard.yield %{{.*}} : tensor<4xf16>
    nanguard.yield %r : tensor<4xf16>
  }
  return %y : tensor<4xf16>
}

// CHECK-LABEL: @scans
func.func @scans(%x: tensor<8x64xf16>, %b: tensor<i16>, %p: tensor<8xi16>,
                 %c: tensor<3xi64>, %s: tensor<5xf64>)
    -> (tensor<i16>, tensor<8xi16>, tensor<3xi64>, tensor<5xf64>) {
  // CHECK: nanguard.scan bits ins(%{{.*}} : tensor<8x64xf16>) outs(%{{.*}} : tensor<i16>) -> tensor<i16>
  %0 = nanguard.scan bits ins(%x : tensor<8x64xf16>) outs(%b : tensor<i16>) -> tensor<i16>
  // CHECK: nanguard.scan bits expect_inf ins
  %1 = nanguard.scan bits expect_inf ins(%x : tensor<8x64xf16>) outs(%p : tensor<8xi16>) -> tensor<8xi16>
  // CHECK: nanguard.scan count
  %2 = nanguard.scan count ins(%x : tensor<8x64xf16>) outs(%c : tensor<3xi64>) -> tensor<3xi64>
  // CHECK: nanguard.scan stats
  %3 = nanguard.scan stats ins(%x : tensor<8x64xf16>) outs(%s : tensor<5xf64>) -> tensor<5xf64>
  return %0, %1, %2, %3 : tensor<i16>, tensor<8xi16>, tensor<3xi64>, tensor<5xf64>
}

// CHECK-LABEL: @clips
func.func @clips(%x: tensor<?xf32>, %old: tensor<?xf32>, %n: tensor<i64>)
    -> (tensor<?xf32>, tensor<i64>) {
  // CHECK: nanguard.clip %{{.*}}, %{{.*}} bound 6.550400e+04 : tensor<?xf32>, tensor<i64> -> tensor<i64>
  %y, %c = nanguard.clip %x, %n bound 65504.0 : tensor<?xf32>, tensor<i64> -> tensor<i64>
  // CHECK: nanguard.sanitise %{{.*}}, %{{.*}}, %{{.*}} : tensor<?xf32>, tensor<i64> -> tensor<i64>
  %z, %d = nanguard.sanitise %y, %old, %c : tensor<?xf32>, tensor<i64> -> tensor<i64>
  return %z, %d : tensor<?xf32>, tensor<i64>
}

func.func private @k0(tensor<8xf16>, tensor<8xf16>, tensor<12xi64>) -> (tensor<8xf16>, tensor<12xi64>)

// CHECK-LABEL: @dispatch
func.func @dispatch(%x: tensor<8xf16>, %e: tensor<8xf16>, %t: tensor<2xi8>, %r: tensor<2x12xi64>)
    -> (tensor<8xf16>, tensor<2x12xi64>) {
  // CHECK: nanguard.dispatch kind(softmax) id(1) "a.b" [@k0, @k0] ins(%{{.*}} : tensor<8xf16>) outs(%{{.*}} : tensor<8xf16>) tiers(%{{.*}} : tensor<2xi8>) report(%{{.*}} : tensor<2x12xi64>) -> (tensor<8xf16>)
  %y, %rep = nanguard.dispatch kind(softmax) id(1) "a.b" [@k0, @k0]
      ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>)
      tiers(%t : tensor<2xi8>) report(%r : tensor<2x12xi64>)
      -> (tensor<8xf16>)
  return %y, %rep : tensor<8xf16>, tensor<2x12xi64>
}
