// One attention head of 4 queries and 4 keys in f16, the projection behind it
// and a layer norm: as torch-mlir writes them, small enough to count by hand.
// The scores are scaled by 0.5 and a mask is added; see experiment.py for the
// base logits and the faults.
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#row3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#row2 = affine_map<(d0, d1) -> (d0, 0)>
#attn = loc("block.attention"("attention.py":12:0))
#proj = loc("block.output.dense"("attention.py":20:0))
#norm = loc("block.output.LayerNorm"("attention.py":21:0))
module {
  func.func @main(%q: tensor<1x4x8xf16>, %k: tensor<1x8x4xf16>,
                  %v: tensor<1x4x8xf16>, %mask: tensor<1x4x4xf16>,
                  %w: tensor<8x8xf16>)
      -> (tensor<4x8xf16>, tensor<1x4x8xf16>) {
    %zero = arith.constant 0.0 : f32 loc(#attn)
    %low = arith.constant 0xFF800000 : f32 loc(#attn)
    %scale = arith.constant 0.5 : f16 loc(#attn)
    %n = arith.constant 8.0 : f32 loc(#norm)
    %eps = arith.constant 1.0e-5 : f64 loc(#norm)
    %e32 = tensor.empty() : tensor<1x4x4xf32> loc(#attn)
    %e16 = tensor.empty() : tensor<1x4x4xf16> loc(#attn)
    %er = tensor.empty() : tensor<1x4x1xf32> loc(#attn)
    %f0 = linalg.fill ins(%zero : f32) outs(%e32 : tensor<1x4x4xf32>) -> tensor<1x4x4xf32> loc(#attn)
    %s32 = linalg.batch_matmul ins(%q, %k : tensor<1x4x8xf16>, tensor<1x8x4xf16>) outs(%f0 : tensor<1x4x4xf32>) -> tensor<1x4x4xf32> loc(#attn)
    %s = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s32 : tensor<1x4x4xf32>) outs(%e16 : tensor<1x4x4xf16>) {
    ^bb0(%in: f32, %out: f16):
      %t = arith.truncf %in : f32 to f16 loc(#attn)
      linalg.yield %t : f16 loc(#attn)
    } -> tensor<1x4x4xf16> loc(#attn)
    %ss = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s : tensor<1x4x4xf16>) outs(%e16 : tensor<1x4x4xf16>) {
    ^bb0(%in: f16, %out: f16):
      %t = arith.mulf %in, %scale : f16 loc(#attn)
      linalg.yield %t : f16 loc(#attn)
    } -> tensor<1x4x4xf16> loc(#attn)
    %z = linalg.generic {indexing_maps = [#id3, #id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ss, %mask : tensor<1x4x4xf16>, tensor<1x4x4xf16>) outs(%e16 : tensor<1x4x4xf16>) {
    ^bb0(%in: f16, %m: f16, %out: f16):
      %t = arith.addf %in, %m : f16 loc(#attn)
      linalg.yield %t : f16 loc(#attn)
    } -> tensor<1x4x4xf16> loc(#attn)
    %z32 = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%z : tensor<1x4x4xf16>) outs(%e32 : tensor<1x4x4xf32>) {
    ^bb0(%in: f16, %out: f32):
      %t = arith.extf %in : f16 to f32 loc(#attn)
      linalg.yield %t : f32 loc(#attn)
    } -> tensor<1x4x4xf32> loc(#attn)
    %fl = linalg.fill ins(%low : f32) outs(%er : tensor<1x4x1xf32>) -> tensor<1x4x1xf32> loc(#attn)
    %mx = linalg.generic {indexing_maps = [#id3, #row3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%z32 : tensor<1x4x4xf32>) outs(%fl : tensor<1x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %t = arith.maximumf %in, %out : f32 loc(#attn)
      linalg.yield %t : f32 loc(#attn)
    } -> tensor<1x4x1xf32> loc(#attn)
    %d = linalg.generic {indexing_maps = [#id3, #row3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%z32, %mx : tensor<1x4x4xf32>, tensor<1x4x1xf32>) outs(%e32 : tensor<1x4x4xf32>) {
    ^bb0(%in: f32, %m: f32, %out: f32):
      %t = arith.subf %in, %m : f32 loc(#attn)
      linalg.yield %t : f32 loc(#attn)
    } -> tensor<1x4x4xf32> loc(#attn)
    %x = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%d : tensor<1x4x4xf32>) outs(%e32 : tensor<1x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %t = math.exp %in : f32 loc(#attn)
      linalg.yield %t : f32 loc(#attn)
    } -> tensor<1x4x4xf32> loc(#attn)
    %fs = linalg.fill ins(%zero : f32) outs(%er : tensor<1x4x1xf32>) -> tensor<1x4x1xf32> loc(#attn)
    %sum = linalg.generic {indexing_maps = [#id3, #row3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<1x4x4xf32>) outs(%fs : tensor<1x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %t = arith.addf %in, %out : f32 loc(#attn)
      linalg.yield %t : f32 loc(#attn)
    } -> tensor<1x4x1xf32> loc(#attn)
    %p32 = linalg.generic {indexing_maps = [#id3, #row3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %sum : tensor<1x4x4xf32>, tensor<1x4x1xf32>) outs(%e32 : tensor<1x4x4xf32>) {
    ^bb0(%in: f32, %m: f32, %out: f32):
      %t = arith.divf %in, %m : f32 loc(#attn)
      linalg.yield %t : f32 loc(#attn)
    } -> tensor<1x4x4xf32> loc(#attn)
    %p = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p32 : tensor<1x4x4xf32>) outs(%e16 : tensor<1x4x4xf16>) {
    ^bb0(%in: f32, %out: f16):
      %t = arith.truncf %in : f32 to f16 loc(#attn)
      linalg.yield %t : f16 loc(#attn)
    } -> tensor<1x4x4xf16> loc(#attn)
    %eo = tensor.empty() : tensor<1x4x8xf32> loc(#attn)
    %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<1x4x8xf32>) -> tensor<1x4x8xf32> loc(#attn)
    %o32 = linalg.batch_matmul ins(%p, %v : tensor<1x4x4xf16>, tensor<1x4x8xf16>) outs(%fo : tensor<1x4x8xf32>) -> tensor<1x4x8xf32> loc(#attn)
    %eo16 = tensor.empty() : tensor<1x4x8xf16> loc(#attn)
    %o = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%o32 : tensor<1x4x8xf32>) outs(%eo16 : tensor<1x4x8xf16>) {
    ^bb0(%in: f32, %out: f16):
      %t = arith.truncf %in : f32 to f16 loc(#attn)
      linalg.yield %t : f16 loc(#attn)
    } -> tensor<1x4x8xf16> loc(#attn)
    %c = tensor.collapse_shape %o [[0, 1], [2]] : tensor<1x4x8xf16> into tensor<4x8xf16> loc(#proj)
    %ep = tensor.empty() : tensor<4x8xf32> loc(#proj)
    %ep16 = tensor.empty() : tensor<4x8xf16> loc(#proj)
    %fp = linalg.fill ins(%zero : f32) outs(%ep : tensor<4x8xf32>) -> tensor<4x8xf32> loc(#proj)
    %y32 = linalg.matmul ins(%c, %w : tensor<4x8xf16>, tensor<8x8xf16>) outs(%fp : tensor<4x8xf32>) -> tensor<4x8xf32> loc(#proj)
    %y = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%y32 : tensor<4x8xf32>) outs(%ep16 : tensor<4x8xf16>) {
    ^bb0(%in: f32, %out: f16):
      %t = arith.truncf %in : f32 to f16 loc(#proj)
      linalg.yield %t : f16 loc(#proj)
    } -> tensor<4x8xf16> loc(#proj)
    %yy = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<4x8xf16>) outs(%ep : tensor<4x8xf32>) {
    ^bb0(%in: f16, %out: f32):
      %t = arith.extf %in : f16 to f32 loc(#norm)
      linalg.yield %t : f32 loc(#norm)
    } -> tensor<4x8xf32> loc(#norm)
    %en = tensor.empty() : tensor<4x1xf32> loc(#norm)
    %fn = linalg.fill ins(%zero : f32) outs(%en : tensor<4x1xf32>) -> tensor<4x1xf32> loc(#norm)
    %ms = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]} ins(%yy : tensor<4x8xf32>) outs(%fn : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %t = arith.addf %in, %out : f32 loc(#norm)
      linalg.yield %t : f32 loc(#norm)
    } -> tensor<4x1xf32> loc(#norm)
    %mean = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%ms : tensor<4x1xf32>) outs(%en : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %t = arith.divf %in, %n : f32 loc(#norm)
      linalg.yield %t : f32 loc(#norm)
    } -> tensor<4x1xf32> loc(#norm)
    %dev = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]} ins(%yy, %mean : tensor<4x8xf32>, tensor<4x1xf32>) outs(%ep : tensor<4x8xf32>) {
    ^bb0(%in: f32, %m: f32, %out: f32):
      %t = arith.subf %in, %m : f32 loc(#norm)
      linalg.yield %t : f32 loc(#norm)
    } -> tensor<4x8xf32> loc(#norm)
    %vs = linalg.generic {indexing_maps = [#id2, #row2], iterator_types = ["parallel", "reduction"]} ins(%dev : tensor<4x8xf32>) outs(%fn : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %sq = arith.mulf %in, %in : f32 loc(#norm)
      %t = arith.addf %sq, %out : f32 loc(#norm)
      linalg.yield %t : f32 loc(#norm)
    } -> tensor<4x1xf32> loc(#norm)
    %rs = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%vs : tensor<4x1xf32>) outs(%en : tensor<4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %a = arith.divf %in, %n : f32 loc(#norm)
      %b = arith.truncf %eps : f64 to f32 loc(#norm)
      %c1 = arith.addf %a, %b : f32 loc(#norm)
      %t = math.rsqrt %c1 : f32 loc(#norm)
      linalg.yield %t : f32 loc(#norm)
    } -> tensor<4x1xf32> loc(#norm)
    %out = linalg.generic {indexing_maps = [#id2, #row2, #id2], iterator_types = ["parallel", "parallel"]} ins(%dev, %rs : tensor<4x8xf32>, tensor<4x1xf32>) outs(%ep16 : tensor<4x8xf16>) {
    ^bb0(%in: f32, %m: f32, %o1: f16):
      %t = arith.mulf %in, %m : f32 loc(#norm)
      %u = arith.truncf %t : f32 to f16 loc(#norm)
      linalg.yield %u : f16 loc(#norm)
    } -> tensor<4x8xf16> loc(#norm)
    return %out, %o : tensor<4x8xf16>, tensor<1x4x8xf16>
  } loc("block"("attention.py":8:0))
}
