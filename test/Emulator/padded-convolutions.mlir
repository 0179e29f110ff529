// Sums over windows that read what lies in their padding, with every access
// watched, give what the CPU target gives: channels last (copied by 16 bytes)
// and first, extents of run time, groups, strides and dilations, other zeros on
// each side, depthwise, a pooling. A zero of the padding times an Inf is NaN.
// RUN: %python %S/Inputs/padded_convolutions.py %t.npz
// RUN: nanguard-run %s --no-cache --tiers=fused --input=@%t.npz --output=@%t.0.npy --output=@%t.1.npy --output=@%t.2.npy --output=@%t.3.npy --output=@%t.4.npy --output=@%t.5.npy --quiet
// RUN: %python %S/Inputs/padded_convolutions.py %t.0.npy
// RUN: nanguard-run %s --no-cache --tiers=fused --input=@%t.npz --expected-output=@%t.0.npy --expected-output=@%t.1.npy --expected-output=@%t.2.npy --expected-output=@%t.3.npy --expected-output=@%t.4.npy --expected-output=@%t.5.npy --rtol=1e-5 --atol=1e-5 --quiet --device=sim:checks
// RUN: nanguard-run %s --no-cache --tiers=unfused --input=@%t.npz --expected-output=@%t.0.npy --expected-output=@%t.1.npy --expected-output=@%t.2.npy --expected-output=@%t.3.npy --expected-output=@%t.4.npy --expected-output=@%t.5.npy --rtol=1e-5 --atol=1e-5 --quiet --device=sim

func.func @main(%x: tensor<1x5x6x8xf16>, %w: tensor<9x3x3x8xf16>, %xd: tensor<2x8x?x?xbf16>, %wd: tensor<10x8x3x3xbf16>,
                %xg: tensor<1x6x5x5xf16>, %wg: tensor<2x9x3x2x2xf16>, %xs: tensor<2x3x7x6xf32>, %ws: tensor<8x3x3x3xf32>,
                %wc: tensor<3x3x3xf32>)
    -> (tensor<1x5x5x9xf32>, tensor<2x10x?x?xf32>, tensor<1x2x9x5x5xf32>, tensor<2x8x4x3xf32>, tensor<2x3x7x6xf32>, tensor<2x3x4x3xf32>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %z16 = arith.constant 0.0 : f16
  %zb = arith.constant 0.0 : bf16
  %z = arith.constant 0.0 : f32

  %p0 = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 0, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %z16 : f16
  } : tensor<1x5x6x8xf16> to tensor<1x7x7x8xf16>
  %e0 = tensor.empty() : tensor<1x5x5x9xf32>
  %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<1x5x5x9xf32>) -> tensor<1x5x5x9xf32>
  %y0 = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%p0, %w : tensor<1x7x7x8xf16>, tensor<9x3x3x8xf16>) outs(%f0 : tensor<1x5x5x9xf32>) -> tensor<1x5x5x9xf32>

  %p1 = tensor.pad %xd low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zb : bf16
  } : tensor<2x8x?x?xbf16> to tensor<2x8x?x?xbf16>
  %high = tensor.dim %xd, %c2 : tensor<2x8x?x?xbf16>
  %wide = tensor.dim %xd, %c3 : tensor<2x8x?x?xbf16>
  %e1 = tensor.empty(%high, %wide) : tensor<2x10x?x?xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<2x10x?x?xf32>) -> tensor<2x10x?x?xf32>
  %y1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%p1, %wd : tensor<2x8x?x?xbf16>, tensor<10x8x3x3xbf16>) outs(%f1 : tensor<2x10x?x?xf32>) -> tensor<2x10x?x?xf32>

  %p2 = tensor.pad %xg low[0, 0, 0, 0] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %z16 : f16
  } : tensor<1x6x5x5xf16> to tensor<1x6x6x6xf16>
  %g2 = tensor.expand_shape %p2 [[0], [1, 2], [3], [4]] output_shape [1, 2, 3, 6, 6] : tensor<1x6x6x6xf16> into tensor<1x2x3x6x6xf16>
  %e2 = tensor.empty() : tensor<1x2x9x5x5xf32>
  %f2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<1x2x9x5x5xf32>) -> tensor<1x2x9x5x5xf32>
  %y2 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%g2, %wg : tensor<1x2x3x6x6xf16>, tensor<2x9x3x2x2xf16>) outs(%f2 : tensor<1x2x9x5x5xf32>) -> tensor<1x2x9x5x5xf32>

  %p3 = tensor.pad %xs low[0, 0, 2, 1] high[0, 0, 2, 2] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %z : f32
  } : tensor<2x3x7x6xf32> to tensor<2x3x11x9xf32>
  %e3 = tensor.empty() : tensor<2x8x4x3xf32>
  %f3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<2x8x4x3xf32>) -> tensor<2x8x4x3xf32>
  %y3 = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%p3, %ws : tensor<2x3x11x9xf32>, tensor<8x3x3x3xf32>) outs(%f3 : tensor<2x8x4x3xf32>) -> tensor<2x8x4x3xf32>

  %p4 = tensor.pad %xs low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %z : f32
  } : tensor<2x3x7x6xf32> to tensor<2x3x9x8xf32>
  %e4 = tensor.empty() : tensor<2x3x7x6xf32>
  %f4 = linalg.fill ins(%z : f32) outs(%e4 : tensor<2x3x7x6xf32>) -> tensor<2x3x7x6xf32>
  %y4 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%p4, %wc : tensor<2x3x9x8xf32>, tensor<3x3x3xf32>) outs(%f4 : tensor<2x3x7x6xf32>) -> tensor<2x3x7x6xf32>

  %p5 = tensor.pad %xs low[0, 0, 1, 1] high[0, 0, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %z : f32
  } : tensor<2x3x7x6xf32> to tensor<2x3x9x7xf32>
  %k5 = tensor.empty() : tensor<3x3xf32>
  %e5 = tensor.empty() : tensor<2x3x4x3xf32>
  %f5 = linalg.fill ins(%z : f32) outs(%e5 : tensor<2x3x4x3xf32>) -> tensor<2x3x4x3xf32>
  %y5 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%p5, %k5 : tensor<2x3x9x7xf32>, tensor<3x3xf32>) outs(%f5 : tensor<2x3x4x3xf32>) -> tensor<2x3x4x3xf32>
  return %y0, %y1, %y2, %y3, %y4, %y5 : tensor<1x5x5x9xf32>, tensor<2x10x?x?xf32>, tensor<1x2x9x5x5xf32>, tensor<2x8x4x3xf32>, tensor<2x3x7x6xf32>, tensor<2x3x4x3xf32>
}
