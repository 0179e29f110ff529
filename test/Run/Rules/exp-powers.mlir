// power and exp_sum by value: limits, a NaN in each operand, near misses; static and dynamic, f32 and bf16, also inside a contraction.
// RUN: nanguard-run %s --function=powers --input=5xf32=nan,-150,150,-inf,0 --input=5xf32=-0.5,-0.5,-0.5,-0.5,nan --tiers=safe --print | FileCheck %s --check-prefix=POWERS
// RUN: nanguard-run %s --function=gradient --input=4xf32=nan,-800,800,0 --tiers=unfused --print | FileCheck %s --check-prefix=GRADIENT
// RUN: nanguard-run %s --function=decays --input=5xf32=nan,-200,200,1,1 --input=5xf32=1,200,-200,nan,1 --tiers=safe --print | FileCheck %s --check-prefix=DECAYS
// RUN: nanguard-run %s --function=scores --input=3x1xbf16=0,-200,nan --input=3x1xbf16=0,-200,1 --tiers=safe --print | FileCheck %s --check-prefix=SCORES
#id = affine_map<(i) -> (i)>
#mat = affine_map<(i, j) -> (i, j)>

// power_r1: rsqrt, pow and sqrt of sigmoids that are 0 in f32. Near miss: a power that is no constant.
// POWERS: tensor<{{.*}}>={{-?nan}},3.7332{{.*}}e+32,1,inf,1.41421
// POWERS-NEXT: tensor<{{.*}}>={{-?nan}},1,3.7332{{.*}}e+32,1,1.41421
// POWERS-NEXT: tensor<{{.*}}>={{-?nan}},2.6786{{.*}}e-33,1,0,0.70710
// POWERS-NEXT: tensor<{{.*}}>={{-?nan}},inf,1,inf,{{-?nan}}
func.func @powers(%tx: tensor<5xf32>, %tc: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant -0.5 : f32
  %r:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%tx, %tc : tensor<5xf32>, tensor<5xf32>) outs(%e, %e, %e, %e : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%x: f32, %c: f32, %o0: f32, %o1: f32, %o2: f32, %o3: f32):
    %n = arith.negf %x : f32
    %p = math.exp %n : f32
    %s = arith.addf %p, %one : f32
    %q = arith.divf %one, %s : f32
    %0 = math.rsqrt %q : f32
    %u = arith.subf %one, %q : f32
    %1 = math.powf %u, %half : f32
    %2 = math.sqrt %q : f32
    %3 = math.powf %q, %c : f32
    linalg.yield %0, %1, %2, %3 : f32, f32, f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// The gradient of (1 - sigmoid x)^0.5 in a kernel of its own; the 1 is an integer, as torch-mlir writes it.
// GRADIENT: tensor<{{.*}}>={{-?nan}},0,1,0.5
// GRADIENT-NEXT: tensor<{{.*}}>={{-?nan}},1,0,0.5
// GRADIENT-NEXT: tensor<{{.*}}>={{-?nan}},{{-?}}0,{{-?}}0,-0.17677
func.func @gradient(%tx: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %tx, %c0 : tensor<?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %one = arith.constant 1.0 : f32
  %ones = arith.constant dense<1> : tensor<i64>
  %half = arith.constant -0.5 : f32
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%tx : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %n = arith.negf %x : f32
    %p = math.exp %n : f32
    %s = arith.addf %p, %one : f32
    %0 = arith.divf %one, %s : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(i) -> ()>, #id, #id], iterator_types = ["parallel"]} ins(%ones, %q : tensor<i64>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%i: i64, %x: f32, %o: f32):
    %f = arith.sitofp %i : i64 to f32
    %0 = arith.subf %f, %x : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%u : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %p = math.powf %x, %half : f32
    %0 = arith.mulf %p, %half : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %g = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%w, %q, %u : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %0 = arith.mulf %b, %c : f32
    %1 = arith.mulf %a, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %q, %u, %g : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// exp_sum_r1: 2·exp(x) · exp(-x)·y/y. Near miss: exponentials of two tensors.
// DECAYS: tensor<{{.*}}>={{-?nan}},400,-400,{{-?nan}},2
// DECAYS-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},{{-?nan}},7.389
func.func @decays(%tx: tensor<5xf32>, %ty: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %two = arith.constant 2.0 : f32
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%tx, %ty : tensor<5xf32>, tensor<5xf32>) outs(%e, %e : tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%x: f32, %y: f32, %o0: f32, %o1: f32):
    %p = math.exp %x : f32
    %a = arith.mulf %p, %two : f32
    %n = arith.negf %x : f32
    %q = math.exp %n : f32
    %b = arith.mulf %q, %y : f32
    %0 = arith.mulf %a, %b : f32
    %z = math.exp %y : f32
    %1 = arith.mulf %p, %z : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1 : tensor<5xf32>, tensor<5xf32>
}

// exp_sum_r1 in a product of matrices. Near miss: the second factor is of another tensor.
// SCORES: tensor<{{.*}}>=1,inf,{{-?nan}},0,1,{{-?nan}},{{-?nan}},{{-?nan}},{{-?nan}}
// SCORES-NEXT: tensor<{{.*}}>=1,inf,0.36{{.*}},{{-?}}0,{{-?nan}},0,{{-?nan}},{{-?nan}},{{-?nan}}
func.func @scores(%x: tensor<?x1xbf16>, %y: tensor<?x1xbf16>) -> (tensor<?x?xbf16>, tensor<?x?xbf16>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %d = tensor.dim %x, %c0 : tensor<?x1xbf16>
  %dy = tensor.dim %y, %c0 : tensor<?x1xbf16>
  %e = tensor.empty(%d) : tensor<?x1xbf16>
  %ey = tensor.empty(%dy) : tensor<1x?xbf16>
  %a = linalg.generic {indexing_maps = [#mat, #mat], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x1xbf16>) outs(%e : tensor<?x1xbf16>) {
  ^bb0(%in: bf16, %o: bf16):
    %0 = math.exp %in : bf16
    linalg.yield %0 : bf16
  } -> tensor<?x1xbf16>
  %b = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, #mat], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x1xbf16>) outs(%ey : tensor<1x?xbf16>) {
  ^bb0(%in: bf16, %o: bf16):
    %n = arith.negf %in : bf16
    %0 = math.exp %n : bf16
    linalg.yield %0 : bf16
  } -> tensor<1x?xbf16>
  %c = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, #mat], iterator_types = ["parallel", "parallel"]} ins(%y : tensor<?x1xbf16>) outs(%ey : tensor<1x?xbf16>) {
  ^bb0(%in: bf16, %o: bf16):
    %n = arith.negf %in : bf16
    %0 = math.exp %n : bf16
    linalg.yield %0 : bf16
  } -> tensor<1x?xbf16>
  %s = tensor.empty(%d, %dy) : tensor<?x?xbf16>
  %start = linalg.fill ins(%zero : bf16) outs(%s : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %0 = linalg.matmul ins(%a, %b : tensor<?x1xbf16>, tensor<1x?xbf16>) outs(%start : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %1 = linalg.matmul ins(%a, %c : tensor<?x1xbf16>, tensor<1x?xbf16>) outs(%start : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %0, %1 : tensor<?x?xbf16>, tensor<?x?xbf16>
}
