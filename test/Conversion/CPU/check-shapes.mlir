// RUN: nanguard-opt %s --guard-tiers --nanguard-check-shapes | FileCheck %s
// RUN: nanguard-opt %s --guard-tiers="unguarded" --nanguard-check-shapes | FileCheck %s --check-prefix=CALLS

// Extents of the two arguments meet in the kernel; what the kernel makes itself
// agrees by construction.
// CHECK-LABEL: func.func @matmul
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<4x?xf32>, %[[B:[a-z0-9]+]]: tensor<?x8xf32>
// CHECK-DAG: %[[K:.+]] = tensor.dim %[[A]], %c1
// CHECK-DAG: %[[L:.+]] = tensor.dim %[[B]], %c0
// CHECK: %[[SAME:.+]] = arith.cmpi eq, %[[K]], %[[L]] : index
// CHECK: cf.assert %[[SAME]], "layer (linalg.matmul) at m.py:3: dimension 1 of operand 0 and dimension 0 of operand 1 differ" {nanguard.shape}
// CHECK: nanguard.dispatch kind(matmul)
// CHECK-NOT: cf.assert
// CALLS-LABEL: func.func @matmul
// CALLS: cf.assert {{.*}}"layer (linalg.matmul)
// CALLS: call @ng_matmul_0_fused
func.func @matmul(%a: tensor<4x?xf32>, %b: tensor<?x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = linalg.matmul ins(%a, %b : tensor<4x?xf32>, tensor<?x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32> loc("layer"("m.py":3:0))
  return %y : tensor<4x8xf32>
}

// A window that ends outside, a slice, a cast and a reshape of the function's
// own.
// CHECK-LABEL: func.func @others
// CHECK: cf.assert {{.*}}"linalg.conv_1d at {{.*}}: dimension 0 of operand 0 is too small"
// CHECK: cf.assert {{.*}}"tensor.extract_slice at {{.*}}: dimension 0: the slice ends outside"
// CHECK: cf.assert {{.*}}"tensor.extract_slice at {{.*}}: dimension 0: the slice begins outside"
// CHECK: cf.assert {{.*}}"tensor.cast at {{.*}}: dimension 0 is not 4"
// CHECK: cf.assert {{.*}}"tensor.expand_shape at {{.*}}: dimension 0 does not hold the new shape"
func.func @others(%x: tensor<?xi32>, %w: tensor<3xi32>, %n: index) -> (tensor<6xi32>, tensor<2xi32>, tensor<4xi32>, tensor<?x2xi32>) {
  %e = tensor.empty() : tensor<6xi32>
  %c = linalg.conv_1d ins(%x, %w : tensor<?xi32>, tensor<3xi32>) outs(%e : tensor<6xi32>) -> tensor<6xi32>
  %s = tensor.extract_slice %x[%n] [2] [1] : tensor<?xi32> to tensor<2xi32>
  %t = tensor.cast %x : tensor<?xi32> to tensor<4xi32>
  %u = tensor.expand_shape %x [[0, 1]] output_shape [%n, 2] : tensor<?xi32> into tensor<?x2xi32>
  return %c, %s, %t, %u : tensor<6xi32>, tensor<2xi32>, tensor<4xi32>, tensor<?x2xi32>
}
