// What is finite whatever arrives loses its guard, with a remark that says
// which and why; what a NaN or Inf may reach keeps it.
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(nanguard-raise,func.func(nanguard-form-clusters),nanguard-prove-finite)' --split-input-file | FileCheck %s
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(nanguard-raise,func.func(nanguard-form-clusters),nanguard-prove-finite)' --split-input-file --remarks-filter=nanguard --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: nanguard-opt %s --guard-tiers --guard-report --split-input-file -o %t 2>&1 | FileCheck %s --check-prefix=REPORT

// A mask of bits, made a bias of 0 or the lowest finite number.
// CHECK-LABEL: func.func @mask_bias(
// CHECK-NOT: nanguard.cluster
// CHECK: {nanguard.harmless = "[-65504, 0]"}
// REMARK: no guard for elementwise: its result is within [-65504, 0]
// REPORT: guard report of @mask_bias
// REPORT: - proven harmless linalg.generic
// REPORT: 0 guarded,
#id = affine_map<(d0) -> (d0)>
func.func @mask_bias(%m: tensor<8xi1>) -> tensor<8xf16> {
  %one = arith.constant 1.0 : f16
  %lowest = arith.constant -65504.0 : f16
  %e = tensor.empty() : tensor<8xf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%m : tensor<8xi1>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: i1, %out: f16):
    %f = arith.uitofp %in : i1 to f16
    %h = arith.subf %one, %f : f16
    %b = arith.mulf %h, %lowest : f16
    linalg.yield %b : f16
  } -> tensor<8xf16>
  return %r : tensor<8xf16>
}

// -----

// Angles of positions: the index is below the extent, and cos of a finite
// number is within a hair of 1.
// CHECK-LABEL: func.func @rotary(
// CHECK-NOT: nanguard.cluster
// CHECK: math.cos
#id = affine_map<(d0) -> (d0)>
func.func @rotary() -> tensor<64xf32> {
  %step = arith.constant 0.1 : f32
  %e = tensor.empty() : tensor<64xf32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<64xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f32
    %a = arith.mulf %f, %step : f32
    %c = math.cos %a : f32
    linalg.yield %c : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// An integer of any size overflows f16.
// CHECK-LABEL: func.func @wide_integer(
// CHECK: nanguard.cluster
#id = affine_map<(d0) -> (d0)>
func.func @wide_integer(%m: tensor<8xi64>) -> tensor<8xf16> {
  %e = tensor.empty() : tensor<8xf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%m : tensor<8xi64>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: i64, %out: f16):
    %f = arith.sitofp %in : i64 to f16
    linalg.yield %f : f16
  } -> tensor<8xf16>
  return %r : tensor<8xf16>
}

// -----

// tanh is bounded, but a NaN that arrives is handed on: the scan stays.
// CHECK-LABEL: func.func @nan_input(
// CHECK: nanguard.cluster
// REPORT: guard report of @nan_input
// REPORT: 1 fused safe unfused
#id = affine_map<(d0) -> (d0)>
func.func @nan_input(%x: tensor<8xf16>) -> tensor<8xf16> {
  %e = tensor.empty() : tensor<8xf16>
  %r = linalg.tanh ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) -> tensor<8xf16>
  return %r : tensor<8xf16>
}

// -----

// A NaN replaced and the rest clamped: the exponential of that is finite.
// CHECK-LABEL: func.func @sanitised(
// CHECK-NOT: nanguard.cluster
// CHECK: math.exp
// A clamp alone keeps a NaN.
// CHECK-LABEL: func.func @clamped(
// CHECK: nanguard.cluster
#id = affine_map<(d0) -> (d0)>
func.func @sanitised(%x: tensor<8xf16>) -> tensor<8xf16> {
  %zero = arith.constant 0.0 : f16
  %low = arith.constant -10.0 : f16
  %high = arith.constant 10.0 : f16
  %e = tensor.empty() : tensor<8xf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %n = arith.cmpf uno, %in, %in : f16
    %a = arith.select %n, %zero, %in : f16
    %b = arith.maximumf %a, %low : f16
    %c = arith.minimumf %b, %high : f16
    %d = math.exp %c : f16
    linalg.yield %d : f16
  } -> tensor<8xf16>
  return %r : tensor<8xf16>
}
func.func @clamped(%x: tensor<8xf16>) -> tensor<8xf16> {
  %low = arith.constant -10.0 : f16
  %high = arith.constant 10.0 : f16
  %e = tensor.empty() : tensor<8xf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %b = arith.maximumf %in, %low : f16
    %c = arith.minimumf %b, %high : f16
    %d = math.exp %c : f16
    linalg.yield %d : f16
  } -> tensor<8xf16>
  return %r : tensor<8xf16>
}

// -----

