// Convolutions by tensor cores: the input's chunks are copied from where row and
// k say. With a bias that the sums start from, and a scan, in one launch. What
// has no chunks of 16 bytes waits in registers, and is stored when the tensor
// cores are done with a step.
// RUN: nanguard-opt --guard-tiers="target=nvptx chip=sm_80" %s 2>/dev/null | %python %project/utils/extract_ptx.py | FileCheck %s --implicit-check-not=.local --implicit-check-not=.extern
// RUN: nanguard-opt --guard-tiers="target=nvptx chip=sm_100" %s 2>/dev/null | %python %project/utils/extract_ptx.py | FileCheck %s --implicit-check-not=.local --implicit-check-not=.extern

// CHECK: .entry ng_conv_0_fused_0
// CHECK-DAG: cp.async.cg.shared.global
// CHECK-DAG: cp.async.wait_group
// CHECK-DAG: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK-DAG: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK-NOT: .entry ng_conv_0_fused_1
// CHECK: .entry ng_conv_0_fused_bits_0
// CHECK-DAG: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK: max.NaN.f16x2
// CHECK-NOT: .entry ng_conv_0_fused_bits_1
// CHECK: .entry ng_conv_0_safe_0
// CHECK-DAG: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK-NOT: .entry ng_conv_0_safe_1

// CHECK: .entry ng_conv_1_fused_0
// CHECK-DAG: cp.async.c{{[ag]}}.shared.global
// CHECK-DAG: cp.async.wait_group
// CHECK-DAG: ld.global.b16
// CHECK-DAG: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK-DAG: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// CHECK-DAG: st.shared.v4.b32
// CHECK: .entry ng_conv_1_fused_bits_0

// CHECK: .entry ng_conv_2_fused_0
// CHECK-COUNT-2: cp.async.cg.shared.global
// CHECK-DAG: cp.async.wait_group
// CHECK-DAG: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// CHECK-DAG: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK: .entry ng_conv_2_fused_bits_0

func.func @nhwc(%x: tensor<2x18x18x64xf16>, %w: tensor<64x3x3x64xf16>, %bias: tensor<64xf16>) -> tensor<2x16x16x64xf16> {
  %v1 = tensor.empty() : tensor<2x16x16x64xf32>
  %v2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%bias : tensor<64xf16>) outs(%v1 : tensor<2x16x16x64xf32>) {
  ^bb0(%a: f16, %o: f32):
    %f = arith.extf %a : f16 to f32
    linalg.yield %f : f32
  } -> tensor<2x16x16x64xf32>
  %v3 = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %w : tensor<2x18x18x64xf16>, tensor<64x3x3x64xf16>) outs(%v2 : tensor<2x16x16x64xf32>) -> tensor<2x16x16x64xf32>
  %v4 = tensor.empty() : tensor<2x16x16x64xf16>
  %v5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v3 : tensor<2x16x16x64xf32>) outs(%v4 : tensor<2x16x16x64xf16>) {
  ^bb0(%a: f32, %o: f16):
    %z = arith.constant 0.0 : f32
    %m = arith.maximumf %a, %z : f32
    %t = arith.truncf %m : f32 to f16
    linalg.yield %t : f16
  } -> tensor<2x16x16x64xf16>
  return %v5 : tensor<2x16x16x64xf16>
}

func.func @nchw(%x: tensor<2x16x12x10xbf16>, %w: tensor<24x16x3x3xbf16>, %bias: tensor<24xbf16>) -> tensor<2x24x5x4xbf16> {
  %v1 = tensor.empty() : tensor<2x24x5x4xf32>
  %v2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%bias : tensor<24xbf16>) outs(%v1 : tensor<2x24x5x4xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %f = arith.extf %a : bf16 to f32
    linalg.yield %f : f32
  } -> tensor<2x24x5x4xf32>
  %v3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%x, %w : tensor<2x16x12x10xbf16>, tensor<24x16x3x3xbf16>) outs(%v2 : tensor<2x24x5x4xf32>) -> tensor<2x24x5x4xf32>
  %v4 = tensor.empty() : tensor<2x24x5x4xbf16>
  %v5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v3 : tensor<2x24x5x4xf32>) outs(%v4 : tensor<2x24x5x4xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %z = arith.constant 0.0 : f32
    %m = arith.maximumf %a, %z : f32
    %t = arith.truncf %m : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<2x24x5x4xbf16>
  return %v5 : tensor<2x24x5x4xbf16>
}

func.func @pointwise(%x: tensor<2x64x8x8xf16>, %w: tensor<64x64x1x1xf16>, %bias: tensor<64xf16>) -> tensor<2x64x8x8xf16> {
  %v1 = tensor.empty() : tensor<2x64x8x8xf32>
  %v2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%bias : tensor<64xf16>) outs(%v1 : tensor<2x64x8x8xf32>) {
  ^bb0(%a: f16, %o: f32):
    %f = arith.extf %a : f16 to f32
    linalg.yield %f : f32
  } -> tensor<2x64x8x8xf32>
  %v3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %w : tensor<2x64x8x8xf16>, tensor<64x64x1x1xf16>) outs(%v2 : tensor<2x64x8x8xf32>) -> tensor<2x64x8x8xf32>
  %v4 = tensor.empty() : tensor<2x64x8x8xf16>
  %v5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v3 : tensor<2x64x8x8xf32>) outs(%v4 : tensor<2x64x8x8xf16>) {
  ^bb0(%a: f32, %o: f16):
    %z = arith.constant 0.0 : f32
    %m = arith.maximumf %a, %z : f32
    %t = arith.truncf %m : f32 to f16
    linalg.yield %t : f16
  } -> tensor<2x64x8x8xf16>
  return %v5 : tensor<2x64x8x8xf16>
}
