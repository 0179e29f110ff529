// A shadow run in VERIFY: the fused form runs beside the safe one, and while it
// still has its fault no step counts as clean. Without it the trial in RECOVER
// finds out, at the price of a bad step.
// RUN: rm -rf %t && mkdir -p %t
// RUN: echo '{"verify": {"clean_steps": 2, "shadow": 1}, "rescue": {"in_step": 0}, "baseline": {"min_samples": 1000}}' > %t/shadow.json
// RUN: echo '{"verify": {"clean_steps": 2, "shadow": 0}, "rescue": {"in_step": 0}, "baseline": {"min_samples": 1000}}' > %t/plain.json
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=1,2,3,4 --steps=14 --inject=op=layer.exp,kind=nan,step=2-9 --policy=%t/shadow.json | FileCheck %s --check-prefix=SHADOW
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=1,2,3,4 --steps=14 --inject=op=layer.exp,kind=nan,step=2-9 --policy=%t/plain.json | FileCheck %s --check-prefix=PLAIN

// SHADOW: 3 {{.*}} layer.exp (op) SAFE_STAGE_1
// SHADOW: 4 {{.*}} layer.exp VERIFY
// SHADOW: 9 {{.*}} layer.exp VERIFY
// SHADOW: 12 {{.*}} layer.exp RECOVER
// SHADOW-NOT: (op)

// PLAIN: 4 {{.*}} layer.exp VERIFY
// PLAIN: 6 {{.*}} layer.exp RECOVER
// PLAIN: 7 {{.*}} layer.exp (op) SAFE_STAGE_1
func.func @main(%x: tensor<4xf16>) -> (tensor<4xf16>, tensor<4xf16>) {
  %e = tensor.empty() : tensor<4xf16>
  %0 = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("layer.exp"("m.py":1:0))
  %1 = linalg.log ins(%0 : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("layer.log"("m.py":2:0))
  return %0, %1 : tensor<4xf16>, tensor<4xf16>
}
