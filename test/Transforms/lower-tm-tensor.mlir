// RUN: nanguard-opt %s --verify-roundtrip -o /dev/null
// RUN: nanguard-opt %s --nanguard-lower-tm-tensor | FileCheck %s
// RUN: nanguard-opt %s --nanguard-lower-tm-tensor --remarks-filter=nanguard --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// A sum starts from -0, which keeps every element's sign.
// CHECK-LABEL: @cumsum
// CHECK: %[[START:.*]] = arith.constant -0.000000e+00 : f16
// CHECK: linalg.fill ins(%[[START]] : f16)
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]
// CHECK: %[[HERE:.*]] = linalg.index 1
// CHECK: %[[J:.*]] = linalg.index 2
// CHECK: %[[UPTO:.*]] = arith.cmpi ule, %[[J]], %[[HERE]]
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: arith.select %[[UPTO]], %[[SUM]], %{{.*}} : f16
func.func @cumsum(%x: tensor<?x5xf16>, %out: tensor<?x5xf16>, %acc: tensor<?xf16>) -> tensor<?x5xf16> {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<?x5xf16>) outs(%out, %acc : tensor<?x5xf16>, tensor<?xf16>) {
  ^bb0(%p: f16, %n: f16):
    %w = arith.addf %p, %n : f16
    tm_tensor.yield %w : f16
  } -> tensor<?x5xf16>, tensor<?xf16>
  return %0#0 : tensor<?x5xf16>
}

// What has no neutral element starts from the first one.
// CHECK-LABEL: @other
// CHECK: %[[FIRST:.*]] = arith.cmpi eq
// CHECK: arith.select %[[FIRST]], %{{.*}}, %{{.*}} : f16
func.func @other(%x: tensor<5xf16>, %acc: tensor<f16>) -> tensor<5xf16> {
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<5xf16>) outs(%x, %acc : tensor<5xf16>, tensor<f16>) {
  ^bb0(%p: f16, %n: f16):
    %w = arith.subf %p, %n : f16
    tm_tensor.yield %w : f16
  } -> tensor<5xf16>, tensor<f16>
  return %0#0 : tensor<5xf16>
}

// CHECK-LABEL: @long
// CHECK: scf.for
// REMARK: [[#@LINE+2]]:{{.*}}NotGuarded{{.*}}a scan of 2000 elements is a loop, which is not guarded
func.func @long(%x: tensor<2000xf16>, %acc: tensor<f16>) -> tensor<2000xf16> {
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<2000xf16>) outs(%x, %acc : tensor<2000xf16>, tensor<f16>) {
  ^bb0(%p: f16, %n: f16):
    %w = arith.addf %p, %n : f16
    tm_tensor.yield %w : f16
  } -> tensor<2000xf16>, tensor<f16>
  return %0#0 : tensor<2000xf16>
}

// Its accumulator is read: it stays.
// CHECK-LABEL: @total
// CHECK: tm_tensor.scan
func.func @total(%x: tensor<5xf16>, %acc: tensor<f16>) -> tensor<f16> {
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<5xf16>) outs(%x, %acc : tensor<5xf16>, tensor<f16>) {
  ^bb0(%p: f16, %n: f16):
    %w = arith.addf %p, %n : f16
    tm_tensor.yield %w : f16
  } -> tensor<5xf16>, tensor<f16>
  return %0#1 : tensor<f16>
}

// CHECK-LABEL: @scatter
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]
// CHECK: %[[ROW:.*]] = linalg.index 0
// CHECK: %[[PLACE:.*]] = arith.index_cast %[[ROW]] : index to i64
// CHECK: %[[HIT:.*]] = arith.cmpi eq, %{{.*}}, %[[PLACE]] : i64
// CHECK: arith.select %[[HIT]]
func.func @scatter(%u: tensor<16x1x64xf32>, %at: tensor<16x1xi64>, %t: tensor<50x64xf32>) -> tensor<50x64xf32> {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %at : tensor<16x1x64xf32>, tensor<16x1xi64>) outs(%t : tensor<50x64xf32>) {
  ^bb0(%p: f32, %n: f32):
    %w = arith.addf %n, %p : f32
    tm_tensor.yield %w : f32
  } -> tensor<50x64xf32>
  return %0 : tensor<50x64xf32>
}

// A table of this size would be compared with each update.
// CHECK-LABEL: @embedding_gradient
// CHECK: scf.for
// CHECK: scf.if
// REMARK: [[#@LINE+2]]:{{.*}}NotGuarded{{.*}}a scatter of many elements is a loop, which is not guarded
func.func @embedding_gradient(%u: tensor<16x1x768xf32>, %at: tensor<16x1xi64>, %t: tensor<50257x768xf32>) -> tensor<50257x768xf32> {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %at : tensor<16x1x768xf32>, tensor<16x1xi64>) outs(%t : tensor<50257x768xf32>) {
  ^bb0(%p: f32, %n: f32):
    %w = arith.addf %n, %p : f32
    tm_tensor.yield %w : f32
  } -> tensor<50257x768xf32>
  return %0 : tensor<50257x768xf32>
}

// CHECK-LABEL: @sort
// CHECK: scf.while
// CHECK-LABEL: @topk
// CHECK: scf.for
// CHECK: scf.for
func.func @sort(%x: tensor<8xf32>, %i: tensor<8xi64>) -> (tensor<8xf32>, tensor<8xi64>) {
  %0:2 = tm_tensor.sort dimension(0) outs(%x, %i : tensor<8xf32>, tensor<8xi64>) {
  ^bb0(%a: f32, %b: f32, %j: i64, %k: i64):
    %w = arith.cmpf ole, %a, %b : f32
    tm_tensor.yield %w : i1
  } -> tensor<8xf32>, tensor<8xi64>
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xi64>
}
func.func @topk(%x: tensor<8xf32>, %v: tensor<3xf32>, %i: tensor<3xi32>) -> tensor<3xf32> {
  %0:2 = tm_tensor.topk dimension(0) ins(%x : tensor<8xf32>) outs(%v, %i : tensor<3xf32>, tensor<3xi32>) {
  ^bb0(%a: f32, %b: f32):
    %w = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %w : i1
  } -> tensor<3xf32>, tensor<3xi32>
  return %0#0 : tensor<3xf32>
}

// CHECK-LABEL: @attention
// CHECK: linalg.batch_matmul {{.*}}outs(%{{.*}} : tensor<2x3x5xf32>)
// CHECK: arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: linalg.batch_matmul
// CHECK: arith.truncf
func.func @attention(%q: tensor<2x3x4xf16>, %k: tensor<2x5x4xf16>, %v: tensor<2x5x2xf16>, %out: tensor<2x3x2xf16>) -> tensor<2x3x2xf16> {
  %0 = tm_tensor.attention {scale = 2.500000e-01 : f64} ins(%q, %k, %v : tensor<2x3x4xf16>, tensor<2x5x4xf16>, tensor<2x5x2xf16>) outs(%out : tensor<2x3x2xf16>) -> tensor<2x3x2xf16>
  return %0 : tensor<2x3x2xf16>
}
