// Tiers for all ops and for single ones, by id and by module path; policies by
// file and by name; the manifest as a file; what the cache's key depends on.
// RUN: rm -rf %t && mkdir -p %t
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=1 --tiers=fused,1=safe,layer.log=unfused --json=- | FileCheck %s --check-prefix=PEROP
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=1 --tiers=layer.exp=safe --json=- | FileCheck %s --check-prefix=FORCED
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=1 --tiers=safe --json=- | FileCheck %s --check-prefix=ALL
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --list-ops | FileCheck %s --check-prefix=LIST

// PEROP: "id":1,{{.*}}"path":"layer.exp"{{.*}}"tier":"safe"{{.*}}"id":2,{{.*}}"path":"layer.log"{{.*}}"tier":"unfused"
// FORCED: "path":"layer.exp"{{.*}}"tier":"safe"{{.*}}"path":"layer.log"{{.*}}"tier":"fused"
// ALL: "path":"layer.exp"{{.*}}"tier":"safe"{{.*}}"path":"layer.log"{{.*}}"tier":"safe"
// LIST: layer.exp
// LIST: layer.log

// A persistent fault: the default policy lowers after two bad steps, ours after
// three.
// RUN: echo '{"observe": {"bad_steps": 3, "window": 5}}' > %t/slow.json
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=1 --steps=4 --inject=op=1,kind=nan --json=- | FileCheck %s --check-prefix=QUICK
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=1 --steps=4 --inject=op=1,kind=nan --policy=%t/slow.json --json=- | FileCheck %s --check-prefix=SLOW
// RUN: echo '{"observe": {"bad_step": 3}}' > %t/wrong.json
// RUN: not nanguard-run %s --no-cache --input=4xf16=1 --policy=%t/wrong.json 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: echo '{"observe.bad_steps": 3}' > %t/dotted.json
// RUN: not nanguard-run %s --no-cache --input=4xf16=1 --policy=%t/dotted.json 2>&1 | FileCheck %s --check-prefix=DOTTED
// DOTTED: dotted.json: unknown policy key 'observe.bad_steps': nest it, {"observe": {"bad_steps": …}}

// What is put into an output is that op's fault, not its reader's.
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf16=1 --tiers=fused --inject=op=1,kind=nan,row=0 | FileCheck %s --check-prefix=CAUSE
// CAUSE: 1 fused 2 8 0 layer.exp (op)

// QUICK: "path":"layer.exp"{{.*}}"tier":"fused"{{.*}}"path":"layer.log"{{.*}}"step":1}
// QUICK: "path":"layer.exp"{{.*}}"tier":"fused"{{.*}}"path":"layer.log"{{.*}}"step":2}
// QUICK: "path":"layer.exp"{{.*}}"tier":"safe"{{.*}}"path":"layer.log"{{.*}}"step":3}
// SLOW: "path":"layer.exp"{{.*}}"tier":"fused"{{.*}}"path":"layer.log"{{.*}}"step":3}
// SLOW: "path":"layer.exp"{{.*}}"tier":"safe"{{.*}}"path":"layer.log"{{.*}}"step":4}
// KEY: nanguard-run: error: --policy={{.*}}wrong.json: unknown policy key 'observe.bad_step'

// The manifest, of a run and of a library.
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --quiet --input=4xf16=1 --manifest=%t/run.json
// RUN: nanguard-run %s --no-cache --emit=so -o %t/m.so --manifest=%t/lib.json
// RUN: nanguard-opt %s --guard-tiers --guard-manifest=%t/opt.json -o /dev/null
// RUN: diff %t/run.json %t/opt.json && diff %t/lib.json %t/opt.json
// RUN: nanguard-run %t/m.so --quiet --input=4xf16=1 --manifest=%t/so.json && diff %t/so.json %t/opt.json

// Another fault at the same place is no other program; another place is.
// RUN: rm -rf %t/keys && env NANGUARD_CACHE_DIR=%t/keys nanguard-run %s --quiet --input=4xf16=1 --inject=op=1,kind=nan,step=1
// RUN: env NANGUARD_CACHE_DIR=%t/keys nanguard-run %s --quiet --input=4xf16=1 --steps=9 --inject=kind=set,value=2,op=1,row=0,step=3-4
// RUN: ls %t/keys | grep -c '\.model$' | FileCheck %s --check-prefix=MODELS1
// RUN: env NANGUARD_CACHE_DIR=%t/keys nanguard-run %s --quiet --input=4xf16=1 --inject=op=1,operand=0,kind=nan
// RUN: ls %t/keys | grep -c '\.model$' | FileCheck %s --check-prefix=MODELS2
// MODELS1: {{^1$}}
// MODELS2: {{^2$}}
func.func @main(%x: tensor<4xf16>) -> (tensor<4xf16>, tensor<4xf16>) {
  %e = tensor.empty() : tensor<4xf16>
  %0 = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("layer.exp"("m.py":1:0))
  %1 = linalg.log ins(%0 : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("layer.log"("m.py":2:0))
  return %0, %1 : tensor<4xf16>, tensor<4xf16>
}
