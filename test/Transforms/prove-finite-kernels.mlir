// In kernels, and in whatever a host holds: a clip whose bound no finite value passes goes, whether or not
// the value may be NaN; a scan only where the tensor is finite.
// RUN: nanguard-opt %s --nanguard-prove-finite | FileCheck %s
// RUN: nanguard-opt %s --nanguard-prove-finite --remarks-filter=nanguard --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// The clips of clip=type, of a sigmoid and of an exponential.
// RUN: nanguard-opt %S/Inputs/two-activations.mlir --guard-tiers=clip=type | FileCheck %s --check-prefix=PIPE
// PIPE-LABEL: func.func private @ng_activation_0_unfused(
// PIPE-NOT: nanguard.clip
// PIPE-LABEL: func.func private @ng_activation_1_unfused(
// PIPE: nanguard.clip %

// REMARK: remark: {{.*}}no clip: no finite value of the tensor is beyond 1.00
// REMARK: remark: {{.*}}no scan: the tensor is within [3, 3]
// CHECK-LABEL: func.func @bounded(
// CHECK-SAME: %[[C:[a-z0-9]+]]: tensor<i64>)
// CHECK: %[[Y:.*]] = linalg.tanh
// CHECK-NOT: nanguard.clip
// CHECK: return %[[Y]], %[[C]]
func.func @bounded(%x: tensor<8xf32>, %c: tensor<i64>) -> (tensor<8xf32>, tensor<i64>) {
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.tanh ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %z, %n = nanguard.clip %y, %c bound 65504.0 : tensor<8xf32>, tensor<i64> -> tensor<i64>
  return %z, %n : tensor<8xf32>, tensor<i64>
}
// CHECK-LABEL: func.func @unbounded(
// CHECK: nanguard.clip
func.func @unbounded(%x: tensor<8xf32>, %c: tensor<i64>) -> (tensor<8xf32>, tensor<i64>) {
  %z, %n = nanguard.clip %x, %c bound 65504.0 : tensor<8xf32>, tensor<i64> -> tensor<i64>
  return %z, %n : tensor<8xf32>, tensor<i64>
}
// CHECK-LABEL: func.func @constant(
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<i32>)
// CHECK-NOT: nanguard.scan
// CHECK: return %[[A]]
func.func @constant(%a: tensor<i32>) -> tensor<i32> {
  %e = tensor.empty() : tensor<8xf32>
  %three = arith.constant 3.0 : f32
  %x = linalg.fill ins(%three : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %m = nanguard.scan bits ins(%x : tensor<8xf32>) outs(%a : tensor<i32>) -> tensor<i32>
  return %m : tensor<i32>
}
// CHECK-LABEL: func.func @argument(
// CHECK: nanguard.scan
func.func @argument(%x: tensor<8xf32>, %a: tensor<i32>) -> tensor<i32> {
  %m = nanguard.scan bits ins(%x : tensor<8xf32>) outs(%a : tensor<i32>) -> tensor<i32>
  return %m : tensor<i32>
}
// A loop that doubles comes to an end, as not finite.
// CHECK-LABEL: func.func @loop(
// CHECK: nanguard.scan
func.func @loop(%a: tensor<i32>, %n: index) -> tensor<i32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant dense<1.0> : tensor<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> tensor<8xf32> {
    %w = arith.addf %v, %v : tensor<8xf32>
    scf.yield %w : tensor<8xf32>
  }
  %m = nanguard.scan bits ins(%r : tensor<8xf32>) outs(%a : tensor<i32>) -> tensor<i32>
  return %m : tensor<i32>
}

// What was f16 a moment ago, moved and chosen from.
// REMARK: remark: {{.*}}no clip: no finite value of the tensor is beyond 65504
// CHECK-LABEL: func.func @widened(
// CHECK-NOT: nanguard.clip
func.func @widened(%x: tensor<8xf16>, %c: tensor<i64>) -> (tensor<8xf32>, tensor<i64>) {
  %e = tensor.empty() : tensor<8xf32>
  %zero = arith.constant 0.0 : f32
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf16>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    %1 = arith.negf %0 : f32
    %2 = arith.maximumf %1, %zero : f32
    linalg.yield %2 : f32
  } -> tensor<8xf32>
  %z, %n = nanguard.clip %y, %c bound 65504.0 : tensor<8xf32>, tensor<i64> -> tensor<i64>
  return %z, %n : tensor<8xf32>, tensor<i64>
}
// CHECK-LABEL: func.func @doubled(
// CHECK: nanguard.clip
func.func @doubled(%x: tensor<8xf16>, %c: tensor<i64>) -> (tensor<8xf32>, tensor<i64>) {
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf16>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    %1 = arith.addf %0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %z, %n = nanguard.clip %y, %c bound 65504.0 : tensor<8xf32>, tensor<i64> -> tensor<i64>
  return %z, %n : tensor<8xf32>, tensor<i64>
}
