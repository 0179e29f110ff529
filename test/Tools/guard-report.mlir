// The coverage table and the manifest by the tool's own flags, whichever way
// the pipeline was named.
// RUN: rm -rf %t && mkdir -p %t
// RUN: nanguard-opt %s --guard-tiers --guard-report --guard-manifest=%t/m.json -o %t/a.mlir 2>&1 | FileCheck %s --strict-whitespace
// RUN: nanguard-opt %s --guard-tiers="manifest=%t/n.json report=%t/report" -o %t/b.mlir
// RUN: diff %t/m.json %t/n.json && diff %t/a.mlir %t/b.mlir
// RUN: FileCheck %s --strict-whitespace < %t/report
// RUN: nanguard-opt %s --pass-pipeline='builtin.module(guard-tiers)' --guard-report -o /dev/null 2>&1 | FileCheck %s --strict-whitespace
// RUN: not nanguard-opt %s --guard-tiers=fixed=safe --guard-report 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not nanguard-opt %s --canonicalize --guard-manifest=%t/x.json 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not nanguard-opt %s --guard-tiers --guard-manifest= 2>&1 | FileCheck %s --check-prefix=EMPTY
// Before the file is read:
// RUN: not nanguard-opt %t/b.mlir/none -o %t/none/m.json 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not nanguard-opt %s --guard-tiers --guard-manifest=%t/none/m.json 2>&1 | FileCheck %s --check-prefix=FOLDER

// NONE: nanguard-opt: error: --guard-report and --guard-manifest need a pipeline
// EMPTY: nanguard-opt: error: --guard-manifest names no file
// FOLDER: error: cannot write '{{.*}}none/m.json': No such file or directory

// Each op: guarded how, a mover, proven harmless, or not understood.
// CHECK:guard report of @main
// CHECK-NEXT:   id guarded how          op                       module path, place
// CHECK-NEXT:    0 scanned              entry                    x m.py:1
// CHECK-NEXT:    1 fused safe unfused   activation               layer.act m.py:3
// CHECK:    - mover                tensor.expand_shape      layer.view m.py:4
// CHECK:    - proven harmless      linalg.generic           layer.abs m.py:5
// CHECK-NEXT:    - not understood       other.op                 layer.other m.py:6
// CHECK-NEXT:2 guarded, {{[0-9]+}} mover, 1 proven harmless, 1 not understood
// Ops without a module path, or that share one, have the names that
// nanguard-run and fixed= take.
// CHECK-NEXT:guard report of @nameless
// CHECK:    0 scanned              entry                    entry#0 m.py:10
// CHECK-NEXT:    1 fused safe unfused   activation               activation#1 m.py:11
// CHECK-NEXT:    2 fused safe unfused   activation               shared#2 m.py:12
// CHECK-NEXT:    3 fused safe unfused   activation               shared#3 m.py:13
// CHECK:4 guarded, {{[0-9]+}} mover, 0 proven harmless, 0 not understood
// A function that nothing is guarded in is not left out.
// CHECK-NEXT:guard report of @branches
// CHECK-NEXT:   id guarded how          op                       module path, place
// CHECK:    - not understood (elementwise) linalg.generic           late m.py:9
// CHECK-NEXT:0 guarded, {{[0-9]+}} mover, 0 proven harmless, 1 not understood
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%x: tensor<4xf16> loc("x"("m.py":1:0))) -> (tensor<4xf16>, tensor<2x2xf16>) {
  %e = tensor.empty() : tensor<4xf16> loc("layer.act"("m.py":3:0))
  %0 = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("layer.act"("m.py":3:0))
  %1 = tensor.expand_shape %x [[0, 1]] output_shape [2, 2] : tensor<4xf16> into tensor<2x2xf16> loc("layer.view"("m.py":4:0))
  %f = tensor.empty() : tensor<2x2xf16> loc("layer.abs"("m.py":5:0))
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<2x2xf16>) outs(%f : tensor<2x2xf16>) {
  ^bb0(%in: f16, %out: f16):
    %a = math.absf %in : f16
    linalg.yield %a : f16
  } -> tensor<2x2xf16> loc("layer.abs"("m.py":5:0))
  %3 = "other.op"(%2) : (tensor<2x2xf16>) -> tensor<2x2xf16> loc("layer.other"("m.py":6:0))
  return %0, %3 : tensor<4xf16>, tensor<2x2xf16>
} loc("m.py":1:0)
func.func @nameless(%x: tensor<4xf16> loc("m.py":10:0)) -> (tensor<4xf16>, tensor<4xf16>, tensor<4xf16>) {
  %e = tensor.empty() : tensor<4xf16> loc("m.py":11:0)
  %0 = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("m.py":11:0)
  %1 = linalg.tanh ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("shared"("m.py":12:0))
  %2 = linalg.log ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("shared"("m.py":13:0))
  return %0, %1, %2 : tensor<4xf16>, tensor<4xf16>, tensor<4xf16>
} loc("m.py":10:0)
func.func @branches(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16> loc("late"("m.py":9:0))
  cf.br ^next
^next:
  %0 = linalg.exp ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) -> tensor<4xf16> loc("late"("m.py":9:0))
  return %0 : tensor<4xf16>
} loc("m.py":8:0)
