// RUN: nanguard-opt %s --nanguard-outline-parallel-loops --canonicalize --split-input-file | FileCheck %s --implicit-check-not=nanguard.parallel

// What an iteration writes lies at its own index: constants are made anew, the
// rest is captured.
// CHECK-LABEL: func.func private @elements(
// CHECK-SAME:    %[[X:.*]]: memref<64x4096xf32>, %[[Y:.*]]: memref<64x4096xf32>)
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[COUNT:.*]] = arith.constant 64 : index
// CHECK:         call @elements_range_0(%[[ZERO]], %[[COUNT]], %{{.*}}, %{{.*}})
// CHECK-NOT:     scf.for
// CHECK-LABEL: func.func private @elements_range_0(
// CHECK-SAME:    %[[FROM:.*]]: index, %[[TO:.*]]: index, %{{.*}}: memref<64x4096xf32>, %{{.*}}: memref<64x4096xf32>)
// CHECK-SAME:    nanguard.work
// CHECK:         %[[END:.*]] = arith.minsi %[[TO]], %{{.*}}
// CHECK:         scf.for %{{.*}} = %[[FROM]] to %[[END]]
func.func private @elements(%x: memref<64x4096xf32>, %y: memref<64x4096xf32>)
    attributes {nanguard.form = #nanguard.form<fused>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c4096 = arith.constant 4096 : index
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c4096 step %c1 {
      %v = memref.load %x[%i, %j] : memref<64x4096xf32>
      %w = math.exp %v : f32
      memref.store %w, %y[%i, %j] : memref<64x4096xf32>
    }
  } {nanguard.parallel}
  return
}

// -----

// A maximum of bits is each range's own, and is merged at the end.
// CHECK-LABEL: func.func private @maximum_range_0(
// CHECK:         %[[OWN:.*]] = memref.alloca() : memref<i32>
// CHECK:         memref.store %{{.*}}, %[[OWN]][]
// CHECK:         scf.for
// CHECK:           memref.load %[[OWN]][]
// CHECK:           arith.maxui
// CHECK:           memref.store %{{.*}}, %[[OWN]][]
// CHECK:         %[[LAST:.*]] = memref.load %[[OWN]][]
// CHECK:         memref.atomic_rmw maxu %[[LAST]], %{{.*}}[] : (i32, memref<i32>) -> i32
func.func private @maximum(%x: memref<64x4096xi32>, %acc: memref<i32>)
    attributes {nanguard.form = #nanguard.form<fused_bits>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c4096 = arith.constant 4096 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c64 step %c1 {
    %old = memref.load %acc[] : memref<i32>
    %m = scf.for %j = %c0 to %c4096 step %c1 iter_args(%a = %zero) -> i32 {
      %v = memref.load %x[%i, %j] : memref<64x4096xi32>
      %w = arith.maxui %v, %a : i32
      scf.yield %w : i32
    }
    %new = arith.maxui %old, %m : i32
    memref.store %new, %acc[] : memref<i32>
  } {nanguard.parallel}
  return
}

// -----

// A buffer that only the loop uses is not shared.
// CHECK-LABEL: func.func private @scratch(
// CHECK-NOT:     memref.alloc
// CHECK-LABEL: func.func private @scratch_range_0(
// CHECK:         memref.alloc
func.func private @scratch(%x: memref<64x4096xf32>, %y: memref<64x4096xf32>)
    attributes {nanguard.form = #nanguard.form<safe>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c4096 = arith.constant 4096 : index
  %row = memref.alloc() : memref<4096xf32>
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c4096 step %c1 {
      %v = memref.load %x[%i, %j] : memref<64x4096xf32>
      %w = math.exp %v : f32
      memref.store %w, %row[%j] : memref<4096xf32>
    }
    scf.for %j = %c0 to %c4096 step %c1 {
      %v = memref.load %row[%j] : memref<4096xf32>
      memref.store %v, %y[%i, %j] : memref<64x4096xf32>
    }
  } {nanguard.parallel}
  return
}

// -----

// Stays: all iterations write the same row (%y), one that others use after the
// loop (%kept), a float sum, and one of too little work.
// CHECK-LABEL: func.func private @same_place(
// CHECK-NOT:     call
// CHECK-LABEL: func.func private @float_sum(
// CHECK-NOT:     call
// CHECK-LABEL: func.func private @little(
// CHECK-NOT:     call
func.func private @same_place(%x: memref<64x4096xf32>, %y: memref<4096xf32>)
    attributes {nanguard.form = #nanguard.form<fused>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c4096 = arith.constant 4096 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %same = arith.subi %i, %i : index
    scf.for %j = %c0 to %c4096 step %c1 {
      %v = memref.load %x[%i, %j] : memref<64x4096xf32>
      %at = arith.addi %j, %same : index
      memref.store %v, %y[%at] : memref<4096xf32>
    }
  } {nanguard.parallel}
  return
}

func.func private @float_sum(%x: memref<64x4096xf32>, %acc: memref<f32>)
    attributes {nanguard.form = #nanguard.form<fused>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c4096 = arith.constant 4096 : index
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c4096 step %c1 {
      %old = memref.load %acc[] : memref<f32>
      %v = memref.load %x[%i, %j] : memref<64x4096xf32>
      %w = arith.addf %v, %old : f32
      memref.store %w, %acc[] : memref<f32>
    }
  } {nanguard.parallel}
  return
}

func.func private @little(%x: memref<64xf32>, %y: memref<64xf32>)
    attributes {nanguard.form = #nanguard.form<fused>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    %v = memref.load %x[%i] : memref<64xf32>
    memref.store %v, %y[%i] : memref<64xf32>
  } {nanguard.parallel}
  return
}
