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
