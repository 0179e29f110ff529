// A stock mlir-opt loads the plugin: dialect, passes, and pipelines by name.
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline="builtin.module(nanguard-strip-fast-math)" | FileCheck %s

// CHECK-LABEL: @main
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,nsz,arcp,contract,afn> : f32
// CHECK: nanguard.scan bits ins(%{{.*}} : tensor<4xf16>) outs(%{{.*}} : tensor<i16>)
func.func @main(%a: f32, %x: tensor<4xf16>, %z: tensor<i16>) -> (f32, tensor<i16>) {
  %0 = arith.addf %a, %a fastmath<fast> : f32
  %1 = nanguard.scan bits ins(%x : tensor<4xf16>) outs(%z : tensor<i16>) -> tensor<i16>
  return %0, %1 : f32, tensor<i16>
}
