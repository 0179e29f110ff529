// Convolutions in vectors against plain loops: rows that hold several vectors
// and a rest, strides and dilations, both layouts, groups.
// RUN: nanguard-run %s --no-cache --function=nchw --unguarded --scalar-loops --input=random:1 --output=@%t.npy --quiet
// RUN: nanguard-run %s --no-cache --function=nchw --tiers=fused --input=random:1 --expected-output=@%t.npy --rtol=1e-6 --atol=1e-6 --quiet
// RUN: nanguard-run %s --no-cache --function=nchw --tiers=safe --input=random:1 --expected-output=@%t.npy --rtol=1e-5 --atol=1e-5 --quiet
// RUN: nanguard-run %s --no-cache --function=nhwc --unguarded --scalar-loops --input=random:1 --output=@%t.npy --quiet
// RUN: nanguard-run %s --no-cache --function=nhwc --tiers=fused --input=random:1 --expected-output=@%t.npy --rtol=1e-6 --atol=1e-6 --quiet
// RUN: nanguard-run %s --no-cache --function=strided --unguarded --scalar-loops --input=random:1 --output=@%t.npy --quiet
// RUN: nanguard-run %s --no-cache --function=strided --tiers=fused --input=random:1 --expected-output=@%t.npy --rtol=1e-6 --atol=1e-6 --quiet
// RUN: nanguard-run %s --no-cache --function=groups --unguarded --scalar-loops --input=random:1 --output=@%t.npy --quiet
// RUN: nanguard-run %s --no-cache --function=groups --tiers=fused --input=random:1 --expected-output=@%t.npy --rtol=1e-6 --atol=1e-6 --quiet

func.func @nchw(%x: tensor<2x3x21x21xf32>, %w: tensor<6x3x3x3xf32>, %i: tensor<2x6x19x19xf32>) -> tensor<2x6x19x19xf32> {
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %w : tensor<2x3x21x21xf32>, tensor<6x3x3x3xf32>) outs(%i : tensor<2x6x19x19xf32>) -> tensor<2x6x19x19xf32>
  return %y : tensor<2x6x19x19xf32>
}
func.func @nhwc(%x: tensor<1x9x9x3xf16>, %w: tensor<3x3x3x21xf16>, %i: tensor<1x7x7x21xf32>) -> tensor<1x7x7x21xf32> {
  %y = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %w : tensor<1x9x9x3xf16>, tensor<3x3x3x21xf16>) outs(%i : tensor<1x7x7x21xf32>) -> tensor<1x7x7x21xf32>
  return %y : tensor<1x7x7x21xf32>
}
func.func @strided(%x: tensor<1x2x41x41xf32>, %w: tensor<5x2x3x3xf32>, %i: tensor<1x5x19x19xf32>) -> tensor<1x5x19x19xf32> {
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%x, %w : tensor<1x2x41x41xf32>, tensor<5x2x3x3xf32>) outs(%i : tensor<1x5x19x19xf32>) -> tensor<1x5x19x19xf32>
  return %y : tensor<1x5x19x19xf32>
}
func.func @groups(%x: tensor<1x2x3x12x12xf32>, %w: tensor<2x4x3x3x3xf32>, %i: tensor<1x2x4x10x10xf32>) -> tensor<1x2x4x10x10xf32> {
  %y = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %w : tensor<1x2x3x12x12xf32>, tensor<2x4x3x3x3xf32>) outs(%i : tensor<1x2x4x10x10xf32>) -> tensor<1x2x4x10x10xf32>
  return %y : tensor<1x2x4x10x10xf32>
}
