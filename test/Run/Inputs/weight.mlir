func.func @main(%x: tensor<64xf32>) -> tensor<32xf32> {
  %w = arith.constant dense_resource<w> : tensor<64x32xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32xf32>) -> tensor<32xf32>
  %r = linalg.vecmat ins(%x, %w : tensor<64xf32>, tensor<64x32xf32>) outs(%f : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
{-#
  dialect_resources: {
    builtin: {
      w: "@HEX@"
    }
  }
#-}
