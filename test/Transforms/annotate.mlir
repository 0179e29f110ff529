// RUN: nanguard-opt %s --nanguard-form-clusters --nanguard-annotate | FileCheck %s

#id = affine_map<(d0) -> (d0)>

// Ids count from the two float arguments' entries; the i8 argument has none.
// CHECK-LABEL: @ids
// CHECK: nanguard.cluster kind(activation) {{.*}} id(2)
// CHECK: nanguard.kernel = 0
// CHECK: nanguard.cluster kind(activation) {{.*}} id(3)
// CHECK: nanguard.same_as = 0
func.func @ids(%x: tensor<8xf16>, %i: tensor<8xi8>, %y: tensor<8xf16>) -> (tensor<8xf16>, tensor<8xf16>) {
  %e = tensor.empty() : tensor<8xf16>
  %0 = linalg.exp ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) -> tensor<8xf16>
  %1 = linalg.exp ins(%y : tensor<8xf16>) outs(%e : tensor<8xf16>) -> tensor<8xf16>
  return %0, %1 : tensor<8xf16>, tensor<8xf16>
}

// Kernels are shared by the functions of a module, ids are not. Another type
// and another op are other kernels.
// CHECK-LABEL: @other_function
// CHECK: nanguard.cluster kind(activation) {{.*}} id(2)
// CHECK: nanguard.same_as = 0
// CHECK: nanguard.cluster kind(activation) {{.*}} id(3)
// CHECK: nanguard.kernel = 1
// CHECK: nanguard.cluster kind(activation) {{.*}} id(4)
// CHECK: nanguard.kernel = 2
func.func @other_function(%x: tensor<8xf16>, %y: tensor<4xf16>) -> (tensor<8xf16>, tensor<4xf16>, tensor<8xf16>) {
  %e = tensor.empty() : tensor<8xf16>
  %s = tensor.empty() : tensor<4xf16>
  %0 = linalg.exp ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) -> tensor<8xf16>
  %1 = linalg.exp ins(%y : tensor<4xf16>) outs(%s : tensor<4xf16>) -> tensor<4xf16>
  %2 = linalg.log ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) -> tensor<8xf16>
  return %0, %1, %2 : tensor<8xf16>, tensor<4xf16>, tensor<8xf16>
}

// What reads an argument whose infinities are expected hands them on.
// CHECK-LABEL: @masked
// CHECK-SAME: %{{.*}}: tensor<8xf16> {nanguard.expect_inf}
// CHECK: nanguard.cluster kind(elementwise) {{.*}} id(2) expect_inf
func.func @masked(%m: tensor<8xf16> {nanguard.expect_inf}, %x: tensor<8xf16>) -> tensor<8xf16> {
  %e = tensor.empty() : tensor<8xf16>
  %0 = linalg.add ins(%m, %x : tensor<8xf16>, tensor<8xf16>) outs(%e : tensor<8xf16>) -> tensor<8xf16>
  return %0 : tensor<8xf16>
}

// A sum of what may be infinite is no mask, and what reads it hands nothing on:
// an Inf there is a fault.
// CHECK-LABEL: @summed
// CHECK: nanguard.cluster kind(elementwise) {{.*}} id(2) expect_inf
// CHECK: nanguard.cluster kind(reduction)
// CHECK-NOT: expect_inf
// CHECK: return
func.func @summed(%m: tensor<8xf16> {nanguard.expect_inf}, %x: tensor<8xf16>) -> (tensor<8xf16>, tensor<f16>) {
  %e = tensor.empty() : tensor<8xf16>
  %c = arith.constant 0.0 : f16
  %s = tensor.empty() : tensor<f16>
  %f = linalg.fill ins(%c : f16) outs(%s : tensor<f16>) -> tensor<f16>
  %0 = linalg.add ins(%m, %x : tensor<8xf16>, tensor<8xf16>) outs(%e : tensor<8xf16>) -> tensor<8xf16>
  %1 = linalg.reduce ins(%0 : tensor<8xf16>) outs(%f : tensor<f16>) dimensions = [0]
    (%a: f16, %acc: f16) {
      %t = arith.addf %a, %acc : f16
      linalg.yield %t : f16
    }
  %2 = linalg.mul ins(%1, %1 : tensor<f16>, tensor<f16>) outs(%s : tensor<f16>) -> tensor<f16>
  return %0, %2 : tensor<8xf16>, tensor<f16>
}

// What a softmax's weights are multiplied by is no mask: a loss scale in the
// gradient of a softmax. What it adds to the scores is one.
// CHECK-LABEL: @factor
// CHECK-SAME: tensor<4x8xf32> {nanguard.expect_inf}, %{{[^:]*}}: tensor<f32>, %{{[^:]*}}: tensor<8xf32> {nanguard.expect_inf})
// CHECK: nanguard.cluster kind(softmax)
func.func @factor(%x: tensor<4x8xf32>, %scale: tensor<f32>, %mask: tensor<8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %r = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%r : tensor<4xf32>) -> tensor<4xf32>
  %exp = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %mask : tensor<4x8xf32>, tensor<8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %s = arith.addf %a, %m : f32
    %t = math.exp %s : f32
    linalg.yield %t : f32
  } -> tensor<4x8xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%exp : tensor<4x8xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %t = arith.addf %a, %acc : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%exp, %sum, %scale : tensor<4x8xf32>, tensor<4xf32>, tensor<f32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %s: f32, %o: f32):
    %p = arith.divf %a, %b : f32
    %q = arith.mulf %p, %s : f32
    linalg.yield %q : f32
  } -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}
