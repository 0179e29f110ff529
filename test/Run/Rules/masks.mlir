// mask_r1 to mask_r5 by value: what a mask hides is not read, a NaN of what decides stays, and what is no mask hides nothing.
// RUN: nanguard-run %s --function=relu_as_product --input=5xf32=nan,-1,2,nan,-inf --tiers=safe --print | FileCheck %s --check-prefix=RELU
// RUN: nanguard-run %s --function=relu_as_product --input=5xf32=nan,-1,2,nan,-inf --tiers=unfused --print | FileCheck %s --check-prefix=RELU
// RUN: nanguard-run %s --function=decided_elsewhere --input=4xf32=nan,-1,2,nan --tiers=safe --print | FileCheck %s --check-prefix=ELSE
// RUN: nanguard-run %s --function=ordered --input=3xf32=nan,-1,2 --input=3xf32=1,nan,inf --tiers=safe --print | FileCheck %s --check-prefix=ORD
// RUN: nanguard-run %s --function=other_tensor --input=4xf32=nan,inf,2,nan --input=4xf32=0,-1,1,nan --tiers=safe --print | FileCheck %s --check-prefix=OTHER
// RUN: nanguard-run %s --function=integers --input=4xf32=nan,inf,2,nan --input=4xi64=0,0,3,1 --input=4xf32=nan,1,inf,1 --tiers=safe --print | FileCheck %s --check-prefix=INT
// RUN: nanguard-run %s --function=position --input=3xf32=nan,1,inf --tiers=safe --print | FileCheck %s --check-prefix=POS
// RUN: nanguard-run %s --function=gradient --input=5xf32=100,1000,nan,-1,-2 --input=5xf32=1,2,3,nan,4 --tiers=safe --print | FileCheck %s --check-prefix=GRAD
// RUN: nanguard-run %s --function=gated --input=4xf32=-1,2,-3,nan --input=4xf32=nan,3,inf,1 --tiers=safe --print | FileCheck %s --check-prefix=GATED
// RUN: nanguard-run %s --function=bias --input=2x3xf32=nan,1,1,1,1,1 --input=3x2xf32=1 --input=2xf32=-inf,0 --tiers=safe --print | FileCheck %s --check-prefix=BIAS
// RUN: nanguard-run %s --function=infinity --input=4xf32=0,1,2,nan --tiers=safe --print | FileCheck %s --check-prefix=INF
// RUN: nanguard-run %s --function=dead --input=3xf32=1,2,nan --input=3xf32=nan,inf,1 --input=1xf32=0 --input=3xf32=0,1,2 --tiers=safe --print | FileCheck %s --check-prefix=DEAD
// RUN: nanguard-run %s --function=dead --input=3xf32=1,2,nan --input=3xf32=nan,inf,1 --input=1xf32=nan --input=3xf32=0,1,2 --tiers=safe --print | FileCheck %s --check-prefix=NAN-SCALE
// RUN: nanguard-run %s --function=limit --input=4xf32=0,0,inf,2 --input=4xf32=0,0,0,0 --input=4xf32=nan,1,nan,nan --tiers=safe --print | FileCheck %s --check-prefix=LIMIT
// RUN: nanguard-run %s --function=limit --input=4xf32=0,0,inf,2 --input=4xf32=0,0,0,0 --input=4xf32=nan,1,nan,nan --tiers=unfused --print | FileCheck %s --check-prefix=LIMIT
#id = affine_map<(i) -> (i)>

// Near miss: 0 * log 0, to which another rule gives its limit 0, is no mask of a third factor.
// LIMIT: tensor<4xf32>={{-?nan}},{{-?}}0,{{-?nan}},{{-?nan}}
func.func @limit(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.log %x : tensor<4xf32>
  %1 = arith.mulf %y, %0 : tensor<4xf32>
  %2 = arith.mulf %1, %z : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// x * (x > 0): the flag rests on what it multiplies. -Inf has the limit 0.
// RELU: tensor<5xf32>={{-?nan}},0,2,{{-?nan}},0
func.func @relu_as_product(%x: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %z = arith.constant 0.0 : f32
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.cmpf ogt, %a, %z : f32
    %f = arith.uitofp %c : i1 to f32
    %r = arith.mulf %a, %f : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// The same with the comparison in another kernel, which hands it out as well.
// ELSE: tensor<4xf32>={{-?nan}},{{-?}}0,2,{{-?nan}}
func.func @decided_elsewhere(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>) {
  %e = tensor.empty() : tensor<4xf32>
  %eb = tensor.empty() : tensor<4xi1>
  %z = arith.constant 0.0 : f32
  %c = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%eb : tensor<4xi1>) {
  ^bb0(%a: f32, %o: i1):
    %1 = arith.cmpf ogt, %a, %z : f32
    linalg.yield %1 : i1
  } -> tensor<4xi1>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %c : tensor<4xf32>, tensor<4xi1>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %c1: i1, %o: f32):
    %f = arith.uitofp %c1 : i1 to f32
    %r = arith.mulf %a, %f : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %y, %c : tensor<4xf32>, tensor<4xi1>
}

