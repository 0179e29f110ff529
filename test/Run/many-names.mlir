// A step names six ops of the eight that are at fault and counts the others.
// RUN: nanguard-run %s --no-cache --tiers=fused --input=2xf16=nan --input=2xf16=nan --input=2xf16=nan --input=2xf16=nan --input=2xf16=nan --input=2xf16=nan --input=2xf16=nan --input=2xf16=nan | FileCheck %s
// CHECK: entry#0 (data), entry#1 (data), entry#2 (data), entry#3 (data), entry#4 (data), entry#5 (data) and 2 more{{$}}
#id = affine_map<(d0) -> (d0)>
func.func @main(%a: tensor<2xf16>, %b: tensor<2xf16>, %c: tensor<2xf16>, %d: tensor<2xf16>, %e: tensor<2xf16>, %f: tensor<2xf16>, %g: tensor<2xf16>, %h: tensor<2xf16>) -> tensor<2xf16> {
  %init = tensor.empty() : tensor<2xf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%a, %b, %c, %d, %e, %f, %g, %h : tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>) outs(%init : tensor<2xf16>) {
  ^bb0(%i: f16, %j: f16, %k: f16, %l: f16, %m: f16, %n: f16, %o: f16, %p: f16, %out: f16):
    %0 = arith.addf %i, %j : f16
    %1 = arith.addf %0, %k : f16
    %2 = arith.addf %1, %l : f16
    %3 = arith.addf %2, %m : f16
    %4 = arith.addf %3, %n : f16
    %5 = arith.addf %4, %o : f16
    %6 = arith.addf %5, %p : f16
    linalg.yield %6 : f16
  } -> tensor<2xf16>
  return %r : tensor<2xf16>
}
