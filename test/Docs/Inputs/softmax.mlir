func.func @main(%x: tensor<2x4xf16> loc("scores"("m.py":2:0))) -> tensor<2x4xf16> {
  %e = tensor.empty() : tensor<2x4xf16> loc("head.softmax"("m.py":3:0))
  %y = linalg.softmax dimension(1) ins(%x : tensor<2x4xf16>) outs(%e : tensor<2x4xf16>) -> tensor<2x4xf16> loc("head.softmax"("m.py":3:0))
  return %y : tensor<2x4xf16> loc("m.py":4:0)
} loc("m.py":1:0)
