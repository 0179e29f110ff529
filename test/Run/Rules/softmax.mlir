// softmax, log_softmax, logsumexp by value: a NaN in each operand, rows of infinities, and near misses as written.
// RUN: nanguard-run %s --function=softmax --input=5x2xf32=nan,1,-inf,-inf,800,801,inf,0,-800,-800 --tiers=safe --print | FileCheck %s --check-prefix=SOFTMAX
// RUN: nanguard-run %s --function=named --input=5x2xf32=nan,1,-inf,-inf,800,801,inf,0,-800,-800 --tiers=safe --print | FileCheck %s --check-prefix=NAMED
// RUN: nanguard-run %s --function=other_sum --input=5x2xf32=nan,1,-inf,-inf,800,801,inf,0,-800,-800 --input=5x2xf32=1,1,nan,1,1,1,1,1,2,2 --tiers=safe --print | FileCheck %s --check-prefix=OTHER-SUM
// RUN: nanguard-run %s --function=log_softmax --input=5x2xf32=nan,1,-inf,-inf,800,801,inf,0,-800,-800 --tiers=safe --print | FileCheck %s --check-prefix=LOG-SOFTMAX
// RUN: nanguard-run %s --function=log_other --input=5x2xf32=nan,1,-inf,-inf,800,801,inf,0,-800,-800 --input=5x2xf32=1,1,nan,1,1,1,1,1,2,2 --tiers=safe --print | FileCheck %s --check-prefix=LOG-OTHER
// RUN: nanguard-run %s --function=logsumexp --input=5x2xf32=nan,1,-inf,-inf,800,801,inf,0,-800,-800 --tiers=safe --print | FileCheck %s --check-prefix=LOGSUMEXP
// RUN: nanguard-run %s --function=log_of_squares --input=5x2xf32=nan,1,-inf,-inf,800,801,inf,0,-800,-800 --tiers=safe --print | FileCheck %s --check-prefix=LOG-OF-SQUARES
// RUN: nanguard-run %s --function=shifted --input=5x2xf32=nan,1,-inf,-inf,800,801,inf,0,-800,-800 --tiers=safe --print | FileCheck %s --check-prefix=SHIFTED
// RUN: nanguard-run %s --function=shifted_by_other --input=5x2xf32=nan,1,-inf,-inf,800,801,inf,0,-800,-800 --input=5x2xf32=1,1,nan,1,1,1,1,1,-inf,-inf --tiers=safe --print | FileCheck %s --check-prefix=SHIFTED-BY-OTHER
// RUN: nanguard-run %s --function=two_tensors --input=5xf32=nan,1,-inf,800,0 --input=5xf32=1,nan,-inf,801,inf --tiers=safe --print | FileCheck %s --check-prefix=TWO-TENSORS
// RUN: nanguard-run %s --function=score --input=5x2xf32=nan,1,-inf,0,800,801,-inf,-inf,0,0 --tiers=safe --print | FileCheck %s --check-prefix=SCORE
// RUN: nanguard-run %s --function=not_the_score --input=5x2xf32=nan,1,-inf,0,800,801,-inf,-inf,0,0 --input=5x2xf32=1,1,inf,1,1,1,1,1,nan,2 --tiers=safe --print | FileCheck %s --check-prefix=NOT-THE-SCORE
#id = affine_map<(i) -> (i)>
#at = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// softmax_r1: exp x over its sum.
// SOFTMAX: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},{{-?nan}},0.268941{{[0-9]*}},0.731058{{[0-9]*}},{{-?nan}},{{-?nan}},0.5,0.5
func.func @softmax(%x: tensor<5x2xf32>) -> (tensor<5x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5x2xf32>
  %f = tensor.empty() : tensor<5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %p = linalg.generic {indexing_maps = [#at, #at], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<5x2xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = math.exp %a : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  %s = linalg.generic {indexing_maps = [#at, #row], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<5x2xf32>) outs(%s0 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %q = linalg.generic {indexing_maps = [#at, #row, #at], iterator_types = ["parallel", "parallel"]} ins(%p, %s : tensor<5x2xf32>, tensor<5xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  return %q : tensor<5x2xf32>
}

// softmax_r2: linalg.softmax.
// NAMED: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},{{-?nan}},0.268941{{[0-9]*}},0.731058{{[0-9]*}},{{-?nan}},{{-?nan}},0.5,0.5
func.func @named(%x: tensor<5x2xf32>) -> (tensor<5x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5x2xf32>
  %f = tensor.empty() : tensor<5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %n = linalg.softmax dimension(1) ins(%x : tensor<5x2xf32>) outs(%e : tensor<5x2xf32>) -> tensor<5x2xf32>
  return %n : tensor<5x2xf32>
}

// Near miss of softmax_r1: exp x over the sum of exp z.
// OTHER-SUM: tensor<{{.*}}>={{-?nan}},0.{{5|4999}}{{[0-9]*}},{{-?nan}},{{-?nan}},inf,inf,inf,0.18393{{[0-9]*}},0,0
func.func @other_sum(%x: tensor<5x2xf32>, %z: tensor<5x2xf32>) -> (tensor<5x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5x2xf32>
  %f = tensor.empty() : tensor<5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %p = linalg.generic {indexing_maps = [#at, #at], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<5x2xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = math.exp %a : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  %u = linalg.generic {indexing_maps = [#at, #at], iterator_types = ["parallel", "parallel"]} ins(%z : tensor<5x2xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = math.exp %a : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  %v = linalg.generic {indexing_maps = [#at, #row], iterator_types = ["parallel", "reduction"]} ins(%u : tensor<5x2xf32>) outs(%s0 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %w = linalg.generic {indexing_maps = [#at, #row, #at], iterator_types = ["parallel", "parallel"]} ins(%p, %v : tensor<5x2xf32>, tensor<5xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %y = arith.divf %a, %b : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  return %w : tensor<5x2xf32>
}

// log_softmax_r1.
// LOG-SOFTMAX: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},{{-?nan}},-1.31326{{[0-9]*}},-0.31326{{[0-9]*}},{{-?nan}},{{-?nan}},-0.693147
func.func @log_softmax(%x: tensor<5x2xf32>) -> (tensor<5x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5x2xf32>
  %f = tensor.empty() : tensor<5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %p = linalg.generic {indexing_maps = [#at, #at], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<5x2xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = math.exp %a : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  %s = linalg.generic {indexing_maps = [#at, #row], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<5x2xf32>) outs(%s0 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %q = linalg.generic {indexing_maps = [#at, #row, #at], iterator_types = ["parallel", "parallel"]} ins(%p, %s : tensor<5x2xf32>, tensor<5xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %qq = arith.divf %a, %b : f32
    %y = math.log %qq : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  return %q : tensor<5x2xf32>
}

// Near miss of log_softmax_r1: the logarithm of exp x over the sum of exp z.
// LOG-OTHER: tensor<{{.*}}>={{-?nan}},-0.69314{{[0-9]*}},{{-?nan}},{{-?nan}},{{inf|798.306[0-9]*}},{{inf|799.306[0-9]*}},inf,-1.69314{{[0-9]*}}
func.func @log_other(%x: tensor<5x2xf32>, %z: tensor<5x2xf32>) -> (tensor<5x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5x2xf32>
  %f = tensor.empty() : tensor<5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %p = linalg.generic {indexing_maps = [#at, #at], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<5x2xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = math.exp %a : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  %u = linalg.generic {indexing_maps = [#at, #at], iterator_types = ["parallel", "parallel"]} ins(%z : tensor<5x2xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = math.exp %a : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  %v = linalg.generic {indexing_maps = [#at, #row], iterator_types = ["parallel", "reduction"]} ins(%u : tensor<5x2xf32>) outs(%s0 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %w = linalg.generic {indexing_maps = [#at, #row, #at], iterator_types = ["parallel", "parallel"]} ins(%p, %v : tensor<5x2xf32>, tensor<5xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %qq = arith.divf %a, %b : f32
    %y = math.log %qq : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  return %w : tensor<5x2xf32>
}

// logsumexp_r1.
// LOGSUMEXP: tensor<{{.*}}>={{-?nan}},-inf,801.31{{[0-9]*}},inf,-799.30
func.func @logsumexp(%x: tensor<5x2xf32>) -> (tensor<5xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5x2xf32>
  %f = tensor.empty() : tensor<5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %p = linalg.generic {indexing_maps = [#at, #at], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<5x2xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = math.exp %a : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  %s = linalg.generic {indexing_maps = [#at, #row], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<5x2xf32>) outs(%s0 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %l = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%s : tensor<5xf32>) outs(%f : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = math.log %a : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  return %l : tensor<5xf32>
}

// Near miss of logsumexp_r1: the logarithm of a sum of squares.
// LOG-OF-SQUARES: tensor<{{.*}}>={{-?nan}},inf,14.06{{[0-9]*}},inf,14.06
func.func @log_of_squares(%x: tensor<5x2xf32>) -> (tensor<5xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5x2xf32>
  %f = tensor.empty() : tensor<5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %u = linalg.generic {indexing_maps = [#at, #at], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<5x2xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.mulf %a, %a : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  %v = linalg.generic {indexing_maps = [#at, #row], iterator_types = ["parallel", "reduction"]} ins(%u : tensor<5x2xf32>) outs(%s0 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%v : tensor<5xf32>) outs(%f : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = math.log %a : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  return %w : tensor<5xf32>
}

// logsumexp_r2.
// SHIFTED: tensor<{{.*}}>={{-?nan}},-inf,801.31{{[0-9]*}},inf,-799.30
func.func @shifted(%x: tensor<5x2xf32>) -> (tensor<5xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5x2xf32>
  %f = tensor.empty() : tensor<5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %m = linalg.generic {indexing_maps = [#at, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<5x2xf32>) outs(%m0 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %p = linalg.generic {indexing_maps = [#at, #row, #at], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<5x2xf32>, tensor<5xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %dd = arith.subf %a, %b : f32
    %y = math.exp %dd : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  %s = linalg.generic {indexing_maps = [#at, #row], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<5x2xf32>) outs(%s0 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %l = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%s, %m : tensor<5xf32>, tensor<5xf32>) outs(%f : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %kk = math.log %a : f32
    %y = arith.addf %kk, %b : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  return %l : tensor<5xf32>
}

// Near miss of logsumexp_r2: a shift by the maximum of another tensor is taken as such, its infinities too.
// SHIFTED-BY-OTHER: tensor<{{.*}}>={{-?nan}},{{-?nan}},801.31{{[0-9]*}},inf,{{-?nan}}
func.func @shifted_by_other(%x: tensor<5x2xf32>, %z: tensor<5x2xf32>) -> (tensor<5xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5x2xf32>
  %f = tensor.empty() : tensor<5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %m = linalg.generic {indexing_maps = [#at, #row], iterator_types = ["parallel", "reduction"]} ins(%z : tensor<5x2xf32>) outs(%m0 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.maximumf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %p = linalg.generic {indexing_maps = [#at, #row, #at], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<5x2xf32>, tensor<5xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %dd = arith.subf %a, %b : f32
    %y = math.exp %dd : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  %s = linalg.generic {indexing_maps = [#at, #row], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<5x2xf32>) outs(%s0 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %l = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%s, %m : tensor<5xf32>, tensor<5xf32>) outs(%f : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %kk = math.log %a : f32
    %y = arith.addf %kk, %b : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  return %l : tensor<5xf32>
}

// softmax_r3: all -Inf gives 0 by part_r1.
// TWO-TENSORS: tensor<{{.*}}>={{-?nan}},{{-?nan}},0,0.268941{{[0-9]*}},0
func.func @two_tensors(%ta: tensor<5xf32>, %tb: tensor<5xf32>) -> (tensor<5xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%ta, %tb : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o0: f32):
    %g = math.exp %a : f32
    %h = math.exp %b : f32
    %k = arith.addf %g, %h : f32
    %y = arith.divf %g, %k : f32
    linalg.yield %y : f32
  } -> (tensor<5xf32>)
  return %r : tensor<5xf32>
}

// exp_product_r1 with a softmax: its part times its score is 0 where that is -Inf.
// SCORE: tensor<{{.*}}>={{-?nan}},{{-?nan}},0,0,215.15{{[0-9]*}},585.57{{[0-9]*}},{{-?nan}},{{-?nan}},0,0
func.func @score(%x: tensor<5x2xf32>) -> (tensor<5x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5x2xf32>
  %f = tensor.empty() : tensor<5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %p = linalg.generic {indexing_maps = [#at, #at], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<5x2xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = math.exp %a : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  %s = linalg.generic {indexing_maps = [#at, #row], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<5x2xf32>) outs(%s0 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %q = linalg.generic {indexing_maps = [#at, #row, #at, #at], iterator_types = ["parallel", "parallel"]} ins(%p, %s, %x : tensor<5x2xf32>, tensor<5xf32>, tensor<5x2xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %qq = arith.divf %a, %b : f32
    %y = arith.mulf %qq, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  return %q : tensor<5x2xf32>
}

// Near miss: a part times another number.
// NOT-THE-SCORE: tensor<{{.*}}>={{-?nan}},{{-?nan}},{{-?nan}},1,0.268941{{[0-9]*}},0.731058{{[0-9]*}},{{-?nan}},{{-?nan}},{{-?nan}},1
func.func @not_the_score(%x: tensor<5x2xf32>, %z: tensor<5x2xf32>) -> (tensor<5x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5x2xf32>
  %f = tensor.empty() : tensor<5xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%f : tensor<5xf32>) -> tensor<5xf32>
  %p = linalg.generic {indexing_maps = [#at, #at], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<5x2xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = math.exp %a : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  %s = linalg.generic {indexing_maps = [#at, #row], iterator_types = ["parallel", "reduction"]} ins(%p : tensor<5x2xf32>) outs(%s0 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %o : f32
    linalg.yield %y : f32
  } -> tensor<5xf32>
  %q = linalg.generic {indexing_maps = [#at, #row, #at, #at], iterator_types = ["parallel", "parallel"]} ins(%p, %s, %z : tensor<5x2xf32>, tensor<5xf32>, tensor<5x2xf32>) outs(%e : tensor<5x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %qq = arith.divf %a, %b : f32
    %y = arith.mulf %qq, %c : f32
    linalg.yield %y : f32
  } -> tensor<5x2xf32>
  return %q : tensor<5x2xf32>
}
