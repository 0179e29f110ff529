// A kernel on tensors becomes a launch plan on buffers.
// RUN: nanguard-opt %s --nanguard-schedule-kernels --canonicalize --split-input-file 2>%t.remarks | FileCheck %s
// RUN: FileCheck --check-prefix=REMARK %s < %t.remarks

#two = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#none = affine_map<(d0, d1) -> ()>

// A row's maximum is subtracted: one launch, a row in the registers of a warp,
// the scan of halves packed, begun with what the report has and merged into it by
// one atomic a warp where there is more.
// CHECK-LABEL: func.func private @rows(
// CHECK-SAME: %{{.*}}: memref<16x512xf16>, %{{.*}}: memref<16x512xf16>, %[[REPORT:.*]]: memref<12xi64>)
// CHECK-COUNT-1: gpu.launch
// CHECK-SAME: threads({{.*}}) in ({{.*}} = %c32, {{.*}} = %c4, {{.*}} = %c1)
// CHECK: memref.store %c1_i64, %[[REPORT]][%c0]
// CHECK: memref.load %[[REPORT]][%c1]
// CHECK-COUNT-2: vector.load {{.*}} {alignment = 16 : i64} : memref<8192xf16>, vector<8xf16>
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK: arith.subf
// CHECK: llvm.call_intrinsic "llvm.maximum"({{.*}}) : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
// CHECK: vector.store {{.*}} {alignment = 16 : i64} : memref<8192xf16>, vector<8xf16>
// CHECK: nvvm.vote.sync any
// CHECK: nvvm.redux.sync
// CHECK: memref.atomic_rmw maxu {{.*}}, %[[REPORT]][%c1]
// CHECK-NOT: gpu.launch
// CHECK: return
func.func private @rows(%x: tensor<16x512xf16>, %out: tensor<16x512xf16>, %report: tensor<12xi64>) -> (tensor<16x512xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<fused_bits>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i16
  %mask = arith.constant 32767 : i16
  %ninf = arith.constant 0xFC00 : f16
  %r = tensor.empty() : tensor<16xf16>
  %m0 = linalg.fill ins(%ninf : f16) outs(%r : tensor<16xf16>) -> tensor<16xf16>
  %m = linalg.generic {indexing_maps = [#two, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<16x512xf16>) outs(%m0 : tensor<16xf16>) {
  ^bb0(%a: f16, %o: f16):
    %v = arith.maximumf %a, %o : f16
    linalg.yield %v : f16
  } -> tensor<16xf16>
  %d = linalg.generic {indexing_maps = [#two, #row, #two], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<16x512xf16>, tensor<16xf16>) outs(%out : tensor<16x512xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %v = arith.subf %a, %b : f16
    linalg.yield %v : f16
  } -> tensor<16x512xf16>
  %e = tensor.empty() : tensor<i16>
  %s0 = linalg.fill ins(%zero : i16) outs(%e : tensor<i16>) -> tensor<i16>
  %s = linalg.generic {indexing_maps = [#two, #none], iterator_types = ["reduction", "reduction"]} ins(%d : tensor<16x512xf16>) outs(%s0 : tensor<i16>) {
  ^bb0(%a: f16, %o: i16):
    %b = arith.bitcast %a : f16 to i16
    %v = arith.andi %b, %mask : i16
    %w = arith.maxui %v, %o : i16
    linalg.yield %w : i16
  } -> tensor<i16>
  %max = tensor.extract %s[] : tensor<i16>
  %wide = arith.extui %max : i16 to i64
  %r1 = tensor.insert %wide into %report[%c1] : tensor<12xi64>
  %r2 = tensor.insert %one into %r1[%c0] : tensor<12xi64>
  return %d, %r2 : tensor<16x512xf16>, tensor<12xi64>
}

// -----

#two = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A row of run-time length is read again after each reduction; warps meet in
// shared memory.
// CHECK-LABEL: func.func private @long_rows(
// CHECK: gpu.launch
// CHECK-SAME: workgroup(%[[CELLS:.*]] : memref<8xf32, #gpu.address_space<workgroup>>)
// CHECK: scf.for
// CHECK: memref.load {{.*}} : memref<?xf32>
// CHECK: arith.maximumf
// CHECK: memref.store {{.*}}, %[[CELLS]]
// CHECK: gpu.barrier
// CHECK: memref.load %[[CELLS]]
// CHECK: scf.for
// CHECK: arith.subf
// CHECK: memref.store
// CHECK-NOT: gpu.launch
// CHECK: return
func.func private @long_rows(%x: tensor<?x?xf32>, %out: tensor<?x?xf32>) -> tensor<?x?xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %c0 = arith.constant 0 : index
  %ninf = arith.constant 0xFF800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %r = tensor.empty(%n) : tensor<?xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%r : tensor<?xf32>) -> tensor<?xf32>
  %m = linalg.generic {indexing_maps = [#two, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%m0 : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.maximumf %a, %o : f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  %d = linalg.generic {indexing_maps = [#two, #row, #two], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<?x?xf32>, tensor<?xf32>) outs(%out : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.subf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<?x?xf32>
  return %d : tensor<?x?xf32>
}

// -----

#one = affine_map<(d0) -> (d0)>

// 16-byte accesses, and what is left of them one by one.
// CHECK-LABEL: func.func private @elements(
// CHECK: gpu.launch
// CHECK: %[[WHOLE:.*]] = arith.cmpi ult, %{{.*}}, %c1000
// CHECK-NEXT: scf.if %[[WHOLE]] {
// CHECK-NEXT: vector.load {{.*}} {alignment = 16 : i64} : memref<1001xf16>, vector<8xf16>
// CHECK: vector.store {{.*}} {alignment = 16 : i64} : memref<1001xf16>, vector<8xf16>
// CHECK: scf.if
// CHECK: memref.load {{.*}} : memref<1001xf16>
// CHECK: memref.store {{.*}} : memref<1001xf16>
func.func private @elements(%x: tensor<1001xf16>, %out: tensor<1001xf16>) -> tensor<1001xf16> attributes {nanguard.form = #nanguard.form<fused>} {
  %d = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%x : tensor<1001xf16>) outs(%out : tensor<1001xf16>) {
  ^bb0(%a: f16, %o: f16):
    %v = arith.mulf %a, %a : f16
    linalg.yield %v : f16
  } -> tensor<1001xf16>
  return %d : tensor<1001xf16>
}

// -----

#two = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#none = affine_map<(d0, d1) -> ()>

// A softmax divides once a row: its quotients come from the reciprocal and one
// step of the remainder. The largest of them is the reciprocal, so that the scan
// looks at no element, and the flag goes into the report's first column together
// with a constant.
// CHECK-LABEL: func.func private @softmax(
// CHECK-SAME: %{{.*}}: memref<16x512xf16>, %{{.*}}: memref<16x512xf16>, %[[REPORT:.*]]: memref<12xi64>)
// CHECK: gpu.launch
// CHECK: memref.atomic_rmw ori %c9_i64, %[[REPORT]][%c0]
// CHECK: %[[R:.*]] = arith.divf %cst{{.*}}, %[[L:.*]] : f32
// CHECK-NEXT: %[[MINUS:.*]] = arith.negf %[[L]] : f32
// CHECK-NEXT: %[[Q:.*]] = arith.mulf %[[E:.*]], %[[R]] : f32
// CHECK-NEXT: %[[REST:.*]] = math.fma %[[MINUS]], %[[Q]], %[[E]] : f32
// CHECK-NEXT: %[[Y:.*]] = math.fma %[[REST]], %[[R]], %[[Q]] : f32
// CHECK-NEXT: arith.truncf %[[Y]] : f32 to f16
// CHECK-NOT: llvm.maximum
// CHECK-COUNT-2: vector.store
// CHECK: %[[TOP:.*]] = arith.divf %cst{{.*}}, %[[L]] : f32
// CHECK-NEXT: arith.truncf %[[TOP]] : f32 to f16
// CHECK: %[[ANY:.*]] = arith.cmpf ogt, %[[L]]
// CHECK: memref.atomic_rmw maxu {{.*}}, %[[REPORT]][%c1]
// CHECK: arith.select %[[ANY]], %c65536_i64, %c0_i64
// CHECK: memref.atomic_rmw ori {{.*}}, %[[REPORT]][%c0]
// CHECK-NOT: gpu.launch
// CHECK: return
func.func private @softmax(%x: tensor<16x512xf16>, %out: tensor<16x512xf16>, %report: tensor<12xi64>) -> (tensor<16x512xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<safe>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nine = arith.constant 9 : i64
  %bit = arith.constant 65536 : i64
  %none = arith.constant 0 : i64
  %zero16 = arith.constant 0 : i16
  %mask = arith.constant 32767 : i16
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %r = tensor.empty() : tensor<16xf32>
  %w = tensor.empty() : tensor<16x512xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%r : tensor<16xf32>) -> tensor<16xf32>
  %m = linalg.generic {indexing_maps = [#two, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<16x512xf16>) outs(%m0 : tensor<16xf32>) {
  ^bb0(%a: f16, %o: f32):
    %e = arith.extf %a : f16 to f32
    %v = arith.maximumf %e, %o : f32
    linalg.yield %v : f32
  } -> tensor<16xf32>
  %e = linalg.generic {indexing_maps = [#two, #row, #two], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<16x512xf16>, tensor<16xf32>) outs(%w : tensor<16x512xf32>) {
  ^bb0(%a: f16, %b: f32, %o: f32):
    %f = arith.extf %a : f16 to f32
    %s = arith.subf %f, %b : f32
    %v = math.exp %s : f32
    linalg.yield %v : f32
  } -> tensor<16x512xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%r : tensor<16xf32>) -> tensor<16xf32>
  %l = linalg.generic {indexing_maps = [#two, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<16x512xf32>) outs(%l0 : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %o : f32
    linalg.yield %v : f32
  } -> tensor<16xf32>
  %y = linalg.generic {indexing_maps = [#two, #row, #two], iterator_types = ["parallel", "parallel"]} ins(%e, %l : tensor<16x512xf32>, tensor<16xf32>) outs(%out : tensor<16x512xf16>) {
  ^bb0(%a: f32, %b: f32, %o: f16):
    %q = arith.divf %a, %b : f32
    %v = arith.truncf %q : f32 to f16
    linalg.yield %v : f16
  } -> tensor<16x512xf16>
  %es = tensor.empty() : tensor<i16>
  %s0 = linalg.fill ins(%zero16 : i16) outs(%es : tensor<i16>) -> tensor<i16>
  %s = linalg.generic {indexing_maps = [#two, #none], iterator_types = ["reduction", "reduction"]} ins(%y : tensor<16x512xf16>) outs(%s0 : tensor<i16>) {
  ^bb0(%a: f16, %o: i16):
    %b = arith.bitcast %a : f16 to i16
    %v = arith.andi %b, %mask : i16
    %u = arith.maxui %v, %o : i16
    linalg.yield %u : i16
  } -> tensor<i16>
  %ef = tensor.empty() : tensor<i64>
  %f0 = linalg.fill ins(%none : i64) outs(%ef : tensor<i64>) -> tensor<i64>
  %f = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%l : tensor<16xf32>) outs(%f0 : tensor<i64>) {
  ^bb0(%a: f32, %o: i64):
    %b = arith.cmpf ogt, %a, %two : f32
    %v = arith.extui %b : i1 to i64
    %u = arith.ori %v, %o : i64
    linalg.yield %u : i64
  } -> tensor<i64>
  %max = tensor.extract %s[] : tensor<i16>
  %wide = arith.extui %max : i16 to i64
  %r1 = tensor.insert %wide into %report[%c1] : tensor<12xi64>
  %r2 = tensor.insert %nine into %r1[%c0] : tensor<12xi64>
  %flag = tensor.extract %f[] : tensor<i64>
  %some = arith.cmpi ne, %flag, %none : i64
  %chosen = arith.select %some, %bit, %none : i64
  %both = arith.ori %chosen, %nine : i64
  %r3 = tensor.insert %both into %r2[%c0] : tensor<12xi64>
  return %y, %r3 : tensor<16x512xf16>, tensor<12xi64>
}

// -----

#two = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Products that are only summed up go in by fma, each half of a chunk's four.
// CHECK-LABEL: func.func private @squares(
// CHECK: gpu.launch
// CHECK: %[[A:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: %[[C:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK-NEXT: %[[B:.*]] = math.fma %{{.*}}, %{{.*}}, %[[A]] : f32
// CHECK-NEXT: %[[D:.*]] = math.fma %{{.*}}, %{{.*}}, %[[C]] : f32
// CHECK-NEXT: arith.addf %[[B]], %[[D]] : f32
// CHECK: return
func.func private @squares(%x: tensor<16x128xf32>, %out: tensor<16xf32>) -> tensor<16xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%out : tensor<16xf32>) -> tensor<16xf32>
  %s = linalg.generic {indexing_maps = [#two, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<16x128xf32>) outs(%f : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.mulf %a, %a : f32
    %v = arith.addf %o, %p : f32
    linalg.yield %v : f32
  } -> tensor<16xf32>
  return %s : tensor<16xf32>
}

// -----

#two = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Threads past the end of a row, and in rows past the end, read nothing.
// CHECK-LABEL: func.func private @idle_threads(
// CHECK-DAG: %[[ONES:.*]] = arith.constant dense<1.000000e+00> : vector<8xf16>
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f16
// CHECK: gpu.launch
// CHECK: %[[IN_ROWS:.*]] = arith.cmpi ult, %[[ROW:.*]], %dim
// CHECK: %[[IN_ROW:.*]] = arith.cmpi ult, %{{.*}}, %c40
// CHECK: %[[VALID:.*]] = arith.andi %[[IN_ROWS]], %[[IN_ROW]]
// CHECK: scf.if %[[VALID]] -> (vector<8xf16>) {
// CHECK-NEXT: %[[X:.*]] = vector.load
// CHECK-NEXT: scf.yield %[[X]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[ONES]]
// CHECK: arith.select %[[VALID]]
// CHECK: scf.if %[[IN_ROWS]] -> (f16) {
// CHECK-NEXT: %[[S:.*]] = memref.load %{{.*}}[%[[ROW]]]
// CHECK-NEXT: scf.yield %[[S]]
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %[[ONE]]
// CHECK: scf.if %[[VALID]] {
// CHECK-NEXT: vector.store
func.func private @idle_threads(%x: tensor<?x40xf16>, %y: tensor<?xf16>, %out: tensor<?x40xf16>) -> tensor<?x40xf16> attributes {nanguard.form = #nanguard.form<fused>} {
  %c0 = arith.constant 0 : index
  %ninf = arith.constant 0xFC00 : f16
  %rows = tensor.dim %x, %c0 : tensor<?x40xf16>
  %r = tensor.empty(%rows) : tensor<?xf16>
  %m0 = linalg.fill ins(%ninf : f16) outs(%r : tensor<?xf16>) -> tensor<?xf16>
  %m = linalg.generic {indexing_maps = [#two, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x40xf16>) outs(%m0 : tensor<?xf16>) {
  ^bb0(%a: f16, %o: f16):
    %v = arith.maximumf %a, %o : f16
    linalg.yield %v : f16
  } -> tensor<?xf16>
  %d = linalg.generic {indexing_maps = [#two, #row, #row, #two], iterator_types = ["parallel", "parallel"]} ins(%x, %m, %y : tensor<?x40xf16>, tensor<?xf16>, tensor<?xf16>) outs(%out : tensor<?x40xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16, %o: f16):
    %s = arith.subf %a, %b : f16
    %v = arith.mulf %s, %c : f16
    linalg.yield %v : f16
  } -> tensor<?x40xf16>
  return %d : tensor<?x40xf16>
}

// -----

#one = affine_map<(d0) -> (d0)>

// What it overwrites is read by another op: the function stays on tensors.
// REMARK: remark: @reads_out is mapped op by op: an out is read
// CHECK-LABEL: func.func private @reads_out(
// CHECK-SAME: tensor<8xf32>
func.func private @reads_out(%x: tensor<8xf32>, %out: tensor<8xf32>) -> tensor<8xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %d = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]} ins(%x, %out : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.mulf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %d : tensor<8xf32>
}

// -----

#one = affine_map<(d0) -> (d0)>

// Each element is read by the op whose result replaces it.
// CHECK-LABEL: func.func private @updates_out(
// CHECK-SAME: %[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[X]] : memref<8xf32>) outs(%[[OUT]] : memref<8xf32>)
func.func private @updates_out(%x: tensor<8xf32>, %out: tensor<8xf32>) -> tensor<8xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %d = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%out : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.mulf %a, %o : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %d : tensor<8xf32>
}

// -----

#two = affine_map<(d0, d1) -> (d0, d1)>

// One launch: three stages of swizzled tiles, then the cast on the accumulators.
// 40 columns do not fill the tile: what lies outside is neither read nor stored.
// CHECK-LABEL: func.func private @matmul(
// CHECK: gpu.launch
// CHECK-SAME: workgroup(%[[A:.*]] : memref<3x32x32xf16, #gpu.address_space<workgroup>>, %[[B:.*]] : memref<3x64x32xf16, #gpu.address_space<workgroup>>)
// CHECK: nvgpu.device_async_copy {{.*}}, %[[A]][{{.*}}], 8 {bypassL1} : memref<64x64xf16> to memref<3x32x32xf16, #gpu.address_space<workgroup>>
// CHECK: nvgpu.device_async_copy {{.*}}, %[[B]][{{.*}}], 8, %{{.*}} {bypassL1} : memref<40x64xf16> to memref<3x64x32xf16, #gpu.address_space<workgroup>>
// CHECK: nvvm.cp.async.commit.group
// CHECK: scf.for
// CHECK: nvvm.cp.async.wait.group 1
// CHECK-NEXT: gpu.barrier
// CHECK: nvgpu.ldmatrix %[[A]][{{.*}}] {numTiles = 4 : i32, transpose = false}
// CHECK: nvgpu.ldmatrix %[[B]][{{.*}}] {numTiles = 4 : i32, transpose = false}
// CHECK: nvvm.mma.sync
// CHECK: arith.truncf
// CHECK: scf.if
// CHECK: vector.store {{.*}} {alignment = 4 : i64} : memref<2560xf16>, vector<2xf16>
// CHECK-NOT: gpu.launch
// CHECK: return
func.func private @matmul(%a: tensor<64x64xf16>, %b: tensor<40x64xf16>, %out: tensor<64x40xf16>) -> tensor<64x40xf16> attributes {nanguard.form = #nanguard.form<fused>} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x40xf32>) -> tensor<64x40xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<64x64xf16>, tensor<40x64xf16>) outs(%f : tensor<64x40xf32>) {
  ^bb0(%x: f16, %y: f16, %o: f32):
    %xw = arith.extf %x : f16 to f32
    %yw = arith.extf %y : f16 to f32
    %p = arith.mulf %xw, %yw : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x40xf32>
  %d = linalg.generic {indexing_maps = [#two, #two], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<64x40xf32>) outs(%out : tensor<64x40xf16>) {
  ^bb0(%x: f32, %o: f16):
    %v = arith.truncf %x : f32 to f16
    linalg.yield %v : f16
  } -> tensor<64x40xf16>
  return %d : tensor<64x40xf16>
}

// -----

#two = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>

// A thread's two times two columns are read once of a bias, for all its rows.
// CHECK-LABEL: func.func private @bias(
// CHECK: scf.for
// CHECK-COUNT-2: vector.load {{.*}} : memref<40xf16>, vector<2xf16>
// CHECK-NOT: load {{.*}} : memref<40xf16>
// CHECK: return
func.func private @bias(%a: tensor<64x64xf16>, %b: tensor<40x64xf16>, %bias: tensor<40xf16>, %out: tensor<64x40xf16>) -> tensor<64x40xf16> attributes {nanguard.form = #nanguard.form<fused>} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x40xf32>) -> tensor<64x40xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<64x64xf16>, tensor<40x64xf16>) outs(%f : tensor<64x40xf32>) {
  ^bb0(%x: f16, %y: f16, %o: f32):
    %xw = arith.extf %x : f16 to f32
    %yw = arith.extf %y : f16 to f32
    %p = arith.mulf %xw, %yw : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x40xf32>
  %d = linalg.generic {indexing_maps = [#two, #column, #two], iterator_types = ["parallel", "parallel"]} ins(%c, %bias : tensor<64x40xf32>, tensor<40xf16>) outs(%out : tensor<64x40xf16>) {
  ^bb0(%x: f32, %y: f16, %o: f16):
    %w = arith.extf %y : f16 to f32
    %p = arith.addf %x, %w : f32
    %v = arith.truncf %p : f32 to f16
    linalg.yield %v : f16
  } -> tensor<64x40xf16>
  return %d : tensor<64x40xf16>
}

// -----

#q = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#k = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#v = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#o = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#three = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#rows = affine_map<(d0, d1, d2) -> (d0, d1)>

// Scores, softmax and values: one launch of four warps, tiles of 64 queries and
// 64 keys with heads of 32. 100 keys end inside a tile: those past it weigh 0.
// CHECK-LABEL: func.func private @attention(
// CHECK: gpu.launch
// CHECK-SAME: in (%{{.*}} = %c8,
// CHECK-SAME: in (%{{.*}} = %c128,
// CHECK-SAME: workgroup(%[[Q:.*]] : memref<1x64x32xf16, #gpu.address_space<workgroup>>, %[[K:.*]] : memref<1x64x32xf16, #gpu.address_space<workgroup>>, %[[V:.*]] : memref<1x64x32xf16, #gpu.address_space<workgroup>>)
// CHECK-COUNT-2: nvgpu.ldmatrix %[[Q]]
// CHECK: scf.for
// CHECK: nvgpu.ldmatrix %[[K]]
// CHECK: nvvm.mma.sync
// CHECK: arith.maximumf
// CHECK: math.exp
// CHECK: arith.truncf {{.*}} : f32 to f16
// CHECK: nvgpu.ldmatrix %[[V]][{{.*}}] {numTiles = 4 : i32, transpose = true}
// CHECK: nvvm.mma.sync
// CHECK: scf.yield
// CHECK: arith.divf
// CHECK: vector.store
// CHECK-NOT: gpu.launch
// CHECK: return
func.func private @attention(%q: tensor<4x100x32xf16>, %k: tensor<4x100x32xf16>, %v: tensor<4x100x32xf16>, %out: tensor<4x100x32xf16>) -> tensor<4x100x32xf16> attributes {nanguard.form = #nanguard.form<fused>} {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %se = tensor.empty() : tensor<4x100x100xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<4x100x100xf32>) -> tensor<4x100x100xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<4x100x32xf16>, tensor<4x100x32xf16>) outs(%s0 : tensor<4x100x100xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %aw = arith.extf %a : f16 to f32
    %bw = arith.extf %b : f16 to f32
    %p = arith.mulf %aw, %bw : f32
    %r = arith.addf %c, %p : f32
    linalg.yield %r : f32
  } -> tensor<4x100x100xf32>
  %re = tensor.empty() : tensor<4x100xf32>
  %m0 = linalg.fill ins(%ninf : f32) outs(%re : tensor<4x100xf32>) -> tensor<4x100xf32>
  %m = linalg.generic {indexing_maps = [#three, #rows], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : tensor<4x100x100xf32>) outs(%m0 : tensor<4x100xf32>) {
  ^bb0(%a: f32, %c: f32):
    %r = arith.maximumf %a, %c : f32
    linalg.yield %r : f32
  } -> tensor<4x100xf32>
  %e = linalg.generic {indexing_maps = [#three, #rows, #three], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %m : tensor<4x100x100xf32>, tensor<4x100xf32>) outs(%se : tensor<4x100x100xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<4x100x100xf32>
  %l0 = linalg.fill ins(%zero : f32) outs(%re : tensor<4x100xf32>) -> tensor<4x100xf32>
  %l = linalg.generic {indexing_maps = [#three, #rows], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<4x100x100xf32>) outs(%l0 : tensor<4x100xf32>) {
  ^bb0(%a: f32, %c: f32):
    %r = arith.addf %a, %c : f32
    linalg.yield %r : f32
  } -> tensor<4x100xf32>
  %pe = tensor.empty() : tensor<4x100x100xf16>
  %w = linalg.generic {indexing_maps = [#three, #rows, #three], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %l : tensor<4x100x100xf32>, tensor<4x100xf32>) outs(%pe : tensor<4x100x100xf16>) {
  ^bb0(%a: f32, %b: f32, %c: f16):
    %d = arith.divf %a, %b : f32
    %r = arith.truncf %d : f32 to f16
    linalg.yield %r : f16
  } -> tensor<4x100x100xf16>
  %oe = tensor.empty() : tensor<4x100x32xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<4x100x32xf32>) -> tensor<4x100x32xf32>
  %o = linalg.generic {indexing_maps = [#q, #v, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%w, %v : tensor<4x100x100xf16>, tensor<4x100x32xf16>) outs(%o0 : tensor<4x100x32xf32>) {
  ^bb0(%a: f16, %b: f16, %c: f32):
    %aw = arith.extf %a : f16 to f32
    %bw = arith.extf %b : f16 to f32
    %p = arith.mulf %aw, %bw : f32
    %r = arith.addf %c, %p : f32
    linalg.yield %r : f32
  } -> tensor<4x100x32xf32>
  %y = linalg.generic {indexing_maps = [#three, #three], iterator_types = ["parallel", "parallel", "parallel"]} ins(%o : tensor<4x100x32xf32>) outs(%out : tensor<4x100x32xf16>) {
  ^bb0(%a: f32, %c: f16):
    %r = arith.truncf %a : f32 to f16
    linalg.yield %r : f16
  } -> tensor<4x100x32xf16>
  return %y : tensor<4x100x32xf16>
}

// -----

#two = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>

// An element of its choice of what the first launch makes: a launch of its own.
// CHECK-LABEL: func.func private @gathers(
// CHECK: gpu.launch
// CHECK: vector.store
// CHECK: gpu.terminator
// CHECK: gpu.launch
// CHECK: memref.load
// CHECK: gpu.terminator
// CHECK: return
func.func private @gathers(%x: tensor<4x64xf32>, %at: tensor<4xi64>, %out: tensor<4xf32>) -> tensor<4xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %zero = arith.constant 0.0 : f32
  %r = tensor.empty() : tensor<4xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%r : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#two, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x64xf32>) outs(%s0 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %o : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  %e = tensor.empty() : tensor<4x64xf32>
  %d = linalg.generic {indexing_maps = [#two, #row, #two], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<4x64xf32>, tensor<4xf32>) outs(%e : tensor<4x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.subf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<4x64xf32>
  %y = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%at : tensor<4xi64>) outs(%out : tensor<4xf32>) {
  ^bb0(%n: i64, %o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %n : i64 to index
    %v = tensor.extract %d[%i, %j] : tensor<4x64xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

#none = affine_map<() -> ()>

// A scan of a single element is mapped op by op: it goes into the report in the end.
// CHECK-LABEL: func.func private @single(
// CHECK-SAME: %[[REPORT:[a-z0-9]*]]: memref<12xi64>)
// CHECK: %[[MAX:.*]] = memref.load %{{.*}}[] : memref<i32>
// CHECK: %[[WIDE:.*]] = arith.extui %[[MAX]] : i32 to i64
// CHECK: memref.store %[[WIDE]], %[[REPORT]][%c1]
func.func private @single(%x: tensor<f32>, %out: tensor<f32>, %report: tensor<12xi64>) -> (tensor<f32>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<fused_bits>} {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %mask = arith.constant 2147483647 : i32
  %y = linalg.generic {indexing_maps = [#none, #none], iterator_types = []} ins(%x : tensor<f32>) outs(%out : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %v = math.sqrt %a : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  %e = tensor.empty() : tensor<i32>
  %s0 = linalg.fill ins(%zero : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %s = linalg.generic {indexing_maps = [#none, #none], iterator_types = []} ins(%y : tensor<f32>) outs(%s0 : tensor<i32>) {
  ^bb0(%a: f32, %o: i32):
    %b = arith.bitcast %a : f32 to i32
    %v = arith.andi %b, %mask : i32
    %w = arith.maxui %v, %o : i32
    linalg.yield %w : i32
  } -> tensor<i32>
  %max = tensor.extract %s[] : tensor<i32>
  %wide = arith.extui %max : i32 to i64
  %r = tensor.insert %wide into %report[%c1] : tensor<12xi64>
  return %y, %r : tensor<f32>, tensor<12xi64>
}

// -----

#one = affine_map<(d0) -> (d0)>

// More elements than a GPU's threads take at once: the blocks take chunks in
// turn. The form need not find the maximum: products with 0 tell of a NaN or
// Inf, and only then what was stored is looked at. The status that the plan's
// caller adds is not stored.
// CHECK-LABEL: func.func private @asks(
// CHECK-SAME: %{{.*}}: memref<4194304xf16>, %{{.*}}: memref<4194304xf16>, %[[REPORT:.*]]: memref<12xi64>)
// CHECK-SAME: report_status = 1 : i64
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %c1024,
// CHECK-NOT: atomic
// CHECK: scf.for
// CHECK: vector.load {{.*}} vector<8xf16>
// CHECK: nvvm.mma.sync
// CHECK: vector.store {{.*}} vector<8xf16>
// CHECK: arith.ori
// CHECK: arith.cmpi ne
// CHECK: scf.if
// CHECK: scf.for
// CHECK: vector.load {{.*}} vector<8xf16>
// CHECK: memref.atomic_rmw maxu {{.*}}, %[[REPORT]][%c1]
// CHECK-NOT: %[[REPORT]][%c0]
// CHECK: return
func.func private @asks(%x: tensor<4194304xf16>, %out: tensor<4194304xf16>, %report: tensor<12xi64>) -> (tensor<4194304xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<fused_finite>, nanguard.told_status = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %scanned = arith.constant 1 : i64
  %zero = arith.constant 0 : i16
  %mask = arith.constant 32767 : i16
  %d = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]} ins(%x : tensor<4194304xf16>) outs(%out : tensor<4194304xf16>) {
  ^bb0(%a: f16, %o: f16):
    %v = arith.mulf %a, %a : f16
    linalg.yield %v : f16
  } -> tensor<4194304xf16>
  %e = tensor.empty() : tensor<i16>
  %f = linalg.fill ins(%zero : i16) outs(%e : tensor<i16>) -> tensor<i16>
  %s = linalg.generic {indexing_maps = [#one, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%d : tensor<4194304xf16>) outs(%f : tensor<i16>) {
  ^bb0(%a: f16, %o: i16):
    %b = arith.bitcast %a : f16 to i16
    %m = arith.andi %b, %mask : i16
    %t = arith.maxui %m, %o : i16
    linalg.yield %t : i16
  } -> tensor<i16>
  %bits = tensor.extract %s[] : tensor<i16>
  %wide = arith.extui %bits : i16 to i64
  %r0 = tensor.insert %wide into %report[%c1] : tensor<12xi64>
  %r1 = tensor.insert %scanned into %r0[%c0] : tensor<12xi64>
  return %d, %r1 : tensor<4194304xf16>, tensor<12xi64>
}

// -----

#in = affine_map<(n, h, w, f, i, j, c) -> (n, h + i, w + j, c)>
#weight = affine_map<(n, h, w, f, i, j, c) -> (f, i, j, c)>
#out = affine_map<(n, h, w, f, i, j, c) -> (n, h, w, f)>

// A convolution reads what lies in its padding: a launch, no buffer, and what is
// outside, below in rows and columns or behind the last row, is copied as 0.
// CHECK-LABEL: func.func private @padded(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<2x8x8x32xf16>
// CHECK-NOT: alloc
// CHECK: %[[SOURCE:.*]] = memref.collapse_shape %[[X]] {{.*}} into memref<4096xf16>
// CHECK: gpu.launch
// CHECK: arith.cmpi uge, %{{.*}}, %c1 : index
// CHECK: arith.cmpi ult, %{{.*}}, %c9 : index
// CHECK: arith.cmpi uge, %{{.*}}, %c2 : index
// CHECK-NOT: arith.cmpi ult, %{{.*}}, %c10 : index
// CHECK: nvgpu.device_async_copy %[[SOURCE]]
// CHECK: nvvm.mma.sync
// CHECK-NOT: gpu.launch
// CHECK: return
func.func private @padded(%x: tensor<2x8x8x32xf16>, %w: tensor<16x3x3x32xf16>, %out: tensor<2x8x8x16xf32>) -> tensor<2x8x8x16xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %zero = arith.constant 0.0 : f16
  %start = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 2, 0] high[0, 1, 0, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f16
  } : tensor<2x8x8x32xf16> to tensor<2x10x10x32xf16>
  %f = linalg.fill ins(%start : f32) outs(%out : tensor<2x8x8x16xf32>) -> tensor<2x8x8x16xf32>
  %y = linalg.generic {indexing_maps = [#in, #weight, #out], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%p, %w : tensor<2x10x10x32xf16>, tensor<16x3x3x32xf16>) outs(%f : tensor<2x8x8x16xf32>) {
  ^bb0(%a: f16, %b: f16, %o: f32):
    %u = arith.extf %a : f16 to f32
    %v = arith.extf %b : f16 to f32
    %m = arith.mulf %u, %v : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x8x8x16xf32>
  return %y : tensor<2x8x8x16xf32>
}

// -----

#in = affine_map<(h, w, f, i, c) -> (h + i, w, c)>
#weight = affine_map<(h, w, f, i, c) -> (f, i, c)>
#out = affine_map<(h, w, f, i, c) -> (h, w, f)>

// As much in front as only the run knows, or another number than 0: a buffer.
// CHECK-LABEL: func.func private @late(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<8x8x8xf32>, %[[N:[a-z0-9]*]]: index
// CHECK: %[[ALL:.*]] = memref.alloc({{.*}}) : memref<?x8x8xf32>
// CHECK: linalg.fill ins({{.*}}) outs(%[[ALL]] : memref<?x8x8xf32>)
// CHECK: %[[IN:.*]] = memref.subview %[[ALL]][%[[N]], 0, 0] [8, 8, 8] [1, 1, 1]
// CHECK: memref.copy %[[X]], %[[IN]]
// CHECK: gpu.launch
// CHECK: return
func.func private @late(%x: tensor<8x8x8xf32>, %n: index, %w: tensor<8x3x8xf32>, %out: tensor<?x8x8xf32>) -> tensor<?x8x8xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %start = arith.constant 0.0 : f32
  %p = tensor.pad %x low[%n, 0, 0] high[0, 0, 0] {
  ^bb0(%a: index, %b: index, %c: index):
    tensor.yield %start : f32
  } : tensor<8x8x8xf32> to tensor<?x8x8xf32>
  %f = linalg.fill ins(%start : f32) outs(%out : tensor<?x8x8xf32>) -> tensor<?x8x8xf32>
  %y = linalg.generic {indexing_maps = [#in, #weight, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%p, %w : tensor<?x8x8xf32>, tensor<8x3x8xf32>) outs(%f : tensor<?x8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<?x8x8xf32>
  return %y : tensor<?x8x8xf32>
}
// CHECK-LABEL: func.func private @ones(
// CHECK: memref.alloc() : memref<10x8x8xf32>
// CHECK: gpu.launch
// CHECK: return
func.func private @ones(%x: tensor<8x8x8xf32>, %w: tensor<8x3x8xf32>, %out: tensor<8x8x8xf32>) -> tensor<8x8x8xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %one = arith.constant 1.0 : f32
  %start = arith.constant 0.0 : f32
  %p = tensor.pad %x low[1, 0, 0] high[1, 0, 0] {
  ^bb0(%a: index, %b: index, %c: index):
    tensor.yield %one : f32
  } : tensor<8x8x8xf32> to tensor<10x8x8xf32>
  %f = linalg.fill ins(%start : f32) outs(%out : tensor<8x8x8xf32>) -> tensor<8x8x8xf32>
  %y = linalg.generic {indexing_maps = [#in, #weight, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%p, %w : tensor<10x8x8xf32>, tensor<8x3x8xf32>) outs(%f : tensor<8x8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<8x8x8xf32>
  return %y : tensor<8x8x8xf32>
}

// -----

#in = affine_map<(c, w, j) -> (c, w + j)>
#weight = affine_map<(c, w, j) -> (c, j)>
#out = affine_map<(c, w, j) -> (c, w)>

// Rows gather: where the window is outside, from the first place, and have 0.
// CHECK-LABEL: func.func private @depthwise(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<8x32xf32>
// CHECK-NOT: alloc
// CHECK: gpu.launch
// CHECK: %[[IN:.*]] = arith.andi
// CHECK: %[[AT:.*]] = arith.select %[[IN]], %{{.*}}, %c0 : index
// CHECK: %[[READ:.*]] = memref.load %[[X]][%{{.*}}, %[[AT]]]
// CHECK: arith.select %[[IN]], %{{.*}}, %cst : f32
// CHECK-NOT: gpu.launch
// CHECK: return
func.func private @depthwise(%x: tensor<8x32xf32>, %w: tensor<8x3xf32>, %out: tensor<8x32xf32>) -> tensor<8x32xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1] high[0, 1] {
  ^bb0(%a: index, %b: index):
    tensor.yield %zero : f32
  } : tensor<8x32xf32> to tensor<8x34xf32>
  %f = linalg.fill ins(%zero : f32) outs(%out : tensor<8x32xf32>) -> tensor<8x32xf32>
  %y = linalg.generic {indexing_maps = [#in, #weight, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %w : tensor<8x34xf32>, tensor<8x3xf32>) outs(%f : tensor<8x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<8x32xf32>
  return %y : tensor<8x32xf32>
}

// What is padded may have no element at all: a buffer.
// CHECK-LABEL: func.func private @empty(
// CHECK: memref.alloc({{.*}}) : memref<8x?xf32>
// CHECK: gpu.launch
// CHECK: return
func.func private @empty(%x: tensor<8x?xf32>, %w: tensor<8x3xf32>, %out: tensor<8x?xf32>) -> tensor<8x?xf32> attributes {nanguard.form = #nanguard.form<fused>} {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1] high[0, 1] {
  ^bb0(%a: index, %b: index):
    tensor.yield %zero : f32
  } : tensor<8x?xf32> to tensor<8x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%out : tensor<8x?xf32>) -> tensor<8x?xf32>
  %y = linalg.generic {indexing_maps = [#in, #weight, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%p, %w : tensor<8x?xf32>, tensor<8x3xf32>) outs(%f : tensor<8x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<8x?xf32>
  return %y : tensor<8x?xf32>
}

// -----

#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>

// Sixteen bytes make as many halves, two accesses of 16 bytes: buffers start at
// no larger multiple. A thread whose product with 0 is none tells what it has
// stored where that is the reason.
// CHECK-LABEL: func.func private @asks_of_bytes(
// CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<1048576xi8>, vector<16xi8>
// CHECK-COUNT-2: nvvm.mma.sync
// CHECK: vector.store %{{.*}} {alignment = 16 : i64} : memref<1048576xf16>, vector<16xf16>
// CHECK: vector.load %{{.*}} {alignment = 16 : i64} : memref<1048576xf16>, vector<16xf16>
// CHECK: arith.cmpi uge, %{{.*}}, %c31744_i16
// CHECK: memref.atomic_rmw maxu
func.func private @asks_of_bytes(%q: tensor<1048576xi8>, %out: tensor<1048576xf16>, %row: tensor<12xi64>) -> (tensor<1048576xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<fused_finite>} {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i16
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%q : tensor<1048576xi8>) outs(%out : tensor<1048576xf16>) {
  ^bb0(%a: i8, %o: f16):
    %f = arith.sitofp %a : i8 to f16
    linalg.yield %f : f16
  } -> tensor<1048576xf16>
  %e = tensor.empty() : tensor<i16>
  %start = linalg.fill ins(%zero : i16) outs(%e : tensor<i16>) -> tensor<i16>
  %scan = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%y : tensor<1048576xf16>) outs(%start : tensor<i16>) {
  ^bb0(%a: f16, %o: i16):
    %mask = arith.constant 32767 : i16
    %bits = arith.bitcast %a : f16 to i16
    %magnitude = arith.andi %bits, %mask : i16
    %max = arith.maxui %magnitude, %o : i16
    linalg.yield %max : i16
  } -> tensor<i16>
  %word = tensor.extract %scan[] : tensor<i16>
  %wide = arith.extui %word : i16 to i64
  %r = tensor.insert %wide into %row[%c1] : tensor<12xi64>
  return %y, %r : tensor<1048576xf16>, tensor<12xi64>
}
