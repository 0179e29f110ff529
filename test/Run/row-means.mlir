// A divisor is the length of a row, or the sum over it is no mean: a sum over
// padded rows by the count of what is valid, n - 1, 1 / (n - 1). There all forms
// give what is written. Where the count is the length, a constant row has the
// variance 0 and no deviation. NaN and Inf in a row stay.
// RUN: rm -rf %t
// DEFINE: %{variance} = env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --function=variance --input=2x8xf32=1,2,3,4,0,0,0,0,10,11,12,13,0,0,0,0
// RUN: %{variance} --tiers=fused --input=i64=4 | FileCheck %s --check-prefix=VALID
// RUN: %{variance} --tiers=safe --input=i64=4 | FileCheck %s --check-prefix=VALID
// RUN: %{variance} --tiers=unfused --input=i64=4 | FileCheck %s --check-prefix=VALID
// VALID: tensor<2xf32>=1.25,1.25
// DEFINE: %{constant} = env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --function=variance --input=2x3xf32=4097.3,4097.3,4097.3,1,2,6 --input=i64=3
// RUN: %{constant} --tiers=safe | FileCheck %s --check-prefix=CONSTANT
// RUN: %{constant} --tiers=unfused | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: tensor<2xf32>=0,4.6666
// DEFINE: %{nan} = env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --function=variance --input=2x3xf32=nan,1,2,inf,2,6
// RUN: %{nan} --tiers=safe --input=i64=3 | FileCheck %s --check-prefix=NAN
// RUN: %{nan} --tiers=safe --input=i64=2 | FileCheck %s --check-prefix=NAN
// NAN: tensor<2xf32>={{-?}}nan,{{-?}}nan

// DEFINE: %{deviation} = env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --function=deviation --input=1x4xf16=1,3,0,0
// RUN: %{deviation} --tiers=fused --input=i64=2 | FileCheck %s --check-prefix=DEVIATION
// RUN: %{deviation} --tiers=safe --input=i64=2 | FileCheck %s --check-prefix=DEVIATION
// RUN: %{deviation} --tiers=unfused --input=i64=2 | FileCheck %s --check-prefix=DEVIATION
// DEVIATION: tensor<1x4xf16>=-1,1,-2,-2
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --function=deviation --tiers=safe --input=1x3xf16=0.1,0.1,0.1 --input=i64=3 | FileCheck %s --check-prefix=LEVEL
// LEVEL: tensor<1x3xf16>=0,0,0
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --function=deviation --tiers=safe --input=1x3xf16=nan,1,2 --input=i64=2 | FileCheck %s --check-prefix=NAN3
// NAN3: tensor<1x3xf16>={{-?}}nan,{{-?}}nan,{{-?}}nan

// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --function=bessel --tiers=fused --input=1x513xf32=1 --input=1x513xbf16=1 | FileCheck %s --check-prefix=WRITTEN
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --function=bessel --tiers=safe --input=1x513xf32=1 --input=1x513xbf16=1 | FileCheck %s --check-prefix=BESSEL
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --function=bessel --tiers=unfused --input=1x513xf32=1 --input=1x513xbf16=1 | FileCheck %s --check-prefix=BESSEL
// WRITTEN: tensor<1xf32>=1.00195
// BESSEL: tensor<1xf32>=1.00195
// BESSEL: tensor<1xbf16>=1
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --function=bessel --tiers=safe --input=1x513xf32=nan --input=1x513xbf16=nan | FileCheck %s --check-prefix=NAN1
// NAN1: tensor<1xf32>={{-?}}nan
// NAN1: tensor<1xbf16>={{-?}}nan

