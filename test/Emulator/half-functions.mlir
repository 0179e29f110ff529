// What a fused kernel rounds to halves is within a unit of the last place of the
// function in f64, for every bit pattern: NaN, infinities and subnormals too.
// RUN: %python %S/Inputs/every_half.py %t.dir
// RUN: nanguard-run %s --device=sim --tiers=fused --quiet --input=@%t.dir/x.npy --rtol=1e-3 --atol=6.1e-8 --expected-output=@%t.dir/exp.npy --expected-output=@%t.dir/logistic.npy --expected-output=@%t.dir/silu.npy --expected-output=@%t.dir/erf.npy --expected-output=@%t.dir/tanh.npy --expected-output=@%t.dir/gelu.npy --expected-output=@%t.dir/gelu_tanh.npy --expected-output=@%t.dir/third.npy --expected-output=@%t.dir/rsqrt.npy
// RUN: nanguard-opt --guard-tiers="target=nvptx chip=sm_80" %s 2>/dev/null | %python %project/utils/extract_ptx.py | FileCheck %s

// CHECK: .entry {{.*}}_fused_0(
// CHECK-DAG: ex2.approx.f32
// CHECK-DAG: rcp.approx.ftz.f32
// CHECK-DAG: rsqrt.approx.f32
// CHECK: .entry {{.*}}_unfused_
// CHECK-NOT: {{(ex2|rcp|rsqrt).approx}}

#id = affine_map<(d0) -> (d0)>

func.func @main(%x: tensor<65536xf16>) -> (tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>) {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %three = arith.constant 3.0 : f32
  %root = arith.constant 0.70710678 : f32
  %k = arith.constant 0.79788458 : f32
  %out = tensor.empty() : tensor<65536xf16>
  %r:9 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<65536xf16>) outs(%out, %out, %out, %out, %out, %out, %out, %out, %out : tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>) {
  ^bb0(%a: f16, %o0: f16, %o1: f16, %o2: f16, %o3: f16, %o4: f16, %o5: f16, %o6: f16, %o7: f16, %o8: f16):
    %f = arith.extf %a : f16 to f32
    %e = math.exp %f : f32
    %minus = arith.negf %f : f32
    %em = math.exp %minus : f32
    %d = arith.addf %em, %one : f32
    %logistic = arith.divf %one, %d : f32
    %silu = arith.divf %f, %d : f32
    %erf = math.erf %f : f32
    %tanh = math.tanh %f : f32
    %u = arith.mulf %f, %root : f32
    %eu = math.erf %u : f32
    %p = arith.addf %eu, %one : f32
    %h = arith.mulf %f, %half : f32
    %gelu = arith.mulf %h, %p : f32
    %v = arith.mulf %f, %k : f32
    %tv = math.tanh %v : f32
    %q = arith.addf %tv, %one : f32
    %gelu2 = arith.mulf %h, %q : f32
    %third = arith.divf %f, %three : f32
    %s = math.rsqrt %f : f32
    %y0 = arith.truncf %e : f32 to f16
    %y1 = arith.truncf %logistic : f32 to f16
    %y2 = arith.truncf %silu : f32 to f16
    %y3 = arith.truncf %erf : f32 to f16
    %y4 = arith.truncf %tanh : f32 to f16
    %y5 = arith.truncf %gelu : f32 to f16
    %y6 = arith.truncf %gelu2 : f32 to f16
    %y7 = arith.truncf %third : f32 to f16
    %y8 = arith.truncf %s : f32 to f16
    linalg.yield %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7, %y8 : f16, f16, f16, f16, f16, f16, f16, f16, f16
  } -> (tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7, %r#8 : tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>, tensor<65536xf16>
}
