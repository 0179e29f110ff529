// sigmoid_grad and normalize_r1 of components by value: a NaN in each operand, near misses; f32 static, bf16 dynamic.
// RUN: nanguard-run %s --function=sigmoid --input=6xf32=-800,800,200,0,nan,0 --input=6xf32=1,0,1,1,1,nan --tiers=safe --print | FileCheck %s --check-prefix=SIGMOID
// RUN: nanguard-run %s --function=hypot --input=6xbf16=0,3,0,nan,0,0 --input=6xbf16=0,4,1,0,nan,0 --input=6xbf16=1,1,1,1,1,nan --tiers=unfused --print | FileCheck %s --check-prefix=HYPOT
#id = affine_map<(i) -> (i)>

// sigmoid_grad_r1: (u/q - t/p)·(p·q), p = sigmoid x, q = 1 - p, u = 1 - t; (t/p)·(p·p). Near miss: (t/p)·(x·x), x no quotient of exponentials.
// SIGMOID: tensor<{{.*}}>=-1,1,{{-?}}0,-0.5,{{-?nan}},{{-?nan}}
// SIGMOID-NEXT: tensor<{{.*}}>={{-?}}0,0,1,0.5,{{-?nan}},{{-?nan}}
// SIGMOID-NEXT: tensor<{{.*}}>=inf,0,40000,0,{{-?nan}},{{-?nan}}
func.func @sigmoid(%tx: tensor<6xf32>, %tt: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<6xf32>
  %one = arith.constant 1.0 : f32
  %r:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%tx, %tt : tensor<6xf32>, tensor<6xf32>) outs(%e, %e, %e : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  ^bb0(%x: f32, %t: f32, %o0: f32, %o1: f32, %o2: f32):
    %n = arith.negf %x : f32
    %z = math.exp %n : f32
    %s = arith.addf %z, %one : f32
    %p = arith.divf %one, %s : f32
    %q = arith.subf %one, %p : f32
    %u = arith.subf %one, %t : f32
    %a = arith.divf %t, %p : f32
    %b = arith.divf %u, %q : f32
    %d = arith.subf %b, %a : f32
    %f = arith.mulf %p, %q : f32
    %0 = arith.mulf %d, %f : f32
    %g = arith.mulf %p, %p : f32
    %1 = arith.mulf %a, %g : f32
    %h = arith.mulf %x, %x : f32
    %2 = arith.mulf %a, %h : f32
    linalg.yield %0, %1, %2 : f32, f32, f32
  } -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>)
  return %r#0, %r#1, %r#2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// normalize_r1: the gradient of √(x² + y²). Near miss: g over the root, which g is no part of.
// HYPOT: tensor<{{.*}}>=0,0.6{{.*}},0,{{-?nan}},{{-?nan}},{{-?nan}}
// HYPOT-NEXT: tensor<{{.*}}>=0,0.8{{.*}},1,{{-?nan}},{{-?nan}},0
// HYPOT-NEXT: tensor<{{.*}}>=inf,0.2{{.*}},1,{{-?nan}},{{-?nan}},{{-?nan}}
func.func @hypot(%tx: tensor<?xbf16>, %ty: tensor<?xbf16>, %tg: tensor<?xbf16>) -> (tensor<?xbf16>, tensor<?xbf16>, tensor<?xbf16>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %tx, %c0 : tensor<?xbf16>
  %e = tensor.empty(%d) : tensor<?xbf16>
  %r:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%tx, %ty, %tg : tensor<?xbf16>, tensor<?xbf16>, tensor<?xbf16>) outs(%e, %e, %e : tensor<?xbf16>, tensor<?xbf16>, tensor<?xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %g: bf16, %o0: bf16, %o1: bf16, %o2: bf16):
    %a = arith.mulf %x, %x : bf16
    %b = arith.mulf %y, %y : bf16
    %s = arith.addf %a, %b : bf16
    %n = math.sqrt %s : bf16
    %q = arith.divf %g, %n : bf16
    %0 = arith.mulf %q, %x : bf16
    %1 = arith.divf %y, %n : bf16
    linalg.yield %0, %1, %q : bf16, bf16, bf16
  } -> (tensor<?xbf16>, tensor<?xbf16>, tensor<?xbf16>)
  return %r#0, %r#1, %r#2 : tensor<?xbf16>, tensor<?xbf16>, tensor<?xbf16>
}
