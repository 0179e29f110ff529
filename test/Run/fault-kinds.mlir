// The table says what kind of fault a form cannot cure, and why an op is watched;
// the rules are the controller's, with fixed tiers too.
// RUN: rm -rf %t && mkdir -p %t
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf32=0,1,2,3 --steps=5 | FileCheck %s --check-prefix=POLE
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf32=0,1,2,3 --tiers=fused | FileCheck %s --check-prefix=FIXED
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf32=-1,1,2,3 --tiers=safe --json=- | FileCheck %s --check-prefix=DOMAIN
// A NaN beside finite wide values, and any in a softmax, is none of its poles.
// RUN: nanguard-run %project/examples/attention_f16.mlir --input=1x4x8xf16=1 --input=1x8x4xf16=0.5 --input=1x4x8xf16=0.25 --input=1x4x4xf16 --input=8x8xf16=0.125 --tiers=fused --inject=op=5,kind=nan,forms=all --json=- | FileCheck %s --check-prefix=SOFTMAX
// A sanitiser that struck is why this op is watched.
// RUN: nanguard-run %project/test/Transforms/guard-kv-cache.mlir --function=cache --input=4xf16=1 --input=4xf16=nan,1,1,1 --input=4xi1=1,1,1,1 --steps=2 | FileCheck %s --check-prefix=CLIP

// POLE: 1 fused 1 {{.*}} layer.log (op, pole) in its log{{$}}
// POLE: 5 fused 1 {{.*}} layer.log (op, pole) in its log{{$}}
// FIXED: layer.log (op, pole){{$}}
// DOMAIN: "fault":"domain"
// SOFTMAX: "path":"block.attention"{{.*}}"verdict":"op"
// SOFTMAX-NOT: "fault":"pole"
// CLIP: 1 {{.*}} kv_write#{{[0-9]}} OBSERVE (clip)
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.log ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32> loc("layer.log"("m.py":1:0))
  return %0 : tensor<4xf32>
}
