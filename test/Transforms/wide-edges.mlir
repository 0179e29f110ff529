// RUN: nanguard-opt %s --guard-tiers="fixed=safe edges=auto" --split-input-file --remarks-filter=nanguard --remark-format=emitRemark 2>%t | FileCheck %s
// RUN: nanguard-opt %s --guard-tiers="fixed=safe" --split-input-file | FileCheck %s --check-prefix=NARROW
// RUN: nanguard-opt %s --guard-tiers="fixed=safe edges=wide" --split-input-file | FileCheck %s --check-prefix=WIDE
// RUN: nanguard-opt %s --guard-tiers="fixed=safe edges=auto widen=down" --split-input-file --remarks-filter=nanguard --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: not nanguard-opt %s --guard-tiers="fixed=safe edges=auto widen=no.such" --split-input-file 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not nanguard-opt %s --guard-tiers="edges=auto" 2>&1 | FileCheck %s --check-prefix=FIXED
// RUN: not nanguard-opt %s --guard-tiers="fixed=safe widen=down" 2>&1 | FileCheck %s --check-prefix=AUTO
// NAME: error: 'no.such' names no guarded op
// FIXED: guard-tiers: edges needs fixed
// AUTO: guard-tiers: widen needs edges=auto

#id = affine_map<(d0) -> (d0)>
#down = loc("down"("m.py":1:0))
#act = loc("act"("m.py":2:0))

// A value past f16's range reaches its reader in f32: one cast in, one out.
// CHECK-LABEL: @between
// CHECK: arith.mulf %{{.*}} : f32
// CHECK-NOT: arith.truncf
// CHECK: tensor.collapse_shape %{{.*}} : tensor<4x6xf32> into tensor<24xf32>
// CHECK-NOT: arith.truncf
// CHECK: math.exp %{{.*}} : f32
// CHECK-COUNT-2: arith.truncf %{{.*}} : f32 to f16
// CHECK-NOT: arith.truncf
// CHECK: return
// NARROW-LABEL: @between
// NARROW: tensor.collapse_shape %{{.*}} : tensor<4x6xf16> into tensor<24xf16>
// NAMED: the edge of down stays narrow for func.return
func.func @between(%x: tensor<4x6xf16>) -> (tensor<20xf16>, tensor<20xf16>) {
  %e = tensor.empty() : tensor<4x6xf16>
  %f = tensor.empty() : tensor<20xf16>
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x6xf16>) outs(%e : tensor<4x6xf16>) {
  ^bb0(%in: f16, %out: f16):
    %m = arith.mulf %in, %in : f16
    linalg.yield %m : f16
  } -> tensor<4x6xf16> loc(#down)
  %c = tensor.collapse_shape %d [[0, 1]] : tensor<4x6xf16> into tensor<24xf16>
  %s = tensor.extract_slice %c[0] [20] [1] : tensor<24xf16> to tensor<20xf16>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%s : tensor<20xf16>) outs(%f : tensor<20xf16>) {
  ^bb0(%in: f16, %out: f16):
    %r = math.exp %in : f16
    linalg.yield %r : f16
  } -> tensor<20xf16> loc(#act)
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%s : tensor<20xf16>) outs(%f : tensor<20xf16>) {
  ^bb0(%in: f16, %out: f16):
    %r = math.cos %in : f16
    linalg.yield %r : f16
  } -> tensor<20xf16>
  return %a, %b : tensor<20xf16>, tensor<20xf16>
}

