// By a kernel's form: none in `fused`, bits of the output in the others, and in
// the wide ones the value before the last cast and what did not fit.
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-place-scans))' | FileCheck %s
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-place-scans{clip=type}))' | FileCheck %s --check-prefix=TYPE
// RUN: not nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-place-scans{clip=all}))' 2>&1 | FileCheck %s --check-prefix=MODE

// MODE: Cannot find option named 'all'!

// The largest pattern goes to column 1, "scanned" to column 0.
// CHECK-LABEL: func.func private @bits(
// CHECK-SAME: %[[ROW:[a-z0-9]+]]: tensor<12xi64>)
// CHECK: %[[Y:.*]] = linalg.exp
// CHECK: %[[S:.*]] = nanguard.scan {{ ?}}bits ins(%[[Y]] : tensor<4xf16>)
// CHECK: %[[M:.*]] = tensor.extract %[[S]][] : tensor<i16>
// CHECK: %[[W:.*]] = arith.extui %[[M]] : i16 to i64
// CHECK: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %[[R1:.*]] = tensor.insert %[[W]] into %[[ROW]][%[[C1]]]
// CHECK: %[[SCANNED:.*]] = arith.constant 1 : i64
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[R2:.*]] = tensor.insert %[[SCANNED]] into %[[R1]][%[[C0]]]
// CHECK: return %[[Y]], %[[R2]]

// CHECK-LABEL: func.func private @bare(
// CHECK-SAME: %[[ROW:[a-z0-9]+]]: tensor<12xi64>)
// CHECK-NOT: nanguard.scan
// CHECK: return %{{.*}}, %[[ROW]]

// Inner maximum (column 7, as f64), values that did not fit (column 5), output.
// CHECK-LABEL: func.func private @wide(
// CHECK: math.exp %{{.*}} : f32
// CHECK: arith.truncf
// CHECK: nanguard.scan {{ ?}}bits ins(%{{.*}} : tensor<4xf32>)
// CHECK: arith.constant 7 : index
// CHECK: arith.constant 5 : index
// CHECK: nanguard.scan {{ ?}}bits ins(%{{.*}} : tensor<4xf16>)
// CHECK-NOT: nanguard.clip

// CHECK-LABEL: func.func private @steps(
// CHECK: nanguard.scan {{ ?}}bits ins(%{{.*}} : tensor<4xf16>)
// CHECK-NOT: nanguard.clip
// Integers are not scanned.
// CHECK-LABEL: func.func private @int(
// CHECK-NOT: nanguard.scan
// CHECK: return

// Only the unfused form is clipped, before its last cast.
// TYPE-LABEL: func.func private @wide(
// TYPE-NOT: nanguard.clip
// TYPE-LABEL: func.func private @stepwise(
// TYPE: nanguard.clip
// TYPE: arith.truncf

