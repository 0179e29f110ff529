// Importers' forms become generics; matmuls, fills and transposes keep their
// names. What is raised is left as it is.
// RUN: nanguard-opt %s --nanguard-raise | FileCheck %s
// RUN: nanguard-opt %s --nanguard-raise > %t.once
// RUN: nanguard-opt %t.once --nanguard-raise | diff %t.once -
// RUN: nanguard-opt %s --guard-tiers > %t.guarded
// RUN: not nanguard-opt %t.guarded --nanguard-raise 2>&1 | FileCheck %s --check-prefix=TWICE

// RUN: nanguard-opt %s --guard-tiers=target=upstream > %t.upstream
// RUN: not nanguard-opt %t.upstream --nanguard-raise 2>&1 | FileCheck %s --check-prefix=UPSTREAM

// Not at the module's line, which holds the manifest.
// TWICE-NOT: manifest
// TWICE: guarded:{{[0-9]+}}:{{[0-9]+}}: error: the module is guarded already
// TWICE-NOT: manifest
// UPSTREAM: error: the function takes a tier vector and gives a report: it is guarded already

// CHECK-LABEL: func.func @elementwise(
// CHECK: linalg.generic
// CHECK: arith.addf %{{.*}} : f16
// CHECK: linalg.generic
// CHECK: math.exp %{{.*}} : f16
// CHECK-LABEL: func.func @named(
// CHECK: linalg.generic
// CHECK: arith.divf %{{.*}} : f16
// CHECK-LABEL: func.func @kept(
// CHECK: linalg.fill
// CHECK: linalg.matmul
// CHECK: linalg.transpose

// A maximum that keeps a NaN and starts at -Inf, in the element type.
// CHECK-LABEL: func.func @softmax(
// CHECK: %[[START:.*]] = arith.constant 0xFC00 : f16
// CHECK: linalg.fill ins(%[[START]] : f16)
// CHECK: arith.maximumf
// CHECK: arith.subf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
// CHECK-LABEL: func.func @tosa(
// CHECK-NOT: tosa
// CHECK: math.tanh %{{.*}} : f32

// A product where an accumulator starts stays there: moved, it would round
// otherwise.
// CHECK-LABEL: @gemm_with_beta
// CHECK-SAME: %[[D:[a-z0-9]+]]: tensor<2x2xf32>)
// CHECK: %[[P:.*]] = linalg.generic
// CHECK: arith.mulf
// CHECK: linalg.matmul {{.*}} outs(%[[P]] :
// CHECK: linalg.matmul {{.*}} outs(%[[D]] :
// A public function that another one calls is guarded apart from its copy.
// CHECK-LABEL: func.func @packed(
// CHECK: tensor.pad %{{.*}} low[0, 0] high[1, 1]
// CHECK: tensor.expand_shape
// CHECK: linalg.transpose
// CHECK: math.exp
// CHECK: linalg.transpose
// CHECK: tensor.collapse_shape
// CHECK: tensor.extract_slice
// CHECK-NOT: linalg.{{pack|unpack}}

// CHECK-LABEL: func.func @caller(
// CHECK: call @tosa_called(
// CHECK: func.func private @tosa_called(
func.func @elementwise(%x: tensor<4xf16>, %y: tensor<4xf16>) -> tensor<4xf16> {
  %0 = arith.addf %x, %y : tensor<4xf16>
  %1 = math.exp %0 : tensor<4xf16>
  return %1 : tensor<4xf16>
}
func.func @named(%x: tensor<4xf16>, %y: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %0 = linalg.div ins(%x, %y : tensor<4xf16>, tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}
func.func @kept(%a: tensor<4x8xf16>, %b: tensor<8x2xf16>) -> tensor<2x4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %m = linalg.matmul ins(%a, %b : tensor<4x8xf16>, tensor<8x2xf16>) outs(%f : tensor<4x2xf32>) -> tensor<4x2xf32>
  %o = tensor.empty() : tensor<2x4xf32>
  %t = linalg.transpose ins(%m : tensor<4x2xf32>) outs(%o : tensor<2x4xf32>) permutation = [1, 0]
  return %t : tensor<2x4xf32>
}
func.func @softmax(%x: tensor<2x?xf16>) -> tensor<2x?xf16> {
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c1 : tensor<2x?xf16>
  %e = tensor.empty(%d) : tensor<2x?xf16>
  %s = linalg.softmax dimension(1) ins(%x : tensor<2x?xf16>) outs(%e : tensor<2x?xf16>) -> tensor<2x?xf16>
  return %s : tensor<2x?xf16>
}
func.func @tosa(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.tanh %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @gemm_with_beta(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>, %c: tensor<2x2xf32>, %beta: tensor<f32>, %d: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %e = tensor.empty() : tensor<2x2xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%c, %beta : tensor<2x2xf32>, tensor<f32>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %t = arith.mulf %in, %by : f32
    linalg.yield %t : f32
  } -> tensor<2x2xf32>
  %r = linalg.matmul ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%p : tensor<2x2xf32>) -> tensor<2x2xf32>
  %s = linalg.matmul ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%d : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r, %s : tensor<2x2xf32>, tensor<2x2xf32>
}
func.func @packed(%x: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x2x2x2xf32>
  %p = linalg.pack %x padding_value(%zero : f32) inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<5x3xf32> -> tensor<3x2x2x2xf32>
  %y = linalg.exp ins(%p : tensor<3x2x2x2xf32>) outs(%e : tensor<3x2x2x2xf32>) -> tensor<3x2x2x2xf32>
  %d = tensor.empty() : tensor<5x3xf32>
  %u = linalg.unpack %y inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %d : tensor<3x2x2x2xf32> -> tensor<5x3xf32>
  return %u : tensor<5x3xf32>
}
func.func @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @tosa(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