// Movers of several values, all of them wide or not, and a pad.
// CHECK-LABEL: @joined
// CHECK: arith.mulf %{{.*}} : f32
// CHECK: arith.addf %{{.*}} : f32
// CHECK: tensor.concat dim(0) %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<12xf32>
// CHECK: tensor.pad
// CHECK: tensor.yield %{{.*}} : f32
// CHECK: math.exp %{{.*}} : f32
func.func @joined(%x: tensor<4xf16>, %y: tensor<4xf16>) -> (tensor<14xf16>, tensor<14xf16>) {
  %zero = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<4xf16>
  %f = tensor.empty() : tensor<14xf16>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %m = arith.mulf %in, %in : f16
    linalg.yield %m : f16
  } -> tensor<4xf16> loc(#down)
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%y : tensor<4xf16>) outs(%e : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %m = arith.addf %in, %in : f16
    linalg.yield %m : f16
  } -> tensor<4xf16>
  %c = tensor.concat dim(0) %d, %x, %g : (tensor<4xf16>, tensor<4xf16>, tensor<4xf16>) -> tensor<12xf16>
  %p = tensor.pad %c low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f16
  } : tensor<12xf16> to tensor<14xf16>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%p : tensor<14xf16>) outs(%f : tensor<14xf16>) {
  ^bb0(%in: f16, %out: f16):
    %r = math.exp %in : f16
    linalg.yield %r : f16
  } -> tensor<14xf16>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%p : tensor<14xf16>) outs(%f : tensor<14xf16>) {
  ^bb0(%in: f16, %out: f16):
    %r = math.cos %in : f16
    linalg.yield %r : f16
  } -> tensor<14xf16>
  return %a, %b : tensor<14xf16>, tensor<14xf16>
}

// What the function hands out keeps its type; its reader takes the wide value.
// CHECK-LABEL: @returned_too
// CHECK: arith.mulf %{{.*}} : f32
// CHECK: %[[OUT:.*]] = linalg.generic
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: math.exp %{{.*}} : f32
// CHECK: return %[[OUT]]
func.func @returned_too(%x: tensor<6xf16>) -> (tensor<6xf16>, tensor<5xf16>) {
  %e = tensor.empty() : tensor<6xf16>
  %f = tensor.empty() : tensor<5xf16>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<6xf16>) outs(%e : tensor<6xf16>) {
  ^bb0(%in: f16, %out: f16):
    %m = arith.mulf %in, %in : f16
    linalg.yield %m : f16
  } -> tensor<6xf16> loc(#down)
  %s = tensor.extract_slice %d[0] [5] [1] : tensor<6xf16> to tensor<5xf16>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%s : tensor<5xf16>) outs(%f : tensor<5xf16>) {
  ^bb0(%in: f16, %out: f16):
    %r = math.exp %in : f16
    linalg.yield %r : f16
  } -> tensor<5xf16> loc(#act)
  return %d, %a : tensor<6xf16>, tensor<5xf16>
}

// auto leaves bf16 alone; a transpose on the way.
// CHECK-LABEL: @bf16
// CHECK: linalg.transpose ins(%{{.*}} : tensor<2x3xbf16>)
// WIDE-LABEL: @bf16
// WIDE: linalg.transpose ins(%{{.*}} : tensor<2x3xf32>)
// WIDE-COUNT-2: arith.truncf %{{.*}} : f32 to bf16
// WIDE-NOT: arith.truncf
// WIDE: return
func.func @bf16(%x: tensor<6xbf16>) -> (tensor<5xbf16>, tensor<5xbf16>) {
  %e = tensor.empty() : tensor<6xbf16>
  %k = tensor.empty() : tensor<5xbf16>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<6xbf16>) outs(%e : tensor<6xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %m = arith.mulf %in, %in : bf16
    linalg.yield %m : bf16
  } -> tensor<6xbf16> loc(#down)
  %s = tensor.expand_shape %d [[0, 1]] output_shape [2, 3] : tensor<6xbf16> into tensor<2x3xbf16>
  %u = tensor.empty() : tensor<3x2xbf16>
  %v = linalg.transpose ins(%s : tensor<2x3xbf16>) outs(%u : tensor<3x2xbf16>) permutation = [1, 0]
  %l = tensor.collapse_shape %v [[0, 1]] : tensor<3x2xbf16> into tensor<6xbf16>
  %w = tensor.extract_slice %l[0] [5] [1] : tensor<6xbf16> to tensor<5xbf16>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%w : tensor<5xbf16>) outs(%k : tensor<5xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %r = math.exp %in : bf16
    linalg.yield %r : bf16
  } -> tensor<5xbf16> loc(#act)
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%w : tensor<5xbf16>) outs(%k : tensor<5xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %r = math.cos %in : bf16
    linalg.yield %r : bf16
  } -> tensor<5xbf16>
  return %a, %b : tensor<5xbf16>, tensor<5xbf16>
}
