// RUN: nanguard-opt %s --guard-tiers="fixed=safe" | FileCheck %s --implicit-check-not=nanguard.
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(nanguard-raise,func.func(nanguard-form-clusters),nanguard-annotate,nanguard-generate-variants,nanguard-fix-variants{choice=b.norm=safe})' | FileCheck %s --check-prefix=PATH
// RUN: nanguard-opt %s --guard-tiers="fixed=b.norm=safe" | FileCheck %s --check-prefix=PATH
// RUN: not nanguard-opt %s --guard-tiers="fixed=no.such=safe" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not nanguard-opt %s --guard-tiers="fixed=safer" 2>&1 | FileCheck %s --check-prefix=VARIANT
// As tables have it: a path or kind, and the id.
// RUN: nanguard-opt %s --guard-tiers="fixed=b.norm#1=safe" | FileCheck %s --check-prefix=NUMBER
// RUN: nanguard-opt %s --guard-tiers="fixed=activation#1=safe" | FileCheck %s --check-prefix=BOTH
// RUN: not nanguard-opt %s --guard-tiers="fixed=b.norm#7=safe" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not nanguard-opt %s --guard-tiers="fixed=activation=safe" 2>&1 | FileCheck %s --check-prefix=KIND
// The clips of the unfused variant stay.
// RUN: nanguard-opt %s --guard-tiers="fixed=unfused clip=type" | FileCheck %s --check-prefix=CLIP --implicit-check-not=nanguard.
// RUN: nanguard-opt %s --guard-tiers="fixed=unfused" | FileCheck %s --check-prefix=UNCLIPPED
// CLIP-LABEL: func.func @first
// CLIP: math.exp %{{.*}} : f32
// 65504 is the pattern 0x477fe000, by a select; nothing counts.
// CLIP: arith.constant 1199562752 : i32
// CLIP: arith.select
// CLIP-NOT: i64
// CLIP: arith.truncf %{{.*}} : f32 to f16
// UNCLIPPED-NOT: 1199562752
// NAME: error: 'no.such' names no guarded op (--guard-tiers --guard-report lists them)
// OTHER: error: 'b.norm#7' names no guarded op: one of b.norm#1{{$}}
// KIND: error: 'activation' names no guarded op: one of activation#1{{$}}
// VARIANT: error: unknown variant 'safer' in 'safer': fused, safe or unfused

// The signature stays, and both functions get the safe exp in f32, though the
// second shares the first one's kernel.
#map = affine_map<(d0) -> (d0)>
#a = loc("a.act"("m.py":1:0))
#b = loc("b.norm"("m.py":2:0))
// CHECK-LABEL: func.func @first(%{{.*}}: tensor<6xf16>) -> tensor<6xf16>
// CHECK: math.exp %{{.*}} : f32
// PATH-LABEL: func.func @first
// PATH: math.exp %{{.*}} : f16
// NUMBER-LABEL: func.func @first
// NUMBER: math.exp %{{.*}} : f16
// BOTH-LABEL: func.func @first
// BOTH: math.exp %{{.*}} : f32
func.func @first(%x: tensor<6xf16>) -> tensor<6xf16> {
  %0 = tensor.empty() : tensor<6xf16>
  %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%x : tensor<6xf16>) outs(%0 : tensor<6xf16>) {
  ^bb0(%in: f16, %out: f16):
    %r = math.exp %in : f16
    linalg.yield %r : f16
  } -> tensor<6xf16> loc(#a)
  return %1 : tensor<6xf16>
}
// CHECK-LABEL: func.func @second(%{{.*}}: tensor<6xf16>) -> tensor<6xf16>
// CHECK: math.exp %{{.*}} : f32
// PATH-LABEL: func.func @second
// PATH: math.exp %{{.*}} : f32
// NUMBER-LABEL: func.func @second
// NUMBER: math.exp %{{.*}} : f32
// BOTH-LABEL: func.func @second
// BOTH: math.exp %{{.*}} : f32
func.func @second(%x: tensor<6xf16>) -> tensor<6xf16> {
  %0 = tensor.empty() : tensor<6xf16>
  %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%x : tensor<6xf16>) outs(%0 : tensor<6xf16>) {
  ^bb0(%in: f16, %out: f16):
    %r = math.exp %in : f16
    linalg.yield %r : f16
  } -> tensor<6xf16> loc(#b)
  return %1 : tensor<6xf16>
}
