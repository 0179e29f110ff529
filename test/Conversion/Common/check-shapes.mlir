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

// What a loop gathers from by its own index is as long, or has one row that is
// read again; what the data index is no matter of shapes.
// CHECK-LABEL: func.func @gathers
// CHECK: %[[REACH:.+]] = arith.select %{{.+}}, %{{.+}}, %{{.+}} : index
// CHECK: %[[FITS:.+]] = arith.cmpi sle, %[[REACH]], %{{.+}} : index
// CHECK: cf.assert %[[FITS]], "linalg.generic at {{.*}}: dimension 0 of what it gathers from is too small" {nanguard.shape}
// CHECK-NOT: cf.assert
// CHECK: return
func.func @gathers(%like: tensor<?xi32>, %x: tensor<?x2xi32>) -> (tensor<?x2xi32>, tensor<?x2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %like, %c0 : tensor<?xi32>
  %rows = tensor.dim %x, %c0 : tensor<?x2xi32>
  %e = tensor.empty(%n) : tensor<?x2xi32>
  %one = arith.cmpi eq, %rows, %c1 : index
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x2xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %row = arith.select %one, %c0, %i : index
    %v = tensor.extract %x[%row, %j] : tensor<?x2xi32>
    linalg.yield %v : i32
  } -> tensor<?x2xi32>
  %z = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%like : tensor<?xi32>) outs(%e : tensor<?x2xi32>) {
  ^bb0(%id: i32, %o: i32):
    %j = linalg.index 1 : index
    %row = arith.index_cast %id : i32 to index
    %v = tensor.extract %x[%row, %j] : tensor<?x2xi32>
    linalg.yield %v : i32
  } -> tensor<?x2xi32>
  return %y, %z : tensor<?x2xi32>, tensor<?x2xi32>
}
