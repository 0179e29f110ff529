// The same bits, and the same report, with 1, 2 and 7 threads: matrix products
// in f16 and f32 whose operands are widened into scratch, batches, row
// reductions and elementwise chains with their scans, clean and with a NaN.
// RUN: bash %S/Inputs/threads.sh %s %t
// RUN: not nanguard-run %s --threads=1025 2>&1 | FileCheck %s
// CHECK: --threads=1025: at most 1024

func.func @main(%x: tensor<128x256xf16>, %w: tensor<256x128xf16>, %scale: f32)
    -> (tensor<128x128xf16>, tensor<4x64x64xf32>, tensor<128xf32>) {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<128x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<128x128xf32>) -> tensor<128x128xf32>
  %product = linalg.matmul ins(%x, %w : tensor<128x256xf16>, tensor<256x128xf16>)
      outs(%init : tensor<128x128xf32>) -> tensor<128x128xf32>
  %scaled = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%product : tensor<128x128xf32>) outs(%e : tensor<128x128xf32>) {
    ^bb0(%a: f32, %o: f32):
      %b = arith.mulf %a, %scale : f32
      %c = math.exp %b : f32
      linalg.yield %c : f32
    } -> tensor<128x128xf32>
  %r = tensor.empty() : tensor<128xf32>
  %sums = linalg.fill ins(%zero : f32) outs(%r : tensor<128xf32>) -> tensor<128xf32>
  %rows = linalg.reduce ins(%scaled : tensor<128x128xf32>) outs(%sums : tensor<128xf32>) dimensions = [1]
      (%a: f32, %acc: f32) {
        %s = arith.addf %a, %acc : f32
        linalg.yield %s : f32
      }
  %h = tensor.empty() : tensor<128x128xf16>
  %quotient = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%scaled, %rows : tensor<128x128xf32>, tensor<128xf32>) outs(%h : tensor<128x128xf16>) {
    ^bb0(%a: f32, %s: f32, %o: f16):
      %q = arith.divf %a, %s : f32
      %n = arith.truncf %q : f32 to f16
      linalg.yield %n : f16
    } -> tensor<128x128xf16>
  %heads = tensor.expand_shape %scaled [[0, 1], [2]] output_shape [2, 64, 128] : tensor<128x128xf32> into tensor<2x64x128xf32>
  %batch = tensor.extract_slice %heads[0, 0, 0] [2, 64, 64] [1, 1, 1] : tensor<2x64x128xf32> to tensor<2x64x64xf32>
  %four = tensor.concat dim(0) %batch, %batch : (tensor<2x64x64xf32>, tensor<2x64x64xf32>) -> tensor<4x64x64xf32>
  %be = tensor.empty() : tensor<4x64x64xf32>
  %binit = linalg.fill ins(%zero : f32) outs(%be : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
  %squares = linalg.batch_matmul ins(%four, %four : tensor<4x64x64xf32>, tensor<4x64x64xf32>)
      outs(%binit : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
  return %quotient, %squares, %rows : tensor<128x128xf16>, tensor<4x64x64xf32>, tensor<128xf32>
}
