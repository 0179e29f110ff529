// torch-mlir's tm_tensor ops: equal values as written, fused, as loops and in
// the emulator; safe a sum that left f16 on the way comes back. A NaN stays one,
// but for the values of masked keys; a row whose scores are all masked gives 0.
// DEFINE: %{in} = --input=2x5xf16=1,2,-0,4,5,-1,60000,60000,-60000,nan --input=6xi64=1,1,0,1,1,1 \
// DEFINE:   --input=4x3xf32=1,2,3,4,5,6,7,8,inf,10,11,12 --input=4x1xi64=1,3,1,9 --input=5x3xf32=0,0,0,0,0,0,0,0,0,0,0,0,0,0,nan \
// DEFINE:   --input=2x7xf32=3,1,2,5,4,1,0,7,6,5,4,3,2,1 \
// DEFINE:   --input=2x3x4xf16=1,2,3,4,5,6,7,8,9,8,7,6,5,4,3,2,1,2,3,4,5,6,7,8 \
// DEFINE:   --input=2x5x4xf16=1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0 \
// DEFINE:   --input=2x5x2xf16=1,2,3,4,5,6,7,8,9,10,1,2,3,4,5,6,7,8,9,nan \
// DEFINE:   --input=2x3x5xi1=1,1,0,0,0,1,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1,0,0,0,0,0,0,0,0,0
// RUN: nanguard-run %s --no-cache --quiet --print --as-written %{in} | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: nanguard-run %s --no-cache --quiet --print --tiers=fused %{in} | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: nanguard-run %s --no-cache --quiet --print --scalar-loops --as-written %{in} | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: nanguard-run %s --no-cache --quiet --print --device=sim --tiers=fused %{in} | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: nanguard-run %s --no-cache --quiet --print --tiers=safe %{in} | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: nanguard-run %s --no-cache --quiet --print --tiers=unfused %{in} | FileCheck %s --check-prefixes=CHECK,WIDE

// NARROW: tensor<2x5xf16>=1,3,3,7,12,-1,60000,inf,inf,nan
// WIDE: tensor<2x5xf16>=1,3,3,7,12,-1,60000,inf,60000,nan
// CHECK-NEXT: tensor<6xi64>=1,2,2,3,4,5
// NARROW-NEXT: tensor<2x5xf16>=0,1,3,3,7,0,-1,60000,inf,inf
// WIDE-NEXT: tensor<2x5xf16>=0,1,3,3,7,0,-1,60000,inf,60000
// Index 9 of 5 rows is left out.
// CHECK-NEXT: tensor<5x3xf32>=0,0,0,8,10,inf,0,0,0,4,5,6,0,0,nan
// CHECK-NEXT: tensor<2x7xf32>=0,1,1,2,3,4,5,1,2,3,4,5,6,7
// CHECK-NEXT: tensor<2x7xi64>=6,1,5,2,0,4,3,6,5,4,3,2,1,0
// CHECK-NEXT: tensor<2x3xf32>=5,4,3,7,6,5
// CHECK-NEXT: tensor<2x3xi32>=3,4,0,0,1,2
// NARROW-NEXT: tensor<2x3x2xf16>=2.24414062,3.24414062,1,2,0,0,1,nan,1,nan,0,nan
// WIDE-NEXT: tensor<2x3x2xf16>=2.24414062,3.24414062,1,2,0,0,1,2,1,2,0,0

func.func @main(%x: tensor<2x5xf16>, %i: tensor<6xi64>, %u: tensor<4x3xf32>, %at: tensor<4x1xi64>, %t: tensor<5x3xf32>, %s: tensor<2x7xf32>,
   %q: tensor<2x3x4xf16>, %k: tensor<2x5x4xf16>, %v: tensor<2x5x2xf16>, %m: tensor<2x3x5xi1>)
   -> (tensor<2x5xf16>, tensor<6xi64>, tensor<2x5xf16>, tensor<5x3xf32>, tensor<2x7xf32>, tensor<2x7xi64>, tensor<2x3xf32>, tensor<2x3xi32>, tensor<2x3x2xf16>) {
  %c0 = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<2x5xf16>
  %a = tensor.empty() : tensor<2xf16>
  %z = linalg.fill ins(%c0 : f16) outs(%a : tensor<2xf16>) -> tensor<2xf16>
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<2x5xf16>) outs(%e, %z : tensor<2x5xf16>, tensor<2xf16>) {
  ^bb0(%p: f16, %n: f16):
    %w = arith.addf %p, %n : f16
    tm_tensor.yield %w : f16
  } -> tensor<2x5xf16>, tensor<2xf16>
  %ei = tensor.empty() : tensor<6xi64>
  %ai = arith.constant dense<0> : tensor<i64>
  %1:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%i : tensor<6xi64>) outs(%ei, %ai : tensor<6xi64>, tensor<i64>) {
  ^bb0(%p: i64, %n: i64):
    %w = arith.addi %p, %n : i64
    tm_tensor.yield %w : i64
  } -> tensor<6xi64>, tensor<i64>
  %2:2 = tm_tensor.scan dimension(1) inclusive(false) ins(%x : tensor<2x5xf16>) outs(%e, %z : tensor<2x5xf16>, tensor<2xf16>) {
  ^bb0(%p: f16, %n: f16):
    %w = arith.addf %p, %n : f16
    tm_tensor.yield %w : f16
  } -> tensor<2x5xf16>, tensor<2xf16>
  %3 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %at : tensor<4x3xf32>, tensor<4x1xi64>) outs(%t : tensor<5x3xf32>) {
  ^bb0(%p: f32, %n: f32):
    %w = arith.addf %n, %p : f32
    tm_tensor.yield %w : f32
  } -> tensor<5x3xf32>
  %pos = arith.constant dense<[[0,1,2,3,4,5,6],[0,1,2,3,4,5,6]]> : tensor<2x7xi64>
  %4:2 = tm_tensor.sort dimension(1) outs(%s, %pos : tensor<2x7xf32>, tensor<2x7xi64>) {
  ^bb0(%l: f32, %r: f32, %li: i64, %ri: i64):
    %w = arith.cmpf ole, %l, %r : f32
    tm_tensor.yield %w : i1
  } -> tensor<2x7xf32>, tensor<2x7xi64>
  %ninf = arith.constant dense<0xFF800000> : tensor<2x3xf32>
  %zi = arith.constant dense<0> : tensor<2x3xi32>
  %5:2 = tm_tensor.topk dimension(1) ins(%s : tensor<2x7xf32>) outs(%ninf, %zi : tensor<2x3xf32>, tensor<2x3xi32>) {
  ^bb0(%l: f32, %r: f32):
    %w = arith.cmpf ogt, %l, %r : f32
    tm_tensor.yield %w : i1
  } -> tensor<2x3xf32>, tensor<2x3xi32>
  %o = arith.constant dense<0.0> : tensor<2x3x2xf16>
  %6 = tm_tensor.attention ins(%q, %k, %v, %m : tensor<2x3x4xf16>, tensor<2x5x4xf16>, tensor<2x5x2xf16>, tensor<2x3x5xi1>) outs(%o : tensor<2x3x2xf16>) -> tensor<2x3x2xf16>
  return %0#0, %1#0, %2#0, %3, %4#0, %4#1, %5#0, %5#1, %6 : tensor<2x5xf16>, tensor<6xi64>, tensor<2x5xf16>, tensor<5x3xf32>, tensor<2x7xf32>, tensor<2x7xi64>, tensor<2x3xf32>, tensor<2x3xi32>, tensor<2x3x2xf16>
}
