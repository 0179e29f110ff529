// RUN: nanguard-opt %s --nanguard-vectorize-loops --canonicalize --split-input-file | FileCheck %s --implicit-check-not=linalg.

// Both operands run along K: a 4x3 tile of dot products, no remainder.
// CHECK-LABEL: func @dot
// CHECK: scf.for
// CHECK-COUNT-7: vector.load
// CHECK-COUNT-12: math.fma {{.*}} : vector<8xf32>
func.func @dot(%a: memref<8x64xf32>, %b: memref<12x64xf32>, %c: memref<8x12xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<8x64xf32>, memref<12x64xf32>) outs(%c : memref<8x12xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// A narrow accumulator rounds step by step: no fma.
// CHECK-LABEL: func @narrow
// CHECK-NOT: math.fma
// CHECK: arith.mulf {{.*}} : vector<16xf16>
// CHECK: arith.addf {{.*}} : vector<16xf16>
// CHECK-NOT: math.fma
// CHECK: return
func.func @narrow(%a: memref<8x64xf16>, %b: memref<64x16xf16>, %c: memref<8x16xf16>) {
  linalg.matmul ins(%a, %b : memref<8x64xf16>, memref<64x16xf16>) outs(%c : memref<8x16xf16>)
  return
}

// -----

// The scan: lanes of unsigned maxima, joined after the loop.
// CHECK-LABEL: func @scan
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args({{.*}}) -> (vector<16xi16>)
// CHECK: arith.maxui {{.*}} : vector<16xi16>
// CHECK: vector.shuffle
func.func @scan(%x: memref<8x64xf16>, %acc: memref<i16>) {
  %mask = arith.constant 32767 : i16
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x : memref<8x64xf16>) outs(%acc : memref<i16>) {
  ^bb0(%v: f16, %a: i16):
    %b = arith.bitcast %v : f16 to i16
    %m = arith.andi %b, %mask : i16
    %r = arith.maxui %m, %a : i16
    linalg.yield %r : i16
  }
  return
}

// -----

// No vector is longer than the extent it runs along.
// CHECK-LABEL: func @short
// CHECK-NOT: vector.load
// CHECK: return
func.func @short(%x: memref<1xf32>, %acc: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x : memref<1xf32>) outs(%acc : memref<f32>) {
  ^bb0(%v: f32, %a: f32):
    %r = arith.addf %v, %a : f32
    linalg.yield %r : f32
  }
  return
}

// A convolution sums over three dimensions with its lanes along a row of the
// output: four filters by two vectors, carried through all three loops. What a
// row has left over goes in one vector, then in scalars.

// CHECK-LABEL: func.func @conv(
// CHECK-NOT: linalg.
// CHECK: scf.for {{.*}} -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>)
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.for
// CHECK-COUNT-2: vector.load
// CHECK: vector.broadcast
// CHECK: math.fma {{.*}} : vector<8xf32>
// CHECK-NOT: linalg.
// CHECK: return
func.func @conv(%x: memref<1x3x20x20xf32>, %w: memref<8x3x3x3xf32>, %y: memref<1x8x18x18xf32>) {
  linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%x, %w : memref<1x3x20x20xf32>, memref<8x3x3x3xf32>) outs(%y : memref<1x8x18x18xf32>)
  return
}
