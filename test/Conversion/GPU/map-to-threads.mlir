// One launch an op: a thread a point of the parallel loops, a reduction in its
// thread, a whole integer reduction spread and merged by atomics, a whole float
// reduction spread over blocks and merged by one more.
// RUN: nanguard-opt %s --nanguard-map-to-threads | FileCheck %s

// CHECK-LABEL: func.func private @points(
// CHECK: gpu.launch
// CHECK: memref.load
// CHECK: arith.addf
// CHECK: memref.store
// CHECK: gpu.terminator
// CHECK-NOT: linalg.generic

// CHECK-LABEL: func.func private @rows(
// CHECK: gpu.launch
// CHECK: scf.for
// CHECK: arith.addf
// CHECK-NOT: atomic
// CHECK: return

// CHECK-LABEL: func.func private @whole(
// CHECK: gpu.launch
// CHECK: nvvm.redux.sync
// CHECK: scf.if
// CHECK-NEXT: memref.atomic_rmw maxu
// CHECK: return

// CHECK-LABEL: func.func private @sum(
// CHECK: gpu.launch blocks({{.*}}) threads({{.*}}) {{.*}} workgroup(
// CHECK: scf.for
// CHECK: nvvm.shfl.sync
// CHECK: gpu.barrier
// CHECK: gpu.launch blocks({{.*}}) in ({{.*}} = %c1{{.*}}) {{.*}} workgroup(
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK-NOT: atomic
// CHECK: return
#id = affine_map<(d0) -> (d0)>
#two = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#none = affine_map<(d0) -> ()>
func.func private @points(%x: memref<100xf32>, %y: memref<100xf32>) attributes {nanguard.form = #nanguard.form<fused>} {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<100xf32>) outs(%y : memref<100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %a : f32
    linalg.yield %0 : f32
  }
  return
}
func.func private @rows(%x: memref<100x8xf32>, %y: memref<100xf32>) attributes {nanguard.form = #nanguard.form<fused>} {
  linalg.generic {indexing_maps = [#two, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<100x8xf32>) outs(%y : memref<100xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  }
  return
}
func.func private @whole(%x: memref<100xi32>, %y: memref<i32>) attributes {nanguard.form = #nanguard.form<fused>} {
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : memref<100xi32>) outs(%y : memref<i32>) {
  ^bb0(%a: i32, %o: i32):
    %0 = arith.maxui %a, %o : i32
    linalg.yield %0 : i32
  }
  return
}
func.func private @sum(%x: memref<3000xf64>, %y: memref<f64>) attributes {nanguard.form = #nanguard.form<scan>} {
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : memref<3000xf64>) outs(%y : memref<f64>) {
  ^bb0(%a: f64, %o: f64):
    %v = arith.addf %a, %o : f64
    linalg.yield %v : f64
  }
  return
}
