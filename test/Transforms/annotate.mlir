// RUN: nanguard-opt %s --nanguard-raise --nanguard-form-clusters --nanguard-annotate | FileCheck %s

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

// What adds a mask to the scores of a softmax hands its -Inf on. What is made of
// the masked scores beside the softmax does not, nor does a sum with a mask that
// no softmax reads.
// CHECK-LABEL: @masked
// CHECK-SAME: %{{.*}}: tensor<2x4xf16> {nanguard.expect_inf}
// CHECK: nanguard.cluster kind(elementwise) {{.*}} id(2) expect_inf
// CHECK: nanguard.cluster kind(softmax)
// CHECK-NOT: expect_inf
// CHECK: nanguard.cluster kind(elementwise)
// CHECK-NOT: expect_inf
// CHECK-LABEL: @no_softmax
// CHECK: nanguard.cluster kind(elementwise)
// CHECK-NOT: id(2) expect_inf
// CHECK: return
func.func @masked(%m: tensor<2x4xf16> {nanguard.expect_inf}, %x: tensor<2x4xf16>) -> (tensor<2x4xf16>, tensor<2x4xf16>) {
  %e = tensor.empty() : tensor<2x4xf16>
  %0 = linalg.add ins(%m, %x : tensor<2x4xf16>, tensor<2x4xf16>) outs(%e : tensor<2x4xf16>) -> tensor<2x4xf16>
  %1 = linalg.softmax dimension(1) ins(%0 : tensor<2x4xf16>) outs(%e : tensor<2x4xf16>) -> tensor<2x4xf16>
  %2 = linalg.mul ins(%0, %0 : tensor<2x4xf16>, tensor<2x4xf16>) outs(%e : tensor<2x4xf16>) -> tensor<2x4xf16>
  return %1, %2 : tensor<2x4xf16>, tensor<2x4xf16>
}
func.func @no_softmax(%m: tensor<8xf16> {nanguard.expect_inf}, %x: tensor<8xf16>) -> tensor<8xf16> {
  %e = tensor.empty() : tensor<8xf16>
  %0 = linalg.add ins(%m, %x : tensor<8xf16>, tensor<8xf16>) outs(%e : tensor<8xf16>) -> tensor<8xf16>
  return %0 : tensor<8xf16>
}

// -Inf that the model writes is expected there, not in what is computed of it.
// CHECK-LABEL: @written
// CHECK: nanguard.cluster kind(activation) {{.*}} id(1) expect_inf
// CHECK: nanguard.cluster kind(elementwise)
// CHECK-NOT: expect_inf
// CHECK: return
func.func @written(%x: tensor<8xf16>, %k: tensor<8xi1>) -> (tensor<8xf16>, tensor<8xf16>) {
  %e = tensor.empty() : tensor<8xf16>
  %inf = arith.constant 0xFC00 : f16
  %0 = linalg.exp ins(%x : tensor<8xf16>) outs(%e : tensor<8xf16>) -> tensor<8xf16>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%k, %0 : tensor<8xi1>, tensor<8xf16>) outs(%e : tensor<8xf16>) {
  ^bb0(%c: i1, %a: f16, %o: f16):
    %s = arith.select %c, %a, %inf : f16
    linalg.yield %s : f16
  } -> tensor<8xf16>
  %2 = linalg.mul ins(%1, %1 : tensor<8xf16>, tensor<8xf16>) outs(%e : tensor<8xf16>) -> tensor<8xf16>
  return %1, %2 : tensor<8xf16>, tensor<8xf16>
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