// A comparison that does not hold says nothing of a NaN, one that does says all.
// CHECK-LABEL: func.func @ordered(
// CHECK-NOT: nanguard.cluster
// CHECK-LABEL: func.func @unordered(
// CHECK: nanguard.cluster
#id = affine_map<(d0) -> (d0)>
func.func @ordered(%x: tensor<8xf16>) -> tensor<8xf16> {
  %low = arith.constant -10.0 : f16
  %high = arith.constant 10.0 : f16
  %e = tensor.empty() : tensor<8xf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %p = arith.cmpf ogt, %in, %low : f16
    %a = arith.select %p, %in, %low : f16
    %q = arith.cmpf olt, %a, %high : f16
    %b = arith.select %q, %a, %high : f16
    %d = math.exp %b : f16
    linalg.yield %d : f16
  } -> tensor<8xf16>
  return %r : tensor<8xf16>
}
func.func @unordered(%x: tensor<8xf16>) -> tensor<8xf16> {
  %low = arith.constant -10.0 : f16
  %high = arith.constant 10.0 : f16
  %e = tensor.empty() : tensor<8xf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %p = arith.cmpf ugt, %in, %low : f16
    %a = arith.select %p, %in, %low : f16
    %q = arith.cmpf ult, %a, %high : f16
    %b = arith.select %q, %a, %high : f16
    %d = math.exp %b : f16
    linalg.yield %d : f16
  } -> tensor<8xf16>
  return %r : tensor<8xf16>
}

// -----

// Through movers and branches of scf, and a sum whose length is known; one
// more bit of magnitude and it overflows. A loop that grows is not finite.
// CHECK-LABEL: func.func @sums(
// CHECK: nanguard.harmless = "[0, 3{{.*}}]"
// CHECK: nanguard.cluster kind(reduction)
// CHECK-NOT: nanguard.cluster
#row = affine_map<(d0, d1) -> (d0, d1)>
#sum = affine_map<(d0, d1) -> (d0)>
func.func @sums(%m: tensor<4x8xi1>) -> (tensor<4xf16>, tensor<4xf16>) {
  %zero = arith.constant 0.0 : f16
  %k = arith.constant 4000.0 : f16
  %big = arith.constant 10000.0 : f16
  %e = tensor.empty() : tensor<4x8xf16>
  %small = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<4x8xi1>) outs(%e : tensor<4x8xf16>) {
  ^bb0(%in: i1, %out: f16):
    %s = arith.select %in, %k, %zero : f16
    linalg.yield %s : f16
  } -> tensor<4x8xf16>
  %large = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<4x8xi1>) outs(%e : tensor<4x8xf16>) {
  ^bb0(%in: i1, %out: f16):
    %s = arith.select %in, %big, %zero : f16
    linalg.yield %s : f16
  } -> tensor<4x8xf16>
  %o = tensor.empty() : tensor<4xf16>
  %f = linalg.fill ins(%zero : f16) outs(%o : tensor<4xf16>) -> tensor<4xf16>
  %0 = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["parallel", "reduction"]} ins(%small : tensor<4x8xf16>) outs(%f : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %s = arith.addf %in, %out : f16
    linalg.yield %s : f16
  } -> tensor<4xf16>
  %1 = linalg.generic {indexing_maps = [#row, #sum], iterator_types = ["parallel", "reduction"]} ins(%large : tensor<4x8xf16>) outs(%f : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %s = arith.addf %in, %out : f16
    linalg.yield %s : f16
  } -> tensor<4xf16>
  return %0, %1 : tensor<4xf16>, tensor<4xf16>
}

// -----

