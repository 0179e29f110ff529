// Convolutions by tensor cores, with every access watched, give what the CPU
// target gives: a batch of run-time size whose sums start from an argument, one
// dimension, groups. The scan in their epilogue sees an Inf.
// RUN: %python -c "import numpy; r = numpy.random.default_rng(1); numpy.savez('%t.npz', x=r.standard_normal((3, 8, 9, 9)).astype('f2'), w=r.standard_normal((16, 8, 3, 3)).astype('f2'), i=r.standard_normal((3, 16, 4, 4)).astype('f4'))"
// RUN: nanguard-run %s --no-cache --function=dynamic --tiers=fused --input=@%t.npz --output=@%t.npy --quiet
// RUN: nanguard-run %s --no-cache --function=dynamic --tiers=fused --input=@%t.npz --expected-output=@%t.npy --rtol=1e-5 --atol=1e-5 --quiet --device=sim:checks
// RUN: nanguard-run %s --no-cache --function=line --tiers=fused --input=random:1 --output=@%t.npy --quiet
// RUN: nanguard-run %s --no-cache --function=line --tiers=fused --input=random:1 --expected-output=@%t.npy --rtol=1e-5 --atol=1e-5 --quiet --device=sim:checks
// RUN: nanguard-run %s --no-cache --function=groups --tiers=fused --input=random:1 --output=@%t.npy --quiet
// RUN: nanguard-run %s --no-cache --function=groups --tiers=fused --input=random:1 --expected-output=@%t.npy --rtol=1e-5 --atol=1e-5 --quiet --device=sim:checks
// RUN: nanguard-run %s --no-cache --function=overflow --tiers=fused --input=1x8x8x8xf16=40 --input=8x8x3x3xf16=30 --device=sim:checks 2>/dev/null | FileCheck %s --check-prefix=INF
// RUN: nanguard-opt %s --guard-tiers="target=nvptx chip=sm_90" 2>/dev/null | %python %project/utils/extract_ptx.py | FileCheck %s --check-prefix=PTX

// INF: 1 fused 1 {{.*}} conv#2 (op, exit)

// PTX: .entry ng_conv_0_fused_0
// PTX: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// PTX: .entry ng_conv_1_fused_0
// PTX: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// PTX: .entry ng_conv_2_fused_0
// PTX: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// PTX: .entry ng_conv_3_fused_0
// PTX: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// PTX: .entry ng_conv_3_fused_bits_0
// PTX: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// PTX: max.NaN.f16x2
// PTX: .entry ng_conv_3_safe_0
// PTX: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32

func.func @dynamic(%x: tensor<?x8x9x9xf16>, %w: tensor<16x8x3x3xf16>, %i: tensor<?x16x4x4xf32>) -> tensor<?x16x4x4xf32> {
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%x, %w : tensor<?x8x9x9xf16>, tensor<16x8x3x3xf16>) outs(%i : tensor<?x16x4x4xf32>) -> tensor<?x16x4x4xf32>
  return %y : tensor<?x16x4x4xf32>
}
func.func @line(%x: tensor<2x12x37xbf16>, %w: tensor<20x12x5xbf16>, %i: tensor<2x20x29xf32>) -> tensor<2x20x29xf32> {
  %y = linalg.conv_1d_ncw_fcw {dilations = dense<2> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%x, %w : tensor<2x12x37xbf16>, tensor<20x12x5xbf16>) outs(%i : tensor<2x20x29xf32>) -> tensor<2x20x29xf32>
  return %y : tensor<2x20x29xf32>
}
func.func @groups(%x: tensor<1x2x3x12x12xf16>, %w: tensor<2x9x3x3x3xf16>, %i: tensor<1x2x9x10x10xf32>) -> tensor<1x2x9x10x10xf32> {
  %y = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %w : tensor<1x2x3x12x12xf16>, tensor<2x9x3x3x3xf16>) outs(%i : tensor<1x2x9x10x10xf32>) -> tensor<1x2x9x10x10xf32>
  return %y : tensor<1x2x9x10x10xf32>
}
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
func.func @overflow(%x: tensor<1x8x8x8xf16>, %w: tensor<8x8x3x3xf16>) -> tensor<1x8x6x6xf16> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x6x6xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %w : tensor<1x8x8x8xf16>, tensor<8x8x3x3xf16>) outs(%f : tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %h = tensor.empty() : tensor<1x8x6x6xf16>
  %o = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%y : tensor<1x8x6x6xf32>) outs(%h : tensor<1x8x6x6xf16>) {
  ^bb0(%a: f32, %b: f16):
    %t = arith.truncf %a : f32 to f16
    linalg.yield %t : f16
  } -> tensor<1x8x6x6xf16>
  return %o : tensor<1x8x6x6xf16>
}
