func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = arith.constant dense<1.0> : tensor<2xf32>
  %0 = arith.divf %c, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
