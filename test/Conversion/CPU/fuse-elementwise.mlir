// RUN: nanguard-opt %s --pass-pipeline='builtin.module(func.func(nanguard-fuse-elementwise))' | FileCheck %s

// The weight's transpose and both widenings join the contraction.
// CHECK-LABEL: func private @linear
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<8x64xf16>, tensor<32x64xf16>)
// CHECK: arith.extf
// CHECK: arith.extf
// CHECK: arith.mulf
// CHECK-NOT: linalg.generic
// CHECK: return
func.func private @linear(%x: tensor<8x64xf16>, %w: tensor<32x64xf16>, %out: tensor<8x32xf32>) -> tensor<8x32xf32> attributes {nanguard.form = "fused"} {
  %z = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<64x32xf16>
  %t = linalg.transpose ins(%w : tensor<32x64xf16>) outs(%e0 : tensor<64x32xf16>) permutation = [1, 0]
  %f = linalg.fill ins(%z : f32) outs(%out : tensor<8x32xf32>) -> tensor<8x32xf32>
  %m = linalg.matmul ins(%x, %t : tensor<8x64xf16>, tensor<64x32xf16>) outs(%f : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %m : tensor<8x32xf32>
}

// Separate steps stay separate.
// CHECK-LABEL: func private @steps
// CHECK: linalg.exp
// CHECK: linalg.exp
func.func private @steps(%x: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> attributes {nanguard.form = "unfused"} {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.exp ins(%a : tensor<4xf32>) outs(%out : tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}
