// log_exp, logaddexp, xlogy, exp_product, log_erf, asinh, softsign, gate, running_max and part by value: the limits, a NaN in each operand, near misses.
// RUN: nanguard-run %s --function=log_exp --input=5xf32=nan,800,-800,inf,-inf --input=5xf32=0,nan,800,0,0 --tiers=safe --print | FileCheck %s --check-prefix=LOG-EXP
// RUN: nanguard-run %s --function=difference --input=6xf32=nan,800,1,-inf,inf,2 --input=6xf32=0,nan,1,-inf,0,1 --tiers=safe --print | FileCheck %s --check-prefix=DIFFERENCE
// RUN: nanguard-run %s --function=logaddexp --input=5xf32=nan,-inf,inf,800,1 --input=5xf32=0,-inf,0,799,nan --tiers=safe --print | FileCheck %s --check-prefix=LOGADDEXP
// RUN: nanguard-run %s --function=entropy --input=6xf32=0,0,0,nan,0,1 --input=6xf32=0,inf,-1,1,nan,2 --tiers=safe --print | FileCheck %s --check-prefix=ENTROPY
// RUN: nanguard-run %s --function=divergence --input=5xf32=-inf,-inf,nan,-inf,0 --input=5xf32=-inf,nan,1,2,-1 --tiers=safe --print | FileCheck %s --check-prefix=DIVERGENCE
// RUN: nanguard-run %s --function=others --input=4xf32=nan,-20,-inf,inf --input=4xf32=1,nan,inf,2 --tiers=unfused --print | FileCheck %s --check-prefix=OTHERS
// RUN: nanguard-run %s --function=gate --input=4xf32=nan,-inf,inf,-1 --input=4xf32=1,-inf,nan,0 --tiers=safe --print | FileCheck %s --check-prefix=GATE
// RUN: nanguard-run %s --function=running --input=5xf32=nan,-inf,-inf,inf,0 --input=5xf32=0,-inf,nan,0,1 --input=5xf32=0,-inf,-inf,0,2 --tiers=safe --print | FileCheck %s --check-prefix=RUNNING
// RUN: nanguard-run %s --function=part --input=5xf32=-inf,nan,-inf,0,2 --input=5xf32=-inf,0,nan,0,1 --tiers=safe --print | FileCheck %s --check-prefix=PART
#id = affine_map<(i) -> (i)>

// log_exp_r1: softplus, log-sigmoid, log(e/e), of which only 0 or NaN is left. Near miss: exponentials of two tensors.
// LOG-EXP: tensor<{{.*}}>={{-?nan}},800,0,inf,0
// LOG-EXP-NEXT: tensor<{{.*}}>={{-?nan}},0,-800,0,-inf
// LOG-EXP-NEXT: tensor<{{.*}}>={{-?nan}},0,0,{{-?nan}},{{-?nan}}
// LOG-EXP-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},-inf,inf,-inf
func.func @log_exp(%ta: tensor<5xf32>, %tb: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %one = arith.constant 1.0 : f32
  %r:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<5xf32>, tensor<5xf32>) outs(%e, %e, %e, %e : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32, %o1: f32, %o2: f32, %o3: f32):
    %p = math.exp %a : f32
    %s = arith.addf %p, %one : f32
    %0 = math.log %s : f32
    %n = arith.negf %a : f32
    %m = math.exp %n : f32
    %u = arith.addf %m, %one : f32
    %q = arith.divf %one, %u : f32
    %1 = math.log %q : f32
    %v = arith.divf %p, %p : f32
    %2 = math.log %v : f32
    %z = math.exp %b : f32
    %w = arith.divf %p, %z : f32
    %3 = math.log %w : f32
    linalg.yield %0, %1, %2, %3 : f32, f32, f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// log_exp_r2: log(exp a - exp b) and log(1 - exp a). Near misses: the sum, and 2 - exp a.
