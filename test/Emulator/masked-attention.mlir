// The safe form of an attention under a mask: one launch with weights in f32. A
// value that is not finite reaches the queries that see its key, and only these;
// a query that sees none gets zeros.
// RUN: nanguard-run %s --no-cache --device=sim:checks --tiers=safe --input=1x3x8xf16=0 --input=1x3x8xf16=0 --input=1x3x8xf16=1,2,3,4,5,6,7,8,3,4,5,6,7,8,9,10,nan,inf,-inf,2,2,2,2,2 --input=3x3xf16=0,0,-inf,0,0,0,-inf,-inf,-inf --print 2>/dev/null | FileCheck %s
// RUN: nanguard-opt %s --guard-tiers="target=nvptx chip=sm_90" | FileCheck %s --check-prefix=PTX

// CHECK: tensor<1x3x8xf16>=2,3,4,5,6,7,8,9,nan,inf,-inf,4,4.66796875,5.33203125,6,6.66796875,0,0,0,0,0,0,0,0

// PTX-LABEL: func.func private @ng_attention_0_safe({{.*}}: memref<
// PTX: gpu.launch_func {{.*}} threads in (%c128, %c1, %c1)
// PTX-NOT: gpu.launch_func
// PTX: gpu.binary @ng_attention_0_safe_gpu
// PTX-SAME: mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// PTX-SAME: vote.sync.any
// PTX-SAME: mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
#m = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#q = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#r = affine_map<(d0, d1, d2) -> (d0, d1)>
#mm = affine_map<(d0, d1, d2) -> (d1, d2)>
func.func @main(%q: tensor<1x3x8xf16>, %k: tensor<1x3x8xf16>, %v: tensor<1x3x8xf16>, %mask: tensor<3x3xf16>) -> tensor<1x3x8xf16> {
  %z = arith.constant 0.0 : f32
  %zh = arith.constant 0.0 : f16
  %sc = arith.constant 0.2 : f16
  %ni = arith.constant 0xFC00 : f16
  %e = tensor.empty() : tensor<1x3x3xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<1x3x8xf16>, tensor<1x3x8xf16>) outs(%f : tensor<1x3x3xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %p = arith.mulf %x, %y : f32
    %n = arith.addf %p, %c : f32
    linalg.yield %n : f32
  } -> tensor<1x3x3xf32>
  %eh = tensor.empty() : tensor<1x3x3xf16>
  %h = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<1x3x3xf32>) outs(%eh : tensor<1x3x3xf16>) {
  ^bb0(%a: f32, %c: f16):
    %x = arith.truncf %a : f32 to f16
    linalg.yield %x : f16
  } -> tensor<1x3x3xf16>
  %w = linalg.generic {indexing_maps = [#m, #mm, #m], iterator_types = ["parallel", "parallel", "parallel"]} ins(%h, %mask : tensor<1x3x3xf16>, tensor<3x3xf16>) outs(%eh : tensor<1x3x3xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %x = arith.mulf %a, %sc : f16
    %y = arith.addf %x, %b : f16
    linalg.yield %y : f16
  } -> tensor<1x3x3xf16>
  %er = tensor.empty() : tensor<1x3xf16>
  %m0 = linalg.fill ins(%ni : f16) outs(%er : tensor<1x3xf16>) -> tensor<1x3xf16>
  %mx = linalg.generic {indexing_maps = [#m, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%w : tensor<1x3x3xf16>) outs(%m0 : tensor<1x3xf16>) {
  ^bb0(%a: f16, %c: f16):
    %x = arith.maximumf %a, %c : f16
    linalg.yield %x : f16
  } -> tensor<1x3xf16>
  %ex = linalg.generic {indexing_maps = [#m, #r, #m], iterator_types = ["parallel", "parallel", "parallel"]} ins(%w, %mx : tensor<1x3x3xf16>, tensor<1x3xf16>) outs(%eh : tensor<1x3x3xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %x = arith.subf %a, %b : f16
    %y = math.exp %x : f16
    linalg.yield %y : f16
  } -> tensor<1x3x3xf16>
  %s0 = linalg.fill ins(%zh : f16) outs(%er : tensor<1x3xf16>) -> tensor<1x3xf16>
  %su = linalg.generic {indexing_maps = [#m, #r], iterator_types = ["parallel", "parallel", "reduction"]} ins(%ex : tensor<1x3x3xf16>) outs(%s0 : tensor<1x3xf16>) {
  ^bb0(%a: f16, %c: f16):
    %x = arith.addf %a, %c : f16
    linalg.yield %x : f16
  } -> tensor<1x3xf16>
  %pr = linalg.generic {indexing_maps = [#m, #r, #m], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ex, %su : tensor<1x3x3xf16>, tensor<1x3xf16>) outs(%eh : tensor<1x3x3xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %x = arith.divf %a, %b : f16
    linalg.yield %x : f16
  } -> tensor<1x3x3xf16>
  %eo = tensor.empty() : tensor<1x3x8xf32>
  %o0 = linalg.fill ins(%z : f32) outs(%eo : tensor<1x3x8xf32>) -> tensor<1x3x8xf32>
  %ou = linalg.generic {indexing_maps = [#q, #v, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%pr, %v : tensor<1x3x3xf16>, tensor<1x3x8xf16>) outs(%o0 : tensor<1x3x8xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %x = arith.extf %a : f16 to f32
    %y = arith.extf %b : f16 to f32
    %p = arith.mulf %x, %y : f32
    %n = arith.addf %p, %c : f32
    linalg.yield %n : f32
  } -> tensor<1x3x8xf32>
  %eoh = tensor.empty() : tensor<1x3x8xf16>
  %oh = linalg.generic {indexing_maps = [#m, #m], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ou : tensor<1x3x8xf32>) outs(%eoh : tensor<1x3x8xf16>) {
  ^bb0(%a: f32, %c: f16):
    %x = arith.truncf %a : f32 to f16
    linalg.yield %x : f16
  } -> tensor<1x3x8xf16>
  return %oh : tensor<1x3x8xf16>
}
