// A product that is too large for its type's edge: no arithmetic cures it, and
// that is what is said.
// RUN: rm -rf %t && mkdir -p %t
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=300,1,2,3 --input=4xf16=300,1,2,3 --steps=1 --tiers=fused --json=- | FileCheck %s --check-prefix=FIXED
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=300,1,2,3 --input=4xf16=300,1,2,3 --steps=3 --json=- | FileCheck %s

// FIXED: "fault":"exit"{{.*}}"path":"mlp.act"
// CHECK: "advice":"widen"{{.*}}a true value of 90000 does not fit: widen this edge{{.*}}"fault":"exit"
#id = affine_map<(d0) -> (d0)>
func.func @main(%g: tensor<4xf16>, %u: tensor<4xf16>) -> tensor<4xf16> {
  %one = arith.constant 1.0 : f16
  %e = tensor.empty() : tensor<4xf16>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%g : tensor<4xf16>) outs(%e : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.negf %in : f16
    %1 = math.exp %0 : f16
    %2 = arith.addf %1, %one : f16
    %3 = arith.divf %one, %2 : f16
    linalg.yield %3 : f16
  } -> tensor<4xf16> loc("mlp.act"("m.py":7:0))
  %a = linalg.mul ins(%s, %g : tensor<4xf16>, tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("mlp.act"("m.py":8:0))
  %y = linalg.mul ins(%a, %u : tensor<4xf16>, tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("mlp.product"("m.py":9:0))
  return %y : tensor<4xf16>
}
