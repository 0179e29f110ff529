// A stock mlir-opt loads the plugin: dialect, passes, and pipelines by name.
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline="builtin.module(nanguard-strip-fast-math)" | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline="builtin.module(guard-tiers)" | FileCheck %s --check-prefix=GUARD

// GUARD: nanguard.manifest
// GUARD: func.func @guarded(%{{.*}}: tensor<4xf16>, %{{.*}}: tensor<2xi8>) -> (tensor<4xf16>, tensor<2x12xi64>)
// GUARD: nanguard.dispatch
func.func @guarded(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %y = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %y : tensor<4xf16>
}

// CHECK-LABEL: @main
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK: nanguard.scan bits ins(%{{.*}} : tensor<4xf16>) outs(%{{.*}} : tensor<i16>)
func.func @main(%a: f32, %x: tensor<4xf16>, %z: tensor<i16>) -> (f32, tensor<i16>) {
  %0 = arith.addf %a, %a fastmath<fast> : f32
  %1 = nanguard.scan bits ins(%x : tensor<4xf16>) outs(%z : tensor<i16>) -> tensor<i16>
  return %0, %1 : f32, tensor<i16>
}
