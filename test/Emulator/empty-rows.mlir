// Rows without elements: the largest of a softmax's quotients, found without a
// look at them, is not one over the sum then, which is 0. Every device reports
// the same.
// RUN: nanguard-run %s --tiers=fused --quiet --json=- --input=3x0xf16= | FileCheck %s
// RUN: nanguard-run %s --tiers=fused --quiet --json=- --input=3x0xf16= --device=sim:checks | FileCheck %s

// CHECK: "bad":false{{.*}}"kind":"softmax"{{.*}}"max":0,

#two = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @main(%x: tensor<?x?xf16>) -> tensor<?x?xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf16>
  %n = tensor.dim %x, %c1 : tensor<?x?xf16>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %w = linalg.generic {indexing_maps = [#two, #two], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xf16>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f16, %o: f32):
    %f = arith.extf %a : f16 to f32
    linalg.yield %f : f32
  } -> tensor<?x?xf32>
  %er = tensor.empty(%m) : tensor<?xf32>
  %fl = linalg.fill ins(%low : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %top = linalg.generic {indexing_maps = [#two, #row], iterator_types = ["parallel", "reduction"]} ins(%w : tensor<?x?xf32>) outs(%fl : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.maximumf %a, %o : f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  %exp = linalg.generic {indexing_maps = [#two, #row, #two], iterator_types = ["parallel", "parallel"]} ins(%w, %top : tensor<?x?xf32>, tensor<?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %t: f32, %o: f32):
    %s = arith.subf %a, %t : f32
    %v = math.exp %s : f32
    linalg.yield %v : f32
  } -> tensor<?x?xf32>
  %fz = linalg.fill ins(%zero : f32) outs(%er : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.generic {indexing_maps = [#two, #row], iterator_types = ["parallel", "reduction"]} ins(%exp : tensor<?x?xf32>) outs(%fz : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %o : f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  %eh = tensor.empty(%m, %n) : tensor<?x?xf16>
  %y = linalg.generic {indexing_maps = [#two, #row, #two], iterator_types = ["parallel", "parallel"]} ins(%exp, %sum : tensor<?x?xf32>, tensor<?xf32>) outs(%eh : tensor<?x?xf16>) {
  ^bb0(%a: f32, %l: f32, %o: f16):
    %q = arith.divf %a, %l : f32
    %h = arith.truncf %q : f32 to f16
    linalg.yield %h : f16
  } -> tensor<?x?xf16>
  return %y : tensor<?x?xf16>
}
