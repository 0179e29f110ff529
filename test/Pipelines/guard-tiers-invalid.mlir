// Options that no pass knows, or that another makes meaningless: one error.
// RUN: not nanguard-opt %s --guard-tiers=target=gpu 2>&1 | FileCheck %s --check-prefix=TARGET --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers=fused=quick 2>&1 | FileCheck %s --check-prefix=FUSED --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers=clip=all 2>&1 | FileCheck %s --check-prefix=CLIP --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers="target=nvptx chip=sm_1" 2>&1 | FileCheck %s --check-prefix=CHIP --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers=chip=sm_80 2>&1 | FileCheck %s --check-prefix=IDLE --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers=bogus=1 2>&1 | FileCheck %s --check-prefix=BOGUS --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers="fixed=safe unguarded" 2>&1 | FileCheck %s --check-prefix=BOTH --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers="fixed=safe target=cpu" 2>&1 | FileCheck %s --check-prefix=FIXED --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers="fixed=safe inject=0:0" 2>&1 | FileCheck %s --check-prefix=INJECT --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers="unguarded report=-" 2>&1 | FileCheck %s --check-prefix=REPORT --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers="hot-path target=cpu" 2>&1 | FileCheck %s --check-prefix=HOT --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers="hot-path fixed=safe" 2>&1 | FileCheck %s --check-prefix=COLD --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers=kv-cache=9 2>&1 | FileCheck %s --check-prefix=KV --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers=inject=1 2>&1 | FileCheck %s --check-prefix=POINT --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers=inject=9:0 2>&1 | FileCheck %s --check-prefix=NOOP --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers=inject=1:9 2>&1 | FileCheck %s --check-prefix=OPERAND --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers=fixed=best 2>&1 | FileCheck %s --check-prefix=VARIANT --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers=fixed==safe 2>&1 | FileCheck %s --check-prefix=NAMELESS --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers=fixed=9=safe 2>&1 | FileCheck %s --check-prefix=UNNAMED --implicit-check-not=error:
// RUN: not nanguard-opt %s --guard-tiers=report=%t.d/x 2>&1 | FileCheck %s --check-prefix=FILE --implicit-check-not=error:

// TARGET: error: guard-tiers: target=gpu: wants nanguard, upstream, cpu, nvptx
// FUSED: error: guard-tiers: fused=quick: wants as-written, fast
// CLIP: error: guard-tiers: clip=all: wants marked, type
// CHIP: error: guard-tiers: chip=sm_1: known are sm_80, sm_90, sm_100
// IDLE: error: guard-tiers: chip needs target=nvptx
// BOGUS: no such option bogus
// BOTH: error: guard-tiers: fixed and unguarded: choose one
// FIXED: error: guard-tiers: fixed gives upstream dialects, not target=cpu
// INJECT: error: guard-tiers: fixed leaves nothing to inject into
// REPORT: error: guard-tiers: unguarded leaves nothing for manifest and report
// HOT: error: guard-tiers: hot-path is for other compilers, not target=cpu
// COLD: error: guard-tiers: fixed leaves no tiers for hot-path
// KV: error: no argument 9 to treat as a KV cache
// POINT: error: '1' is not ID:PLACE
// NOOP: error: no guarded op 9 to inject into
// OPERAND: error: op 1 has no operand 9
// VARIANT: error: unknown variant 'best' in 'best': fused, safe or unfused
// NAMELESS: error: '=safe' names no op: ID=variant or module.path=variant
// UNNAMED: error: '9' names no guarded op
// FILE: error: cannot write '{{.*}}/x': No such file or directory
func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16>
  return %r : tensor<4xf16>
}
