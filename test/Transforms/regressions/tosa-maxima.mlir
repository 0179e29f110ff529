// RUN: nanguard-opt %s --nanguard-raise | FileCheck %s

// TOSA's maxima start at -Inf and its windows are padded with it; what the model
// fills with the largest number stays.
// CHECK-LABEL: func.func @tosa_maxima(
// CHECK: %[[LOW:.*]] = arith.constant -3.40282347E+38 : f32
// CHECK: %[[INF:.*]] = arith.constant 0xFF800000 : f32
// CHECK: linalg.fill ins(%[[INF]] : f32)
// CHECK: arith.maximumf
// CHECK: %[[PADDING:.*]] = arith.constant 0xFF800000 : f32
// CHECK: tensor.yield %[[PADDING]] : f32
// CHECK: %[[START:.*]] = arith.constant 0xFF800000 : f32
// CHECK: linalg.fill ins(%[[START]] : f32)
// CHECK: linalg.pooling_nhwc_max
// CHECK: %[[F:.*]] = linalg.fill ins(%[[LOW]] : f32)
// CHECK: return %{{.*}}, %{{.*}}, %[[F]]
func.func @tosa_maxima(%x: tensor<3x4xf32>, %y: tensor<1x4x4x1xf32>) -> (tensor<3x1xf32>, tensor<1x2x2x1xf32>, tensor<4xf32>) {
  %0 = tosa.reduce_max %x {axis = 1 : i32} : (tensor<3x4xf32>) -> tensor<3x1xf32>
  %1 = tosa.max_pool2d %y {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, pad = array<i64: 1, 0, 1, 0>} : (tensor<1x4x4x1xf32>) -> tensor<1x2x2x1xf32>
  %low = arith.constant -3.40282347E+38 : f32
  %e = tensor.empty() : tensor<4xf32>
  %2 = linalg.fill ins(%low : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<3x1xf32>, tensor<1x2x2x1xf32>, tensor<4xf32>
}
