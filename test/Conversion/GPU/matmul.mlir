// Matmul: halves by tensor cores with f32 accumulators, f32 by fma in the order
// of k; the scan on the accumulators.
// Nothing in local memory, no library call, no float maximum that drops a NaN.
// RUN: nanguard-opt --guard-tiers="target=nvptx chip=sm_80" %s 2>/dev/null | %python %project/utils/extract_ptx.py | FileCheck %s -DCHIP=sm_80 --implicit-check-not=.local --implicit-check-not=.extern --implicit-check-not="{{(max|min)[.]f}}"
// RUN: nanguard-opt --guard-tiers="target=nvptx chip=sm_90" %s 2>/dev/null | %python %project/utils/extract_ptx.py | FileCheck %s -DCHIP=sm_90 --implicit-check-not=.local --implicit-check-not=.extern --implicit-check-not="{{(max|min)[.]f}}"
// RUN: nanguard-opt --guard-tiers="target=nvptx chip=sm_100" %s 2>/dev/null | %python %project/utils/extract_ptx.py | FileCheck %s -DCHIP=sm_100 --implicit-check-not=.local --implicit-check-not=.extern --implicit-check-not="{{(max|min)[.]f}}"

// CHECK: .target [[CHIP]]
// CHECK: .entry ng_matmul_0_fused_0
// CHECK: cp.async.cg.shared.global
// CHECK: cp.async.wait_group
// CHECK: bar.sync
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// CHECK: cvt.rn.f16x2.f32
// CHECK: .entry ng_matmul_0_fused_bits_0
// CHECK: redux.sync.max.u32
// CHECK: atom.{{.*}}max.u{{32|64}}
// CHECK: .entry ng_matmul_0_safe_0
// CHECK: redux.sync.max.u32
// CHECK: atom.{{.*}}max.u{{32|64}}
// CHECK: .entry ng_matmul_0_unfused_0
// CHECK: redux.sync.max.u32
// CHECK: atom.{{.*}}max.u{{32|64}}
// CHECK: .entry ng_matmul_1_fused_0
// CHECK: .entry ng_matmul_1_fused_bits_0
// CHECK: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// CHECK: max.NaN.bf16x2
// CHECK: .entry ng_matmul_1_safe_0
// CHECK: .entry ng_matmul_1_unfused_0
// CHECK: .entry ng_matmul_2_fused_0
// CHECK: .entry ng_matmul_2_fused_bits_0
// CHECK: ld.shared.v4.b32
// CHECK: fma.rn.f32
// CHECK: .entry ng_matmul_2_safe_0
// CHECK: .entry ng_matmul_2_unfused_0

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

func.func @matmul_f16(%a: tensor<32x64xf16>, %b: tensor<64x96xf16>) -> tensor<32x96xf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x96xf32>) -> tensor<32x96xf32>
  %c = linalg.matmul ins(%a, %b : tensor<32x64xf16>, tensor<64x96xf16>) outs(%f : tensor<32x96xf32>) -> tensor<32x96xf32>
  %h = tensor.empty() : tensor<32x96xf16>
  %o = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<32x96xf32>) outs(%h : tensor<32x96xf16>) {
  ^bb0(%x: f32, %y: f16):
    %v = arith.truncf %x : f32 to f16
    linalg.yield %v : f16
  } -> tensor<32x96xf16>
  return %o : tensor<32x96xf16>
}

func.func @matmul_bf16(%a: tensor<32x64xbf16>, %b: tensor<64x96xbf16>) -> tensor<32x96xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x96xf32>) -> tensor<32x96xf32>
  %c = linalg.matmul ins(%a, %b : tensor<32x64xbf16>, tensor<64x96xbf16>) outs(%f : tensor<32x96xf32>) -> tensor<32x96xf32>
  %h = tensor.empty() : tensor<32x96xbf16>
  %o = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<32x96xf32>) outs(%h : tensor<32x96xbf16>) {
  ^bb0(%x: f32, %y: bf16):
    %v = arith.truncf %x : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<32x96xbf16>
  return %o : tensor<32x96xbf16>
}

func.func @matmul_f32_dynamic(%a: tensor<?x64xf32>, %b: tensor<64x96xf32>) -> tensor<?x96xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%n) : tensor<?x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x96xf32>) -> tensor<?x96xf32>
  %c = linalg.matmul ins(%a, %b : tensor<?x64xf32>, tensor<64x96xf32>) outs(%f : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %c : tensor<?x96xf32>
}

