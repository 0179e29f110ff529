// RUN: nanguard-opt %s --nanguard-form-clusters --nanguard-repeat-producers | FileCheck %s
// RUN: nanguard-opt %s --nanguard-form-clusters --nanguard-repeat-producers --remarks-filter=nanguard --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#id = affine_map<(d0) -> (d0)>
#mat = affine_map<(d0, d1) -> (d0, d1)>

// The condition and exp x are read twice. The product of the selection with
// exp x sees what decides it in safe and unfused; fused does not read %x.
// REMARK: for ProductWithMask
// CHECK-LABEL: @gradient_of_exp
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %[[G:.*]]: tensor<?xf32>)
// CHECK: %[[C:.*]] = linalg.generic
// CHECK: %[[E:.*]] = nanguard.cluster kind(activation) variants([#nanguard.variant<fused>])
// CHECK: nanguard.cluster kind(elementwise) variants([#nanguard.variant<fused>, #nanguard.variant<safe>, #nanguard.variant<unfused>])
// CHECK-SAME: ins(%[[C]], %[[G]], %{{.*}}, %[[E]], %[[X]], %{{.*}} :
// CHECK-NOT: arith.cmpf
// CHECK: }, {
// CHECK: arith.cmpf ole, {{.*}} : f32
// CHECK-NOT: math.exp
// CHECK: arith.cmpf ord, {{.*}} : f32
// CHECK: }, {
// CHECK: arith.cmpf ole, {{.*}} : f64
// CHECK: return
func.func @gradient_of_exp(%x: tensor<?xf32>, %g: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xi1>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %flags = tensor.empty(%n) : tensor<?xi1>
  %c = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%flags : tensor<?xi1>) {
  ^bb0(%in: f32, %out: i1):
    %0 = arith.cmpf ole, %in, %zero : f32
    linalg.yield %0 : i1
  } -> tensor<?xi1>
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%c, %g : tensor<?xi1>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%flag: i1, %in: f32, %out: f32):
    %0 = arith.select %flag, %in, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %d = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%s, %e : tensor<?xf32>, tensor<?xf32>) outs(%empty : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  return %e, %d, %c : tensor<?xf32>, tensor<?xf32>, tensor<?xi1>
}

// No rule holds of g * exp x.
// CHECK-LABEL: @no_rule
// CHECK-NOT: variant<safe>
func.func @no_rule(%x: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %empty = tensor.empty() : tensor<4xf32>
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %d = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%g, %e : tensor<4xf32>, tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %e, %d : tensor<4xf32>, tensor<4xf32>
}

// (x / |x|) behind a matrix product: the row's length is repeated, the product
// is not, and the quotient's operand stays one.
// CHECK-LABEL: @behind_a_contraction
// CHECK: %[[M:.*]] = nanguard.cluster kind(matmul) variants([#nanguard.variant<fused>])
// CHECK: nanguard.cluster kind(elementwise) variants([#nanguard.variant<fused>, #nanguard.variant<safe>, #nanguard.variant<unfused>]) ins(%[[M]],
// CHECK: }, {
// CHECK-NOT: linalg.matmul
// CHECK: return
func.func @behind_a_contraction(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4xf32>, tensor<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x4xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = linalg.matmul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%start : tensor<4x4xf32>) -> tensor<4x4xf32>
  %rows = tensor.empty() : tensor<4xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : tensor<4xf32>) -> tensor<4xf32>
  %squares = linalg.generic {indexing_maps = [#mat, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%m : tensor<4x4xf32>) outs(%zeros : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %length = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%squares : tensor<4xf32>) outs(%rows : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.sqrt %in : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %unit = linalg.generic {indexing_maps = [#mat, affine_map<(d0, d1) -> (d0)>, #mat], iterator_types = ["parallel", "parallel"]}
      ins(%m, %length : tensor<4x4xf32>, tensor<4xf32>) outs(%empty : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<4x4xf32>
  return %length, %unit : tensor<4xf32>, tensor<4x4xf32>
}
