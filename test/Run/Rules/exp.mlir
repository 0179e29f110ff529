// exp_quotient, tanh, complement, expm1, log1p, exp2 and quotient by value: the limits, a NaN in each operand, and near misses as written.
// RUN: nanguard-run %s --function=quotient --input=5xf32=nan,800,-800,inf,-inf --input=5xf32=1,nan,2,3,4 --tiers=safe --print | FileCheck %s --check-prefix=QUOTIENT
// RUN: nanguard-run %s --function=other_quotient --input=5xf32=nan,800,-800,inf,-inf --input=5xf32=0,nan,0,0,0 --tiers=safe --print | FileCheck %s --check-prefix=OTHER-QUOTIENT
// RUN: nanguard-run %s --function=product --input=5xf32=nan,800,-800,inf,2 --input=5xf32=1,3,nan,1,800 --tiers=safe --print | FileCheck %s --check-prefix=PRODUCT
// RUN: nanguard-run %s --function=tanh --input=5xf32=nan,800,-800,inf,-inf --input=5xf32=1,800,nan,0,0 --tiers=safe --print | FileCheck %s --check-prefix=TANH
// RUN: nanguard-run %s --function=complement --input=5xf32=nan,50,-800,inf,-inf --input=5xf32=0,nan,0,0,0 --tiers=safe --print | FileCheck %s --check-prefix=COMPLEMENT
// RUN: nanguard-run %s --function=spellings --input=4xf32=nan,1e-10,inf,2 --input=4xf32=1,nan,3e38,4 --tiers=safe --print | FileCheck %s --check-prefix=SPELLINGS
#id = affine_map<(i) -> (i)>

// exp_quotient_r1: the limits of e/(1 + e). Of e/e, c·e/e and f·e/e nothing of x is left but its NaN and Inf/Inf.
// QUOTIENT: tensor<{{.*}}>={{-?nan}},1,0,1,0
// QUOTIENT-NEXT: tensor<{{.*}}>={{-?nan}},1,1,{{-?nan}},{{-?nan}}
// QUOTIENT-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},2,{{-?nan}},{{-?nan}}
func.func @quotient(%ta: tensor<5xf32>, %tb: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %one = arith.constant 1.0 : f32
  %r:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<5xf32>, tensor<5xf32>) outs(%e, %e, %e : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32, %o1: f32, %o2: f32):
    %p = math.exp %a : f32
    %d = arith.addf %p, %one : f32
    %0 = arith.divf %p, %d : f32
    %1 = arith.divf %p, %p : f32
    %n = arith.mulf %b, %p : f32
    %2 = arith.divf %n, %p : f32
    linalg.yield %0, %1, %2 : f32, f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1, %r#2 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// Near misses: another tensor's exponential below, a sum that may be 0 below, and signs that differ.
// OTHER-QUOTIENT: tensor<{{.*}}>={{-?nan}},{{-?nan}},0,inf,0
// OTHER-QUOTIENT-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},-0,{{-?nan}},-0
// OTHER-QUOTIENT-NEXT: tensor<{{.*}}>={{-?nan}},inf,0,inf,0
func.func @other_quotient(%ta: tensor<5xf32>, %tb: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %one = arith.constant 1.0 : f32
  %r:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<5xf32>, tensor<5xf32>) outs(%e, %e, %e : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32, %o1: f32, %o2: f32):
    %p = math.exp %a : f32
    %q = math.exp %b : f32
    %d = arith.addf %q, %one : f32
    %0 = arith.divf %p, %d : f32
    %m = arith.subf %p, %one : f32
    %1 = arith.divf %p, %m : f32
    %s = arith.negf %a : f32
    %v = math.exp %s : f32
    %2 = arith.divf %p, %v : f32
    linalg.yield %0, %1, %2 : f32, f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1, %r#2 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// exp_quotient_r1 that ends in a product, as the gradient of x/(1 + e^-x) does: ((f/d)/d)·e of one exponential; and a
// near miss with the exponential of another tensor, whose Inf is a true one.
// PRODUCT: tensor<{{.*}}>={{-?nan}},0,{{-?nan}},0,83.99{{[0-9]*}}
// PRODUCT-NEXT: tensor<{{.*}}>={{-?nan}},0,{{-?nan}},0,inf
func.func @product(%ta: tensor<5xf32>, %tb: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %one = arith.constant 1.0 : f32
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<5xf32>, tensor<5xf32>) outs(%e, %e : tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32, %o1: f32):
    %p = math.exp %a : f32
    %q = math.exp %b : f32
    %d = arith.addf %p, %one : f32
    %0 = arith.divf %b, %d : f32
    %1 = arith.divf %0, %d : f32
    %2 = arith.mulf %1, %p : f32
    %3 = arith.mulf %q, %1 : f32
    linalg.yield %2, %3 : f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1 : tensor<5xf32>, tensor<5xf32>
}

