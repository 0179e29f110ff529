// A residual stream of twelve layers in f16 that passes 1e5: v grows along
// itself, so the last norm is that of (1, 7, 5, 5), 0.2 1.4 1 1.
// RUN: nanguard-run %s --no-cache --input=2x4xf16=1,7,5,5,-2,-14,10,10 --steps=1 --rescue --print | FileCheck %s --check-prefix=RIGHT
// Without a rescue two steps are bad; then the safe additions and norms hand the
// stream on in f32, and stay as long as it does not fit.
// RUN: echo '{"rescue": {"in_step": 0}}' > %t.json
// RUN: nanguard-run %s --no-cache --input=2x4xf16=1,7,5,5,-2,-14,10,10 --steps=12 --policy=%t.json --print | FileCheck %s --check-prefixes=LOWERED,RIGHT
// The same repaired, with the signature that it had.
// RUN: nanguard-opt %s --guard-tiers='fixed=safe edges=auto' -o %t.mlir
// RUN: nanguard-run %t.mlir --no-cache --as-written --input=2x4xf16=1,7,5,5,-2,-14,10,10 --print | FileCheck %s --check-prefix=RIGHT
// LOWERED: {{^ +}}1 fused 21
// LOWERED-NEXT: {{^ +}}2 fused
// LOWERED-NEXT: {{^ +}}3 fused 8, safe 13 {{ *}}0 {{ *[0-9]+ .*}} SAFE_STAGE_1
// LOWERED: {{^ +}}12 fused 8, safe 13 {{ *}}0 {{ *[0-9]+ .*}} SAFE_STAGE_1
// RIGHT: tensor<2x4xf16>={{0.2|0.1998[0-9]*|0.1999[0-9]*}},1.40{{[0-9]*}},1,1,{{-0.2|-0.1998[0-9]*|-0.1999[0-9]*}},-1.40{{[0-9]*}},1,1

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
func.func private @norm(%h: tensor<2x4xf16>) -> tensor<2x4xf16> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 4.0 : f32
  %eps = arith.constant 1.0e-6 : f32
  %e = tensor.empty() : tensor<2x4xf32>
  %w = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%h : tensor<2x4xf16>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    linalg.yield %0 : f32
  } -> tensor<2x4xf32>
  %er = tensor.empty() : tensor<2x1xf32>
  %z = linalg.fill ins(%zero : f32) outs(%er : tensor<2x1xf32>) -> tensor<2x1xf32>
  %s = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%w : tensor<2x4xf32>) outs(%z : tensor<2x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<2x1xf32>
  %e16 = tensor.empty() : tensor<2x4xf16>
  %r = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%w, %s : tensor<2x4xf32>, tensor<2x1xf32>) outs(%e16 : tensor<2x4xf16>) {
  ^bb0(%in: f32, %sum: f32, %out: f16):
    %0 = arith.divf %sum, %n : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %in, %2 : f32
    %4 = arith.truncf %3 : f32 to f16
    linalg.yield %4 : f16
  } -> tensor<2x4xf16>
  return %r : tensor<2x4xf16>
}
func.func private @layer(%h: tensor<2x4xf16>) -> tensor<2x4xf16> {
  %up = arith.constant 8192.0 : f16
  %n = call @norm(%h) : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %e = tensor.empty() : tensor<2x4xf16>
  %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%h, %n : tensor<2x4xf16>, tensor<2x4xf16>) outs(%e : tensor<2x4xf16>) {
  ^bb0(%x: f16, %in: f16, %out: f16):
    %0 = arith.mulf %in, %up : f16
    %1 = arith.addf %x, %0 : f16
    linalg.yield %1 : f16
  } -> tensor<2x4xf16>
  return %r : tensor<2x4xf16>
}
func.func @main(%x: tensor<2x4xf16>) -> tensor<2x4xf16> {
  %1 = call @layer(%x) : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %2 = call @layer(%1) : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %3 = call @layer(%2) : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %4 = call @layer(%3) : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %5 = call @layer(%4) : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %6 = call @layer(%5) : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %7 = call @layer(%6) : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %8 = call @layer(%7) : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %9 = call @layer(%8) : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %10 = call @layer(%9) : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %11 = call @layer(%10) : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %12 = call @layer(%11) : (tensor<2x4xf16>) -> tensor<2x4xf16>
  %r = call @norm(%12) : (tensor<2x4xf16>) -> tensor<2x4xf16>
  return %r : tensor<2x4xf16>
}
