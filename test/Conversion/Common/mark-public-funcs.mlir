// RUN: nanguard-opt %s --nanguard-mark-public-funcs | FileCheck %s

// CHECK: func @main(%{{.*}}: tensor<4xf32> {bufferization.writable = false}) -> tensor<4xf32> attributes {llvm.emit_c_interface}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// CHECK: func private @k(%{{.*}}: tensor<4xf32>) -> tensor<4xf32> {
func.func private @k(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
