// Attention by products of f64 on tensor cores, in one launch: of f32 and bf16, and
// of halves that are scaled in f32 before the scores, here with keys of one head
// that serve two. A value that is not finite reaches the queries that see its key,
// and only these. A row that sees no key, which is asked for, gets zeros.
// RUN: nanguard-run %s --no-cache --device=sim:checks --tiers=safe --input=2x3x8xf16=0 --input=3x8xf16=0 --input=2x3x8xf16=1,2,3,4,5,6,7,8,3,4,5,6,7,8,9,10,nan,inf,-inf,2,2,2,2,2,1,2,3,4,5,6,7,8,3,4,5,6,7,8,9,10,nan,inf,-inf,2,2,2,2,2 --input=3x3xf32=0,0,-inf,0,0,0,-inf,-inf,-inf --print 2>/dev/null | FileCheck %s
// RUN: nanguard-opt %s --guard-tiers="target=nvptx chip=sm_90" 2>/dev/null | FileCheck %s --check-prefix=PTX

// CHECK: tensor<2x3x8xf16>=2,3,4,5,6,7,8,9,nan,inf,-inf,4,4.66796875,5.33203125,6,6.66796875,0,0,0,0,0,0,0,0,2,3,4,5,6,7,8,9,nan,inf,-inf,4,4.66796875,5.33203125,6,6.66796875,0,0,0,0,0,0,0,0

// PTX-LABEL: func.func private @ng_attention_0_fused({{.*}}: memref<
// PTX: gpu.launch_func
// PTX-NOT: gpu.launch_func
// PTX: gpu.binary @ng_attention_0_fused_gpu
// PTX-SAME: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
// PTX-LABEL: func.func private @ng_attention_0_safe({{.*}}: memref<
// PTX: gpu.launch_func
// PTX-NOT: gpu.launch_func
// PTX: gpu.binary @ng_attention_0_safe_gpu
// PTX-SAME: bar.red.or.pred
// PTX-SAME: mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64
#m = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#q = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#r = affine_map<(d0, d1, d2) -> (d0, d1)>
#mm = affine_map<(d0, d1, d2) -> (d1, d2)>
#t = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
func.func @main(%q: tensor<2x3x8xf16>, %k: tensor<3x8xf16>, %v: tensor<2x3x8xf16>, %mask: tensor<3x3xf32>) -> tensor<2x3x8xf16> {
  %z = arith.constant 0.0 : f32
  %true = arith.constant true
  %sc = arith.constant 0.6 : f32
  %ni = arith.constant 0xFF800000 : f32
  %eq = tensor.empty() : tensor<2x3x8xf32>
  %qs = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel", "parallel"]} ins(%q : tensor<2x3x8xf16>) outs(%eq : tensor<2x3x8xf32>) {
  ^bb0(%a: f16, %c: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.mulf %x, %sc : f32
    linalg.yield %y : f32
  } -> tensor<2x3x8xf32>
  %ek = tensor.empty() : tensor<2x8x3xf32>
  %ks = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d1)>, #m], iterator_types = ["parallel", "parallel", "parallel"]} ins(%k : tensor<3x8xf16>) outs(%ek : tensor<2x8x3xf32>) {
  ^bb0(%a: f16, %c: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.mulf %x, %sc : f32
    linalg.yield %y : f32
  } -> tensor<2x8x3xf32>
  %vs = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v : tensor<2x3x8xf16>) outs(%eq : tensor<2x3x8xf32>) {
  ^bb0(%a: f16, %c: f32):
    %x = arith.extf %a : f16 to f32
    linalg.yield %x : f32
  } -> tensor<2x3x8xf32>
  %e = tensor.empty() : tensor<2x3x3xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%qs, %ks : tensor<2x3x8xf32>, tensor<2x8x3xf32>) outs(%f : tensor<2x3x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %n = arith.addf %p, %c : f32
    linalg.yield %n : f32
  } -> tensor<2x3x3xf32>
  %w = linalg.generic {indexing_maps = [#m, #mm, #m], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %mask : tensor<2x3x3xf32>, tensor<3x3xf32>) outs(%e : tensor<2x3x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %y = arith.addf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x3x3xf32>
  %ei = tensor.empty() : tensor<2x3xi1>
  %t0 = linalg.fill ins(%true : i1) outs(%ei : tensor<2x3xi1>) -> tensor<2x3xi1>
  %none = linalg.generic {indexing_maps = [#m, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%w : tensor<2x3x3xf32>) outs(%t0 : tensor<2x3xi1>) {
  ^bb0(%a: f32, %c: i1):
    %x = arith.cmpf oeq, %a, %ni : f32
    %y = arith.andi %x, %c : i1
    linalg.yield %y : i1
  } -> tensor<2x3xi1>
  %er = tensor.empty() : tensor<2x3xf32>
  %m0 = linalg.fill ins(%ni : f32) outs(%er : tensor<2x3xf32>) -> tensor<2x3xf32>
  %mx = linalg.generic {indexing_maps = [#m, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%w : tensor<2x3x3xf32>) outs(%m0 : tensor<2x3xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.maximumf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<2x3xf32>
  %ex = linalg.generic {indexing_maps = [#m, #r, #m], iterator_types = ["parallel", "parallel", "parallel"]} ins(%w, %mx : tensor<2x3x3xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.subf %a, %b : f32
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<2x3x3xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%er : tensor<2x3xf32>) -> tensor<2x3xf32>
  %su = linalg.generic {indexing_maps = [#m, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%ex : tensor<2x3x3xf32>) outs(%s0 : tensor<2x3xf32>) {
  ^bb0(%a: f32, %c: f32):
    %x = arith.addf %a, %c : f32
    linalg.yield %x : f32
  } -> tensor<2x3xf32>
  %pr = linalg.generic {indexing_maps = [#m, #r, #r, #m], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ex, %su, %none : tensor<2x3x3xf32>, tensor<2x3xf32>, tensor<2x3xi1>) outs(%e : tensor<2x3x3xf32>) {
  ^bb0(%a: f32, %b: f32, %n: i1, %c: f32):
    %x = arith.divf %a, %b : f32
    %y = arith.select %n, %z, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x3x3xf32>
  %o0 = linalg.fill ins(%z : f32) outs(%eq : tensor<2x3x8xf32>) -> tensor<2x3x8xf32>
  %ou = linalg.generic {indexing_maps = [#q, #k, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%pr, %vs : tensor<2x3x3xf32>, tensor<2x3x8xf32>) outs(%o0 : tensor<2x3x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %n = arith.addf %p, %c : f32
    linalg.yield %n : f32
  } -> tensor<2x3x8xf32>
  %eh = tensor.empty() : tensor<2x3x8xf16>
  %oh = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ou : tensor<2x3x8xf32>) outs(%eh : tensor<2x3x8xf16>) {
  ^bb0(%a: f32, %c: f16):
    %x = arith.truncf %a : f32 to f16
    linalg.yield %x : f16
  } -> tensor<2x3x8xf16>
  return %oh : tensor<2x3x8xf16>
}
