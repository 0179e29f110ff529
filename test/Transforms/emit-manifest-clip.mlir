// With clip=type every op whose unfused form has a wide value clips, and the
// manifest says so.
// RUN: nanguard-opt %s --guard-tiers="clip=type manifest=-" -o /dev/null 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: nanguard-opt %s --guard-tiers="manifest=-" -o /dev/null 2>&1 | FileCheck %s --check-prefix=MARKED
// TYPE: "kind":"activation"
// TYPE: "clip":true
// MARKED-NOT: "clip":true

#id = affine_map<(d0) -> (d0)>
func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
  %e = tensor.empty() : tensor<4xf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf16>) outs(%e : tensor<4xf16>) {
  ^bb0(%in: f16, %out: f16):
    %y = math.exp %in : f16
    linalg.yield %y : f16
  } -> tensor<4xf16>
  return %r : tensor<4xf16>
}
