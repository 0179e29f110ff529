// Products in register tiles, packed or streamed, against plain loops: blocks
// along K with a rest, panels with a rest, all layouts of both factors, more
// rows than columns and fewer, batches, few rows, what C starts from; extents
// of 0, of 1 and of run time. The same bits guarded, unguarded and by threads.
// RUN: bash %S/Inputs/contractions.sh %s %t 13

#mk = affine_map<(m, n, k) -> (m, k)>
#km = affine_map<(m, n, k) -> (k, m)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#nm = affine_map<(m, n, k) -> (n, m)>
#sum = ["parallel", "parallel", "reduction"]

func.func @main(%a0: tensor<2x?xf32>, %b0: tensor<?x?xf32>, %c0: tensor<2x?xf32>,
                %a1: tensor<50x801xf32>, %b1: tensor<801x67xf32>, %c1: tensor<50x67xf32>,
                %a2: tensor<61x512xf16>, %b2: tensor<71x512xf16>, %c2: tensor<61x71xf32>,
                %a3: tensor<65x41xbf16>, %b3: tensor<99x65xbf16>, %c3: tensor<41x99xf32>,
                %a4: tensor<40x100xf32>, %b4: tensor<100x48xf32>, %c4: tensor<48x40xf32>,
                %a5: tensor<33x700xf32>, %b5: tensor<33x39xf32>, %c5: tensor<700x39xf32>,
                %a6: tensor<64x1024xf32>, %b6: tensor<64x1024xf32>, %c6: tensor<64x64xf32>,
                %a7: tensor<45x90xf64>, %b7: tensor<90x50xf64>, %c7: tensor<45x50xf64>,
                %a8: tensor<3x48x65xf16>, %b8: tensor<3x65x50xf16>, %c8: tensor<3x48x50xf32>,
                %a9: tensor<3x99xbf16>, %b9: tensor<99x1101xbf16>, %c9: tensor<3x1101xf32>,
                %a10: tensor<99xf32>, %b10: tensor<99x1101xf32>, %c10: tensor<1101xf32>,
                %a11: tensor<1x1xf32>, %b11: tensor<1x77xf32>, %c11: tensor<1x77xf32>,
                %a12: tensor<64x0xf32>, %b12: tensor<0x64xf32>, %c12: tensor<64x64xf32>)
    -> (tensor<2x?xf32>, tensor<50x67xf32>, tensor<61x71xf32>, tensor<41x99xf32>, tensor<48x40xf32>, tensor<700x39xf32>, tensor<64x64xf32>, tensor<45x50xf64>, tensor<3x48x50xf32>, tensor<3x1101xf32>, tensor<1101xf32>, tensor<1x77xf32>, tensor<64x64xf32>) {
  // Run time.
  %r0 = linalg.matmul ins(%a0, %b0 : tensor<2x?xf32>, tensor<?x?xf32>) outs(%c0 : tensor<2x?xf32>) -> tensor<2x?xf32>
  // Blocks.
  %r1 = linalg.matmul ins(%a1, %b1 : tensor<50x801xf32>, tensor<801x67xf32>) outs(%c1 : tensor<50x67xf32>) -> tensor<50x67xf32>
  // Along k.
  %r2 = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = #sum} ins(%a2, %b2 : tensor<61x512xf16>, tensor<71x512xf16>) outs(%c2 : tensor<61x71xf32>) {
  ^bb0(%x: f16, %y: f16, %acc: f32):
    %xe = arith.extf %x : f16 to f32
    %ye = arith.extf %y : f16 to f32
    %p = arith.mulf %xe, %ye : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<61x71xf32>
  // Both transposed.
  %r3 = linalg.generic {indexing_maps = [#km, #nk, #mn], iterator_types = #sum} ins(%a3, %b3 : tensor<65x41xbf16>, tensor<99x65xbf16>) outs(%c3 : tensor<41x99xf32>) {
  ^bb0(%x: bf16, %y: bf16, %acc: f32):
    %xe = arith.extf %x : bf16 to f32
    %ye = arith.extf %y : bf16 to f32
    %p = arith.mulf %xe, %ye : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<41x99xf32>
  // Result transposed.
  %r4 = linalg.generic {indexing_maps = [#mk, #kn, #nm], iterator_types = #sum} ins(%a4, %b4 : tensor<40x100xf32>, tensor<100x48xf32>) outs(%c4 : tensor<48x40xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<48x40xf32>
  // Tall.
  %r5 = linalg.generic {indexing_maps = [#km, #kn, #mn], iterator_types = #sum} ins(%a5, %b5 : tensor<33x700xf32>, tensor<33x39xf32>) outs(%c5 : tensor<700x39xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<700x39xf32>
  // Same sets.
  %r6 = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = #sum} ins(%a6, %b6 : tensor<64x1024xf32>, tensor<64x1024xf32>) outs(%c6 : tensor<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  // Doubles.
  %r7 = linalg.matmul ins(%a7, %b7 : tensor<45x90xf64>, tensor<90x50xf64>) outs(%c7 : tensor<45x50xf64>) -> tensor<45x50xf64>
  // Batch.
  %r8 = linalg.batch_matmul ins(%a8, %b8 : tensor<3x48x65xf16>, tensor<3x65x50xf16>) outs(%c8 : tensor<3x48x50xf32>) -> tensor<3x48x50xf32>
  // Few rows.
  %r9 = linalg.matmul ins(%a9, %b9 : tensor<3x99xbf16>, tensor<99x1101xbf16>) outs(%c9 : tensor<3x1101xf32>) -> tensor<3x1101xf32>
  // One row.
  %r10 = linalg.vecmat ins(%a10, %b10 : tensor<99xf32>, tensor<99x1101xf32>) outs(%c10 : tensor<1101xf32>) -> tensor<1101xf32>
  // Unit.
  %r11 = linalg.matmul ins(%a11, %b11 : tensor<1x1xf32>, tensor<1x77xf32>) outs(%c11 : tensor<1x77xf32>) -> tensor<1x77xf32>
  // Nothing to add.
  %r12 = linalg.matmul ins(%a12, %b12 : tensor<64x0xf32>, tensor<0x64xf32>) outs(%c12 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12
      : tensor<2x?xf32>, tensor<50x67xf32>, tensor<61x71xf32>, tensor<41x99xf32>, tensor<48x40xf32>, tensor<700x39xf32>, tensor<64x64xf32>, tensor<45x50xf64>, tensor<3x48x50xf32>, tensor<3x1101xf32>, tensor<1101xf32>, tensor<1x77xf32>, tensor<64x64xf32>
}