// x * (x is no NaN) has a NaN where x has; times 1 less that, a NaN elsewhere.
// ORD: tensor<3xf32>={{-?nan}},-1,2
// ORD-NEXT: tensor<3xf32>=1,0,0
func.func @ordered(%x: tensor<3xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %e = tensor.empty() : tensor<3xf32>
  %one = arith.constant 1.0 : f32
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %y : tensor<3xf32>, tensor<3xf32>) outs(%e, %e : tensor<3xf32>, tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32, %p: f32):
    %c = arith.cmpf ord, %a, %a : f32
    %f = arith.uitofp %c : i1 to f32
    %0 = arith.mulf %f, %a : f32
    %g = arith.subf %one, %f : f32
    %1 = arith.mulf %b, %g : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<3xf32>, tensor<3xf32>)
  return %r#0, %r#1 : tensor<3xf32>, tensor<3xf32>
}

// The flag of another tensor hides; a NaN there hides nothing.
// OTHER: tensor<4xf32>=0,0,2,{{-?nan}}
func.func @other_tensor(%x: tensor<4xf32>, %m: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %m : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.cmpf ogt, %b, %z : f32
    %f = arith.select %c, %one, %z : f32
    %r = arith.mulf %a, %f : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// An integer that the model is given hides where it is 0; 1 less it, where it is 1.
// INT: tensor<4xf32>=0,0,6,{{-?nan}}
// INT-NEXT: tensor<4xf32>={{-?nan}},1,-inf,0
func.func @integers(%x: tensor<4xf32>, %m: tensor<4xi64>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %one = arith.constant 1.0 : f32
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%x, %m, %y : tensor<4xf32>, tensor<4xi64>, tensor<4xf32>) outs(%e, %e : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: i64, %c: f32, %o: f32, %p: f32):
    %f = arith.sitofp %b : i64 to f32
    %0 = arith.mulf %a, %f : f32
    %g = arith.subf %one, %f : f32
    %1 = arith.mulf %g, %c : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// A position is a number, its 0 too.
// POS: tensor<3xf32>={{-?nan}},1,inf
func.func @position(%x: tensor<3xf32>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<3xf32>) outs(%e : tensor<3xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    %f = arith.sitofp %j : i64 to f32
    %r = arith.mulf %a, %f : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  return %y : tensor<3xf32>
}

// The gradient of where(x <= 0, exp x, x + 1): exp x is not read where x is positive. A NaN of x, or of what is let through, stays.
// GRAD: tensor<5xf32>=0,0,{{-?nan}},{{-?nan}},0.5413411{{.*}}
func.func @gradient(%x: tensor<5xf32>, %g: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %z = arith.constant 0.0 : f32
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %g : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.cmpf ole, %a, %z : f32
    %s = arith.select %c, %b, %z : f32
    %p = math.exp %a : f32
    %r = arith.mulf %s, %p : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  return %y : tensor<5xf32>
}

// A ReLU's zeros are numbers: times NaN or Inf they are NaN.
// GATED: tensor<4xf32>={{-?nan}},6,{{-?nan}},{{-?nan}}
func.func @gated(%x: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %z = arith.constant 0.0 : f32
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %g : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.cmpf ugt, %a, %z : f32
    %s = arith.select %c, %a, %z : f32
    %r = arith.mulf %s, %b : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// A bias of -Inf is no mask where no softmax follows.
// BIAS: tensor<2x2xf32>={{-?nan}},{{-?nan}},0,20.0855
func.func @bias(%x: tensor<2x3xf32>, %w: tensor<3x2xf32>, %b: tensor<2xf32>) -> tensor<2x2xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<2x3xf32>, tensor<3x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%m, %b : tensor<2x2xf32>, tensor<2xf32>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    %r = math.exp %s : f32
    linalg.yield %r : f32
  } -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// (1 - keep) * -Inf is a mask, any other number times an infinity is as written.
// INF: tensor<4xf32>=-inf,0,inf,{{-?nan}}
// INF-NEXT: tensor<4xf32>={{-?nan}},-inf,-inf,{{-?nan}}
func.func @infinity(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %inf = arith.constant 0xFF800000 : f32
  %one = arith.constant 1.0 : f32
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e, %e : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32, %p: f32):
    %d = arith.subf %one, %a : f32
    %0 = arith.mulf %d, %inf : f32
    %1 = arith.mulf %a, %inf : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// dead_r1: c is not read where its one scale is 0; near miss: a scale for each element. A NaN scale is no 0.
// DEAD: tensor<3xf32>=1,2,{{-?nan}}
// DEAD-NEXT: tensor<3xf32>={{-?nan}},inf,{{-?nan}}
// NAN-SCALE: tensor<3xf32>={{-?nan}},{{-?nan}},{{-?nan}}
func.func @dead(%a: tensor<3xf32>, %c: tensor<3xf32>, %s: tensor<1xf32>, %t: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %e = tensor.empty() : tensor<3xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, affine_map<(i) -> (0)>, #id, #id, #id], iterator_types = ["parallel"]} ins(%a, %c, %s, %t : tensor<3xf32>, tensor<3xf32>, tensor<1xf32>, tensor<3xf32>) outs(%e, %e : tensor<3xf32>, tensor<3xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %w: f32, %o: f32, %p: f32):
    %0 = arith.mulf %y, %z : f32
    %1 = arith.addf %x, %0 : f32
    %2 = arith.mulf %y, %w : f32
    %3 = arith.addf %x, %2 : f32
    linalg.yield %1, %3 : f32, f32
  } -> (tensor<3xf32>, tensor<3xf32>)
  return %r#0, %r#1 : tensor<3xf32>, tensor<3xf32>
}
