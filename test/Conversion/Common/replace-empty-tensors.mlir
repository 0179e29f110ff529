// RUN: nanguard-opt %s --nanguard-replace-empty-tensors | FileCheck %s

// Empty parts of a concatenation go, and one that has nothing else is empty.
// CHECK-LABEL: func @parts
// CHECK-SAME: %[[A:[^:]*]]: tensor<2x3xf16>
// CHECK: tensor.concat dim(1) %[[A]], %[[A]] :
// CHECK: %[[ROWS:.*]] = affine.apply
// CHECK: tensor.empty(%[[ROWS]]) : tensor<?x0xf16>
// CHECK: tensor.concat dim(0) %[[A]], %{{.*}} : (tensor<2x3xf16>, tensor<?x3xf16>)
func.func @parts(%a: tensor<2x3xf16>, %b: tensor<2x0xf16>, %c: tensor<?x0xf16>, %d: tensor<?x3xf16>) -> (tensor<2x6xf16>, tensor<?x0xf16>, tensor<?x3xf16>) {
  %0 = tensor.concat dim(1) %a, %a, %b : (tensor<2x3xf16>, tensor<2x3xf16>, tensor<2x0xf16>) -> tensor<2x6xf16>
  %1 = tensor.concat dim(0) %b, %c : (tensor<2x0xf16>, tensor<?x0xf16>) -> tensor<?x0xf16>
  %2 = tensor.concat dim(0) %a, %d : (tensor<2x3xf16>, tensor<?x3xf16>) -> tensor<?x3xf16>
  return %0, %1, %2 : tensor<2x6xf16>, tensor<?x0xf16>, tensor<?x3xf16>
}

// Padding around nothing is padding alone.
// CHECK-LABEL: func @padding
// CHECK: linalg.fill ins(%{{.*}} : f16)
// CHECK-NOT: tensor.pad
func.func @padding(%a: tensor<2x0xf16>) -> tensor<2x4xf16> {
  %c = arith.constant 3.0 : f16
  %0 = tensor.pad %a low[0, 3] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f16
  } : tensor<2x0xf16> to tensor<2x4xf16>
  return %0 : tensor<2x4xf16>
}

// CHECK-LABEL: func @collapsed
// CHECK-NOT: tensor.collapse_shape
// CHECK: tensor.empty(%{{.*}}) : tensor<?xf16>
func.func @collapsed(%a: tensor<?x0xf16>) -> tensor<?xf16> {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<?x0xf16> into tensor<?xf16>
  return %0 : tensor<?xf16>
}

// CHECK-LABEL: func @not_empty
// CHECK: tensor.collapse_shape
// CHECK: tensor.concat
func.func @not_empty(%a: tensor<?x2xf16>) -> tensor<?xf16> {
  %0 = tensor.collapse_shape %a [[0, 1]] : tensor<?x2xf16> into tensor<?xf16>
  %1 = tensor.concat dim(0) %0, %0 : (tensor<?xf16>, tensor<?xf16>) -> tensor<?xf16>
  return %1 : tensor<?xf16>
}
