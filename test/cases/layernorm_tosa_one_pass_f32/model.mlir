// One pass, the mean by a factor of 1/7 in f32: it is off by its rounding.
module {
  func.func @main(%arg0: tensor<2x7xf32>) -> tensor<2x7xf32> {
    %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
    %n = "tosa.const"() {values = dense<0.142857149> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
    %eps = "tosa.const"() {values = dense<1.0e-6> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
    %s = tosa.reduce_sum %arg0 {axis = 1 : i32} : (tensor<2x7xf32>) -> tensor<2x1xf32>
    %mean = tosa.mul %s, %n, %shift : (tensor<2x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<2x1xf32>
    %x2 = tosa.mul %arg0, %arg0, %shift : (tensor<2x7xf32>, tensor<2x7xf32>, tensor<1xi8>) -> tensor<2x7xf32>
    %q = tosa.reduce_sum %x2 {axis = 1 : i32} : (tensor<2x7xf32>) -> tensor<2x1xf32>
    %square = tosa.mul %q, %n, %shift : (tensor<2x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<2x1xf32>
    %mean2 = tosa.mul %mean, %mean, %shift : (tensor<2x1xf32>, tensor<2x1xf32>, tensor<1xi8>) -> tensor<2x1xf32>
    %var = tosa.sub %square, %mean2 : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
    %more = tosa.add %var, %eps : (tensor<2x1xf32>, tensor<1x1xf32>) -> tensor<2x1xf32>
    %r = tosa.rsqrt %more : (tensor<2x1xf32>) -> tensor<2x1xf32>
    %d = tosa.sub %arg0, %mean : (tensor<2x7xf32>, tensor<2x1xf32>) -> tensor<2x7xf32>
    %y = tosa.mul %d, %r, %shift : (tensor<2x7xf32>, tensor<2x1xf32>, tensor<1xi8>) -> tensor<2x7xf32>
    return %y : tensor<2x7xf32>
  }
}