// A softmax of finite scores is within [0, 1]: each row minus its maximum, and
// over its own sum, which is 1 or more. Of an argument it may be NaN.
// CHECK-LABEL: func.func @softmax(
// CHECK: nanguard.harmless = "[0, 1]"
// CHECK: nanguard.cluster kind(softmax)
// CHECK-NOT: nanguard.cluster
func.func @softmax(%m: tensor<4x8xi1>, %x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %scores = arith.uitofp %m : tensor<4x8xi1> to tensor<4x8xf32>
  %0 = linalg.softmax dimension(1) ins(%scores : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// A maximum is the row's own only if it starts below all numbers, and only of
// the row that is summed up: else all weights may be 0, and 0 / 0 is NaN.
// CHECK-LABEL: func.func @starts_lowest(
// CHECK-NOT: nanguard.cluster
// CHECK-LABEL: func.func @starts_above(
// CHECK: nanguard.cluster
// CHECK-LABEL: func.func @starts_at_zero(
// CHECK: nanguard.cluster
// CHECK-LABEL: func.func @of_all_rows(
// CHECK: nanguard.cluster
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#none = affine_map<(d0, d1) -> ()>
func.func @starts_lowest(%q: tensor<2x4xi8>) -> tensor<2x4xf32> {
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x4xf32>
  %er = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%z : f32) outs(%er : tensor<2xf32>) -> tensor<2xf32>
  %fm = linalg.fill ins(%m0 : f32) outs(%er : tensor<2xf32>) -> tensor<2xf32>
  %x = arith.sitofp %q : tensor<2x4xi8> to tensor<2x4xf32>
  %m = linalg.generic {indexing_maps=[#id,#row],iterator_types=["parallel","reduction"]} ins(%x : tensor<2x4xf32>) outs(%fm : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.maximumf %a, %o : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  %d = linalg.generic {indexing_maps=[#id,#row,#id],iterator_types=["parallel","parallel"]} ins(%x, %m : tensor<2x4xf32>, tensor<2xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<2x4xf32>
  %p = linalg.generic {indexing_maps=[#id,#id],iterator_types=["parallel","parallel"]} ins(%d : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  %s = linalg.generic {indexing_maps=[#id,#row],iterator_types=["parallel","reduction"]} ins(%p : tensor<2x4xf32>) outs(%f : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %a, %o : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  %y = linalg.generic {indexing_maps=[#id,#row,#id],iterator_types=["parallel","parallel"]} ins(%p, %s : tensor<2x4xf32>, tensor<2xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}
func.func @starts_above(%q: tensor<2x4xi8>) -> tensor<2x4xf32> {
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant 1000.0 : f32
  %e = tensor.empty() : tensor<2x4xf32>
  %er = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%z : f32) outs(%er : tensor<2xf32>) -> tensor<2xf32>
  %fm = linalg.fill ins(%m0 : f32) outs(%er : tensor<2xf32>) -> tensor<2xf32>
  %x = arith.sitofp %q : tensor<2x4xi8> to tensor<2x4xf32>
  %m = linalg.generic {indexing_maps=[#id,#row],iterator_types=["parallel","reduction"]} ins(%x : tensor<2x4xf32>) outs(%fm : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.maximumf %a, %o : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  %d = linalg.generic {indexing_maps=[#id,#row,#id],iterator_types=["parallel","parallel"]} ins(%x, %m : tensor<2x4xf32>, tensor<2xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<2x4xf32>
  %p = linalg.generic {indexing_maps=[#id,#id],iterator_types=["parallel","parallel"]} ins(%d : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  %s = linalg.generic {indexing_maps=[#id,#row],iterator_types=["parallel","reduction"]} ins(%p : tensor<2x4xf32>) outs(%f : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %a, %o : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  %y = linalg.generic {indexing_maps=[#id,#row,#id],iterator_types=["parallel","parallel"]} ins(%p, %s : tensor<2x4xf32>, tensor<2xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}
func.func @starts_at_zero(%q: tensor<2x4xi8>) -> tensor<2x4xf32> {
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4xf32>
  %er = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%z : f32) outs(%er : tensor<2xf32>) -> tensor<2xf32>
  %fm = linalg.fill ins(%m0 : f32) outs(%er : tensor<2xf32>) -> tensor<2xf32>
  %x = arith.sitofp %q : tensor<2x4xi8> to tensor<2x4xf32>
  %m = linalg.generic {indexing_maps=[#id,#row],iterator_types=["parallel","reduction"]} ins(%x : tensor<2x4xf32>) outs(%fm : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.maximumf %a, %o : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  %d = linalg.generic {indexing_maps=[#id,#row,#id],iterator_types=["parallel","parallel"]} ins(%x, %m : tensor<2x4xf32>, tensor<2xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<2x4xf32>
  %p = linalg.generic {indexing_maps=[#id,#id],iterator_types=["parallel","parallel"]} ins(%d : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  %s = linalg.generic {indexing_maps=[#id,#row],iterator_types=["parallel","reduction"]} ins(%p : tensor<2x4xf32>) outs(%f : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %a, %o : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  %y = linalg.generic {indexing_maps=[#id,#row,#id],iterator_types=["parallel","parallel"]} ins(%p, %s : tensor<2x4xf32>, tensor<2xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}
func.func @of_all_rows(%q: tensor<2x4xi8>) -> tensor<2x4xf32> {
  %z = arith.constant 0.0 : f32
  %m0 = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x4xf32>
  %er = tensor.empty() : tensor<2xf32>
  %e0 = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%er : tensor<2xf32>) -> tensor<2xf32>
  %fm = linalg.fill ins(%m0 : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %x = arith.sitofp %q : tensor<2x4xi8> to tensor<2x4xf32>
  %m = linalg.generic {indexing_maps=[#id,#none],iterator_types=["reduction","reduction"]} ins(%x : tensor<2x4xf32>) outs(%fm : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.maximumf %a, %o : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  %d = linalg.generic {indexing_maps=[#id,#none,#id],iterator_types=["parallel","parallel"]} ins(%x, %m : tensor<2x4xf32>, tensor<f32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<2x4xf32>
  %p = linalg.generic {indexing_maps=[#id,#id],iterator_types=["parallel","parallel"]} ins(%d : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  %s = linalg.generic {indexing_maps=[#id,#row],iterator_types=["parallel","reduction"]} ins(%p : tensor<2x4xf32>) outs(%f : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %a, %o : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  %y = linalg.generic {indexing_maps=[#id,#row,#id],iterator_types=["parallel","parallel"]} ins(%p, %s : tensor<2x4xf32>, tensor<2xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}