// One sample of a dynamic row has the variance 0; one valid sample of three has
// the deviations of the two others, over 0.
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --function=unbiased --tiers=safe --input=1xf32=5 --input=i64=1 | FileCheck %s --check-prefix=ONE
// ONE: tensor<f32>=0
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --function=unbiased --tiers=safe --input=3xf32=5,0,0 --input=i64=1 | FileCheck %s --check-prefix=OVER
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --function=unbiased --tiers=fused --input=3xf32=5,0,0 --input=i64=1 | FileCheck %s --check-prefix=OVER
// OVER: tensor<f32>=inf
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --function=unbiased --tiers=safe --input=1xf32=nan --input=i64=1 | FileCheck %s --check-prefix=NAN0
// RUN: env NANGUARD_CACHE_DIR=%t nanguard-run %s --print --function=unbiased --tiers=safe --input=3xf32=0,0,0 --input=i64=1 | FileCheck %s --check-prefix=NAN0
// NAN0: tensor<f32>={{-?}}nan

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#r = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>
#one = affine_map<() -> ()>
func.func @variance(%x: tensor<2x?xf32>, %n: i64) -> tensor<2xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x?xf32>) outs(%f : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %a, %o : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  %q = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x?xf32>) outs(%f : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    %t = arith.addf %m, %o : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  %v = linalg.generic {indexing_maps = [#r, #r, #r], iterator_types = ["parallel"]} ins(%s, %q : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.sitofp %n : i64 to f32
    %m = arith.divf %a, %c : f32
    %m2 = arith.mulf %m, %m : f32
    %q2 = arith.divf %b, %c : f32
    %t = arith.subf %q2, %m2 : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  return %v : tensor<2xf32>
}

func.func @deviation(%x: tensor<1x?xf16>, %n: i64) -> tensor<1x?xf16> {
  %z = arith.constant 0.0 : f16
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c1 : tensor<1x?xf16>
  %e = tensor.empty() : tensor<1xf16>
  %ee = tensor.empty(%d) : tensor<1x?xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<1xf16>) -> tensor<1xf16>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<1x?xf16>) outs(%f : tensor<1xf16>) {
  ^bb0(%a: f16, %o: f16):
    %t = arith.addf %a, %o : f16
    linalg.yield %t : f16
  } -> tensor<1xf16>
  %v = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<1x?xf16>, tensor<1xf16>) outs(%ee : tensor<1x?xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %c = arith.sitofp %n : i64 to f16
    %m = arith.divf %b, %c : f16
    %t = arith.subf %a, %m : f16
    linalg.yield %t : f16
  } -> tensor<1x?xf16>
  return %v : tensor<1x?xf16>
}

// 1 / 512 is what bf16 rounds 1 / 513 to.
func.func @bessel(%x: tensor<1x513xf32>, %y: tensor<1x513xbf16>) -> (tensor<1xf32>, tensor<1xbf16>) {
  %z = arith.constant 0.0 : f32
  %zb = arith.constant 0.0 : bf16
  %c = arith.constant 0.001953125 : f32
  %cb = arith.constant 0.001953125 : bf16
  %e = tensor.empty() : tensor<1xf32>
  %eb = tensor.empty() : tensor<1xbf16>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  %fb = linalg.fill ins(%zb : bf16) outs(%eb : tensor<1xbf16>) -> tensor<1xbf16>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<1x513xf32>) outs(%f : tensor<1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %a, %o : f32
    linalg.yield %t : f32
  } -> tensor<1xf32>
  %m = linalg.generic {indexing_maps = [#r, #r], iterator_types = ["parallel"]} ins(%s : tensor<1xf32>) outs(%e : tensor<1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.mulf %a, %c : f32
    linalg.yield %t : f32
  } -> tensor<1xf32>
  %sb = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<1x513xbf16>) outs(%fb : tensor<1xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %w = arith.extf %a : bf16 to f32
    %p = arith.extf %o : bf16 to f32
    %t = arith.addf %w, %p : f32
    %u = arith.truncf %t : f32 to bf16
    linalg.yield %u : bf16
  } -> tensor<1xbf16>
  %mb = linalg.generic {indexing_maps = [#r, #r], iterator_types = ["parallel"]} ins(%sb : tensor<1xbf16>) outs(%eb : tensor<1xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %t = arith.mulf %a, %cb : bf16
    linalg.yield %t : bf16
  } -> tensor<1xbf16>
  return %m, %mb : tensor<1xf32>, tensor<1xbf16>
}

func.func @unbiased(%x: tensor<?xf32>, %n: i64) -> tensor<f32> {
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [#r, #all], iterator_types = ["reduction"]} ins(%x : tensor<?xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %a, %o : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  %q = linalg.generic {indexing_maps = [#r, #all, #all], iterator_types = ["reduction"]} ins(%x, %s : tensor<?xf32>, tensor<f32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.sitofp %n : i64 to f32
    %m = arith.divf %b, %c : f32
    %d = arith.subf %a, %m : f32
    %d2 = arith.mulf %d, %d : f32
    %t = arith.addf %d2, %o : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  %v = linalg.generic {indexing_maps = [#one, #one], iterator_types = []} ins(%q : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %c = arith.sitofp %n : i64 to f32
    %c1 = arith.subf %c, %one : f32
    %t = arith.divf %a, %c1 : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %v : tensor<f32>
}
