// Kernels are copied to a module of their own, inputs read-only; the outer
// module keeps its functions.
// RUN: nanguard-opt %s --nanguard-split-kernels=chip=sm_80 | FileCheck %s
// RUN: not nanguard-opt %s --nanguard-split-kernels=chip=sm_1 2>&1 | FileCheck %s --check-prefix=CHIP

// CHIP: error: unknown chip 'sm_1' for target nvptx: known are sm_80, sm_90, sm_100

// CHECK: func.func @main(
// CHECK: func.func private @k(%{{[a-z0-9]*}}: tensor<4xf32>, %{{[a-z0-9]*}}: tensor<4xf32>) ->
// CHECK: module @nvptx {
// CHECK-NOT: @main
// CHECK-NOT: @away
// CHECK: func.func private @k(%{{.*}}: tensor<4xf32> {bufferization.writable = false}, %{{.*}}: tensor<4xf32>) -> tensor<4xf32> attributes {nanguard.form = #nanguard.form<fused>}
// A gated form is the form itself, its gate before its arguments.
// CHECK: func.func private @k_if(%{{.*}}: tensor<12xi64> {bufferization.writable = false}, %{{.*}}: tensor<4xf32> {bufferization.writable = false}, %{{.*}}: tensor<4xf32>) -> tensor<4xf32> attributes {nanguard.form = #nanguard.form<fused>, nanguard.gate = 7 : i64}
// CHECK-NEXT: linalg.exp
// CHECK-NEXT: return
func.func @main(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @k(%x, %o) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @k(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @k_if(%gate: tensor<12xi64>, %x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> attributes {nanguard.form = #nanguard.form<fused>, nanguard.gate = 7 : i64, nanguard.gates = @k} {
  %0 = func.call @k(%x, %o) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @away(tensor<4xf32>) -> tensor<4xf32> attributes {nanguard.form = #nanguard.form<fused>}
