// RUN: nanguard-opt %s --nanguard-simplify-shapes | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// The size is inferred where it is negative, which it is not.
// CHECK-LABEL: @adds_a_one
// CHECK-SAME: (%[[X:.*]]: tensor<4x?xf32>)
// CHECK: %[[N:.*]] = tensor.dim %[[X]]
// CHECK: %[[E:.*]] = linalg.generic
// CHECK: %[[R:.*]] = tensor.expand_shape %[[E]] {{\[\[}}0, 1], [2]] output_shape [1, 4, %[[N]]]
// CHECK: return %[[R]]
func.func @adds_a_one(%x: tensor<4x?xf32>) -> tensor<1x4x?xf32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %four = arith.constant 4 : i64
  %dim = tensor.dim %x, %c1 : tensor<4x?xf32>
  %n = arith.index_cast %dim : index to i64
  %negative = arith.cmpi slt, %n, %zero : i64
  %size = arith.select %negative, %four, %n : i64
  %init = tensor.empty(%dim) : tensor<4x?xf32>
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x?xf32>) outs(%init : tensor<4x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = math.exp %in : f32
    linalg.yield %v : f32
  } -> tensor<4x?xf32>
  %shape = tensor.from_elements %one, %four, %size : tensor<3xi64>
  %r = tensor.reshape %e(%shape) : (tensor<4x?xf32>, tensor<3xi64>) -> tensor<1x4x?xf32>
  return %r : tensor<1x4x?xf32>
}

// The broadcast to the tensor's own size goes, then the one.
// CHECK-LABEL: @drops_a_one
// CHECK: %[[E:.*]] = linalg.generic
// CHECK: math.exp
// CHECK-NOT: tensor.extract
// CHECK: tensor.collapse_shape %[[E]] {{\[\[}}0, 1], [2]]
func.func @drops_a_one(%x: tensor<1x4x?xf32>) -> tensor<4x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %four = arith.constant 4 : i64
  %dim = tensor.dim %x, %c2 : tensor<1x4x?xf32>
  %n = arith.index_cast %dim : index to i64
  %init = tensor.empty(%dim) : tensor<1x4x?xf32>
  %e = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x4x?xf32>) outs(%init : tensor<1x4x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = math.exp %in : f32
    linalg.yield %v : f32
  } -> tensor<1x4x?xf32>
  %b = linalg.generic {indexing_maps = [#id3], iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%init : tensor<1x4x?xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %single = arith.cmpi eq, %dim, %c1 : index
    %k = arith.select %single, %c0, %j : index
    %v = tensor.extract %e[%c0, %i, %k] : tensor<1x4x?xf32>
    linalg.yield %v : f32
  } -> tensor<1x4x?xf32>
  %shape = tensor.from_elements %four, %n : tensor<2xi64>
  %r = tensor.reshape %b(%shape) : (tensor<1x4x?xf32>, tensor<2xi64>) -> tensor<4x?xf32>
  return %r : tensor<4x?xf32>
}

// Two sizes of the caller may differ, and 4 x n into n x 4 moves elements.
// CHECK-LABEL: @left_alone
// CHECK: tensor.extract
// CHECK: tensor.reshape
// CHECK: tensor.reshape
func.func @left_alone(%x: tensor<4x?xf32>, %m: index) -> (tensor<1x4x?xf32>, tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %four = arith.constant 4 : i64
  %dim = tensor.dim %x, %c1 : tensor<4x?xf32>
  %n = arith.index_cast %dim : index to i64
  %init = tensor.empty(%m) : tensor<4x?xf32>
  %own = tensor.empty(%dim) : tensor<4x?xf32>
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x?xf32>) outs(%own : tensor<4x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = math.exp %in : f32
    linalg.yield %v : f32
  } -> tensor<4x?xf32>
  %b = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%init : tensor<4x?xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %single = arith.cmpi eq, %dim, %c1 : index
    %k = arith.select %single, %c0, %j : index
    %v = tensor.extract %e[%i, %k] : tensor<4x?xf32>
    linalg.yield %v : f32
  } -> tensor<4x?xf32>
  %shape = tensor.from_elements %one, %four, %n : tensor<3xi64>
  %r = tensor.reshape %b(%shape) : (tensor<4x?xf32>, tensor<3xi64>) -> tensor<1x4x?xf32>
  %turned = tensor.from_elements %n, %four : tensor<2xi64>
  %t = tensor.reshape %e(%turned) : (tensor<4x?xf32>, tensor<2xi64>) -> tensor<?x4xf32>
  return %r, %t : tensor<1x4x?xf32>, tensor<?x4xf32>
}
