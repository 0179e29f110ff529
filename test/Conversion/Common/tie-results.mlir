// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-tie-results))' | FileCheck %s

// An op with a fresh destination writes into the argument instead.
// CHECK-LABEL: func private @fresh
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[OUT:.*]]: tensor<4xf32>
// CHECK: %[[Y:.*]] = linalg.exp {{.*}} outs(%[[OUT]] : tensor<4xf32>)
// CHECK-NOT: materialize_in_destination
// CHECK: return %[[Y]]
func.func private @fresh(%x: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// So does one behind a reshape: the argument is seen in its shape.
// CHECK-LABEL: func private @reshaped
// CHECK-SAME: %[[X:.*]]: tensor<4x3xf32>, %[[OUT:.*]]: tensor<1x4x3xf32>
// CHECK: %[[SEEN:.*]] = tensor.collapse_shape %[[OUT]] {{\[\[}}0, 1], [2]]
// CHECK: %[[Y:.*]] = linalg.exp {{.*}} outs(%[[SEEN]] : tensor<4x3xf32>)
// CHECK: %[[R:.*]] = tensor.expand_shape %[[Y]]
// CHECK: return %[[R]]
func.func private @reshaped(%x: tensor<4x3xf32>, %out: tensor<1x4x3xf32>) -> tensor<1x4x3xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %e = tensor.empty() : tensor<4x3xf32>
  %y = linalg.exp ins(%x : tensor<4x3xf32>) outs(%e : tensor<4x3xf32>) -> tensor<4x3xf32>
  %r = tensor.expand_shape %y [[0, 1], [2]] output_shape [1, 4, 3] : tensor<4x3xf32> into tensor<1x4x3xf32>
  return %r : tensor<1x4x3xf32>
}

// What has no destination of its own is copied into the argument.
// CHECK-LABEL: func private @argument
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[OUT:.*]]: tensor<4xf32>
// CHECK: %[[T:.*]] = bufferization.materialize_in_destination %[[X]] in %[[OUT]]
// CHECK: return %[[T]]
func.func private @argument(%x: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  return %x : tensor<4xf32>
}

// CHECK-LABEL: func private @tied
// CHECK-NOT: materialize_in_destination
func.func private @tied(%x: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%out : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
