// A mixed-precision step with a loss scaler: the compiled step hands loss,
// gradient norm and scale to the controller, no flag names them. The scaler
// overflows on its way, skips and backs off; no op is lowered for it.
// RUN: rm -rf %t && mkdir -p %t
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf32=1,0.5,-0.25,0.125 --input=4xf16=1 --input=f32=65536 --input=f32=0 --carry=2:0 --carry=3:2 --carry=4:3 --steps=60 --quiet --json=%t/run.json --report=%t/run.html --manifest=%t/manifest.json
// RUN: %python %S/Inputs/signals.py %t/run.json | FileCheck %s --check-prefix=STEPS
// RUN: FileCheck %s --check-prefix=HTML --input-file=%t/run.html
// RUN: FileCheck %s --check-prefix=MANIFEST --input-file=%t/manifest.json
// Rescue must not cure what the scaler has to see.
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf32=1,0.5,-0.25,0.125 --input=4xf16=1 --input=f32=65536 --input=f32=0 --carry=2:0 --carry=3:2 --carry=4:3 --steps=60 --quiet --json=%t/rescue.json --rescue
// RUN: %python %S/Inputs/signals.py %t/rescue.json | FileCheck %s --check-prefix=STEPS
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %s --input=4xf32=1,0.5,-0.25,0.125 --input=4xf16=1 --input=f32=65536 --input=f32=0 --carry=2:0 --carry=3:2 --carry=4:3 --steps=60 --quiet --json=%t/fixed.json --rescue --tiers=fused
// RUN: %python %S/Inputs/signals.py %t/fixed.json | FileCheck %s --check-prefix=STEPS
// Without the mark, the same overflows are faults, and the op is lowered.
// RUN: sed 's/{nanguard.loss_scale}//' %s > %t/unmarked.mlir
// RUN: env NANGUARD_CACHE_DIR=%t/cache nanguard-run %t/unmarked.mlir --input=4xf32=1,0.5,-0.25,0.125 --input=4xf16=1 --input=f32=65536 --input=f32=0 --carry=2:0 --carry=3:2 --carry=4:3 --steps=60 --quiet --json=%t/unmarked.json
// RUN: %python %S/Inputs/signals.py %t/unmarked.json | FileCheck %s --check-prefix=LOWERED
// Marks outlive bufferization.
// RUN: nanguard-opt %s --guard-tiers=target=cpu | FileCheck %s --check-prefix=CPU
// RUN: not nanguard-run %s --input=4xf32=1 --input=4xf16=1 --input=f32=1 --input=f32=0 --inject=op=9,kind=nan 2>&1 | FileCheck %s --check-prefix=NOOUTPUT

