// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-tie-results))' | FileCheck %s

// CHECK-LABEL: func private @fresh
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[OUT:.*]]: tensor<4xf32>
// CHECK: %[[Y:.*]] = linalg.exp
// CHECK: %[[T:.*]] = bufferization.materialize_in_destination %[[Y]] in %[[OUT]]
// CHECK: return %[[T]]
func.func private @fresh(%x: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> attributes {nanguard.form = "fused"} {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func private @tied
// CHECK-NOT: materialize_in_destination
func.func private @tied(%x: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> attributes {nanguard.form = "fused"} {
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%out : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