// DIFFERENCE: tensor<{{.*}}>={{-?nan}},{{-?nan}},-inf,-inf,inf,1.541324
// DIFFERENCE-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},{{-?}}0,{{-?nan}},{{-?nan}}
// DIFFERENCE-NEXT: tensor<{{.*}}>=0,{{-?nan}},{{-?nan}},0.693147
func.func @difference(%ta: tensor<6xf32>, %tb: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<6xf32>
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<6xf32>, tensor<6xf32>) outs(%e, %e, %e : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32, %o1: f32, %o2: f32):
    %p = math.exp %a : f32
    %q = math.exp %b : f32
    %d = arith.subf %p, %q : f32
    %0 = math.log %d : f32
    %u = arith.subf %one, %p : f32
    %1 = math.log %u : f32
    %v = arith.subf %two, %q : f32
    %2 = math.log %v : f32
    linalg.yield %0, %1, %2 : f32, f32, f32
  } -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>)
  return %r#0, %r#1, %r#2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// logaddexp_r1, of two and of three, logaddexp_r2 that keeps NaN; near miss: one that drops NaN in all its parts does so still.
// LOGADDEXP: tensor<{{.*}}>={{-?nan}},-inf,inf,800.31
// LOGADDEXP-NEXT: tensor<{{.*}}>={{-?nan}},-inf,inf,800.551
// LOGADDEXP-NEXT: tensor<{{.*}}>={{-?nan}},-inf,inf,800.31{{.*}},{{-?nan}}
// LOGADDEXP-NEXT: tensor<{{.*}}>=0.69314{{.*}},{{-?nan}},inf,800.31{{.*}},1.69314
func.func @logaddexp(%ta: tensor<5xf32>, %tb: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %one = arith.constant 1.0 : f32
  %r:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<5xf32>, tensor<5xf32>) outs(%e, %e, %e, %e : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32, %o1: f32, %o2: f32, %o3: f32):
    %p = math.exp %a : f32
    %q = math.exp %b : f32
    %d = arith.addf %p, %q : f32
    %0 = math.log %d : f32
    %y = arith.addf %d, %q : f32
    %1 = math.log %y : f32
    %m = arith.maxnumf %a, %b : f32
    %s = arith.subf %a, %b : f32
    %u = math.absf %s : f32
    %v = arith.negf %u : f32
    %w = math.exp %v : f32
    %x = math.log1p %w : f32
    %2 = arith.addf %m, %x : f32
    %n = arith.minnumf %a, %b : f32
    %k = arith.subf %n, %m : f32
    %l = math.exp %k : f32
    %f = math.log1p %l : f32
    %3 = arith.addf %m, %f : f32
    linalg.yield %0, %1, %2, %3 : f32, f32, f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// xlogy_r1, and exp_product_r1 on logarithms. Near misses: a product of two logarithms, and an x that is no logarithm.
// ENTROPY: tensor<{{.*}}>=0,0,{{-?nan}},{{-?nan}},{{-?nan}},0.693147
// ENTROPY-NEXT: tensor<{{.*}}>=inf,-inf,{{-?nan}},{{-?nan}},{{-?nan}},0
// ENTROPY-NEXT: tensor<{{.*}}>=0,{{-?nan}},{{-?nan}},{{-?nan}},{{-?nan}},1.41421
func.func @entropy(%ta: tensor<6xf32>, %tb: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<6xf32>
  %r:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<6xf32>, tensor<6xf32>) outs(%e, %e, %e : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32, %o1: f32, %o2: f32):
    %l = math.log %b : f32
    %0 = arith.mulf %a, %l : f32
    %k = math.log %a : f32
    %1 = arith.mulf %k, %l : f32
    %s = math.sqrt %b : f32
    %2 = arith.mulf %a, %s : f32
    linalg.yield %0, %1, %2 : f32, f32, f32
  } -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>)
  return %r#0, %r#1, %r#2 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// exp_product_r1: exp t (t - x). Near miss: exp t times something else.
// DIVERGENCE: tensor<{{.*}}>=0,{{-?nan}},{{-?nan}},0,1
// DIVERGENCE-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},0,-1
func.func @divergence(%ta: tensor<5xf32>, %tb: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<5xf32>, tensor<5xf32>) outs(%e, %e : tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32, %o1: f32):
    %p = math.exp %a : f32
    %d = arith.subf %a, %b : f32
    %0 = arith.mulf %p, %d : f32
    %1 = arith.mulf %p, %b : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1 : tensor<5xf32>, tensor<5xf32>
}

