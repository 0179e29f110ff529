// The dialect's attributes leave ops, arguments, results and the module; those
// of others stay.
// RUN: nanguard-opt %s --nanguard-strip-attributes=typed | FileCheck %s --check-prefix=TYPED
// TYPED: nanguard.kv_cache
// TYPED-NOT: nanguard.form
// RUN: nanguard-opt %s --nanguard-strip-attributes | FileCheck %s --implicit-check-not=nanguard

// CHECK: module attributes {other.mark}
// CHECK: func.func @main(%{{.*}}: tensor<4xf16> {other.name = "x"}) -> (tensor<4xf16> {other.unit})
// CHECK: attributes {other.note}
// CHECK: tensor.cast %{{.*}} {other.op = 1 : i64}
module attributes {nanguard.manifest = "{}", other.mark} {
  func.func @main(%x: tensor<4xf16> {nanguard.kv_cache, other.name = "x"}) -> (tensor<4xf16> {nanguard.commit, other.unit}) attributes {nanguard.form = #nanguard.form<fused>, other.note} {
    %0 = tensor.cast %x {nanguard.clip = 8.0 : f64, other.op = 1 : i64} : tensor<4xf16> to tensor<4xf16>
    return %0 : tensor<4xf16>
  }
}
