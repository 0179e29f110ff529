// Layer norm as torch-mlir writes it, the mean in f64.
// Nothing in local memory, no library call, no float maximum that drops a NaN.
// RUN: nanguard-opt --guard-tiers="target=nvptx chip=sm_80" %s 2>/dev/null | %python %project/utils/extract_ptx.py | FileCheck %s -DCHIP=sm_80 --implicit-check-not=.local --implicit-check-not=.extern --implicit-check-not="{{(max|min)[.]f}}"
// RUN: nanguard-opt --guard-tiers="target=nvptx chip=sm_90" %s 2>/dev/null | %python %project/utils/extract_ptx.py | FileCheck %s -DCHIP=sm_90 --implicit-check-not=.local --implicit-check-not=.extern --implicit-check-not="{{(max|min)[.]f}}"
// RUN: nanguard-opt --guard-tiers="target=nvptx chip=sm_100" %s 2>/dev/null | %python %project/utils/extract_ptx.py | FileCheck %s -DCHIP=sm_100 --implicit-check-not=.local --implicit-check-not=.extern --implicit-check-not="{{(max|min)[.]f}}"

// CHECK: .target [[CHIP]]
// CHECK: .entry ng_norm_0_fused_0
// CHECK: add.rn.f64
// CHECK: rsqrt.approx.f32
// CHECK: .entry ng_norm_0_fused_bits_0
// CHECK: redux.sync.max.u32
// CHECK: atom.{{.*}}max.u{{32|64}}
// CHECK: .entry ng_norm_0_safe_0
// CHECK: redux.sync.max.u32
// CHECK: atom.{{.*}}max.u{{32|64}}
// CHECK: .entry ng_norm_0_unfused_0
// CHECK: redux.sync.max.u32
// CHECK: atom.{{.*}}max.u{{32|64}}
// CHECK: .entry ng_norm_1_fused_0
// CHECK: .entry ng_norm_1_fused_bits_0
// CHECK: .entry ng_norm_1_safe_0
// CHECK: .entry ng_norm_1_unfused_0
// CHECK: .entry ng_norm_2_fused_0
// CHECK: .entry ng_norm_2_fused_bits_0
// CHECK: .entry ng_norm_2_safe_0
// CHECK: .entry ng_norm_2_unfused_0

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

func.func @layer_norm_f16(%x: tensor<16x512xf16>) -> tensor<16x512xf16> {
  %zero = arith.constant 0.0 : f32
  %zd = arith.constant 0.0 : f64
  %count = arith.constant 512.0 : f64
  %cf = arith.constant 512.0 : f32
  %eps = arith.constant 1.0e-05 : f32
  %r = tensor.empty() : tensor<16x1xf32>
  %w = tensor.empty() : tensor<16x512xf32>
  %e = tensor.empty() : tensor<16x512xf16>
  %d = tensor.empty() : tensor<16x1xf64>
  %xw = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<16x512xf16>) outs(%w : tensor<16x512xf32>) {
  ^bb0(%a: f16, %o: f32):
    %v = arith.extf %a : f16 to f32
    linalg.yield %v : f32
  } -> tensor<16x512xf32>
  %d0 = linalg.fill ins(%zd : f64) outs(%d : tensor<16x1xf64>) -> tensor<16x1xf64>
  %sum = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%xw : tensor<16x512xf32>) outs(%d0 : tensor<16x1xf64>) {
  ^bb0(%a: f32, %o: f64):
    %f = arith.extf %a : f32 to f64
    %v = arith.addf %f, %o : f64
    linalg.yield %v : f64
  } -> tensor<16x1xf64>
  %mean = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%sum : tensor<16x1xf64>) outs(%r : tensor<16x1xf32>) {
  ^bb0(%a: f64, %o: f32):
    %f = arith.divf %a, %count : f64
    %v = arith.truncf %f : f64 to f32
    linalg.yield %v : f32
  } -> tensor<16x1xf32>
  %c = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%xw, %mean : tensor<16x512xf32>, tensor<16x1xf32>) outs(%w : tensor<16x512xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.subf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<16x512xf32>
  %r0 = linalg.fill ins(%zero : f32) outs(%r : tensor<16x1xf32>) -> tensor<16x1xf32>
  %sq = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<16x512xf32>) outs(%r0 : tensor<16x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %f = arith.mulf %a, %a : f32
    %v = arith.addf %f, %o : f32
    linalg.yield %v : f32
  } -> tensor<16x1xf32>
  %rs = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%sq : tensor<16x1xf32>) outs(%r : tensor<16x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %f = arith.divf %a, %cf : f32
    %h = arith.addf %f, %eps : f32
    %v = math.rsqrt %h : f32
    linalg.yield %v : f32
  } -> tensor<16x1xf32>
  %q = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%c, %rs : tensor<16x512xf32>, tensor<16x1xf32>) outs(%e : tensor<16x512xf16>) {
  ^bb0(%a: f32, %b: f32, %o: f16):
    %v = arith.mulf %a, %b : f32
    %y = arith.truncf %v : f32 to f16
    linalg.yield %y : f16
  } -> tensor<16x512xf16>
  return %q : tensor<16x512xf16>
}

