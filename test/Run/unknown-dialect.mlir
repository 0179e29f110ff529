// An op of a dialect that another tool lowers: one line says which and how.
// RUN: not nanguard-run %s 2>&1 | FileCheck %s
// CHECK: unknown-dialect.mlir:[[#@LINE+2]]:8: error: cannot compile 'stablehlo.add': nanguard-run does not know its dialect: lower with stablehlo-opt --stablehlo-legalize-to-linalg
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.add"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