// log_erf_r1, asinh_r1, softsign_r1, and near misses: log(2 + erf x), log(x + √(x² + 2)), y/(1 + |x|).
// OTHERS: tensor<{{.*}}>={{-?nan}},-403
// OTHERS-NEXT: tensor<{{.*}}>={{-?nan}},0,0,1.098612
// OTHERS-NEXT: tensor<{{.*}}>={{-?nan}},-3.68950{{.*}},-inf,inf
// OTHERS-NEXT: tensor<{{.*}}>={{-?nan}},-2.9969{{.*}},{{-?nan}},inf
// OTHERS-NEXT: tensor<{{.*}}>={{-?nan}},-0.952380{{.*}},-1,1
// OTHERS-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},0
func.func @others(%ta: tensor<4xf32>, %tb: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %r:6 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<4xf32>, tensor<4xf32>) outs(%e, %e, %e, %e, %e, %e : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32, %o1: f32, %o2: f32, %o3: f32, %o4: f32, %o5: f32):
    %r = math.erf %a : f32
    %s = arith.addf %r, %one : f32
    %0 = math.log %s : f32
    %t = arith.addf %r, %two : f32
    %1 = math.log %t : f32
    %q = arith.mulf %a, %a : f32
    %u = arith.addf %q, %one : f32
    %v = math.sqrt %u : f32
    %w = arith.addf %v, %a : f32
    %2 = math.log %w : f32
    %x = arith.addf %q, %two : f32
    %y = math.sqrt %x : f32
    %z = arith.addf %y, %a : f32
    %3 = math.log %z : f32
    %m = math.absf %a : f32
    %d = arith.addf %m, %one : f32
    %4 = arith.divf %a, %d : f32
    %5 = arith.divf %b, %d : f32
    linalg.yield %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// gate_r1 at -Inf: SiLU and GELU. Near misses: another tensor's gate, one that rises as log x does.
// GATE: tensor<{{.*}}>={{-?nan}},{{-?}}0,inf,-0.26894
// GATE-NEXT: tensor<{{.*}}>={{-?nan}},0,inf,-0.238405
// GATE-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},-1
// GATE-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},-0.{{4|39}}
func.func @gate(%ta: tensor<4xf32>, %tb: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %one = arith.constant 1.0 : f32
  %r:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<4xf32>, tensor<4xf32>) outs(%e, %e, %e, %e : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32, %o1: f32, %o2: f32, %o3: f32):
    %n = arith.negf %a : f32
    %p = math.exp %n : f32
    %d = arith.addf %p, %one : f32
    %0 = arith.divf %a, %d : f32
    %t = math.tanh %a : f32
    %g = arith.addf %t, %one : f32
    %1 = arith.mulf %a, %g : f32
    %u = math.tanh %b : f32
    %h = arith.addf %u, %one : f32
    %2 = arith.mulf %a, %h : f32
    %m = math.absf %a : f32
    %l = math.log1p %m : f32
    %k = arith.negf %l : f32
    %v = math.tanh %k : f32
    %w = arith.addf %v, %one : f32
    %3 = arith.mulf %a, %w : f32
    linalg.yield %0, %1, %2, %3 : f32, f32, f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// running_max_r1, by a maximum that keeps NaN, one that drops it, a compare and a select; near miss: a third number.