// Without a last cast the output is clipped, where it has a bound of its own.
// CHECK-LABEL: func.func private @bounded(
// CHECK: %[[Y:.*]] = linalg.exp
// CHECK: %[[CLIPPED:.*]], %[[COUNT:.*]] = nanguard.clip %[[Y]], %{{.*}} bound 1.000000e+02
// CHECK: arith.constant 6 : index
// CHECK: nanguard.scan {{ ?}}bits ins(%[[CLIPPED]] :
// CHECK: return %[[CLIPPED]]
#id = affine_map<(d0) -> (d0)>
func.func private @bits(%x: tensor<4xf16>, %o: tensor<4xf16>, %row: tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<fused_bits>, nanguard.kind = #nanguard.kind<activation>} {
  %y = linalg.exp ins(%x : tensor<4xf16>) outs(%o : tensor<4xf16>) -> tensor<4xf16>
  return %y, %row : tensor<4xf16>, tensor<12xi64>
}
func.func private @bare(%x: tensor<4xf16>, %o: tensor<4xf16>, %row: tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<fused>, nanguard.kind = #nanguard.kind<activation>} {
  %y = linalg.exp ins(%x : tensor<4xf16>) outs(%o : tensor<4xf16>) -> tensor<4xf16>
  return %y, %row : tensor<4xf16>, tensor<12xi64>
}
func.func private @wide(%x: tensor<4xf16>, %o: tensor<4xf16>, %row: tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<safe>, nanguard.kind = #nanguard.kind<activation>} {
  %e = tensor.empty() : tensor<4xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf16>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f16, %out: f32):
    %a = arith.extf %in : f16 to f32
    %b = math.exp %a : f32
    linalg.yield %b : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%w : tensor<4xf32>) outs(%o : tensor<4xf16>) {
  ^bb0(%in: f32, %out: f16):
    %a = arith.truncf %in : f32 to f16
    linalg.yield %a : f16
  } -> tensor<4xf16>
  return %y, %row : tensor<4xf16>, tensor<12xi64>
}
func.func private @steps(%x: tensor<4xf16>, %o: tensor<4xf16>, %row: tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<unfused>, nanguard.kind = #nanguard.kind<activation>} {
  %y = linalg.exp ins(%x : tensor<4xf16>) outs(%o : tensor<4xf16>) -> tensor<4xf16>
  return %y, %row : tensor<4xf16>, tensor<12xi64>
}
func.func private @int(%x: tensor<4xi32>, %o: tensor<4xi32>, %row: tensor<12xi64>) -> (tensor<4xi32>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<fused_bits>, nanguard.kind = #nanguard.kind<activation>} {
  return %x, %row : tensor<4xi32>, tensor<12xi64>
}
func.func private @stepwise(%x: tensor<4xf16>, %o: tensor<4xf16>, %row: tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<unfused>, nanguard.kind = #nanguard.kind<activation>} {
  %e = tensor.empty() : tensor<4xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf16>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f16, %out: f32):
    %a = arith.extf %in : f16 to f32
    %b = math.exp %a : f32
    linalg.yield %b : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%w : tensor<4xf32>) outs(%o : tensor<4xf16>) {
  ^bb0(%in: f32, %out: f16):
    %a = arith.truncf %in : f32 to f16
    linalg.yield %a : f16
  } -> tensor<4xf16>
  return %y, %row : tensor<4xf16>, tensor<12xi64>
}
func.func private @bounded(%x: tensor<4xf16>, %o: tensor<4xf16>, %row: tensor<12xi64>) -> (tensor<4xf16>, tensor<12xi64>) attributes {nanguard.clip = 100.0 : f64, nanguard.form = #nanguard.form<unfused>, nanguard.kind = #nanguard.kind<activation>} {
  %y = linalg.exp ins(%x : tensor<4xf16>) outs(%o : tensor<4xf16>) -> tensor<4xf16>
  return %y, %row : tensor<4xf16>, tensor<12xi64>
}

// f32 has no larger numbers than bf16: an infinity before the last cast is no
// evidence of a pole, and a sum that overflowed is bad although its rsqrt is 0.
// CHECK-LABEL: @wide_of_the_same_range
// CHECK: %[[ROOT:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<4xf32>)
// CHECK: %[[OUT:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xbf16>)
// CHECK-NOT: arith.extf %{{.*}} : f32 to f64
// CHECK: %[[SEEN:.*]] = linalg.generic {{.*}} ins(%[[OUT]], %{{.*}} : tensor<4x8xbf16>, tensor<4xf32>)
// CHECK: arith.select %{{.*}} : bf16
// CHECK: nanguard.scan bits ins(%[[SEEN]] : tensor<4x8xbf16>)
// CHECK: arith.constant 1 : i64
// CHECK: return %[[OUT]]
#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>
#one = affine_map<(d0) -> (d0)>
func.func private @wide_of_the_same_range(%x: tensor<4x8xbf16>, %o: tensor<4x8xbf16>, %row: tensor<12xi64>) -> (tensor<4x8xbf16>, tensor<12xi64>) attributes {nanguard.form = #nanguard.form<safe>, nanguard.kind = #nanguard.kind<norm>} {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xbf16>) outs(%zero : tensor<4xf32>) {
  ^bb0(%in: bf16, %acc: f32):
    %w = arith.extf %in : bf16 to f32
    %p = arith.mulf %w, %w : f32
    %a = arith.addf %p, %acc : f32
    linalg.yield %a : f32
  } -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%s : tensor<4xf32>) outs(%e1 : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %q = math.rsqrt %in : f32
    linalg.yield %q : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%x, %r : tensor<4x8xbf16>, tensor<4xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%in: bf16, %scale: f32, %out: f32):
    %w = arith.extf %in : bf16 to f32
    %p = arith.mulf %w, %scale : f32
    linalg.yield %p : f32
  } -> tensor<4x8xf32>
  %n = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<4x8xf32>) outs(%o : tensor<4x8xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %t = arith.truncf %in : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<4x8xbf16>
  return %n, %row : tensor<4x8xbf16>, tensor<12xi64>
}