// STEPS: first: loss 1.328, norm nan, share 0.5, scale 32768, skipped
// STEPS-NEXT: skipped: 1 2 19 28 37 46 55
// STEPS-NEXT: largest scale: 65536, last: 32768
// STEPS-NEXT: not normal: -
// HTML: >loss</text>
// HTML: >gradient norm</text>
// MANIFEST: "path":"backward"{{.*}}"loss_scaled":true
// MANIFEST: "kind":"signal"{{.*}}"signal":"loss","result":0
// MANIFEST: "signal":"grad","result":1
// MANIFEST: "signal":"loss_scale","result":3
// LOWERED: not normal: {{.*}}backward
// CPU: llvm.func @main(
// NOOUTPUT: error: --inject=op=9,kind=nan: op 9 looks at a result and has no output
#id = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>
#none = affine_map<() -> ()>
func.func @main(%w: tensor<4xf32>, %x: tensor<4xf16>, %scale: tensor<f32>, %good: tensor<f32>)
    -> (tensor<f32> {nanguard.loss}, tensor<4xf32> {nanguard.grad}, tensor<4xf32>, tensor<f32> {nanguard.loss_scale}, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %e16 = tensor.empty() : tensor<4xf16>
  %e32 = tensor.empty() : tensor<4xf32>
  %e0 = tensor.empty() : tensor<f32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%w, %x : tensor<4xf32>, tensor<4xf16>) outs(%e16 : tensor<4xf16>) {
  ^bb0(%a: f32, %b: f16, %o: f16):
    %n = arith.truncf %a : f32 to f16
    %p = arith.mulf %n, %b : f16
    linalg.yield %p : f16
  } -> tensor<4xf16> loc("forward"("m.py":1:0))
  %start = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%y : tensor<4xf16>) outs(%start : tensor<f32>) {
  ^bb0(%a: f16, %o: f32):
    %n = arith.extf %a : f16 to f32
    %s = arith.mulf %n, %n : f32
    %t = arith.addf %s, %o : f32
    linalg.yield %t : f32
  } -> tensor<f32> loc("loss"("m.py":2:0))
  %dy = linalg.generic {indexing_maps = [#id, #all, #id], iterator_types = ["parallel"]} ins(%y, %scale : tensor<4xf16>, tensor<f32>) outs(%e16 : tensor<4xf16>) {
  ^bb0(%a: f16, %s: f32, %o: f16):
    %two = arith.constant 2.0 : f32
    %n = arith.extf %a : f16 to f32
    %p = arith.mulf %n, %s : f32
    %q = arith.mulf %p, %two : f32
    %r = arith.truncf %q : f32 to f16
    linalg.yield %r : f16
  } -> tensor<4xf16> loc("backward"("m.py":3:0))
  %grad = linalg.generic {indexing_maps = [#id, #id, #all, #id], iterator_types = ["parallel"]} ins(%dy, %x, %scale : tensor<4xf16>, tensor<4xf16>, tensor<f32>) outs(%e32 : tensor<4xf32>) {
  ^bb0(%a: f16, %b: f16, %s: f32, %o: f32):
    %p = arith.mulf %a, %b : f16
    %n = arith.extf %p : f16 to f32
    %u = arith.divf %n, %s : f32
    linalg.yield %u : f32
  } -> tensor<4xf32> loc("unscale"("m.py":4:0))
  // found_inf: the scaler's own test.
  %found = linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]} ins(%grad : tensor<4xf32>) outs(%start : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %big = arith.constant 3.4e38 : f32
    %one = arith.constant 1.0 : f32
    %m = math.absf %a : f32
    %good_one = arith.cmpf ole, %m, %big : f32
    %r = arith.select %good_one, %o, %one : f32
    linalg.yield %r : f32
  } -> tensor<f32> loc("scaler.found_inf"("m.py":5:0))
  %new = linalg.generic {indexing_maps = [#id, #id, #all, #id], iterator_types = ["parallel"]} ins(%w, %grad, %found : tensor<4xf32>, tensor<4xf32>, tensor<f32>) outs(%e32 : tensor<4xf32>) {
  ^bb0(%a: f32, %g: f32, %f: f32, %o: f32):
    %z = arith.constant 0.0 : f32
    %rate = arith.constant 1.0e-4 : f32
    %d = arith.mulf %g, %rate : f32
    %s = arith.subf %a, %d : f32
    %skip = arith.cmpf ogt, %f, %z : f32
    %r = arith.select %skip, %a, %s : f32
    linalg.yield %r : f32
  } -> tensor<4xf32> loc("sgd"("m.py":6:0))
  // Halved at an overflow, doubled after eight good steps.
  %next:2 = linalg.generic {indexing_maps = [#none, #none, #none, #none, #none], iterator_types = []} ins(%found, %scale, %good : tensor<f32>, tensor<f32>, tensor<f32>) outs(%e0, %e0 : tensor<f32>, tensor<f32>) {
  ^bb0(%f: f32, %s: f32, %n: f32, %o: f32, %p: f32):
    %z = arith.constant 0.0 : f32
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    %eight = arith.constant 8.0 : f32
    %skip = arith.cmpf ogt, %f, %z : f32
    %count = arith.addf %n, %one : f32
    %full = arith.cmpf oge, %count, %eight : f32
    %grow = arith.select %full, %two, %one : f32
    %factor = arith.select %skip, %half, %grow : f32
    %ns = arith.mulf %s, %factor : f32
    %reset = arith.ori %skip, %full : i1
    %nn = arith.select %reset, %z, %count : f32
    linalg.yield %ns, %nn : f32, f32
  } -> (tensor<f32>, tensor<f32>) loc("scaler.update"("m.py":7:0))
  return %loss, %grad, %new, %next#0, %next#1 : tensor<f32>, tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<f32>
}
