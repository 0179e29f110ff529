// A causal mask as a product of -Inf with a triangle of 0 and 1.
module {
  func.func @main(%arg0: tensor<3x3xf32>) -> tensor<3x3xf32> {
    %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
    %upper = "tosa.const"() {values = dense<[[0.0, 1.0, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]> : tensor<3x3xf32>} : () -> tensor<3x3xf32>
    %y = tosa.mul %arg0, %upper, %shift : (tensor<3x3xf32>, tensor<3x3xf32>, tensor<1xi8>) -> tensor<3x3xf32>
    return %y : tensor<3x3xf32>
  }
}
