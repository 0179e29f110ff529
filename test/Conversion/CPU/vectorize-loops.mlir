// RUN: nanguard-opt %s --nanguard-vectorize-loops --canonicalize --split-input-file | FileCheck %s --implicit-check-not=linalg.
// RUN: nanguard-opt %s --nanguard-vectorize-loops=vector-bits=512 --canonicalize --split-input-file | FileCheck %s --check-prefix=WIDE

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

// -----

// A large product: two blocks along K, A where it is, B in panels of two
// vectors, and a register tile of 6 rows (12 of longer vectors).

// CHECK-LABEL: func.func private @packed(
// CHECK: memref.alloca() {{.*}} : memref<1x208x16xf32>
// CHECK: scf.for
// CHECK: scf.for
// CHECK: vector.load %{{.*}} : memref<400x64xf32>, vector<8xf32>
// CHECK: vector.store %{{.*}} : memref<1x208x16xf32>, vector<8xf32>
// CHECK: scf.for
// CHECK-COUNT-12: memref.prefetch
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-2: vector.load %{{.*}} : memref<1x208x16xf32>, vector<8xf32>
// CHECK: memref.load %{{.*}} : memref<60x400xf32>
// CHECK: vector.broadcast
// CHECK-COUNT-12: math.fma {{.*}} : vector<8xf32>
// CHECK-NOT: linalg.
// CHECK: return

// WIDE-LABEL: func.func private @packed(
// WIDE: memref<1x208x32xf32>
// WIDE-COUNT-24: math.fma {{.*}} : vector<16xf32>
// WIDE: return
func.func private @packed(%a: memref<60x400xf32>, %b: memref<400x64xf32>, %c: memref<60x64xf32>) {
  linalg.matmul ins(%a, %b : memref<60x400xf32>, memref<400x64xf32>) outs(%c : memref<60x64xf32>)
  return
}

// -----

// Rows that fall on the same sets of the cache are copied, a line apart, and
// a B that runs along K becomes panels by squares.

// CHECK-LABEL: func.func private @copied(
// CHECK: memref.alloca() {{.*}} : memref<64x272xf32>
// CHECK: vector.store %{{.*}} : memref<64x272xf32>, vector<8xf32>
// CHECK-COUNT-8: vector.load %{{.*}} : memref<64x512xf32>, vector<8xf32>
// CHECK-COUNT-24: vector.shuffle
// CHECK-COUNT-8: vector.store %{{.*}} : memref<1x256x16xf32>, vector<8xf32>
// CHECK: return
// WIDE-LABEL: func.func private @copied(
func.func private @copied(%a: memref<64x512xf32>, %b: memref<64x512xf32>, %c: memref<64x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<64x512xf32>, memref<64x512xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Extents of run time, and a tile that is too small: as before.

// CHECK-LABEL: func.func private @not_packed(
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func private @not_packed(%a: memref<?x400xf32>, %b: memref<400x64xf32>, %c: memref<?x64xf32>, %d: memref<60x64xf32>, %e: memref<64x24xf32>, %f: memref<60x24xf32>) {
  linalg.matmul ins(%a, %b : memref<?x400xf32>, memref<400x64xf32>) outs(%c : memref<?x64xf32>)
  linalg.matmul ins(%d, %e : memref<60x64xf32>, memref<64x24xf32>) outs(%f : memref<60x24xf32>)
  return
}

// -----

// Two rows read the matrix once: four of its rows at a time, their sums in C.

// CHECK-LABEL: func.func private @streamed(
// CHECK: scf.for
// CHECK-COUNT-8: memref.load %{{.*}} : memref<2x64xf32>
// CHECK: scf.for
// CHECK-COUNT-4: vector.load %{{.*}} : memref<64x256xf32>, vector<8xf32>
// CHECK: vector.load %{{.*}} : memref<2x256xf32>, vector<8xf32>
// CHECK-COUNT-4: math.fma
// CHECK: vector.store %{{.*}} : memref<2x256xf32>, vector<8xf32>
// CHECK: return
func.func private @streamed(%a: memref<2x64xf32>, %b: memref<64x256xf32>, %c: memref<2x256xf32>) {
  linalg.matmul ins(%a, %b : memref<2x64xf32>, memref<64x256xf32>) outs(%c : memref<2x256xf32>)
  return
}

// -----

// What a row has once is computed once, before its elements.

// CHECK-LABEL: func.func private @once_a_row(
// CHECK: scf.for
// CHECK: memref.load %{{.*}} : memref<8xf32>
// CHECK-NEXT: math.rsqrt
// CHECK-NEXT: scf.for
// CHECK-NEXT: vector.load
// CHECK-NOT: memref.load
// CHECK: return
func.func private @once_a_row(%x: memref<8x64xf32>, %s: memref<8xf32>, %y: memref<8x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : memref<8x64xf32>, memref<8xf32>) outs(%y : memref<8x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = math.rsqrt %b : f32
    %p = arith.mulf %a, %r : f32
    linalg.yield %p : f32
  }
  return
}

// -----

// A division that may trap stays where there are elements.

// CHECK-LABEL: func.func private @may_trap(
// CHECK-NOT: arith.divsi
// CHECK: scf.for
// CHECK: scf.for
// CHECK: arith.divsi
// CHECK: return
func.func private @may_trap(%x: memref<8x?xi32>, %s: memref<8xi32>, %y: memref<8x?xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : memref<8x?xi32>, memref<8xi32>) outs(%y : memref<8x?xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %r = arith.divsi %b, %b : i32
    %p = arith.muli %a, %r : i32
    linalg.yield %p : i32
  }
  return
}

// -----

// Four registers of sums, unless that leaves more elements over.

// CHECK-LABEL: func.func private @sums(
// CHECK: iter_args({{.*}}) -> (vector<32xf32>)
// CHECK: iter_args({{.*}}) -> (vector<16xf32>)
// CHECK: return
func.func private @sums(%x: memref<64xf32>, %y: memref<48xf32>, %a: memref<f32>, %b: memref<f32>) {
  linalg.reduce ins(%x : memref<64xf32>) outs(%a : memref<f32>) dimensions = [0] (%v: f32, %s: f32) {
    %r = arith.addf %v, %s : f32
    linalg.yield %r : f32
  }
  linalg.reduce ins(%y : memref<48xf32>) outs(%b : memref<f32>) dimensions = [0] (%v: f32, %s: f32) {
    %r = arith.addf %v, %s : f32
    linalg.yield %r : f32
  }
  return
}
