// tm_tensor ops of many elements are loops: sums along 2000 elements, and a
// scatter of slices of 2 of which two do not lie inside.
// DEFINE: %{in} = --input=@%t.npy --input=4x2xf32=1,2,3,4,5,6,7,8 --input=4x1xi32=0,3,-1,1 --input=4xf32=10,20,30,40
// RUN: %python -c "import numpy, sys; numpy.save(sys.argv[1], numpy.ones((2, 2000), 'f4'))" %t.npy
// RUN: nanguard-run %s --no-cache --quiet --print --as-written %{in} | FileCheck %s
// RUN: nanguard-run %s --no-cache --quiet --print --tiers=safe %{in} | FileCheck %s
// RUN: nanguard-run %s --no-cache --quiet --print --device=sim %{in} | FileCheck %s

// CHECK: tensor<2xf32>=2000,2000
// CHECK-NEXT: tensor<2xf32>=2002,2002
// CHECK-NEXT: tensor<4xf32>=11,29,38,40

func.func @main(%x: tensor<2x2000xf32>, %u: tensor<?x2xf32>, %at: tensor<?x1xi32>, %t: tensor<?xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<?xf32>) {
  %e = tensor.empty() : tensor<2x2000xf32>
  %z = arith.constant dense<3.0> : tensor<2xf32>
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<2x2000xf32>) outs(%e, %z : tensor<2x2000xf32>, tensor<2xf32>) {
  ^bb0(%p: f32, %n: f32):
    %w = arith.addf %p, %n : f32
    tm_tensor.yield %w : f32
  } -> tensor<2x2000xf32>, tensor<2xf32>
  %1:2 = tm_tensor.scan dimension(1) inclusive(false) ins(%x : tensor<2x2000xf32>) outs(%e, %z : tensor<2x2000xf32>, tensor<2xf32>) {
  ^bb0(%p: f32, %n: f32):
    %w = arith.addf %p, %n : f32
    tm_tensor.yield %w : f32
  } -> tensor<2x2000xf32>, tensor<2xf32>
  %l = tensor.extract_slice %0#0[0, 1999] [2, 1] [1, 1] : tensor<2x2000xf32> to tensor<2xf32>
  %m = tensor.extract_slice %1#0[0, 1999] [2, 1] [1, 1] : tensor<2x2000xf32> to tensor<2xf32>
  %2 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %at : tensor<?x2xf32>, tensor<?x1xi32>) outs(%t : tensor<?xf32>) {
  ^bb0(%p: f32, %n: f32):
    %w = arith.addf %n, %p : f32
    tm_tensor.yield %w : f32
  } -> tensor<?xf32>
  return %l, %m, %2 : tensor<2xf32>, tensor<2xf32>, tensor<?xf32>
}
