// A private function and a call, as JAX exports it.
module {
  func.func @main(%arg0: tensor<5xf16>) -> tensor<5xf16> {
    %y = call @silu(%arg0) : (tensor<5xf16>) -> tensor<5xf16>
    return %y : tensor<5xf16>
  }
  func.func private @silu(%x: tensor<5xf16>) -> tensor<5xf16> {
    %one = arith.constant dense<1.000000e+00> : tensor<5xf16>
    %p = math.exp %x : tensor<5xf16>
    %s = arith.addf %p, %one : tensor<5xf16>
    %q = arith.divf %p, %s : tensor<5xf16>
    %y = arith.mulf %x, %q : tensor<5xf16>
    return %y : tensor<5xf16>
  }
}
