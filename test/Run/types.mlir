// What a target does not lower is one error with the op, its type and a place.
// RUN: split-file %s %t
// RUN: not nanguard-opt %t/f128.mlir --guard-tiers=target=cpu 2>&1 | FileCheck %s --check-prefix=F128
// RUN: not nanguard-opt %t/f128.mlir --guard-tiers=target=nvptx 2>&1 | FileCheck %s --check-prefix=F128
// RUN: nanguard-opt %t/f128.mlir --guard-tiers=target=upstream | FileCheck %s --check-prefix=UPSTREAM
// RUN: not nanguard-run %t/f128.mlir 2>&1 | FileCheck %s --check-prefix=F128
// RUN: not nanguard-opt %t/complex.mlir --guard-tiers=target=nvptx 2>&1 | FileCheck %s --check-prefix=COMPLEX

// A tensor with an encoding, and a function with it, stays as it is.
// RUN: nanguard-opt %t/encoding.mlir --guard-tiers 2>&1 | FileCheck %s --check-prefix=ENCODING
// RUN: nanguard-run %t/encoding.mlir --input=4xf32=1 --print 2>&1 | FileCheck %s --check-prefix=ENCODED

// A cast that forgets an extent is seen through.
// RUN: nanguard-run %t/cast.mlir --input=1x4xf32=0,1,-inf,nan --print --quiet | FileCheck %s --check-prefix=CAST

// F128: f128.mlir:2:8: error: 'arith.extf' has the type 'tensor<4xf128>', which target cpu and target nvptx do not lower
// F128-NOT: error
// UPSTREAM: arith.addf {{.*}} : f128
// COMPLEX: error: 'func.func' has the type 'tensor<4xcomplex<f32>>', which
// COMPLEX-NOT: error
// ENCODING: remark: @main is left as it is: 'tensor<4xf32, "foo">' has an encoding
// ENCODING: return {{.*}} : tensor<4xf32, "foo">
// ENCODED: tensor<4xf32>=0,0,0,0
// CAST: tensor<1x4xf32>=1,2.71828175,0,nan

//--- f128.mlir
func.func @main(%a: tensor<4xf16>) -> tensor<4xf16> {
  %w = arith.extf %a : tensor<4xf16> to tensor<4xf128>
  %y = arith.addf %w, %w : tensor<4xf128>
  %n = arith.truncf %y : tensor<4xf128> to tensor<4xf16>
  return %n : tensor<4xf16>
}

//--- complex.mlir
func.func @main(%a: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  return %a : tensor<4xcomplex<f32>>
}

//--- encoding.mlir
func.func @main(%x: tensor<4xf32, "foo">) -> tensor<4xf32, "foo"> {
  %y = math.log %x : tensor<4xf32, "foo">
  return %y : tensor<4xf32, "foo">
}

//--- cast.mlir
func.func @main(%x: tensor<1x4xf32>) -> tensor<?x4xf32> {
  %c = tensor.cast %x : tensor<1x4xf32> to tensor<?x4xf32>
  %y = math.exp %c : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
