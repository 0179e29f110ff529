// RUN: nanguard-opt %s --nanguard-narrow --canonicalize | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>

// A softmax in f32 between f16 edges: no maximum, exp and sum in f16.
// CHECK-LABEL: @softmax
// CHECK-NOT: f32
// CHECK-NOT: arith.maximumf
// CHECK-NOT: arith.subf
// CHECK: math.exp %{{.*}} : f16
// CHECK: arith.addf %{{.*}} : f16
// CHECK: arith.divf %{{.*}} : f16
func.func @softmax(%x: tensor<8x64xf16>) -> tensor<8x64xf16> {
  %inf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %r = tensor.empty() : tensor<8x1xf32>
  %h = tensor.empty() : tensor<8x64xf16>
  %m0 = linalg.fill ins(%inf : f32) outs(%r : tensor<8x1xf32>) -> tensor<8x1xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x64xf16>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    linalg.yield %0 : f32
  } -> tensor<8x64xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%w : tensor<8x64xf32>) outs(%m0 : tensor<8x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8x1xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %m : tensor<8x64xf32>, tensor<8x1xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x64xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%r : tensor<8x1xf32>) -> tensor<8x1xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<8x64xf32>) outs(%s0 : tensor<8x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<8x1xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<8x64xf32>, tensor<8x1xf32>) outs(%h : tensor<8x64xf16>) {
  ^bb0(%in: f32, %sum: f32, %out: f16):
    %0 = arith.divf %in, %sum : f32
    %1 = arith.truncf %0 : f32 to f16
    linalg.yield %1 : f16
  } -> tensor<8x64xf16>
  return %q : tensor<8x64xf16>
}

// exp(x - y) where y is no maximum of x stays as it is.
// CHECK-LABEL: @not_a_maximum
// CHECK: arith.subf
// CHECK: math.exp
func.func @not_a_maximum(%x: tensor<8x64xf16>, %y: tensor<8x1xf16>) -> tensor<8x64xf16> {
  %h = tensor.empty() : tensor<8x64xf16>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<8x64xf16>, tensor<8x1xf16>) outs(%h : tensor<8x64xf16>) {
  ^bb0(%in: f16, %m: f16, %out: f16):
    %0 = arith.subf %in, %m : f16
    %1 = math.exp %0 : f16
    linalg.yield %1 : f16
  } -> tensor<8x64xf16>
  return %q : tensor<8x64xf16>
}

// f16 beside bf16: neither has all numbers of the other, so the arithmetic stays wide.
// CHECK-LABEL: @two_narrow_types
// CHECK: arith.truncf %{{.*}} : tensor<4xf32> to tensor<4xbf16>
// CHECK: arith.extf %{{.*}} : tensor<4xbf16> to tensor<4xf32>
// CHECK: arith.truncf %{{.*}} : tensor<4xf32> to tensor<4xf16>
func.func @two_narrow_types(%x: tensor<4xf32>) -> tensor<4xf16> {
  %0 = arith.truncf %x : tensor<4xf32> to tensor<4xbf16>
  %1 = arith.extf %0 : tensor<4xbf16> to tensor<4xf32>
  %2 = math.exp %1 : tensor<4xf32>
  %3 = arith.truncf %2 : tensor<4xf32> to tensor<4xf16>
  return %3 : tensor<4xf16>
}