// RUNNING: tensor<{{.*}}>={{-?nan}},0,{{-?nan}},{{-?nan}},0.367879
// RUNNING-NEXT: tensor<{{.*}}>={{-?nan}},0,{{-?nan}},{{-?nan}},0.367879
// RUNNING-NEXT: tensor<{{.*}}>={{-?nan}},0,{{-?nan}},{{-?nan}},0.367879
// RUNNING-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},inf,0.135335
func.func @running(%ta: tensor<5xf32>, %tb: tensor<5xf32>, %tc: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %r:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb, %tc : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) outs(%e, %e, %e, %e : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o0: f32, %o1: f32, %o2: f32, %o3: f32):
    %m = arith.maximumf %a, %b : f32
    %d = arith.subf %a, %m : f32
    %0 = math.exp %d : f32
    %n = arith.maxnumf %a, %b : f32
    %f = arith.subf %a, %n : f32
    %1 = math.exp %f : f32
    %g = arith.cmpf ogt, %a, %b : f32
    %h = arith.select %g, %a, %b : f32
    %k = arith.subf %a, %h : f32
    %2 = math.exp %k : f32
    %l = arith.subf %a, %c : f32
    %3 = math.exp %l : f32
    linalg.yield %0, %1, %2, %3 : f32, f32, f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// running_max_r1 with the comparison in an op of its own: m + log(exp(a - m) + exp(b - m)). Near miss: it picks the smaller.
// RUN: nanguard-run %s --function=running_apart --input=5xf32=nan,-inf,-inf,inf,0 --input=5xf32=0,-inf,nan,0,1 --tiers=safe --print | FileCheck %s --check-prefix=APART
// APART: tensor<{{.*}}>={{-?nan}},-inf,{{-?nan}},{{-?nan}},1.313261
// APART-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},inf,1
func.func @running_apart(%ta: tensor<5xf32>, %tb: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %flags = tensor.empty() : tensor<5xi1>
  %c = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<5xf32>, tensor<5xf32>) outs(%flags : tensor<5xi1>) {
  ^bb0(%a: f32, %b: f32, %o: i1):
    %0 = arith.cmpf ogt, %a, %b : f32
    linalg.yield %0 : i1
  } -> tensor<5xi1>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%c, %ta, %tb : tensor<5xi1>, tensor<5xf32>, tensor<5xf32>) outs(%e, %e : tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%g: i1, %a: f32, %b: f32, %o0: f32, %o1: f32):
    %m = arith.select %g, %a, %b : f32
    %d = arith.subf %a, %m : f32
    %p = math.exp %d : f32
    %f = arith.subf %b, %m : f32
    %q = math.exp %f : f32
    %s = arith.addf %p, %q : f32
    %l = math.log %s : f32
    %0 = arith.addf %m, %l : f32
    %n = arith.select %g, %b, %a : f32
    %h = arith.subf %a, %n : f32
    %1 = math.exp %h : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1 : tensor<5xf32>, tensor<5xf32>
}

// part_r1: the weight of an empty state among empty ones is 0, in a log-sum-exp of them too; of |a| and |b|. Near misses: signed parts, squares, a shift by something else.
// PART: tensor<{{.*}}>=0,{{-?nan}},{{-?nan}},0.5,0.731058
// PART-NEXT: tensor<{{.*}}>=-inf,{{-?nan}},{{-?nan}},0.693147
// PART-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},0,0.666666
// PART-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},{{-?nan}},0.666666
// PART-NEXT: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},{{-?nan}},0.8
func.func @part(%ta: tensor<5xf32>, %tb: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %r:5 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<5xf32>, tensor<5xf32>) outs(%e, %e, %e, %e, %e : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32, %o1: f32, %o2: f32, %o3: f32, %o4: f32):
    %m = arith.maximumf %a, %b : f32
    %d = arith.subf %a, %m : f32
    %f = arith.subf %b, %m : f32
    %p = math.exp %d : f32
    %q = math.exp %f : f32
    %s = arith.addf %p, %q : f32
    %0 = arith.divf %p, %s : f32
    %l = math.log %s : f32
    %1 = arith.addf %l, %m : f32
    %u = math.absf %a : f32
    %v = math.absf %b : f32
    %w = arith.addf %u, %v : f32
    %2 = arith.divf %u, %w : f32
    %x = arith.addf %a, %b : f32
    %3 = arith.divf %a, %x : f32
    %g = arith.mulf %a, %a : f32
    %h = arith.mulf %b, %b : f32
    %i = arith.addf %g, %h : f32
    %4 = arith.divf %g, %i : f32
    linalg.yield %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
  } -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
  return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}
