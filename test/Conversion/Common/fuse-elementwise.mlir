// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-fuse-elementwise))' | FileCheck %s

// The weight's transpose and both widenings join the contraction.
// CHECK-LABEL: func private @linear
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<8x64xf16>, tensor<32x64xf16>)
// CHECK: arith.extf
// CHECK: arith.extf
// CHECK: arith.mulf
// CHECK-NOT: linalg.generic
// CHECK: return
func.func private @linear(%x: tensor<8x64xf16>, %w: tensor<32x64xf16>, %out: tensor<8x32xf32>) -> tensor<8x32xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %z = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<64x32xf16>
  %t = linalg.transpose ins(%w : tensor<32x64xf16>) outs(%e0 : tensor<64x32xf16>) permutation = [1, 0]
  %f = linalg.fill ins(%z : f32) outs(%out : tensor<8x32xf32>) -> tensor<8x32xf32>
  %m = linalg.matmul ins(%x, %t : tensor<8x64xf16>, tensor<64x32xf16>) outs(%f : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %m : tensor<8x32xf32>
}

// Separate steps stay separate.
// CHECK-LABEL: func private @steps
// CHECK: linalg.exp
// CHECK: linalg.exp
func.func private @steps(%x: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> attributes {nanguard.form = #nanguard.form<unfused>} {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.exp ins(%a : tensor<4xf32>) outs(%out : tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}

// A widening comes behind the padding in front of it, and joins the convolution;
// groups are told apart in front of the padding, of run-time extents too.
// CHECK-LABEL: func private @padded(
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf16>,
// CHECK: %[[GROUPS:.*]] = tensor.expand_shape %[[X]] {{\[}}[0, 1], [2]] output_shape [2, 2, %{{.*}}] : tensor<4x?xf16> into tensor<2x2x?xf16>
// CHECK: %[[P:.*]] = tensor.pad %[[GROUPS]] low[0, 0, 1] high[0, 0, 2]
// CHECK: tensor.yield %{{.*}} : f16
// CHECK: tensor<2x2x?xf16> to tensor<2x2x?xf16>
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[P]], %{{.*}} : tensor<2x2x?xf16>, tensor<2x5x2x4xf16>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func private @padded(%x: tensor<4x?xf16>, %w: tensor<2x5x2x4xf16>, %out: tensor<2x5x?xf32>) -> tensor<2x5x?xf32> attributes {nanguard.form = #nanguard.form<safe>} {
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c1 : tensor<4x?xf16>
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %ew = tensor.empty() : tensor<2x5x2x4xf32>
  %wide = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x?xf16>) outs(%e : tensor<4x?xf32>) {
  ^bb0(%a: f16, %o: f32):
    %t = arith.extf %a : f16 to f32
    linalg.yield %t : f32
  } -> tensor<4x?xf32>
  %ww = linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i, j, k, l)>, affine_map<(i, j, k, l) -> (i, j, k, l)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%w : tensor<2x5x2x4xf16>) outs(%ew : tensor<2x5x2x4xf32>) {
  ^bb0(%a: f16, %o: f32):
    %t = arith.extf %a : f16 to f32
    linalg.yield %t : f32
  } -> tensor<2x5x2x4xf32>
  %p = tensor.pad %wide low[0, 1] high[0, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<4x?xf32> to tensor<4x?xf32>
  %m = tensor.dim %p, %c1 : tensor<4x?xf32>
  %g = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 2, %m] : tensor<4x?xf32> into tensor<2x2x?xf32>
  %f = linalg.fill ins(%z : f32) outs(%out : tensor<2x5x?xf32>) -> tensor<2x5x?xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(g, f, w, c, j) -> (g, c, w + j)>, affine_map<(g, f, w, c, j) -> (g, f, c, j)>, affine_map<(g, f, w, c, j) -> (g, f, w)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%g, %ww : tensor<2x2x?xf32>, tensor<2x5x2x4xf32>) outs(%f : tensor<2x5x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.mulf %a, %b : f32
    %s = arith.addf %o, %q : f32
    linalg.yield %s : f32
  } -> tensor<2x5x?xf32>
  return %y : tensor<2x5x?xf32>
}

// A sum over rows of one element adds to its zeros once, not in each column of its reader.
// CHECK-LABEL: func.func @sum_of_unit_rows
// CHECK:         %[[SUM:.*]] = linalg.generic
// CHECK:           arith.addf
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%{{.*}}, %[[SUM]]
// CHECK:           arith.mulf
func.func @sum_of_unit_rows(%x: tensor<1x1xf32>, %v: tensor<1x5xf32>) -> tensor<1x5xf32> {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<1xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<1xf32>) -> tensor<1xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<1x1xf32>) outs(%zeros : tensor<1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<1xf32>
  %empty = tensor.empty() : tensor<1x5xf32>
  %product = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v, %sum : tensor<1x5xf32>, tensor<1xf32>) outs(%empty : tensor<1x5xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %p = arith.mulf %in, %s : f32
    linalg.yield %p : f32
  } -> tensor<1x5xf32>
  return %product : tensor<1x5xf32>
}
