// Softmax: every form and its scan, for three chips.
// Nothing in local memory, no library call, no float maximum that drops a NaN.
// RUN: nanguard-opt --guard-tiers="target=nvptx chip=sm_80" %s 2>/dev/null | %python %project/utils/extract_ptx.py | FileCheck %s -DCHIP=sm_80 --implicit-check-not=.local --implicit-check-not=.extern --implicit-check-not="{{(max|min)[.]f}}"
// RUN: nanguard-opt --guard-tiers="target=nvptx chip=sm_90" %s 2>/dev/null | %python %project/utils/extract_ptx.py | FileCheck %s -DCHIP=sm_90 --implicit-check-not=.local --implicit-check-not=.extern --implicit-check-not="{{(max|min)[.]f}}"
// RUN: nanguard-opt --guard-tiers="target=nvptx chip=sm_100" %s 2>/dev/null | %python %project/utils/extract_ptx.py | FileCheck %s -DCHIP=sm_100 --implicit-check-not=.local --implicit-check-not=.extern --implicit-check-not="{{(max|min)[.]f}}"

// CHECK: .target [[CHIP]]
// CHECK: .entry ng_softmax_0_fused_0
// CHECK: max.NaN.f16
// CHECK: .entry ng_softmax_0_fused_bits_0
// CHECK: redux.sync.max.u32
// CHECK: atom.{{.*}}max.u{{32|64}}
// CHECK: .entry ng_softmax_0_safe_0
// CHECK: redux.sync.max.u32
// CHECK: atom.{{.*}}max.u{{32|64}}
// CHECK: .entry ng_softmax_0_unfused_0
// CHECK: redux.sync.max.u32
// CHECK: atom.{{.*}}max.u{{32|64}}
// CHECK: .entry ng_softmax_1_fused_0
// CHECK: .entry ng_softmax_1_fused_bits_0
// CHECK: .entry ng_softmax_1_safe_0
// CHECK: .entry ng_softmax_1_unfused_0
// CHECK: .entry ng_softmax_2_fused_0
// CHECK: .entry ng_softmax_2_fused_bits_0
// CHECK: .entry ng_softmax_2_safe_0
// CHECK: .entry ng_softmax_2_unfused_0

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

func.func @softmax_f16(%x: tensor<16x512xf16>) -> tensor<16x512xf16> {
  %ninf = arith.constant 0xFC00 : f16
  %zero = arith.constant 0.0 : f16
  %r = tensor.empty() : tensor<16x1xf16>
  %e = tensor.empty() : tensor<16x512xf16>
  %m0 = linalg.fill ins(%ninf : f16) outs(%r : tensor<16x1xf16>) -> tensor<16x1xf16>
  %m = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<16x512xf16>) outs(%m0 : tensor<16x1xf16>) {
  ^bb0(%a: f16, %o: f16):
    %v = arith.maximumf %a, %o : f16
    linalg.yield %v : f16
  } -> tensor<16x1xf16>
  %d = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<16x512xf16>, tensor<16x1xf16>) outs(%e : tensor<16x512xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %v = arith.subf %a, %b : f16
    linalg.yield %v : f16
  } -> tensor<16x512xf16>
  %p = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<16x512xf16>) outs(%e : tensor<16x512xf16>) {
  ^bb0(%a: f16, %o: f16):
    %v = math.exp %a : f16
    linalg.yield %v : f16
  } -> tensor<16x512xf16>
  %s0 = linalg.fill ins(%zero : f16) outs(%r : tensor<16x1xf16>) -> tensor<16x1xf16>
  %s = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<16x512xf16>) outs(%s0 : tensor<16x1xf16>) {
  ^bb0(%a: f16, %o: f16):
    %v = arith.addf %a, %o : f16
    linalg.yield %v : f16
  } -> tensor<16x1xf16>
  %q = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%p, %s : tensor<16x512xf16>, tensor<16x1xf16>) outs(%e : tensor<16x512xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %v = arith.divf %a, %b : f16
    linalg.yield %v : f16
  } -> tensor<16x512xf16>
  return %q : tensor<16x512xf16>
}

func.func @softmax_bf16(%x: tensor<16x512xbf16>) -> tensor<16x512xbf16> {
  %ninf = arith.constant 0xFF80 : bf16
  %zero = arith.constant 0.0 : bf16
  %r = tensor.empty() : tensor<16x1xbf16>
  %e = tensor.empty() : tensor<16x512xbf16>
  %m0 = linalg.fill ins(%ninf : bf16) outs(%r : tensor<16x1xbf16>) -> tensor<16x1xbf16>
  %m = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<16x512xbf16>) outs(%m0 : tensor<16x1xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %v = arith.maximumf %a, %o : bf16
    linalg.yield %v : bf16
  } -> tensor<16x1xbf16>
  %d = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<16x512xbf16>, tensor<16x1xbf16>) outs(%e : tensor<16x512xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %v = arith.subf %a, %b : bf16
    linalg.yield %v : bf16
  } -> tensor<16x512xbf16>
  %p = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<16x512xbf16>) outs(%e : tensor<16x512xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %v = math.exp %a : bf16
    linalg.yield %v : bf16
  } -> tensor<16x512xbf16>
  %s0 = linalg.fill ins(%zero : bf16) outs(%r : tensor<16x1xbf16>) -> tensor<16x1xbf16>
  %s = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<16x512xbf16>) outs(%s0 : tensor<16x1xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %v = arith.addf %a, %o : bf16
    linalg.yield %v : bf16
  } -> tensor<16x1xbf16>
  %q = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%p, %s : tensor<16x512xbf16>, tensor<16x1xbf16>) outs(%e : tensor<16x512xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %v = arith.divf %a, %b : bf16
    linalg.yield %v : bf16
  } -> tensor<16x512xbf16>
  return %q : tensor<16x512xbf16>
}

func.func @softmax_f32_dynamic(%x: tensor<?x512xf32>) -> tensor<?x512xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x512xf32>
  %r = tensor.empty(%n) : tensor<?x1xf32>
  %e = tensor.empty(%n) : tensor<?x512xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%r : tensor<?x1xf32>) -> tensor<?x1xf32>
  %m = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x512xf32>) outs(%m0 : tensor<?x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.maximumf %a, %o : f32
    linalg.yield %v : f32
  } -> tensor<?x1xf32>
  %d = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<?x512xf32>, tensor<?x1xf32>) outs(%e : tensor<?x512xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.subf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<?x512xf32>
  %p = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<?x512xf32>) outs(%e : tensor<?x512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = math.exp %a : f32
    linalg.yield %v : f32
  } -> tensor<?x512xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%r : tensor<?x1xf32>) -> tensor<?x1xf32>
  %s = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<?x512xf32>) outs(%s0 : tensor<?x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %o : f32
    linalg.yield %v : f32
  } -> tensor<?x1xf32>
  %q = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%p, %s : tensor<?x512xf32>, tensor<?x1xf32>) outs(%e : tensor<?x512xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.divf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<?x512xf32>
  return %q : tensor<?x512xf32>
}

