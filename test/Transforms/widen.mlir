// RUN: nanguard-opt %s --nanguard-widen --split-input-file --remarks-filter=nanguard --remark-format=emitRemark 2>%t | FileCheck %s
// RUN: nanguard-opt %s --nanguard-widen=safe --split-input-file | FileCheck %s --check-prefix=SAFE
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t

#id = affine_map<(d0) -> (d0)>

// One extf at the entry, one truncf at the exit; an eps keeps the value that it
// had before it was narrowed.
// CHECK-LABEL: @f16_goes_to_f32
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.truncf %{{.*}} : f64 to f32
// CHECK: arith.addf %{{.*}} : f32
// CHECK: math.exp %{{.*}} : f32
// CHECK: linalg.generic
// CHECK-NEXT: ^bb0(%[[IN:.*]]: f32, %{{.*}}: f16):
// CHECK-NEXT: %[[T:.*]] = arith.truncf %[[IN]] : f32 to f16
// CHECK-NEXT: linalg.yield %[[T]] : f16
// CHECK-NEXT: } -> tensor<?xf16>
// CHECK-NEXT: return
func.func @f16_goes_to_f32(%x: tensor<?xf16>) -> tensor<?xf16> {
  %eps = arith.constant 1.0e-12 : f64
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf16>
  %e = tensor.empty(%d) : tensor<?xf16>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf16>) outs(%e : tensor<?xf16>) {
  ^bb0(%in: f16, %out: f16):
    %t = arith.truncf %eps : f64 to f16
    %a = arith.addf %in, %t : f16
    %r = math.exp %a : f16
    linalg.yield %r : f16
  } -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

// -----

// bf16's squares overflow f32.
// CHECK-LABEL: @bf16_goes_to_f64
// SAFE-LABEL: @bf16_goes_to_f64
// SAFE: linalg.exp ins(%{{.*}} : tensor<4xf32>)
// SAFE: arith.truncf %{{.*}} : f32 to bf16
// CHECK: arith.extf %{{.*}} : bf16 to f64
// CHECK: linalg.exp ins(%{{.*}} : tensor<4xf64>)
// CHECK: arith.truncf %{{.*}} : f64 to bf16
func.func @bf16_goes_to_f64(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %e = tensor.empty() : tensor<4xbf16>
  %0 = linalg.exp ins(%x : tensor<4xbf16>) outs(%e : tensor<4xbf16>) -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

#id = affine_map<(d0) -> (d0)>

// As torch-mlir writes an f16 op: the pair of casts inside is gone.
// CHECK-LABEL: @casts_inside_vanish
// CHECK-COUNT-1: arith.extf
// CHECK-NOT: arith.extf
// CHECK: math.exp %{{.*}} : f32
// CHECK: math.log %{{.*}} : f32
// CHECK-COUNT-1: arith.truncf
// CHECK-NOT: arith.truncf
func.func @casts_inside_vanish(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e16 = tensor.empty() : tensor<4xf16>
  %e32 = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf16>) outs(%e16 : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %w = arith.extf %in : f16 to f32
    %r = math.exp %w : f32
    %n = arith.truncf %r : f32 to f16
    linalg.yield %n : f16
  } -> tensor<4xf16>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%0 : tensor<4xf16>) outs(%e32 : tensor<4xf32>) {
  ^bb0(%in: f16, %out: f32):
    %w = arith.extf %in : f16 to f32
    linalg.yield %w : f32
  } -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%1 : tensor<4xf32>) outs(%e16 : tensor<4xf16>) {
  ^bb0(%in: f32, %out: f16):
    %r = math.log %in : f32
    %n = arith.truncf %r : f32 to f16
    linalg.yield %n : f16
  } -> tensor<4xf16>
  return %2 : tensor<4xf16>
}

// -----

// CHECK-LABEL: @matmul_accumulates_wide
// CHECK: linalg.matmul ins(%{{.*}}, %{{.*}} : tensor<2x4xf32>, tensor<4x3xf32>) outs(%{{.*}} : tensor<2x3xf32>)
func.func @matmul_accumulates_wide(%a: tensor<2x4xf16>, %b: tensor<4x3xf16>) -> tensor<2x3xf16> {
  %z = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<2x3xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<2x3xf16>) -> tensor<2x3xf16>
  %0 = linalg.matmul ins(%a, %b : tensor<2x4xf16>, tensor<4x3xf16>) outs(%f : tensor<2x3xf16>) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}

// -----

#id = affine_map<(d0) -> (d0)>

// A gather widens the element that it reads, not the table.
// CHECK-LABEL: @gather
// CHECK-SAME: %[[TABLE:.*]]: tensor<1000xf16>
// CHECK: %[[X:.*]] = tensor.extract %[[TABLE]]
// CHECK-NEXT: arith.extf %[[X]] : f16 to f32
func.func @gather(%table: tensor<1000xf16>, %i: tensor<4xindex>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%i : tensor<4xindex>) outs(%e : tensor<4xf16>) {
  ^bb0(%in: index, %out: f16):
    %x = tensor.extract %table[%in] : tensor<1000xf16>
    %r = math.exp %x : f16
    linalg.yield %r : f16
  } -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

#id = affine_map<(d0) -> (d0)>

// Integers go straight to the wide type: 70000 does not fit f16.
// CHECK-LABEL: @positions
// CHECK: arith.sitofp %{{.*}} : i64 to f32
func.func @positions(%p: tensor<4xi64>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%p : tensor<4xi64>) outs(%e : tensor<4xf16>) {
  ^bb0(%in: i64, %out: f16):
    %f = arith.sitofp %in : i64 to f16
    %r = math.cos %f : f16
    linalg.yield %r : f16
  } -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

#id = affine_map<(d0) -> (d0)>

// REMARK: 'arith.bitcast' reads the bits of a float
// CHECK-LABEL: @bits_are_left_alone
// CHECK-NOT: f32
func.func @bits_are_left_alone(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %i = arith.bitcast %in : f16 to i16
    %f = arith.bitcast %i : i16 to f16
    %r = math.exp %f : f16
    linalg.yield %r : f16
  } -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// REMARK: 'complex.abs' has no retyping rule
// CHECK-LABEL: @complex_is_left_alone
// CHECK: complex.abs
func.func @complex_is_left_alone(%x: complex<f32>, %y: f16) -> f16 {
  %a = complex.abs %x : complex<f32>
  %r = math.exp %y : f16
  return %r : f16
}
