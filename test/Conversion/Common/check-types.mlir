// RUN: nanguard-opt %s --nanguard-check-types --split-input-file --verify-diagnostics | FileCheck %s

// A plain encoding goes; floats of 8 bits stay.
// CHECK-LABEL: func.func @plain(
// CHECK-SAME:    tensor<4xf32>, %{{.*}}: tensor<4xf8E4M3FN>) -> tensor<4xf32>
func.func @plain(%x: tensor<4xf32, "rows">, %y: tensor<4xf8E4M3FN>) -> tensor<4xf32, "rows"> {
  return %x : tensor<4xf32, "rows">
}

// -----

// expected-error@+1 {{'func.func' has the type 'tensor<4xf128>', which target cpu and target nvptx do not lower}}
func.func @argument(%x: tensor<4xf128>) {
  return
}

// -----

func.func @result(%x: f32) -> f32 {
  // expected-error@+1 {{'complex.create' has the type 'complex<f32>', which target cpu and target nvptx do not lower}}
  %0 = complex.create %x, %x : complex<f32>
  %1 = complex.re %0 : complex<f32>
  return %1 : f32
}

// -----

// Integers end at 64 bits.
func.func @wide(%x: tensor<4xi64>) -> tensor<4xi64> {
  // expected-error@+1 {{'arith.extsi' has the type 'tensor<4xi128>', which target cpu and target nvptx do not lower}}
  %0 = arith.extsi %x : tensor<4xi64> to tensor<4xi128>
  %1 = arith.trunci %0 : tensor<4xi128> to tensor<4xi64>
  return %1 : tensor<4xi64>
}

// -----

#sparse = #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>
// expected-error@+1 {{'func.func' has the type 'tensor<4xf32, #sparse_tensor.encoding<}}
func.func @sparse(%x: tensor<4xf32, #sparse>) {
  return
}

// -----

// expected-error@+1 {{'func.func' has the type '!torch.vtensor<[4],f32>', which target cpu and target nvptx do not lower: export with output_type="linalg-on-tensors"}}
func.func @opaque(%x: !torch.vtensor<[4],f32>) {
  return
}

// -----

func.func @foreign(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{cannot compile 'stablehlo.add': its dialect is not known here: lower with stablehlo-opt --stablehlo-legalize-to-linalg}}
  %0 = "stablehlo.add"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{cannot compile 'other.op': its dialect is not known here}}
  %0 = "other.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
