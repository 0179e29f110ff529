// What no loop is made of becomes linalg. A softmax and Winograd's transforms
// stay as they are until code is generated.
// RUN: nanguard-opt %s --nanguard-lower-to-linalg | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: nanguard-opt %s --nanguard-lower-to-linalg=aggregates | FileCheck %s --check-prefixes=CHECK,APART
// RUN: nanguard-opt %s --nanguard-lower-to-linalg=aggregates > %t.once
// RUN: nanguard-opt %t.once --nanguard-lower-to-linalg=aggregates | diff %t.once -

// CHECK-LABEL: func.func @tosa(
// CHECK: linalg.generic
// CHECK: math.exp %{{.*}} : f32
// CHECK-NOT: tosa.
func.func @tosa(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func.func @elementwise(
// CHECK: linalg.generic
// CHECK: math.exp %{{.*}} : f16
func.func @elementwise(%x: tensor<4xf16>) -> tensor<4xf16> {
  %y = math.exp %x : tensor<4xf16>
  return %y : tensor<4xf16>
}

// CHECK-LABEL: func.func @pack(
// CHECK: %[[PADDED:.*]] = tensor.pad %{{.*}} low[0, 0] high[0, 1]
// CHECK: %[[TILES:.*]] = tensor.expand_shape %[[PADDED]]
// CHECK: linalg.transpose ins(%[[TILES]] :
// CHECK-NOT: linalg.pack
func.func @pack(%x: tensor<8x5xf32>) -> tensor<2x3x4x2xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x4x2xf32>
  %p = linalg.pack %x padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %e : tensor<8x5xf32> -> tensor<2x3x4x2xf32>
  return %p : tensor<2x3x4x2xf32>
}

// CHECK-LABEL: func.func @unpack(
// CHECK: linalg.transpose
// CHECK: %[[WHOLE:.*]] = tensor.collapse_shape
// CHECK: tensor.extract_slice %[[WHOLE]]
// CHECK-NOT: linalg.unpack
func.func @unpack(%x: tensor<2x3x4x2xf32>) -> tensor<8x5xf32> {
  %e = tensor.empty() : tensor<8x5xf32>
  %u = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %e : tensor<2x3x4x2xf32> -> tensor<8x5xf32>
  return %u : tensor<8x5xf32>
}

// CHECK-LABEL: func.func @softmax(
// KEPT: linalg.softmax
// APART-NOT: linalg.softmax
// APART: math.exp
// APART: arith.divf
// CHECK: return
func.func @softmax(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @winograd(
// KEPT: linalg.winograd_filter_transform
// KEPT: linalg.winograd_input_transform
// KEPT: linalg.winograd_output_transform
// APART-NOT: linalg.winograd
// APART-COUNT-6: linalg.matmul
// CHECK: return
func.func @winograd(%w: tensor<2x3x3x5xf32>, %x: tensor<2x6x6x5xf32>, %v: tensor<6x6x1x1x2x2xf32>) -> (tensor<6x6x5x2xf32>, tensor<6x6x1x1x2x5xf32>, tensor<2x4x4x2xf32>) {
  %fe = tensor.empty() : tensor<6x6x5x2xf32>
  %f = linalg.winograd_filter_transform fmr(F_4_3) ins(%w : tensor<2x3x3x5xf32>) outs(%fe : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %ie = tensor.empty() : tensor<6x6x1x1x2x5xf32>
  %i = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<2x6x6x5xf32>) outs(%ie : tensor<6x6x1x1x2x5xf32>) -> tensor<6x6x1x1x2x5xf32>
  %oe = tensor.empty() : tensor<2x4x4x2xf32>
  %o = linalg.winograd_output_transform fmr(F_4_3) ins(%v : tensor<6x6x1x1x2x2xf32>) outs(%oe : tensor<2x4x4x2xf32>) -> tensor<2x4x4x2xf32>
  return %f, %i, %o : tensor<6x6x5x2xf32>, tensor<6x6x1x1x2x5xf32>, tensor<2x4x4x2xf32>
}
