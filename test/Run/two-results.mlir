// An op with several float results is bad when any of them is: the first one's
// row holds what the others add, of its type or of another.
// RUN: nanguard-run %s --no-cache --function=same --tiers=fused --input=2x2xf16=1,6,1,1 --quiet --json=- | FileCheck %s --check-prefix=SAME
// RUN: nanguard-run %s --no-cache --function=same --tiers=fused --input=2x2xf16=1 --quiet --json=- | FileCheck %s --check-prefix=CLEAN
// RUN: nanguard-run %s --no-cache --function=other --tiers=fused --input=2x2xf16=1,1,1,12 --quiet --json=- | FileCheck %s --check-prefix=OTHER
// RUN: nanguard-run %s --no-cache --function=other --tiers=fused --input=2x2xf16=1 --quiet --json=- | FileCheck %s --check-prefix=CLEAN
// RUN: nanguard-run %s --no-cache --function=same --steps=4 --input=2x2xf16=1,6,1,1 | FileCheck %s --check-prefix=LOWERED
// SAME: "bad":true,{{.*}}"first_bad":2,{{.*}}"inf":1
// OTHER: "bad":true,{{.*}}"first_bad":3,{{.*}}"inf":1
// CLEAN-NOT: "bad":true
// A product that leaves f16 is known as an exit in its first step: no form holds it.
// LOWERED: 4 fused 1 {{.*}} (op, exit) in its cast

func.func @same(%x: tensor<2x2xf16>) -> (tensor<2x2xf16>, tensor<2x2xf16>) {
  %e = tensor.empty() : tensor<2x2xf16>
  %y:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x2xf16>) outs(%e, %e : tensor<2x2xf16>, tensor<2x2xf16>) {
  ^bb0(%p: f16, %o: f16, %q: f16):
    %z = math.exp %p : f16
    %z2 = arith.mulf %z, %z : f16
    linalg.yield %p, %z2 : f16, f16
  } -> (tensor<2x2xf16>, tensor<2x2xf16>)
  return %y#0, %y#1 : tensor<2x2xf16>, tensor<2x2xf16>
}

func.func @other(%x: tensor<2x2xf16>) -> (tensor<2x2xf32>, tensor<2x2xf16>) {
  %e = tensor.empty() : tensor<2x2xf16>
  %w = tensor.empty() : tensor<2x2xf32>
  %y:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x2xf16>) outs(%w, %e : tensor<2x2xf32>, tensor<2x2xf16>) {
  ^bb0(%p: f16, %o: f32, %q: f16):
    %z = math.exp %p : f16
    %v = arith.extf %p : f16 to f32
    linalg.yield %v, %z : f32, f16
  } -> (tensor<2x2xf32>, tensor<2x2xf16>)
  return %y#0, %y#1 : tensor<2x2xf32>, tensor<2x2xf16>
}
