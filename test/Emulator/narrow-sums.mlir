// Sums that the model has in a half: tensor cores sum up f16 in f16, rounded
// once for each 16 of k, and bf16 in f32, rounded once at last. The CPU target
// rounds each product and each sum: 2048 + 1 is 2048, and 2 * 60000 stays Inf.
// RUN: nanguard-run %s --no-cache --function=f16 --tiers=fused --device=sim --input=4x32xf16=2048,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,60000,60000,-60000,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,60000,60000,0,0,0,0,0,0,0,0,0,0,0,0,0,0,-60000,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 --input=32x2xf16=1 --input=4x2xf16=8 --print 2>/dev/null | FileCheck %s --check-prefix=F16
// RUN: nanguard-run %s --no-cache --function=bf16 --tiers=fused --device=sim --input=2x16xbf16=256,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 --input=16x2xbf16=1 --print 2>/dev/null | FileCheck %s --check-prefix=BF16
// RUN: nanguard-run %s --no-cache --function=conv --tiers=fused --input=random:1 --output=@%t.npy --quiet
// RUN: nanguard-run %s --no-cache --function=conv --tiers=fused --input=random:1 --expected-output=@%t.npy --rtol=1e-2 --atol=6e-2 --quiet --device=sim:checks
// RUN: nanguard-opt %s --guard-tiers="target=nvptx chip=sm_90" 2>/dev/null | %python %project/utils/extract_ptx.py | FileCheck %s --check-prefix=PTX

// F16: tensor<4x2xf16>=2064,2064,60000,60000,inf,inf,8,8
// BF16: tensor<2x2xbf16>=272,272,0,0

// PTX: .entry ng_matmul_0_fused_0
// PTX: mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16
// PTX: .entry ng_matmul_0_safe_0
// PTX: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// PTX: .entry ng_matmul_1_fused_0
// PTX: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// PTX: .entry ng_conv_2_fused_0
// PTX: mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16

func.func @f16(%a: tensor<4x32xf16>, %b: tensor<32x2xf16>, %c: tensor<4x2xf16>) -> tensor<4x2xf16> {
  %y = linalg.matmul ins(%a, %b : tensor<4x32xf16>, tensor<32x2xf16>) outs(%c : tensor<4x2xf16>) -> tensor<4x2xf16>
  return %y : tensor<4x2xf16>
}
func.func @bf16(%a: tensor<2x16xbf16>, %b: tensor<16x2xbf16>) -> tensor<2x2xbf16> {
  %z = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<2x2xbf16>
  %f = linalg.fill ins(%z : bf16) outs(%e : tensor<2x2xbf16>) -> tensor<2x2xbf16>
  %y = linalg.matmul ins(%a, %b : tensor<2x16xbf16>, tensor<16x2xbf16>) outs(%f : tensor<2x2xbf16>) -> tensor<2x2xbf16>
  return %y : tensor<2x2xbf16>
}
func.func @conv(%x: tensor<2x8x8x16xf16>, %w: tensor<3x3x16x24xf16>) -> tensor<2x6x6x24xf16> {
  %z = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<2x6x6x24xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<2x6x6x24xf16>) -> tensor<2x6x6x24xf16>
  %y = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %w : tensor<2x8x8x16xf16>, tensor<3x3x16x24xf16>) outs(%f : tensor<2x6x6x24xf16>) -> tensor<2x6x6x24xf16>
  return %y : tensor<2x6x6x24xf16>
}