// tanh_r1, tanh_r2, tanh_r3, and a near miss: the exponentials of two tensors.
// TANH: tensor<{{.*}}>={{-?nan}},1,-1,1,-1
// TANH-NEXT: tensor<{{.*}}>={{-?nan}},1,-1,1,-1
// TANH-NEXT: tensor<{{.*}}>={{-?nan}},1,-1,1,-1
// TANH-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},{{-?nan}},-1
func.func @tanh(%ta: tensor<5xf32>, %tb: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %one = arith.constant 1.0 : f32
  %r:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<5xf32>, tensor<5xf32>) outs(%e, %e, %e, %e : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32, %o1: f32, %o2: f32, %o3: f32):
    %u = arith.addf %a, %a : f32
    %p = math.exp %u : f32
    %n1 = arith.subf %p, %one : f32
    %d1 = arith.addf %p, %one : f32
    %0 = arith.divf %n1, %d1 : f32
    %v = arith.negf %u : f32
    %q = math.exp %v : f32
    %n2 = arith.subf %one, %q : f32
    %d2 = arith.addf %one, %q : f32
    %1 = arith.divf %n2, %d2 : f32
    %w = arith.negf %a : f32
    %s = math.exp %a : f32
    %t = math.exp %w : f32
    %n3 = arith.subf %s, %t : f32
    %d3 = arith.addf %s, %t : f32
    %2 = arith.divf %n3, %d3 : f32
    %z = math.exp %b : f32
    %n4 = arith.subf %s, %z : f32
    %d4 = arith.addf %s, %z : f32
    %3 = arith.divf %n4, %d4 : f32
    linalg.yield %0, %1, %2, %3 : f32, f32, f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// complement_r1: 1 - sigmoid(x) is sigmoid(-x), under a power too. Near miss: 1 less the quotient of two tensors.
// COMPLEMENT: tensor<{{.*}}>={{-?nan}},1.928749{{.*}}e-22,1,0,1
// COMPLEMENT-NEXT: tensor<{{.*}}>={{-?nan}},1.388794{{.*}}e-11,1,0,1
// COMPLEMENT-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},-inf,1,-inf
func.func @complement(%ta: tensor<5xf32>, %tb: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %one = arith.constant 1.0 : f32
  %half = arith.constant 5.000000e-01 : f32
  %r:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<5xf32>, tensor<5xf32>) outs(%e, %e, %e : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32, %o1: f32, %o2: f32):
    %n = arith.negf %a : f32
    %p = math.exp %n : f32
    %d = arith.addf %one, %p : f32
    %q = arith.divf %one, %d : f32
    %0 = arith.subf %one, %q : f32
    %1 = math.powf %0, %half : f32
    %u = math.exp %b : f32
    %v = arith.addf %u, %one : f32
    %w = arith.divf %p, %v : f32
    %2 = arith.subf %one, %w : f32
    linalg.yield %0, %1, %2 : f32, f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1, %r#2 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// expm1_r1, log1p_r1, exp2_r1, quotient_r1; near misses: exp x - 2, log(2 + x), exp2(1.5 x), 1/s alone.
// SPELLINGS: tensor<{{.*}}>={{-?nan}},1{{(.00000001)?}}e-10,inf,6.389056
// SPELLINGS-NEXT: tensor<{{.*}}>={{-?nan}},-1,inf,5.389056
// SPELLINGS-NEXT: tensor<{{.*}}>={{-?nan}},1{{(.00000001)?}}e-10,inf,1.098612
// SPELLINGS-NEXT: tensor<{{.*}}>={{-?nan}},0.693147
// SPELLINGS-NEXT: tensor<{{.*}}>={{-?nan}},1,inf,7.389056
// SPELLINGS-NEXT: tensor<{{.*}}>={{-?nan}},1,inf,8
// SPELLINGS-NEXT: tensor<{{.*}}>=1,{{-?nan}},3.33333{{.*}}e-39,0.25
// SPELLINGS-NEXT: tensor<{{.*}}>=1,{{-?nan}},1,1
func.func @spellings(%ta: tensor<4xf32>, %tb: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %log2e = arith.constant 1.44269502 : f32
  %other = arith.constant 1.5 : f32
  %r:8 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<4xf32>, tensor<4xf32>) outs(%e, %e, %e, %e, %e, %e, %e, %e : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32, %o1: f32, %o2: f32, %o3: f32, %o4: f32, %o5: f32, %o6: f32, %o7: f32):
    %p = math.exp %a : f32
    %0 = arith.subf %p, %one : f32
    %1 = arith.subf %p, %two : f32
    %s = arith.addf %a, %one : f32
    %2 = math.log %s : f32
    %u = arith.addf %a, %two : f32
    %3 = math.log %u : f32
    %v = arith.mulf %a, %log2e : f32
    %4 = math.exp2 %v : f32
    %w = arith.mulf %a, %other : f32
    %5 = math.exp2 %w : f32
    %6 = arith.divf %one, %b : f32
    %7 = arith.mulf %b, %6 : f32
    linalg.yield %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32, f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
