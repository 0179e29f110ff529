// As TOSA writes it: exp, reduce_sum, reciprocal, mul; exp(12) is Inf in f16.
module {
  func.func @main(%arg0: tensor<2x3xf16>) -> tensor<2x3xf16> {
    %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
    %p = tosa.exp %arg0 : (tensor<2x3xf16>) -> tensor<2x3xf16>
    %s = tosa.reduce_sum %p {axis = 1 : i32} : (tensor<2x3xf16>) -> tensor<2x1xf16>
    %r = tosa.reciprocal %s : (tensor<2x1xf16>) -> tensor<2x1xf16>
    %y = tosa.mul %p, %r, %shift : (tensor<2x3xf16>, tensor<2x1xf16>, tensor<1xi8>) -> tensor<2x3xf16>
    return %y : tensor<2x3xf16>
  }
}
