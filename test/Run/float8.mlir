// A cast to 8 bits that overflows is told by the format's own patterns, the
// same in each form, and clipped where that is asked for.
// RUN: nanguard-run %s --input=4xf32=1,448,480,-1e9 --tiers=fused --print | FileCheck %s --check-prefixes=FUSED,VALUE
// RUN: nanguard-run %s --input=4xf32=1,448,480,-1e9 --tiers=unfused --print | FileCheck %s --check-prefixes=COUNT,VALUE
// RUN: nanguard-run %s --input=4xf32=1,448,460,-448 --tiers=fused --print | FileCheck %s --check-prefix=CLEAN
// RUN: nanguard-run %s --input=4xf32=1,448,480,-1e9 --tiers=unfused --guard-options=clip=type --print | FileCheck %s --check-prefix=CLIP
// RUN: nanguard-run %s --function=uz --input=3xf32=1,-0,247 --tiers=fused --print | FileCheck %s --check-prefix=UZ
// RUN: nanguard-run %s --function=uz --input=3xf32=1,-0,-248 --tiers=safe --print | FileCheck %s --check-prefix=UZBAD
// RUN: nanguard-run %s --function=products --input=2x3xf8E4M3FN=448 --input=3x2xf8E4M3FN=448 --tiers=fused --print | FileCheck %s --check-prefix=PRODUCTS
// RUN: nanguard-run %s --function=products --input=2x3xf8E4M3FN=448 --input=3x2xf8E4M3FN=448 --tiers=safe --print | FileCheck %s --check-prefix=PRODUCTS
// RUN: nanguard-run %s --function=row --input=2x3xf8E4M3FN=0,0,0,-448,-448,448 --tiers=safe --print | FileCheck %s --check-prefix=SAFE
// RUN: nanguard-run %s --function=row --input=2x3xf8E4M3FN=0,0,0,-448,-448,448 --tiers=fused --print | FileCheck %s --check-prefix=WRITTEN
// RUN: nanguard-opt %s --guard-tiers=target=nvptx >/dev/null
// RUN: nanguard-opt %s --guard-tiers=target=upstream | mlir-opt >/dev/null

// FUSED: cast#1 (op, exit)
// COUNT: unfused 1 {{.*}} cast#1 (op, exit) in its cast
// VALUE: tensor<4xf8E4M3FN>=1,448,nan,-nan
// CLEAN: fused 1 {{ *}}0 {{ *}}0 {{ *}}-
// CLEAN: tensor<4xf8E4M3FN>=1,448,448,-448
// CLIP: tensor<4xf8E4M3FN>=1,448,448,-448
// UZ: tensor<3xf8E4M3FNUZ>=1,0,240
// UZBAD: cast#1 (op, exit)
// UZBAD: tensor<3xf8E4M3FNUZ>=1,0,nan
// PRODUCTS: tensor<2x2xf32>=602112,602112,602112,602112
// SAFE: tensor<2x3xf8E4M3FN>=0.34375,0.34375,0.34375,0,0,1
// As written, -448 - 448 is a NaN in this format.
// WRITTEN: softmax#1 (op
// WRITTEN: tensor<2x3xf8E4M3FN>=0.34375,0.34375,0.34375,-nan,-nan,-nan

func.func @main(%x: tensor<4xf32>) -> tensor<4xf8E4M3FN> {
  %y = arith.truncf %x : tensor<4xf32> to tensor<4xf8E4M3FN>
  return %y : tensor<4xf8E4M3FN>
}

func.func @uz(%x: tensor<3xf32>) -> tensor<3xf8E4M3FNUZ> {
  %y = arith.truncf %x : tensor<3xf32> to tensor<3xf8E4M3FNUZ>
  return %y : tensor<3xf8E4M3FNUZ>
}

func.func @products(%a: tensor<2x3xf8E4M3FN>, %b: tensor<3x2xf8E4M3FN>) -> tensor<2x2xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.matmul ins(%a, %b : tensor<2x3xf8E4M3FN>, tensor<3x2xf8E4M3FN>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

func.func @row(%x: tensor<2x3xf8E4M3FN>) -> tensor<2x3xf8E4M3FN> {
  %e = tensor.empty() : tensor<2x3xf8E4M3FN>
  %y = linalg.softmax dimension(1) ins(%x : tensor<2x3xf8E4M3FN>) outs(%e : tensor<2x3xf8E4M3FN>) -> tensor<2x3xf8E4M3FN>
  return %y : tensor<2x3xf8E4M3FN>
}
