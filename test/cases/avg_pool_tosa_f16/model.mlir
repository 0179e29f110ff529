// The window's sum is Inf in f16; acc_type is f16.
module {
  func.func @main(%arg0: tensor<1x4x4x2xf16>) -> tensor<1x1x1x2xf16> {
    %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf16>} : () -> tensor<1xf16>
    %y = tosa.avg_pool2d %arg0, %zero, %zero {acc_type = f16, kernel = array<i64: 4, 4>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x1x1x2xf16>
    return %y : tensor<1x1x1x2xf16>
  }
}
