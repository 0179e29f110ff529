// RUN: nanguard-opt %project/examples/attention_f16.mlir --guard-tiers > %t.a
// RUN: nanguard-opt %project/examples/attention_f16.mlir --guard-tiers > %t.b
// RUN: diff %t.a %t.b
// RUN: nanguard-opt %t.a | FileCheck %s
// RUN: nanguard-opt %project/examples/attention_f16.mlir --guard-tiers="target=upstream" | FileCheck %s --check-prefix=UP --implicit-check-not=nanguard
// RUN: nanguard-opt %project/examples/attention_f16.mlir --guard-tiers="target=upstream hot-path" | FileCheck %s --check-prefix=HOT --implicit-check-not=nanguard
// RUN: nanguard-opt %project/examples/attention_f16.mlir --guard-tiers="unguarded" | FileCheck %s --check-prefix=BARE
// RUN: nanguard-opt %project/examples/attention_f16.mlir --guard-tiers="manifest=%t.json report=-" -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json

// The output is the same from run to run, parses again, and each op keeps the
// framework's name.
// CHECK: nanguard.manifest =
// CHECK-LABEL: func.func @main(
// CHECK-SAME: tensor<7xi8>) -> (tensor<4x8xf16>, tensor<1x4x8xf16>, tensor<7x12xi64>)
// CHECK: nanguard.dispatch kind(entry) id(0)
// CHECK: nanguard.dispatch kind(attention) id(5) "block.attention" [@ng_attention_0_fused, @ng_attention_0_fused_bits, @ng_attention_0_safe, @ng_attention_0_unfused]
// CHECK: nanguard.dispatch kind(norm) id(6) "block.output.LayerNorm"

// A scan in fused_bits and none in fused; wide arithmetic in safe.
// CHECK-LABEL: func.func private @ng_attention_0_fused(
// CHECK-NOT: nanguard.scan
// CHECK-LABEL: func.func private @ng_attention_0_fused_bits(
// CHECK: nanguard.scan {{ ?}}bits
// CHECK-LABEL: func.func private @ng_attention_0_safe(
// CHECK-NOT: math.exp %{{.*}} : f16
// CHECK: math.exp %{{.*}} : f32

// UP-LABEL: func.func @main(
// UP: call @ng_attention_0_safe

// HOT-LABEL: func.func @main(
// HOT: scf.if
// HOT-NOT: scf.if
// HOT: call @ng_attention_0_fused_bits
// HOT-NOT: scf.if
// HOT: } else {
// HOT: call @ng_attention_0_safe

// BARE-LABEL: func.func @main(
// BARE-NOT: xi8>
// BARE: call @ng_attention_0_fused(

// REPORT: guard report of @main
// REPORT: 5 fused safe unfused attention block.attention attention.py:12

// JSON: "abi":1
// JSON-SAME: "kind":"attention","path":"block.attention","file":"attention.py","line":12
