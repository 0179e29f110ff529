// A fault in a fused form, rescued in the same step: no reader sees it, the op
// is blamed all the same, and the controller lowers it after its two bad steps.
// RUN: rm -rf %t && mkdir -p %t
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=1,2,3,4 --steps=3 --rescue --inject=op=1,kind=nan --print | FileCheck %s
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=1,2,3,4 --steps=1 --tiers=fused --rescue --inject=op=1,kind=inf --json=- | FileCheck %s --check-prefix=JSON
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=1,2,3,4 --steps=1 --tiers=fused --inject=op=1,kind=nan --print | FileCheck %s --check-prefix=WITHOUT

// A fault as the fused form read its operand is not in the rescue's own read; one
// that is in the data is.
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=1,2,3,4 --steps=1 --tiers=fused --rescue --inject=op=1,at=input,kind=nan --print | FileCheck %s --check-prefix=READ
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=1,2,3,4 --steps=1 --tiers=fused --rescue --inject=op=1,at=input,kind=nan,forms=all --print | FileCheck %s --check-prefix=DATA

// A pole is none that a form cures: nothing is said to be rescued.
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=1,2,3,-inf --steps=1 --tiers=fused --rescue --print | FileCheck %s --check-prefix=POLE

// CHECK: 1 fused 2 {{.*}} layer.exp (op) rescued OBSERVE
// CHECK: 2 fused 2 {{.*}} layer.exp (op) rescued SAFE_STAGE_1
// CHECK: 3 fused 1, safe 1 0 0
// CHECK-NOT: nan
// JSON: "path":"layer.exp","rescued":true{{.*}}"path":"layer.log","rescued":false{{.*}}"verdict":"none"
// WITHOUT: nan
// READ: layer.exp (op) rescued
// READ-NOT: nan
// DATA-NOT: rescued
// DATA: nan
// POLE-NOT: rescued
func.func @main(%x: tensor<4xf16>) -> (tensor<4xf16>, tensor<4xf16>) {
  %e = tensor.empty() : tensor<4xf16>
  %0 = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("layer.exp"("m.py":1:0))
  %1 = linalg.log ins(%0 : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("layer.log"("m.py":2:0))
  return %0, %1 : tensor<4xf16>, tensor<4xf16>
}