func.func @layer_norm_bf16(%x: tensor<16x512xbf16>) -> tensor<16x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %zd = arith.constant 0.0 : f64
  %count = arith.constant 512.0 : f64
  %cf = arith.constant 512.0 : f32
  %eps = arith.constant 1.0e-05 : f32
  %r = tensor.empty() : tensor<16x1xf32>
  %w = tensor.empty() : tensor<16x512xf32>
  %e = tensor.empty() : tensor<16x512xbf16>
  %d = tensor.empty() : tensor<16x1xf64>
  %xw = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<16x512xbf16>) outs(%w : tensor<16x512xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %v = arith.extf %a : bf16 to f32
    linalg.yield %v : f32
  } -> tensor<16x512xf32>
  %d0 = linalg.fill ins(%zd : f64) outs(%d : tensor<16x1xf64>) -> tensor<16x1xf64>
  %sum = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%xw : tensor<16x512xf32>) outs(%d0 : tensor<16x1xf64>) {
  ^bb0(%a: f32, %o: f64):
    %f = arith.extf %a : f32 to f64
    %v = arith.addf %f, %o : f64
    linalg.yield %v : f64
  } -> tensor<16x1xf64>
  %mean = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%sum : tensor<16x1xf64>) outs(%r : tensor<16x1xf32>) {
  ^bb0(%a: f64, %o: f32):
    %f = arith.divf %a, %count : f64
    %v = arith.truncf %f : f64 to f32
    linalg.yield %v : f32
  } -> tensor<16x1xf32>
  %c = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%xw, %mean : tensor<16x512xf32>, tensor<16x1xf32>) outs(%w : tensor<16x512xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.subf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<16x512xf32>
  %r0 = linalg.fill ins(%zero : f32) outs(%r : tensor<16x1xf32>) -> tensor<16x1xf32>
  %sq = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<16x512xf32>) outs(%r0 : tensor<16x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %f = arith.mulf %a, %a : f32
    %v = arith.addf %f, %o : f32
    linalg.yield %v : f32
  } -> tensor<16x1xf32>
  %rs = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%sq : tensor<16x1xf32>) outs(%r : tensor<16x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %f = arith.divf %a, %cf : f32
    %h = arith.addf %f, %eps : f32
    %v = math.rsqrt %h : f32
    linalg.yield %v : f32
  } -> tensor<16x1xf32>
  %q = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%c, %rs : tensor<16x512xf32>, tensor<16x1xf32>) outs(%e : tensor<16x512xbf16>) {
  ^bb0(%a: f32, %b: f32, %o: bf16):
    %v = arith.mulf %a, %b : f32
    %y = arith.truncf %v : f32 to bf16
    linalg.yield %y : bf16
  } -> tensor<16x512xbf16>
  return %q : tensor<16x512xbf16>
}

func.func @layer_norm_f32_dynamic(%x: tensor<?x512xf32>) -> tensor<?x512xf32> {
  %zero = arith.constant 0.0 : f32
  %zd = arith.constant 0.0 : f64
  %count = arith.constant 512.0 : f64
  %cf = arith.constant 512.0 : f32
  %eps = arith.constant 1.0e-05 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x512xf32>
  %r = tensor.empty(%n) : tensor<?x1xf32>
  %w = tensor.empty(%n) : tensor<?x512xf32>
  %e = tensor.empty(%n) : tensor<?x512xf32>
  %d = tensor.empty(%n) : tensor<?x1xf64>
  %d0 = linalg.fill ins(%zd : f64) outs(%d : tensor<?x1xf64>) -> tensor<?x1xf64>
  %sum = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x512xf32>) outs(%d0 : tensor<?x1xf64>) {
  ^bb0(%a: f32, %o: f64):
    %f = arith.extf %a : f32 to f64
    %v = arith.addf %f, %o : f64
    linalg.yield %v : f64
  } -> tensor<?x1xf64>
  %mean = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%sum : tensor<?x1xf64>) outs(%r : tensor<?x1xf32>) {
  ^bb0(%a: f64, %o: f32):
    %f = arith.divf %a, %count : f64
    %v = arith.truncf %f : f64 to f32
    linalg.yield %v : f32
  } -> tensor<?x1xf32>
  %c = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%x, %mean : tensor<?x512xf32>, tensor<?x1xf32>) outs(%w : tensor<?x512xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.subf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<?x512xf32>
  %r0 = linalg.fill ins(%zero : f32) outs(%r : tensor<?x1xf32>) -> tensor<?x1xf32>
  %sq = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<?x512xf32>) outs(%r0 : tensor<?x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %f = arith.mulf %a, %a : f32
    %v = arith.addf %f, %o : f32
    linalg.yield %v : f32
  } -> tensor<?x1xf32>
  %rs = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%sq : tensor<?x1xf32>) outs(%r : tensor<?x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %f = arith.divf %a, %cf : f32
    %h = arith.addf %f, %eps : f32
    %v = math.rsqrt %h : f32
    linalg.yield %v : f32
  } -> tensor<?x1xf32>
  %q = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%c, %rs : tensor<?x512xf32>, tensor<?x1xf32>) outs(%e : tensor<?x512xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.mulf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<?x512xf32>
  return %q : tensor<?x512xf32>
}

