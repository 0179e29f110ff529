// RUN: nanguard-opt %s --split-input-file --verify-diagnostics

func.func @dimension(%x: tensor<2x5xf16>, %a: tensor<2xf16>) -> tensor<2x5xf16> {
  // expected-error @+1 {{'tm_tensor.scan' op has no dimension 2}}
  %0:2 = tm_tensor.scan dimension(2) inclusive(true) ins(%x : tensor<2x5xf16>) outs(%x, %a : tensor<2x5xf16>, tensor<2xf16>) {
  ^bb0(%p: f16, %n: f16):
    tm_tensor.yield %p : f16
  } -> tensor<2x5xf16>, tensor<2xf16>
  return %0#0 : tensor<2x5xf16>
}

// -----

func.func @accumulator(%x: tensor<2x5xf16>, %a: tensor<5xf16>) -> tensor<2x5xf16> {
  // expected-error @+1 {{'tm_tensor.scan' op has destinations of other shapes than its input's}}
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<2x5xf16>) outs(%x, %a : tensor<2x5xf16>, tensor<5xf16>) {
  ^bb0(%p: f16, %n: f16):
    tm_tensor.yield %p : f16
  } -> tensor<2x5xf16>, tensor<5xf16>
  return %0#0 : tensor<2x5xf16>
}

// -----

func.func @region(%x: tensor<2x5xf16>, %a: tensor<2xf16>) -> tensor<2x5xf16> {
  // expected-error @+1 {{'tm_tensor.scan' op has a region of other arguments than its elements}}
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<2x5xf16>) outs(%x, %a : tensor<2x5xf16>, tensor<2xf16>) {
  ^bb0(%p: f16, %n: f32):
    tm_tensor.yield %p : f16
  } -> tensor<2x5xf16>, tensor<2xf16>
  return %0#0 : tensor<2x5xf16>
}

// -----

func.func @no_destination(%x: tensor<2x5xf16>) {
  // expected-error @+1 {{'tm_tensor.sort' op sorts nothing}}
  "tm_tensor.sort"() <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 0>}> ({
    "tm_tensor.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @map(%u: tensor<4x3xf32>, %at: tensor<4x1xi64>, %t: tensor<5x3xf32>) -> tensor<5x3xf32> {
  // expected-error @+1 {{'tm_tensor.scatter' op maps no dimension of the destination, or one twice}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 2>} unique_indices(false) ins(%u, %at : tensor<4x3xf32>, tensor<4x1xi64>) outs(%t : tensor<5x3xf32>) {
  ^bb0(%p: f32, %n: f32):
    tm_tensor.yield %p : f32
  } -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

func.func @nowhere(%u: tensor<4x3xf32>, %at: tensor<4x1xi64>, %t: tensor<5x3xf32>) -> tensor<5x3xf32> {
  // expected-error @+1 {{'tm_tensor.scatter' op has nothing to say where along dimension 0}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 1>} unique_indices(false) ins(%u, %at : tensor<4x3xf32>, tensor<4x1xi64>) outs(%t : tensor<5x3xf32>) {
  ^bb0(%p: f32, %n: f32):
    tm_tensor.yield %p : f32
  } -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

func.func @topk(%x: tensor<8xf32>, %v: tensor<3xf32>, %i: tensor<4xi32>) -> tensor<3xf32> {
  // expected-error @+1 {{'tm_tensor.topk' op has destinations of other shapes than its input's}}
  %0:2 = tm_tensor.topk dimension(0) ins(%x : tensor<8xf32>) outs(%v, %i : tensor<3xf32>, tensor<4xi32>) {
  ^bb0(%a: f32, %b: f32):
    %w = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %w : i1
  } -> tensor<3xf32>, tensor<4xi32>
  return %0#0 : tensor<3xf32>
}

// -----

func.func @attention(%q: tensor<3x4xf16>, %v: tensor<2x5x2xf16>) -> tensor<2x5x2xf16> {
  // expected-error @+1 {{'tm_tensor.attention' op has operands that are not of rank 3}}
  %0 = tm_tensor.attention ins(%q, %q, %v : tensor<3x4xf16>, tensor<3x4xf16>, tensor<2x5x2xf16>) outs(%v : tensor<2x5x2xf16>) -> tensor<2x5x2xf16>
  return %0 : tensor<2x5x2xf16>
}
