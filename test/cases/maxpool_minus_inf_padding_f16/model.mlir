// The padding is -Inf, the identity of max; no window holds padding only.
module {
  func.func @main(%arg0: tensor<1x1x3x3xf16>) -> tensor<1x1x3x3xf16> {
    %cst_0 = arith.constant 0xFC00 : f16
    %1 = tensor.empty() : tensor<3x3xf16>
    %2 = tensor.empty() : tensor<1x1x3x3xf16>
    %3 = linalg.fill ins(%cst_0 : f16) outs(%2 : tensor<1x1x3x3xf16>) -> tensor<1x1x3x3xf16>
    %0 = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      tensor.yield %cst_0 : f16
    } : tensor<1x1x3x3xf16> to tensor<1x1x5x5xf16>
    %4 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%0, %1 : tensor<1x1x5x5xf16>, tensor<3x3xf16>) outs(%3 : tensor<1x1x3x3xf16>) -> tensor<1x1x3x3xf16>
    return %4 : tensor<1x1x3x3xf16>
  }
}
